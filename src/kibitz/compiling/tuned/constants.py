"""Compile a function once for all integers, not once more for every constant argument.

The extra versions took a tenth of the compile time.
"""

from __future__ import annotations

from typing import Any

from numba import types

TESTED = ("0.60", "0.69")


def share(dispatcher: Any) -> None:
    """Make calls to `dispatcher` with a constant use the version for any integer."""
    template = dispatcher.get_call_template

    def get_call_template(arguments: Any, keywords: Any) -> Any:
        plain_keywords = {name: types.unliteral(one) for name, one in dict(keywords).items()}
        return template(tuple(map(types.unliteral, arguments)), plain_keywords)

    dispatcher.get_call_template = get_call_template
