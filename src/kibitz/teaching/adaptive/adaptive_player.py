"""The adaptive opponent: as strong as the person it plays against."""

from __future__ import annotations

import random

from kibitz.core.contract import Game, require_game
from kibitz.core.errors import FinishedError, LimitError
from kibitz.core.messages import Message
from kibitz.core.types import Side
from kibitz.engine.lines import Line
from kibitz.engine.player import Player
from kibitz.engine.position import Position
from kibitz.search.deepening import Opponents
from kibitz.search.limits import Limit
from kibitz.session.session import Session
from kibitz.teaching.adaptive.person_standing import PersonStanding
from kibitz.teaching.adaptive.profile import Profile
from kibitz.teaching.review.chances import of_payoff
from kibitz.teaching.review.reviewer import review

ADAPTIVE = "adaptive"  # the level's name
_GLANCE = Limit(nodes=5_000)  # for each position, to see how well the moves were played


class AdaptivePlayer:
    """Plays one game as well as the person of a profile, and learns from every game.

    Between two steps of the ladder it plays now like the one and now like the other, by lot, so
    that its strength has no steps. `seed`: as `kibitz.Player` has it.

    >>> import kibitz
    >>> game = kibitz.game("tictactoe")
    >>> opponent = AdaptivePlayer(game, seed=1)
    >>> opponent.level, opponent.play(kibitz.Session(game, "XX./OO./...")).move
    (4.0, '2')
    >>> print(*opponent.why())
    we have not played this before, so I begin at 4.0
    """

    def __init__(
        self,
        game: Game,
        profile: Profile | None = None,
        *,
        seed: int | None = None,
        threads: int = 1,
        memory: int = 8,
        opponents: Opponents = "paranoid",
    ) -> None:
        if profile is not None and not isinstance(profile, Profile):
            expected = "a kibitz.Profile"
            raise LimitError("bad_setting", name="profile", value=profile, expected=expected)
        if seed is not None and type(seed) is not int:
            raise LimitError("bad_setting", name="seed", value=seed, expected="a whole number")
        self.game = require_game(game, "a player")
        self.profile = Profile() if profile is None else profile
        self.seed = random.getrandbits(31) if seed is None else seed
        self._threads = threads
        self._memory = memory
        self._opponents: Opponents = opponents
        self._steps: dict[str, Player] = {}

    @property
    def standing(self) -> PersonStanding:
        """What is remembered of the person at this game."""
        return self.profile.standing(self.game)

    @property
    def level(self) -> float:
        """How strongly it plays, in steps of the ladder."""
        return self.standing.level

    def why(self) -> tuple[Message, ...]:
        """Why it plays at this level: what changed it last."""
        return self.standing.why()

    def play(self, position: Position) -> Line:
        """The move that it plays, with what it thinks of it."""
        return self._player(self.step(position)).play(position)

    def step(self, position: Position) -> str:
        """The step of the ladder that it plays like in a position, by lot."""
        whole, part = divmod(self.level, 1)
        place = tuple(position.state) if isinstance(position.state, tuple) else ()
        key = f"{self.seed}/{len(position.earlier)}/{place}/step"
        lot = random.Random(key)  # noqa: S311 - no secret
        return str(int(whole) + (lot.random() < part))

    def _player(self, step: str) -> Player:
        """A step of the ladder, made when it is first needed."""
        if step not in self._steps:
            self._steps[step] = Player(
                self.game,
                step,
                threads=self._threads,
                memory=self._memory,
                opponents=self._opponents,
            )
        self._steps[step].seed = self.seed
        return self._steps[step]

    def observe(self, session: Session, person: Side = 0) -> PersonStanding:
        """Learn from a game that is over, in which the person played one side; the new standing.

        It looks at the result, and with a quick review at the moves.
        """
        if type(person) is not int or not 0 <= person < self.game.players:
            expected = f"a player's number from 0 to {self.game.players - 1}"
            raise LimitError("bad_setting", name="person", value=person, expected=expected)
        outcome = session.outcome()
        if outcome is None:
            raise FinishedError("nothing_to_learn")
        sides: tuple[list[float], list[float]] = ([], [])  # its own moves, the person's
        for judged in review(session, _GLANCE).moves:
            if judged.has_choice:
                sides[judged.turn == person].append(judged.loss)
        own, theirs = (sum(losses) / len(losses) if losses else None for losses in sides)
        return self.learn(of_payoff(outcome.payoffs[person]), theirs, own)

    def learn(
        self, score: float, loss: float | None = None, own_loss: float | None = None
    ) -> PersonStanding:
        """Learn from a result: 1 if the person won, 1/2 for a draw, 0 if they lost.

        `loss`, `own_loss`: the winning chances that the person's moves lost on average, and those
        that the opponent's moves did, where they are known.
        """
        for name, value in (("score", score), ("loss", loss), ("own_loss", own_loss)):
            is_right = isinstance(value, int | float) and 0 <= value <= 1
            if not is_right and (name == "score" or value is not None):
                expected = "a number from 0 to 1"
                raise LimitError("bad_setting", name=name, value=value, expected=expected)
        self.profile.keep(self.game, self.standing.after(float(score), loss, own_loss))
        return self.standing
