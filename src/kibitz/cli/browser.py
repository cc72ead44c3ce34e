"""Opens a page in the user's browser when the server is ready."""

from __future__ import annotations

import os
import socket
import sys
import threading
import time
import webbrowser

_TIMEOUT = 60.0  # seconds to wait for the server
_PAUSE = 0.1


def open_when_ready(host: str, port: int, address: str) -> None:
    """Open `address` as soon as the server listens on the port.

    Does nothing without a desktop, where a text browser would take over the server's terminal.
    """
    if has_desktop():
        threading.Thread(target=_open, args=(host, port, address), daemon=True).start()


def has_desktop() -> bool:
    """Whether this system can open a browser window."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _open(host: str, port: int, address: str) -> None:
    deadline = time.monotonic() + _TIMEOUT
    while time.monotonic() < deadline:
        try:
            socket.create_connection((host, port), timeout=1).close()
        except OSError:
            time.sleep(_PAUSE)
        else:
            webbrowser.open(address)
            return
