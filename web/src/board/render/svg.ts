/** SVG elements in one call. */

const NAMESPACE = "http://www.w3.org/2000/svg";

/** An element with its attributes and children. */
export function draw<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | number>> = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** Text around a middle; capitals and digits rise about 0.7 of their size above their line. */
export const drawText = (
  kind: string,
  x: number,
  y: number,
  size: number,
  text: string,
): SVGTextElement =>
  draw(
    "text",
    { class: kind, x, y: y + 0.35 * size, "font-size": size, "text-anchor": "middle" },
    text,
  );

/** Sets an attribute where it differs, so that nothing unchanged is painted again. */
export function setAttribute(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
