"""A game in which repetition is illegal: sessions, records, matches, teaching, the server."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import kibitz
from kibitz import ConformanceError, Game, IllegalMoveError, Limit, Player, RecordError, Session
from kibitz.engine.position import Snapshot
from kibitz.match.contestant import Contestant
from kibitz.match.match import Match
from kibitz.match.players import RandomPlayer
from kibitz.match.replay import Recorded
from kibitz.search.deepening import SearchKind
from kibitz.server.schema.position_schema import position_document
from kibitz.teaching.review.reviewer import review
from kibitz.teaching.teacher import Teacher
from kibitz.testing import check
from tests import toys
from tests.match.files import play
from tests.own_games.go import go

GAME = toys.walkers(2)
SOURCE = "from tests.toys import walkers\n\nGAME = walkers(2)\n"


def at_a_repetition(game: Game = GAME) -> tuple[Session, int]:
    """A session, and a move of the rules that would repeat a position there."""
    session = Session(game)
    for move in (0, 0, 1):
        session.push(move)
    return session, 1  # the second walker goes back, as the first one did


def test_a_move_that_repeats_is_illegal_and_the_refusal_says_why() -> None:
    session, back = at_a_repetition()
    assert back in GAME.moves(session.state)
    assert session.legal_moves == ("0", "2")
    for move in (back, str(back)):
        with pytest.raises(IllegalMoveError) as caught:
            session.push(move)
        assert "it would repeat an earlier position, which is illegal" in str(caught.value)
        assert "Legal moves are 0, 2." in str(caught.value)
    with pytest.raises(IllegalMoveError, match="legal moves are 0, 2"):
        session.push("7")
    assert session.ply == 3
    session.undo()
    assert "1" in session.legal_moves  # the history decides, not the position


def test_a_record_with_a_repetition_is_refused() -> None:
    session, back = at_a_repetition()
    session.push(2)
    record = session.to_json()
    assert Session.from_json(record, GAME).moves == session.moves
    text = json.dumps(record)
    broken = json.loads(text.replace('"move": "2"', f'"move": "{back}"'))
    with pytest.raises(RecordError, match="would repeat an earlier position"):
        Session.from_json(broken, GAME)


def chosen_at_random(session: Session, seed: int) -> str:
    player = RandomPlayer(GAME, Contestant.parse("random"))
    player.begin(seed)
    return str(player.choose(Snapshot(session.state, tuple(session.earlier))).move)


def test_players_and_teachers_stay_within_the_legal_moves() -> None:
    session, _ = at_a_repetition()
    players = [Player(GAME, level, seed=3, memory=4) for level in ("1", "4", "6")]
    moves = {player.play(session).move for player in players}
    moves |= {chosen_at_random(session, seed) for seed in range(9)}
    engine = kibitz.Engine(GAME, memory=4)
    lines = engine.analyse(session, Limit(depth=3), 9)
    moves |= {line.move for line in lines}
    assert len(lines) == 2
    teacher = Teacher(engine)
    assert teacher.hint(session, Limit(depth=3)).rungs[0].fits <= 2
    moves.add(teacher.explain(session, limit=Limit(depth=3)).line.move)
    assert moves <= set(session.legal_moves)
    with pytest.raises(IllegalMoveError, match="would repeat"):
        teacher.explain(session, "1", Limit(depth=3))
    session.push(2)
    assert [one.move for one in review(session, limit=Limit(depth=2)).moves] == list(session.moves)


def test_the_server_lists_the_legal_moves_of_the_history() -> None:
    session, _ = at_a_repetition()
    document = position_document(GAME, session.state, session.outcome(), session.earlier)
    assert [one.move for one in document.legal_moves] == ["0", "2"]


def test_matches_play_and_replay_without_repetition(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("walks.py").write_text(SOURCE)
    record = tmp_path / "match.jsonl"
    match = Match("walks.py", ["random", "depth=2"], games=6, seed=1, record=record)
    for result in play(match):
        states = [GAME.initial()]
        for move in (*result.opening.moves, *result.moves):
            states.append(GAME.play(states[-1], move))
            assert states[-1] not in states[:-1]
    recorded = Recorded(record, GAME)
    assert len(list(recorded.replay())) == 6


@pytest.mark.parametrize("seed", range(3))
def test_check_finds_a_position_without_a_legal_move(seed: int) -> None:
    check(toys.line_go(4), games=5, compiled=False, seed=seed)
    with pytest.raises(ConformanceError, match="repeats='illegal' leaves no legal move"):
        check(toys.walkers(2, can_pass=False), games=20, compiled=False, seed=seed)


def test_random_games_of_go_end() -> None:
    generator = random.Random(5)
    game = toys.line_go(6)
    for _ in range(20):
        session = Session(game)
        while session.outcome() is None:
            session.push(int(generator.choice(session.legal_moves)))
        assert len({*session.earlier, session.state}) == session.ply + 1


def test_a_ko_in_go_may_be_retaken_after_a_threat_and_its_answer() -> None:
    session = Session(go(5))
    for move in ["b1", "c1", "a2", "d2", "b3", "c3", "c2", "b2"]:  # White takes the stone on c2
        session.push(move)
    assert "c2" not in session.legal_moves
    with pytest.raises(IllegalMoveError, match="would repeat an earlier position"):
        session.push("c2")
    for move in ("e5", "d5"):
        session.push(move)
    session.push("c2")  # takes b2: the stones elsewhere have changed
    assert "b2" not in session.legal_moves
    for move in ("pass", "pass"):
        assert move in session.legal_moves
        session.push(move)
    outcome = session.outcome()
    assert outcome is not None
    assert outcome.reason == "rules"


@pytest.mark.parametrize(
    ("search", "limit"), [("alphabeta", Limit(depth=1)), ("mcts", Limit(nodes=100))]
)
def test_an_engine_does_not_retake_a_ko_at_once(search: SearchKind, limit: Limit) -> None:
    session = Session(go(5))
    for move in ["b1", "c1", "a2", "d2", "b3", "c3", "c2", "b2"]:
        session.push(move)
    engine = kibitz.Engine(session.game, search=search, memory=4, compiled=False)
    lines = engine.analyse(session, limit, 99)
    assert {line.move for line in lines} == set(session.legal_moves)


class Walk:
    """Two walkers on a ring of three in an ordinary object; four passes end the game."""

    def __init__(self) -> None:
        self.places, self.passes, self.turn = [0, 0], 0, 0

    def moves(self) -> list[str]:
        return [] if self.passes == 4 else ["on", "back", "pass"]

    def play(self, move: str) -> None:
        step = {"on": 1, "back": 2, "pass": 0}[move]
        self.places[self.turn] = (self.places[self.turn] + step) % 3
        self.passes += move == "pass"
        self.turn = 1 - self.turn

    def winner(self) -> object:
        one, other = self.places
        return "draw" if one == other else int(other > one)


@pytest.mark.parametrize(
    ("search", "limit"), [("alphabeta", Limit(depth=3)), ("mcts", Limit(nodes=100))]
)
def test_an_adapted_object_may_forbid_repetition(search: SearchKind, limit: Limit) -> None:
    game = kibitz.adapt(
        Walk(),
        moves=lambda one, player: one.moves(),
        play=lambda one, move, player: one.play(move),
        over=lambda one: not one.moves(),
        winner="winner",
        players=(0, 1),
        repeats="illegal",
    )
    session = Session(game)
    for move in ("on", "on", "back"):
        session.push(move)
    assert session.legal_moves == ("on", "pass")
    engine = kibitz.Engine(game, search=search, memory=1)
    lines = engine.analyse(session, limit, 9)
    assert {line.move for line in lines} == {"on", "pass"}
