"""Where services are missing, tests are left out, and nobody can overlook it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parent
# One file that can always run and one that cannot are enough to look at.
FILES = {"tests/test_travel.py", "tests/web/test_greyscale.py"}


def test_without_a_browser_a_run_says_what_it_leaves_out() -> None:
    assert all((TESTS.parent / file).exists() for file in FILES)
    names = " ".join(Path(file).name for file in FILES)
    quickly = ["--collect-only", "-q", "--color=no", "-p", "no:cacheprovider", "-p", "no:xdist"]
    quickly += ["--ignore=tests/server"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *quickly, "-o", f"python_files={names}"],
        capture_output=True,
        text=True,
        cwd=TESTS.parent,
        env=os.environ | {"CHROMIUM": "no-such-browser"},
        check=False,
    )
    lines = done.stdout.splitlines()
    found = {line.partition("::")[0] for line in lines if "::" in line}
    assert "tests/test_travel.py" in found
    assert "tests/web/test_greyscale.py" not in found
    (told,) = [line for line in lines if line.startswith("LEFT OUT: ")]
    assert "tests/web" in told
    assert told.endswith("chromium (make services)")
