"""A small part of Markdown, enough for the rules of a game.

Headings with `#`, paragraphs, lists with `-` or `1.`, tables, fenced blocks, and in a line
`**strong**`, `*emphasis*`, `` `code` `` and `[links](https://...)`. Anything else is plain text,
HTML included, so that a page can show it safely.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

Style: TypeAlias = Literal["plain", "strong", "emphasis", "code", "link"]
BlockKind: TypeAlias = Literal["heading", "paragraph", "list", "numbers", "table", "fenced"]

_SPANS = re.compile(
    r"\*\*(?P<strong>[^*\s](?:[^*]*[^*\s])?)\*\*|\*(?P<emphasis>[^*\s](?:[^*]*[^*\s])?)\*"
    r"|`(?P<code>[^`]+)`|\[(?P<link>[^\[\]]+)\]\((?P<address>https?://[^\s()<>\"]+)\)"
)
_HEADING = re.compile(r"(#{1,6})\s+(.*?)\s*#*\s*")
_ITEM = re.compile(r"\s*(?:[-*+]|(\d{1,3})[.)])\s+(.*)")
_FENCE = re.compile(r"\s*(`{3,}|~{3,})\s*(\w*)\s*")
_RULE = re.compile(r"\s*\|?(\s*:?-+:?\s*\|)*\s*:?-+:?\s*\|?\s*")


class Span(NamedTuple):
    """A part of a line in one style; `address` is where a link leads."""

    text: str
    style: Style = "plain"
    address: str = ""


Spans: TypeAlias = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a text.

    `line`: the number of its first line, from 1. `rows`: its lines, each a tuple of cells; only
    tables have more than one cell, and their first row is the header. `level`: of a heading.
    `language`, `source`: the word after the fence of a fenced block, and its content.
    """

    kind: BlockKind
    line: int
    rows: tuple[tuple[Spans, ...], ...] = ()
    level: int = 0
    language: str = ""
    source: str = ""


def parse_markdown(text: str) -> tuple[Block, ...]:
    r"""The blocks of a text.

    >>> [(block.kind, block.line) for block in parse_markdown("# Goal\n\nFour in a *row*.")]
    [('heading', 1), ('paragraph', 3)]
    """
    return tuple(_blocks(text.splitlines()))


def parse_spans(text: str) -> Spans:
    """The parts of a line.

    >>> parse_spans("a **man** moves")
    (Span(text='a ', style='plain', address=''), Span(text='man', style='strong', address=''), \
Span(text=' moves', style='plain', address=''))
    """
    found: list[Span] = []
    end = 0
    for match in _SPANS.finditer(text):
        if match.start() > end:
            found.append(Span(text[end : match.start()]))
        end = match.end()
        for style in ("strong", "emphasis", "code", "link"):
            if match[style] is not None:
                found.append(Span(match[style], style, match["address"] or ""))
    if end < len(text):
        found.append(Span(text[end:]))
    return tuple(found)


def plain_text(spans: Spans) -> str:
    """The text of a line without its styles; a link is followed by its address."""
    return "".join(
        f"{span.text} ({span.address})" if span.address and span.address != span.text else span.text
        for span in spans
    )


def _blocks(lines: list[str]) -> Iterator[Block]:
    at = 0
    while at < len(lines):
        line = lines[at]
        if not line.strip():
            at += 1
        elif fence := _FENCE.fullmatch(line):
            end = _end_of_fence(lines, at + 1, fence[1])
            source = "\n".join(lines[at + 1 : end])
            yield Block("fenced", at + 1, language=fence[2].casefold(), source=source)
            at = end + 1
        elif heading := _HEADING.fullmatch(line):
            yield Block("heading", at + 1, ((parse_spans(heading[2]),),), level=len(heading[1]))
            at += 1
        elif _is_table(lines, at):
            end = at + 2
            while end < len(lines) and "|" in lines[end]:
                end += 1
            rows = [_cells(row) for row in (line, *lines[at + 2 : end])]
            width = len(rows[0])
            even = [(*row, *((),) * width)[:width] for row in rows]
            yield Block("table", at + 1, tuple(even))
            at = end
        else:
            end = at + 1
            while end < len(lines) and not _starts(lines, end):
                end += 1
            yield _text_block(lines[at:end], at + 1)
            at = end


def _starts(lines: list[str], at: int) -> bool:
    """Whether a line is blank or starts another kind of block than text."""
    line = lines[at]
    return bool(
        not line.strip()
        or _FENCE.fullmatch(line)
        or _HEADING.fullmatch(line)
        or _is_table(lines, at)
    )


def _end_of_fence(lines: list[str], at: int, fence: str) -> int:
    """The line that closes a fence, or the end of the text."""
    while at < len(lines) and lines[at].strip() != fence:
        at += 1
    return at


def _is_table(lines: list[str], at: int) -> bool:
    below = lines[at + 1] if at + 1 < len(lines) else ""
    return "|" in lines[at] and "|" in below and _RULE.fullmatch(below) is not None


def _cells(line: str) -> tuple[Spans, ...]:
    inner = line.strip().removeprefix("|").removesuffix("|")
    return tuple(parse_spans(cell.strip()) for cell in inner.split("|"))


def _text_block(lines: list[str], number: int) -> Block:
    """A paragraph, or a list if its first line is an item."""
    first = _ITEM.fullmatch(lines[0])
    if first is None:
        return Block("paragraph", number, ((parse_spans(_joined(lines)),),))
    items: list[list[str]] = []
    for line in lines:
        item = _ITEM.fullmatch(line)
        if item is None:
            items[-1].append(line)
        else:
            items.append([item[2]])
    rows = tuple((parse_spans(_joined(item)),) for item in items)
    return Block("list" if first[1] is None else "numbers", number, rows)


def _joined(lines: list[str]) -> str:
    return " ".join(line.strip() for line in lines)
