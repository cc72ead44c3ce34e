"""A person's standing at one game: the skill, the opponent's level, and the last games."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from kibitz.core.messages import Message, message
from kibitz.teaching.adaptive.rating import BEGIN, Skill

STEP = 0.75  # the maximum change of the level from one game to the next
REMEMBERED = 20  # recent games that are stored
_MOST_MENTIONED = 5  # games that a reason mentions
_QUALITY = 3  # the quality of the moves has a weight of 1/3 in the first game, then 1/4, ...
_SMALL = 0.05  # smaller changes are not mentioned


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game against the adaptive opponent, from the person's point of view."""

    score: float  # 1 for a win, 1/2 for a draw, 0 for a loss
    level: float  # the opponent's level in this game
    after: float  # the opponent's level in the next game
    loss: float | None = None  # average loss of winning chances per move of the person
    own_loss: float | None = None  # the same for the opponent


@dataclass(frozen=True, slots=True)
class PersonStanding:
    """A person's record at one game.

    >>> standing = PersonStanding().after(score=1.0).after(score=1.0)
    >>> standing.level
    5.5
    >>> for sentence in standing.why():
    ...     print(sentence)
    You scored 2 out of 2, so I play at level 5.5 next time (was 4.8).
    One game changes my level by at most 0.75.
    """

    skill: Skill = field(default_factory=Skill)
    level: float = BEGIN  # the opponent's level in the next game
    games: int = 0
    recent: tuple[PlayedGame, ...] = ()  # the latest one last

    def after(
        self, score: float, loss: float | None = None, own_loss: float | None = None
    ) -> PersonStanding:
        """The standing after one more game."""
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
        """The result, averaged with the opponent's share of the losses of both sides.

        The weight of the losses falls with every game, so that in the long run the results alone
        decide the level.
        """
        if loss is None or own_loss is None or loss + own_loss == 0.0:
            return score
        share = 1.0 / (_QUALITY + self.games)
        return (1.0 - share) * score + share * own_loss / (loss + own_loss)

    def why(self) -> tuple[Message, ...]:
        """The reasons for the last change of the level, as sentences."""
        if not self.recent:
            return (message("adaptive_begins", level=_step(self.level)),)
        last = self.recent[-1]
        reasons = [self._reason(last)]
        if last.loss is not None and last.own_loss is not None:
            reasons.append(
                message(
                    "adaptive_quality",
                    loss=f"{100 * last.loss:.0f}",
                    own_loss=f"{100 * last.own_loss:.0f}",
                )
            )
        if abs(last.after - last.level) >= STEP:
            reasons.append(message("adaptive_bounded", most=STEP))
        return tuple(reasons)

    def _reason(self, last: PlayedGame) -> Message:
        change = last.after - last.level
        steps = {"before": _step(last.level), "after": _step(last.after)}
        if abs(change) < _SMALL:
            return message("adaptive_stays", level=_step(last.after), games=self.games)
        # The longest run of recent games whose total score agrees with the change.
        for count in range(min(_MOST_MENTIONED, len(self.recent)), 0, -1):
            score = sum(played.score for played in self.recent[-count:])
            if (score - count / 2) * change > 0:
                if count == 1:
                    won, lost = message("adaptive_won", **steps), message("adaptive_lost", **steps)
                    return won if change > 0 else lost
                return message("adaptive_moves", score=f"{score:g}", count=count, **steps)
        return message("adaptive_drifts", skill=_step(self.skill.mean), **steps)


def _step(level: float) -> str:
    return f"{level:.1f}"
