"""Structured logs: one JSON object per line in production, readable text otherwise."""

from __future__ import annotations

import logging
import math
import sys
import time
from collections import OrderedDict
from threading import Lock

import structlog

_MOST_TEXTS = 256  # texts to count; beyond this, the least recently logged one is dropped


def set_up_logs(*, is_production: bool) -> None:
    """Log everything in one format, with request ids, unless logging is already configured."""
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
    logging.getLogger("uvicorn.access").disabled = True  # RequestLog logs every response


def _without_colours(
    _: object, __: str, entry: structlog.typing.EventDict
) -> structlog.typing.EventDict:
    """Remove the coloured copy of the message that uvicorn adds to an entry."""
    entry.pop("color_message", None)
    return entry


class LogThrottle:
    """Logs a repeated text at most once every `seconds` seconds, with its number of repetitions."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._lock = Lock()
        self._known: OrderedDict[str, tuple[float, int]] = (
            OrderedDict()
        )  # time of the last entry, repetitions since

    def log(
        self, logger: logging.Logger, level: int, text: str, failure: BaseException | None = None
    ) -> None:
        """Log `text`, with the traceback of `failure` if any, unless it was logged recently."""
        count = self._count(text)
        if count is not None:
            more = f" ({count} more times since the last entry)" if count else ""
            logger.log(level, "%s%s", text, more, exc_info=failure)

    def _count(self, text: str) -> int | None:
        """The number of repetitions since the last entry; None if no new entry is due."""
        now = time.monotonic()
        with self._lock:
            logged, count = self._known.pop(text, (-math.inf, 0))
            is_due = now - logged >= self._seconds
            self._known[text] = (now, 0) if is_due else (logged, count + 1)
            if len(self._known) > _MOST_TEXTS:
                self._known.popitem(last=False)
        return count if is_due else None
