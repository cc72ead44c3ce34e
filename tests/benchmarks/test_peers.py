"""Comparisons with other programs: the same work, the same answer."""

from __future__ import annotations

import json

import pytest

from benchmarks.peers import __main__ as command
from benchmarks.peers.registry import RIVALRIES
from benchmarks.peers.rivalry import Rivalry, compete, meet


@pytest.mark.parametrize("rivalry", RIVALRIES, ids=lambda one: f"{one.peer}: {one.work}")
def test_kibitz_and_its_peer_give_the_same_answer(rivalry: Rivalry) -> None:
    if not rivalry.is_installed:
        pytest.skip(f"{rivalry.peer} is not installed")
    assert rivalry.ours()() == rivalry.theirs()()


def test_a_peer_that_is_not_installed_is_left_out() -> None:
    absent = Rivalry("work", "nobody", "no_such_module.part", lambda: int, lambda: int)
    assert not absent.is_installed
    assert list(compete([absent])) == []


def test_a_different_answer_is_no_comparison() -> None:
    odd = Rivalry("work", "liar", "math", lambda: lambda: 1, lambda: lambda: 2, rounds=1)
    with pytest.raises(AssertionError, match="work: Kibitz says 1, liar says 2"):
        meet(odd)


def test_the_ratio_says_how_much_longer_the_peer_took() -> None:
    def slow() -> int:
        return sum(range(200_000)) * 0 + 7

    rivalry = Rivalry("work", "peer", "math", lambda: lambda: 7, lambda: slow, rounds=2)
    standing = meet(rivalry)
    assert standing.ratio == standing.theirs / standing.ours
    assert standing.as_dict()["peer"] == "peer"
    assert f"{standing.ratio:,.1f} x" in str(standing)


def test_the_command_names_the_programs_that_are_missing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    absent = Rivalry("work", "nobody", "no_such_module", lambda: int, lambda: int)
    monkeypatch.setattr(command, "RIVALRIES", (absent,))
    monkeypatch.setattr("sys.argv", ["peers", "--json"])
    assert command.main() == 1
    captured = capsys.readouterr()
    assert json.loads(captured.out) == {"peers": []}
    assert "work: nobody is not installed." in captured.err
