"""Ways to use the page: a mouse, only the keyboard, or a touchscreen."""

from __future__ import annotations

from collections import deque
from typing import Protocol

from playwright.sync_api import Locator, Page

ARROWS = ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight")
_MOST_TABS = 200


class InputDevice(Protocol):
    """Selects cells of the board and presses buttons."""

    page: Page

    def touch(self, cell: int) -> None: ...

    def press(self, button: Locator) -> None: ...


def middle(page: Page, cell: int) -> tuple[float, float]:
    """The centre of a cell on the screen."""
    found = page.locator(f'.square [data-cell="{cell}"]')
    found.scroll_into_view_if_needed()
    box = found.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class _PageDevice:
    """A device on one page."""

    def __init__(self, page: Page) -> None:
        self.page = page


class Mouse(_PageDevice):
    """A mouse, which clicks."""

    def touch(self, cell: int) -> None:
        self.page.mouse.click(*middle(self.page, cell))

    def press(self, button: Locator) -> None:
        button.click()


class Touchscreen(_PageDevice):
    """A touchscreen, which is tapped."""

    def touch(self, cell: int) -> None:
        self.page.touchscreen.tap(*middle(self.page, cell))

    def press(self, button: Locator) -> None:
        button.tap()


class Keyboard(_PageDevice):
    """Only the keyboard; it learns where the arrow keys lead by trying them."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._paths: dict[tuple[int, str], int] = {}

    def touch(self, cell: int) -> None:
        self._walk_to(cell)
        self.page.keyboard.press("Enter")

    def press(self, button: Locator) -> None:
        for _ in range(_MOST_TABS):
            if button.evaluate("element => element === document.activeElement"):
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not reach {button}")

    def _walk_to(self, cell: int) -> None:
        here = self._focused()
        for _ in range(_MOST_TABS):
            if here is not None:
                break
            self.page.keyboard.press("Tab")
            here = self._focused()
        assert here is not None, "Tab does not reach the board"
        while here != cell:
            key = self._known_key(here, cell) or self._untried_key(here)
            self.page.keyboard.press(key)
            reached = self._focused()
            assert reached is not None, "an arrow key leads off the board"
            self._paths[here, key] = here = reached

    def _focused(self) -> int | None:
        found: str | None = self.page.evaluate("document.activeElement.getAttribute('data-cell')")
        return None if found is None else int(found)

    def _known_key(self, here: int, cell: int) -> str | None:
        """The first key of a known path."""
        queue, seen = deque([(here, "")]), {here}
        while queue:
            at, first = queue.popleft()
            for key in ARROWS:
                reached = self._paths.get((at, key))
                if reached == cell:
                    return first or key
                if reached is not None and reached not in seen:
                    seen.add(reached)
                    queue.append((reached, first or key))
        return None

    def _untried_key(self, here: int) -> str:
        """A key not yet tried here, or the first key towards a cell with such a key."""
        queue, seen = deque([(here, "")]), {here}
        while queue:
            at, first = queue.popleft()
            for key in ARROWS:
                reached = self._paths.get((at, key))
                if reached is None:
                    return first or key
                if reached not in seen:
                    seen.add(reached)
                    queue.append((reached, first or key))
        raise AssertionError("the arrow keys do not reach every cell")
