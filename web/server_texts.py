"""Collects every text that the server sends to the web app, for its translations.

`messages` are the sentences of the server by code; those of a game have its name before the code.
`words` are what has no code: names of sides, pieces, options and levels, and parts of sentences.
`build_app.py types` writes both to src/strings/server.json.
"""

from __future__ import annotations

import importlib
import itertools
import json
import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from types import ModuleType

from kibitz.core.contract import Game
from kibitz.core.errors import KibitzError
from kibitz.core.vocabulary import Phrases
from kibitz.engine.levels import levels
from kibitz.games.registry import game, names, shipped
from kibitz.teaching.descriptions import ACROSS, DOWN

# The layers whose sentences reach the web app.
_LAYERS = tuple(
    f"kibitz.{layer}" for layer in ("core", "engine", "games", "session", "teaching", "server")
)
_MOST_VALUES = 40  # of an option whose values may change names
_COUNTED = ("a {what}", "{count} {what}", "1 {what}", "{one} and {other}")
# Parts of sentences that the engine, hints and explanations put together from numbers.
_PHRASES = (
    "wins in {plies}",
    "loses in {plies}",
    "draws",
    "proven",
    "table",
    "sampled",
    "depth {depth}",
    "sampled, {low} to {high}",
    "immediately",
    "by force",
    "by force in {plies} plies",
    "with the next move",
    "a win",
    "a draw",
    "a loss",
    "no reply prevents it",
    "{answers} of {replies} replies prevents it",
    "{answers} of {replies} replies prevent it",
    "at the left or right edge",
    "away from the left and right edges",
    "at the top or bottom edge",
    "away from the top and bottom edges",
    *ACROSS,
    *DOWN,
    *(f"{across}, {down}" for across, down in itertools.product(ACROSS, DOWN)),
    "line",
    "lines",
    "stone",
    "stones",
    "rules",
    "repetition",
    "clock",
    "adapts to your strength",
    "red",
    "blue",
    "green",
    "yellow",
    "white",
    "black",
)


def server_texts() -> str:
    """The texts as JSON."""
    messages = {
        code: text
        for layer in _LAYERS
        for module in _modules(layer)
        if module.__name__.endswith("_messages")
        for table in ("SENTENCES", "PREDICATES")
        for code, text in getattr(module, table, {}).items()
    }
    words = {*_PHRASES, *_COUNTED}
    for name in names():
        for module in _modules_of_game(name):
            messages |= {f"{name}.{code}": text for code, text in _sentences(module).items()}
            words |= {*_constants(module)}
        for variant in _variants(game(name)):
            words |= {word for word in _words(variant) if _is_word(word)}
    found = {"messages": dict(sorted(messages.items())), "words": sorted(words)}
    return json.dumps(found, indent=1, ensure_ascii=False) + "\n"


def _modules(package: str) -> Iterator[ModuleType]:
    """A package and its modules, without those of packages within it."""
    found = importlib.import_module(package)
    yield found
    for module in pkgutil.iter_modules(found.__path__, f"{package}."):
        if not module.ispkg:
            yield importlib.import_module(module.name)


def _modules_of_game(name: str) -> Iterator[ModuleType]:
    """The modules of a game, and those that it shares with others."""
    found = list(_modules(f"kibitz.games.{name}"))
    yield from found
    used = {getattr(value, "__module__", "") for one in found for value in vars(one).values()}
    yield from (one for one in _modules("kibitz.games") if one.__name__ in used)


def _sentences(module: ModuleType) -> Mapping[str, str]:
    """The sentences of a game in a module: why moves are illegal, what is wrong with positions that
    are set up, facts about moves, and nudges.
    """
    phrases = getattr(module, "PHRASES", None)
    table = phrases.table if isinstance(phrases, Phrases) else {}
    return {
        **getattr(module, "REASONS", {}),
        **getattr(module, "PROBLEMS", {}),
        **{code: text for code, (text, _) in table.items()},
        **{f"nudge_{code}": text for code, text in getattr(module, "NUDGES", {}).items()},
    }


def _constants(module: ModuleType) -> Iterable[str]:
    """The words in a module: how games end, and the reasons why other captures are mandatory."""
    return (*getattr(module, "ENDINGS", ()), *getattr(module, "PRECEDENCE", {}).values())


def _variants(base: Game) -> Iterator[Game]:
    """A game with every value of every option, one at a time."""
    yield base
    for option in base.options:
        for value in [*option.choices][:_MOST_VALUES]:
            try:
                yield shipped(base.name, {option.name: value})
            except KibitzError:
                continue  # this value needs others


def _words(variant: Game) -> Iterator[str]:
    """The words of a game."""
    yield from (variant.title, variant.family, *variant.sides)
    for option in variant.options:
        yield from (option.title, option.name.replace("_", " "), option.help)
        yield from option.labels.values()
        yield from (value for value in option.choices if isinstance(value, str))
    for level in levels(variant):
        yield from (level.name, level.title)
    state = variant.initial(1)
    if variant.explain is not None:
        yield from variant.explain(state, 0)
    if variant.vocabulary is not None:
        yield from variant.vocabulary.pieces
    board = variant.geometry
    if board is None:
        return
    for piece in board.pieces:
        yield from (piece.name, piece.name.split(" ")[-1])
    for count in board.counts(state) if board.counts else []:
        yield from count
    if board.setup is not None:
        yield from (content.name for content in board.setup.contents)
        yield from (one.title for one in board.setup.counters if one.kind != "flag")


def _is_word(text: str) -> bool:
    """Whether a text means something in a language, unlike X, 10 or ``."""
    return sum(letter.isalpha() for letter in text) > 1
