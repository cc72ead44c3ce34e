"""What an adaptive opponent knows, as a text that is handed from one game to the next.

The text is a standing as JSON, in the letters of base64, and whether the game that it is kept with
is in it. Whoever keeps it need not read it.
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

_SHOWN = 40  # letters of a text that is refused


@dataclass(frozen=True, slots=True)
class PersonModel:
    """Where somebody stands at the game of a session.

    >>> parse_person_model(format_person_model(PersonModel())) == PersonModel()
    True
    """

    standing: PersonStanding = field(default_factory=PersonStanding)
    is_learnt: bool = False  # whether the session is in it; it teaches once, however it goes on


def format_person_model(model: PersonModel) -> str:
    """The text of a model."""
    fields = {**asdict(model.standing), "learnt": model.is_learnt}
    return base64.urlsafe_b64encode(json.dumps(fields, separators=(",", ":")).encode()).decode()


def parse_person_model(text: str) -> PersonModel:
    """What a text says; LimitError where it says nothing of the kind."""
    try:
        document = base64.urlsafe_b64decode(text).decode()
        fields = RecordFields(parse_document(document, "skill"), "", "skill")
        return PersonModel(read_standing(fields), fields.flag("learnt"))
    except (ValueError, RecordError):  # of the letters, of the JSON, of its fields
        shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
        expected = "the adaptive level's memory from an earlier game, or nothing"
        raise LimitError("bad_setting", name="skill", value=shown, expected=expected) from None
