"""Every kind of document with anything in any place: read, or refused as it should be."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from kibitz.core.errors import KibitzError
from kibitz.engine.book import read_book
from kibitz.match.replay import Recorded
from kibitz.teaching.adaptive.person_model import parse_person_model
from kibitz.teaching.adaptive.profile import Profile
from kibitz.teaching.lessons import lessons
from kibitz.teaching.lessons.lesson_reader import read as read_lesson

SURROGATE = st.sampled_from(
    ["\ud800", "a\udfffb", "\0", "x" * 5_000, "evil.py", "self", "name", ""]
)
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([2**63, -(2**64), 10**4_200, 1e308, float("inf"), -0.0])
    | st.floats()
    | st.text(max_size=8)
    | SURROGATE
)
ANYTHING = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=4) | SURROGATE, inner, max_size=4)
    ),
    max_leaves=8,
)


def places(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where something can be put: every value, and one key more in every object."""
    if isinstance(value, dict):
        yield (*place, "\ud800")
    items: Any = ()
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    for key, inner in items:
        yield (*place, key)
        yield from places(inner, (*place, key))


def changed(document: Any, data: st.DataObject) -> Any:
    copied = json.loads(json.dumps(document))
    for _ in range(data.draw(st.integers(1, 2))):
        at = copied
        *way, last = data.draw(st.sampled_from(list(places(copied))))
        for key in way:
            at = at[key]
        at[last] = data.draw(ANYTHING)
        if not isinstance(copied, dict):
            break
    return copied


def tried(read: Callable[[Any], object], document: Any) -> None:
    """Read a document; whatever it is refused by is short and can be written."""
    refusal = None
    try:
        read(document)
    except KibitzError as error:
        refusal = error
    if refusal is not None:
        assert len(str(refusal).encode()) < 10_000
        for value in refusal.message.params.values():
            assert len(str(value).encode()) < 10_000


def session() -> dict[str, Any]:
    line = kibitz.Line("4", 1, None, None, kibitz.Warrant("depth", 2), 2, 9, 0.1, ("4", "0"))
    seats = [
        kibitz.Seat(name="Anna"),
        kibitz.Seat("engine", level="5", limit=kibitz.Limit(depth=1)),
    ]
    clock = kibitz.TimeControl(total=300)
    found = kibitz.Session(kibitz.game("tictactoe"), seats=seats, clock=clock, takebacks="ask")
    found.push("4", seconds=1, evaluation=line)
    found.push("0", seconds=1)
    found.offer_draw(0)
    return found.to_json()


SESSION = session()
BOOK = {
    "format": "kibitz-book",
    "version": 1,
    "game": "tictactoe",
    "options": {"rows": 3},
    "rules": 1,
    "code": "",
    "search": "how",
    "positions": {"0.0": {"depth": 3, "moves": {"4": 1}}},
}
STANDING = {
    "skill": {"mean": 4.0, "deviation": 1.0},
    "level": 4.0,
    "games": 1,
    "recent": [{"score": 1.0, "level": 4.0, "after": 4.5, "loss": 0.1, "own_loss": None}],
}
PROFILE = {
    "format": "kibitz-profile",
    "version": 1,
    "games": [{"game": "tictactoe", "settings": {"rows": 3}, **STANDING}],
}


@given(st.data())
@settings(max_examples=400)
def test_a_session_of_anything_is_read_or_refused(data: st.DataObject) -> None:
    document = changed(SESSION, data)
    tried(kibitz.Session.from_json, document)
    text = json.dumps(document)
    tried(kibitz.Session.from_text, text)


@given(st.data())
def test_a_session_that_is_read_can_be_written_and_shown(data: st.DataObject) -> None:
    def read(document: Any) -> None:
        found = kibitz.Session.from_json(document)
        json.dumps(found.to_json(), ensure_ascii=False).encode()
        for played in found.history:
            if played.evaluation is not None:
                assert played.evaluation.value

    tried(read, changed(SESSION, data))


@given(ANYTHING)
def test_anything_else_is_refused(document: Any) -> None:
    for read in (kibitz.Session.from_json, read_lesson):
        with pytest.raises(KibitzError):
            read(document)


@pytest.mark.parametrize(
    ("document", "read"), [(BOOK, read_book), (PROFILE, Profile)], ids=["book", "profile"]
)
@given(data=st.data())
def test_a_file_of_anything_is_read_or_refused(
    document: Any,
    read: Callable[[Path], object],
    tmp_path_factory: pytest.TempPathFactory,
    data: st.DataObject,
) -> None:
    path = tmp_path_factory.getbasetemp() / "document.json"
    path.write_text(json.dumps(changed(document, data)))
    tried(read, path)


@given(data=st.data())
def test_a_match_of_anything_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.getbasetemp() / "games.jsonl"
    lines = [changed(line, data) if data.draw(st.booleans()) else line for line in MATCH]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    tried(lambda found: list(Recorded(found).replay()), path)


MATCH = [
    {
        "format": "kibitz-match",
        "version": 1,
        "game": {
            "name": "tictactoe",
            "settings": {"rows": 3, "columns": 3, "length": 3},
            "version": kibitz.game("tictactoe").version,
            "file": None,
        },
        "players": ["random", "random"],
        "seed": 0,
        "plies": 300,
        "adjudicate": {"score": 5.0, "plies": 4},
        "adjudicate_draws": None,
    },
    {
        "number": 0,
        "seats": [0, 1],
        "opening": {"seed": 0, "moves": []},
        "moves": [4, 0, 3, 1, 5],
        "payoffs": [1, -1],
        "reason": "rules",
        "problem": "",
        "culprit": None,
        "plies": 5,
        "turns": [3, 2],
        "seconds": [0.1, 0.1],
        "nodes": [0, 0],
    },
]


@given(st.data())
def test_a_lesson_of_anything_is_read_or_refused(data: st.DataObject) -> None:
    def read(document: Any) -> None:
        found = read_lesson(document)
        if found.position is not None:
            found.position.state()

    tried(read, changed(data.draw(st.sampled_from(LESSONS)), data))


LESSONS = [lesson.as_dict() for lesson in lessons()]


@given(st.text() | SURROGATE)
def test_a_skill_of_anything_is_read_or_refused(text: str) -> None:
    tried(parse_person_model, text)
