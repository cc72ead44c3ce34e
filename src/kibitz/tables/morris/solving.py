"""Solve a variant of Morris, subspace by subspace. Subspaces already on disk are skipped."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from kibitz.core.contract import Game
from kibitz.core.score import DRAW, LOSS, WIN
from kibitz.games.morris.variants import VARIANTS, Variant
from kibitz.tables.morris.numbering import numbering
from kibitz.tables.morris.subspace_store import SubspaceStore
from kibitz.tables.morris.subspaces import Subspace, exits, groups, is_supported
from kibitz.tables.solver import GIGABYTE, check_memory
from kibitz.tables.verdict import Counts, Verdict

_CODE_BYTES = 2  # per position while solving
_DISK_BYTES = 0.25  # per position on disk, compressed; approximate
_FIXED_BYTES = 200 << 20  # for the index of a board and the program itself


class Device(Protocol):
    """A CPU or GPU that solves groups of subspaces."""

    name: str

    @property
    def nanoseconds(self) -> float:
        """The approximate time per position."""
        ...

    def solve(
        self,
        group: tuple[Subspace, ...],
        load: Callable[[Subspace], Any],
        on_progress: Callable[[str], None],
    ) -> Mapping[Subspace, tuple[Any, Counts]]:
        """Solve a group; return its codes and counts. `load` returns codes of solved subspaces."""
        ...


@dataclass(frozen=True, slots=True)
class Plan:
    """The subspaces to solve, with an estimate of the costs."""

    todo: tuple[tuple[Subspace, ...], ...]  # groups, in order
    done: Mapping[Subspace, Counts]  # already on disk
    positions: int  # the size of the index to solve, including unused numbers
    memory: int  # bytes for the largest step
    disk: int  # bytes of the new files
    seconds: float

    def __str__(self) -> str:
        minutes = self.seconds / 60
        duration = f"{minutes:,.0f} min" if minutes >= 2 else f"{self.seconds:,.0f} s"
        return (
            f"{self.positions:,} positions in {sum(map(len, self.todo))} tables to solve, "
            f"{len(self.done)} already solved; about {duration}, "
            f"{self.memory / GIGABYTE:,.1f} GB of memory, {self.disk / GIGABYTE:,.1f} GB of disk"
        )


@dataclass(frozen=True, slots=True)
class MorrisSolution:
    """The counts of every subspace, and the verdict on the starting position if it was solved."""

    counts: Mapping[Subspace, Counts]
    verdict: Verdict | None
    positions: int  # solved in this run
    seconds: float  # spent solving
    writing: float  # seconds spent writing files


def variant_of(game: Game) -> Variant | None:
    """The variant of a game of Morris that this solver supports; None for any other game."""
    found = VARIANTS.get(str(game.settings.get("variant"))) if game.name == "morris" else None
    return found if found is not None and is_supported(found) else None


def make_plan(
    game: Game, device: Device, folder: Path | None, up_to: Subspace | None, memory: float
) -> Plan:
    """Plan the solving. Raises LimitError if it does not fit into `memory` gigabytes."""
    variant = variant_of(game)
    assert variant is not None
    numbers = numbering(variant.board, variant.stones)
    store = SubspaceStore(game, folder, 0)
    done: dict[Subspace, Counts] = {}
    todo = []
    for group in groups(variant, up_to):
        found = {one: counts for one in group if (counts := store.counts(one)) is not None}
        if len(found) == len(group):
            done |= found
        else:
            todo.append(group)

    def size(one: Subspace) -> int:
        return numbers.size(one.mover, one.other)

    held = 0 if folder is not None else _most_held(variant, todo, size)
    steps = (
        sum(size(one) + sum(size(to) for to in set(exits(variant, one)) if to) for one in group)
        for group in todo
    )
    needed = _CODE_BYTES * max(held, max(steps, default=0)) + _FIXED_BYTES
    positions = sum(size(one) for group in todo for one in group)
    check_memory(game, needed, memory)
    return Plan(
        todo=tuple(todo),
        done=done,
        positions=positions,
        memory=needed,
        disk=0 if folder is None else int(positions * _DISK_BYTES),
        seconds=positions * device.nanoseconds / 1e9,
    )


def _most_held(
    variant: Variant, todo: list[tuple[Subspace, ...]], size: Callable[[Subspace], int]
) -> int:
    """The largest number of positions in memory if nothing is written to disk."""
    leaving = _last_uses(variant, todo)
    held = most = 0
    for number, group in enumerate(todo):
        held += sum(size(one) for one in group)
        most = max(most, held)
        held -= sum(size(one) for one in leaving.get(number, ()))
    return most


def _last_uses(variant: Variant, todo: list[tuple[Subspace, ...]]) -> dict[int, set[Subspace]]:
    """For each step, the subspaces that no later step needs."""
    last: dict[Subspace, int] = {}
    for number, group in enumerate(todo):
        for one in group:
            last[one] = number
            last.update((to, number) for to in exits(variant, one) if to is not None)
    found: dict[int, set[Subspace]] = {}
    for one, number in last.items():
        found.setdefault(number, set()).add(one)
    return found


def solve_morris(
    game: Game,
    plan: Plan,
    device: Device,
    folder: Path | None,
    memory: float,
    on_progress: Callable[[str], None],
) -> MorrisSolution:
    """Run a plan. If interrupted, the next plan skips the subspaces already on disk."""
    variant = variant_of(game)
    assert variant is not None
    store = SubspaceStore(game, folder, int(memory * GIGABYTE))
    unneeded = _last_uses(variant, list(plan.todo))
    counts = dict(plan.done)
    start = Subspace(0, 0, variant.stones, variant.stones)
    seconds = writing = 0.0
    for number, group in enumerate(plan.todo):
        began = time.perf_counter()
        step = f"{number + 1} of {len(plan.todo)}"
        store.make_room(plan.memory)
        solved = device.solve(group, store.load, partial(_report, on_progress, step))
        solved_at = time.perf_counter()
        for one, (values, counted) in solved.items():
            on_progress(f"{step}: {one}: writing")
            store.put(one, values, counted)
            counts[one] = counted
        store.drop(unneeded.get(number, set()))
        seconds += solved_at - began
        writing += time.perf_counter() - solved_at
    verdict = None if start not in counts else _verdict(counts[start])
    return MorrisSolution(counts, verdict, plan.positions, seconds, writing)


def _report(on_progress: Callable[[str], None], step: str, text: str) -> None:
    on_progress(f"{step}: {text}")


def _verdict(counts: Counts) -> Verdict:
    """The verdict on a subspace with only one position."""
    if counts.wins:
        return Verdict(WIN, counts.longest_win)
    return Verdict(LOSS, counts.longest_loss) if counts.losses else Verdict(DRAW)
