"""The start and the end of the command: a signal at any moment leaves no traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

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
        preexec_fn=lambda: [signal.signal(number, handler) for number in ENDING] and None,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "started\n"
    return process


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("milliseconds", [0, 2, 5, 10, 20, 35, 50, 75, 100, 150, 200, 300, 500])
def test_a_signal_while_the_command_starts_leaves_no_traceback(
    milliseconds: int, number: signal.Signals
) -> None:
    process = start("perft", "connect4", "30")
    time.sleep(milliseconds / 1000)
    process.send_signal(number)
    _, err = process.communicate(timeout=120)
    assert "Traceback" not in err
    assert process.returncode in (128 + number, -number)


@pytest.mark.parametrize("number", ENDING)
def test_an_ignored_signal_stays_ignored(number: signal.Signals) -> None:
    process = start("learn", handler=signal.SIG_IGN)
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    assert out.startswith("three-moves")


# A command that says when it can be sent a signal.
PLAYED = """
import os, signal, sys, time
from kibitz.core import interrupts
{before}
def wait():
    print("waiting", flush=True)
    time.sleep(100)
def command():
    {command}
    return 0
sys.exit(interrupts.run_interruptible(command))
"""


def run_command(
    command: str, *numbers: signal.Signals, before: str = "", pause: float = 0.1
) -> tuple[int, str]:
    """The exit code and standard error of a command that is sent these signals."""
    process = subprocess.Popen(
        [sys.executable, "-c", PLAYED.format(before=before, command=command)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: [signal.signal(one, signal.SIG_DFL) for one in ENDING] and None,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "waiting\n"
    for number in numbers:
        process.send_signal(number)
        time.sleep(pause)
    _, err = process.communicate(timeout=120)
    return process.returncode, err


@pytest.mark.parametrize("number", ENDING)
def test_the_exit_code_names_the_signal(number: signal.Signals) -> None:
    assert run_command("wait()", number) == (128 + number, "")


def test_sigterm_decides_over_the_code_of_a_command_that_catches_it() -> None:
    caught = "\n    ".join(
        ["try: wait()", "except KeyboardInterrupt: print('kept', file=sys.stderr)"]
    )
    assert run_command(caught, signal.SIGTERM) == (143, "kept\n")
    assert run_command(caught, signal.SIGINT) == (0, "kept\n")


def test_a_second_signal_does_not_disturb_the_clean_up() -> None:
    cleaned = "\n    ".join(
        ["try: wait()", "finally: time.sleep(0.5); print('clean', file=sys.stderr)"]
    )
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGINT)
    assert run_command(cleaned, *numbers) == (130, "clean\n")


def test_a_clean_up_that_does_not_end_is_ended_by_the_next_signal() -> None:
    endless = "\n    ".join(["try: wait()", "finally: time.sleep(1000)"])
    code, err = run_command(endless, signal.SIGTERM, signal.SIGTERM, pause=2.0)
    assert (code, err) == (143, "\nkibitz: stopped\n")


def test_a_call_that_hears_no_signals_is_left_by_force() -> None:
    """Of a long call into compiled code, which a handler of Python cannot interrupt."""
    deaf = "hashlib.pbkdf2_hmac('sha256', b'', b'', 10**9)"
    # By the time that the thread says so, the main thread is in the call.
    say = "threading.Timer(1.0, lambda: print('waiting', flush=True)).start()"
    command = f"import hashlib, threading; {say}; {deaf}"
    assert run_command(command, signal.SIGINT) == (130, "\nkibitz: stopped\n")


def test_no_interrupt_is_raised_inside_the_compiler() -> None:
    compiling = (
        "print('waiting', flush=True); [time.sleep(0.01) for _ in range(40)]; "
        "print('compiled', file=sys.stderr)"
    )
    protected = f"exec(compile({compiling!r}, '/site-packages/numba/core.py', 'exec'))"
    code, err = run_command(f"{protected}; time.sleep(100)", signal.SIGINT)
    assert (code, err) == (130, "compiled\n")


def test_an_interrupt_that_python_can_only_print_is_raised_again() -> None:
    """As in the destructor of an object: the exception is lost there."""
    before = "class Slow:\n    def __del__(self): wait()"
    code, err = run_command("Slow(); time.sleep(100)", signal.SIGINT, before=before)
    assert (code, err) == (130, "")


def test_an_end_does_not_wait_for_threads() -> None:
    """Which may run compiled code, and would crash while the interpreter ends."""
    busy = "import threading; threading.Thread(target=time.sleep, args=(100,)).start()"
    code, err = run_command("wait()", signal.SIGTERM, before=busy)
    assert (code, err) == (143, "")


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


@pytest.mark.skipif(os.name != "posix", reason="semaphores of POSIX")
def test_an_end_at_once_prints_nothing_about_semaphores() -> None:
    """Those of the workers of a match, where a signal arrives while a game is compiled."""
    program = (
        "import multiprocessing\n"
        "from kibitz.core.interrupts import Interrupts, leave\n"
        "Interrupts().listen()\n"
        "held = multiprocessing.get_context('spawn').Semaphore()\n"
        "leave(130)\n"
    )
    command = [sys.executable, "-c", program]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (ended.returncode, ended.stderr) == (130, "")


@pytest.mark.parametrize("number", ENDING)
def test_a_signal_while_the_interpreter_shuts_down_changes_nothing(number: signal.Signals) -> None:
    """The command is done by then, but the process was killed by the signal."""
    script = (
        "import os, sys\n"
        "import kibitz.__main__\n"
        "from kibitz.core.interrupts import run_interruptible\n"
        "code = run_interruptible(lambda: 3)\n"
        "class Last:\n"
        "    def __del__(self, kill=os.kill, own=os.getpid()):\n"
        f"        kill(own, {int(number)})\n"
        "last = Last()\n"
        f"os.kill(os.getpid(), {int(number)})\n"
        "sys.exit(code)\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        preexec_fn=lambda: [signal.signal(one, signal.SIG_DFL) for one in ENDING] and None,
    )
    assert (ended.returncode, ended.stderr) == (3, "")
