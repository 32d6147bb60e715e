"""A match at the keyboard: people share it, bots sit in."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, cast

from rich.console import Console, RenderableType
from rich.markdown import Markdown
from rich.markup import escape

from waterhole.bots import Bot, load_bot
from waterhole.game import Game, Move, State, View, WaterholeError
from waterhole.game.records import format_record, game_of, read_lines
from waterhole.game.rulebook import rule
from waterhole.terminal import life, tembo
from waterhole.terminal.seats import BOT, shown_names
from waterhole.terminal.words import Storyteller

HELP = """\
Type a move as it is written, such as {example}, or:
  moves      the moves you may make now
  rules ID   a rule, such as rules {rule}
  log        what happened so far
  table      the table again
  save FILE  write the match down, to go on later with --resume FILE
  quit       leave (save first to keep the match)"""
EXAMPLES = {"tembo": ("16>3, 33+35>2, E>4, Cg>2f", "T12"), "life": ("3:GGH or K", "L6")}
DRAW = {"tembo": tembo.draw, "life": life.draw}
SHOWN_MOVES = 60


class Leave(Exception):
    """The people at the keyboard want to stop here."""


def draw(view: View, names: Sequence[str]) -> RenderableType:
    game = view.to_dict()["game"]
    return cast(Callable[[View, Sequence[str]], RenderableType], DRAW[game])(view, names)


def save(state: State[Any], names: Sequence[str], path: Path) -> None:
    """Writes the match down whole or not at all."""
    part = path.with_name(path.name + ".part")
    part.write_text(format_record(state.record(names)) + "\n", "utf-8")
    os.replace(part, path)  # noqa: PTH105 - named for what it does: one step, all or nothing


def resume(path: Path) -> tuple[Game, State[Any], list[str]]:
    """A match that was saved: its game, where it stands, and who plays."""
    lines = list(read_lines(path))
    if len(lines) != 1:
        raise WaterholeError("save/count", f"{path}: must hold one match, not {len(lines)}")
    line = lines[0]
    if line.record is None:
        raise cast(WaterholeError, line.error)
    game = game_of(line.record)
    state = game.verify(line.record)
    if state.to_move is None:
        raise WaterholeError(
            "save/over", f"{path}: this match is over; 'waterhole replay' shows it"
        )
    return game, state, line.record["seats"]


class Session:
    """One match at the keyboard, from where it stands to its end."""

    def __init__(
        self,
        game: Game,
        state: State[Any],
        names: Sequence[str],
        console: Console,
        save_to: Path | None = None,
    ) -> None:
        self.game = game
        self.state = state
        self.names = names
        self.shown = shown_names(names)
        self.console = console
        self.save_to = save_to
        self.bots: dict[int, Bot] = {
            seat: load_bot(name.removeprefix(BOT))
            for seat, name in enumerate(names)
            if name.startswith(BOT)
        }
        self.people = len(names) - len(self.bots)
        self.storyteller = Storyteller(self.shown, getattr(state.setup.options, "deck", None))
        self.log: list[str] = []
        self.told: dict[int, int] = {}  # how much of the log each person has been shown

    def run(self) -> None:
        """Plays to the end; raises Leave when the people stop before."""
        if self.save_to:
            save(self.state, self.names, self.save_to)
        while (seat := self.state.to_move) is not None:
            move = self.bot_move(seat) if seat in self.bots else self.ask(seat)
            self.play(move)
        self.tell_news(None)
        self.console.print(draw(self.state.view(None), self.shown))
        self.console.print(f"[bold]{escape(self.log[-1])}[/]")

    def play(self, move: Move) -> None:
        step = self.state.play(move)
        self.state = step.state
        self.log += [self.storyteller.tell(event) for event in step.events]
        if self.save_to:
            save(self.state, self.names, self.save_to)

    def bot_move(self, seat: int) -> Move:
        # A source for each decision: a match that is taken up again goes on in the same way.
        place = f"{len(self.state.played)}/{len(self.state.round.moves)}"
        rng = Random(f"bots of {self.state.setup.seed}/{place}")
        return self.bots[seat].choose(self.state.view(seat), rng)

    def ask(self, seat: int) -> Move:
        """A legal move from the person at the seat."""
        self.hand_over(seat)
        self.tell_news(seat)
        self.show_table(seat)
        while True:
            text = self.read(f"{self.shown[seat]}, your move (? for help): ")
            try:
                move = self.command(text, seat)
                if move is not None:
                    self.state.play(move)  # refused here, before anything changes
                    return move
            except WaterholeError as error:
                self.complain(error)
            except OSError as error:
                self.console.print(f"[red]{escape(str(error))}[/]")

    def command(self, text: str, seat: int) -> Move | None:
        """The move that was typed; None after doing something else."""
        word, _, rest = text.partition(" ")
        match word.lower():
            case "":
                return None
            case "?" | "help":
                example, id = EXAMPLES[self.game.name]
                self.console.print(HELP.format(example=example, rule=id), highlight=False)
            case "moves":
                self.show_moves()
            case "rules":
                self.show_rule(rest.strip())
            case "log":
                self.console.print("\n".join(map(escape, self.log)) or "Nothing yet.")
            case "table":
                self.show_table(seat)
            case "save":
                self.save_as(rest.strip())
            case "quit" | "exit":
                raise Leave
            case _:
                return self.game.parse(text)
        return None

    def hand_over(self, seat: int) -> None:
        """Hides the last hand until the next person asks for his."""
        if self.people < 2:
            return
        if self.console.is_terminal:
            self.console.clear()
        self.read(f"The keyboard goes to {self.shown[seat]}. Press Enter to see the hand: ")

    def tell_news(self, seat: int | None) -> None:
        """What happened since this person last looked."""
        since = min(self.told.values(), default=0) if seat is None else self.told.get(seat, 0)
        for line in self.log[since:]:
            self.console.print(f"[dim]·[/] {escape(line)}", highlight=False)
        if seat is not None:
            self.told[seat] = len(self.log)

    def show_table(self, seat: int) -> None:
        self.console.print(draw(self.state.view(seat), self.shown))

    def show_moves(self) -> None:
        moves = self.state.legal()
        more = f" … and {len(moves) - SHOWN_MOVES} more" if len(moves) > SHOWN_MOVES else ""
        self.console.print(f"{'  '.join(map(str, moves[:SHOWN_MOVES]))}{more}", highlight=False)

    def show_rule(self, id: str) -> None:
        found = rule(self.game.name, id or EXAMPLES[self.game.name][1])
        self.console.print(Markdown(f"**{found.id} · {found.title}.** {found.text}"))

    def save_as(self, name: str) -> None:
        if not name:
            raise WaterholeError("save/name", "save needs the name of a file")
        save(self.state, self.names, Path(name))
        self.console.print(
            f"Saved. Go on later with: waterhole play {self.game.name} --resume {name}"
        )

    def complain(self, error: WaterholeError) -> None:
        self.console.print(f"[red]✗[/] {escape(str(error))}", highlight=False)
        if error.rule:
            title = rule(self.game.name, error.rule).title
            hint = f"  {error.rule} · {title}: type 'rules {error.rule}' to read it"
            self.console.print(f"[dim]{escape(hint)}[/]", highlight=False)

    def read(self, prompt: str) -> str:
        try:
            return self.console.input(f"[bold]{escape(prompt)}[/]").strip()
        except EOFError:
            raise Leave from None
