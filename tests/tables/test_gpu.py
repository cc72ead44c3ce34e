"""The GPU's kernels: on a GPU where there is one, and thread after thread on the processor.

On a machine with a GPU: python -m pytest -q -rs tests/tables/test_gpu.py
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import kibitz
from kibitz.core.errors import TableError
from kibitz.games.morris.variants import VARIANTS
from kibitz.tables.cuda import Cuda, compile_source
from kibitz.tables.folder import SHIPPED
from kibitz.tables.morris.cpu_solver import CpuSolver
from kibitz.tables.morris.gpu_solver import SOURCE, GpuSolver, macros
from kibitz.tables.morris.solving import Device, make_plan, solve_morris
from kibitz.tables.morris.subspaces import Subspace
from kibitz.tables.table_file import TableFile


def cuda() -> Cuda:
    try:
        return Cuda()
    except TableError as problem:
        pytest.skip(f"NO GPU, ITS KERNELS ARE NOT TRIED ON ONE: {problem}")


def files(variant: str, device: Device, folder: Path, up_to: str | None) -> dict[str, bytes]:
    game = kibitz.game("morris", variant=variant)
    limit = None if up_to is None else Subspace(*map(int, up_to.split("-")))
    plan = make_plan(game, device, folder, limit, 8.0)
    solve_morris(game, plan, device, folder, 8.0, lambda text: None)
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.table")
    }


CASES = [("three", None), ("nine", "3-3"), pytest.param("six", None, marks=pytest.mark.deep)]


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A driver that runs the kernels on the processor, one thread after the other."""
    if shutil.which("g++") is None:
        pytest.skip("NO G++, THE KERNELS OF THE GPU ARE NOT TRIED")
    library = tmp_path_factory.mktemp("driver") / "driver.so"
    options = [f"-D{name}={value}" for name, value in macros().items()]
    source = Path(__file__).with_name("cuda_driver.cpp")
    command = ["g++", "-O2", "-shared", "-fPIC", f'-DKERNELS="{SOURCE}"', *options, str(source)]
    subprocess.run([*command, "-o", str(library)], check=True)
    return str(library)


@pytest.fixture
def simulated(driver: str, monkeypatch: pytest.MonkeyPatch) -> Cuda:
    monkeypatch.setattr("kibitz.tables.cuda.compile_source", lambda *given: b"compiled")
    return Cuda(driver)


@pytest.mark.parametrize(("variant", "up_to"), CASES)
def test_the_kernels_give_the_same_files_thread_after_thread(
    variant: str, up_to: str | None, tmp_path: Path, simulated: Cuda
) -> None:
    gpu = GpuSolver(VARIANTS[variant], simulated)
    found = files(variant, gpu, tmp_path / "simulated", up_to)
    assert found
    assert found == files(variant, CpuSolver(VARIANTS[variant]), tmp_path / "processor", up_to)


def test_arrays_of_the_gpu_are_freed(simulated: Cuda) -> None:
    held = simulated._driver.arrays_held()
    array = simulated.array(np.arange(5))
    assert (simulated._driver.arrays_held(), array.to_host().tolist()) == (
        held + 1,
        [0, 1, 2, 3, 4],
    )
    del array
    assert simulated._driver.arrays_held() == held
    assert simulated.array(np.arange(0)).to_host().tolist() == []


def test_a_gpu_without_memory_says_so(simulated: Cuda) -> None:
    with pytest.raises(TableError, match="cuMemAlloc_v2: out of memory"):
        simulated.empty(np.uint16, 1 << 40)
    with pytest.raises(TableError, match="cuModuleGetFunction: invalid"):
        simulated.load(SOURCE, {}).launch("nonsense", 1)


@pytest.mark.parametrize(("variant", "up_to"), [("three", None), ("six", None), ("nine", "4-4")])
def test_a_gpu_makes_the_tables_that_come_with_kibitz(
    variant: str, up_to: str | None, tmp_path: Path
) -> None:
    files(variant, GpuSolver(VARIANTS[variant], cuda()), tmp_path, up_to)
    for path in tmp_path.rglob("*.table"):
        shipped = TableFile(SHIPPED / path.relative_to(tmp_path))
        made = TableFile(path)
        assert made.about == shipped.about
        assert (made.column(0) == shipped.column(0)).all()


@pytest.mark.skipif(shutil.which("nvcc") is None, reason="no nvcc to compile the source with")
def test_the_source_compiles() -> None:
    options = [f"-D{name}={value}" for name, value in macros().items()]
    assert b".entry spread" in compile_source(SOURCE, "compute_90", options)
    with pytest.raises(TableError, match=r"cannot compile morris\.cu"):
        compile_source(SOURCE, "compute_90", ["-DMILLS=nonsense"])


def test_a_machine_without_a_gpu_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str) -> None:
        raise OSError(name)

    monkeypatch.setattr("ctypes.CDLL", refuse)
    with pytest.raises(TableError, match="--device cpu solves without one"):
        Cuda()


def test_a_machine_without_a_compiler_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str) -> None:
        raise OSError(name)

    monkeypatch.setattr("ctypes.CDLL", refuse)
    monkeypatch.setattr("shutil.which", lambda name: None)
    monkeypatch.setattr("kibitz.tables.cuda.NVCC", "/nowhere/nvcc")
    with pytest.raises(TableError, match="neither NVRTC nor nvcc"):
        compile_source(SOURCE, "compute_90", [])
