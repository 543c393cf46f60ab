"""The open question in one language, as strings and JSON for user interfaces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from rival.kernel.answer_types import (
    AnswerKind,
    AnswerType,
    Checklist,
    ChoiceBase,
    Drawing,
    Field,
    FieldGroup,
    Form,
    Json,
    MapDrawing,
    NamedValues,
    Number,
    Option,
    Order,
    PhrasePart,
    TextList,
)
from rival.kernel.caching import cache_by_identity
from rival.kernel.comparison import Comparison, ComparisonView, render_comparison
from rival.kernel.criteria import ComparisonLine
from rival.kernel.rendered_views import (
    BrushView,
    HighlightView,
    PieceView,
    RenderedView,
    TapTargetView,
    render_brush,
    render_highlight,
    render_optional_piece,
    render_optional_text,
    render_piece,
    render_tap_target,
)
from rival.kernel.steps import Ask, Because
from rival.kernel.texts import Catalogue


@dataclass(frozen=True, slots=True)
class ReasonLine:
    """One line of an explanation with the ids of its rules.

    ``table`` compares the candidates of a decision. With ``in_table``, the table already contains the information of
    this line.
    """

    text: str
    cites: tuple[str, ...]
    table: ComparisonView | None = None
    in_table: bool = False


@dataclass(frozen=True, slots=True)
class OptionText:
    """An option with its label."""

    id: str | int
    label: str


@dataclass(frozen=True, slots=True)
class SuggestionView:
    """An earlier answer that is offered again, in one language: its label, and the form entries it fills in."""

    words: str
    entries: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class GroupView:
    """A group of fields of a form: its label, whether it is collapsed, and the expected sum of its numbers.

    With ``once``, an option that is chosen for one field can't be chosen for another.
    """

    words: str
    folded: bool
    adds: bool
    total: int | None
    note: str
    once: bool


@dataclass(frozen=True, slots=True)
class PhrasePartView:
    """A part of a phrase that the player builds by tapping; a ``tight`` part has no space before it."""

    words: str
    options: tuple[OptionText, ...]
    least: int
    most: int
    tight: bool


@dataclass(frozen=True, slots=True)
class FieldCondition:
    """The condition under which a field matters: the key of another field, and the required values of that field."""

    field: str
    values: tuple[Json, ...]


@dataclass(frozen=True, slots=True)
class Presentation:
    """The presentation of a question: everything except its text.

    ``on`` lists the views that show the options as spots, ``slots`` is the view whose spots are filled, and
    ``pictures`` is the common prefix of the ids of views that show the options. A ``piece`` is shown next to the label
    of a field, and ``pieces`` are shown next to the labels of options. ``shows`` is the subject of the question.
    ``picture`` is a view that is not one of the table's views. A phrase is composed of ``parts``. With ``upright``, a
    drawing has columns of different lengths. ``spot`` is the place of a field on the picture of its form. ``links`` are
    words with which a phrase can continue, and ``ends`` are phrases that end the list. ``cell`` is the row and column
    of a field in a table, and ``depends`` is the condition under which the field is shown. ``read_off`` marks an order
    that the player reads off the table. ``summed`` marks a number that can be entered as several amounts. ``corners``
    are the corners of a map that contain its entrances.
    """

    on: tuple[TapTargetView, ...] = ()
    shows: HighlightView | None = None
    group: GroupView | None = None
    piece: PieceView | None = None
    pieces: Mapping[str, PieceView] = field(default_factory=dict)
    slots: str = ""
    pictures: str = ""
    picture: RenderedView | None = None
    brushes: tuple[BrushView, ...] = ()
    parts: tuple[PhrasePartView, ...] = ()
    upright: bool = False
    spot: str = ""
    links: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    cell: tuple[str, str] | None = None
    depends: FieldCondition | None = None
    read_off: bool = False
    summed: bool = False
    corners: Mapping[str, tuple[int, int]] = field(default_factory=dict)


def build_presentation(**fields: Any) -> Presentation | None:
    """Return the presentation of a question; None if it is the default, as for most questions."""
    return Presentation(**fields) if any(fields.values()) else None


@dataclass(frozen=True, slots=True)
class Question:
    """A question or a field of a form; with ``closed``, only the offered answers are valid."""

    key: str
    kind: AnswerKind
    who: str
    text: str
    cites: tuple[str, ...] = ()
    because: tuple[ReasonLine, ...] = ()
    notes: tuple[ReasonLine, ...] = ()
    options: tuple[OptionText, ...] = ()
    fields: tuple[Question, ...] = ()
    items: tuple[ReasonLine, ...] = ()
    instead: tuple[OptionText, ...] = ()
    met: tuple[SuggestionView, ...] = ()
    legend: tuple[tuple[str, str], ...] = ()
    names: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    default: Json = None
    required: bool = False
    closed: bool = False
    look: Presentation | None = None
    about: Mapping[str, Json] = field(default_factory=dict)


def render_reasons(reasons: Sequence[Because], catalogue: Catalogue) -> tuple[ReasonLine, ...]:
    """Return the lines of an explanation; only the last line of a decision has its table."""
    criteria = {
        id(line): reason for reason in reasons if isinstance(reason, ComparisonLine) for line in reason.list_lines()
    }
    return tuple(
        ReasonLine(
            reason.text.render(catalogue),
            reason.cites,
            render_comparison(reason.make_table(), catalogue)
            if isinstance(reason, Comparison) and criteria.get(id(reason), reason) is reason
            else None,
            id(reason) in criteria,
        )
        for reason in reasons
    )


def build_question(ask: Ask, catalogue: Catalogue, pending: Sequence[Because]) -> Question:
    """Return a question in one language, with the explanation lines that precede it."""
    because = render_reasons((*pending, *ask.because), catalogue)
    return Question(
        ask.key,
        ask.kind,
        ask.who,
        ask.text.render(catalogue),
        ask.cites,
        because,
        tuple(ReasonLine(line.text.render(catalogue), line.cites) for line in ask.reminders),
        about=ask.metadata,
        **describe_answer_type(
            ask.answer_type,
            catalogue,
            on=tuple(render_tap_target(target, catalogue) for target in ask.tap_targets),
            shows=None if ask.highlight is None else render_highlight(ask.highlight(), catalogue),
        ),
    )


def describe_answer_type(answer_type: AnswerType, catalogue: Catalogue, **more_fields: Any) -> dict[str, Any]:
    """Return the fields of a Question that describe an answer type; ``more_fields`` are added to its presentation."""
    if answer_type.rendered is None:
        answer_type.rendered = {}
    if catalogue not in answer_type.rendered:
        answer_type.rendered[catalogue] = build_controls(answer_type, catalogue)
    fields, presentation = answer_type.rendered[catalogue]
    return {**fields, "look": build_presentation(**presentation, **more_fields)}


def build_controls(answer_type: AnswerType, catalogue: Catalogue) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the input controls for an answer type, and its presentation."""
    fields: dict[str, Any] = {"default": getattr(answer_type, "default", None)}
    presentation: dict[str, Any] = {}
    if isinstance(answer_type, ChoiceBase):
        fields["options"], presentation["pieces"] = render_options(answer_type.options, catalogue)
    if isinstance(answer_type, Order):
        fields["least"] = fields["most"] = (
            answer_type.draw_count if answer_type.draw_count is not None else len(answer_type.options)
        )
        presentation["read_off"] = answer_type.is_visible
    elif hasattr(answer_type, "minimum"):
        fields["least"], fields["most"] = answer_type.minimum, getattr(answer_type, "maximum", None)
    match answer_type:
        case Form():
            fields["fields"] = tuple(render_field(field, catalogue) for field in answer_type.fields)
            fields["instead"], presentation["pieces"] = render_options(answer_type.shortcuts, catalogue)
            presentation["group"] = (
                None if answer_type.shortcut_group is None else render_group(answer_type.shortcut_group, catalogue)
            )
            fields["met"] = tuple(
                SuggestionView(part.label.render(catalogue), part.entries) for part in answer_type.find_suggestions()
            )
        case Number():
            presentation["summed"] = answer_type.adds_amounts
        case Checklist():
            fields["items"] = tuple(ReasonLine(item.text.render(catalogue), item.cites) for item in answer_type.items)
        case MapDrawing():
            presentation["corners"] = dict(answer_type.corners)
        case Drawing():
            fields["legend"] = tuple((sign, meaning.render(catalogue)) for sign, meaning in answer_type.legend)
            presentation["brushes"] = tuple(render_brush(part, catalogue) for part in answer_type.brushes)
            presentation["upright"], fields["most"] = answer_type.has_columns, answer_type.total_signs
        case TextList():
            fields["closed"] = answer_type.parse_entry is None
            presentation["parts"] = tuple(render_phrase_part(part, catalogue) for part in answer_type.parts)
            presentation["ends"] = answer_type.final_phrases
            presentation["links"] = tuple(part.render(catalogue) for part in answer_type.connectors)
        case NamedValues():
            fields["options"], presentation["pieces"] = render_options(answer_type.values.options, catalogue)
            fields["names"], fields["closed"] = answer_type.names, answer_type.is_closed
    return fields, presentation


@lru_cache(1024)
def render_options(
    options: tuple[Option, ...], catalogue: Catalogue
) -> tuple[tuple[OptionText, ...], dict[str, PieceView]]:
    """Return the options with their labels, and the pieces next to the labels; cached, because options recur."""
    pieces = {str(option.id): render_piece(option.piece, catalogue) for option in options if option.piece}
    return tuple(render_option(option, catalogue) for option in options), pieces


@cache_by_identity(2048)
def render_option(option: Option, catalogue: Catalogue) -> OptionText:
    """Return an option with its label; cached, because options recur."""
    return OptionText(option.id, option.label.render(catalogue))


def render_field(field: Field, catalogue: Catalogue) -> Question:
    """Return a field of a form as a question; cached, because fields recur."""
    if catalogue not in field.rendered:
        field.rendered[catalogue] = build_field(field, catalogue)
    rendered: Question = field.rendered[catalogue]
    return rendered


def build_field(field: Field, catalogue: Catalogue) -> Question:
    """Build the question for a field of a form."""
    fields = describe_answer_type(
        field.answer_type,
        catalogue,
        on=tuple(render_tap_target(target, catalogue) for target in field.tap_targets),
        group=None if field.group is None else render_group(field.group, catalogue),
        piece=render_optional_piece(field.piece, catalogue),
        slots=field.slot_view,
        pictures=field.picture_prefix,
        spot=field.spot_prefix,
        cell=None if field.table_cell is None else tuple(target.render(catalogue) for target in field.table_cell),
        depends=None if field.depends_on is None else FieldCondition(*field.depends_on),
    )
    fields["default"] = field.default
    text = field.label if has_choices(fields) else field.question_text  # options need no example
    return Question(
        field.name,
        field.answer_type.kind,
        "",
        text.render(catalogue),
        required=field.is_required or field.is_required_now,
        **fields,
    )


def has_choices(fields: Mapping[str, Any]) -> bool:
    """Return whether a field has options or parts to choose from."""
    return bool(fields.get("options") or (fields["look"] and fields["look"].parts))


@cache_by_identity(256)
def render_group(group: FieldGroup, catalogue: Catalogue) -> GroupView:
    """Return a group of form fields in one language."""
    note = render_optional_text(group.note, catalogue)
    return GroupView(
        group.label.render(catalogue), group.is_collapsed, group.shows_sum, group.total, note, group.is_exclusive
    )


@cache_by_identity(256)
def render_phrase_part(part: PhrasePart, catalogue: Catalogue) -> PhrasePartView:
    """Return a part of a phrase in one language."""
    offers = tuple(render_option(option, catalogue) for option in part.options)
    return PhrasePartView(part.label.render(catalogue), offers, part.minimum, part.maximum, part.has_no_space_before)
