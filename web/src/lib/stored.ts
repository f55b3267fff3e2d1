// JSON in the browser's storage. A value that can no longer be read counts as absent.

const PREFIX = 'sikwu:';

export function readStored<T>(name: string, fallback: T): T {
  return read(localStorage, name, fallback);
}

/** As `readStored`, of what lasts as long as the tab. */
export function readKept<T>(name: string, fallback: T): T {
  return read(sessionStorage, name, fallback);
}

export function keep(name: string, value: unknown): void {
  sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
}

function read<T>(storage: Storage, name: string, fallback: T): T {
  const text = storage.getItem(PREFIX + name);
  if (text === null) return fallback;
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    if (error instanceof SyntaxError) return fallback;
    throw error;
  }
}

export function store(name: string, value: unknown): void {
  localStorage.setItem(PREFIX + name, JSON.stringify(value));
}

/** For what can be fetched again: without room for it, the storage keeps nothing under that name. */
export function storeIfRoom(name: string, value: unknown): void {
  try {
    store(name, value);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    forget(name);
  }
}

export function forget(name: string): void {
  localStorage.removeItem(PREFIX + name);
}
