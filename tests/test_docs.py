"""Every block of code in the documentation runs, and says what it claims."""

from __future__ import annotations

import doctest
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
LEVELS = ROOT / "docs" / "levels.md"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(page: Path, language: str) -> list[str]:
    pattern = rf"^( *)```{language}\n(.*?)^ *```"
    return [
        re.sub(rf"^{match[0]}", "", match[1], flags=re.MULTILINE)
        for match in re.findall(pattern, page.read_text(), flags=re.MULTILINE | re.DOTALL)
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_examples_of_a_page_run(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for source in blocks(page, "python"):
        compile(source, str(page), "exec")
        if "GAME = Game(" in source:
            name = re.search(r'Game\("(\w+)"', source)
            assert name is not None
            Path(f"{name.group(1)}.py").write_text(source)
    examples = "\n".join(blocks(page, "pycon"))
    test = doctest.DocTestParser().get_doctest(examples, {}, page.name, str(page), 0)
    runner = doctest.DocTestRunner()
    runner.run(test)
    assert runner.failures == 0


def whole_games() -> list[tuple[Path, str]]:
    """The Python blocks of all pages that are whole game files."""
    return [
        (page, source)
        for page in PAGES
        for source in blocks(page, "python")
        if re.search(r"^GAME = ", source, re.MULTILINE) and "def moves(" in source
    ]


def test_every_game_of_a_page_conforms(tmp_path: Path) -> None:
    from kibitz.games.registry import load_file
    from kibitz.testing import check

    found = whole_games()
    assert {page.name for page, _ in found} >= {"README.md", "hexapawn.md"}
    for number, (_, source) in enumerate(found):
        file = tmp_path / f"game{number}.py"
        file.write_text(source)
        game = load_file(str(file))
        check(game, games=8, compiled=False)
        for option in game.options:
            check(game.configure(**{option.name: option.choices[-1]}), games=3, compiled=False)


def test_the_notation_of_the_page_conforms() -> None:
    """In the game of the README, whose state it reads and writes."""
    from kibitz.testing import check

    (source,) = (text for text in blocks(ROOT / "README.md", "python") if "GAME" in text)
    page = ROOT / "docs" / "add_a_game.md"
    (notation,) = (text for text in blocks(page, "python") if "NOTATION" in text)
    scope: dict[str, Any] = {}
    exec(source + notation, scope)
    check(replace(scope["GAME"], notation=scope["NOTATION"]), compiled=False)


def test_the_readme_shows_code_by_line_25() -> None:
    lines = (ROOT / "README.md").read_text().splitlines()
    assert any(line.startswith(">>> import kibitz") for line in lines[:25])


def test_a_game_of_ones_own_takes_less_than_30_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kibitz.games.registry import game
    from kibitz.testing import check

    (source,) = (text for text in blocks(ROOT / "README.md", "python") if "GAME" in text)
    assert len(source.splitlines()) < 30
    monkeypatch.chdir(tmp_path)
    Path("own_sticks.py").write_text(source)
    check(game("own_sticks.py"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
        if not target.startswith("http"):
            assert (page.parent / target).exists(), target


def rows_of_tables(page: Path) -> list[list[str]]:
    """The cells of every line of a table."""
    lines = [line for line in page.read_text().splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("| ").split("|")] for line in lines]


def test_the_page_of_levels_has_the_table_of_efforts() -> None:
    from kibitz.engine.ladder import EFFORT_TABLE

    documented = {
        int(cells[0]): cells[1:] for cells in rows_of_tables(LEVELS) if cells[0].isdigit()
    }
    assert documented.keys() == set(range(len(EFFORT_TABLE)))
    for number, row in enumerate(EFFORT_TABLE):
        lapses = f"{10 * row['lapses']:.0f} of 10" if "lapses" in row else ""
        limit = f"{row['time']:g} s" if "time" in row else f"{row['nodes']:,}"
        expected = [
            str(row.get("depth", "")),
            lapses,
            f"{row.get('blur', 0):g}",
            str(row.get("exchange", 16)),
            limit,
        ]
        assert documented[number] == expected


def test_the_page_of_levels_tells_the_rows_of_every_game() -> None:
    import kibitz
    from kibitz.engine.ladder import USUAL, rows

    told = {cells[0].strip("`"): cells[1:] for cells in rows_of_tables(LEVELS)}
    assert told["any game"] == [str(row) for row in USUAL]
    used = set()
    for name in kibitz.names():
        variants = [one.choices for one in kibitz.game(name).options if one.name == "variant"]
        for variant in (None, *(variants[0] if variants else ())):
            made = kibitz.game(name, **({"variant": variant} if variant else {}))
            row = next(known for known in (f"{name} {variant}", name, "any game") if known in told)
            assert told[row] == [str(number) for number in rows(made)], (name, variant)
            used.add(row)
    assert used == {row for row in told if row.split()[0] in kibitz.names()} | {"any game"}


@pytest.mark.deep
@pytest.mark.parametrize("command", ["kibitz match connect4", "kibitz calibrate tictactoe"])
def test_the_page_of_matches_shows_what_its_commands_print(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """But for the milliseconds, which are a machine's."""
    from kibitz.cli.main import main

    page = (ROOT / "docs" / "matches.md").read_text()
    block = re.search(rf"^\$ ({command}.*?)^```", page, flags=re.MULTILINE | re.DOTALL)
    assert block is not None
    first, *expected = block[1].strip().splitlines()
    words = first.split()[1:]
    if "--record" in words:
        words[words.index("--record") + 1] = str(tmp_path / "games.jsonl")
    assert main(words) == 0
    printed = capsys.readouterr().out.strip().splitlines()
    assert [without_time(line) for line in printed] == [without_time(line) for line in expected]


def without_time(line: str) -> str:
    """A line of standings without its last column."""
    return re.sub(r"(%\s+[\d,]+)\s+[\d.]+$", r"\1", line)


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CONTRIBUTING.md"], ids=lambda page: page.name)
def test_files_named_on_a_page_exist(page: Path) -> None:
    named = re.findall(r"`((?:src|web|tests|benchmarks|scripts)/[^`\s*]+)`", page.read_text())
    built = {"src/kibitz/server/static"}  # by `make play`
    known = [path for path in named if "NAME" not in path and path not in built]
    assert [path for path in known if not (ROOT / path).exists()] == []


def test_the_page_of_the_web_app_names_buttons_by_their_labels() -> None:
    page = (ROOT / "docs" / "web.md").read_text()
    texts = sorted((ROOT / "web" / "src" / "strings").glob("en*.ts"))
    strings = "".join(path.read_text() for path in texts)
    labels = set(re.findall(r'"[a-z]+\.[A-Za-z]+":\s+"([^"]+)"', strings))
    named = re.findall(r"(?<!\*)\*([A-Z][^*]+)\*(?!\*)", page)
    assert {"Undo", "Request takeback", "Warn me before blunders"} <= set(named)
    assert set(named) <= labels
    learning = page.partition("## Learning")[2].partition("\n## ")[0]
    buttons = set(re.findall(r"^- \*\*([^*]+)\*\*", learning, flags=re.MULTILINE))
    assert buttons - {"The coach"} <= labels


def test_the_site_lists_every_page() -> None:
    index = (ROOT / "docs" / "index.md").read_text()
    listed = {
        name
        for block in re.findall(r"```{toctree}\n(.*?)```", index, flags=re.DOTALL)
        for name in block.split("\n")
        if name and not name.startswith(":")
    }
    pages = {str(page.relative_to(ROOT / "docs").with_suffix("")) for page in PAGES[1:]}
    # scripts/build_docs.py adds the last three.
    assert listed == pages - {"index"} | {"commands", "changes", "contributing"}


def test_the_page_of_public_names_lists_each_once() -> None:
    import kibitz

    page = (ROOT / "docs" / "api.md").read_text()
    listed = re.findall(r"\.\. auto\w+:: kibitz\.(\w+)$", page, flags=re.MULTILINE)
    assert sorted(listed) == sorted({*kibitz.__all__} - {"WIN", "DRAW", "LOSS", "bits"})
    assert ".. automodule:: kibitz.core.bits" in page


def test_every_public_name_and_member_has_a_docstring() -> None:
    import inspect

    import kibitz

    missing = []
    for name in kibitz.__all__:
        found = getattr(kibitz, name)
        if not (inspect.isclass(found) or inspect.isfunction(found)):
            continue
        members = vars(found).items() if inspect.isclass(found) else ()
        own = [(f"{name}.{key}", value) for key, value in members if not key.startswith("_")]
        for label, value in [(name, found), *own]:
            value = value.fget if isinstance(value, property) else value
            value = getattr(value, "__func__", value)
            if (inspect.isfunction(value) or inspect.isclass(value)) and not value.__doc__:
                missing.append(label)
    assert missing == []
