"""An analysis that runs on a server, with the names of an engine's analysis."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Self

from kibitz.client.document_reading import read_line
from kibitz.engine.lines import Line

if TYPE_CHECKING:
    from kibitz.client.connection import Connection


class RemoteAnalysis:
    """Yields the best lines, deeper each time, until the limit, `stop()`, or a full proof.

    Leaving the `with` block stops it.
    """

    def __init__(self, connection: Connection, body: Mapping[str, Any]) -> None:
        self._connection = connection
        started = connection.post("/analyses", dict(body), Prefer="respond-async")
        self._path = f"/analyses/{started['id']}"
        self._secret = str(started["secret"])
        self.lines: list[Line] = []  # the best so far
        self.is_over: bool = False  # whether the search has ended
        self._found = self._follow()

    def _follow(self) -> Iterator[list[Line]]:
        for event in self._connection.events(f"{self._path}/events"):
            self.is_over = event.kind == "done"
            self.lines = [read_line(line) for line in event.data["lines"]]
            yield self.lines
        self.is_over = True

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> list[Line]:
        return next(self._found)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """End the search; its results remain available."""
        if not self.is_over:
            self._connection.delete(self._path, self._secret)

    def wait(self) -> list[Line]:
        """Wait for the end of the search and return the best lines."""
        for _ in self:
            pass
        return self.lines
