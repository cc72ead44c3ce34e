"""Applies the updates of an event stream to the document of a session."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_OTHERS = ("what", "history", "undone", "seats")  # fields that are not copied


def apply_update(document: Mapping[str, Any], update: Mapping[str, Any]) -> dict[str, Any] | None:
    """The document after an update; the same document if it is at that version already.

    None if an update before this one is missing, so that the document has to be read again.
    """
    if update["version"] <= document["version"]:
        return dict(document)
    if update["version"] > document["version"] + 1:
        return None
    changed = {name: value for name, value in update.items() if name not in _OTHERS}
    history, undone = update["history"], update["undone"]
    return {
        **document,
        **changed,
        "history": [*document["history"][: history["keep"]], *history["add"]],
        "undone": [*undone["add"], *document["undone"][undone["skip"] :]],
        "seats": document["seats"] if update["seats"] is None else update["seats"],
    }
