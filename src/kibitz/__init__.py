"""Kibitz: write a game's rules as a few plain functions, and it is played at native speed.

The public names stand in `kibitz.public`. They are loaded when the first of them is used: a command
has to be able to answer Ctrl-C before it loads anything.
"""

__version__ = "0.1.0"

TYPE_CHECKING = False  # what checkers know by this name; importing `typing` takes its time
if TYPE_CHECKING:
    from kibitz.public import *  # noqa: F403
    from kibitz.public import __all__ as __all__
else:

    def __getattr__(name: str) -> object:
        """Load the public names."""
        import kibitz.public as public

        if name not in (*public.__all__, "__all__"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        loaded = {key: getattr(public, key) for key in (*public.__all__, "__all__")}
        globals().update(loaded)
        return loaded[name]

    def __dir__() -> list[str]:
        """What is already here, and the public names."""
        import kibitz.public as public

        return sorted({*globals(), *public.__all__, "__all__"})


del TYPE_CHECKING
