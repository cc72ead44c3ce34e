/* The texts of a page that are not from the catalogue, or that do not fit, in the pseudo-language.

Its texts are in the brackets ⟦ and ⟧ and have no plain letters but those of their parameters.
Moves, names and the like are marked with translate="no". */
() => {
  const SKIPPED = "[translate=no], [lang]:not(html), script, style, noscript, svg text";
  const ATTRIBUTES = ["aria-label", "aria-valuetext", "aria-roledescription", "title", "placeholder", "label"];
  const PLAIN = /[A-Za-z]{3,}/g;

  const outside = (text) => {
    let depth = 0;
    let rest = "";
    for (const letter of text) {
      if (letter === "⟦") depth += 1;
      else if (letter === "⟧") depth -= 1;
      else if (depth === 0) rest += letter;
    }
    return rest;
  };
  const DATE = /[A-Z][a-z]{2} \d{1,2}, \d{4}/g;
  const problemOf = (text) => {
    if (/\p{L}{2,}/u.test(outside(text))) return "not in the catalogue";
    if (PLAIN.test(text)) return "a parameter is not in the catalogue";
    return null;
  };

  const found = [];
  const check = (text, where) => {
    PLAIN.lastIndex = 0;
    const problem = problemOf(text.replace(DATE, ""));
    if (problem !== null) found.push(`${problem}: ${text.trim()} (${where})`);
  };
  check(document.title, "title");

  const isShown = (element) => element.checkVisibility({ visibilityProperty: true });
  for (const element of document.body.querySelectorAll("*")) {
    if (element.closest(SKIPPED) !== null || !isShown(element)) continue;
    for (const name of ATTRIBUTES) {
      const text = element.getAttribute(name);
      if (text !== null) check(text, `${element.localName} ${name}`);
    }
    for (const node of element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || node.textContent.trim() === "") continue;
      check(node.textContent, element.localName);
      const cut = cutOff(node, element);
      if (cut !== null) found.push(`${cut}: ${node.textContent.trim()} (${element.localName})`);
    }
  }
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) {
    const wide = [...document.body.querySelectorAll("*")].filter(
      (element) => element.getBoundingClientRect().right > innerWidth + 1,
    );
    const names = wide.map(({ localName, className }) => `${localName}.${className}`);
    found.push(`the page is ${scrollWidth} wide: ${names.join(", ")}`);
  }
  return found;

  /* How a text does not fit: beyond its box, or hidden by it. */
  function cutOff(node, element) {
    if (element.closest("select, .hidden, .skip") !== null) return null;
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    for (let box = element; box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.overflowX === "auto" || style.overflowX === "scroll") return null;
      const frame = box.getBoundingClientRect();
      const isBox = style.overflowX !== "visible" || box.matches("button, a, td, th, label, dialog, .panel");
      if (!isBox || style.display === "inline" || style.display === "contents") continue;
      if (text.right > frame.right + 1 || text.left < frame.left - 1) return `beyond ${box.localName}`;
      if (style.overflowY !== "visible" && text.bottom > frame.bottom + 2) return `below ${box.localName}`;
    }
    return null;
  }
}
