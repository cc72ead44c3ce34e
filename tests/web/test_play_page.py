"""What the page shows during and after a game, on the desktop and on a phone."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Page, Request, expect

from tests.server.live import Live, until
from tests.web.conftest import NewPage
from tests.web.input_devices import Mouse
from tests.web.session_page import PERSON, WEAK, open_session, play_to_end, resign

SIZES = {"desktop": {"width": 1280, "height": 800}, "phone": {"width": 360, "height": 740}}
ENGINES = ({**WEAK, "seed": 2}, {**WEAK, "seed": 3})
# Engines whose game is still being played when the page opens, even on a busy machine.
SLOW = {"kind": "engine", "limit": {"time": 3}}
# A mill on d5 takes a stone.
MILL = ".o./xo./.../.....x/.../.../... w 7 7 0"


@pytest.fixture(params=SIZES)
def sized(new_page: NewPage, request: pytest.FixtureRequest) -> Page:
    """A page of each size."""
    page = new_page(phone=request.param == "phone")
    page.set_viewport_size(SIZES[request.param])  # type: ignore[arg-type]  # sizes as Playwright has them
    return page


def top(page: Page, selector: str) -> float:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["y"]


def test_result_names_winner_score_and_reason(live: Live, sized: Page) -> None:
    session_page = open_session(live, Mouse(sized), "tiles", {"rows": 3, "columns": 3})
    ended = play_to_end(session_page)
    points = [count["points"] for count in ended["counts"]]
    status = sized.get_by_test_id("status")
    expect(status).to_contain_text(" : ".join(map(str, sorted(points, reverse=True))))
    expect(status).to_contain_text("Every tile is claimed")
    bar = sized.get_by_role("meter", name="Evaluation")
    expect(bar).to_have_attribute("aria-valuenow", "100" if points[0] > points[1] else "0")
    rows = sized.locator(".player .count b").all_inner_texts()
    assert sorted(rows) == sorted(map(str, points))
    wide = sized.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert wide, "the page scrolls sideways"


def test_winning_line_is_drawn_and_named(live: Live, sized: Page) -> None:
    session_page = open_session(live, Mouse(sized), "tictactoe", {}, position="XX./OO./...")
    session_page.present()
    session_page.enter({"path": [2]})
    expect(sized.get_by_test_id("status")).to_have_text("You win! – Three in a row")
    expect(sized.locator(".square line.board-won")).to_have_count(2)
    for cell in (0, 1, 2):
        label = sized.locator(f'.square [data-cell="{cell}"]')
        expect(label).to_have_attribute("aria-label", re.compile("winning line"))
    expect(sized.get_by_role("meter", name="Evaluation")).to_have_attribute(
        "aria-valuetext", "You win!"
    )


def test_double_click_on_resign_does_not_resign(live: Live, sized: Page) -> None:
    session_page = open_session(live, Mouse(sized), "tictactoe", {})
    session_page.present()
    session_page.button("Resign").dblclick()
    expect(sized.get_by_role("dialog")).to_be_visible()
    assert session_page.session.read()["outcome"] is None
    sized.get_by_role("button", name="Keep playing").click()
    expect(sized.get_by_role("dialog")).to_have_count(0)
    resign(session_page)
    expect(sized.get_by_test_id("status")).to_have_text("O wins – X resigned")


def test_declined_draw_is_announced(live: Live, sized: Page) -> None:
    session_page = open_session(live, Mouse(sized), "connect4", {})
    session_page.present()
    session_page.button("Offer draw").click()
    expect(sized.get_by_test_id("status")).to_contain_text("O declined the draw.")
    expect(sized.get_by_test_id("spoken")).to_contain_text("O declined the draw.")


def test_board_stays_in_sight(live: Live, new_page: NewPage) -> None:
    page = new_page()
    page.set_viewport_size({"width": 1280, "height": 800})
    session_page = open_session(live, Mouse(page), "morris", {})
    session_page.present()
    expect(page.get_by_role("heading", name="Nine Men's Morris")).to_be_visible()
    last = page.locator(".player").last.bounding_box()
    assert last is not None
    assert last["y"] + last["height"] <= 800, "the player's row is below the fold"
    expect(page.locator(".player").last).to_contain_text("In hand 9")
    session_page.button("Explain the best move").click()
    expect(page.locator(".explanation li").first).to_be_visible()
    page.get_by_label("Show engine analysis").check()
    lines = page.get_by_role("list", name="Best lines").get_by_role("listitem")
    expect(lines).to_have_count(3)
    page.mouse.wheel(0, 2000)
    page.wait_for_function("scrollY > 0")
    assert top(page, ".square svg") >= 0


def test_board_comes_first_on_phones(live: Live, new_page: NewPage) -> None:
    page = new_page(phone=True)
    session_page = open_session(live, Mouse(page), "morris", {})
    session_page.present()
    assert top(page, ".square") < top(page, ".side.stack")
    page.set_viewport_size({"width": 740, "height": 360})
    box = page.locator(".square svg").bounding_box()
    side = page.locator(".side.stack").bounding_box()
    assert box is not None
    assert side is not None
    assert box["y"] + box["height"] <= 360, "the board is cut"
    assert side["x"] >= box["x"] + box["width"], "the panels are not beside the board"


def test_prompt_and_panels_do_not_move_the_board(live: Live, sized: Page) -> None:
    session_page = open_session(live, Mouse(sized), "morris", {}, position=MILL)
    session_page.present()
    sized.evaluate("scrollTo(0, 0)")
    before = top(sized, ".square")
    session_page.device.touch(7)
    expect(sized.get_by_text("Choose a stone to remove")).to_be_visible()
    sized.evaluate("scrollTo(0, 0)")
    assert top(sized, ".square") == before
    session_page.button("Undo step").click()
    session_page.device.touch(1)
    expect(sized.get_by_role("alert")).to_be_visible()
    sized.evaluate("scrollTo(0, 0)")
    assert top(sized, ".square") == before


def test_help_about_earlier_positions_and_after_the_end(live: Live, sized: Page) -> None:
    session_page = open_session(
        live, Mouse(sized), "tictactoe", {}, position="XX./OO./...", seats=[PERSON, PERSON]
    )
    session_page.present()
    session_page.play({"path": [8]})  # misses the win on 2
    resign(session_page)
    expect(sized.get_by_test_id("result")).to_be_visible()
    expect(session_page.button("Hint")).to_be_disabled()
    sized.get_by_role("button", name="First position").click()
    expect(sized.get_by_text("Viewing the first position")).to_be_visible()
    session_page.button("Hint").click()
    session_page.button("Next hint").click()
    session_page.button("Next hint").click()
    expect(sized.locator("dl.rungs dd").nth(2)).to_contain_text("2")
    session_page.button("Explain 8").click()
    expect(sized.locator(".explanation li").first).to_contain_text("8")


def test_replies_are_shown_one_after_the_other(live: Live, sized: Page) -> None:
    sized.add_init_script("localStorage.setItem('kibitz.settings', '{\"pace\": 700}')")
    session_page = open_session(live, Mouse(sized), "horses", {"players": 3})
    now = session_page.present()
    sized.evaluate("""() => {
      window.shown = [];
      const layout = document.querySelector('.layout');
      new MutationObserver(() => window.shown.push([
        Number(layout.dataset.ply), performance.now(),
        document.querySelectorAll('.square .is-last').length])).observe(
          layout, { attributes: true, attributeFilter: ['data-ply'] });
    }""")
    session_page.play(now["legal_moves"][0])
    shown = sized.evaluate("window.shown")
    assert [ply for ply, _, _ in shown] == [1, 2, 3]
    assert all(marked > 0 for _, _, marked in shown)
    waits = [later - earlier for (_, earlier, _), (_, later, _) in pairwise(shown)]
    assert all(wait >= 600 for wait in waits), waits


def test_a_move_makes_one_request(live: Live, sized: Page) -> None:
    # The page asks for the stream of events once it shows the session.
    with sized.expect_request(re.compile("/events")):
        session_page = open_session(live, Mouse(sized), "connect4", {})
    now = session_page.present()
    requests: list[str] = []

    def note(request: Request) -> None:
        if "/api/" in request.url:
            requests.append(f"{request.method} {request.url}")

    sized.on("request", note)
    session_page.play(now["legal_moves"][0])
    assert len(requests) == 1, requests
    assert requests[0].startswith("POST")
    assert requests[0].endswith("/moves")


def test_engines_are_paused_and_stepped(live: Live, sized: Page) -> None:
    session = live.begin("connect4", SLOW, SLOW, options={"rows": 5, "columns": 6})
    sized.goto(f"/sessions/{session.id}")
    sized.get_by_role("button", name="Pause").click()
    watch = sized.get_by_role("region", name="Watch")
    progress = watch.locator("header span")
    at = int(progress.inner_text().split()[1])
    until(lambda: True if session.read()["ply"] > at else None)
    watch.get_by_role("button", name="Step").click()
    expect(progress).to_contain_text(f"Move {at + 1} of")
    expect(sized.get_by_test_id("result")).to_have_count(0)


def test_finished_game_of_engines_is_watched_again(live: Live, sized: Page) -> None:
    session = live.begin("connect4", *ENGINES, options={"rows": 4, "columns": 5}, seed=7)
    session.settled()
    sized.goto(f"/sessions/{session.id}")
    watch = sized.get_by_role("region", name="Watch")
    watch.get_by_label("Speed").select_option("Slow")
    watch.get_by_role("button", name="Play").click()  # again from the start
    expect(sized.get_by_test_id("result")).to_have_count(0)
    watch.get_by_role("button", name="Pause").click()
    watch.get_by_role("button", name="Step").click()
    watch.get_by_label("Speed").select_option("Fast")
    watch.get_by_role("button", name="Play").click()
    expect(sized.get_by_test_id("result")).to_be_visible()
    watch.get_by_role("button", name="Play").click()
    expect(sized.get_by_test_id("result")).to_have_count(0)
    watch.get_by_role("button", name="Skip to the end").click()
    expect(sized.get_by_test_id("result")).to_be_visible()


def test_hint_and_bar_agree_and_name_their_search(live: Live, sized: Page) -> None:
    session_page = open_session(live, Mouse(sized), "connect4", {})
    session_page.present()
    session_page.button("Explain the best move").click()
    value = sized.locator(".explanation p .quiet-text").inner_text()
    bar = sized.get_by_role("meter", name="Evaluation")
    expect(bar).to_have_attribute("aria-valuetext", f"X: {value}")
    expect(sized.get_by_text("From: this hint or explanation")).to_be_visible()


def test_thinking_times_are_in_the_move_list(live: Live, sized: Page) -> None:
    session_page = open_session(live, Mouse(sized), "tictactoe", {})
    session_page.present()
    session_page.play({"path": [4]})
    expect(sized.locator(".moves .time")).to_have_count(2)
    expect(sized.locator(".moves .time").first).to_contain_text(" s")
