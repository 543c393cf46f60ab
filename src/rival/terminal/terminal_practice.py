"""Practice at the terminal: the user plays the player's side of a sample table.

The program answers the questions about the table and rolls the dice. The player's side is a small game in itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rival.engine.practice_game import PracticeGame, compare_with_policy
from rival.kernel import BadAnswerError, Choice, Json, Opponent, PlayerMove, RivalError, Text, _, make_option
from rival.kernel.percentiles import compare_round_score, describe_comparison
from rival.kernel.question import build_question
from rival.kernel.rendered_views import render_view
from rival.terminal.input_parser import find_option_or_text, matches_any
from rival.terminal.screen import Screen
from rival.terminal.terminal_game import COMMANDS, QuitError, parse_command

HOW_COMMAND = _("how")
HELP = (
    _("To choose, enter a number or the beginning of a word."),
    _("{show} — show everything Rival knows about the table", **COMMANDS),
    _("{rules} ID — show a rule in full", **COMMANDS),
    _("{undo} — undo the last choice", **COMMANDS),
    _("{how} — show the rules for your side", how=HOW_COMMAND),
    _("{quit} — leave the game", **COMMANDS),
)


class TerminalPractice:
    """A practice game at the terminal. Undo replays the earlier moves with the same dice."""

    def __init__(
        self,
        opponent: Opponent,
        seed: int,
        options: Mapping[str, Json],
        screen: Screen,
        read_line: Callable[[str], str],
        pack: Json = None,
    ) -> None:
        self.opponent = opponent
        self.seed = seed
        self.options = options
        self.pack = pack
        self.screen = screen
        self.read_line = read_line
        self.choices: list[str] = []
        self.game = self.start_game()
        self.shown_count = 0
        self.last_progress = (0, False)

    def start_game(self) -> PracticeGame:
        """Return a new practice game with the same settings."""
        return PracticeGame(self.opponent, self.seed, self.options, self.pack, self.screen.lang)

    def render(self, text: Text) -> str:
        """Translate a text into the language of the game."""
        return self.game.session.render(text)

    def show_text(self, text: Text, style: str = "") -> None:
        """Print a text at the terminal."""
        self.screen.print_text(self.render(text), style)

    def play(self) -> None:
        """Play until the game is over or the player leaves."""
        self.screen.print_sample_notice(self.game.session)
        self.show_rules()
        while self.game.moves:
            self.show_new_entries()
            self.show_moves()
            try:
                self.handle_line(self.read_line("> "))
            except QuitError:
                return
            except RivalError as problem:
                self.screen.print_text(str(problem.translate(self.opponent.load_catalogue(self.screen.lang))), "red")
        self.show_new_entries()
        self.show_policy_result()

    def handle_line(self, line: str) -> None:
        """Run a typed line as a command, or make the move that the line names."""
        spoken = self.game.session.catalogues
        if matches_any(line, [HOW_COMMAND], spoken):
            self.show_rules()
            return
        command_call = parse_command(line)
        if command_call is None:
            moves = Choice([make_option(n, move.label, move.id) for n, move in enumerate(self.game.moves, start=1)])
            self.make_move(moves.validate(moves.parse(find_option_or_text(moves, line.strip(), spoken), spoken)))
            return
        match command_call:
            case ("quit", _rest):
                raise QuitError
            case ("show", _rest):
                for view in self.game.session.views:
                    self.screen.print_view(view)
            case ("rules", id):
                rule = self.opponent.rules[id]
                self.screen.print_with_citations("", rule.text[self.screen.lang], (rule.id,))
            case ("undo", _rest):
                self.undo_move()
            case _:
                for text in HELP:
                    self.screen.print_text(text)

    def make_move(self, move: str) -> None:
        """Make a move in the practice game."""
        self.game.play_move(move)
        self.choices.append(move)

    def undo_move(self) -> None:
        """Undo the last move by replaying the moves before it."""
        if not self.choices:
            raise BadAnswerError(_("There is nothing to undo."))
        self.choices.pop()
        self.game = self.start_game()
        for move in self.choices:
            self.game.play_move(move)
        self.shown_count = min(self.shown_count, len(self.game.session.transcript))
        self.last_progress = self.get_progress()

    # --- output ----------------------------------------------------------------------------------------

    def show_rules(self) -> None:
        """Show the rules for the player."""
        self.screen.print_text(_("In a practice game your side follows simplified rules of its own:"), "bold")
        for text in self.game.side.how_to_play:
            self.screen.print_text(f"  · {self.render(text)}")

    def get_progress(self) -> tuple[int, bool]:
        """Return the number of the round, and whether the game is over."""
        return self.opponent.get_round(self.game.session.table), self.game.session.open_ask is None

    def show_new_entries(self) -> None:
        """Show the new entries of the history and, after each round, a comparison with simulated games."""
        entries = self.game.session.transcript
        for entry in entries[self.shown_count :]:
            self.screen.print_entry(entry, why=entry.who != "player")
        self.shown_count = len(entries)
        progress = self.get_progress()
        if progress > self.last_progress:
            standing = compare_round_score(
                self.opponent, self.game.session.options, self.game.session.table, progress[1]
            )
            if standing is not None:
                self.show_text(describe_comparison(self.opponent, standing), "dim")
        self.last_progress = progress

    def show_moves(self) -> None:
        """Show the board, the score and the possible moves."""
        ask, side = self.game.open_ask, self.game.side
        assert ask is not None
        catalogue = self.opponent.load_catalogue(self.screen.lang)
        shown_question = build_question(ask, catalogue, ())
        view = side.make_view(ask, self.game.session.table)
        if view is not None:
            self.screen.print_view(render_view(view, catalogue), {move.id for move in self.game.moves})
        self.screen.print_text()
        own_score = self.game.observe_table().get("your_score")
        if own_score is not None:
            self.screen.print_text(_("You have {n} points.", n=own_score), "dim")
        prompt = self.render(side.describe_choice(ask, self.game.session.table))
        self.screen.print_with_citations("? ", prompt, shown_question.cites, "bold green")
        for number, move in enumerate(self.game.moves, start=1):
            self.screen.print_text(f"  {number}. {self.render_move(move)}")

    def render_move(self, move: PlayerMove) -> str:
        """Return the label of a move."""
        return self.render(move.label)

    def show_policy_result(self) -> None:
        """Show the score that a simple computer player reaches with the same seed."""
        text = compare_with_policy(self.opponent, self.seed, self.game.session.options, self.pack)
        self.screen.print_text(text, "bold")
