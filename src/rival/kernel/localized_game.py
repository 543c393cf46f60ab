"""A game in one language: its question, views and transcript, and answers as the player types them."""

from __future__ import annotations

from collections.abc import Sequence

from rival.kernel.answer_types import AnswerType, Json
from rival.kernel.errors import BadAnswerError
from rival.kernel.game_log import StepListener
from rival.kernel.journal import Journal, is_storable
from rival.kernel.opponent import Opponent, SamplePlayer, find_assumption_policy
from rival.kernel.question import Question, ReasonLine, build_question, describe_answer_type
from rival.kernel.rendered_views import RenderedView, render_view
from rival.kernel.replay import ReplayWatcher
from rival.kernel.script_run import (
    OBJECTION_PREFIX,
    ScriptRun,
    find_earliest_position,
    get_objection_text,
    pause_garbage_collection,
)
from rival.kernel.texts import LANGUAGES, Catalogue, JoinedText, Name, Text, _
from rival.kernel.transcript import ActEntry, Entry, Transcript, TranscriptCache


class LocalizedGame(ScriptRun):
    """A game in one language: the texts that the player reads, and the answers that the player types."""

    def __init__(
        self,
        journal: Journal,
        opponent: Opponent | None = None,
        lang: str | None = None,
        explain: bool = True,
        allow_partial: bool = False,
        listener: StepListener | None = None,
        record_history: bool = False,
        watcher: ReplayWatcher | None = None,
    ) -> None:
        journal_lang = journal.header["lang"]  # a file can contain any value
        self.lang = lang or (journal_lang if journal_lang in LANGUAGES else LANGUAGES[0])
        self._catalogue: Catalogue | None = None
        self._transcripts: dict[str, TranscriptCache] = {}
        self._cached_views: tuple[tuple[int, str], tuple[RenderedView, ...]] | None = None
        super().__init__(journal, opponent, explain, allow_partial, listener, record_history, watcher)

    @property
    def ask(self) -> Question | None:
        """The open question in the session's language; None when the game is over."""
        if self.open_ask is None:
            return None
        return build_question(self.open_ask, self.catalogue, self.game_log.list_pending_reasons())

    @property
    def transcript(self) -> Transcript:
        """All entries of the game so far in the session's language."""
        cache = self._transcripts.get(self.lang)
        if cache is None:
            cache = self._transcripts[self.lang] = TranscriptCache()
        return Transcript(self, self.catalogue, cache)

    @property
    def acts(self) -> tuple[ActEntry, ...]:
        """The acts of the game so far, each with its range of transcript entries."""
        return tuple(self.transcript.iterate_acts_since(0))[::-1]

    def explain_entry(self, entry_number: int) -> Sequence[ReasonLine]:
        """Return the explanation of a transcript entry as lines with the ids of the rules behind them."""
        return self.transcript[entry_number].because

    def render(self, text: Text) -> str:
        """Render a text in the session's language."""
        return text.render(self.catalogue)

    @property
    def catalogue(self) -> Catalogue:
        """The translations for the session's language."""
        if self._catalogue is None or self._catalogue.lang != self.lang:
            self._catalogue = self.opponent.load_catalogue(self.lang)
        return self._catalogue

    @property
    def catalogues(self) -> tuple[Catalogue, ...]:
        """The translations used to recognize typed answers, starting with the session's language."""
        return self.opponent.load_catalogues(self.lang)

    @property
    def views(self) -> tuple[RenderedView, ...]:
        """The table as views rendered in the session's language, cached until the game changes."""
        cache_key = (len(self.journal.log), self.lang)
        if self._cached_views is None or self._cached_views[0] != cache_key:
            self._cached_views = (
                cache_key,
                tuple(render_view(view, self.catalogue) for view in self.opponent.make_views(self.table)),
            )
        return self._cached_views[1]

    @property
    def pinned_views(self) -> Sequence[str]:
        """The ids of the views that the player needs now; empty unless it is the player's turn."""
        is_players_turn = self.open_ask is not None and self._acting_side == "player"
        return self.opponent.list_turn_views(self.table) if is_players_turn else ()

    def list_open_assumptions(self) -> tuple[Question, ...]:
        """Return a question for each assumption that can be corrected; its key is the path of the correction."""
        catalogue = self.catalogue
        return tuple(
            Question(
                path,
                ask.kind,
                ask.who,
                get_objection_text(ask).render(catalogue),
                about=ask.metadata,
                **describe_answer_type(ask.answer_type, catalogue),
            )
            for path, ask in self._open_assumptions.items()
        )

    @property
    def is_last_entry_objection(self) -> bool:
        """Whether the last entry corrects an assumption.

        Such an entry works like any other answer: to change it, the player undoes it.
        """
        return any(
            name.startswith(OBJECTION_PREFIX)
            for kind, name, _value in self.journal.active_entries[-1:]
            if kind == "correct"
        )

    def is_open_assumption(self, path: str) -> bool:
        """Return whether a path refers to an assumption that can still be corrected."""
        return path in self._open_assumptions

    def can_object(self, entry: Entry) -> bool:
        """Return whether the assumption of an entry can still be corrected."""
        return (
            entry.objection is not None
            and entry.position >= self._assumptions_start
            and entry.objection.id in self._open_assumptions
        )

    def list_inquiries(self) -> tuple[Question, ...]:
        """Return the questions that the player may ask at any time; the journal does not record them."""
        catalogue = self.catalogue
        return tuple(
            Question(
                inquiry.name,
                shape.kind,
                "player",
                inquiry.text.render(catalogue),
                **describe_answer_type(shape, catalogue),
            )
            for inquiry in self.opponent.inquiries
            for shape in [inquiry.make_answer_type(self.table)]
        )

    def answer_inquiry(self, name: str, value: Json) -> ReasonLine:
        """Answer a question from the player and cite the rules; raise BadAnswerError if the question can't be asked."""
        try:
            inquiry = next((other for other in self.opponent.inquiries if other.name == name), None)
            if inquiry is None:
                names = JoinedText([Name(other.name) for other in self.opponent.inquiries])
                raise BadAnswerError(
                    _("There is no question “{name}”. You can ask: {names}.", name=Name(name), names=names)
                )
            shape = inquiry.make_answer_type(self.table)
            reply = inquiry.make_reply(self.table, shape.validate(parse_answer(shape, value, self.catalogues)))
            return ReasonLine(self.render(reply.text), reply.cites)
        except BadAnswerError as error:
            raise error.translate(self.catalogue) from None

    def answer(self, value: Json) -> None:
        """Answer the open question; raise BadAnswerError and change nothing if the answer is not valid.

        Option labels in any language are accepted in place of ids; the journal stores the ids. Raise DidYouMeanError,
        which holds the probable answer, if a label is misspelled.
        """
        try:
            ids = value if self.open_ask is None else parse_answer(self.open_ask.answer_type, value, self.catalogues)
        except BadAnswerError as error:
            raise error.translate(self.catalogue) from None
        self.answer_by_id(ids)

    def answer_by_id(self, value: Json) -> None:
        """Answer the open question with ids only, as programs do; raise BadAnswerError if the answer is not valid."""
        ask = self.open_ask
        try:
            self._check_not_stopped()
            if ask is None:
                raise BadAnswerError(_("The game is over. To change an answer, undo it."))
            checked = ask.validate(value)
        except BadAnswerError as error:
            raise error.translate(self.catalogue) from None
        stored, undone, replaced = copy_answer(value), self.journal.undone_entries, self.journal.replaced_entries
        self.journal.append(("answer", ask.key, stored))
        try:
            self._send_answer(ask, stored, checked)
        except BadAnswerError as error:  # the script can't continue with this answer
            self.journal.pop(undone, replaced)
            self._replay_all()
            raise error.translate(self.catalogue) from None

    def play_to_end(self, sample_player: SamplePlayer) -> None:
        """Let a sample player answer every question until the game is over."""
        self.assumption_policy = find_assumption_policy(sample_player)
        with pause_garbage_collection():
            while self.open_ask is not None:
                self.answer_by_id(sample_player.answer(self.open_ask, self.table))
        self.assumption_policy = None

    def _replay_from(self, first_changed: int) -> None:
        """Replay all active entries. Rendered transcript entries before position ``first_changed`` stay cached."""
        first_changed = find_earliest_position(self.journal.entries, first_changed)
        for cache in self._transcripts.values():
            cache.forget_since(first_changed)
        self._replay_all()


def parse_answer(answer_type: AnswerType, value: Json, catalogues: tuple[Catalogue, ...]) -> Json:
    """Parse an answer into ids; raise BadAnswerError if a journal can't store the answer."""
    if not is_storable(value):
        raise BadAnswerError(
            _("This value can't be saved: it is nested too deeply, has invalid characters, or a number is too large.")
        )
    return answer_type.parse(value, catalogues)


def copy_answer(value: Json) -> Json:
    """Copy a list or dict, so that later changes to the caller's object don't affect the journal."""
    if isinstance(value, dict):
        return dict(value)
    return list(value) if isinstance(value, list) else value
