"""The messages of training: self-play, its files and fits."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "self_play_of_history": "{game} forbids repetition, so its legal moves depend on the positions "
    "before. Self-play supports only games whose legal moves depend on the position alone.",
    "positions_unreadable": "Cannot read {path!r}: {problem}.",
    "positions_unwritable": "Cannot write {path!r}: {problem}. The games before are stored.",
    "no_position_file": "{path!r} is not a file of self-play. Kibitz has not changed it. Use "
    "another file.",
    "positions_differ": "{path!r} was made with other settings: {differences}. Use the same "
    "settings, or another file.",
    "positions_damaged": "{path!r} is damaged: {problem}. Kibitz has not changed the file. Delete "
    "it, or use another one.",
    "positions_from_future": "{path!r} has version {version} of the format; this Kibitz reads "
    "version {known}. Install a newer Kibitz.",
    "positions_running": "Another process is writing {path!r}. Wait for it, or use another file.",
    "training_for_two": "{game} has {players} players. Training supports only games for two.",
    "no_patterns": "The states of {game} show no board that patterns could describe. Store the "
    "pieces in fields of the type Board or in integers with one bit for each cell.",
    "too_few_positions": "{count} positions are too few for a fit. Play more games.",
    "training_differs": "{path!r} was begun with other settings: {differences}. Use the same "
    "settings, or another folder.",
    "training_damaged": "{path!r} is damaged: {problem}. Delete it to begin again; the games in "
    "the same folder are kept.",
    "self_play_failed": "Game {number} of the self-play failed: {problem}. `kibitz check` finds "
    "mistakes in rules.",
}
