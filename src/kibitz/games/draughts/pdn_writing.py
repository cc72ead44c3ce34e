"""Writing games of draughts as PDN."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from kibitz.core.text import format_move, format_state
from kibitz.games.draughts.pdn_records import (
    NAMES_BY_TYPE,
    OWN_TAGS,
    SWITCHES,
    PdnGame,
    row_of,
)
from kibitz.games.draughts.variants import STANDARD, VARIANTS, Variant

_FIRST_TAGS = ("Event", "Site", "Date", "Round", "White", "Black")
_WIDTH = 79


def format_pdn(games: Iterable[PdnGame]) -> str:
    """The games as one PDN file."""
    return "\n".join(map(_format_game, games))


def _format_game(record: PdnGame) -> str:
    """One game: its tags, a blank line, its moves."""
    tags = {key: record.tags[key] for key in _FIRST_TAGS if key in record.tags}
    row = row_of(record.game)
    tags["Result"] = _written(record.result, row)
    if row.game_type:
        tags["GameType"] = _game_type(row)
    if NAMES_BY_TYPE.get(row.game_type) != row.name:
        tags["Variant"] = row.name
    settings = record.game.settings
    options = [f"{name}={settings[name]}" for name in SWITCHES if settings[name] != STANDARD]
    if options:
        tags["Options"] = " ".join(options)
    if record.start != record.game.initial():
        tags |= {"SetUp": "1", "FEN": format_state(record.game, record.start)}
    tags |= {key: value for key, value in record.tags.items() if key not in (*tags, *OWN_TAGS)}
    lines = [f'[{key} "{_quoted(value)}"]' for key, value in tags.items()]
    words = textwrap.wrap(
        " ".join(_words(record)), _WIDTH, break_on_hyphens=False, break_long_words=False
    )
    return "\n".join([*lines, "", *words, ""])


def _words(record: PdnGame) -> Iterator[str]:
    """The movetext, token by token."""
    if record.comment:
        yield _braced(record.comment)
    state = record.start
    is_broken = True  # the second side's next move needs a move number
    for ply, one in enumerate(record.moves, start=record.start.turn):
        if ply % 2 == 0:
            yield f"{ply // 2 + 1}."
        elif is_broken:
            yield f"{ply // 2 + 1}..."
        yield format_move(record.game, state, one.move)
        yield from (f"${nag}" for nag in one.nags)
        if one.comment:
            yield _braced(one.comment)
        is_broken = bool(one.comment)
        state = record.game.play(state, one.move)
    yield "*"


def _written(result: str, row: Variant) -> str:
    """The result in the form of the game's type."""
    if row.game_type == VARIANTS["international"].game_type:
        return {"1-0": "2-0", "0-1": "0-2", "1/2-1/2": "1-1"}.get(result, result)
    return result


def _game_type(row: Variant) -> str:
    """The value of the tag GameType, in full."""
    notation = f"{'A' if row.letters else 'N'}{row.first_square}"
    corner = 1 if row.dark_corner == "right" else 0
    starter = row.starter[0].upper()
    return f"{row.game_type},{starter},{row.size},{row.size},{notation},{corner}"


def _quoted(value: str) -> str:
    text = " ".join(value.split())
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _braced(comment: str) -> str:
    return "{" + " ".join(comment.replace("}", ")").split()) + "}"
