"""Records of matches and calibrations, as an earlier version wrote them."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import kibitz
from tests.compatibility.conftest import Command
from tests.compatibility.stored import stored

Copied = Callable[[str], Path]

EXPECTED: dict[str, Any] = stored("matches.json")


def replayed(command: Command, path: Path, *words: str) -> Any:
    ran = command("match", "--replay", str(path), "--json", *words)
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


@pytest.mark.parametrize("name", ["finished", "three"])
def test_a_record_is_replayed_with_the_same_result(
    copied: Copied, command: Command, name: str
) -> None:
    path = copied("matches") / f"{name}.jsonl"
    assert replayed(command, path) == EXPECTED[name]


@pytest.mark.parametrize("name", ["own", "unfinished"])
def test_a_record_of_a_game_in_a_file_is_replayed_with_the_game_or_trust(
    copied: Copied, command: Command, name: str
) -> None:
    folder = copied("matches")
    path = folder / f"{name}.jsonl"
    assert replayed(command, path, "--trust", str(folder)) == EXPECTED[name]
    assert replayed(command, path, "--game", str(folder / "sticks.py")) == EXPECTED[name]
    refused = command("match", "--replay", str(path))
    assert (refused.code, "sticks.py" in refused.err) == (2, True)


def test_one_game_of_a_record_is_shown(copied: Copied, command: Command) -> None:
    path = copied("matches") / "finished.jsonl"
    assert replayed(command, path, "--game", "3") == EXPECTED["finished game 3"]


def current_code(folder: Path) -> tuple[str, str]:
    """What identifies this version in the header of a record."""
    path = folder / "new.jsonl"
    match = kibitz.Match(
        str(folder / "sticks.py"), ["random", "random"], games=1, opening_plies=0, record=path
    )
    with ThreadPoolExecutor(1) as executor:
        for _ in match.run(executor):
            pass
    header = json.loads(path.read_text().splitlines()[0])
    return header["kibitz"], header["code"]


def as_if_current(path: Path, folder: Path, **changed: float) -> None:
    """Let a record say that this version wrote it, which otherwise refuses to go on with it.

    `changed`: defaults that have changed since.
    """
    first, _, rest = path.read_text().partition("\n")
    header = json.loads(first)
    header["kibitz"], header["code"] = current_code(folder)
    header |= changed
    path.write_text(f"{json.dumps(header)}\n{rest}")


def go_on(folder: Path) -> kibitz.Match:
    """The match of the unfinished record, to its end."""
    players = [f"{folder / 'bot.py'}:choose", "random"]
    record = folder / "unfinished.jsonl"
    match = kibitz.Match(
        str(folder / "sticks.py"),
        players,
        games=8,
        seed=3,
        opening_plies=0,
        balance=0.0,  # the default then, in a game without an evaluation
        record=record,
    )
    with ThreadPoolExecutor(1) as executor:
        for _ in match.run(executor):
            pass
    return match


def test_a_match_of_another_version_is_refused_with_both_codes(copied: Copied) -> None:
    folder = copied("matches")
    header = json.loads((folder / "unfinished.jsonl").read_text().splitlines()[0])
    _, code = current_code(folder)
    if code == header["code"]:
        pytest.skip("this is the code that wrote it")
    with pytest.raises(kibitz.RecordError) as caught:
        go_on(folder)
    assert header["code"] in str(caught.value)
    assert code in str(caught.value)


def test_an_interrupted_match_goes_on_as_it_would_have(copied: Copied) -> None:
    folder = copied("matches")
    as_if_current(folder / "unfinished.jsonl", folder)
    before = (folder / "unfinished.jsonl").read_text().splitlines()[1:6]
    match = go_on(folder)
    assert match.played == 8
    lines = (folder / "unfinished.jsonl").read_text().splitlines()[1:]
    assert lines[:5] == before
    rest = [json.loads(line) for line in lines[5:]]
    assert [[one["number"], one["seats"], one["moves"]] for one in rest] == EXPECTED["continued"]


def test_a_finished_calibration_gives_the_same_steps(copied: Copied, command: Command) -> None:
    folder = copied("matches")
    for path in (folder / "ladder").iterdir():
        as_if_current(path, folder, balance=0.4)
    ran = command(
        "calibrate",
        str(folder / "sticks.py"),
        *("--steps", "1-3", "--games", "6", "--record", str(folder / "ladder"), "--json"),
    )
    assert without_titles(json.loads(ran.out)) == without_titles(EXPECTED["calibrated"])


def without_titles(calibrated: dict[str, Any]) -> dict[str, Any]:
    """The steps without their titles, which are sentences and may be reworded."""
    steps = [{**step, "title": ""} for step in calibrated["steps"]]
    return {**calibrated, "steps": steps}
