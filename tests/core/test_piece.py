"""The look of pieces, and pictures of their own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest

import kibitz
from kibitz.core.geometry import Cell, Geometry, Piece
from kibitz.core.picture import svg
from kibitz.core.text import parse_state
from kibitz.core.vector_image import LONGEST, clean_svg

SPACE = "{http://www.w3.org/2000/svg}"
STAR = '<svg viewBox="0 0 10 10"><path d="M5 0L7 9L0 3H10L3 9Z" fill="#d4af37"/></svg>'


def picture_of(piece: Piece) -> ElementTree.Element:
    board = Geometry(cells=(Cell("a", 0, 0),), pieces=(piece,), occupants=lambda state: state)
    return ElementTree.fromstring(svg(board, (piece.letter,)))


def tags_of(piece: Piece) -> set[str]:
    return {part.tag.removeprefix(SPACE) for part in picture_of(piece).find(f"{SPACE}g") or ()}


def test_a_piece_has_the_look_of_its_side_unless_it_chooses_another() -> None:
    looks = [Piece("x", "white king", side) for side in range(5)]
    assert [piece.drawn_shape for piece in looks][:4] == [
        "circle",
        "octagon",
        "triangle",
        "diamond",
    ]
    assert [piece.drawn_colour for piece in looks] == ["red", "blue", "green", "yellow", "red"]
    assert {piece.drawn_symbol for piece in looks} == {"X"}
    chosen = Piece("x", "white king", 0, shape="diamond", colour="black", symbol="crown")
    assert (chosen.drawn_shape, chosen.drawn_colour, chosen.drawn_symbol) == (
        "diamond",
        "black",
        "crown",
    )


def test_the_words_of_a_name_do_not_change_the_picture() -> None:
    drawn = [
        ElementTree.tostring(picture_of(Piece("x", name, 1))).replace(name.encode(), b"")
        for name in ("white king", "cross", "frog")
    ]
    assert len(set(drawn)) == 1


@pytest.mark.parametrize(
    ("piece", "tags"),
    [
        (Piece("x", "", 0, symbol="rings"), {"title", "circle"}),
        (Piece("x", "", 0, symbol="crown"), {"title", "circle", "polygon"}),
        (Piece("x", "", 0, symbol="knight"), {"title", "circle", "path"}),
        (Piece("x", "", 0, symbol="10"), {"title", "circle", "text"}),
        (Piece("x", "", 1), {"title", "polygon", "text"}),
        (Piece("x", "", 0, shape="tile"), {"title", "rect", "circle", "text"}),
        (Piece("x", "", 0, shape="cross"), {"title", "path"}),
        (Piece("x", "", 0, shape="ring"), {"title", "circle"}),
        (Piece("x", "", 0, svg=STAR), {"title", "svg"}),
    ],
)
def test_every_shape_and_symbol_is_drawn(piece: Piece, tags: set[str]) -> None:
    assert tags_of(piece) == tags


@pytest.mark.parametrize(
    ("look", "problem"),
    [
        ({"shape": "star"}, "the shape of 'king' is 'star': expected one of circle, octagon"),
        ({"colour": "#fff"}, "the colour of 'king' is '#fff': expected one of red, blue"),
        ({"symbol": "horse"}, "the symbol of 'king' is 'horse': expected rings, crown, knight"),
        ({"svg": "<p/>"}, "the svg of 'king' cannot be used: expected an <svg> element"),
    ],
)
def test_a_look_that_does_not_exist_is_refused(look: dict[str, str], problem: str) -> None:
    game = kibitz.game("tictactoe")
    assert game.geometry is not None
    geometry = replace(game.geometry, pieces=(Piece("X", "king", 0, **look),))
    with pytest.raises(kibitz.ContractError, match=problem):
        replace(game, geometry=geometry)


@pytest.mark.parametrize("side", [None, -1, "first", True])
def test_a_side_that_is_no_number_is_refused(side: Any) -> None:
    """The page answered 500 for a piece of nobody."""
    game = kibitz.game("tictactoe")
    assert game.geometry is not None
    geometry = replace(game.geometry, pieces=(Piece("X", "stone", side),))
    with pytest.raises(kibitz.ContractError, match="expected the number of a side"):
        replace(game, geometry=geometry)


def test_an_entry_that_does_not_exist_is_refused() -> None:
    game = kibitz.game("tictactoe")
    assert game.geometry is not None
    geometry = replace(game.geometry, entry="rows")  # type: ignore[arg-type]  # it is refused
    with pytest.raises(kibitz.ContractError, match="entry is 'rows': expected cells or columns"):
        replace(game, geometry=geometry)


def box(inner: str, attributes: str = "") -> str:
    return f'<svg viewBox="0 0 10 10"{attributes}>{inner}</svg>'


def test_shapes_and_text_of_a_picture_are_kept() -> None:
    given = (
        '<?xml version="1.0"?><!-- a star --><svg xmlns="http://www.w3.org/2000/svg" id="star" '
        'width="40" height="40" viewBox="0 0 10 10" fill="none"><title>A &amp; B</title>'
        '<g transform="rotate(45 5 5)"><path d="M0 0L9 9"/></g></svg>'
    )
    assert clean_svg(given) == (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" fill="none">'
        '<title>A &amp; B</title><g transform="rotate(45 5 5)"><path d="M0 0L9 9"></path></g></svg>'
    )


@pytest.mark.parametrize(
    ("markup", "problem"),
    [
        (box("<script>alert(1)</script>"), "element <script> is not allowed"),
        (box('<image href="http://a.b/c.png"/>'), "element <image> is not allowed"),
        (box("<foreignObject/>"), "element <foreignObject> is not allowed"),
        (box("<style>*{}</style>"), "element <style> is not allowed"),
        (box('<use xmlns:x="x" x:href="#a"/>'), "element <use> is not allowed"),
        (box('<a xmlns="http://www.w3.org/1999/xhtml"/>'), "is not allowed"),
        (box('<path onclick="x()"/>'), "attribute 'onclick', which is not allowed"),
        (box("", ' onload="x()"'), "attribute 'onload', which is not allowed"),
        (box('<path style="fill:red"/>'), "attribute 'style', which is not allowed"),
        (box('<path fill="url(#a)"/>'), "attribute 'fill' of <path> cannot be"),
        (box('<path fill="URL (x)"/>'), "attribute 'fill' of <path> cannot be"),
        (box('<path d="javascript:x"/>'), "attribute 'd' of <path> cannot be"),
        ('<!DOCTYPE svg [<!ENTITY a "b">]>' + box("&a;"), "DOCTYPE or an entity"),
        ("<svg><path/></svg>", "expected an <svg> element with a viewBox"),
        ("<svg", "it is not well-formed"),
        (box("<g>" * 20 + "</g>" * 20), "at most 300 elements in at most 12 levels"),
        (box("<g/>" * 400), "at most 300 elements"),
        (box(" " * LONGEST), "expected at most 20,000 characters"),
    ],
)
def test_anything_else_in_a_picture_is_refused(markup: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem.replace("(", r"\(")):
        clean_svg(markup)


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        ("W:W22,32:B17", True),  # 32 could move
        ("W:W22:B17", True),  # so could the man that has to capture
        ("W:W22:B17,18,25,26", False),  # it cannot: both squares are occupied
        ("W:W22,32:B1", False),  # no capture
        ("W:W:B1", False),  # the game is over
    ],
)
def test_draughts_says_when_a_capture_is_mandatory(position: str, expected: bool) -> None:
    game = kibitz.game("dame")
    assert game.geometry is not None
    assert game.geometry.must_capture is not None
    assert game.geometry.must_capture(parse_state(game, position)) is expected


def test_no_other_game_has_mandatory_captures() -> None:
    for name in set(kibitz.names()) - {"draughts"}:
        game = kibitz.game(name)
        assert game.geometry is not None
        assert game.geometry.must_capture is None
