"""Secrets of seats: random, shown once, kept only as hashes and found by them."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass


def new_name() -> str:
    """A name for something new, which nobody can guess."""
    return secrets.token_hex(12)


def new_secret() -> str:
    """A secret for a seat."""
    return secrets.token_urlsafe(24)


@dataclass(frozen=True, slots=True)
class Hasher:
    """Hashes secrets with the server's own key."""

    key: str

    def hash(self, secret: str) -> str:
        """What is kept of a secret.

        >>> len(Hasher("key").hash("secret"))
        64
        """
        return hmac.new(self.key.encode(), secret.encode(), hashlib.sha256).hexdigest()
