"""The calls that a page makes. A server gives each call a path; the page without a server runs them by name.

>>> from rival.engine import Engine
>>> page = Api(Engine())
>>> dispatch(page, "begin", {"body": {"game": "rolling-heights", "seed": 7}}).question.kind
'checklist'
>>> dispatch(page, "begin", {"body": {"seed": 7}})
Traceback (most recent call last):
rival.kernel.errors.BadOptionError: The field “body.game” is missing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

from rival.engine.boxes import BoxState, BoxUpdate, OfferedPack, PartDraft, SharedPack
from rival.engine.calls import call, find_declaration, list_parameters
from rival.engine.capabilities import ALL_PERMISSIONS, BROWSER_CAPABILITIES, Capabilities, Permissions
from rival.engine.engine import Engine, load_combined_catalogue
from rival.engine.errors import BusyError, NotFoundError, StaleStateError, StorageError
from rival.engine.play_log import PlayLogEntry
from rival.engine.practice import PracticeState
from rival.engine.requests import (
    Amendment,
    Answer,
    Branch,
    Change,
    Correction,
    Description,
    DiceChange,
    InquiryRequest,
    IntegerRange,
    JournalText,
    NewGame,
    NewSample,
    PackDescription,
    PackImport,
    PackText,
    PartAnswer,
    PartCheck,
    PartReference,
    PartSelection,
    PracticeRequest,
    ReceivedPack,
    Rewind,
    WholeNumber,
    describe_invalid_json,
    describe_missing_field,
    describe_unexpected_field,
    parse_value,
)
from rival.engine.responses import (
    AmendedGame,
    Chapter,
    Curve,
    ImportedGame,
    OpponentOffer,
    OwnPack,
    RewoundGame,
    RuleBook,
    SampleComparison,
    State,
    Summary,
    TableCorrection,
    TrackedValue,
)
from rival.engine.statistics import FinishedGame, GameStatistics, build_statistics, export_csv, load_finished_games
from rival.engine.zip_files import export_zips, import_zip
from rival.kernel import BadOptionError, DidYouMeanError, Json, Name, RivalError, _
from rival.kernel.journal import MAX_DEPTH, MAX_JOURNAL_LENGTH
from rival.kernel.json_limits import exceeds_depth
from rival.kernel.question import Question, ReasonLine

Lang: TypeAlias = str | None
ExportPartNumber: TypeAlias = Annotated[int, IntegerRange(1, 10_000)]


@dataclass(frozen=True, slots=True)
class RejectedFile:
    """A file that was not imported, and the reason."""

    file: str
    message: str


@dataclass(frozen=True, slots=True)
class ImportedGames:
    """The imported games, and the files that were not imported."""

    games: list[State]
    problems: list[RejectedFile]


class ExportedZip(NamedTuple):
    """A zip of games, and whether another zip follows."""

    file: bytes
    more: bool


class Api:
    """The calls of the page, each declared once. A server adds calls about other devices (``server/server_api.py``).

    Path parameters come first. ``body`` is the JSON body of a request and ``file`` a binary one. The server passes
    ``caller``. All other parameters are query parameters.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    # --- opponents -------------------------------------------------------------------------------------

    @call("GET", "opponents", "guest", share="constants")
    def opponents(self, lang: Lang = None) -> list[OpponentOffer]:
        """Return every opponent that can be played, with its options."""
        return self.engine.list_opponents(lang)

    @call("GET", "rules/{game}", "guest", share="constants")
    def rules(self, game: str) -> RuleBook:
        """Return the rules catalogue of an opponent."""
        return self.engine.load_rules(game)

    @call("GET", "art/{game}", "guest", share="constants", media_type="image/svg+xml", is_cached=True)
    def art(self, game: str) -> str:
        """Return the opponent's own drawings."""
        return self.engine.load_art(game).svg

    # --- games -----------------------------------------------------------------------------------------

    @call("GET", "games", "guest")
    def games(self, lang: Lang = None, *, caller: Permissions = ALL_PERMISSIONS) -> list[Summary]:
        """Return every game that the caller may watch, most recently played first."""
        return self.engine.list_games(lang, is_listed=lambda id: caller.access_to(id) is not None)

    @call("POST", "games", "device", status=201)
    def begin(self, body: NewGame, lang: Lang = None) -> State:
        """Begin a new game and return its state."""
        settings = {name: getattr(body, name) for name in ("seed", "options", "dice", "pack", "own_pack", "name")}
        return self.engine.begin_game(body.game, lang=body.lang or lang, **settings)

    @call("POST", "demos", "guest", share="samples", status=201)
    def sample(self, body: NewSample, lang: Lang = None) -> State:
        """Return a finished sample game to watch."""
        return self.engine.open_sample(body.game, body.seed, body.lang or lang)

    @call("POST", "practice", "guest", share="samples")
    def practice(self, body: PracticeRequest, lang: Lang = None) -> PracticeState:
        """Return the player's side of a sample table after the moves in the request."""
        return self.engine.load_practice_state(
            body.game, body.moves, seed=body.seed, options=body.options, lang=lang, since=body.since
        )

    @call("GET", "games/{id}", "watch")
    def state(self, id: str, lang: Lang = None, since: WholeNumber = 0) -> State:
        """Return the current state of a game."""
        return self.engine.load_state(id, lang, since)

    @call("GET", "games/{id}/at/{position}", "watch")
    def past(self, id: str, position: int, lang: Lang = None, since: WholeNumber = 0) -> State:
        """Return the state of a game after ``position`` answers."""
        return self.engine.load_past_state(id, position, lang, since)

    @call("GET", "games/{id}/corrections/{position}", "watch")
    def corrections(self, id: str, position: int, lang: Lang = None) -> list[TableCorrection]:
        """Return the pieces to move on the table if the game goes back to ``position``."""
        return self.engine.list_undo_corrections(id, position, lang)

    @call("GET", "games/{id}/tracked", "watch")
    def tracked(self, id: str, lang: Lang = None) -> list[TrackedValue]:
        """Return every value that can be corrected."""
        return self.engine.list_tracked_values(id, lang)

    @call("GET", "games/{id}/inquiries", "watch")
    def inquiries(self, id: str, lang: Lang = None) -> list[Question]:
        """Return the questions that a player may ask at any time without changing the game."""
        return self.engine.list_inquiries(id, lang)

    @call("POST", "games/{id}/inquire", "watch")
    def inquire(self, id: str, body: InquiryRequest, lang: Lang = None) -> ReasonLine:
        """Return the reply to an inquiry."""
        return self.engine.answer_inquiry(id, body.name, body.value, lang)

    @call("GET", "games/{id}/course", "watch")
    def course(self, id: str, lang: Lang = None) -> list[Curve]:
        """Return every number with a chart that changed during the game."""
        return self.engine.list_curves(id, lang)

    @call("GET", "games/{id}/play", "watch")
    def play(self, id: str, lang: Lang = None) -> PlayLogEntry | None:
        """Return a finished game in the form of a play log entry."""
        return self.engine.export_play(id, lang)

    @call("GET", "games/{id}/chapters", "watch")
    def chapters(self, id: str, lang: Lang = None) -> list[Chapter]:
        """Return the rounds of the game with their headings."""
        return self.engine.list_chapters(id, lang)

    @call("GET", "games/{id}/par", "watch")
    def par(self, id: str, lang: Lang = None) -> SampleComparison | None:
        """Compare the opponent's score with many sample games."""
        return self.engine.compare_with_sample_games(id, lang)

    # --- changes ---------------------------------------------------------------------------------------

    @call("POST", "games/{id}/foresee", "play")
    def foresee(self, id: str, body: Answer, lang: Lang = None) -> State:
        """Return the state after an answer, without applying the answer."""
        return self.engine.preview_answer(id, body.at, body.value, lang, body.since)

    @call("POST", "games/{id}/answer", "play")
    def answer(self, id: str, body: Answer, lang: Lang = None) -> State:
        """Answer the open question."""
        return self.engine.answer(id, body.at, body.value, lang, body.since)

    @call("POST", "games/{id}/answer-preview", "play")
    def confirm(self, id: str, body: Answer, lang: Lang = None) -> int:
        """Apply an answer that the caller has previewed; return the length of the log."""
        return self.engine.confirm_answer(id, body.at, body.value, lang)

    @call("POST", "games/{id}/correct", "play")
    def correct(self, id: str, body: Correction, lang: Lang = None) -> AmendedGame:
        """Correct a tracked value."""
        return self.engine.correct_value(id, body.at, body.path, body.value, lang, body.since, body.drop)

    @call("POST", "games/{id}/box", "device")
    def take_over(self, id: str, body: Change, lang: Lang = None) -> State:
        """Apply the owner's current box to a game."""
        return self.engine.apply_box(id, body.at, lang, body.since)

    @call("POST", "games/{id}/dice", "play")
    def dice(self, id: str, body: DiceChange, lang: Lang = None) -> State:
        """Choose who rolls dice and draws cards from now on."""
        return self.engine.use_dice(id, body.at, body.dice, lang, body.since)

    @call("POST", "games/{id}/undo", "play")
    def undo(self, id: str, body: Change, lang: Lang = None) -> RewoundGame:
        """Undo the last answer."""
        return self.engine.undo(id, body.at, lang, body.since)

    @call("POST", "games/{id}/redo", "play")
    def redo(self, id: str, body: Change, lang: Lang = None) -> RewoundGame:
        """Redo the most recently undone answer."""
        return self.engine.redo(id, body.at, lang, body.since)

    @call("POST", "games/{id}/rewind", "play")
    def rewind(self, id: str, body: Rewind, lang: Lang = None) -> RewoundGame:
        """Go to a position in the game."""
        return self.engine.rewind(id, body.at, body.position, lang, body.since, body.start)

    @call("POST", "games/{id}/amend", "play")
    def amend(self, id: str, body: Amendment, lang: Lang = None) -> AmendedGame:
        """Replace the answer at a position."""
        return self.engine.replace_answer(id, body.at, body.position, body.value, lang, body.drop)

    @call("POST", "games/{id}/former", "play")
    def former(self, id: str, body: Change, lang: Lang = None) -> AmendedGame:
        """Restore the answers that the last change replaced."""
        return self.engine.restore_former_course(id, body.at, lang)

    # --- details, copies, deletion and restoration -----------------------------------------------------

    @call("PATCH", "games/{id}", "rename")
    def describe(
        self, id: str, body: Description, lang: Lang = None, *, caller: Permissions = ALL_PERMISSIONS
    ) -> Summary:
        """Change the name, note, colours or archive mark of a game."""
        if body.archived is not None and not caller.allows_everything:
            raise BadOptionError(_("Only the owner can archive or unarchive a game."))
        changes = {name: value for name, value in asdict(body).items() if value is not None}
        return self.engine.update_details(id, changes, lang)

    @call("POST", "games/{id}/duplicate", "device", status=201)
    def duplicate(self, id: str, lang: Lang = None) -> State:
        """Store a copy of a game."""
        return self.engine.duplicate_game(id, lang)

    @call("POST", "games/{id}/branch", "device", status=201)
    def branch(self, id: str, body: Branch, lang: Lang = None) -> State:
        """Store a new game that begins with the first entries of this game."""
        return self.engine.branch_game(id, body.position, lang)

    @call("DELETE", "games/{id}", "device", status=204)
    def remove(self, id: str) -> None:
        """Mark a game as deleted; a deleted game can be restored."""
        self.engine.delete_game(id)

    @call("GET", "deleted", "device")
    def deleted(self, lang: Lang = None) -> list[Summary]:
        """Return every deleted game."""
        return self.engine.list_games(lang, deleted=True)

    @call("POST", "games/{id}/restore", "device")
    def restore(self, id: str, lang: Lang = None) -> Summary:
        """Restore a deleted game."""
        return self.engine.restore_game(id, lang)

    @call("DELETE", "deleted/{id}", "device", status=204)
    def purge(self, id: str) -> None:
        """Permanently delete a game that is marked as deleted."""
        self.engine.purge_game(id)

    # --- files and records -----------------------------------------------------------------------------

    @call("GET", "games/{id}/journal", "watch", media_type="text/plain")
    def journal(self, id: str) -> str:
        """Return the journal of a game as text."""
        return self.engine.export_journal(id)

    @call("POST", "journals", "device", status=201)
    def load(self, body: JournalText, lang: Lang = None) -> State:
        """Store the game in a journal as a new game."""
        return self.engine.load_journal(body.text, lang)

    @call("POST", "journals/take", "device", status=201)
    def take(self, body: JournalText, lang: Lang = None) -> ImportedGame:
        """Import a game's journal from another installation without duplicating the game."""
        return self.engine.import_journal(body.text, lang)

    @call("GET", "export", "device", media_type="application/zip", file_name="rival-games.zip")
    def exported(self, part: ExportPartNumber = 1) -> ExportedZip:
        """Return one zip from an export of all games; each zip can be imported separately."""
        zips = list(islice(export_zips(self.engine), part - 1, part + 1))
        if not zips:
            raise NotFoundError(_("This exported game has no part {n}.", n=part))
        return ExportedZip(zips[0], len(zips) > 1)

    @call("POST", "import", "device", status=201)
    def take_in(self, file: bytes, lang: Lang = None) -> ImportedGames:
        """Import every journal in a zip file."""
        states, rejected = import_zip(self.engine, file)
        texts = load_combined_catalogue(lang or "en")
        return ImportedGames(
            states, [RejectedFile(journal.file, journal.message.text.render(texts)) for journal in rejected]
        )

    @call("GET", "records.json", "device")
    def finished(self, samples: bool = False, lang: Lang = None) -> list[FinishedGame]:
        """Return every finished game."""
        return load_finished_games(self.engine.repository, samples, lang or "en")

    @call("GET", "records", "device")
    def records(self, samples: bool = False, lang: Lang = None) -> GameStatistics:
        """Return statistics of the finished games."""
        return build_statistics(self.finished(samples, lang))

    @call("GET", "records.csv", "device", media_type="text/csv", file_name="rival-records.csv")
    def records_csv(self, samples: bool = False, lang: Lang = None) -> str:
        """Return every finished game as CSV for a spreadsheet."""
        return export_csv(self.finished(samples, lang))

    # --- the owner's packs -----------------------------------------------------------------------------

    @call("GET", "packs/{game}", "device", share="box")
    def pack(self, game: str, lang: Lang = None) -> OwnPack:
        """Return whether the owner has a pack for this game, with remarks about the pack."""
        return self.engine.inspect_pack(game, lang)

    @call("GET", "packs/{game}/file", "device", share="box", media_type="text/plain")
    def pack_file(self, game: str, lang: Lang = None) -> str:
        """Return the owner's pack as the text of a file."""
        return self.engine.export_pack(game)

    @call("PUT", "packs/{game}", "device", share="box")
    def take_pack(self, game: str, body: PackText, lang: Lang = None) -> OwnPack:
        """Merge a pack file into the owner's pack."""
        return self.engine.import_pack(game, body.text, lang)

    @call("DELETE", "packs/{game}", "device", share="box", status=204)
    def forget_pack(self, game: str) -> None:
        """Delete the owner's pack of a game."""
        self.engine.delete_pack(game)

    # --- the owner's box -------------------------------------------------------------------------------

    @call("GET", "box/{game}", "device", share="box")
    def box(self, game: str, lang: Lang = None) -> BoxState:
        """Return the owner's box."""
        return self.engine.load_box(game, lang)

    @call("POST", "box/{game}/part", "device", share="box")
    def box_part(self, game: str, body: PartAnswer, lang: Lang = None) -> PartDraft:
        """Return a part of the box with the question that asks for its description."""
        return self.engine.preview_part(game, body.part, body.value, lang)

    @call("POST", "box/{game}/tell", "device", share="box")
    def tell_part(self, game: str, body: PartAnswer, lang: Lang = None) -> BoxUpdate:
        """Save the description of a part."""
        return self.engine.describe_part(game, body.part, body.value, lang)

    @call("POST", "box/{game}/check", "device", share="box")
    def check_part(self, game: str, body: PartCheck, lang: Lang = None) -> BoxUpdate:
        """Record whether a part has been compared with the printed original."""
        return self.engine.mark_part_checked(game, body.part, body.checked, lang)

    @call("POST", "box/{game}/forget", "device", share="box")
    def forget_part(self, game: str, body: PartReference, lang: Lang = None) -> BoxUpdate:
        """Remove the description of a part."""
        return self.engine.clear_part(game, body.part, lang)

    @call("POST", "box/{game}/describe", "device", share="box")
    def describe_pack(self, game: str, body: PackDescription, lang: Lang = None) -> BoxUpdate:
        """Change the name, edition, author, source and licence of the owner's pack."""
        lines = {name: value for name, value in asdict(body).items() if value is not None}
        return self.engine.update_pack_details(game, lines, lang)

    @call("POST", "box/{game}/undo", "device", share="box")
    def undo_box(self, game: str, lang: Lang = None) -> BoxUpdate:
        """Undo the last change to a box."""
        return self.engine.undo_box_change(game, lang)

    @call("POST", "box/{game}/share", "device", share="box")
    def share_parts(self, game: str, body: PartSelection, lang: Lang = None) -> SharedPack:
        """Return the pack, or some of its parts, as a file and as a code for a link."""
        return self.engine.share_parts(game, body.parts)

    @call("POST", "offers", "device", share="box")
    def offered_pack(self, body: ReceivedPack, lang: Lang = None) -> OfferedPack:
        """Compare another person's pack with the owner's pack, without importing anything."""
        return self.engine.preview_pack_import(body.text, lang)

    @call("POST", "offers/take", "device", share="box")
    def take_parts(self, body: PackImport, lang: Lang = None) -> BoxUpdate:
        """Import another person's pack."""
        return self.engine.import_parts(body.text, body.name, body.chosen, lang)

    # --- this installation -----------------------------------------------------------------------------

    @call("GET", "here", "guest", share="constants")
    def here(self, *, caller: Permissions = ALL_PERMISSIONS) -> Capabilities:
        """Return this device's rights and this installation's features."""
        return BROWSER_CAPABILITIES


# --- calls by name -----------------------------------------------------------------------------------------


def dispatch(api: Api, name: str, arguments: Mapping[str, Any]) -> Any:
    """Run a call by its name with arguments from JSON; files are bytes. Raise BadOptionError for wrong arguments."""
    kind: type = type(api)
    if find_declaration(kind, name) is None:
        raise NotFoundError(_("Unknown request: “{name}”.", name=Name(name)))
    parameters = {key: entry for key, entry in list_parameters(kind, name).items() if key != "caller"}
    for key, (_kind, parameter) in parameters.items():
        if parameter.default is parameter.empty and key not in arguments:
            raise BadOptionError(describe_missing_field(Name(key)))
    for key in arguments:
        if key not in parameters:
            raise BadOptionError(describe_unexpected_field(Name(key)))
    return getattr(api, name)(
        **{key: parse_value(parameters[key][0], value, [key]) for key, value in arguments.items()}
    )


def parse_json(text: str) -> Any:
    """Parse a JSON request. Raise BadOptionError, before parsing, if the text is too long or nested too deeply."""
    if len(text) > 2 * MAX_JOURNAL_LENGTH or exceeds_depth(text, MAX_DEPTH + 10):
        raise BadOptionError(_("This request is too long or nested too deeply."))
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise BadOptionError(describe_invalid_json()) from None


# --- refusals ----------------------------------------------------------------------------------------------

RefusalKind: TypeAlias = Literal["refused", "stale", "not there", "not kept"]


class Refusal(NamedTuple):
    """The reply to a refused call: a message, the suggested answer if any, and the new state if the game changed."""

    kind: RefusalKind
    message: str
    proposal: Json = None
    state: State | None = None


def build_refusal(error: RivalError, lang: str) -> Refusal:
    """Convert an error to a reply with a message in the requested language."""
    message = error.text.render(load_combined_catalogue(lang))
    match error:
        case StaleStateError():
            return Refusal("stale", message, state=error.state)
        case NotFoundError():
            return Refusal("not there", message)
        case StorageError() | BusyError():
            return Refusal("not kept", message)
        case DidYouMeanError():
            return Refusal("refused", message, error.answer)
    return Refusal("refused", message)
