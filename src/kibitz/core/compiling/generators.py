"""Generators that are compiled into the loops over them.

Numba calls a function for every value that a generator yields, and keeps what the generator knows
in memory in between. Where the loop and the generator are one piece of code instead, LLVM keeps it
in registers: a search is up to a fifth quicker by it.
"""

from __future__ import annotations

from typing import Any

from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.generators import GeneratorLower
from numba.core.lowering import Lower
from numba.core.typed_passes import BaseNativeLowering, NativeLowering


class _GeneratorLower(GeneratorLower):  # type: ignore[misc]
    def __init__(self, lower: Any) -> None:
        super().__init__(lower)
        self.gendesc.inline = True


class _Lower(Lower):  # type: ignore[misc]
    GeneratorLower = _GeneratorLower


@register_pass(mutates_CFG=True, analysis_only=False)
class _InliningLowering(BaseNativeLowering):  # type: ignore[misc]
    _name = "kibitz_lowering"
    lowering_class = _Lower


class InliningCompiler(CompilerBase):  # type: ignore[misc]
    """Numba's compiler, with generators inlined."""

    def define_pipelines(self) -> list[PassManager]:
        """Numba's own steps, but for the one that writes LLVM's code."""
        manager = DefaultPassBuilder.define_nopython_pipeline(self.state)
        manager.passes = [
            (_InliningLowering if step is NativeLowering else step, description)
            for step, description in manager.passes
        ]
        manager.finalize()
        return [manager]
