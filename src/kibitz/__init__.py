"""Kibitz: write a game's rules as a few plain functions, and play it at native speed.

The public names are in `kibitz._api`. They are loaded when the first of them is used, so that a
command can handle Ctrl-C before it loads anything else.
"""

import sys as _sys


def _new_name(module: str) -> str | None:
    """The new name of a renamed module; None for any other."""
    if not module.startswith("kibitz."):
        return None
    from kibitz._renamed_modules import RENAMED

    return RENAMED.get(module)


class _RenamedFinder:
    """The last finder that Python consults: it rejects old names of modules."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> None:
        """Raise an error if `name` is an old name."""
        new = _new_name(name)
        if new is not None:
            # Without `name=`, which "from kibitz import ..." would silence.
            raise ModuleNotFoundError(f"{name} is now {new}.")


_sys.meta_path.append(_RenamedFinder)

TYPE_CHECKING = False  # type checkers know this name; importing `typing` is slow
if TYPE_CHECKING:
    from kibitz._api import *  # noqa: F403
    from kibitz._api import __all__ as __all__
    from kibitz.core.version import __version__ as __version__
else:

    def __getattr__(name: str) -> object:
        """Load the version or the public names on first use."""
        if name == "__version__":
            from kibitz.core.version import __version__

            return __version__
        if (new := _new_name(f"{__name__}.{name}")) is not None:
            raise AttributeError(f"{__name__}.{name} is now {new}.")
        import kibitz._api as public

        if name not in (*public.__all__, "__all__"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        loaded = {key: getattr(public, key) for key in (*public.__all__, "__all__")}
        globals().update(loaded)
        return loaded[name]

    def __dir__() -> list[str]:
        """The names loaded so far and the public names."""
        import kibitz._api as public

        return sorted({*globals(), *public.__all__, "__all__", "__version__"})


del TYPE_CHECKING
