"""`kibitz tables`: lists, verifies, probes and removes endgame tables."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path

from kibitz.cli import arguments as shared
from kibitz.cli import output
from kibitz.cli.solve import add_folder
from kibitz.core.errors import KibitzError, LimitError, TableError
from kibitz.core.text import format_move, format_state
from kibitz.tables.endgame_tables import open_tables
from kibitz.tables.folder import SHIPPED, SUFFIX, own_folder, table_paths
from kibitz.tables.solver_registry import dedicated_solver
from kibitz.tables.stored_table import counts_in, game_of
from kibitz.tables.table_file import TableFile
from kibitz.tables.verdict import Verdict
from kibitz.tables.word_file import WORDS

ACTIONS = ("list", "verify", "probe", "remove")
ANSWER_IS_NO = 1
_SUMMED = ("positions", "wins", "losses", "draws", "bytes")


def add_tables(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "action",
        choices=ACTIONS,
        metavar="list|verify|probe|remove",
        help="list, verify or remove tables, or look up a position and its moves",
    )
    shared.add_game(
        parser,
        is_optional=True,
        metavar="NAME|GAME",
        game_help="name of a table or of its folder (see `kibitz tables list`); for probe, a game",
    )
    shared.add_position(parser)
    add_folder(parser)


def run_tables(arguments: Namespace) -> int | None:
    """`kibitz tables`: run the action; return 1 if a table is damaged."""
    if arguments.action == "probe":
        _probe(arguments)
        return None
    return {"list": _list, "verify": _verify, "remove": _remove}[arguments.action](arguments)


def _chosen(arguments: Namespace, *, has_shipped: bool) -> list[tuple[str, Path]]:
    """The names and paths of the selected tables: one table, those in a folder, or all."""
    folders = [arguments.folder or own_folder()]
    if has_shipped and arguments.folder is None:
        folders.append(SHIPPED)
    by_name: dict[str, Path] = {}
    for folder in folders:
        for path in table_paths(folder):
            # A user's table takes precedence over a shipped one with the same name.
            name = path.relative_to(folder).as_posix().removesuffix(SUFFIX)
            by_name.setdefault(name.encode(errors="backslashreplace").decode(), path)
    found = list(by_name.items())
    wanted = arguments.game
    if wanted is None:
        return found
    chosen = [(name, path) for name, path in found if wanted in (name, name.partition("/")[0])]
    if not chosen:
        groups = sorted({name.partition("/")[0] for name, _ in found})
        known = f"the folder has {', '.join(groups)}" if groups else "the folder has none"
        raise TableError("unknown_table", name=wanted, folder=str(folders[0]), known=known)
    return chosen


def _list(arguments: Namespace) -> int | None:
    rows: list[dict[str, object]] = []
    for name, path in _chosen(arguments, has_shipped=True):
        try:
            file = TableFile(path)
            counts = counts_in(file).as_dict()
        except KibitzError as problem:
            rows.append({"name": name, "problem": str(problem)})
            continue
        counted = {key: counts[key] for key in ("positions", "wins", "losses", "draws")}
        rows.append({"name": name, "game": game_of(file.about), **counted, "bytes": file.size})
    if arguments.json:
        output.result_json({"tables": rows})
    elif not rows:
        output.note("kibitz: No endgame tables yet. Build one with `kibitz solve GAME`.")
    else:
        output.result("\n".join(_rows_text(rows, is_whole=arguments.game is not None)))
    return ANSWER_IS_NO if any("problem" in row for row in rows) else None


def _rows_text(rows: list[dict[str, object]], *, is_whole: bool) -> Iterator[str]:
    """A line for each table; unless `is_whole`, the intact tables in a folder share one line."""
    together: dict[str, list[dict[str, object]]] = {}
    for row in rows:
        group, slash, _ = str(row["name"]).partition("/")
        if is_whole or not slash or "problem" in row:
            yield _row_text(row)
        else:
            together.setdefault(group, []).append(row)
    for group, held in together.items():
        sums = {key: sum(int(str(row[key])) for row in held) for key in _SUMMED}
        yield _row_text({"name": f"{group}, {len(held)} tables", **sums})


def _row_text(row: dict[str, object]) -> str:
    if "problem" in row:
        return f"{row['name']}: {row['problem']}"
    return (
        f"{row['name']}: {row['positions']} positions, {row['wins']} wins, {row['losses']} losses, "
        f"{row['draws']} draws, {row['bytes']} bytes"
    )


def _verify(arguments: Namespace) -> int | None:
    rows: list[dict[str, object]] = []
    for name, path in _chosen(arguments, has_shipped=True):
        try:
            TableFile(path).verify()
        except KibitzError as problem:
            rows.append({"name": name, "whole": False, "problem": str(problem)})
        else:
            rows.append({"name": name, "whole": True})
        if not arguments.json:
            output.result(f"{name}: {rows[-1].get('problem', 'intact')}")
    if arguments.json:
        output.result_json({"tables": rows})
    return None if all(row["whole"] for row in rows) else ANSWER_IS_NO


def _remove(arguments: Namespace) -> None:
    if arguments.game is None:
        raise LimitError(
            "bad_setting",
            name="NAME",
            value=None,
            expected="a name from `kibitz tables list`",
        )
    chosen = _chosen(arguments, has_shipped=False)
    for _, path in chosen:
        path.unlink(missing_ok=True)
        (path.parent / WORDS).unlink(missing_ok=True)  # made from all tables of the folder
    if arguments.json:
        output.result_json({"removed": [name for name, _ in chosen]})
    else:
        output.result("\n".join(f"{name}: removed" for name, _ in chosen))


def _probe(arguments: Namespace) -> None:
    if arguments.game is None:
        raise LimitError("bad_setting", name="GAME", value=None, expected="the game to probe")
    session = shared.read_session(arguments)
    game, state = session.game, session.state
    known = open_tables(game, arguments.folder)
    if known is None:
        solver = dedicated_solver(game)
        pieces = " --pieces 4" if solver is not None and solver.by_pieces else ""
        works = f"Build one with `kibitz solve {arguments.game}{pieces}` and the same options"
        raise TableError("no_table", game=game.name, works=works)
    verdict = known.probe(state)
    if verdict is None:
        text = re.sub(r"\s+", " ", format_state(game, state))
        works = "`kibitz tables list` lists the tables, `kibitz solve` builds more"
        raise TableError("not_in_table", game=game.name, position=text, works=works)
    moves = {}
    for move in game.moves(state):
        after = game.play(state, move)
        found = known.probe(after)
        moves[format_move(game, state, move)] = (
            None if found is None else found.before(is_same=after.turn == state.turn)
        )
    if arguments.json:
        listed = {name: None if one is None else one.as_dict() for name, one in moves.items()}
        output.result_json({**verdict.as_dict(), "moves": listed})
        return
    output.result(str(verdict))
    for name, one in sorted(moves.items(), key=lambda item: _order(item[1])):
        output.result(f"  {name}  {'unknown' if one is None else one}")


def _order(verdict: Verdict | None) -> tuple[bool, int]:
    """A sort key: quickest wins first, then draws, then slowest losses, then unknown results."""
    return (True, 0) if verdict is None else (False, -verdict.score)
