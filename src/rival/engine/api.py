"""All calls that a page makes: a server gives each one a path, and the page without a server calls them by name.

>>> from rival.engine import Engine
>>> page = Api(Engine())
>>> dispatch(page, "begin", {"said": {"game": "rolling-heights", "seed": 7}}).question.kind
'checklist'
>>> dispatch(page, "begin", {"said": {"seed": 7}})
Traceback (most recent call last):
rival.kernel.errors.BadOptionError: The field “said.game” is missing.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from itertools import islice
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, get_type_hints

from rival.engine.art import Art
from rival.engine.boxes import BoxState, OfferedPack, PartDraft, SharedPack
from rival.engine.capabilities import BROWSER_CAPABILITIES, Capabilities
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
    """A zip of games, and whether more zips follow."""

    file: bytes
    more: bool


class Api:
    """The calls of the page. A subclass for another installation overrides ``here``."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    # --- opponents -------------------------------------------------------------------------------------

    def opponents(self, lang: Lang = None) -> list[OpponentOffer]:
        """Return every opponent that can be played, with its options."""
        return self.engine.list_opponents(lang)

    def rules(self, game: str) -> RuleBook:
        """Return the rules catalogue of an opponent."""
        return self.engine.load_rules(game)

    def art(self, game: str) -> Art:
        """Return the opponent's own drawings."""
        return self.engine.load_art(game)

    # --- games -----------------------------------------------------------------------------------------

    def games(self, lang: Lang = None) -> list[Summary]:
        """Return every game, the last played first."""
        return self.engine.list_games(lang)

    def begin(self, said: NewGame, lang: Lang = None) -> State:
        """Begin a new game and return its state."""
        settings = {name: getattr(said, name) for name in ("seed", "options", "dice", "pack", "own_pack", "name")}
        return self.engine.begin_game(said.game, lang=said.lang or lang, **settings)

    def sample(self, said: NewSample, lang: Lang = None) -> State:
        """Return a finished sample game to watch."""
        return self.engine.open_sample(said.game, said.seed, said.lang or lang)

    def practice(self, said: PracticeRequest, lang: Lang = None) -> PracticeState:
        """Return the player's side of a sample table after the moves of the request."""
        return self.engine.load_practice_state(
            said.game, said.moves, seed=said.seed, options=said.options, lang=lang, since=said.since
        )

    def state(self, id: str, lang: Lang = None, since: WholeNumber = 0) -> State:
        """Return the current state of a game."""
        return self.engine.load_state(id, lang, since)

    def past(self, id: str, position: int, lang: Lang = None, since: WholeNumber = 0) -> State:
        """Return the state of a game after ``position`` answers."""
        return self.engine.load_past_state(id, position, lang, since)

    def corrections(self, id: str, position: int, lang: Lang = None) -> list[TableCorrection]:
        """Return what to move on the table if the game goes back to ``position``."""
        return self.engine.list_undo_corrections(id, position, lang)

    def tracked(self, id: str, lang: Lang = None) -> list[TrackedValue]:
        """Return every value that can be corrected."""
        return self.engine.list_tracked_values(id, lang)

    def inquiries(self, id: str, lang: Lang = None) -> list[Question]:
        """Return the questions that a player may ask at any time without changing the game."""
        return self.engine.list_inquiries(id, lang)

    def inquire(self, id: str, said: InquiryRequest, lang: Lang = None) -> ReasonLine:
        """Return the reply to an inquiry."""
        return self.engine.answer_inquiry(id, said.name, said.value, lang)

    def course(self, id: str, lang: Lang = None) -> list[Curve]:
        """Return every charted number that changed during the game."""
        return self.engine.list_curves(id, lang)

    def play(self, id: str, lang: Lang = None) -> PlayLogEntry | None:
        """Return a finished game for a play log."""
        return self.engine.export_play(id, lang)

    def chapters(self, id: str, lang: Lang = None) -> list[Chapter]:
        """Return the rounds of the game with their headings."""
        return self.engine.list_chapters(id, lang)

    def par(self, id: str, lang: Lang = None) -> SampleComparison | None:
        """Compare the opponent's score with many sample games."""
        return self.engine.compare_with_sample_games(id, lang)

    # --- changes ---------------------------------------------------------------------------------------

    def foresee(self, id: str, said: Answer, lang: Lang = None) -> State:
        """Return the state after an answer, without applying the answer."""
        return self.engine.preview_answer(id, said.at, said.value, lang, said.since)

    def answer(self, id: str, said: Answer, lang: Lang = None) -> State:
        """Answer the open question."""
        return self.engine.answer(id, said.at, said.value, lang, said.since)

    def correct(self, id: str, said: Correction, lang: Lang = None) -> AmendedGame:
        """Correct a tracked value."""
        return self.engine.correct_value(id, said.at, said.path, said.value, lang, said.since, said.drop)

    def take_over(self, id: str, said: Change, lang: Lang = None) -> State:
        """Apply the owner's current box to a game."""
        return self.engine.apply_box(id, said.at, lang, said.since)

    def dice(self, id: str, said: DiceChange, lang: Lang = None) -> State:
        """Change who rolls dice and draws cards from now on."""
        return self.engine.use_dice(id, said.at, said.dice, lang, said.since)

    def undo(self, id: str, said: Change, lang: Lang = None) -> RewoundGame:
        """Undo the last answer."""
        return self.engine.undo(id, said.at, lang, said.since)

    def redo(self, id: str, said: Change, lang: Lang = None) -> RewoundGame:
        """Redo the answer that was undone last."""
        return self.engine.redo(id, said.at, lang, said.since)

    def rewind(self, id: str, said: Rewind, lang: Lang = None) -> RewoundGame:
        """Go to a position of the game."""
        return self.engine.rewind(id, said.at, said.position, lang, said.since, said.start)

    def amend(self, id: str, said: Amendment, lang: Lang = None) -> AmendedGame:
        """Replace the answer at a position."""
        return self.engine.replace_answer(id, said.at, said.position, said.value, lang, said.drop)

    def former(self, id: str, said: Change, lang: Lang = None) -> AmendedGame:
        """Return to the course of the game that was left last."""
        return self.engine.restore_former_course(id, said.at, lang)

    # --- what is said of games, copies, deleting with a way back ---------------------------------------

    def describe(self, id: str, said: Description, lang: Lang = None) -> Summary:
        """Change the name, note, colours or archive mark of a game."""
        changes = {name: value for name, value in asdict(said).items() if value is not None}
        return self.engine.update_details(id, changes, lang)

    def duplicate(self, id: str, lang: Lang = None) -> State:
        """Store a copy of a game."""
        return self.engine.duplicate_game(id, lang)

    def branch(self, id: str, said: Branch, lang: Lang = None) -> State:
        """Store a new game that begins with the first entries of this one."""
        return self.engine.branch_game(id, said.position, lang)

    def remove(self, id: str) -> None:
        """Mark a game as deleted; it can be restored."""
        self.engine.delete_game(id)

    def deleted(self, lang: Lang = None) -> list[Summary]:
        """Return every deleted game."""
        return self.engine.list_games(lang, deleted=True)

    def restore(self, id: str, lang: Lang = None) -> Summary:
        """Restore a deleted game."""
        return self.engine.restore_game(id, lang)

    def purge(self, id: str) -> None:
        """Delete a game permanently that is marked as deleted."""
        self.engine.purge_game(id)

    # --- files and records -----------------------------------------------------------------------------

    def journal(self, id: str) -> str:
        """Return the journal of a game as text."""
        return self.engine.export_journal(id)

    def load(self, said: JournalText, lang: Lang = None) -> State:
        """Store the game of a journal as a new one."""
        return self.engine.load_journal(said.text, lang)

    def take(self, said: JournalText, lang: Lang = None) -> ImportedGame:
        """Import the journal of a game from another installation, without duplicating it."""
        return self.engine.import_journal(said.text, lang)

    def exported(self, part: ExportPartNumber = 1) -> ExportedZip:
        """Return one zip of an export of all games; every zip can be imported on its own."""
        zips = list(islice(export_zips(self.engine), part - 1, part + 1))
        if not zips:
            raise NotFoundError(_("This exported game has no part {n}.", n=part))
        return ExportedZip(zips[0], len(zips) > 1)

    def take_in(self, file: bytes, lang: Lang = None) -> ImportedGames:
        """Import every journal of a zip file."""
        states, rejected = import_zip(self.engine, file)
        texts = load_combined_catalogue(lang or "en")
        return ImportedGames(
            states, [RejectedFile(journal.file, journal.message.text.render(texts)) for journal in rejected]
        )

    def finished(self, samples: bool = False, lang: Lang = None) -> list[FinishedGame]:
        """Return every finished game."""
        return load_finished_games(self.engine.repository, samples, lang or "en")

    def records(self, samples: bool = False, lang: Lang = None) -> GameStatistics:
        """Return statistics of the finished games."""
        return build_statistics(self.finished(samples, lang))

    def records_file(self, kind: Literal["csv", "json"], samples: bool = False, lang: Lang = None) -> str:
        """Return every finished game as CSV for a spreadsheet, or as JSON."""
        games = self.finished(samples, lang)
        return export_csv(games) if kind == "csv" else json.dumps([asdict(game) for game in games], ensure_ascii=False)

    # --- the owner's packs -----------------------------------------------------------------------------

    def pack(self, game: str, lang: Lang = None) -> OwnPack:
        """Return whether the owner has a pack for this game, and the remarks about it."""
        return self.engine.inspect_pack(game, lang)

    def pack_file(self, game: str, lang: Lang = None) -> str:
        """Return the owner's pack as the text of a file."""
        return self.engine.export_pack(game)

    def take_pack(self, game: str, said: PackText, lang: Lang = None) -> OwnPack:
        """Merge the pack of a file into the owner's pack."""
        return self.engine.import_pack(game, said.text, lang)

    def forget_pack(self, game: str) -> None:
        """Delete the owner's pack of a game."""
        self.engine.delete_pack(game)

    # --- the owner's box -------------------------------------------------------------------------------

    def box(self, game: str, lang: Lang = None) -> BoxState:
        """Return the owner's box."""
        return self.engine.load_box(game, lang)

    def box_part(self, game: str, said: PartAnswer, lang: Lang = None) -> PartDraft:
        """Return a part of the box with the question that describes it."""
        return self.engine.preview_part(game, said.part, said.value, lang)

    def tell_part(self, game: str, said: PartAnswer, lang: Lang = None) -> BoxState:
        """Save the description of a part."""
        return self.engine.describe_part(game, said.part, said.value, lang)

    def check_part(self, game: str, said: PartCheck, lang: Lang = None) -> BoxState:
        """Mark whether a part was compared with the printed original."""
        return self.engine.mark_part_checked(game, said.part, said.checked, lang)

    def forget_part(self, game: str, said: PartReference, lang: Lang = None) -> BoxState:
        """Remove the description of a part."""
        return self.engine.clear_part(game, said.part, lang)

    def describe_pack(self, game: str, said: PackDescription, lang: Lang = None) -> BoxState:
        """Change the name, edition, author, source and licence of the owner's pack."""
        lines = {name: value for name, value in asdict(said).items() if value is not None}
        return self.engine.update_pack_details(game, lines, lang)

    def undo_box(self, game: str, lang: Lang = None) -> BoxState:
        """Undo the last change of a box."""
        return self.engine.undo_box_change(game, lang)

    def share_parts(self, game: str, said: PartSelection, lang: Lang = None) -> SharedPack:
        """Return the pack, or some of its parts, as a file and as a code for a link."""
        return self.engine.share_parts(game, said.parts)

    def offered_pack(self, said: ReceivedPack, lang: Lang = None) -> OfferedPack:
        """Compare another person's pack with the owner's, without importing it."""
        return self.engine.preview_pack_import(said.text, lang)

    def take_parts(self, said: PackImport, lang: Lang = None) -> BoxState:
        """Import another person's pack."""
        return self.engine.import_parts(said.text, said.name, said.chosen, lang)

    # --- where this is ---------------------------------------------------------------------------------

    def here(self) -> Capabilities:
        """Return the rights of this device and the features of this installation."""
        return BROWSER_CAPABILITIES


# --- by name -----------------------------------------------------------------------------------------------


@cache
def read_parameters(name: str) -> Mapping[str, tuple[Any, bool]] | None:
    """Return the type of each parameter of a call, and whether it is required; None for an unknown call."""
    call = None if name.startswith("_") else getattr(Api, name, None)
    if not inspect.isfunction(call):
        return None
    hints = get_type_hints(call, include_extras=True)
    parameters = list(inspect.signature(call).parameters.values())[1:]
    return {parameter.name: (hints[parameter.name], parameter.default is parameter.empty) for parameter in parameters}


def dispatch(api: Api, name: str, arguments: Mapping[str, Any]) -> Any:
    """Run a call by its name with arguments from JSON; files are bytes. Raise BadOptionError for wrong arguments."""
    parameters = read_parameters(name)
    if parameters is None:
        raise NotFoundError(_("Unknown request: “{name}”.", name=Name(name)))
    for parameter, (_kind, is_required) in parameters.items():
        if is_required and parameter not in arguments:
            raise BadOptionError(describe_missing_field(Name(parameter)))
    for parameter in arguments:
        if parameter not in parameters:
            raise BadOptionError(describe_unexpected_field(Name(parameter)))
    return getattr(api, name)(
        **{
            parameter: parse_value(parameters[parameter][0], value, [parameter])
            for parameter, value in arguments.items()
        }
    )


def parse_json(text: str) -> Any:
    """Parse a request; raise BadOptionError before parsing if it is too long or nested too deeply."""
    if len(text) > 2 * MAX_JOURNAL_LENGTH or exceeds_depth(text, MAX_DEPTH + 10):
        raise BadOptionError(_("This request is too long or nested too deeply."))
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise BadOptionError(describe_invalid_json()) from None


# --- what went wrong ---------------------------------------------------------------------------------------

RefusalKind: TypeAlias = Literal["refused", "stale", "not there", "not kept"]


class Refusal(NamedTuple):
    """The reply to a refused call: a message, the suggested answer if there is one, and the state of a changed game."""

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
