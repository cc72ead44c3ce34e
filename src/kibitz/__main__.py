"""The start of the command `kibitz` and of `python -m kibitz`.

Loading the command takes a tenth of a second. Ctrl-C or SIGTERM meanwhile ends the process as the
system does it, without a word; the command itself says that it was stopped. What happens before
this module is loaded, the start of Python itself, is not in our hands.
"""

import _signal  # type: ignore[import-not-found]  # what `signal` stands on, there without loading
import sys

INTERRUPTED = 130


def _leave_interrupts_to_the_system() -> None:
    """Let Ctrl-C end the process, unless it is ignored, as in the background of a shell."""
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)


_leave_interrupts_to_the_system()  # at once: everything else takes longer


def main() -> int:
    """Run the command; the exit code."""
    from kibitz.cli.main import main as run

    try:
        return run()
    except KeyboardInterrupt:  # another one, while the first was being answered
        return INTERRUPTED
    finally:
        _leave_interrupts_to_the_system()


if __name__ == "__main__":
    sys.exit(main())
