"""The moves of every variant against a second, slow and plain reading of the same rules."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from kibitz.core.contract import Game
from kibitz.core.text import format_state
from kibitz.games.draughts import draughts
from kibitz.games.draughts.kind import Kind, kind_of
from kibitz.games.draughts.state import State
from kibitz.games.draughts.variants import VARIANTS, Variant, sized

Place = tuple[int, int]
Board = dict[Place, str]  # (x, y) with y downwards -> w W b B
Capture = tuple[Place, Place, frozenset[Place], bool, tuple[bool, ...]]  # last: kings in order

DIAGONALS = ((-1, -1), (1, -1), (-1, 1), (1, 1))
STRAIGHT = ((0, -2), (0, 2), (-2, 0), (2, 0))

SETTINGS: list[dict[str, object]] = []
SETTINGS += [{"variant": name} for name in VARIANTS]
SETTINGS += [
    {"variant": "english", "size": 6},
    {"variant": "international", "size": 6},
    {"variant": "breakthrough", "size": 8},
    {"variant": "german", "landing": "any"},
    {"variant": "german", "majority": "yes"},
    {"variant": "german", "landing": "any", "majority": "yes"},
    {"variant": "frisian", "king_limit": "off"},
]


def name_of(settings: dict[str, object]) -> str:
    return " ".join(map(str, settings.values()))


def row_of(settings: dict[str, object]) -> Variant:
    """The facts of a game with these settings, put together here a second time."""
    row = sized(str(settings["variant"]), int(str(settings.get("size", 0))))
    if settings.get("landing") == "any":
        row = replace(row, landing="any")
    if settings.get("majority") == "yes":
        row = replace(row, precedence="pieces")
    if settings.get("king_limit") == "off":
        row = replace(row, king_limit=0)
    return row


class Oracle:
    """Draughts over a dictionary of places, recursively, nothing shared with the rules."""

    def __init__(self, row: Variant) -> None:
        self.row = row

    def inside(self, place: Place) -> bool:
        return 0 <= place[0] < self.row.size and 0 <= place[1] < self.row.size

    def is_last(self, place: Place, side: str) -> bool:
        return place[1] == (0 if side == "w" else self.row.size - 1)

    def moves(self, board: Board, side: str) -> set[tuple[Place, Place, frozenset[Place], bool]]:
        if self.row.goal == "king" and any(piece.isupper() for piece in board.values()):
            return set()
        captures = [
            (piece.isupper(), capture)
            for place, piece in board.items()
            if piece.lower() == side
            for capture in self.captures(board, place)
        ]
        if captures:
            worths = [self.worth(board, is_king, capture) for is_king, capture in captures]
            best = max(worths)
            return {
                capture[:4]
                for worth, (_, capture) in zip(worths, captures, strict=True)
                if worth == best
            }
        return {
            (place, end, frozenset(), piece.islower() and self.is_last(end, side))
            for place, piece in board.items()
            if piece.lower() == side
            for end in self.steps(board, place)
        }

    def steps(self, board: Board, place: Place) -> Iterator[Place]:
        piece = board[place]
        for right, down in DIAGONALS:
            if piece.islower() and (down < 0) != (piece == "w"):
                continue
            end = (place[0] + right, place[1] + down)
            while self.inside(end) and end not in board:
                yield end
                if piece.islower() or not self.row.flying:
                    break
                end = (end[0] + right, end[1] + down)

    def captures(self, board: Board, start: Place) -> Iterator[Capture]:
        piece = board[start]
        rest = {place: other for place, other in board.items() if place != start}
        yield from self.jumps(rest, start, start, piece, piece, ())

    def jumps(
        self,
        board: Board,
        start: Place,
        place: Place,
        first: str,
        piece: str,
        taken: tuple[Place, ...],
    ) -> Iterator[Capture]:
        """Every capture that goes on from `place`."""
        for hit, landings in self.targets(board, place, piece, taken):
            done = (*taken, hit)
            follow = {}
            for landing in landings:
                now = piece
                if self.row.promotion == "passing" and self.is_last(landing, piece.lower()):
                    now = piece.upper()
                follow[landing] = list(self.jumps(board, start, landing, first, now, done)), now
            if any(further for further, _ in follow.values()):
                for further, _ in follow.values():
                    yield from further
                continue
            for landing, (_, now) in follow.items():
                is_halted = self.row.landing == "behind kings" and board[hit].isupper()
                if is_halted and piece.isupper() and landing != landings[0]:
                    continue
                promoted = first.islower() and (
                    now.isupper() or self.is_last(landing, piece.lower())
                )
                order = tuple(board[other].isupper() for other in done)
                yield start, landing, frozenset(done), promoted, order

    def targets(
        self, board: Board, place: Place, piece: str, taken: tuple[Place, ...]
    ) -> Iterator[tuple[Place, list[Place]]]:
        """What can be jumped from `place`, with the squares to land on, nearest first."""
        row = self.row
        blocked = set(board) - set(taken) if row.removal == "immediately" else set(board)
        for right, down in DIAGONALS + (STRAIGHT if row.straight else ()):
            if piece.islower() and not row.men_capture_back and (down < 0) != (piece == "w"):
                continue
            hit = (place[0] + right, place[1] + down)
            while piece.isupper() and row.flying and self.inside(hit) and hit not in blocked:
                hit = (hit[0] + right, hit[1] + down)
            if hit not in blocked or hit in taken or board[hit].lower() == piece.lower():
                continue
            if piece.islower() and not row.men_capture_kings and board[hit].isupper():
                continue
            landings = []
            landing = (hit[0] + right, hit[1] + down)
            while self.inside(landing) and landing not in blocked:
                landings.append(landing)
                if piece.islower() or not row.flying or row.landing == "behind":
                    break
                landing = (landing[0] + right, landing[1] + down)
            if landings:
                yield hit, landings

    def worth(self, board: Board, is_king: bool, capture: Capture) -> tuple[object, ...]:
        count = len(capture[2])
        kings = sum(board[place].isupper() for place in capture[2])
        return {
            "none": (),
            "king": (is_king,),
            "pieces": (count,),
            "pieces, kings": (count, kings),
            "italian": (count, is_king, kings, capture[4]),
            "frisian": (100 * (count - kings) + 199 * kings, is_king),
        }[self.row.precedence]


def places_of(kind: Kind) -> dict[int, Place]:
    cells = zip(kind.squares.cells, kind.squares.bits, strict=True)
    return {bit: (cell.x, cell.y) for cell, bit in cells}


def board_of(kind: Kind, state: State) -> Board:
    letters = dict(zip(("white", "black"), "wb", strict=True))
    board = {}
    for side, pieces in zip(kind.variant.sides, kind.by_player(state), strict=True):
        for bit, place in places_of(kind).items():
            if pieces >> bit & 1:
                letter = letters[side]
                board[place] = letter.upper() if state.kings >> bit & 1 else letter
    return board


def described(
    kind: Kind, game: Game, state: State
) -> list[tuple[Place, Place, frozenset[Place], bool]]:
    """The legal moves in the oracle's words; what is taken and promoted is seen by playing."""
    places = places_of(kind)
    found = []
    for move in game.moves(state):
        after = game.play(state, move)
        start, end = move & 63, move >> 6 & 63
        gone = state.theirs & ~after.mine
        promoted = not state.kings >> start & 1 and after.kings >> end & 1
        taken = frozenset(place for bit, place in places.items() if gone >> bit & 1)
        found.append((places[start], places[end], taken, bool(promoted)))
    return found


def random_state(kind: Kind, chance: random.Random) -> State:
    """Any pieces on any squares, few or many, men and kings.

    A king that takes in eight directions has very many paths, so that these boards are sparser.
    """
    bits = list(kind.squares.bits)
    most = len(bits) // 3 if kind.variant.straight else len(bits) * 2 // 3
    chosen = chance.sample(bits, chance.randint(2, most))
    cut = chance.choice((len(chosen) // 2, 1, 2, chance.randint(0, len(chosen))))
    first = sum(1 << bit for bit in chosen[:cut])
    second = sum(1 << bit for bit in chosen[cut:])
    crowned = chance.choice((0.0, 0.2, 0.5, 1.0)) if kind.variant.goal != "king" else 0.0
    kings = sum(1 << bit for bit in chosen if chance.random() < crowned)
    on_last = first & kind.last_row(0) | second & kind.last_row(1)
    kings |= on_last
    if kind.variant.goal == "king":
        first, second, kings = first & ~kings, second & ~kings, 0
    turn = chance.randint(0, 1)
    mine, theirs = (first, second) if turn == 0 else (second, first)
    return kind.rules.start._replace(mine=mine, theirs=theirs, kings=kings, turn=turn)


def compare(settings: dict[str, object], count: int, seed: int) -> None:
    row = row_of(settings)
    kind = kind_of(row)
    game = draughts(**settings)  # type: ignore[arg-type]
    oracle = Oracle(row)
    chance = random.Random(seed)
    for _ in range(count):
        state = random_state(kind, chance)
        side = row.sides[state.turn][0]
        got = described(kind, game, state)
        expected = oracle.moves(board_of(kind, state), side)
        position = format_state(game, state)
        assert set(got) == expected, position
        assert len(got) == len(set(got)) or row.loops == "both ways", position


@pytest.mark.parametrize("settings", SETTINGS, ids=name_of)
def test_moves_are_those_of_a_second_reading_of_the_rules(settings: dict[str, object]) -> None:
    compare(settings, 150, seed=1)


@pytest.mark.deep
@pytest.mark.parametrize("settings", SETTINGS, ids=name_of)
def test_moves_are_those_of_a_second_reading_in_many_positions(settings: dict[str, object]) -> None:
    compare(settings, 20_000, seed=2)
