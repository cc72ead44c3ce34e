"""What users, their programs and their files rely on is still there, by its old name."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.server.app import create_app
from tests.compatibility.conftest import Command
from tests.compatibility.describe import VARIANTS, api_facts, game_facts, plain
from tests.compatibility.stored import stored

SOURCE = Path(kibitz.__file__).parent
ROOT = SOURCE.parent.parent
NAMES: dict[str, list[str]] = stored("names.json")


# Rules and texts.


@pytest.mark.parametrize(
    ("name", "options", "expected"),
    stored("games.json"),
    ids=[f"{name} {' '.join(map(str, options.values()))}".strip() for name, options in VARIANTS],
)
def test_moves_positions_and_keys_are_the_same(
    name: str, options: dict[str, Any], expected: Any
) -> None:
    found = plain(game_facts(kibitz.game(name, **options)))
    known = len(expected["options"])
    added = [option for option, _ in found["options"][known:]]
    assert {**found, "options": found["options"][:known]} == expected
    # The default of a later option is no part of the game's identity, which files hold.
    assert not set(added) & set(found["game"][1])


# The command line.

COMMANDS: dict[str, Any] = stored("commands.json")
UNKNOWN = "--no-such-option"  # so that nothing is run


def words(name: str, positionals: list[Any]) -> list[str]:
    """A command, and as many arguments as it can take."""
    return [name, *(one["value"] for one in positionals)]


def is_accepted(command: Command, *given: str) -> bool:
    """Whether the command line accepts these words; or says what one of them is called now."""
    ran = command(*given, UNKNOWN)
    assert ran.code == 2
    last = ran.err.strip().splitlines()[-1]
    if last.endswith(f"unrecognized arguments: {UNKNOWN}"):
        return True
    options = {word.partition("=")[0] for word in given if word.startswith("--")}
    named = set(re.findall(r"--[a-z][a-z-]*", last)) - {UNKNOWN}
    return bool(options & named) and bool(named - options)


def test_an_option_that_is_gone_is_noticed(command: Command) -> None:
    assert not is_accepted(command, "hint", "tictactoe", "--hasty")
    assert not is_accepted(command, "hint", "tictactoe", "--hasty=1")
    assert not is_accepted(command, "hint", "tictactoe", "--threads=many")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_of_a_command_is_accepted(command: Command, name: str) -> None:
    expected = COMMANDS[name]
    positionals = expected["positionals"]
    assert is_accepted(command, *words(name, positionals))
    required = [one for one in positionals if not one["optional"]]
    assert is_accepted(command, *words(name, required))
    refused = [
        (option, value)
        for option, values in expected["options"].items()
        for value in values or [None]
        if not is_accepted(
            command, *words(name, positionals), option if value is None else f"{option}={value}"
        )
    ]
    assert refused == []
    for one in positionals:
        for choice in one["choices"]:
            assert is_accepted(command, name, choice)


def test_every_command_is_listed(command: Command) -> None:
    listed = command("--help").out
    for name in COMMANDS:
        assert re.search(rf"^ +{name}\b", listed, re.MULTILINE), name


# HTTP.

HTTP: dict[str, Any] = stored("http.json")


@pytest.fixture(scope="module")
def current(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("state")
        patch.setenv("DATABASE_URL", str(folder / "server.db"))
        return plain(api_facts(create_app().openapi()))


def missing_from_request(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """What a client may have sent that is not accepted any more, or is not enough now."""
    found = [f"{name} is gone" for name in old if name not in new]
    for name, field in new.items():
        was = old.get(name, {})
        above = name.rpartition(".")[0].removesuffix("[]")
        if field.get("required") and not was.get("required") and above in ("", *old):
            found.append(f"{name} is required")
        if name in old:
            found += [f"{name} may not be {kind}" for kind in {*was["kinds"]} - {*field["kinds"]}]
        if name in old and "choices" in field:
            lost = {*was.get("choices", ["any"])} - {*field["choices"]}
            found += [f"{name} may not be {choice}" for choice in lost]
    return found


def missing_from_answer(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """What a client may read that is not answered any more, or not always."""
    found = []
    for name, field in old.items():
        if name not in new:
            found.append(f"{name} is gone")
            continue
        if field.get("required") and not new[name].get("required"):
            found.append(f"{name} may be missing")
        if "any" not in field["kinds"]:
            extra = {*new[name]["kinds"]} - {*field["kinds"]}
            found += [f"{name} may be {kind}" for kind in extra]
    return found


# What is now answered where the answer was an error then.
FORMERLY_ERRORS = {"POST /api/game/machine-move": ["move may be null"]}  # in a finished game


@pytest.mark.parametrize("operation", HTTP["operations"])
def test_every_path_takes_and_answers_the_same_fields(current: Any, operation: str) -> None:
    assert operation in current["operations"]
    old, new = HTTP["operations"][operation], current["operations"][operation]
    assert {*old["parameters"]} <= {*new["parameters"]}
    assert {*new["required"]} <= {*old["required"]}
    problems = []
    for kind, place in old["request"].items():
        fields = current["fields"][new["request"][kind]]
        problems += missing_from_request(HTTP["fields"][place], fields)
    for status, contents in old["answers"].items():
        for kind, place in contents.items():
            fields = current["fields"][new["answers"][status][kind]]
            problems += missing_from_answer(HTTP["fields"][place], fields)
    assert problems == FORMERLY_ERRORS.get(operation, [])


# Names in Python.


def find(name: str) -> object:
    """What a dotted name means; the new name is followed where an error gives one."""
    parts = name.split(".")
    found: object = import_module(parts[0])
    for at in range(1, len(parts)):
        try:
            found = _part(found, parts[: at + 1])
        except ImportError as problem:
            renamed = re.search(r"is now (kibitz(?:\.\w+)*)", str(problem))
            if renamed is None:
                raise
            return find(".".join([renamed[1], *parts[at + 1 :]]))
    return found


def _part(owner: object, parts: list[str]) -> object:
    try:
        return getattr(owner, parts[-1])
    except AttributeError as problem:
        if "is now" in str(problem):
            raise ImportError(str(problem)) from None
    return import_module(".".join(parts))


def test_every_public_name_is_there() -> None:
    assert set(NAMES["public"]) <= set(kibitz.__all__)
    for name in NAMES["public"]:
        assert getattr(kibitz, name) is not None


@pytest.mark.parametrize("name", NAMES["documented"])
def test_every_documented_name_is_there_or_says_its_new_one(name: str) -> None:
    find(name)


@pytest.mark.parametrize(("data", "text"), stored("lessons.json"))
def test_a_lesson_is_read_as_it_was(data: Any, text: str) -> None:
    read: Any = find("kibitz.lessons.read")
    lesson = read(data)
    assert lesson.text() == text
    assert plain(lesson.as_dict()) == data


# The environment.


@pytest.fixture(scope="module")
def sources() -> str:
    paths = [*SOURCE.rglob("*.py"), ROOT / "gunicorn.conf.py", ROOT / "wsgi.py"]
    return "\n".join(path.read_text() for path in paths)


@pytest.fixture(scope="module")
def pages() -> str:
    paths = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    return "\n".join(path.read_text() for path in paths)


@pytest.mark.parametrize("name", NAMES["variables"])
def test_every_variable_of_the_environment_is_read(sources: str, name: str) -> None:
    if re.search(rf"['\"]{name}['\"]", sources) or name == "FORWARDED_ALLOW_IPS":
        return  # the last one is read by Uvicorn
    field = name.removeprefix("KIBITZ_").lower()
    assert 'env_prefix="KIBITZ_"' in sources
    assert re.search(rf"^    {field}: ", sources, re.MULTILINE)


@pytest.mark.parametrize("name", NAMES["documented variables"])
def test_every_variable_of_the_environment_is_documented(pages: str, name: str) -> None:
    tails = [name, *(name[at:] for at in range(len(name)) if name[at] == "_")]
    assert any(re.search(rf"`\$?{tail}\b", pages) for tail in tails)


def test_variables_of_the_server_set_what_they_did(monkeypatch: pytest.MonkeyPatch) -> None:
    from kibitz.server.settings import read_settings

    usual = read_settings(database_url="x.db")
    for name in NAMES["variables"]:
        field = name.removeprefix("KIBITZ_").lower()
        if not name.startswith("KIBITZ_") or not hasattr(usual, field):
            continue
        value = getattr(usual, field)
        text = "7/minute" if field.endswith("rate") else "x"
        if isinstance(value, bool):
            text = str(not value)
        elif isinstance(value, int | float):
            text = "4" if value == 3 else "3"
        with monkeypatch.context() as patch:
            patch.setenv(name, text)
            assert getattr(read_settings(database_url="x.db"), field) != value, name
