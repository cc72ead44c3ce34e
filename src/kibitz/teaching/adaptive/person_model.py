"""An adaptive opponent's knowledge, as text that a client carries from one game to the next.

The text is base64 of a JSON object: the standing, and whether it includes the game that it is
stored with. Clients need not read it.
"""

from __future__ import annotations

import base64
import json
from dataclasses import asdict, dataclass, field

from kibitz.core.errors import LimitError, RecordError
from kibitz.session.reading import parse_document
from kibitz.session.record_fields import RecordFields
from kibitz.teaching.adaptive.person_standing import PersonStanding
from kibitz.teaching.adaptive.profile import read_standing

_SHOWN = 40  # characters of an invalid text in an error message


@dataclass(frozen=True, slots=True)
class PersonModel:
    """The person's standing at the game of a session.

    >>> parse_person_model(format_person_model(PersonModel())) == PersonModel()
    True
    """

    standing: PersonStanding = field(default_factory=PersonStanding)
    is_learnt: bool = False  # whether the session is included already, so that it counts only once


def format_person_model(model: PersonModel) -> str:
    """The text of a model."""
    fields = {**asdict(model.standing), "learnt": model.is_learnt}
    return base64.urlsafe_b64encode(json.dumps(fields, separators=(",", ":")).encode()).decode()


def parse_person_model(text: str) -> PersonModel:
    """The model in a text; LimitError if the text is not a model."""
    try:
        document = base64.urlsafe_b64decode(text).decode()
        fields = RecordFields(parse_document(document, "skill"), "", "skill")
        return PersonModel(read_standing(fields), fields.flag("learnt"))
    except (ValueError, RecordError):  # invalid base64, JSON or fields
        shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
        expected = "the adaptive level's memory from an earlier game, or nothing"
        raise LimitError("bad_setting", name="skill", value=shown, expected=expected) from None
