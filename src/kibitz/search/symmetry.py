"""Positions that are images of each other, as in a mirror: what is known of one holds for all."""

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
IMAGE = 0x1A6E  # tells the entry of a position's images from its own


class Images(NamedTuple):
    """The functions, for compiling."""

    find_images: Callable[[State, int, int, Memory], None]
    image_key: Callable[[State, Depth, Memory], int]


def no_image(state: State, depth: Depth, memory: Memory) -> int:
    """Where images are not looked for."""
    return 0


def image_functions(game: Game, switches: Switches) -> Images:
    """The functions over the rules of `game`."""
    play = game.play
    image = game.symmetries or same
    _, _, key_of, _, fresh = state_functions(game)
    is_on = switches.symmetry and game.symmetries is not None

    def find_images(state: State, top: int, end: int, memory: Memory) -> None:
        """Find out whether moves of the root, from `top` to `end`, lead to images of each other.

        Where none do, images are hardly ever met further down, and looking for them is a loss.
        Memory from `end` on are written to.
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
        """The key of all images of `state`, or 0 where they are not looked for.

        Where moves go back and forth, what images are worth depends on how they arose.
        """
        if not is_on or depth < SYMMETRY_DEPTH or memory[MEETS_IMAGES] == 0 or not fresh(state):
            return 0
        return int(key_of(image(state), memory[SALT] ^ IMAGE))

    return Images(find_images, image_key)
