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
from kibitz.search.deepening import Opponents, SearchKind
from kibitz.search.limits import Limit
from kibitz.session.session import Session
from kibitz.teaching.adaptive.person_standing import PersonStanding
from kibitz.teaching.adaptive.profile import Profile
from kibitz.teaching.review.chances import of_payoff
from kibitz.teaching.review.reviewer import review

ADAPTIVE = "adaptive"  # the level's name
_QUICK = Limit(nodes=5_000)  # for each position of a game to learn from


class AdaptivePlayer:
    """Plays a game as well as the person whose profile it has, and learns from every game.

    Between two steps of the ladder it chooses one of them at random for each move, so that its
    strength changes smoothly. `seed`: as for `kibitz.Player`.

    >>> import kibitz
    >>> game = kibitz.game("tictactoe")
    >>> opponent = AdaptivePlayer(game, seed=1)
    >>> opponent.level, opponent.play(kibitz.Session(game, "XX./OO./...")).move
    (4.0, '2')
    >>> print(*opponent.why())
    We have not played this game before, so I start at level 4.0.
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
        search: SearchKind | None = None,
    ) -> None:
        if profile is not None and not isinstance(profile, Profile):
            expected = "a kibitz.Profile"
            raise LimitError("bad_setting", name="profile", value=profile, expected=expected)
        if seed is not None and type(seed) is not int:
            raise LimitError("bad_setting", name="seed", value=seed, expected="a whole number")
        self.game: Game = require_game(game, "a player")
        self.profile: Profile = Profile() if profile is None else profile
        self.seed: int = random.getrandbits(31) if seed is None else seed
        self._threads = threads
        self._memory = memory
        self._opponents: Opponents = opponents
        self._search: SearchKind | None = search
        self._steps: dict[str, Player] = {}

    @property
    def standing(self) -> PersonStanding:
        """The person's standing at this game, from the profile."""
        return self.profile.standing(self.game)

    @property
    def level(self) -> float:
        """Its strength, in steps of the ladder."""
        return self.standing.level

    def why(self) -> tuple[Message, ...]:
        """Why it plays at this level: the reasons for the last change."""
        return self.standing.why()

    def play(self, position: Position) -> Line:
        """The move that it plays, with its line."""
        return self._player(self.step(position)).play(position)

    def step(self, position: Position) -> str:
        """The step of the ladder at which it plays in a position, chosen at random."""
        whole, part = divmod(self.level, 1)
        fields = tuple(position.state) if isinstance(position.state, tuple) else ()
        key = f"{self.seed}/{len(position.earlier)}/{fields}/step"
        chance = random.Random(key)  # noqa: S311 - no secret
        return str(int(whole) + (chance.random() < part))

    def _player(self, step: str) -> Player:
        """The player for a step of the ladder, created on first use."""
        if step not in self._steps:
            self._steps[step] = Player(
                self.game,
                step,
                search=self._search,
                threads=self._threads,
                memory=self._memory,
                opponents=self._opponents,
            )
        self._steps[step].seed = self.seed
        return self._steps[step]

    def observe(self, session: Session, person: Side = 0) -> PersonStanding:
        """Learn from a finished game, in which the person played one side; return the new standing.

        It uses the result, and a quick review of the moves.
        """
        if type(person) is not int or not 0 <= person < self.game.players:
            expected = f"a player's number from 0 to {self.game.players - 1}"
            raise LimitError("bad_setting", name="person", value=person, expected=expected)
        outcome = session.outcome()
        if outcome is None:
            raise FinishedError("nothing_to_learn")
        losses: tuple[list[float], list[float]] = ([], [])  # by its own moves, by the person's
        for judged in review(session, _QUICK).moves:
            if judged.has_choice:
                losses[judged.turn == person].append(judged.loss)
        own, theirs = (sum(each) / len(each) if each else None for each in losses)
        return self.learn(of_payoff(outcome.payoffs[person]), theirs, own)

    def learn(
        self, score: float, loss: float | None = None, own_loss: float | None = None
    ) -> PersonStanding:
        """Learn from a result: 1 if the person won, 1/2 for a draw, 0 if they lost.

        `loss`, `own_loss`: the average loss of winning chances per move, by the person and by this
        opponent, if known.
        """
        for name, value in (("score", score), ("loss", loss), ("own_loss", own_loss)):
            is_valid = isinstance(value, int | float) and 0 <= value <= 1
            if not is_valid and (name == "score" or value is not None):
                expected = "a number from 0 to 1"
                raise LimitError("bad_setting", name=name, value=value, expected=expected)
        self.profile.keep(self.game, self.standing.after(float(score), loss, own_loss))
        return self.standing
