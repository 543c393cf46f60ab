"""Opponents: the interface between a game and the kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache, partial
from pathlib import Path
from sys import intern
from typing import Any, Protocol, TypeAlias, TypeGuard, get_args, get_type_hints

from rival.kernel.answer_types import AnswerType, Json, shorten_for_message
from rival.kernel.box import Box, validate_pack_metadata
from rival.kernel.editable_values import EditableValue
from rival.kernel.errors import BadOptionError, BadPackError, RivalError
from rival.kernel.journal import is_storable
from rival.kernel.rule_catalogue import RuleCatalogue, load_rules
from rival.kernel.steps import Ask, Because, Script
from rival.kernel.texts import (
    LANGUAGES,
    Catalogue,
    JoinedText,
    Name,
    Text,
    _,
    list_languages,
    load_all_catalogues,
    load_catalogue,
)
from rival.kernel.undo_instructions import DescribeChange
from rival.kernel.undo_instructions import TablePath as TablePath
from rival.kernel.views import FactList, Spot, View, make_fact


@dataclass(frozen=True, slots=True)
class Setting:
    """An option of a game, often a rule with two possible readings. The first value is the default.

    ``difficulty`` marks an option that makes the opponent harder or easier. Results are counted separately for each of
    its values.
    """

    name: str
    label: Text
    values: tuple[tuple[Json, Text], ...]
    cites: tuple[str, ...]
    difficulty: bool = False

    @property
    def default(self) -> Json:
        """The default value of the setting."""
        return self.values[0][0]

    def validate(self, value: Json) -> Json:
        """Return the value; raise BadOptionError if the option does not allow it."""
        if not any(value == allowed and type(value) is type(allowed) for allowed, _label in self.values):
            raise BadOptionError(
                _(
                    "{option} can't be {value}. Possible values: {values}.",
                    option=Name(self.name),
                    value=shorten_for_message(str(value).lower() if isinstance(value, bool) else value),
                    values=JoinedText(self.value_names),
                )
            )
        return value

    @property
    def value_names(self) -> list[Text]:
        """The values as text, for messages."""
        return [Name(str(value).lower() if isinstance(value, bool) else str(value)) for value, _label in self.values]


def define_setting(label: Text, *value_labels: Text, cites: tuple[str, ...], difficulty: bool = False) -> Any:
    """Define a field of an opponent's options by its label and the labels of its values, in order.

    The values come from the annotation (``bool``, ``Literal``); the first one is the default:

        orange: Literal["apart", "ends"] = setting(_("Orange cubes"), _("…"), _("…"), cites=("RH-A18",))
    """
    return field(metadata={"label": label, "words": value_labels, "cites": cites, "difficulty": difficulty})


@cache
def read_settings(options: type) -> tuple[Setting, ...]:
    """Return the settings that an options dataclass defines."""
    hints = get_type_hints(options)
    settings = []
    for option_field in fields(options):
        annotation, metadata = hints[option_field.name], option_field.metadata
        values = (False, True) if annotation is bool else get_args(annotation)
        if len(values) != len(metadata["words"]):
            raise TypeError(
                f"{options.__qualname__}.{option_field.name} has {len(values)} values: {len(metadata['words'])} texts"
            )
        pairs = tuple(zip(values, metadata["words"], strict=True))
        settings.append(Setting(option_field.name, metadata["label"], pairs, metadata["cites"], metadata["difficulty"]))
    return tuple(settings)


@dataclass(frozen=True, slots=True)
class NoOptions:
    """The options of an opponent without options."""


@dataclass(frozen=True, slots=True)
class ScoreSource:
    """A part of the final scores: its label, and the points of each side for which they are known."""

    label: Text
    scores: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game: the score of each side, the winner or the reached level, and a sentence.

    ``sources`` are the parts of the scores. If all parts are known for a side, they add up to the side's score.
    """

    text: Text
    scores: Mapping[str, int]
    winner: str | None = None
    level: str | None = None
    cites: tuple[str, ...] = ()
    sources: Sequence[ScoreSource] = ()


@dataclass(frozen=True, slots=True)
class Inquiry:
    """A question that the player may ask at any time. The answer comes at once, and the journal does not record it."""

    name: str
    text: Text
    make_answer_type: Callable[[Any], AnswerType]
    make_reply: Callable[[Any, Any], Because]


@dataclass(frozen=True, slots=True)
class PartDifference:
    """A difference between two packs: the place, and the value in each pack."""

    place: Text
    mine: Text
    theirs: Text
    part: str = ""
    """The id of the box part that contains the difference."""


class SamplePlayer(Protocol):
    """A simulated table with a simple player, which answers every question except rolls and draws.

    An optional method ``objection(ask, table)`` is called for each assumption in the game. The method returns the
    correct answer if the assumption is wrong, else None.
    """

    def answer(self, ask: Ask, table: Any) -> Json:
        """Return an answer to the open question."""


AssumptionPolicy: TypeAlias = Callable[[Ask, Any], Json]
"""A function of an assumption and the table that returns the correct answer if the assumption is wrong, else None."""


def find_assumption_policy(player: SamplePlayer) -> AssumptionPolicy | None:
    """Return a sample player's ``objection`` method, which corrects assumptions; None if there is no such method."""
    policy: AssumptionPolicy | None = getattr(player, "objection", None)
    return policy


@cache
def get_handler_name(key: str) -> str:
    """Return the name of the method that answers a question: ``on_your_turn`` for ``your-turn``."""
    return intern("on_" + key.replace("-", "_"))


@dataclass(frozen=True, slots=True)
class PlayerMove:
    """A move that the player can make now on a sample table."""

    id: str
    label: Text


class PracticePlayer(SamplePlayer, Protocol):
    """A sample table whose player is controlled move by move: by a person, a policy or a learning program."""

    how_to_play: Sequence[Text]

    def list_moves(self, ask: Ask, table: Any) -> Sequence[PlayerMove]:
        """Return the possible moves; empty if the table answers the question automatically."""

    def play_move(self, move: str, ask: Ask, table: Any) -> Json | None:
        """Make a move; return the complete answer to the open question, or None if more moves are needed."""

    def observe(self, ask: Ask | None, table: Any) -> Mapping[str, int]:
        """Return the state of the player's side as numbers, always under the same names."""

    def describe_choice(self, ask: Ask, table: Any) -> Text:
        """Return the prompt for the player's next choice."""

    def make_view(self, ask: Ask, table: Any) -> View | None:
        """Return the view that shows the possible moves as spots; None if there is no such view."""

    def find_lost_pieces(self, table: Any) -> Iterable[str]:
        """Return the pieces that are not accounted for."""


def can_practice(player: SamplePlayer) -> TypeGuard[PracticePlayer]:
    """Return whether a sample table's player can be controlled move by move."""
    return hasattr(player, "list_moves") and hasattr(player, "play_move")


def make_fact_views(
    title: Text, list_editable_values: Callable[[Any], Iterable[EditableValue]], table: Any
) -> list[View]:
    """Return one view that lists every editable value of the table."""
    return [
        FactList(
            "table",
            title,
            [
                make_fact(editable.path, editable.label, editable.value_text, editable.path)
                for editable in list_editable_values(table)
            ],
        )
    ]


@dataclass(frozen=True)
class Opponent:
    """One automated opponent: its script, and everything that drivers need to run it.

    ``make_sample_player(seed, options, policy=…, pack=…)`` makes a sample table; the first of ``policies`` is the
    default. ``measure_table`` returns the numbers that the lab records at the end of each round: ``score`` is the
    opponent's score, and numbers whose names begin with ``vp_`` are parts of the score. ``measure_labels`` contains the
    labels of these numbers.
    """

    id: str
    name: Text
    game: Text
    folder: Path
    rules_version: int
    make_table: Callable[[Mapping[str, Json], Json], Any]
    script: Callable[[Any], Script[Result]]
    list_editable_values: Callable[[Any], Iterable[EditableValue]]
    make_sample_player: Callable[..., SamplePlayer]
    make_sample_pack: Callable[[], Json]
    check_invariants: Callable[[Any], Iterable[Text]] = field(default=lambda table: ())
    """Returns the invariants that the table violates."""
    describe_change: DescribeChange | None = None
    """Describes how to restore a value on the table; by default with its label and value."""
    make_views: Callable[[Any], Sequence[View]] = None  # type: ignore[assignment]  # set in __post_init__
    """Returns the views of the table; by default a single list of the editable values."""
    options_type: type = NoOptions
    """The dataclass of the options, with fields made by ``define_setting``. The table receives the values by name."""
    parse_pack: Callable[[Json], Json] = field(default=lambda pack: pack)
    complete_pack: Callable[[Json], Json] = field(default=lambda pack: pack)
    """Completes an owner's pack for a sample table by taking missing values from the sample pack."""
    make_empty_pack: Callable[[], Json] = field(default=lambda: None)
    """Returns an empty pack for an owner who has described nothing yet."""
    policies: Sequence[str] = ("sensible",)
    get_round: Callable[[Any], int] = field(default=lambda table: getattr(table, "round", 0))
    measure_table: Callable[[Any], Mapping[str, int]] | None = None
    measure_labels: Mapping[str, Text] = field(default_factory=dict)
    charted_measures: Sequence[str] = ("score",)
    """The measures that are charted round by round. The first measure is compared with sample games."""
    charted_values: Sequence[str] = ()
    """The paths of the charted numbers, preferably the paths that ``list_editable_values`` yields first."""
    is_round_one_turn: bool = False
    """Whether each round of the game is a single turn."""
    uses_chance: bool = True
    """Whether the game has rolls or draws. If not, the player is not asked who makes them."""
    levels: Mapping[str, Text] = field(default_factory=dict)
    """The levels that a result can have, with their labels, lowest first."""
    make_status_line: Callable[[Any, str], Sequence[Text]] = field(default=lambda table, key: ())
    """Returns the game's status texts, most important first. ``key`` is the open question's key, empty at the end."""
    make_headline_score: Callable[[Any], Spot | None] = field(default=lambda table: None)
    """Returns the number that is always shown: its label, its value as a note, and the path to correct it."""
    list_turn_views: Callable[[Any], Sequence[str]] = field(default=lambda table: ())
    """Returns the ids of the views that the player needs during their own turn, most important first."""
    inquiries: Sequence[Inquiry] = ()
    box: Box | None = None
    """The parts that only an owner can describe; None if there is nothing to describe before a game."""
    learn_pack: Callable[[Json, Any], Json] = field(default=lambda known, table: known)
    """Adds facts learned from a table to the owner's pack; returns None if there is nothing to save."""
    merge_packs: Callable[[Json, Json], tuple[Json, Sequence[PartDifference]]] | None = None
    """Merges two packs and returns their differences. Where the packs differ, the first one wins."""
    find_pack_oddities: Callable[[Json], Sequence[Text]] = field(default=lambda pack: ())
    """Returns warnings about suspicious entries in a valid pack."""
    bgg_id: int | None = None
    """The game's id on BoardGameGeek, for play logs."""
    rule_changes: Mapping[int, Sequence[str]] = field(default_factory=dict)
    """The ids of the rules that changed in each version after the first."""

    def __post_init__(self) -> None:
        if self.make_views is None:
            object.__setattr__(self, "make_views", partial(make_fact_views, self.game, self.list_editable_values))

    def get_change_describer(self, table: Any) -> DescribeChange:
        """Return the function that describes how to restore a value on this table."""
        if self.describe_change is not None:
            return self.describe_change
        editable_values = {one.path: one for one in self.list_editable_values(table)}

        def describe(path: TablePath, current: Any, previous: Any) -> Text | None:
            editable = editable_values.get(".".join(path))
            return None if editable is None else _("{field}: {value}", field=editable.label, value=editable.value_text)

        return describe

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages, apart from English, into which both the opponent and the kernel are translated."""
        return tuple(lang for lang in list_languages(get_locale_folder(self.folder)) if lang in LANGUAGES)

    @property
    def settings(self) -> tuple[Setting, ...]:
        """The options of the opponent."""
        return read_settings(self.options_type)

    @property
    def rules(self) -> RuleCatalogue:
        """The rule catalogue of the opponent."""
        return load_rules(self.folder / "rules.toml")

    def load_catalogue(self, lang: str) -> Catalogue:
        """Load the translations for a language."""
        return load_catalogue(lang, get_locale_folder(self.folder))

    def validate_pack(self, pack: Json) -> Json:
        """Return a validated pack; raise BadPackError, and no other error, if the pack can't be used."""
        try:
            if isinstance(pack, dict) and is_storable(pack):
                checked = self.parse_pack(pack)
                validate_pack_metadata(pack)
                return checked
        except RivalError as error:
            raise BadPackError(error.text) from None
        except (TypeError, ValueError, LookupError, AttributeError, ArithmeticError, RecursionError) as cause:
            raise BadPackError(
                _("This is not a pack for {game}: a part of it has the wrong type.", game=self.game)
            ) from cause
        raise BadPackError(
            _(
                "A pack can contain only text, numbers of at most 18 digits, and lists of these. Put "
                "dates in quotation marks."
            )
        )

    def load_catalogues(self, first: str) -> tuple[Catalogue, ...]:
        """Load the translations used to recognize typed text, starting with the given language."""
        return load_all_catalogues(first, get_locale_folder(self.folder))

    def resolve_options(self, options: Mapping[str, Json] | None) -> dict[str, Json]:
        """Return all options of the game with their values; raise BadOptionError if an option is unknown."""
        given = options or {}
        resolved = {
            setting.name: setting.validate(given.get(setting.name, setting.default)) for setting in self.settings
        }
        for name in (setting for setting in given if setting not in resolved):
            raise BadOptionError(
                _(
                    "{game} has no option “{name}”. Its options are: {names}.",
                    game=self.game,
                    name=Name(str(name)),
                    names=JoinedText([Name(setting.name) for setting in self.settings]),
                )
            )
        return resolved


@cache
def get_locale_folder(folder: Path) -> Path:
    """Return the folder that contains an opponent's translations."""
    return folder / "locale"
