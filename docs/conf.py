"""Sphinx settings of the documentation site; `make docs` builds it."""

from __future__ import annotations

from typing import Any

from kibitz.core.version import __version__

project = "Kibitz"
author = "The Kibitz developers"
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
html_theme = "furo"
html_title = "Kibitz"
html_show_copyright = False
myst_heading_anchors = 4

# Docstrings are plain text in which `name` is code.
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints = "none"
autodoc_default_options = {"members": True}


def separate_blocks(
    _app: object, _what: str, _name: str, _obj: object, _options: object, lines: list[str]
) -> None:
    """Add the blank lines around lists and indented blocks that reStructuredText requires."""
    found: list[str] = []
    is_example = False
    for line in lines:
        text = line.lstrip()
        is_example = bool(text) and (is_example or text.startswith(">>>"))
        previous = found[-1] if found else ""
        if text and previous.strip() and not is_example:
            is_deeper = len(line) - len(text) > len(previous) - len(previous.lstrip())
            is_shallower = len(line) - len(text) < len(previous) - len(previous.lstrip())
            in_item = previous.lstrip().startswith(("- ", "* "))
            starts_item = text.startswith(("- ", "* "))
            if (is_deeper and not in_item) or is_shallower or (starts_item and not in_item):
                found.append("")
        found.append(line)
    lines[:] = found


def setup(app: Any) -> None:
    """Connect the step above."""
    app.connect("autodoc-process-docstring", separate_blocks)
