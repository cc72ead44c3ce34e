"""Whether a search meets positions that are images of each other, as in a mirror."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.core.contract import Game
from kibitz.core.types import State, Words
from kibitz.search.defaults import same


def image_function(game: Game, key: Callable[[State, int], int]) -> Callable[..., bool]:
    """The function over the rules of `game`; `key` is the hash of a state."""
    play = game.play
    image = game.symmetries or same

    def has_images(state: State, top: int, end: int, memory: Words) -> bool:
        """Whether two of the moves from `top` to `end` lead to images of each other.

        Where none do, images are hardly ever met further down, and looking for them is a loss.
        Words from `end` on are written to.
        """
        seen = end
        for index in range(top, end, 2):
            found = key(image(play(state, memory[index])), 0)
            for other in range(end, seen):
                if memory[other] == found:
                    return True
            memory[seen] = found
            seen += 1
        return False

    return has_images
