"""Options from anywhere: refused as options, whatever they are called."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import kibitz
from kibitz.core.errors import OptionError
from kibitz.games.registry import game, shipped


def ascii_type(value: object) -> str:
    return type(value).__name__


BAD_NAMES = [
    "self",
    "name",
    "/",
    "",
    " ",
    "rows ",
    "Rows",
    "given",
    "a-b",
    "x" * 100_000,
    "\ud800",
    "\0",
]


@pytest.mark.parametrize("name", BAD_NAMES, ids=lambda name: repr(name[:10]))
def test_any_name_of_an_option_is_refused_as_an_option(name: str) -> None:
    given: dict[str, object] = {name: 2}
    tiles = kibitz.game("tiles")
    calls: list[Callable[[], kibitz.Game]] = [
        lambda: game("tiles", **given),
        lambda: shipped("tiles", given),
        lambda: tiles.configure(**given),
        lambda: tiles.with_options(given),
    ]
    for call in calls:
        with pytest.raises(OptionError, match="tiles has no option") as refusal:
            call()
        assert len(str(refusal.value).encode()) < 400


@pytest.mark.parametrize(
    "value", [None, True, 1.0, [], {}, "9" * 5_000, 10**5_000, "\ud800", "٣"], ids=ascii_type
)
def test_any_value_of_an_option_is_refused_as_a_value(value: object) -> None:
    with pytest.raises(OptionError, match="cannot be") as refusal:
        shipped("tiles", {"rows": value})
    assert len(str(refusal.value).encode()) < 400
