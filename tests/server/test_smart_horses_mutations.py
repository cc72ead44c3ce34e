"""Damaged requests to the Smart Horses API: each is answered, or refused with a reason."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

from tests.server.smart_horses_client import Client, Json, connected, new_app, refusal

ODD: list[Any] = [
    None,
    True,
    False,
    0,
    -0.0,
    1,
    -1,
    5.0,
    1.5,
    7,
    8,
    10,
    11,
    -10,
    64,
    1000,
    1001,
    2**31,
    2**63,
    -(2**63),
    10**40,
    1e308,
    float("inf"),
    float("-inf"),
    float("nan"),
    "",
    "0",
    "0,0",
    "7,7",
    "8,8",
    "-1,0",
    "٣,٢",
    "destroyed",
    "Destroyed",
    "white",
    "black",
    "tie",
    "red",
    "beginner",
    "expert",
    "first",
    "both",
    "\x00",
    "\ud800",
    "😀",
    "x" * 500,
    [],
    [0],
    [0, 0],
    [7, 7],
    [3, 4],
    [0, 0, 0],
    [-1, 8],
    [None, None],
    ["0", "0"],
    [[0, 0]],
    [1e308, 1],
    {},
    {"0,0": 1},
    {"a": {"b": {"c": []}}},
]
PATHS = ("new", "move", "machine-move", "valid-moves")


def parser(node: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where something stands in a JSON value."""
    found = [path] if path else []
    if isinstance(node, dict):
        for key, value in node.items():
            found += parser(value, (*path, key))
    elif isinstance(node, list):
        for index, value in enumerate(node):
            found += parser(value, (*path, index))
    return found


def mutate(body: Json, lot: random.Random) -> Json:
    """The body with something in it changed, taken out, added or exchanged."""
    changed = copy.deepcopy(body)
    for _ in range(lot.choice([1, 1, 1, 2, 3, 6])):
        spots = parser(changed)
        # Every field is as likely as the whole board with its 64 squares.
        squares = [spot for spot in spots if "board" in spot[:-1]]
        others = [spot for spot in spots if "board" not in spot[:-1]]
        spot = lot.choice(squares if squares and lot.random() < 0.3 else others)
        holder = changed
        for part in spot[:-1]:
            holder = holder[part]
        kind, odd = lot.randrange(6), copy.deepcopy(lot.choice(ODD))
        if kind == 0:
            del holder[spot[-1]]
        elif kind == 1 and isinstance(holder, dict):
            holder[str(lot.choice(ODD))] = odd
        elif kind == 2 and isinstance(holder, list):
            holder.append(odd)
        elif kind == 3 and isinstance(holder[spot[-1]], int):
            holder[spot[-1]] += lot.choice([-1, 1, 10, -10, 1 << 40])
        elif kind == 4 and isinstance(holder, dict):
            holder[spot[-1]] = copy.deepcopy(holder[lot.choice(list(holder))])
        else:
            holder[spot[-1]] = odd
        if not changed:
            break
    return changed


def damage(content: bytes, lot: random.Random) -> bytes:
    """The text of a body with a stretch of it changed."""
    start = lot.randrange(len(content) + 1)
    end = min(len(content), start + lot.choice([0, 1, 1, 2, 10, 1000]))
    piece = bytes(
        lot.choice(b'{}[]",:0123456789eE.-ntu\\\xff\x00 ') for _ in range(lot.randrange(4))
    )
    return content[:start] + piece + content[end:]


def played_state(client: Client, lot: random.Random) -> Json:
    """A state some moves into a game."""
    asked = {
        "difficulty": lot.choice(["beginner", "beginner", "amateur", "expert"]),
        "ending": lot.choice(["first", "both"]),
    }
    state = client.ask("new", asked)
    for _ in range(lot.randrange(12)):
        if state["game_over"]:
            break
        moves = client.ask("valid-moves", {"game_state": state, "knight": "black"})["valid_moves"]
        state = client.ask("move", {"game_state": state, "move": lot.choice(moves)})
    return state


def check_mutations(count: int, seed: int) -> None:
    lot = random.Random(seed)
    statuses: dict[int, int] = {}
    with connected(new_app()) as client:
        for number in range(count):
            if number % 20 == 0:
                state = played_state(client, lot)
                knight = state["black_knight"]
                move = [knight[0] + lot.choice([1, -1]), knight[1] + lot.choice([2, -2])]
            path = lot.choice(PATHS)
            body: Json = {"difficulty": "beginner", "ending": "first"}
            if path != "new":
                body = {"game_state": state, "move": move, "knight": lot.choice(["white", "black"])}
            content = json.dumps(mutate(body, lot) if lot.random() < 0.9 else body).encode()
            if lot.random() < 0.1:
                content = damage(content, lot)
            answer = client.send("POST", f"/api/game/{path}", content)
            statuses[answer.status_code] = statuses.get(answer.status_code, 0) + 1
            if answer.status_code == 200:
                check_answer(client, answer.json())
            else:
                assert answer.status_code == 400, (content, answer.text)
                refusal(answer)
    # Neither an API that refuses everything nor one that believes everything.
    assert statuses[200] > count / 10
    assert statuses[400] > count / 10


def check_answer(client: Client, answer: Json) -> None:
    """An answer that holds a state is one; it can be posted back whole."""
    if "board" in answer:
        again = client.ask("valid-moves", {"game_state": answer, "knight": "white"})
        assert again["position"] == answer["white_knight"]


def test_1000_damaged_requests_are_answered_or_refused() -> None:
    check_mutations(1000, seed=1)


@pytest.mark.deep
def test_10000_damaged_requests_are_answered_or_refused() -> None:
    check_mutations(10_000, seed=2)
