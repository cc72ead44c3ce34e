"""Several people: by link, on one screen, and those who only watch."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.server.live import Live, until
from tests.web.conftest import NewPage
from tests.web.hands import Finger, Mouse
from tests.web.playing import PERSON, Sitting, begin, session_of


def form(page: Page, *, second: str) -> str:
    page.goto("/#/new/tictactoe")
    page.locator("#seat-O").select_option(second)
    page.get_by_role("button", name="Play", exact=True).click()
    return session_of(page)


def status(page: Page) -> str:
    return page.get_by_test_id("status").inner_text()


def test_two_browsers_play_each_other_by_link(live: Live, new_page: NewPage) -> None:
    host, guest = new_page(), new_page(phone=True)
    session = form(host, second="link")
    link = host.get_by_label("Link for O").input_value()
    guest.goto(link)
    mine, yours = Sitting(live, Mouse(host), session), Sitting(live, Finger(guest), session)
    for sitting, cell in ((mine, 4), (yours, 0), (mine, 2), (yours, 6), (mine, 8)):
        sitting.play({"path": [cell]})
        mine.present()
        yours.present()
    assert "secret" not in guest.url
    guest.reload()  # the seat is kept
    yours.play({"path": [3]})
    mine.present()
    assert status(host) == status(guest) == "O wins"


def test_draw_is_offered_by_one_and_accepted_by_the_other(live: Live, new_page: NewPage) -> None:
    host, guest = new_page(), new_page()
    session = form(host, second="link")
    guest.goto(host.get_by_label("Link for O").input_value())
    mine = Sitting(live, Mouse(host), session)
    mine.act("Offer draw")
    expect(host.get_by_text("Waiting for O to answer.")).to_be_visible()
    expect(guest.get_by_text("X offers a draw.")).to_be_visible()
    Sitting(live, Mouse(guest), session).act("Accept")
    expect(host.get_by_test_id("status")).to_contain_text("draw")


def test_takeback_is_declined_by_the_other(live: Live, new_page: NewPage) -> None:
    host, guest = new_page(), new_page()
    session = form(host, second="link")
    guest.goto(host.get_by_label("Link for O").input_value())
    mine = Sitting(live, Mouse(host), session)
    mine.play({"path": [4]})
    mine.act("Ask to take back")
    expect(guest.get_by_text("X wants to take back one move.")).to_be_visible()
    now = Sitting(live, Mouse(guest), session).act("Decline")
    assert now["ply"] == 1
    assert now["offers"] == []


def test_people_on_one_screen_move_in_turn_and_undo(live: Live, page: Page) -> None:
    sitting = Sitting(live, Mouse(page), form(page, second="here"))
    sitting.present()
    sitting.play({"path": [4]})
    sitting.play({"path": [0]})
    assert sitting.act("Undo")["ply"] == 1
    assert sitting.act("Redo")["ply"] == 2
    assert status(page) == "X to move"


def test_spectator_sees_everything_and_can_do_nothing(live: Live, new_page: NewPage) -> None:
    player, watcher = new_page(), new_page()
    sitting = begin(live, Mouse(player), "tictactoe", {})
    watcher.goto(f"/sessions/{sitting.table.id}")
    expect(watcher.get_by_text("You are watching")).to_be_visible()
    now = sitting.play({"path": [4]})
    watcher.locator(f'[data-version="{now["version"]}"]').wait_for()
    expect(watcher.get_by_role("button", name="Resign")).to_have_count(0)
    Mouse(watcher).touch(8)
    assert sitting.present() == now


def test_engines_alone_are_watched(live: Live, page: Page) -> None:
    page.goto("/#/new/tictactoe")
    page.locator("#seat-X").select_option("engine")
    for level in page.locator("select.level").all():
        level.select_option("1")
    page.get_by_role("button", name="Play", exact=True).click()
    sitting = Sitting(live, Mouse(page), session_of(page))
    ended = until(lambda: now if (now := sitting.table.read())["outcome"] else None)
    expect(page.get_by_test_id("status")).to_have_text(ended["outcome"]["sentence"])


def test_resigning_asks_twice_and_a_rematch_changes_seats(live: Live, page: Page) -> None:
    sitting = begin(live, Mouse(page), "tictactoe", {})
    sitting.present()
    sitting.button("Resign").click()
    assert sitting.table.read()["outcome"] is None
    page.get_by_role("button", name="Resign – sure?").click()
    expect(page.get_by_test_id("status")).to_contain_text("O wins")
    sitting.button("Rematch").click()
    page.wait_for_url(lambda url: sitting.table.id not in url)
    again = Sitting(live, Mouse(page), session_of(page)).present()
    assert [seat["kind"] for seat in again["seats"]] == ["engine", "person"]
    assert [seat["level"] for seat in again["seats"]] == ["1", ""]


def test_clock_runs_for_whoever_is_to_move(live: Live, page: Page) -> None:
    sitting = begin(live, Mouse(page), "tictactoe", {}, seats=[PERSON, PERSON], clock="300")
    sitting.present()
    clocks = page.locator("time")
    expect(clocks).to_have_text(["5:00", "5:00"])
    sitting.play({"path": [4]})
    expect(page.locator(".player.turn time")).not_to_have_text("5:00")


def test_game_whose_time_is_up_is_lost(live: Live, page: Page) -> None:
    # Time runs from the first move. The second player never moves, so nothing races with it.
    sitting = begin(live, Mouse(page), "tictactoe", {}, seats=[PERSON, PERSON], clock="2")
    sitting.present()
    sitting.play({"path": [4]})
    expect(page.get_by_test_id("status")).to_contain_text("X wins on time")
