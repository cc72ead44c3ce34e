"""Games of users in the browser, beside the shipped ones and with moves that are buttons."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from tests.server.live import V1, Live, serving
from tests.web.conftest import NewPage
from tests.web.input_devices import InputDevice, Keyboard, Mouse, Touchscreen
from tests.web.session_page import PERSON, WEAK, SessionPage, headline, open_session, session_of

TESTS = Path(__file__).parents[1]
OTHELLO, GO = (TESTS / "own_games" / f"{name}.py" for name in ("othello", "go"))
# White has no move here, Black has; three cells are empty.
PASSING = "8104470439598253830,9765812881807841528,1"
# The classes, and the shipped games with the same names, by title and with options.
CLASSES = ("TicTacToe (tictactoe.py)", "Dame (dame.py)")
SHIPPED: dict[str, dict[str, Any]] = {
    "tictactoe": {},
    "draughts": {"variant": "english", "size": 6},
}


@pytest.fixture(scope="module")
def live(build_app: object, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A server with games of users, which only the interpreted search plays."""
    folder = tmp_path_factory.mktemp("own")
    settings = {"KIBITZ_POLL": "0.05", "KIBITZ_WARM": "false", "KIBITZ_BACKGROUND": "0"}
    files = [*sorted((TESTS / "own_classes").glob("*.py")), OTHELLO, GO]
    options = [part for file in files for part in ("--game", str(file))]
    with serving(str(folder / "games.db"), folder / "log", settings, options=options) as found:
        yield found


def begin_at_home(live: Live, page: Page, title: str) -> SessionPage:
    """Start a game against the computer on level 1, from the start page."""
    page.goto("/")
    page.get_by_role("link", name=title).click()
    expect(page.get_by_role("heading", name=f"New game: {title}")).to_be_visible()
    page.locator("select.level").select_option("1")
    page.get_by_role("button", name="Play", exact=True).click()
    return SessionPage(live, Mouse(page), session_of(page))


def open_for_two(live: Live, device: InputDevice, name: str, **more: Any) -> SessionPage:
    """Open a new session whose two players share the device."""
    session = live.begin(name, PERSON, PERSON, **more)
    for count, secret in enumerate(session.secrets.values(), 1):
        device.page.goto(f"/sessions/{session.id}#secret={secret}")
        expect(device.page.locator(".player .name").get_by_text("You")).to_have_count(count)
    return SessionPage(live, device, session.id)


def move_buttons(page: Page) -> Locator:
    """The buttons for moves that are not on the board."""
    return page.get_by_role("group", name="Moves that are not on the board").get_by_role("button")


def play_to_end(session_page: SessionPage, seed: int = 3) -> dict[str, Any]:
    """Play random moves, on the board, by buttons or from the list, until the game is over."""
    lot = random.Random(seed)
    now = session_page.present()
    while now["outcome"] is None:
        move = lot.choice(now["legal_moves"])
        now = play(session_page, move, now)
    status = session_page.page.get_by_test_id("status")
    expect(status).to_contain_text(re.compile(f"{headline(now)}|You win!"))
    return now


def play(session_page: SessionPage, move: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """Enter a move in whatever way the page offers."""
    page = session_page.page
    if not now["board"]:
        buttons = page.get_by_role("region", name="Legal moves").get_by_role("button")
        buttons.get_by_text(move["move"], exact=True).click()
    elif move["entry"] == "button":
        label = move["move"].capitalize()
        session_page.device.press(move_buttons(page).get_by_text(label, exact=True))
    else:
        session_page.enter(move)
    return session_page.after(now["version"])


def is_beside_ours(live: Live, page: Page) -> None:
    page.goto("/")
    for title in ("Dame", "Tic-Tac-Toe", "Smart Horses", *CLASSES):
        expect(page.get_by_role("link", name=title).first).to_be_visible()
    names = [game["name"] for game in live.http.get(f"{V1}/games").json()["games"]]
    assert {"draughts", "tictactoe", "dame.py", "tictactoe.py"} <= {*names}
    assert len(names) == len(set(names))
    expect(page.locator(".picture svg, .picture pre")).to_have_count(len(names))


def test_a_class_is_played_to_its_end_beside_the_shipped_game(live: Live, page: Page) -> None:
    """A class called Dame broke the page, and one called TicTacToe replaced the shipped game."""
    is_beside_ours(live, page)
    own = play_to_end(begin_at_home(live, page, CLASSES[0]))
    assert own["game"]["name"] == "tictactoe.py"
    shipped = play_to_end(begin_at_home(live, page, "Tic-Tac-Toe"))
    assert shipped["game"]["name"] == "tictactoe"
    page.get_by_role("button", name="Rematch").click()
    expect(page).not_to_have_url(f"/sessions/{shipped['id']}")
    page.go_back()
    page.goto(f"/sessions/{own['id']}")
    page.get_by_role("button", name="New game").click()
    expect(page.get_by_role("heading", name=f"New game: {CLASSES[0]}")).to_be_visible()
    expect(page).to_have_url("/new/tictactoe.py")


@pytest.mark.deep
def test_a_class_with_the_name_dame_is_played_to_its_end_beside_ours(
    live: Live, page: Page
) -> None:
    own = play_to_end(begin_at_home(live, page, CLASSES[1]))
    assert (own["game"]["name"], own["board"]) == ("dame.py", [])
    session_page = open_session(live, Mouse(page), "draughts", SHIPPED["draughts"])
    assert play_to_end(session_page)["game"]["name"] == "draughts"


def test_the_engine_shows_its_thinking_about_a_class(live: Live, page: Page) -> None:
    """A position without a text was refused, and the page waited for ever."""
    session_page = open_for_two(live, Mouse(page), "tictactoe.py")
    now = session_page.present()
    for move in ("4", "1"):
        (chosen,) = (one for one in now["legal_moves"] if one["move"] == move)
        now = play(session_page, chosen, now)
    page.get_by_label("Show engine analysis").check()
    lines = page.get_by_role("list", name="Best lines").get_by_role("listitem")
    expect(lines.first).to_contain_text("wins in")
    expect(page.get_by_text("Waiting for the engine")).to_have_count(0)
    lines.first.get_by_role("button").first.click()  # shows the position after the move
    expect(page.get_by_text("Viewing ")).to_be_visible()
    expect(page.locator("pre.drawing")).not_to_have_text(now["drawing"])
    page.keyboard.press("[")
    page.keyboard.press("[")
    expect(page.locator("pre.drawing")).to_contain_text("X")


def test_the_engine_thinks_about_the_history_too(live: Live, page: Page) -> None:
    """A pass after a pass ends the game, whatever the text of the position says."""
    sent: list[dict[str, Any]] = []

    def watch(request: Request) -> None:
        if request.url.endswith("/analyses"):
            sent.append(request.post_data_json or {})

    page.on("request", watch)
    session_page = open_for_two(live, Mouse(page), "go", options={"size": 2})
    now = session_page.present()
    now = play(session_page, now["legal_moves"][0], now)
    page.get_by_label("Show engine analysis").check()
    lines = page.get_by_role("list", name="Best lines").get_by_role("listitem")
    expect(lines.first).to_be_visible()
    asked = sent[0]
    assert (asked["session"], asked["ply"], asked["moves"]) == (now["id"], 0, ["a1"])
    assert "position" not in asked


def test_a_refused_analysis_says_why(live: Live, page: Page) -> None:
    problem = {"code": "no_such_thing", "detail": "This cannot be analysed.", "status": 422}
    page.route(
        "**/api/v1/analyses",
        lambda route: route.fulfill(status=422, json=problem),
    )
    session_page = open_session(live, Mouse(page), "tictactoe", {})
    session_page.present()
    page.get_by_label("Show engine analysis").check()
    expect(page.get_by_role("alert")).to_have_text("This cannot be analysed.")
    expect(page.get_by_text("Waiting for the engine")).to_have_count(0)


@pytest.mark.parametrize("kind", [Mouse, Keyboard, Touchscreen])
def test_a_forced_pass_is_a_button(
    live: Live, new_page: NewPage, kind: type[Mouse | Keyboard | Touchscreen]
) -> None:
    """The page showed a board without a way to pass."""
    device = kind(new_page(phone=kind is Touchscreen))
    session_page = open_for_two(live, device, "othello", position=PASSING)
    now = session_page.present()
    assert [(move["move"], move["entry"]) for move in now["legal_moves"]] == [("pass", "button")]
    expect(device.page.get_by_text("You have no move on the board.")).to_be_visible()
    now = play(session_page, now["legal_moves"][0], now)
    assert (now["history"][0]["move"], now["side"]) == ("pass", "black")
    expect(move_buttons(device.page)).to_have_count(0)
    assert play_to_end(session_page)["outcome"]["reason"] == "rules"


def test_a_forced_pass_is_played_by_itself_if_the_user_likes(live: Live, page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Pass for me when I have no move on the board").check()
    page.get_by_role("button", name="Done").click()
    session_page = open_for_two(live, Mouse(page), "othello", position=PASSING)
    now = session_page.after(1)
    assert [played["move"] for played in now["history"]] == ["pass"]


def test_two_passes_end_a_game(live: Live, page: Page) -> None:
    session_page = open_for_two(live, Mouse(page), "go", options={"size": 3})
    now = session_page.present()
    for text in ("b2", "pass", "a1", "pass"):
        (move,) = (one for one in now["legal_moves"] if one["move"] == text)
        now = play(session_page, move, now)
        assert now["outcome"] is None
    expect(page.get_by_text("You have no move on the board.")).to_have_count(0)
    now = play(session_page, now["legal_moves"][-1], now)
    assert [played["move"] for played in now["history"]][-2:] == ["pass", "pass"]
    assert now["outcome"]["winner"] == "black"
    expect(page.get_by_test_id("status")).to_contain_text(re.compile(f"{headline(now)}|You win!"))


def test_a_swap_and_the_end_of_a_turn_are_buttons(live: Live, page: Page) -> None:
    session_page = open_for_two(live, Mouse(page), "pie")
    now = session_page.present()
    expect(move_buttons(page)).to_have_count(0)
    now = play(session_page, now["legal_moves"][2], now)
    expect(move_buttons(page)).to_have_text(["Swap"])
    now = play(session_page, now["legal_moves"][-1], now)
    assert now["board"] == ["", "", "B", "", ""]
    for _ in range(2):
        expect(move_buttons(page)).to_have_text(["End turn"])
        now = play(session_page, now["legal_moves"][-1], now)
    assert (now["outcome"]["winner"], len(now["history"])) == ("blue", 4)
    page.get_by_role("button", name="Previous move").click()
    expect(page.get_by_text("Viewing ")).to_be_visible()


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", ["othello", "go", "pie"])
def test_games_with_passes_are_played_to_their_ends(
    live: Live, page: Page, name: str, seed: int
) -> None:
    options = {"size": 4} if name == "go" else {}
    session_page = open_session(live, Mouse(page), name, options, seats=[PERSON, WEAK])
    assert play_to_end(session_page, seed)["outcome"]["reason"] == "rules"
