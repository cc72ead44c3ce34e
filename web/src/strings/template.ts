/** Texts with parameters in braces, such as {side} or, from the server, {name!r} and {count:g}. */

const PARAMETER = /\{(\w+)(![a-z])?(?::[^}]*)?\}/g;

/** A text with its parameters inserted; unknown ones stay as they are. */
export const fill = (
  template: string,
  params: Readonly<Record<string, unknown>>,
  show: (value: string) => string = (value) => value,
): string =>
  template.replace(PARAMETER, (match, name: string, quoted: string | undefined) => {
    const value = params[name];
    if (value === undefined || value === null) return match;
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return quoted === undefined ? show(text) : `“${text}”`;
  });

/** The parameters with which a template gives a text; null if it does not. */
export function readParams(template: string, text: string): Record<string, string> | null {
  const names: string[] = [];
  const pattern = template
    .split(/(\{\w+\})/)
    .map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      if (name === undefined) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      names.push(name);
      return "(.+?)";
    })
    .join("");
  const found = new RegExp(`^${pattern}$`, "s").exec(text);
  if (found === null) return null;
  return Object.fromEntries(names.map((name, index) => [name, found[index + 1] ?? ""]));
}
