from __future__ import annotations

import re
from typing import Any

import pytest

from kibitz.core.documents import DEEPEST, check_document, parse_json
from kibitz.core.errors import KibitzError, OptionError
from kibitz.core.messages import Message

HALF = "\ud800"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{", "expected JSON"),
        ("NaN", "NaN is not a number"),
        ("1e999", "it is a number that is not finite"),
        ('{"a": [1, "\\ud800"]}', "a[1] contains a lone surrogate"),
        ('{"a": {"\\udc00": 1}}', "a has a key that contains a lone surrogate"),
        ('{"a": "\\u0000"}', "a contains a NUL character"),
        (f'{{"{"k" * 5000}": 1}}', "it has a key that is longer than 4096 characters"),
        ('{"a": 18446744073709551616}', "a is a number of more than 64 bits"),
        ("[" * (DEEPEST + 2) + "]" * (DEEPEST + 2), "is nested too deeply"),
        ("[" * 100_000 + "]" * 100_000, "it is nested too deeply"),
        ("9" * 5_000, "expected JSON"),
    ],
)
def test_a_document_that_cannot_be_kept_is_refused(text: str, problem: str) -> None:
    with pytest.raises(ValueError, match=re.escape(problem)) as refusal:
        parse_json(text)
    assert len(str(refusal.value)) < 400


def test_a_document_of_pairs_of_surrogates_is_fine() -> None:
    assert parse_json('{"name": "\\ud83d\\ude00"}') == {"name": "\U0001f600"}
    check_document({"": [None, True, 1.5, -(2**63), "é"]})


@pytest.mark.parametrize(
    "value",
    [
        "x" * 10_000,
        HALF,
        [HALF] * 5_000,
        10**5_000,
        [10**5_000],
        {HALF: "x" * 10_000},
        "\U0001f600" * 900,
    ],
    ids=["long", "half", "halves", "number", "numbers", "object", "pictures"],
)
def test_whatever_a_refusal_quotes_it_is_short_and_can_be_written(value: Any) -> None:
    for error in (
        OptionError("bad_option", name=value, game="g", value=value, expected=value),
        KibitzError("record_damaged", source="f", problem=value),
        KibitzError(Message("own", f"no {HALF}" + "x" * 20_000, {"value": value})),
    ):
        assert len(str(error).encode()) < 40_000
        for param in error.message.params.values():
            assert len(str(param).encode()) < 20_000
    assert len(str(OptionError("unknown_option", game="g", name=value, known="none"))) < 300


def test_what_is_short_is_quoted_as_it_is() -> None:
    error = OptionError("bad_option", name="rows", game="g", value=[1, "é"], expected="a number")
    assert str(error) == "Option 'rows' of g cannot be [1, 'é']: expected a number."
    assert error.message.params["value"] == [1, "é"]
