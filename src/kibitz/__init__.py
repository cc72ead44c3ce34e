"""Kibitz: write a game's rules as a few plain functions, and play it at native speed.

The public names are in `kibitz._api`. They are loaded when the first of them is used, so that a
command can handle Ctrl-C before it loads anything else.
"""

import sys as _sys

__version__ = "0.1.0"

_RENAMED = {  # old names of modules, which fail with an error that gives the new one
    "kibitz.classes": "kibitz.adapters",
    "kibitz.cli.interrupts": "kibitz.core.interrupts",
    "kibitz.compiling.tuned.counting": "kibitz.compiling.tuned.reference_counting",
    "kibitz.compiling.tuned.words": "kibitz.compiling.tuned.memory_type",
    "kibitz.compiling.vault": "kibitz.compiling.signed_files",
    "kibitz.core.compiling": "kibitz.compiling",
    "kibitz.adaptive": "kibitz.teaching.adaptive",
    "kibitz.lessons": "kibitz.teaching.lessons",
    "kibitz.peers": "benchmarks.peers",
    "kibitz.public": "kibitz",
    "kibitz.reviews": "kibitz.teaching.review",
    "kibitz.search.interrupts": "kibitz.core.interrupts",
    "kibitz.search.judging": "kibitz.search.evaluation_call",
    "kibitz.search.listing": "kibitz.search.move_list",
    "kibitz.search.relay": "kibitz.search.depth_sharing",
    "kibitz.search.reply": "kibitz.search.best_reply",
    "kibitz.search.swing": "kibitz.search.typical_change",
    "kibitz.search.table": "kibitz.search.transposition_table",
}


class _RenamedFinder:
    """The last finder that Python asks: it refuses the old name of a module."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> None:
        """Raise an error if `name` is an old name."""
        if name in _RENAMED:
            raise ModuleNotFoundError(f"{name} is now {_RENAMED[name]}.", name=name)


_sys.meta_path.append(_RenamedFinder)

TYPE_CHECKING = False  # what checkers know by this name; importing `typing` takes its time
if TYPE_CHECKING:
    from kibitz._api import *  # noqa: F403
    from kibitz._api import __all__ as __all__
else:

    def __getattr__(name: str) -> object:
        """Load the public names."""
        import kibitz._api as public

        if name not in (*public.__all__, "__all__"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        loaded = {key: getattr(public, key) for key in (*public.__all__, "__all__")}
        globals().update(loaded)
        return loaded[name]

    def __dir__() -> list[str]:
        """What is already here, and the public names."""
        import kibitz._api as public

        return sorted({*globals(), *public.__all__, "__all__"})


del TYPE_CHECKING
