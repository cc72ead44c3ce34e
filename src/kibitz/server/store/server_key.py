"""The server's own secret, made and kept where none is given."""

from __future__ import annotations

import secrets

from sqlalchemy.exc import IntegrityError

from kibitz.server.store.database import Database
from kibitz.server.store.models import Key

_NAME = "secret_key"


def kept_secret(database: Database) -> str:
    """The secret that this database keeps; made by whoever asks first."""
    for _ in range(2):
        with database.reading() as transaction:
            found = transaction.get(Key, _NAME)
        if found is not None:
            return found.value
        try:
            with database.writing() as transaction:
                made = Key(name=_NAME, value=secrets.token_hex(32))
                transaction.add(made)
            return made.value
        except IntegrityError:  # another worker was first
            continue
    raise AssertionError("the server key can be neither read nor written")
