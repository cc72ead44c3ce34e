"""Profiles: small files, whole or not at all, never written over where they cannot be read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz import Profile, RecordError
from kibitz.teaching.adaptive.person_standing import PersonStanding
from kibitz.teaching.adaptive.profile import default_path

TICTACTOE = kibitz.game("tictactoe")


def test_every_game_has_a_standing_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "profile.json"
    profile = Profile(path)
    assert not path.exists()
    large = kibitz.game("tictactoe", rows=4, columns=4)
    profile.keep(TICTACTOE, PersonStanding().after(1.0, 0.1, 0.2))
    profile.keep(large, PersonStanding().after(0.0))
    again = Profile(path)
    assert (
        again.standing(TICTACTOE)
        == profile.standing(TICTACTOE)
        == PersonStanding().after(1, 0.1, 0.2)
    )
    assert again.standing(large) == PersonStanding().after(0.0)
    assert again.standing(kibitz.game("connect4")) == PersonStanding()


def test_two_games_at_once_do_not_forget_each_other(tmp_path: Path) -> None:
    one, other = Profile(tmp_path / "p.json"), Profile(tmp_path / "p.json")
    one.keep(TICTACTOE, PersonStanding().after(1.0))
    other.keep(kibitz.game("connect4"), PersonStanding().after(0.0))
    assert Profile(tmp_path / "p.json").standing(TICTACTOE).games == 1


def test_a_profile_without_a_path_is_kept_in_memory() -> None:
    profile = Profile()
    profile.keep(TICTACTOE, PersonStanding().after(1.0))
    assert profile.standing(TICTACTOE).games == 1
    assert profile.path is None


def document() -> dict[str, Any]:
    return {
        "format": "kibitz-profile",
        "version": 1,
        "games": [
            {
                "game": "tictactoe",
                "settings": {"rows": 3, "columns": 3, "length": 3},
                "skill": {"mean": 5.0, "deviation": 1.0},
                "level": 5,
                "games": 1,
                "recent": [
                    {"score": 1, "level": 4.0, "after": 4.75, "loss": None, "own_loss": 0.1}
                ],
            }
        ],
    }


def put(data: Any, *keys: Any, value: Any) -> Any:
    for key in keys[:-1]:
        data = data[key]
    data[keys[-1]] = value
    return data


def test_a_profile_written_by_hand_is_read(tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_text(json.dumps(document()))
    assert Profile(path).standing(TICTACTOE).level == 5.0


@pytest.mark.parametrize(
    ("keys", "value", "problem"),
    [
        (("format",), "kibitz-session", "format: expected 'kibitz-profile'"),
        (("version",), 0, "version"),
        (("games",), {}, "expected a list"),
        (("games", 0, "settings"), [], "expected an object"),
        (("games", 0, "settings", "rows"), [], "expected a number or a short string for 'rows'"),
        (("games", 0, "skill"), None, "games[0].skill: expected an object"),
        (("games", 0, "skill", "mean"), 11, "expected a number from 1 to 10, got 11"),
        (("games", 0, "skill", "mean"), "5", "expected a number"),
        (("games", 0, "skill", "deviation"), -1, "expected a number from 0 to 2"),
        (("games", 0, "level"), None, "expected a number from 1 to 10, got None"),
        (("games", 0, "games"), -1, "expected a whole number from 0"),
        (("games", 0, "recent", 0, "score"), 2, "expected a number from 0 to 1"),
        (("games", 0, "recent", 0, "loss"), "much", "expected a number"),
    ],
)
def test_a_damaged_profile_is_refused_and_left_alone(
    tmp_path: Path, keys: tuple[Any, ...], value: object, problem: str
) -> None:
    data = document()
    put(data, *keys, value=value)
    path = tmp_path / "p.json"
    path.write_text(json.dumps(data))
    before = path.read_bytes()
    with pytest.raises(RecordError) as refused:
        Profile(path)
    assert refused.value.code == "profile_damaged"
    assert problem in str(refused.value)
    assert path.read_bytes() == before


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "\x00", "[" * 100_000])
def test_what_is_no_profile_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "p.json"
    path.write_text(text)
    with pytest.raises(RecordError, match="is damaged"):
        Profile(path)
    assert path.read_text() == text


def test_a_profile_from_the_future_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_text(json.dumps({**document(), "version": 2}))
    with pytest.raises(RecordError) as refused:
        Profile(path)
    assert refused.value.code == "profile_from_future"


def test_a_file_damaged_meanwhile_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    profile = Profile(path)
    path.write_text("mine")
    with pytest.raises(RecordError, match="is damaged"):
        profile.keep(TICTACTOE, PersonStanding().after(1.0))
    assert path.read_text() == "mine"
    assert profile.standing(TICTACTOE).games == 0


def test_a_folder_is_no_profile_and_one_below_a_file_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(RecordError) as refused:
        Profile(tmp_path)
    assert refused.value.code == "record_unreadable"
    profile = Profile(tmp_path / "new" / "p.json")
    (tmp_path / "new").write_text("")
    with pytest.raises(RecordError) as refused:
        profile.keep(TICTACTOE, PersonStanding().after(1.0))
    assert refused.value.code in ("record_unwritable", "record_unreadable")


def test_the_path_comes_from_the_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("KIBITZ_PROFILE", raising=False)
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_path() == tmp_path / ".local" / "state" / "kibitz" / "profile.json"
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert default_path() == tmp_path / "state" / "kibitz" / "profile.json"
    monkeypatch.setenv("KIBITZ_PROFILE", str(tmp_path / "me.json"))
    assert Profile.default().path == tmp_path / "me.json"
