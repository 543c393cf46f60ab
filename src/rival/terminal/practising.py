"""Practice at the terminal: a person plays the player's side of a sample table.

The program answers the questions about the table and rolls the dice. The player's side is a small game of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rival.engine.seat import Seat, compared
from rival.kernel import BadAnswer, Choice, Json, Move, Opponent, RivalError, Text, _, option
from rival.kernel.par import par_after, words
from rival.kernel.pictures import drawn
from rival.kernel.question import question
from rival.terminal.companion import COMMANDS, Leave, command
from rival.terminal.screen import Screen
from rival.terminal.typed import means, pick

HOW = _("how")
HELP = (
    _("To choose, enter a number or the beginning of a word."),
    _("{show} — show everything Rival knows about the table", **COMMANDS),
    _("{rules} ID — show a rule in full", **COMMANDS),
    _("{undo} — undo the last choice", **COMMANDS),
    _("{how} — show the rules for your side", how=HOW),
    _("{quit} — leave the game", **COMMANDS),
)


class Practice:
    """A practice game. Undo replays the earlier choices with the same dice."""

    def __init__(
        self,
        against: Opponent,
        seed: int,
        options: Mapping[str, Json],
        screen: Screen,
        read: Callable[[str], str],
        pack: Json = None,
    ) -> None:
        self.against = against
        self.seed = seed
        self.options = options
        self.pack = pack
        self.screen = screen
        self.read = read
        self.choices: list[str] = []
        self.seat = self.begin()
        self.shown = 0
        self.stood = (0, False)

    def begin(self) -> Seat:
        """Return a new practice game with the same settings."""
        return Seat(self.against, self.seed, self.options, self.pack, self.screen.lang)

    def words(self, text: Text) -> str:
        """Return a text in the language of the game."""
        return self.seat.session.words(text)

    def say(self, text: Text, style: str = "") -> None:
        """Show a text."""
        self.screen.say(self.words(text), style)

    def play(self) -> None:
        """Play until the game is over or the person leaves."""
        self.screen.sample_notice(self.seat.session)
        self.how()
        while self.seat.moves:
            self.show_news()
            self.show_choice()
            try:
                self.take(self.read("> "))
            except Leave:
                return
            except RivalError as problem:
                self.screen.say(str(problem.spoken(self.against.catalogue(self.screen.lang))), "red")
        self.show_news()
        self.compare()

    def take(self, line: str) -> None:
        """Run a command, or make the move that a line names."""
        spoken = self.seat.session.spoken
        if means(line, [HOW], spoken):
            self.how()
            return
        meant = command(line)
        if meant is None:
            moves = Choice([option(n, move.label, move.id) for n, move in enumerate(self.seat.moves, start=1)])
            self.choose(moves.check(moves.understood(pick(moves, line.strip(), spoken), spoken)))
            return
        match meant:
            case ("quit", _rest):
                raise Leave
            case ("show", _rest):
                for view in self.seat.session.views:
                    self.screen.picture(view)
            case ("rules", id):
                rule = self.against.rules[id]
                self.screen.line("", rule.text[self.screen.lang], (rule.id,))
            case ("undo", _rest):
                self.undo()
            case _:
                for text in HELP:
                    self.screen.say(text)

    def choose(self, move: str) -> None:
        """Make a move."""
        self.seat.play(move)
        self.choices.append(move)

    def undo(self) -> None:
        """Take back the last move by replaying the others."""
        if not self.choices:
            raise BadAnswer(_("There is nothing to undo."))
        self.choices.pop()
        self.seat = self.begin()
        for move in self.choices:
            self.seat.play(move)
        self.shown = min(self.shown, len(self.seat.session.transcript))
        self.stood = self.place()

    # --- output ----------------------------------------------------------------------------------------

    def how(self) -> None:
        """Show the rules of the player's side."""
        self.screen.say(_("In practice your side plays a simplified game with its own rules:"), "bold")
        for text in self.seat.side.how_to_play:
            self.screen.say(f"  · {self.words(text)}")

    def place(self) -> tuple[int, bool]:
        """Return the round, and whether the game is over."""
        return self.against.round_of(self.seat.session.table), self.seat.session.open is None

    def show_news(self) -> None:
        """Show the new entries, and after each round the comparison with sample games."""
        entries = self.seat.session.transcript
        for entry in entries[self.shown :]:
            self.screen.entry(entry, why=entry.who != "player")
        self.shown = len(entries)
        place = self.place()
        if place > self.stood:
            standing = par_after(self.against, self.seat.session.options, self.seat.session.table, place[1])
            if standing is not None:
                self.say(words(self.against, standing), "dim")
        self.stood = place

    def show_choice(self) -> None:
        """Show the board, the score and the possible moves."""
        ask, side = self.seat.ask, self.seat.side
        assert ask is not None
        catalogue = self.against.catalogue(self.screen.lang)
        asked = question(ask, catalogue, ())
        view = side.picture(ask, self.seat.session.table)
        if view is not None:
            self.screen.picture(drawn(view, catalogue), {move.id for move in self.seat.moves})
        self.screen.say()
        yours = self.seat.observe().get("your_score")
        if yours is not None:
            self.screen.say(_("You have {n} points.", n=yours), "dim")
        prompt = self.words(side.prompt(ask, self.seat.session.table))
        self.screen.line("? ", prompt, asked.cites, "bold green")
        for number, move in enumerate(self.seat.moves, start=1):
            self.screen.say(f"  {number}. {self.label(move)}")

    def label(self, move: Move) -> str:
        """Return the label of a move."""
        return self.words(move.label)

    def compare(self) -> None:
        """Show how the simple policy does with the same seed."""
        text = compared(self.against, self.seed, self.seat.session.options, self.pack)
        self.screen.say(text, "bold")
