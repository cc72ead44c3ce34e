"""The part of Markdown that rules are written in."""

from __future__ import annotations

import time

import pytest

from kibitz.core.markdown import Span, parse_markdown, parse_spans, plain_text


def shapes(text: str) -> list[tuple[str, list[list[str]]]]:
    """The kind of each block and the plain text of its cells."""
    return [
        (block.kind, [[plain_text(cell) for cell in row] for row in block.rows])
        for block in parse_markdown(text)
    ]


def test_headings_paragraphs_and_lists_are_told_apart() -> None:
    text = "# A *b* #\none\n two\n\n- x\n  y\n- z\n\n1. p\n2) q\n### C"
    assert shapes(text) == [
        ("heading", [["A b"]]),
        ("paragraph", [["one two"]]),
        ("list", [["x y"], ["z"]]),
        ("numbers", [["p"], ["q"]]),
        ("heading", [["C"]]),
    ]
    assert [block.level for block in parse_markdown(text)] == [1, 0, 0, 0, 3]
    assert [block.line for block in parse_markdown(text)] == [1, 2, 5, 9, 11]


def test_a_table_has_as_many_cells_in_every_row_as_in_its_header() -> None:
    text = "| a | b |\n|---|:-:|\n| 1 |\n| 1 | 2 | 3 |\nend"
    assert shapes(text) == [
        ("table", [["a", "b"], ["1", ""], ["1", "2"]]),
        ("paragraph", [["end"]]),
    ]
    assert shapes("a | b\nc | d") == [("paragraph", [["a | b c | d"]])]


def test_fenced_blocks_keep_their_text_and_language() -> None:
    text = "a\n```Board\n# x\n~~~\n```\n~~~~\ny\n~~~~\n```\nopen"
    found = parse_markdown(text)
    assert [(block.kind, block.language, block.source) for block in found] == [
        ("paragraph", "", ""),
        ("fenced", "board", "# x\n~~~"),
        ("fenced", "", "y"),
        ("fenced", "", "open"),
    ]


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("", ()),
        ("a **b c** d", (Span("a "), Span("b c", "strong"), Span(" d"))),
        ("*a*`*b*`", (Span("a", "emphasis"), Span("*b*", "code"))),
        ("2 * 3 * 4 and 2 ** 3", (Span("2 * 3 * 4 and 2 ** 3"),)),
        ("[a](https://b.c/d?e=f)", (Span("a", "link", "https://b.c/d?e=f"),)),
        ("[a](javascript:b)", (Span("[a](javascript:b)"),)),
        ("[a](/local)", (Span("[a](/local)"),)),
        ("<b>x</b> &amp;", (Span("<b>x</b> &amp;"),)),
    ],
)
def test_spans_have_styles_and_only_links_to_the_web(text: str, spans: tuple[Span, ...]) -> None:
    assert parse_spans(text) == spans


def test_plain_text_names_the_address_of_a_link() -> None:
    assert plain_text(parse_spans("see [b](https://b.c)")) == "see b (https://b.c)"
    assert plain_text(parse_spans("[https://b.c](https://b.c)")) == "https://b.c"


@pytest.mark.parametrize(
    "text", ["*" * 20_000, "[" * 20_000, "`a" * 20_000, "|-" * 20_000, "- " * 20_000, "# " * 20_000]
)
def test_no_text_takes_long(text: str) -> None:
    began = time.process_time()
    parse_markdown(f"{text}\n{text}")
    assert time.process_time() - began < 5  # seconds; quadratic time would be minutes
