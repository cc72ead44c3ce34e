"""Broken games: `check` names the rule and the line of every one, and none of them hangs it.

Every game is the sound game below with other text for one or more of its parts. The comment `# bug`
marks the line that must be named.
"""

from __future__ import annotations

import threading
from pathlib import Path
from typing import NamedTuple

import pytest

from kibitz.core.contract import Game
from kibitz.core.errors import CompileError, ConformanceError
from kibitz.core.watchdog import Watchdog
from kibitz.games.registry import load_file
from kibitz.testing import check
from kibitz.testing.first_look import look_at

PARTS = {
    "imports": """
from typing import NamedTuple
from kibitz import DRAW, LOSS, WIN, Cell, Game, Geometry, Notation, Option, Piece
""",
    "state": """
class State(NamedTuple):
    sticks: int
    quiet: int
    turn: int
""",
    "moves": """
def moves(state):
    for take in range(1, 4):
        if take <= state.sticks:
            yield take
""",
    "play": """
def play(state, move):
    return State(sticks=state.sticks - move, quiet=state.quiet + 1, turn=1 - state.turn)
""",
    "payoff": """
def payoff(state, side):
    return LOSS if side == state.turn else WIN
""",
    "evaluate": """
def evaluate(state, side):
    return state.sticks if side == state.turn else -state.sticks
""",
    "optional": """
EXTRA = {}
""",
    "notation": """
def format_move(state, move):
    return f"take {move}"

def format_state(state):
    return f"{state.sticks}/{state.quiet}/{state.turn}"

def parse_state(text):
    return State(*map(int, text.split("/")))

NOTATION = Notation(format_move=format_move, format_state=format_state, parse_state=parse_state)
""",
    "geometry": """
CELLS = [Cell(str(number), number, 0) for number in range(12)]

def occupants(state):
    return ["x" if number < state.sticks else "" for number in range(12)]

GEOMETRY = Geometry(cells=CELLS, occupants=occupants)
""",
    "build": """
def build(sticks=12):
    return Game(
        "sticks", State(sticks, 0, 0), moves, play, payoff, evaluate,
        notation=NOTATION, geometry=GEOMETRY,
        options=(Option("sticks", 12, range(1, 13)),), settings={"sticks": sticks}, build=build,
        **EXTRA,
    )
""",
    "game": """
GAME = build()
""",
}


class Broken(NamedTuple):
    """A broken game: the parts that differ, the rule that is named, and what is wrong with it."""

    parts: dict[str, str]
    rule: str
    text: str
    compiles: bool = False  # whether it is checked compiled
    hangs: bool = False


def moves_of(*lines: str) -> dict[str, str]:
    return {"moves": "\n".join(("\ndef moves(state):", *(f"    {line}" for line in lines), ""))}


def play_of(*lines: str) -> dict[str, str]:
    return {"play": "\n".join(("\ndef play(state, move):", *(f"    {line}" for line in lines), ""))}


def evaluate_of(*lines: str) -> dict[str, str]:
    text = "\n".join(("\ndef evaluate(state, side):", *(f"    {line}" for line in lines), ""))
    return {"evaluate": text}


def extra(code: str, use: str) -> dict[str, str]:
    return {"optional": f"\n{code}\nEXTRA = dict({use})\n"}


NEXT = "State(state.sticks - move, state.quiet + 1, 1 - state.turn)"
BROKEN = {
    # the moves
    "moves_of_text": Broken(
        moves_of("if state.sticks: yield 'one'  # bug"), "moves", "moves yields 'one'"
    ),
    "negative_moves": Broken(moves_of("if state.sticks: yield -1  # bug"), "moves", "yields -1"),
    "huge_moves": Broken(
        moves_of("if state.sticks: yield 1 << 63  # bug"), "moves", "of at most 63 bits"
    ),
    "a_move_twice": Broken(
        moves_of("if state.sticks:", "    yield 1", "    yield 1  # bug"), "moves", "yields 1 twice"
    ),
    "truth_values_as_moves": Broken(
        moves_of("if state.sticks: yield True  # bug"), "moves", "moves yields True"
    ),
    "an_iterator_that_is_exhausted": Broken(
        moves_of("if state.sticks: yield next(iter(()))  # bug"),
        "moves",
        "moves raises RuntimeError: generator raised StopIteration",
    ),
    "lists_as_moves": Broken(
        moves_of("if state.sticks: yield [1]  # bug"), "moves", "moves yields [1]"
    ),
    "no_result_of_moves": Broken(
        {"moves": "\ndef moves(state):  # bug\n    pass\n"}, "moves", "'NoneType' object"
    ),
    "endless_moves": Broken(
        {"moves": "\ndef moves(state):  # bug\n    while True: yield 1\n"},
        "moves",
        "more than 16384 moves: does it end?",
    ),
    "moves_that_alternate": Broken(
        {
            "moves": "\nCALLS = []\ndef moves(state):  # bug\n    CALLS.append(1)\n"
            "    return [1, 1 + len(CALLS)] if state.sticks > 1 else []\n"
        },
        "moves",
        "yields other moves when called again",
    ),
    "moves_by_chance": Broken(
        {
            "moves": "\nimport random\ndef moves(state):  # bug\n    if state.sticks:\n"
            "        yield random.randrange(10**9)\n"
        },
        "moves",
        "yields other moves when called again",
    ),
    "no_moves_before_the_end": Broken(
        moves_of("if state.sticks > 3: yield 1")
        | {
            "payoff": "\ndef payoff(state, side):\n    if state.sticks == 0:\n"
            "        return LOSS if side == state.turn else WIN\n    return None  # bug\n"
        },
        "payoff",
        "payoff returns None",
    ),
    "moves_of_a_clock": Broken(
        {
            "moves": "\ndef moves(state):  # bug\n"
            "    return [1, 2][: 1 + state.quiet % 2] if state.sticks > 2 else []\n"
        }
        | extra("", "clocks=('quiet',), drawn=lambda state: False"),
        "moves",
        "moves depends on the clock quiet",
    ),
    "a_typing_error_in_a_helper": Broken(
        {
            "moves": "\ndef least(state):\n    return state.stcks  # bug\n"
            "def moves(state):\n    if least(state): yield 1\n"
        },
        "moves",
        "moves raises AttributeError: 'State' object has no attribute 'stcks'",
    ),
    "an_exception_deep_in_the_game": Broken(
        moves_of(
            "for take in (1, 2):", "    if take <= 12 // state.sticks * 12: yield take  # bug"
        ),
        "moves",
        "moves raises ZeroDivisionError",
    ),
    # play
    "a_changed_state": Broken(
        {
            "state": "\nclass State:\n    def __init__(self, sticks, quiet, turn):\n"
            "        self.sticks, self.quiet, self.turn = sticks, quiet, turn\n"
        }
        | play_of("state.sticks -= move  # bug", "state.turn = 1 - state.turn", "return state"),
        "play",
        "play changes its argument",
    ),
    "a_changed_list_in_the_state": Broken(
        {
            "state": "\nclass State:\n    def __init__(self, sticks, quiet, turn):\n"
            "        self.sticks, self.quiet, self.turn = sticks, quiet, turn\n"
            "        self.taken = []\n"
        }
        | play_of("state.taken.append(move)  # bug", f"return {NEXT}"),
        "play",
        "play changes its argument",
    ),
    "a_changed_list_in_a_named_tuple": Broken(
        {"state": PARTS["state"] + "    taken: list = []\n"}
        | play_of(
            "state.taken.append(move)  # bug",
            "return State(state.sticks - move, 0, 1 - state.turn, state.taken)",
        ),
        "play",
        "play changes its argument",
    ),
    "another_type_of_state": Broken(
        {
            "play": "\nclass Other(NamedTuple):\n    sticks: int\n    quiet: int\n    turn: int\n"
            "def play(state, move):  # bug\n"
            "    return Other(state.sticks - move, 0, 1 - state.turn)\n"
        },
        "play",
        "the state is of type Other: expected State",
    ),
    "a_field_that_becomes_a_fraction": Broken(
        {
            "play": "\ndef play(state, move):  # bug\n"
            "    return State(state.sticks / 1 - move, 0, 1 - state.turn)\n"
        },
        "play",
        "the field sticks is 11.0: expected an integer",
    ),
    "a_cell_beside_the_board": Broken(
        {
            "imports": PARTS["imports"] + "from kibitz import Board\n",
            "state": PARTS["state"] + "    taken: Board = Board(3, 4)\n",
        }
        | play_of(
            "taken = state.taken.add(state.sticks)  # bug",
            "return State(state.sticks - move, 0, 1 - state.turn, taken)",
        ),
        "play",
        "cell 12 is not on a Board(3, 4)",
    ),
    "a_board_of_another_size": Broken(
        {
            "imports": PARTS["imports"] + "from kibitz import Board\n",
            "state": PARTS["state"] + "    taken: Board = Board(3, 4)\n",
            "play": "\ndef play(state, move):  # bug\n"
            "    return State(state.sticks - move, 0, 1 - state.turn, Board(4, 3))\n",
        },
        "play",
        "the field taken is Board(4, 3): expected a Board(3, 4)",
    ),
    "a_number_too_large_for_its_cell": Broken(
        {
            "imports": PARTS["imports"] + "from kibitz import Cells\n",
            "state": PARTS["state"] + "    piles: Cells = Cells(2, 3)\n",
        }
        | play_of(
            "piles = state.piles.put(0, state.sticks)  # bug",
            "return State(state.sticks - move, 0, 1 - state.turn, piles)",
        ),
        "play",
        "12 does not fit in Cells(2, 3)",
    ),
    "play_by_chance": Broken(
        {
            "play": "\nimport random\ndef play(state, move):  # bug\n"
            "    return State(state.sticks - move, random.randrange(10**9), 1 - state.turn)\n"
        },
        "play",
        "play returns another state when called again",
    ),
    "a_global_counter": Broken(
        {
            "play": "\nCOUNT = [0]\ndef play(state, move):  # bug\n    COUNT[0] += 1\n"
            "    return State(state.sticks - move, COUNT[0], 1 - state.turn)\n"
        },
        "play",
        "play returns another state when called again",
    ),
    "a_global_board": Broken(
        {
            "moves": "\nTABLE = []\ndef moves(state):  # bug\n    for take in range(1, 3):\n"
            "        if take <= state.sticks and take not in TABLE: yield take\n"
        }
        | play_of("TABLE[:] = [move]", f"return {NEXT}"),
        "moves",
        "moves yields other moves after play was called",
    ),
    "a_turn_that_grows": Broken(
        {
            "play": "\ndef play(state, move):  # bug\n"
            "    return State(state.sticks - move, 0, state.turn + 1)\n"
        },
        "play",
        "turn is 2: expected 0 to 1",
    ),
    "a_field_of_text": Broken(
        {
            "play": "\ndef play(state, move):  # bug\n"
            "    return State(state.sticks - move, 'none', 1 - state.turn)\n"
        },
        "play",
        "the field quiet is 'none'",
    ),
    "a_field_too_large": Broken(
        {
            "play": "\ndef play(state, move):  # bug\n"
            "    return State(state.sticks - move, 1 << 70, 1 - state.turn)\n"
        },
        "play",
        "of at most 63 bits; for a board of 64 cells or more, use Board",
    ),
    "play_without_a_result": Broken(
        {"play": "\ndef play(state, move):  # bug\n    State(state.sticks - move, 0, 1)\n"},
        "play",
        "turn is None",
    ),
    "a_tuple_for_a_state": Broken(
        {"play": f"\ndef play(state, move):  # bug\n    return tuple({NEXT})\n"},
        "play",
        "turn is None",
    ),
    "an_illegal_index": Broken(
        play_of("TABLE = (0, 1, 2)", f"return {NEXT} if TABLE[move] else state  # bug"),
        "play",
        "play raises IndexError: tuple index out of range (move 3)",
    ),
    "a_rule_that_exits": Broken(
        play_of("import sys", "sys.exit()  # bug"), "play", "play raises SystemExit"
    ),
    # the end
    "two_winners": Broken(
        {"payoff": "\ndef payoff(state, side):\n    return WIN  # bug\n"},
        "payoff",
        "the payoffs are [1, 1]",
    ),
    "two_losers": Broken(
        {"payoff": "\ndef payoff(state, side):\n    return LOSS  # bug\n"},
        "payoff",
        "the payoffs are [-1, -1]",
    ),
    "a_score_for_a_payoff": Broken(
        {"payoff": "\ndef payoff(state, side):\n    return 10 * side + 5  # bug\n"},
        "payoff",
        "payoff returns 5: expected WIN, DRAW or LOSS",
    ),
    "a_truth_value_for_a_payoff": Broken(
        {"payoff": "\ndef payoff(state, side):\n    return side != state.turn  # bug\n"},
        "payoff",
        "payoff returns False: expected WIN, DRAW or LOSS",
    ),
    "a_payoff_that_forgets": Broken(
        {
            "payoff": "\nASKED = []\ndef payoff(state, side):  # bug\n    ASKED.append(side)\n"
            "    return WIN if len(ASKED) % 3 else LOSS\n"
        },
        "payoff",
        "payoff returns another value when called again",
    ),
    "a_game_without_end": Broken(
        {
            "moves": "\ndef moves(state):  # bug\n    yield 0\n",
            "play": "\ndef play(state, move):\n    return State(5, 0, 1 - state.turn)\n",
        },
        "moves",
        "a random game has not ended after",
    ),
    # the evaluation
    "a_fraction": Broken(evaluate_of("return 0.5  # bug"), "evaluate", "evaluate returns 0.5"),
    "too_large": Broken(
        evaluate_of("return 10**15 if side else -(10**15)  # bug"), "evaluate", "at most 999999"
    ),
    "not_mirrored": Broken(
        evaluate_of("return state.sticks  # bug"), "evaluate", "which is not its negative"
    ),
    "an_evaluation_by_chance": Broken(
        {
            "evaluate": "\nimport random\ndef evaluate(state, side):  # bug\n"
            "    return random.randrange(10**9)\n"
        },
        "evaluate",
        "evaluate returns another value when called again",
    ),
    "terms_that_do_not_add_up": Broken(
        extra("def explain(state, side):\n    return {'sticks': 3}  # bug", "explain=explain"),
        "explain",
        "the sum of explain's terms {'sticks': 3}",
    ),
    # texts
    "two_moves_with_one_text": Broken(
        {
            "notation": "\ndef format_move(state, move):\n    return 'take'  # bug\n"
            "NOTATION = Notation(format_move=format_move)\n"
        },
        "notation.format_move",
        "two moves have the text 'take'",
    ),
    "moves_that_differ_only_in_case": Broken(
        {
            "notation": "\ndef format_move(state, move):  # bug\n    return 'aAb'[move - 1]\n"
            "NOTATION = Notation(format_move=format_move)\n"
        },
        "notation.format_move",
        "is ambiguous",
    ),
    "a_position_that_cannot_be_read": Broken(
        {
            "notation": "\ndef format_state(state):\n    return f'{state.sticks} sticks'  # bug\n"
            "NOTATION = Notation(format_state=format_state)\n"
        },
        "notation.format_state",
        "a notation with format_state needs parse_state too",
    ),
    "two_positions_with_one_text": Broken(
        {
            "notation": "\ndef format_state(state):\n    return f'{state.sticks}'\n"
            "def parse_state(text):\n    return State(int(text), 0, 0)  # bug\n"
            "NOTATION = Notation(format_state=format_state, parse_state=parse_state)\n"
        },
        "notation.parse_state",
        "is parsed as State(sticks=",
    ),
    # symmetries
    "a_symmetry_without_end": Broken(
        extra(
            "def turned(state):\n    return State(state.sticks + 1, 0, state.turn)  # bug",
            "symmetries=turned",
        ),
        "symmetries",
        "and another state when applied to that",
    ),
    "a_wrong_symmetry": Broken(
        extra(
            "def turned(state):\n    return State(state.sticks // 2 * 2, 0, state.turn)  # bug",
            "symmetries=turned",
        ),
        "symmetries",
        "the successors of the canonical state",
    ),
    # the board
    "too_few_occupants": Broken(
        {
            "geometry": "\nCELLS = [Cell(str(number), number, 0) for number in range(12)]\n"
            "def occupants(state):\n    return ['x'] * state.sticks  # bug\n"
            "GEOMETRY = Geometry(cells=CELLS, occupants=occupants)\n"
        },
        "geometry.occupants",
        "the geometry has 12 cells and",
    ),
    "an_occupant_that_fails": Broken(
        {
            "geometry": "\nCELLS = [Cell('a', 0, 0)]\n"
            "def occupants(state):\n    return [state.board[0]]  # bug\n"
            "GEOMETRY = Geometry(cells=CELLS, occupants=occupants)\n"
        },
        "geometry.occupants",
        "geometry.occupants raises AttributeError",
    ),
    "two_cells_in_one_place": Broken(
        {
            "geometry": "\nCELLS = [Cell('a', 0, 0), Cell('b', 0, 0)]\n"
            "GEOMETRY = Geometry(cells=CELLS, occupants=lambda state: ['', ''])  # bug\n"
        },
        "geometry",
        "two cells of the geometry have the same coordinates",
    ),
    "a_path_beside_the_board": Broken(
        {
            "geometry": "\nCELLS = [Cell('a', 0, 0), Cell('b', 1, 0)]\n"
            "def path(state, move):\n    return [move]  # bug\n"
            "GEOMETRY = Geometry(cells=CELLS, occupants=lambda state: ['', ''], path=path)\n"
        },
        "geometry.path",
        "path returns [2] for move 2: expected numbers of cells, from 0 to 1",
    ),
    # players and options
    "the_second_side_first": Broken(
        {
            "build": "\ndef build(sticks=12):\n"
            "    return Game('sticks', State(sticks, 0, 1), moves, play, payoff, evaluate)  # bug\n"
        },
        "start",
        "the first state's turn is 1: side 0 moves first",
    ),
    "an_ignored_option": Broken(
        {"build": PARTS["build"].replace("(sticks=12):", "(sticks=12):  # bug\n    sticks = 12")},
        "build",
        "build ignores the option 'sticks': its setting remains 12",
    ),
    "an_option_that_build_does_not_take": Broken(
        {
            "build": PARTS["build"].replace(
                "def build(sticks=12):", "def build():  # bug\n    sticks = 12"
            )
        },
        "build",
        "build raises TypeError",
    ),
    "a_default_outside_its_choices": Broken(
        {
            "build": PARTS["build"]
            .replace(
                'options=(Option("sticks", 12, range(1, 13)),)',
                'options=(Option("sticks", 20, range(1, 13)),)  # bug\n       ',
            )
            .replace("# bug\n       ,", ",  # bug\n       ")
        },
        "options",
        "the default of option 'sticks' is 20",
    ),
    # rules that do not return
    "a_loop_in_moves": Broken(
        moves_of("while state.sticks == 9: pass  # bug", "if state.sticks: yield 1"),
        "moves",
        "moves does not return within",
        hangs=True,
    ),
    "a_loop_in_play": Broken(
        {
            "play": "\ndef capture(state):\n    while state.sticks < 5: pass  # bug\n"
            f"def play(state, move):\n    capture(state)\n    return {NEXT}\n"
        },
        "play",
        "play does not return within",
        hangs=True,
    ),
    "a_loop_in_payoff": Broken(
        {"payoff": "\ndef payoff(state, side):\n    while True: pass  # bug\n"},
        "payoff",
        "payoff does not return within",
        hangs=True,
    ),
    "a_loop_in_evaluate_that_catches_everything": Broken(
        evaluate_of(
            "for _ in range(2):",
            "    try:",
            "        while True: pass  # bug",
            "    except BaseException:",
            "        pass",
            "while True: pass",
        ),
        "evaluate",
        "evaluate does not return within",
        hangs=True,
    ),
    "a_loop_in_the_notation": Broken(
        {
            "notation": "\ndef format_state(state):\n    while True: pass  # bug\n"
            "NOTATION = Notation(format_state=format_state)\n"
        },
        "notation.format_state",
        "notation.format_state does not return within",
        hangs=True,
    ),
    # what compiles differently, or not at all
    "an_overflow": Broken(
        {
            "evaluate": "\ndef evaluate(state, side):  # bug\n"
            "    value = (state.sticks + (1 << 62)) * 2 % 1000\n"
            "    return value if side == state.turn else -value\n"
        },
        "evaluate",
        "when compiled",
        compiles=True,
    ),
    "a_state_that_is_replaced": Broken(
        play_of("return state._replace(sticks=state.sticks - move, turn=1 - state.turn)  # bug"),
        "play",
        "Build states with State(field=...)",
        compiles=True,
    ),
    "a_rule_that_prints": Broken(
        play_of(
            "print('taken:', move)  # bug",
            "return State(sticks=state.sticks - move, quiet=0, turn=1 - state.turn)",
        ),
        "play",
        "it calls print. Remove the call",
        compiles=True,
    ),
    "a_helper_that_prints": Broken(
        {
            "evaluate": "\ndef told(value):\n    print(value)  # bug\n    return value\n"
            "def evaluate(state, side):\n"
            "    return told(state.sticks if side == state.turn else -state.sticks)\n"
        },
        "evaluate",
        "it calls print. Remove the call",
        compiles=True,
    ),
    "a_bit_count": Broken(
        evaluate_of(
            "value = state.sticks.bit_count()  # bug",
            "return value if side == state.turn else -value",
        ),
        "evaluate",
        "kibitz.bits.popcount",
        compiles=True,
    ),
}


def written(name: str, folder: Path) -> tuple[Path, int]:
    """The file of a broken game, and the number of the marked line."""
    text = "".join({**PARTS, **BROKEN[name].parts}.values())
    file = folder / f"{name}.py"
    file.write_text(text)
    (line,) = (number for number, one in enumerate(text.splitlines(), 1) if "# bug" in one)
    return file, line


def load(file: Path) -> Game:
    return load_file(str(file))


def test_there_are_at_least_forty() -> None:
    assert len(BROKEN) >= 40


def test_the_sound_game_passes(tmp_path: Path) -> None:
    file = tmp_path / "sound.py"
    file.write_text("".join(PARTS.values()))
    assert check(load(file), games=5, compiled=False).positions > 20


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_game_is_named_with_rule_and_line(name: str, tmp_path: Path) -> None:
    broken = BROKEN[name]
    file, line = written(name, tmp_path)
    game = load(file)
    watchdog = Watchdog(0.5) if broken.hangs else None
    with pytest.raises((ConformanceError, CompileError)) as caught:
        check(game, games=5, compiled=broken.compiles, watchdog=watchdog)
    params = caught.value.message.params
    assert broken.text in str(caught.value)
    if isinstance(caught.value, ConformanceError):
        assert (params["rule"], params["file"]) == (broken.rule, str(file))
        assert params["line_number"] == line
        assert f"({name}.py, line {line}" in str(caught.value)
        assert "Moves: " in str(caught.value)
    else:
        assert (params["function"], params["file"]) == (broken.rule, str(file))
        assert params["line"] == line


# What a search would call proven, if it looked at these rules.
SOON_FOUND = (
    "negative_moves",
    "a_move_twice",
    "a_changed_state",
    "a_turn_that_grows",
    "play_without_a_result",
    "a_global_board",
    "two_winners",
    "no_moves_before_the_end",
    "an_exception_deep_in_the_game",
)


@pytest.mark.parametrize("name", SOON_FOUND)
def test_a_search_names_the_mistake_instead_of_a_proven_score(name: str, tmp_path: Path) -> None:
    from kibitz import Engine, Limit, Session, Snapshot

    file, _ = written(name, tmp_path)
    game = load(file)
    for begin in (
        lambda: Session(game),
        lambda: Engine(game).play(Snapshot(game.initial()), Limit(depth=3)),
    ):
        with pytest.raises(ConformanceError) as caught:
            begin()
        assert BROKEN[name].text in str(caught.value)
        assert "kibitz check" in str(caught.value)


def test_a_look_at_rules_that_do_not_return_ends(tmp_path: Path) -> None:
    file, line = written("a_loop_in_moves", tmp_path)
    with pytest.raises(ConformanceError) as caught:
        look_at(load(file), seconds=0.5)
    assert caught.value.message.params["line_number"] == line


def test_a_look_at_rules_that_wait_for_something_ends(tmp_path: Path) -> None:
    """No exception interrupts a sleep, and `hint` waited as long as the rule did."""
    file = tmp_path / "sleepy.py"
    parts = {**PARTS, **play_of("import time", "time.sleep(8)  # bug", f"return {NEXT}")}
    file.write_text("".join(parts.values()))
    (line,) = (at for at, one in enumerate(file.read_text().splitlines(), 1) if "# bug" in one)
    others = set(threading.enumerate())
    with pytest.raises(ConformanceError) as caught:
        look_at(load(file), seconds=0.2)
    assert f"its rules do not return (sleepy.py, line {line}, in play)" in str(caught.value)
    # The exception that waits for the end of the sleep would disturb tracing in later tests.
    left = set(threading.enumerate()) - others
    assert left
    for thread in left:
        thread.join(60)
        assert not thread.is_alive()


def test_a_list_in_a_named_tuple_is_played(tmp_path: Path) -> None:
    """Such a state has no hash."""
    from kibitz import Engine, Limit, Session

    file = tmp_path / "listed.py"
    parts = {
        **PARTS,
        "state": PARTS["state"] + "    taken: list = []\n",
        **play_of(
            "taken = [*state.taken, move]",
            "return State(state.sticks - move, 0, 1 - state.turn, taken)",
        ),
    }
    parts["notation"] = "\nNOTATION = Notation()\n"
    file.write_text("".join(parts.values()))
    game = load(file)
    assert not check(game, games=5).is_compiled
    session = Session(game)
    session.push("2")
    line = Engine(game).play(session, Limit(depth=4))
    assert line.moves[0] in (1, 2, 3)
    session.push(line.move)
    session.undo()
    assert session.state.taken == [2]


def test_the_board_is_drawn(tmp_path: Path) -> None:
    file, _ = written("not_mirrored", tmp_path)
    with pytest.raises(ConformanceError) as caught:
        check(load(file), compiled=False)
    assert "Position: 12/0/0\n  Board:\n     x | x | x | x" in str(caught.value)
