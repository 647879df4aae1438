// localStorage as JSON. In a browser that stores nothing, everything lasts until the page is closed.

/** The stored object, with defaults for missing fields. */
export function readStored<T>(key: string, defaults: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? defaults : ({ ...defaults, ...JSON.parse(text) } as T);
  } catch {
    return defaults;
  }
}

export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is full or disabled.
  }
}
