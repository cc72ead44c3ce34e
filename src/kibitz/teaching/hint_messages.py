"""The sentences of hints.

The texts of the first two rungs, nudge_* and piece_*, contain no digits or single letters,
because those may be moves.
"""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "nudge_forced": "You have only one legal move.",
    "nudge_win": "You can force the win in more than one way.",
    "nudge_sharp": "Take your time. One move is much better than the others.",
    "nudge_worse": "Your position is difficult. Find the move that holds out longest.",
    "nudge_hold": "You can hold the draw, but most moves lose.",
    "nudge_danger": "Be careful. See what is threatened before you move.",
    "nudge_term": "No tactics here. What matters now: {term}.",
    "nudge_calm": "No tactics here. Improve your position.",
    "piece_on": "Look at the {piece} on {cell}.",
    "piece_from": "Look at your pieces {place}.",
    "piece_to": "Look for moves {place}.",
    "piece_pair": "Move the piece on {one} or the piece on {other}.",
    "piece_not_these": "You can rule out {moves}.",
    "piece_of_two": "Two moves fit these hints. One of them is the best move.",
    "piece_forced": "Play the only legal move.",
    "hint_move": "Play {move}.",
    "hint_line": "{line}: {value} ({warrant}).",
}
