"""SVG pictures by authors of games, in which only shapes and text are allowed.

An SVG document can run scripts and load other files. Only elements and attributes on the lists
below are accepted; anything else is refused by name, so that its author notices.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree
from xml.sax.saxutils import escape, quoteattr

LONGEST = 20_000  # characters of a document
MOST_ELEMENTS = 300
DEEPEST = 12  # levels of nested elements

_SPACE = "http://www.w3.org/2000/svg"
_TEXTS = frozenset({"title", "desc", "text"})
_ELEMENTS = _TEXTS | {
    *("svg", "g", "path", "circle", "ellipse", "rect", "line", "polyline", "polygon")
}
_IGNORED = frozenset({"id", "version", "width", "height", "preserveAspectRatio"})  # on the root
_LISTED = (
    "d points cx cy r rx ry x y x1 y1 x2 y2 dx dy width height viewBox transform pathLength "
    "fill fill-rule fill-opacity stroke stroke-width stroke-opacity stroke-linecap "
    "stroke-linejoin stroke-dasharray stroke-dashoffset stroke-miterlimit opacity "
    "font-size font-family font-weight font-style text-anchor"
)
_ATTRIBUTES = frozenset(_LISTED.split())
_VALUE = re.compile(r"[\w\s.,#%+()\-'\"]*")  # neither addresses nor references
_REFERENCE = re.compile(r"url\s*\(", re.IGNORECASE)
_BOX = re.compile(r"\s*-?[\d.]+([\s,]+-?[\d.]+){3}\s*")


def clean_svg(markup: str) -> str:
    """The document if it has only shapes and text; otherwise ValueError.

    >>> clean_svg('<svg viewBox="0 0 9 9"><circle r="4" onclick="x()"/></svg>')
    Traceback (most recent call last):
    ...
    ValueError: <circle> has the attribute 'onclick', which is not allowed
    """
    if not isinstance(markup, str):
        raise ValueError(f"expected the text of an SVG document, got {markup!r}")
    if len(markup) > LONGEST:
        raise ValueError(f"expected at most {LONGEST:,} characters, got {len(markup):,}")
    if re.search(r"<!(?!--)", markup):
        raise ValueError("it has a DOCTYPE or an entity, which are not allowed")
    try:
        root = ElementTree.fromstring(markup)  # noqa: S314 - without entities, and short
    except ElementTree.ParseError as problem:
        raise ValueError(f"it is not well-formed: {problem}") from None
    if _name(root) != "svg" or not _BOX.fullmatch(root.get("viewBox", "")):
        raise ValueError('expected an <svg> element with a viewBox such as viewBox="0 0 100 100"')
    _check_all(root)
    attributes = f" viewBox={quoteattr(root.attrib['viewBox'])}"
    attributes += "".join(
        f" {name}={quoteattr(value)}"
        for name, value in root.attrib.items()
        if name in _ATTRIBUTES and name not in ("viewBox", "width", "height")
    )
    inner = "".join(_written(child) for child in root)
    return f'<svg xmlns="{_SPACE}"{attributes}>{inner}</svg>'


def _check_all(root: ElementTree.Element) -> None:
    """Refuse the first element or attribute that is not on the lists."""
    waiting = [(root, 1)]
    count = 0
    while waiting:
        element, depth = waiting.pop()
        count += 1
        if count > MOST_ELEMENTS or depth > DEEPEST:
            raise ValueError(
                f"expected at most {MOST_ELEMENTS} elements in at most {DEEPEST} levels"
            )
        name = _name(element)
        if name not in _ELEMENTS:
            raise ValueError(f"the element <{name}> is not allowed")
        for attribute, value in element.attrib.items():
            if attribute in _IGNORED:
                continue
            if attribute not in _ATTRIBUTES:
                raise ValueError(f"<{name}> has the attribute {attribute!r}, which is not allowed")
            if not _VALUE.fullmatch(value) or _REFERENCE.search(value):
                raise ValueError(f"the attribute {attribute!r} of <{name}> cannot be {value!r}")
        waiting += [(child, depth + 1) for child in element]


def _written(element: ElementTree.Element) -> str:
    """An element that has been checked, as text."""
    name = _name(element)
    attributes = "".join(
        f" {attribute}={quoteattr(value)}"
        for attribute, value in element.attrib.items()
        if attribute in _ATTRIBUTES
    )
    text = escape(element.text or "") if name in _TEXTS else ""
    inner = text + "".join(_written(child) for child in element)
    return f"<{name}{attributes}>{inner}</{name}>"


def _name(element: ElementTree.Element) -> str:
    """The name of an element without the namespace of SVG."""
    return str(element.tag).removeprefix(f"{{{_SPACE}}}")
