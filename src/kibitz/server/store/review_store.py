"""Keeps finished reviews, so that the same game is reviewed only once."""

from __future__ import annotations

import time
from collections.abc import Callable

from sqlalchemy import delete, select

from kibitz.server.store.database import Database
from kibitz.server.store.models import Review

_KEPT = 5_000  # reviews; the oldest make room for new ones


class ReviewStore:
    """Finished reviews as JSON, by the digest of what was reviewed."""

    def __init__(self, database: Database, now: Callable[[], float] = time.time) -> None:
        self._database = database
        self._now = now

    def read(self, digest: str) -> str | None:
        """The review with this digest; None if it is not kept."""
        with self._database.reading() as transaction:
            found = transaction.get(Review, digest)
            return None if found is None else found.document

    def keep(self, digest: str, document: str, most: int = _KEPT) -> None:
        """Keep a review, and delete the oldest ones beyond `most`."""
        with self._database.writing() as transaction:
            transaction.execute(delete(Review).where(Review.digest == digest))
            transaction.add(Review(digest=digest, document=document, created_at=self._now()))
            transaction.flush()
            newest = select(Review.digest).order_by(Review.created_at.desc(), Review.digest)
            surplus = transaction.scalars(newest.offset(most).limit(100)).all()
            transaction.execute(delete(Review).where(Review.digest.in_(surplus)))
