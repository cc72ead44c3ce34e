"""Several people: by invitation link, on one device, and as spectators."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.server.live import Live, until
from tests.web.conftest import NewPage
from tests.web.input_devices import Mouse, Touchscreen
from tests.web.session_page import PERSON, SessionPage, headline, open_session, session_of


def form(page: Page, *, second: str) -> str:
    page.goto("/new/tictactoe")
    page.locator("#seat-O").select_option(second)
    page.get_by_role("button", name="Play", exact=True).click()
    return session_of(page)


def test_two_browsers_play_each_other_by_link(live: Live, new_page: NewPage) -> None:
    host, guest = new_page(), new_page(phone=True)
    session = form(host, second="link")
    link = host.get_by_label("Invite link for O").input_value()
    guest.goto(link)
    mine, yours = (
        SessionPage(live, Mouse(host), session),
        SessionPage(live, Touchscreen(guest), session),
    )
    for session_page, cell in ((mine, 4), (yours, 0), (mine, 2), (yours, 6), (mine, 8)):
        session_page.play({"path": [cell]})
        mine.present()
        yours.present()
    assert "secret" not in guest.url
    guest.reload()  # the browser keeps the seat
    yours.play({"path": [3]})
    mine.present()
    expect(host.get_by_test_id("status")).to_have_text("O wins – Three in a row")
    expect(guest.get_by_test_id("status")).to_have_text("You win! – Three in a row")


def test_draw_is_offered_and_accepted(live: Live, new_page: NewPage) -> None:
    host, guest = new_page(), new_page()
    session = form(host, second="link")
    guest.goto(host.get_by_label("Invite link for O").input_value())
    mine = SessionPage(live, Mouse(host), session)
    mine.act("Offer draw")
    expect(host.get_by_text("You offered a draw. Waiting for O to answer.")).to_be_visible()
    expect(guest.get_by_text("X offers a draw.")).to_be_visible()
    SessionPage(live, Mouse(guest), session).act("Accept")
    expect(host.get_by_test_id("status")).to_contain_text("Draw – By agreement")


def test_takeback_is_requested_and_declined(live: Live, new_page: NewPage) -> None:
    host, guest = new_page(), new_page()
    session = form(host, second="link")
    guest.goto(host.get_by_label("Invite link for O").input_value())
    mine = SessionPage(live, Mouse(host), session)
    mine.play({"path": [4]})
    mine.act("Request takeback")
    expect(guest.get_by_text("X asks to take back one move.")).to_be_visible()
    now = SessionPage(live, Mouse(guest), session).act("Decline")
    assert now["ply"] == 1
    assert now["offers"] == []
    expect(host.get_by_test_id("status")).to_contain_text("O declined the takeback.")


def test_people_on_one_device_move_in_turn_and_undo(live: Live, page: Page) -> None:
    session_page = SessionPage(live, Mouse(page), form(page, second="here"))
    session_page.present()
    session_page.play({"path": [4]})
    session_page.play({"path": [0]})
    assert session_page.act("Undo")["ply"] == 1
    assert session_page.act("Redo")["ply"] == 2
    expect(page.get_by_test_id("status")).to_have_text("X to move")


def test_spectator_sees_the_game_and_cannot_change_it(live: Live, new_page: NewPage) -> None:
    player, watcher = new_page(), new_page()
    session_page = open_session(live, Mouse(player), "tictactoe", {})
    watcher.goto(f"/sessions/{session_page.session.id}")
    expect(watcher.get_by_text("You are watching")).to_be_visible()
    now = session_page.play({"path": [4]})
    watcher.locator(f'[data-version="{now["version"]}"]').wait_for()
    expect(watcher.get_by_role("button", name="Resign")).to_have_count(0)
    Mouse(watcher).touch(8)
    assert session_page.present() == now


def test_game_between_engines_is_watched(live: Live, page: Page) -> None:
    page.goto("/new/tictactoe")
    page.locator("#seat-X").select_option("engine")
    for level in page.locator("select.level").all():
        level.select_option("1")
    page.get_by_role("button", name="Play", exact=True).click()
    session_page = SessionPage(live, Mouse(page), session_of(page))
    ended = until(lambda: now if (now := session_page.session.read())["outcome"] else None)
    expect(page.get_by_test_id("status")).to_contain_text(headline(ended))


def test_resigning_is_confirmed_and_a_rematch_swaps_sides(live: Live, page: Page) -> None:
    session_page = open_session(live, Mouse(page), "tictactoe", {})
    session_page.present()
    session_page.button("Resign").click()
    assert session_page.session.read()["outcome"] is None
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.get_by_test_id("status")).to_contain_text("O wins")
    session_page.button("Rematch").click()
    page.wait_for_url(lambda url: session_page.session.id not in url)
    again = SessionPage(live, Mouse(page), session_of(page)).present()
    assert [seat["kind"] for seat in again["seats"]] == ["engine", "person"]
    assert [seat["level"] for seat in again["seats"]] == ["1", ""]


def test_clock_runs_for_the_player_to_move(live: Live, page: Page) -> None:
    session_page = open_session(
        live, Mouse(page), "tictactoe", {}, seats=[PERSON, PERSON], clock="300"
    )
    session_page.present()
    clocks = page.locator("time")
    expect(clocks).to_have_text(["5:00", "5:00"])
    session_page.play({"path": [4]})
    expect(page.locator(".player.turn time")).not_to_have_text("5:00")


def test_game_is_lost_on_time(live: Live, page: Page) -> None:
    # The clock starts with the first move; the second player never moves.
    session_page = open_session(
        live, Mouse(page), "tictactoe", {}, seats=[PERSON, PERSON], clock="2"
    )
    session_page.present()
    session_page.play({"path": [4]})
    expect(page.get_by_test_id("status")).to_contain_text("You win! – O ran out of time")
