"""Specialist scoring cards: which one VJ takes (PA-34 to PA-38, PA-96)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from rival.games.pampero.icon_grammar import describe_icon
from rival.games.pampero.income_markers import find_vj_edge_market, find_your_edge_market
from rival.games.pampero.pack_model import Pack
from rival.games.pampero.symbols import MostSymbols
from rival.games.pampero.table import ScoringCard, Table
from rival.games.pampero.tile_text import (
    SCORER_FIELDS,
    describe_scoring_card,
    get_other_scoring_tile,
    list_scoring_card_buttons,
    make_tile_phrases,
    name_tiles,
    read_scoring_card,
    replace_number_commas,
    store_tile_details,
)
from rival.games.pampero.views import show_possession
from rival.kernel import N_, Ask, Decision, Do, MultiChoice, Option, Say, Script, Text, TextList, _, decide, make_option
from rival.kernel.caching import cache_by_identity

NO_TILE = "@none"


def take_specialist_cards(table: Table, end_of_track: bool) -> Script[None]:
    """Take a scoring card for VJ, and a second one at the end of an income track (PA-35 to PA-38).

    By default, VJ takes the second card only if the first one was face up (PA-G32).
    """
    card, remaining_row = yield from take_specialist_card(table)
    if not end_of_track:
        return
    if card is None and table.options.second_specialist == "after_face_up":
        yield Say(_("VJ’s first card came from the deck, so he gets no second card."), "PA-38", "PA-G32")
        return
    yield Say(_("The end of an income track brings VJ a second card."), "PA-38")
    yield from take_specialist_card(table, replace(remaining_row, gaps=int(card is not None)))


@dataclass(frozen=True, slots=True)
class FaceUpRow:
    """The last known row of face-up scoring cards, and the number of cards added since."""

    cards: Sequence[ScoringCard]
    yours: str | None
    gaps: int = 0


def take_specialist_card(table: Table, row: FaceUpRow | None = None) -> Script[tuple[ScoringCard | None, FaceUpRow]]:
    """Take one scoring card for VJ; return the card and the remaining row."""
    card: ScoringCard | None
    card, row = yield from decide(lambda decision: choose_scoring_card(table, decision, row))
    remaining_row = FaceUpRow([other for other in row.cards if other != card], row.yours)
    if card is None:
        table.vj.specialists.append("")
        text = _("Take the top card of the deck of specialist scoring cards for VJ.")
        yield Do(text, "PA-34", "PA-37", "PA-G33", highlight=show_possession("specialists"))
        return None, remaining_row
    if table.specialists is not None:
        table.specialists.pop(card.name, None)
        table.gaps += 1
    table.vj.specialists.append(card.name)
    yield Do(
        _(
            "Take the specialist scoring card {card} for VJ, and replace it with a card from the deck.",
            card=describe_scoring_card(card),
        ),
        "PA-34",
        "PA-35",
        "PA-96",
        highlight=show_possession("specialists"),
    )
    return card, remaining_row


def ask_refilled_cards(table: Table, decision: Decision) -> Script[None]:
    """If VJ takes another card, ask which cards replaced the ones that he took (PA-38)."""
    if not table.gaps and "turned up" not in decision.answers:
        return
    is_new = "turned up" not in decision.answers
    answer = yield from ask_new_cards(table, decision, table.gaps, ())
    if is_new:
        add_scoring_cards(table, answer)
        table.gaps = 0


def ask_new_cards(
    table: Table, decision: Decision, max_cards: int, present_cards: Sequence[ScoringCard]
) -> Script[list[ScoringCard]]:
    """Ask which scoring cards were revealed and return them."""
    text = _(
        "Which specialist scoring card replaced the one VJ took? Enter its symbols, and "
        "“next” if it fits the next scoring tile."
    )
    label = N_("New face-up scoring cards: {answer}.")
    shape = make_scoring_card_list(table, [card.name for card in present_cards], max_cards)
    return (  # type: ignore[no-any-return]
        yield from decision.ask("turned up", lambda: Ask("table", "turned-up", text, shape, "PA-38", label=label))
    )


def make_scoring_card_list(table: Table, present: Sequence[str] = (), max_cards: int | None = None) -> TextList:
    """Return the answer type for a list of scoring cards."""
    cards = [card for card in list_known_scoring_cards(table) if card.name not in present]
    return make_tile_phrases(
        table,
        lambda: [make_scoring_card_option(card) for card in cards],
        lambda text: read_scoring_card(table, text),
        list_scoring_card_buttons(table),
        max_cards,
        kind="specialist",
    )


def list_known_scoring_cards(table: Table) -> list[ScoringCard]:
    """Return the scoring cards that may still be in the deck."""
    taken = {*table.vj.specialists, *(table.specialists or {})}
    return [card for card in list_scoring_cards(table.pack) if card.name not in taken]


@cache_by_identity(64)
def list_scoring_cards(pack: Pack) -> Sequence[ScoringCard]:
    """Return all scoring cards of a pack."""
    return [ScoringCard(entry.id, entry.scoring_tile, entry.symbols) for entry in pack.specialists]


def add_scoring_cards(table: Table, cards: Sequence[ScoringCard]) -> None:
    """Add scoring cards to the face-up row and save their known details."""
    if table.specialists is None:
        return
    new_cards = name_tiles(cards, list(table.specialists))
    table.specialists.update(new_cards)
    for card in new_cards.values():
        store_tile_details(table, "specialist", card, SCORER_FIELDS)
        save_scoring_tile(table, card)


def choose_scoring_card(
    table: Table, decision: Decision, row: FaceUpRow | None
) -> Script[tuple[ScoringCard | None, FaceUpRow]]:
    """Choose the card that VJ takes; None stands for the top card of the deck.

    Rules: PA-35, PA-36, PA-G13, PA-G30.
    """
    cards = yield from find_face_up_cards(table, decision, row)
    yours = row.yours if row else None
    candidates = yield from find_fitting_cards(table, decision, cards)
    if candidates:
        decision.add_reason(
            _(
                "Cards that fit the next scoring tile: {cards}.",
                cards=[describe_scoring_card(card) for card in candidates],
            ),
            "PA-35",
        )
    if not candidates or (len(candidates) > 1 and table.options.specialist_tie == "your_marker"):
        yours = yield from find_your_edge_market(table, decision, yours)
        candidates = yield from filter_by_symbol(
            table, decision, candidates or cards, yours, ("PA-35", "PA-G13"), keep_all=bool(candidates)
        )
    if len(candidates) > 1:
        market = yield from find_vj_edge_market(table, decision)
        candidates = yield from filter_by_symbol(
            table, decision, candidates, market, ("PA-36", "PA-G30"), keep_all=True
        )
    if not candidates:
        decision.add_reason(_("No face-up scoring card fits: VJ takes the top card of the deck."), "PA-37")
        return None, FaceUpRow(cards, yours)
    text = _("You choose: which specialist scoring card does VJ take?")
    make_option = make_scoring_card_option
    return (
        yield from decision.choose_candidate("player", "specialist", text, candidates, "PA-36", to_option=make_option)
    ), FaceUpRow(cards, yours)


@lru_cache(maxsize=256)
def make_scoring_card_option(card: ScoringCard) -> Option:
    """Return the answer option for a scoring card."""
    return make_option(card.name, describe_scoring_card(card), value=card)


def find_face_up_cards(table: Table, decision: Decision, row: FaceUpRow | None) -> Script[list[ScoringCard]]:
    """Return the face-up scoring cards; if they are not tracked, ask the player (PA-38).

    If the row was entered before, ask only for the new cards.
    """
    if table.specialists is not None:
        yield from ask_refilled_cards(table, decision)
        return [complete_card_from_pack(table, card) for card in table.specialists.values()]
    is_new = not decision.answers.keys() & {"face up", "turned up"}
    if row is None:
        answer = yield from ask_face_up_cards(table, decision)
    else:
        answer = (yield from ask_new_cards(table, decision, row.gaps, row.cards)) if row.gaps else []
    remaining_cards = list(row.cards) if row else []
    cards = [
        complete_card_from_pack(table, card)
        for card in name_tiles(answer, [seen_card.name for seen_card in remaining_cards]).values()
    ]
    if is_new:
        for card in cards:
            store_tile_details(table, "specialist", card, SCORER_FIELDS)
            save_scoring_tile(table, card)
    return [*remaining_cards, *(replace(card, tile=NO_TILE) if card.tile is None else card for card in cards)]


def ask_face_up_cards(table: Table, decision: Decision) -> Script[list[ScoringCard]]:
    """Ask for all face-up scoring cards."""
    shape = make_scoring_card_list(table)
    return (  # type: ignore[no-any-return]
        yield from decision.ask(
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


def complete_card_from_pack(table: Table, card: ScoringCard) -> ScoringCard:
    """Return the card with unknown values filled in from the pack."""
    entry = table.find_entry("specialist", card.name)
    return replace(card, tile=card.tile or entry.scoring_tile, symbols=card.symbols or entry.symbols)


def count_fitting_tiles(table: Table, card: ScoringCard) -> int | None:
    """Return how many tiles of the next scoring the card matches; None if unknown (PA-G31)."""
    sources = (card.tile, table.fitting.get(card.name))
    if f"@{table.scoring}" in sources:
        return 1
    number, tiles = get_scoring_tile(table, card), get_next_scoring_tiles(table)
    if number is not None and None not in tiles:
        return tiles.count(number)
    return 0 if NO_TILE in sources or get_other_scoring_tile(table) in sources else None


def get_next_scoring_tiles(table: Table) -> list[str | None]:
    """Return the numbers of the next scoring's tiles, with None for each unknown number."""
    slots = ("A", "B") if table.scoring == "final" else (table.scoring,)
    return [replace_number_commas(tile) if tile else None for tile in map(table.scoring_tiles.get, slots)]


def get_scoring_tile(table: Table, card: ScoringCard) -> str | None:
    """Return the number of the card's scoring tile."""
    entered = card.tile if card.tile and not card.tile.startswith("@") else None
    number = entered or table.find_entry("specialist", card.name).scoring_tile
    return None if number is None else replace_number_commas(number)


def find_fitting_cards(table: Table, decision: Decision, cards: Sequence[ScoringCard]) -> Script[list[ScoringCard]]:
    """Return the cards that match the next scoring tile, asking if this is unknown (PA-35).

    If the final scoring has two tiles, only the cards with the most matches are returned.
    """
    key = ("which", "fits", tuple(card.name for card in cards))
    tile_counts = {card: count_fitting_tiles(table, card) for card in cards}
    unknown = [card for card in cards if tile_counts[card] is None]
    answer: list[ScoringCard] = []
    if unknown or key in decision.answers:
        is_new = key not in decision.answers
        text = _("Which of these cards belong to the next scoring tile?")
        answer = yield from ask_which_cards(decision, "fits", unknown, text, "PA-35", "PA-G31", key=key)
        if is_new:
            remember_fitting_cards(table, unknown, answer)
    counts = {card: tile_counts[card] if tile_counts[card] is not None else int(card in answer) for card in cards}
    max_count = max((count or 0 for count in counts.values()), default=0)
    return [card for card in cards if max_count and counts[card] == max_count]


def remember_fitting_cards(table: Table, asked: Sequence[ScoringCard], fit: Sequence[ScoringCard]) -> None:
    """Store which cards match the next scoring tile."""
    for card in asked:
        if table.specialists is not None or not card.name.startswith("#"):
            table.fitting[card.name] = f"@{table.scoring}" if card in fit else get_other_scoring_tile(table)
    for card in fit:
        save_scoring_tile(table, replace(card, tile=f"@{table.scoring}"))


def save_scoring_tile(table: Table, card: ScoringCard) -> None:
    """Save the number of the card's scoring tile, if it is known.

    The final scoring has two tiles, so a card that matches the final scoring does not reveal its tile.
    """
    if card.name.startswith("#"):
        return
    number = get_scoring_tile(table, card)
    if card.tile == f"@{table.scoring}" and table.scoring != "final":
        number = number or get_next_scoring_tiles(table)[0]
    if number is not None and table.find_entry("specialist", card.name).scoring_tile is None:
        table.learn(f"specialist {card.name}, scoring_tile", number)


def filter_by_symbol(
    table: Table, decision: Decision, cards: Sequence[ScoringCard], market: str, cites: tuple[str, ...], keep_all: bool
) -> Script[list[ScoringCard]]:
    """Return the cards with the most symbols of a market (PA-G13).

    If no card has the symbol, return all cards if ``keep_all`` is true, and an empty list otherwise.
    """
    counts = {card: None if card.symbols is None else card.symbols.count(market) for card in cards}
    if None in counts.values():
        text = _(
            "Which of these cards shows {icon}? If there is none, choose nothing.",
            icon=describe_icon(MostSymbols(market)),
        )
        candidates: list[ScoringCard] = yield from ask_which_cards(decision, market, cards, text, *cites)
    else:
        max_count = max((count or 0 for count in counts.values()), default=0)
        candidates = [card for card in cards if max_count and counts[card] == max_count]
    if candidates:
        names = [describe_scoring_card(scoring_card) for scoring_card in candidates]
        decision.add_reason(
            _("Cards with {icon}: {cards}.", icon=describe_icon(MostSymbols(market)), cards=names), *cites
        )
    return candidates or (list(cards) if keep_all else [])


def ask_which_cards(
    decision: Decision, criterion: str, cards: Sequence[ScoringCard], text: Text, *cites: str, key: Any = None
) -> Script[list[ScoringCard]]:
    """Ask which of these scoring cards meet a criterion."""
    return (  # type: ignore[no-any-return]
        yield from decision.ask(
            key or ("which", criterion, tuple(cards)),
            lambda: Ask(
                "table",
                "which-cards",
                text,
                MultiChoice([make_scoring_card_option(card) for card in cards]),
                *cites,
                metadata={"about": criterion},
            ),
        )
    )
