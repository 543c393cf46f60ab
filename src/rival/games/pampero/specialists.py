"""Specialist scoring cards: which one VJ takes (PA-34 to PA-38, PA-96)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from rival.games.pampero.lines import (
    SCORER_FIELDS,
    described,
    named,
    not_next,
    read_scorer,
    remember,
    scorer_parts,
    scorer_words,
    with_points,
)
from rival.games.pampero.markers import vj_marker, your_marker
from rival.games.pampero.phrases import icon_words
from rival.games.pampero.symbols import MostSymbols
from rival.games.pampero.table import Scorer, Table
from rival.games.pampero.views import of_his
from rival.kernel import N_, Ask, Decision, Do, Option, Phrases, Say, Script, Several, Text, _, decide, option

NO_TILE = "@none"


def take_specialists(table: Table, end_of_track: bool) -> Script[None]:
    """Take a scoring card; at the end of an income track a second one (PA-35 to PA-38).

    By default he takes the second card only if the first one was face up (PA-G32).
    """
    card, left = yield from take_one(table)
    if not end_of_track:
        return
    if card is None and table.options.second_specialist == "after_face_up":
        yield Say(_("VJ’s first card came from the deck, so he gets no second one."), "PA-38", "PA-G32")
        return
    yield Say(_("The end of an income track brings VJ a second card."), "PA-38")
    yield from take_one(table, replace(left, gaps=int(card is not None)))


@dataclass(frozen=True, slots=True)
class Row:
    """The face-up scoring cards as they were seen, the number of new ones since, and your income marker."""

    cards: Sequence[Scorer]
    yours: str | None
    gaps: int = 0


def take_one(table: Table, row: Row | None = None) -> Script[tuple[Scorer | None, Row]]:
    """Take one card; return it (None for the top of the deck) and the row that is left."""
    card: Scorer | None
    card, row = yield from decide(lambda mind: which_card(table, mind, row))
    left = Row([one for one in row.cards if one != card], row.yours)
    if card is None:
        table.vj.specialists.append("")
        text = _("VJ takes the top card of the deck of specialist scoring cards.")
        yield Do(text, "PA-34", "PA-37", "PA-G33", shows=of_his("specialists"))
        return None, left
    if table.specialists is not None:
        table.specialists.pop(card.name, None)
        table.gaps += 1
    table.vj.specialists.append(card.name)
    yield Do(
        _(
            "VJ takes the specialist scoring card {card}. Replace it with a card from the deck.",
            card=scorer_words(card),
        ),
        "PA-34",
        "PA-35",
        "PA-96",
        shows=of_his("specialists"),
    )
    return card, left


def refilled(table: Table, mind: Decision) -> Script[None]:
    """Ask which cards came up in place of those VJ took, if he takes another before your report (PA-38)."""
    if not table.gaps and "turned up" not in mind.answers:
        return
    fresh = "turned up" not in mind.answers
    answer = yield from turned_up(table, mind, table.gaps, ())
    if fresh:
        lay_out(table, answer)
        table.gaps = 0


def turned_up(table: Table, mind: Decision, most: int, lying: Sequence[Scorer]) -> Script[list[Scorer]]:
    """Ask which scoring cards came up, and return them."""
    text = _(
        "Which specialist scoring card replaced the one VJ took? Enter its symbols, and "
        "“next” if it fits the next scoring tile."
    )
    label = N_("New face-up scoring cards: {answer}.")
    shape = scorer_list(table, [one.name for one in lying], most)
    return (  # type: ignore[no-any-return]
        yield from mind.ask("turned up", lambda: Ask("table", "turned-up", text, shape, "PA-38", label=label))
    )


def scorer_list(table: Table, lying: Sequence[str] = (), most: int | None = None) -> Phrases:
    """Return the field type for a list of scoring cards."""
    known = [one for one in known_scorers(table) if one.name not in lying]
    return described(
        table,
        lambda: [scorer_option(one) for one in known],
        lambda words: read_scorer(table, words),
        scorer_parts(table),
        most,
        kind="specialist",
    )


def known_scorers(table: Table) -> list[Scorer]:
    """Return the scoring cards of the pack that nobody has taken and that are not face up."""
    gone = {*table.vj.specialists, *(table.specialists or {})}
    return [scorer_in_pack(one) for one in table.pack.specialists if one.id not in gone]


@lru_cache(maxsize=256)
def scorer_in_pack(entry: Any) -> Scorer:
    """Return a scoring card with the values of its pack entry."""
    return Scorer(entry.id, entry.scoring_tile, entry.symbols)


def lay_out(table: Table, cards: Sequence[Scorer]) -> None:
    """Add scoring cards to the face-up row and save what is known about them."""
    if table.specialists is None:
        return
    found = named(cards, list(table.specialists))
    table.specialists.update(found)
    for card in found.values():
        remember(table, "specialist", card, SCORER_FIELDS)
        learn_scoring_tile(table, card)


def which_card(table: Table, mind: Decision, row: Row | None) -> Script[tuple[Scorer | None, Row]]:
    """Return the card VJ takes (None for the top of the deck), and the row as it was seen.

    Rules: PA-35, PA-36, PA-G13, PA-G30.
    """
    cards = yield from face_up(table, mind, row)
    yours = row.yours if row else None
    left = yield from fitting_next(table, mind, cards)
    if left:
        mind.because(
            _("Cards that fit the next scoring tile: {cards}.", cards=[scorer_words(one) for one in left]), "PA-35"
        )
    if not left or (len(left) > 1 and table.options.specialist_tie == "your_marker"):
        yours = yield from your_marker(table, mind, yours)
        left = yield from with_most(table, mind, left or cards, yours, ("PA-35", "PA-G13"), keep=bool(left))
    if len(left) > 1:
        market = yield from vj_marker(table, mind)
        left = yield from with_most(table, mind, left, market, ("PA-36", "PA-G30"), keep=True)
    if not left:
        mind.because(_("No face-up scoring card fits: VJ takes the top card of the deck."), "PA-37")
        return None, Row(cards, yours)
    text = _("You choose: which specialist scoring card does VJ take?")
    words = scorer_option
    return (yield from mind.choose("player", "specialist", text, left, "PA-36", words=words)), Row(cards, yours)


@lru_cache(maxsize=256)
def scorer_option(card: Scorer) -> Option:
    """Return a scoring card as an option."""
    return option(card.name, scorer_words(card), value=card)


def face_up(table: Table, mind: Decision, row: Row | None) -> Script[list[Scorer]]:
    """Return the face-up scoring cards; if they are not counted, ask for them (PA-38).

    When the row was seen before, only the new cards are asked.
    """
    if table.specialists is not None:
        yield from refilled(table, mind)
        return [with_pack(table, card) for card in table.specialists.values()]
    fresh = not mind.answers.keys() & {"face up", "turned up"}
    if row is None:
        answer = yield from whole_row(table, mind)
    else:
        answer = (yield from turned_up(table, mind, row.gaps, row.cards)) if row.gaps else []
    left = list(row.cards) if row else []
    cards = [with_pack(table, card) for card in named(answer, [one.name for one in left]).values()]
    if fresh:
        for card in cards:
            remember(table, "specialist", card, SCORER_FIELDS)
            learn_scoring_tile(table, card)
    return [*left, *(replace(card, tile=NO_TILE) if card.tile is None else card for card in cards)]


def whole_row(table: Table, mind: Decision) -> Script[list[Scorer]]:
    """Ask for all face-up scoring cards."""
    shape = scorer_list(table)
    return (  # type: ignore[no-any-return]
        yield from mind.ask(
            "face up",
            lambda: Ask(
                "table",
                "face-up",
                _(
                    "Which specialist scoring cards are face up? Enter the symbols of each, and “next” "
                    "if it fits the next scoring tile."
                ),
                shape,
                "PA-35",
                "PA-96",
                label=N_("Face-up scoring cards: {answer}."),
            ),
        )
    )


def with_pack(table: Table, card: Scorer) -> Scorer:
    """Return the card with unknown values filled in from the pack."""
    entry = table.entry("specialist", card.name)
    return replace(card, tile=card.tile or entry.scoring_tile, symbols=card.symbols or entry.symbols)


def fits(table: Table, card: Scorer) -> int | None:
    """Return how many tiles of the next scoring the card belongs to; None if unknown (PA-G31)."""
    said = (card.tile, table.fitting.get(card.name))
    if f"@{table.scoring}" in said:
        return 1
    number, tiles = own_tile(table, card), next_tiles(table)
    if number is not None and None not in tiles:
        return tiles.count(number)
    return 0 if NO_TILE in said or not_next(table) in said else None


def next_tiles(table: Table) -> list[str | None]:
    """Return the numbers of the next scoring's tiles; None for a number that was not entered."""
    slots = ("A", "B") if table.scoring == "final" else (table.scoring,)
    return [with_points(one) if one else None for one in map(table.scoring_tiles.get, slots)]


def own_tile(table: Table, card: Scorer) -> str | None:
    """Return the number of the card's scoring tile, as entered in this game or from the pack."""
    told = card.tile if card.tile and not card.tile.startswith("@") else None
    number = told or table.entry("specialist", card.name).scoring_tile
    return None if number is None else with_points(number)


def fitting_next(table: Table, mind: Decision, cards: Sequence[Scorer]) -> Script[list[Scorer]]:
    """Return the cards that belong to the next scoring tile, asking where it is unknown (PA-35).

    Where the final scoring has two tiles, cards that belong to both come first.
    """
    about = ("which", "fits", tuple(card.name for card in cards))
    known = {card: fits(table, card) for card in cards}
    unknown = [card for card in cards if known[card] is None]
    answer: list[Scorer] = []
    if unknown or about in mind.answers:
        fresh = about not in mind.answers
        text = _("Which of these cards belong to the next scoring tile?")
        answer = yield from which_of(mind, "fits", unknown, text, "PA-35", "PA-G31", key=about)
        if fresh:
            learn_fitting(table, unknown, answer)
    counts = {card: known[card] if known[card] is not None else int(card in answer) for card in cards}
    most = max((count or 0 for count in counts.values()), default=0)
    return [card for card in cards if most and counts[card] == most]


def learn_fitting(table: Table, asked: Sequence[Scorer], fit: Sequence[Scorer]) -> None:
    """Remember which cards belong to the next scoring tile, and save it if the tile's number is known."""
    for card in asked:
        if table.specialists is not None or not card.name.startswith("#"):
            table.fitting[card.name] = f"@{table.scoring}" if card in fit else not_next(table)
    for card in fit:
        learn_scoring_tile(table, replace(card, tile=f"@{table.scoring}"))


def learn_scoring_tile(table: Table, card: Scorer) -> None:
    """Save the number of a card's scoring tile, if it was entered or follows from the next scoring.

    The final scoring has two tiles, so nothing follows from a card that fits it.
    """
    if card.name.startswith("#"):
        return
    number = own_tile(table, card)
    if card.tile == f"@{table.scoring}" and table.scoring != "final":
        number = number or next_tiles(table)[0]
    if number is not None and table.entry("specialist", card.name).scoring_tile is None:
        table.tell(f"specialist {card.name}, scoring_tile", number)


def with_most(
    table: Table, mind: Decision, cards: Sequence[Scorer], market: str, cites: tuple[str, ...], keep: bool
) -> Script[list[Scorer]]:
    """Return the cards with the most symbols of a market (PA-G13).

    If no card has the symbol, the last parameter decides between all of them and an empty list.
    """
    counts = {card: None if card.symbols is None else card.symbols.count(market) for card in cards}
    if None in counts.values():
        text = _(
            "Which of these cards has {icon}? Choose nothing if no card has any.", icon=icon_words(MostSymbols(market))
        )
        left: list[Scorer] = yield from which_of(mind, market, cards, text, *cites)
    else:
        most = max((count or 0 for count in counts.values()), default=0)
        left = [card for card in cards if most and counts[card] == most]
    if left:
        names = [scorer_words(one) for one in left]
        mind.because(_("Cards with {icon}: {cards}.", icon=icon_words(MostSymbols(market)), cards=names), *cites)
    return left or (list(cards) if keep else [])


def which_of(
    mind: Decision, about: str, cards: Sequence[Scorer], text: Text, *cites: str, key: Any = None
) -> Script[list[Scorer]]:
    """Ask which of these cards meet a criterion."""
    return (  # type: ignore[no-any-return]
        yield from mind.ask(
            key or ("which", about, tuple(cards)),
            lambda: Ask(
                "table",
                "which-cards",
                text,
                Several([scorer_option(card) for card in cards]),
                *cites,
                about={"about": about},
            ),
        )
    )
