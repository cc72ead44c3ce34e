"""Without its changes to Numba Kibitz is slower and plays the same."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

import kibitz
from kibitz.compiling import tuned
from kibitz.core.errors import KibitzWarning

# A game, its options, and a depth of some ten thousand nodes.
GAMES: tuple[tuple[str, dict[str, str], int], ...] = (
    ("connect4", {}, 7),
    ("tictactoe", {}, 6),
    ("horses", {}, 6),
    ("tiles", {}, 5),
    ("draughts", {"variant": "english"}, 7),
    ("morris", {}, 4),
)
QUICK = 2  # of them; each takes up to ten seconds to compile without the patches

SCRIPT = """
import json, sys, warnings
import kibitz
games = json.loads({games!r})
found = []
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    for name, options, depth in games:
        game = kibitz.game(name, **options)
        engine = kibitz.Engine(game, compiled=True)
        line = engine.play(kibitz.Session(game, seed=2), kibitz.Limit(depth=depth))
        found.append([line.score, list(line.line), line.nodes])
print(json.dumps([found, [str(one.message) for one in caught]]))
"""


@pytest.mark.parametrize(
    "games",
    [
        pytest.param(GAMES[:QUICK], id="small games"),
        pytest.param(GAMES[QUICK:], id="others", marks=pytest.mark.deep),
    ],
)
def test_every_game_searches_the_same_nodes_without_them(
    games: tuple[tuple[str, dict[str, str], int], ...], cache: Any, run_python: Any
) -> None:
    run = run_python(SCRIPT.format(games=json.dumps(games)), KIBITZ_TUNED="0")
    assert run.returncode == 0, run.stderr
    untuned, warnings = json.loads(run.stdout)
    for (name, options, depth), found in zip(games, untuned, strict=True):
        game = kibitz.game(name, **options)
        line = kibitz.Engine(game).play(kibitz.Session(game, seed=2), kibitz.Limit(depth=depth))
        assert found == [line.score, list(line.line), line.nodes], name
    assert len(warnings) == 1
    assert "does not apply patches of Numba" in warnings[0]


@pytest.mark.parametrize("version", ["0.59.1", "0.69.0", "1.0.0rc1"])
def test_another_numba_is_used_as_it_is(version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(tuned.VARIABLE, raising=False)
    monkeypatch.setattr(tuned, "numba", SimpleNamespace(__version__=version))
    tuned.tuning.cache_clear()
    try:
        with pytest.warns(KibitzWarning, match=f"not tested with Numba {version}"):
            found = tuned.tuning()
        assert found.options(allocates=False) == {}
        assert found.memory_at is None
    finally:
        tuned.tuning.cache_clear()


def test_every_change_names_the_versions_that_it_was_tested_with() -> None:
    for patch in tuned.PATCHES:
        first, end = patch.TESTED
        assert tuned._numbers(first) < tuned._numbers(end)
        assert patch.__doc__
