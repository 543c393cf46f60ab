"""Responses for a page: games as plain data, in one language."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import Any, Literal, TypeVar, cast

from rival.engine.capabilities import SAMPLE_PREFIX
from rival.engine.packs import is_own_pack
from rival.kernel import (
    BadOptionError,
    BrokenOpponentError,
    Entry,
    Journal,
    Json,
    Opponent,
    Question,
    ReasonLine,
    Session,
    UndoInstruction,
    can_practice,
    load_opponent,
    percentiles,
    take_snapshot,
)
from rival.kernel import journal as journals
from rival.kernel.journal import DiceMode
from rival.kernel.question import OptionText, describe_answer_type
from rival.kernel.rendered_views import HighlightView, RenderedView, SpotView, get_view_layout, list_spots, render_spots
from rival.kernel.rule_catalogue import RuleCatalogue, RuleKind
from rival.kernel.session import validate_language
from rival.kernel.steps import EntryKind
from rival.kernel.texts import LANGUAGES, Catalogue, JoinedText, deserialize_text, serialize_text
from rival.kernel.transcript import ActEntry

MAX_ENTRIES_WITH_SPOTS = 40
"""Number of latest entries whose ``shows`` is filled; that is more than a turn has."""
MAX_NAME_LENGTH = 80
MAX_NOTE_LENGTH = 4000

# --- responses ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpponentLabel:
    """An opponent's labels in one language."""

    id: str
    name: str
    game: str


@dataclass(frozen=True, slots=True)
class GameDetails:
    """Details of a game that its owner can edit: the name, a note, the two sides' colours, and the archive mark."""

    name: str = ""
    note: str = ""
    own_colour: str = ""
    their_colour: str = ""
    archived: bool = False


@dataclass(frozen=True, slots=True)
class SettingValue:
    """One value of a setting."""

    value: Json
    label: str


@dataclass(frozen=True, slots=True)
class SettingOffer:
    """An option of a game: a difficulty if ``difficulty`` is true, otherwise a ruling.

    The first value is the default.
    """

    name: str
    label: str
    cites: tuple[str, ...]
    values: tuple[SettingValue, ...]
    difficulty: bool


@dataclass(frozen=True, slots=True)
class OpponentOffer:
    """An opponent that can be played."""

    id: str
    name: str
    game: str
    settings: tuple[SettingOffer, ...]
    levels: Mapping[str, str]
    """Labels of the levels that a result can have."""
    practice: bool
    """Whether a person can play the player's side of its sample table."""
    rolls: bool
    """Whether the game ever rolls dice or draws cards."""
    problem: str | None = None
    """Why it can't be played: its package has an error."""


@dataclass(frozen=True, slots=True)
class RuleText:
    """One rule, in every language."""

    id: str
    kind: RuleKind
    section: str
    where: Mapping[str, str]
    text: Mapping[str, str]
    option: str | None


@dataclass(frozen=True, slots=True)
class RuleBook:
    """The rules catalogue of an opponent, in the order of the rulebook."""

    sections: Mapping[str, Mapping[str, str]]
    rules: tuple[RuleText, ...]


@dataclass(frozen=True, slots=True)
class EntryView:
    """An entry of the transcript with its index, its position in the game, and its round.

    ``unless`` is the correction for an assumption of this step: a path and a label. ``shows`` has the spots and the
    moved pieces of the step. ``told`` is true if the previous question already described this step. ``act`` is the
    index of the entry's act.
    """

    index: int
    kind: EntryKind
    text: str
    cites: tuple[str, ...]
    because: tuple[ReasonLine, ...]
    who: str
    at: int
    round: int
    about: Mapping[str, Json]
    unless: OptionText | None
    shows: HighlightView | None
    told: bool
    act: int | None


@dataclass(frozen=True, slots=True)
class ScoreSourceView:
    """A source of points in the final scores: its label, and each side's points, where known."""

    label: str
    scores: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game, with the reached level and its label if the opponent has levels.

    ``sources`` breaks the scores down, for the same sides.
    """

    text: str
    scores: Mapping[str, int]
    winner: str | None
    level: str | None
    level_words: str
    cites: tuple[str, ...]
    sources: tuple[ScoreSourceView, ...]


@dataclass(frozen=True, slots=True)
class TrackedValue:
    """A value that can be corrected; ``field`` is the question for the new value."""

    path: str
    label: str
    value: Json
    field: Question


@dataclass(frozen=True, slots=True)
class ViewChange:
    """A change to a view: the changed spots, the title and the note."""

    view: str
    title: str
    note: str
    spots: tuple[SpotView, ...]


@dataclass(frozen=True, slots=True)
class State:
    """The current or a past state of a game, with everything that a page shows; for a past state ``live`` is false.

    ``entries`` has the entries from index ``since`` on; ``length`` counts all entries. ``views`` has pictures of the
    table, and ``laid`` the ids of all views in order. A page that has the previous state gets only the changed views,
    or only the ``changes`` in them. ``heading`` describes the situation in the game; ``figure`` is the number that is
    always shown. ``before`` is the undone answer to the open question or, in a past state, the answer that was given.
    ``stopped`` says why a game that was played under earlier rules can be shown only up to this point. Such a game
    can't be continued, only branched. ``own_pack`` is true if the game began with the owner's pack, ``can_ask`` if
    there are inquiries. ``along`` has corrections that can be entered together with a step: one question each, whose
    key is the path of the correction. ``acts`` has the acts that contain the entries. ``pinned`` has the ids of the
    views that the player needs to see in the player's own turn. ``former`` is the number of answers that can be
    restored after the last change.
    """

    id: str
    game: str
    name: str
    note: str
    own_colour: str
    their_colour: str
    archived: bool
    stopped: str | None
    opponent: OpponentLabel
    lang: str
    dice: DiceMode
    seed: int
    options: Mapping[str, Json]
    sample: bool
    own_pack: bool
    live: bool
    at: int
    position: int
    round: int
    can_undo: bool
    can_redo: bool
    can_ask: bool
    over: bool
    result: Outcome | None
    question: Question | None
    along: tuple[Question, ...]
    before: Json
    former: int
    length: int
    entries: tuple[EntryView, ...]
    acts: tuple[ActEntry, ...]
    heading: tuple[str, ...]
    figure: SpotView | None
    laid: tuple[str, ...]
    pinned: tuple[str, ...]
    views: tuple[RenderedView, ...]
    changes: tuple[ViewChange, ...]


@dataclass(frozen=True, slots=True)
class PackDifference:
    """A part that the owner's pack and another pack describe differently, as text."""

    where: str
    mine: str
    theirs: str


@dataclass(frozen=True, slots=True)
class OwnPack:
    """Information about the owner's pack: whether there is one, remarks, and contradictions with an imported pack."""

    there: bool
    notes: tuple[str, ...] = ()
    differs: tuple[PackDifference, ...] = ()


@dataclass(frozen=True, slots=True)
class TableCorrection:
    """A correction to make on the physical table.

    If ``reported`` is true, the player only reported this value, so nothing needs to be moved.
    """

    path: str
    text: str
    reported: bool


@dataclass(frozen=True, slots=True)
class RewoundGame:
    """The state after undo, redo or rewind, and the corrections to make on the physical table."""

    state: State
    repairs: tuple[TableCorrection, ...]


@dataclass(frozen=True, slots=True)
class AmendedGame(RewoundGame):
    """The state after a change to an earlier answer or to a value. ``text`` describes the effect on later answers.

    ``dropped`` is the number of answers that no longer fit. If answers would be dropped and the request did not allow
    this, ``done`` is false and nothing was changed. ``saved`` names the parts that were also corrected in the owner's
    box.
    """

    text: str
    dropped: int = 0
    done: bool = True
    saved: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """The result of an import.

    ``how`` says whether the game is new, was already here, was continued, or had been continued differently in both
    copies ("forked"). For a forked game both copies are kept, and ``fork`` is the number of lines that they share.
    """

    state: State
    how: Literal["new", "same", "longer", "forked"]
    fork: int | None = None


@dataclass(frozen=True, slots=True)
class Summary:
    """A game's row in the list. ``problem`` says why the game can't be opened, or can be opened only in part.

    ``heading`` describes the situation in the game; ``figure`` is the most important number, as text.
    """

    id: str
    played: int
    name: str = ""
    note: str = ""
    own_colour: str = ""
    their_colour: str = ""
    archived: bool = False
    opponent: OpponentLabel | None = None
    sample: bool = False
    position: int = 0
    over: bool = False
    result: str | None = None
    next: str | None = None
    problem: str | None = None
    heading: tuple[str, ...] = ()
    figure: str | None = None


@dataclass(frozen=True, slots=True)
class PercentileBand:
    """Score thresholds after a round. The k-th threshold is the lowest score that beats k out of 10 sample games."""

    round: int
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SampleComparison:
    """The opponent's score compared with sample games: as text, and round by round.

    ``course`` has the opponent's score after each round of this game; ``score`` is the final score.
    """

    text: str | None
    ahead: int | None
    games: int
    bands: tuple[PercentileBand, ...]
    final: tuple[int, ...]
    course: tuple[tuple[int, int], ...]
    score: int | None
    by_turns: bool


@dataclass(frozen=True, slots=True)
class Curve:
    """A curve on a chart: a (position, value) pair for each change during the game."""

    path: str
    label: str
    points: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A round of a game's history, with its heading."""

    round: int
    heading: str


ResultT = TypeVar("ResultT")

# --- from sessions to plain data ---------------------------------------------------------------------------


def build_state(
    id: str,
    session: Session,
    details: GameDetails,
    since: int = 0,
    live: bool = True,
    at: int | None = None,
    seen_views: Sequence[RenderedView] = (),
) -> State:
    """Return the state of a game; views that the page already has are omitted or reduced to changes."""
    journal = session.journal
    is_frozen = not live or id.startswith(SAMPLE_PREFIX) or session.stop_reason is not None
    transcript, since = session.transcript, max(0, since)
    first_index_with_spots = len(transcript) - MAX_ENTRIES_WITH_SPOTS
    opponent, question_key = session.opponent, session.open_ask.key if session.open_ask else ""
    views = session.views
    figure = opponent.make_headline_score(session.table)
    return State(
        id=id,
        game=opponent.id,
        name=details.name,
        note=details.note,
        own_colour=details.own_colour,
        their_colour=details.their_colour,
        archived=details.archived,
        stopped=session.render(session.stop_reason) if session.stop_reason else None,
        opponent=label_opponent(opponent, session.catalogue),
        lang=validate_language(session.lang),
        dice=session.dice,
        seed=journal.header["seed"],
        options=session.options,
        sample=is_sample_game(session),
        own_pack=is_own_pack(journal.header.get("pack")),
        live=live,
        at=len(journal.log) if at is None else at,
        position=session.position,
        round=session.opponent.get_round(session.table),
        can_undo=not is_frozen and session.position > 0,
        can_redo=not is_frozen and journal.position < len(journal.entries),
        can_ask=session.open_ask is not None and bool(session.opponent.inquiries),
        over=session.open_ask is None,
        result=build_outcome(session),
        question=session.ask,
        along=() if is_frozen else tuple(item for item in session.list_open_assumptions() if item.about.get("along")),
        before=session.previous_answer,
        former=0 if is_frozen or session.replaced_entries is None else session.replaced_entries.answer_count,
        length=len(transcript),
        entries=tuple(
            build_entry_view(index, item, not is_frozen and session.can_object(item), index >= first_index_with_spots)
            for index, item in enumerate(transcript[since:], start=since)
        ),
        acts=tuple(session.transcript.iterate_acts_since(since))[::-1],
        heading=tuple(session.render(item) for item in opponent.make_status_line(session.table, question_key)),
        figure=None if figure is None else render_spots([figure], session.catalogue)[0],
        laid=tuple(view.id for view in views),
        pinned=tuple(session.pinned_views),
        **diff_views(views, seen_views),
    )


def update_state_details(result: ResultT, details: GameDetails) -> ResultT:
    """Update the details in a result, because another device may have changed them; return other results unchanged."""
    state = result.state if isinstance(result, RewoundGame) else result
    if not isinstance(state, State) or extract_details(state) == details:
        return result
    updated_state = replace(state, **asdict(details))
    return cast(ResultT, replace(result, state=updated_state) if isinstance(result, RewoundGame) else updated_state)


def extract_details(state: State) -> GameDetails:
    """Return the details of the game that are part of a state."""
    return GameDetails(state.name, state.note, state.own_colour, state.their_colour, state.archived)


def diff_views(views: Sequence[RenderedView], seen_views: Sequence[RenderedView]) -> dict[str, Any]:
    """Return the views that a page does not have yet, and the changes to the other views."""
    before = {view.id: view for view in seen_views}
    full_views: list[RenderedView] = []
    changes: list[ViewChange] = []
    for view in views:
        old = before.get(view.id)
        if old is None:
            full_views.append(view)
        elif old is not view and old != view:
            change = diff_view(old, view)
            if change is None:
                full_views.append(view)
            else:
                changes.append(change)
    return {"views": tuple(full_views), "changes": tuple(changes)}


def diff_view(old: RenderedView, new: RenderedView) -> ViewChange | None:
    """Return the changed spots, the title and the note of a view; None if anything else changed."""
    old_spots, new_spots = list_spots(old), list_spots(new)
    if not new_spots or get_view_layout(old) != get_view_layout(new):
        return None
    pairs = zip(new_spots, old_spots, strict=True)
    spots = tuple(spot for spot, old_spot in pairs if spot is not old_spot and spot != old_spot)
    return ViewChange(new.id, new.title, getattr(new, "note", ""), spots)


def build_table_corrections(repairs: Sequence[UndoInstruction]) -> tuple[TableCorrection, ...]:
    """Return those corrections to the physical table that have a text."""
    return tuple(
        TableCorrection(".".join(repair.path), repair.text, repair.is_reported) for repair in repairs if repair.text
    )


def build_summary_json(session: Session) -> str:
    """Return the summary of a game as JSON for storage. Its texts are translated later, when the list is read."""
    opponent, question, table = session.opponent, session.open_ask, session.table
    figure = opponent.make_headline_score(table)
    catalogues = [opponent.load_catalogue(lang) for lang in LANGUAGES]
    content = {
        "rules": opponent.rules_version,
        "game": opponent.id,
        "lang": get_game_language(session),
        "sample": is_sample_game(session),
        "position": session.position,
        "over": question is None,
        "result": serialize_text(session.result.text, catalogues) if session.result else None,
        "next": serialize_text(question.text, catalogues) if question else None,
        "problem": serialize_text(session.stop_reason, catalogues) if session.stop_reason else None,
        "heading": [
            serialize_text(text, catalogues)
            for text in opponent.make_status_line(table, question.key if question else "")
        ],
        "figure": figure and serialize_text(JoinedText([figure.label, figure.note], " "), catalogues),
    }
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def find_summary_opponent(summary_json: str) -> Opponent | None:
    """Return the opponent of a stored summary; None if it is not installed or its rules have changed since."""
    content = json.loads(summary_json)
    try:
        opponent_found = load_opponent(content["game"])
    except BadOptionError:
        return None
    return opponent_found if content["rules"] == opponent_found.rules_version else None


def is_stopped_summary(summary_json: str | None) -> bool:
    """Return whether a stored summary marks the game as stopped under the current rules; such a game has no result."""
    return (
        summary_json is not None
        and find_summary_opponent(summary_json) is not None
        and json.loads(summary_json)["problem"] is not None
    )


def build_summary(
    id: str, summary_json: str, opponent: Opponent, details: GameDetails, played_at: int, lang: str | None
) -> Summary:
    """Return the row of a game in the list from its stored summary."""
    content = json.loads(summary_json)
    catalogue = opponent.load_catalogue(lang or content["lang"])
    return Summary(
        id,
        played_at,
        details.name,
        details.note,
        details.own_colour,
        details.their_colour,
        details.archived,
        opponent=label_opponent(opponent, catalogue),
        sample=content["sample"],
        position=content["position"],
        over=content["over"],
        **{
            name: content[name] and deserialize_text(content[name]).render(catalogue)
            for name in ("result", "next", "problem")
        },
        heading=tuple(deserialize_text(text).render(catalogue) for text in content.get("heading", ())),
        figure=content["figure"] and deserialize_text(content["figure"]).render(catalogue)
        if "figure" in content
        else None,
    )


def label_opponent(opponent: Opponent, catalogue: Catalogue) -> OpponentLabel:
    """Return the labels of an opponent."""
    return OpponentLabel(opponent.id, opponent.name.render(catalogue), opponent.game.render(catalogue))


def build_entry_view(index: int, entry: Entry, can_correct: bool, has_spots: bool) -> EntryView:
    """Return an entry as plain data; ``can_correct`` says whether its assumption can still be corrected."""
    objection = entry.objection if can_correct else None
    metadata, shows = take_snapshot(entry.metadata), entry.highlight if has_spots else None
    main_fields = (entry.kind, entry.text, entry.cites, entry.because, entry.who)
    return EntryView(
        index,
        *main_fields,
        entry.position,
        entry.round,
        metadata,
        objection,
        shows,
        entry.is_covered_by_question,
        entry.act,
    )


def build_outcome(session: Session) -> Outcome | None:
    """Return the result of a game; None for a game in progress."""
    result = session.result
    if result is None:
        return None
    level_text = session.opponent.levels.get(result.level or "")
    level_label = session.render(level_text) if level_text else result.level or ""
    sources = tuple(ScoreSourceView(session.render(source.label), source.scores) for source in result.sources)
    return Outcome(
        session.render(result.text), result.scores, result.winner, result.level, level_label, result.cites, sources
    )


def build_chapters(session: Session) -> list[Chapter]:
    """Return the rounds of a game, in order."""
    return [Chapter(round, session.render(heading)) for round, heading in session.history.round_names.items()]


def build_tracked_values(session: Session) -> Iterator[TrackedValue]:
    """Yield every value that can be corrected, with the question for the new value."""
    catalogue = session.opponent.load_catalogue(session.lang)
    for value in session.collect_editable_values().values():
        label = value.label.render(catalogue)
        field = Question(
            value.path,
            value.answer_type.kind,
            "",
            label,
            about=value.metadata,
            **describe_answer_type(value.answer_type, catalogue),
        )
        yield TrackedValue(value.path, label, take_snapshot(value.value), field)


def build_curves(session: Session) -> list[Curve]:
    """Return every number with a chart that changed, in the opponent's order."""
    course = session.history
    return [
        Curve(path, session.render(course.labels[path]), tuple(points))
        for path, points in course.points.items()
        if len(points) > 1
    ]


def build_sample_comparison(session: Session, course: Sequence[tuple[int, int]]) -> SampleComparison | None:
    """Compare the opponent's score with the sample games; None if it has no score or no sample games."""
    opponent = session.opponent
    sample_curves = percentiles.find_sample_curves(opponent, session.options)
    if sample_curves is None or opponent.measure_table is None:
        return None
    final_score = percentiles.read_score(opponent, session.table) if session.open_ask is None else None
    round, score = (None, final_score) if final_score is not None else course[-1] if course else (0, 0)
    standing = percentiles.compare_score(opponent, session.options, round, score)
    return SampleComparison(
        text=session.render(percentiles.describe_comparison(opponent, standing)) if standing else None,
        ahead=standing.games_below if standing else None,
        games=sample_curves.games,
        bands=tuple(PercentileBand(round, tuple(scores)) for round, scores in sorted(sample_curves.rounds.items())),
        final=tuple(sample_curves.final),
        course=tuple(course),
        score=final_score,
        by_turns=opponent.is_round_one_turn,
    )


def apply_entry(session: Session, entry: journals.JournalEntry) -> None:
    """Apply a journal entry to a session."""
    kind, name, value = entry
    if kind == "answer":
        session.answer_by_id(value)
    elif kind == "correct":
        session.correct(name, value.value if isinstance(value, journals.BackdatedValue) else value)
    else:
        session.use_dice(value)


def build_rule_book(rules: RuleCatalogue) -> RuleBook:
    """Return the rules catalogue as plain data."""
    texts = [RuleText(rule.id, rule.kind, rule.section, rule.captions, rule.text, rule.option) for rule in rules]
    return RuleBook(rules.sections, tuple(texts))


def build_broken_offer(error: BrokenOpponentError, catalogue: Catalogue) -> OpponentOffer:
    """Return an opponent that can't be loaded, with the reason."""
    return OpponentOffer(error.id, error.id, "", (), {}, False, False, error.text.render(catalogue))


def build_opponent_offer(opponent: Opponent, lang: str) -> OpponentOffer:
    """Return an opponent with its options as plain data, in a language."""
    catalogue = opponent.load_catalogue(lang)
    settings = tuple(
        SettingOffer(
            setting.name,
            setting.label.render(catalogue),
            setting.cites,
            tuple(SettingValue(value, label.render(catalogue)) for value, label in setting.values),
            setting.difficulty,
        )
        for setting in opponent.settings
    )
    name, game = opponent.name.render(catalogue), opponent.game.render(catalogue)
    levels = {id: text.render(catalogue) for id, text in opponent.levels.items()}
    return OpponentOffer(opponent.id, name, game, settings, levels, can_be_practised(opponent.id), opponent.uses_chance)


@cache
def can_be_practised(game: str) -> bool:
    """Return whether a person can play the player's side of an opponent's sample table."""
    practice_opponent = load_opponent(game)
    return can_practice(practice_opponent.make_sample_player(0, practice_opponent.resolve_options(None)))


def get_game_language(session: Session) -> str:
    """Return the language that a game was begun in, or the default language if that one is not supported."""
    lang = session.journal.header["lang"]
    return validate_language(lang if lang in LANGUAGES else LANGUAGES[0])


def read_journal_details(journal: Journal) -> GameDetails:
    """Return the details of a game that its journal contains."""
    name = journal.header.get("name")
    return GameDetails(name=strip_control_characters(name)[:MAX_NAME_LENGTH] if isinstance(name, str) else "")


def strip_control_characters(text: str) -> str:
    """Return a text on one line without control characters.

    >>> strip_control_characters("a\\x00\\x1b[31mb\\nc")
    'a[31mb c'
    """
    return "".join(character for character in " ".join(text.splitlines()) if character.isprintable()).strip()


def is_sample_game(session: Session) -> bool:
    """Return whether a game is played on a made-up table."""
    pack = session.journal.header.get("pack")
    return isinstance(pack, dict) and bool(pack.get("sample"))
