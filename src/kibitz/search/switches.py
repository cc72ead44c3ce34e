"""The switches of the search techniques, and their tuning parameters.

`Switches` are for the strong search (`node`). Most are compile-time constants: a technique that is
off adds no code, and each combination is a separate build. `Plain` is for the plain search
(`plain`), which has one build for all settings.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from kibitz.core.errors import LimitError
from kibitz.core.renamed import former_attributes

# Names of techniques in earlier versions, which are still accepted.
FORMER_NAMES = {
    "table": "transposition_table",
    "narrow": "zero_window",
    "reductions": "late_move_reduction",
    "skipping": "null_move",
    "internal": "internal_reduction",
    "extensions": "one_reply_extension",
    "singular": "singular_extension",
    "counters": "counter_moves",
    "exchange": "quiescence_plies",
    "tables": "endgame_tables",
}
_ONLY_PLAIN = ("pruning", "outcomes", "latest", "deepening")  # once switches of both searches
_REMOVED = ("ageing", "distance", "leading", "sorting")


class _Switches(NamedTuple):
    transposition_table: bool = True  # store positions
    zero_window: bool = True  # principal variation search: later moves in a zero window
    aspiration: bool = True  # start a depth with a small window around the previous score
    killers: bool = True  # try first the moves that refuted a sibling
    history: bool = True  # try first the moves that have caused many cutoffs
    quiescence: bool = True  # search noisy moves beyond the horizon
    repetition: bool = True  # score repeated positions as draws
    deeper_entries: bool = True  # accept transposition table entries of greater depth
    late_move_reduction: bool = True  # search late moves less deeply
    futility: bool = True  # near the horizon, prune positions far outside the window
    null_move: bool = True  # prune if the side to move stays above beta after a pass
    internal_reduction: bool = True  # reduce nodes without a transposition table move
    one_reply_extension: bool = True  # extend nodes with one legal move
    singular_extension: bool = True  # extend a move that is far better than all others
    counter_moves: bool = True  # try first the move that refuted the same move elsewhere
    symmetry: bool = True  # find mirror images in the transposition table
    quiescence_plies: int = 16  # maximum depth of quiescence
    endgame_tables: bool = True  # probe endgame tables, if the game has any


@former_attributes(
    {
        **{old: f"is now Switches.{new}." for old, new in FORMER_NAMES.items()},
        **{name: f"is now Plain.{name}." for name in _ONLY_PLAIN},
        **dict.fromkeys(_REMOVED, "was removed."),
    }
)
class Switches(_Switches):
    """Which techniques of the strong search are on.

    >>> Switches(killers=False).killers
    False
    """

    __slots__ = ()

    def __new__(cls, **chosen: Any) -> Switches:
        """The default search, except for the `chosen` switches."""
        return super().__new__(cls, **{technique(name): chosen[name] for name in chosen})

    @property
    def is_selective(self) -> bool:
        """Whether the search may reduce, prune unsoundly or extend."""
        return any(
            (
                self.late_move_reduction,
                self.futility,
                self.null_move,
                self.internal_reduction,
                self.one_reply_extension,
                self.singular_extension,
            )
        )

    @property
    def build(self) -> Switches:
        """These switches, with defaults for those that are not compile-time constants."""
        defaults = self._field_defaults
        return self._replace(
            aspiration=defaults["aspiration"],
            quiescence_plies=defaults["quiescence_plies"],
            endgame_tables=defaults["endgame_tables"],
        )


class Plain(NamedTuple):
    """The settings of the plain search: minimax to a fixed depth."""

    pruning: bool = True  # alpha-beta
    outcomes: bool = True  # score a finished game by result and distance, not by its evaluation
    latest: bool = False  # choose the last of equal moves, not the first
    quiescence: bool = False  # search noisy moves beyond the horizon
    transposition_table: bool = True  # use entries of exactly the same depth
    deepening: bool = True  # iterative deepening; if off, only the last depth is searched
    quiescence_plies: int = 16  # maximum depth of quiescence

    @property
    def aspiration(self) -> bool:
        """False: only the strong search has aspiration windows."""
        return False

    @property
    def is_selective(self) -> bool:
        """False: the plain search is full-width."""
        return False

    @property
    def endgame_tables(self) -> bool:
        """False: the plain search probes no endgame tables."""
        return False


def technique(name: str) -> str:
    """The current name of a technique of the strong search. Raises LimitError if there is none.

    >>> technique("skipping")
    'null_move'
    """
    found = FORMER_NAMES.get(name, name)
    if found not in _Switches._fields:
        expected = ", ".join(_Switches._fields)
        raise LimitError(
            "bad_setting", name="technique", value=name, expected=why_unknown(name) or expected
        )
    return found


def why_unknown(name: str) -> str:
    """A hint on a `name` that is not a switch of the strong search; empty if there is none."""
    if name in Plain._fields:
        return f"kibitz.Plain({name}=...), because only the plain search has it"
    if name in _REMOVED:
        return "another name, because that technique was removed"
    return ""


# No selective techniques, counter moves, symmetry or endgame tables: the baseline of measurements.
BASELINE = Switches(
    late_move_reduction=False,
    futility=False,
    null_move=False,
    internal_reduction=False,
    one_reply_extension=False,
    singular_extension=False,
    counter_moves=False,
    symmetry=False,
    endgame_tables=False,
)

# Plain minimax at a fixed depth, with the first of equal moves.
PLAIN = Plain()


class Tuning(NamedTuple):
    """The tuning parameters of the search. docs/lab has the matches against other values."""

    aspiration_depth: int = 4  # 3 to 6; scores of shallower depths vary too much
    aspiration_window: int = 2  # 1/4 to 4; in typical changes; times four after a fail high or low
    history_limit: int = 1 << 14  # 1 << 12 to 1 << 16; a move's history saturates here
    exact_nodes: int = 1 << 12  # searches with fewer nodes are full-width
    quiescence_nodes: int = 1 << 11  # limit of one quiescence search; normal games never reach it
    reduction_depth: int = 3  # minimum depth at which late moves are reduced
    reduction_moves: int = 3  # number of moves that are not reduced
    reduction_slope: float = 1.3  # plies: log(depth) log(moves tried) / slope; 1 to 2
    futility_depth: int = 3  # maximum depth of futility pruning
    null_move_depth: int = 3  # minimum depth of a null move
    null_move_reduction: int = 3  # plies by which a null move reduces the depth at least
    null_move_divisor: int = 4  # plus one ply per this many plies of depth; 4 to none
    internal_depth: int = 4  # minimum depth of internal reduction
    singular_depth: int = 6  # minimum depth of the singular extension
    singular_gap: int = 16  # the margin is depth / gap typical changes
    symmetry_depth: int = 3  # minimum depth at which mirror images are looked up


TUNING = Tuning()
