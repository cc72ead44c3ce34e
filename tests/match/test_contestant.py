"""Contestants as text: what is read, and what is refused with the keys named."""

from __future__ import annotations

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from kibitz import Limit, Switches
from kibitz.core.errors import KibitzError, OptionError
from kibitz.match.contestant import DEFAULT, KEYS, PRESETS, Contestant, different_names
from kibitz.search.switches import PLAIN, Plain


def test_a_word_is_a_level_and_a_level_may_have_limits() -> None:
    found = Contestant.parse("5")
    assert (found.kind, found.level, found.limit, found.name) == ("level", "5", Limit(), "5")
    found = Contestant.parse("hard,time=0.5,seed=3,name=Anna")
    assert (found.level, found.limit.time, found.seed, found.name) == ("hard", 0.5, 3, "Anna")
    assert Contestant.parse("depth=3,level=hard").kind == "level"


def test_pairs_are_the_engine_with_limits_settings_and_techniques() -> None:
    found = Contestant.parse("depth=4, nodes=900,threads=2,memory=8,killers=off,quiescence_plies=4")
    assert found.kind == "engine"
    assert found.limit == found.engine_limit == Limit(depth=4, nodes=900)
    assert (found.threads, found.memory) == (2, 8)
    assert found.switches == Switches(killers=False, quiescence_plies=4)
    found = Contestant.parse("evaluation=classic,opponents=maxn")
    assert (found.evaluation, found.opponents, found.engine_limit) == ("classic", "maxn", DEFAULT)


def test_plain_and_baseline_set_all_techniques_and_pairs_change_single_ones() -> None:
    assert Contestant.parse("plain").switches == PLAIN
    assert Contestant.parse("nodes=10,plain,pruning=off").switches == Plain(pruning=False)
    assert Contestant.parse("pruning=off,plain").switches == Plain(pruning=False)
    assert Contestant.parse("baseline,nodes=10").switches == PRESETS["baseline"]
    assert Contestant.parse("level=plain").kind == "level"


def test_former_names_of_techniques_are_accepted() -> None:
    """A match that an earlier version recorded goes on with the same players."""
    found = Contestant.parse("nodes=10,table=off,narrow=off,exchange=4,tables=off").switches
    assert found == Switches(
        transposition_table=False, zero_window=False, quiescence_plies=4, endgame_tables=False
    )


def test_a_function_is_named_by_its_file_which_is_found_from_anywhere() -> None:
    found = Contestant.parse("bots.py:first")
    assert (found.kind, found.function, found.name) == ("function", "first", "bots.py:first")
    assert found.file == os.path.abspath("bots.py")
    assert found.text == f"{found.file}:first"
    assert Contestant.parse("a,b/bots.py:first,name=Bo").name == "Bo"


def test_random_is_a_player() -> None:
    assert Contestant.parse("random").kind == "random"
    assert Contestant.parse("random,seed=4").seed == 4


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "it is empty"),
        ("nodes=10,what=3", "unknown key 'what'"),
        ("nodes", None),
        ("nodes=10,depth", "'depth' is not a KEY=VALUE pair"),
        ("nodes=10,depth=", "'depth=' is not a KEY=VALUE pair"),
        ("nodes=many", "nodes cannot be 'many': expected a whole number"),
        ("time=soon", "time cannot be 'soon': expected seconds"),
        ("time=-1", "time cannot be -1.0: expected seconds, more than 0"),
        ("nodes=10,killers=maybe", "killers cannot be 'maybe': expected on or off"),
        ("quiescence_plies=-1", "quiescence_plies cannot be '-1': expected a whole number from 0"),
        ("nodes=10,pruning=off", "'pruning' belongs to the plain search, as in plain,pruning=..."),
        ("nodes=10,leading=off", "that technique was removed"),
        ("plain,killers=off", "'killers' does not apply: a plain search takes time, depth"),
        ("nodes=10,nodes=20", "'nodes' appears twice"),
        ("5,level=6", "'level' appears twice"),
        ("5,killers=off", "'killers' does not apply: a level takes level, time"),
        ("random,nodes=5", "'nodes' does not apply: random takes seed, name"),
        ("bots.py:first,nodes=5", "'nodes' does not apply: a function takes name"),
        ("bot.py", "write a function as FILE.py:FUNCTION"),
        ("bot.py:", "write a function as FILE.py:FUNCTION"),
        ("bot.py:,name=Bo", "write a function as FILE.py:FUNCTION"),
        ("bot:choose", "write a function as FILE.py:FUNCTION"),
        ("  ", "it is empty"),
        ("5,name=\udcff", "it contains bytes that are not text"),
        ("nodes=10,seed=5", "'seed' does not apply: an engine takes"),
    ],
)
def test_what_is_no_player_is_refused_with_the_keys(text: str, problem: str | None) -> None:
    if problem is None:
        assert Contestant.parse(text).kind == "level"  # which no game has
        return
    with pytest.raises(OptionError) as refusal:
        Contestant.parse(text)
    assert refusal.value.code == "bad_player"
    assert problem in str(refusal.value)
    assert all(key in str(refusal.value) for key in KEYS)


@given(st.text(max_size=30) | st.lists(st.sampled_from([*KEYS, "=", ",", "5", "on"])).map("".join))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        found = Contestant.parse(text)
    except OptionError:
        return
    assert Contestant.parse(found.text) == found


def test_contestants_of_one_name_are_told_apart() -> None:
    three = [Contestant.parse("5"), Contestant.parse("6,name=5"), Contestant.parse("7")]
    assert [one.name for one in different_names(three)] == ["5", "5 (2)", "7"]


@pytest.mark.parametrize(
    ("player", "code"),
    [
        ("impossible", "unknown_level"),
        ("evaluation=none", "unknown_evaluation"),
        ("threads=0", "bad_setting"),
        ("opponents=friends", "bad_setting"),
        ("missing.py:first", "no_player_file"),
    ],
)
def test_what_this_game_cannot_have_is_refused_before_a_game_is_played(
    player: str, code: str
) -> None:
    with pytest.raises(KibitzError) as refusal:
        kibitz.Match("tictactoe", ["1", player])
    assert refusal.value.code == code
