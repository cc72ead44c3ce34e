"""The variants of draughts; the source of each rule is cited next to it.

Sources of the rules, cited with the article number where there is one:
  D    rhalbersma/dctl, include/dctl/core/rules/*.hpp, which cites the federations' rules
  L    RoepStoep/scaladraughts, src/main/scala/variant/*.scala, the rules of lidraughts.org
  W    de.wikipedia.org, "Dame (Spiel)"
  PDN  the table of GameType tags of the PDN 3.0 standard, https://pdn.fmjd.org/gametype.html
  K    this project's own choice, for lack of a source
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from kibitz.core.errors import OptionError

# The corner of square 1, or a1, as seen by the side that moves first (numbered as in PDN).
BOTTOM_LEFT, BOTTOM_RIGHT, TOP_LEFT = 0, 1, 2


STANDARD = "standard"  # the value of an option that leaves the variant's rule unchanged


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """The rules that differ between variants.

    In all of them, men move one square diagonally forwards, a capture jumps over an enemy piece,
    captures are mandatory and continue as long as possible, and a man that ends its move on the
    last row becomes a king.
    """

    name: str
    title: str
    # The board and the start.
    size: int  # squares along a side
    rows: int  # rows of men per side
    dark_corner: Literal["left", "right"]  # which corner of each back rank is dark
    starter: Literal["white", "black"]
    # Moves.
    men_capture_back: bool
    men_capture_kings: bool
    straight: bool  # pieces also capture along rows and columns, over light squares
    flying: bool  # kings move and capture over any distance
    landing: Literal["any", "behind", "behind kings"]  # where a flying king ends its capture
    removal: Literal["immediately", "end"]  # when captured pieces leave the board
    promotion: Literal["end", "passing"]  # passing: a man continues the capture as a king
    precedence: Literal["none", "pieces", "pieces, kings", "italian", "frisian", "king"]
    loops: Literal["once", "both ways"] = "once"  # whether each way around a loop is a move
    king_limit: int = 0  # most consecutive quiet moves by a king if its side has men; 0: no limit
    # The end.
    goal: Literal["capture", "lose", "king"] = "capture"  # king: the first side with a king wins
    has_kings: bool = True
    draws: Literal["none", "quiet", "international", "russian", "frisian"]
    quiet_plies: int  # a draw after this many plies without a capture or man move; 0 for never
    repeats: int  # a draw when a position has occurred this often; 0 for never
    # Notation.
    game_type: int  # the number in PDN's GameType tag; 0 for none
    letters: bool  # squares are a1 and so on, not numbers
    first_square: int  # the corner of square 1 or a1
    sign: str  # the separator between the squares of a capture

    @property
    def sides(self) -> tuple[str, str]:
        """The names of the sides, in the order of their turns."""
        return ("white", "black") if self.starter == "white" else ("black", "white")


_QUIET_40 = 80  # 40 moves by each side, for lack of a source


INTERNATIONAL = Variant(
    name="international",
    title="International draughts",
    size=10,  # D 2.1
    rows=4,  # D 2.8: two free rows between
    dark_corner="left",  # D 2.4
    starter="white",  # PDN 20
    men_capture_back=True,  # D 4.1
    men_capture_kings=True,  # D 4.2
    straight=False,  # D
    flying=True,  # D 3.9
    landing="any",  # D 4.3
    removal="end",  # D 4.11
    promotion="end",  # D 4.15
    precedence="pieces",  # D 4.13, 4.14: a king counts as a man
    draws="international",  # L 6.2-6.4
    quiet_plies=50,  # D 6.2
    repeats=3,  # D 6.1
    game_type=20,  # PDN
    letters=False,  # PDN N2
    first_square=TOP_LEFT,  # PDN N2
    sign="x",  # PDN, D 8.2.3
)

ENGLISH = Variant(
    name="english",
    title="English draughts (checkers)",
    size=8,  # D 1.1
    rows=3,  # D 1.11
    dark_corner="left",  # D 1.4
    starter="black",  # PDN 21
    men_capture_back=False,  # D 1.18
    men_capture_kings=True,  # D 1.18
    straight=False,  # D
    flying=False,  # D 1.17
    landing="behind",  # D 1.17
    removal="end",  # D 1.19
    promotion="end",  # D 1.19
    precedence="none",  # D 1.20
    draws="quiet",  # D 1.32
    quiet_plies=80,  # D 1.32.2
    repeats=3,  # D 1.32.1
    game_type=21,  # PDN
    letters=False,  # PDN N1
    first_square=BOTTOM_RIGHT,  # PDN N1
    sign="x",  # PDN
)

ITALIAN = Variant(
    name="italian",
    title="Italian draughts",
    size=8,  # D 2.1
    rows=3,  # D
    dark_corner="right",  # D 2.3
    starter="white",  # PDN 22
    men_capture_back=False,  # D 5.3(a)
    men_capture_kings=False,  # D 5.3(b)
    straight=False,  # D
    flying=False,  # D 4.7
    landing="behind",  # D 4.7
    removal="end",  # D
    promotion="end",  # D
    precedence="italian",  # D 6.6-6.9: most pieces, by a king, most kings, a king soonest
    draws="quiet",  # D 10.4
    quiet_plies=80,  # D 10.4
    repeats=4,  # D 9.3(b1)
    game_type=22,  # PDN
    letters=False,  # PDN N2
    first_square=TOP_LEFT,  # PDN N2
    sign="x",  # PDN
)

RUSSIAN = Variant(
    name="russian",
    title="Russian draughts (shashki)",
    size=8,  # D
    rows=3,  # D
    dark_corner="left",  # PDN 25
    starter="white",  # PDN 25
    men_capture_back=True,  # D 1.5.3
    men_capture_kings=True,  # D
    straight=False,  # D
    flying=True,  # D 1.4.5
    landing="any",  # D
    removal="end",  # D
    promotion="passing",  # D 1.5.15
    precedence="none",  # D
    draws="russian",  # L 7.2.3-7.2.8
    quiet_plies=30,  # L 7.2.5
    repeats=3,  # L 7.2.3
    game_type=25,  # PDN
    letters=True,  # PDN A0
    first_square=BOTTOM_LEFT,  # PDN A0
    sign=":",  # PDN
)

BRAZILIAN = replace(
    INTERNATIONAL,  # D: the international rules on the small board
    name="brazilian",
    title="Brazilian draughts",
    size=8,  # D, PDN 26
    rows=3,  # D
    draws="russian",  # L
    quiet_plies=30,  # L 7.2.5
    game_type=26,  # PDN
    letters=True,  # PDN A0
    first_square=BOTTOM_LEFT,  # PDN A0
)

POOL = replace(
    RUSSIAN,  # D: with these differences
    name="pool",
    title="American pool checkers",
    starter="black",  # PDN 23
    promotion="end",  # D 16, 22, 23
    draws="quiet",  # D 26
    quiet_plies=30,  # D 26
    repeats=3,  # D 26
    game_type=23,  # PDN
    letters=False,  # PDN N1
    first_square=BOTTOM_RIGHT,  # PDN N1
    sign="x",  # PDN
)

SPANISH = Variant(
    name="spanish",
    title="Spanish draughts",
    size=8,  # D 2.1.2
    rows=3,  # D
    dark_corner="right",  # D 2.1.5
    starter="white",  # PDN 24
    men_capture_back=False,  # D
    men_capture_kings=True,  # D
    straight=False,  # D
    flying=True,  # D
    landing="any",  # D
    removal="end",  # D
    promotion="end",  # D
    precedence="pieces, kings",  # D: most pieces, then most kings
    draws="quiet",  # K
    quiet_plies=_QUIET_40,  # K
    repeats=3,  # K
    game_type=24,  # PDN
    letters=False,  # PDN N1
    first_square=BOTTOM_RIGHT,  # PDN N1
    sign="x",  # PDN
)

CZECH = replace(
    SPANISH,
    name="czech",
    title="Czech draughts",
    dark_corner="left",  # D 2.4
    starter="white",  # PDN 29
    men_capture_back=False,  # D 4.1
    flying=True,  # D 3.9
    precedence="king",  # D 4.14
    game_type=29,  # PDN
    letters=True,  # PDN A0, D 2.6
    first_square=BOTTOM_LEFT,  # PDN A0
    sign="x",  # PDN (D has ":")
)

THAI = replace(
    CZECH,
    name="thai",
    title="Thai draughts (makhos)",
    rows=2,  # D: four free rows between
    starter="black",  # PDN 31
    men_capture_back=False,  # D
    flying=True,  # D
    landing="behind",  # D
    removal="immediately",  # D
    precedence="none",  # D
    game_type=31,  # PDN
    letters=False,  # PDN N2
    first_square=TOP_LEFT,  # PDN N2
    sign="-",  # PDN, D
)

GERMAN = replace(
    THAI,  # D has perft counts for Thai rules with three rows of men, which are these rules
    name="german",
    title="German draughts (Dame)",
    rows=3,  # W
    starter="white",  # K
    men_capture_back=False,  # W
    flying=True,  # W
    landing="behind",  # W
    removal="immediately",  # K, as D's Thai
    precedence="none",  # K
    game_type=0,  # PDN has none
    sign="x",  # K
)

KILLER = replace(
    INTERNATIONAL,
    name="killer",
    title="Killer draughts",
    landing="behind kings",  # D: right behind the last piece taken if that is a king
    game_type=0,  # PDN has none
)

FRISIAN = replace(
    INTERNATIONAL,
    name="frisian",
    title="Frisian draughts",
    straight=True,  # D, L
    precedence="frisian",  # D, L: most value, a king just below two men; then by a king
    king_limit=3,  # D, L
    draws="frisian",  # L
    quiet_plies=0,  # L
    repeats=0,  # L
    game_type=40,  # PDN
)

FRYSK = replace(
    FRISIAN,
    name="frysk",
    title="Frysk!",
    rows=1,  # L: five men a side
    game_type=97,  # L
)

BREAKTHROUGH = replace(
    INTERNATIONAL,
    name="breakthrough",
    title="Breakthrough draughts",
    goal="king",  # L
    draws="none",  # L
    quiet_plies=0,  # L
    repeats=0,  # L
    game_type=96,  # L
)

ANTIDRAUGHTS = replace(
    INTERNATIONAL,
    name="antidraughts",
    title="Antidraughts",
    goal="lose",  # L
    draws="none",  # L
    quiet_plies=0,  # L
    repeats=3,  # L
    game_type=98,  # L
)

AZUBI = replace(
    GERMAN,  # K: men move and capture as in the German game
    name="azubi",
    title="Dame for apprentices",
    size=6,  # K
    rows=2,  # K
    goal="king",  # K: the first side to reach the last row
    has_kings=False,  # K
    draws="none",  # K
    quiet_plies=0,  # K
    repeats=0,  # K
)

VARIANTS: dict[str, Variant] = {
    row.name: row
    for row in (
        GERMAN,
        ENGLISH,
        RUSSIAN,
        BRAZILIAN,
        POOL,
        ITALIAN,
        SPANISH,
        CZECH,
        THAI,
        INTERNATIONAL,
        KILLER,
        FRISIAN,
        FRYSK,
        BREAKTHROUGH,
        ANTIDRAUGHTS,
        AZUBI,
    )
}

# Variants on boards of other sizes: (variant, size) -> the variant.
OTHER_SIZES: dict[tuple[str, int], Variant] = {
    ("english", 6): replace(
        ENGLISH,
        size=6,  # D
        rows=2,  # D: two rows of three men
        loops="both ways",  # D, on this board only
    ),
    ("international", 6): replace(INTERNATIONAL, size=6, rows=2),  # D: two rows of three men
    ("breakthrough", 8): replace(  # K: the Brazilian rules
        BRAZILIAN,
        name="breakthrough",
        title=BREAKTHROUGH.title,
        goal="king",
        draws="none",
        quiet_plies=0,
        repeats=0,
        game_type=BREAKTHROUGH.game_type,
    ),
}


def sized(name: str, size: int) -> Variant:
    """The variant `name` on a board of `size`; 0 for its default size."""
    own = VARIANTS[name]
    if size in (0, own.size):
        return own
    if (name, size) in OTHER_SIZES:
        return OTHER_SIZES[name, size]
    sizes: dict[str, list[int]] = {row.name: [row.size] for row in VARIANTS.values()}
    for other, extra in OTHER_SIZES:
        sizes[other].append(extra)
    known = ", ".join(f"{row} {' and '.join(map(str, sorted(sizes[row])))}" for row in sizes)
    raise OptionError(
        "bad_option",
        name="size",
        game="draughts",
        value=size,
        expected=f"one of these sizes for the variant: {known}",
    )
