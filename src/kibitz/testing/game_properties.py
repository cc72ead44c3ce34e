"""Properties of a game as a whole: its first states and its options."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.contract import Game
from kibitz.core.errors import ContractError, KibitzError
from kibitz.core.options import Option
from kibitz.testing.violation import Violation

_TRIED = 3  # values of each option


def starts_fit(game: Game, seeds: int) -> Iterator[Violation]:
    """Side 0 moves first, and a seed always gives the same start."""
    for seed in range(seeds if game.is_seeded else 1):
        first = game.initial(seed)
        if getattr(first, "turn", 0) != 0:
            text = f"the first state's turn is {first.turn!r}: side 0 moves first"
            yield Violation("start", text, (seed,), first)
        if isinstance(first, tuple) and game.initial(seed) != first:
            yield Violation("start", f"start returns another state when called again (seed {seed})")


def options_fit(game: Game) -> Iterator[Violation]:
    """`build` accepts the values of every option, and the new game has them as its settings.

    Values that `build` refuses with a KibitzError may be impossible together with the others.
    """
    if game.build is None:
        if game.options:
            yield Violation("build", "the game has options, but no build(...) that applies them")
        return
    for option in game.options:
        if option.default not in option.choices:
            text = f"the default of option {option.name!r} is {option.default!r}: expected "
            yield Violation("options", text + option.expected)
            return
        yield from _option_fits(game, option)


def _option_fits(game: Game, option: Option) -> Iterator[Violation]:
    """`build` accepts the values of an option, and does not ignore all of them."""
    assert game.build is not None
    usual = game.settings.get(option.name, option.default)
    ignored = []
    for value in _other_values(option, usual):
        given = f"{option.name}={value!r}"
        try:
            built = game.build(**{**game.settings, option.name: value})
        except ContractError as error:
            yield Violation("build", f"build fails for {given}: {str(error).rstrip('.')}")
            return
        except KibitzError:
            continue
        if not isinstance(built, Game):
            yield Violation("build", f"build returns {built!r} for {given}: expected a Game")
            return
        if built.name != game.name:
            yield Violation("build", f"build returns a game named {built.name!r} for {given}")
        if value in option.offered:
            ignored.append(built.settings.get(option.name, option.default) == usual)
    # Two values may mean the same, and a game then keeps one of them.
    if all(ignored) and len(ignored) >= min(2, len(option.offered) - 1) > 0:
        text = f"build ignores the option {option.name!r}: its setting remains {usual!r}"
        yield Violation("build", text)


def _other_values(option: Option, usual: int | str) -> list[int | str]:
    """Some other values of an option, the smallest and the largest among them."""
    choices = [*option.choices[:_TRIED], *option.choices[-1:]]
    return [value for value in dict.fromkeys(choices) if value != usual]
