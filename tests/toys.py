"""Small games with the features that the shipped ones lack: each shows one thing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from kibitz import DRAW, LOSS, WIN, Game


class Counter(NamedTuple):
    """Two walkers on a ring who may step back and forth for ever."""

    mine: int
    theirs: int
    quiet: int  # moves without progress
    turn: int


def ring(size: int = 8, *, limit: int = 0, repeats: int = 3) -> Game:
    """Whoever steps onto the other wins; the clock or repetition draws."""

    def moves(state: Counter) -> Iterator[int]:
        if state.mine != state.theirs:
            yield 0
            yield 1
            if state.mine % 3 == 0:
                yield 2

    def play(state: Counter, move: int) -> Counter:
        step = (1, size - 1, 2)[move] if move < 2 else 2
        to = (state.mine + step) % size
        return Counter(mine=state.theirs, theirs=to, quiet=state.quiet + 1, turn=1 - state.turn)

    def payoff(state: Counter, player: int) -> int:
        return LOSS if player == state.turn else WIN

    def evaluate(state: Counter, player: int) -> int:
        value = (state.mine * 7 + state.theirs * 3) % 11 - 5
        return value if player == state.turn else -value

    def drawn(state: Counter) -> bool:
        return state.quiet >= limit

    return Game(
        "ring",
        Counter(0, size // 2, 0, 0),
        moves,
        play,
        payoff,
        evaluate,
        clocks=("quiet",),
        drawn=drawn if limit else lambda state: False,
        repeats=repeats,
    )


class Pot(NamedTuple):
    """Several players take one to three from a pot; an exact three earns another turn."""

    left: int
    first: int
    second: int
    third: int
    turn: int


def pot(players: int = 3, size: int = 12) -> Game:
    """The most points win; whoever takes three moves again at once."""

    def moves(state: Pot) -> Iterator[int]:
        for take in range(1, 4):
            if take <= state.left:
                yield take

    def play(state: Pot, move: int) -> Pot:
        gain = (move * 5 + state.left * 3) % 7
        return Pot(
            left=state.left - move,
            first=state.first + (gain if state.turn == 0 else 0),
            second=state.second + (gain if state.turn == 1 else 0),
            third=state.third + (gain if state.turn == 2 else 0),
            turn=state.turn if move == 3 else (state.turn + 1) % players,
        )

    def points(state: Pot, player: int) -> int:
        return state.first if player == 0 else state.second if player == 1 else state.third

    def payoff(state: Pot, player: int) -> int:
        own = points(state, player)
        best = 0
        equal = 0
        for other in range(players):
            score = points(state, other)
            if other != player:
                best = max(best, score)
                equal += 1 if score == own else 0
        if own < best:
            return LOSS
        return DRAW if equal > 0 and own == best else WIN

    def evaluate(state: Pot, player: int) -> int:
        value = points(state, player)
        for other in range(players):
            if other != player:
                value -= points(state, other)
        return value

    return Game(
        "pot",
        Pot(size, 0, 0, 0, 0),
        moves,
        play,
        payoff,
        evaluate,
        sides=("first", "second", "third")[:players],
    )


class Trade(NamedTuple):
    """A row of piles; a capture takes the other's pile beside one's own."""

    mine: int
    theirs: int
    turn: int


def trades(cells: int = 12) -> Game:
    """Pieces step or capture on a line; captures are noisy, no piece left loses."""
    full = (1 << cells) - 1

    def moves(state: Trade) -> Iterator[int]:
        if state.mine:
            for cell in range(cells):
                if state.mine >> cell & 1:
                    for step in (1, 2, 3):
                        to = cell + step if state.turn == 0 else cell - step
                        if 0 <= to < cells and not state.mine >> to & 1:
                            yield cell * cells + to

    def play(state: Trade, move: int) -> Trade:
        source, to = move // cells, move % cells
        mine = (state.mine & ~(1 << source)) | 1 << to
        theirs = state.theirs & ~(1 << to) & full
        return Trade(mine=theirs, theirs=mine, turn=1 - state.turn)

    def payoff(state: Trade, player: int) -> int:
        return LOSS if player == state.turn else WIN

    def evaluate(state: Trade, player: int) -> int:
        value = 0
        for cell in range(cells):
            value += (state.mine >> cell & 1) - (state.theirs >> cell & 1)
        return 10 * value if player == state.turn else -10 * value

    def noisy(state: Trade, move: int) -> bool:
        return state.theirs >> move % cells & 1 == 1

    def rank(state: Trade, move: int) -> int:
        return move % 3

    return Game(
        "trades", Trade(0b111, 0b111 << cells - 3, 0), moves, play, payoff, evaluate,
        noisy=noisy, rank=rank,
    )  # fmt: skip


class Claim(NamedTuple):
    """Two players share out numbers; the margin counts."""

    taken: int
    lead: int  # the first player's
    turn: int


VALUES = (3, 1, 4, 1, 5, 9, 2, 6)


def claims() -> Game:
    """Players claim numbers in turn; the larger sum wins, and by how much matters."""

    def moves(state: Claim) -> Iterator[int]:
        for index in range(8):
            if not state.taken >> index & 1:
                yield index

    def play(state: Claim, move: int) -> Claim:
        gain = VALUES[move] if state.turn == 0 else -VALUES[move]
        return Claim(taken=state.taken | 1 << move, lead=state.lead + gain, turn=1 - state.turn)

    def margin(state: Claim, player: int) -> int:
        return state.lead if player == 0 else -state.lead

    def payoff(state: Claim, player: int) -> int:
        own = margin(state, player)
        return WIN if own > 0 else LOSS if own < 0 else DRAW

    return Game("claims", Claim(0, 0, 0), moves, play, payoff, margin, margin=margin)


class Heap(NamedTuple):
    """A heap of matches; whoever takes the last one wins."""

    left: int
    turn: int


def nim(size: int = 21) -> Game:
    """Two players take one to three from a heap; nothing is known before the end."""

    def moves(state: Heap) -> Iterator[int]:
        for count in range(1, 4):
            if count <= state.left:
                yield count

    def play(state: Heap, move: int) -> Heap:
        return Heap(left=state.left - move, turn=1 - state.turn)

    def payoff(state: Heap, player: int) -> int:
        return LOSS if player == state.turn else WIN

    def evaluate(state: Heap, player: int) -> int:
        return 0

    return Game("nim", Heap(size, 0), moves, play, payoff, evaluate)


@dataclass(frozen=True)
class Row:
    """A state that is no tuple: it cannot be compiled."""

    coins: tuple[int, ...]
    taken: tuple[int, int]
    turn: int


def coins(values: tuple[int, ...] = (3, 9, 2, 8, 4, 7, 1)) -> Game:
    """Two players take a coin from either end of a row; the richer one wins."""

    def moves(state: Row) -> Iterator[int]:
        if state.coins:
            yield 0
        if len(state.coins) > 1:
            yield 1

    def play(state: Row, move: int) -> Row:
        taken = list(state.taken)
        taken[state.turn] += state.coins[-move]
        rest = state.coins[1:] if move == 0 else state.coins[:-1]
        return Row(rest, (taken[0], taken[1]), 1 - state.turn)

    def payoff(state: Row, player: int) -> int:
        lead = state.taken[player] - state.taken[1 - player]
        return WIN if lead > 0 else LOSS if lead < 0 else DRAW

    def evaluate(state: Row, player: int) -> int:
        return state.taken[player] - state.taken[1 - player]

    return Game("coins", Row(values, (0, 0), 0), moves, play, payoff, evaluate)
