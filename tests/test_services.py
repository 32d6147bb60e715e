"""Where services are missing, tests are left out, and nobody can overlook it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent


def test_without_a_browser_a_run_says_what_it_leaves_out() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"],
        capture_output=True,
        text=True,
        cwd=PROJECT,
        env=os.environ | {"CHROMIUM": "no-such-browser"},
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    folders = {line.partition("/test_")[0] for line in done.stdout.splitlines() if "::" in line}
    assert "tests/lab" in folders
    assert not folders & {"tests/server", "tests/web"}
    told = "LEFT OUT: tests/server and tests/web, which need "
    (left_out,) = [line for line in done.stdout.splitlines() if line.startswith(told)]
    assert left_out.endswith("chromium (make services)")
