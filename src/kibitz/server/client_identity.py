"""Identifies clients, for rate limits and quotas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

_IPV6_PREFIX = 64  # bits; an Internet subscriber usually gets a network of this size
_current: ContextVar[str] = ContextVar("client", default="")


def client_address(scope: Mapping[str, Any]) -> str:
    """The client that sent a request, as its IPv4 address or IPv6 network.

    >>> client_address({"client": ("192.0.2.7", 5000)})
    '192.0.2.7'
    >>> client_address({"client": ("2001:db8::7", 5000)})
    '2001:db8::/64'
    >>> client_address({"client": ("::ffff:192.0.2.7", 5000)}), client_address({})
    ('192.0.2.7', 'unknown')
    """
    text = (scope.get("client") or ("unknown", 0))[0]
    try:
        address = ip_address(text)
    except ValueError:  # a Unix socket, or a test client
        return str(text)
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ip_network((address, _IPV6_PREFIX), strict=False))


@contextmanager
def client_context(client: str) -> Iterator[None]:
    """Attribute the work in this block to a client."""
    token = _current.set(client)
    try:
        yield
    finally:
        _current.reset(token)


def current_client() -> str:
    """The client of the current context; empty for the server's own work."""
    return _current.get()
