"""What the web client knows of the server is what the server says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]


def test_the_types_of_the_web_client_are_those_of_the_server() -> None:
    command = [sys.executable, "-W", "error", "web/scripts/wire_types.py", "--check"]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, check=False, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
