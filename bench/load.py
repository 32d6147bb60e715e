"""How many moves a second the server takes, next to boardgame.io and Colyseus in the same run.

A server has one core and the load generator the other. Every move of ours is on the disk before
anybody hears of it; the peers keep theirs in memory (boardgame.io) or not at all (Colyseus).
``bench/README.md`` says what is counted.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.table import Table

BENCH: Final = Path(__file__).resolve().parent
PEERS: Final = BENCH / "peers" / "load"
PATIENCE: Final = 120  # seconds until a server is ready, or a generator done
TICK: Final = os.sysconf("SC_CLK_TCK")
OURS: Final = "waterhole"
SERVERS: Final = (OURS, "boardgame", "colyseus")
TITLES: Final = {OURS: "Waterhole", "boardgame": "boardgame.io", "colyseus": "Colyseus"}

out = Console()
err = Console(stderr=True)


@dataclass(frozen=True)
class Server:
    """A server that is running, alone on the first core."""

    name: str
    port: int
    process: subprocess.Popen[str]

    def cpu(self) -> float:
        """Seconds of processor time so far."""
        fields = self._proc("stat").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def memory(self) -> float:
        """Megabytes."""
        line = next(line for line in self._proc("status").splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024

    def _proc(self, name: str) -> str:
        return Path(f"/proc/{self.process.pid}/{name}").read_text()


def on_core(number: int) -> list[str]:
    cores = sorted(os.sched_getaffinity(0))
    return ["taskset", "--cpu-list", str(cores[number % len(cores)])]


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def command(name: str, port: int, folder: Path, bot_delay: float) -> list[str]:
    if name == OURS:
        database = f"sqlite:///{folder / 'tables.db'}"
        return [
            *on_core(0),
            sys.executable,
            str(BENCH / "load_server.py"),
            str(port),
            database,
            str(bot_delay),
        ]
    return [*on_core(0), "node", f"{name}.cjs" if name == "boardgame" else f"{name}.mjs", str(port)]


@contextmanager
def running(name: str, bot_delay: float = 0.6) -> Iterator[Server]:
    port = free_port()
    with tempfile.TemporaryDirectory(dir=BENCH) as folder:  # a real disk, not one in memory
        process = subprocess.Popen(
            command(name, port, Path(folder), bot_delay), cwd=PEERS, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env=os.environ | {"NODE_ENV": "production"},
        )  # fmt: skip
        try:
            assert process.stdout is not None
            if process.stdout.readline().strip() != "ready":
                raise RuntimeError(f"{TITLES[name]} does not start")
            yield Server(name, port, process)
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait()


def loaded(server: Server, **options: float | str) -> dict[str, Any]:
    """What the generator found, with the server's memory when all were connected, and the
    processor time a move took it."""
    arguments = [f"--{name}={value}" for name, value in options.items()]
    before = server.memory()
    generator = subprocess.Popen(
        [*on_core(1), "node", "generator.mjs", "--wait", f"--server={server.name}",
         f"--port={server.port}", *arguments],
        cwd=PEERS, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    assert generator.stdin is not None
    assert generator.stdout is not None
    try:
        if generator.stdout.readline().strip() != "prepared":
            raise RuntimeError("the load generator failed: see above")
        connected, began = server.memory(), server.cpu()
        found, _ = generator.communicate("go\n", timeout=PATIENCE)
    finally:
        generator.kill()
    result: dict[str, Any] = json.loads(found.splitlines()[-1])
    spent = (server.cpu() - began) * result["seconds"] / (result["seconds"] + result["warm"])
    each = 1e6 * spent / max(result["moves"], 1)
    return result | {"cpu": each, "before": before, "connected": connected}


def full_speed(rounds: int, seconds: float) -> dict[str, list[dict[str, Any]]]:
    """As fast as answers come: 200 tables of two. The servers take turns."""
    found: dict[str, list[dict[str, Any]]] = {name: [] for name in SERVERS}
    for _ in range(rounds):
        for name in SERVERS:
            with running(name) as server:
                found[name].append(loaded(server, tables=200, seconds=seconds))
    return found


def middle(samples: list[dict[str, Any]], key: str) -> float:
    return median(float(sample[key]) for sample in samples)


def speed_table(found: dict[str, list[dict[str, Any]]]) -> Table:
    table = Table(title="200 tables of two, as fast as answers come")
    for name in ("server", "moves/s", "ours to theirs", "p50 ms", "p99 ms", "CPU µs a move"):
        table.add_column(name, justify="left" if name == "server" else "right")
    for name in SERVERS:
        ratios = [
            ours["rate"] / theirs["rate"]
            for ours, theirs in zip(found[OURS], found[name], strict=True)
        ]
        table.add_row(
            TITLES[name],
            f"{middle(found[name], 'rate'):,.0f}",
            "" if name == OURS else f"{median(ratios):.2f}",
            *(f"{middle(found[name], key):.0f}" for key in ("p50", "p99", "cpu")),
        )
    return table


# What else is asked: (title, options of the generator), on a server of its own each.
PACED: Final[dict[str, float | str]] = {"tables": 200, "rate": 1000}
CALM: Final[dict[str, float | str]] = {"tables": 50, "rate": 100, "seconds": 15}
SCENES: Final[dict[str, dict[str, float | str]]] = {
    "1,000 moves a second": dict(PACED),
    "100 moves a second": dict(CALM),
    "… while four tables of expert bots think": CALM | {"bots": 4},
    "50 tables, full speed": {"tables": 50},
    "800 tables, full speed": {"tables": 800},
    "200 tables, 5 spectators each, full speed": {"tables": 200, "spectators": 5},
    "200 tables of Life is Life, full speed": {"tables": 200, "game": "life"},
    "200 tables, a quarter of a minute later": {"tables": 200, "warm": 15},
    "10 tables, 10 moves a second": {"tables": 10, "rate": 10},
    "… with 5,000 idle connections": {"tables": 10, "rate": 10, "idle": 5000},
}


def scenes(seconds: float) -> dict[str, dict[str, Any]]:
    found = {}
    for title, options in SCENES.items():
        with running(OURS, bot_delay=0) as server:
            found[title] = loaded(server, **{"seconds": seconds} | options)
    return found


def scene_table(found: dict[str, dict[str, Any]]) -> Table:
    table = Table(title="Waterhole alone")
    for name in ("", "moves/s", "p50 ms", "p99 ms", "CPU µs a move", "MB more"):
        table.add_column(name, justify="left" if not name else "right")
    for title, sample in found.items():
        grown = sample["connected"] - sample["before"]
        table.add_row(
            title, f"{sample['rate']:,}", f"{sample['p50']:.1f}", f"{sample['p99']:.1f}",
            f"{sample['cpu']:.0f}", f"{grown:.0f}",
        )  # fmt: skip
    return table


def install() -> None:
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise RuntimeError("the load generator and the peers need Node and npm")
    lock, done = PEERS / "package-lock.json", PEERS / "node_modules" / ".ready"
    if not done.exists() or done.stat().st_mtime < lock.stat().st_mtime:
        err.print("Installing the peers (the first time only).")
        install = ["npm", "install", "--no-save", "--silent", "--no-audit", "--no-fund"]
        subprocess.run(install, cwd=PEERS, check=True)
        done.touch()


def main(
    rounds: Annotated[int, typer.Option(help="How often the servers take turns.")] = 3,
    seconds: Annotated[float, typer.Option(help="How long each time.")] = 5.0,
    alone: Annotated[bool, typer.Option(help="Also the scenes without peers.")] = True,
    as_json: Annotated[bool, typer.Option("--json", help="JSON for programs.")] = False,
) -> None:
    """Measure the server against boardgame.io and Colyseus."""
    try:
        install()
        found = full_speed(rounds, seconds)
        more = scenes(seconds) if alone else {}
    except (RuntimeError, subprocess.SubprocessError, OSError) as error:
        err.print(f"[red]{error}[/]")
        raise typer.Exit(1) from None
    if as_json:
        print(json.dumps({"full_speed": found, "scenes": more}))
        return
    out.print(f"{platform.processor() or platform.machine()}, load {os.getloadavg()[0]:.1f}")
    out.print(speed_table(found))
    if more:
        out.print(scene_table(more))


if __name__ == "__main__":
    typer.run(main)
