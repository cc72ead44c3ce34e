"""Which search an engine uses: alpha-beta, or Monte Carlo tree search."""

from __future__ import annotations

from kibitz.core.contract import Game
from kibitz.core.errors import LimitError
from kibitz.engine.knowledge import knowledge
from kibitz.search.deepening import Opponents, SearchKind
from kibitz.search.flat_evaluation import is_flat
from kibitz.search.switches import Plain, Switches

SEARCHES: tuple[SearchKind, ...] = ("mcts", "alphabeta")


def search_kind(
    game: Game,
    wanted: SearchKind | None,
    switches: Switches | Plain | None = None,
    opponents: Opponents = "paranoid",
) -> SearchKind:
    """The search for `game`: the one that is `wanted`, or by default the one that suits the game.

    Alpha-beta needs an evaluation, or endgame tables that replace it. Techniques and models of the
    opponents exist only for alpha-beta.
    """
    if wanted not in (None, *SEARCHES):
        expected = f"{' or '.join(map(repr, SEARCHES))}"
        raise LimitError("bad_setting", name="search", value=wanted, expected=expected)
    is_alpha_beta = switches is not None or opponents != "paranoid"
    if wanted == "mcts" and is_alpha_beta:
        name, value = ("switches", switches) if switches is not None else ("opponents", opponents)
        expected = "nothing with search='mcts', because it is a setting of alpha-beta"
        raise LimitError("bad_setting", name=name, value=value, expected=expected)
    if wanted is not None:
        return wanted
    if is_alpha_beta or not is_flat(game) or knowledge(game) is not None:
        return "alphabeta"
    return "mcts"


def unusual_search(game: Game, kind: SearchKind) -> SearchKind | None:
    """`kind` if it is not the search that `game` gets by default, else None."""
    return None if search_kind(game, None) == kind else kind
