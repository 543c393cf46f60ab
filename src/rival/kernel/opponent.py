"""Opponents: the interface between a game and the kernel, and the search for installed opponents."""

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
    """An option of a game; its first value is the default. Usually a ruling with two sensible answers.

    ``difficulty`` marks an option that makes the opponent harder or easier: results are counted separately for each
    value.
    """

    name: str
    label: Text
    values: tuple[tuple[Json, Text], ...]
    cites: tuple[str, ...]
    difficulty: bool = False

    @property
    def default(self) -> Json:
        """The default value."""
        return self.values[0][0]

    def check(self, value: Json) -> Json:
        """Return the value; raise BadOption if the option can't have it."""
        if not any(value == one and type(value) is type(one) for one, _words in self.values):
            raise BadOption(
                _(
                    "{option} can't be {value}. Possible values: {values}.",
                    option=Name(self.name),
                    value=short(str(value).lower() if isinstance(value, bool) else value),
                    values=Joined(self.ids),
                )
            )
        return value

    @property
    def ids(self) -> list[Text]:
        """The values as text, for messages."""
        return [Name(str(one).lower() if isinstance(one, bool) else str(one)) for one, _words in self.values]


def setting(label: Text, *words: Text, cites: tuple[str, ...], difficulty: bool = False) -> Any:
    """Define a field of an opponent's options: its label, and a label for each of its values, in their order.

    The values are those of the annotation (``bool``, ``Literal``), the first is the default:

        orange: Literal["apart", "ends"] = setting(_("Orange cubes"), _("…"), _("…"), cites=("RH-A18",))
    """
    return field(metadata={"label": label, "words": words, "cites": cites, "difficulty": difficulty})


@cache
def settings_of(options: type) -> tuple[Setting, ...]:
    """Return the settings that a dataclass of options defines."""
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
    """The result of a game: the scores by side, the winner or the level reached, and a sentence."""

    text: Text
    scores: Mapping[str, int]
    winner: str | None = None
    level: str | None = None
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Inquiry:
    """A question that the player may ask at any time; it is answered at once and not recorded in the journal."""

    name: str
    text: Text
    shape: Callable[[Any], Shape]
    reply: Callable[[Any, Any], Because]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A part that differs between two packs: its place, and its value in each of them."""

    where: Text
    mine: Text
    theirs: Text
    part: str = ""
    """The id of the part of the box that it belongs to."""


class Sample(Protocol):
    """A made-up table with a simple player, which answers every question that chance does not.

    A method ``objection(ask, table)``, if there is one, gets each assumption of the game; it returns the right answer
    where the assumption is wrong, else None.
    """

    def answer(self, ask: Ask, table: Any) -> Json:
        """Return an answer to the open question."""


Objector: TypeAlias = Callable[[Ask, Any], Json]
"""A function of an assumption and the table; it returns the right answer if the assumption is wrong, else None."""


def objections_of(sample: Sample) -> Objector | None:
    """Return the method of a sample player that corrects assumptions (``objection``); None if it has none."""
    found: Objector | None = getattr(sample, "objection", None)
    return found


@cache
def reply_to(key: str) -> str:
    """Return the name of the method that answers a question: ``on_your_turn`` for ``your-turn``."""
    return intern("on_" + key.replace("-", "_"))


@dataclass(frozen=True, slots=True)
class Move:
    """A move that the player can make now on a sample table."""

    id: str
    label: Text


class PlayersSide(Sample, Protocol):
    """A sample table whose player can be controlled move by move: by a person, a policy or a learning program."""

    how_to_play: Sequence[Text]

    def moves(self, ask: Ask, table: Any) -> Sequence[Move]:
        """Return the possible moves; none where the table answers by itself."""

    def play(self, move: str, ask: Ask, table: Any) -> Json | None:
        """Make a move; return the answer to the open question as soon as the moves complete it, else None."""

    def observe(self, ask: Ask | None, table: Any) -> Mapping[str, int]:
        """Return the player's side as numbers, always with the same names."""

    def prompt(self, ask: Ask, table: Any) -> Text:
        """Return the text that tells the player what to choose."""

    def picture(self, ask: Ask, table: Any) -> View | None:
        """Return the view where the possible moves are spots; None if there is none."""

    def problems(self, table: Any) -> Iterable[str]:
        """Return the pieces that are not accounted for."""


def has_players_side(sample: Sample) -> TypeGuard[PlayersSide]:
    """Return whether the player of a sample table can be controlled move by move."""
    return hasattr(sample, "moves") and hasattr(sample, "play")


def as_facts(title: Text, tracked: Callable[[Any], Iterable[Tracked]], table: Any) -> list[View]:
    """Return one view with every editable value of the table."""
    return [Facts("table", title, [fact(one.path, one.label, one.words, one.path) for one in tracked(table)])]


@dataclass(frozen=True)
class Opponent:
    """One automated opponent: its script, and everything that drivers need to run it.

    ``sample(seed, options, policy=…, pack=…)`` makes a sample table; the first of ``policies`` is the default.
    ``measures`` returns the numbers that the lab records at the end of each round: ``score`` is the opponent's score,
    and those that begin with ``vp_`` are its parts; ``measured`` has their labels.
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
    """Returns the invariants that the table violates."""
    repair: Tell | None = None
    """Describes how to restore a value on the table; by default its label and value."""
    views: Callable[[Any], Sequence[View]] = None  # type: ignore[assignment]  # as_facts
    """Returns the table as views; by default a list of the editable values."""
    options: type = NoOptions
    """The dataclass of its options, whose fields are made by ``setting``; the table gets the values by their names."""
    check_pack: Callable[[Json], Json] = field(default=lambda pack: pack)
    complete_pack: Callable[[Json], Json] = field(default=lambda pack: pack)
    """Completes an owner's pack for a sample table: missing values that the table needs come from the sample pack."""
    unread_pack: Callable[[], Json] = field(default=lambda: None)
    """Returns an empty pack, for a game of an owner who has described nothing yet."""
    policies: Sequence[str] = ("sensible",)
    round_of: Callable[[Any], int] = field(default=lambda table: getattr(table, "round", 0))
    measures: Callable[[Any], Mapping[str, int]] | None = None
    measured: Mapping[str, Text] = field(default_factory=dict)
    curves: Sequence[str] = ("score",)
    """The measures that are charted round by round; the first one is compared with sample games."""
    followed: Sequence[str] = ()
    """The paths of the numbers that are charted; best those that ``tracked`` yields first."""
    by_turns: bool = False
    """Whether each of its rounds is a single turn."""
    rolls: bool = True
    """Whether the game has any rolls or draws; if not, nobody is asked who makes them."""
    levels: Mapping[str, Text] = field(default_factory=dict)
    """The levels that a result can have, with their labels, the lowest first."""
    heading: Callable[[Any, str], Sequence[Text]] = field(default=lambda table, key: ())
    """Returns the status of the game, the most important first; ``key`` is the open question's, empty at the end."""
    figure: Callable[[Any], Spot | None] = field(default=lambda table: None)
    """Returns the number that is always shown: its label, its value as a note, and the path that corrects it."""
    inquiries: Sequence[Inquiry] = ()
    box: Box | None = None
    """The parts that only an owner knows; None: there is nothing to describe before a game."""
    learned: Callable[[Json, Any], Json] = field(default=lambda known, table: known)
    """Adds the facts that a table has shown to the owner's pack; None: there is nothing to save."""
    merge_packs: Callable[[Json, Json], tuple[Json, Sequence[Disagreement]]] | None = None
    """Merges two packs and returns where they differ; there the first one wins."""
    pack_notes: Callable[[Json], Sequence[Text]] = field(default=lambda pack: ())
    """Returns what looks odd in a valid pack."""
    bgg: int | None = None
    """The id of the game at BoardGameGeek, which play logs use."""
    changes: Mapping[int, Sequence[str]] = field(default_factory=dict)
    """The ids of the rules that changed with each version after the first."""

    def __post_init__(self) -> None:
        if self.views is None:
            object.__setattr__(self, "views", partial(as_facts, self.game, self.tracked))

    def repairing(self, table: Any) -> Tell:
        """Return the function that describes how to restore a value on this table."""
        if self.repair is not None:
            return self.repair
        known = {one.path: one for one in self.tracked(table)}

        def tell(path: TablePath, now: Any, was: Any) -> Text | None:
            one = known.get(".".join(path))
            return None if one is None else _("{field}: {value}", field=one.label, value=one.words)

        return tell

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages other than English for which it has translations, of those that the kernel has, too."""
        return tuple(lang for lang in languages_in(locale_of(self.folder)) if lang in LANGUAGES)

    @property
    def settings(self) -> tuple[Setting, ...]:
        """Its options."""
        return settings_of(self.options)

    @property
    def rules(self) -> Rules:
        """Its rule catalogue."""
        return load_rules(self.folder / "rules.toml")

    def catalogue(self, lang: str) -> Catalogue:
        """Load the translations for a language."""
        return catalogue_for(lang, locale_of(self.folder))

    def checked_pack(self, pack: Json) -> Json:
        """Return a pack that can be used; raise BadPack, and no other error, if it can't."""
        try:
            if isinstance(pack, dict) and writable(pack):
                checked = self.check_pack(pack)
                check_head(pack)
                return checked
        except RivalError as bad:
            raise BadPack(bad.text) from None
        except (TypeError, ValueError, LookupError, AttributeError, ArithmeticError, RecursionError) as odd:
            raise BadPack(_("This is not a pack for {game}: a part of it has the wrong type.", game=self.game)) from odd
        raise BadPack(
            _(
                "A pack can contain only text, numbers of at most 18 digits, and lists of these. Put "
                "dates in quotation marks."
            )
        )

    def spoken(self, first: str) -> tuple[Catalogue, ...]:
        """Load the translations in which typed text is understood, the given language first."""
        return every_catalogue(first, locale_of(self.folder))

    def resolve(self, options: Mapping[str, Json] | None) -> dict[str, Json]:
        """Return all options of the game with their values; raise BadOption if one is unknown."""
        given = options or {}
        resolved = {one.name: one.check(given.get(one.name, one.default)) for one in self.settings}
        for name in (one for one in given if one not in resolved):
            raise BadOption(
                _(
                    "{game} has no option “{name}”. Its options are: {names}.",
                    game=self.game,
                    name=Name(str(name)),
                    names=Joined([Name(one.name) for one in self.settings]),
                )
            )
        return resolved


@cache
def locale_of(folder: Path) -> Path:
    """Return the folder of an opponent's translations."""
    return folder / "locale"


LIST = Path(__file__).parent.parent / "opponents.json"
"""A file that names the opponents where Python packages have no metadata, as in a browser."""


@cache
def _installed() -> Mapping[str, str]:
    """Return the location of each opponent as “module:name”."""
    if LIST.exists():
        listed: dict[str, str] = json.loads(LIST.read_text(encoding="utf-8"))
        return listed
    from importlib.metadata import entry_points

    return {entry.name: entry.value for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name)}


def _loaded(where: str) -> Opponent:
    """Import an opponent from “module:name”."""
    module, _colon, name = where.partition(":")
    found: Opponent = getattr(import_module(module), name)
    return found


@cache
def opponents() -> Mapping[str, Opponent]:
    """Load all installed opponents by id; other packages add theirs with the entry point group ``rival.opponents``."""
    return {name: _loaded(where) for name, where in _installed().items()}


@cache
def opponent(game: str) -> Opponent:
    """Load the opponent of a game; raise BadOption with the installed ones if there is none."""
    entries = _installed()
    if game not in entries:
        raise BadOption(
            _(
                "There is no opponent “{game}”. Installed opponents: {names}.",
                game=Name(game),
                names=Joined(map(Name, entries)),
            )
        )
    return _loaded(entries[game])
