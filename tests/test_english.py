"""Comments, strings and pages are written in plain English."""

from __future__ import annotations

import ast
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

import kibitz
from tests.idiom import idioms

SOURCE = Path(kibitz.__file__).parent
ROOT = Path(__file__).parent.parent

# Files in which a phrase has its usual meaning.
ALLOWED: set[tuple[str, str]] = set()

_CODE_BLOCK = re.compile(r"^([ \t]*)```.*?^\1```", re.MULTILINE | re.DOTALL)
_SCRIPT_TEXT = re.compile(
    r"""/\*(?P<block>.*?)\*/ | <!--(?P<markup>.*?)--> | (?<![:"'`])//(?P<line>[^\n]*)""",
    re.DOTALL | re.VERBOSE,
)


def python_texts(path: Path) -> Iterator[str]:
    """The strings of a module, docstrings included, and its comments, consecutive lines joined."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield node.value
    with path.open("rb") as file:
        comments = [
            (token.start[0], token.string.lstrip("#: "))
            for token in tokenize.tokenize(file.readline)
            if token.type == tokenize.COMMENT
        ]
    yield from joined(comments)


def joined(lines: list[tuple[int, str]]) -> Iterator[str]:
    """Texts by line number; those of consecutive lines are one text."""
    text, last = "", -1
    for number, line in lines:
        if number != last + 1:
            yield text
            text = ""
        text, last = f"{text} {line}", number
    yield text


def script_texts(path: Path) -> Iterator[str]:
    """The comments of a TypeScript, Svelte or CSS file."""
    source = path.read_text()
    lines = []
    for found in _SCRIPT_TEXT.finditer(source):
        if found["line"] is None:
            yield re.sub(r"(?m)^\s*\*", "", found["block"] or found["markup"] or "")
        else:
            lines.append((source.count("\n", 0, found.start()), found["line"]))
    yield from joined(lines)


def page_texts(path: Path) -> Iterator[str]:
    """The text of a Markdown page, and the comments in its code."""
    text = path.read_text()
    for block in _CODE_BLOCK.finditer(text):
        yield from re.findall(r"(?m)(?<=  )# .*", block[0])
    for paragraph in _CODE_BLOCK.sub("", text).split("\n\n"):
        yield re.sub(r"`[^`]*`", "code", paragraph)


def files() -> Iterator[Path]:
    for path in sorted(SOURCE.rglob("*.py")):
        yield path
    for folder in ("benchmarks", "scripts"):
        yield from sorted((ROOT / folder).rglob("*.py"))
    for ending in ("ts", "svelte", "css"):
        for path in sorted((ROOT / "web" / "src").rglob(f"*.{ending}")):
            if path.name != "schema.d.ts":  # generated from the server
                yield path
    yield from (ROOT / "README.md", ROOT / "CONTRIBUTING.md")
    for path in sorted((ROOT / "docs").rglob("*.md")):
        if "lab" not in path.relative_to(ROOT / "docs").parts:
            yield path


def place(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def idioms_of(path: Path) -> list[tuple[str, str]]:
    """The phrases in a file, each with the text that has it."""
    read = {".py": python_texts, ".md": page_texts}.get(path.suffix, script_texts)
    return [(phrase, " ".join(text.split())) for text in read(path) for phrase in idioms(text)]


@pytest.mark.parametrize("path", list(files()), ids=place)
def test_comments_strings_and_pages_are_plain_english(path: Path) -> None:
    found = idioms_of(path)
    assert [each for each in found if (place(path), each[0].casefold()) not in ALLOWED] == []


def test_every_exception_is_needed() -> None:
    found = {(place(path), phrase.casefold()) for path in files() for phrase, _ in idioms_of(path)}
    assert found >= ALLOWED
