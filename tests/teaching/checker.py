"""An independent judge of explanations: rules, pictures of the board and plain minimax.

It shares nothing with what makes the explanations. What a claim means is worked out again from the
rules, and what a game's own claims mean from the board that people see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kibitz import DRAW, LOSS, WIN, Game
from kibitz.core.score import clamp, decided, is_decided, plies_to_end
from kibitz.core.text import format_move, parse_move
from kibitz.search.reference import minimax
from kibitz.tables.endgame_tables import probe
from kibitz.tables.verdict import Verdict
from kibitz.teaching.explanations.claims import Claim
from kibitz.teaching.explanations.explanation import Comparison, Explanation

Judge = Callable[["Case", Claim], bool]
PROOF_PLIES = 5  # forced ends are proven move by move, repetition included, up to here
HUGE = 10**9
EXCHANGE = 16  # plies that noisy moves are followed past the horizon


@dataclass(frozen=True)
class Worth:
    """What plain minimax finds: a decided game so many plies away, or a value."""

    value: int
    plies: int | None  # None where nothing is decided

    @property
    def is_win(self) -> bool:
        return self.plies is not None and self.value > 0

    @property
    def is_loss(self) -> bool:
        return self.plies is not None and self.value < 0


@dataclass(frozen=True)
class Case:
    """A position, a move in it, and everything that can be asked about them."""

    game: Game
    state: Any
    earlier: tuple[Any, ...]
    text: str

    @property
    def me(self) -> int:
        return int(self.state.turn)

    @property
    def move(self) -> int:
        return parse_move(self.game, self.state, self.text)

    @property
    def after(self) -> Any:
        return self.game.play(self.state, self.move)

    @property
    def replies(self) -> list[int]:
        return list(self.game.moves(self.after))

    def outcome(self) -> Any:
        return self.game.outcome(self.after, (*self.earlier, self.state))

    def other(self, text: object) -> Case:
        return replace(self, text=str(text))

    def others(self) -> list[Case]:
        return [
            self.other(format_move(self.game, self.state, move))
            for move in self.game.moves(self.state)
            if move != self.move
        ]

    def worth(self, depth: int) -> Worth:
        """Plain minimax of the move."""
        return worth_of(self.game, self.state, [self.move], depth)

    def rest(self, depth: int) -> Worth:
        """Plain minimax of the best of the other moves."""
        others = [move for move in self.game.moves(self.state) if move != self.move]
        return worth_of(self.game, self.state, others, depth)

    def is_legal_line(self, texts: Sequence[str]) -> bool:
        at = self.state
        for text in texts:
            legal = {format_move(self.game, at, move): move for move in self.game.moves(at)}
            if text not in legal:
                return False
            at = self.game.play(at, legal[text])
        return True

    def ends_line(self, texts: Sequence[str], payoff: int) -> bool:
        at = self.state
        for text in texts:
            at = self.game.play(at, parse_move(self.game, at, text))
        outcome = self.game.outcome(at)
        return outcome is not None and outcome.payoffs[self.me] == payoff

    def forces(self, payoff: int, plies: int) -> bool:
        """Whether the move leads to `payoff` within `plies`, repetition and clocks included."""
        earlier = (*self.earlier, self.state)
        return forced(self.game, self.after, earlier, self.me, payoff, plies - 1)

    # The board as people see it.

    def cells(self, state: Any) -> dict[str, str]:
        board = self.game.geometry
        assert board is not None
        names = [cell.name for cell in board.cells]
        return dict(zip(names, board.occupants(state), strict=True))

    def caption(self, state: Any) -> dict[str, int]:
        """The numbers beside the board, by side."""
        board = self.game.geometry
        assert board is not None
        assert board.caption is not None
        words = board.caption(state).replace(",", " ").replace("in hand:", " ").split()
        found = dict.fromkeys(self.game.sides, 0)
        numbers = zip(words[::2], words[1::2], strict=True)
        return found | {side: int(number) for side, number in numbers}


def worth_of(game: Game, state: Any, moves: Sequence[int], depth: int) -> Worth:
    """Plain minimax of the best of `moves`, `depth` plies deep, for the player to move."""

    def limited(at: Any) -> Iterable[int]:
        return moves if at is state else game.moves(at)

    value = settled(replace(game, moves=limited), state, depth, state.turn)
    return Worth(value, plies_to_end(value) if is_decided(value) else None)


def settled(game: Game, state: Any, depth: int, player: int) -> int:
    """Minimax for `player` that follows noisy moves past its last ply."""
    if game.noisy is None or not game.has_integer_states():
        return minimax(game, state, depth, side=player).value
    return _settled(game, state, depth, player, (-HUGE * HUGE, HUGE * HUGE), 0)


def _settled(
    game: Game, state: Any, depth: int, player: int, window: tuple[int, int], ply: int
) -> int:
    low, high = window
    moves = list(game.moves(state))
    if not moves:
        margin = game.margin(state, player) if game.margin else 0
        return decided(game.payoff(state, player), ply, margin)
    if game.drawn is not None and game.drawn(state):
        return 0
    assert game.noisy is not None
    tried = moves
    if depth <= 0:
        tried = [move for move in moves if depth > -EXCHANGE and game.noisy(state, move)]
    is_mine = state.turn == player
    values = []
    if len(tried) < len(moves):
        values.append(clamp(game.evaluate(state, player)))  # whoever can be quiet may stop here
    for move in tried:
        if values and is_mine:
            low = max(low, *values)
        elif values:
            high = min(high, *values)
        if low >= high:
            break
        after = game.play(state, move)
        values.append(_settled(game, after, depth - 1, player, (low, high), ply + 1))
    return max(values) if is_mine else min(values)


def valued(game: Game, value: int) -> Game:
    """The game in which every unfinished position is worth `value`, whoever asks."""
    return replace(game, evaluate=lambda state, player: value)


def forced(
    game: Game, state: Any, earlier: tuple[Any, ...], player: int, payoff: int, plies: int
) -> bool:
    """Whether `payoff` comes within `plies`: a win against any play, a loss whatever one plays."""
    outcome = game.outcome(state, earlier)
    if outcome is not None:
        return bool(outcome.payoffs[player] == payoff)
    if plies == 0:
        return False
    path = (*earlier, state)
    found = (
        forced(game, game.play(state, move), path, player, payoff, plies - 1)
        for move in game.moves(state)
    )
    is_chosen_by_player = (state.turn == player) == (payoff == WIN)
    return any(found) if is_chosen_by_player else all(found)


# The claims of any game.


def _number(claim: Claim, name: str) -> int:
    value = claim.params[name]
    assert isinstance(value, int)
    return value


def _forced(case: Case, claim: Claim) -> bool:
    return list(case.game.moves(case.state)) == [case.move]


def _at_once(payoff: int) -> Judge:
    def judge(case: Case, claim: Claim) -> bool:
        outcome = case.outcome()
        reason = claim.params.get("reason")
        return (
            outcome is not None
            and outcome.payoffs[case.me] == payoff
            and (reason is None or outcome.reason == reason)
        )

    return judge


def _is_win(case: Case, claim: Claim, plies: int, depth: int) -> bool:
    found = case.worth(depth)
    is_forced = plies > PROOF_PLIES or case.forces(WIN, plies) or case.game.margin is not None
    return found.is_win and found.plies == plies and is_forced


def _is_loss(case: Case, claim: Claim, plies: int, depth: int) -> bool:
    found = case.worth(depth)
    is_forced = plies > PROOF_PLIES or case.forces(LOSS, plies) or case.game.margin is not None
    return found.is_loss and found.plies == plies and is_forced


def _wins_in(case: Case, claim: Claim) -> bool:
    plies, depth = _number(claim, "plies"), _number(claim, "depth")
    return (
        _is_win(case, claim, plies, depth)
        and len(claim.line) == plies
        and case.ends_line(claim.line, WIN)
    )


def _loses_in(case: Case, claim: Claim) -> bool:
    plies, depth = _number(claim, "plies"), _number(claim, "depth")
    is_duel = case.game.players == 2
    return (
        _is_loss(case, claim, plies, depth)
        and len(claim.line) == plies
        and case.ends_line(claim.line, LOSS)
        and is_duel == (claim.code != "can_be_beaten")
    )


def _allows_win(case: Case, claim: Claim) -> bool:
    depth = _number(claim, "depth")
    other = case.other(claim.params["other"]).worth(depth)
    is_side = claim.params["side"] == case.game.sides[1 - case.me]
    is_best = other.value == case.rest(depth).value
    return _loses_in(case, claim) and not other.is_loss and is_best and is_side


def _draws(case: Case, claim: Claim) -> bool:
    """Nobody's evaluation can change it: the best and the worst one give a draw."""
    depth = _number(claim, "depth")
    values = [
        worth_of(valued(case.game, value), case.state, [case.move], depth).value
        for value in (HUGE, -HUGE)
    ]
    return values == [0, 0] and (case.game.players == 2) == (claim.code == "draws")


def _only_winning_move(case: Case, claim: Claim) -> bool:
    depth = _number(claim, "depth")
    own = case.worth(depth)
    return own.is_win and (own.plies or 0) <= depth and not case.rest(depth).is_win


def _only_move(case: Case, claim: Claim) -> bool:
    depth = _number(claim, "depth")
    is_duel = case.game.players == 2
    rest = case.rest(depth)
    return (
        rest.is_loss
        and (rest.plies or 0) <= depth
        and not case.worth(depth).is_loss
        and is_duel == (claim.code == "only_move_that_does_not_lose")
    )


def _misses_win(case: Case, claim: Claim) -> bool:
    plies, depth = _number(claim, "plies"), _number(claim, "depth")
    other = case.other(claim.params["other"])
    return _is_win(other, claim, plies, depth) and not case.worth(depth).is_win


def _points(case: Case, one: Worth, other: Worth) -> int | float:
    if one.plies is not None or other.plies is not None:
        return 0
    difference = one.value - other.value
    return difference / case.game.unit


def _close(one: int | float, other: object) -> bool:
    assert isinstance(other, int | float)
    return abs(one - other) <= 0.0051 and other > 0


def _by_points(sign: int) -> Judge:
    def judge(case: Case, claim: Claim) -> bool:
        depth = _number(claim, "depth")
        own, rest = case.worth(depth), case.rest(depth)
        named = case.other(claim.params["other"]).worth(depth)
        difference = sign * _points(case, own, rest)
        return _close(difference, claim.params["points"]) and named == rest

    return judge


def _forces_reply(case: Case, claim: Claim) -> bool:
    texts = [format_move(case.game, case.after, move) for move in case.replies]
    side = case.game.sides[case.after.turn]
    is_other = case.after.turn != case.me and case.outcome() is None
    return is_other and texts == [claim.params["reply"]] and side == claim.params["side"]


def _threatens_win(case: Case, claim: Claim) -> bool:
    answers = 0
    earlier = (*case.earlier, case.state, case.after)
    for reply in case.replies:
        answered = case.game.play(case.after, reply)
        is_open = case.game.outcome(answered, earlier) is None and answered.turn == case.me
        blows = [
            case.game.outcome(case.game.play(answered, move), (*earlier, answered))
            for move in (case.game.moves(answered) if is_open else ())
        ]
        answers += not any(blow is not None and blow.payoffs[case.me] == WIN for blow in blows)
    found = (answers, len(case.replies)) == (claim.params["answers"], claim.params["replies"])
    is_duel = case.game.players == 2 and case.after.turn != case.me
    return found and 2 * answers <= len(case.replies) and is_duel and case.outcome() is None


def _best_reply(case: Case, claim: Claim) -> bool:
    depth = _number(claim, "depth")
    reply = parse_move(case.game, case.after, str(claim.params["reply"]))
    answered = case.game.play(case.after, reply)
    value = settled(case.game, answered, depth - 2, case.me)
    own = case.worth(depth)
    return own.plies is None and value == own.value and case.after.turn != case.me


def _term(case: Case, claim: Claim) -> bool:
    """Whether the line named moves that term most, by the game's own account before and after."""
    end = case.state
    for text in claim.line:
        end = case.game.play(end, parse_move(case.game, end, text))
    assert case.game.explain is not None
    before, after = (case.game.explain(state, case.me) for state in (case.state, end))
    sign = 1 if claim.code == "raises_term" else -1
    name, unit = str(claim.params["term"]), case.game.unit
    told = [claim.params["before"], claim.params["after"]]
    found = [terms.get(name, 0) / unit for terms in (before, after)]
    changes = {
        term: sign * (after.get(term, 0) - before.get(term, 0)) for term in {**before, **after}
    }
    is_told = all(
        isinstance(number, int | float) and abs(number - value) <= 0.0051
        for number, value in zip(told, found, strict=True)
    )
    is_largest = changes[name] == max(changes.values()) > 0
    return is_told and is_largest and bool(list(case.game.moves(end)))


def counted(case: Case, board_count: Callable[[Case, Any, int], int]) -> Game:
    """The game played for pieces alone."""

    def count(state: Any, player: int) -> int:
        return board_count(case, state, player)

    return replace(case.game, evaluate=count, margin=None, drawn=None, clocks=(), repeats=0)


def _material(case: Case, claim: Claim) -> bool:
    from tests.teaching.checker_games import pieces

    depth, amount = _number(claim, "depth"), _number(claim, "pieces")
    game = counted(case, pieces)
    before, at_once = (pieces(case, state, case.me) for state in (case.state, case.after))
    value = worth_of(replace(game, noisy=None), case.state, [case.move], depth)
    if value.plies is not None or amount < 1:
        return False
    if claim.code == "wins_pieces":
        return value.value == before + amount
    reply = parse_move(case.game, case.after, str(claim.params["reply"]))
    answered = case.game.play(case.after, reply)
    replied = minimax(game, answered, depth - 2, side=case.me).value
    if replied != value.value or case.after.turn == case.me:
        return False
    if claim.code == "loses_pieces":
        return value.value == before - amount and pieces(case, answered, case.me) < at_once
    return value.value == before == at_once - amount and pieces(case, answered, case.me) == before


# By tables of perfect play, which are held against the rules elsewhere.


def _known(case: Case) -> Verdict | None:
    """What the tables make of the move, in its mover's view; None where they must not speak."""
    outcome = case.outcome()
    if outcome is not None:
        payoff = outcome.payoffs[case.me]
        return Verdict(payoff, None if payoff == DRAW else 1)
    found = probe(case.game, case.after)
    if found is None or _is_clocked(case, found):
        return None
    result = found.result if case.after.turn == case.me else -found.result
    return Verdict(result, None if found.plies is None else found.plies + 1)


def _is_clocked(case: Case, found: Verdict) -> bool:
    """Whether a clock of the position after the move may run out before the end."""
    if case.game.drawn is None or found.plies is None:
        return False
    ahead = {name: getattr(case.after, name) + found.plies for name in case.game.clocks}
    return bool(case.game.drawn(case.after._replace(**ahead)))


def _table_ends(payoff: int) -> Judge:
    def judge(case: Case, claim: Claim) -> bool:
        return _known(case) == Verdict(payoff, claim.params.get("plies"))  # type: ignore[arg-type]

    return judge


def _table_decides(payoff: int) -> Judge:
    def judge(case: Case, claim: Claim) -> bool:
        own = _known(case)
        return own is not None and (own.result, own.plies) == (payoff, None)

    return judge


def _only_by_table(payoff: int) -> Judge:
    def judge(case: Case, claim: Claim) -> bool:
        own = _known(case)
        rest = [_known(other) for other in case.others()]
        is_own = own is not None and own.result == payoff
        return is_own and all(one is not None and one.result < payoff for one in rest)

    return judge


def _gives_away(payoff: int) -> Judge:
    def judge(case: Case, claim: Claim) -> bool:
        own, other = _known(case), _known(case.other(claim.params["other"]))
        if own is None or other is None or own.result >= payoff:
            return False
        return (other.result, other.plies) == (payoff, claim.params.get("plies"))

    return judge


def _clock_decides(case: Case, claim: Claim) -> bool:
    found = probe(case.game, case.after)
    return case.outcome() is None and found is not None and _is_clocked(case, found)


def _sampled(case: Case, claim: Claim) -> bool:
    """Scores are percentages, in the order that the claim says, and the line can be played."""
    own, other = claim.params["percent"], claim.params.get("other_percent")
    assert isinstance(own, int)
    is_ordered = other is None or (own > other) == (claim.code == "sampled_best")  # type: ignore[operator]
    is_sampled = str(claim.warrant) == "sampled" and 0 <= own <= 100
    return is_ordered and is_sampled and case.is_legal_line(claim.line)


def _sampled_reply(case: Case, claim: Claim) -> bool:
    return claim.line[1:2] == (claim.params["reply"],) and case.is_legal_line(claim.line)


JUDGES: dict[str, Judge] = {
    "sampled": _sampled,
    "sampled_best": _sampled,
    "sampled_worse": _sampled,
    "sampled_reply": _sampled_reply,
    "table_wins": _table_ends(WIN),
    "table_draws": _table_ends(DRAW),
    "table_loses": _table_ends(LOSS),
    "is_table_win": _table_decides(WIN),
    "is_table_loss": _table_decides(LOSS),
    "only_win_there_is": _only_by_table(WIN),
    "only_drawing_move": _only_by_table(DRAW),
    "gives_win_away": _gives_away(WIN),
    "gives_table_win_away": _gives_away(WIN),
    "gives_draw_away": _gives_away(DRAW),
    "clock_decides": _clock_decides,
    "forced": _forced,
    "wins_at_once": _at_once(WIN),
    "draws_at_once": _at_once(DRAW),
    "loses_at_once": _at_once(LOSS),
    "wins_in": _wins_in,
    "loses_in": _loses_in,
    "can_be_beaten": _loses_in,
    "allows_win": _allows_win,
    "draws": _draws,
    "holds_draw": _draws,
    "only_winning_move": _only_winning_move,
    "only_move_that_does_not_lose": _only_move,
    "only_safe_move": _only_move,
    "misses_win": _misses_win,
    "best_by": _by_points(1),
    "worse_by": _by_points(-1),
    "forces_reply": _forces_reply,
    "threatens_win": _threatens_win,
    "best_reply": _best_reply,
    "raises_term": _term,
    "lowers_term": _term,
    "wins_pieces": _material,
    "loses_pieces": _material,
    "exchanges": _material,
}


def problems(case: Case, explanation: Explanation) -> list[str]:
    """What is wrong with an explanation; nothing where all of it is true."""
    from tests.teaching.checker_games import GAME_JUDGES

    judges = JUDGES | GAME_JUDGES[case.game.name] if case.game.name in GAME_JUDGES else JUDGES
    found = []
    for claim in explanation.claims:
        if not claim.line or not case.is_legal_line(claim.line):
            found.append(f"{claim}: its line {claim.line} cannot be played")
        elif not judges[claim.code](case, claim):
            found.append(f"{claim.code} {dict(claim.params)} is not true of {case.text}")
    return found + _term_problems(case, explanation)


def _term_problems(case: Case, explanation: Explanation) -> list[str]:
    """Whether the terms add up to the evaluation, before and after."""
    if not explanation.terms:
        return []
    unit = case.game.unit
    sums = (
        sum(term.before for term in explanation.terms),
        sum(term.after for term in explanation.terms),
    )
    values = [case.game.evaluate(state, case.me) / unit for state in (case.state, case.after)]
    is_right = all(abs(one - other) < 1e-6 for one, other in zip(sums, values, strict=True))
    return [] if is_right else [f"terms add up to {sums}, evaluations are {values}"]


# Between two moves.


def difference_problems(case: Case, comparison: Comparison) -> list[str]:
    """What is wrong with the claims that tell two moves apart."""
    pair = {comparison.mine.move, comparison.yours.move}
    found = [
        f"{claim.code} {dict(claim.params)} is not true"
        for claim in comparison.differences
        if not case.is_legal_line(claim.line) or not _tells_apart(case, claim, pair)
    ]
    if len(comparison.differences) != 1:
        found.append(f"{len(comparison.differences)} headlines, expected one")
    return found + _contradictions(comparison)


def _contradictions(comparison: Comparison) -> list[str]:
    """What the lines and claims beside the headline say against it."""
    (said,) = comparison.differences
    if said.code in ("same_move", "table_tells_apart"):
        return []
    pair = (comparison.mine, comparison.yours)
    found = []
    depths = {
        claim.params["depth"]
        for one in pair
        for claim in one.claims
        if claim.code in ("best_by", "worse_by", "best_reply", "misses_win", "allows_win")
    }
    if not depths <= {said.params["depth"]}:
        found.append(f"claims to depths {depths} beside {said}")
    if said.code in ("better_by", "equally_good"):
        scores = {one.move: one.line.score for one in pair}
        better = scores[str(said.params.get("better", said.params.get("one")))]
        worse = scores[str(said.params.get("worse", said.params.get("other")))]
        difference = (better or 0) - (worse or 0)
        told = said.params.get("points", 0)
        assert isinstance(told, int | float)
        if abs(difference - told) > 0.0051:
            found.append(f"lines are worth {scores} beside {said}")
    return found


def _tells_apart(case: Case, claim: Claim, pair: set[str]) -> bool:
    params = claim.params
    if claim.code == "same_move":
        return pair == {params["move"]}
    if claim.code == "table_tells_apart":
        good, bad = (_known(case.other(params[name])) for name in ("better", "worse"))
        is_told = (str(good), str(bad)) == (params["good"], params["bad"])
        return is_told and good is not None and bad is not None and good.result > bad.result
    depth = _number(claim, "depth")
    if claim.code in ("equally_good", "both_win", "both_lose", "both_draw"):
        cases = [case.other(params[name]) for name in ("one", "other")]
        return pair == {one.text for one in cases} and _alike(claim, *cases)
    if {params["better"], params["worse"]} != pair:
        return False
    better, worse = (case.other(params[name]).worth(depth) for name in ("better", "worse"))
    if claim.code == "better_by":
        return _close(_points(case, better, worse), params["points"])
    plies = params["plies"]
    if claim.code == "wins_where_other_does_not":
        return better.is_win and better.plies == plies and not worse.is_win
    if claim.code == "loses_where_other_does_not":
        return worse.is_loss and worse.plies == plies and not better.is_loss
    ends = {"wins_sooner": (better, worse), "loses_sooner": (worse, better)}[claim.code]
    is_right_end = all(end.is_win if claim.code == "wins_sooner" else end.is_loss for end in ends)
    told = (_number(claim, "plies"), _number(claim, "other_plies"))
    return is_right_end and (ends[0].plies, ends[1].plies) == told and told[0] < told[1]


def _alike(claim: Claim, one: Case, other: Case) -> bool:
    depth = _number(claim, "depth")
    worths = [case.worth(depth) for case in (one, other)]
    if claim.code == "both_draw":
        told = replace(claim, code="draws" if one.game.players == 2 else "holds_draw")
        return _draws(one, told) and _draws(other, told)
    if claim.code == "equally_good":
        is_open = all(worth.plies is None for worth in worths)
        return is_open and abs(_points(one, *worths)) <= 0.0051
    plies = claim.params["plies"]
    is_end = all(worth.is_win if claim.code == "both_win" else worth.is_loss for worth in worths)
    has_margins = one.game.margin is not None
    return is_end and (
        plies is None if has_margins else {worth.plies for worth in worths} == {plies}
    )
