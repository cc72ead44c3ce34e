"""The options of draughts: the variant, and what may be changed about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from kibitz.core.contract import Option
from kibitz.core.errors import OptionError
from kibitz.games.draughts.variants import OTHER_SIZES, STANDARD, VARIANTS, Variant

OPTIONS = (
    Option(
        "variant",
        "german",
        tuple(VARIANTS),
        labels={name: variant.title for name, variant in VARIANTS.items()},
    ),
    Option(
        "size",
        0,
        (0, 6, 8, 10),
        "squares per side; 0 for the variant's usual board",
        title="Board size",
    ),
    Option(
        "landing",
        STANDARD,
        (STANDARD, "behind", "any"),
        "where a flying king lands: right behind the captured piece, or anywhere beyond (german)",
        title="A capturing king lands",
        labels={"behind": "Right behind the captured piece", "any": "Anywhere beyond it"},
        advanced=True,
    ),
    Option(
        "majority",
        STANDARD,
        (STANDARD, "no", "yes"),
        "whether the capture of the most pieces is mandatory (german)",
        title="Capture of the most pieces",
        labels={"no": "Optional", "yes": "Mandatory"},
        advanced=True,
    ),
    Option(
        "king_limit",
        STANDARD,
        (STANDARD, "on", "off"),
        "whether a king may make at most three quiet moves in a row (frisian, frysk)",
        title="Moves of a king in a row without a capture",
        labels={"on": "At most three", "off": "No limit"},
        advanced=True,
    ),
)

# Options that only some variants have: option -> variants.
_OPEN = {
    "landing": ("german",),
    "majority": ("german",),
    "king_limit": ("frisian", "frysk"),
}


def options_for(variant: Variant) -> tuple[Option, ...]:
    """The options, with the values that exist for the variant and what they mean there."""
    names, size, *switches = OPTIONS
    others = sorted(size for name, size in OTHER_SIZES if name == variant.name)
    usual = VARIANTS[variant.name].size
    sizes: dict[int | str, str] = {0: f"Standard ({_across(usual)})"}
    sizes.update((other, _across(other)) for other in others)
    return (
        names,
        replace(size, labels=sizes, available=(0, *others)),
        *(_switch_for(VARIANTS[variant.name], switch) for switch in switches),
    )


def switch(row: Variant, name: str, value: str) -> str:
    """The value of a switch, or `standard` if it equals the variant's default.

    Raises OptionError if the variant does not allow any other value.
    """
    if value in (STANDARD, _usual(row, name)):
        return STANDARD
    if row.name not in _OPEN[name]:
        which = " and ".join(_OPEN[name])
        expected = f"'{STANDARD}' for {row.name}; it can be changed for {which}"
        raise OptionError("bad_option", name=name, game="draughts", value=value, expected=expected)
    return value


def _usual(row: Variant, name: str) -> str | None:
    """The variant's own value of a switch; None if it has a rule that the switch cannot name."""
    return {
        "landing": {"any": "any", "behind": "behind"}.get(row.landing),
        "majority": {"pieces": "yes", "none": "no"}.get(row.precedence),
        "king_limit": "on" if row.king_limit else "off",
    }[name]


def _switch_for(row: Variant, option: Option) -> Option:
    """A switch with the values that exist for the variant."""
    if row.name not in _OPEN[option.name]:
        return replace(option, available=(STANDARD,), labels={STANDARD: "Standard"})
    usual = _usual(row, option.name)
    labels: Mapping[int | str, str] = {
        value: label for value, label in option.labels.items() if value != usual
    }
    own = "" if usual is None else option.labels[usual]
    values = (STANDARD, *map(str, labels))
    return replace(option, available=values, labels={STANDARD: own, **labels})


def _across(size: int) -> str:
    return f"{size}x{size}"
