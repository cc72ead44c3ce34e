"""The techniques of the search, each with its switch, and the numbers they use.

`Switches` are those of the strong search (`node`). Most are constants of a build: what is off is
not in the compiled code, and another choice is another build. `Plain` are those of the plain
search (`plain`), which has one build for all of them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from kibitz.core.errors import LimitError

# What techniques were called in earlier versions; these names are still accepted.
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
_REMOVED = ("ageing", "distance", "leading", "sorting")


class _Switches(NamedTuple):
    transposition_table: bool = True  # remember positions
    zero_window: bool = True  # principal variation search: later moves are only proven worse
    aspiration: bool = True  # start a depth with a small window around the last one's score
    killers: bool = True  # try first the moves that refuted a sibling
    history: bool = True  # try first the moves that have caused many cutoffs
    quiescence: bool = True  # follow noisy moves past the horizon
    repetition: bool = True  # a position that repeats is a draw
    deeper_entries: bool = True  # accept transposition table entries of greater depth
    late_move_reduction: bool = True  # search moves that come late in the order less deep
    futility: bool = True  # near the horizon, prune positions far outside of the window
    null_move: bool = True  # a side that is well off even after a pass needs no deep search
    internal_reduction: bool = True  # search less deep where the table suggests no move
    one_reply_extension: bool = True  # search deeper where only one move is legal
    singular_extension: bool = True  # search deeper a move that is better than all others by far
    counter_moves: bool = True  # try first what refuted the same move elsewhere
    symmetry: bool = True  # know a position by its mirror images
    quiescence_plies: int = 16  # how far noisy moves are followed
    endgame_tables: bool = True  # probe endgame tables, where there are any


class Switches(_Switches):
    """Which techniques of the strong search are on.

    >>> Switches(killers=False).killers
    False
    """

    __slots__ = ()

    def __new__(cls, **chosen: Any) -> Switches:
        """The usual search, with what is `chosen` otherwise."""
        return super().__new__(cls, **{technique(name): chosen[name] for name in chosen})

    @property
    def is_selective(self) -> bool:
        """Whether something may be reduced, pruned unsoundly or extended."""
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
        """The same with the usual values of what is no constant of a build."""
        usual = self._field_defaults
        return self._replace(
            **{name: usual[name] for name in ("aspiration", "quiescence_plies", "endgame_tables")}
        )


class Plain(NamedTuple):
    """How the plain search goes about it: minimax to a fixed depth."""

    pruning: bool = True  # alpha-beta
    outcomes: bool = True  # score a finished game by result and distance, not by its evaluation
    latest: bool = False  # of equal moves play the rules' last, not the first
    quiescence: bool = False  # follow noisy moves past the horizon
    transposition_table: bool = True  # entries of just the depth asked for
    deepening: bool = True  # search one ply, then two and so on; off, at once as far as asked for
    quiescence_plies: int = 16  # how far noisy moves are followed

    @property
    def aspiration(self) -> bool:
        """Never: what the strong search may do, and this one does not."""
        return False

    @property
    def is_selective(self) -> bool:
        """Never."""
        return False

    @property
    def endgame_tables(self) -> bool:
        """Never."""
        return False


def technique(name: str) -> str:
    """The present name of a technique of the strong search; LimitError where it has none.

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
    """What to do instead of switching `name`, which was a technique once; empty if it never was."""
    if name in Plain._fields:
        return f"kibitz.Plain({name}=...), because only the plain search has it"
    if name in _REMOVED:
        return "another name, because that technique was removed"
    return ""


# The techniques that a strong search adds, off: what they are measured against.
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

# The values of plain minimax at a fixed depth, and of equal moves the first.
PLAIN = Plain()


class Tuning(NamedTuple):
    """The numbers of the search. docs/lab has the matches of others that were tried."""

    aspiration_depth: int = 4  # 3 to 6; shallower scores jump too much
    aspiration_window: int = 2  # 1/4 to 4; so many usual changes a ply, four times on failure
    history_limit: int = 1 << 14  # 1 << 12 to 1 << 16; a move's history saturates here
    exact_nodes: int = 1 << 12  # a search that has seen fewer reduces and prunes nothing
    quiescence_nodes: int = 1 << 11  # of one quiescence search; what a normal game never needs
    reduction_depth: int = 3  # from this depth on late moves are reduced
    reduction_moves: int = 3  # so many are not
    reduction_slope: float = 1.3  # log(depth) log(moves tried) divided by it, in plies; 1 to 2
    futility_depth: int = 3  # up to this depth positions are pruned by their evaluation
    null_move_depth: int = 3  # from this depth on a null move is tried
    null_move_reduction: int = 3  # the depth of a search after a null move is less by this, and by
    null_move_divisor: int = 4  # a ply more for every so many plies of depth; 4 to none
    internal_depth: int = 4  # from this depth on a node without a table move is reduced
    singular_depth: int = 6  # from this depth on the others are searched to see if they are worse
    singular_gap: int = 16  # by a usual change of the evaluation, for every so many plies of depth
    symmetry_depth: int = 3  # from this depth on mirror images are looked for


TUNING = Tuning()
