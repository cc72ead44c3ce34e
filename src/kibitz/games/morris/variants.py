"""The variants of Morris, each of which is a set of switches.

Sources, cited next to the switches:

- Gasser: R. Gasser, "Solving Nine Men's Morris", Games of No Chance, MSRI Publications 29, 1996.
- Lasker: E. Lasker, "Brettspiele der Völker", 1931; rules as in G. Gévay and G. Danner,
  "Calculating Ultra-Strong and Extended Solutions for Nine Men's Morris, Morabaraba, and Lasker
  Morris", IEEE Transactions on Computational Intelligence and AI in Games, 2016.
- Sanmill: the table of rules of the program of that name, github.com/calcitem/Sanmill.
- Wikipedia: en.wikipedia.org/wiki/Three_men's_morris, en.wikipedia.org/wiki/Nine_men's_morris.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from kibitz.games.morris.boards import (
    SQUARE,
    THREE_RINGS,
    THREE_RINGS_AND_DIAGONALS,
    TWO_RINGS,
    TWO_RINGS_AND_CENTRE,
    Board,
)


class Mill(IntEnum):
    """The effect of closing a mill by placing a stone."""

    TAKES = 0  # takes a stone from the board
    TAKES_FROM_HAND = 1  # takes one from the other side's hand; from the board if that is empty
    MARKS = 2  # marks a stone, which is out of play and is removed once all stones are placed
    WINS = 3  # wins the game, as does a mill closed by moving


@dataclass(frozen=True, slots=True)
class Variant:
    """The switches of one variant; the defaults are those of Nine Men's Morris."""

    title: str
    board: Board = THREE_RINGS
    stones: int = 9  # per side
    flies: bool = True  # a side with three stones left, all placed, may move to any free point
    slides_early: bool = False  # stones may move while others are still in hand
    mill: Mill = Mill.TAKES
    takes_each: bool = False  # two mills closed in one move take two stones, three take three
    takes_any: bool = False  # stones in mills may be taken even if others are not in mills
    mills_serve_once: bool = False  # a side takes only once with the same mill
    second_moves_first: bool = False  # the second side moves first once all stones are placed
    full_board_takes: bool = False  # if placing fills the board, each side takes a stone; no loss
    blocked_takes: bool = False  # a blocked side takes an adjacent stone, then moves; no loss

    @property
    def alternates(self) -> bool:
        """Whether each turn of the placing phase places exactly one stone."""
        return not self.slides_early and self.mill != Mill.TAKES_FROM_HAND


VARIANTS = {
    "three": Variant(
        "Three Men's Morris",
        board=SQUARE,  # Wikipedia: with the diagonals, as in Tapatan
        stones=3,
        flies=False,  # moves along the lines; with flying it is Nine Holes
        mill=Mill.WINS,
    ),
    "six": Variant(
        "Six Men's Morris",
        board=TWO_RINGS,  # Wikipedia; the lines that join the squares are too short for a mill
        stones=6,
        flies=False,
    ),
    "seven": Variant(
        "Seven Men's Morris",
        board=TWO_RINGS_AND_CENTRE,  # Wikipedia: the board of "six" plus a cross of two mills
        stones=7,
        flies=False,
    ),
    "nine": Variant("Nine Men's Morris"),  # Gasser; two mills in one move take one stone
    "lasker": Variant(
        "Lasker Morris",
        stones=10,
        slides_early=True,  # Lasker; no flying before all are placed
    ),
    "twelve": Variant(
        "Twelve Men's Morris",
        board=THREE_RINGS_AND_DIAGONALS,
        stones=12,  # Sanmill; a full board blocks the first side, which loses
    ),
    "morabaraba": Variant(
        "Morabaraba",
        board=THREE_RINGS_AND_DIAGONALS,
        stones=12,
        takes_each=True,  # Sanmill "mayRemoveMultiple"
    ),
    "russian": Variant(
        "Russian Mill",
        mills_serve_once=True,  # Sanmill "oneTimeUseMill"
    ),
    "dooz": Variant(
        "Dooz",
        board=THREE_RINGS_AND_DIAGONALS,
        stones=12,
        mill=Mill.TAKES_FROM_HAND,  # Sanmill; the other side moves next as usual
    ),
    "cheng_san_qi": Variant(
        "Cheng San Qi",
        flies=False,  # Sanmill
    ),
    "da_san_qi": Variant(
        "Da San Qi",
        board=THREE_RINGS_AND_DIAGONALS,
        stones=12,
        flies=False,
        mill=Mill.MARKS,  # Sanmill
        takes_any=True,
        second_moves_first=True,
    ),
    "zhi_qi": Variant(
        "Zhi Qi",
        board=THREE_RINGS_AND_DIAGONALS,
        stones=12,
        full_board_takes=True,  # Sanmill: the first player, then the second
        blocked_takes=True,  # Sanmill: a stone next to one's own, in a mill or not
    ),
    "experimental": Variant(
        "Sanmill's experimental Morris",
        board=THREE_RINGS_AND_DIAGONALS,
        stones=12,
        flies=False,
        takes_any=True,
        second_moves_first=True,
        full_board_takes=True,  # Sanmill: the second player, then the first
    ),
}
