"""Questions about the owner's cards and boards, for one part or for several parts of a section.

The player is asked for a part of a card when VJ's turn reaches it. The answer is stored in the owner's pack. If a part
is only assumed, the question shows the assumed value for confirmation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import permutations
from typing import Any, TypeAlias

from rival.games.pampero import pack as packs
from rival.games.pampero.card_paths import (
    ACTION,
    CONDITION,
    IconRow,
    PlaceOrder,
    SingleIcon,
    WholeNumber,
    describe_path,
    describe_section,
    describe_section_part,
    find_sections_of_kind,
    get_part,
    get_part_type,
)
from rival.games.pampero.card_views import highlight_asked_parts, highlight_part_in_use
from rival.games.pampero.cards import MAP_PLACE, ZONES, BuildFarm, BuildTower, Card, FulfilContract, get_zone
from rival.games.pampero.icon_grammar import (
    describe_icon,
    describe_majority,
    list_part_phrases,
    read_icon,
    write_icon,
    write_part_value,
)
from rival.games.pampero.icon_text import (
    STACK_LINKS,
    PackHolder,
    SinglePhraseAnswer,
    describe_phrase,
    list_default_phrases,
    list_icon_options,
    normalize_icon_phrase,
    read_stored_phrase,
)
from rival.games.pampero.symbols import Majority, PlayerChoice
from rival.games.pampero.table import ReadingPosition, Table
from rival.kernel import (
    N_,
    AnswerType,
    Ask,
    BadAnswerError,
    BadPackError,
    Choice,
    Decision,
    Field,
    Form,
    JoinedText,
    Json,
    Name,
    Number,
    Option,
    Script,
    Suggestion,
    Text,
    TextList,
    _,
    make_option,
)

# --- labels -----------------------------------------------------------------------------------------------


def describe_slot_card(table: Table, slot_number: int) -> Text:
    """Return the label of a card: its slot number and its majority (PA-G43)."""
    card = table.get_card(slot_number)
    return describe_card_by_majority(slot_number, card.majority)


@lru_cache(maxsize=256)
def describe_card_by_majority(slot_number: int, majority: Majority | None) -> Text:
    """Return the label of the card in a slot with this majority."""
    if majority is None:
        return _("the card in slot {n}", n=slot_number)
    return _("card {n} ({what})", n=slot_number, what=describe_majority(majority))


@lru_cache(maxsize=1024)
def describe_card_part(slot_number: int, path: str) -> Text:
    """Return the label of a card part, which shows the source of an instruction."""
    return _("card {n}, {part}", n=slot_number, part=describe_path(path))


def describe_card_section(slot_number: int, section: str) -> Text:
    """Return the label of a card section."""
    return _("card {n}, {part}", n=slot_number, part=describe_section(section))


@lru_cache(maxsize=256)
def describe_place(place: str) -> Text:
    """Return the label of a zone or sector."""
    if place in ZONES:
        return _("zone {name}", name=Name(place))
    return _("sector {name}", name=Name(place))


# --- parts of cards ---------------------------------------------------------------------------------------


def ask_card_part(table: Table, decision: Decision, slot_number: int, path: str) -> Script[Any]:
    """Return a part of the card in this slot; ask the player if it is unknown or only assumed."""
    name = table.slots[slot_number].card
    card = table.find_card(name)
    table.reading = ReadingPosition(slot_number, path)
    decision.highlight = partial(highlight_part_in_use, table)
    question_key = ("part", name, path)
    value = get_part(card, path)
    if question_key in decision.answers and value is None:  # a correction removed the answer
        del decision.answers[question_key]
    if question_key not in decision.answers and not is_part_unknown(card, path):
        return value
    is_new = question_key not in decision.answers
    answer = yield from decision.ask(question_key, lambda: build_part_question(table, slot_number, path))
    if is_new:
        table.learn(f"card {name}, {path}", answer)
    return get_part(table.find_card(name), path)


def is_part_unknown(card: Card, path: str) -> bool:
    """Return whether a part of a card is unknown or only assumed."""
    return get_part(card, path) is None or path in card.to_check


def ask_parts_together(
    table: Table, decision: Decision, slot_number: int, section: str, parts: Mapping[str, str], needed: Sequence[str]
) -> Script[None]:
    """Ask for several parts of a card section in one question.

    Ask only if a ``needed`` part is unknown. The player may leave other parts empty; they are asked for later, when
    they matter.
    """
    name = table.slots[slot_number].card
    card = table.find_card(name)
    question_key = ("together", name, section, tuple(parts.values()))
    if question_key in decision.answers and any(
        get_part(card, f"{section}, {parts[field]}") is None for field in needed
    ):
        del decision.answers[question_key]  # a correction removed the answer
    is_new = question_key not in decision.answers
    asked_parts = {
        field: part_name
        for field, part_name in parts.items()
        if is_new and is_part_unknown(card, f"{section}, {part_name}")
    }
    if is_new and (
        len(asked_parts) < min(2, len(parts)) or not any(field in asked_parts for field in needed)
    ):  # a single part that is left over is asked alone
        return
    table.reading = ReadingPosition(slot_number, f"{section}, {parts[needed[0]]}")
    decision.highlight = partial(highlight_part_in_use, table)
    answer = yield from decision.ask(
        question_key, lambda: build_section_question(table, slot_number, section, asked_parts, needed)
    )
    if is_new:
        for path, value in list_entered_parts(section, asked_parts, answer):
            table.learn(f"card {name}, {path}", value)


def ask_condition_and_action(table: Table, decision: Decision, slot_number: int, section: str) -> Script[None]:
    """Ask for the condition and the action of a card section (PA-46)."""
    part_names = {"condition": "condition", "action": "action"}
    yield from ask_parts_together(table, decision, slot_number, section, part_names, ("condition", "action"))


def ask_action_rows(table: Table, decision: Decision, slot_number: int, section: str) -> Script[None]:
    """Ask for the row and the energy of a wind-farm section, or for the order of the zones (PA-57, PA-64, PA-67)."""
    action = get_part(table.get_card(slot_number), f"{section}, action")
    if isinstance(action, BuildFarm):
        farm_parts = {"row": f"row {MAP_PLACE}"} | {str(zone): f"bonus {zone}" for zone in ZONES}
        yield from ask_parts_together(table, decision, slot_number, section, farm_parts, ("row",))
    elif isinstance(action, BuildTower | FulfilContract):
        yield from ask_parts_together(table, decision, slot_number, section, {"order": "order"}, ("order",))


def ask_tower_row(table: Table, decision: Decision, slot_number: int, section: str, place: str) -> Script[None]:
    """Ask for the row of the place where VJ builds a tower, with the bonus symbols of its zone (PA-57, PA-74)."""
    zone = get_zone(place)
    part_names = {"row": f"row {place}", "upper": f"bonus {zone} upper", "lower": f"bonus {zone} lower"}
    yield from ask_parts_together(table, decision, slot_number, section, part_names, ("row", "upper", "lower"))


def ask_bonus_symbols(table: Table, decision: Decision, slot_number: int, section: str, zone: str) -> Script[None]:
    """Ask for a zone's two symbols in the card's bonus table (PA-74, PA-75)."""
    part_names = {"upper": f"bonus {zone} upper", "lower": f"bonus {zone} lower"}
    yield from ask_parts_together(table, decision, slot_number, section, part_names, ("upper", "lower"))


def list_entered_parts(
    section: str, asked_parts: Mapping[str, str], answer: Mapping[str, Json]
) -> list[tuple[str, Json]]:
    """Return the paths and values from a form in the order in which they must be stored."""
    return [
        (f"{section}, {part_name}", answer[field])
        for field, part_name in asked_parts.items()
        if answer[field] is not None
    ]


def build_section_question(
    table: Table, slot_number: int, section: str, asked_parts: Mapping[str, str], required_fields: Sequence[str]
) -> Ask:
    """Return the question about several parts of a card section."""
    card = table.get_card(slot_number)
    paths = {field: f"{section}, {part_name}" for field, part_name in asked_parts.items()}
    text = _(
        "What does {card} show in {section} ({parts})?",
        card=describe_slot_card(table, slot_number),
        section=describe_section(section),
        parts=JoinedText(
            [describe_section_part(part_name) for field, part_name in asked_parts.items() if field in required_fields]
        ),
    )
    if any(get_part(card, path) is not None for path in paths.values()):
        text = JoinedText([text, ASSUMED_HINT], " ")
    elif any(get_published_value(path) is not None for path in paths.values()):
        text = JoinedText([text, PUBLISHED_HINT], " ")
    return Ask(
        "table",
        "card-section",
        text,
        Form(
            [build_part_field(table, card, field, path, field in required_fields) for field, path in paths.items()],
            find_suggestions=partial(list_section_suggestions, table, card, paths),
        ),
        *dict.fromkeys(rule for path in paths.values() for rule in list_part_rules(path)),
        extra_check=lambda answer: check_entered_parts(table, card, list_entered_parts(section, asked_parts, answer)),
        highlight=partial(
            highlight_asked_parts,
            table,
            slot_number,
            section,
            *(asked_parts[field] for field in required_fields if field in asked_parts),
        ),
        label=N_("Your card shows: {answer}."),
        metadata={"card": card.id, "slot": slot_number, "section": section, "paths": paths, "box": f"card {card.id}"},
    )


ASSUMED_HINT = _("These values are an assumption. Compare them with the card.")


PUBLISHED_HINT = _("The published rules are filled in. Compare them with the card.")

PUBLISHED_VALUES: Mapping[str, Json] = {
    f"row {MAP_PLACE}": ["most of your structures", "most of your bulldozers", "you choose"],
    "bonus A": 2,
    "bonus B": 3,
    "bonus C": 5,
}
"""The values that the published rules give for every wind-farm section (PA-63, PA-64)."""


def get_published_value(path: str) -> Json:
    """Return the value that the published rules give for this part of any card; None if they give none."""
    return PUBLISHED_VALUES.get(path.partition(", ")[2])


SUGGESTED_SECTIONS: Sequence[tuple[str, str]] = (
    ("energy below 10", "farm"),
    ("all transformers blocked", "tower"),
    ("a contract is available", "contract"),
    ("not enough energy for a contract", "farm"),
    ("a tower in a foreign-market sector", "foreign sale"),
)
"""Conditions with their actions as the published rules describe them (PA-53 to PA-55, PA-62, PA-78)."""


def list_section_suggestions(table: Table, card: Card, paths: Mapping[str, str]) -> list[Suggestion]:
    """Return values from other cards and the published rules as one-tap suggestions for a section."""
    if any(get_part(card, path) is not None for path in paths.values()):
        return []
    if paths.keys() == {"condition", "action"}:
        return [make_section_suggestion(*entry) for entry in list_suggested_sections(table)]
    if paths.keys() == {"order"}:
        return [
            Suggestion(JoinedText(map(Name, order), " > "), {"order": list(order)})
            for order in list_suggested_orders(table)
        ]
    return []


def list_suggested_sections(table: Table) -> list[tuple[str, str]]:
    """Return pairs of a condition and an action, first from the published rules, then from the owner's cards."""
    sections = [section for card in table.pack.cards for section in card.sections]
    known = [
        (write_icon(section.condition), write_icon(section.action))
        for section in sections
        if section.condition is not None and section.action is not None
    ]
    return list(dict.fromkeys([*SUGGESTED_SECTIONS, *known]))


def make_section_suggestion(condition: str, action: str) -> Suggestion:
    """Return the suggestion that fills in a section's condition and action."""
    label = _(
        "{condition}: {action}",
        condition=describe_icon(read_icon(condition, CONDITION)),
        action=describe_icon(read_icon(action, ACTION)),
    )
    return Suggestion(label, {"condition": [condition], "action": [action]})


def list_suggested_orders(table: Table) -> list[tuple[str, ...]]:
    """Return the possible orders of the zones, with those on the owner's cards first."""
    sections = [section for card in table.pack.cards for section in card.sections]
    known = [tuple(order) for section in sections if (order := get_printed_order(section.action))]
    return list(dict.fromkeys([*known, *map(tuple, permutations(map(str, ZONES)))]))


def get_printed_order(action: Any) -> tuple[str, ...] | None:
    """Return the order of places printed for an action; None if it is unknown."""
    return action.rows.order if isinstance(action, BuildTower | FulfilContract) else None


def build_part_field(table: Table, card: Card, field: str, path: str, is_required: bool) -> Field:
    """Return the form field for a part of a card, with an assumed or published value as default."""
    assumed = get_part(card, path)
    default = get_published_value(path) if assumed is None else write_part_value(assumed)
    shape = build_part_answer_type(table, card, path, None)
    return Field(
        field,
        describe_section_part(path.partition(", ")[2]),
        shape,
        default if default is None or isinstance(default, int) else list_default_phrases(default),
        is_required=is_required,
    )


def check_entered_parts(table: Table, card: Card, entered_parts: Sequence[tuple[str, Json]]) -> None:
    """Raise BadAnswerError if the entered parts contradict the card or each other."""
    pack = table.pack
    for path, value in entered_parts:
        try:
            pack = packs.replace_pack_part(pack, f"card {card.id}, {path}", value)
        except BadPackError as error:
            part_label = describe_section_part(path.partition(", ")[2])
            raise BadAnswerError(_("{field}: {problem}", field=part_label, problem=error.text)) from None


def build_part_question(table: Table, slot_number: int, path: str) -> Ask:
    """Return the question about one part of a card."""
    card = table.get_card(slot_number)
    assumed = get_part(card, path)
    part_label = describe_path(path)
    text = (
        _("What is shown on {card} for {part}?", card=describe_slot_card(table, slot_number), part=part_label)
        if assumed is None
        else JoinedText(
            [
                _("Is this correct for {card} ({part})?", card=describe_slot_card(table, slot_number), part=part_label),
                ASSUMED_HINT,
            ],
            " ",
        )
    )
    shape = build_part_answer_type(table, card, path, assumed)
    is_single = isinstance(get_part_type(card, path), SingleIcon)
    return Ask(
        "table",
        "card-part",
        text,
        shape,
        *list_part_rules(path),
        extra_check=lambda value: check_entered_part(table, f"card {card.id}, {path}", value),
        highlight=partial(highlight_asked_parts, table, slot_number, *path.split(", ")),
        label=N_("Your card shows: {answer}."),
        metadata={"card": card.id, "path": path, "slot": slot_number, "single": is_single, "box": f"card {card.id}"},
    )


IconOptionsProvider: TypeAlias = Callable[[SingleIcon | IconRow], Sequence[Option]]


def build_part_answer_type(
    table: PackHolder, card: Any, path: str, assumed: Any, icon_options: IconOptionsProvider | None = None
) -> AnswerType:
    """Return the answer type for a part of a card."""
    list_icons = icon_options or partial(list_icon_options, names=table.pack.names)
    default = None if assumed is None else write_part_value(assumed)
    match get_part_type(card, path):
        case WholeNumber(low, high):
            return Number(low, high, default if isinstance(default, int) else None)
        case PlaceOrder():
            return TextList(
                [make_option(place) for place in list_part_phrases(card, path, table.pack.names)],
                minimum=1,
                default=list_default_phrases(default),
            )
        case IconRow() as row_type:
            return TextList(
                list_icons(row_type),
                parse_entry=lambda phrase: read_stored_phrase(phrase, row_type, table),
                normalize_phrase=lambda phrase: normalize_icon_phrase(phrase, row_type, table),
                connectors=STACK_LINKS,
                default=list_default_phrases(default),
                format_entry=lambda phrase: describe_phrase(phrase, row_type, table),
                final_phrases=[write_icon(PlayerChoice())],
            )
        case SingleIcon() as icon_type:
            return SinglePhraseAnswer(list_icons(icon_type), icon_type, table, list_default_phrases(default))


def check_entered_part(table: Table, path: str, value: Json) -> None:
    """Raise BadAnswerError if the entered value contradicts what is known about the card."""
    try:
        packs.replace_pack_part(table.pack, path, value)
    except BadPackError as error:
        raise BadAnswerError(_("This contradicts the card: {problem}", problem=error.text)) from None


def list_part_rules(path: str) -> tuple[str, ...]:
    """Return the ids of the rules that explain a part of a card."""
    part_kind = path.rpartition(", ")[2].split()[0]
    return {
        "condition": ("PA-46",),
        "action": ("PA-49",),
        "order": ("PA-67",),
        "row": ("PA-57",),
        "bonus": ("PA-50",),
        "majority": ("PA-08",),
    }.get(part_kind, ("PA-45",))


def ask_section_of_kind(table: Table, decision: Decision, slot_number: int, kind: type) -> Script[str | None]:
    """Return the card section with this kind of action, asking if it is unknown; None if the card has none."""
    card = table.get_card(slot_number)
    question_key = ("section", card.id, kind.__name__)
    matching_sections = find_sections_of_kind(card, kind)
    if matching_sections and question_key not in decision.answers:
        return matching_sections[0]
    unknown_positions = [i for i, section in enumerate(card.sections, 1) if section.action is None]
    absent_key = f"{card.id}: {kind.__name__}"
    if question_key not in decision.answers and (not unknown_positions or absent_key in table.lacking):
        return None
    is_new = question_key not in decision.answers
    position = yield from decision.ask(
        question_key,
        lambda: Ask(
            "table",
            "which-section",
            _(
                "Which section of {card} has the action “{action}”?",
                card=describe_slot_card(table, slot_number),
                action=describe_icon(kind()),
            ),
            Choice([*(make_option(i, _("section {n}", n=i)) for i in unknown_positions), make_option(0, _("none"))]),
            "PA-51",
            "PA-G22",
            metadata={"card": card.id, "kind": kind.__name__},
        ),
    )
    if is_new and position:
        table.learn(f"card {card.id}, section {position}, action", write_icon(kind()))
    elif is_new:
        table.lacking.add(absent_key)
    matching_sections = find_sections_of_kind(table.get_card(slot_number), kind)
    return matching_sections[0] if matching_sections else None


# --- small questions --------------------------------------------------------------------------------------

YES_NO = Choice([make_option("yes", _("yes"), value=1), make_option("no", _("no"), value=0)])


def ask_fact(decision: Decision, fact_key: Any, text: Text, *cites: str) -> Script[bool]:
    """Ask the player a yes/no question about the state of the game."""
    answer = yield from decision.ask(
        ("fact", fact_key),
        lambda: Ask("table", "fact", text, YES_NO, *cites, metadata={"fact": to_json_list(fact_key)}),
    )
    return bool(answer)


def to_json_list(fact_key: Any) -> Json:
    """Convert nested tuples to lists for JSON."""
    return list(fact_key) if isinstance(fact_key, tuple) else fact_key


def ask_board_part(
    table: Table, decision: Decision, path: str, text: Text, answer_type: AnswerType, *cites: str
) -> Script[Any]:
    """Ask for a value printed on the boards and save it for later games."""
    is_new = ("learn", path) not in decision.answers
    answer = yield from decision.ask(
        ("learn", path),
        lambda: Ask("table", "board-part", text, answer_type, *cites, metadata={"path": path}),
    )
    if is_new:
        table.learn(path, answer)
    return answer
