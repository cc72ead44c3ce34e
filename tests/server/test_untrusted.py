"""No request makes the server run, or look for, a file that it names."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import kibitz

ROOT = Path(__file__).parents[2]


def test_nothing_that_a_client_names_is_executed(tmp_path: Path) -> None:
    paths = [str(ROOT), str(Path(kibitz.__file__).parents[1])]
    ran = subprocess.run(
        [sys.executable, "-m", "tests.server.untrusted"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONSAFEPATH": "1"},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert ran.returncode == 0, ran.stderr[-4000:]
    found = json.loads(ran.stdout.splitlines()[-1])
    assert not found["executed"]
    assert found["seen"] == []
    assert found["wrong"] == []
    there, missing = found["told"]
    assert there == missing  # nobody learns which files there are
