"""Valid requests for every operation of the server, made of real ids, secrets and records."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.attack.odd import EXPLOSIVE
from tests.attack.world import CHEAP_ENGINE, Json, World
from tests.server.live import V1

ABSENT: Any = ...  # no body at all; stays the same object when copied
SMALL_LIMIT = {"nodes": 30, "depth": 2}

# Pages that the OpenAPI document leaves out.
PAGES = (
    ("GET", "/"),
    ("GET", "/docs"),
    ("GET", "/docs/style.css"),
    ("GET", "/metrics"),
    ("GET", "/openapi.json"),
    ("GET", "/sessions/{session_id}"),
    ("GET", "/static/index.html"),
    ("GET", "/api/game/new"),
)
# Where most of what clients say is read and kept: tried more often.
_WRITERS = (
    ("POST", f"{V1}/sessions"),
    ("POST", f"{V1}/sessions/import"),
    ("POST", f"{V1}/positions"),
    ("POST", f"{V1}/sessions/{{session_id}}/moves"),
)


@dataclass
class Draft:
    """A request whose parts can still be changed one by one."""

    method: str
    path: str
    query: list[tuple[str, str]] = field(default_factory=list)
    headers: list[tuple[str, str]] = field(default_factory=list)
    body: Any = ABSENT

    @property
    def is_search(self) -> bool:
        """Whether an engine is asked to think before the answer."""
        parts = ("/analyses", "/reviews", "/trees", "/hint", "/explain", "/compare", "/api/game")
        return any(part in self.path for part in parts)


Builder = Callable[[World, random.Random, Draft], None]


def draft_request(world: World, lot: random.Random) -> Draft:
    """A valid request for any operation."""
    operations = lot.choices([world.samples.paths, _WRITERS, PAGES], [70, 25, 5])[0]
    method, template = lot.choice(operations)
    return draft_for(method, template, world, lot)


def draft_for(method: str, template: str, world: World, lot: random.Random) -> Draft:
    """A valid request for one operation; an unknown one gets an empty object as its body."""
    # Only the last session has a rematch.
    sitting = world.sittings[-1] if template.endswith("/rematch") else world.sitting(lot)
    path = template.replace("{session_id}", sitting.id)
    path = path.replace("{analysis_id}", lot.choice(world.analyses))
    path = path.replace("{name}", lot.choice(world.samples.games)["name"])
    own = ""
    for part, (value, secret) in world.others.items():
        if part in template:
            path, own = path.replace(part, value), secret
    draft = Draft(method, path)
    if own:
        draft.headers.append(("Authorization", f"Bearer {own}"))
    if "{session_id}" in template and sitting.secrets:
        draft.headers.append(("Authorization", f"Bearer {lot.choice(sitting.secrets)}"))
    if method == "DELETE":
        draft.headers.append(("Authorization", f"Bearer {lot.choice(world.stops)}"))
    if method not in ("GET", "DELETE"):
        draft.body = {}
    builder = _BUILDERS.get(template)
    if builder is not None:
        builder(world, lot, draft)
    if method in ("GET", "DELETE"):
        draft.body = ABSENT
    return draft


def draft_explosive(world: World, lot: random.Random) -> Draft:
    """A request with a position that has more captures than can be listed."""
    variant, position = lot.choice(EXPLOSIVE)
    options = {"variant": variant}
    body: Json = {"game": "draughts", "options": options, "position": position}
    kind = lot.choice(["positions", "positions/why-not", "sessions", "analyses", "trees", "pdn"])
    if kind == "positions/why-not":
        body["move"] = "9x50"
    if kind == "analyses":
        body["limit"] = SMALL_LIMIT
    if kind == "pdn":
        text = f'[FEN "{position}"]\n[Variant "{variant}"]\n\n*\n'
        return Draft("POST", f"{V1}/sessions/import", body={"text": text, "format": "pdn"})
    return Draft("POST", f"{V1}/{kind}", body=body)


def options_of(game: Json, lot: random.Random) -> Json:
    """Options of a game, often at the ends of their ranges."""
    found: Json = {}
    for option in game["options"]:
        if lot.random() < 0.5:
            choices = option["choices"] or [option["least"], option["most"], option["default"]]
            found[option["name"]] = lot.choice(choices)
    return found


def _place(world: World, lot: random.Random, draft: Draft) -> None:
    """A position. Where an engine thinks, with usual options: others take seconds to compile."""
    game = lot.choice(world.samples.games)
    draft.body = {"game": game["name"]}
    if not draft.is_search and lot.random() < 0.6:
        draft.body["options"] = options_of(game, lot)
    record = lot.choice(world.samples.records)
    if lot.random() < 0.4:
        moves = [entry["move"] for entry in record["moves"] if entry["chosen"]]
        draft.body = {
            "game": record["game"]["name"],
            "options": dict(record["game"]["settings"]),
            "position": record["start"],
            "moves": moves[: lot.randrange(len(moves) + 1)],
        }
    if lot.random() < 0.3:
        draft.body["seed"] = lot.choice([0, 7, 2**62])


def _why_not(world: World, lot: random.Random, draft: Draft) -> None:
    _place(world, lot, draft)
    draft.body["move"] = lot.choice(["d", "a1", "22-18", "1,2", "zz", "9x20x31"])


def _set_up(world: World, lot: random.Random, draft: Draft) -> None:
    game = lot.choice(world.samples.games)
    draft.body = {"game": game["name"]}
    if lot.random() < 0.3:
        draft.body["seed"] = lot.randrange(9)
    else:
        codes = ["", "", "w", "B", "o", "X", "W+5", "#", "W3", "2"]
        draft.body["cells"] = lot.choices(codes, k=lot.choice([9, 16, 24, 32, 42, 64]))
        draft.body["turn"] = lot.randrange(3)
        draft.body["counters"] = {lot.choice(["quiet", "white_hand"]): lot.randrange(-2, 20)}


def _export_position(world: World, lot: random.Random, draft: Draft) -> None:
    _place(world, lot, draft)
    draft.body["format"] = lot.choice(["json", "pdn", "moves", "position", "svg", "zz"])


def _text(world: World, lot: random.Random, draft: Draft) -> None:
    texts = [*world.samples.pdn, "1. d d 2. e", "W:W21:B1", "Game: morris variant=six\na5"]
    draft.body = {"text": lot.choice(texts)}
    if lot.random() < 0.5:
        draft.body["game"] = lot.choice(world.samples.games)["name"]


def _begin(world: World, lot: random.Random, draft: Draft) -> None:
    _place(world, lot, draft)
    draft.body.pop("moves", None)
    if lot.random() < 0.4:
        engine = {"kind": "engine", "level": lot.choice(["easy", "1", "adaptive"])}
        if lot.random() < 0.1 and not draft.body.get("options"):
            draft.body["seats"] = [{"kind": "person", "name": "Anna"}, lot.choice([engine])]
        else:
            draft.body["seats"] = [{"kind": "person", "name": "Anna"}, {"kind": "person"}]
    if lot.random() < 0.4:
        draft.body["clock"] = lot.choice(["300", "300+5", "10/move", "300+5,10/move"])
    if lot.random() < 0.4:
        draft.body["takebacks"] = lot.choice(["free", "ask", "never"])
    if lot.random() < 0.02:
        draft.body["seats"] = [CHEAP_ENGINE, CHEAP_ENGINE]
        draft.body["options"] = {}
        draft.body.pop("position", None)


def _import(world: World, lot: random.Random, draft: Draft) -> None:
    kind = lot.choice(["record", "record", "text", "pdn"])
    if kind == "record":
        draft.body = {"record": copy.deepcopy(lot.choice(world.samples.records))}
    elif kind == "text":
        # Written as JSON when the request is sent, so that mutations reach the record inside.
        draft.body = {"text": Inner(copy.deepcopy(lot.choice(world.samples.records)))}
    else:
        draft.body = {"text": lot.choice(world.samples.pdn), "format": "pdn"}


def _review(world: World, lot: random.Random, draft: Draft) -> None:
    _import(world, lot, draft)
    if lot.random() < 0.3:
        draft.body = {"session": world.sitting(lot).id}
    draft.body["limit"] = {"nodes": 5}
    draft.body["words"] = lot.random() < 0.2


def _move(world: World, lot: random.Random, draft: Draft) -> None:
    sitting = next((one for one in world.sittings if one.id in draft.path), world.sittings[0])
    draft.body = {"move": lot.choice([*sitting.moves, "d", "4", "22-18"])}
    if lot.random() < 0.5:
        draft.headers.append(("Idempotency-Key", lot.choice(["1", "2", "key"])))
    if lot.random() < 0.2:
        draft.headers.append(("If-Match", f'"{sitting.version}"'))


def _action(*actions: str) -> Builder:
    def build(world: World, lot: random.Random, draft: Draft) -> None:
        draft.body = {"action": lot.choice(actions)}

    return build


def _player(world: World, lot: random.Random, draft: Draft) -> None:
    draft.body = {
        "player": lot.choice([0, 1]),
        "seat": lot.choice([{"kind": "person"}, CHEAP_ENGINE]),
    }


def _count(world: World, lot: random.Random, draft: Draft) -> None:
    draft.body = lot.choice([ABSENT, {}, {"count": 1}, {"count": 10_000}])


def _name(world: World, lot: random.Random, draft: Draft) -> None:
    draft.body = {"name": lot.choice(["Anna", "Ön", "x" * 80])}


def _hint(world: World, lot: random.Random, draft: Draft) -> None:
    rung = lot.choice([None, "nudge", "piece", "move", "line"])
    draft.body = {"rung": rung, "limit": SMALL_LIMIT}


def _explain(world: World, lot: random.Random, draft: Draft) -> None:
    draft.body = {"limit": SMALL_LIMIT}
    if lot.random() < 0.5:
        draft.body["move"] = lot.choice(["d", "4", "22-18", "a1"])


def _compare(world: World, lot: random.Random, draft: Draft) -> None:
    draft.body = {"mine": lot.choice(["d", "4", "22-18"]), "yours": "c", "limit": SMALL_LIMIT}


def _analyse(world: World, lot: random.Random, draft: Draft) -> None:
    _place(world, lot, draft)
    if lot.random() < 0.3:
        draft.body = {"session": world.sitting(lot).id}
    draft.body["limit"] = SMALL_LIMIT
    draft.body["lines"] = lot.choice([1, 3, "all"])
    if lot.random() < 0.3:
        draft.headers.append(("Prefer", "respond-async"))


def _batch(world: World, lot: random.Random, draft: Draft) -> None:
    _place(world, lot, draft)
    positions = [draft.body] * lot.choice([1, 2, 3])
    draft.body = {"positions": positions, "limit": SMALL_LIMIT, "lines": lot.choice([1, "all"])}


def _tree(world: World, lot: random.Random, draft: Draft) -> None:
    _place(world, lot, draft)
    draft.body["depth"] = lot.choice([1, 2])
    draft.body["pruning"] = lot.random() < 0.5


def _counts(world: World, lot: random.Random, draft: Draft) -> None:
    _place(world, lot, draft)
    draft.body["depth"] = lot.choice([1, 2])


def _playouts(world: World, lot: random.Random, draft: Draft) -> None:
    _place(world, lot, draft)
    draft.body["playouts"] = lot.choice([1, 5])


def _lesson_tree(world: World, lot: random.Random, draft: Draft) -> None:
    draft.body = {"pruning": lot.random() < 0.5, "events": lot.random() < 0.5}


def _game(world: World, lot: random.Random, draft: Draft) -> None:
    path = draft.path.removesuffix("/rules")
    game = next((one for one in world.samples.games if path.endswith(one["name"])), None)
    if game is not None:
        draft.query = [(name, str(value)) for name, value in options_of(game, lot).items()]


def _export(world: World, lot: random.Random, draft: Draft) -> None:
    draft.query = lot.choice([[], [("format", "json")], [("format", "pdn")]])


def _stream(world: World, lot: random.Random, draft: Draft) -> None:
    if "sessions" in draft.path and lot.random() < 0.5:
        draft.query = [("events", "changes")]
    if lot.random() < 0.5:
        draft.headers.append(("Last-Event-ID", lot.choice(["0", "1", "999999999"])))


def _tournament(world: World, lot: random.Random, draft: Draft) -> None:
    kinds = [{"kind": "person", "name": "Anna"}, {"kind": "engine", "level": "1"}]
    draft.body = {
        "game": "tictactoe",
        "format": lot.choice(["round-robin", "double-round-robin", "knock-out"]),
        "contestants": lot.choices(kinds, k=lot.choice([3, 5, 16])),
        "clock": lot.choice([None, "300"]),
    }


def _horses_new(world: World, lot: random.Random, draft: Draft) -> None:
    draft.body = {"difficulty": "beginner", "ending": lot.choice(["first", "both", None])}


def _horses_state(world: World, lot: random.Random, draft: Draft) -> None:
    state = copy.deepcopy(lot.choice(world.samples.horses))
    draft.body = {"game_state": state}
    if draft.path.endswith("/move"):
        row, column = state["black_knight"]
        step = lot.choice([(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)])
        draft.body["move"] = [row + step[0], column + step[1]]
    if draft.path.endswith("valid-moves"):
        draft.body["knight"] = lot.choice(["white", "black", None])


@dataclass
class Inner:
    """JSON that is sent as a text inside JSON."""

    value: Any


_ONE = f"{V1}/sessions/{{session_id}}"
_BUILDERS: dict[str, Builder] = {
    f"{V1}/games/{{name}}": _game,
    f"{V1}/games/{{name}}/rules": _game,
    f"{V1}/positions": _place,
    f"{V1}/positions/why-not": _why_not,
    f"{V1}/positions/setup": _set_up,
    f"{V1}/positions/export": _export_position,
    f"{V1}/texts": _text,
    f"{V1}/sessions": _begin,
    f"{V1}/sessions/import": _import,
    f"{_ONE}/events": _stream,
    f"{_ONE}/export": _export,
    f"{_ONE}/seat": _name,
    f"{_ONE}/moves": _move,
    f"{_ONE}/undo": _count,
    f"{_ONE}/redo": _count,
    f"{_ONE}/takeback": _action("request", "accept", "decline"),
    f"{_ONE}/draw": _action("offer", "accept", "decline"),
    f"{_ONE}/players": _player,
    f"{_ONE}/rematch": _action("offer", "accept", "decline", "withdraw"),
    f"{_ONE}/hint": _hint,
    f"{_ONE}/explain": _explain,
    f"{_ONE}/compare": _compare,
    f"{V1}/analyses": _analyse,
    f"{V1}/analyses/batch": _batch,
    f"{V1}/analyses/{{analysis_id}}/events": _stream,
    f"{V1}/reviews": _review,
    f"{V1}/trees": _tree,
    f"{V1}/trees/counts": _counts,
    f"{V1}/trees/playouts": _playouts,
    f"{V1}/lessons/{{lesson_id}}/tree": _lesson_tree,
    f"{V1}/positions/knowledge": _place,
    f"{V1}/reviews/{{review_id}}/events": _stream,
    f"{V1}/tournaments/{{tournament_id}}/events": _stream,
    f"{V1}/tournaments": _tournament,
    "/api/game/new": _horses_new,
    "/api/game/move": _horses_state,
    "/api/game/machine-move": _horses_state,
    "/api/game/valid-moves": _horses_state,
}
