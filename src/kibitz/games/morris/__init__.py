"""Nine Men's Morris and its family: the sides place their stones on the points of a board, then
move them along its lines. Three in a row form a mill, which takes one of the other side's stones. A
side with fewer than three stones or no legal move has lost.

`state` contains a drawing of the board and the encoding of moves, `variants` the variants.
"""

from __future__ import annotations

from kibitz.core.contract import Game, Option
from kibitz.core.geometry import Geometry, Piece
from kibitz.core.level import Level
from kibitz.core.notation import Notation
from kibitz.games.morris.classic import classic
from kibitz.games.morris.endings import counts, ending_of, winning_lines_of
from kibitz.games.morris.notation import move_formatter, move_parser
from kibitz.games.morris.positions import (
    BLACK,
    MARKED,
    WHITE,
    occupants_of,
    state_formatter,
    state_parser,
)
from kibitz.games.morris.reasons import reasons
from kibitz.games.morris.rules import rules_for
from kibitz.games.morris.rules_text import rules_text
from kibitz.games.morris.setup import setup_for
from kibitz.games.morris.state import State
from kibitz.games.morris.strong import strong
from kibitz.games.morris.symmetry import symmetries
from kibitz.games.morris.variants import VARIANTS
from kibitz.games.morris.vocabulary import vocabulary_for

OPTIONS = (
    Option(
        "variant",
        "nine",
        tuple(VARIANTS),
        labels={name: variant.title for name, variant in VARIANTS.items()},
    ),
    Option(
        "clock",
        50,
        range(1001),
        "moves by each side without a capture that draw the game; 0 for no limit",
        title="Draw after N moves without a capture (0 = off)",
        advanced=True,
    ),
    Option(
        "repeats",
        3,
        (0, 3),
        "occurrences of a position that draw the game; 0 for no such draw",
        title="Draw by repetition",
        labels={0: "Off", 3: "Third occurrence"},
        advanced=True,
    ),
)

LEVELS = (
    Level(
        "easy",
        "looks one move ahead, often plays at random",
        depth=1,
        evaluation="classic",
        decided="evaluation",
        randomness=0.5,
        pruning=False,
    ),
    Level("medium", "looks three moves ahead", depth=3, evaluation="classic", decided="evaluation"),
    Level("hard", "looks five moves ahead", depth=5, evaluation="classic", decided="evaluation"),
)

LADDER = (0, 3, 5, 8, 10, 12, 16, 19, 22, 24)


def morris(variant: str = "nine", clock: int = 50, repeats: int = 3) -> Game:
    """The game under the rules of `variant`."""
    chosen = VARIANTS[variant]
    board = chosen.board
    made = rules_for(chosen, clock)
    evaluations = {"strong": strong(chosen, made), "classic": classic(chosen, made)}
    usual = evaluations["strong"]
    return Game(
        "morris",
        State(
            mine=0,
            theirs=0,
            my_hand=chosen.stones,
            their_hand=chosen.stones,
            spent=0,
            turn=0,
            quiet=0,
        ),
        made.moves,
        made.play,
        made.payoff,
        usual.evaluate,
        title=chosen.title,
        family="Nine Men's Morris / Mill",
        rules=rules_text(chosen, clock, repeats),
        sides=("white", "black"),
        evaluations=evaluations,
        clocks=("quiet",),
        drawn=made.drawn,
        repeats=repeats,
        symmetries=symmetries(chosen),
        noisy=made.noisy,
        rank=made.rank,
        notation=Notation(
            format_move=move_formatter(board),
            parse_move=move_parser(board),
            format_state=state_formatter(chosen),
            parse_state=state_parser(chosen, made),
        ),
        geometry=Geometry(
            cells=board.cells,
            kind="points",
            links=board.links,
            pieces=(
                Piece(WHITE, "white stone", 0, colour="white", symbol="rings"),
                Piece(BLACK, "black stone", 1, colour="black", symbol="rings"),
            ),
            blocked=(MARKED,),
            occupants=occupants_of(chosen),
            files=tuple("abcdefg"[: board.size]),
            ranks=tuple(str(rank) for rank in range(board.size, 0, -1)),
            caption=hands,
            counts=counts,
            winning_lines=winning_lines_of(chosen),
            ending=ending_of(chosen, made),
            setup=setup_for(chosen, made),
        ),
        explain=usual.explain,
        why_not=reasons(chosen, made),
        vocabulary=vocabulary_for(chosen, made),
        levels=LEVELS,
        ladder=LADDER,
        options=OPTIONS,
        settings={"variant": variant, "clock": clock, "repeats": repeats},
        build=morris,
    )


def hands(state: State) -> str:
    """The stones still in hand, as text; empty if there are none."""
    counts = (state.my_hand, state.their_hand)
    white, black = counts if state.turn == 0 else counts[::-1]
    return f"in hand: white {max(white, 0)}, black {max(black, 0)}" if max(counts) > 0 else ""


GAME = morris()
