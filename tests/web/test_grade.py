"""The page that shows the report of `kibitz grade`."""

from __future__ import annotations

import os
from pathlib import Path

from playwright.sync_api import expect

from kibitz.cli.main import main
from tests.grading.students import ALPHA_BETA
from tests.web.conftest import ROOT, NewPage


def test_a_report_is_shown_with_the_board_of_the_first_wrong_node(
    new_page: NewPage, tmp_path: Path
) -> None:
    student, report = tmp_path / "mine.py", tmp_path / "report.json"
    student.write_text(ALPHA_BETA.replace("alpha >= beta", "alpha > beta"))
    arguments = ["grade", str(student), "--game", "connect4", "--positions", "4"]
    assert main([*arguments, "--report", str(report)]) == 1
    page = new_page(phone=True, theme="dark")
    page.add_init_script(path=ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js")
    page.goto("/grade")
    page.get_by_label("Choose a report, or drop it here").set_input_files(student)
    expect(page.get_by_text("is not a report")).to_be_visible()
    page.get_by_label("Choose a report, or drop it here").set_input_files(report)
    expect(page.get_by_role("heading", name="strict pruning")).to_be_visible()
    expect(page.get_by_text("The first node that differs")).to_be_visible()
    assert page.locator("pre").count() >= 1
    assert page.evaluate("axe.run().then((found) => found.violations.map((one) => one.id))") == []
    folder = os.environ.get("KIBITZ_SCREENSHOTS")
    if folder:
        page.screenshot(path=f"{folder}/grade.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
