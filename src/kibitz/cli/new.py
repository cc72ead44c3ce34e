"""`kibitz new`: a folder with a complete game to start from."""

from __future__ import annotations

import keyword
import re
import sys
from argparse import ArgumentParser, Namespace
from importlib.resources import files
from pathlib import Path
from string import Template

from kibitz.cli import output
from kibitz.core.errors import OptionError
from kibitz.games.registry import is_taken

_NAME = re.compile(r"[a-z][a-z0-9_]{0,59}", re.ASCII)
# The file that is made from each template.
_FILES = {
    "game.py.template": "{name}.py",
    "test_game.py.template": "test_{name}.py",
    "pyproject.toml.template": "pyproject.toml",
    "README.md.template": "README.md",
}


def add_new(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("name", metavar="NAME", help="name of the game, such as pawn_race")
    parser.add_argument(
        "--folder", metavar="FOLDER", help="folder to create (default: the game's name)"
    )
    parser.set_defaults(game=None)


def new(arguments: Namespace) -> None:
    """Write the files of a new game."""
    name = arguments.name
    problem = _name_problem(name)
    if problem:
        raise OptionError("bad_new_name", name=name, problem=problem)
    folder = Path(arguments.folder or name)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise OptionError("new_folder_taken", folder=str(folder))
    values = {
        "name": name,
        "dashed": name.replace("_", "-").rstrip("-"),
        "title": name.replace("_", " ").strip().title(),
    }
    folder.mkdir(parents=True, exist_ok=True)
    templates = files("kibitz.cli") / "new_game"
    written = []
    for template, file_name in _FILES.items():
        text = (templates / template).read_text(encoding="utf-8")
        path = folder / file_name.format(name=name)
        path.write_text(Template(text).substitute(values), encoding="utf-8")
        written.append(str(path))
    if arguments.json:
        output.result_json({"name": name, "folder": str(folder), "files": written})
        return
    rules = written[0]
    output.result(
        "\n".join(
            (
                *(f"wrote {path}" for path in written),
                f"Test the rules with `kibitz check {rules}`, play with `kibitz play {rules}`, and "
                f"open it in the browser with `kibitz serve --game {rules} --reload --open`.",
            )
        )
    )


def _name_problem(name: str) -> str:
    """Why a game cannot have this name; empty if it can."""
    if not _NAME.fullmatch(name):
        return "a name has lower-case letters, digits and underscores, at most 60"
    if keyword.iskeyword(name) or name in sys.stdlib_module_names or name in ("kibitz", "test"):
        return "a Python module of this name exists"
    if is_taken(name):
        return "Kibitz has a game of this name"
    return ""
