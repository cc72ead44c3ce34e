"""Clients: whom limits are counted for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

_IPV6_PREFIX = 64  # one subscriber usually holds all addresses of such a network
_current: ContextVar[str] = ContextVar("client", default="")


def client_of(scope: Mapping[str, Any]) -> str:
    """The client of a request: its address, or its network for IPv6.

    >>> client_of({"client": ("192.0.2.7", 5000)}), client_of({"client": ("2001:db8::7", 5000)})
    ('192.0.2.7', '2001:db8::/64')
    >>> client_of({"client": ("::ffff:192.0.2.7", 5000)}), client_of({})
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
def acting_for(client: str) -> Iterator[None]:
    """Count the work inside the block for this client."""
    token = _current.set(client)
    try:
        yield
    finally:
        _current.reset(token)


def current_client() -> str:
    """The client that the current thread works for; empty for the server itself."""
    return _current.get()
