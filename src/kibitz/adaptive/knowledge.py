"""What an adaptive opponent knows, as a text that is handed from one game to the next.

The text is a standing as JSON, in the letters of base64, and whether the game that it is kept with
is in it. Whoever keeps it need not read it.
"""

from __future__ import annotations

import base64
import json
from dataclasses import asdict, dataclass, field

from kibitz.adaptive.profile import read_standing
from kibitz.adaptive.standing import Standing
from kibitz.core.errors import LimitError, RecordError
from kibitz.session.fields import Fields
from kibitz.session.reading import parse_document

_SHOWN = 40  # letters of a text that is refused


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Where somebody stands at the game of a session.

    >>> parse_knowledge(format_knowledge(Knowledge())) == Knowledge()
    True
    """

    standing: Standing = field(default_factory=Standing)
    is_learnt: bool = False  # whether the session is in it; it teaches once, however it goes on


def format_knowledge(knowledge: Knowledge) -> str:
    """The text of what is known."""
    fields = {**asdict(knowledge.standing), "learnt": knowledge.is_learnt}
    return base64.urlsafe_b64encode(json.dumps(fields, separators=(",", ":")).encode()).decode()


def parse_knowledge(text: str) -> Knowledge:
    """What a text says; LimitError where it says nothing of the kind."""
    try:
        document = base64.urlsafe_b64decode(text).decode()
        fields = Fields(parse_document(document, "skill"), "", "skill")
        return Knowledge(read_standing(fields), fields.flag("learnt"))
    except (ValueError, RecordError):  # of the letters, of the JSON, of its fields
        shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
        expected = "what the adaptive level of an earlier game knew, or none"
        raise LimitError("bad_setting", name="skill", value=shown, expected=expected) from None
