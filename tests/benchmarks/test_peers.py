"""Comparisons with other programs: the same work, the same answer."""

from __future__ import annotations

import json

import pytest

from benchmarks.peers import __main__ as command
from benchmarks.peers.comparison import Comparison, measure, measure_installed
from benchmarks.peers.registry import COMPARISONS


@pytest.mark.parametrize("comparison", COMPARISONS, ids=lambda one: f"{one.peer}: {one.work}")
def test_kibitz_and_its_peer_give_the_same_answer(comparison: Comparison) -> None:
    if not comparison.is_installed:
        pytest.skip(f"{comparison.peer} is not installed")
    assert comparison.ours()() == comparison.theirs()()


def test_a_peer_that_is_not_installed_is_left_out() -> None:
    absent = Comparison("work", "nobody", "no_such_module.part", lambda: int, lambda: int)
    assert not absent.is_installed
    assert list(measure_installed([absent])) == []


def test_a_different_answer_is_no_comparison() -> None:
    odd = Comparison("work", "liar", "math", lambda: lambda: 1, lambda: lambda: 2, rounds=1)
    with pytest.raises(AssertionError, match="work: Kibitz answers 1, liar answers 2"):
        measure(odd)


def test_the_ratio_says_how_much_longer_the_peer_took() -> None:
    def slow() -> int:
        return sum(range(200_000)) * 0 + 7

    comparison = Comparison("work", "peer", "math", lambda: lambda: 7, lambda: slow, rounds=2)
    timing = measure(comparison)
    assert timing.ratio == timing.theirs / timing.ours
    assert timing.as_dict()["peer"] == "peer"
    assert f"{timing.ratio:,.1f} x" in str(timing)


def test_the_command_names_the_programs_that_are_missing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    absent = Comparison("work", "nobody", "no_such_module", lambda: int, lambda: int)
    monkeypatch.setattr(command, "COMPARISONS", (absent,))
    monkeypatch.setattr("sys.argv", ["peers", "--json"])
    assert command.main() == 1
    captured = capsys.readouterr()
    assert json.loads(captured.out) == {"peers": []}
    assert "work: nobody is not installed." in captured.err
