"""Games as plain data: the responses for a page, in one language."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import Any, Literal, TypeVar, cast

from rival.engine.packs import is_own
from rival.kernel import (
    BadOption,
    Entry,
    Journal,
    Json,
    Line,
    Opponent,
    Question,
    Repair,
    Session,
    has_players_side,
    opponent,
    par,
    snapshot,
)
from rival.kernel import journal as journals
from rival.kernel.catalogue import RuleKind, Rules
from rival.kernel.journal import Dice
from rival.kernel.pictures import Picture, ShowsView, SpotView, frame, spots, spots_in
from rival.kernel.question import Offer, details
from rival.kernel.session import ActEntry, checked_lang
from rival.kernel.steps import Telling
from rival.kernel.texts import LANGUAGES, Catalogue, Joined, packed, unpacked

SAMPLE = "sample."
"""Prefix of the id of a sample game, which can only be watched."""
PICTURED = 40
"""Number of latest entries whose ``shows`` is filled; that is more than a turn has."""
LONGEST_NAME = 80
LONGEST_NOTE = 4000

# --- responses ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Side:
    """Labels of an opponent in one language."""

    id: str
    name: str
    game: str


@dataclass(frozen=True, slots=True)
class About:
    """Details of a game that its owner edits: its name, a note, the colours of the two sides, and the archive mark."""

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
    """An option of a game: a ``difficulty``, otherwise a ruling; the first value is the default."""

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
    """An entry of the transcript and its index; ``at`` is the position and ``round`` the round in which it happened.

    ``unless``: the correction of an assumption that this step made, as its path and its label. ``shows``: the spots
    that the step touches and the pieces that it moves. ``told``: the question answered before already described this
    step. ``act`` is the number of its act.
    """

    index: int
    kind: Telling
    text: str
    cites: tuple[str, ...]
    because: tuple[Line, ...]
    who: str
    at: int
    round: int
    about: Mapping[str, Json]
    unless: Offer | None
    shows: ShowsView | None
    told: bool
    act: int | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game; with the reached level and its label, if the opponent has levels."""

    text: str
    scores: Mapping[str, int]
    winner: str | None
    level: str | None
    level_words: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TrackedValue:
    """A value that can be corrected; ``field`` is the question that asks for it."""

    path: str
    label: str
    value: Json
    field: Question


@dataclass(frozen=True, slots=True)
class ViewChange:
    """The changed spots of a view, with its title and its note; everything else in the view is unchanged."""

    view: str
    title: str
    note: str
    spots: tuple[SpotView, ...]


@dataclass(frozen=True, slots=True)
class State:
    """The current state of a game, or a past one (then ``live`` is false), with everything that a page shows.

    ``entries`` are those from number ``since`` on, out of ``length``. ``views`` are pictures of the table and
    ``laid`` the ids of all views in order; a page that knows the previous state gets only changed views, or only the
    ``changes`` in them. ``heading`` describes the state of the game, ``figure`` is the number to show at all times.
    ``before`` is the answer to the open question that was undone or, in a past state, the answer that was given.
    ``stopped`` says why a game made under earlier rules is shown only up to here; such a game can't be continued,
    only branched. ``own_pack``: it began with the owner's pack. ``can_ask``: there are inquiries. ``along``:
    corrections that can be entered together with a step, one question each, whose key is the path of the correction.
    ``acts`` are the acts of the entries. ``former`` is the number of answers of the course that was left last.
    """

    id: str
    game: str
    name: str
    note: str
    own_colour: str
    their_colour: str
    archived: bool
    stopped: str | None
    opponent: Side
    lang: str
    dice: Dice
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
    views: tuple[Picture, ...]
    changes: tuple[ViewChange, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """A part that the owner's pack and another pack describe differently, as text."""

    where: str
    mine: str
    theirs: str


@dataclass(frozen=True, slots=True)
class OwnPack:
    """Whether the owner has a pack, remarks about it, and contradictions with an imported pack."""

    there: bool
    notes: tuple[str, ...] = ()
    differs: tuple[Difference, ...] = ()


@dataclass(frozen=True, slots=True)
class ToRepair:
    """A correction to make on the physical table; ``reported``: the player only reported this value, so it stays."""

    path: str
    text: str
    reported: bool


@dataclass(frozen=True, slots=True)
class Moved:
    """The state after undo, redo or rewind, and the corrections to make on the physical table."""

    state: State
    repairs: tuple[ToRepair, ...]


@dataclass(frozen=True, slots=True)
class AmendedGame(Moved):
    """The state after an earlier answer or a value was changed; ``text`` describes the effect on later answers.

    ``dropped`` is the number of answers that no longer fit. ``done`` is false if answers would be dropped and the
    request did not allow it: then nothing was changed. ``saved`` names the parts of the owner's box that were
    corrected as well.
    """

    text: str
    dropped: int = 0
    done: bool = True
    saved: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Taken:
    """The result of an import; ``how``: new, already here, continued, or continued differently in both ("forked").

    ``fork`` is the number of common lines of a forked game; both copies stay.
    """

    state: State
    how: Literal["new", "same", "longer", "forked"]
    fork: int | None = None


@dataclass(frozen=True, slots=True)
class Summary:
    """The row of a game in the list; ``problem`` says why it can't be opened, or only in part.

    ``heading`` describes the state of the game, ``figure`` is its most important number, as text.
    """

    id: str
    played: int
    name: str = ""
    note: str = ""
    own_colour: str = ""
    their_colour: str = ""
    archived: bool = False
    opponent: Side | None = None
    sample: bool = False
    position: int = 0
    over: bool = False
    result: str | None = None
    next: str | None = None
    problem: str | None = None
    heading: tuple[str, ...] = ()
    figure: str | None = None


@dataclass(frozen=True, slots=True)
class ParBand:
    """Scores of sample games after a round: the k-th is the minimum that is above k of 10 games."""

    round: int
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ParView:
    """The opponent's score compared with sample games: as text, and round by round.

    ``course`` has the opponent's score after each round of this game, ``score`` the final one.
    """

    text: str | None
    ahead: int | None
    games: int
    bands: tuple[ParBand, ...]
    final: tuple[int, ...]
    course: tuple[tuple[int, int], ...]
    score: int | None
    by_turns: bool


@dataclass(frozen=True, slots=True)
class Curve:
    """A charted number: (position, value) for each change during the game."""

    path: str
    label: str
    points: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A round of the history and its heading."""

    round: int
    heading: str


Made = TypeVar("Made")

# --- from sessions to plain data ---------------------------------------------------------------------------


def state(
    id: str,
    session: Session,
    about: About,
    since: int = 0,
    live: bool = True,
    at: int | None = None,
    known: Sequence[Picture] = (),
) -> State:
    """Return the state of a game; views that the page already has (``known``) are omitted or reduced to changes."""
    journal = session.journal
    frozen = not live or id.startswith(SAMPLE) or session.stopped is not None
    transcript, since = session.transcript, max(0, since)
    pictured = len(transcript) - PICTURED
    against, key = session.opponent, session.open.key if session.open else ""
    views = session.views
    figure = against.figure(session.table)
    return State(
        id=id,
        game=against.id,
        name=about.name,
        note=about.note,
        own_colour=about.own_colour,
        their_colour=about.their_colour,
        archived=about.archived,
        stopped=session.words(session.stopped) if session.stopped else None,
        opponent=side(against, session.catalogue),
        lang=checked_lang(session.lang),
        dice=session.dice,
        seed=journal.header["seed"],
        options=session.options,
        sample=is_sample(session),
        own_pack=is_own(journal.header.get("pack")),
        live=live,
        at=len(journal.log) if at is None else at,
        position=session.at,
        round=session.opponent.round_of(session.table),
        can_undo=not frozen and session.at > 0,
        can_redo=not frozen and journal.at < len(journal.whole),
        can_ask=session.open is not None and bool(session.opponent.inquiries),
        over=session.open is None,
        result=outcome(session),
        question=session.ask,
        along=() if frozen else tuple(one for one in session.objections() if one.about.get("along")),
        before=session.before,
        former=0 if frozen or session.former is None else session.former.answers,
        length=len(transcript),
        entries=tuple(
            entry_view(index, one, not frozen and session.can_object(one), index >= pictured)
            for index, one in enumerate(transcript[since:], start=since)
        ),
        acts=tuple(session.acts_since(since))[::-1],
        heading=tuple(session.words(one) for one in against.heading(session.table, key)),
        figure=None if figure is None else spots([figure], session.catalogue)[0],
        laid=tuple(view.id for view in views),
        **news(views, known),
    )


def described_now(made: Made, about: About) -> Made:
    """Return a result with the current details of the game, which another device may have changed; else unchanged."""
    state = made.state if isinstance(made, Moved) else made
    if not isinstance(state, State) or about_in(state) == about:
        return made
    now = replace(state, **asdict(about))
    return cast(Made, replace(made, state=now) if isinstance(made, Moved) else now)


def about_in(state: State) -> About:
    """Return the details of a game that a state contains."""
    return About(state.name, state.note, state.own_colour, state.their_colour, state.archived)


def news(views: Sequence[Picture], known: Sequence[Picture]) -> dict[str, Any]:
    """Return the views that a page does not have yet, and the changes in the other views."""
    before = {view.id: view for view in known}
    found: list[Picture] = []
    changes: list[ViewChange] = []
    for view in views:
        old = before.get(view.id)
        if old is None:
            found.append(view)
        elif old is not view and old != view:
            change = changed(old, view)
            if change is None:
                found.append(view)
            else:
                changes.append(change)
    return {"views": tuple(found), "changes": tuple(changes)}


def changed(old: Picture, new: Picture) -> ViewChange | None:
    """Return the changed spots, title and note of a view; None if anything else changed."""
    was, now = spots_in(old), spots_in(new)
    if not now or frame(old) != frame(new):
        return None
    pairs = zip(now, was, strict=True)
    spots = tuple(one for one, before in pairs if one is not before and one != before)
    return ViewChange(new.id, new.title, getattr(new, "note", ""), spots)


def to_repair(repairs: Sequence[Repair]) -> tuple[ToRepair, ...]:
    """Return the corrections to make on the physical table that have a text."""
    return tuple(ToRepair(".".join(one.path), one.text, one.reported) for one in repairs if one.text)


def gist(session: Session) -> str:
    """Return the summary of a game as JSON to store; texts are translated only when the list is read."""
    against, question, table = session.opponent, session.open, session.table
    figure = against.figure(table)
    catalogues = [against.catalogue(lang) for lang in LANGUAGES]
    said = {
        "rules": against.rules_version,
        "game": against.id,
        "lang": own_lang(session),
        "sample": is_sample(session),
        "position": session.at,
        "over": question is None,
        "result": packed(session.result.text, catalogues) if session.result else None,
        "next": packed(question.text, catalogues) if question else None,
        "problem": packed(session.stopped, catalogues) if session.stopped else None,
        "heading": [packed(one, catalogues) for one in against.heading(table, question.key if question else "")],
        "figure": figure and packed(Joined([figure.words, figure.note], " "), catalogues),
    }
    return json.dumps(said, ensure_ascii=False, separators=(",", ":"))


def known_opponent(gist: str) -> Opponent | None:
    """Return the opponent of a stored summary; None if it is not installed or its rules have changed since."""
    said = json.loads(gist)
    try:
        against = opponent(said["game"])
    except BadOption:
        return None
    return against if said["rules"] == against.rules_version else None


def stops(gist: str | None) -> bool:
    """Return whether a stored summary says that the game stops under the current rules and so has no result."""
    return gist is not None and known_opponent(gist) is not None and json.loads(gist)["problem"] is not None


def summary(id: str, gist: str, against: Opponent, about: About, played: int, lang: str | None) -> Summary:
    """Return the row of a game in the list from its stored summary."""
    said = json.loads(gist)
    words = against.catalogue(lang or said["lang"])
    return Summary(
        id,
        played,
        about.name,
        about.note,
        about.own_colour,
        about.their_colour,
        about.archived,
        opponent=side(against, words),
        sample=said["sample"],
        position=said["position"],
        over=said["over"],
        **{name: said[name] and unpacked(said[name]).render(words) for name in ("result", "next", "problem")},
        heading=tuple(unpacked(one).render(words) for one in said.get("heading", ())),
        figure=said["figure"] and unpacked(said["figure"]).render(words) if "figure" in said else None,
    )


def side(against: Opponent, words: Catalogue) -> Side:
    """Return the labels of an opponent."""
    return Side(against.id, against.name.render(words), against.game.render(words))


def entry_view(index: int, entry: Entry, open: bool, pictured: bool) -> EntryView:
    """Return an entry as plain data; ``open``: its assumption can still be corrected."""
    unless = entry.unless if open else None
    about, shows = snapshot(entry.about), entry.shows if pictured else None
    words = (entry.kind, entry.text, entry.cites, entry.because, entry.who)
    return EntryView(index, *words, entry.at, entry.round, about, unless, shows, entry.told, entry.act)


def outcome(session: Session) -> Outcome | None:
    """Return the result of a game; None for a game in progress."""
    result = session.result
    if result is None:
        return None
    words = session.opponent.levels.get(result.level or "")
    level_words = session.words(words) if words else result.level or ""
    return Outcome(session.words(result.text), result.scores, result.winner, result.level, level_words, result.cites)


def chapters(session: Session) -> list[Chapter]:
    """Return the rounds of a game, in order."""
    return [Chapter(round, session.words(heading)) for round, heading in session.course.headings.items()]


def tracked_values(session: Session) -> Iterator[TrackedValue]:
    """Yield every value that can be corrected, with the question that asks for it."""
    words = session.opponent.catalogue(session.lang)
    for one in session.tracked().values():
        label = one.label.render(words)
        field = Question(one.path, one.shape.kind, "", label, about=one.about, **details(one.shape, words))
        yield TrackedValue(one.path, label, snapshot(one.value), field)


def curves(session: Session) -> list[Curve]:
    """Return every charted number that changed, in the opponent's order."""
    course = session.course
    return [
        Curve(path, session.words(course.labels[path]), tuple(points))
        for path, points in course.points.items()
        if len(points) > 1
    ]


def par_view(session: Session, course: Sequence[tuple[int, int]]) -> ParView | None:
    """Compare the opponent's score with the sample games; None if it has no score or no sample games."""
    against = session.opponent
    beside = par.curves(against, session.options)
    if beside is None or against.measures is None:
        return None
    ended = par.score_on(against, session.table) if session.open is None else None
    round, score = (None, ended) if ended is not None else course[-1] if course else (0, 0)
    standing = par.par(against, session.options, round, score)
    return ParView(
        text=session.words(par.words(against, standing)) if standing else None,
        ahead=standing.ahead if standing else None,
        games=beside.games,
        bands=tuple(ParBand(round, tuple(scores)) for round, scores in sorted(beside.rounds.items())),
        final=tuple(beside.final),
        course=tuple(course),
        score=ended,
        by_turns=against.by_turns,
    )


def say(session: Session, entry: journals.Entry) -> None:
    """Apply an entry of a journal to a session."""
    kind, name, value = entry
    if kind == "answer":
        session.take(value)
    elif kind == "correct":
        session.correct(name, value.value if isinstance(value, journals.Since) else value)
    else:
        session.use_dice(value)


def rule_book(rules: Rules) -> RuleBook:
    """Return the rules catalogue as plain data."""
    texts = [RuleText(one.id, one.kind, one.section, one.where, one.text, one.option) for one in rules]
    return RuleBook(rules.sections, tuple(texts))


def offer(one: Opponent, lang: str) -> OpponentOffer:
    """Return an opponent with its options as plain data, in a language."""
    words = one.catalogue(lang)
    settings = tuple(
        SettingOffer(
            setting.name,
            setting.label.render(words),
            setting.cites,
            tuple(SettingValue(value, label.render(words)) for value, label in setting.values),
            setting.difficulty,
        )
        for setting in one.settings
    )
    name, game = one.name.render(words), one.game.render(words)
    levels = {id: text.render(words) for id, text in one.levels.items()}
    return OpponentOffer(one.id, name, game, settings, levels, can_be_practised(one.id), one.rolls)


@cache
def can_be_practised(game: str) -> bool:
    """Return whether a person can play the player's side of an opponent's sample table."""
    one = opponent(game)
    return has_players_side(one.sample(0, one.resolve(None)))


def own_lang(session: Session) -> str:
    """Return the language a game was begun in, or the default if it is not supported."""
    begun = session.journal.header["lang"]
    return checked_lang(begun if begun in LANGUAGES else LANGUAGES[0])


def named(journal: Journal) -> About:
    """Return the details of a game that its journal contains."""
    name = journal.header.get("name")
    return About(name=printable(name)[:LONGEST_NAME] if isinstance(name, str) else "")


def printable(text: str) -> str:
    """Return a text on one line without control characters.

    >>> printable("a\\x00\\x1b[31mb\\nc")
    'a[31mb c'
    """
    return "".join(one for one in " ".join(text.splitlines()) if one.isprintable()).strip()


def is_sample(session: Session) -> bool:
    """Return whether a game is played on a made-up table."""
    pack = session.journal.header.get("pack")
    return isinstance(pack, dict) and bool(pack.get("sample"))
