"""Endgame tables of draughts: counts, numbering, and agreement with the rules."""

from __future__ import annotations

import itertools
import random
import re
import shutil
from collections.abc import Iterator
from math import comb
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz import Game
from kibitz.core.errors import LimitError, TableError
from kibitz.core.score import UNKNOWN
from kibitz.games.draughts import kind_for
from kibitz.games.draughts.variants import VARIANTS
from kibitz.tables.draughts import probing
from kibitz.tables.draughts.cpu_solver import CpuSolver, involved
from kibitz.tables.draughts.memory_tables import (
    DraughtsMemoryTables,
    probe_function,
    write_for_searches,
)
from kibitz.tables.draughts.packing import pack_tables
from kibitz.tables.draughts.probing import DraughtsTables
from kibitz.tables.draughts.ranking import Ranking
from kibitz.tables.draughts.slice_store import path_of
from kibitz.tables.draughts.slices import Slice, exits, groups, slices
from kibitz.tables.draughts.solving import DraughtsSolution, make_plan, obstacle, solve_draughts
from kibitz.tables.folder import table_paths
from tests.tables.checker import check, check_results

MEMORY = 8.0
SOLVED = [name for name, one in VARIANTS.items() if not obstacle(one)]
COMPILED = ("english", "russian")  # in the quick tests; every variant is compiled on its own


def solved(game: Game, folder: Path | None, pieces: int) -> DraughtsSolution:
    device = CpuSolver(game, threads=2)
    plan = make_plan(game, device, folder, pieces, MEMORY)
    return solve_draughts(game, plan, device, folder, lambda text: None)


def variant(name: str) -> Game:
    return kibitz.game("draughts", variant=name)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables of up to three pieces."""
    found = tmp_path_factory.mktemp("tables")
    for name in COMPILED:
        solved(variant(name), found, 3)
    return found


def placed(game: Game, one: Slice, chance: random.Random) -> Any:
    """A random position of a slice, with either side to move."""
    kind = kind_for(game)
    assert kind is not None
    while True:
        turn = chance.randrange(2)
        bits = [1 << bit for bit in chance.sample(sorted(kind.board.bits.values()), one.pieces)]
        ends = (0, one.men, one.men + one.kings, one.pieces - one.other_kings, one.pieces)
        men, kings, other_men, other_kings = (
            sum(bits[first:last]) for first, last in itertools.pairwise(ends)
        )
        if not (men & kind.last_row(turn) or other_men & kind.last_row(1 - turn)):
            return game.initial()._replace(
                mine=men | kings,
                theirs=other_men | other_kings,
                kings=kings | other_kings,
                turn=turn,
            )


def positions(game: Game, most: int, count: int, seed: int) -> Iterator[Any]:
    """Random positions with up to `most` pieces, all slices alike."""
    chance = random.Random(seed)
    every = [one for group in groups(most) for one in group]
    for number in range(count):
        yield placed(game, every[number % len(every)], chance)


@pytest.mark.parametrize(
    ("size", "pieces", "expected"),
    [
        (8, 4, 6_209_316),
        (8, 5, 139_450_808),
        (8, 6, 2_426_085_676),
        (10, 4, 41_971_200),
    ],
)
def test_the_numbers_of_positions_are_the_published_ones(
    size: int, pieces: int, expected: int
) -> None:
    ranking = Ranking.on(size)
    assert sum(map(ranking.size, slices(pieces))) == expected


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        (2, 6_972),
        (3, 261_224),
        (4, 7_092_774),
        (5, 148_688_232),
        (6, 2_503_611_964),
        (7, 34_779_531_480),
        (8, 406_309_208_481),
    ],
)
def test_with_those_of_a_single_side_they_are_chinooks(pieces: int, expected: int) -> None:
    """Chinook's table of positions by pieces also has those in which one side has no pieces.

    J. Schaeffer et al., Checkers is solved, Science 317, 2007, and webdocs.cs.ualberta.ca/~chinook.
    """
    ranking = Ranking.on(8)
    single = sum(comb(28, men) * comb(32 - men, pieces - men) for men in range(pieces + 1))
    assert sum(map(ranking.size, slices(pieces))) + 2 * single == expected


@pytest.mark.parametrize("size", [6, 8, 10])
def test_every_number_is_that_of_its_position(size: int) -> None:
    ranking = Ranking.on(size)
    number_of, place_at, turned = ranking.functions
    chance = random.Random(size)
    for one in [*slices(3), Slice(2, 1, 2, 1), Slice(3, 0, 1, 1), Slice(1, 0, 4, 0)]:
        facts = ranking.facts({one: 7})
        parts = ranking.parts(one)
        assert [part.first for part in parts] == [0, *(part.last for part in parts[:-1])]
        assert parts[-1].last == ranking.size(one)
        for part in parts:
            for number in chance.sample(
                range(part.first, part.last), min(5, part.last - part.first)
            ):
                place = place_at(facts, number, *one, part.other_row, *ranking.span(part))
                assert number_of(facts, *place) == 7 + number
                assert turned(turned(place.mine)) == place.mine
                assert not place.mine & place.theirs


def test_captures_and_promotions_lead_to_slices_solved_before() -> None:
    done: set[Slice] = set()
    for group in groups(5):
        for one in group:
            assert set(exits(one)) <= done | set(group)
        done |= set(group)
        assert set(involved(group)) <= done
    assert done == {one for pieces in range(2, 6) for one in slices(pieces)}


def test_progress_counts_the_positions_solved(tmp_path: Path) -> None:
    game = variant("english")
    texts: list[str] = []
    device = CpuSolver(game, threads=2)
    solve_draughts(
        game, make_plan(game, device, tmp_path, 3, MEMORY), device, tmp_path, texts.append
    )
    found = [re.search(r"; ([\d,]+) of 199,520 positions, [\d,]+ a second", one) for one in texts]
    done = [int(one[1].replace(",", "")) for one in found if one is not None]
    assert len(done) == len(texts)
    assert done == sorted(done)
    assert (done[0], done[-1]) == (0, 199_520)


def test_one_king_against_one_is_as_published(folder: Path) -> None:
    counts = solved(variant("english"), folder, 2).counts[Slice(0, 1, 0, 1)]
    assert (counts.wins, counts.draws, counts.losses) == (230, 654, 108)


def test_what_is_on_disk_is_not_solved_again(folder: Path) -> None:
    found = solved(variant("english"), folder, 3)
    assert (len(found.counts), found.positions) == (16, 0)


def test_without_a_folder_the_results_are_the_same(folder: Path, tmp_path: Path) -> None:
    game = variant("russian")
    kept = solved(game, folder, 3).counts
    assert solved(game, None, 3).counts == kept
    # Interrupted after some slices, and continued from the files.
    solved(game, tmp_path, 2)
    assert solved(game, tmp_path, 3).counts == kept
    for one in kept:
        first, second = (path_of(game, one, at).read_bytes() for at in (folder, tmp_path))
        assert first == second


@pytest.mark.parametrize("name", COMPILED)
def test_positions_agree_with_their_successors(name: str, folder: Path) -> None:
    game = variant(name)
    tables = DraughtsTables(game, folder)
    assert check(game, positions(game, 3, 1500, seed=1), tables.probe) == 1500


@pytest.mark.parametrize("name", COMPILED)
def test_the_search_reads_the_same_values(name: str, folder: Path) -> None:
    game = variant(name)
    tables = DraughtsTables(game, folder)
    held = DraughtsMemoryTables(tables, 64 << 20)
    words = [int(word) for word in held.load()]
    kind = kind_for(game)
    assert kind is not None
    probe, takers = probe_function(kind), kind.rules.captures.jumps.takers
    quiet = 0
    for state in positions(game, 3, 600, seed=2):
        value, verdict = probe(state, words), tables.probe(state)
        assert verdict is not None
        free = kind.free(state)
        if takers(state.mine, state.theirs, state.kings, state.turn, free):
            assert value == UNKNOWN
            continue
        quiet += 1
        plies = 0 if verdict.plies is None else verdict.plies + 1
        assert value == verdict.result * plies
    assert quiet > 100
    assert probe(game.initial(), words) == UNKNOWN


def test_wide_codes_hold_long_wins(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = variant("english")
    tables = DraughtsTables(game, folder)
    narrow = DraughtsMemoryTables(tables, 64 << 20).load()
    monkeypatch.setattr(tables, "longest", lambda one: 300)
    wide = DraughtsMemoryTables(tables, 64 << 20).load()
    kind = kind_for(game)
    assert kind is not None
    probe = probe_function(kind)
    for state in positions(game, 3, 100, seed=3):
        assert probe(state, narrow) == probe(state, wide)


def test_packed_tables_give_the_same_answers(folder: Path, tmp_path: Path) -> None:
    game = variant("english")
    assert pack_tables(game, folder, tmp_path, 3) == 16
    tables, packed = DraughtsTables(game, folder), DraughtsTables(game, tmp_path)
    for state in positions(game, 3, 800, seed=6):
        assert packed.probe(state) == tables.probe(state)
    sizes = [sum(path.stat().st_size for path in table_paths(at)) for at in (tmp_path, folder)]
    assert sizes[0] < 0.9 * sizes[1]
    # They lack positions that the solver needs.
    assert make_plan(game, CpuSolver(game), tmp_path, 3, MEMORY).positions == 199_520


def test_memory_holds_the_slices_with_the_fewest_pieces(folder: Path) -> None:
    tables = DraughtsTables(variant("english"), folder)
    assert {one.pieces for one in DraughtsMemoryTables(tables, 5000).chosen} == {2}
    assert DraughtsMemoryTables(tables, 100).chosen == []


def test_large_tables_are_mapped_into_memory(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kibitz.tables.folder.SHIPPED", tmp_path / "none")
    game = variant("english")
    own = tmp_path / "tables"
    shutil.copytree(folder, own)
    path = write_for_searches(game, own, 5000)
    assert path == own / "draughts-english" / "search.words"
    assert write_for_searches(game, own, 5000) is None  # up to date
    assert write_for_searches(game, own, 1 << 20) is None  # not needed
    tables = DraughtsTables(game, own)
    mapped = DraughtsMemoryTables(tables, 5000)
    assert len(mapped.chosen) == 16
    assert list(mapped.load()) == list(DraughtsMemoryTables(tables, 1 << 20).load())
    with path.open("r+b") as file:
        file.seek(1000)
        file.write(b"!")
    with pytest.raises(TableError, match=r"words' is damaged: its checksum"):
        mapped.load()
    path_of(game, Slice(0, 1, 0, 2), own).unlink()
    assert DraughtsMemoryTables(DraughtsTables(game, own), 5000).file is None  # out of date


def test_a_table_of_another_variant_is_not_read(folder: Path, tmp_path: Path) -> None:
    english, pool = variant("english"), variant("pool")
    one = Slice(0, 1, 0, 1)
    other = path_of(pool, one, tmp_path)
    other.parent.mkdir()
    other.write_bytes(path_of(english, one, folder).read_bytes())
    with pytest.raises(TableError, match=r"pool.*1k-1k"):
        DraughtsTables(pool, tmp_path).probe(placed(pool, one, random.Random(4)))


def test_too_little_memory_is_noticed_before_solving() -> None:
    game = variant("english")
    with pytest.raises(LimitError, match=r"needs \d+\.\d GB of memory"):
        make_plan(game, CpuSolver(game), None, 6, 1.0)


def test_the_cost_of_any_number_of_pieces_is_estimated_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without the tables of the numbering, which are large themselves."""
    monkeypatch.delattr(Ranking, "_placed")
    game = variant("international")
    plan = make_plan(game, CpuSolver(game, threads=1), None, 8, 1e9)
    assert plan.positions == 24_180_692_443_930


def test_variants_that_cannot_be_solved_by_pieces_have_a_reason() -> None:
    assert set(VARIANTS) - set(SOLVED) == {
        "frisian", "frysk", "breakthrough", "antidraughts", "azubi",
    }  # fmt: skip


@pytest.mark.deep
@pytest.mark.parametrize("name", SOLVED)
def test_four_pieces_agree_with_their_successors(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(probing, "_CACHED_BLOCKS", 5000)  # all of them
    game = variant(name)
    counts = solved(game, tmp_path, 4).counts
    every = Ranking.on(VARIANTS[name].size)
    assert sum(one.positions for one in counts.values()) == sum(map(every.size, counts))
    tables = DraughtsTables(game, tmp_path)
    agree = check if VARIANTS[name].size == 8 else check_results
    assert agree(game, positions(game, 4, 100_000, seed=5), tables.probe) == 100_000
