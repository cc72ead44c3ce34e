"""Hopper: two frogs on seven leaves hop towards each other; a player who cannot hop loses."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kibitz import LOSS, WIN, Game
from kibitz.core.geometry import Cell, Geometry, Piece

LEAVES = 7
FROG = '<svg viewBox="0 0 10 10"><ellipse cx="5" cy="6" rx="4" ry="3" fill="{}"/></svg>'
RULES = """
# Goal

Be the last to hop. **No hop left** means *you lose*; see [frogs](https://example.org/frogs).

# Moves

1. Hop one or two leaves forward.
2. Never over the other frog, as in `3`.

```board
moves: 2
move: 4
caption: Red hops *two* leaves.
```

| leaves | hops |
|---|---|
| 7 | 2 |
"""


class State(NamedTuple):
    left: int
    right: int
    turn: int


def moves(state: State) -> Iterator[int]:
    for leaps in (1, 2):
        if state.left + leaps < state.right:
            yield state.left + leaps if state.turn == 0 else state.right - leaps


def play(state: State, move: int) -> State:
    if state.turn == 0:
        return State(left=move, right=state.right, turn=1)
    return State(left=state.left, right=move, turn=0)


def payoff(state: State, player: int) -> int:
    return LOSS if player == state.turn else WIN


def evaluate(state: State, player: int) -> int:
    return 0


def occupants(state: State) -> Sequence[str]:
    frogs = {state.left: "g", state.right: "r"}
    return [frogs.get(leaf, "") for leaf in range(LEAVES)]


def path(state: State, move: int) -> Sequence[int]:
    return (state.left if state.turn == 0 else state.right, move)


GAME = Game(
    "hopper",
    State(left=0, right=LEAVES - 1, turn=0),
    moves,
    play,
    payoff,
    evaluate,
    title="Hopper",
    rules=RULES,
    sides=("green", "red"),
    geometry=Geometry(
        cells=[Cell(str(leaf), leaf, 0) for leaf in range(LEAVES)],
        links=[(leaf, leaf + 1) for leaf in range(LEAVES - 1)],
        pieces=[
            Piece("g", "green frog", 0, colour="green", symbol="F"),
            Piece("r", "red frog", 1, svg=FROG.format("#b3261e")),
        ],
        occupants=occupants,
        path=path,
    ),
)
