"""The shape of the project: layers, exports, imports, messages."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import kibitz
from kibitz._renamed_modules import RENAMED
from kibitz.core.errors import KibitzError
from kibitz.core.messages import catalogue, register
from kibitz.games.registry import ALIASES
from kibitz.teaching.claim_messages import PREDICATES
from kibitz.teaching.explanations.claims import MEANINGS
from tests.idiom import idioms

SOURCE = Path(kibitz.__file__).parent
LAYERS = [
    "core",
    "compiling",
    "games",
    "search",
    "testing",
    "tables",
    "engine",
    "session",
    "client",
    "match",
    "training",
    "teaching",
    "adapters",
    "smart_horses",
    "textbook",
    "grading",
    "server",
    "cli",
]


def modules() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def name_of(path: Path) -> str:
    parts = ("kibitz", *path.relative_to(SOURCE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported_modules(path: Path, names: set[str]) -> set[str]:
    """The modules that `path` imports, type-checking and late imports included."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom):
            for name in node.names:
                submodule = f"{node.module}.{name.name}"
                found.add(submodule if submodule in names else str(node.module))
        elif isinstance(node, ast.Import):
            found.update(name.name for name in node.names)
    return found & names


def test_no_modules_import_each_other_in_a_ring() -> None:
    names = {name_of(path) for path in modules()}
    graph = {name_of(path): imported_modules(path, names) - {name_of(path)} for path in modules()}
    TopologicalSorter(graph).prepare()


def layer_of(parts: tuple[str, ...]) -> int | None:
    first = parts[0].removesuffix(".py") if parts else ""
    return LAYERS.index(first) if first in LAYERS else None


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_layer_imports_only_from_those_above_it(path: Path) -> None:
    own = layer_of(path.relative_to(SOURCE).parts)
    if own is None:
        return
    for name in imports(path):
        parts = tuple(name.split("."))
        other = layer_of(parts[1:]) if parts[0] == "kibitz" else None
        assert other is None or other <= own, f"{path} imports {name}"


def test_the_page_draws_the_layers_in_this_order() -> None:
    page = (SOURCE.parent.parent / "docs" / "architecture.md").read_text()
    drawing = page.partition("```\n")[2].partition("```")[0]
    places = [match.start() for layer in LAYERS if (match := re.search(rf"\b{layer}\b", drawing))]
    assert len(places) == len(LAYERS)
    drawn = [drawing.count("│", 0, place) for place in places]
    assert drawn == sorted(drawn)


# What reads a move that a person, a file or a function of a user wrote. All else has numbers.
_READS_MOVES = {
    "adapters/port.py",
    "cli/arguments.py",
    "cli/play.py",
    "core/rules_text.py",
    "core/text.py",
    "engine/book_building.py",
    "match/players.py",
    "server/requested_positions.py",
    "session/plain_text.py",
    "session/reading.py",
    "session/timeline.py",
    "smart_horses/game_state.py",
    "teaching/explanations/explaining.py",
    "testing/appearance.py",
}


def test_moves_are_parsed_only_where_text_comes_in() -> None:
    parsers = {f"kibitz.core.text.{name}" for name in ("parse_move", "resolve_move")}
    places = {
        path.relative_to(SOURCE).as_posix()
        for path in modules()
        if parsers & set(imports(path)) and "games" not in path.parts
    }
    assert places | {"core/text.py"} == _READS_MOVES


def test_no_module_imports_the_root_package() -> None:
    """It loads the public names, so that every module would be part of one ring of imports."""
    for path in modules():
        names = set(imports(path)) if path.parent != SOURCE else set()
        assert not any(re.fullmatch(r"kibitz(\.__\w+__)?", name) for name in names), path


# What may name games, and which.
_OWN_PLACES = (
    "games/",
    "tables/morris/",
    "tables/draughts/",
    "server/smart_horses/",
    "smart_horses/",
)
_MAY_NAME = {
    "_renamed_modules.py": {"connect4", "morris", "horses"},
    "server/app.py": {"horses"},  # mounts the Smart Horses API, like the next three
    "server/pages.py": {"horses"},
    "server/problems.py": {"horses"},
    "server/services.py": {"horses"},
    "tables/solver_registry.py": {"draughts", "morris"},  # registers their solvers
}


def names_in_code(path: Path) -> Iterator[str]:
    """Identifiers and texts of a module, but for its docstrings."""
    tree = ast.parse(path.read_text())
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if id(node) in docstrings:
            continue
        for _, value in ast.iter_fields(node):
            yield from (
                one
                for one in (value if isinstance(value, list) else [value])
                if isinstance(one, str)
            )


def game_pattern() -> re.Pattern[str]:
    """Every name, other name and title of the games that Kibitz ships with."""
    found = {*kibitz.names(), *ALIASES, *(kibitz.game(name).title for name in kibitz.names())}
    words = ("[ _-]?".join(re.split("[ _-]", one.casefold())) for one in sorted(found))
    return re.compile(rf"(?<![a-z])({'|'.join(words)})(?![a-z])", re.IGNORECASE)


def test_only_games_and_what_is_made_for_them_name_games() -> None:
    pattern = game_pattern()
    assert {match[0] for match in pattern.finditer("Connect Four, tic_tac_toe, morris_9")} == {
        "Connect Four",
        "tic_tac_toe",
        "morris",
    }
    found: dict[str, set[str]] = {}
    for path in modules():
        place = path.relative_to(SOURCE).as_posix()
        if not place.startswith(_OWN_PLACES):
            named = {match[0] for text in names_in_code(path) for match in pattern.finditer(text)}
            if named:
                found[place] = {name.casefold().replace("smart_", "") for name in named}
    assert {place: names - _MAY_NAME.get(place, set()) for place, names in found.items()} == {
        place: set() for place in found
    }
    assert _MAY_NAME.keys() <= found.keys(), "an exception that nothing needs"


def test_one_module_knows_where_the_users_folders_are() -> None:
    known = re.compile(r"XDG_\w+|LOCALAPPDATA|~?/Library/|\.local/|~/\.cache")
    places = {
        path.relative_to(SOURCE).as_posix()
        for path in modules()
        if any(known.search(text) for text in names_in_code(path))
    }
    assert places == {"core/folders.py"}


def test_only_the_compiling_package_imports_numba() -> None:
    for path in modules():
        if "numba" in {name.split(".")[0] for name in imports(path)}:
            assert "compiling" in path.parts, path


def test_importing_kibitz_imports_neither_numba_nor_numpy(run_python: object) -> None:
    assert callable(run_python)
    run = run_python("import sys, kibitz, kibitz.cli.main; print(*sys.modules)")
    loaded = set(run.stdout.split())
    assert run.returncode == 0, run.stderr
    assert not loaded & {"numba", "numpy", "llvmlite"}


def test_the_public_names_are_sorted_and_exist() -> None:
    constants = sorted(name for name in kibitz.__all__ if name.isupper())
    classes = sorted(name for name in kibitz.__all__ if name[0].isupper() and not name.isupper())
    functions = sorted(name for name in kibitz.__all__ if name[0].islower())
    assert kibitz.__all__ == constants + classes + functions
    for name in kibitz.__all__:
        assert getattr(kibitz, name) is not None
    public = {name for name in vars(kibitz) if not name.startswith("_")}
    submodules = {path.stem for path in SOURCE.iterdir()}
    assert public - submodules <= set(kibitz.__all__)


def sentences() -> dict[Path, dict[str, str]]:
    """The codes and texts of every layer, by the folder that registers them."""
    found: dict[Path, dict[str, str]] = {}
    for path in modules():
        if path.stem.endswith("_messages"):
            folder = path.parent.relative_to(SOURCE)
            own = importlib.import_module(".".join(("kibitz", *folder.parts, path.stem)))
            texts = {**getattr(own, "PREDICATES", {}), **own.SENTENCES}
            found[folder] = {**found.get(folder, {}), **texts}
    return found


def uses() -> dict[str, set[Path]]:
    """The modules that use each message code."""
    found: dict[str, set[Path]] = {}
    for path in modules():
        text = path.read_text()
        for match in re.finditer(r'(?:Error|_move_cursor|message)\(\s*"([a-z_]+)"', text):
            found.setdefault(match.group(1), set()).add(path.relative_to(SOURCE))
    return found


def test_every_message_code_in_the_source_has_its_sentence() -> None:
    used = set(uses()) - {"kibitz"}
    registered = {code for texts in sentences().values() for code in texts}
    assert used == registered
    assert registered == set(catalogue())


def test_a_message_is_registered_by_the_layer_that_uses_it_or_one_below() -> None:
    used = uses()
    for folder, texts in sentences().items():
        owner = layer_of(folder.parts)
        assert owner is not None
        for code in texts:
            for path in used[code]:
                user = layer_of(path.parts)
                is_inside = path.is_relative_to(folder)
                assert is_inside or (user is not None and user > owner), f"{code} in {path}"


def test_two_layers_never_have_the_same_code() -> None:
    codes = [code for texts in sentences().values() for code in texts]
    assert len(codes) == len(set(codes))
    with pytest.raises(ValueError, match="bad_setting"):
        register({"bad_setting": "Another sentence."})
    register({"bad_setting": catalogue()["bad_setting"]})


def test_messages_are_sentences() -> None:
    for code, text in catalogue().items():
        if code not in PREDICATES:
            first = text.split("\n")[0]
            assert first.endswith("."), code
            assert text[0].isupper() or text[0] == "{", code


def test_predicates_follow_a_move() -> None:
    for code, text in PREDICATES.items():
        assert text[0].islower(), code
        assert not text.endswith("."), code
        assert set(MEANINGS) >= {code}


def test_messages_are_plain_english() -> None:
    for code, text in catalogue().items():
        assert not idioms(text), code


def test_core_names_no_game_and_no_command() -> None:
    for code, text in sentences()[Path("core")].items():
        assert not re.search(r"knight|morris|draughts|/api/|`kibitz |--[a-z]", text), code


def test_the_tree_drawn_in_errors_is_the_tree() -> None:
    import kibitz.core.errors as errors

    drawn = re.findall(r"(\w+Error)\b", (errors.__doc__ or "").split("KibitzWarning")[0])
    defined = [
        name
        for name, value in vars(errors).items()
        if isinstance(value, type) and issubclass(value, KibitzError)
    ]
    assert set(defined) == set(drawn) - {"ValueError"}


def test_errors_can_be_sent_between_processes() -> None:
    import pickle

    error = kibitz.LimitError("bad_limit", name="depth", value=0, expected="more")
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.code, type(copy)) == (str(error), "bad_limit", kibitz.LimitError)


def test_modules_are_short() -> None:
    for path in modules():
        assert len(path.read_text().splitlines()) <= 400, path


def test_modules_of_the_same_name_are_counterparts() -> None:
    """A part of a game has the name of its part of the contract, a command that of its layer."""
    places: dict[str, set[str]] = {}
    for path in modules():
        if path.stem not in ("__init__", "__main__"):
            parts = path.relative_to(SOURCE).parts
            is_game = parts[0] == "games" and len(parts) > 2
            place = "game" if is_game else "cli" if parts[0] == "cli" else "/".join(parts[:-1])
            places.setdefault(path.stem, set()).add(place)
    others = {stem: found - {"game", "cli"} for stem, found in places.items()}
    repeated = {stem: found for stem, found in others.items() if len(found) > 1}
    of_one_game = {"tables", "tables/morris", "tables/draughts"}  # the same steps for each
    assert {stem: found for stem, found in repeated.items() if not found <= of_one_game} == {}
    assert "memory_tables" in repeated


@pytest.mark.parametrize("name", RENAMED)
def test_the_old_name_of_a_module_fails_with_the_new_one(name: str) -> None:
    with pytest.raises(ModuleNotFoundError, match=re.escape(RENAMED[name])):
        importlib.import_module(name)
    assert importlib.util.find_spec(RENAMED[name]) is not None
