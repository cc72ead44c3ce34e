/** Helpers that create SVG elements. */

const NAMESPACE = "http://www.w3.org/2000/svg";

/** Creates an element with attributes and children. */
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

/** Creates text centred on a point; capitals and digits are about 0.7 of the font size high. */
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

/** Sets an attribute only if it changes, to avoid needless repaints. */
export function setAttribute(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
