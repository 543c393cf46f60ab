"""Run the script of a game: replay its journal, roll and draw for the program, and apply corrections."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any, Literal

from rival.kernel import journal as journals
from rival.kernel import vocabulary
from rival.kernel.answer_types import Json, shorten_for_message
from rival.kernel.box import BOX_PATH, make_box_value
from rival.kernel.chance import Chance
from rival.kernel.editable_values import EditableValue
from rival.kernel.errors import BadAnswerError, BadJournalError
from rival.kernel.game_log import GameLog, LoggedAnswer, LoggedAssumption, LoggedChange, LogItem, StepListener
from rival.kernel.history import ScoreHistory
from rival.kernel.installed_opponents import load_opponent
from rival.kernel.journal import BackdatedValue, Checkpoint, DiceMode, Journal
from rival.kernel.opponent import AssumptionPolicy, Opponent, Result
from rival.kernel.replay import ReplayWatcher
from rival.kernel.steps import Act, ActUpdate, Ask, Because, Script, Side, Step, TableChangedError
from rival.kernel.texts import JoinedText, Name, Text, _

OBJECTION_PREFIX = "step."
"""The prefix of the paths that refer to assumptions of steps."""


class ScriptRun:
    """The run of an opponent's script along a journal: the table, the open question and the log."""

    def __init__(
        self,
        journal: Journal,
        opponent: Opponent | None = None,
        explain: bool = True,
        allow_partial: bool = False,
        listener: StepListener | None = None,
        record_history: bool = False,
        watcher: ReplayWatcher | None = None,
    ) -> None:
        self.journal = journal
        self.explain = explain
        self.records_history = record_history
        self.listener = listener
        self.watcher = watcher
        self.opponent = opponent or load_opponent(journal.header["game"])
        self.options = self.opponent.resolve_options(journal.header["options"])
        self._history: ScoreHistory | None = None
        self._log: GameLog | None = None
        self.assumption_policy: AssumptionPolicy | None = None
        self.stop_reason: Text | None = None
        try:
            self._replay_all()
        except BadJournalError as error:
            if not allow_partial:
                raise
            self._stop_at_invalid_entry(error.text)

    @property
    def position(self) -> int:
        """The position in the game: the number of entries that have not been undone."""
        return self.journal.position

    @property
    def draw_count(self) -> int:
        """The number of dice rolled and cards drawn, by the program or by the player."""
        return sum(self._draw_counts.values())

    @property
    def history(self) -> ScoreHistory:
        """The scores and charted values of the whole game, round by round."""
        if self._history is None:
            self._history = ScriptRun(self.journal, self.opponent, allow_partial=True, record_history=True)._history
            assert self._history is not None
        return self._history

    @property
    def game_log(self) -> GameLog:
        """The log of the game. If the game was played without a log, a replay creates it."""
        if self._log is None:
            self._log = ScriptRun(self.journal, self.opponent).game_log
        return self._log

    @property
    def log(self) -> list[LogItem]:
        """All steps of the script, answers and corrections, in order."""
        return self.game_log.items

    @property
    def _open_question_key(self) -> str:
        """The key of the open question; empty when the game is over."""
        return "" if self.open_ask is None else self.open_ask.key

    # --- replaying the journal ---------------------------------------------------------------------------------

    def _replay_all(self) -> None:
        """Set up the table and replay all active entries."""
        header = self.journal.header
        self.chance = Chance(header["seed"], has_redraws=header["rival"] > 1)
        self.dice: DiceMode = header["dice"]
        self.table: Any = self.opponent.make_table(self.options, header.get("pack"))
        self.result: Result | None = None
        self.open_ask: Ask | None = None
        self._draw_counts: dict[str, int] = {}
        self._log = GameLog() if self.explain else None
        self._replayed_count = 0
        self._open_assumptions: dict[str, Ask] = {}
        self._assumption_count = 0
        self._assumptions_start = 0
        self._acting_side: Side = "rules"
        self._act_number = 0
        self._scheduled_corrections = schedule_corrections(self.journal)
        self._applied_corrections: set[int] = set()
        if self.listener is not None:
            self.listener.reset()
        self._script: Script[Result] = self.opponent.script(self.table)
        self._run_script(self._script.send, None)
        self._history = (
            ScoreHistory(self.opponent, self.table, self._open_question_key) if self.records_history else None
        )
        if self._replayed_count < self.journal.position:
            with pause_garbage_collection():
                self._replay_remaining()

    def _replay_remaining(self) -> None:
        """Replay the remaining active entries. A correction of an assumption is applied during the answer before it."""
        while self._replayed_count < self.journal.position:
            self._replay_entry(self.journal.entries[self._replayed_count])

    def _stop_at_invalid_entry(self, problem: Text) -> None:
        """Stop before the entry that is not valid, and explain why; the journal's log keeps all entries."""
        full_journal, reached = self.journal, self._replayed_count
        self.journal = Journal(full_journal.header, full_journal.log, full_journal.active_entries[:reached])
        self._replay_all()
        self.stop_reason = _(
            "{problem} The game is shown up to this point. Its journal has not changed.", problem=problem
        )
        rules_version = full_journal.header["rules"]
        changed_rules = [
            id for version, ids in self.opponent.rule_changes.items() if version > rules_version for id in ids
        ]
        if changed_rules:
            self.stop_reason = _(
                "{stopped} The game was started with version {version} of the rules. These rules "
                "have changed since then: {rules}.",
                stopped=self.stop_reason,
                version=rules_version,
                rules=JoinedText(map(Name, dict.fromkeys(changed_rules))),
            )
        elif self.open_ask is not None and self.open_ask.cites:
            rules = JoinedText(map(Name, self.open_ask.cites))
            self.stop_reason = _("{stopped} The rules at this point: {rules}.", stopped=self.stop_reason, rules=rules)

    def _check_not_stopped(self) -> None:
        """Raise BadAnswerError if the game stopped at an entry that is not valid."""
        if self.stop_reason is not None:
            raise BadAnswerError(
                _("{stopped} To continue from here, start a new game at this point.", stopped=self.stop_reason)
            )

    def _replay_entry(self, entry: journals.JournalEntry) -> None:
        kind, name, value = entry
        try:
            if kind == "dice":
                self._set_dice_mode(value)
            elif kind == "correct":
                self._replay_correction(name, value)
            else:
                self._replay_answer(name, value)
        except BadAnswerError as error:
            raise self._make_replay_error(error) from None

    def _make_replay_error(self, error: BadAnswerError, position: int | None = None) -> BadJournalError:
        """Return the error for an entry of the journal that can't be replayed."""
        n = (self._replayed_count if position is None else position) + 1
        return BadJournalError(_("Entry {n} of the journal can't be replayed: {problem}", n=n, problem=error.text))

    def _replay_answer(self, key: str, value: Json) -> None:
        ask = self.open_ask
        if ask is None:
            raise BadAnswerError(_("the game is already over at that point."))
        if ask.key != key:
            raise BadAnswerError(
                _(
                    "it answers “{key}”, but the game asks “{expected}” at this point.",
                    key=Name(key),
                    expected=Name(ask.key),
                )
            )
        self._send_answer(ask, value, ask.validate(value))

    def _replay_correction(self, path: str, value: Json) -> None:
        """Correct a value at the open question, or only log the correction if its checkpoint already applied it."""
        editable = self._get_editable_value(path)
        if not isinstance(value, BackdatedValue):
            self._correct_value(editable, value)
        elif self._replayed_count not in self._applied_corrections:
            self._correct_value(editable, value.value)
        else:
            self._log_change("correct", describe_correction(editable, value.value))
            self._count_entry()
            self._record_history()

    def _apply_scheduled(self, checkpoint: Checkpoint, side: Side) -> bool:
        """Apply the corrections scheduled for this checkpoint; return whether there were any."""
        if self.watcher is not None:
            self.watcher.on_checkpoint(self, checkpoint, side)
        scheduled = self._scheduled_corrections.pop(checkpoint, ()) if self._scheduled_corrections else ()
        for n in scheduled:
            _kind, path, value = self.journal.entries[n]
            try:
                self._assign_value(self._get_editable_value(path), value.value)
            except BadAnswerError as error:
                raise self._make_replay_error(error, n) from None
            self._applied_corrections.add(n)
            if self.watcher is not None:
                self.watcher.on_checkpoint(self, checkpoint, "player")
        return bool(scheduled)

    # --- running the script ------------------------------------------------------------------------------------

    def _run_script(self, resume: Callable[[Any], Step], value: Any) -> None:
        """Run the script up to the next question for the player, logging the steps and answering rolls and draws."""
        log, listener = self._log, self.listener
        send, get_round = self._script.send, self.opponent.get_round
        try:
            step = resume(value)
            while True:
                if isinstance(step, Because):
                    if log is not None:
                        log.record_round(get_round(self.table))
                        log.items.append(step)
                    if listener is not None:
                        listener.on_step(step)
                    step = send(None)
                elif isinstance(step, Act):
                    self._begin_act(step)
                    step = send(None)
                elif isinstance(step, ActUpdate):
                    if log is not None:
                        log.update_act(step)
                    step = send(None)
                elif step.who == "chance" and (self.dice == "program" or step.is_drawn_by_program):
                    step = send(self._draw_answer(step))
                elif step.objection is not None:
                    step = send(self._assume_answer(step))
                else:
                    self.open_ask = step
                    if self._apply_scheduled((self._replayed_count, 0), self._acting_side):
                        step = self._script.throw(TableChangedError())
                        continue
                    if log is not None:
                        log.record_round(get_round(self.table))  # an answer belongs to the round of its question
                    return
        except StopIteration as finished:
            self.open_ask = None
            self.result = finished.value
            self._apply_scheduled((self._replayed_count, 0), self._acting_side)

    def _begin_act(self, act: Act) -> None:
        self._act_number += 1
        self._apply_scheduled((self._replayed_count, self._act_number), self._acting_side)
        self._acting_side = act.who
        if self._log is not None:
            heading = tuple(self.opponent.make_status_line(self.table, ""))
            figure = self.opponent.make_headline_score(self.table)
            self._log.begin_act(act, (self._replayed_count, self._act_number), heading, figure)

    def _draw_answer(self, ask: Ask) -> Any:
        """Roll or draw for the program, using the next draw of the question's stream."""
        stream = ask.key
        k = self._draw_counts.get(stream, 0)
        self._draw_counts[stream] = k + 1
        value = ask.answer_type.draw_random(self.chance, stream, k)
        if self._log is not None:
            self._log.items.append(LoggedAnswer(ask, value, is_entered=False))
        if self.listener is not None:
            self.listener.on_answer(ask)
        return ask.answer_type.validate(value)

    def _send_answer(self, ask: Ask, value: Json, checked: Any) -> None:
        """Log a valid answer and send it to the script."""
        if self._log is not None:
            self._log.items.append(LoggedAnswer(ask, value, is_entered=True))
        if self.listener is not None:
            self.listener.on_answer(ask)
        self._count_entry()
        if ask.who == "chance":
            self._draw_counts[ask.key] = self._draw_counts.get(ask.key, 0) + 1
        self._run_script(self._script.send, checked)
        self._record_history()

    def _count_entry(self) -> None:
        """Count one more replayed entry, after which earlier assumptions can no longer be corrected."""
        self._replayed_count += 1
        self._act_number = 0
        self._forget_assumptions()

    def _assume_answer(self, ask: Ask) -> Any:
        """Return the default answer, unless the next journal entry or the sample player corrects the assumption."""
        self._assumption_count += 1
        path = f"{OBJECTION_PREFIX}{self._assumption_count}.{ask.key}"
        if self._replayed_count == self.journal.position and self.assumption_policy is not None:
            objection = self.assumption_policy(ask, self.table)
            if objection is not None:
                self.journal.append(("correct", path, objection))
        if self._replayed_count < self.journal.position and self.journal.entries[self._replayed_count][:2] == (
            "correct",
            path,
        ):
            value = self.journal.entries[self._replayed_count][2]
            try:
                checked = ask.validate(value)
            except BadAnswerError as error:
                raise self._make_replay_error(error) from None
            if self._log is not None:
                self._log.items.append(LoggedAnswer(ask, value, is_entered=True))
            if self.listener is not None:
                self.listener.on_answer(ask)
            self._replayed_count += 1
            self._act_number = 0
            if self.journal.header["rival"] == 1:  # format 1 allowed corrections in step order only
                self._forget_assumptions()
            return checked
        self._open_assumptions[path] = ask
        if self._log is not None:
            self._log.items.append(LoggedAssumption(ask, path))
        return ask.validate(ask.default_answer)

    def _forget_assumptions(self) -> None:
        """Close all open assumptions, so that they can no longer be corrected."""
        self._assumption_count, self._assumptions_start = 0, self._replayed_count
        if self._open_assumptions:
            self._open_assumptions = {}

    # --- correcting values -------------------------------------------------------------------------------------

    def collect_editable_values(self) -> dict[str, EditableValue]:
        """Return every value that the player can correct, by path. Assumptions of the last steps come first."""
        assumptions = [
            EditableValue(
                path, get_objection_text(ask), ask.default_answer, ask.answer_type, ignore_assigned_value, ask.metadata
            )
            for path, ask in self._open_assumptions.items()
        ]
        return {editable.path: editable for editable in (*assumptions, *self.opponent.list_editable_values(self.table))}

    def _get_editable_value(self, path: str) -> EditableValue:
        """Return the editable value at a path; raise BadAnswerError if there is no such value."""
        if self.open_ask is None and self._replayed_count == self.journal.position:
            raise BadAnswerError(_("The game is over. To correct something, first undo the last answer."))
        editable = next(
            (candidate for candidate in self.opponent.list_editable_values(self.table) if candidate.path == path), None
        )
        if editable is None and path == BOX_PATH and self.opponent.box is not None:
            editable = make_box_value(self.opponent.box, self.opponent.validate_pack, self.table)
        if editable is None:
            editable_values = self.collect_editable_values()
            suggestions = vocabulary.suggest_words(str(path), editable_values) or sorted(editable_values)[:3]
            raise BadAnswerError(
                _(
                    "There is no value “{path}” to correct. Some values that you can correct: {near}.",
                    path=shorten_for_message(path),
                    near=JoinedText(map(Name, suggestions)),
                )
            )
        return editable

    def _assign_value(self, editable: EditableValue, value: Json) -> None:
        """Set an editable value; raise BadAnswerError if the table then violates an invariant."""
        editable.assign_value(editable.answer_type.validate(value))
        problem = next(iter(self.opponent.check_invariants(self.table)), None)
        if problem is not None:
            raise BadAnswerError(problem)

    def _correct_value(self, editable: EditableValue, value: Json) -> None:
        self._assign_value(editable, value)
        if self.watcher is not None:
            self.watcher.on_checkpoint(self, (self._replayed_count, 0), "player")
        self._record_change("correct", describe_correction(editable, value))

    def _set_dice_mode(self, dice: DiceMode) -> None:
        self.dice = dice
        player_text, program_text = (
            _("From now on you roll the dice and draw yourself."),
            _("From now on Rival rolls the dice and draws."),
        )
        self._record_change("dice", player_text if dice == "mine" else program_text)

    def _record_change(self, kind: Literal["correct", "dice"], text: Text) -> None:
        """Log a change and make the script rebuild the open question."""
        self._log_change(kind, text)
        self._count_entry()
        if self.open_ask is not None:
            self._run_script(self._script.throw, TableChangedError())
        self._record_history()

    def _log_change(self, kind: Literal["correct", "dice"], text: Text) -> None:
        if self._log is not None:
            self._log.insert_change(LoggedChange(kind, text, self._replayed_count))

    def _record_history(self) -> None:
        if self._history is not None:
            self._history.record_state(self.table, self._replayed_count, self._open_question_key)


@contextmanager
def pause_garbage_collection() -> Iterator[None]:
    """Suspend the cyclic garbage collector in a ``with`` block.

    A game creates thousands of small objects and hardly any cycles, so the collector would only waste time.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def schedule_corrections(journal: Journal) -> dict[Checkpoint, list[int]]:
    """Return the backdated corrections among the active entries, by the checkpoint from which each applies."""
    scheduled: dict[Checkpoint, list[int]] = {}
    for n, (_kind, _name, value) in enumerate(islice(journal.entries, journal.position)):
        if isinstance(value, BackdatedValue):
            scheduled.setdefault(value.checkpoint, []).append(n)
    return scheduled


def describe_correction(editable: EditableValue, value: Json) -> Text:
    """Return the history line for a correction."""
    return _("Corrected: {what}: {value}", what=editable.label, value=editable.answer_type.format_answer(value))


def get_objection_text(ask: Ask) -> Text:
    """Return the text of the correction offered for an assumption."""
    return ask.objection or ask.text


def ignore_assigned_value(_value: Any) -> None:
    """Do nothing: an assumption is corrected by an answer, not by setting a value."""


def find_earliest_position(entries: Sequence[journals.JournalEntry], position: int) -> int:
    """Return the first position affected by the entries from ``position`` on, including backdated corrections."""
    return min(
        [position, *(value.checkpoint[0] for _kind, _name, value in entries if isinstance(value, BackdatedValue))]
    )
