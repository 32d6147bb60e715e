"""The command line: ``waterhole --help`` says all."""

from __future__ import annotations

import json
import os
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console
from rich.markup import escape

from waterhole import __version__, core
from waterhole.bots import BOTS, load_player
from waterhole.game import InvalidOptions, UnknownGame, WaterholeError, load
from waterhole.game.records import read_lines
from waterhole.game.rulebook import rule, rulebook, source
from waterhole.game.vocabulary import Event, Json, RoundDealt
from waterhole.lab.signature import shown
from waterhole.lab.signature import signature as compute_signature
from waterhole.lab.simulate import PART, Summary, simulate, simulate_fast
from waterhole.terminal.play import Leave, Session
from waterhole.terminal.reading import (
    read_bots,
    read_engine,
    read_options,
    read_players,
    read_seat,
)
from waterhole.terminal.replay import nth_record, scenes, show_scene, told, wait_for_enter
from waterhole.terminal.saving import check_bots, check_new
from waterhole.terminal.saving import resume as resume_match
from waterhole.terminal.seats import BOT, shown_names
from waterhole.terminal.simulate import kept, progress, show_summary
from waterhole.terminal.streams import one_line, prepare_streams
from waterhole.terminal.verify import report_of, verified
from waterhole.terminal.words import counted, markdown

SIMULATED_LAPS = 10  # random players seldom knock, so simulations limit the laps (L15)
MOST_MATCHES = 100_000_000
INTERRUPTED = 130
DEFAULT_PLAYERS = "Guest,bot,bot"

app = typer.Typer(
    name="waterhole",
    help="Small hidden-information card games: play them, study them, take them apart.",
    epilog="The games are tembo and life. Each command has --help with an example.",
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)
out = Console()
err = Console(stderr=True)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="tembo or life.", show_default=False)]
RecordFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="A file of match records.", show_default=False)
]
Seed = Annotated[
    str | None,
    typer.Option(help="A text that decides the deals; without one, a fresh one is drawn."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
GameOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help="An option of the game, as often as needed. Tembo: rounds=2. Life is Life: "
        "expert=true, lap_limit=10.",
    ),
]
DeckFile = Annotated[
    Path | None,
    typer.Option("--deck", metavar="FILE.csv", help="A Tembo deck: number,species,points."),
]


def main() -> NoReturn:
    """Runs a command; whatever goes wrong ends in one clear line and an exit status."""
    prepare_streams()
    sys.path.append("")  # module.Class: a bot in the folder where one is, behind all that is ours
    try:
        status = app(standalone_mode=False)
        sys.stdout.flush()
        if status == INTERRUPTED:
            fail("stopped", INTERRUPTED)
        sys.exit(status if isinstance(status, int) else 0)
    except typer.TyperException as error:
        fail(error.format_message(), error.exit_code)
    except WaterholeError as error:
        fail(str(error), 2 if isinstance(error, InvalidOptions | UnknownGame) else 1)
    except BrokenPipeError:
        # Whoever read our output has gone; nothing is left to say, not even on closing.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        fail(f"{error.filename}: {error.strerror}" if error.filename else str(error), 1)
    except (KeyboardInterrupt, typer.Abort):
        fail("stopped", INTERRUPTED)
    except Exception as error:
        if os.environ.get("WATERHOLE_DEBUG"):
            raise
        fail(f"a fault of ours: {type(error).__name__}: {error} (WATERHOLE_DEBUG=1 shows more)", 70)


def fail(text: str, status: int) -> NoReturn:
    print(f"waterhole: {one_line(text)}", file=sys.stderr)
    sys.exit(status)


@app.callback(invoke_without_command=True)
def callback(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    if version:
        print(f"waterhole {__version__}")
    elif context.invoked_subcommand is None:
        print(context.get_help())


@app.command()
def play(
    game: GameName,
    players: Annotated[
        str | None,
        typer.Option(
            help=f"Names by commas, clockwise; bot or bot:NAME for a bot ({', '.join(BOTS)}). "
            f"By default {DEFAULT_PLAYERS}."
        ),
    ] = None,
    seed: Seed = None,
    option: GameOptions = None,
    deck: DeckFile = None,
    save: Annotated[
        Path | None, typer.Option(help="Keep the match in this file, after every move.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(help="Take up the match saved in this file.")
    ] = None,
) -> None:
    """Play a match in the terminal; people share the keyboard, bots sit in.

    Example: waterhole play life --players Ada,Bo,bot --save evening.jsonl
    """
    chosen = load(game)
    before: list[Event] = []
    if resume:
        if players or seed or option or deck or save:
            raise InvalidOptions(
                "save/mixed", "--resume goes on with what was saved; give it alone"
            )
        saved, state, record = resume_match(resume)
        if saved is not chosen:
            raise InvalidOptions("save/game", f"{resume}: is a match of {saved.title}")
        names = record["seats"]
        check_bots(names)
        before = [event for scene in scenes(saved, record) for event in scene.events]
    else:
        names = read_players(players or DEFAULT_PLAYERS)
        state = chosen.start(len(names), seed, read_options(chosen, option, deck))
        before = [RoundDealt(1, state.round.deal.first)]
    if save:
        check_new(save)
    session = Session(chosen, state, names, out, save or resume)
    try:
        session.run(before)
    except Leave:
        out.print("Left.", session.how_to_resume(), markup=False, highlight=False)
    else:
        out.print(f"[dim]Seed: {escape(one_line(state.setup.seed))}[/]", highlight=False)


@app.command(name="simulate")
def simulate_command(
    game: GameName,
    seats: Annotated[int, typer.Option(help="How many players.")] = 3,
    matches: Annotated[int, typer.Option(min=1, max=MOST_MATCHES, help="How many matches.")] = 1000,
    seed: Annotated[str, typer.Option(help="A text that decides everything.")] = "waterhole",
    bots: Annotated[
        str, typer.Option(help=f"Who plays: one bot, or one a seat by commas ({', '.join(BOTS)}).")
    ] = "random",
    option: GameOptions = None,
    deck: DeckFile = None,
    out_file: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write the records here.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite FILE.")] = False,
    engine: Annotated[
        str | None,
        typer.Option(help="core or python; core where it is built, if it can do what is asked."),
    ] = None,
    threads: Annotated[int, typer.Option(min=1, max=1024, help="Threads the core may use.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Play whole matches between bots and sum them up.

    The core plays random and heuristic bots millions of moves a second, but writes no records.
    Rounds of Life is Life end after 10 laps (L15), unless --option lap_limit says otherwise.

    Example: waterhole simulate tembo --matches 1000 --out demo.jsonl
    """
    chosen = load(game)
    options = read_options(chosen, option, deck)
    if game == "life":
        options.setdefault("lap_limit", SIMULATED_LAPS)
    chosen.setup(seats, f"{seed}/{matches}", options)
    names = read_bots(bots, seats)
    summary = Summary(seats)
    engine = read_engine(engine, names, out_file, threads)
    started = time.perf_counter()
    if engine == "core":
        parts = simulate_fast(game, seats, matches, seed, options, threads, names)
        for part in progress(err, parts, -(-matches // PART), as_json):
            summary.add_many(game, part)
    else:
        played = simulate(
            chosen, seats, matches, seed, options, [load_player(name) for name in names]
        )
        watched = progress(err, played, matches, as_json)
        for state in kept(watched, [BOT + name for name in names], out_file, force):
            summary.add(state)
    seconds = time.perf_counter() - started
    if as_json:
        report = {"game": game, "seed": seed, "options": options, "bots": names, "engine": engine}
        speed = {"seconds": seconds, "moves_per_second": summary.moves / seconds}
        print(json.dumps(report | summary.to_dict() | speed))
    else:
        show_summary(out, chosen, summary, options, names, seconds)
        print(f"Engine: {engine}")
        if out_file:
            out.print(f"Records in {escape(one_line(str(out_file)))}", highlight=False)


@app.command()
def arena(
    game: GameName,
    bots: Annotated[
        str,
        typer.Option(
            help=f"Who plays, by commas ({', '.join(BOTS)}, or module.Class). The last one also "
            "takes the seats that are left; with more bots than seats, tables are mixed."
        ),
    ],
    seats: Annotated[int, typer.Option(help="How many players at a table.")] = 3,
    deals: Annotated[int, typer.Option(help="How many deals, each in all rotations.")] = 100,
    seed: Annotated[str, typer.Option(help="A text that decides everything.")] = "waterhole",
    option: GameOptions = None,
    deck: DeckFile = None,
    move_limit: Annotated[
        float | None,
        typer.Option(
            metavar="SECONDS",
            help="Who takes longer for a move forfeits the match; by default 10, and five times "
            "the bot's budget.",
        ),
    ] = None,
    processes: Annotated[
        int | None,
        typer.Option(min=1, max=1024, help="Matches played at a time; by default one a core."),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE.jsonl", help="Keep each match here when it is finished."),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with what --save has kept.")
    ] = False,
    records: Annotated[
        Path | None,
        typer.Option(metavar="FILE.jsonl", help="Write the records of the matches here."),
    ] = None,
    parquet: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a row a match and seat here.")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE.png", help="Draw the win shares here.")
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Overwrite the files of --parquet and --plot.")
    ] = False,
    as_json: AsJson = False,
) -> int:
    """Let bots play each other, each deal from every seat, and compare them.

    A bot that crashes, stalls or plays an illegal move forfeits that match; the run goes on.
    Ctrl-C stops it and shows what there is so far. docs/arena.md says what the figures mean.

    Example: waterhole arena tembo --bots heuristic,random --seats 4 --deals 50 --save run.jsonl
    """
    face = import_module("waterhole.terminal.arena")  # no other command needs what it brings
    names = [name.strip() for name in bots.split(",")]
    options = read_options(load(game), option, deck)
    run = face.Arena(game, names, seats, deals, seed, options, move_limit)
    files = face.Files(save, records, parquet, plot, resume, force)
    complete = face.hold(run, files, processes, err, out, as_json)
    return 0 if complete else INTERRUPTED


@app.command()
def verify(file: RecordFile, as_json: AsJson = False) -> int:
    """Replay every match of a file and deal it again from its seed.

    Prints a line for each bad match; the exit status is 0 if there are matches and all are good,
    and 1 if not.

    Example: waterhole verify demo.jsonl
    """
    matches = 0
    bad: list[Json] = []
    for line in read_lines(file):
        matches += 1
        error = verified(line)
        if error is None:
            continue
        bad.append(report_of(line, error))
        if not as_json:
            print(one_line(f"{file}:{line.number}: {error}"))
    if as_json:
        print(json.dumps({"file": str(file), "matches": matches, "bad": bad}))
    else:
        print(f"{counted(matches, 'match', 'matches')}, {matches - len(bad)} good, {len(bad)} bad")
    return 1 if bad or not matches else 0


@app.command()
def replay(
    file: RecordFile,
    match: Annotated[int, typer.Option(min=1, help="Which match of the file.")] = 1,
    seat: Annotated[
        str | None, typer.Option(help="Draw the table as this seat (A, B, …) sees it.")
    ] = None,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after every move.")] = False,
    as_json: AsJson = False,
) -> None:
    """Step through a recorded match in words.

    Example: waterhole replay demo.jsonl --match 3 --seat A --step
    """
    record = nth_record(file, match)
    for scene in told(file, match, record):
        eyes = read_seat(seat, scene.state.setup.seats)
        if as_json:
            print(json.dumps(scene.to_dict()))
            continue
        show_scene(out, scene, shown_names(record["seats"]), eyes)
        if step and not wait_for_enter(out):
            return


@app.command()
def rules(
    game: GameName,
    id: Annotated[
        str | None,
        typer.Argument(metavar="[ID]", help="One rule, such as T12.", show_default=False),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Read the rulebook, or one rule of it.

    Example: waterhole rules tembo T12
    """
    load(game)
    found = [rule(game, id)] if id else list(rulebook(game).values())
    if as_json:
        print(json.dumps([{"id": r.id, "title": r.title, "chapter": r.chapter, "text": r.text}
                          for r in found], ensure_ascii=False))  # fmt: skip
    elif id:
        out.print(markdown(f"**{found[0].id} · {found[0].title}.** {found[0].text}"))
    else:
        out.print(markdown(source(game)))


def _setting(name: str, help: str, **more: Any) -> Any:
    """A flag that the environment can give too; a flag goes first. Names are not shown with each
    flag: they would leave no room for what it does."""
    return typer.Option(
        f"--{name}",
        envvar=f"WATERHOLE_{more.pop('variable', name).upper().replace('-', '_')}",
        show_envvar=False,
        help=help,
        **more,
    )


@app.command(
    epilog="Each can be set in the environment too: WATERHOLE_PORT for --port, WATERHOLE_HTTPS=1 "
    "for --https, and so on; WATERHOLE_ORIGINS has spaces between origins. A flag goes first."
)
def serve(
    host: Annotated[str, _setting("host", "The address to listen at.")] = "127.0.0.1",
    port: Annotated[
        int, _setting("port", "The port; 0 takes a free one.", min=0, max=65535, metavar="NUMBER")
    ] = 8400,
    database_url: Annotated[
        str,
        _setting(
            "database-url",
            "Where tables are kept: sqlite:///tables.db, or postgresql://host/name. Without one: "
            "SQLite in a folder of yours.",
            metavar="URL",
            show_default=False,
        ),
    ] = "",
    redis_url: Annotated[
        str,
        _setting(
            "redis-url",
            "For several servers on one PostgreSQL: how they hear of each other, as in "
            "redis://host:6379.",
            metavar="URL",
            show_default=False,
        ),
    ] = "",
    public_url: Annotated[
        str,
        _setting(
            "public-url",
            "Where people find this server, for links: https://play.example.",
            metavar="URL",
            show_default=False,
        ),
    ] = "",
    origin: Annotated[
        list[str] | None,
        _setting(
            "origin",
            "Another site whose pages may use this server: https://club.example. Can be repeated.",
            variable="origins",
            metavar="URL",
        ),
    ] = None,
    https: Annotated[bool, _setting("https", "Behind https: cookies travel only there.")] = False,
    behind_proxy: Annotated[
        bool, _setting("behind-proxy", "Believe the addresses that a proxy tells.")
    ] = False,
    private_hooks: Annotated[
        bool, _setting("private-hooks", "Webhooks may lead into private networks.")
    ] = False,
    thinkers: Annotated[
        int, _setting("thinkers", "Bots that think at once.", min=1, max=64, metavar="NUMBER")
    ] = 1,
    bot_delay: Annotated[
        float, _setting("bot-delay", "A bot takes at least so long.", min=0, metavar="SECONDS")
    ] = 0.6,
    grace: Annotated[
        float,
        _setting("grace", "A bot plays for who is gone after so long.", min=0, metavar="SECONDS"),
    ] = 120.0,
    open_page: Annotated[
        bool, typer.Option("--open", help="Also open the page in a browser, where there is one.")
    ] = False,
) -> None:
    """Host tables for people and bots, over HTTP and WebSocket.

    Example: waterhole serve --port 8400 --database-url sqlite:///tables.db
    """
    try:
        serving = import_module("waterhole.server.serve")
    except ModuleNotFoundError as error:
        text = f"{error.name} is not installed: pip install 'waterhole[server]'"
        raise InvalidOptions("serve/extra", text) from error
    settings = serving.Settings(
        database=database_url or serving.default_database(),
        redis=redis_url or None,
        host=host,
        port=port,
        public_url=public_url or None,
        origins=tuple(origin or ()),
        secure=https,
        proxies=behind_proxy,
        private_hooks=private_hooks,
        thinkers=thinkers,
        bot_delay=bot_delay,
        grace=grace,
    )

    def announce(at: str) -> None:
        err.print(f"Waterhole is at {at} and stops with Ctrl-C.")
        if open_page:
            serving.open_page(at)

    serving.serve(settings, announce)


@app.command()
def signature() -> None:
    """Print the number that identifies how each engine plays.

    Example: waterhole signature
    """
    print(f"python {shown(compute_signature())}")
    if core.available:
        print(f"core   {shown(core.signature())}")


if __name__ == "__main__":
    main()
