"""Structured logs: one line of JSON an entry in production, readable text otherwise."""

from __future__ import annotations

import logging
import sys

import structlog


def set_up_logs(*, is_production: bool) -> None:
    """Have everything logged in one way, each entry with the id of its request.

    Whoever has set up logs already keeps theirs.
    """
    root = logging.getLogger()
    if root.handlers:
        return
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
        _without_colours,
        structlog.processors.TimeStamper(fmt="iso"),
    ]
    renderer: structlog.typing.Processor = structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    if is_production:
        shared.append(structlog.processors.format_exc_info)
        renderer = structlog.processors.JSONRenderer()
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
    )
    handler = logging.StreamHandler()
    handler.setFormatter(formatter)
    root.handlers = [handler]
    root.setLevel(logging.INFO)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logging.getLogger(name).handlers = []
        logging.getLogger(name).propagate = True
    logging.getLogger("alembic").setLevel(logging.WARNING)
    logging.getLogger("uvicorn.access").disabled = True  # every answer is logged by our own


def _without_colours(
    _: object, __: str, entry: structlog.typing.EventDict
) -> structlog.typing.EventDict:
    """The entry without what uvicorn adds for terminals."""
    entry.pop("color_message", None)
    return entry
