"""Boards as pictures."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import kibitz
from kibitz.core.contract import Game
from kibitz.core.geometry import Cell, Geometry, Piece
from kibitz.core.picture import svg
from kibitz.core.text import parse_state
from kibitz.core.types import State
from kibitz.games.draughts import draughts
from kibitz.games.draughts.variants import VARIANTS

SPACE = "{http://www.w3.org/2000/svg}"


def drawn(game: Game, state: State, **options: object) -> ElementTree.Element:
    assert game.geometry is not None
    return ElementTree.fromstring(svg(game.geometry, state, **options))  # type: ignore[arg-type]


def named(picture: ElementTree.Element, tag: str, kind: str) -> list[ElementTree.Element]:
    return [part for part in picture.iter(f"{SPACE}{tag}") if kind in part.get("class", "").split()]


def texts(picture: ElementTree.Element) -> list[str]:
    return [part.text or "" for part in picture.iter(f"{SPACE}text")]


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_piece_and_every_dark_square_is_drawn(variant: str) -> None:
    game = draughts(variant)
    start = game.initial()
    picture = drawn(game, start)
    assert game.geometry is not None
    assert len(named(picture, "rect", "cell")) == len(game.geometry.cells)
    men = start.mine.bit_count() + start.theirs.bit_count()
    assert len(named(picture, "g", "piece")) == men


def test_sides_differ_in_shape_as_well_as_in_colour() -> None:
    game = draughts("international")
    picture = drawn(game, game.initial())
    white, black = named(picture, "g", "player0"), named(picture, "g", "player1")
    assert {part.tag for group in white for part in group} == {f"{SPACE}title", f"{SPACE}circle"}
    assert {part.tag for group in black for part in group} == {f"{SPACE}title", f"{SPACE}polygon"}
    fills = {group[1].get("fill") for group in white}, {group[1].get("fill") for group in black}
    assert fills[0].isdisjoint(fills[1])


def test_black_is_dark_even_where_black_starts() -> None:
    english, german = draughts("english"), draughts("german")
    fills = []
    for game, player in ((english, "player0"), (german, "player1")):
        groups = named(drawn(game, game.initial()), "g", player)
        assert {group[0].text for group in groups} == {"black man"}
        fills.append({group[1].get("fill") for group in groups})
    assert fills[0] == fills[1]


def test_kings_wear_a_crown() -> None:
    game = draughts("international")
    picture = drawn(game, parse_state(game, "W:WK46,31:BK5,K6,12"))
    assert len(named(picture, "polygon", "crown")) == 3


def test_squares_show_numbers_or_the_board_shows_letters() -> None:
    numbered = drawn(draughts("german"), draughts("german").initial())
    assert sorted(map(int, texts(numbered))) == list(range(1, 33))
    lettered = drawn(draughts("russian"), draughts("russian").initial())
    assert set(texts(lettered)) == set("abcdefgh12345678")


def test_the_last_move_is_tinted_and_marked_cells_are_ringed() -> None:
    game = draughts("german")
    picture = drawn(game, game.initial(), last=(21, 17), marked=(13, 14, 15))
    assert len(named(picture, "rect", "last")) == 2
    assert len(named(picture, "rect", "cell")) == 30
    assert len(named(picture, "circle", "marked")) == 3


def test_a_title_is_read_aloud_and_cannot_break_the_picture() -> None:
    game = draughts("german")
    picture = drawn(game, game.initial(), title="<White> & Black")
    assert picture[0].text == "<White> & Black"
    assert picture.get("role") == "img"


@pytest.mark.parametrize("name", kibitz.names())
def test_every_game_has_a_picture(name: str) -> None:
    game = kibitz.game(name)
    if game.geometry is not None:
        assert drawn(game, game.initial(1)).tag == f"{SPACE}svg"


def test_crosses_and_noughts_are_strokes() -> None:
    game = kibitz.game("tictactoe")
    picture = drawn(game, parse_state(game, "XO./.../..."))
    shapes = [part.tag for group in named(picture, "g", "piece") for part in group]
    assert f"{SPACE}path" in shapes
    assert f"{SPACE}circle" in shapes


def test_points_are_joined_by_lines_and_other_marks_are_text() -> None:
    cells = (Cell("a", 0, 0), Cell("b", 1, 0), Cell("c", 1, 1))
    pieces = tuple(
        Piece(letter, f"knight {letter}", player) for player, letter in enumerate("PQRS")
    )
    geometry = Geometry(
        cells=cells,
        kind="points",
        links=((0, 1), (1, 2)),
        pieces=pieces,
        occupants=lambda state: state,
    )
    picture = ElementTree.fromstring(svg(geometry, ("S", "7", ""), last=(2,)))
    assert len(list(picture.iter(f"{SPACE}line"))) == 2
    assert len(named(picture, "circle", "cell")) == 3
    assert len(named(picture, "circle", "last")) == 1
    assert "7" in texts(picture)
    assert "S" in texts(picture)
