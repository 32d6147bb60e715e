"""A match at the keyboard: people share it, bots sit in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, cast

from rich.console import Console, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.text import Text

from waterhole.bots import Player, chance, load_player
from waterhole.game import Event, Game, InvalidMove, Move, State, View, WaterholeError
from waterhole.game.rulebook import rule, rulebook
from waterhole.life.cards import ANIMALS, in_order
from waterhole.life.events import Scored
from waterhole.terminal import life, tembo
from waterhole.terminal.saving import check_new, save
from waterhole.terminal.seats import BOT, shown_names
from waterhole.terminal.words import Storyteller, markdown

DRAW = {"tembo": tembo.draw, "life": life.draw}
GOALS = {
    "tembo": "Lead your animals to the crossings, each row rising in number. An elephant takes a "
    "row of three or more across: that is what scores. Crocodiles and lions eat.",
    "life": "Swap cards for whole rows to hold the most of each species, and knock when you are "
    "ahead. The lowest lose two lives, the highest none. The last one alive wins.",
}
NOTATION = {
    "tembo": "A move is cards > crossing:\n"
    "  16>3      one animal         33+35>2   two whose numbers differ by 1 or 2\n"
    "  E>4       an elephant        S>1       the super crocodile        L>5  a drawn lion\n"
    "  Cg>2f     a crocodile eats the first of the row; with s, all of its species",
    "life": "A move is row : the animals you lay down for it, or K to knock:\n"
    "  3:GGH     lays two giraffes and a hare, takes all of row 3",
}
COMMANDS = """\
Or type:
  moves [TEXT]  the moves you may make now, or those that begin with TEXT
  rules [ID]    the rules by title, or one of them
  log           what happened so far
  table         the table again
  save FILE     write the match down, to go on later with --resume FILE
  quit          leave (save first to keep the match)"""
SHOWN_MOVES = 60
NARROWEST = 76  # columns a table needs
CLEAR = "\x1b[2J\x1b[3J\x1b[H"  # the screen, and what was scrolled off it


class Leave(Exception):
    """The people at the keyboard want to stop here."""


def draw(view: View, names: Sequence[str]) -> RenderableType:
    return cast(Callable[[View, Sequence[str]], RenderableType], DRAW[view.game])(view, names)


def read_move(game: Game, text: str) -> Move:
    """A move as a person types it: blanks, small letters and another order are forgiven."""
    try:
        return game.parse(text)
    except InvalidMove:
        try:
            return game.parse(_tidied(game.name, "".join(text.split())))
        except InvalidMove:
            pass
        raise


def _tidied(game: str, text: str) -> str:
    if game == "life":
        row, colon, laid = text.upper().partition(":")
        return row + colon + in_order(laid) if set(laid) <= set(ANIMALS) else text
    cards, arrow, where = text.lower().partition(">")
    parts = sorted(cards.split("+"), key=lambda card: (len(card), card))
    return "+".join(part.capitalize() for part in parts) + arrow + where


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
        self.saves: list[Path] = [save_to] if save_to else []  # files that hold this match
        self.at_keyboard: int | None = None
        self.bots: dict[int, Player] = {
            seat: load_player(name.removeprefix(BOT))
            for seat, name in enumerate(names)
            if name.startswith(BOT)
        }
        self.people = len(names) - len(self.bots)
        self.storyteller = Storyteller(self.shown, getattr(state.setup.options, "deck", None))
        self.log: list[Event] = []
        self.told: dict[int, int] = {}  # how much of the log each person has been shown

    def run(self, before: Sequence[Event]) -> None:
        """Plays to the end, after what happened before; raises Leave when the people stop."""
        self.log += before
        self.console.print(f"[dim]{escape(GOALS[self.game.name])}[/]", highlight=False)
        if self.console.width < NARROWEST:
            self.console.print(f"[dim]The table needs {NARROWEST} columns to look right.[/]")
        if self.save_to:
            save(self.state, self.names, self.save_to)
        while (seat := self.state.to_move) is not None:
            move = self.bot_move(seat) if seat in self.bots else self.ask(seat)
            self.play(move)
        self.tell(self.log[min(self.told.values(), default=0) :])
        self.console.print(draw(self.state.view(None), self.shown))
        self.console.print(f"[bold]{escape(self.storyteller.tell(self.log[-1]))}[/]")

    def play(self, move: Move) -> None:
        step = self.state.play(move)
        self.state = step.state
        self.log += step.events
        if self.save_to:
            save(self.state, self.names, self.save_to)

    def bot_move(self, seat: int) -> Move:
        # A source for each decision: a match that is taken up again goes on in the same way.
        place = f"{len(self.state.played)}/{len(self.state.round.moves)}"
        rng = chance(f"bots of {self.state.setup.seed}/{place}")
        return self.bots[seat].choose(self.state.view(seat), rng)

    def ask(self, seat: int) -> Move:
        """A legal move from the person at the seat."""
        self.hand_over(seat)
        self.tell(self.log[self.told.get(seat, 0) :])
        self.told[seat] = len(self.log)
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

    def command(self, text: str, seat: int) -> Move | None:
        """The move that was typed; None after doing something else."""
        word, _, rest = text.partition(" ")
        match word.lower():
            case "":
                pass
            case "?" | "help":
                help = f"{GOALS[self.game.name]}\n{NOTATION[self.game.name]}\n{COMMANDS}"
                self.console.print(help, highlight=False, markup=False)
            case "moves":
                self.show_moves(rest.strip())
            case "rules":
                self.show_rules(rest.strip())
            case "log":
                self.tell(self.log)
            case "table":
                self.show_table(seat)
            case "save":
                self.save_as(rest.strip())
            case "quit" | "exit":
                raise Leave
            case _:
                return read_move(self.game, text)
        return None

    def hand_over(self, seat: int) -> None:
        """Hides the last hand until the next person asks for his."""
        if self.people < 2 or seat == self.at_keyboard:
            return
        self.at_keyboard = seat
        if self.console.is_terminal:
            self.console.file.write(CLEAR)
        self.read(f"The keyboard goes to {self.shown[seat]}. Press Enter to see the hand: ")

    def tell(self, events: Sequence[Event]) -> None:
        for event in events:
            text = Text.assemble(("· ", "dim"), self.storyteller.tell(event))
            self.console.print(Padding(text, (0, 0, 0, 1)), highlight=False)
            if isinstance(event, Scored):
                self.console.print(life.draw_scores(event, self.shown))

    def show_table(self, seat: int) -> None:
        self.console.print(draw(self.state.view(seat), self.shown))

    def show_moves(self, beginning: str) -> None:
        moves = [str(m) for m in self.state.legal() if str(m).startswith(beginning.upper())]
        more = f" … and {len(moves) - SHOWN_MOVES} more" if len(moves) > SHOWN_MOVES else ""
        listed = "  ".join(moves[:SHOWN_MOVES]) or "None begins so."
        self.console.print(f"{listed}{more}", highlight=False)

    def show_rules(self, id: str) -> None:
        if id:
            found = rule(self.game.name, id)
            self.console.print(markdown(f"**{found.id} · {found.title}.** {found.text}"))
            return
        titles = [f"{found.id} {found.title}" for found in rulebook(self.game.name).values()]
        self.console.print(" · ".join(titles), highlight=False)

    def save_as(self, name: str) -> None:
        if not name:
            raise WaterholeError("save/name", "save needs the name of a file")
        path = Path(name)
        if path not in self.saves:
            check_new(path)
        save(self.state, self.names, path)
        self.saves.append(path)
        self.console.print("Saved.", self.how_to_resume(), highlight=False, markup=False)

    def how_to_resume(self) -> str:
        """What to say to people who leave."""
        if not self.saves:
            return "The match is not kept."
        return f"Go on later with: waterhole play {self.game.name} --resume {self.saves[-1]}"

    def complain(self, error: WaterholeError) -> None:
        self.console.print(f"[red]✗[/] {escape(str(error))}", highlight=False)
        if error.rule:
            title = rule(self.game.name, error.rule).title
            hint = f"  {error.rule} · {title}: type 'rules {error.rule}' to read it"
            self.console.print(f"[dim]{escape(hint)}[/]", highlight=False)

    def read(self, prompt: str) -> str:
        try:
            return self.console.input(f"[bold]{escape(prompt)}[/]").strip()
        except (EOFError, KeyboardInterrupt, RuntimeError):  # the last: no standard input at all
            self.console.print()
            raise Leave from None
