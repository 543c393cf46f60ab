"""Questions about the owner's cards and boards: each part alone, or the parts of a section together.

A part of a card is asked when VJ's turn reaches it, and stored in the owner's pack. The question about a part that is
only assumed shows the assumed value to confirm.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, TypeAlias

from rival.games.pampero import pack as packs
from rival.games.pampero.cards import MAP, ZONES, BuildFarm, BuildTower, Card, FulfilContract
from rival.games.pampero.parts import Number as WholeNumber
from rival.games.pampero.parts import (
    OneOf,
    Places,
    describe_path,
    describe_section,
    describe_within,
    part,
    sections_of_kind,
    slot,
)
from rival.games.pampero.parts import Several as IconRow
from rival.games.pampero.phrases import BEHIND, Knows, OnePhrase, icon_words, kept, listed, offered, said, understood
from rival.games.pampero.sheets import asked_of, in_use
from rival.games.pampero.symbols import YouChoose
from rival.games.pampero.table import Reading, Table
from rival.games.pampero.words import majority_words, palette, write_icon, write_part
from rival.kernel import (
    N_,
    Ask,
    BadAnswer,
    BadPack,
    Choice,
    Decision,
    Field,
    Form,
    Joined,
    Json,
    Name,
    Number,
    Option,
    Phrases,
    Script,
    Shape,
    Text,
    _,
    option,
)

# --- labels -----------------------------------------------------------------------------------------------


def card_words(table: Table, n: int) -> Text:
    """Return a label for a card: its slot and its majority (PA-G43)."""
    card = table.card(n)
    if card.majority is None:
        return _("the card in slot {n}", n=n)
    return _("card {n} ({what})", n=n, what=majority_words(card.majority))


@lru_cache(maxsize=1024)
def part_words(n: int, path: str) -> Text:
    """Return a label for a part of a card, to show where a step comes from."""
    return _("card {n}, {part}", n=n, part=describe_path(path))


def section_words(n: int, section: str) -> Text:
    """Return a label for a section of a card."""
    return _("card {n}, {part}", n=n, part=describe_section(section))


def place_words(place: str) -> Text:
    """Return a label for a place on a card: a zone or a sector."""
    if place in ZONES:
        return _("zone {name}", name=Name(place))
    return _("sector {name}", name=Name(place))


# --- parts of cards ---------------------------------------------------------------------------------------


def card_part(table: Table, mind: Decision, n: int, path: str) -> Script[Any]:
    """Return a part of the card in slot n; ask if it is unknown or only assumed."""
    name = table.slots[n].card
    card = table.card_called(name)
    table.reading = Reading(n, path)
    mind.shows = partial(in_use, table)
    about = ("part", name, path)
    known = part(card, path)
    if about in mind.answers and known is None:  # a correction removed the answer
        del mind.answers[about]
    if about not in mind.answers and not unknown_part(card, path):
        return known
    fresh = about not in mind.answers
    words = yield from mind.ask(about, lambda: part_question(table, n, path))
    if fresh:
        table.tell(f"card {name}, {path}", words)
    return part(table.card_called(name), path)


def unknown_part(card: Card, path: str) -> bool:
    """Return whether a part is unknown or only assumed."""
    return part(card, path) is None or path in card.to_check


def parts_together(
    table: Table, mind: Decision, n: int, section: str, parts: Mapping[str, str], needed: Sequence[str]
) -> Script[None]:
    """Ask for several parts of a section in one question; ``parts`` maps fields to the names of parts.

    It is asked if a ``needed`` part is unknown. Other parts may stay empty; they are asked when they matter.
    """
    name = table.slots[n].card
    card = table.card_called(name)
    about = ("together", name, section, tuple(needed))
    if about in mind.answers and any(part(card, f"{section}, {parts[field]}") is None for field in needed):
        del mind.answers[about]  # a correction removed the answer
    fresh = about not in mind.answers
    asked = {field: what for field, what in parts.items() if fresh and unknown_part(card, f"{section}, {what}")}
    if fresh and (len(asked) < 2 or not any(field in asked for field in needed)):
        return
    table.reading = Reading(n, f"{section}, {parts[needed[0]]}")
    mind.shows = partial(in_use, table)
    answer = yield from mind.ask(about, lambda: together_question(table, n, section, asked, needed))
    if fresh:
        for path, words in told_parts(section, asked, answer):
            table.tell(f"card {name}, {path}", words)


def section_top(table: Table, mind: Decision, n: int, section: str) -> Script[None]:
    """Ask for a section's condition and action together (PA-46)."""
    both = {"condition": "condition", "action": "action"}
    yield from parts_together(table, mind, n, section, both, ("condition", "action"))


def action_rows(table: Table, mind: Decision, n: int, section: str) -> Script[None]:
    """Ask for the rows of a section's action together with its bonus (PA-50, PA-57, PA-64, PA-67)."""
    action = part(table.card(n), f"{section}, action")
    if isinstance(action, BuildFarm):
        farm = {"row": f"row {MAP}"} | {str(zone): f"bonus {zone}" for zone in ZONES}
        yield from parts_together(table, mind, n, section, farm, ("row",))
    elif isinstance(action, BuildTower | FulfilContract):
        order: Any = part(table.card(n), f"{section}, order")
        rows = {f"row{place}": f"row {place}" for place in order or ZONES}
        bonus = {f"{line}{zone}": f"bonus {zone} {line}" for zone in ZONES for line in ("upper", "lower")}
        below = bonus if isinstance(action, BuildTower) else {}
        yield from parts_together(table, mind, n, section, {"order": "order", **rows, **below}, ("order",))


def bonus_cells(table: Table, mind: Decision, n: int, section: str, zone: str) -> Script[None]:
    """Ask for the two symbols of a zone in a tower's bonus table (PA-74, PA-75)."""
    both = {"upper": f"bonus {zone} upper", "lower": f"bonus {zone} lower"}
    yield from parts_together(table, mind, n, section, both, ("upper", "lower"))


def told_parts(section: str, asked: Mapping[str, str], answer: Mapping[str, Json]) -> list[tuple[str, Json]]:
    """Return the paths and values of a form's answer, in an order in which they can be stored."""
    return [(f"{section}, {what}", answer[field]) for field, what in asked.items() if answer[field] is not None]


def together_question(table: Table, n: int, section: str, asked: Mapping[str, str], needed: Sequence[str]) -> Ask:
    """Return the question about several parts of a section."""
    card = table.card(n)
    paths = {field: f"{section}, {what}" for field, what in asked.items()}
    text = _(
        "What does {card} show in {section}: {parts}?",
        card=card_words(table, n),
        section=describe_section(section),
        parts=Joined([describe_within(what) for field, what in asked.items() if field in needed]),
    )
    if any(part(card, path) is not None for path in paths.values()):
        text = Joined([text, ASSUMED], " ")
    return Ask(
        "table",
        "card-section",
        text,
        Form([part_field(table, card, field, path, field in needed) for field, path in paths.items()]),
        *dict.fromkeys(one for path in paths.values() for one in part_cites(path)),
        test=lambda answer: check_tellings(table, card, told_parts(section, asked, answer)),
        shows=partial(asked_of, table, n, section, *(asked[field] for field in needed if field in asked)),
        label=N_("Your card shows: {answer}."),
        about={"card": card.id, "slot": n, "section": section, "paths": paths, "box": f"card {card.id}"},
    )


ASSUMED = _("The values filled in are assumed. Compare them with the card.")


def part_field(table: Table, card: Card, field: str, path: str, needed: bool) -> Field:
    """Return the form field of a part; an assumed value is its default."""
    assumed = part(card, path)
    default = None if assumed is None else write_part(assumed)
    shape = part_shape(table, card, path, None)
    return Field(
        field,
        describe_within(path.partition(", ")[2]),
        shape,
        default if default is None or isinstance(default, int) else listed(default),
        required=needed,
    )


def check_tellings(table: Table, card: Card, answer: Sequence[tuple[str, Json]]) -> None:
    """Raise BadAnswer if these parts contradict the card; each is checked with the ones before it."""
    pack = table.pack
    for path, words in answer:
        try:
            pack = packs.tell(pack, f"card {card.id}, {path}", words)
        except BadPack as bad:
            where = describe_within(path.partition(", ")[2])
            raise BadAnswer(_("{field}: {problem}", field=where, problem=bad.text)) from None


def part_question(table: Table, n: int, path: str) -> Ask:
    """Return the question about one part of a card."""
    card = table.card(n)
    assumed = part(card, path)
    what = describe_path(path)
    text = (
        _("What does {card} show: {part}?", card=card_words(table, n), part=what)
        if assumed is None
        else Joined([_("Is this correct for {card}: {part}?", card=card_words(table, n), part=what), ASSUMED], " ")
    )
    shape = part_shape(table, card, path, assumed)
    single = isinstance(slot(card, path), OneOf)
    return Ask(
        "table",
        "card-part",
        text,
        shape,
        *part_cites(path),
        test=lambda words: check_telling(table, f"card {card.id}, {path}", words),
        shows=partial(asked_of, table, n, *path.split(", ")),
        label=N_("Your card shows: {answer}."),
        about={"card": card.id, "path": path, "slot": n, "single": single, "box": f"card {card.id}"},
    )


Offers: TypeAlias = Callable[[OneOf | IconRow], Sequence[Option]]


def part_shape(table: Knows, card: Any, path: str, assumed: Any, offers: Offers | None = None) -> Shape:
    """Return the answer type of a card's part; by default it offers every icon of the vocabulary."""
    icons = offers or partial(offered, names=table.pack.names)
    default = None if assumed is None else write_part(assumed)
    match slot(card, path):
        case WholeNumber(low, high):
            return Number(low, high, default if isinstance(default, int) else None)
        case Places():
            return Phrases(
                [option(place) for place in palette(card, path, table.pack.names)], least=1, default=listed(default)
            )
        case IconRow() as row:
            return Phrases(
                icons(row),
                read=lambda words: understood(words, row, table),
                keep=lambda words: kept(words, row, table),
                links=BEHIND,
                default=listed(default),
                say=lambda words: said(words, row, table),
                ends=[write_icon(YouChoose())],
            )
        case OneOf() as single:
            return OnePhrase(icons(single), single, table, listed(default))


def check_telling(table: Table, path: str, words: Json) -> None:
    """Raise BadAnswer if a part contradicts what is known of the card."""
    try:
        packs.tell(table.pack, path, words)
    except BadPack as bad:
        raise BadAnswer(_("This contradicts the card: {problem}", problem=bad.text)) from None


def part_cites(path: str) -> tuple[str, ...]:
    """Return the ids of the rules to cite for a part."""
    what = path.rpartition(", ")[2].split()[0]
    return {
        "condition": ("PA-46",),
        "action": ("PA-49",),
        "order": ("PA-67",),
        "row": ("PA-57",),
        "bonus": ("PA-50",),
        "majority": ("PA-08",),
    }.get(what, ("PA-45",))


def section_of_kind(table: Table, mind: Decision, n: int, kind: type) -> Script[str | None]:
    """Return the section with this kind of action, for an eye; ask if it is unknown; None if the card has none."""
    card = table.card(n)
    about = ("section", card.id, kind.__name__)
    found = sections_of_kind(card, kind)
    if found and about not in mind.answers:
        return found[0]
    unknown = [i for i, section in enumerate(card.sections, 1) if section.action is None]
    lacking = f"{card.id}: {kind.__name__}"
    if about not in mind.answers and (not unknown or lacking in table.lacking):
        return None
    fresh = about not in mind.answers
    position = yield from mind.ask(
        about,
        lambda: Ask(
            "table",
            "which-section",
            _(
                "Which section of {card} has the action “{action}”?",
                card=card_words(table, n),
                action=icon_words(kind()),
            ),
            Choice([*(option(i, _("section {n}", n=i)) for i in unknown), option(0, _("none"))]),
            "PA-51",
            "PA-G22",
            about={"card": card.id, "kind": kind.__name__},
        ),
    )
    if fresh and position:
        table.tell(f"card {card.id}, section {position}, action", write_icon(kind()))
    elif fresh:
        table.lacking.add(lacking)
    found = sections_of_kind(table.card(n), kind)
    return found[0] if found else None


# --- small questions --------------------------------------------------------------------------------------

YES_NO = Choice([option("yes", _("yes"), value=1), option("no", _("no"), value=0)])


def is_it_so(mind: Decision, about: Any, text: Text, *cites: str) -> Script[bool]:
    """Ask whether something is the case on the table."""
    answer = yield from mind.ask(
        ("fact", about), lambda: Ask("table", "fact", text, YES_NO, *cites, about={"fact": list_of(about)})
    )
    return bool(answer)


def list_of(about: Any) -> Json:
    """Return a tuple as a list, for JSON."""
    return list(about) if isinstance(about, tuple) else about


def learn(table: Table, mind: Decision, path: str, text: Text, shape: Shape, *cites: str) -> Script[Any]:
    """Ask for a part of the owner's boards, and store it for all games."""
    fresh = ("learn", path) not in mind.answers
    answer = yield from mind.ask(
        ("learn", path),
        lambda: Ask("table", "board-part", text, shape, *cites, about={"path": path}),
    )
    if fresh:
        table.tell(path, answer)
    return answer
