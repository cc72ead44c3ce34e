"""The command line and the API write the same JSON for the same things."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

import kibitz
from kibitz.cli.main import main
from kibitz.server.game_files import GameLabel
from kibitz.server.schema.analysis_schema import review_document
from kibitz.server.schema.game_schema import game_summary
from kibitz.server.schema.shared_schema import line_fields
from kibitz.server.schema.teaching_schema import (
    comparison_document,
    explanation_document,
    hint_document,
)

GAME = kibitz.game("tictactoe")
POSITION = "XX./OO./..."


def contains(large: object, small: object) -> bool:
    """Whether a document has every field of another one, with its value."""
    if isinstance(small, Mapping) and isinstance(large, Mapping):
        return all(name in large and contains(large[name], value) for name, value in small.items())
    if isinstance(small, list | tuple) and isinstance(large, list):
        return len(small) == len(large) and all(map(contains, large, small))
    return large == small


def test_results_of_an_engine_have_one_json() -> None:
    engine, session = kibitz.Engine(GAME), kibitz.Session(GAME, POSITION)
    (line,) = engine.analyse(session, kibitz.Limit(depth=4))
    explanation = engine.explain(session, "2", kibitz.Limit(depth=4))
    comparison = engine.compare(session, "5", "2", kibitz.Limit(depth=4))
    hint = engine.hint(session, kibitz.Limit(depth=4))
    for document, found in (
        (line_fields(line), line.as_dict()),
        (explanation_document(explanation), explanation.as_dict()),
        (comparison_document(comparison), comparison.as_dict()),
        (hint_document(hint, None), {"rungs": [rung.as_dict() for rung in hint.rungs]}),
    ):
        assert contains(document.model_dump(), found)


def test_a_review_has_one_json() -> None:
    session = kibitz.Session(GAME)
    for move in "408261":
        session.push(move)
    review = kibitz.review(session, kibitz.Limit(nodes=100))
    assert contains(review_document(review, "tictactoe").model_dump(), review.as_dict())


@pytest.mark.parametrize("name", kibitz.names())
def test_games_and_their_options_have_one_json(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games", "--json"]) == 0
    listed = {game["name"]: game for game in json.loads(capsys.readouterr().out)["games"]}
    game = kibitz.game(name)
    label = GameLabel(name, game.title or game.name)
    summary: dict[str, Any] = game_summary(game, label).model_dump()
    assert contains(summary, listed[name])
    added = {option: value for option, value in summary.items() if option not in listed[name]}
    assert added == {}
