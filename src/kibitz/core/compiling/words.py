"""Words: the memory and the tables that compiled code works in.

Numba hands an array on as seven values, and asks of every index whether it is negative and counts
from the end. Words are an address and a size, counted from the start.
"""

from __future__ import annotations

import operator
from typing import Any

from numba import types
from numba.core import cgutils
from numba.core.boxing import unbox_array
from numba.core.datamodel import models
from numba.core.typeconv import Conversion
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import NativeValue, lower_builtin, register_model, unbox

_array = types.Array(types.int64, 1, "C")


class WordsType(types.Type):  # type: ignore[misc]
    """The type of a flat array of 64-bit integers, given to compiled code by who calls it.

    Who calls keeps the array alive: nothing is counted.
    """

    def __init__(self) -> None:
        super().__init__(name="words")

    def can_convert_from(self, typingctx: Any, other: Any) -> Any:
        """An array of that kind is taken as it is."""
        return Conversion.safe if other == _array else None


words = WordsType()


@register_model(WordsType)
class _WordsModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        members = [("data", types.CPointer(types.int64)), ("size", types.intp)]
        super().__init__(manager, kind, members)


@unbox(WordsType)  # type: ignore[untyped-decorator]
def _unbox_words(kind: Any, array: Any, call: Any) -> Any:
    native = unbox_array(_array, array, call)
    given = call.context.make_array(_array)(call.context, call.builder, value=native.value)
    found = cgutils.create_struct_proxy(words)(call.context, call.builder)
    found.data, found.size = given.data, given.nitems

    def release() -> None:
        if call.context.enable_nrt:
            call.context.nrt.decref(call.builder, _array, native.value)

    return NativeValue(found._getvalue(), is_error=native.is_error, cleanup=release)


@infer_global(operator.getitem)
class _GetWord(AbstractTemplate):  # type: ignore[misc]
    def generic(self, arguments: Any, keywords: Any) -> Any:
        target, index = arguments
        if target == words and isinstance(index, types.Integer):
            return signature(types.int64, words, index)
        return None


@infer_global(operator.setitem)
class _SetWord(AbstractTemplate):  # type: ignore[misc]
    def generic(self, arguments: Any, keywords: Any) -> Any:
        target, index, _ = arguments
        if target == words and isinstance(index, types.Integer):
            return signature(types.none, words, index, types.int64)
        return None


@infer_global(len)
class _CountWords(AbstractTemplate):  # type: ignore[misc]
    def generic(self, arguments: Any, keywords: Any) -> Any:
        return signature(types.intp, words) if tuple(arguments) == (words,) else None


@lower_builtin(len, WordsType)  # type: ignore[untyped-decorator]
def _size_of(context: Any, builder: Any, kind: Any, arguments: Any) -> Any:
    return cgutils.create_struct_proxy(words)(context, builder, value=arguments[0]).size


def word_place(context: Any, builder: Any, given: Any, index: Any) -> Any:
    """Where the word at `index` of `given` is."""
    found = cgutils.create_struct_proxy(words)(context, builder, value=given)
    if context.enable_boundscheck:
        cgutils.do_boundscheck(context, builder, index, found.size)
    return builder.gep(found.data, [index], inbounds=True)
