"""`kibitz learn`."""

from __future__ import annotations

import json

import pytest

from kibitz.cli.main import main
from kibitz.teaching.lessons import lesson, lessons


def test_learn_lists_the_lessons(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["learn"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [one.id for one in lessons()]
    assert lines[0].endswith("Three moves: minimax")


def test_learn_shows_a_lesson(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["learn", "the-cut"]) == 0
    assert capsys.readouterr().out == lesson("the-cut").text() + "\n"


def test_learn_gives_programs_the_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["learn", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["lessons"]
    assert found == [one.as_dict() for one in lessons()]
    assert main(["learn", "horses-738", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == lesson("horses-738").as_dict()


def test_an_unknown_lesson_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["learn", "chess"]) == 2
    assert capsys.readouterr().err.startswith(
        "kibitz: Unknown lesson 'chess': the lessons are three-"
    )
    assert main(["learn", "chess", "--json"]) == 2
    assert json.loads(capsys.readouterr().err)["error"] == "unknown_lesson"
