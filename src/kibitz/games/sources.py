"""Users' Python files: games and players, loaded with the modules in their folders.

Two files, such as two versions of one player, may each import a module of the same name from their
own folders. Python keeps modules by name alone, so each file gets its own ones when it is loaded.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from kibitz.core.errors import KibitzError, RecordError, UnknownGameError

_ELSEWHERE = {*sys.stdlib_module_names, "kibitz"}  # never taken from beside a file
_folders: set[Path] = set()  # of the files that were loaded
_beside: dict[str, Neighbour] = {}  # the modules beside them, by name: those loaded last


class Neighbour(NamedTuple):
    """A module in the folder of a file that imports it, directly or by way of another."""

    place: Path  # its file, or the folder of a package
    is_late: bool  # imported within a function, not when the file is loaded

    def files(self) -> list[Path]:
        """The Python files that it consists of."""
        return sorted(self.place.rglob("*.py")) if self.place.is_dir() else [self.place]


def load_source(path: str) -> ModuleType:
    """The module in a Python file, newly loaded; what it prints goes to standard error."""
    if not _is_file(path):
        raise UnknownGameError("game_file_missing", path=path)
    file = Path(path).resolve()
    _make_way(path, file)
    module_name = f"{file.stem}_{sha256(str(file).encode()).hexdigest()[:8]}"
    module = ModuleType(module_name)
    module.__file__ = str(file)
    sys.modules[module_name] = module
    try:
        with redirect_stdout(sys.stderr):
            # Not imported: Python would take bytecode of the same second for the edited file's.
            exec(compile(file.read_bytes(), str(file), "exec"), module.__dict__)  # noqa: S102 - the user asked for it
    except KibitzError:
        raise
    except (Exception, SystemExit) as problem:
        raise UnknownGameError(
            "game_file_broken", path=path, problem=f"{type(problem).__name__}: {problem}"
        ) from problem
    return module


def _is_file(path: str) -> bool:
    """Whether there is a file; False for a text that cannot be a path."""
    try:
        return Path(path).is_file()
    except (OSError, ValueError):
        return False


def source_files(path: str) -> list[str]:
    """The files that a Python file consists of: itself, and what it imports from beside it."""
    found = [one for neighbour in neighbours(Path(path)).values() for one in neighbour.files()]
    return [path, *sorted(str(one) for one in found)]


def file_digest(path: str) -> str:
    """A hash of the bytes of a file, which changes when it is edited."""
    try:
        return sha256(Path(path).read_bytes()).hexdigest()[:16]
    except OSError as problem:
        reason = problem.strerror or str(problem)
        raise RecordError("record_unreadable", source=repr(path), problem=reason) from None


def neighbours(file: Path) -> dict[str, Neighbour]:
    """The modules beside a file that it imports, directly or by way of each other, by name."""
    found: dict[str, Neighbour] = {}
    pending = [file]
    while pending:
        for name, is_late in _imports(pending.pop()):
            place = None if name in _ELSEWHERE else _place(file.parent, name)
            if place is None or place == file:
                continue
            known = found.get(name)
            if known is None:
                found[name] = Neighbour(place, is_late)
                pending += found[name].files()
            elif is_late and not known.is_late:
                found[name] = Neighbour(place, True)
    return found


def _make_way(path: str, file: Path) -> None:
    """Let `file` find its own neighbours, where others had some of the same names."""
    own = neighbours(file)
    for name, neighbour in own.items():
        other = _beside.get(name, neighbour)
        if other.place != neighbour.place:
            if other.is_late or neighbour.is_late:
                places = f"{str(other.place)!r} and {str(neighbour.place)!r}"
                raise UnknownGameError("neighbours_clash", path=path, name=name, places=places)
            for loaded in [key for key in sys.modules if key.split(".")[0] == name]:
                if _is_beside(sys.modules[loaded]):
                    del sys.modules[loaded]
    _beside.update(own)
    _folders.add(file.parent)
    folder = str(file.parent)
    sys.path[:] = [folder, *(one for one in sys.path if one != folder)]


def _is_beside(module: ModuleType) -> bool:
    """Whether a module stands beside a file that was loaded, and is not of Python itself."""
    origin = getattr(module, "__file__", None) or next(iter(getattr(module, "__path__", ())), "")
    return any(folder in Path(origin).parents for folder in _folders)


def _place(folder: Path, name: str) -> Path | None:
    """Where the module `name` stands in a folder: Python prefers the package to the file."""
    if (folder / name / "__init__.py").is_file():
        return folder / name
    if (folder / f"{name}.py").is_file():
        return folder / f"{name}.py"
    return folder / name if (folder / name).is_dir() else None


def _imports(file: Path) -> Iterator[tuple[str, bool]]:
    """The modules that a file imports, and whether within a function; none where it is broken."""
    try:
        pending: list[tuple[ast.AST, bool]] = [(ast.parse(file.read_bytes()), False)]
    except (OSError, ValueError, SyntaxError, RecursionError):
        return
    while pending:
        node, is_late = pending.pop()
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name.split(".")[0], is_late
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module.split(".")[0], is_late
        is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        pending += [(child, is_late or is_function) for child in ast.iter_child_nodes(node)]
