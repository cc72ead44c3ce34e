"""Look up mirror images of positions in the transposition table: they have the same value."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from kibitz.core.contract import Game
from kibitz.core.states import state_functions
from kibitz.core.types import Depth, Memory, State
from kibitz.search.defaults import same
from kibitz.search.memory import MEETS_IMAGES, MOVE_WORDS, SALT
from kibitz.search.switches import TUNING, Switches

SYMMETRY_DEPTH = TUNING.symmetry_depth
IMAGE = 0x1A6E  # makes the common key of all images differ from a position's own key


class Images(NamedTuple):
    """The functions to be compiled."""

    find_images: Callable[[State, int, int, Memory], None]
    image_key: Callable[[State, Depth, Memory], int]


def no_image(state: State, depth: Depth, memory: Memory) -> int:
    """The image key of a search without symmetry."""
    return 0


def image_functions(game: Game, switches: Switches) -> Images:
    """The functions for `game`."""
    play = game.play
    image = game.symmetries or same
    _, _, key_of, _, fresh = state_functions(game)
    is_on = switches.symmetry and game.symmetries is not None

    def find_images(state: State, top: int, end: int, memory: Memory) -> None:
        """Set MEETS_IMAGES if two root moves, from `top` to `end`, lead to images of each other.

        If none do, images are rare deeper in the tree, and looking them up costs more than it
        saves. The stack from `end` on is overwritten.
        """
        if not is_on:
            return
        memory[MEETS_IMAGES] = 0
        seen = end
        for index in range(top, end, MOVE_WORDS):
            found = key_of(image(play(state, memory[index])), 0)
            for other in range(end, seen):
                if memory[other] == found:
                    memory[MEETS_IMAGES] = 1
                    return
            memory[seen] = found
            seen += 1

    def image_key(state: State, depth: Depth, memory: Memory) -> int:
        """The common key of all images of `state`, or 0 if they are not looked up.

        In games with reversible moves, the values of images depend on their histories.
        """
        if not is_on or depth < SYMMETRY_DEPTH or memory[MEETS_IMAGES] == 0 or not fresh(state):
            return 0
        return int(key_of(image(state), memory[SALT] ^ IMAGE))

    return Images(find_images, image_key)
