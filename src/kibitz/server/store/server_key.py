"""The server's generated secret key, used if none is configured."""

from __future__ import annotations

import secrets

from sqlalchemy.exc import IntegrityError

from kibitz.server.store.database import Database
from kibitz.server.store.models import Key

_NAME = "secret_key"


def stored_secret(database: Database) -> str:
    """The secret key stored in the database, generated on first use."""
    for _ in range(2):
        with database.reading() as transaction:
            found = transaction.get(Key, _NAME)
        if found is not None:
            return found.value
        try:
            with database.writing() as transaction:
                created = Key(name=_NAME, value=secrets.token_hex(32))
                transaction.add(created)
            return created.value
        except IntegrityError:  # another worker was first
            continue
    raise AssertionError("the server key can be neither read nor written")
