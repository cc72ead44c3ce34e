"""Solve a variant of draughts, slice by slice. Slices already on disk are skipped."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from kibitz.core.contract import Game
from kibitz.games.draughts import kind_for
from kibitz.games.draughts.variants import Variant
from kibitz.tables.draughts.cpu_solver import CpuSolver, involved
from kibitz.tables.draughts.ranking import Ranking
from kibitz.tables.draughts.slice_store import SliceStore
from kibitz.tables.draughts.slices import Slice, groups
from kibitz.tables.solver import DEFAULT_BYTES, GIGABYTE, check_memory
from kibitz.tables.verdict import Counts

_CODE_BYTES = 2  # per position while solving
_DISK_BYTES = 0.4  # per position on disk, compressed; approximate
_FIXED_BYTES = 200 << 20  # for the facts, the results to be written and the program itself
_NANOSECONDS = 1000.0  # the approximate time per position on one core


@dataclass(frozen=True, slots=True)
class Plan:
    """The slices to solve, with an estimate of the costs."""

    todo: tuple[tuple[Slice, ...], ...]  # groups, in order
    done: Mapping[Slice, Counts]  # already on disk
    positions: int  # to solve
    memory: int  # bytes for the largest step
    room: float  # bytes of memory left
    disk: int  # bytes of the new files
    seconds: float

    def __str__(self) -> str:
        duration = _duration(self.seconds)
        return (
            f"{self.positions:,} positions in {sum(map(len, self.todo))} tables to solve, "
            f"{len(self.done)} already solved; about {duration}, "
            f"{self.memory / GIGABYTE:,.1f} GB of memory, {self.disk / GIGABYTE:,.2f} GB of disk"
        )


@dataclass(frozen=True, slots=True)
class DraughtsSolution:
    """The counts of every slice."""

    counts: Mapping[Slice, Counts]
    positions: int  # solved in this run
    seconds: float  # spent solving
    writing: float  # seconds spent writing files
    verdict: None = None  # the starting position has too many pieces


def obstacle(variant: Variant) -> str:
    """Why a variant cannot be solved by its number of pieces; empty if it can."""
    if variant.goal != "capture":
        return "it is not won by capturing all pieces"
    if variant.king_limit:
        return "its limit of quiet king moves makes positions depend on earlier moves"
    return ""


def make_plan(
    game: Game, device: CpuSolver, folder: Path | None, pieces: int, memory: float
) -> Plan:
    """Plan the solving. Raises LimitError if it does not fit into `memory` gigabytes."""
    kind = kind_for(game)
    assert kind is not None
    ranking = Ranking.on(kind.board.size)
    store = SliceStore(game, folder)
    done: dict[Slice, Counts] = {}
    todo = []
    for group in groups(pieces):
        found = {one: store.counts(one, ranking.size(one)) for one in group}
        solved = {one: counts for one, counts in found.items() if counts is not None}
        if len(solved) == len(group):
            done |= solved
        else:
            todo.append(group)
    steps = (sum(map(ranking.size, involved(group))) for group in todo)
    positions = sum(ranking.size(one) for group in todo for one in group)
    held = 0 if folder is not None else positions
    every = positions + sum(map(ranking.size, done))
    mapped = every if todo and every > DEFAULT_BYTES else 0  # the file that searches map
    needed = _CODE_BYTES * (held + max(steps, default=0)) + _FIXED_BYTES
    check_memory(game, needed, memory)
    return Plan(
        todo=tuple(todo),
        done=done,
        positions=positions,
        memory=needed,
        room=memory * GIGABYTE - needed,
        disk=0 if folder is None else int(positions * _DISK_BYTES) + mapped,
        seconds=positions * _NANOSECONDS / device.threads / 1e9,
    )


def solve_draughts(
    game: Game,
    plan: Plan,
    device: CpuSolver,
    folder: Path | None,
    on_progress: Callable[[str], None],
) -> DraughtsSolution:
    """Run a plan. If interrupted, the next plan skips the slices already on disk."""
    store = SliceStore(game, folder, plan.room)
    counts = dict(plan.done)
    seconds = writing = 0.0
    progress = _Progress(plan, on_progress)
    for group in plan.todo:
        began = time.perf_counter()
        solved = device.solve(group, store.load, progress)
        solved_at = time.perf_counter()
        whole = sum(counted.positions for _, counted in solved.values())
        for one, (codes, counted) in solved.items():
            progress(f"{one}: writing", whole)
            store.put(one, codes, counted)
            counts[one] = counted
        progress.finish(whole)
        seconds += solved_at - began
        writing += time.perf_counter() - solved_at
    return DraughtsSolution(counts, plan.positions, seconds, writing)


class _Progress:
    """Reports the group being solved, the positions solved, their rate and the time left."""

    def __init__(self, plan: Plan, on_progress: Callable[[str], None]) -> None:
        self._plan = plan
        self._report = on_progress
        self._groups = 0
        self._positions = 0  # of the solved groups
        self._began = time.perf_counter()

    def __call__(self, text: str, done: int) -> None:
        """Report `text` and `done` positions of the current group."""
        step = f"{self._groups + 1} of {len(self._plan.todo)}: {text}"
        self._report(f"{step}; {self._summary(self._positions + done)}")

    def finish(self, positions: int) -> None:
        """Count a solved group with this many positions."""
        self._groups += 1
        self._positions += positions
        step = f"{self._groups} of {len(self._plan.todo)} solved"
        self._report(f"{step}; {self._summary(self._positions)}")

    def _summary(self, done: int) -> str:
        every = self._plan.positions
        rate = done / max(time.perf_counter() - self._began, 1e-9)
        left = f", about {_duration((every - done) / rate)} left" if done else ""
        return f"{done:,} of {every:,} positions, {rate:,.0f} a second{left}"


def _duration(seconds: float) -> str:
    """The text of a duration.

    >>> _duration(59.6), _duration(600)
    ('60 s', '10 min')
    """
    minutes = seconds / 60
    return f"{minutes:,.0f} min" if minutes >= 2 else f"{seconds:,.0f} s"
