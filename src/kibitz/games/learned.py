"""Learned evaluations of games, in files.

An evaluation named NAME is two files: NAME.json, which says what it looks at, and NAME.npy, its
weights, which are mapped into memory. They are in a folder for the game and its options, within the
folder of a user's data, or within Kibitz for the evaluations that it ships.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from kibitz.core.contract import Game
from kibitz.core.documents import parse_json
from kibitz.core.errors import KibitzError, RecordError
from kibitz.core.evaluation import Evaluation
from kibitz.core.files import read_text, replace_text
from kibitz.core.folders import data_folder
from kibitz.core.weights import WeightedRule, Weights
from kibitz.games.pattern_evaluation import PatternSpec, pattern_evaluation

FORMAT = "kibitz-learned"
VERSION = 1
VARIABLE = "KIBITZ_LEARNED"
USUAL = "learned"  # the evaluation that is used unless another is named

_SHIPPED = Path(__file__).parent / "learned_data"
_NAME = re.compile(r"[a-z0-9][a-z0-9_.-]{0,63}")


def learned_folder() -> Path:
    """The folder of a user's learned evaluations; `KIBITZ_LEARNED` names another one."""
    return data_folder(VARIABLE, "learned")


def game_folder(game: Game, folder: Path | None = None) -> Path:
    """The folder of the learned evaluations of `game` and its options."""
    usual = {option.name: option.default for option in game.options}
    parts = [game.name]
    parts += [
        f"{name}-{value}"
        for name, value in sorted(game.settings.items())
        if value != usual.get(name) or name == "variant"
    ]
    safe = (re.sub(r"[^A-Za-z0-9_-]", "_", part) for part in parts)
    return (learned_folder() if folder is None else folder) / ".".join(safe)


def learned_files(game: Game) -> dict[str, Path]:
    """The learned evaluations of `game` by name. A user's own take precedence."""
    found: dict[str, Path] = {}
    for base in (_SHIPPED, learned_folder()):
        folder = game_folder(game, base)
        if folder.is_dir():
            found.update({path.stem: path for path in _specifications(folder)})
    return found


def _specifications(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.glob("*.json")):
        if _NAME.fullmatch(path.stem) and path.with_suffix(".npy").is_file():
            yield path


def read_learned(game: Game, path: Path) -> Evaluation:
    """The evaluation in a file: patterns, or weights of an evaluation of the game.

    Raises RecordError if it is damaged or for another game.
    """
    source = repr(str(path))
    try:
        values = parse_json(read_text(path))
    except ValueError:
        values = None
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        raise RecordError("no_learned_evaluation", source=source)
    if values.get("version") != VERSION:
        found, known = repr(values.get("version")), VERSION
        raise RecordError("learned_from_future", source=source, version=found, known=known)
    if values.get("game") != game.name or values.get("rules") != game.version:
        rules = f"{values.get('game')!r}, version {values.get('rules')!r}"
        raise RecordError("learned_for_other_rules", source=source, rules=rules, game=game.name)
    try:
        weights = Weights(path.with_suffix(".npy"))
        if "weights_of" in values:
            return tuned_evaluation(game, values["weights_of"], weights)
        spec = PatternSpec.from_dict(values["patterns"])
        if len(weights) != spec.size:
            raise ValueError(f"it has {len(weights)} weights, not {spec.size}")
        return pattern_evaluation(game, spec, weights)
    except (KeyError, TypeError, ValueError, IndexError, KibitzError) as problem:
        raise RecordError("learned_damaged", source=source, problem=problem) from None


def tuned_evaluation(game: Game, name: str, weights: Weights) -> Evaluation:
    """An evaluation of `game` with other weights; its default one if `name` is empty.

    Raises ValueError if it has another number of weights, or none.
    """
    base = game.judged_by(name) if name else game
    rule, explain = base.evaluate, base.explain
    if not isinstance(rule, WeightedRule) or len(rule.weights) != len(weights):
        raise ValueError(f"the evaluation {name!r} does not have {len(weights)} weights")
    own = explain.function if isinstance(explain, WeightedRule) else explain
    return Evaluation(rule.function, own, base.mirrored, weights)


def write_learned(
    game: Game, name: str, spec: PatternSpec, weights: Any, facts: Mapping[str, Any]
) -> Path:
    """Write an evaluation by patterns; `facts` say how it was made. Returns the path."""
    return _write(game, name, {"made": dict(facts), "patterns": spec.as_dict()}, weights, "int16")


def write_tuned(
    game: Game, name: str, weights_of: str, weights: Any, facts: Mapping[str, Any]
) -> Path:
    """Write other weights of the evaluation `weights_of`. Returns the path."""
    return _write(game, name, {"made": dict(facts), "weights_of": weights_of}, weights, "int32")


def _write(game: Game, name: str, document: dict[str, Any], weights: Any, element: str) -> Path:
    import numpy as np

    place = game_folder(game)
    place.mkdir(parents=True, exist_ok=True)
    path = place / f"{name}.json"
    part = place / f"{name}.{os.getpid()}.part.npy"
    np.save(part, np.asarray(weights, element))
    os.replace(part, path.with_suffix(".npy"))
    first = {
        "format": FORMAT,
        "version": VERSION,
        "game": game.name,
        "rules": game.version,
        "settings": dict(game.settings),
    }
    replace_text(path, json.dumps({**first, **document}) + "\n")
    return path


def with_learned(game: Game) -> Game:
    """`game` with its learned evaluations, by their names; the game itself if it has none."""
    if game.players != 2 or not game.has_integer_states():
        return game
    files = learned_files(game)
    stamps = tuple((name, str(path), path.stat().st_mtime_ns) for name, path in files.items())
    return _with_files(game, stamps) if stamps else game


@lru_cache(maxsize=64)  # always the same object, because compiled code is cached per object
def _with_files(game: Game, files: tuple[tuple[str, str, int], ...]) -> Game:
    found = dict(game.evaluations)
    for name, path, _ in files:
        found[name] = read_learned(game, Path(path))
    return replace(game, evaluations=found)


def judged(game: Game, evaluation: str) -> Game:
    """`game` with another of its evaluations, which may be a learned one."""
    found = game if evaluation in game.evaluations else with_learned(game)
    return found.judged_by(evaluation)
