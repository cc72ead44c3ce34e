"""Where somebody stands at one game: the skill, the level that is played, and the last games."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from kibitz.core.messages import Message, message
from kibitz.teaching.adaptive.rating import BEGIN, Skill

STEP = 0.75  # the most that the level changes from one game to the next
REMEMBERED = 20  # games
_TOLD = 5  # games that a reason speaks of, at most
_QUALITY = 3  # the quality of the moves counts one part in so many of the first game, later less
_SMALL = 0.05  # changes below this are not worth words


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game against the adaptive opponent, in the person's view."""

    score: float  # 1 for a win, 1/2 for a draw, 0 for a loss
    level: float  # what was played against
    after: float  # what is played next
    loss: float | None = None  # the winning chances that the person's moves lost, on average
    own_loss: float | None = None  # and those of the opponent's moves


@dataclass(frozen=True, slots=True)
class Standing:
    """What is remembered of a person at one game.

    >>> standing = Standing().after(score=1.0).after(score=1.0)
    >>> standing.level
    5.5
    >>> print(*standing.why(), sep="; ")
    you scored 2 of the last 2, so I went from 4.8 to 5.5; one game changes my level by 0.75 at most
    """

    skill: Skill = field(default_factory=Skill)
    level: float = BEGIN  # of the next game
    games: int = 0
    recent: tuple[PlayedGame, ...] = ()  # the last one last

    def after(
        self, score: float, loss: float | None = None, own_loss: float | None = None
    ) -> Standing:
        """Where they stand after a game."""
        skill = self.skill.after(self._evidence(score, loss, own_loss), self.level)
        # A level that rose after a loss, or fell after a win, would look like a mistake.
        lowest = self.level - (STEP if score < 1.0 else 0.0)
        highest = self.level + (STEP if score > 0.0 else 0.0)
        level = round(max(lowest, min(highest, skill.mean)), 2)
        played = PlayedGame(score, self.level, level, loss, own_loss)
        return replace(
            self,
            skill=skill,
            level=level,
            games=self.games + 1,
            recent=(*self.recent, played)[-REMEMBERED:],
        )

    def _evidence(self, score: float, loss: float | None, own_loss: float | None) -> float:
        """The result, and while there are few of them how the moves compare: who lost more?

        The share of the moves falls with every game, so that in the end the results alone decide
        where the level comes to rest.
        """
        if loss is None or own_loss is None or loss + own_loss == 0.0:
            return score
        share = 1.0 / (_QUALITY + self.games)
        return (1.0 - share) * score + share * own_loss / (loss + own_loss)

    def why(self) -> tuple[Message, ...]:
        """Why the level is what it is: what changed it last, in sentences."""
        if not self.recent:
            return (message("adaptive_begins", level=_step(self.level)),)
        last = self.recent[-1]
        said = [self._reason(last)]
        if last.loss is not None and last.own_loss is not None:
            said.append(
                message(
                    "adaptive_quality",
                    loss=f"{100 * last.loss:.0f}",
                    own_loss=f"{100 * last.own_loss:.0f}",
                )
            )
        if abs(last.after - last.level) >= STEP:
            said.append(message("adaptive_bounded", most=STEP))
        return tuple(said)

    def _reason(self, last: PlayedGame) -> Message:
        change = last.after - last.level
        steps = {"before": _step(last.level), "after": _step(last.after)}
        if abs(change) < _SMALL:
            return message("adaptive_stays", level=_step(last.after), games=self.games)
        # As many of the last games as speak for the change.
        for count in range(min(_TOLD, len(self.recent)), 0, -1):
            score = sum(played.score for played in self.recent[-count:])
            if (score - count / 2) * change > 0:
                return message("adaptive_moves", score=f"{score:g}", count=count, **steps)
        return message("adaptive_drifts", skill=_step(self.skill.mean), **steps)


def _step(level: float) -> str:
    return f"{level:.1f}"
