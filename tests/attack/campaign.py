"""Many mutated requests from several clients at once; each can be repeated by seed and index."""

from __future__ import annotations

import itertools
import random
import threading
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

import httpx

from tests.attack.figures import HANGS, TRIES, Figures
from tests.attack.mutations import spoil
from tests.attack.target import Target
from tests.attack.templates import draft_explosive, draft_request
from tests.attack.verdict import judge
from tests.attack.wire import Connection, Wire
from tests.attack.world import Samples, World, build_world, collect_samples

CHUNK = 250  # requests that share one world of sessions
EXPLOSIVE_EVERY = 991  # requests between two with an explosive position
CLIENTS = 4
# Searches end soon, so that many requests can be made: what they find is not looked at.
SETTINGS = {"KIBITZ_SEARCH_SECONDS": "0.5", "KIBITZ_SEARCH_NODES": "3000", "KIBITZ_POLL": "0.5"}


@dataclass(frozen=True)
class Failure:
    """A request that was answered badly."""

    seed: int
    index: int
    kind: str
    problem: str
    wire: Wire

    def __str__(self) -> str:
        again = f"python -m tests.attack --seed {self.seed} --only {self.index}"
        return f"[{self.kind}] {self.problem}\n  {self.wire}\n  {again}"


@dataclass
class Campaign:
    """A run of requests. `figures` are counted in, and `failures` say what to repeat."""

    target: Target
    seed: int
    figures: Figures
    failures: list[Failure] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    operations: Counter[tuple[str, str]] = field(default_factory=Counter)
    slowest: float = 0.0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def run(self, indices: range, clients: int = CLIENTS) -> None:
        """Send the requests with these indices and check everything that can be checked."""
        with self._http("127.0.0.1") as http:
            samples = collect_samples(http, self.target.trap.names())
        self.target.trap.forget()
        chunks = iter(_chunks(indices))
        threads = [
            threading.Thread(target=self._attack, args=(number, samples, chunks), daemon=True)
            for number in range(clients)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self._note_state()

    def _attack(self, number: int, samples: Samples, chunks: Iterable[range]) -> None:
        # Every client has an address of its own, because the server limits what one may do.
        address = f"127.0.1.{number + 1}"
        with self._http(address) as http, Connection(self.target.live.port, address) as connection:
            while True:
                with self._lock:
                    chunk = next(iter(chunks), None)
                if chunk is None:
                    return
                try:
                    lot = random.Random(f"{self.seed}:{chunk.start // CHUNK}")
                    world = build_world(http, samples, lot)
                    for index in chunk:
                        self._try(index, world, connection)
                except (AssertionError, httpx.HTTPError) as problem:
                    # Not even valid requests are answered: there is no point in going on.
                    wire = Wire(b"POST", b"/api/v1/sessions")
                    self._fail(Failure(self.seed, chunk.start, HANGS, repr(problem), wire))
                    return

    def _try(self, index: int, world: World, connection: Connection) -> None:
        lot = random.Random(f"{self.seed}/{index}")
        if index % EXPLOSIVE_EVERY == EXPLOSIVE_EVERY // 4:
            draft = draft_explosive(world, lot)
        else:
            draft = draft_request(world, lot)
        wire = spoil(draft, world, lot)
        answer = connection.send(wire)
        found = judge(wire, answer, is_search=draft.is_search)
        if found is not None and found[0] == HANGS:
            # A busy machine is slow with everything: it has to be slow a second time.
            again = connection.send(wire)
            found = judge(wire, again, is_search=draft.is_search)
        with self._lock:
            self.figures.add(TRIES)
            self.statuses[answer.status] += 1
            self.operations[(draft.method, draft.path.split("?")[0])] += 1
            if not draft.is_search:
                self.slowest = max(self.slowest, answer.seconds)
        if found is not None:
            self._fail(Failure(self.seed, index, *found, wire))

    def _fail(self, failure: Failure) -> None:
        with self._lock:
            self.figures.add(failure.kind)
            self.failures.append(failure)

    def _note_state(self) -> None:
        executed = self.target.trap.executed()
        counts = ", ".join(
            f"{status or 'none'} {n:,}" for status, n in sorted(self.statuses.items())
        )
        self.figures.note(f"statuses {counts}; slowest answer {self.slowest:.1f} s")
        self.figures.note(f"memory {self.target.megabytes():.0f} MB")
        for line in executed[:5]:
            self.figures.note(f"executed: {line}")

    def _http(self, address: str) -> httpx.Client:
        port = self.target.live.port
        transport = httpx.HTTPTransport(local_address=address)
        return httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60, transport=transport)

    def report(self, count: int = 10) -> str:
        """The first failures of every kind."""
        kinds = sorted({failure.kind for failure in self.failures})
        shown = [
            str(failure)
            for kind in kinds
            for failure in [one for one in self.failures if one.kind == kind][:count]
        ]
        return "\n".join([f"{len(self.failures)} requests failed", *shown])


def _chunks(indices: range) -> Iterable[range]:
    """The indices in chunks that begin at multiples of CHUNK, so that worlds can be repeated."""
    starts = itertools.takewhile(
        lambda start: start < indices.stop,
        itertools.count(indices.start - indices.start % CHUNK, CHUNK),
    )
    for start in starts:
        yield range(max(start, indices.start), min(start + CHUNK, indices.stop))
