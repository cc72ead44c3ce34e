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


class Stones(NamedTuple):
    """Go on a line of cells: a stone or a chain of stones without an empty neighbour is taken."""

    black: int
    white: int
    passes: int  # in a row
    turn: int


def line_go(size: int = 4) -> Game:
    """Go on one line, with superko: no position may occur twice. Passing twice ends the game."""

    def moves(state: Stones) -> Iterator[int]:
        if state.passes < 2:
            for cell in range(size):
                if (state.black | state.white) >> cell & 1 == 0:
                    after = put(state, cell)
                    if (after.white if state.turn == 1 else after.black) >> cell & 1:
                        yield cell  # not suicide
            yield size  # a pass

    def taken(own: int, other: int) -> int:
        """The stones of `own` that no empty cell touches."""
        dead = 0
        chain = 0
        is_free = False
        for cell in range(size + 1):
            if cell < size and own >> cell & 1:
                is_free = is_free or (chain == 0 and cell > 0 and not other >> (cell - 1) & 1)
                chain |= 1 << cell
            else:
                is_free = is_free or (cell < size and not other >> cell & 1)
                dead |= chain if not is_free else 0
                chain = 0
                is_free = False
        return dead

    def put(state: Stones, cell: int) -> Stones:
        own = (state.white if state.turn == 1 else state.black) | 1 << cell
        other = state.black if state.turn == 1 else state.white
        other &= ~taken(other, own)
        own &= ~taken(own, other)
        return Stones(
            black=other if state.turn == 1 else own,
            white=own if state.turn == 1 else other,
            passes=0,
            turn=1 - state.turn,
        )

    def play(state: Stones, move: int) -> Stones:
        if move == size:
            return Stones(
                black=state.black,
                white=state.white,
                passes=state.passes + 1,
                turn=1 - state.turn,
            )
        return put(state, move)

    def area(state: Stones) -> int:
        """Black's stones less white's, with the empty cells between stones of one side."""
        total = 0
        left = 0  # the stone before the run of empty cells: 1 black, -1 white
        empty = 0
        for cell in range(size):
            stone = (state.black >> cell & 1) - (state.white >> cell & 1)
            if stone == 0:
                empty += 1
                continue
            total += stone + (empty * stone if left in (0, stone) else 0)
            left = stone
            empty = 0
        return total + empty * left

    def payoff(state: Stones, player: int) -> int:
        black = area(state)
        own = black if player == 0 else -black
        return WIN if own > 0 else LOSS if own < 0 else DRAW

    def evaluate(state: Stones, player: int) -> int:
        black = area(state)
        return black if player == 0 else -black

    return Game(
        "line_go",
        Stones(0, 0, 0, 0),
        moves,
        play,
        payoff,
        evaluate,
        repeats="illegal",
    )


class Walkers(NamedTuple):
    """Two or three walkers on a ring who may not repeat a position."""

    first: int
    second: int
    third: int
    passes: int  # in all
    turn: int


def walkers(players: int = 3, *, size: int = 3, can_pass: bool = True) -> Game:
    """Whoever stands highest wins after a few passes, which never repeat a position."""

    def moves(state: Walkers) -> Iterator[int]:
        if state.passes < 4:
            yield 0
            yield 1
            if can_pass:
                yield 2

    def play(state: Walkers, move: int) -> Walkers:
        step = 0 if move == 2 else 1 if move == 0 else size - 1
        return Walkers(
            first=(state.first + (step if state.turn == 0 else 0)) % size,
            second=(state.second + (step if state.turn == 1 else 0)) % size,
            third=(state.third + (step if state.turn == 2 else 0)) % size,
            passes=state.passes + (1 if move == 2 else 0),
            turn=(state.turn + 1) % players,
        )

    def place(state: Walkers, player: int) -> int:
        return state.first if player == 0 else state.second if player == 1 else state.third

    def payoff(state: Walkers, player: int) -> int:
        own = place(state, player)
        best = place(state, (player + 1) % players)
        if players == 3:
            best = max(best, place(state, (player + 2) % 3))
        return WIN if own > best else LOSS if own < best else DRAW

    def evaluate(state: Walkers, player: int) -> int:
        others = place(state, (player + 1) % 3) + place(state, (player + 2) % 3)
        return 2 * place(state, player) - others + (state.passes if player == 1 else 0)

    return Game(
        "walkers",
        Walkers(0, 0, 0, 0, 0),
        moves,
        play,
        payoff,
        evaluate,
        sides=("one", "two", "three")[:players],
        mirrored=False,
        repeats="illegal",
    )
