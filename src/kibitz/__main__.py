"""The entry point of `kibitz` and of `python -m kibitz`.

Importing the command takes a tenth of a second. Until then Ctrl-C or SIGTERM ends the process by
the system's default, without output; afterwards `kibitz.core.interrupts` handles signals. Signals
before this module is imported, while Python starts, cannot be handled.
"""

import _signal  # type: ignore[import-not-found]  # the C part of `signal`: always loaded
import sys

INTERRUPTED = 130


def _leave_interrupts_to_the_system() -> None:
    """Let Ctrl-C end the process, unless it is ignored, as in a background job of a shell."""
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)


_leave_interrupts_to_the_system()  # before the slow imports


def main() -> int:
    """Run the command and return its exit code."""
    from kibitz.cli.main import main as run

    try:
        return run()
    except KeyboardInterrupt:  # a second one, during the clean-up
        return INTERRUPTED
    finally:
        _leave_interrupts_to_the_system()


if __name__ == "__main__":
    sys.exit(main())
