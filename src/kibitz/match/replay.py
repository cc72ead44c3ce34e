"""Replays the games of a record and checks them against the rules."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NoReturn

from kibitz.core.contract import Game
from kibitz.core.errors import KibitzError, OptionError, RecordError, UnknownGameError
from kibitz.core.score import DRAW, LOSS, WIN
from kibitz.core.text import format_move
from kibitz.core.types import Payoff, Side
from kibitz.games.game_ref import GameId
from kibitz.games.registry import named
from kibitz.games.trust import Trust
from kibitz.match.contestant import Contestant, different_names
from kibitz.match.match_header import MatchHeader
from kibitz.match.match_record import read_record
from kibitz.match.result import Result, lost_by
from kibitz.match.tally import Tally
from kibitz.session.game_line import GameLine


@dataclass(frozen=True, slots=True)
class Replayed:
    """A game of a record, with its moves as text."""

    result: Result
    opening: tuple[str, ...]
    moves: tuple[str, ...]


class Recorded:
    """The record of a match, finished or not.

    `game`: the game, if Kibitz does not ship it. `trust`: folders or Python files whose code may be
    run to load the game that the record names. The code of players is never run.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        game: Game | None = None,
        *,
        trust: Iterable[str | os.PathLike[str]] = (),
    ) -> None:
        self._source = repr(os.fspath(path))
        found = read_record(path)
        header = self._header = found.match
        try:
            self.contestants: list[Contestant] = different_names(
                list(map(Contestant.parse, header.players))
            )
        except OptionError as problem:
            what = f"its first line has an invalid player. {problem}"
            raise RecordError("match_damaged", source=self._source, problem=what) from None
        self.game: Game = _game(header, self._source, Trust(trust)) if game is None else game
        expected = tuple(GameId.of(self.game))
        settings = GameId.read(header.name, header.settings, 0, self.game).settings
        rules = (header.name, settings, header.version)
        if rules != expected:
            raise RecordError(
                "record_other_rules",
                source=self._source,
                other=rules,
                expected=expected,
                works="Pass the game of the record",
            )
        self.tally: Tally = Tally(len(self.contestants), self.game.players, header.seed)
        self.tally.restore(found.results.values(), self._source)

    def replay(self, number: int | None = None) -> Iterator[Replayed]:
        """Replay every game, or only `number`; raises RecordError if the rules contradict it."""
        results = self.tally.results
        if number is not None and number not in results:
            known = f"it has {len(results)}, up to {max(results)}" if results else "it has none"
            raise RecordError("no_match_game", source=self._source, number=number, known=known)
        for wanted in sorted(results) if number is None else [number]:
            yield self._replay(results[wanted])

    def _replay(self, result: Result) -> Replayed:
        game = self.game
        line = GameLine(game, game.initial(result.opening.seed))
        texts: list[str] = []
        for move in (*result.opening.moves, *result.moves):
            if line.outcome is not None:
                self._refuse(result, f"it is over after {len(texts)} moves ({line.outcome})")
            if move not in game.legal_moves(line.state, line.earlier):
                self._refuse(result, f"move {len(texts) + 1}, {move}, is not legal")
            texts.append(format_move(game, line.state, move))
            line.push(move)
        outcome = line.outcome
        recorded = (result.reason, result.payoffs)
        is_by_rules = result.reason in ("rules", "repetition", "clock")
        if (outcome is not None) != is_by_rules:
            actual = (
                "the game is not over"
                if outcome is None
                else f"by the rules the result is '{outcome}'"
            )
            self._refuse(result, f"its recorded end is {result.reason}, but {actual}")
        if outcome is not None and (outcome.reason, outcome.payoffs) != recorded:
            self._refuse(
                result,
                f"its recorded end is {recorded}, but by the rules the result is '{outcome}'",
            )
        if outcome is None:
            self._check_end(result, line.turn)
        movers = Counter(state.turn for state in line.earlier[len(result.opening.moves) :])
        movers.update(() if result.culprit is None else (result.culprit,))
        turns = tuple(movers[side] for side in range(game.players))
        if result.turns != turns:
            self._refuse(
                result, f"its recorded turns are {result.turns}, but the moves show {turns}"
            )
        drawn = len(result.opening.moves)
        return Replayed(result, tuple(texts[:drawn]), tuple(texts[drawn:]))

    def _check_end(self, result: Result, turn: Side) -> None:
        """Refuse an end by length, error or adjudication that the match settings rule out."""
        header, count, players = self._header, len(result.moves), self.game.players
        allowed: list[tuple[Payoff, ...]] = []
        if result.reason == "length":
            allowed = [(DRAW,) * players] if result.plies == header.plies else []
        elif result.reason == "error":
            allowed = [lost_by(turn, players)] if result.culprit == turn else []
        elif players == 2 and header.tables:
            allowed = [(WIN, LOSS), (LOSS, WIN), (DRAW, DRAW)]
        elif players == 2:  # adjudicated
            if header.wins is not None and count >= header.wins:
                allowed += [(WIN, LOSS), (LOSS, WIN)]
            if header.draws is not None and count >= header.draws:
                allowed += [(DRAW, DRAW)]
        if result.payoffs not in allowed:
            expected = " or ".join(map(str, allowed)) or "another end, by the settings of the match"
            recorded = f"{result.reason} after {result.plies} moves with payoffs {result.payoffs}"
            self._refuse(result, f"its recorded end is {recorded}: expected {expected}")

    def _refuse(self, result: Result, problem: str) -> NoReturn:
        raise RecordError(
            "not_replayed", number=result.number, source=self._source, problem=problem
        )


def _game(header: MatchHeader, source: str, trust: Trust) -> Game:
    """The game of a record: one that Kibitz ships, or one from a trusted file."""
    try:
        if header.file is not None:
            return trust.load(header.file, header.settings, source)
        return named(header.name, header.settings)
    except UnknownGameError as problem:
        raise RecordError("match_game_moved", source=source, problem=problem) from None
    except RecordError:
        raise
    except KibitzError as problem:
        what = f"its game cannot be loaded. {problem}"
        raise RecordError("match_damaged", source=source, problem=what) from None
