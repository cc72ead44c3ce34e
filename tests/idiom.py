"""Phrases that no native speaker would say aloud, and where a text has them."""

from __future__ import annotations

import re

# Each is a regular expression of whole words, whatever their case.
PHRASES = (
    r"mends?",
    r"mended",
    r"(?<!can )(?<!cannot )tell(?! whether)",
    r"tells",
    r"telling",
    r"told",
    r"come what may",
    r"in vain",
    r"(?:goes|go|gone|going|went) on with",
    r"no whole",
    r"anew",
    r"whom",
    r"nothing worse",
    r"nothing but",
    r"comes? too late",
    r"that (?:is|are) none",
    r"who is none",
    r"(?<!there )is no (?:text|file|number|plain|game|list|pair|table|position|move|JSON)",
    r"(?<!there )is no (?:session|record)",
    r"gives? what it says",
    r"it is of",
    r"(?:is|are) given",
    r"there are any",
    r"by itself",
    r"strangers?",
    r"everybody",
    r"somebody",
    r"nobody",
    r"the ones? who",
    r"whose turn it is",
    r"unless given",
    r"that (?:is|are) to (?:be|move)",
    r"running moves",
    r"so many moves running",
    r"half as fast again",
    r"a class of yours",
    r"beside (?:it|the level|--[a-z-]+)",
    r"there was never such",
    r"is there already and stays",
    r"keeps the contract",
    r"at once",
    r"thought of",
    r"handed to",
    r"so long",
    r"(?:what|which) .{0,40} (?:say|says|said)",
    r"(?:it|they) (?:say|says|said)",
)
_PATTERN = re.compile(rf"\b(?:{'|'.join(PHRASES)})\b", re.IGNORECASE)


def idioms(text: str) -> list[str]:
    """The phrases of the list that are in `text`, in its order.

    >>> idioms("The file is mended come what may.")
    ['mended', 'come what may']
    """
    return [found[0] for found in _PATTERN.finditer(" ".join(text.split()))]
