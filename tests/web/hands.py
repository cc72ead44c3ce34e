"""How somebody uses the page: with a mouse, with the keyboard alone, or with a finger."""

from __future__ import annotations

from collections import deque
from typing import Protocol

from playwright.sync_api import Locator, Page

ARROWS = ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight")
_MOST_TABS = 200


class Hands(Protocol):
    """Touches cells of the board, and presses buttons."""

    page: Page

    def touch(self, cell: int) -> None: ...

    def press(self, button: Locator) -> None: ...


def middle(page: Page, cell: int) -> tuple[float, float]:
    """The middle of a cell on the screen."""
    found = page.locator(f'.square [data-cell="{cell}"]')
    found.scroll_into_view_if_needed()
    box = found.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class _OnPage:
    """Hands have one page."""

    def __init__(self, page: Page) -> None:
        self.page = page


class Mouse(_OnPage):
    """Clicks."""

    def touch(self, cell: int) -> None:
        self.page.mouse.click(*middle(self.page, cell))

    def press(self, button: Locator) -> None:
        button.click()


class Finger(_OnPage):
    """Taps."""

    def touch(self, cell: int) -> None:
        self.page.touchscreen.tap(*middle(self.page, cell))

    def press(self, button: Locator) -> None:
        button.tap()


class Keyboard(_OnPage):
    """Never touches anything but keys; learns where the arrows lead by walking."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._ways: dict[tuple[int, str], int] = {}

    def touch(self, cell: int) -> None:
        self._walk_to(cell)
        self.page.keyboard.press("Enter")

    def press(self, button: Locator) -> None:
        for _ in range(_MOST_TABS):
            if button.evaluate("element => element === document.activeElement"):
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the tabulator key does not lead to {button}")

    def _walk_to(self, cell: int) -> None:
        here = self._focused()
        for _ in range(_MOST_TABS):
            if here is not None:
                break
            self.page.keyboard.press("Tab")
            here = self._focused()
        assert here is not None, "the tabulator key does not lead to the board"
        while here != cell:
            key = self._way(here, cell) or self._unknown(here)
            self.page.keyboard.press(key)
            reached = self._focused()
            assert reached is not None, "an arrow key leads away from the board"
            self._ways[here, key] = here = reached

    def _focused(self) -> int | None:
        found: str | None = self.page.evaluate("document.activeElement.getAttribute('data-cell')")
        return None if found is None else int(found)

    def _way(self, here: int, cell: int) -> str | None:
        """The first key of a way that is known."""
        queue, seen = deque([(here, "")]), {here}
        while queue:
            at, first = queue.popleft()
            for key in ARROWS:
                reached = self._ways.get((at, key))
                if reached == cell:
                    return first or key
                if reached is not None and reached not in seen:
                    seen.add(reached)
                    queue.append((reached, first or key))
        return None

    def _unknown(self, here: int) -> str:
        """A key that has not been tried here, or the first one on the way to such a cell."""
        queue, seen = deque([(here, "")]), {here}
        while queue:
            at, first = queue.popleft()
            for key in ARROWS:
                reached = self._ways.get((at, key))
                if reached is None:
                    return first or key
                if reached not in seen:
                    seen.add(reached)
                    queue.append((reached, first or key))
        raise AssertionError("the arrow keys do not lead to every cell")
