// Keeps the screen on while a table is shown, where the browser can (https or localhost).

export function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let over = false;

  async function hold(): Promise<void> {
    if (over || document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    try {
      const got = await navigator.wakeLock.request('screen');
      if (over) await got.release();
      else lock = got;
    } catch (error) {
      // A battery saver or a hidden page may refuse: the screen then goes dark as the device likes.
      if (!(error instanceof DOMException)) throw error;
    }
  }
  const again = (): void => void hold();

  document.addEventListener('visibilitychange', again);
  void hold();
  return () => {
    over = true;
    document.removeEventListener('visibilitychange', again);
    void lock?.release();
  };
}
