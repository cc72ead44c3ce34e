/** Whether a typed answer is the computed figure. */

/** Signs, blanks and thousands separators do not matter. */
export function isRightAnswer(given: string, figure: number | string): boolean {
  if (typeof figure === "string") return normalized(given) === normalized(figure);
  const number = Number(normalized(given).replace(/,/g, ""));
  return given !== "" && number === figure;
}

const normalized = (text: string): string =>
  text.trim().replace(/−/g, "-").replace(/^\+/, "").replace(/\s+/g, " ").toLowerCase();
