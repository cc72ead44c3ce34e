"""`kibitz tree`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_cli import kibitz_ as kibitz_  # the command as a fixture

WON = ("tictactoe", "--position", "XOX/O../...")


def test_a_tree_is_printed_with_windows_values_and_cuts(kibitz_: Any) -> None:
    lines = kibitz_("tree", *WON, "--depth", "2").out.splitlines()
    assert lines[0].split() == ["root", "+3", "X", "to", "move,", "alpha", "-inf,", "beta", "+inf"]
    assert any(line.endswith("alpha +3, beta +inf, cut: at most +0") for line in lines)
    assert any(line.endswith("6, 7, 8      skipped by alpha-beta") for line in lines)
    assert lines[-1] == "alpha-beta, depth 2: 14 nodes, best move 4 (+3)"


def test_pruning_and_ordering_are_switches(kibitz_: Any) -> None:
    def count(*options: str) -> int:
        return int(
            json.loads(kibitz_("tree", *WON, "--depth", "3", "--json", *options).out)["nodes"]
        )

    plain, pruned, ordered = count("--no-pruning"), count(), count("--order")
    assert plain > pruned >= ordered
    text = kibitz_("tree", *WON, "--depth", "3", "--counts").out.splitlines()[-1]
    assert list(map(int, text.split())) == [3, plain, pruned, ordered]
    rows = json.loads(kibitz_("tree", *WON, "--depth", "3", "--counts", "--json").out)["counts"]
    assert rows[-1] == {"depth": 3, "minimax": plain, "alpha_beta": pruned, "ordered": ordered}


def test_a_tree_starts_after_the_moves(kibitz_: Any) -> None:
    found = json.loads(kibitz_("tree", "connect4", "--moves", "d d", "--depth", "1", "--json").out)
    assert found["nodes"] == 8
    assert found["position"].startswith("......./......./......./......./...O.../...X...")
    assert found["events"][0]["kind"] == "entered"


def test_a_tree_is_written_as_a_picture_or_a_graph(kibitz_: Any, tmp_path: Path) -> None:
    file = tmp_path / "tree.svg"
    assert str(file) in kibitz_("tree", *WON, "--svg", str(file)).out
    assert file.read_text().startswith("<svg ")
    assert kibitz_("tree", *WON, "--dot").out.startswith("digraph search {\n")


def test_playouts_have_visits_and_means(kibitz_: Any) -> None:
    out = kibitz_("tree", *WON, "--playouts", "30", "--seed", "1").out
    assert out.startswith("root")
    assert "30 visits" in out.splitlines()[0]
    assert out.splitlines()[-1] == "30 playouts with seed 1, best move 4"
    found = json.loads(kibitz_("tree", *WON, "--playouts", "30", "--seed", "1", "--json").out)
    assert (found["best"], len(found["playouts"])) == ("4", 30)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--depth", "0"), "depth cannot be 0: expected a whole number from 1 to 20."),
        (("--depth", "6", "--nodes", "50"), "This tree has more than 50 nodes at depth 6."),
        (("--playouts", "0"), "playouts cannot be 0: expected a whole number from 1 to 1,000."),
        (("--playouts", "5", "--dot"), "without --playouts and --counts"),
        (("--moves", "4 8 6"), "The game is over"),
    ],
)
def test_what_cannot_be_searched_is_refused(
    kibitz_: Any, arguments: tuple[str, ...], problem: str
) -> None:
    assert problem in kibitz_("tree", *WON, *arguments).err
