"""The claims about a move that apply to any game; `claims` defines the meaning of every code."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kibitz.core.contract import DRAW, LOSS, WIN
from kibitz.core.messages import message
from kibitz.core.types import Move, State
from kibitz.engine.lines import Line, Warrant
from kibitz.teaching.explanations.claims import Claim, claim, in_points, points
from kibitz.teaching.explanations.plain_search import PlainLine
from kibitz.teaching.explanations.sampled_claims import sampled_claims
from kibitz.teaching.explanations.study import Study

MOST_REPLIES = 100  # the most replies that are searched for threats
NEXT_MOVE = 2  # plies: the move and a reply


def decisive_claims(study: Study) -> Iterator[Claim]:
    """Claims about how the game ends after the studied move, and after the other moves."""
    for claims in (_choice, _ending, _forced_end, _against_others, _draw):
        yield from claims(study)


def other_claims(study: Study) -> Iterator[Claim]:
    """Claims about the score of the move, and about the replies to it."""
    for claims in (_score, sampled_claims, _replies):
        yield from claims(study)


def when(plies: int | None) -> str:
    """The distance to a forced end, in words.

    >>> when(1), when(3)
    ('immediately', 'by force in 3 plies')
    """
    return "immediately" if plies == 1 else f"by force in {plies} plies"


def depth_warrant(depth: int) -> Warrant:
    """The warrant of a claim that plain minimax to `depth` confirms."""
    return Warrant("depth", depth)


def _choice(study: Study) -> Iterator[Claim]:
    if not study.others:
        yield claim(message("forced"), (study.text,))


def _ending(study: Study) -> Iterator[Claim]:
    outcome = study.outcome()
    if outcome is None:
        return
    payoff, line = outcome.payoffs[study.side], (study.text,)
    if payoff == WIN:
        yield claim(message("wins_at_once"), line)
    elif payoff == LOSS:
        yield claim(message("loses_at_once"), line)
    else:
        yield claim(message("draws_at_once", reason=outcome.reason), line)


def wins(study: Study, line: Line | None, plain: PlainLine | None) -> bool:
    """Whether the engine and plain minimax both find a win, and replaying its line confirms it."""
    if line is None or plain is None or line.win_in is None or plain.line.win_in is None:
        return False
    is_agreed = _is_exact(study) or line.win_in == plain.line.win_in
    return is_agreed and study.ends(plain.line.moves, WIN)


def loses(study: Study, line: Line | None, plain: PlainLine | None) -> bool:
    """Whether the engine and plain minimax both find a loss, and replaying its line confirms it."""
    if line is None or plain is None or line.loss_in is None or plain.line.loss_in is None:
        return False
    is_agreed = _is_exact(study) or line.loss_in == plain.line.loss_in
    return is_agreed and study.ends(plain.line.moves, LOSS)


def _is_exact(study: Study) -> bool:
    """Whether plain minimax needs no second opinion on the distance of an end.

    With margins, distances do not matter. Monte Carlo tree search finds some forced end, not always
    the quickest; the one that plain minimax finds holds if no history can prevent it.
    """
    game = study.game
    has_history = bool(game.repeats) or game.drawn is not None
    return game.margin is not None or (study.is_sampled and not has_history)


def _forced_end(study: Study) -> Iterator[Claim]:
    own = study.plain_own
    if own is None or study.outcome() is not None:
        return
    line, depth = own.line.line, own.depth
    if wins(study, study.own, own):
        yield claim(message("wins_in", plies=own.line.win_in, depth=depth), line)
    if not loses(study, study.own, own):
        return
    plies, rest = own.line.loss_in, study.plain_rest
    if not study.is_duel:
        sentence = message("can_be_beaten", plies=plies, depth=depth)
        yield claim(sentence, line, depth_warrant(depth))
    elif rest is not None and rest.line.loss_in is None:
        winner = study.game.sides[1 - study.side]
        other = rest.line.move
        is_next = plies == NEXT_MOVE and study.after.turn != study.side
        how = "with the next move" if is_next else f"by force in {plies} plies"
        sentence = message(
            "allows_win", side=winner, plies=plies, how=how, depth=depth, other=other
        )
        yield claim(sentence, line)
    else:
        yield claim(message("loses_in", plies=plies, depth=depth), line)


def _against_others(study: Study) -> Iterator[Claim]:
    """Claims that compare the end after the move with the ends after the other moves."""
    own, rest = study.plain_own, study.plain_rest
    if own is None or rest is None:
        return
    own_wins, rest_wins = wins(study, study.own, own), wins(study, study.rest, rest)
    line, depth = own.line.line, own.depth
    if own_wins:
        is_near = own.line.win_in is not None and 1 < own.line.win_in <= depth
        if is_near and rest.line.win_in is None:
            yield claim(message("only_winning_move", depth=depth), line, depth_warrant(depth))
        return  # a move that wins needs no claim about losing
    if rest_wins and own.line.win_in is None:
        other = rest.line
        sentence = message(
            "misses_win",
            other=other.move,
            plies=other.win_in,
            when=when(other.win_in),
            depth=depth,
        )
        yield claim(sentence, other.line, depth_warrant(depth))
    is_near = rest.line.loss_in is not None and rest.line.loss_in <= depth
    if is_near and loses(study, study.rest, rest) and own.line.loss_in is None:
        code = (
            message("only_move_that_does_not_lose", depth=depth)
            if study.is_duel
            else message("only_safe_move", depth=depth)
        )
        yield claim(code, line, depth_warrant(depth))


def _draw(study: Study) -> Iterator[Claim]:
    own = study.plain_own
    if own is None or study.outcome() is not None:
        return
    is_draw = study.own.warrant.is_certain and study.own.score == DRAW and own.is_draw
    if is_draw:
        sentence = (
            message("draws", depth=own.depth)
            if study.is_duel
            else message("holds_draw", depth=own.depth)
        )
        yield claim(sentence, own.line.line)


def _score(study: Study) -> Iterator[Claim]:
    """How much better or worse the move is, if the engine and plain minimax agree."""
    own, rest, engine_rest = study.plain_own, study.plain_rest, study.rest
    if own is None or rest is None or engine_rest is None:
        return
    if own.line.score is None or rest.line.score is None:
        return
    if study.own.score is None or engine_rest.score is None:
        return
    difference = points(own.line.score - rest.line.score)
    depth, other = own.depth, rest.line.move
    if difference > 0 and study.own.score >= engine_rest.score:
        sentence = message(
            "best_by", points=difference, by=in_points(difference), other=other, depth=depth
        )
        yield claim(sentence, own.line.line, depth_warrant(depth))
    if difference < 0 and not study.is_best and study.own.score < engine_rest.score:
        sentence = message(
            "worse_by", points=-difference, by=in_points(-difference), other=other, depth=depth
        )
        yield claim(sentence, rest.line.line, depth_warrant(depth))


def _replies(study: Study) -> Iterator[Claim]:
    """Claims about the replies of the next player."""
    game, after = study.game, study.after
    if study.outcome() is not None or after.turn == study.side:
        return
    replies = game.legal_moves(after, (*study.earlier, study.state))
    if len(replies) == 1:
        line = study.texts(replies[0])
        side = game.sides[after.turn]
        yield claim(message("forces_reply", side=side, reply=line[1]), line)
    elif study.is_duel and len(replies) <= MOST_REPLIES:
        yield from _threat(study, replies)
    own = study.plain_own
    if study.own.interval is not None:
        if len(study.own.line) > 1 and len(replies) > 1:
            sentence = message("sampled_reply", reply=study.own.line[1])
            yield claim(sentence, study.own.line[:2], study.own.warrant)
    elif own is not None and not own.is_decided and len(own.line.line) > 1 and len(replies) > 1:
        sentence = message("best_reply", reply=own.line.line[1], depth=own.depth)
        yield claim(sentence, own.line.line[:2], depth_warrant(own.depth))


def _threat(study: Study, replies: list[Move]) -> Iterator[Claim]:
    winning_after = _immediate_win(study)
    wins_after = {reply: winning_after(reply) for reply in replies}
    shown = [(reply, win) for reply, win in wins_after.items() if win is not None]
    answers = len(replies) - len(shown)
    if shown and 2 * answers <= len(replies):
        counted = f"{answers} of {len(replies)} replies" if answers else "no reply"
        prevented = f"{counted} {'prevent' if answers > 1 else 'prevents'} it"
        sentence = message(
            "threatens_win", answers=answers, replies=len(replies), prevented=prevented
        )
        yield claim(sentence, study.texts(*shown[0]))


def _immediate_win(study: Study) -> Callable[[Move], Move | None]:
    """A function that returns the mover's immediate win after a reply, or None."""
    game, after = study.game, study.after
    earlier: tuple[State, ...] = (*study.earlier, study.state, after)

    def winning(reply: Move) -> Move | None:
        answered = game.play(after, reply)
        if answered.turn != study.side or game.outcome(answered, earlier) is not None:
            return None
        for move in game.legal_moves(answered, earlier):
            outcome = game.outcome(game.play(answered, move), (*earlier, answered))
            if outcome is not None and outcome.payoffs[study.side] == WIN:
                return move
        return None

    return winning
