"""The start of the command: Ctrl-C at any moment leaves no traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

# As the installed command does it; the line says that Python has started and our code runs.
START = """
import sys
from kibitz.__main__ import main
print("started", flush=True)
sys.exit(main())
"""


def start(*arguments: str, handler: signal.Handlers = signal.SIG_DFL) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", START, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A test run in the background has Ctrl-C ignored, and its children inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, handler),
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "started\n"
    return process


@pytest.mark.parametrize("milliseconds", [0, 2, 5, 10, 20, 35, 50, 75, 100, 150, 200, 300, 500])
def test_ctrl_c_while_the_command_starts_leaves_no_traceback(milliseconds: int) -> None:
    process = start("perft", "connect4", "30")
    time.sleep(milliseconds / 1000)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=120)
    assert "Traceback" not in err
    assert process.returncode in (130, -signal.SIGINT)


def test_an_ignored_ctrl_c_stays_ignored() -> None:
    process = start("learn", handler=signal.SIG_IGN)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    assert out.startswith("three-moves")


def test_the_start_loads_nothing_else() -> None:
    script = (
        "import sys; before = set(sys.modules); import kibitz.__main__; "
        "print(sorted(set(sys.modules) - before))"
    )
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, env=os.environ
    )
    assert run.stdout == "['kibitz', 'kibitz.__main__']\n", run.stderr


def test_a_name_that_is_not_public_is_refused() -> None:
    import kibitz

    with pytest.raises(AttributeError, match="module 'kibitz' has no attribute 'nonsense'"):
        kibitz.nonsense  # type: ignore[attr-defined]  # noqa: B018 - the point of the test
    assert {"Session", "__all__", "__version__"} <= set(dir(kibitz))
