"""`kibitz grade`: right searches pass, and planted mistakes are found and named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kibitz.cli.main import main
from kibitz.core.errors import LimitError, UnknownGameError
from kibitz.grading.grade import Request, grade
from tests.grading.students import (
    ALPHA_BETA,
    DICTIONARIES,
    FUNCTIONS,
    LIST_BOARD,
    NEGAMAX,
    TWO_CLASSES,
)

TICTACTOE = "tictactoe"


def written(folder: Path, source: str) -> str:
    path = folder / "my_minimax.py"
    path.write_text(source)
    return str(path)


def changed(source: str, *changes: tuple[str, str]) -> str:
    """A right search with a mistake."""
    for before, after in changes:
        assert before in source
        source = source.replace(before, after)
    return source


RIGHT = {
    "alpha-beta": (ALPHA_BETA, TICTACTOE, None),
    "negamax": (NEGAMAX, TICTACTOE, None),
    "a list as the board": (LIST_BOARD, None, None),
    "two classes": (TWO_CLASSES, None, None),
    "functions": (FUNCTIONS, None, "no_depth_adjustment"),
    "dictionaries": (DICTIONARIES, None, None),
}


@pytest.mark.parametrize("shape", RIGHT)
def test_a_right_search_passes(shape: str, tmp_path: Path) -> None:
    source, game, ignored = RIGHT[shape]
    report = grade(
        Request(
            file=written(tmp_path, source),
            game=game,
            positions=8,
            ignored=[] if ignored is None else [ignored],
        )
    )
    assert report.passed, report.findings
    assert len(report.positions) == 8
    for position in report.positions:
        assert position["nodes"] == position["reference_nodes"] > 0


MISTAKES = {
    "wrong_sign": changed(
        ALPHA_BETA,
        (
            "1000 + depth if winner == 0 else -1000 - depth",
            "-1000 - depth if winner == 0 else 1000 + depth",
        ),
    ),
    "window_not_passed": changed(
        ALPHA_BETA,
        ("depth - 1, alpha, beta, False", 'depth - 1, float("-inf"), float("inf"), False'),
        ("depth - 1, alpha, beta, True", 'depth - 1, float("-inf"), float("inf"), True'),
    ),
    "window_not_narrowed": changed(
        ALPHA_BETA,
        (
            "            alpha = max(alpha, best)\n            if alpha >= beta",
            "            if best >= beta",
        ),
        ("        beta = min(beta, best)\n        if alpha >= beta", "        if alpha >= best"),
    ),
    "window_not_negated": changed(NEGAMAX, ("-beta, -alpha", "alpha, beta")),
    "window_not_swapped": changed(NEGAMAX, ("-beta, -alpha", "-alpha, -beta")),
    "strict_pruning": changed(ALPHA_BETA, ("alpha >= beta", "alpha > beta")),
    "no_depth_adjustment": changed(
        ALPHA_BETA, ("1000 + depth", "1000"), ("-1000 - depth", "-1000")
    ),
    "prefers_slow_wins": changed(
        ALPHA_BETA, ("1000 + depth", "1000 - depth"), ("-1000 - depth", "-1000 + depth")
    ),
    "flag_not_flipped": changed(ALPHA_BETA, ("alpha, beta, False", "alpha, beta, True")),
    "terminal_after_depth": changed(
        ALPHA_BETA,
        (
            "    if position.is_over():",
            "    if depth == 0:\n        return 0\n    if position.is_over():",
        ),
    ),
    "wrong_result": changed(
        LIST_BOARD, ("    if winner == HUMAN:\n        return depth - 10\n", "")
    ),
    "undo_missing": changed(
        NEGAMAX, ("        position.undo_move()\n        if value", "        if value")
    ),
    "best_starts_at_0": changed(ALPHA_BETA, ('best = float("-inf")', "best = 0")),
    "keeps_last": changed(
        LIST_BOARD,
        (
            "best = max(best, minimax(board, depth + 1, False))",
            "best = minimax(board, depth + 1, False)",
        ),
    ),
    "depth_off_by_one": changed(
        ALPHA_BETA, ("depth - 1, alpha, beta, True", "depth - 2, alpha, beta, True")
    ),
    "min_max_swapped": changed(
        LIST_BOARD,
        ("best = min(best, minimax", "best = max(best, minimax"),
        ("best = 100", "best = -100"),
    ),
    "root_bounds": changed(
        TWO_CLASSES,
        (
            """        values = []
        for move in game.legal_moves():
            after = game.copy()
            after.apply_move(move)
            value = self.minimax(after, 1, not maximizing, float("-inf"), float("inf"))
            values.append((value, move))
        pick = max if maximizing else min
        return pick(values, key=lambda pair: pair[0])[1]
""",
            """        alpha, beta, chosen = float("-inf"), float("inf"), None
        for move in game.legal_moves():
            after = game.copy()
            after.apply_move(move)
            value = self.minimax(after, 1, not maximizing, alpha, beta)
            if maximizing and value >= alpha:
                alpha, chosen = value, move
            if not maximizing and value <= beta:
                beta, chosen = value, move
        return chosen
""",
        ),
    ),
    "move_not_made": changed(
        NEGAMAX, ("        position.make_move(move)\n", ""), ("        position.undo_move()\n", "")
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_planted_mistake_is_found_and_named(name: str, tmp_path: Path) -> None:
    source = MISTAKES[name]
    game = TICTACTOE if "position" in source else None
    report = grade(Request(file=written(tmp_path, source), game=game))
    assert not report.passed
    first = report.findings[0]
    assert first["name"] == name, report.findings
    assert first["path"][-1]["board"]


RUNAWAYS = {
    "endless_recursion": changed(
        ALPHA_BETA,
        (
            "    if position.is_over():",
            "    return alphabeta(position, depth, alpha, beta, True)\n    if position.is_over():",
        ),
    ),
    "too_slow": changed(
        ALPHA_BETA,
        ("    if position.is_over():", "    while True:\n        pass\n    if position.is_over():"),
    ),
    "exits": changed(
        ALPHA_BETA,
        ("    if depth == 0:\n", "    if depth == 0:\n        import sys\n        sys.exit(0)\n"),
    ),
    "raises": changed(ALPHA_BETA, ("position.evaluate(0)", "position.evaluate(0) / 0")),
    "syntax": "def alphabeta(position, depth:\n",
    "reads_input": f"{ALPHA_BETA}\nname = input('Your name? ')\n",
}


@pytest.mark.parametrize("name", RUNAWAYS)
def test_code_that_does_not_return_is_a_finding(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, RUNAWAYS[name])
    seconds = "3" if name == "too_slow" else "60"
    game = ["--game", "connect4", "--time", seconds, "--positions", "3"]
    assert main(["grade", path, *game, "--json"]) == 1
    printed = capsys.readouterr()
    found = json.loads(printed.out)["findings"][-1]
    # A call that repeats the position is named before Python gives up.
    expected = {name, "move_not_made"} if name == "endless_recursion" else {name}
    assert found["name"] in expected, found
    if name not in ("exits", "endless_recursion"):
        assert found["line"] is not None
    assert "Traceback" not in printed.err


def test_a_process_that_the_code_ends_is_a_finding(tmp_path: Path) -> None:
    source = changed(
        ALPHA_BETA, ("    if depth == 0:\n", "    import os\n    os._exit(3)\n    if depth == 0:\n")
    )
    report = grade(Request(file=written(tmp_path, source), game=TICTACTOE))
    assert [one["name"] for one in report.findings] == ["exits"]


def test_what_the_code_prints_is_no_mistake(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = changed(
        NEGAMAX, ("    if depth == 0:", "    print('depth', depth)\n    if depth == 0:")
    )
    path = written(tmp_path, source)
    assert main(["grade", path, "--game", TICTACTOE, "--positions", "2"]) == 0
    assert "Your code printed" in capsys.readouterr().out


def test_ties_are_free_unless_one_is_required(tmp_path: Path) -> None:
    source = changed(NEGAMAX, ("value > best", "value >= best"))
    path = written(tmp_path, source)
    free = grade(Request(file=path, game=TICTACTOE, ignored=["root_bounds"]))
    assert "wrong_move" not in {one["name"] for one in free.findings}
    path = written(tmp_path, LIST_BOARD)
    assert grade(Request(file=path, ties="first")).passed
    last = grade(Request(file=path, ties="last"))
    assert [one["name"] for one in last.findings] == ["other_tie"]


def test_a_mistake_is_shown_with_its_board(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, MISTAKES["wrong_sign"])
    file = tmp_path / "report.json"
    assert main(["grade", path, "--game", TICTACTOE, "--report", str(file)]) == 1
    text = capsys.readouterr().out
    assert "1. wrong sign" in text
    assert "more than 0" in text or "less than 0" in text
    report = json.loads(file.read_text())
    assert (report["format"], report["version"], report["passed"]) == ("kibitz-grade", 1, False)
    assert report["findings"][0]["path"][-1]["board"].splitlines()[0] in text


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--game", "nosuchgame"], "nosuchgame"),
        (["--game", TICTACTOE, "--function", "missing"], "missing"),
        (["--game", TICTACTOE, "--parameters", "position,deep"], "deep"),
        (["--game", TICTACTOE, "--depth", "0"], "depth"),
        (["--game", TICTACTOE, "--time", "nan"], "time"),
        (["--game", TICTACTOE, "--ignore", "nothing"], "nothing"),
        (["--game", TICTACTOE, "--maximizer", "Z"], "maximizer"),
        (["--game", "tiles", "--option", "players=3"], "two players"),
        ([], "rules"),
    ],
)
def test_wrong_usage_is_refused(
    arguments: list[str], expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["grade", written(tmp_path, ALPHA_BETA), *arguments]) == 2
    assert expected in capsys.readouterr().err


def test_a_file_without_a_search_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, "def add(one, other):\n    return one + other\n")
    with pytest.raises(Exception, match="Found no minimax"):
        grade(Request(file=path, game=TICTACTOE))
    with pytest.raises(UnknownGameError):
        grade(Request(file=str(tmp_path / "missing.py")))
    with pytest.raises(LimitError):
        grade(Request(file=path, positions=0))
