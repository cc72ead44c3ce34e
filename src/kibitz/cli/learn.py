"""`kibitz learn`: lessons about how programs find their moves."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from kibitz.cli import output
from kibitz.teaching.lessons import lesson, lessons, read_file


def add_lesson(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "lesson",
        metavar="ID|FILE",
        nargs="?",
        help="lesson to show, or a JSON file with one (default: list all lessons)",
    )
    parser.set_defaults(game=None)


def learn(arguments: Namespace) -> None:
    """`kibitz learn`: list the lessons, or show one of them."""
    if arguments.lesson is None:
        found = lessons()
        if arguments.json:
            output.result_json({"lessons": [one.as_dict() for one in found]})
            return
        width = max(len(one.id) for one in found)
        output.result("\n".join(f"{one.id:<{width}}  {one.title}: {one.teaches}" for one in found))
        return
    is_file = arguments.lesson.endswith(".json")
    shown = read_file(arguments.lesson) if is_file else lesson(arguments.lesson)
    if arguments.json:
        output.result_json(shown.as_dict())
    else:
        output.result(shown.text())
