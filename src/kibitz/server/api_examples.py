"""Example requests for every path, added to the OpenAPI document.

They are data in examples.json. `$ID`, `$ANALYSIS`, `$REVIEW` and `$SECRET` stand for what an
earlier response contained; a shell replaces them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from fastapi import FastAPI

_FILE = Path(__file__).parent / "examples.json"
_BASE = "http://localhost:8000"
_IDS = {
    "{session_id}": "$ID",
    "{analysis_id}": "$ANALYSIS",
    "{review_id}": "$REVIEW",
    "{tournament_id}": "$TOURNAMENT",
}
SAMPLES = "x-codeSamples"  # the usual name of this extension


def add_examples(app: FastAPI) -> None:
    """Have the OpenAPI document of `app` contain an example for every path."""
    generate: Callable[[], dict[str, Any]] = app.openapi

    def openapi() -> dict[str, Any]:
        is_new = app.openapi_schema is None
        document = generate()
        if is_new:
            for example in json.loads(_FILE.read_text()):
                _add(document, example)
        return document

    app.openapi = openapi  # type: ignore[method-assign] # as FastAPI's documentation does


def _add(document: Mapping[str, Any], example: Mapping[str, Any]) -> None:
    method, _, path = example["request"].partition(" ")
    operation = document["paths"][path][method.lower()]
    sample = {"lang": "Shell", "source": _command(method, path, example)}
    operation[SAMPLES] = [{**sample, "label": example.get("note", "")}]
    if "body" in example:
        operation["requestBody"]["content"]["application/json"]["example"] = example["body"]


def _command(method: str, path: str, example: Mapping[str, Any]) -> str:
    """The request as a command for a shell."""
    address = example.get("path", path)
    for name, variable in _IDS.items():
        address = address.replace(name, variable)
    headers = dict(example.get("headers", {}))
    if "secret" in example:
        headers["Authorization"] = f"Bearer {example['secret']}"
    if "body" in example:
        headers["Content-Type"] = "application/json"
    parts = [f'curl -sN "{_BASE}{address}"']
    if method != ("POST" if "body" in example else "GET"):
        parts.append(f"-X {method}")
    parts += [f'-H "{name}: {value}"' for name, value in headers.items()]
    if "body" in example:
        parts.append(f"-d {_quoted(json.dumps(example['body']))}")
    return " \\\n    ".join(parts)


def _quoted(text: str) -> str:
    """A text in single quotes for a shell."""
    return "'" + text.replace("'", "'\\''") + "'"
