"""What the claims of each game's own vocabulary mean, read off the board that people see."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from kibitz.teaching.explanations.claims import Claim
from tests.teaching.checker import Case, Judge

KNIGHT = {(1, 2), (2, 1)}


def _places(case: Case) -> dict[str, tuple[int, int]]:
    board = case.game.geometry
    assert board is not None
    return {cell.name: (cell.x, cell.y) for cell in board.cells}


def _owner(case: Case, letter: str) -> int | None:
    board = case.game.geometry
    assert board is not None
    return next((piece.side for piece in board.pieces if piece.letter == letter), None)


def _of(case: Case, state: Any, player: int) -> set[str]:
    """The cells where the pieces of a player stand."""
    return {name for name, mark in case.cells(state).items() if _owner(case, mark) == player}


def _moved(case: Case) -> tuple[set[str], set[str]]:
    """The cells that the mover's pieces leave and reach."""
    before, after = (_of(case, state, case.me) for state in (case.state, case.after))
    return before - after, after - before


def pieces(case: Case, state: Any, player: int) -> int:
    """A player's pieces less the others', on the board and beside it."""
    sides = case.game.sides
    total = 0
    hands = case.caption(state) if case.game.name == "morris" else dict.fromkeys(sides, 0)
    for other, side in enumerate(sides):
        own = len(_of(case, state, other)) + hands[side]
        total += own if other == player else -own
    return total


# Lines.


def _straight_lines(case: Case) -> list[frozenset[str]]:
    """Every straight run of as many cells as win."""
    by_place = {place: name for name, place in _places(case).items()}
    length = int(case.game.settings.get("length", 4))
    found = []
    for x, y in by_place:
        for right, down in ((1, 0), (0, 1), (1, 1), (1, -1)):
            run = [(x + right * i, y + down * i) for i in range(length)]
            if all(place in by_place for place in run):
                found.append(frozenset(by_place[place] for place in run))
    return found


def _playable(case: Case, cell: str) -> bool:
    """Whether a free cell could be claimed next after the move."""
    cells = case.cells(case.after)
    if cells[cell]:
        return False
    if case.game.name == "tictactoe":
        return True
    places = _places(case)
    x, y = places[cell]
    below = [name for name, place in places.items() if place == (x, y + 1)]
    return not below or bool(cells[below[0]])


def _line_ends(case: Case) -> set[str]:
    """The playable cells that would complete a line of the move's."""
    own = _of(case, case.after, case.me)
    (cell,) = _moved(case)[1]
    missing = [line - own for line in _straight_lines(case) if cell in line]
    ends = {next(iter(rest)) for rest in missing if len(rest) == 1}
    return {end for end in ends if _playable(case, end)}


def _threatens_line(case: Case, claim: Claim) -> bool:
    line = frozenset(str(claim.params["line"]).split("-"))
    own = _of(case, case.after, case.me)
    is_line = line in _straight_lines(case) and line - own == {claim.params["cell"]}
    return is_line and _line_ends(case) == {claim.params["cell"]}


def _double_threat(case: Case, claim: Claim) -> bool:
    ends = set(str(claim.params["ends"]).split(" and "))
    return len(ends) > 1 and ends == _line_ends(case)


def _blocks_line(case: Case, claim: Claim) -> bool:
    line = frozenset(str(claim.params["line"]).split("-"))
    (cell,) = _moved(case)[1]
    rest = line - {cell}
    return (
        line in _straight_lines(case) and rest < line and rest <= _of(case, case.state, 1 - case.me)
    )


def _lines_through(case: Case) -> list[frozenset[str]]:
    (cell,) = _moved(case)[1]
    return [line for line in _straight_lines(case) if cell in line]


def _joins_lines(case: Case, claim: Claim) -> bool:
    theirs = _of(case, case.after, 1 - case.me)
    lines = [line for line in _lines_through(case) if not line & theirs]
    return bool(lines) and len(lines) == claim.params["lines"]


def _closes_lines(case: Case, claim: Claim) -> bool:
    own, theirs = (_of(case, case.state, player) for player in (case.me, 1 - case.me))
    lines = [line for line in _lines_through(case) if line & theirs and not line & own]
    is_side = claim.params["side"] == case.game.sides[1 - case.me]
    return is_side and bool(lines) and len(lines) == claim.params["lines"]


# Morris.


def _links(case: Case) -> set[frozenset[str]]:
    board = case.game.geometry
    assert board is not None
    names = [cell.name for cell in board.cells]
    return {frozenset((names[one], names[other])) for one, other in board.links}


def _mills(case: Case) -> list[frozenset[str]]:
    """Three points on a straight line, the middle one linked with both.

    So it is on every board but that with a point in its centre, which is not used here.
    """
    places, links = _places(case), _links(case)
    found = []
    for three in combinations(places, 3):
        for one, middle, other in (three, (three[1], three[0], three[2]), (*three[::2], three[1])):
            (ax, ay), (bx, by), (cx, cy) = places[one], places[middle], places[other]
            is_linked = {frozenset((one, middle)), frozenset((middle, other))} <= links
            if is_linked and (bx - ax, by - ay) == (cx - bx, cy - by):
                found.append(frozenset(three))
    return found


def _mill(claim: Claim, name: str = "mill") -> frozenset[str]:
    return frozenset(str(claim.params[name]).split("-"))


def _target(case: Case) -> str:
    (target,) = _moved(case)[1]
    return target


def _closes_mill(case: Case, claim: Claim) -> bool:
    mill = _mill(claim)
    is_whole = mill <= _of(case, case.after, case.me)
    return mill in _mills(case) and _target(case) in mill and is_whole


def _takes_stone(case: Case, claim: Claim) -> bool:
    before, after = (_of(case, state, 1 - case.me) for state in (case.state, case.after))
    return before - after == set(str(claim.params["points"]).split(" and "))


def _takes_from_hand(case: Case, claim: Claim) -> bool:
    side = str(claim.params["side"])
    before, after = case.caption(case.state)[side], case.caption(case.after)[side]
    return after == before - 1 and side == case.game.sides[1 - case.me]


def _blocks_mill(case: Case, claim: Claim) -> bool:
    mill, target = _mill(claim), _target(case)
    held = _of(case, case.state, 1 - case.me)
    return mill in _mills(case) and target in mill and mill - {target} <= held


def _opens_mill(case: Case, claim: Claim) -> bool:
    mill = _mill(claim)
    own = _of(case, case.after, case.me)
    return mill in _mills(case) and mill <= _of(case, case.state, case.me) and not mill <= own


def _double_mill(case: Case, claim: Claim) -> bool:
    first, second = _mill(claim, "first"), _mill(claim, "second")
    (source,), (target,) = _moved(case)
    own = _of(case, case.after, case.me)
    was_first = first <= _of(case, case.state, case.me) and source in first
    is_second = target in second and second <= own
    is_free = not case.cells(case.after)[source]
    is_both = {first, second} <= set(_mills(case))
    return is_both and was_first and is_second and is_free and own & first == first - {source}


def _threatens_mill(case: Case, claim: Claim) -> bool:
    mill, point = _mill(claim), str(claim.params["point"])
    own, target = _of(case, case.after, case.me), _target(case)
    side = case.game.sides[case.me]
    hand = case.caption(case.after)[side]
    is_near = target in mill and own & mill == mill - {point} and not case.cells(case.after)[point]
    spare = own - mill
    flies = len(own) == 3 and hand == 0
    beside = {stone for stone in spare if frozenset((stone, point)) in _links(case)}
    can_reach = hand > 0 or (bool(spare) if flies else bool(beside))
    return mill in _mills(case) and is_near and can_reach


def _leaves_moves(case: Case, claim: Claim) -> bool:
    side = claim.params["side"]
    is_other = case.after.turn != case.me and side == case.game.sides[case.after.turn]
    return is_other and len(case.replies) == claim.params["moves"] and 2 <= len(case.replies) <= 5


# Draughts.


def _captures(case: Case, claim: Claim) -> bool:
    letters = "bB" if case.game.sides[case.me] == "white" else "wW"
    boards = [list(case.cells(state).values()) for state in (case.state, case.after)]
    men, kings = (boards[0].count(letter) - boards[1].count(letter) for letter in letters)
    return (men, kings) == (claim.params["men"], claim.params["kings"]) and men + kings > 0


def _step(case: Case) -> tuple[str, str]:
    """Where the moving piece starts and ends, by the move's text."""
    words = case.text.replace("x", "-").replace(":", "-").split("-")
    return words[0], words[-1]


def _crowns(case: Case, claim: Claim) -> bool:
    start, end = _step(case)
    is_crowned = case.cells(case.state)[start].islower() and case.cells(case.after)[end].isupper()
    return is_crowned and end == claim.params["cell"]


def _leaves_back_row(case: Case, claim: Claim) -> bool:
    start, _ = _step(case)
    places = _places(case)
    row = max(y for _, y in places.values()) if case.game.sides[case.me] == "white" else 0
    is_man = case.cells(case.state)[start].islower()
    is_quiet = "-" in case.text
    return is_man and is_quiet and places[start][1] == row and start == claim.params["cell"]


# Smart Horses.


def _ways(case: Case, state: Any, player: int) -> int:
    """How many squares a player's knight could jump to."""
    cells, places = case.cells(state), _places(case)
    letters = {"W", "B", "R", "U"}
    (square,) = _of(case, state, player)
    x, y = places[square]
    return sum(
        (abs(x - other_x), abs(y - other_y)) in KNIGHT
        and cells[name] not in letters
        and cells[name] != "#"
        for name, (other_x, other_y) in places.items()
    )


def _side(case: Case, claim: Claim) -> int:
    return case.game.sides.index(str(claim.params["side"]))


def _takes_points(case: Case, claim: Claim) -> bool:
    points = claim.params["points"]
    assert isinstance(points, int)
    sign = 1 if claim.code == "takes_points" else -1
    return int(case.cells(case.state)[case.text] or 0) == sign * points and points > 0


def _keeps(case: Case, claim: Claim) -> bool:
    ways = _ways(case, case.after, case.me)
    told = {"keeps_ways": claim.params.get("ways"), "keeps_one_way": 1, "gets_stuck": 0}
    return ways == told[claim.code] and (ways > 1) == (claim.code == "keeps_ways")


def _leaves_ways(case: Case, claim: Claim) -> bool:
    side = _side(case, claim)
    before, ways = (_ways(case, state, side) for state in (case.state, case.after))
    told = (claim.params["before"], claim.params["ways"])
    return told == (before, ways) and 1 <= ways <= 2 and ways < before and side != case.me


def _traps(case: Case, claim: Claim) -> bool:
    side = _side(case, claim)
    is_trapped = _ways(case, case.state, side) > 0 and _ways(case, case.after, side) == 0
    return is_trapped and side != case.me


def _lets_take(case: Case, claim: Claim) -> bool:
    cells, board = case.cells(case.after), case.game.geometry
    assert board is not None
    reached = {
        board.cells[move].name: int(cells[board.cells[move].name] or 0) for move in case.replies
    }
    points = claim.params["points"]
    is_best = reached[str(claim.params["square"])] == points == max(reached.values())
    return is_best and _side(case, claim) == case.after.turn != case.me


# Tiles.


def _pairs(case: Case, owned: set[str], player: int) -> int:
    """Neighbours among `owned` along the player's direction."""
    places = _places(case)
    held = {places[name] for name in owned}
    right, down = (0, 1) if player % 2 == 0 else (1, 0)
    return sum((x + right, y + down) in held for x, y in held)


def _claims_tile(case: Case, claim: Claim) -> bool:
    is_value = int(case.cells(case.state)[case.text]) == claim.params["points"]
    return is_value and claim.params["tile"] == case.text


def _made_pairs(case: Case, player: int) -> int:
    owned = _of(case, case.state, player)
    return _pairs(case, owned | {case.text}, player) - _pairs(case, owned, player)


def _makes_pairs(case: Case, claim: Claim) -> bool:
    made = _made_pairs(case, case.me)
    return (made, 5 * made) == (claim.params["pairs"], claim.params["points"]) and made > 0


def _denies_pairs(case: Case, claim: Claim) -> bool:
    side = _side(case, claim)
    made = _made_pairs(case, side)
    is_told = (made, 5 * made) == (claim.params["pairs"], claim.params["points"])
    return is_told and made > 0 and side != case.me


def _lets_claim(case: Case, claim: Claim) -> bool:
    side = _side(case, claim)
    name = case.game.sides[side]
    cells = [cell.name for cell in case.game.geometry.cells] if case.game.geometry else []
    before = case.caption(case.after)[name]
    gains = {
        cells[move]: case.caption(case.game.play(case.after, move))[name] - before
        for move in case.replies
    }
    points = claim.params["points"]
    is_best = gains[str(claim.params["tile"])] == points == max(gains.values())
    return is_best and side == case.after.turn


LINES: dict[str, Judge] = {
    "threatens_line": _threatens_line,
    "double_threat": _double_threat,
    "blocks_line": _blocks_line,
    "joins_lines": _joins_lines,
    "closes_lines": _closes_lines,
}
GAME_JUDGES: dict[str, dict[str, Judge]] = {
    "tictactoe": LINES,
    "connect4": LINES,
    "morris": {
        "closes_mill": _closes_mill,
        "takes_stone": _takes_stone,
        "takes_from_hand": _takes_from_hand,
        "blocks_mill": _blocks_mill,
        "opens_mill": _opens_mill,
        "double_mill": _double_mill,
        "threatens_mill": _threatens_mill,
        "leaves_moves": _leaves_moves,
    },
    "draughts": {
        "captures": _captures,
        "crowns": _crowns,
        "leaves_back_row": _leaves_back_row,
    },
    "horses": {
        "takes_points": _takes_points,
        "pays_points": _takes_points,
        "keeps_ways": _keeps,
        "keeps_one_way": _keeps,
        "gets_stuck": _keeps,
        "leaves_ways": _leaves_ways,
        "traps": _traps,
        "lets_take": _lets_take,
    },
    "tiles": {
        "claims_tile": _claims_tile,
        "makes_pairs": _makes_pairs,
        "denies_pairs": _denies_pairs,
        "lets_claim": _lets_claim,
    },
}
