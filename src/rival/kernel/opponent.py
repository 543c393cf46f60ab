"""Opponents: what a game gives to the kernel, and where installed ones are found."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from sys import intern
from typing import Any, Protocol, TypeAlias, TypeGuard, get_args, get_type_hints

from rival.kernel.box import Box, check_head
from rival.kernel.catalogue import Rules, load_rules
from rival.kernel.errors import BadOption, BadPack, RivalError
from rival.kernel.journal import writable
from rival.kernel.repairs import Path as TablePath
from rival.kernel.repairs import Tell
from rival.kernel.shapes import Json, Shape, short
from rival.kernel.steps import Ask, Because, Script
from rival.kernel.texts import LANGUAGES, Catalogue, Joined, Name, Text, _, catalogue_for, every_catalogue, languages_in
from rival.kernel.tracking import Tracked
from rival.kernel.views import Facts, Spot, View, fact

GROUP = "rival.opponents"


@dataclass(frozen=True, slots=True)
class Setting:
    """A named option of a game; its first value is the default. Usually a ruling with two sensible answers.

    ``difficulty`` marks one that makes the opponent harder or easier: records are kept apart by it.
    """

    name: str
    label: Text
    values: tuple[tuple[Json, Text], ...]
    cites: tuple[str, ...]
    difficulty: bool = False

    @property
    def default(self) -> Json:
        return self.values[0][0]

    def check(self, value: Json) -> Json:
        if not any(value == one and type(value) is type(one) for one, _words in self.values):
            raise BadOption(
                _(
                    "{option} can't be {value}; it is one of: {values}.",
                    option=Name(self.name),
                    value=short(str(value).lower() if isinstance(value, bool) else value),
                    values=Joined(self.ids),
                )
            )
        return value

    @property
    def ids(self) -> list[Text]:
        return [Name(str(one).lower() if isinstance(one, bool) else str(one)) for one, _words in self.values]


def setting(label: Text, *words: Text, cites: tuple[str, ...], difficulty: bool = False) -> Any:
    """A field of an opponent's options: what it is about, and words for each of its values in their order.

    The values are those of the annotation (``bool``, ``Literal``), the first is the default:

        orange: Literal["apart", "ends"] = setting(_("Orange cubes"), _("…"), _("…"), cites=("RH-A18",))
    """
    return field(metadata={"label": label, "words": words, "cites": cites, "difficulty": difficulty})


@cache
def settings_of(options: type) -> tuple[Setting, ...]:
    """The settings that a dataclass of options describes."""
    hints = get_type_hints(options)
    found = []
    for one in fields(options):
        kind, said = hints[one.name], one.metadata
        values = (False, True) if kind is bool else get_args(kind)
        if len(values) != len(said["words"]):
            raise TypeError(f"{options.__qualname__}.{one.name} has {len(values)} values: {len(said['words'])} texts")
        pairs = tuple(zip(values, said["words"], strict=True))
        found.append(Setting(one.name, said["label"], pairs, said["cites"], said["difficulty"]))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class NoOptions:
    """The options of an opponent that has none."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the scores by side, the winner or the level reached, and a sentence."""

    text: Text
    scores: Mapping[str, int]
    winner: str | None = None
    level: str | None = None
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Inquiry:
    """What you may ask at any time: it is answered at once and leaves no trace in the journal."""

    name: str
    text: Text
    shape: Callable[[Any], Shape]
    reply: Callable[[Any, Any], Because]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A part that two packs tell differently: where, and what each of them says."""

    where: Text
    mine: Text
    theirs: Text
    part: str = ""
    """The id of the part of the box that it belongs to."""


class Sample(Protocol):
    """A made-up table with a simple player: it answers everything that chance does not.

    One with a method ``objection(ask, table)`` is shown what the game takes for granted, and answers where it isn't so.
    """

    def answer(self, ask: Ask, table: Any) -> Json: ...


Objector: TypeAlias = Callable[[Ask, Any], Json]
"""Sees what a game takes for granted; gives the answer if it isn't so, else None."""


def objections_of(sample: Sample) -> Objector | None:
    """How a sample table objects (``objection``); None if it never does."""
    found: Objector | None = getattr(sample, "objection", None)
    return found


@cache
def reply_to(key: str) -> str:
    """The method with which a sample answers a question: ``on_your_turn`` for ``your-turn``."""
    return intern("on_" + key.replace("-", "_"))


@dataclass(frozen=True, slots=True)
class Move:
    """One thing that the player's side of a sample table can do now."""

    id: str
    label: Text


class PlayersSide(Sample, Protocol):
    """A sample table whose player's side is a small game of its own: for people, policies and learners.

    ``moves`` are the choices now, none where the table answers by itself; ``play`` takes one and gives the answer
    to the open question once the choices make it up. ``observe`` is the player's side in numbers, always the same
    names; ``prompt`` and ``picture`` say and draw what the choice is about: the view, of the table or of its own, where
    the choices are spots. ``problems`` says which pieces are not accounted for.
    """

    how_to_play: Sequence[Text]

    def moves(self, ask: Ask, table: Any) -> Sequence[Move]: ...

    def play(self, move: str, ask: Ask, table: Any) -> Json | None: ...

    def observe(self, ask: Ask | None, table: Any) -> Mapping[str, int]: ...

    def prompt(self, ask: Ask, table: Any) -> Text: ...

    def picture(self, ask: Ask, table: Any) -> View | None: ...

    def problems(self, table: Any) -> Iterable[str]: ...


def has_players_side(sample: Sample) -> TypeGuard[PlayersSide]:
    """Whether a sample table also has the small game of the player's side."""
    return hasattr(sample, "moves") and hasattr(sample, "play")


def as_facts(title: Text, tracked: Callable[[Any], Iterable[Tracked]], table: Any) -> list[View]:
    """Everything that is tracked, with its value."""
    return [Facts("table", title, [fact(one.path, one.label, one.words, one.path) for one in tracked(table)])]


@dataclass(frozen=True)
class Opponent:
    """One automated opponent: a script and what the drivers need to serve it.

    ``sample(seed, options, policy=…, pack=…)`` makes a sample table; the first of ``policies`` is its default.
    ``measures`` is what the lab reads at the end of each round: ``score`` is the opponent's own, those that begin
    with ``vp_`` are its parts; ``measured`` has the words for them.
    """

    id: str
    name: Text
    game: Text
    folder: Path
    rules_version: int
    new_table: Callable[[Mapping[str, Json], Json], Any]
    script: Callable[[Any], Script[Result]]
    tracked: Callable[[Any], Iterable[Tracked]]
    sample: Callable[..., Sample]
    sample_pack: Callable[[], Json]
    problems: Callable[[Any], Iterable[Text]] = field(default=lambda table: ())
    """What can't be so."""
    repair: Tell | None = None
    """What to say for a value that must be put back; else what is tracked at its path, and its value."""
    views: Callable[[Any], Sequence[View]] = None  # type: ignore[assignment]  # as_facts
    """The table in pictures; else a list of what is tracked."""
    options: type = NoOptions
    """Its options, as a dataclass whose fields are ``setting``s; the table gets the values by their names."""
    check_pack: Callable[[Json], Json] = field(default=lambda pack: pack)
    complete_pack: Callable[[Json], Json] = field(default=lambda pack: pack)
    """An owner's pack for a sample table: what it does not say, and the table needs, comes from the sample."""
    unread_pack: Callable[[], Json] = field(default=lambda: None)
    """A pack that tells nothing: what a game begins with whose owner has told nothing yet."""
    policies: Sequence[str] = ("sensible",)
    round_of: Callable[[Any], int] = field(default=lambda table: getattr(table, "round", 0))
    measures: Callable[[Any], Mapping[str, int]] | None = None
    measured: Mapping[str, Text] = field(default_factory=dict)
    curves: Sequence[str] = ("score",)
    """The measures that are followed round by round; the first is the one of par."""
    followed: Sequence[str] = ()
    """The tracked numbers, by their paths, whose course is shown; best those that ``tracked`` gives first."""
    by_turns: bool = False
    """Whether its rounds are single turns."""
    rolls: bool = True
    """Whether anything is ever rolled or drawn; if not, nobody is asked who does it."""
    levels: Mapping[str, Text] = field(default_factory=dict)
    """The levels that a result can have, in words, the lowest first."""
    heading: Callable[[Any, str], Sequence[Text]] = field(default=lambda table, key: ())
    """Where the game stands, the most telling first; ``key`` is that of the open question, empty when it is over."""
    figure: Callable[[Any], Spot | None] = field(default=lambda table: None)
    """The one figure that is always shown: its words, its value as a note, and what corrects it."""
    inquiries: Sequence[Inquiry] = ()
    box: Box | None = None
    """The parts of what only an owner knows; None: there is nothing to tell before a game."""
    learned: Callable[[Json, Any], Json] = field(default=lambda known, table: known)
    """The owner's pack, as far as it is known, with what this table has told; None: nothing to keep."""
    merge_packs: Callable[[Json, Json], tuple[Json, Sequence[Disagreement]]] | None = None
    """Two packs as one, and what they disagree about: there the first one stays."""
    pack_notes: Callable[[Json], Sequence[Text]] = field(default=lambda pack: ())
    """What looks odd in a pack that can be used."""
    bgg: int | None = None
    """The number of the game at BoardGameGeek, by which play logs know it."""
    changes: Mapping[int, Sequence[str]] = field(default_factory=dict)
    """The rules that changed with each version after the first, by their ids."""

    def __post_init__(self) -> None:
        if self.views is None:
            object.__setattr__(self, "views", partial(as_facts, self.game, self.tracked))

    def repairing(self, table: Any) -> Tell:
        """What to say for values that must be put back so that it is this table again."""
        if self.repair is not None:
            return self.repair
        known = {one.path: one for one in self.tracked(table)}

        def tell(path: TablePath, now: Any, was: Any) -> Text | None:
            one = known.get(".".join(path))
            return None if one is None else _("{field}: {value}", field=one.label, value=one.words)

        return tell

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages, beside English, that it has texts in, of those that are spoken here."""
        return tuple(lang for lang in languages_in(locale_of(self.folder)) if lang in LANGUAGES)

    @property
    def settings(self) -> tuple[Setting, ...]:
        return settings_of(self.options)

    @property
    def rules(self) -> Rules:
        return load_rules(self.folder / "rules.toml")

    def catalogue(self, lang: str) -> Catalogue:
        return catalogue_for(lang, locale_of(self.folder))

    def checked_pack(self, pack: Json) -> Json:
        """A pack that can be used, or BadPack; whatever is in it, nothing else is raised."""
        try:
            if isinstance(pack, dict) and writable(pack):
                checked = self.check_pack(pack)
                check_head(pack)
                return checked
        except RivalError as bad:
            raise BadPack(bad.text) from None
        except (TypeError, ValueError, LookupError, AttributeError, ArithmeticError, RecursionError) as odd:
            raise BadPack(
                _("This is no pack of {game}: a part of it is not of the right kind.", game=self.game)
            ) from odd
        raise BadPack(
            _("A pack holds words, numbers of at most 18 digits and lists of them; write a date in quotation marks.")
        )

    def spoken(self, first: str) -> tuple[Catalogue, ...]:
        """The catalogues of every language in which its words are understood, one language first."""
        return every_catalogue(first, locale_of(self.folder))

    def resolve(self, options: Mapping[str, Json] | None) -> dict[str, Json]:
        """All options of the game with their values; BadOption if one is unknown."""
        given = options or {}
        resolved = {one.name: one.check(given.get(one.name, one.default)) for one in self.settings}
        for name in (one for one in given if one not in resolved):
            raise BadOption(
                _(
                    "{game} has no option “{name}”; it has: {names}.",
                    game=self.game,
                    name=Name(str(name)),
                    names=Joined([Name(one.name) for one in self.settings]),
                )
            )
        return resolved


@cache
def locale_of(folder: Path) -> Path:
    return folder / "locale"


LIST = Path(__file__).parent.parent / "opponents.json"
"""Where packages are put together without what an installer notes of them, as in a browser, this names those there."""


@cache
def _installed() -> Mapping[str, str]:
    """Where each opponent is, as “module:name”."""
    if LIST.exists():
        listed: dict[str, str] = json.loads(LIST.read_text(encoding="utf-8"))
        return listed
    from importlib.metadata import entry_points

    return {entry.name: entry.value for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name)}


def _loaded(where: str) -> Opponent:
    module, _colon, name = where.partition(":")
    found: Opponent = getattr(import_module(module), name)
    return found


@cache
def opponents() -> Mapping[str, Opponent]:
    """Every installed opponent by its id; other packages join by the entry point group ``rival.opponents``."""
    return {name: _loaded(where) for name, where in _installed().items()}


@cache
def opponent(game: str) -> Opponent:
    """The opponent of a game; an unknown one is refused with the names of those there are."""
    entries = _installed()
    if game not in entries:
        raise BadOption(
            _(
                "There is no opponent “{game}”; installed are: {names}.",
                game=Name(game),
                names=Joined(map(Name, entries)),
            )
        )
    return _loaded(entries[game])
