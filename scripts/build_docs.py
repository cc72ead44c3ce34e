"""Build the documentation site into build/docs/html; a warning, such as a dead link, is an error.

The pages of docs/ are copied, and three are added: all commands with their help, the changelog, and
the contributing guide.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

from kibitz.cli.main import LATE, make_parser

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "build" / "docs" / "source"
BUILT = ROOT / "build" / "docs" / "html"


def main() -> int:
    """Build the site; return the exit code of Sphinx."""
    shutil.rmtree(SOURCE, ignore_errors=True)
    shutil.copytree(ROOT / "docs", SOURCE)
    (SOURCE / "commands.md").write_text(commands_page(), encoding="utf-8")
    for name, page in (("CHANGELOG.md", "changes.md"), ("CONTRIBUTING.md", "contributing.md")):
        text = (ROOT / name).read_text(encoding="utf-8")
        for old, new in (("](docs/", "]("), ("](CHANGELOG.md", "](changes.md")):
            text = text.replace(old, new)
        (SOURCE / page).write_text(text, encoding="utf-8")
    options = ("-b", "html", "-W", "--keep-going", "-q", "-j", "auto")
    command = [sys.executable, "-m", "sphinx", *options, str(SOURCE), str(BUILT)]
    code = subprocess.run(command, check=False).returncode
    if code == 0:
        print(f"The site is in {BUILT.relative_to(ROOT)}; open index.html.")
    return code


def commands_page() -> str:
    """The page with the help of every command."""
    lines = [
        "# All commands",
        "",
        "This page shows what `kibitz COMMAND --help` prints. [The command line](command_line.md)",
        "describes the options with examples.",
        "",
    ]
    for name in sorted(_subparsers(make_parser(""))):
        parser = _subparsers(make_parser(name if name in LATE else ""))[name]
        parser.formatter_class = _wide_help
        lines += [f"## kibitz {name}", "", "```text", parser.format_help().rstrip(), "```", ""]
    return "\n".join(lines)


def _wide_help(prog: str) -> argparse.HelpFormatter:
    return argparse.HelpFormatter(prog, width=100)


def _subparsers(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    raise LookupError("kibitz has no commands")


if __name__ == "__main__":
    sys.exit(main())
