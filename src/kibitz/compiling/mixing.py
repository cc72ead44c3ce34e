"""Explain what compiled rules cannot use: mixed types, large integers, and `print`.

Boards, cells and integers share no operation. Unsigned words do not mix with signed integers
either: Numba would compare both as floating-point numbers. So an integer that needs all 64 bits is
refused too.
"""

from __future__ import annotations

import builtins
import dis
import re
from types import CodeType, FunctionType
from typing import Any

from numba import types
from numba.core.errors import TypingError

from kibitz.compiling.packed_type import PackedType
from kibitz.core.packed import Packed

ADVICE = (
    "Combine a board only with boards of its size, by & | ^ and -; use board.add(cell), "
    "board.has(cell), and 'if board' instead of board == 0"
)
METHODS = (
    "Boards have empty(), full(), has(cell), add(cell), remove(cell), popcount(), lowest(), "
    "highest(), squares(), shift(rows, columns), neighbours(count) and flood(seeds, count)"
)
MAKING = "Make it a constant of the module, or derive it: board.empty(), board.full(), cells.put()"
CELLS_METHODS = "Cells have get(index) and put(index, value)"
PRINTS = "it calls print"
PRINTING = "Remove the call, or print in code that calls the rules"
LARGE = "Keep integers within 63 bits; for a board of 64 cells or more, use kibitz.Board"
_OPERATORS = {
    "and_": "&",
    "iand": "&",
    "or_": "|",
    "ior": "|",
    "xor": "^",
    "ixor": "^",
    "sub": "-",
    "isub": "-",
    "add": "+",
    "iadd": "+",
    "mul": "*",
    "lshift": "<<",
    "rshift": ">>",
    "invert": "~",
    "eq": "==",
    "ne": "!=",
    "lt": "<",
    "le": "<=",
    "gt": ">",
    "ge": ">=",
    "getitem": "[ ]",
    "not_": "not",
}
_TYPE = r"(?:Literal\[\w+\]\([^()]*\)|\w+\([^()]*\)|\w+)"
_MOST = (1 << 63) - 1


def mixture(text: str) -> tuple[str, str] | None:
    """The problem and the advice, if a Numba message is about a board or cells."""
    found = re.search(rf">>> (\w+)\(({_TYPE}(?:, {_TYPE})*)\)", text)
    if found and re.search(r"\b(?:Board|Cells)\(", found[2]):
        kinds = " and ".join(map(_kind, re.findall(_TYPE, found[2])))
        sign = _OPERATORS.get(found[1], found[1])
        advice = ADVICE if found[1] in _OPERATORS else METHODS
        return f"it uses {sign} on {kinds}", advice if "Board" in found[2] else CELLS_METHODS
    found = re.search(rf"Cannot unify ({_TYPE}) and ({_TYPE}) for", text)
    if found and re.search(r"\b(?:Board|Cells)\(", found[0]):
        return (
            f"a value is {_kind(found[1])} on one path and {_kind(found[2])} on another",
            "Return the same kind of value on every path",
        )
    found = re.search(r"BoundFunction\((\w+)\.(\w+) for (\w+\([^()]*\))\) with parameters", text)
    if found and found[1] in ("board", "cells"):
        methods = METHODS if found[1] == "board" else CELLS_METHODS
        return f"it calls {found[2]} of a {found[3]} with arguments that it does not take", methods
    found = re.search(r"Unknown attribute '(\w+)' of type ((Board|Cells)\([^()]*\))", text)
    if found:
        methods = METHODS if found[3] == "Board" else CELLS_METHODS
        return f"a {found[2]} has no {found[1]}", methods
    found = re.search(r"Untyped global name '(Board|Cells)'", text)
    if found:
        return f"it creates {found[1]} where it cannot be compiled", MAKING
    if text.startswith(PRINTS):
        return PRINTS, PRINTING
    if "does not fit in a signed 64-bit integer" in text:
        return text.partition(" Raised from")[0], LARGE
    return None


def _kind(name: str) -> str:
    """A type in words."""
    literal = re.fullmatch(r"Literal\[\w+\]\((.*)\)", name)
    if literal:
        return f"the number {literal[1]}"
    return "an integer" if re.fullmatch(r"u?int\d+", name) else f"a {name}"


def wrong_field(state: Any, answer: Any) -> str:
    """The field of a state that a rule returns with another type; empty if all fit."""
    for name, example, kind in zip(state._fields, state, answer.types, strict=True):
        if isinstance(example, Packed):
            if not isinstance(kind, PackedType) or kind.name != example.kind:
                return f"the field {name} is {_kind(str(kind))}: expected a {example.kind}"
        elif isinstance(example, tuple):
            items: Any = kind if isinstance(kind, types.BaseTuple) else ()
            if len(items) != len(example) or not all(map(_is_number, items)):
                return f"the field {name} is a {kind}: expected a tuple of {len(example)} integers"
        elif not _is_number(kind):
            return f"the field {name} is {_kind(str(kind))}: expected an integer"
    return ""


def _is_number(kind: Any) -> bool:
    return isinstance(kind, types.Integer | types.Boolean)


def refuse_large(function: FunctionType, name: str, value: object) -> None:
    """Raise an error if a global or a free variable of `function` needs all 64 bits."""
    if _is_large(value):
        _refuse(function, f"{name} = {value!r}", function.__code__.co_firstlineno)


def refuse_large_constants(function: FunctionType) -> None:
    """Raise an error if a number in the code of `function` needs all 64 bits."""
    pending = [function.__code__]
    while pending:
        code = pending.pop()
        pending += [one for one in code.co_consts if isinstance(one, CodeType)]
        if not any(map(_is_large, code.co_consts)):
            continue
        for step in dis.get_instructions(code):
            if step.opname == "LOAD_CONST" and _is_large(step.argval):
                line = step.positions.lineno if step.positions else None
                _refuse(function, f"the number {step.argval!r}", line or code.co_firstlineno)


def refuse_printing(function: FunctionType) -> None:
    """Raise an error if `function` calls `print`, which waits for ever in code without the GIL."""
    for step in dis.get_instructions(function.__code__):
        if step.opname != "LOAD_GLOBAL":
            continue
        value = function.__globals__.get(step.argval, getattr(builtins, step.argval, None))
        if value is print:
            line = step.positions.lineno if step.positions else None
            file = function.__code__.co_filename
            raise TypingError(
                f"{PRINTS}. Raised from {file} ({line or function.__code__.co_firstlineno})"
            )


def _is_large(value: object) -> bool:
    if isinstance(value, tuple):
        return any(map(_is_large, value))
    kind = getattr(value, "dtype", None)
    if kind is not None:
        return str(kind) == "uint64"
    return type(value) is int and not -_MOST - 1 <= value <= _MOST


def _refuse(function: FunctionType, what: str, line: int) -> None:
    file = function.__code__.co_filename
    shown = what if len(what) <= 60 else f"{what[:60]}…"
    raise TypingError(
        f"{shown} does not fit in a signed 64-bit integer. Raised from {file} ({line})"
    )
