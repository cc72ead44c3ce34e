"""A server to attack: its log, its processor time and memory, and what code it ran are watched."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.server.live import Live, serving

# Put first on the server's PYTHONPATH. Python imports it at the start of every process, so the
# hook also sees processes that the server starts. The clock can be moved by writing to a file.
_SITE = """
import json
import os
import sys
import time

_watched = os.environ["ATTACK_WATCHED"]
_report = os.environ["ATTACK_REPORT"]
_EVENTS = ("exec", "compile", "import", "open", "os.system", "subprocess.Popen")


def _paths(event, arguments):
    if event == "exec":
        return [getattr(arguments[0], "co_filename", "")]
    return [one for one in arguments[:2] if isinstance(one, (str, bytes))]


def _watch(event, arguments):
    if event in _EVENTS:
        for path in _paths(event, arguments):
            text = os.fsdecode(path)
            if _watched in text or "kibitz_attack_marker" in text:
                line = json.dumps([event, text]) + "\\n"
                handle = os.open(_report, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
                os.write(handle, line.encode())
                os.close(handle)


sys.addaudithook(_watch)

_offset_file = os.environ.get("ATTACK_CLOCK")
if _offset_file:
    _time, _time_ns = time.time, time.time_ns

    def _offset():
        try:
            with open(_offset_file) as file:
                return int(file.read() or 0)
        except (OSError, ValueError):
            return 0

    time.time = lambda: _time() + _offset()
    time.time_ns = lambda: _time_ns() + _offset() * 1_000_000_000
"""

# A game file that would be loaded gladly, and that leaves a mark when it is.
_MARKER = """
from pathlib import Path

Path({mark!r}).write_text("executed")

from kibitz.games.tictactoe import GAME
"""


@dataclass(frozen=True)
class Trap:
    """Files that a client may name and the server must never run, and a report of what it did."""

    folder: Path  # watched: nothing in it may be opened or run
    site: Path  # first on the server's PYTHONPATH
    mark: Path  # written by the files in `folder` when they run
    report: Path  # what the audit hook saw
    clock: Path  # the offset in seconds that is added to the server's time

    @classmethod
    def build(cls, base: Path) -> Trap:
        trap = cls(base / "watched", base / "site", base / "mark", base / "report", base / "clock")
        source = _MARKER.format(mark=str(trap.mark))
        package = trap.folder / "kibitz_attack_marker_package"
        package.mkdir(parents=True)
        trap.site.mkdir()
        (trap.site / "sitecustomize.py").write_text(_SITE)
        for path in (
            trap.folder / "kibitz_attack_marker.py",
            trap.folder / "kibitz attack märker.py",
            trap.folder / "tictactoe.py",  # the name of a game
            trap.folder / "no_suffix",
            trap.folder / "UPPER.PY",
            package / "__init__.py",
            trap.site / "kibitz_attack_marker_module.py",  # can be imported by its name
        ):
            path.write_text(source)
        (trap.folder / "link.py").symlink_to(trap.folder / "kibitz_attack_marker.py")
        record = {"format": "kibitz-session", "version": 1, "game": {"name": "tictactoe"}}
        (trap.folder / "record.json").write_text(json.dumps(record))
        return trap

    def environment(self) -> dict[str, str]:
        path = os.pathsep.join(filter(None, [str(self.site), os.environ.get("PYTHONPATH", "")]))
        return {
            "PYTHONPATH": path,
            "ATTACK_WATCHED": str(self.folder),
            "ATTACK_REPORT": str(self.report),
            "ATTACK_CLOCK": str(self.clock),
        }

    def names(self) -> list[str]:
        """Ways in which a client may name the files."""
        marker = str(self.folder / "kibitz_attack_marker.py")
        relative = os.path.relpath(marker)
        return [
            marker,
            relative,
            f"./{relative}",
            f"{self.folder}/../{self.folder.name}/kibitz_attack_marker.py",
            f"//{marker}",
            f"/proc/self/root{marker}",
            f"file://{marker}",
            f"{marker}:GAME",
            f"{marker}\x00",
            f"{marker}\x00.json",
            f" {marker}",
            f"{marker} ",
            f"{marker}\n",
            marker.removesuffix(".py"),
            marker.replace("/", "%2f"),
            marker.replace(".py", ".PY"),
            marker.replace("marker.py", "marker\u200b.py"),
            *(str(path) for path in sorted(self.folder.iterdir())),
            "kibitz_attack_marker_module",
            "kibitz_attack_marker_module.py",
            "kibitz_attack_marker_module:GAME",
            "kibitz_attack_marker_module.GAME",
            f"draughts,{marker}",
        ]

    def executed(self) -> list[str]:
        """What the server did with the files; empty if it left them alone."""
        lines = self.report.read_text().splitlines() if self.report.exists() else []
        return [*(["the marker file ran"] if self.mark.exists() else []), *dict.fromkeys(lines)]

    def forget(self) -> None:
        self.mark.unlink(missing_ok=True)
        self.report.unlink(missing_ok=True)

    def set_clock(self, seconds: int) -> None:
        """Move the server's clock, at once."""
        new = self.clock.with_suffix(".new")
        new.write_text(str(seconds))
        new.replace(self.clock)


@dataclass
class Target:
    """A running server under attack."""

    live: Live
    log: Path
    trap: Trap

    def tracebacks(self) -> int:
        text = self.log.read_text(errors="replace")
        return text.count("Traceback (most recent call last)") + text.count("Fatal Python error")

    def errors(self) -> str:
        """What the log has under its tracebacks: the different errors, and where it is."""
        text = self.log.read_text(errors="replace")
        lines = re.findall(r"^[\w.]*(?:Error|Exception|Interrupt|Exit)\b.*$", text, re.MULTILINE)
        counted = Counter(line[:300] for line in lines)
        return "\n".join([f"{self.log}:", *(f"  {n} times {line}" for line, n in counted.items())])

    def processes(self) -> list[int]:
        """The process of the server and all that were started below it."""
        parents = dict(_parents())
        found = [self.live.process_id]
        for process in found:
            found += [child for child, parent in parents.items() if parent == process]
        return found

    def processor_seconds(self) -> float:
        """Processor time that the server has used so far."""
        ticks = 0
        for process in self.processes():
            fields = _status(process)
            if fields:
                # Its own time, and that of children that have ended.
                ticks += sum(map(int, fields[11:15]))
        return ticks / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> float:
        """Resident memory of the server, all processes together."""
        total = 0
        for process in self.processes():
            try:
                pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
            except OSError:
                continue
            total += pages * os.sysconf("SC_PAGE_SIZE")
        return total / 1e6


def _status(process: int) -> list[str]:
    """The fields of /proc/PID/stat after the program's name; none where it has ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _parents() -> Iterator[tuple[int, int]]:
    """Every process and its parent."""
    for entry in Path("/proc").iterdir():
        fields = _status(int(entry.name)) if entry.name.isdigit() else []
        if fields:
            yield int(entry.name), int(fields[1])


@contextmanager
def attacked(
    database: str, base: Path, settings: Mapping[str, str] | None = None, workers: int = 1
) -> Iterator[Target]:
    """A server that is watched, with its files in `base`."""
    trap = Trap.build(base / "trap")
    log = base / "log"
    environment = {**trap.environment(), **(settings or {})}
    with serving(database, log, environment, workers, is_ready=True) as live:
        yield Target(live, log, trap)
