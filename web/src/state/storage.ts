/** What the browser keeps for the page: values by name, as JSON. */

const PREFIX = "kibitz.";

/** What was kept under a name, or `otherwise` where there is nothing that can be read. */
export function kept<Value>(name: string, otherwise: Value): Value {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : (JSON.parse(text) as Value);
  } catch {
    return otherwise;
  }
}

/** Keeps a value; a browser that keeps nothing is none the worse until the page is left. */
export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Full, or forbidden: the page works without.
  }
}
