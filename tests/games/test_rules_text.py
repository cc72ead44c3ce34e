"""The rules text of every game and variant: complete, drawn with legal moves, and true."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import pytest

import kibitz
from kibitz.core.contract import Game
from kibitz.core.markdown import Block
from kibitz.core.rules_text import Figure, read_rules
from kibitz.core.text import format_state
from kibitz.games.draughts.variants import OTHER_SIZES, sized
from kibitz.games.draughts.variants import VARIANTS as DRAUGHTS
from kibitz.games.draughts.variants import Variant as DraughtsVariant
from kibitz.games.morris.variants import VARIANTS as MORRIS
from kibitz.games.morris.variants import Mill
from tests.idiom import idioms

Options = Mapping[str, int | str]

_SIZES: tuple[tuple[str, Options], ...] = (
    ("tictactoe", {"rows": 1, "columns": 1, "length": 1}),
    ("tictactoe", {"rows": 1, "columns": 5, "length": 3}),
    ("tictactoe", {"rows": 5, "columns": 1, "length": 2}),
    ("tictactoe", {"rows": 7, "columns": 9, "length": 5}),
    ("tictactoe", {"rows": 2, "columns": 3, "length": 3}),
    ("tictactoe", {"first": "O"}),
    ("connect4", {"rows": 1, "columns": 8}),
    ("connect4", {"rows": 31, "columns": 1}),
    ("connect4", {"rows": 6, "columns": 2}),
    ("connect4", {"rows": 2, "columns": 4}),
    ("connect4", {"rows": 4, "columns": 4}),
    ("tiles", {"rows": 1, "columns": 2}),
    ("tiles", {"rows": 2, "columns": 3}),
    ("tiles", {"rows": 3, "columns": 3, "players": 3}),
    ("tiles", {"players": 3}),
    ("tiles", {"players": 4}),
    ("tiles", {"rows": 4, "columns": 3, "players": 4}),
    ("horses", {"ending": "both"}),
    ("horses", {"players": 3}),
    ("horses", {"players": 4}),
    ("morris", {"clock": 0, "repeats": 0}),
    ("morris", {"clock": 1}),
    ("draughts", {"landing": "any", "majority": "yes"}),
    ("draughts", {"variant": "frisian", "king_limit": "off"}),
)


def all_variants() -> Iterator[tuple[str, Options]]:
    """Every game and variant, and options that change the text."""
    for name in kibitz.names():
        yield name, {}
        for option in kibitz.game(name).options:
            if option.name == "variant":
                yield from ((name, {"variant": str(choice)}) for choice in option.choices)
    for variant, size in OTHER_SIZES:
        yield "draughts", {"variant": variant, "size": size}
    yield from _SIZES


CASES = list(all_variants())


def made(case: tuple[str, Options]) -> Game:
    return kibitz.game(case[0], **case[1])


def named(case: object) -> str:
    return re.sub(r"[^\w]+", "-", str(case))


def sections(game: Game) -> dict[str, str]:
    """The text of each section, by its heading."""
    parts = re.split(r"^##+ (.*)$", game.rules, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@pytest.mark.parametrize("case", CASES, ids=named)
def test_every_variant_explains_its_goal_moves_end_and_draws(case: tuple[str, Options]) -> None:
    game = made(case)
    found = sections(game)
    assert {"Goal", "Set-up", "The end", "Draws"} <= found.keys()
    assert all(text.strip() for text in found.values())
    assert len(game.rules.split()) > 100
    assert idioms(re.sub(r"```.*?```", "", game.rules, flags=re.DOTALL)) == []


@pytest.mark.parametrize("case", CASES, ids=named)
def test_every_board_is_drawn_and_its_move_is_legal(case: tuple[str, Options]) -> None:
    game = made(case)
    parts = read_rules(game)
    figures = [part for part in parts if isinstance(part, Figure)]
    assert len(figures) == game.rules.count("```board")
    assert figures
    for figure in figures:
        assert figure.caption
        if figure.move is not None:
            assert figure.move in game.moves(figure.before)
            assert figure.after == game.play(figure.before, figure.move)
    assert not any(isinstance(part, Block) and part.kind == "fenced" for part in parts)


def figures_with(game: Game, words: str) -> list[Figure]:
    """The boards whose caption contains these words."""
    return [
        part
        for part in read_rules(game)
        if isinstance(part, Figure) and words in "".join(span.text for span in part.caption)
    ]


@pytest.mark.parametrize("case", CASES, ids=named)
def test_captions_that_announce_a_win_are_true(case: tuple[str, Options]) -> None:
    game = made(case)
    claimed = [*figures_with(game, "wins"), *figures_with(game, "has four")]
    for figure in claimed:
        assert figure.after is not None
        outcome = game.outcome(figure.after)
        assert outcome is not None
        assert outcome.winner == figure.before.turn
    for figure in figures_with(game, "a draw"):
        outcome = game.outcome(figure.before)
        assert outcome is not None
        assert outcome.winner is None


# The facts of draughts.

ALL_DRAUGHTS = [(name, 0) for name in DRAUGHTS] + list(OTHER_SIZES)
FACTS: tuple[tuple[str, str, object], ...] = (
    ("men_capture_back", "Men also capture **backwards**", True),
    ("men_capture_back", "Men capture only forwards", False),
    ("straight", "along rows and columns", True),
    ("removal", "leaves the board immediately", "immediately"),
    ("removal", "leave the board after the whole move", "end"),
    ("men_capture_kings", "A man cannot capture a king", False),
    ("has_kings", "There are no kings", False),
    ("precedence", "takes the most pieces", ("pieces", "pieces, kings", "italian")),
    ("precedence", "the highest value", "frisian"),
    ("precedence", "If a king and a man can capture", "king"),
    ("precedence", "you may choose any of them", "none"),
    ("goal", "**wins**", "lose"),
)
KING_FACTS: tuple[tuple[str, str, object], ...] = (  # said only where kings go on playing
    ("flying", "A king is *flying*", True),
    ("flying", "A king moves one square diagonally", False),
    ("landing", "on any free square behind the captured piece", ("any", "behind kings")),
    ("landing", "it must land right behind it", "behind kings"),
    ("promotion", "continues the capture as a king", "passing"),
)


@pytest.mark.parametrize(("name", "size"), ALL_DRAUGHTS)
def test_the_text_of_draughts_has_the_facts_of_the_variant(name: str, size: int) -> None:
    game = kibitz.game("draughts", variant=name, size=size)
    row = sized(name, size)
    plays_kings = row.goal != "king"
    for fact, words, values in FACTS + (KING_FACTS if plays_kings else ()):
        expected = getattr(row, fact) in (values if isinstance(values, tuple) else (values,))
        if fact == "landing" and not row.flying:
            expected = False
        assert (words in game.rules) == expected, (fact, words)
    start = sections(game)["Set-up"]
    assert f"{row.size} x {row.size} squares" in start
    assert f"{game.initial().mine.bit_count()} men" in start
    assert f"{row.starter.capitalize()} moves first" in start
    assert ("at most 3 moves in a row" in game.rules) == (row.king_limit > 0)
    _check_draws(game, row)


def _check_draws(game: Game, row: DraughtsVariant) -> None:
    draws = sections(game)["Draws"]
    assert ("The same position occurs" in draws) == (row.repeats > 0)
    if row.repeats:
        assert {3: "three times", 4: "four times"}[row.repeats] in draws
    counted = row.draws in ("quiet", "international", "russian")
    assert (f"{row.quiet_plies // 2} moves in a row" in draws) == counted
    assert ("no draws" in draws) == (row.repeats == 0 and row.draws == "none")


@pytest.mark.parametrize(("name", "size"), ALL_DRAUGHTS)
def test_mandatory_and_better_captures_are_as_their_captions_claim(name: str, size: int) -> None:
    game = kibitz.game("draughts", variant=name, size=size)
    assert game.geometry is not None
    assert game.geometry.must_capture is not None
    (forced,) = figures_with(game, "must capture")
    assert game.geometry.must_capture(forced.before)
    assert list(game.moves(forced.before)) == [forced.move]
    for figure in figures_with(game, "is not allowed"):
        assert list(game.moves(figure.before)) == [figure.move]
    row = sized(name, size)
    has_choice = row.precedence not in ("none", "king")
    assert len(figures_with(game, "is not allowed")) == has_choice
    for figure in figures_with(game, "on any marked square"):
        ends = {move >> 6 & 63 for move in game.moves(figure.before)}
        assert len(ends) == len(figure.marked)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"landing": "any"}, "on any free square behind"),
        ({"landing": "behind"}, "on the square right behind"),
        ({"majority": "yes"}, "takes the most pieces"),
        ({"majority": "no"}, "you may choose any of them"),
    ],
)
def test_options_change_the_text(options: Options, words: str) -> None:
    assert words in kibitz.game("dame", **options).rules


def test_the_limit_of_king_moves_can_be_switched_off() -> None:
    assert "in a row without capturing" in kibitz.game("draughts", variant="frisian").rules
    free = kibitz.game("draughts", variant="frisian", king_limit="off")
    assert "in a row without capturing" not in free.rules


# The facts of Morris.


@pytest.mark.parametrize("name", MORRIS)
def test_the_text_of_morris_has_the_switches_of_the_variant(name: str) -> None:
    variant = MORRIS[name]
    rules = kibitz.game("morris", variant=name).rules
    wins = variant.mill == Mill.WINS
    facts = {
        f"has {variant.board.count} points": True,
        f"have {variant.stones} stones each": True,
        f"{len(variant.board.mills)} lines of three points": True,
        "can *fly*": variant.flies,
        "There is no flying": not variant.flies and not wins,
        "place a stone on any free point, or move": variant.slides_early,
        "The first mill wins the game": wins,
        "from the other side's *hand*": variant.mill == Mill.TAKES_FROM_HAND,
        "only *marks* a stone": variant.mill == Mill.MARKS,
        "closes two mills takes two stones": variant.takes_each,
        "closes two mills takes only one stone": not variant.takes_each and not wins,
        "even one that is part of a mill": variant.takes_any,
        "A stone in a mill is safe": not variant.takes_any and not wins,
        "only once": variant.mills_serve_once,
        "Black moves first": variant.second_moves_first,
        "each side takes one stone of the other": variant.full_board_takes,
        "White cannot move and loses": 2 * variant.stones == variant.board.count
        and not variant.full_board_takes,
        "A side that cannot move any stone takes": variant.blocked_takes,
        "cannot move any of them loses": not variant.blocked_takes,
    }
    assert {words: words in rules for words in facts} == facts


def test_the_draws_of_morris_follow_its_options() -> None:
    assert "50 moves" in kibitz.game("morris").rules
    assert "7 moves" in kibitz.game("morris", clock=7).rules
    assert "three times" not in kibitz.game("morris", repeats=0).rules
    assert "There are no draws" in kibitz.game("morris", clock=0, repeats=0).rules


# The facts of the other games.


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_text_of_tiles_gives_each_player_a_direction(players: int) -> None:
    game = kibitz.game("tiles", players=players)
    for number, side in enumerate(game.sides):
        way = "column" if number % 2 == 0 else "row"
        assert f"{side.capitalize()} scores pairs in a {way}" in game.rules
    for figure in figures_with(game, "5 points for the pair"):
        side = figure.before.turn
        scores = [
            sum(value for term, value in game.explain(state, side).items() if term == "own pairs")
            for state in (figure.before, figure.after)
            if game.explain is not None
        ]
        assert scores[1] - scores[0] == 5


@pytest.mark.parametrize(
    "options", [{}, {"ending": "both"}, {"players": 3}, {"players": 4}], ids=named
)
def test_the_blocked_knight_loses_points_as_its_caption_claims(options: Options) -> None:
    game = kibitz.game("horses", **options)
    assert f"{game.players} players" in game.rules
    (figure,) = figures_with(game, "stuck on a8")
    ends = game.settings["ending"] == "first"
    assert ("the game ends, and black loses 4 points" in game.rules) == ends
    assert ("black loses 4 points and is skipped" in game.rules) != ends
    after = format_state(game, figure.after)
    assert after.split()[-1].split(":")[1] == "11"
    assert (game.outcome(figure.after) is not None) == ends
    if not ends:
        assert figure.after is not None
        assert figure.after.turn != 1


def test_the_size_of_the_board_is_that_of_the_game() -> None:
    for name in ("tictactoe", "connect4", "tiles"):
        game = kibitz.game(name, rows=5, columns=6)
        words = "5 rows and 6 columns" if name == "connect4" else "5 x 6"
        assert words in game.rules
    assert "have 4 of your marks" in kibitz.game("tictactoe", rows=4, columns=4, length=4).rules
