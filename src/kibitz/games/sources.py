"""Users' Python files: games and players, loaded with the sibling modules they import.

Two files, such as two versions of a player, may each import a module of the same name from their
own folder. Python caches modules by name only, so loading a file unloads any sibling of the same
name that came from another folder.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from hashlib import sha256
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from kibitz.core.errors import KibitzError, RecordError, UnknownGameError

_NEVER_SIBLINGS = {*sys.stdlib_module_names, "kibitz"}
_folders: dict[Path, None] = {}  # folders of the loaded files, in order of use
_siblings: dict[str, Sibling] = {}  # siblings of the loaded files, by name; the latest wins


class Sibling(NamedTuple):
    """A module in the same folder as a file that imports it, directly or through another."""

    place: Path  # its file, or the folder of a package
    is_late: bool  # imported inside a function, not when the file is loaded

    def files(self) -> list[Path]:
        """Its Python files."""
        return sorted(self.place.rglob("*.py")) if self.place.is_dir() else [self.place]


def load_source(path: str) -> ModuleType:
    """Run a Python file, even if already loaded, and return the module; output goes to stderr."""
    if not _is_file(path):
        raise UnknownGameError("game_file_missing", path=path)
    file = Path(path).resolve()
    _unload_clashing(path, file)
    module_name = f"{file.stem}_{sha256(str(file).encode()).hexdigest()[:8]}"
    module = ModuleType(module_name)
    module.__file__ = str(file)
    sys.modules[module_name] = module
    try:
        with redirect_stdout(sys.stderr):
            # Not imported, because Python would reuse bytecode after an edit in the same second.
            exec(compile(file.read_bytes(), str(file), "exec"), module.__dict__)  # noqa: S102 - the user asked for it
    except KibitzError:
        raise
    except (Exception, SystemExit) as problem:
        where = "" if isinstance(problem, SyntaxError) else _line_of(problem, file)
        text = f"{type(problem).__name__}: {problem}{where}"
        raise UnknownGameError("game_file_broken", path=path, problem=text) from problem
    return module


def _line_of(problem: BaseException, file: Path) -> str:
    """The line of the file that raised the exception; empty if none did."""
    found = ""
    trace = problem.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(file):
            found = f" ({file.name}, line {trace.tb_lineno})"
        trace = trace.tb_next
    return found


def _is_file(path: str) -> bool:
    """Whether the file exists; False for a string that cannot be a path."""
    try:
        return Path(path).is_file()
    except (OSError, ValueError):
        return False


def source_files(path: str) -> list[str]:
    """The file itself and the files of the siblings that it imports."""
    found = [one for sibling in siblings(Path(path)).values() for one in sibling.files()]
    return [path, *sorted(str(one) for one in found)]


def file_digest(path: str) -> str:
    """A hash of the file's content."""
    try:
        return sha256(Path(path).read_bytes()).hexdigest()[:16]
    except OSError as problem:
        reason = problem.strerror or str(problem)
        raise RecordError("record_unreadable", source=repr(path), problem=reason) from None


def siblings(file: Path) -> dict[str, Sibling]:
    """The siblings that a file imports, directly or indirectly, by name."""
    found: dict[str, Sibling] = {}
    pending = [file]
    while pending:
        for name, is_late in _imports(pending.pop()):
            place = None if name in _NEVER_SIBLINGS else _place(file.parent, name)
            if place is None or place == file:
                continue
            known = found.get(name)
            if known is None:
                found[name] = Sibling(place, is_late)
                pending += found[name].files()
            elif is_late and not known.is_late:
                found[name] = Sibling(place, True)
    return found


def _unload_clashing(path: str, file: Path) -> None:
    """Unload other files' siblings that share a name with a sibling of `file`."""
    own = siblings(file)
    for name, sibling in own.items():
        other = _siblings.get(name, sibling)
        if other.place != sibling.place:
            if other.is_late or sibling.is_late:
                places = f"{str(other.place)!r} and {str(sibling.place)!r}"
                raise UnknownGameError("neighbours_clash", path=path, name=name, places=places)
            for loaded in [key for key in sys.modules if key.split(".")[0] == name]:
                if _is_sibling(sys.modules[loaded]):
                    del sys.modules[loaded]
    _siblings.update(own)
    _folders.pop(file.parent, None)
    _folders[file.parent] = None
    if SiblingFinder not in sys.meta_path:
        sys.meta_path.insert(0, SiblingFinder)


class SiblingFinder:
    """Finds modules in the folders of loaded files, the latest first.

    Those folders are not in `sys.path`, where a file named like a module of Python's standard
    library, such as `random.py`, would replace it for Python, Numba and Kibitz.
    """

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module `name` of the top level; None if no folder has it."""
        if path is not None or name in _NEVER_SIBLINGS:
            return None
        return PathFinder.find_spec(name, [str(folder) for folder in reversed(_folders)], target)


def _is_sibling(module: ModuleType) -> bool:
    """Whether a module comes from the folder of a loaded file."""
    origin = getattr(module, "__file__", None) or next(iter(getattr(module, "__path__", ())), "")
    return any(folder in Path(origin).parents for folder in _folders)


def _place(folder: Path, name: str) -> Path | None:
    """The path of the module `name` in a folder; like Python, prefers a package to a file."""
    if (folder / name / "__init__.py").is_file():
        return folder / name
    if (folder / f"{name}.py").is_file():
        return folder / f"{name}.py"
    return folder / name if (folder / name).is_dir() else None


def _imports(file: Path) -> Iterator[tuple[str, bool]]:
    """The modules that a file imports, and whether inside a function; none on a syntax error."""
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
