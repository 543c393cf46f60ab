"""Playing at the terminal: show the events, ask a question, read a line, save the answer."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TypeVar

from rival.engine import Engine, Overtaken, Stale
from rival.engine.states import is_sample
from rival.home import beside_samples, compare_with_samples
from rival.kernel import (
    Amended,
    BadAnswer,
    Entry,
    Json,
    Name,
    Option,
    Proposal,
    Question,
    RivalError,
    Session,
    Tracked,
    _,
    n_,
)
from rival.kernel.errors import DropsAnswersError
from rival.kernel.par import par_after, words
from rival.kernel.texts import every_catalogue, in_every_language
from rival.kernel.vocabulary import Vocabulary
from rival.terminal.screen import Screen
from rival.terminal.typed import LONGEST_LINE, Line, agrees, means, parse

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
"""The names of the commands. They are understood in every language."""
SIGNS = {"?": "help", "exit": "quit"}
DICE = {"mine": _("mine"), "program": _("program")}

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
    _("{but} [WHAT] — say that a step was not as assumed; without WHAT it lists what you can say", **COMMANDS),
    _("{correct} [NAME VALUE] — correct a value; without NAME it lists all values", **COMMANDS),
    _("{dice} {mine} or {dice} {program} — choose who rolls the dice and draws", **COMMANDS, **DICE),
    _("{rules} ID — show a rule in full", **COMMANDS),
    _("{par} — turn the comparison with sample games on or off", **COMMANDS),
    _("{save} [FILE] — show where the game is saved; with FILE, save a copy there", **COMMANDS),
    _("{quit} — leave the game; everything is saved", **COMMANDS),
)


OVER = _(
    "The game is over. You can still use “{history}”, “{why} N” and “{undo}”; “{quit}” closes the game.", **COMMANDS
)


NOTHING_TO_OBJECT = _(
    "Rival has assumed nothing here that you could contradict. Use “{correct}” to "
    "correct a value, or “{undo}” to go back.",
    **COMMANDS,
)
OBJECTED = _(
    "Rival has already used your correction. To change it, enter “{undo}” and correct the step again.", **COMMANDS
)
NO_ANSWER = _(
    "This entry is not an answer. Use “{goto} N” to go back to it, or “{correct}” to correct a value.", **COMMANDS
)
PAR_ON = _("From the third round on, Rival compares the opponent’s score with sample games after each round.")
PAR_OFF = _("The comparison with sample games is off.")


Made = TypeVar("Made")


class Leave(Exception):
    """Raised when the person quits."""


@cache
def known_commands() -> Vocabulary[str]:
    """Return the commands by their names in every language."""
    spoken = every_catalogue("en")
    return Vocabulary((name, in_every_language(words, spoken)) for name, words in COMMANDS.items())


def as_before(old: Sequence[Entry], now: Sequence[Entry]) -> int:
    """Return how many entries at the start are the same as before. The entries after them are shown again."""
    return next((n for n, (one, other) in enumerate(zip(old, now, strict=False)) if said(one) != said(other)), len(old))


def said(entry: Entry) -> tuple[str, tuple[str, ...]]:
    """Return the text and the reasons of an entry, for comparison."""
    return entry.text, tuple(line.text for line in entry.because)


def command(line: str) -> tuple[str, str] | None:
    """Return the command in a line and the rest of the line; None if the line is an answer."""
    word, _space, rest = line.strip().partition(" ")
    if word in SIGNS:
        return SIGNS[word], rest.strip()
    known = known_commands()
    found = known.called(word) or (known.begun(word) if 3 <= len(word) <= 20 else [])
    return (found[0], rest.strip()) if len(found) == 1 else None


class Companion:
    """One game at the terminal."""

    def __init__(self, engine: Engine, id: str, screen: Screen, read: Callable[[str], str]) -> None:
        self.engine = engine
        self.id = id
        self.session = engine.session(id, screen.lang)
        self.screen = screen
        self.read = read
        self.shown = 0
        self.last_shown = 0
        self.act: int | None = None
        self.proposed: Json = None
        self.confirm: Callable[[], None] | None = None
        self.stood = self.reached()

    def play(self) -> None:
        """Play until the person leaves."""
        self.screen.sample_notice(self.session)
        while True:
            self.show_news()
            question = self.session.ask
            if question is None:
                self.screen.say(OVER, "bold")
            else:
                self.screen.question(question, self.session)
            try:
                line = self.read("> ")
                if self.is_elsewhere():
                    raise Overtaken
                self.take(question, line)
            except Leave:
                return
            except Overtaken as elsewhere:
                self.screen.say(elsewhere.text, "yellow")
                self.catch_up()
            except RivalError as problem:
                self.refuse(problem)

    def refuse(self, problem: RivalError) -> None:
        """Show the error; if it proposes an answer, a yes accepts it."""
        self.screen.say(str(problem.spoken(self.session.opponent.catalogue(self.session.lang))), "red")
        self.proposed = problem.answer if isinstance(problem, Proposal) else None
        if self.proposed is not None:
            self.screen.say(_("Enter “{yes}” to accept this answer.", yes=_("yes")), "dim")

    def is_elsewhere(self) -> bool:
        """Return whether another device has continued the game."""
        now = self.engine.session(self.id, self.session.lang)
        return len(now.journal.log) != len(self.session.journal.log)

    def catch_up(self) -> None:
        """Load the game as another device has left it, and show the last step."""
        self.session = self.engine.session(self.id, self.session.lang)
        self.shown = min(self.shown, len(self.session.transcript) - 1)

    def change(self, do: Callable[[Session], Made]) -> Made:
        """Apply a change and save it; if saving fails, the change is discarded."""
        try:
            return self.engine.change(self.id, len(self.session.journal.log), do, self.session.lang)
        except Stale:
            raise Overtaken from None
        except BadAnswer:
            raise
        except RivalError:
            self.session = self.engine.session(self.id, self.session.lang)
            raise

    def show_news(self) -> None:
        """Show the new entries, except answers that the person has just typed."""
        entries = self.session.transcript
        self.last_shown = self.shown
        new = entries[self.shown :]
        places = [one.at for one in new] + [self.session.at]
        titles = {act.number: act.title for act in self.session.acts_since(self.shown)}
        for entry, then in zip(new, places[1:], strict=True):
            if entry.act is not None and entry.act != self.act:
                self.act = entry.act
                self.screen.heading(titles[entry.act])
            if entry.kind != "answer" or then == entry.at:
                self.screen.entry(entry, why=True)
                if entry.unless is not None and self.session.can_object(entry):
                    self.screen.objection(entry.unless)
        self.shown = len(entries)
        self.show_par()

    def reached(self) -> tuple[int, bool]:
        """Return the round, and whether the game is over."""
        return self.session.opponent.round_of(self.session.table), self.session.open is None

    def show_par(self) -> None:
        """At the end of a round or of the game, show the comparison with sample games."""
        session, reached = self.session, self.reached()
        if reached > self.stood and (is_sample(session) or beside_samples()):
            standing = par_after(session.opponent, session.options, session.table, over=reached[1])
            if standing is not None:
                self.screen.say(session.words(words(session.opponent, standing)), "dim")
        self.stood = reached

    def take(self, question: Question | None, line: str) -> None:
        """Run a command, or give the answer in a line."""
        meant = command(line)
        if meant is not None:
            getattr(self, "on_" + meant[0])(meant[1])
            return
        if question is None:
            raise BadAnswer(_("The game is over. To change an answer, undo it."))
        if question.kind == "drawing":
            line = self.more_rows(line)
        proposed, self.proposed = self.proposed, None
        confirm, self.confirm = self.confirm, None
        if confirm is not None and agrees(line, self.session.spoken):
            confirm()
        elif proposed is not None and agrees(line, self.session.spoken):
            self.change(lambda session: session.answer(proposed))
        elif self.session.open is not None:
            value = parse(self.session.open.shape, line, self.session.spoken)
            self.change(lambda session: session.answer(value))

    def more_rows(self, first: str) -> str:
        """Read further rows of a drawing, up to an empty one."""
        rows = [first]
        while rows[-1].strip() and "/" not in first:
            rows.append(self.read("  "))
        return "/".join(rows)

    # --- commands --------------------------------------------------------------------------------------

    def on_help(self, rest: str) -> None:
        """Show the list of commands."""
        for text in HELP:
            self.screen.say(text)

    def on_show(self, rest: str) -> None:
        """Show all views of the table."""
        for view in self.session.views:
            self.screen.picture(view)

    def on_ask(self, rest: str) -> None:
        """Answer a question in between; without one show which there are and what they need."""
        inquiries = self.session.inquiries()
        if not inquiries:
            raise BadAnswer(_("You can't ask Rival anything at this point."))
        known = Vocabulary((one, [one.key]) for one in inquiries)
        name, _space, value = rest.partition(" ")
        found = next(iter(known.called(name)), None)
        if not rest or (found is not None and not value):
            for one in [found] if found else inquiries:
                self.screen.inquiry(one, self.session)
            return
        if found is None:
            found, value = inquiries[0], rest
        shape = next(one.shape for one in self.session.opponent.inquiries if one.name == found.key)
        line = self.session.inquire(found.key, parse(shape(self.session.table), value, self.session.spoken))
        self.screen.line("  ", line.text, line.cites, "bold")

    def on_why(self, rest: str) -> None:
        """Show the rules behind the last steps, or behind one entry."""
        entries = self.session.transcript
        if rest:
            self.screen.entry(self.entry(rest), why=True)
            return
        for entry in entries[self.last_shown :]:
            self.screen.entry(entry, why=True)

    def on_history(self, rest: str) -> None:
        """List all entries."""
        for number, entry in enumerate(self.session.transcript, start=1):
            self.screen.line(f"{number:>4} ", entry.text, entry.cites)
        self.screen.say(_("“{why} N” explains entry N, “{goto} N” goes back to the moment before it.", **COMMANDS))

    def on_undo(self, rest: str) -> None:
        """Take back the last answers."""
        if not self.session.at:
            raise BadAnswer(_("There is nothing to undo."))
        steps = int(rest) if rest.isdecimal() and len(rest) < 7 else 1
        self.jump(max(0, self.session.at - max(1, steps)))

    def on_redo(self, rest: str) -> None:
        """Restore the next answer that was taken back."""
        if not self.session.journal.future:
            raise BadAnswer(_("There is nothing to redo."))
        self.jump(self.session.at + 1)

    def on_goto(self, rest: str) -> None:
        """Go back to the position before an entry."""
        self.jump(self.entry(rest).at)

    def on_change(self, rest: str) -> None:
        """Replace the answer of an entry; with its number alone, show the question again."""
        number, _space, said = rest.partition(" ")
        entry, then = self.entry(number), self.session.past(self.entry(number).at)
        question = then.ask
        if entry.kind != "answer" or then.open is None or then.open.key != entry.about["key"] or question is None:
            raise BadAnswer(NO_ANSWER)
        if not said.strip():
            self.screen.question(question, then)
            self.screen.say(_("To change it, enter “{change} {n}” and another answer.", n=Name(number), **COMMANDS))
            return
        value = parse(then.open.shape, said, self.session.spoken)
        self.amend(lambda session, drop: session.amend(entry.at, value, drop), retell=False)

    def amend(self, change: Callable[[Session, bool], Amended], retell: bool, drop: bool = False) -> None:
        """Change an answer or a value; ask first if later answers would be dropped."""
        try:
            made = self.change(lambda session: change(session, drop))
        except DropsAnswersError as refused:
            self.screen.say(str(refused.spoken(self.session.catalogue)), "yellow")
            self.screen.say(
                n_(
                    "Enter “{yes}” to change it; {n} later answer will be dropped. “{restore}” brings it back.",
                    "Enter “{yes}” to change it; {n} later answers will be dropped. “{restore}” brings them back.",
                    refused.dropped,
                    yes=_("yes"),
                    **COMMANDS,
                )
            )
            self.confirm = lambda: self.amend(change, retell, drop=True)
            return
        self.shown = made.since if retell else len(self.session.transcript)
        self.act = None
        self.screen.say(self.session.words(made.text))
        if made.repairs or not retell:
            self.screen.repairs(made.repairs)

    def on_restore(self, rest: str) -> None:
        """Restore the course of the game before the last change."""
        self.amend(lambda session, drop: session.restore_former(), retell=False)

    def entry(self, number: str) -> Entry:
        """Return an entry of the history by its number."""
        entries = self.session.transcript
        if not number.isdecimal() or not 1 <= int(number) <= len(entries):
            raise BadAnswer(_("Enter the number of an entry in the history, from 1 to {most}.", most=len(entries)))
        return entries[int(number) - 1]

    def jump(self, n: int) -> None:
        """Go to a position, and show how to correct the table."""
        repairs = self.change(lambda session: session.rewind(n))
        self.shown = len(self.session.transcript)
        self.screen.repairs(repairs)

    def on_correct(self, rest: str) -> None:
        """Correct a value; without a value list those that can be corrected."""
        tracked = self.session.tracked()
        path, value = self.named_value(tracked, rest)
        if not value:
            self.list_tracked([one for one in tracked.values() if one.path.startswith(path)])
            return
        shape = tracked[path].shape if path in tracked else None
        said = value if shape is None else parse(shape, value, self.session.spoken)
        self.amend(lambda session, drop: session.correct(path, said, drop), retell=True)
        for part in () if self.confirm else self.engine.save_correction(self.id, self.session.lang):
            self.screen.say(_("Also corrected in the description of your box: {part}.", part=Name(part)), "dim")

    def list_tracked(self, found: Sequence[Tracked]) -> None:
        """List values with their paths, except those that are corrected by an objection."""
        objections = {one.key for one in self.session.objections()}
        for one in found:
            if one.path not in objections:
                shown = _("{path} — {label}: {value}", path=Name(one.path), label=one.label, value=one.words)
                self.screen.say("  " + self.session.words(shown))
        number = next((one for one in found if one.path not in objections and one.shape.kind == "number"), None)
        if number is not None:
            example = 12 if number.value is None else number.value
            path = Name(number.path)
            self.screen.say(_("For instance, enter “{correct} {path} {value}”.", path=path, value=example, **COMMANDS))

    def on_but(self, rest: str) -> None:
        """Object to the step with this name, or to the last step that the objection fits."""
        objections = {one.key: one for one in self.session.objections()}
        if not objections:
            raise BadAnswer(OBJECTED if self.session.objected else NOTHING_TO_OBJECT)
        name, _space, value = rest.partition(" ")
        wanted, said = ([name], value) if name in objections else (list(objections)[::-1], rest)
        if not said:
            for one in objections.values():
                self.screen.objection_in_full(one, self.session)
            return
        before = tuple(self.session.transcript)
        self.object(wanted, said)
        self.shown = as_before(before, tuple(self.session.transcript))

    def object(self, paths: Sequence[str], said: str) -> None:
        """Apply an objection to the first of these steps that it fits."""
        *others, last = paths
        for path in others:
            with suppress(BadAnswer):
                self.correct(path, said)
                return
        self.correct(last, said)

    def correct(self, path: str, said: str) -> None:
        """Set a tracked value from a typed text."""
        value = self.parsed(path, said)
        self.change(lambda session: session.correct(path, value))

    def parsed(self, path: str, said: str) -> Json:
        """Return the value that a typed text means for a tracked value."""
        return parse(self.session.tracked()[path].shape, said, self.session.spoken)

    def named_value(self, tracked: Mapping[str, Tracked], rest: str) -> tuple[str, str]:
        """Return the path of the tracked value that a text starts with, by path or label, and the rest of the text."""
        spoken = self.session.spoken
        things = [(one.path, one.label, [one.path, *in_every_language(one.label, spoken)]) for one in tracked.values()]
        known = Vocabulary((Option(path, label, path), words) for path, label, words in things)
        line = Line(rest[:LONGEST_LINE], spoken)
        found, end = line.longest(known, 0, len(line.words))
        if found:
            return str(found[0].id), line.raw(end, len(line.words))
        path, _space, value = rest.partition(" ")
        return path, value

    def on_dice(self, rest: str) -> None:
        """Choose who rolls the dice."""
        spoken = self.session.spoken
        who = next((name for name, words in DICE.items() if means(rest, [Name(name), words], spoken)), rest)
        self.change(lambda session: session.use_dice(who))

    def on_rules(self, rest: str) -> None:
        """Show a rule."""
        if not rest:
            raise BadAnswer(
                _(
                    "Enter the number of a rule, for instance “{rules} {id}”.",
                    id=Name(next(iter(self.session.opponent.rules)).id),
                    **COMMANDS,
                )
            )
        rule = self.session.opponent.rules[rest]
        self.screen.line("", rule.text[self.session.lang], (rule.id,))

    def on_par(self, rest: str) -> None:
        """Switch the comparison with sample games on or off."""
        compare_with_samples(not beside_samples())
        self.screen.say(PAR_ON if beside_samples() else PAR_OFF)

    def on_save(self, rest: str) -> None:
        """Show where the game is saved, or write a copy."""
        if rest:
            Path(rest).write_text(self.session.journal.dumps(), encoding="utf-8")
            self.screen.say(_("A copy was saved to {file}.", file=Name(rest)))
        else:
            self.screen.say(_("All answers are already saved in {file}.", file=Name(self.engine.shelf.place)))

    def on_quit(self, rest: str) -> None:
        """Leave the game."""
        raise Leave


def reader(plain: bool) -> Callable[[str], str]:
    """Return the function that reads a line: with editing and history at a terminal, plain otherwise."""
    if plain or not sys.stdin.isatty() or not sys.stdout.isatty():
        return input
    from prompt_toolkit import PromptSession

    prompt: PromptSession[str] = PromptSession()
    return prompt.prompt
