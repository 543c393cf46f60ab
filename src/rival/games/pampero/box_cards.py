"""A VJ card as a part of the owner's box: a drawing to fill in place by place, with the likeliest icons first.

The card is a form whose fields are the paths of its places ("section 2, row B"). Earlier answers determine
which fields the form has, because a tower and a farm have different places.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import permutations
from typing import Any, TypeAlias

from rival.games.pampero.card_paths import (
    IconRow,
    PlaceOrder,
    SingleIcon,
    describe_path,
    get_part,
    get_part_type,
    has_part,
    list_parts,
    list_sections,
    replace_part,
)
from rival.games.pampero.card_questions import build_part_answer_type
from rival.games.pampero.card_views import build_section, get_section_id, make_icon_cell
from rival.games.pampero.cards import ZONES, Card
from rival.games.pampero.cards import CardSection as CardSection
from rival.games.pampero.icon_grammar import (
    KnownNames,
    describe_icon,
    get_card_name,
    get_icon_glyph,
    list_phrases,
    read_icon,
    read_part_value,
    write_icon,
    write_part_value,
)
from rival.games.pampero.icon_text import list_default_phrases
from rival.games.pampero.pack_model import Pack
from rival.games.pampero.symbols import CustomIcon, Dollars, EnergyBelow, StackedSymbol
from rival.kernel import (
    AnswerType,
    Ask,
    BadAnswerError,
    BadPackError,
    BoxPart,
    Field,
    Form,
    Json,
    Name,
    Option,
    Piece,
    Remark,
    Row,
    Section,
    Sheet,
    Text,
    TextList,
    _,
    make_option,
    n_,
)

CARD_PREFIX = "card "
CARDS_GROUP = _("VJ cards")
UNASKED_PATHS = ("number",)
"""The paths of card parts that no game needs."""
PLACES_PER_SECTION = 8
"""The number of places that every section has, for any action."""


@dataclass(frozen=True)
class PackContext:
    """A wrapper that lets a pack be passed to functions that expect an object with a `pack`."""

    pack: Pack


def build_card_part(pack: Pack, card: Card, n: int) -> BoxPart:
    """Return an opponent card as an editable component of the game."""
    value = collect_card_answers(card)
    known_count = len(value)
    place_count = sum(path not in UNASKED_PATHS for path, _value in list_parts(card))
    place_count += PLACES_PER_SECTION * sum(card_section.action is None for card_section in card.sections)
    return BoxPart(
        f"{CARD_PREFIX}{card.id}",
        _("card {n} ({what})", n=n, what=get_card_name(card)) if known_count else _("card {n}", n=n),
        CARDS_GROUP,
        partial(build_card_question, pack, card, n),
        value or None,
        partial(build_card_view, card, n),
        known_count,
        place_count,
        has_assumptions=bool(card.to_check),
        note=n_("{n} of {all} places described", "{n} of {all} places described", known_count, all=place_count)
        if 0 < known_count < place_count
        else None,
        find_remarks=partial(list_card_remarks, card),
    )


def collect_card_answers(card: Card) -> dict[str, Json]:
    """Return a card's known values by field path."""
    return dict(collect_cached_answers(card))


@lru_cache(maxsize=256)
def collect_cached_answers(card: Card) -> Mapping[str, Json]:
    """Return a card's known values by field path, from a cache if possible."""
    known_values = {path: value for path, value in list_parts(card) if value is not None and path not in UNASKED_PATHS}
    return {path: to_field_answer(card, path, value) for path, value in known_values.items()}


def to_field_answer(card: Card, path: str, value: Any) -> Json:
    """Convert a card's value to the answer of its form field."""
    plain = write_part_value(value)
    if isinstance(get_part_type(card, path), PlaceOrder):
        return [" ".join(map(str, value))]
    return plain if isinstance(plain, int) else list_default_phrases(plain)


# --- the question ----------------------------------------------------------------------------------------------


def build_card_question(pack: Pack, stored_card: Card, n: int, value: Json) -> Ask:
    """Return the form in which the owner describes a card."""
    card, icon_counts = build_draft_card(pack, stored_card, value), count_icons(pack)
    fields = [
        make_place_field(pack, card, path, icon_counts)
        for path, _value in list_parts(card)
        if path not in UNASKED_PATHS
    ]
    text = _("Card {n}: fill in each place as on your card.", n=n)
    return Ask("table", "vj-card", text, CardForm(fields), "PA-45", extra_check=partial(check_card, pack, stored_card))


def build_draft_card(pack: Pack, stored_card: Card, value: Json) -> Card:
    """Return the card that an unfinished form describes, or the stored card if the form has an error."""
    try:
        return build_card(pack, stored_card, value) if isinstance(value, dict) else stored_card
    except (BadPackError, BadAnswerError):
        return stored_card


class CardForm(Form):
    """The form for describing a card; it ignores fields that do not belong to the chosen action."""

    def validate(self, value: Json) -> Any:
        """Validate the answer without the fields that no longer apply."""
        return super().validate(self.drop_obsolete_fields(value))

    def drop_obsolete_fields(self, value: Json) -> Json:
        """Return the answer without the fields that no longer apply to the card."""
        known_fields = self.answer_types
        return (
            {name: field_value for name, field_value in value.items() if name in known_fields}
            if isinstance(value, dict)
            else value
        )


def check_card(pack: Pack, stored_card: Card, answer: Mapping[str, Any]) -> None:
    """Raise BadAnswerError if the answer does not describe a valid card."""
    try:
        build_card(pack, stored_card, answer)
    except BadPackError as error:
        raise BadAnswerError(_("This contradicts the card: {problem}", problem=error.text)) from None


def build_card(pack: Pack, stored_card: Card, answer: Mapping[str, Any]) -> Card:
    """Return the card that an answer describes."""
    remaining_values = {path: value for path, value in answer.items() if value is not None}
    unplaced_sections = {path.partition(", ")[0] for path in remaining_values if path.startswith("unplaced ")}
    card = Card(stored_card.id, unplaced=tuple(CardSection() for _section in unplaced_sections))
    while (path := next(list_settable_paths(card, remaining_values), None)) is not None:
        card = replace_part(
            card,
            path,
            read_part_value(card, path, serialize_part_answer(card, path, remaining_values.pop(path)), pack.names),
        )
    card = replace(card, number=stored_card.number, owner=stored_card.owner, edition=stored_card.edition)
    return replace(card, to_check=list_assumed_paths(stored_card, card))


def list_settable_paths(card: Card, remaining_values: Mapping[str, Any]) -> Iterator[str]:
    """Yield the paths of the fields that can be set now, with section positions last."""
    settable_paths = [path for path, _value in list_parts(card) if path in remaining_values]
    yield from sorted(settable_paths, key=lambda path: path.endswith(", position"))


def serialize_part_answer(card: Card, path: str, value: Any) -> Any:
    """Convert the answer for a card field to the JSON that a pack stores."""
    if isinstance(value, list) and len(value) == 1:
        match get_part_type(card, path):
            case SingleIcon():
                return value[0]
            case PlaceOrder() if isinstance(value[0], str):
                return value[0].split()
    return value


def list_assumed_paths(stored_card: Card, card: Card) -> tuple[str, ...]:
    """Return the paths of the card's values that the owner has not confirmed yet."""
    is_complete = all(value is not None for path, value in list_parts(card) if path not in UNASKED_PATHS)
    if is_complete or collect_card_answers(stored_card) == collect_card_answers(card):
        return ()
    return tuple(
        path
        for path in stored_card.to_check
        if has_part(card, path) and get_part(card, path) == get_part(stored_card, path)
    )


def make_place_field(pack: Pack, card: Card, path: str, icon_counts: IconCounts) -> Field:
    """Return the form field for one place on a card."""
    return Field(
        path, describe_path(path), make_place_answer_type(pack, card, path, icon_counts), spot_prefix=get_spot_id(path)
    )


def make_place_answer_type(pack: Pack, card: Card, path: str, icon_counts: IconCounts) -> AnswerType:
    """Return the answer type for one place on a card."""
    match get_part_type(card, path):
        case PlaceOrder():
            orders = [" ".join(order) for order in permutations(ZONES)]
            return RowOrderAnswer(
                [make_option(order_text, Name(" › ".join(order_text.split()))) for order_text in orders], pack.names
            )
    return build_part_answer_type(
        PackContext(pack),
        card,
        path,
        None,
        partial(sort_icon_options, icon_counts.get(get_place_kind(path), Counter()), pack.names),
    )


class RowOrderAnswer(TextList):
    """An answer type for the order of a card's rows from top to bottom."""

    def __init__(self, options: Sequence[Option], names: KnownNames) -> None:
        super().__init__(options, 1, 1, parse_entry=partial(read_order, names))

    def validate(self, value: Json) -> list[str]:
        """Return the zones and sectors in the order entered."""
        orders: list[str] = super().validate(value)
        return orders[0].split()


def read_order(names: KnownNames, text: str) -> str:
    """Return a typed order in its standard form; raise BadAnswerError for an unknown zone or sector."""
    places = text.replace(",", " ").upper().split()
    known_places = {*ZONES, *names.sectors}
    if not places or len(places) > len(known_places) or not set(places) <= known_places:
        raise BadAnswerError(_("an order is a list of zones and sectors, such as A, B1, C."))
    return " ".join(places)


def get_spot_id(path: str) -> str:
    """Return the id of a place in a card's drawing."""
    section_name, _comma, part_name = path.partition(", ")
    return f"{get_section_id(section_name)}.{part_name.replace(' ', '-')}" if part_name else path


# --- the palette -----------------------------------------------------------------------------------------------

EXAMPLE_NUMBERS: Mapping[type, Sequence[int]] = {EnergyBelow: (10, 6, 4), Dollars: (5, 3, 8)}
"""Numbers to offer first; the player can type any other."""


IconCounts: TypeAlias = Mapping[str, Counter[str]]
"""How often each icon occurs at a kind of place, over all known cards."""


def sort_icon_options(icon_counts: Counter[str], names: KnownNames, part_type: SingleIcon | IconRow) -> list[Option]:
    """Return the icons that a place can hold, with the most frequent ones first."""
    return sorted(
        list_icon_options_with_numbers(part_type, names), key=lambda icon_option: -icon_counts[str(icon_option.id)]
    )


@lru_cache(maxsize=64)
def list_icon_options_with_numbers(part_type: SingleIcon | IconRow, names: KnownNames) -> tuple[Option, ...]:
    """Return the icons that a place can hold; an icon with a number is listed once for each example number."""
    phrases = [
        phrase
        for base_phrase in list_phrases(part_type.kinds, names)
        for phrase in fill_in_example_numbers(base_phrase, part_type, names)
    ]
    return tuple(make_icon_option(phrase, read_icon(phrase, part_type, names)) for phrase in dict.fromkeys(phrases))


def count_icons(pack: Pack) -> IconCounts:
    """Count how often each icon occurs at each kind of place on all known cards."""
    counts_by_kind: dict[str, Counter[str]] = {}
    for card in pack.cards:
        for path, value in list_parts(card):
            if value is not None:
                icons = value if isinstance(value, tuple) else (value,)
                icon_phrases = [
                    write_icon(icon) for icon in icons if not isinstance(icon, int | str | CustomIcon | StackedSymbol)
                ]
                counts_by_kind.setdefault(get_place_kind(path), Counter()).update(icon_phrases)
    return counts_by_kind


def get_place_kind(path: str) -> str:
    """Return the kind of a place on a card, such as "row", "bonus" or "condition"."""
    return path.partition(", ")[2].split(" ")[0] or path


def fill_in_example_numbers(phrase: str, part_type: SingleIcon | IconRow, names: KnownNames) -> list[str]:
    """Return the phrase once for each example number, or unchanged if the icon has no number."""
    icon = read_icon(phrase, part_type, names)
    numbers = EXAMPLE_NUMBERS.get(type(icon), ())
    field = next(iter(getattr(icon, "__dataclass_fields__", ())), "")
    return [write_icon(replace(icon, **{field: n})) for n in numbers] if numbers else [phrase]


def make_icon_option(phrase: str, icon: Any) -> Option:
    """Return the answer option for an icon, with its drawing."""
    label = describe_icon(icon)
    return make_option(phrase, label, piece=Piece(get_icon_glyph(icon), label, "vj"))


# --- the drawing -----------------------------------------------------------------------------------------------


def build_card_view(card: Card, n: int) -> Sheet:
    """Return the drawing of a card, with a question mark at each unknown place."""
    majority = Row(_("majority"), [make_icon_cell("majority", card.majority)])
    back = Section("back", _("back of the card"), [majority])
    title = _("VJ card {n}", n=n)
    return Sheet(
        "box-card",
        title,
        [
            back,
            *(build_section(card, section_name, card_section) for section_name, card_section in list_sections(card)),
        ],
        str(n),
    )


def list_card_remarks(card: Card) -> list[Remark]:
    """Return remarks about unusual or unconfirmed values of a card."""
    card_remarks: list[Remark] = []
    seen_actions: dict[type, str] = {}
    for section_name, card_section in list_sections(card):
        kind = type(card_section.action)
        if card_section.action is not None and kind in seen_actions and not isinstance(card_section.action, CustomIcon):
            text: Text = _("A card should have one section of each kind (PA-51).")
            card_remarks.append(Remark(text, get_spot_id(f"{section_name}, action")))
        seen_actions[kind] = section_name
    for path in card.to_check:
        card_remarks.append(Remark(_("{part}: assumed, not checked yet.", part=describe_path(path)), get_spot_id(path)))
    return card_remarks
