"""Lessons and search trees in the browser."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import kibitz
from kibitz.teaching.lessons import lessons
from kibitz.teaching.search_trees import TreeSettings, search_tree
from tests.server.live import V1, Live
from tests.web.conftest import NewPage
from tests.web.input_devices import Mouse
from tests.web.session_page import open_session
from tests.web.test_rules import check_page, photograph

TREE_CASES: tuple[tuple[str, dict[str, str]], ...] = (
    ("tictactoe", {}),
    ("connect4", {}),
    ("draughts", {"variant": "russian"}),
    ("morris", {"variant": "three"}),
    ("horses", {"players": "3"}),
    ("tiles", {}),
    ("hopper", {}),
    ("sticks", {}),
)


def sentence(page: Page) -> str:
    return page.get_by_test_id("sentence").inner_text()


def step_of(page: Page) -> tuple[int, int]:
    found = re.findall(r"\d+", page.get_by_test_id("step").inner_text())
    return int(found[0]), int(found[1])


def settled(page: Page) -> str:
    """The summary of the tree, once the search is done."""
    expect(page.get_by_test_id("summary")).to_have_attribute("data-busy", "false")
    return page.get_by_test_id("summary").inner_text()


def test_a_lesson_is_stepped_to_its_end_and_a_question_answered(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/learn")
    page.get_by_role("link", name="The cut").click()
    expect(page.get_by_role("heading", name="The cut")).to_be_visible()
    expect(page.get_by_test_id("step")).to_have_text("Step 1 of 14")
    assert "alpha is −∞ and beta is +∞" in sentence(page)
    seen = []
    for _ in range(13):
        page.get_by_role("button", name="Step forward").click()
        seen.append(sentence(page))
    assert seen[-1] == "The root returns +100."
    cut = "Cut: at B, alpha +100 is not below beta +50. What is skipped cannot matter: B2, B3."
    assert cut in seen
    expect(page.get_by_role("button", name="Step forward")).to_be_disabled()
    # The number that a step changes is marked.
    page.keyboard.press("Home")
    while "alpha at the root rises" not in sentence(page):
        page.keyboard.press("]")
    expect(page.locator(".drawing .box.selected .changed")).to_have_text("+100")
    # Whatever is answered is checked against the computed figures.
    question = page.get_by_role("group", name="Which move does the AI choose?")
    question.get_by_role("button", name="B", exact=True).click()
    expect(page.get_by_text("Not B. Try again")).to_be_visible()
    question.get_by_role("button", name="A", exact=True).click()
    expect(page.get_by_text("Right: A.")).to_be_visible()
    page.get_by_role("textbox").fill("5")
    page.get_by_role("textbox").press("Enter")
    expect(page.get_by_text("Right: 5.")).to_be_visible()
    # Without pruning, minimax looks at all nodes.
    assert "5 of 7 nodes visited" in page.get_by_test_id("summary").inner_text()
    page.get_by_label("Alpha-beta pruning").uncheck()
    expect(page.get_by_test_id("summary")).to_contain_text("7 of 7 nodes visited")
    check_page(page)


def test_the_search_asks_what_comes_next(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/learn/three-moves")
    page.get_by_label("Ask me before a value is passed up").check()
    page.keyboard.press("End")
    page.keyboard.press("[")
    question = page.get_by_role("group", name="Which move does AI choose at the root?")
    question.get_by_role("button", name="A", exact=True).click()
    expect(question.get_by_role("status")).to_contain_text("Not A")
    question.get_by_role("button", name="C", exact=True).click()
    expect(question.get_by_role("status")).to_have_text("Right: C.")


def test_the_tree_of_a_running_game_opens_with_its_switches(live: Live, new_page: NewPage) -> None:
    page = new_page()
    session = open_session(live, Mouse(page), "tictactoe", {}, position="XOX/O../...")
    session.present()
    page.get_by_role("button", name="Show the search tree").click()
    expect(page.get_by_role("heading", name="Search tree: Tic-Tac-Toe")).to_be_visible()
    game = kibitz.game("tictactoe")
    state = kibitz.Session(game, "XOX/O../...").state
    pruned, plain, ordered = (
        search_tree(game, state, 2, settings).nodes
        for settings in (
            TreeSettings(),
            TreeSettings(pruning=False),
            TreeSettings(ordering=True),
        )
    )
    expect(page.get_by_test_id("summary")).to_contain_text(f"{pruned} of {plain} nodes visited")
    page.get_by_label("Alpha-beta pruning").uncheck()
    expect(page.get_by_test_id("summary")).to_contain_text(f"{plain} of {plain} nodes visited")
    page.get_by_label("Alpha-beta pruning").check()
    page.get_by_label("Best evaluation first").check()
    expect(page.get_by_test_id("summary")).to_contain_text(f"{ordered} of {plain} nodes visited")
    # The table has the counts of every depth.
    row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="2", exact=True))
    for field, nodes in (("minimax", plain), ("alpha_beta", pruned), ("ordered", ordered)):
        expect(row.locator(f"[data-count={field}]")).to_have_text(str(nodes))
    # Selecting a node shows its board, with the mouse or with the keys of a tree.
    tree = page.get_by_role("tree")
    tree.get_by_role("treeitem").nth(1).click()
    expect(page.locator("[data-position]")).to_have_attribute("data-position", "XOX/OX./...")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-position]")).not_to_have_attribute("data-position", "XOX/OX./...")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(tree.get_by_role("treeitem").nth(1)).to_have_attribute("aria-expanded", "false")
    check_page(page)
    photograph(page, "tree-of-a-game")
    # The address can be shared, and Back returns to the game.
    address = page.url
    other = new_page(theme="dark")
    other.goto(address)
    expect(other.get_by_test_id("summary")).to_contain_text(f"{pruned} of {plain} nodes visited")
    check_page(other)
    page.go_back()
    expect(page.get_by_role("button", name="Show the search tree")).to_be_visible()


def test_the_tree_of_2801_nodes_opens_on_a_phone(phone: Page) -> None:
    phone.goto("/tree/connect4")
    phone.get_by_label("Alpha-beta pruning").uncheck()
    phone.get_by_role("slider", name="Depth").fill("4")
    expect(phone.get_by_test_id("summary")).to_contain_text("2,801 of 2,801 nodes visited")
    count = step_of(phone)[1]
    assert count > 2 * 2801
    phone.get_by_role("button", name="Last step").click()
    assert step_of(phone) == (count, count)
    assert sentence(phone).startswith("The root returns")
    phone.get_by_role("button", name="Step back").click()
    phone.get_by_role("slider", name="Position in the search").fill(str(count // 2))
    assert step_of(phone)[0] == count // 2 + 1
    # Only the path to the node is unfolded, so that the outline stays short.
    rows = phone.get_by_role("treeitem")
    assert rows.count() <= 1 + 4 * 7
    expect(phone.locator("[role=treeitem][aria-selected=true]")).to_be_visible()
    expect(phone.locator("[data-position]")).to_be_visible()
    phone.get_by_role("button", name="Show drawing").click()
    expect(phone.locator(".drawing .box.selected")).to_be_visible()
    check_page(phone)
    photograph(phone, "tree-2801-phone")


def test_playouts_are_stepped_through(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/learn/playouts")
    expect(page.get_by_test_id("summary")).to_have_text("10 playouts, 11 nodes. Most visits: 4")
    assert sentence(page).startswith("Playout 1:")
    page.keyboard.press("End")
    assert sentence(page).startswith("Every node on the path counts the result")
    expect(page.get_by_role("treeitem").first).to_contain_text("10 visits")
    check_page(page)


def test_a_tree_that_is_too_large_says_so(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/tree/morris")
    settled(page)
    page.get_by_label("Alpha-beta pruning").uncheck()
    page.get_by_role("slider", name="Depth").fill("4")
    expect(page.get_by_role("alert")).to_contain_text("more than")
    page.goto("/tree/nothing")
    expect(page.get_by_role("heading", name="Game not found")).to_be_visible()
    page.goto("/learn/nothing")
    expect(page.get_by_role("heading", name="Lesson not found")).to_be_visible()


@pytest.mark.deep
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_every_lesson_is_stepped_to_its_end(
    live: Live, new_page: NewPage, size: str, theme: str
) -> None:
    page = new_page(phone=size == "phone", theme=theme)
    page.goto("/learn")
    expect(page.get_by_role("link", name="The cut")).to_be_visible()
    check_page(page)
    photograph(page, f"learn-{size}-{theme}")
    for one in lessons():
        page.goto(f"/learn/{one.id}")
        expect(page.get_by_role("heading", name=one.title, exact=True)).to_be_visible()
        figures: dict[str, Any] = live.http.get(f"{V1}/lessons/{one.id}").json()["figures"]
        assert figures == one.figures()
        if one.sum is not None:
            for _ in one.sum.terms[1:]:
                page.get_by_role("button", name="Next term").click()
            total = page.get_by_test_id("total").inner_text().replace("−", "-")
            assert int(total) == one.sum.total
        if one.tree or one.search or (one.position and one.position.best):
            expect(page.get_by_test_id("step")).to_be_visible()
            page.keyboard.press("]")
            page.keyboard.press("End")
            at, count = step_of(page)
            assert at == count
        for question in one.questions:
            answer_question(page, question.ask, question.answer)
        expect(page.get_by_text("Right: ")).to_have_count(len(one.questions))
        check_page(page)
        photograph(page, f"lesson-{one.id}-{size}-{theme}")


def answer_question(page: Page, ask: str, answer: int | str) -> None:
    item = page.locator("ol > li").filter(has=page.get_by_text(ask, exact=True))
    if item.get_by_role("textbox").count():
        item.get_by_role("textbox").fill(str(answer))
        item.get_by_role("button", name="Check").click()
        return
    check = item.get_by_role("button", name="Check")
    for choice in str(answer).split(", ") if check.count() else [str(answer)]:
        item.get_by_role("button", name=choice, exact=True).click()
    if check.count():
        check.click()


@pytest.mark.deep
@pytest.mark.parametrize(("name", "options"), TREE_CASES)
def test_every_game_has_a_tree_with_boards(
    new_page: NewPage, name: str, options: dict[str, str]
) -> None:
    page = new_page()
    query = "&".join(f"{option}={value}" for option, value in options.items())
    page.goto(f"/tree/{name}?{query}")
    assert "nodes" in settled(page)
    page.keyboard.press("End")
    at, count = step_of(page)
    assert at == count > 3
    page.get_by_role("treeitem").nth(1).click()
    expect(page.locator("[data-position]")).to_be_visible()
    page.get_by_role("button", name="Monte Carlo").click()
    expect(page.get_by_test_id("summary")).to_contain_text("50 playouts")
    check_page(page)
    photograph(page, f"tree-{name}")
