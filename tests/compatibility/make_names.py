"""Writes the names that users rely on, a part of `make_fixtures`."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import kibitz
from tests.compatibility.describe import VARIANTS, game_facts
from tests.compatibility.make_shared import DATA, write_json

SAMPLES = {
    "--option": "rows=3",
    "--variant": "nine",
    "--players": "2",
    "--seed": "1",
    "--side": "first",
    "--clock": "300+5",
    "--position": "x",
    "--moves": "1",
    "--time": "1",
    "--depth": "2",
    "--nodes": "10",
    "--threads": "1",
    "--rung": "nudge",
    "--opponents": "maxn",
    "--device": "cpu",
    "--up-to": "3-3",
    "--pieces": "3",
    "--memory": "1",
    "--multipv": "2",
    "--games": "2",
    "--opening-plies": "1",
    "--balance": "1",
    "--plies": "3",
    "--adjudicate": "5,4",
    "--adjudicate-draws": "0.2,20",
    "--sprt": "-5,0",
    "--workers": "1",
    "--steps": "1-2",
    "--positions": "2",
    "--width": "2",
    "--slack": "0.5",
    "--game": "mine.py",
    "--port": "8000",
}


def write_commands() -> None:
    """Every command with its options, each with a value that it takes, and its help."""
    from kibitz.cli.main import make_parser

    listed = next(a for a in make_parser("")._actions if hasattr(a, "choices") and a.choices)
    found: dict[str, Any] = {}
    for name in listed.choices:  # type: ignore[union-attr]
        action = next(a for a in make_parser(name)._actions if a.choices)
        parser = action.choices[name]  # type: ignore[index]
        positionals, options = [], {}
        for one in parser._actions:
            if not one.option_strings:
                value = "3" if one.dest == "perft_depth" else "tictactoe"
                positionals.append(
                    {
                        "value": next(iter(one.choices)) if one.choices else value,
                        "optional": one.nargs == "?",
                        "choices": list(one.choices or ()),
                    }
                )
            elif "--help" not in one.option_strings:
                for text in one.option_strings:
                    takes_value = one.nargs != 0
                    values = list(one.choices or ()) or [SAMPLES.get(text, "text")]
                    options[text] = values if takes_value else []
        found[name] = {"positionals": positionals, "options": options}
    found["match"]["options"]["--game"] = ["mine.py", "3"]
    write_json(DATA / "commands.json", found)


def write_names() -> None:
    """Public names, names in the documentation, and variables of the environment."""
    root = Path(kibitz.__file__).parent.parent.parent
    pages = [root / "README.md", *sorted((root / "docs").rglob("*.md"))]
    texts = [page.read_text() for page in pages]
    code = [block for text in texts for block in _blocks(text)]
    pattern = r"\bkibitz(?:\.[A-Za-z_]\w*)+"
    dotted = {name for text in code for name in re.findall(pattern, text)}
    # Of names within sentences those of modules are no part of the interface.
    within = {
        name
        for text in texts
        for one in re.findall(r"`([^`\n]+)`", text)
        for name in re.findall(pattern, one)
    }
    dotted |= {name for name in within if not _is_module(name)}
    for text in code:
        pattern = r"from (kibitz(?:\.\w+)*) import (?:\()?([\w, ]+)"
        for module, names in re.findall(pattern, text):
            dotted |= {f"{module}.{name.strip()}" for name in names.split(",") if name.strip()}
    from kibitz.server.settings import Settings

    variables = {
        "DATABASE_URL",
        "PORT",
        "SECRET_KEY",
        "FLASK_ENV",
        "KIBITZ_ENV",
        "CORS_ORIGINS",
        "FORWARDED_ALLOW_IPS",
        *(
            f"KIBITZ_{name.upper()}"
            for name in Settings.model_fields
            if name not in ("environment", "database_url", "secret_key", "cors_origins")
        ),
    }
    for path in (root / "src").rglob("*.py"):
        variables |= set(re.findall(r"\bKIBITZ_[A-Z_]*[A-Z]\b", path.read_text()))
    pages_text = "\n".join(texts)
    documented = {name for name in variables if _is_documented(name, pages_text)}
    write_json(
        DATA / "names.json",
        {
            "public": kibitz.__all__,
            "documented": sorted(name for name in dotted if _resolves(name)),
            "variables": sorted(variables),
            "documented variables": sorted(documented),
        },
    )


def _blocks(text: str) -> list[str]:
    """The blocks of code of a page."""
    found = re.findall(r"^( *)```[a-z]*\n(.*?)^ *```", text, flags=re.MULTILINE | re.DOTALL)
    return [block for _, block in found]


def _is_module(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except (ImportError, ValueError):
        return False


def _is_documented(name: str, text: str) -> bool:
    tails = [name[at:] for at in range(len(name)) if name[at] == "_"]
    return any(f"`{one}" in text for one in (name, *tails)) or f"{name}" in text


def _resolves(name: str) -> bool:
    """Whether the version that writes this has the name; some texts only look like one."""
    parts = name.split(".")
    found: object = kibitz
    for at in range(1, len(parts)):
        try:
            found = getattr(found, parts[at])
        except AttributeError:
            try:
                found = import_module(".".join(parts[: at + 1]))
            except ImportError:
                return False
    return True


def write_games() -> None:
    write_json(
        DATA / "games.json",
        [[name, options, game_facts(kibitz.game(name, **options))] for name, options in VARIANTS],
    )
