"""Values that programs tend to handle badly."""

from __future__ import annotations

import copy
import random
from typing import Any

# A string that begins with this is replaced by the text after it once the JSON is written: for
# what Python's own JSON cannot write, such as nesting deeper than its recursion limit.
RAW = "\ue000raw:"

NUMBERS: list[Any] = [
    0,
    -0.0,
    1,
    -1,
    1.5,
    2.0,
    63,
    64,
    65,
    255,
    2**31,
    -(2**31) - 1,
    2**53 + 1,
    2**63 - 1,
    2**63,
    -(2**63) - 1,
    2**64,
    10**40,
    1e-320,
    1e308,
    f"{RAW}NaN",
    f"{RAW}Infinity",
    f"{RAW}-Infinity",
    f"{RAW}1e400",
    f"{RAW}-1e-400",
    f"{RAW}{'9' * 5000}",
    f"{RAW}0.{'1' * 3000}",
]
TEXTS: list[str] = [
    "",
    " ",
    "\x00",
    "a\x00b",
    "\ud800",
    "a\udfffb",
    "\udc80\ud800",
    "\ufeff",
    "\u202egnp.exe",
    "e\u0301" * 20,
    "😀",
    "٣",
    "²",
    "null",
    "NaN",
    "1e5",
    "-1",
    "0x10",
    "1_000",
    "../../../../etc/passwd",
    "..\\..\\windows",
    "%s%n%x{0}{name}",
    "{0.__class__}",
    "'; DROP TABLE sessions; --",
    "<script>alert(1)</script>",
    "\r\nX-Injected: yes",
    "\x1b[31m",
    "x" * 81,
    "x" * 4001,
    "9" * 400,
    "(" * 2000,
    "a" * 300_000,
    "\ud83d" * 1000,
    "é" * 100_000,
]
# Names with a meaning in Python's calls and objects.
NAMES: list[str] = [
    "self",
    "name",
    "cls",
    "options",
    "kwargs",
    "args",
    "game",
    "__class__",
    "__init__",
    "__dict__",
    "__proto__",
    "constructor",
    "model_config",
    "lambda",
    "None",
    "file",
    "seed",
    "",
    " ",
    "a b",
    "rows ",
    "ROWS",
    "rоws",  # with a Cyrillic letter
    "\x00",
    "\ud800",
    "x" * 200,
]
NESTED: list[Any] = [
    f"{RAW}{'[' * 900}{']' * 900}",
    f"{RAW}{'[' * 50_000}{']' * 50_000}",
    f"{RAW}" + '{"a":' * 5_000 + "1" + "}" * 5_000,
    f"{RAW}" + '{"a":1,"a":2,"a":{"a":3}}',
]
CONTAINERS: list[Any] = [
    None,
    True,
    False,
    [],
    {},
    [None],
    [[]],
    {"": None},
    {"a": {"b": {"c": []}}},
    [0] * 3000,
    ["x"] * 20_000,
    {str(number): number for number in range(2000)},
]
# One king that can capture in so many ways that listing them takes minutes.
EXPLOSIVE = [
    ("frysk", "W:WK9:B22,14,8,28,27,44,42,37,30,19,41,13,12,43"),
    ("frisian", "W:WK9:B22,14,8,28,27,44,42,37,30,19,41,13,12,43"),
    ("international", "W:WK46:B41,40,39,38,32,31,29,28,22,21,20,19,18,12,11,10,9,8,7"),
    ("frysk", "B:W22,14,8,28,27,44,42,37,30,19,41,13,12,43,33,24:BK9"),
]


def odd_value(lot: random.Random) -> Any:
    """Any of the values, with those of moderate size more often than the huge ones."""
    kinds: list[list[Any]] = [NUMBERS, TEXTS[:28], TEXTS, NAMES, CONTAINERS[:9], CONTAINERS, NESTED]
    return copy.deepcopy(lot.choice(lot.choices(kinds, [6, 6, 2, 3, 4, 1, 0.5])[0]))
