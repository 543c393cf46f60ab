"""A game in progress, with methods to start, load, branch, answer, correct and undo."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from rival.kernel import journal as journals
from rival.kernel.answer_types import Json, shorten_for_message
from rival.kernel.editable_values import EditableValue
from rival.kernel.errors import (
    BadAnswerError,
    BadJournalError,
    BadOptionError,
    BadPackError,
    DropsAnswersError,
    RivalError,
)
from rival.kernel.game_log import StepListener
from rival.kernel.installed_opponents import load_opponent
from rival.kernel.journal import FORMAT_VERSION, BackdatedValue, DiceMode, Journal, ReplacedEntries, is_storable
from rival.kernel.localized_game import LocalizedGame, copy_answer, parse_answer
from rival.kernel.opponent import Opponent
from rival.kernel.replay import (
    MoveWatcher,
    OpponentChanges,
    ValueChange,
    ValueWatcher,
    describe_differences,
    read_value,
)
from rival.kernel.script_run import OBJECTION_PREFIX, find_earliest_position
from rival.kernel.steps import Ask
from rival.kernel.texts import LANGUAGES, Name, Text, _, n_
from rival.kernel.undo_instructions import UndoInstruction, take_snapshot


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """The outcome of a replay after an earlier answer or a value was changed.

    ``instructions`` say which pieces to move on the table. ``dropped_count`` is the number of answers that are no
    longer valid. ``first_changed_entry`` is the index of the first transcript entry that may have changed.
    """

    instructions: list[UndoInstruction]
    text: Text
    dropped_count: int = 0
    first_changed_entry: int = 0


class Session(LocalizedGame):
    """A game in progress: the open question, the answers so far, undo and redo.

    >>> s = Session.new("rolling-heights", seed=7)
    >>> s.ask.kind
    'checklist'
    >>> s.answer(True)
    >>> len(s.undo()) >= 0, s.ask.kind
    (True, 'checklist')
    """

    @classmethod
    def new(
        cls,
        game: str | Opponent,
        *,
        seed: Json = None,
        options: Mapping[str, Json] | None = None,
        lang: str = "en",
        dice: str = "program",
        pack: Json = None,
        is_pack_valid: bool = False,
        explain: bool = True,
        listener: StepListener | None = None,
        record_history: bool = False,
    ) -> Session:
        """Start a game. Without a seed, a random one is chosen and stored in the journal.

        ``is_pack_valid`` means that the caller has already validated the pack, for instance once for many games. With
        ``explain=False`` (for simulations), no log is written, and reading the transcript replays the game.
        ``listener`` is notified of all steps. With ``record_history``, the score history is recorded during the game;
        otherwise a replay creates it when needed.
        """
        opponent = game if isinstance(game, Opponent) else load_opponent(game)
        header = {
            "rival": FORMAT_VERSION,
            "game": opponent.id,
            "rules": opponent.rules_version,
            "seed": secrets.randbelow(10**9) if seed is None else validate_seed(seed),
            "options": opponent.resolve_options(options),
            "dice": validate_dice_mode(dice),
            "lang": validate_language(lang),
            "pack": pack if pack is None or is_pack_valid else opponent.validate_pack(pack),
        }
        return cls(Journal(header), opponent, explain=explain, listener=listener, record_history=record_history)

    @classmethod
    def load(
        cls, text: str, lang: str | None = None, allow_partial: bool = False, record_history: bool = False
    ) -> Session:
        """Load a session from the text of a journal; raise BadJournalError if it can't be replayed.

        With ``allow_partial``, the replay of a journal that the current rules can't replay to its end stops after the
        last valid entry, and ``stop_reason`` says why. The text of the journal is not changed.
        """
        journal = journals.parse_journal(text)
        header = journal.header
        try:
            opponent = load_opponent(header["game"])
            opponent.resolve_options(header["options"])
            if header.get("pack") is not None:
                opponent.validate_pack(header["pack"])
        except (BadOptionError, BadPackError) as error:
            raise BadJournalError(error.text) from None
        if header["rules"] > opponent.rules_version:
            raise BadJournalError(
                _(
                    "This journal uses a newer version of the rules of {game} ({theirs}). This Rival "
                    "supports version {ours}.",
                    game=opponent.game,
                    theirs=header["rules"],
                    ours=opponent.rules_version,
                )
            )
        try:
            return cls(
                journal,
                opponent,
                lang and validate_language(lang),
                allow_partial=allow_partial,
                record_history=record_history,
            )
        except RivalError:
            raise
        except Exception as cause:  # a broken file can fail anywhere in the script
            raise BadJournalError(
                _("This journal can't be replayed: it contains an entry that this game doesn't know.")
            ) from cause

    def branch(self, position: int) -> Session:
        """Return a new game with the first ``position`` entries of this one, including undone entries."""
        self._check_position(position, len(self.journal.entries))
        header = {**self.journal.header, "rules": self.opponent.rules_version}
        entries = self.journal.entries[:position]
        return Session(Journal(header, entries, entries), self.opponent, self.lang, record_history=self.records_history)

    def preview_answer(self, value: Json) -> Session:
        """Return a copy of this session with one more answer, leaving this session unchanged."""
        preview = self.copy()
        preview.answer(value)
        return preview

    def copy(self) -> Session:
        """Return an independent copy of this session at the same position."""
        copied = Session(
            self.journal.copy(), self.opponent, self.lang, allow_partial=True, record_history=self.records_history
        )
        copied._transcripts = {
            lang: cache.copy() for lang, cache in self._transcripts.items()
        }  # avoids rendering the same entries again
        return copied

    def fast_forward(self, other: Session) -> bool:
        """Repeat the answers that the other session has received since both were at the same position.

        Return False and change nothing if the other session has other kinds of entries; in that case use ``copy``.
        """
        missed_entries = other.journal.log[len(self.journal.log) :]
        answers = [entry[2] for entry in missed_entries if not isinstance(entry, int) and entry[0] == "answer"]
        if len(answers) < len(missed_entries):
            return False
        for value in answers:
            self.answer_by_id(value)
        self.lang = other.lang
        return True

    def correct(self, path: str, value: Json, allow_drop: bool = True) -> ReplayResult:
        """Correct a value of the table and replay the current act with it.

        The corrected value applies from the point of the act at which the value last changed, so the script reads it
        again. The later answers of the act are repeated if they are still valid. With ``allow_drop=False``, raise
        DropsAnswersError and change nothing if an answer would no longer be valid. If the path refers to an assumption
        of a step, the game is replayed from that step with the given answer.
        """
        try:
            self._check_not_stopped()
            if path in self._open_assumptions:
                first = self.transcript.count_entries_before(self._assumptions_start)
                self._correct_assumption(
                    path, parse_answer(self._open_assumptions[path].answer_type, value, self.catalogues)
                )
                return ReplayResult([], _("Corrected."), first_changed_entry=first)
            editable = self._get_editable_value(path)
            new_value = parse_answer(editable.answer_type, value, self.catalogues)
            editable.answer_type.validate(new_value)
            if take_snapshot(editable.value) == new_value:
                return self._correct_now(editable, new_value)
            return self._correct_since(path, new_value, allow_drop)
        except BadAnswerError as error:
            raise error.translate(self.catalogue) from None

    def _correct_since(self, path: str, value: Json, allow_drop: bool) -> ReplayResult:
        """Correct a value at the earliest possible checkpoint, or else at the open question."""
        watcher = ValueWatcher(path)
        trial = Session(
            self.journal.copy(), self.opponent, self.lang, explain=False, allow_partial=True, watcher=watcher
        )
        checkpoints = watcher.find_checkpoints()
        trial._correct_value(trial._get_editable_value(path), value)  # raises before anything has changed
        corrected, expected = take_snapshot(trial.table), read_value(trial, path)
        before, open_ask, asks = self.journal.copy(), self.open_ask, self.game_log.list_answered_asks()
        for checkpoint in checkpoints:
            try:
                dropped, problem = self._replay_since(path, BackdatedValue(value, checkpoint), asks, allow_drop)
            except BadJournalError:  # the table at that checkpoint does not allow the correction
                self.journal = before.copy()
                continue
            except DropsAnswersError:
                self.journal = before
                self._replay_from(checkpoint[0])
                raise
            if self._is_corrected(path, expected, open_ask):
                instructions = self._find_undo_instructions_since(corrected, before, checkpoint[0])
                first = self.transcript.count_entries_before(checkpoint[0])
                return ReplayResult(instructions, describe_correction_result(dropped, problem), dropped, first)
            self.journal = before.copy()
        if checkpoints:
            self._replay_from(checkpoints[0][0])
        return self._correct_now(self._get_editable_value(path), value)

    def _correct_now(self, editable: EditableValue, value: Json) -> ReplayResult:
        """Correct a value at the open question."""
        first = len(self.transcript)
        try:
            self._correct_value(editable, value)
        except BadAnswerError:
            self._replay_all()  # restores the table
            raise
        self.journal.append(("correct", editable.path, value))
        return ReplayResult([], _("Corrected."), first_changed_entry=first)

    def _is_corrected(self, path: str, expected: Json, earlier_ask: Ask | None) -> bool:
        """Return whether the correction took effect: the value is as entered, or another question is open."""
        assert earlier_ask is not None
        return not is_same_question(earlier_ask, self.open_ask) or read_value(self, path) == expected

    def _replay_since(
        self, path: str, value: BackdatedValue, asks: Sequence[Ask | None], allow_drop: bool
    ) -> tuple[int, Text | None]:
        """Replay with a correction from a checkpoint on; return the number of dropped answers and the reason.

        ``asks`` contains the question of each active entry. If all later answers are still valid, the correction is
        appended to the journal. Otherwise the correction replaces the entries after the checkpoint, and the answers
        that are still valid are repeated.
        """
        entry: journals.JournalEntry = ("correct", path, value)
        entries, journal_before = self.journal.active_entries, self.journal.copy()
        self.journal.append(entry)
        try:
            self._replay_from(value.checkpoint[0])
            return 0, None
        except BadJournalError:
            self.journal = journal_before
        position = value.checkpoint[0]
        self.journal.seek(position)
        self.journal.append(entry)
        self.journal.replaced_entries = ReplacedEntries(position, tuple(entries[position:]))  # without undone entries
        self._replay_from(position)
        repeated = [n for n in range(position, len(entries)) if entries[n][:2] != entry[:2]]  # superseded by this value
        rest = [entries[n] for n in repeated]
        fitting, problem = self._repeat_entries(rest, [asks[n] for n in repeated])
        dropped = sum(kind == "answer" for kind, _name, _value in rest[fitting:])
        if dropped and not allow_drop:
            raise DropsAnswersError(describe_dropped_answers(dropped, problem), dropped)
        return dropped, problem

    def _find_undo_instructions(self, current_table: Json, changes: Sequence[ValueChange]) -> list[UndoInstruction]:
        """Return instructions for changing a table from ``current_table`` to the state of this session."""
        describe = self.opponent.get_change_describer(self.table)
        return describe_differences(
            current_table, take_snapshot(self.table), OpponentChanges(changes), describe, self.render
        )

    def _find_undo_instructions_since(
        self, current_table: Json, earlier_journal: Journal, first: int
    ) -> list[UndoInstruction]:
        """Return instructions for changing the table after a replay that differs from entry ``first`` on."""
        if current_table == take_snapshot(self.table):
            return []
        return self._find_undo_instructions(
            current_table,
            [*self._list_opponent_changes(earlier_journal, first), *self._list_opponent_changes(self.journal, first)],
        )

    def _list_opponent_changes(self, journal: Journal, first: int) -> list[ValueChange]:
        """Return the changes made by the opponent and the rules in a game from entry ``first`` on."""
        watcher = MoveWatcher(first)
        Session(journal.copy(), self.opponent, self.lang, explain=False, allow_partial=True, watcher=watcher)
        return watcher.changes

    def use_dice(self, dice: str) -> None:
        """Choose who rolls and draws: the program ("program"), or the player with real dice and cards ("mine")."""
        mode = validate_dice_mode(dice)
        self._check_not_stopped()
        self.journal.append(("dice", "", mode))
        self._set_dice_mode(mode)

    def undo(self) -> list[UndoInstruction]:
        """Undo the last entry; return instructions for putting the pieces on the table back."""
        return self.seek(self.position - 1) if self.position else []

    def redo(self) -> list[UndoInstruction]:
        """Redo the last undone entry; return instructions for moving the pieces on the table."""
        return self.seek(self.position + 1) if self.position < len(self.journal.entries) else []

    def find_first_changed_entry(self, position: int) -> int:
        """Return the first transcript entry that changes if the game goes to this position."""
        low, high = min(position, self.position), max(position, self.position)
        return self.transcript.count_entries_before(find_earliest_position(self.journal.entries[low:high], low))

    def seek(self, position: Json, table_position: Json = None) -> list[UndoInstruction]:
        """Go back or forward to the position after this many entries; return instructions for moving the pieces.

        ``table_position`` is the position shown by the physical table if it differs from the current one. After several
        steps back, a single list of instructions then covers all of them.
        """
        self._check_position(position, len(self.journal.entries))
        if table_position is not None:
            self._check_position(table_position, len(self.journal.entries))
        if position == self.position:
            return []
        self._check_not_stopped()
        now = take_snapshot(self.table)
        if position < self.position:
            first = self._find_first_affected(position, self.position)
            changes = self._list_opponent_changes(self.journal, first)
            self.journal.seek(position)
            self._replay_from(position)
            if first < position:  # the opponent's moves before this position differ
                changes += self._list_opponent_changes(self.journal, first)
        else:
            changes = self._redo_to(position, now)
        return (
            self._find_undo_instructions(now, changes)
            if table_position is None
            else self._find_undo_instructions_from(table_position)
        )

    def _find_undo_instructions_from(self, position: int) -> list[UndoInstruction]:
        """Return instructions for changing a table from another position to the state of this session."""
        earlier = self.replay_to(position)
        low, high = min(position, self.position), max(position, self.position)
        longer_journal = earlier.journal if position > self.position else self.journal
        first = self._find_first_affected(low, high)
        changes = self._list_opponent_changes(longer_journal, first)
        if first < low:  # the opponent's moves before it differ
            shorter_journal = self.journal if position > self.position else earlier.journal
            changes += self._list_opponent_changes(shorter_journal, first)
        return self._find_undo_instructions(take_snapshot(earlier.table), changes)

    def _find_first_affected(self, low: int, high: int) -> int:
        """Return the first position whose moves depend on the entries from ``low`` to ``high``.

        A correction of an assumption affects the moves since the preceding answer. A backdated correction affects the
        moves since its checkpoint.
        """
        entries = self.journal.entries
        first = find_earliest_position(entries[low:high], low)
        while 0 < first < high and entries[first][0] == "correct" and entries[first][1].startswith(OBJECTION_PREFIX):
            first -= 1
        return first

    def _redo_to(self, target_position: int, current_table: Json) -> list[ValueChange]:
        """Replay the undone entries up to a position; return the opponent's moves along the way."""
        position = self.position
        first = self._find_first_affected(position, target_position)
        changes = self._list_opponent_changes(self.journal, first) if first < position else []
        self.journal.seek(target_position)
        if first < position or self._is_next_entry_objection():
            self._replay_from(first)
            return [*changes, *self._list_opponent_changes(self.journal, first)]
        self.watcher = watcher = MoveWatcher(first, current_table)
        self._replay_remaining()
        self.watcher = None
        return watcher.changes

    def replay_to(self, position: int) -> Session:
        """Return a new session that shows the game after ``position`` entries, including undone entries."""
        self._check_position(position, len(self.journal.entries))
        journal = Journal(self.journal.header, self.journal.entries, self.journal.entries)
        if position < journal.position:
            journal.seek(position)
        return Session(journal, self.opponent, self.lang)

    @property
    def previous_answer(self) -> Json:
        """The earlier answer to the open question, if it was undone or replaced; otherwise None."""
        for kind, key, value in self.journal.undone_entries[:1]:
            if kind == "answer" and self.open_ask is not None and self.open_ask.key == key:
                return value
        return self._find_replaced_answer()

    def _find_replaced_answer(self) -> Json:
        """Return the replaced earlier answer to the open question if it is still valid."""
        replaced, ask = self.journal.replaced_entries, self.open_ask
        if replaced is None or ask is None or ask.who == "chance" or replaced.position > self.position:
            return None
        repeated = sum(entry[:2] == ("answer", ask.key) for entry in self.journal.active_entries[replaced.position :])
        values = [value for kind, key, value in replaced.entries if (kind, key) == ("answer", ask.key)]
        for value in values[repeated : repeated + 1]:
            with suppress(RivalError):
                ask.validate(value)
                return value
        return None

    @property
    def replaced_entries(self) -> ReplacedEntries | None:
        """The entries that were most recently replaced by an answer or a correction; None if there are none."""
        former = self.journal.replaced_entries
        return former if former is not None and former.position <= self.position and self.stop_reason is None else None

    def restore_replaced_entries(self) -> ReplayResult:
        """Swap the last replaced entries with the current ones."""
        replaced = self.replaced_entries
        if replaced is None:
            raise BadAnswerError(_("There is no earlier version of this game to restore.")).translate(self.catalogue)
        now, journal_before = take_snapshot(self.table), self.journal.copy()
        present = tuple(self.journal.active_entries[replaced.position :])
        first = find_earliest_position((*replaced.entries, *present), replaced.position)
        self.journal.seek(replaced.position)
        for entry in replaced.entries:
            self.journal.append(entry)
        if present:
            self.journal.replaced_entries = ReplacedEntries(replaced.position, present)
        try:
            self._replay_from(first)
        except BadJournalError as error:
            self.journal = journal_before
            self._replay_from(first)
            raise BadAnswerError(error.text).translate(self.catalogue) from None
        instructions = self._find_undo_instructions_since(now, journal_before, first)
        return ReplayResult(
            instructions,
            _("The earlier version of the game is restored."),
            first_changed_entry=self.transcript.count_entries_before(first),
        )

    def replace_answer(self, position: Json, value: Json, allow_drop: bool = True) -> ReplayResult:
        """Replace the answer in entry number ``position`` + 1, and repeat the later answers if they are still valid.

        A later answer is still valid if the same question is asked and accepts the answer. Raise BadAnswerError and
        change nothing if the new answer is not valid. With ``allow_drop=False``, raise DropsAnswersError and change
        nothing if later answers would be dropped.
        """
        if not self.position:
            raise BadAnswerError(_("There is no answer to change yet.")).translate(self.catalogue)
        self._check_position(position, self.position - 1)
        asks, entries = self.game_log.list_answered_asks(), self.journal.active_entries
        now, journal_before = take_snapshot(self.table), self.journal.copy()
        rest = entries[position + 1 :]
        try:
            self._check_not_stopped()
            self.seek(position)
            kind, name, _old = entries[position]
            self._apply_entry((kind, name, value))
            fitting, problem = self._repeat_entries(rest, asks[position + 1 :])
            dropped = sum(entry[0] == "answer" for entry in rest[fitting:])
            if dropped and not allow_drop:
                raise DropsAnswersError(describe_dropped_answers(dropped, problem), dropped).translate(self.catalogue)
        except RivalError:
            self.journal = journal_before
            self._replay_from(position)
            raise
        self.journal.replaced_entries = ReplacedEntries(position, tuple(entries[position:]))
        first = find_earliest_position((*entries[position:], *self.journal.entries[position:]), position)
        instructions = self._find_undo_instructions_since(now, journal_before, first)
        return ReplayResult(
            instructions, describe_replay(fitting, problem), dropped, self.transcript.count_entries_before(first)
        )

    def _repeat_entries(
        self, entries: Sequence[journals.JournalEntry], asks: Sequence[Ask | None]
    ) -> tuple[int, Text | None]:
        """Repeat entries until one is no longer valid; return the number of valid ones and the next problem."""
        for fitting, (entry, earlier_ask) in enumerate(zip(entries, asks, strict=True)):
            kind, name, value = entry
            open_ask = self.open_ask if kind == "answer" else self._open_assumptions.get(name)
            if earlier_ask is not None and not is_same_question(earlier_ask, open_ask):
                if self.open_ask is None:
                    return fitting, _("the game is already over at that point.")
                return fitting, _(
                    "the game now asks a different question there: {question}", question=self.open_ask.text
                )
            try:
                self._apply_entry(entry)
                self._check_invariants()
            except RivalError as error:
                problem = (
                    _("{answer}: {problem}", answer=earlier_ask.format_line(value), problem=error.text)
                    if earlier_ask
                    else error.text
                )
                return fitting, problem
        return len(entries), None

    def _check_invariants(self) -> None:
        """Undo the last entry and raise BadAnswerError if the table now violates an invariant."""
        for problem in self.opponent.check_invariants(self.table):
            self.journal.pop([], self.journal.replaced_entries)
            self._replay_from(self.position)
            raise BadAnswerError(problem)

    def _apply_entry(self, entry: journals.JournalEntry) -> None:
        """Apply one journal entry as if it had just been entered."""
        kind, name, value = entry
        if kind == "dice":
            self.use_dice(value)
        elif kind == "correct":
            self.correct(name, value.value if isinstance(value, BackdatedValue) else value, allow_drop=False)
        else:
            self.answer(value)

    def _check_position(self, position: Json, maximum: int) -> None:
        """Raise BadAnswerError if ``position`` is not a whole number from 0 to ``maximum``."""
        if type(position) is not int or not 0 <= position <= maximum:
            text = _("There is no entry {n}: choose one from 0 to {most}.", n=Name(str(position)), most=maximum)
            raise BadAnswerError(text).translate(self.catalogue)

    def _correct_assumption(self, path: str, value: Json) -> None:
        """Replay the game with this answer instead of an assumption."""
        self._open_assumptions[path].validate(value)
        objections = self.journal.active_entries[self._assumptions_start :]
        earlier = sum(parse_step_number(name) < parse_step_number(path) for _kind, name, _value in objections)
        position = self._assumptions_start + earlier
        if position < self.position:
            self.journal.seek(position)
        self.journal.append(("correct", path, copy_answer(value)))
        self._replay_from(position)
        with suppress(BadAnswerError):  # later corrections that are no longer valid are dropped
            for _kind, name, later_value in objections[earlier:]:
                if name in self._open_assumptions:
                    self._correct_assumption(name, later_value)

    def _is_next_entry_objection(self) -> bool:
        """Return whether the next entry to replay corrects an open assumption."""
        kind, path, _value = self.journal.entries[self._replayed_count]
        return kind == "correct" and path in self._open_assumptions


def parse_step_number(path: str) -> int:
    """Return the step number from the path of an assumption."""
    return int(path.split(".", 2)[1])


def describe_replay(fitting: int, problem: Text | None) -> Text:
    """Describe what happened to the answers that follow a changed answer."""
    if problem is None:
        return _("Changed. All later answers still fit.") if fitting else _("Changed.")
    if not fitting:
        return _("Changed. The next answer no longer fits: {problem}", problem=problem)
    return n_(
        "Changed. {n} later answer still fits, but the next one does not: {problem}",
        "Changed. {n} later answers still fit, but the next one does not: {problem}",
        fitting,
        problem=problem,
    )


def describe_correction_result(dropped: int, problem: Text | None) -> Text:
    """Describe what happened to the answers of the current act after a correction."""
    if not dropped or problem is None:
        return _("Corrected.")
    return n_(
        "Corrected. {n} answer in this part of the turn no longer fits: {problem}",
        "Corrected. {n} answers in this part of the turn no longer fit: {problem}",
        dropped,
        problem=problem,
    )


def describe_dropped_answers(dropped: int, problem: Text | None) -> Text:
    """Describe the answers that a change would drop, before it is made."""
    return n_(
        "With this change {n} later answer would no longer fit: {problem}",
        "With this change {n} later answers would no longer fit: {problem}",
        dropped,
        problem=problem or Name(""),
    )


def is_same_question(ask: Ask, other_ask: Ask | None) -> bool:
    """Return whether two questions have the same answerer, key and text."""
    return other_ask is not None and (ask.who, ask.key, str(ask.text)) == (
        other_ask.who,
        other_ask.key,
        str(other_ask.text),
    )


def validate_seed(seed: Any) -> int:
    """Return the seed; raise BadOptionError if it is not a whole number that a journal can store."""
    if type(seed) is not int or not is_storable(seed):
        raise BadOptionError(_("The seed must be a whole number, not {seed}.", seed=shorten_for_message(seed)))
    return seed


def validate_dice_mode(dice: Any) -> DiceMode:
    """Return the dice mode; raise BadOptionError if it is neither “program” nor “mine”."""
    if dice not in ("program", "mine"):
        raise BadOptionError(
            _("The dice mode must be “program” (Rival rolls) or “mine” (you roll), not {dice}.", dice=Name(repr(dice)))
        )
    return "mine" if dice == "mine" else "program"


def validate_language(lang: Any) -> str:
    """Return the language; raise BadOptionError if there is no translation for it."""
    if isinstance(lang, str) and lang in LANGUAGES:
        return lang
    raise BadOptionError(
        _(
            "There is no language {lang}. Choose one of: {langs}.",
            langs=Name(", ".join(LANGUAGES)),
            lang=Name(repr(lang)),
        )
    )
