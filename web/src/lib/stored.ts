// JSON in the browser's storage. A value that can no longer be read counts as absent.

const PREFIX = 'sikwu:';

export function readStored<T>(name: string, fallback: T): T {
  const text = localStorage.getItem(PREFIX + name);
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
