"""Every claim of every explanation is true: an independent judge says so."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest

import kibitz
from kibitz import Engine, Game, Limit, Snapshot
from kibitz.core.messages import catalogue
from kibitz.core.text import format_move
from kibitz.teaching.explanations.claims import MEANINGS, Claim
from kibitz.teaching.explanations.explanation import Comparison, Explanation
from tests.teaching import checker, checker_games
from tests.teaching.checker import Case, difference_problems, problems
from tests.teaching.samples import random_positions
from tests.toys import claims as claims_game
from tests.toys import pot, ring, trades

GAMES: dict[str, tuple[Game, int]] = {
    "tictactoe": (kibitz.game("tictactoe"), 5),
    "connect4": (kibitz.game("connect4"), 4),
    "draughts": (kibitz.game("draughts"), 4),
    "morris": (kibitz.game("morris"), 3),
    "horses": (kibitz.game("horses"), 4),
    "tiles": (kibitz.game("tiles"), 4),
}
RELATIVES: dict[str, tuple[Game, int]] = {
    "antidraughts": (kibitz.game("draughts", variant="antidraughts"), 3),
    "three": (kibitz.game("morris", variant="three"), 4),
    "horses for 3": (kibitz.game("horses", players=3), 3),
    "tiles for 4": (kibitz.game("tiles", players=4), 3),
    "ring with a clock": (ring(limit=6), 4),
    "pot": (pot(), 4),
    "trades": (trades(), 3),
    "claims": (claims_game(), 4),
}
# Like a game above, in what can be claimed about it; compiling each takes up to ten seconds.
MORE_RELATIVES: dict[str, tuple[Game, int]] = {
    "tictactoe 4x4": (kibitz.game("tictactoe", rows=4, columns=4), 3),
    "connect4 5x4": (kibitz.game("connect4", rows=5, columns=4), 5),
    "english": (kibitz.game("draughts", variant="english"), 3),
    "international": (kibitz.game("draughts", variant="international"), 3),
    "breakthrough": (kibitz.game("draughts", variant="breakthrough"), 3),
    "lasker": (kibitz.game("morris", variant="lasker"), 2),
    "dooz": (kibitz.game("morris", variant="dooz"), 2),
    "da_san_qi": (kibitz.game("morris", variant="da_san_qi"), 2),
    "six": (kibitz.game("morris", variant="six"), 3),
    "horses to the last": (kibitz.game("horses", ending="both"), 4),
    "ring": (ring(), 4),
}


@lru_cache(maxsize=8)
def engine_of(game: Game) -> Engine:
    return Engine(game)


def explained(game: Game, depth: int, count: int, seed: int) -> Iterator[tuple[Case, Any]]:
    """Explanations of the best move and of others, and comparisons, each with its case."""
    chance = random.Random(seed)
    engine = engine_of(game)
    for index, snapshot in enumerate(random_positions(game, count, seed)):
        texts = [format_move(game, snapshot.state, move) for move in game.moves(snapshot.state)]
        move = chance.choice(texts) if index % 2 else None
        limit = Limit(depth=depth)
        found = engine.explain(snapshot, move, limit)
        case = Case(game, snapshot.state, tuple(snapshot.earlier), found.move)
        yield case, found
        if index % 4 == 0:
            yield case, engine.compare(snapshot, chance.choice(texts), move, limit)


def all_problems(case: Case, found: Explanation | Comparison) -> list[str]:
    if isinstance(found, Explanation):
        return problems(case, found)
    return (
        difference_problems(case, found)
        + problems(case.other(found.mine.move), found.mine)
        + problems(case.other(found.yours.move), found.yours)
    )


@pytest.mark.parametrize(
    "name",
    [*GAMES, *RELATIVES, *(pytest.param(name, marks=pytest.mark.deep) for name in MORE_RELATIVES)],
)
def test_everything_said_is_true(name: str) -> None:
    game, depth = (GAMES | RELATIVES | MORE_RELATIVES)[name]
    for case, found in explained(game, depth, 24 if name in GAMES else 10, seed=1):
        assert all_problems(case, found) == [], (game, case.state)


@pytest.mark.deep
@pytest.mark.parametrize("name", GAMES)
def test_everything_said_is_true_of_500_positions(name: str) -> None:
    game, depth = GAMES[name]
    for case, found in explained(game, depth, 500, seed=2):
        assert all_problems(case, found) == [], (game, case.state)


# The judge itself.


def false_versions(claim: Claim) -> Iterator[Claim]:
    """The same claim with every number and every line changed, one at a time."""
    for name, value in claim.params.items():
        if isinstance(value, int | float) and name != "depth":
            yield replace(claim, params={**claim.params, name: value + 1})
    if claim.params:
        yield replace(claim, line=(*claim.line, "nonsense"))


@pytest.mark.parametrize("name", GAMES)
def test_the_judge_refuses_what_is_not_true(name: str) -> None:
    game, depth = GAMES[name]
    refused = 0
    for case, found in explained(game, depth, 6, seed=3):
        if isinstance(found, Comparison):
            continue
        for claim in found.claims:
            for changed in false_versions(claim):
                altered = replace(found, claims=(changed,), terms=())
                assert problems(case, altered), changed
                refused += 1
    assert refused > 20


@pytest.mark.parametrize("code", sorted(checker.JUDGES))
def test_the_judge_does_not_believe_every_claim_of_any_move(code: str) -> None:
    """In the first position of Connect Four next to nothing can be claimed."""
    game = kibitz.game("connect4")
    params = {
        "plies": 3, "depth": 3, "other": "a", "reply": "a", "points": 99, "answers": 1,
        "replies": 7, "side": "O", "reason": "rules", "pieces": 9, "term": "threats on own rows",
        "before": 1, "after": 1, "percent": 50,
    }  # fmt: skip
    case = Case(game, game.initial(), (), "d")
    claim = Claim(code, params, "", ("d",), kibitz.Warrant("proven"))
    assert not checker.JUDGES[code](case, claim)


def test_every_code_has_its_meaning_its_sentence_and_its_judge() -> None:
    between = {
        "same_move", "wins_where_other_does_not", "wins_sooner", "loses_where_other_does_not",
        "loses_sooner", "better_by", "equally_good", "both_win", "both_lose", "both_draw",
        "table_tells_apart", "sampled_better", "sampled_alike",
    }  # fmt: skip
    assert set(MEANINGS) == set(checker.JUDGES) | between
    assert set(MEANINGS) <= set(catalogue())


@pytest.mark.parametrize("name", GAMES)
def test_every_code_of_a_vocabulary_has_its_meaning_and_its_judge(name: str) -> None:
    words = GAMES[name][0].vocabulary
    assert words is not None
    assert set(words.phrases.table) == set(checker_games.GAME_JUDGES[name])
    assert set(words.nudges) <= set(words.phrases.table)
    assert not set(words.phrases.table) & set(MEANINGS)
    for sentence, meaning in words.phrases.table.values():
        assert not sentence.endswith(".")
        assert len(meaning) > 20


@pytest.mark.parametrize("name", ["tictactoe", "draughts", "tiles"])
def test_an_explanation_to_a_depth_is_the_same_every_time(name: str) -> None:
    game, depth = GAMES[name]
    for snapshot in random_positions(game, 3, seed=4):
        said = [
            (found.move, found.claims, found.terms, found.marks)
            for found in (
                Engine(game).explain(snapshot, limit=Limit(depth=depth)) for _ in range(2)
            )
        ]
        assert said[0] == said[1]


def test_a_snapshot_without_a_past_and_one_with_it_are_both_explained() -> None:
    game = kibitz.game("tictactoe")
    state = game.play(game.initial(), 4)
    for snapshot in (Snapshot(state), Snapshot(state, (game.initial(),))):
        assert Engine(game).explain(snapshot, "0", Limit(depth=4)).move == "0"
