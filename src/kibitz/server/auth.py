"""Random ids and the secrets of seats, which are stored only as hashes."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass

_ID = re.compile(r"[0-9a-f]{24}")


def new_id() -> str:
    """A random id that cannot be guessed."""
    return secrets.token_hex(12)


def is_id(text: str) -> bool:
    """Whether a text is a well-formed id. Malformed ids are not looked up.

    >>> is_id(new_id()), is_id("none"), is_id("g" * 24)
    (True, False, False)
    """
    return _ID.fullmatch(text) is not None


def new_secret() -> str:
    """A new secret."""
    return secrets.token_urlsafe(24)


@dataclass(frozen=True, slots=True)
class SecretHasher:
    """Hashes secrets with the server's key."""

    key: str

    def hash(self, secret: str) -> str:
        """The hash that is stored for a secret.

        >>> len(SecretHasher("key").hash("secret"))
        64
        """
        return hmac.new(self.key.encode(), secret.encode(), hashlib.sha256).hexdigest()

    def derived(self, purpose: str) -> str:
        """A secret that only this server can derive again, from a text that is its purpose.

        >>> len(SecretHasher("key").derived("seat 1")) == len(new_secret())
        True
        """
        text = f"derived secret\n{purpose}"
        found = hmac.new(self.key.encode(), text.encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(found[:24]).decode()
