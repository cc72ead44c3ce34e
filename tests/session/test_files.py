"""Sessions as files: whole or not at all, JSON or a game's own format."""

from __future__ import annotations

import dataclasses
import os
import stat
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz import RecordError, Seat, Session

GAME = kibitz.game("tictactoe")


def played(moves: str = "40") -> Session:
    session = Session(GAME)
    for move in moves:
        session.push(move)
    return session


def test_a_file_is_saved_and_loaded(tmp_path: Path) -> None:
    for name in ("game.json", "game", "game.txt", "ein Spiel ♞.JSON"):
        path = tmp_path / name
        played().save(path)
        assert Session.load(path).moves == ("4", "0")
        assert Session.load(str(path)).moves == ("4", "0")
    assert len(list(tmp_path.iterdir())) == 4


def test_a_file_that_is_replaced_keeps_its_permissions_and_links(tmp_path: Path) -> None:
    path, link = tmp_path / "game.json", tmp_path / "link.json"
    played().save(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~_umask()
    path.chmod(0o640)
    link.symlink_to(path)
    played("401").save(link)
    assert link.is_symlink()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert Session.load(path).moves == ("4", "0", "1")


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


@pytest.mark.parametrize("step", ["fsync", "replace", "chmod"])
def test_a_failure_leaves_the_old_file_whole(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    played().save(path)
    before = path.read_bytes()

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, step, fail)
    with pytest.raises(RecordError, match=r"Cannot write .*game\.json': No space left"):
        played("401").save(path)
    monkeypatch.undo()
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


def test_an_interrupt_leaves_the_old_file_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    played().save(path)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        played("401").save(path)
    assert Session.load(path).moves == ("4", "0")
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


def test_only_ordinary_files_are_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (tmp_path, pipe):
        with pytest.raises(RecordError, match="it is not an ordinary file"):
            played().save(path)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    for name in ("no/game.json", "bad\0name"):
        with pytest.raises(RecordError, match="Cannot write"):
            played().save(tmp_path / name)


def test_what_cannot_be_saved_leaves_the_file_alone(tmp_path: Path) -> None:
    from tests.session.test_record import heap_game

    game = heap_game()
    session = Session(game)
    session.push("1")
    path = tmp_path / "game.json"
    path.write_text("before")
    with pytest.raises(RecordError, match="Cannot save this session of heap"):
        Session(game, session.state).save(path)
    assert path.read_text() == "before"


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (None, "Cannot read .*: No such file"),
        (b"", "is damaged: expected JSON"),
        (b"{", "is damaged: expected JSON"),
        (b"\xff\xfe\x00", "Cannot read .*: it is not text"),
        (b"[]", "expected an object"),
        (b'{"format": "kibitz-session", "version": NaN}', "NaN is not a number"),
        (b"[" * 100_000, "nested too deeply"),
        (b"1" * 10_000, "is damaged"),
    ],
)
def test_a_damaged_file_is_refused_with_its_name(
    tmp_path: Path, content: bytes | None, text: str
) -> None:
    path = tmp_path / "game.json"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(RecordError, match=text) as caught:
        Session.load(path)
    assert "game.json" in str(caught.value)


def test_every_cut_of_a_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    played().save(path)
    whole = path.read_bytes()
    for length in range(0, len(whole) - 2, 37):
        path.write_bytes(whole[:length])
        with pytest.raises(RecordError):
            Session.load(path)


# A game's own format.


def draughts(**options: Any) -> Session:
    session = Session(
        kibitz.game("draughts", **options),
        seats=[Seat(name="Anna"), Seat("engine", limit=kibitz.Limit(depth=2))],
    )
    for _ in range(3):
        session.push(session.legal_moves[0])
    return session


@pytest.mark.parametrize("variant", ["german", "english", "russian", "international", "frysk"])
def test_draughts_are_saved_as_pdn(tmp_path: Path, variant: str) -> None:
    session = draughts(variant=variant)
    path = tmp_path / "game.PDN"
    session.save(path)
    assert path.read_text().startswith("[")
    loaded = Session.load(path)
    assert (loaded.game, loaded.moves, loaded.state) == (session.game, session.moves, session.state)
    assert [seat.kind for seat in loaded.seats] == ["person", "engine"]
    assert loaded.seats[0].name == "Anna"
    assert loaded.to_text("pdn") == session.to_text("pdn")


@pytest.mark.parametrize(
    ("seat", "name"),
    [
        (Seat("engine"), "Kibitz"),
        (Seat("engine", level="2", seed=1), "Kibitz, level 2"),
        (Seat("engine", "Deep, level headed", "3", seed=1), "Deep, level headed, level 3"),
        (Seat("engine", "Deep, level headed"), "Deep, level headed"),
        (Seat("engine", ", level 2"), ", level 2"),
        (Seat(name="Anna, level 2"), "Anna, level 2"),
    ],
)
def test_pdn_keeps_an_engines_level_in_its_name(seat: Seat, name: str) -> None:
    text = Session(kibitz.game("dame"), seats=[seat, Seat()]).to_text("pdn")
    assert f'"{name}"' in text
    loaded = Session.from_text(text, "pdn").seats[0]
    assert (loaded.kind, loaded.name, loaded.level) == (seat.kind, seat.name, seat.level)


@pytest.mark.parametrize("reason", ["resignation", "agreement", "time"])
def test_pdn_keeps_the_moves_up_to_here_and_how_they_ended(reason: str) -> None:
    session = Session(kibitz.game("dame"), clock=kibitz.TimeControl(60))
    for move in ("22-18", "9-14", "18x9"):
        session.push(move, seconds=1)
    session.undo()
    if reason == "resignation":
        session.resign("white")
    elif reason == "time":
        session.push("18x9", seconds=99)
    else:
        session.offer_draw()
        session.accept_draw("black")
    loaded = Session.from_text(session.to_text("pdn"), "pdn")
    assert loaded.moves == ("22-18", "9-14")
    assert loaded.outcome() == session.outcome()
    assert str(loaded.outcome()).endswith(reason)
    assert loaded.readings is None
    assert Session.from_json(loaded.to_json()).outcome() == session.outcome()


def test_pdn_that_starts_at_a_position_does_so_again() -> None:
    session = Session(kibitz.game("dame"), "W:W22,32:B17")
    session.push("22x13")
    loaded = Session.from_text(session.to_text("pdn"), "pdn")
    assert (str(loaded.outcome()), loaded.earlier) == ("white wins", session.earlier)


def test_the_variant_is_the_one_asked_for_where_the_file_does_not_say() -> None:
    text = "1. c3-d4 f6-g5 *"
    game = kibitz.game("draughts", variant="russian")
    assert Session.from_text(text, "pdn", game).moves == ("c3-d4", "f6-g5")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("1. 22-99 *", "line 1"),
        ("1. 22-18 * 1. 22-18 *", "expected one game in the file, got 2"),
        ("", "expected one game in the file, got 0"),
    ],
)
def test_pdn_that_is_no_session_is_refused(text: str, problem: str) -> None:
    with pytest.raises(RecordError, match=problem):
        Session.from_text(text, "pdn")


def test_pdn_of_other_rules_is_refused() -> None:
    text = draughts(variant="russian").to_text("pdn")
    with pytest.raises(RecordError, match=r"russian.*expected .*english"):
        Session.from_text(text, "pdn", kibitz.game("draughts", variant="english"))


def test_pdn_that_goes_on_after_the_end_is_refused() -> None:
    text = '[FEN "W:WK1:BK32"] ' + "1. 1-5 32-28 2. 5-1 28-32 " * 30 + "*"
    with pytest.raises(RecordError, match="moves continue after the end of the game"):
        Session.from_text(text, "pdn")


def test_formats_are_known_by_name() -> None:
    with pytest.raises(
        RecordError, match="tictactoe has no file format 'pdn': its formats are 'json'"
    ):
        played().to_text("pdn")
    with pytest.raises(RecordError, match="Kibitz has no file format 'pgn'"):
        Session.from_text("", "pgn")
    assert Session.from_text(played().to_text()).moves == ("4", "0")


def test_a_json_file_is_read_whatever_its_name(tmp_path: Path) -> None:
    path = tmp_path / "game.pdn"
    played().save(path)
    assert Session.load(path).game is GAME


def test_a_text_of_any_format_is_read() -> None:
    game = kibitz.game("connect4", rows=7)
    session = Session(game)
    for move in ("d", "d", "e"):
        session.push(move)
    for name in ("json", "moves"):
        found, (again,) = Session.read_any(session.to_text(name))
        assert (found, again.moves, again.position) == (name, session.moves, session.position)
        assert again.game.settings == game.settings
    text = session.to_text("position")
    assert Session.read_any(text, game)[1][0].position == session.position
    assert Session.from_text(text, "position", game).position == session.position
    for moves in ("1. d d 2. e", "1.d d 2.e *", "d\nd\n\ne", "1. d 1... d 2. e 1-0"):
        assert Session.from_text(moves, "moves", game).moves == session.moves


def test_moves_with_spaces_have_a_line_each() -> None:
    game = kibitz.game("tictactoe")
    spaced = dataclasses.replace(
        game,
        notation=dataclasses.replace(
            game.notation,
            format_move=lambda state, move: f"cell {move}",
            parse_move=lambda state, text: int(text.removeprefix("cell ")),
        ),
    )
    session = Session(spaced)
    for move in ("cell 4", "cell 0"):
        session.push(move)
    text = session.to_text("moves")
    assert text == "Game: tictactoe\ncell 4\ncell 0\n"
    assert Session.from_text(text.partition("\n")[2], "moves", spaced).moves == session.moves
