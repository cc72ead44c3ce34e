"""Engines with endgame tables of draughts: they win what is won and hold what is drawn."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import kibitz
from kibitz import DRAW, LOSS, WIN, Game
from kibitz.core.score import NO_DISTANCE, STAGE, decided
from kibitz.core.text import format_move, format_state
from kibitz.core.types import Payoff
from kibitz.engine.knowledge import Knowledge, knowledge
from kibitz.engine.lines import TABLE_POINTS, Line, line_of
from kibitz.engine.player import Player
from kibitz.games.draughts.variants import VARIANTS
from kibitz.search.endgame import endgame_function
from kibitz.search.memory import ROOT_SIDE, UNSURE, USES_ENDGAME_TABLES
from kibitz.search.variation import Variation
from kibitz.tables.draughts import distances
from kibitz.tables.draughts.probing import DraughtsTables
from kibitz.tables.draughts.slices import groups
from kibitz.teaching.review.chances import curve
from kibitz.teaching.teacher import Teacher
from tests.tables.test_draughts import placed, solved, variant

ENGLISH = variant("english")
WORDS_OF_HEADER = 64


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """English tables of up to three pieces, found by every engine."""
    found = tmp_path_factory.mktemp("tables")
    solved(ENGLISH, found, 3)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KIBITZ_TABLES", str(found))
        yield found


def known_of(game: Game) -> Knowledge:
    found = knowledge(game)
    assert found is not None
    return found


def endings(
    game: Game, known: Knowledge, pieces: int, result: Payoff, count: int, seed: int
) -> Iterator[str]:
    """Random positions with this result, which no clock can change."""
    chance = random.Random(seed)
    every = [one for group in groups(pieces) for one in group if one.pieces == pieces]
    while count:
        state = placed(game, chance.choice(every), chance)
        verdict = known.verdict(state)
        assert verdict is not None
        if verdict.result == result and not known.is_too_slow(state) and any(game.moves(state)):
            count -= 1
            yield format_state(game, state)


def played(
    game: Game, known: Knowledge, text: str, player: Player, seed: int
) -> tuple[Payoff, int]:
    """The payoff of `player`, who moves first, and the number of plies.

    The other side makes a random one of the best moves by the tables.
    """
    session, chance = kibitz.Session(game, text), random.Random(seed)
    own = session.state.turn
    while (outcome := session.outcome()) is None:
        if session.state.turn == own:
            session.push(player.play(session).move)
        else:
            state = session.state
            moves = known.best(known.verdicts(state, session.earlier)) or known.sound(state)
            session.push(format_move(game, state, chance.choice(moves)))
    return outcome.payoffs[own], len(session.moves)


@pytest.mark.usefixtures("folder")
def test_the_search_finds_wins_in_the_tables() -> None:
    engine = kibitz.Engine(ENGLISH, compiled=True)
    known = known_of(ENGLISH)
    for text in endings(ENGLISH, known, 3, WIN, 10, seed=1):
        session = kibitz.Session(ENGLISH, text)
        line = engine.play(session, kibitz.Limit(depth=2))
        assert line.value == str(known.verdict(session.state))
        assert str(line.warrant) == "table" or (line.win_in or 0) < 4
    # One more piece on each side: the tables are in reach.
    line = engine.play(kibitz.Session(ENGLISH, "W:WK15,K23:BK7,K10"), kibitz.Limit(depth=6))
    assert line.win_in is not None
    assert str(line.warrant) == "table"


def test_a_draw_is_not_given_away_in_the_hope_of_a_clock() -> None:
    """A loss in the tables that a clock may turn into a draw counts as worse than a draw."""
    values = {7: -8, 30: -31, 31: 32, 50: -51}  # plies to the end -> value
    memory = [0] * WORDS_OF_HEADER
    memory[USES_ENDGAME_TABLES] = 1
    state = kibitz.Session(ENGLISH, "W:WK22,K28:BK3,K9").state._replace(quiet=60)  # of 80

    def scored(plies: int, root: int) -> tuple[int, bool]:
        probe = endgame_function(ENGLISH, lambda state, words: values[plies])
        memory[ROOT_SIDE] = root
        return probe(state, 1, memory, [])

    own, other = state.turn, 1 - state.turn
    assert scored(7, own) == (decided(LOSS, 8, 0), True)
    assert memory[UNSURE] == 0
    (sooner, is_known), (later, _) = scored(30, own), scored(50, own)
    assert is_known
    assert -ENGLISH.unit <= sooner < later < DRAW
    assert memory[UNSURE] == 2
    # The side at the root does not know whether it can win in time, so it searches.
    assert not scored(31, own)[1]
    assert not scored(30, other)[1]
    assert scored(31, other)[0] > DRAW


def test_wins_without_a_distance_have_scores_of_their_own() -> None:
    game = variant("international")
    state = kibitz.Session(game, "W:WK1,K18,49:BK16").state
    memory = [0] * WORDS_OF_HEADER
    memory[USES_ENDGAME_TABLES] = 1
    memory[ROOT_SIDE] = state.turn

    def line(value: int, ply: int) -> Line:
        probe = endgame_function(game, lambda state, words: value)
        score, is_known = probe(state, ply, memory, [])
        assert is_known
        found = Variation((), score, 1, is_complete=True, is_proven=True, is_by_table=True)
        return line_of(game, state, found, 0, 0.0)

    near, far = line(NO_DISTANCE + 18 * STAGE + 20, 3), line(NO_DISTANCE + 37 * STAGE + 5, 3)
    lost, measured = line(-NO_DISTANCE - 37 * STAGE - 4, 3), line(32, 3)
    assert (near.value, lost.value, measured.value) == (
        "wins (table)", "loses (table)", "wins in 34",
    )  # fmt: skip
    assert (near.result, lost.result, near.win_in) == (WIN, LOSS, None)
    assert near.remoteness < far.remoteness
    assert near.score is not None
    assert far.score is not None
    assert near.score > far.score > TABLE_POINTS - 10**6
    chances = curve(game)
    assert (chances(near), chances(lost)) == (1.0, 0.0)
    # A clock may run out before the next capture or promotion.
    state = state._replace(quiet=45)
    assert endgame_function(game, lambda state, words: NO_DISTANCE + 37 * STAGE + 5)(
        state, 1, memory, []
    ) == (0, False)


@pytest.mark.usefixtures("folder")
def test_perfect_players_end_the_game_as_the_tables_say() -> None:
    player, known = Player(ENGLISH, "perfect", seed=1), known_of(ENGLISH)
    for text in endings(ENGLISH, known, 3, WIN, 10, seed=2):
        verdict = known.verdict(kibitz.Session(ENGLISH, text).state)
        assert verdict is not None
        assert played(ENGLISH, known, text, player, seed=2) == (WIN, verdict.plies)


@pytest.mark.usefixtures("folder")
def test_explanations_quote_the_tables() -> None:
    session = kibitz.Session(ENGLISH, "W:WK32,K27:BK1")
    explained = Teacher(kibitz.Engine(ENGLISH, compiled=False)).explain(session)
    assert any(str(claim.warrant) == "table" for claim in explained.claims)


@pytest.mark.deep
@pytest.mark.parametrize("name", ["english", "german", "russian", "international"])
def test_level_10_wins_won_endings_and_holds_drawn_ones(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It plays with the tables of the package, against defence by tables with all distances."""
    game = variant(name)
    monkeypatch.setenv("KIBITZ_TABLES", str(tmp_path / "none"))
    player = Player(game, "10", seed=1)
    known_of(game)
    with monkeypatch.context() as patch:
        patch.setattr(distances, "_LARGEST_BOARD", VARIANTS[name].size)
        solved(game, tmp_path, 4)
        tables = DraughtsTables(game, tmp_path)
        assert len(tables.known) == 41  # opened
    perfect = Knowledge(game, tables)
    for text in endings(game, perfect, 4, WIN, 200, seed=3):
        assert played(game, perfect, text, player, seed=5)[0] == WIN, text
    for text in endings(game, perfect, 4, DRAW, 200, seed=4):
        assert played(game, perfect, text, player, seed=5)[0] >= DRAW, text
