"""Reports reverse proxies that the server does not trust, whose clients share one set of limits."""

from __future__ import annotations

import logging

from starlette.datastructures import Headers
from starlette.types import Scope

_MOST_PROXIES = 10  # per worker; beyond this, nothing more is logged

_log = logging.getLogger(__name__)


class UntrustedProxies:
    """Logs each untrusted proxy once per worker.

    The web server replaces the address of a trusted proxy by one in `X-Forwarded-For`. If a request
    has this header, but its address is not in it, then its sender is not trusted.
    """

    def __init__(self) -> None:
        self._logged: set[str] = set()

    def check(self, scope: Scope) -> None:
        """Log the sender of a request if it is an untrusted proxy."""
        sender = (scope.get("client") or ("",))[0]
        if not sender or sender in self._logged or len(self._logged) >= _MOST_PROXIES:
            return
        forwarded = ",".join(Headers(scope=scope).getlist("x-forwarded-for"))
        hosts = [_host(part.strip()) for part in forwarded.split(",")]
        if forwarded.strip() and sender not in hosts:
            self._logged.add(sender)
            _log.warning(
                "the header X-Forwarded-For of %s is ignored, so that all clients behind this "
                "address share the limits of one client. If it is your reverse proxy, add it to "
                "FORWARDED_ALLOW_IPS",
                sender,
            )


def _host(text: str) -> str:
    """An address without its port.

    >>> _host("192.0.2.7:80"), _host("[2001:db8::7]:80"), _host("2001:db8::7")
    ('192.0.2.7', '2001:db8::7', '2001:db8::7')
    """
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text
