"""A whole variant of Morris solved, subspace by subspace; what is on disk is not done again."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from kibitz.core.contract import Game
from kibitz.core.errors import LimitError
from kibitz.core.score import DRAW, LOSS, WIN
from kibitz.games.morris.variants import VARIANTS, Variant
from kibitz.tables.morris.numbering import numbering
from kibitz.tables.morris.subspace_store import SubspaceStore
from kibitz.tables.morris.subspaces import Subspace, exits, groups, is_supported
from kibitz.tables.verdict import Counts, Verdict

GIGABYTE = 10**9
_CODE_BYTES = 2  # of one position while solving
_DISK_BYTES = 0.25  # of one position on disk, about: compressed
_FIXED_BYTES = 200 << 20  # what the numbers of a board and the program itself take


class Device(Protocol):
    """What solves a group of subspaces."""

    name: str

    @property
    def nanoseconds(self) -> float:
        """What one position takes, about."""

    def solve(
        self,
        group: tuple[Subspace, ...],
        load: Callable[[Subspace], Any],
        on_progress: Callable[[str], None],
    ) -> Mapping[Subspace, tuple[Any, Counts]]:
        """The codes and counts of a group; `load` gives the codes of solved subspaces."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be solved and what that costs, about."""

    todo: tuple[tuple[Subspace, ...], ...]  # groups, in their order
    done: Mapping[Subspace, Counts]  # what is on disk already
    positions: int  # numbers of positions to solve; some of them are not used
    memory: int  # bytes that the largest step needs
    disk: int  # bytes of the files that will be written
    seconds: float

    def __str__(self) -> str:
        minutes = self.seconds / 60
        duration = f"{minutes:,.0f} min" if minutes >= 2 else f"{self.seconds:,.0f} s"
        return (
            f"{self.positions:,} positions in {sum(map(len, self.todo))} tables to solve, "
            f"{len(self.done)} tables are there; about {duration}, "
            f"{self.memory / GIGABYTE:,.1f} GB of memory, {self.disk / GIGABYTE:,.1f} GB of disk"
        )


@dataclass(frozen=True, slots=True)
class Tables:
    """The counts of every subspace, and what the game is worth if it was solved to its start."""

    counts: Mapping[Subspace, Counts]
    verdict: Verdict | None
    positions: int  # those solved now
    seconds: float  # that solving took
    writing: float  # seconds that writing files took


def variant_of(game: Game) -> Variant | None:
    """The variant of a game of Morris that these tables are for; None for any other game."""
    found = VARIANTS.get(str(game.settings.get("variant"))) if game.name == "morris" else None
    return found if found is not None and is_supported(found) else None


def make_plan(
    game: Game, device: Device, folder: Path | None, up_to: Subspace | None, memory: float
) -> Plan:
    """What has to be solved; LimitError where it does not fit into `memory` gigabytes."""
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
    if needed > memory * GIGABYTE:
        raise LimitError(
            "too_little_memory",
            game=f"{game.name} {game.settings['variant']}",
            needed=f"{needed / GIGABYTE:.1f}",
            memory=f"{memory:g}",
        )
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
    """The positions that are in memory at once where nothing is written."""
    leaving = _last_uses(variant, todo)
    held = most = 0
    for number, group in enumerate(todo):
        held += sum(size(one) for one in group)
        most = max(most, held)
        held -= sum(size(one) for one in leaving.get(number, ()))
    return most


def _last_uses(variant: Variant, todo: list[tuple[Subspace, ...]]) -> dict[int, set[Subspace]]:
    """For every step the subspaces that no later step needs."""
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
) -> Tables:
    """Solve what is left of a plan; can be stopped at any moment and goes on from the last file."""
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
        solved = device.solve(group, store.load, partial(_tell, on_progress, step))
        solved_at = time.perf_counter()
        for one, (values, counted) in solved.items():
            on_progress(f"{step}: {one}: writes")
            store.put(one, values, counted)
            counts[one] = counted
        store.drop(unneeded.get(number, set()))
        seconds += solved_at - began
        writing += time.perf_counter() - solved_at
    verdict = None if start not in counts else _verdict(counts[start])
    return Tables(counts, verdict, plan.positions, seconds, writing)


def _tell(on_progress: Callable[[str], None], step: str, text: str) -> None:
    on_progress(f"{step}: {text}")


def _verdict(counts: Counts) -> Verdict:
    """The verdict of a subspace of one position."""
    if counts.wins:
        return Verdict(WIN, counts.longest_win)
    return Verdict(LOSS, counts.longest_loss) if counts.losses else Verdict(DRAW)
