"""The values that the options of a game offer, and what they are called."""

from __future__ import annotations

import pytest

import kibitz
from kibitz.core.contract import Game
from kibitz.games.registry import names

EDGE = 3  # values tried at either end of a range


def built(game: Game, option: str, value: int | str) -> Game | None:
    """The game with another value of an option, or None if it does not exist."""
    try:
        return kibitz.game(game.name, **{**game.settings, option: value})
    except kibitz.OptionError:
        return None


def games() -> list[Game]:
    """Every game, and with each value of its first option."""
    found = []
    for name in names():
        game = kibitz.game(name)
        found.append(game)
        first = game.options[0]
        if not isinstance(first.choices, range):
            found += [kibitz.game(name, **{first.name: value}) for value in first.choices]
    found += [
        kibitz.game("horses", players=3),
        kibitz.game("tiles", rows=1, columns=4, players=4),
        kibitz.game("tictactoe", rows=3, columns=9, length=4),
        kibitz.game("connect4", rows=3, columns=4),
    ]
    return found


@pytest.mark.parametrize("game", games(), ids=repr)
def test_available_values_exist_and_others_do_not(game: Game) -> None:
    for option in game.options:
        offered: list[int | str] = list(option.offered)
        assert game.settings.get(option.name, option.default) in offered
        assert set(offered) <= set(option.choices)
        others: list[int | str] = [value for value in option.choices if value not in offered]
        for value in (*offered[:EDGE], *offered[-EDGE:]):
            assert built(game, option.name, value) is not None
        for value in (*others[:EDGE], *others[-EDGE:]):
            found = built(game, option.name, value)
            assert found is None or found.settings == game.settings  # it changes nothing


@pytest.mark.parametrize("game", games(), ids=repr)
def test_every_value_of_a_list_has_one_name(game: Game) -> None:
    for option in game.options:
        if not isinstance(option.offered, range):
            labels = [option.labels.get(value, str(value)) for value in option.offered]
            assert all(labels)
            assert len({*labels}) == len(labels)


def test_two_options_never_have_one_title() -> None:
    for name in names():
        titles = [option.title or option.name for option in kibitz.game(name).options]
        assert len({*titles}) == len(titles)
        assert "clock" not in titles  # the form has a clock of its own


def test_standard_board_size_depends_on_the_variant() -> None:
    def size(variant: str) -> dict[int | str, str]:
        return dict(kibitz.game("draughts", variant=variant).options[1].labels)

    assert size("english") == {0: "Standard (8x8)", 6: "6x6"}
    assert size("international") == {0: "Standard (10x10)", 6: "6x6"}
    assert size("azubi") == {0: "Standard (6x6)"}
