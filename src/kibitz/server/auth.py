"""Secrets of seats: random, shown once, kept only as hashes and found by them."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass

_NAME = re.compile(r"[0-9a-f]{24}")


def new_name() -> str:
    """A name for something new, which nobody can guess."""
    return secrets.token_hex(12)


def is_name(text: str) -> bool:
    """Whether `new_name` may have made this text; any other is not looked up.

    >>> is_name(new_name()), is_name("none"), is_name("g" * 24)
    (True, False, False)
    """
    return _NAME.fullmatch(text) is not None


def new_secret() -> str:
    """A secret for a seat."""
    return secrets.token_urlsafe(24)


@dataclass(frozen=True, slots=True)
class SecretHasher:
    """Hashes secrets with the server's own key."""

    key: str

    def hash(self, secret: str) -> str:
        """What is kept of a secret.

        >>> len(SecretHasher("key").hash("secret"))
        64
        """
        return hmac.new(self.key.encode(), secret.encode(), hashlib.sha256).hexdigest()
