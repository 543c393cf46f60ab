"""A VJ card as a part of the owner's box: a drawing to fill in place by place, with the likeliest icons first.

The card is a form whose fields are the paths of its places ("section 2, row B"). Earlier answers decide which fields
there are, since a tower has other places than a farm.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import permutations
from typing import Any, TypeAlias

from rival.games.pampero.asking import part_shape
from rival.games.pampero.cards import ZONES, Card
from rival.games.pampero.cards import Section as CardSection
from rival.games.pampero.contents import Pack
from rival.games.pampero.parts import (
    OneOf,
    Places,
    describe_path,
    has_part,
    part,
    parts,
    sections,
    slot,
    with_part,
)
from rival.games.pampero.parts import Several as IconRow
from rival.games.pampero.phrases import icon_words, listed
from rival.games.pampero.sheets import cell, section, section_id
from rival.games.pampero.symbols import Dollars, EnergyBelow, Other, Stacked
from rival.games.pampero.words import Names, card_name, glyph_of, read_icon, read_part, wordings, write_icon, write_part
from rival.kernel import (
    Ask,
    BadAnswer,
    BadPack,
    BoxPart,
    Field,
    Form,
    Json,
    Name,
    Option,
    Phrases,
    Piece,
    Remark,
    Row,
    Section,
    Shape,
    Sheet,
    Text,
    _,
    n_,
    option,
)

CARD = "card "
GROUP = _("VJ cards")
NOT_ASKED = ("number",)
"""Paths of a card that no game needs."""
UNREAD = 8
"""The number of places that every section has, for any action."""


@dataclass(frozen=True)
class Knows:
    """A pack in the form that phrases expect: an object with a `pack`."""

    pack: Pack


def card_part(pack: Pack, card: Card, n: int) -> BoxPart:
    """Return a card as a part of the box."""
    value = card_value(card)
    told = len(value)
    places = sum(path not in NOT_ASKED for path, _value in parts(card))
    places += UNREAD * sum(one.action is None for one in card.sections)
    return BoxPart(
        f"{CARD}{card.id}",
        _("card {n} ({what})", n=n, what=card_name(card)) if told else _("card {n}", n=n),
        GROUP,
        partial(card_question, pack, card, n),
        value or None,
        partial(card_view, card, n),
        told,
        places,
        doubtful=bool(card.to_check),
        note=n_("{n} of {all} places described", "{n} of {all} places described", told, all=places)
        if 0 < told < places
        else None,
        remarks=partial(remarks, card),
    )


def card_value(card: Card) -> dict[str, Json]:
    """Return the known values of a card by path."""
    return dict(value_of(card))


@lru_cache(maxsize=256)
def value_of(card: Card) -> Mapping[str, Json]:
    """Return the known values of a card by path, cached: an answer changes only one card of the box."""
    found = {path: value for path, value in parts(card) if value is not None and path not in NOT_ASKED}
    return {path: as_answer(card, path, value) for path, value in found.items()}


def as_answer(card: Card, path: str, value: Any) -> Json:
    """Return a value as the answer of its field."""
    plain = write_part(value)
    if isinstance(slot(card, path), Places):
        return [" ".join(map(str, value))]
    return plain if isinstance(plain, int) else listed(plain)


# --- the question ----------------------------------------------------------------------------------------------


def card_question(pack: Pack, kept: Card, n: int, value: Json) -> Ask:
    """Return the form of a card, with the fields for the values so far."""
    card, seen = drafted(pack, kept, value), icons_seen(pack)
    fields = [place_field(pack, card, path, seen) for path, _value in parts(card) if path not in NOT_ASKED]
    text = _("Card {n}: fill in each place as on your card.", n=n)
    return Ask("table", "vj-card", text, CardForm(fields), "PA-45", test=partial(check_card, pack, kept))


def drafted(pack: Pack, kept: Card, value: Json) -> Card:
    """Return the card of an unfinished answer, or the stored card if the answer has an error."""
    try:
        return told_card(pack, kept, value) if isinstance(value, dict) else kept
    except (BadPack, BadAnswer):
        return kept


class CardForm(Form):
    """A form of a card's places that ignores fields of a former action."""

    def check(self, value: Json) -> Any:
        """Check the answer without fields that the card no longer has."""
        return super().check(self.kept(value))

    def kept(self, value: Json) -> Json:
        """Return the answer without fields that the card no longer has."""
        known = self.shapes
        return {name: one for name, one in value.items() if name in known} if isinstance(value, dict) else value


def check_card(pack: Pack, kept: Card, answer: Mapping[str, Any]) -> None:
    """Raise BadAnswer if the answer makes no valid card."""
    try:
        told_card(pack, kept, answer)
    except BadPack as bad:
        raise BadAnswer(_("This contradicts the card: {problem}", problem=bad.text)) from None


def told_card(pack: Pack, kept: Card, answer: Mapping[str, Any]) -> Card:
    """Return the card of an answer; the action is set first because it decides which places exist."""
    left = {path: value for path, value in answer.items() if value is not None}
    unplaced = {path.partition(", ")[0] for path in left if path.startswith("unplaced ")}
    card = Card(kept.id, unplaced=tuple(CardSection() for _one in unplaced))
    while (path := next(waiting(card, left), None)) is not None:
        card = with_part(card, path, read_part(card, path, as_plain(card, path, left.pop(path)), pack.names))
    card = replace(card, number=kept.number, owner=kept.owner, edition=kept.edition)
    return replace(card, to_check=still_assumed(kept, card))


def waiting(card: Card, left: Mapping[str, Any]) -> Iterator[str]:
    """Yield the paths that can be set now; positions come last because they rename other sections."""
    found = [path for path, _value in parts(card) if path in left]
    yield from sorted(found, key=lambda path: path.endswith(", position"))


def as_plain(card: Card, path: str, value: Any) -> Any:
    """Return a field's value as a pack has it; the value may be checked already."""
    if isinstance(value, list) and len(value) == 1:
        match slot(card, path):
            case OneOf():
                return value[0]
            case Places() if isinstance(value[0], str):
                return value[0].split()
    return value


def still_assumed(kept: Card, card: Card) -> tuple[str, ...]:
    """Return the paths that remain assumed: none if the card is complete or was confirmed without a change."""
    whole = all(value is not None for path, value in parts(card) if path not in NOT_ASKED)
    if whole or card_value(kept) == card_value(card):
        return ()
    return tuple(path for path in kept.to_check if has_part(card, path) and part(card, path) == part(kept, path))


def place_field(pack: Pack, card: Card, path: str, seen: Seen) -> Field:
    """Return the form field of a place."""
    return Field(path, describe_path(path), place_shape(pack, card, path, seen), spot=spot_of(path))


def place_shape(pack: Pack, card: Card, path: str, seen: Seen) -> Shape:
    """Return the answer type of a place."""
    match slot(card, path):
        case Places():
            orders = [" ".join(order) for order in permutations(ZONES)]
            return Order([option(one, Name(" › ".join(one.split()))) for one in orders], pack.names)
    return part_shape(Knows(pack), card, path, None, partial(likely, seen.get(place_kind(path), Counter()), pack.names))


class Order(Phrases):
    """An answer type for the order of rows from the top: one of the usual orders, or the owner's own."""

    def __init__(self, options: Sequence[Option], names: Names) -> None:
        super().__init__(options, 1, 1, read=partial(read_order, names))

    def check(self, value: Json) -> list[str]:
        """Return the places in order."""
        found: list[str] = super().check(value)
        return found[0].split()


def read_order(names: Names, words: str) -> str:
    """Return a typed order in normal form; raise BadAnswer if a place is unknown."""
    places = words.replace(",", " ").upper().split()
    known = {*ZONES, *names.sectors}
    if not places or len(places) > len(known) or not set(places) <= known:
        raise BadAnswer(_("an order is a list of zones and sectors, such as A, B1, C."))
    return " ".join(places)


def spot_of(path: str) -> str:
    """Return the id of a place in the drawing of the card."""
    where, _comma, what = path.partition(", ")
    return f"{section_id(where)}.{what.replace(' ', '-')}" if what else path


# --- the palette -----------------------------------------------------------------------------------------------

EXAMPLES: Mapping[type, Sequence[int]] = {EnergyBelow: (10, 6, 4), Dollars: (5, 3, 8)}
"""Numbers to offer first; the player can type any other."""


Seen: TypeAlias = Mapping[str, Counter[str]]
"""How often each icon occurs at a kind of place, over all known cards."""


def likely(seen: Counter[str], names: Names, where: OneOf | IconRow) -> list[Option]:
    """Return every icon that a place can hold; the most frequent ones at such places come first."""
    return sorted(possible(where, names), key=lambda one: -seen[str(one.id)])


@lru_cache(maxsize=64)
def possible(where: OneOf | IconRow, names: Names) -> tuple[Option, ...]:
    """Return every icon that a place can hold, with example numbers."""
    words = [one for each in wordings(where.kinds, names) for one in with_numbers(each, where, names)]
    return tuple(icon_option(one, read_icon(one, where, names)) for one in dict.fromkeys(words))


def icons_seen(pack: Pack) -> Seen:
    """Count the icons at each kind of place over all known cards."""
    found: dict[str, Counter[str]] = {}
    for card in pack.cards:
        for path, value in parts(card):
            if value is not None:
                icons = value if isinstance(value, tuple) else (value,)
                told = [write_icon(icon) for icon in icons if not isinstance(icon, int | str | Other | Stacked)]
                found.setdefault(place_kind(path), Counter()).update(told)
    return found


def place_kind(path: str) -> str:
    """Return the kind of a place: "row", "bonus", "condition" and so on."""
    return path.partition(", ")[2].split(" ")[0] or path


def with_numbers(words: str, where: OneOf | IconRow, names: Names) -> list[str]:
    """Return the phrase with each example number, or unchanged if the icon has no number."""
    icon = read_icon(words, where, names)
    numbers = EXAMPLES.get(type(icon), ())
    field = next(iter(getattr(icon, "__dataclass_fields__", ())), "")
    return [write_icon(replace(icon, **{field: n})) for n in numbers] if numbers else [words]


def icon_option(words: str, icon: Any) -> Option:
    """Return an icon as an option with its drawing."""
    said = icon_words(icon)
    return option(words, said, piece=Piece(glyph_of(icon), said, "vj"))


# --- the drawing -----------------------------------------------------------------------------------------------


def card_view(card: Card, n: int) -> Sheet:
    """Return the drawing of a card, with a question mark at each unknown place."""
    majority = Row(_("majority"), [cell("majority", card.majority)])
    back = Section("back", _("back of the card"), [majority])
    title = _("VJ card {n}", n=n)
    return Sheet("box-card", title, [back, *(section(card, where, one) for where, one in sections(card))], str(n))


def remarks(card: Card) -> list[Remark]:
    """Return remarks about a card: two sections of one kind, and values that are only assumed."""
    found: list[Remark] = []
    actions: dict[type, str] = {}
    for where, one in sections(card):
        kind = type(one.action)
        if one.action is not None and kind in actions and not isinstance(one.action, Other):
            text: Text = _("A card should have one section of each kind (PA-51).")
            found.append(Remark(text, spot_of(f"{where}, action")))
        actions[kind] = where
    for path in card.to_check:
        found.append(Remark(_("{part}: assumed, not checked yet.", part=describe_path(path)), spot_of(path)))
    return found
