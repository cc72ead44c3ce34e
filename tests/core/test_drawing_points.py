"""Boards of points as text: the lines come from the links."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.core.drawing import draw
from kibitz.core.geometry import Cell, Geometry


def board(
    places: Sequence[tuple[int, int]],
    links: Sequence[tuple[int, int]],
    marks: Sequence[str] = (),
    files: Sequence[str] = (),
    ranks: Sequence[str] = (),
) -> str:
    """The drawing of points at these places."""
    cells = [Cell(f"p{number}", x, y) for number, (x, y) in enumerate(places)]
    shown = [*marks, *[""] * (len(cells) - len(marks))]
    return draw(
        Geometry(
            cells=cells,
            occupants=lambda state: shown,
            kind="points",
            links=links,
            files=files,
            ranks=ranks,
        ),
        None,
    )


def test_points_on_a_rank_are_joined_by_dashes() -> None:
    assert board([(0, 0), (1, 0), (2, 0)], [(0, 1), (1, 2)], ["o", "x"]) == "o---x---."


def test_longer_links_make_longer_lines() -> None:
    assert board([(0, 0), (2, 0)], [(0, 1)]) == ".-------."


def test_points_that_are_not_linked_are_not_joined() -> None:
    assert board([(0, 0), (1, 0), (2, 0)], [(0, 1)]) == ".---.   ."


def test_points_on_a_file_are_joined_by_bars() -> None:
    assert board([(0, 0), (0, 2)], [(0, 1)]).splitlines() == [".", "|", "|", "|", "."]


def test_diagonals_lean_the_way_they_run() -> None:
    square = [(0, 0), (2, 0), (1, 1), (0, 2), (2, 2)]
    links = [(0, 2), (2, 4), (1, 2), (2, 3)]
    assert board(square, links).splitlines() == [
        ".       .",
        "  \\   /",
        "    .",
        "  /   \\",
        ".       .",
    ]


def test_a_long_diagonal_passes_every_row() -> None:
    assert board([(0, 0), (2, 2)], [(0, 1)]).splitlines() == [
        ".",
        "  \\",
        "    \\",
        "      \\",
        "        .",
    ]


def test_links_that_run_no_straight_way_are_left_out() -> None:
    assert board([(0, 0), (1, 2)], [(0, 1)]).splitlines() == [".", "", "", "", "    ."]


def test_files_stand_under_the_points_and_ranks_beside_them() -> None:
    corners = [(0, 0), (1, 0), (0, 1), (1, 1)]
    links = [(0, 1), (0, 2), (1, 3), (2, 3)]
    assert board(corners, links, ["o"], "ab", ["10", "9"]).splitlines() == [
        "10 o---.",
        "   |   |",
        "9  .---.",
        "   a   b",
    ]


def test_longer_marks_move_the_files_apart() -> None:
    assert board([(0, 0), (1, 0)], [(0, 1)], ["+10", "-3"]) == "+10----3"
