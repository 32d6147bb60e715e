"""Rewrites every golden file of this folder: playthroughs, tree counts, the signature.

Run it after a rule was changed on purpose, then read the diff.
"""

from __future__ import annotations

import sys
from pathlib import Path

# Run as a script, Python looks for modules in this folder only.
sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.playthroughs import trees
from tests.playthroughs.playthrough import CASES, FOLDER, golden_file, render
from waterhole.lab.signature import shown, signature


def write(path: Path, text: str) -> None:
    changed = not path.exists() or path.read_text("utf-8") != text
    path.write_text(text, "utf-8", newline="\n")
    print(f"{'changed' if changed else 'same   '} {path.relative_to(FOLDER)}")


def main() -> None:
    for name, case in CASES.items():
        write(golden_file(name), render(case))
    for path in trees.files():
        write(path, trees.recount(path.read_text("utf-8")))
    write(FOLDER / "signature.txt", f"{shown(signature())}\n")


if __name__ == "__main__":
    main()
