"""All calls that a page makes: a server gives each one a path, and the page without a server calls them by name.

>>> from rival.engine import Engine
>>> page = Calls(Engine())
>>> called(page, "begin", {"said": {"game": "rolling-heights", "seed": 7}}).question.kind
'checklist'
>>> called(page, "begin", {"said": {"seed": 7}})
Traceback (most recent call last):
rival.kernel.errors.BadOption: The field “said.game” is missing.
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
from rival.engine.engine import Engine, catalogue
from rival.engine.files import parts, taken_in
from rival.engine.places import IN_THE_BROWSER, Here
from rival.engine.plays import LoggedPlay
from rival.engine.practice import PracticeState
from rival.engine.records import FinishedGame, Records, all_records, as_csv, summed_up
from rival.engine.refusals import Busy, NotKept, NotThere, Stale
from rival.engine.sent import (
    Amendment,
    Answer,
    Branch,
    Change,
    Correction,
    Description,
    DiceChange,
    InBetween,
    JournalText,
    NewGame,
    NewSample,
    PackReceived,
    PackSaid,
    PackTaken,
    PackText,
    PartAnswer,
    PartChecked,
    PartNamed,
    PartsNamed,
    Practice,
    Rewind,
    Whole,
    Within,
    missing,
    not_json,
    read,
    unexpected,
)
from rival.engine.states import (
    AmendedGame,
    Chapter,
    Curve,
    Moved,
    OpponentOffer,
    OwnPack,
    ParView,
    RuleBook,
    State,
    Summary,
    Taken,
    TrackedValue,
)
from rival.kernel import BadOption, Json, Name, Proposal, RivalError, _
from rival.kernel.journal import DEEPEST, LONGEST
from rival.kernel.nesting import nested_deeper
from rival.kernel.question import Line, Question

Lang: TypeAlias = str | None
PartNumber: TypeAlias = Annotated[int, Within(1, 10_000)]


@dataclass(frozen=True, slots=True)
class NotTaken:
    """A file that was not imported, and the reason."""

    file: str
    message: str


@dataclass(frozen=True, slots=True)
class TakenIn:
    """The imported games, and the files that were not imported."""

    games: list[State]
    problems: list[NotTaken]


class ExportedPart(NamedTuple):
    """A zip of games, and whether more zips follow."""

    file: bytes
    more: bool


class Calls:
    """The calls of the page. A subclass for another installation overrides ``here``."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    # --- opponents -------------------------------------------------------------------------------------

    def opponents(self, lang: Lang = None) -> list[OpponentOffer]:
        """Return every opponent that can be played, with its options."""
        return self.engine.opponents(lang)

    def rules(self, game: str) -> RuleBook:
        """Return the rules catalogue of an opponent."""
        return self.engine.rules(game)

    def art(self, game: str) -> Art:
        """Return the opponent's own drawings."""
        return self.engine.art(game)

    # --- games -----------------------------------------------------------------------------------------

    def games(self, lang: Lang = None) -> list[Summary]:
        """Return every game, the last played first."""
        return self.engine.games(lang)

    def begin(self, said: NewGame, lang: Lang = None) -> State:
        """Begin a new game and return its state."""
        wanted = {name: getattr(said, name) for name in ("seed", "options", "dice", "pack", "own_pack", "name")}
        return self.engine.begin(said.game, lang=said.lang or lang, **wanted)

    def sample(self, said: NewSample, lang: Lang = None) -> State:
        """Return a finished sample game to watch."""
        return self.engine.sample(said.game, said.seed, said.lang or lang)

    def practice(self, said: Practice, lang: Lang = None) -> PracticeState:
        """Return the player's side of a sample table after the moves of the request."""
        return self.engine.practice(
            said.game, said.moves, seed=said.seed, options=said.options, lang=lang, since=said.since
        )

    def state(self, id: str, lang: Lang = None, since: Whole = 0) -> State:
        """Return the current state of a game."""
        return self.engine.state(id, lang, since)

    def past(self, id: str, position: int, lang: Lang = None, since: Whole = 0) -> State:
        """Return the state of a game after ``position`` answers."""
        return self.engine.past(id, position, lang, since)

    def tracked(self, id: str, lang: Lang = None) -> list[TrackedValue]:
        """Return every value that can be corrected."""
        return self.engine.tracked(id, lang)

    def inquiries(self, id: str, lang: Lang = None) -> list[Question]:
        """Return the questions that a player may ask at any time without changing the game."""
        return self.engine.inquiries(id, lang)

    def inquire(self, id: str, said: InBetween, lang: Lang = None) -> Line:
        """Return the reply to an inquiry."""
        return self.engine.inquire(id, said.name, said.value, lang)

    def course(self, id: str, lang: Lang = None) -> list[Curve]:
        """Return every charted number that changed during the game."""
        return self.engine.course(id, lang)

    def play(self, id: str, lang: Lang = None) -> LoggedPlay | None:
        """Return a finished game for a play log."""
        return self.engine.play(id, lang)

    def chapters(self, id: str, lang: Lang = None) -> list[Chapter]:
        """Return the rounds of the game with their headings."""
        return self.engine.chapters(id, lang)

    def par(self, id: str, lang: Lang = None) -> ParView | None:
        """Compare the opponent's score with many sample games."""
        return self.engine.par(id, lang)

    # --- changes ---------------------------------------------------------------------------------------

    def foresee(self, id: str, said: Answer, lang: Lang = None) -> State:
        """Return the state after an answer, without applying the answer."""
        return self.engine.foresee(id, said.at, said.value, lang, said.since)

    def answer(self, id: str, said: Answer, lang: Lang = None) -> State:
        """Answer the open question."""
        return self.engine.answer(id, said.at, said.value, lang, said.since)

    def correct(self, id: str, said: Correction, lang: Lang = None) -> AmendedGame:
        """Correct a tracked value."""
        return self.engine.correct(id, said.at, said.path, said.value, lang, said.since, said.drop)

    def take_over(self, id: str, said: Change, lang: Lang = None) -> State:
        """Apply the owner's current box to a game."""
        return self.engine.take_over(id, said.at, lang, said.since)

    def dice(self, id: str, said: DiceChange, lang: Lang = None) -> State:
        """Change who rolls dice and draws cards from now on."""
        return self.engine.dice(id, said.at, said.dice, lang, said.since)

    def undo(self, id: str, said: Change, lang: Lang = None) -> Moved:
        """Undo the last answer."""
        return self.engine.undo(id, said.at, lang, said.since)

    def redo(self, id: str, said: Change, lang: Lang = None) -> Moved:
        """Redo the answer that was undone last."""
        return self.engine.redo(id, said.at, lang, said.since)

    def rewind(self, id: str, said: Rewind, lang: Lang = None) -> Moved:
        """Go to a position of the game."""
        return self.engine.rewind(id, said.at, said.position, lang, said.since, said.start)

    def amend(self, id: str, said: Amendment, lang: Lang = None) -> AmendedGame:
        """Replace the answer at a position."""
        return self.engine.amend(id, said.at, said.position, said.value, lang, said.drop)

    def former(self, id: str, said: Change, lang: Lang = None) -> AmendedGame:
        """Return to the course of the game that was left last."""
        return self.engine.restore_former(id, said.at, lang)

    # --- what is said of games, copies, deleting with a way back ---------------------------------------

    def describe(self, id: str, said: Description, lang: Lang = None) -> Summary:
        """Change the name, note, colours or archive mark of a game."""
        changes = {name: value for name, value in asdict(said).items() if value is not None}
        return self.engine.describe(id, changes, lang)

    def duplicate(self, id: str, lang: Lang = None) -> State:
        """Store a copy of a game."""
        return self.engine.duplicate(id, lang)

    def branch(self, id: str, said: Branch, lang: Lang = None) -> State:
        """Store a new game that begins with the first entries of this one."""
        return self.engine.branch(id, said.position, lang)

    def remove(self, id: str) -> None:
        """Mark a game as deleted; it can be restored."""
        self.engine.delete(id)

    def deleted(self, lang: Lang = None) -> list[Summary]:
        """Return every deleted game."""
        return self.engine.games(lang, deleted=True)

    def restore(self, id: str, lang: Lang = None) -> Summary:
        """Restore a deleted game."""
        return self.engine.restore(id, lang)

    def purge(self, id: str) -> None:
        """Delete a game permanently that is marked as deleted."""
        self.engine.purge(id)

    # --- files and records -----------------------------------------------------------------------------

    def journal(self, id: str) -> str:
        """Return the journal of a game as text."""
        return self.engine.journal(id)

    def load(self, said: JournalText, lang: Lang = None) -> State:
        """Store the game of a journal as a new one."""
        return self.engine.load(said.text, lang)

    def take(self, said: JournalText, lang: Lang = None) -> Taken:
        """Import the journal of a game from another installation, without duplicating it."""
        return self.engine.take(said.text, lang)

    def exported(self, part: PartNumber = 1) -> ExportedPart:
        """Return one zip of an export of all games; every zip can be imported on its own."""
        found = list(islice(parts(self.engine), part - 1, part + 1))
        if not found:
            raise NotThere(_("This export has no part {n}.", n=part))
        return ExportedPart(found[0], len(found) > 1)

    def take_in(self, file: bytes, lang: Lang = None) -> TakenIn:
        """Import every journal of a zip file."""
        states, refused = taken_in(self.engine, file)
        words = catalogue(lang or "en")
        return TakenIn(states, [NotTaken(one.file, one.message.text.render(words)) for one in refused])

    def finished(self, samples: bool = False, lang: Lang = None) -> list[FinishedGame]:
        """Return every finished game."""
        return all_records(self.engine.shelf, samples, lang or "en")

    def records(self, samples: bool = False, lang: Lang = None) -> Records:
        """Return statistics of the finished games."""
        return summed_up(self.finished(samples, lang))

    def records_file(self, kind: Literal["csv", "json"], samples: bool = False, lang: Lang = None) -> str:
        """Return every finished game as CSV for a spreadsheet, or as JSON."""
        found = self.finished(samples, lang)
        return as_csv(found) if kind == "csv" else json.dumps([asdict(one) for one in found], ensure_ascii=False)

    # --- the owner's packs -----------------------------------------------------------------------------

    def pack(self, game: str, lang: Lang = None) -> OwnPack:
        """Return whether the owner has a pack for this game, and the remarks about it."""
        return self.engine.pack(game, lang)

    def pack_file(self, game: str, lang: Lang = None) -> str:
        """Return the owner's pack as the text of a file."""
        return self.engine.pack_text(game)

    def take_pack(self, game: str, said: PackText, lang: Lang = None) -> OwnPack:
        """Merge the pack of a file into the owner's pack."""
        return self.engine.take_pack(game, said.text, lang)

    def forget_pack(self, game: str) -> None:
        """Delete the owner's pack of a game."""
        self.engine.forget_pack(game)

    # --- the owner's box -------------------------------------------------------------------------------

    def box(self, game: str, lang: Lang = None) -> BoxState:
        """Return the owner's box."""
        return self.engine.box(game, lang)

    def box_part(self, game: str, said: PartAnswer, lang: Lang = None) -> PartDraft:
        """Return a part of the box with the question that describes it."""
        return self.engine.box_part(game, said.part, said.value, lang)

    def tell_part(self, game: str, said: PartAnswer, lang: Lang = None) -> BoxState:
        """Save the description of a part."""
        return self.engine.tell_part(game, said.part, said.value, lang)

    def check_part(self, game: str, said: PartChecked, lang: Lang = None) -> BoxState:
        """Mark whether a part was compared with the printed original."""
        return self.engine.check_part(game, said.part, said.checked, lang)

    def forget_part(self, game: str, said: PartNamed, lang: Lang = None) -> BoxState:
        """Remove the description of a part."""
        return self.engine.forget_part(game, said.part, lang)

    def describe_pack(self, game: str, said: PackSaid, lang: Lang = None) -> BoxState:
        """Change the name, edition, author, source and licence of the owner's pack."""
        lines = {name: value for name, value in asdict(said).items() if value is not None}
        return self.engine.describe_pack(game, lines, lang)

    def undo_box(self, game: str, lang: Lang = None) -> BoxState:
        """Undo the last change of a box."""
        return self.engine.undo_box(game, lang)

    def share_parts(self, game: str, said: PartsNamed, lang: Lang = None) -> SharedPack:
        """Return the pack, or some of its parts, as a file and as a code for a link."""
        return self.engine.share_parts(game, said.parts)

    def offered_pack(self, said: PackReceived, lang: Lang = None) -> OfferedPack:
        """Compare another person's pack with the owner's, without importing it."""
        return self.engine.offered_pack(said.text, lang)

    def take_parts(self, said: PackTaken, lang: Lang = None) -> BoxState:
        """Import another person's pack."""
        return self.engine.take_parts(said.text, said.name, said.chosen, lang)

    # --- where this is ---------------------------------------------------------------------------------

    def here(self) -> Here:
        """Return the rights of this device and the features of this installation."""
        return IN_THE_BROWSER


# --- by name -----------------------------------------------------------------------------------------------


@cache
def wanted(name: str) -> Mapping[str, tuple[Any, bool]] | None:
    """Return the type of each parameter of a call, and whether it is required; None for an unknown call."""
    call = None if name.startswith("_") else getattr(Calls, name, None)
    if not inspect.isfunction(call):
        return None
    hints = get_type_hints(call, include_extras=True)
    given = list(inspect.signature(call).parameters.values())[1:]
    return {one.name: (hints[one.name], one.default is one.empty) for one in given}


def called(calls: Calls, name: str, arguments: Mapping[str, Any]) -> Any:
    """Run a call by its name with arguments from JSON; files are bytes. Raise BadOption for wrong arguments."""
    kinds = wanted(name)
    if kinds is None:
        raise NotThere(_("Unknown request: “{name}”.", name=Name(name)))
    for one, (_kind, needed) in kinds.items():
        if needed and one not in arguments:
            raise BadOption(missing(Name(one)))
    for one in arguments:
        if one not in kinds:
            raise BadOption(unexpected(Name(one)))
    return getattr(calls, name)(**{one: read(kinds[one][0], value, [one]) for one, value in arguments.items()})


def from_json(text: str) -> Any:
    """Parse a request; raise BadOption before parsing if it is too long or nested too deeply."""
    if len(text) > 2 * LONGEST or nested_deeper(text, DEEPEST + 10):
        raise BadOption(_("This request is too long or nested too deeply."))
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise BadOption(not_json()) from None


# --- what went wrong ---------------------------------------------------------------------------------------

Kind: TypeAlias = Literal["refused", "stale", "not there", "not kept"]


class Refusal(NamedTuple):
    """The reply to a refused call: a message, the suggested answer if there is one, and the state of a changed game."""

    kind: Kind
    message: str
    proposal: Json = None
    state: State | None = None


def refusal(error: RivalError, lang: str) -> Refusal:
    """Convert an error to a reply with a message in the requested language."""
    message = error.text.render(catalogue(lang))
    match error:
        case Stale():
            return Refusal("stale", message, state=error.state)
        case NotThere():
            return Refusal("not there", message)
        case NotKept() | Busy():
            return Refusal("not kept", message)
        case Proposal():
            return Refusal("refused", message, error.answer)
    return Refusal("refused", message)
