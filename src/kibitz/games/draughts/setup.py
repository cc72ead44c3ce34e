"""Setting up a position of draughts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.core.bits import popcount
from kibitz.core.messages import Message, own_message
from kibitz.core.setup import Content, Counter, Placement, Setup
from kibitz.games.draughts.fen import clocks_of, state_of
from kibitz.games.draughts.geometry import occupants_of
from kibitz.games.draughts.kind import Kind
from kibitz.games.draughts.state import State

PROBLEMS = {
    "too_many_pieces": "{side} has {count} pieces: expected at most {most}.",
    "man_on_last_row": "The {side} man on {cell} is on the last row: it must be a king.",
    "no_pieces": "{side} has no pieces and is not to move: the game ended a move earlier.",
    "both_at_last_row": "Both sides have reached the last row: the first to do so has won already.",
    "bad_king_run": "To count the repeated moves of a {side} king, choose its square and a number "
    "of moves. {side} must also have a man.",
}
CLOCK_TITLES = {
    "quiet": "plies without a capture or a move of a man",
    "ending": "plies of this ending",
    "road": "plies for which a lone king has held the long diagonal",
}
RUN_TITLES = ("king that moved repeatedly", "moves of this king in a row")
MOST_PLIES = 999_999  # as in the text of positions
MOST_RUN = 3
NAMES = ("white", "black")


def setup_for(kind: Kind) -> Setup:
    """The setup of one kind of draughts."""
    occupants = occupants_of(kind)
    bits = kind.squares.bits
    clocks = tuple(clocks_of(kind))
    has_runs = kind.variant.king_limit > 0
    sides = kind.variant.sides

    def read(state: State) -> Placement:
        counters = {name: getattr(state, name) for name in clocks}
        for side in range(2) if has_runs else ():
            run = state.limits >> 8 * side & 255
            counters[f"{sides[side]}_king"] = bits.index(run & 63) if run else -1
            counters[f"{sides[side]}_king_moves"] = run >> 6
        return Placement(cells=tuple(occupants(state)), turn=state.turn, counters=counters)

    def build(placement: Placement) -> State:
        boards = {name[0]: _bits_of(placement, bits, (name[0], name[0].upper())) for name in NAMES}
        kings = _bits_of(placement, bits, [name[0].upper() for name in NAMES])
        state = state_of(kind, sides[placement.turn][0], boards, kings)
        counters = placement.counters
        limits = sum(_run(placement, side) << 8 * side for side in range(2))
        return state._replace(limits=limits, **{name: counters.get(name, 0) for name in clocks})

    def _run(placement: Placement, side: int) -> int:
        """A side's byte of `State.limits`."""
        cell = placement.counters.get(f"{sides[side]}_king", -1)
        moves = placement.counters.get(f"{sides[side]}_king_moves", 0)
        return moves << 6 | bits[cell] if cell >= 0 and moves else 0

    def problems(placement: Placement) -> list[Message]:
        return [*_problems(kind, build(placement)), *_run_problems(placement)]

    def _run_problems(placement: Placement) -> Iterator[Message]:
        for side in sides if has_runs else ():
            cell = placement.counters.get(f"{side}_king", -1)
            moves = placement.counters.get(f"{side}_king_moves", 0)
            is_unused = cell < 0 and moves == 0
            is_king = cell >= 0 and placement.cells[cell] == side[0].upper()
            if not is_unused and not (is_king and moves and side[0] in placement.cells):
                yield own_message(PROBLEMS, "bad_king_run", side=side.capitalize())

    return Setup(
        contents=[Content(name[0]) for name in NAMES]
        + [Content(name[0].upper()) for name in NAMES if kind.variant.has_kings],
        read=read,
        build=build,
        problems=problems,
        counters=[
            *(Counter(name, CLOCK_TITLES[name], 0, MOST_PLIES) for name in clocks),
            *(_run_counters(kind) if has_runs else ()),
        ],
    )


def _bits_of(placement: Placement, bits: Sequence[int], codes: Sequence[str]) -> int:
    """The squares that hold one of these codes, as a bitboard."""
    return sum(
        1 << bit for bit, code in zip(bits, placement.cells, strict=True) if code and code in codes
    )


def _run_counters(kind: Kind) -> Iterator[Counter]:
    """For each side, the king that has moved repeatedly and how often."""
    last = len(kind.squares.bits) - 1
    for side, name in enumerate(kind.variant.sides):
        yield Counter(f"{name}_king", RUN_TITLES[0], -1, last, side, "cell")
        yield Counter(f"{name}_king_moves", RUN_TITLES[1], 0, MOST_RUN, side)


def _problems(kind: Kind, state: State) -> Iterator[Message]:
    """What is wrong with the pieces."""
    players, starts = kind.by_player(state), kind.by_player(kind.rules.start)
    for side, name in enumerate(kind.variant.sides):
        count, most = popcount(players[side]), popcount(starts[side])
        if count > most:
            yield own_message(
                PROBLEMS, "too_many_pieces", side=name.capitalize(), count=count, most=most
            )
        for bit in kind.squares.bits:
            if (players[side] & ~state.kings & kind.last_row(side)) >> bit & 1:
                cell = kind.squares.names[bit]
                yield own_message(PROBLEMS, "man_on_last_row", side=name, cell=cell)
    if not state.theirs:
        side_name = kind.variant.sides[1 - state.turn].capitalize()
        yield own_message(PROBLEMS, "no_pieces", side=side_name)
    if kind.variant.goal == "king" and all(pieces & state.kings for pieces in players):
        yield own_message(PROBLEMS, "both_at_last_row")
