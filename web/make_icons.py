"""Draws the icons of the installed app from public/icon.svg with Chromium.

A maskable icon has no rounded corners, and its content is in the middle four fifths. Run it after
changing the picture; the icons are part of the sources.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

PUBLIC = Path(__file__).resolve().parent / "public"
COLOUR = "#2f6f5e"
# The file, its size in pixels, the size of the picture in it, and the background.
ICONS = (
    ("icon-192.png", 192, 192, "transparent"),
    ("icon-512.png", 512, 512, "transparent"),
    ("icon-maskable.png", 512, 410, COLOUR),
    ("apple-touch-icon.png", 180, 180, COLOUR),
)


def main() -> None:
    """Draw the icons."""
    program = shutil.which("chromium")
    if program is None:
        sys.exit("Chromium is missing: on Debian, apt install chromium.")
    picture = (PUBLIC / "icon.svg").read_text()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for name, size, inner, background in ICONS:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(
                f"<style>body {{ margin: 0; display: grid; place-items: center; height: {size}px;"
                f" background: {background} }} svg {{ width: {inner}px }}</style>{picture}"
            )
            page.screenshot(path=PUBLIC / name, omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
