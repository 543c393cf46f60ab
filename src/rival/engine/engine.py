"""The engine: manages all games of one person and implements the calls that a page makes.

It returns plain data only (see ``take_snapshot`` for JSON), so a page works the same with an engine in a server or in
the browser. Every change names ``at``, the number of log lines it was made for: a page that has not seen the latest
change gets the current state instead, so no change is applied twice.

>>> engine = Engine()
>>> state = engine.begin_game("rolling-heights", seed=7)
>>> state.at, state.question.kind
(0, 'checklist')
>>> engine.answer(state.id, at=0, value=True).at
1
"""

from __future__ import annotations

import json
import logging
import re
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from threading import Lock
from typing import Any, NamedTuple, TypeAlias, TypeVar
from weakref import WeakValueDictionary

from rival.engine import boxes, packs
from rival.engine.art import Art, find_art
from rival.engine.boxes import BoxEdit, BoxState, BoxUpdate, OfferedPack, PartDraft, SharedPack
from rival.engine.capabilities import SAMPLE_PREFIX
from rival.engine.errors import BusyError, ConflictError, NotFoundError, StaleStateError, make_missing_game_error
from rival.engine.importer import JournalImporter
from rival.engine.packs import InMemoryPackStore, PackStore
from rival.engine.play_log import PlayLogEntry, build_play_log_entry
from rival.engine.practice import PracticeCache, PracticePosition, PracticeState
from rival.engine.repository import GameRepository, GameRow, InMemoryRepository, InMemoryStoredGame, StoredGame
from rival.engine.responses import (
    MAX_NAME_LENGTH,
    MAX_NOTE_LENGTH,
    AmendedGame,
    Chapter,
    Curve,
    GameDetails,
    ImportedGame,
    OpponentOffer,
    OwnPack,
    PackDifference,
    RewoundGame,
    RuleBook,
    SampleComparison,
    State,
    Summary,
    TableCorrection,
    TrackedValue,
    build_broken_offer,
    build_chapters,
    build_curves,
    build_opponent_offer,
    build_rule_book,
    build_sample_comparison,
    build_state,
    build_summary,
    build_summary_json,
    build_table_corrections,
    build_tracked_values,
    find_summary_opponent,
    get_game_language,
    read_journal_details,
    strip_control_characters,
    update_state_details,
)
from rival.engine.times import read_local_time
from rival.kernel import (
    BadAnswerError,
    BadOptionError,
    BrokenOpponentError,
    Json,
    Name,
    Opponent,
    ReplayResult,
    RivalError,
    Session,
    Text,
    _,
    list_broken_opponents,
    load_opponent,
    load_opponents,
)
from rival.kernel.box import BOX_PATH
from rival.kernel.errors import DropsAnswersError
from rival.kernel.journal import NO_CHECKSUMS_WARNING, is_storable
from rival.kernel.question import Question, ReasonLine
from rival.kernel.rendered_views import RenderedView
from rival.kernel.samples import play_demo
from rival.kernel.session import validate_language
from rival.kernel.texts import Catalogue, load_catalogue

logger = logging.getLogger("rival.engine")

LOCK_TIMEOUT = 10.0
"""Seconds to wait for another call that uses the same game."""

MAX_OPEN_GAMES = 32
"""Games that stay replayed in memory; any other game is replayed when it is requested."""

MAX_OPEN_SAMPLES = 4
"""Sample games that stay replayed in memory, in addition to ``MAX_OPEN_GAMES``."""


# --- the engine --------------------------------------------------------------------------------------------

Lang: TypeAlias = str | None
"""The requested language; None for the language of the game."""

ResultT = TypeVar("ResultT")


def keep_result(_game: OpenGame, result: ResultT) -> ResultT:
    """Return the result of a change as it is."""
    return result


class Preview(NamedTuple):
    """A previewed answer, and the session after this answer."""

    answer_json: str
    session: Session


@dataclass(slots=True)
class OpenGame:
    """A game in memory and its stored journal. ``preview`` is the latest preview.

    ``spare_session`` is a session that is one answer behind; the next preview reuses this session.
    """

    id: str
    session: Session
    stored_game: StoredGame
    preview: Preview | None = None
    spare_session: Session | None = None

    def build_state(self, since: int | None = None, seen_views: Sequence[RenderedView] = ()) -> State:
        """Return the state of the game, with the entries from number ``since`` on."""
        return build_state(self.id, self.session, self.stored_game.get_details(), since or 0, seen_views=seen_views)

    def list_seen_views(self, since: int | None) -> Sequence[RenderedView]:
        """Return the views that a page already shows if it has the entries up to ``since``; empty for None."""
        return () if since is None else self.session.views

    def require_current(self, at: int) -> None:
        """Raise StaleStateError with the current state if a change was based on another state."""
        if at != len(self.session.journal.log):
            raise StaleStateError(self.build_state())

    def rewind(self, position: int, since: int | None, start: int | None = None) -> RewoundGame:
        """Go to a position; the state repeats entries that a correction on the way had changed.

        With ``start``, the table corrections assume that the table still shows the position ``start``.
        """
        first = None if since is None else min(since, self.session.find_first_changed_entry(position))
        repairs = self.session.seek(position, start)
        return RewoundGame(self.build_state(first), build_table_corrections(repairs))

    def apply_replay(
        self, change: Callable[[], ReplayResult], since: int | None, seen_views: Sequence[RenderedView]
    ) -> AmendedGame:
        """Change an answer or a value, unless this would drop later answers that must be kept."""
        try:
            result = change()
        except DropsAnswersError as error:
            text = self.session.render(error.text)
            return AmendedGame(self.build_state(since), (), text, error.dropped_count, done=False)
        first = None if since is None else min(since, result.first_changed_entry)
        text = self.session.render(result.text)
        return AmendedGame(
            self.build_state(first, seen_views),
            build_table_corrections(result.instructions),
            text,
            result.dropped_count,
        )

    def preview_answer(self, value: Json, since: int | None) -> State:
        """Return the state after an answer, and keep the previewed session for when the answer is submitted."""
        spare, self.spare_session = self.spare_session, None
        session = spare if spare is not None and spare.fast_forward(self.session) else self.session.copy()
        session.answer(value)
        self.preview = Preview(json.dumps(value), session)
        return replace(self, session=session).build_state(since, self.list_seen_views(since))

    def answer(self, value: Json) -> int:
        """Answer the open question, using the previewed session if there is one; return the length of the log."""
        if self.preview is None or self.preview.answer_json != json.dumps(value):
            self.session.answer(value)
        else:
            self.preview.session.lang = self.session.lang
            self.session, self.spare_session = self.preview.session, self.session
        return len(self.session.journal.log)


class Engine:
    """All games by id. Several threads may use the engine at once: each game runs one call at a time."""

    def __init__(self, repository: GameRepository | None = None, pack_store: PackStore | None = None) -> None:
        self.repository: GameRepository = InMemoryRepository() if repository is None else repository
        self.pack_store: PackStore = InMemoryPackStore() if pack_store is None else pack_store
        self._locks: WeakValueDictionary[str, Lock] = WeakValueDictionary()
        self._cache_lock = Lock()
        self._pack_lock = Lock()
        self._unsaved_rounds: dict[str, int] = {}
        """By game: the round in which it was continued while what it taught is not saved yet."""
        self._open_games: OrderedDict[str, OpenGame] = OrderedDict()
        self._open_samples: OrderedDict[str, OpenGame] = OrderedDict()
        self._practice_cache = PracticeCache()

    # --- opponents and rules ---------------------------------------------------------------------------

    def list_opponents(self, lang: Lang = None) -> list[OpponentOffer]:
        """Return every opponent with its options. Opponents that can't be played come last, each with the reason."""
        language = choose_language(lang, "en")
        offers, broken_opponents = [], list_broken_opponents()
        for opponent in load_opponents().values():
            try:
                offers.append(build_opponent_offer(opponent, language))
            except Exception as error:  # the package of another author may raise anything
                logger.exception("The opponent %s can't be offered", opponent.id)
                broken_opponents.append(BrokenOpponentError(opponent.id, str(opponent.folder), error))
        catalogue = load_combined_catalogue(language)
        return [*offers, *(build_broken_offer(error, catalogue) for error in broken_opponents)]

    def load_rules(self, game: str) -> RuleBook:
        """Return the rules catalogue of an opponent."""
        return build_rule_book(self._find_opponent(game).rules)

    def load_art(self, game: str) -> Art:
        """Return the opponent's own drawings; raise NotFoundError if it has no drawings."""
        art = find_art(self._find_opponent(game))
        if art is None:
            raise NotFoundError(_("There are no drawings for {game}.", game=self._find_opponent(game).game))
        return art

    # --- the owner's packs -----------------------------------------------------------------------------

    def inspect_pack(self, game: str, lang: Lang = None) -> OwnPack:
        """Return whether the owner has a pack for this game, with remarks about the pack."""
        opponent = self._find_opponent(game)
        own_pack = self._load_own_pack(opponent)
        notes = () if own_pack is None else opponent.find_pack_oddities(own_pack)
        catalogue = opponent.load_catalogue(choose_language(lang, "en"))
        return OwnPack(own_pack is not None, tuple(note.render(catalogue) for note in notes))

    def export_pack(self, game: str) -> str:
        """Return the owner's pack as the text of a file; raise NotFoundError if there is no pack."""
        opponent = self._find_opponent(game)
        own_pack = self._load_own_pack(opponent)
        if own_pack is None:
            raise NotFoundError(_("You have not described anything in your copy of {game} yet.", game=opponent.game))
        return packs.serialize_pack(own_pack)

    def import_pack(self, game: str, text: str, lang: Lang = None) -> OwnPack:
        """Merge a pack file into the owner's pack; the owner's values win where the two differ."""
        opponent = self._find_opponent(game)
        self.save_learned_parts(opponent)
        with self._pack_lock:
            disagreements = boxes.import_pack(
                self.pack_store,
                opponent,
                packs.parse_pack(require_storable_value(text), opponent),
                "file",
                "",
                format_today(),
            )
        catalogue = opponent.load_catalogue(choose_language(lang, "en"))
        differences = tuple(
            PackDifference(
                disagreement.place.render(catalogue),
                disagreement.mine.render(catalogue),
                disagreement.theirs.render(catalogue),
            )
            for disagreement in disagreements
        )
        return replace(self.inspect_pack(game, lang), differs=differences)

    def delete_pack(self, game: str) -> None:
        """Delete the owner's pack of a game."""
        opponent = self._find_opponent(game)
        self.save_learned_parts(opponent)  # so that open games don't restore the deleted pack later
        with self._pack_lock:
            self.pack_store.delete_pack(opponent)

    def _find_opponent(self, game: str) -> Opponent:
        """Return an opponent; raise NotFoundError if it is not installed."""
        try:
            return load_opponent(require_storable_value(game))
        except BadOptionError as error:
            raise NotFoundError(error.text) from None

    def _save_learned_parts_after_round(self, game: OpenGame) -> None:
        """Save the facts about the box that were entered in a game if a round or the game has ended."""
        session = game.session
        round = session.opponent.get_round(session.table)
        if self._unsaved_rounds.setdefault(game.id, round) != round or session.open_ask is None:
            self._save_learned_parts(game)

    def _save_learned_parts(self, game: OpenGame, change_kind: boxes.BoxChangeKind = "learned") -> None:
        """Save the facts about the box that were entered in a game.

        Only log errors, because the answer is already saved.
        """
        self._unsaved_rounds.pop(game.id, None)
        try:
            with self._pack_lock:
                boxes.save_learned_parts(self.pack_store, game.session, format_today(), change_kind)
        except (OSError, RivalError) as problem:
            logger.warning("What was told could not be kept for the next game: %s", problem)

    def save_learned_parts(self, opponent: Opponent | None = None) -> None:
        """Save the facts about boxes that were entered in open games, for one opponent or for all."""
        for id in sorted(self._unsaved_rounds):
            game = self._open_games.get(id)
            if game is not None and opponent in (None, game.session.opponent):
                with suppress(BusyError), self._lock_game(id, timeout=0.1):  # a busy game is saved later
                    self._save_learned_parts(game)

    def _load_own_pack(self, opponent: Opponent) -> Json:
        """Return the owner's pack, including facts that were entered in open games."""
        self.save_learned_parts(opponent)
        return self.pack_store.load_pack(opponent)

    # --- the owner's box -------------------------------------------------------------------------------

    def load_box(self, game: str, lang: Lang = None) -> BoxState:
        """Return the owner's box: its parts, the completeness of each description, and the missing parts."""
        opponent = self._find_opponent(game)
        self.save_learned_parts(opponent)
        return boxes.build_box_state(self.pack_store, opponent, opponent.load_catalogue(choose_language(lang, "en")))

    def preview_part(self, game: str, part: str, value: Json = None, lang: Lang = None) -> PartDraft:
        """Preview a part of the box and the question that asks for its description, without saving an answer."""
        opponent = self._find_opponent(game)
        self.save_learned_parts(opponent)
        return boxes.preview_part(
            self.pack_store,
            opponent,
            require_storable_value(part),
            opponent.load_catalogue(choose_language(lang, "en")),
            require_storable_value(value),
        )

    def describe_part(self, game: str, part: str, value: Json, lang: Lang = None) -> BoxUpdate:
        """Save the description of a part; return the effect on the box, without the picture of the part."""
        catalogue = self._find_opponent(game).load_catalogue(choose_language(lang, "en"))
        require_storable_value([part, value])
        return self._change_box(
            game, lang, lambda edit: boxes.save_part(edit, part, value, catalogue), with_pictures=False
        )

    def mark_part_checked(self, game: str, part: str, checked: bool = True, lang: Lang = None) -> BoxUpdate:
        """Record whether the owner has compared a part with the printed original."""
        require_storable_value(part)
        return self._change_box(game, lang, lambda edit: boxes.mark_part_checked(edit, part, checked))

    def clear_part(self, game: str, part: str, lang: Lang = None) -> BoxUpdate:
        """Remove the description of a part and return the effect on the box."""
        require_storable_value(part)
        return self._change_box(game, lang, lambda edit: boxes.clear_part(edit, part))

    def update_pack_details(self, game: str, details: Mapping[str, str], lang: Lang = None) -> BoxUpdate:
        """Change the name, edition, author, source and licence of the owner's pack."""
        require_storable_value(dict(details))
        return self._change_box(game, lang, lambda edit: boxes.update_pack_metadata(edit, details))

    def undo_box_change(self, game: str, lang: Lang = None) -> BoxUpdate:
        """Undo the last change to a box."""
        return self._change_box(game, lang, boxes.undo_change)

    def share_parts(self, game: str, parts: Sequence[str] = ()) -> SharedPack:
        """Return the pack, or some of its parts, as a file and as a code for a link."""
        opponent = self._find_opponent(game)
        self.save_learned_parts(opponent)
        return boxes.share_pack(self.pack_store, opponent, require_storable_value(list(parts)))

    def preview_pack_import(self, text: str, lang: Lang = None) -> OfferedPack:
        """Compare another person's pack with the owner's pack, without importing anything."""
        self.save_learned_parts()
        return boxes.compare_packs(
            self.pack_store,
            require_storable_value(text),
            lambda opponent: opponent.load_catalogue(choose_language(lang, "en")),
        )

    def import_parts(self, text: str, name: str = "", chosen: Sequence[str] = (), lang: Lang = None) -> BoxUpdate:
        """Import a pack. Where the packs differ, the owner's values win, except in the ``chosen`` parts."""
        require_storable_value([text, name, list(chosen)])
        opponent, received_pack = boxes.parse_received_pack(text)
        origin_kind = boxes.detect_origin_kind(text)

        def import_pack(edit: BoxEdit) -> Json:
            boxes.import_pack(edit.store, edit.opponent, received_pack, origin_kind, name, edit.day, chosen)
            return edit.store.load_pack(edit.opponent)

        return self._change_box(opponent.id, lang, import_pack)

    def _change_box(
        self, game: str, lang: Lang, change: Callable[[BoxEdit], Json], with_pictures: bool = True
    ) -> BoxUpdate:
        """Change a box and return the effect; only one change runs at a time.

        ``change`` saves and returns the pack, so that the pack need not be loaded again.
        """
        opponent = self._find_opponent(game)
        self.save_learned_parts(opponent)
        with self._pack_lock:
            edit = BoxEdit(self.pack_store, opponent, self.pack_store.load_pack(opponent), format_today())
            pack = change(edit)
        catalogue = opponent.load_catalogue(choose_language(lang, "en"))
        return boxes.build_box_update(self.pack_store, opponent, edit.before, pack, catalogue, with_pictures)

    # --- games -----------------------------------------------------------------------------------------

    def list_games(
        self, lang: Lang = None, deleted: bool = False, is_listed: Callable[[str], bool] = lambda id: True
    ) -> list[Summary]:
        """Return the games, or the deleted games, that ``is_listed`` accepts, most recently played first."""
        rows = self.repository.list_games(deleted)
        return [self._summarize_row(row, lang, deleted) for row in rows if is_listed(row.id)]

    def begin_game(
        self,
        game: str,
        *,
        seed: int | None = None,
        options: Mapping[str, Json] | None = None,
        lang: Lang = None,
        dice: str = "program",
        pack: Json = None,
        own_pack: bool = True,
        name: str = "",
    ) -> State:
        """Create and store a new game. Without a ``pack`` the game uses the owner's pack."""
        details = normalize_details(GameDetails(name=require_storable_value(name)))
        if pack is None and own_pack:
            pack = boxes.remove_origins(self._load_own_pack(load_opponent(require_storable_value(game))))
        session = Session.new(
            require_storable_value(game),
            seed=seed,
            options=require_storable_value(options),
            lang=choose_language(lang, "en"),
            dice=dice,
            pack=pack,
            record_history=True,
        )
        if details.name:
            session.journal.header["name"] = details.name
        return self._store_new_game(session, details)

    def open_sample(self, game: str, seed: int | None = None, lang: Lang = None) -> State:
        """Return a finished demo game to watch. The game is not stored, because its id contains all its data."""
        number = secrets.randbelow(10_000) if seed is None else seed
        return self.load_state(f"{SAMPLE_PREFIX}{load_opponent(require_storable_value(game)).id}.{number}", lang)

    def load_journal(
        self, text: str, lang: Lang = None, details: GameDetails | None = None, similar_count: int | None = None
    ) -> State:
        """Store the game in a journal as a new game; ``similar_count`` works as in ``GameRepository.add_game``."""
        session = Session.load(require_storable_value(text), allow_partial=True, record_history=True)
        session.lang = choose_language(lang, get_game_language(session))
        game_details = read_journal_details(session.journal) if details is None else normalize_details(details)
        if session.journal.lacks_checksums:
            warning = session.render(NO_CHECKSUMS_WARNING)
            game_details = replace(
                game_details,
                note=game_details.note
                if warning in game_details.note
                else f"{warning}\n{game_details.note}"[:MAX_NOTE_LENGTH].strip(),
            )
            session.journal.lacks_checksums = False  # it is stored with checksums
        return self._store_new_game(session, game_details, similar_count)

    def import_journal(self, text: str, lang: Lang = None, details: GameDetails | None = None) -> ImportedGame:
        """Import the journal of a game from another installation.

        A game that is already stored here is not duplicated: the longer copy wins. If the two copies were continued
        differently, both are kept.
        """
        return JournalImporter(self).import_journal(require_storable_value(text), lang, details)

    def lock_journal_import(self, first: str) -> AbstractContextManager[None]:
        """Return the lock that lets only one call at a time import journals with this first line."""
        return self._lock_game(f"import {first}")

    def extend_game(self, id: str, text: str, copied_lines: Sequence[str], lang: Lang) -> ImportedGame:
        """Append the additional lines of a longer copy to a stored game.

        Raise ConflictError if the copy does not continue the game in its current state, or if the game was deleted. The
        comparison stays valid until the lines are saved: this process changes the game only under its lock, and the
        repository refuses the lines if another process has saved first. The state is built under the same lock, so that
        the game can't be deleted in the meantime.
        """
        session = Session.load(text, allow_partial=True, record_history=True)
        session.lang = choose_language(lang, get_game_language(session))
        session.journal.lacks_checksums = False  # the game is stored with checksums
        with self._lock_game(id):
            stored_game = self.repository.find_game(id)
            if stored_game is None:
                raise ConflictError
            try:
                stored_text = stored_game.read_journal()
            except NotFoundError:  # another process has just deleted it
                raise ConflictError from None
            if not "".join(copied_lines).startswith(stored_text):
                raise ConflictError
            try:
                stored_game.save_session(session)
            finally:
                self._drop_cached_game(id)
            game = OpenGame(id, session, stored_game)
            self._cache_game(game)
            return ImportedGame(game.build_state(), "longer")

    def duplicate_game(self, id: str, lang: Lang = None) -> State:
        """Store a copy of the game, with all its answers."""
        with self._open_for_reading(id, lang) as game:
            text, details = game.session.journal.format_text(), game.stored_game.get_details()
        return self.load_journal(text, lang, details)

    def branch_game(self, id: str, position: int, lang: Lang = None) -> State:
        """Store a new game that begins with the first entries of this game."""
        with self._open_for_reading(id, lang) as game:
            session, details = game.session.branch(position), game.stored_game.get_details()
        return self._store_new_game(session, details)

    def export_journal(self, id: str) -> str:
        """Return the journal of a game or sample game as text."""
        if not id.startswith(SAMPLE_PREFIX):
            return self.read_stored_journal(id)[0]
        with self._open_for_reading(id, None) as game:
            return game.session.journal.format_text()

    def read_stored_journal(self, id: str) -> tuple[str, GameDetails]:
        """Return the stored journal of a game, even if it can't be replayed, and the details of the game."""
        stored_game = self.repository.find_game(id)
        if stored_game is None:
            raise make_missing_game_error(id)
        return stored_game.read_journal(), stored_game.get_details()

    def update_details(self, id: str, changes: Mapping[str, Json], lang: Lang = None) -> Summary:
        """Change the name, the note, the two sides' colours, or the archive mark of a game."""
        with self._lock_game(id):
            stored_game = self.repository.find_game(id)
            if stored_game is None:
                raise make_missing_game_error(id)
            stored_game.update_details(
                normalize_details(replace(stored_game.get_details(), **require_storable_value(changes)))
            )
            self._drop_cached_game(id)
        return self.load_summary(id, lang)

    def load_summary(self, id: str, lang: Lang = None) -> Summary:
        """Return a game's row in the list."""
        row = self.repository.find_row(id)
        if row is None:
            raise make_missing_game_error(id)
        return self._summarize_row(row, lang)

    def delete_game(self, id: str) -> None:
        """Mark a game as deleted; a deleted game can be restored."""
        with self._lock_game(id):
            stored_game = self.repository.find_game(id)
            if stored_game is None:
                raise make_missing_game_error(id)
            self._drop_cached_game(id)
            stored_game.mark_deleted()

    def restore_game(self, id: str, lang: Lang = None) -> Summary:
        """Restore a deleted game."""
        with self._lock_game(id):
            self.repository.restore_game(id)
        return self.load_summary(id, lang)

    def purge_game(self, id: str) -> None:
        """Permanently delete a game that is already marked as deleted."""
        with self._lock_game(id):
            self.repository.purge_game(id)

    # --- reading ---------------------------------------------------------------------------------------

    def load_session(self, id: str, lang: Lang = None) -> Session:
        """Return the session of a game; callers change the session only with ``change_session``."""
        with self._open_for_reading(id, lang) as game:
            return game.session

    def load_state(self, id: str, lang: Lang = None, since: int = 0) -> State:
        """Return the current state of a game, with the entries from number ``since`` on."""
        with self._open_for_reading(id, lang) as game:
            return game.build_state(since)

    def load_past_state(self, id: str, position: int, lang: Lang = None, since: int = 0) -> State:
        """Return the read-only state after ``position`` answers."""
        with self._open_for_reading(id, lang) as game:
            session = game.session
            try:
                past_session = session.replay_to(position)
            except BadAnswerError as error:
                raise NotFoundError(error.text) from None
            return build_state(
                id, past_session, game.stored_game.get_details(), since, live=False, at=len(session.journal.log)
            )

    def list_undo_corrections(self, id: str, position: int, lang: Lang = None) -> list[TableCorrection]:
        """Return the pieces to move on the table if the game goes back to ``position``, without going back."""
        with self._open_for_reading(id, lang) as game:
            try:
                return list(build_table_corrections(game.session.copy().seek(position)))
            except BadAnswerError as error:
                raise NotFoundError(error.text) from None

    def preview_answer(self, id: str, at: int, value: Json, lang: Lang = None, since: int | None = None) -> State:
        """Return the state after an answer, without applying the answer."""
        with self._open_for_reading(id, lang) as game:
            game.require_current(at)
            return game.preview_answer(require_storable_value(value), since)

    def list_tracked_values(self, id: str, lang: Lang = None) -> list[TrackedValue]:
        """Return every value that can be corrected, with the question for the new value."""
        with self._open_for_reading(id, lang) as game:
            return list(build_tracked_values(game.session))

    def list_inquiries(self, id: str, lang: Lang = None) -> list[Question]:
        """Return the questions that a player may ask at any time without changing the game."""
        with self._open_for_reading(id, lang) as game:
            return list(game.session.list_inquiries())

    def answer_inquiry(self, id: str, name: str, value: Json, lang: Lang = None) -> ReasonLine:
        """Return the reply to an inquiry."""
        with self._open_for_reading(id, lang) as game:
            return game.session.answer_inquiry(require_storable_value(name), require_storable_value(value))

    def list_curves(self, id: str, lang: Lang = None) -> list[Curve]:
        """Return every number with a chart that changed during the game."""
        with self._open_for_reading(id, lang) as game:
            return build_curves(game.session)

    def list_chapters(self, id: str, lang: Lang = None) -> list[Chapter]:
        """Return the rounds of the game with their headings."""
        with self._open_for_reading(id, lang) as game:
            return build_chapters(game.session)

    def compare_with_sample_games(self, id: str, lang: Lang = None) -> SampleComparison | None:
        """Compare the opponent's score with many sample games; None if this opponent has no sample games."""
        with self._open_for_reading(id, lang) as game:
            if game.session.opponent.measure_table is None:
                return None
            return build_sample_comparison(game.session, game.session.history.round_scores)

    def export_play(self, id: str, lang: Lang = None) -> PlayLogEntry | None:
        """Return a finished game as a play log entry; None for a game in progress or a sample game."""
        with self._open_for_reading(id, lang) as game:
            return build_play_log_entry(game.session, id, *game.stored_game.get_time_span())

    # --- practice --------------------------------------------------------------------------------------

    def load_practice_state(
        self,
        game: str,
        moves: Sequence[str] = (),
        *,
        seed: int | None = None,
        options: Mapping[str, Json] | None = None,
        lang: Lang = None,
        since: int = 0,
    ) -> PracticeState:
        """Return the player's side of a sample table after these moves; the moves fully determine the game."""
        position = PracticePosition(
            load_opponent(require_storable_value(game)),
            seed,
            require_storable_value(options),
            tuple(require_storable_value(list(moves))),
        )
        return self._practice_cache.load_state(position, choose_language(lang, "en"), since)

    # --- changes ---------------------------------------------------------------------------------------

    def answer(self, id: str, at: int, value: Json, lang: Lang = None, since: int | None = None) -> State:
        """Answer the open question."""

        def give_answer(game: OpenGame) -> State:
            seen_views = game.list_seen_views(since)
            game.answer(require_storable_value(value))
            return game.build_state(since, seen_views)

        return self._apply_change(id, at, lang, give_answer)

    def confirm_answer(self, id: str, at: int, value: Json, lang: Lang = None) -> int:
        """Answer the open question for a page that has previewed the answer; return the length of the log."""
        return self._apply_change(id, at, lang, lambda game: game.answer(require_storable_value(value)))

    def correct_value(
        self,
        id: str,
        at: int,
        path: str,
        value: Json,
        lang: Lang = None,
        since: int | None = None,
        drop: bool = True,
    ) -> AmendedGame:
        """Correct a tracked value, and replay the current act from the point at which the value takes effect."""

        def apply_correction(game: OpenGame) -> AmendedGame:
            seen_views = game.list_seen_views(since)
            self._save_learned_parts(game)  # earlier facts are a separate change of the box
            return game.apply_replay(
                lambda: game.session.correct(require_storable_value(path), require_storable_value(value), drop),
                since or 0,
                seen_views,
            )

        def save_to_box(game: OpenGame, result: AmendedGame) -> AmendedGame:
            return replace(result, saved=self._save_correction(game)) if result.done else result

        return self._apply_change(id, at, lang, apply_correction, save_to_box)

    def save_correction(self, id: str, lang: Lang = None) -> tuple[str, ...]:
        """Save a correction to the owner's box; return the names of the changed parts."""
        with self._lock_game(id):
            return self._save_correction(self._load_in_language(id, lang))

    def _save_correction(self, game: OpenGame) -> tuple[str, ...]:
        """Save a correction to the owner's box, while its game is locked; return the names of the changed parts."""
        box, session = game.session.opponent.box, game.session
        before = self.pack_store.load_pack(session.opponent)
        self._save_learned_parts(game, "corrected")
        after = self.pack_store.load_pack(session.opponent)
        if box is None or before is None or after == before:
            return ()
        described_ids = {part.id for part in box.list_parts(before) if part.value is not None}
        changed = [part for part in boxes.find_changed_parts(box, before, after) if part in described_ids]
        return tuple(session.render(part.label) for part in box.list_parts(after) if part.id in changed)

    def apply_box(self, id: str, at: int, lang: Lang = None, since: int | None = None) -> State:
        """Apply the owner's current box to a game; facts that were entered in the game are kept."""

        def apply_own_pack(game: OpenGame) -> State:
            own_pack = boxes.remove_origins(self.pack_store.load_pack(game.session.opponent))
            if own_pack is None:
                raise BadAnswerError(
                    _("You have not described anything in your copy of {game} yet.", game=game.session.opponent.game)
                )
            seen_views = game.list_seen_views(since)
            game.session.correct(BOX_PATH, own_pack)
            return game.build_state(since, seen_views)

        return self._apply_change(id, at, lang, apply_own_pack)

    def use_dice(self, id: str, at: int, dice: str, lang: Lang = None, since: int | None = None) -> State:
        """Choose who rolls dice and draws cards from now on."""

        def change_dice(game: OpenGame) -> State:
            seen_views = game.list_seen_views(since)
            game.session.use_dice(dice)
            return game.build_state(since, seen_views)

        return self._apply_change(id, at, lang, change_dice)

    def undo(self, id: str, at: int, lang: Lang = None, since: int | None = None) -> RewoundGame:
        """Undo the last answer."""

        def go_back(game: OpenGame) -> RewoundGame:
            if not game.session.position:
                raise BadAnswerError(_("There is nothing to undo."))
            return game.rewind(game.session.position - 1, since)

        return self._apply_change(id, at, lang, go_back)

    def redo(self, id: str, at: int, lang: Lang = None, since: int | None = None) -> RewoundGame:
        """Redo the most recently undone answer."""

        def go_forward(game: OpenGame) -> RewoundGame:
            if not game.session.journal.undone_entries:
                raise BadAnswerError(_("There is nothing to redo."))
            return game.rewind(game.session.position + 1, since)

        return self._apply_change(id, at, lang, go_forward)

    def rewind(
        self,
        id: str,
        at: int,
        position: int,
        lang: Lang = None,
        since: int | None = None,
        start: int | None = None,
    ) -> RewoundGame:
        """Go to a position; ``start`` is the position that the table still shows, if different."""
        return self._apply_change(id, at, lang, lambda game: game.rewind(position, since, start))

    def replace_answer(
        self, id: str, at: int, position: int, value: Json, lang: Lang = None, drop: bool = True
    ) -> AmendedGame:
        """Replace the answer at a position, and replay the later answers that still fit."""
        return self._apply_change(
            id,
            at,
            lang,
            lambda game: game.apply_replay(
                lambda: game.session.replace_answer(position, require_storable_value(value), drop), None, ()
            ),
        )

    def restore_former_course(self, id: str, at: int, lang: Lang = None) -> AmendedGame:
        """Restore the answers that the last change replaced."""
        return self._apply_change(
            id, at, lang, lambda game: game.apply_replay(game.session.restore_replaced_entries, None, ())
        )

    def change_session(self, id: str, at: int, do: Callable[[Session], ResultT], lang: Lang = None) -> ResultT:
        """Let a program change the session of a game; if the change can't be saved, it is undone."""
        return self._apply_change(id, at, lang, lambda game: do(game.session))

    def _apply_change(
        self,
        id: str,
        at: int,
        lang: Lang,
        change: Callable[[OpenGame], ResultT],
        finish: Callable[[OpenGame, ResultT], ResultT] = keep_result,
    ) -> ResultT:
        """Apply and save a change based on line ``at``, and return its result; undo the change if it can't be saved.

        ``finish`` gets the result of a saved change before another call can use the game.
        """
        with self._lock_game(id):
            game = self._load_in_language(id, lang, at)
            if id.startswith(SAMPLE_PREFIX):
                raise BadAnswerError(_("You can only watch a sample game. To play, begin a game of your own."))
            game.require_current(at)
            try:
                result = change(game)
                game.stored_game.save_session(game.session)
                game.preview = None
                result = finish(game, result)
                self._save_learned_parts_after_round(game)
                return update_state_details(result, game.stored_game.get_details())
            except ConflictError:
                self._drop_cached_game(id)
                raise StaleStateError(self._load_in_language(id, lang).build_state()) from None
            except BaseException as problem:
                if at != len(game.session.journal.log):
                    self._drop_cached_game(id)  # the change was not saved, so memory must be read again from storage
                elif isinstance(problem, BadAnswerError | BadOptionError) and game.stored_game.has_changed():
                    raise StaleStateError(self._load_in_language(id, lang).build_state()) from None
                raise

    # --- games in memory -------------------------------------------------------------------------------

    @contextmanager
    def _lock_game(self, id: str, timeout: float | None = None) -> Iterator[None]:
        """Lock a game for one call at a time; raise BusyError after the timeout."""
        with self._cache_lock:
            lock = self._locks.get(id)
            if lock is None:
                lock = self._locks[id] = Lock()
        if not lock.acquire(timeout=LOCK_TIMEOUT if timeout is None else timeout):
            raise BusyError
        try:
            yield
        finally:
            lock.release()

    @contextmanager
    def _open_for_reading(self, id: str, lang: Lang) -> Iterator[OpenGame]:
        """Open a game in a language, for reading."""
        with self._lock_game(id):
            yield self._load_in_language(id, lang)

    def _load_in_language(self, id: str, lang: Lang, at: int | None = None) -> OpenGame:
        """Load a game in a language, and cache the game."""
        game = self._load_game(id, at)
        game.session.lang = choose_language(lang, get_game_language(game.session))
        self._cache_game(game)
        return game

    def _load_game(self, id: str, at: int | None = None) -> OpenGame:
        """Return a game from memory. Replay the game if it is not in memory, or if another process has continued it.

        A change at the same line as the game in memory needs no check of the storage: ``save_session`` detects a
        conflict.
        """
        game = self._open_games.get(id) or self._open_samples.get(id)
        if game is not None and (at == len(game.session.journal.log) or not game.stored_game.has_changed()):
            return game
        return self._replay_game(id)

    def _cache_game(self, game: OpenGame) -> None:
        """Keep a game in memory; drop the least recently used game if there are too many."""
        is_sample = game.id.startswith(SAMPLE_PREFIX)
        games, maximum = (self._open_samples, MAX_OPEN_SAMPLES) if is_sample else (self._open_games, MAX_OPEN_GAMES)
        with self._cache_lock:
            games[game.id] = game
            games.move_to_end(game.id)
            while len(games) > maximum:
                games.popitem(last=False)

    def _drop_cached_game(self, id: str) -> None:
        """Remove a game from memory."""
        with self._cache_lock:
            self._open_games.pop(id, None)

    def _replay_game(self, id: str, deleted: bool = False) -> OpenGame:
        """Load a stored game by replaying its journal."""
        if id.startswith(SAMPLE_PREFIX):
            return OpenGame(id, make_sample_session(id), InMemoryStoredGame(InMemoryRepository(), id, GameDetails()))
        stored_game = self.repository.find_game(id, deleted)
        if stored_game is None:
            raise make_missing_game_error(id)
        text = stored_game.read_journal()
        try:
            session = Session.load(text, allow_partial=True, record_history=True)
        except Exception:
            with suppress(RivalError):
                self.repository.save_summary(id, text.count("\n"), None)  # its stored summary is wrong
            raise
        return OpenGame(id, session, stored_game)

    def _store_new_game(self, session: Session, details: GameDetails, similar_count: int | None = None) -> State:
        """Store a new session under a new id."""
        id, stored_game = self.repository.add_game(session, details, similar_count)
        game = OpenGame(id, session, stored_game)
        with self._lock_game(id):
            self._cache_game(game)
            return game.build_state()

    def _summarize_row(self, row: GameRow, lang: Lang, deleted: bool = False) -> Summary:
        """Build the list row of a game from its summary; replay the game if the summary is missing or outdated."""
        summary_lang = None if lang is None else validate_language(lang)
        opponent = find_summary_opponent(row.summary_json) if row.summary_json else None
        if opponent is None or row.summary_json is None:
            return self._summarize_by_replay(row, summary_lang, deleted)
        return build_summary(row.id, row.summary_json, opponent, row.details, row.played_at, summary_lang)

    def _summarize_by_replay(self, row: GameRow, lang: Lang, deleted: bool) -> Summary:
        """Build the list row of a game by replaying it; the replayed game is not cached.

        If the game can't be read, its row contains the problem.
        """
        try:
            with self._lock_game(row.id):
                game = self._replay_game(row.id, deleted) if deleted else self._load_game(row.id)
                summary_json, length = build_summary_json(game.session), len(game.session.journal.log) + 1
            result = build_summary(row.id, summary_json, game.session.opponent, row.details, row.played_at, lang)
            if length == row.length:
                self.repository.save_summary(row.id, length, summary_json)
            return result
        except Exception as problem:
            message = explain_unreadable(problem, row.id).render(load_combined_catalogue(lang or "en"))
            return Summary(row.id, row.played_at, **asdict(row.details), problem=message)


# --- values from requests ----------------------------------------------------------------------------------


def require_storable_value(value: Any) -> Any:
    """Return a value from outside if it can be stored as JSON; else raise BadAnswerError."""
    if not is_storable(value):
        raise BadAnswerError(
            _("This value can't be saved: it is nested too deeply, has invalid characters, or a number is too large.")
        )
    return value


def format_today() -> str:
    """Return the local date in ISO format."""
    return read_local_time().date().isoformat()


def explain_unreadable(problem: Exception, id: str) -> Text:
    """Return the message that says why a game can't be read."""
    if isinstance(problem, RivalError):
        return problem.text
    logger.error("The game %s can't be read", id, exc_info=problem)
    return _(
        "This game can't be opened: its file contains something that this game doesn't know. The file was not changed."
    )


def choose_language(lang: Lang, default: str) -> str:
    """Return the requested language, else the default; raise BadOptionError for an unknown language."""
    return default if lang is None else validate_language(lang)


def load_combined_catalogue(lang: str) -> Catalogue:
    """Return the translations for all opponents in a language."""
    return load_catalogue(lang, *(entry.folder / "locale" for entry in load_opponents().values()))


def make_sample_session(id: str) -> Session:
    """Return the session of a sample game; raise NotFoundError if the id is not valid."""
    match = re.fullmatch(rf"{re.escape(SAMPLE_PREFIX)}(.+)\.(-?\d{{1,18}})", id, re.ASCII)
    if match is None or match[1] not in load_opponents():
        raise make_missing_game_error(id)
    return play_demo(match[1], seed=int(match[2]))


COLOUR_PATTERN = re.compile(r"|[a-z]{1,20}|#[0-9a-f]{6}", re.ASCII)


def normalize_details(details: GameDetails) -> GameDetails:
    """Return cleaned details of a game; raise BadOptionError if the name or note is too long or a colour is invalid."""
    cleaned = replace(details, name=strip_control_characters(details.name), note=details.note.replace("\0", "").strip())
    if len(cleaned.name) > MAX_NAME_LENGTH:
        raise BadOptionError(_("The name is too long: use at most {most} characters.", most=MAX_NAME_LENGTH))
    if len(cleaned.note) > MAX_NOTE_LENGTH:
        raise BadOptionError(_("The note is too long: use at most {most} characters.", most=MAX_NOTE_LENGTH))
    for colour in (cleaned.own_colour, cleaned.their_colour):
        if not COLOUR_PATTERN.fullmatch(colour):
            raise BadOptionError(
                _(
                    "{colour} is not a colour. Use a name like “red” or a code like “#cc2200”.",
                    colour=Name(repr(colour)),
                )
            )
    return cleaned
