"""The API reference as an HTML page without scripts, generated from the OpenAPI document."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from kibitz.core.messages import catalogue
from kibitz.server.api_examples import SAMPLES

_STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.9em; }
pre { overflow-x: auto; padding: 0.75rem; border: 1px solid #8886; border-radius: 4px; }
details { border-top: 1px solid #8886; padding: 0.4rem 0; }
summary { cursor: pointer; }
table { border-collapse: collapse; width: 100%; }
td, th { text-align: left; vertical-align: top; padding: 0.2rem 0.8rem 0.2rem 0; }
.method { display: inline-block; width: 4.5rem; font-weight: 600; }
"""


def style_sheet() -> str:
    """The style sheet for the pages."""
    return _STYLE


def front_page() -> str:
    """The start page of a server without the web app."""
    return _page(
        "Kibitz",
        "<h1>Kibitz</h1><p>Board games over HTTP, for people and programs: "
        '<a href="/docs">the API reference</a>, also '
        '<a href="/openapi.json">as an OpenAPI document</a>.</p>',
    )


def reference_page(document: Mapping[str, Any]) -> str:
    """The reference page: every path in an OpenAPI document, with its parameters and responses."""
    sections = "".join(
        _operation(method, path, operation)
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
    )
    models = "".join(
        f'<details id="{escape(name)}"><summary><code>{escape(name)}</code> '
        f"{escape(model.get('description', ''))}</summary>{_model(model)}</details>"
        for name, model in document["components"]["schemas"].items()
    )
    codes = "".join(
        f'<tr id="{escape(code)}"><td><code>{escape(code)}</code></td><td>{escape(text)}</td></tr>'
        for code, text in catalogue().items()
    )
    return _page(
        "Kibitz API",
        f"<h1>Kibitz {escape(document['info']['version'])}</h1>"
        f"<p>{escape(document['info']['description'])} Also as "
        '<a href="/openapi.json">an OpenAPI document</a>.</p>'
        "<p>Every path has an example for a shell. In them, <code>$ID</code>, "
        "<code>$ANALYSIS</code> and <code>$SECRET</code> stand for values of earlier "
        "responses.</p>"
        f"<h2>Endpoints</h2>{sections}<h2>Schemas</h2>{models}"
        f"<h2>Messages</h2><table>{codes}</table>",
    )


def _page(title: str, body: str) -> str:
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width">'
        f'<link rel="stylesheet" href="/docs/style.css"></head><body>{body}</body></html>'
    )


def _operation(method: str, path: str, operation: Mapping[str, Any]) -> str:
    text = operation.get("description") or operation.get("summary", "")
    rows = "".join(
        f"<tr><td><code>{escape(name)}</code></td><td>{shown}</td></tr>"
        for name, shown in _parts(operation)
    )
    first, _, rest = text.partition("\n")
    details = f"<p>{escape(rest.strip())}</p>" if rest else ""
    examples = "".join(
        f"<pre><code>{escape(sample['source'])}</code></pre><p>{escape(sample['label'])}</p>"
        for sample in operation.get(SAMPLES, ())
    )
    return (
        f'<details><summary><span class="method">{escape(method.upper())}</span> '
        f"<code>{escape(path)}</code> {escape(first)}</summary>"
        f"{details}{examples}<table>{rows}</table></details>"
    )


def _parts(operation: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The name and HTML description of each parameter and response of an operation."""
    for parameter in operation.get("parameters", ()):
        text = parameter.get("description", "")
        yield (
            f"{parameter['in']} {parameter['name']}",
            f"{_type(parameter['schema'])} {escape(text)}",
        )
    for content in operation.get("requestBody", {}).get("content", {}).values():
        yield "body", _type(content.get("schema", {}))
    for status, response in operation["responses"].items():
        shown = [
            f"{escape(media)} {_type(content.get('schema', {}))}"
            for media, content in response.get("content", {}).items()
        ]
        yield status, f"{escape(response.get('description', ''))}: {', '.join(shown)}"


def _model(model: Mapping[str, Any]) -> str:
    required = model.get("required", ())
    rows = "".join(
        f"<tr><td><code>{escape(name)}</code>{'' if name in required else ' (optional)'}</td>"
        f"<td>{_type(field)}</td><td>{escape(field.get('description', ''))}</td></tr>"
        for name, field in model.get("properties", {}).items()
    )
    return f"<table>{rows}</table>"


def _type(schema: Mapping[str, Any]) -> str:
    """A schema's type in HTML; a link if the schema has a name."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f'<a href="#{escape(name)}">{escape(name)}</a>'
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            return " or ".join(_type(part) for part in schema[key])
    if "const" in schema or "enum" in schema:
        values = schema.get("enum", [schema.get("const")])
        return " or ".join(f"<code>{escape(json.dumps(value))}</code>" for value in values)
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    return escape(str(schema.get("type", "anything")))
