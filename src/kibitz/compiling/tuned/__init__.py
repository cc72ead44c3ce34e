"""Patches for Numba that speed up the search or its compilation and never change a result.

They use Numba's private interface, so each is a module that names the Numba versions it was tested
with: `TESTED` is the first tested version and the first untested one after it. With any other
version the patch is not applied, and Kibitz warns once. KIBITZ_TUNED=0 turns off all patches.
Without them, Kibitz is slower but plays the same.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from types import FunctionType
from typing import Any

import numba
from numba.core.compiler_lock import global_compiler_lock

from kibitz.compiling.tuned import (
    calls,
    constants,
    executables,
    generators,
    inference,
    memory_type,
    optimizing,
    reference_counting,
)
from kibitz.compiling.tuned.lowering import compiler_with
from kibitz.core.errors import KibitzWarning

PATCHES = (
    calls,
    constants,
    reference_counting,
    executables,
    generators,
    inference,
    optimizing,
    memory_type,
)
VARIABLE = "KIBITZ_TUNED"
SLOWER = "Kibitz does not apply patches of Numba, so it plays the same and is slower"


class AppliedPatches:
    """The patches in use."""

    def __init__(self, patches: tuple[Any, ...]) -> None:
        self._patches = patches
        lowerings = tuple(patch.Lowering for patch in (generators, memory_type) if patch in patches)
        self._compiler = compiler_with(lowerings) if lowerings else None

    @property
    def memory_at(self) -> Any:
        """The intrinsic that makes `memory` from an address and a size; None without its patch."""
        return memory_type.memory_at if memory_type in self._patches else None

    def options(self, *, allocates: bool) -> dict[str, Any]:
        """Options for `numba.njit`."""
        found: dict[str, Any] = {}
        if self._compiler is not None:
            found["pipeline_class"] = self._compiler
        if reference_counting in self._patches and not allocates:
            found.update(reference_counting.OPTIONS)
        return found

    def prepare(self, dispatcher: Any) -> None:
        """Patch a function before it is compiled."""
        if constants in self._patches:
            constants.share(dispatcher)

    @contextmanager
    def compiling(self, function: FunctionType) -> Iterator[None]:
        """Patch Numba within the block, in which the recursive `function` is compiled."""
        with global_compiler_lock, ExitStack() as stack:
            if inference in self._patches:
                stack.enter_context(inference.inferred_once(function))
            if executables in self._patches:
                stack.enter_context(executables.without_machine_code())
            if optimizing in self._patches:
                stack.enter_context(optimizing.deferred())
            if calls in self._patches:
                stack.enter_context(calls.cleared_once())
            yield

    def optimize(self, module: Any) -> None:
        """Optimise the LLVM IR that Numba left unoptimised."""
        if optimizing in self._patches:
            with global_compiler_lock:
                optimizing.optimize(module)


@cache
def tuning() -> AppliedPatches:
    """The patches for the installed Numba; warns once about those that are not applied."""
    if os.environ.get(VARIABLE) == "0":
        warnings.warn(f"{SLOWER}, because {VARIABLE} is 0.", KibitzWarning, stacklevel=2)
        return AppliedPatches(())
    version = _numbers(numba.__version__)
    tested = [
        patch
        for patch in PATCHES
        if _numbers(patch.TESTED[0]) <= version < _numbers(patch.TESTED[1])
    ]
    if len(tested) < len(PATCHES):
        reason = f"because they were not tested with Numba {numba.__version__}"
        advice = "The README lists the versions with full speed."
        warnings.warn(f"{SLOWER}, {reason}. {advice}", KibitzWarning, stacklevel=2)
    return AppliedPatches(tuple(tested))


def _numbers(version: str) -> tuple[int, int]:
    """The major and the minor version.

    >>> _numbers("0.68.1"), _numbers("0.69.0dev0")
    ((0, 68), (0, 69))
    """
    major, minor = version.split(".")[:2]
    return int(major), int(minor)
