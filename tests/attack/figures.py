"""What the attacks found, added up over all tests and printed at the end of the run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

PROPERTY = "attack"  # the name under which a test's figures travel to the summary

# What is counted, in the order in which it is printed. All but the first have to be 0.
TRIES = "tries"
SERVER_ERRORS = "5xx"
TRACEBACKS = "tracebacks"
HANGS = "hangs"
BAD_ANSWERS = "answers of a wrong form"
LOST = "moves lost"
DOUBLED = "moves doubled"
EXECUTED = "code executed"
NAMES = (TRIES, SERVER_ERRORS, TRACEBACKS, HANGS, BAD_ANSWERS, LOST, DOUBLED, EXECUTED)


class Figures:
    """The counts of one test, and notes such as the memory that was used."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.counts: Counter[str] = Counter()
        self.notes: list[str] = []

    def add(self, name: str, count: int = 1) -> None:
        assert name in NAMES, name
        self.counts[name] += count

    def note(self, text: str) -> None:
        self.notes.append(text)

    def as_json(self) -> dict[str, Any]:
        return {"title": self.title, "counts": dict(self.counts), "notes": self.notes}


def summary(found: list[Mapping[str, Any]]) -> Iterator[str]:
    """The lines of the summary: one a test with its notes, and the totals."""
    total: Counter[str] = Counter()
    for entry in found:
        counts = Counter(entry["counts"])
        total += counts
        problems = [f"{counts[name]} {name}" for name in NAMES[1:] if counts[name]]
        text = f"{counts[TRIES]:,} tries" + (f", {', '.join(problems)}" if problems else "")
        yield f"{entry['title']}: {text}"
        yield from (f"    {note}" for note in entry["notes"])
    yield ", ".join(f"{name}: {total[name]:,}" for name in NAMES)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print the figures. Reports carry them, because tests may run in other processes."""
    found = [
        value
        for reports in terminalreporter.stats.values()
        for report in reports
        if getattr(report, "when", None) == "teardown"
        for name, value in report.user_properties
        if name == PROPERTY
    ]
    if found:
        terminalreporter.section("attacks")
        for line in summary(found):
            terminalreporter.write_line(line)
