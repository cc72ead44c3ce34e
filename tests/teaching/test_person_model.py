"""What is known of somebody, handed from game to game as a text."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from kibitz.teaching.adaptive.person_model import (
    PersonModel,
    format_person_model,
    parse_person_model,
)
from kibitz.teaching.adaptive.person_standing import PersonStanding


@given(
    st.lists(st.tuples(st.sampled_from([0.0, 0.5, 1.0]), st.floats(0, 1), st.floats(0, 1))),
    st.booleans(),
)
def test_what_is_known_is_found_again_in_its_text(
    games: list[tuple[float, float, float]], is_learnt: bool
) -> None:
    standing = PersonStanding()
    for score, loss, own_loss in games:
        standing = standing.after(score, loss, own_loss)
    known = PersonModel(standing, is_learnt)
    text = format_person_model(known)
    assert parse_person_model(text) == known
    assert len(text) <= 4000  # what the server takes


def text_of(**changed: Any) -> str:
    known = json.loads(
        base64.urlsafe_b64decode(format_person_model(PersonModel(PersonStanding().after(1))))
    )
    return base64.urlsafe_b64encode(json.dumps({**known, **changed}).encode()).decode()


@pytest.mark.parametrize(
    "text",
    [
        "nonsense",
        "ä",
        "AAAA",
        base64.urlsafe_b64encode(b"[]").decode(),
        text_of(level=11),
        text_of(level="high"),
        text_of(games=-1),
        text_of(games=10**400),
        text_of(recent=[{}]),
        text_of(learnt=1),
        text_of(skill=None),
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(kibitz.LimitError) as refused:
        parse_person_model(text)
    assert refused.value.code == "bad_setting"
    assert "expected the adaptive level's memory from an earlier game" in str(refused.value)


def test_refusal_of_a_long_text_is_short() -> None:
    with pytest.raises(kibitz.LimitError) as refused:
        parse_person_model("x" * 5000)
    assert len(str(refused.value)) < 200
