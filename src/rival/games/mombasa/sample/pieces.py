"""The pieces of the sample table of Mombasa, with every card, post and marker accounted for."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from rival.games.mombasa.bases import (
    Base,
    add_post,
    count_base_posts,
    list_removable_posts,
    list_return_spaces,
    make_full_base,
    remove_post,
)
from rival.games.mombasa.expansion import POSTS_PER_COMPANY, Atlas, list_prices
from rival.games.mombasa.rules import REFILL_ORDER
from rival.games.mombasa.table import COMPANIES, PROBABLE_DECK, Board, parse_map
from rival.kernel import Chance, Json


@cache
def load_full_pack() -> dict[str, Any]:
    """Load the sample pack, including the "table" entry."""
    return tomllib.loads((Path(__file__).parent / "pack.toml").read_text(encoding="utf-8"))


@cache
def load_sample_map() -> Atlas:
    """Load the sample pack's map."""
    return parse_map(load_full_pack()["map"]).atlas


def complete_pack(pack: Json) -> Json:
    """Return an owner's pack with missing parts taken from the sample pack.

    An incomplete map is replaced completely.
    """
    sample_pack = load_full_pack()
    map_data = pack.get("map", {})
    is_complete = map_data.get("whole") and map_data.get("gates", {}).keys() == COMPANIES.keys()
    return {
        **sample_pack,
        "sample": False,
        **pack,
        "map": map_data if is_complete else sample_pack["map"],
        "bases": {**sample_pack["bases"], **pack.get("bases", {})},
        "table": {**sample_pack["table"], **pack.get("table", {})},
    }


class SamplePieces:
    """The display, bases and map of the simulated table."""

    def __init__(self, chance: Chance, pack: Mapping[str, Any], sample: bool) -> None:
        backs = pack["table"]["cards"]
        stacks = (chance.shuffle(backs[back], "sample/cards", n) for n, back in enumerate(sorted(backs)))
        self.stack: list[str] = [card for stack in stacks for card in stack]
        self.card_count = len(self.stack)
        self.display: dict[int, str] = {}
        self.taken: dict[str, str] = {}
        self.refill_display()
        self.atlas = load_sample_map() if sample else parse_map(pack["map"]).atlas
        self.bases: dict[str, Base] = {company: make_full_base(pack["bases"][company]) for company in COMPANIES}
        self.aside = dict.fromkeys(COMPANIES, 0)
        self.placed_posts: dict[str, str] = {}
        self.moved_companies: set[str] = set()

    def refill_display(self) -> None:
        """Refill the display from the stack."""
        for place in REFILL_ORDER:
            if place + 1 not in self.display and self.stack:
                self.display[place + 1] = self.stack.pop(0)

    def record_taken_cards(self, board: Board) -> None:
        """Record which cards the virtual player has taken."""
        card_ids = [name for name in list(board.cards)[len(PROBABLE_DECK) :] if name not in self.taken]
        spaces = [n for n in sorted(self.display) if not board.display[n - 1]]
        self.taken.update(zip(card_ids, map(self.display.pop, spaces), strict=True))

    def copy_bases(self, board: Board) -> None:
        """Copy the bases that the program knows, since the virtual player may have moved posts there."""
        for company, base in board.bases.items():
            if company not in self.moved_companies:
                self.bases[company] = base
                self.aside[company] = board.aside[company]

    def get_posts(self, board: Board) -> dict[str, str]:
        """Return the posts on the map, including the simulated player's latest moves."""
        return {**board.posts, **self.placed_posts}

    def list_affordable_regions(self, company: str, points: int, board: Board) -> dict[str, int]:
        """Return the regions where the player can afford to place this company's post, each with its price."""
        if not count_base_posts(self.bases[company]):
            return {}
        return {
            region: cost
            for region, cost in list_prices(self.atlas, self.get_posts(board), company).items()
            if cost <= points
        }

    def place_post(self, company: str, region: str, board: Board) -> None:
        """Place a post for the simulated player in a region.

        The post is taken from the base space that leaves the most coins visible. A displaced post returns to the space
        of its base that covers the fewest coins.
        """
        displaced = self.get_posts(board).get(region)
        departure_coins = list_removable_posts(self.bases[company])
        self.bases[company] = remove_post(self.bases[company], max(departure_coins, key=departure_coins.__getitem__))
        self.placed_posts[region] = company
        self.moved_companies.add(company)
        if displaced is not None:
            self.moved_companies.add(displaced)
            arrival_coins = list_return_spaces(self.bases[displaced])
            if arrival_coins:
                self.bases[displaced] = add_post(
                    self.bases[displaced], max(arrival_coins, key=arrival_coins.__getitem__)
                )
            else:
                self.aside[displaced] += 1

    def find_lost_pieces(self, board: Board, human_cards: int) -> Iterator[str]:
        """Yield a message for each card or post that is missing or duplicated."""
        opponent_cards = max(len(board.cards) - len(PROBABLE_DECK), 0)
        stack, shown = len(self.stack), len(self.display)
        if stack + shown + opponent_cards + human_cards != self.card_count:
            places = f"{stack} in the stack, {shown} shown, {opponent_cards} its, {human_cards} yours"
            yield f"{self.card_count} cards: {places}"
        if stack != board.stack or sorted(self.display) != board.filled_display_spaces:
            yield f"the display shows {sorted(self.display)}, and {stack} cards are left"
        holders = list(self.get_posts(board).values())
        for company, base in self.bases.items():
            on_map, on_base = holders.count(company), count_base_posts(base)
            if on_map + on_base + self.aside[company] != POSTS_PER_COMPANY:
                yield f"{company}: {on_map} posts on the map, {on_base} on the base, {self.aside[company]} aside"
