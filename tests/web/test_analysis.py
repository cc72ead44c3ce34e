"""The analysis board and the review of a game, from the last move of a game to a shared address."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import kibitz
from tests.server.live import V1, Live, serving
from tests.web.conftest import CUSTOM_GAMES, NewPage
from tests.web.input_devices import Mouse

TESTS = Path(__file__).parents[1]
ADAPTED = "tictactoe.py"
# Every game, small enough for an analysis of every move, and a class of a user.
GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("connect4", {}),
    ("tictactoe", {}),
    ("draughts", {"variant": "english"}),
    ("morris", {"variant": "six"}),
    ("horses", {}),
    ("tiles", {"rows": 3, "columns": 3}),
)
DEPTH = 3
MISTAKES = ("inaccuracy", "mistake", "blunder")
SOON = ("connect4",)
WHOLE = [
    pytest.param(name, options, marks=() if name in SOON else pytest.mark.deep, id=name)
    for name, options in (*GAMES, (ADAPTED, {}))
]
COUNTS = [1, pytest.param(200, marks=pytest.mark.deep)]


@pytest.fixture(scope="module")
def live(build_app: object, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A server that also serves a class of a user, and a game without a board."""
    folder = tmp_path_factory.mktemp("analysis")
    files = [TESTS / "own_classes" / ADAPTED, CUSTOM_GAMES / "sticks.py"]
    options = [part for file in files for part in ("--game", str(file))]
    settings = {"KIBITZ_POLL": "0.05"}
    with serving(str(folder / "games.db"), folder / "log", settings, options=options) as found:
        yield found


def position_of(live: Live, name: str, options: Mapping[str, Any], moves: list[str]) -> Any:
    body = {"game": name, "options": options, "moves": moves}
    answer = live.http.post(f"{V1}/positions", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def random_game(
    live: Live, name: str, options: Mapping[str, Any], rng: random.Random, most: int = 400
) -> list[str]:
    """The moves of a random game, to its end."""
    moves: list[str] = []
    while (now := position_of(live, name, options, moves))["outcome"] is None:
        if len(moves) == most:
            break
        moves.append(rng.choice(now["legal_moves"])["move"])
    return moves


def query(options: Mapping[str, Any], **more: str) -> str:
    return "&".join(f"{name}={value}" for name, value in {**options, **more}.items())


def enter(page: Page, move: Mapping[str, Any]) -> None:
    """Enter a move on the board, or press its button if it is not on the board."""
    on_board = page.locator(".square [data-cell]").count() > 0
    if not on_board or move["entry"] == "button":
        buttons = page.get_by_role("group", name="Legal moves").get_by_role("button")
        buttons.get_by_text(re.compile(f"^{re.escape(move['move'])}$", re.IGNORECASE)).click()
        return
    for cell in move["path"]:
        Mouse(page).touch(cell)


def play(page: Page, live: Live, name: str, options: Mapping[str, Any], moves: list[str]) -> None:
    """Enter the last one of `moves` on the analysis board."""
    legal = position_of(live, name, options, moves[:-1])["legal_moves"]
    (chosen,) = (move for move in legal if move["move"] == moves[-1])
    page.locator(f"[data-path={json.dumps(' '.join(moves[:-1]))}]").wait_for()
    enter(page, chosen)
    choice = page.get_by_role("group", name="What to do next").get_by_role("button")
    layout = page.locator(f"[data-path={json.dumps(' '.join(moves))}]")
    expect(layout.or_(choice.get_by_text(moves[-1], exact=True)).first).to_be_visible()
    if layout.count() == 0:  # two moves have the same cells
        choice.get_by_text(moves[-1], exact=True).click()
    layout.wait_for()


def mistake_in(review: Mapping[str, Any]) -> dict[str, Any]:
    """A mistake with a better move, which the person tries again."""
    for move in review["moves"]:
        if move["mark"] in MISTAKES and move["best"]:
            found: dict[str, Any] = move
            return found
    raise AssertionError("the game was chosen for its mistakes")


def own_start(live: Live, name: str, options: dict[str, Any]) -> dict[str, Any]:
    """The start of sessions in the same position as analyses without one."""
    if name == ADAPTED:
        return {}
    return {"position": position_of(live, name, options, [])["position"]}


def game_with_mistake(
    live: Live, name: str, options: dict[str, Any], start: dict[str, Any]
) -> list[str]:
    """The moves of a random game in which a better move was missed; most of them are."""
    for seed in range(5, 25):
        moves = random_game(live, name, options, random.Random(seed))
        session = live.begin(name, options=options, moves=moves, **start)
        review = live.http.post(f"{V1}/reviews", json={"session": session.id}).json()
        if any(move["mark"] in MISTAKES and move["best"] for move in review["moves"]):
            return moves
    raise AssertionError("random games have mistakes")


@pytest.mark.parametrize(("name", "options"), WHOLE)
def test_a_finished_game_is_reviewed_tried_again_analysed_and_shared(
    live: Live, page: Page, new_page: NewPage, name: str, options: dict[str, Any]
) -> None:
    start = own_start(live, name, options)
    moves = game_with_mistake(live, name, options, start)
    session = live.begin(name, options=options, moves=moves[:-1], takebacks="free", **start)
    for secret in session.secrets.values():
        page.goto(f"/sessions/{session.id}#secret={secret}")
        page.locator("[data-version]").wait_for()
    (last,) = (move for move in session.read()["legal_moves"] if move["move"] == moves[-1])
    if last["entry"] == "button" or not session.read()["board"]:
        page.get_by_role("button", name=moves[-1], exact=True).click()
    else:
        for cell in last["path"]:
            Mouse(page).touch(cell)
    page.get_by_role("button", name="Review", exact=True).click()
    page.get_by_test_id("review").wait_for()
    expect(page.locator("ol.moves button")).to_have_count(len(moves))
    review = live.http.post(f"{V1}/reviews", json={"session": session.id}).json()
    for row, side in zip(page.locator("tbody tr").all(), review["sides"], strict=True):
        if side["accuracy"] is not None:
            expect(row).to_contain_text(f"{side['accuracy']:g}")
    # Try a mistake again: the move of the game, a hint, and the best move.
    mistake = mistake_in(review)
    page.locator("ol.moves button").nth(mistake["ply"] - 1).click()
    expect(page.get_by_test_id("better")).to_have_text(" ".join(mistake["best"]["line"]))
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(f'[data-ply="{mistake["ply"] - 1}"]')).to_be_visible()
    expect(page.get_by_test_id("better")).to_have_count(0)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("dl.rungs dd").first).to_be_visible()
    legal = position_of(live, name, options, moves[: mistake["ply"] - 1])["legal_moves"]
    by_text = {move["move"]: move for move in legal}
    enter(page, by_text[mistake["move"]])
    verdict = page.get_by_test_id("verdict")
    expect(verdict).to_contain_text("was played in the game")
    enter(page, by_text[mistake["best"]["move"]])
    expect(verdict).to_contain_text("is the best move")
    # Open the analysis at a turning point, and add two variations.
    turn = (review["turning_points"] or [mistake["ply"]])[0]
    page.locator("ol.moves button").nth(turn - 1).click()
    page.get_by_role("button", name="Previous move").click()
    page.get_by_role("link", name="Analysis").click()
    before = moves[: turn - 1]
    page.locator(f"[data-path={json.dumps(' '.join(before))}]").wait_for()
    legal = position_of(live, name, options, before)["legal_moves"]
    others = [move["move"] for move in legal if move["move"] != moves[turn - 1]][:2]
    assert others
    for move in others:
        play(page, live, name, options, [*before, move])
        page.get_by_role("button", name="Previous move").click()
        page.locator(f"[data-path={json.dumps(' '.join(before))}]").wait_for()
    play(page, live, name, options, [*before, others[0]])
    expect(page.locator("section li .move[aria-current]")).to_have_text(others[0])
    # Share the address with a second browser.
    second = new_page()
    second.goto(page.url)
    shown = second.locator(f"[data-path={json.dumps(' '.join([*before, others[0]]))}]")
    shown.wait_for()
    expected = page.locator("[data-path]").get_attribute("data-position")
    assert shown.get_attribute("data-position") == expected


def test_variations_and_comments_are_kept(page: Page, live: Live) -> None:
    page.goto("/")
    page.goto("/analysis/connect4?engine=off&moves=d,d")
    for line in (["d", "d", "c"], ["d", "d", "e"]):
        play(page, live, "connect4", {}, line)
        page.get_by_label("Comment on this position").fill(f"about {line[-1]}")
        page.get_by_label("Comment on this position").blur()
        page.get_by_role("button", name="Previous move").click()
        page.locator('[data-path="d d"]').wait_for()
    page.get_by_role("button", name="Position after 2. e").click()
    expect(page).to_have_url(re.compile(r"moves=d,d,e&engine=off$"))
    page.get_by_role("button", name="Make this the main line").click()
    page.reload()
    page.locator('[data-path="d d e"]').wait_for()
    expect(page.locator("section li")).to_contain_text("about c")
    expect(page.get_by_label("Comment on this position")).to_have_value("about e")
    page.get_by_role("button", name="Delete from here").click()
    page.locator('[data-path="d d"]').wait_for()
    expect(page.get_by_role("button", name="Position after 2. e")).to_have_count(0)
    page.keyboard.press("]")
    page.locator('[data-path="d d c"]').wait_for()
    page.go_back()
    expect(page).not_to_have_url(re.compile("analysis"))


def test_an_analysis_is_exported(page: Page, live: Live) -> None:
    page.goto("/analysis/connect4?engine=off&moves=d,d,c")
    page.get_by_role("button", name="Export", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Format").select_option("moves")
    expect(dialog.locator("textarea")).to_have_value(re.compile(r"1\. d d\s+2\. c"))
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)


def test_a_game_continues_from_an_analysis(page: Page, live: Live) -> None:
    page.goto("/analysis/tictactoe?engine=off&moves=4,0")
    page.get_by_role("button", name="Continue from here").click()
    page.get_by_role("button", name="Play, X to move").click()
    page.wait_for_url(re.compile("/sessions/"))
    session = live.http.get(f"{V1}/sessions/{page.url.rsplit('/', 1)[-1]}").json()
    assert [move["move"] for move in session["history"]] == ["4", "0"]
    assert [seat["kind"] for seat in session["seats"]] == ["person", "engine"]


def test_a_refused_analysis_says_why(page: Page, live: Live) -> None:
    session = live.begin("connect4", help=False)
    page.goto(f"/analysis/connect4?session={session.id}")
    expect(page.get_by_role("alert")).to_contain_text("without engine help")
    page.goto(f"/review/{session.id}")
    expect(page.get_by_role("alert")).to_contain_text("without engine help")
    page.goto("/analysis/connect4?moves=d,z")
    expect(page.get_by_role("alert")).to_contain_text("'z'")


def test_the_opening_book_and_the_endgame_tables_are_shown(page: Page) -> None:
    page.goto("/analysis/morris?engine=off")
    expect(page.get_by_test_id("known")).to_contain_text("Opening book")
    page.goto("/analysis/draughts?variant=english&engine=off&position=W:WK1,K2:BK32")
    expect(page.get_by_test_id("known")).to_contain_text("with best play")


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize(
    ("name", "options"), [*GAMES, (ADAPTED, {})], ids=[*(name for name, _ in GAMES), ADAPTED]
)
def test_the_values_on_the_board_are_those_of_the_engine(
    live: Live, page: Page, name: str, options: dict[str, Any], count: int
) -> None:
    """The values of all moves in random positions, at the same depth, from an empty table."""
    own = kibitz.game(str(TESTS / "own_classes" / name) if name == ADAPTED else name, **options)
    effort = json.dumps(json.dumps({"lines": 3, "isFull": True, "depth": DEPTH}))
    page.add_init_script(f"localStorage.setItem('kibitz.analysis', {effort})")
    rng = random.Random(count)
    for _ in range(count):
        session = kibitz.Session(own, seed=0)
        for _ in range(rng.randrange(12)):
            session.push(rng.choice(session.legal_moves))
            if session.outcome() is not None:
                session.undo()
                break
        moves = ",".join(move.replace(",", "\\,") for move in session.moves)
        page.goto(f"/analysis/{name}?{query(options, moves=moves)}")
        page.locator('[data-testid=lines][data-done="true"]').wait_for()
        found = page.locator("[data-testid=lines] li").evaluate_all(
            "found => found.map(({dataset}) => [dataset.move, dataset.value])"
        )
        multipv = len(session.legal_moves)
        lines = kibitz.Engine(own, threads=1).analyse(session, kibitz.Limit(depth=DEPTH), multipv)
        assert dict(found) == {line.move: line.value for line in lines}, session.position
