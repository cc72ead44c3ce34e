/** Values in the browser's local storage, by name and as JSON. */

const PREFIX = "kibitz.";

/** The value stored under a name; `fallback` if there is none or it cannot be read. */
export function loadStored<Value>(name: string, fallback: Value): Value {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? fallback : (JSON.parse(text) as Value);
  } catch {
    return fallback;
  }
}

/** Removes the value stored under a name. */
export function removeStored(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // The storage is disabled, so nothing is stored.
  }
}

/** Stores a value, where the browser allows it. */
export function store(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // The storage is full or disabled; the page works without it.
  }
}
