from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz import Game
from kibitz.core.errors import LimitError, TableError
from kibitz.games.morris.variants import VARIANTS
from kibitz.tables.folder import SHIPPED
from kibitz.tables.morris.cpu_solver import CpuSolver
from kibitz.tables.morris.numbering import number_of, numbering
from kibitz.tables.morris.probing import MorrisTables
from kibitz.tables.morris.solving import MorrisSolution, make_plan, solve_morris, variant_of
from kibitz.tables.morris.subspace_store import path_of
from kibitz.tables.morris.subspaces import Subspace, exits, groups, is_supported
from kibitz.tables.solving import solve
from kibitz.tables.stored_table import open_stored, store
from kibitz.tables.table_file import TableFile
from tests.tables.checker import check, random_states

NINE = kibitz.game("morris")
MEMORY = 4.0

# Wins, losses and draws of the mover, of positions that no symmetry joins: R. Gasser's figures.
PUBLISHED = {
    "3-3": (140621, 28736, 269),
    "3-4": (102281, 0, 658117),
    "4-3": (75397, 3095, 681906),
}


def solved(game: Game, folder: Path | None, up_to: str | None = None) -> MorrisSolution:
    variant = variant_of(game)
    assert variant is not None
    limit = None if up_to is None else Subspace(*map(int, up_to.split("-")))
    device = CpuSolver(variant)
    plan = make_plan(game, device, folder, limit, MEMORY)
    return solve_morris(game, plan, device, folder, MEMORY, lambda text: None)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables of three and six, and of nine up to four stones a side."""
    found = tmp_path_factory.mktemp("tables")
    for variant in ("three", "six"):
        solved(kibitz.game("morris", variant=variant), found)
    solved(NINE, found, "4-4")
    return found


def test_the_counts_of_nine_are_the_published_ones(folder: Path) -> None:
    counts = {str(one): found for one, found in solved(NINE, folder, "4-4").counts.items()}
    for name, expected in PUBLISHED.items():
        assert (counts[name].wins, counts[name].losses, counts[name].draws) == expected
    assert counts["3-3"].longest_loss == 26


def test_the_tables_that_come_with_kibitz_are_these(folder: Path) -> None:
    made = {path.relative_to(folder): path for path in folder.glob("morris-*/*.table")}
    shipped = {path.relative_to(SHIPPED): path for path in SHIPPED.glob("morris-*/*.table")}
    assert shipped
    assert set(made) >= set(shipped)
    for path, whole in shipped.items():
        ours, theirs = TableFile(made[path]), TableFile(whole)
        assert ours.about == theirs.about
        assert (ours.column(0) == theirs.column(0)).all()
    assert sum(path.stat().st_size for path in shipped.values()) < 10_000_000


def test_what_is_on_disk_is_not_solved_again(folder: Path) -> None:
    tables = solved(NINE, folder, "4-4")
    assert (len(tables.counts), tables.positions) == (4, 0)


@pytest.mark.parametrize("variant", ["three", pytest.param("six", marks=pytest.mark.deep)])
def test_both_ways_of_solving_agree_on_every_position(variant: str, folder: Path) -> None:
    game = kibitz.game("morris", variant=variant)
    solution = solve(game)
    assert solved(game, folder).verdict == solution.verdict
    store(solution, folder)
    other = open_stored(game, game.initial(), folder)
    assert other is not None
    tables = MorrisTables(game, folder)
    for state in random_states(game, 3000, seed=3):
        assert tables.probe(state) == other.probe(state), state


def placed(game: Game, subspace: str, count: int, seed: int) -> Iterator[Any]:
    """Random positions of a subspace."""
    stones = Subspace(*map(int, subspace.split("-")))
    chance = random.Random(seed)
    points = range(VARIANTS[str(game.settings["variant"])].board.count)
    for number in range(count):
        chosen = chance.sample(points, stones.mover + stones.other)
        mine = sum(1 << point for point in chosen[: stones.mover])
        theirs = sum(1 << point for point in chosen[stones.mover :])
        yield game.initial()._replace(
            mine=mine, theirs=theirs, my_hand=0, their_hand=0, turn=number % 2
        )


@pytest.mark.parametrize("subspace", ["3-3", "3-4", "4-3", "4-4"])
def test_positions_of_nine_agree_with_their_successors(subspace: str, folder: Path) -> None:
    tables = MorrisTables(NINE, folder)
    assert check(NINE, placed(NINE, subspace, 100, seed=4), tables.probe) == 100


def test_positions_of_six_agree_with_their_successors_also_while_placing(folder: Path) -> None:
    game = kibitz.game("morris", variant="six")
    tables = MorrisTables(game, folder)
    assert check(game, random_states(game, 1500, seed=5, longest=30), tables.probe) == 1500


def test_mirrored_positions_are_worth_the_same(folder: Path) -> None:
    tables = MorrisTables(NINE, folder)
    for state in placed(NINE, "3-3", 50, seed=6):
        for symmetry in VARIANTS["nine"].board.symmetries:
            mirrored = state._replace(
                mine=sum(1 << symmetry[point] for point in range(24) if state.mine >> point & 1),
                theirs=sum(
                    1 << symmetry[point] for point in range(24) if state.theirs >> point & 1
                ),
            )
            assert tables.probe(mirrored) == tables.probe(state)


def test_positions_without_a_table_are_not_known(folder: Path) -> None:
    assert MorrisTables(NINE, folder).probe(NINE.initial()) is None


def test_a_side_with_too_few_stones_has_lost(folder: Path) -> None:
    state = NINE.initial()._replace(mine=0b11, theirs=0b11100, my_hand=0, their_hand=0)
    assert str(MorrisTables(NINE, folder).probe(state)) == "loses in 0"


def test_nothing_is_written_where_there_is_no_folder(tmp_path: Path) -> None:
    game = kibitz.game("morris", variant="three")
    assert str(solved(game, None).verdict) == "wins in 9"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", [name for name, one in VARIANTS.items() if is_supported(one)])
def test_every_subspace_comes_after_those_it_needs(name: str) -> None:
    variant = VARIANTS[name]
    done: set[Subspace] = set()
    for group in groups(variant):
        assert not done & set(group)
        for one in group:
            assert all(to is None or to in done for to in exits(variant, one)), one
        done.update(group)
    assert Subspace(0, 0, variant.stones, variant.stones) in done


def test_only_variants_with_the_same_moves_are_supported() -> None:
    supported = {name for name, variant in VARIANTS.items() if is_supported(variant)}
    assert supported == {"three", "six", "seven", "nine", "lasker", "twelve", "cheng_san_qi"}
    assert variant_of(kibitz.game("morris", variant="morabaraba")) is None
    assert variant_of(kibitz.game("tictactoe")) is None


def test_every_number_belongs_to_one_class_of_positions() -> None:
    numbers = numbering(VARIANTS["six"].board, 6)
    found: dict[int, set[tuple[int, int]]] = {}
    symmetries = VARIANTS["six"].board.symmetries
    for state in placed(kibitz.game("morris", variant="six"), "2-2", 3000, seed=7):
        number = int(
            number_of(
                numbers.facts,
                state.mine, 2, state.theirs, 2,
            )
        )  # fmt: skip
        images = {
            (
                sum(1 << symmetry[point] for point in range(16) if state.mine >> point & 1),
                sum(1 << symmetry[point] for point in range(16) if state.theirs >> point & 1),
            )
            for symmetry in symmetries
        }
        assert found.setdefault(number, images) == images
        assert number < numbers.size(2, 2)


def test_a_plan_that_needs_more_memory_is_refused(tmp_path: Path) -> None:
    variant = variant_of(NINE)
    assert variant is not None
    with pytest.raises(LimitError, match=r"needs [0-9.]+ GB of memory, but only 1 GB are allowed"):
        make_plan(NINE, CpuSolver(variant), tmp_path, None, 1.0)
    with pytest.raises(LimitError, match="needs"):
        make_plan(NINE, CpuSolver(variant), None, None, 8.0)


def test_a_plan_says_what_it_costs(tmp_path: Path) -> None:
    variant = variant_of(NINE)
    assert variant is not None
    plan = make_plan(NINE, CpuSolver(variant), tmp_path, None, 8.0)
    # 26.8 x 10^9 positions are published; some numbers are not used.
    assert 26_779_484_769 < plan.positions < 28_000_000_000
    assert "GB of memory" in str(plan)


def test_a_file_of_another_subspace_is_refused_by_name(folder: Path, tmp_path: Path) -> None:
    wrong = path_of(NINE, Subspace(3, 4), tmp_path)
    wrong.parent.mkdir(parents=True)
    wrong.write_bytes(path_of(NINE, Subspace(4, 3), folder).read_bytes())
    state = next(placed(NINE, "3-4", 1, seed=8))
    with pytest.raises(TableError, match=r"variant=nine, version 1 4-3: expected.* 3-4"):
        MorrisTables(NINE, tmp_path).probe(state)


@pytest.mark.deep
def test_a_hundred_thousand_positions_of_nine_agree_with_their_successors(folder: Path) -> None:
    tables = MorrisTables(NINE, folder)
    for subspace in ("3-3", "3-4", "4-3", "4-4"):
        assert check(NINE, placed(NINE, subspace, 25_000, seed=9), tables.probe) == 25_000


@pytest.mark.deep
def test_seven_is_solved_to_its_start(tmp_path: Path) -> None:
    game = kibitz.game("morris", variant="seven")
    tables = solved(game, tmp_path)
    assert tables.verdict is not None
    known = MorrisTables(game, tmp_path)
    assert check(game, random_states(game, 20_000, seed=10, longest=60), known.probe) == 20_000
