"""A Numba compiler with a modified lowering pass, which generates LLVM IR."""

# Numba declares as a property what subclasses set.
# pyright: reportAssignmentType=false, reportIncompatibleMethodOverride=false

from __future__ import annotations

from typing import Any

from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.lowering import Lower
from numba.core.typed_passes import BaseNativeLowering, NativeLowering


def compiler_with(overrides: tuple[type, ...]) -> type:
    """A compiler class whose `Lower` has these overrides, for the option `pipeline_class`."""
    lower = type("KibitzLower", (*overrides, Lower), {})

    @register_pass(mutates_CFG=True, analysis_only=False)
    class Lowering(BaseNativeLowering):  # type: ignore[misc]  # Numba ships no types
        _name = "kibitz_lowering"
        lowering_class = lower

    class Compiler(CompilerBase):  # type: ignore[misc]
        def define_pipelines(self) -> list[Any]:
            manager: PassManager = DefaultPassBuilder.define_nopython_pipeline(self.state)
            manager.passes = [
                (Lowering if step is NativeLowering else step, description)
                for step, description in manager.passes
            ]
            manager.finalize()
            return [manager]

    return Compiler
