"""The text of a session for export, without paths of the server."""

from __future__ import annotations

import os

from kibitz.session.formats import JSON, document_text
from kibitz.session.plain_text import MOVES, renamed_game
from kibitz.session.session import Session

SVG = "svg"


def export_text(session: Session, format_name: str, game_name: str) -> str:
    """A session as text in a format; `game_name` is what the server calls the game.

    The path of a game file is reduced to its file name.
    """
    name = format_name.casefold()
    if name == SVG:
        return session.svg()
    if name == MOVES:
        return renamed_game(session.to_text(MOVES), session.game, game_name)
    text = session.to_text(format_name)
    record = session.to_json()
    if name != JSON or record["game"]["file"] is None:
        return text
    record["game"]["file"] = os.path.basename(record["game"]["file"])
    return document_text(record)
