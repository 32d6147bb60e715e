"""Where services are missing, tests are left out, and nobody can overlook it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent


# One file of each folder is enough to look at.
FILES = "test_travel.py test_bus.py test_greyscale.py"


def test_without_a_browser_a_run_says_what_it_leaves_out() -> None:
    quickly = ["--collect-only", "-q", "-p", "no:cacheprovider", "-o", f"python_files={FILES}"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *quickly],
        capture_output=True,
        text=True,
        cwd=PROJECT,
        env=os.environ | {"CHROMIUM": "no-such-browser"},
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    found = {line.partition("::")[0] for line in done.stdout.splitlines() if "::" in line}
    assert found == {"tests/test_travel.py"}
    told = "LEFT OUT: tests/server and tests/web, which need "
    (left_out,) = [line for line in done.stdout.splitlines() if line.startswith(told)]
    assert left_out.endswith("chromium (make services)")
