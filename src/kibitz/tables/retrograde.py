"""Retrograde analysis: the result of every position, with the number of plies to the end.

Decided positions wait in a queue, those closest to the end first. Each updates its predecessors. If
the side to move has a move to a position that it wins, it wins one ply later. If every move leads
to a position that the other side wins, it loses one ply later than in the longest of them.
Positions that remain undecided are draws, such as cycles that neither side can leave to its
advantage.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kibitz.core.types import Memory
from kibitz.tables.exploring import ENDED, TURN, WON_FIRST
from kibitz.tables.kernels import kernel

# A value is 1 + plies to the end if side 0 wins, the negative if side 1 wins.
OPEN = 0
_PORTION = 1 << 20  # positions between two checks for an interrupt


@dataclass(frozen=True, slots=True)
class Graph:
    """The game graph: for every position its moves, their number and the side to move."""

    edges: Any  # int32: the targets of the moves of position 0, of position 1 and so on
    degrees: Any  # int32 per position: the number of moves
    marks: Any  # uint8 per position: the side to move and the result (see `exploring`)


def retrograde(graph: Graph, on_progress: Callable[[int], None]) -> Any:
    """The value of every position, as int32; overwrites `graph.degrees`."""
    import numpy as np

    count = len(graph.marks)
    offsets = np.zeros(count + 1, np.int64)
    sources = np.empty(len(graph.edges), np.int32)
    kernel(count_incoming, "int32", "int64")(graph.edges, offsets)
    np.cumsum(offsets, out=offsets)
    kernel(invert_edges, "int32", "int32", "int64", "int32")(
        graph.edges, graph.degrees, offsets, sources
    )
    values = np.zeros(count, np.int32)
    queue = np.empty(count, np.int32)
    control = np.zeros(2, np.int64)
    kernel(decide_ended, "uint8", "int32", "int32", "int64")(graph.marks, values, queue, control)
    step = kernel(spread, "int", "int64", "int32", "int64", "int32", "uint8", "int32", "int32")
    while control[0] < control[1]:
        step(_PORTION, control, queue, offsets, sources, graph.marks, graph.degrees, values)
        on_progress(int(control[0]))
    return values


def count_incoming(edges: Memory, offsets: Memory) -> None:
    """Count the moves that lead to each position."""
    for index in range(len(edges)):
        offsets[edges[index]] += 1


def invert_edges(edges: Memory, degrees: Memory, offsets: Memory, sources: Memory) -> None:
    """List the predecessors of every position; `offsets` become the starts of the lists."""
    index = 0
    for number in range(len(degrees)):
        for _ in range(degrees[number]):
            after = edges[index]
            offsets[after] -= 1
            sources[offsets[after]] = number
            index += 1


def decide_ended(marks: Memory, values: Memory, queue: Memory, control: Memory) -> None:
    """Put the finished positions that a side has won into the queue."""
    for number in range(len(marks)):
        ended = marks[number] // ENDED
        if ended >= WON_FIRST:
            values[number] = 1 if ended == WON_FIRST else -1
            queue[control[1]] = number
            control[1] += 1


def spread(
    portion: int,
    control: Memory,
    queue: Memory,
    offsets: Memory,
    sources: Memory,
    marks: Memory,
    degrees: Memory,
    values: Memory,
) -> None:
    """Update the predecessors of the next `portion` positions of the queue.

    `control` holds the head and the tail of the queue.
    """
    until = min(control[0] + portion, control[1])
    while control[0] < until:
        number = queue[control[0]]
        control[0] += 1
        value = values[number]
        winner = 0 if value > 0 else 1
        further = value + 1 if value > 0 else value - 1
        for index in range(offsets[number], offsets[number + 1]):
            before = sources[index]
            if values[before] == OPEN:
                degrees[before] -= 1
                if marks[before] & TURN == winner or degrees[before] == 0:
                    values[before] = further
                    queue[control[1]] = before
                    control[1] += 1
