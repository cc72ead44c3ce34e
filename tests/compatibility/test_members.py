"""Attributes and arguments of public names, and modules, are there or name what replaces them."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from typing import Any

import pytest

import kibitz
from tests.compatibility.describe import members_of, parameters_of
from tests.compatibility.stored import stored

MEMBERS: dict[str, list[str]] = stored("members.json")
MODULES: list[str] = stored("modules.json")

ANSWER = r"is now|was removed|only the plain search has it"  # of a name that is gone

# Arguments that are now passed by position only, so that options and parameters may have any name.
BY_POSITION = {"game": "name", **{name: "code" for name in MEMBERS if name.endswith("Error")}}


@pytest.mark.parametrize("place", MEMBERS)
def test_a_member_of_then_is_there_or_names_the_new_one(place: str) -> None:
    name, _, member = place.partition(".")
    owner: Any = getattr(kibitz, name)
    if not member:
        found = owner
    elif member in members_of(owner):
        found = inspect.getattr_static(owner, member, None)
        found = getattr(found, "__func__", found)
    else:
        with pytest.raises(AttributeError, match=ANSWER):
            getattr(owner, member)
        return
    for argument in {*MEMBERS[place]} - {*parameters_of(found)}:
        if BY_POSITION.get(place) == argument:
            assert argument in inspect.signature(found).parameters
        else:
            assert is_answered(found, argument), argument


def is_answered(function: Any, argument: str) -> bool:
    """Whether a call takes the argument after all, or says what it is called now."""
    try:
        function(**{argument: True})
    except (TypeError, kibitz.LimitError) as error:
        return re.search(ANSWER, str(error)) is not None
    return True


def test_an_attribute_that_is_gone_would_be_noticed() -> None:
    assert not is_answered(kibitz.Limit, "seconds")
    assert "play" in members_of(kibitz.Engine)
    assert "game" in members_of(kibitz.Engine)  # assigned to its objects
    assert "plays" not in members_of(kibitz.Engine)


def replaced(name: str) -> str | None:
    """The new name of a module, as importing it gives it; None if it is there."""
    try:
        import_module(name)
    except ModuleNotFoundError as problem:
        old, _, new = str(problem).rstrip(".").partition(" is now ")
        return (new + name.removeprefix(old)) if new else "gone"
    return None


@pytest.mark.parametrize("name", MODULES)
def test_a_module_of_then_is_there_or_names_the_new_one(name: str) -> None:
    current: str | None = name
    for _ in range(4):  # a module of a renamed package may have a new name itself
        if current is None or current.startswith("benchmarks."):  # in a source checkout only
            return
        current = replaced(current)
    pytest.fail(f"the last new name is {current}")
