"""A game at the terminal: show the events, ask a question, read a line, and save the answer."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TypeVar

from rival.engine import ConflictError, Engine, StaleStateError
from rival.engine.responses import is_sample_game
from rival.home import enable_comparison, is_comparison_enabled
from rival.kernel import (
    BadAnswerError,
    DidYouMeanError,
    EditableValue,
    Entry,
    Json,
    Name,
    Option,
    Question,
    ReplayResult,
    RivalError,
    Session,
    _,
    n_,
)
from rival.kernel.errors import DropsAnswersError
from rival.kernel.percentiles import compare_round_score, describe_comparison
from rival.kernel.texts import load_all_catalogues, render_in_all_languages
from rival.kernel.vocabulary import Vocabulary
from rival.terminal.input_parser import MAX_LINE, TokenLine, is_yes_answer, matches_any, parse_answer
from rival.terminal.screen import Screen

COMMANDS = {
    "help": _("help"),
    "show": _("show"),
    "ask": _("ask"),
    "why": _("why"),
    "history": _("history"),
    "undo": _("undo"),
    "redo": _("redo"),
    "goto": _("goto"),
    "change": _("change"),
    "restore": _("restore"),
    "but": _("but"),
    "correct": _("correct"),
    "dice": _("dice"),
    "rules": _("rules"),
    "par": _("par"),
    "save": _("save"),
    "quit": _("quit"),
}
"""The names of the commands. The player can type them in any language."""
COMMAND_ALIASES = {"?": "help", "exit": "quit"}
DICE_CHOICES = {"mine": _("mine"), "program": _("program")}

HELP = (
    _("{help} or ? — show this list", **COMMANDS),
    _("{show} — show everything Rival knows about the table", **COMMANDS),
    _("{ask} — ask Rival something, such as what a rule allows now; the game does not change", **COMMANDS),
    _("{why} [N] — show the rules behind the last steps, or behind entry N of the history", **COMMANDS),
    _("{history} — show everything that has happened so far", **COMMANDS),
    _("{undo} [N] — undo the last answer, or the last N answers", **COMMANDS),
    _("{redo} — redo the answer that was undone", **COMMANDS),
    _("{goto} N — go back to the moment before entry N of the history", **COMMANDS),
    _(
        "{change} N ANSWER — give another answer at entry N; later answers are repeated where they still fit",
        **COMMANDS,
    ),
    _("{restore} — return to the game as it was before the last change of an answer", **COMMANDS),
    _("{but} [WHAT] — report that a step went differently; without WHAT it lists what you can report", **COMMANDS),
    _("{correct} [NAME VALUE] — correct a value; without NAME it lists all values", **COMMANDS),
    _("{dice} {mine} or {dice} {program} — choose who rolls the dice and draws", **COMMANDS, **DICE_CHOICES),
    _("{rules} ID — show a rule in full", **COMMANDS),
    _("{par} — turn the comparison with sample games on or off", **COMMANDS),
    _("{save} [FILE] — show where the game is saved; with FILE, save a copy there", **COMMANDS),
    _("{quit} — leave the game; everything is saved", **COMMANDS),
)


GAME_OVER = _(
    "The game is over. You can still use “{history}”, “{why} N” and “{undo}”; “{quit}” closes the game.", **COMMANDS
)


NOTHING_TO_OBJECT = _(
    "Rival has not assumed anything here that you could change. Use “{correct}” to correct a value, "
    "or “{undo}” to go back.",
    **COMMANDS,
)
OBJECTION_APPLIED = _(
    "Rival has already used your correction. To change it, enter “{undo}” and correct the step again.", **COMMANDS
)
NOT_AN_ANSWER = _(
    "This entry is not an answer. Use “{goto} N” to go back to it, or “{correct}” to correct a value.", **COMMANDS
)
COMPARISON_ON = _("From the third round on, Rival compares the opponent’s score with sample games after each round.")
COMPARISON_OFF = _("The comparison with sample games is off.")


Result = TypeVar("Result")


class QuitError(Exception):
    """Raised when the player quits the game."""


@cache
def make_command_vocabulary() -> Vocabulary[str]:
    """Return a vocabulary of the terminal commands and their names in every language."""
    catalogues = load_all_catalogues("en")
    return Vocabulary((name, render_in_all_languages(label, catalogues)) for name, label in COMMANDS.items())


def count_unchanged(before: Sequence[Entry], after: Sequence[Entry]) -> int:
    """Return the number of unchanged entries at the start of the history. Later entries are shown again."""
    return next(
        (
            n
            for n, (earlier, later) in enumerate(zip(before, after, strict=False))
            if get_comparable_text(earlier) != get_comparable_text(later)
        ),
        len(before),
    )


def get_comparable_text(entry: Entry) -> tuple[str, tuple[str, ...]]:
    """Return the text and the reasons of a history entry, for comparison."""
    return entry.text, tuple(line.text for line in entry.because)


def parse_command(line: str) -> tuple[str, str] | None:
    """Split a typed line into a command and its arguments; return None if the line is an answer."""
    word, _space, rest = line.strip().partition(" ")
    if word in COMMAND_ALIASES:
        return COMMAND_ALIASES[word], rest.strip()
    vocabulary = make_command_vocabulary()
    names = vocabulary.find(word) or (vocabulary.find_prefix(word) if 3 <= len(word) <= 20 else [])
    return (names[0], rest.strip()) if len(names) == 1 else None


class TerminalGame:
    """A game played at the terminal."""

    def __init__(self, engine: Engine, id: str, screen: Screen, read_line: Callable[[str], str]) -> None:
        self.engine = engine
        self.id = id
        self.session = engine.load_session(id, screen.lang)
        self.screen = screen
        self.read_line = read_line
        self.shown_count = 0
        self.previous_count = 0
        self.act: int | None = None
        self.proposed_answer: Json = None
        self.pending_change: Callable[[], None] | None = None
        self.last_progress = self.get_progress()

    def play(self) -> None:
        """Play at the terminal until the player leaves the game."""
        self.screen.print_sample_notice(self.session)
        while True:
            self.show_new_entries()
            question = self.session.ask
            if question is None:
                self.screen.print_text(GAME_OVER, "bold")
            else:
                self.screen.print_question(question, self.session)
            try:
                line = self.read_line("> ")
                if self.has_game_changed():
                    raise ConflictError
                self.handle_line(question, line)
            except QuitError:
                return
            except ConflictError as elsewhere:
                self.screen.print_text(elsewhere.text, "yellow")
                self.reload_session()
            except RivalError as problem:
                self.show_error(problem)

    def show_error(self, error: RivalError) -> None:
        """Show an error message. If the error suggests an answer, let the player accept the suggestion with “yes”."""
        self.screen.print_text(str(error.translate(self.session.opponent.load_catalogue(self.session.lang))), "red")
        self.proposed_answer = error.answer if isinstance(error, DidYouMeanError) else None
        if self.proposed_answer is not None:
            self.screen.print_text(_("Enter “{yes}” to accept this answer.", yes=_("yes")), "dim")

    def has_game_changed(self) -> bool:
        """Return whether another device has continued the game."""
        current = self.engine.load_session(self.id, self.session.lang)
        return len(current.journal.log) != len(self.session.journal.log)

    def reload_session(self) -> None:
        """Reload a game that another device has continued, and show the last step."""
        self.session = self.engine.load_session(self.id, self.session.lang)
        self.shown_count = min(self.shown_count, len(self.session.transcript) - 1)

    def save_change(self, apply: Callable[[Session], Result]) -> Result:
        """Apply a change to the game and save the game; discard the change if saving fails."""
        try:
            return self.engine.change_session(self.id, len(self.session.journal.log), apply, self.session.lang)
        except StaleStateError:
            raise ConflictError from None
        except BadAnswerError:
            raise
        except RivalError:
            self.session = self.engine.load_session(self.id, self.session.lang)
            raise

    def show_new_entries(self) -> None:
        """Show the new entries of the history, except answers that the player has just typed."""
        entries = self.session.transcript
        self.previous_count = self.shown_count
        new = entries[self.shown_count :]
        positions = [new_entry.position for new_entry in new] + [self.session.position]
        titles = {act.number: act.title for act in self.session.transcript.iterate_acts_since(self.shown_count)}
        for entry, next_position in zip(new, positions[1:], strict=True):
            if entry.act is not None and entry.act != self.act:
                self.act = entry.act
                self.screen.print_heading(titles[entry.act])
            if entry.kind != "answer" or next_position == entry.position:
                self.screen.print_entry(entry, why=True)
                if entry.objection is not None and self.session.can_object(entry):
                    self.screen.print_objection(entry.objection)
        self.shown_count = len(entries)
        self.show_comparison()

    def get_progress(self) -> tuple[int, bool]:
        """Return the number of the current round, and whether the game is over."""
        return self.session.opponent.get_round(self.session.table), self.session.open_ask is None

    def show_comparison(self) -> None:
        """Show how the score compares with simulated games at the end of a round or of the game."""
        session, progress = self.session, self.get_progress()
        if progress > self.last_progress and (is_sample_game(session) or is_comparison_enabled()):
            standing = compare_round_score(session.opponent, session.options, session.table, is_over=progress[1])
            if standing is not None:
                self.screen.print_text(session.render(describe_comparison(session.opponent, standing)), "dim")
        self.last_progress = progress

    def handle_line(self, question: Question | None, line: str) -> None:
        """Run a typed line as a command, or submit it as an answer."""
        command_call = parse_command(line)
        if command_call is not None:
            getattr(self, "on_" + command_call[0])(command_call[1])
            return
        if question is None:
            raise BadAnswerError(_("The game is over. To change an answer, undo it."))
        if question.kind == "drawing":
            line = self.read_rows(line)
        proposal, self.proposed_answer = self.proposed_answer, None
        apply_pending, self.pending_change = self.pending_change, None
        if apply_pending is not None and is_yes_answer(line, self.session.catalogues):
            apply_pending()
        elif proposal is not None and is_yes_answer(line, self.session.catalogues):
            self.save_change(lambda session: session.answer(proposal))
        elif self.session.open_ask is not None:
            value = parse_answer(self.session.open_ask.answer_type, line, self.session.catalogues)
            self.save_change(lambda session: session.answer(value))

    def read_rows(self, first: str) -> str:
        """Read further rows of a drawing until an empty line."""
        rows = [first]
        while rows[-1].strip() and "/" not in first:
            rows.append(self.read_line("  "))
        return "/".join(rows)

    # --- commands --------------------------------------------------------------------------------------

    def on_help(self, rest: str) -> None:
        """Show the list of commands."""
        for text in HELP:
            self.screen.print_text(text)

    def on_show(self, rest: str) -> None:
        """Show the boards and all other views of the game."""
        for view in self.session.views:
            self.screen.print_view(view)

    def on_ask(self, rest: str) -> None:
        """Answer the player's question; without a question, list the questions that can be asked."""
        inquiries = self.session.list_inquiries()
        if not inquiries:
            raise BadAnswerError(_("You can't ask Rival anything at this point."))
        vocabulary = Vocabulary((inquiry, [inquiry.key]) for inquiry in inquiries)
        name, _space, value = rest.partition(" ")
        chosen = next(iter(vocabulary.find(name)), None)
        if not rest or (chosen is not None and not value):
            for inquiry in [chosen] if chosen else inquiries:
                self.screen.print_inquiry(inquiry, self.session)
            return
        if chosen is None:
            chosen, value = inquiries[0], rest
        shape = next(
            inquiry.make_answer_type for inquiry in self.session.opponent.inquiries if inquiry.name == chosen.key
        )
        line = self.session.answer_inquiry(
            chosen.key, parse_answer(shape(self.session.table), value, self.session.catalogues)
        )
        self.screen.print_with_citations("  ", line.text, line.cites, "bold")

    def on_why(self, rest: str) -> None:
        """Show the rules behind the last steps or behind one entry of the history."""
        entries = self.session.transcript
        if rest:
            self.screen.print_entry(self.find_entry(rest), why=True)
            return
        for entry in entries[self.previous_count :]:
            self.screen.print_entry(entry, why=True)

    def on_history(self, rest: str) -> None:
        """List all entries of the game's history."""
        for number, entry in enumerate(self.session.transcript, start=1):
            self.screen.print_with_citations(f"{number:>4} ", entry.text, entry.cites)
        self.screen.print_text(
            _("“{why} N” explains entry N, “{goto} N” goes back to the moment before it.", **COMMANDS)
        )

    def on_undo(self, rest: str) -> None:
        """Undo the last answers."""
        if not self.session.position:
            raise BadAnswerError(_("There is nothing to undo."))
        steps = int(rest) if rest.isdecimal() and len(rest) < 7 else 1
        self.go_to_position(max(0, self.session.position - max(1, steps)))

    def on_redo(self, rest: str) -> None:
        """Restore the next undone answer."""
        if not self.session.journal.undone_entries:
            raise BadAnswerError(_("There is nothing to redo."))
        self.go_to_position(self.session.position + 1)

    def on_goto(self, rest: str) -> None:
        """Go back to the position before a history entry."""
        self.go_to_position(self.find_entry(rest).position)

    def on_change(self, rest: str) -> None:
        """Replace the answer in a history entry; given only the entry's number, show the question again."""
        number, _space, answer = rest.partition(" ")
        entry, earlier = self.find_entry(number), self.session.replay_to(self.find_entry(number).position)
        question = earlier.ask
        if (
            entry.kind != "answer"
            or earlier.open_ask is None
            or earlier.open_ask.key != entry.metadata["key"]
            or question is None
        ):
            raise BadAnswerError(NOT_AN_ANSWER)
        if not answer.strip():
            self.screen.print_question(question, earlier)
            self.screen.print_text(
                _("To change it, enter “{change} {n}” and another answer.", n=Name(number), **COMMANDS)
            )
            return
        value = parse_answer(earlier.open_ask.answer_type, answer, self.session.catalogues)
        self.change_entry(lambda session, drop: session.replace_answer(entry.position, value, drop), shows_again=False)

    def change_entry(
        self, change: Callable[[Session, bool], ReplayResult], shows_again: bool, may_drop: bool = False
    ) -> None:
        """Change an earlier answer or value; ask first if later answers would be dropped."""
        try:
            outcome = self.save_change(lambda session: change(session, may_drop))
        except DropsAnswersError as error:
            self.screen.print_text(str(error.translate(self.session.catalogue)), "yellow")
            self.screen.print_text(
                n_(
                    "Enter “{yes}” to change it; {n} later answer will be dropped. “{restore}” brings it back.",
                    "Enter “{yes}” to change it; {n} later answers will be dropped. “{restore}” brings them back.",
                    error.dropped_count,
                    yes=_("yes"),
                    **COMMANDS,
                )
            )
            self.pending_change = lambda: self.change_entry(change, shows_again, may_drop=True)
            return
        self.shown_count = outcome.first_changed_entry if shows_again else len(self.session.transcript)
        self.act = None
        self.screen.print_text(self.session.render(outcome.text))
        if outcome.instructions or not shows_again:
            self.screen.print_corrections(outcome.instructions)

    def on_restore(self, rest: str) -> None:
        """Restore the course of the game from before the last change."""
        self.change_entry(lambda session, drop: session.restore_replaced_entries(), shows_again=False)

    def find_entry(self, number: str) -> Entry:
        """Return an entry of the history by its number."""
        entries = self.session.transcript
        if not number.isdecimal() or not 1 <= int(number) <= len(entries):
            raise BadAnswerError(_("Enter the number of an entry in the history, from 1 to {most}.", most=len(entries)))
        return entries[int(number) - 1]

    def go_to_position(self, n: int) -> None:
        """Go to a position in the game and show which pieces to move on the physical table."""
        repairs = self.save_change(lambda session: session.seek(n))
        self.shown_count = len(self.session.transcript)
        self.screen.print_corrections(repairs)

    def on_correct(self, rest: str) -> None:
        """Correct a value of the game state; without a value, list the values that can be corrected."""
        tracked = self.session.collect_editable_values()
        path, value = self.split_value_name(tracked, rest)
        if not value:
            self.list_values(
                [tracked_value for tracked_value in tracked.values() if tracked_value.path.startswith(path)]
            )
            return
        shape = tracked[path].answer_type if path in tracked else None
        answer = value if shape is None else parse_answer(shape, value, self.session.catalogues)
        self.change_entry(lambda session, drop: session.correct(path, answer, drop), shows_again=True)
        for part in () if self.pending_change else self.engine.save_correction(self.id, self.session.lang):
            self.screen.print_text(_("Also corrected in the description of your box: {part}.", part=Name(part)), "dim")

    def list_values(self, values: Sequence[EditableValue]) -> None:
        """List the values of the game state with their paths, omitting values that the command “but” corrects."""
        objections = {tracked_value.key for tracked_value in self.session.list_open_assumptions()}
        for tracked_value in values:
            if tracked_value.path not in objections:
                text = _(
                    "{path} — {label}: {value}",
                    path=Name(tracked_value.path),
                    label=tracked_value.label,
                    value=tracked_value.value_text,
                )
                self.screen.print_text("  " + self.session.render(text))
        number = next(
            (
                tracked_value
                for tracked_value in values
                if tracked_value.path not in objections and tracked_value.answer_type.kind == "number"
            ),
            None,
        )
        if number is not None:
            example = 12 if number.value is None else number.value
            path = Name(number.path)
            self.screen.print_text(
                _("For instance, enter “{correct} {path} {value}”.", path=path, value=example, **COMMANDS)
            )

    def on_but(self, rest: str) -> None:
        """Correct the assumption of the given step, or of the last step whose assumption accepts the answer."""
        objections = {objection.key: objection for objection in self.session.list_open_assumptions()}
        if not objections:
            raise BadAnswerError(OBJECTION_APPLIED if self.session.is_last_entry_objection else NOTHING_TO_OBJECT)
        name, _space, value = rest.partition(" ")
        paths, answer = ([name], value) if name in objections else (list(objections)[::-1], rest)
        if not answer:
            for objection in objections.values():
                self.screen.print_full_objection(objection, self.session)
            return
        before = tuple(self.session.transcript)
        self.apply_objection(paths, answer)
        self.shown_count = count_unchanged(before, tuple(self.session.transcript))

    def apply_objection(self, paths: Sequence[str], answer: str) -> None:
        """Correct the assumption of the first of these steps that accepts the answer."""
        *earlier, last = paths
        for path in earlier:
            with suppress(BadAnswerError):
                self.set_value(path, answer)
                return
        self.set_value(last, answer)

    def set_value(self, path: str, answer: str) -> None:
        """Set a value of the game state from typed text."""
        value = self.parse_value(path, answer)
        self.save_change(lambda session: session.correct(path, value))

    def parse_value(self, path: str, answer: str) -> Json:
        """Convert typed text to a value of the game state."""
        return parse_answer(self.session.collect_editable_values()[path].answer_type, answer, self.session.catalogues)

    def split_value_name(self, tracked: Mapping[str, EditableValue], rest: str) -> tuple[str, str]:
        """Split text that starts with the name of a correctable value into the value's path and the remaining text."""
        catalogues = self.session.catalogues
        things = [
            (
                tracked_value.path,
                tracked_value.label,
                [tracked_value.path, *render_in_all_languages(tracked_value.label, catalogues)],
            )
            for tracked_value in tracked.values()
        ]
        vocabulary = Vocabulary((Option(path, label, path), names) for path, label, names in things)
        line = TokenLine(rest[:MAX_LINE], catalogues)
        options, end = line.match_longest(vocabulary, 0, len(line.words))
        if options:
            return str(options[0].id), line.get_text(end, len(line.words))
        path, _space, value = rest.partition(" ")
        return path, value

    def on_dice(self, rest: str) -> None:
        """Choose who rolls the dice."""
        catalogues = self.session.catalogues
        choice = next(
            (name for name, label in DICE_CHOICES.items() if matches_any(rest, [Name(name), label], catalogues)), rest
        )
        self.save_change(lambda session: session.use_dice(choice))

    def on_rules(self, rest: str) -> None:
        """Show a rule of the game."""
        if not rest:
            raise BadAnswerError(
                _(
                    "Enter the number of a rule, for instance “{rules} {id}”.",
                    id=Name(next(iter(self.session.opponent.rules)).id),
                    **COMMANDS,
                )
            )
        rule = self.session.opponent.rules[rest]
        self.screen.print_with_citations("", rule.text[self.session.lang], (rule.id,))

    def on_par(self, rest: str) -> None:
        """Switch the comparison with simulated games on or off."""
        enable_comparison(not is_comparison_enabled())
        self.screen.print_text(COMPARISON_ON if is_comparison_enabled() else COMPARISON_OFF)

    def on_save(self, rest: str) -> None:
        """Show where the game is saved, or write a copy of the game to a file."""
        if rest:
            Path(rest).write_text(self.session.journal.format_text(), encoding="utf-8")
            self.screen.print_text(_("A copy was saved to {file}.", file=Name(rest)))
        else:
            self.screen.print_text(
                _("All answers are already saved in {file}.", file=Name(self.engine.repository.location))
            )

    def on_quit(self, rest: str) -> None:
        """Leave the game."""
        raise QuitError


def make_line_reader(plain: bool) -> Callable[[str], str]:
    """Return a function that reads a typed line, with editing and history if the input is a terminal."""
    if plain or not sys.stdin.isatty() or not sys.stdout.isatty():
        return input
    from prompt_toolkit import PromptSession

    prompt: PromptSession[str] = PromptSession()
    return prompt.prompt
