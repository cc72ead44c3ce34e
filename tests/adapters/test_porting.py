"""Old classes beside new rules: the first difference, in the shortest game that shows it."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.adapters import port
from kibitz.adapters.class_files import adapted_file
from kibitz.adapters.port import Comparison, PortCheck
from kibitz.cli.main import main
from tests.adapters.styles import LINES, Again, LoopTicTacToe, MarkTicTacToe

STYLES = str(Path(__file__).parent / "styles.py")


def compared(old: Any, new: kibitz.Game, **settings: Any) -> Comparison:
    check = PortCheck(kibitz.adapt(old), new, **settings)
    return check.compare(60, random.Random(3))


class NoDiagonal(LoopTicTacToe):
    """Forgets the last diagonal."""

    def check_winner(self) -> str | None:
        for a, b, c in LINES[:-1]:
            if self.board[a] == self.board[b] == self.board[c] != " ":
                return self.board[a]
        return None


def test_equal_rules_show_no_difference() -> None:
    found = compared(LoopTicTacToe(), kibitz.game("tictactoe"), has_evaluations=False)
    assert found.difference is None
    assert (found.games, found.by_board) == (60, False)
    assert found.positions > 300


def test_the_shortest_game_is_found_and_proven() -> None:
    shown = compared(NoDiagonal(), kibitz.game("tictactoe")).difference
    assert shown is not None
    assert (len(shown.line), shown.is_shortest, shown.what) == (5, True, "end")
    assert {shown.line[0], shown.line[2], shown.line[4]} == {"2", "4", "6"}
    assert shown.text == "The old game goes on, the new one is over (X wins)."


def test_a_game_that_is_not_proven_shortest_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(port, "SHRINKING", 20)
    shown = compared(NoDiagonal(), kibitz.game("tictactoe")).difference
    assert shown is not None
    assert not shown.is_shortest
    assert shown.searched < 5 <= len(shown.line) <= 9


class CentreFirst(MarkTicTacToe):
    """Lists its moves in an order of its own."""

    def get_possible_moves(self, player_piece: Any) -> list[tuple[int, int]]:
        return sorted(super().get_possible_moves(player_piece), key=lambda cell: cell != (1, 1))


@pytest.mark.parametrize("kind", [MarkTicTacToe, CentreFirst])
def test_moves_whose_texts_differ_throughout_are_matched_by_what_they_change(kind: Any) -> None:
    found = compared(kind(), kibitz.game("tictactoe"))
    assert found.by_board
    assert found.difference is None


def test_a_difference_by_what_moves_change_is_never_called_proven() -> None:
    class OneRow(CentreFirst):
        def _winner(self) -> Any:
            first = self.board[0][0]
            return first if self.board[0] == [first] * 3 else None

    shown = compared(OneRow(), kibitz.game("tictactoe")).difference
    assert shown is not None
    assert not shown.is_shortest
    assert 5 <= len(shown.line) <= 9


def test_moves_that_nothing_matches_are_refused() -> None:
    class Hidden(MarkTicTacToe):
        def __str__(self) -> str:
            return f"{sum(cell is not None for row in self.board for cell in row)} marks"

    with pytest.raises(kibitz.ContractError, match="Notation") as caught:
        compared(Hidden(), kibitz.game("tictactoe"))
    assert caught.value.code == "no_common_moves"


def nim(bug: str = "") -> kibitz.Game:
    """The rules of `Again`, or with a mistake."""

    class State:
        def __init__(self, sticks: int, turn: int, last: int) -> None:
            self.sticks, self.turn, self.last = sticks, turn, last

    def moves(state: State) -> Iterator[int]:
        for take in (1, 2, 3):
            if take <= state.sticks and not (bug == "moves" and state.sticks == take == 2):
                yield take

    def play(state: State, take: int) -> State:
        if bug == "failure" and state.sticks == 7:
            raise ZeroDivisionError("seven")
        keeps = take == 3 and bug != "turn"
        return State(state.sticks - take, state.turn if keeps else 1 - state.turn, state.turn)

    def payoff(state: State, player: int) -> int:
        is_won = (state.last == player) != (bug == "end")
        return kibitz.WIN if is_won else kibitz.LOSS

    def evaluate(state: State, player: int) -> int:
        value = state.sticks % (4 if bug == "evaluation" else 5)
        return value if player == state.turn else -value

    sides = ("one", "two", "three") if bug == "players" else ("one", "two")
    return kibitz.Game("nim", State(9, 0, 0), moves, play, payoff, evaluate, sides=sides)


@pytest.mark.parametrize(
    ("bug", "length"),
    [("moves", 3), ("turn", 1), ("end", 3), ("evaluation", 0), ("failure", 2), ("players", 0)],
)
def test_every_kind_of_difference_is_found_in_its_shortest_game(bug: str, length: int) -> None:
    shown = compared(Again(), nim(bug), has_evaluations=True).difference
    assert shown is not None
    assert (shown.what, len(shown.line), shown.is_shortest) == (bug, length, True)


def test_rules_without_a_mistake_show_none() -> None:
    assert compared(Again(), nim(), has_evaluations=True).difference is None


def test_a_rule_that_raises_where_it_is_asked_is_a_difference() -> None:
    def moves(state: Any) -> list[int]:
        raise OSError("gone")

    new = nim()
    broken = kibitz.Game("nim", new.initial(), new.moves, new.play, new.payoff, new.evaluate)
    check = PortCheck(kibitz.adapt(Again()), broken)
    object.__setattr__(broken, "moves", moves)
    assert check.difference(check.start) == ("failure", "The rules raise OSError: gone.")


def test_repetition_counts_as_a_difference() -> None:
    new = kibitz.game("tictactoe")
    ended = kibitz.Game(
        "tictactoe", new.initial(), new.moves, new.play, new.payoff, new.evaluate, repeats=2
    )
    assert compared(LoopTicTacToe(), ended).difference is None
    assert compared(NoDiagonal(), ended).difference is not None


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    try:
        code = main(arguments)
    except SystemExit as exit_:
        code = int(exit_.code or 0)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_the_command_answers_yes(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("port", f"{STYLES}:LoopTicTacToe", "tictactoe", "--games", "5", "--seed", "2")
    code, out, err = run(capsys, *arguments)
    assert (code, err) == (0, "")
    assert out.startswith("No difference in ")
    code, out, _ = run(capsys, *arguments, "--json")
    assert code == 0
    assert json.loads(out)["same"] is True


def test_the_command_shows_the_difference_and_both_boards(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    old = tmp_path / "old.py"
    old.write_text(Path(STYLES).read_text().replace(", (0, 4, 8), (2, 4, 6))", ", (0, 4, 8))"))
    code, out, _ = run(capsys, "port", f"{old}:LoopTicTacToe", "tictactoe")
    assert code == 1
    assert "Different after 5 moves: " in out
    assert "(no shorter game shows a difference)" in out
    assert "The old game (looptictactoe):" in out
    assert "The new game (tictactoe):" in out
    code, out, _ = run(capsys, "port", f"{old}:LoopTicTacToe", "tictactoe", "--json")
    assert (code, json.loads(out)["difference"]["what"]) == (1, "end")
    code, out, err = run(capsys, "port", f"{old}:LoopTicTacToe", "connect4")
    assert code == 1
    assert "0 moves: the start positions differ" in out
    code, _, err = run(capsys, "port", f"{STYLES}:MarkTicTacToe", "tictactoe", "--games", "2")
    assert code == 0
    assert "moves that change the same cells count as equal" in err


def test_the_command_doubts_what_it_cannot_prove_and_refuses_what_it_cannot_match(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    old = tmp_path / "old.py"
    source = Path(STYLES).read_text()
    old.write_text(source.replace(", (0, 4, 8), (2, 4, 6))", ", (0, 4, 8))"))
    code, out, _ = run(capsys, "port", f"{old}:MarkTicTacToe", "tictactoe")
    assert code == 1
    assert "assuming that moves that change the same cells are equal" in out
    assert "no shorter game" not in out
    old.write_text(
        source.replace("    def _winner(", "    def __str__(self): return ''\n\n    def _winner(")
    )
    code, out, err = run(capsys, "port", f"{old}:MarkTicTacToe", "tictactoe")
    assert (code, out) == (2, "")
    assert "Cannot tell which moves are the same" in err


def test_a_difference_that_is_not_proven_shortest_is_told_apart(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(port, "SHRINKING", 20)
    old = tmp_path / "old.py"
    old.write_text(Path(STYLES).read_text().replace(", (0, 4, 8), (2, 4, 6))", ", (0, 4, 8))"))
    code, out, _ = run(capsys, "port", f"{old}:LoopTicTacToe", "tictactoe")
    assert code == 1
    assert "not all longer games were tried" in out


@pytest.mark.parametrize(
    ("source", "name", "told"),
    [
        (None, "", "No game file"),
        ("x = 1", "", "can be adapted: a class with"),
        ("x = 1", ":Nim", "No class 'Nim'"),
        ("class A:\n    def make_move(self, move): ...", "", "lacks get_valid_moves"),
        ("from tests.adapters.styles import *", "", "No class in"),
        ("1 /", "", "SyntaxError"),
        (
            "class A:\n    def get_valid_moves(self): ...\n    def make_move(self, move): ...\n"
            "class B(A): ...",
            "",
            "old.py:A",
        ),
        (
            "class A:\n    def __init__(self, size): ...\n    def get_valid_moves(self): ...\n"
            "    def make_move(self, move): ...",
            "",
            "GAME = kibitz.adapt(A(...))",
        ),
    ],
)
def test_a_file_without_one_class_is_wrong_usage(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    source: str | None,
    name: str,
    told: str,
) -> None:
    old = tmp_path / "old.py"
    if source is not None:
        old.write_text(source)
    code, out, err = run(capsys, "port", f"{old}{name}", "tictactoe")
    assert (code, out) == (2, "")
    assert told in err


def test_the_only_class_that_fits_is_taken(tmp_path: Path) -> None:
    old = tmp_path / "old.py"
    source = Path(STYLES).read_text()
    start, end = source.index("class Dame"), source.index("class Horses")
    old.write_text("from typing import Any\nclass Other: ...\n" + source[start:end])
    assert adapted_file(str(old)).title == "Dame"


def test_a_file_may_adapt_its_class_itself(tmp_path: Path) -> None:
    old = tmp_path / "old.py"
    old.write_text(
        f"{Path(STYLES).read_text()}\nimport kibitz\n"
        "GAME = kibitz.adapt(LoopTicTacToe(), moves_first='O')\n"
    )
    assert adapted_file(str(old)).sides == ("O", "X")
    assert adapted_file(f"{old}:Dame").sides == ("W", "B")


def test_no_game_at_all_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "port", f"{STYLES}:Dame", "tictactoe", "--games", "0")
    assert (code, "games cannot be 0" in err) == (2, True)


def test_ctrl_c_leaves_without_a_traceback(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(PortCheck, "_differences", interrupted)
    code, out, err = run(capsys, "port", f"{STYLES}:Dame", "tictactoe")
    assert (code, out) == (130, "")
    assert "stopped" in err
    assert "Traceback" not in err
