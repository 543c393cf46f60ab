"""The pieces of a made-up table of Mombasa; every card, post and marker is accounted for."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from rival.games.mombasa.bases import Base, arrivals, departures, full_base, posts_left, with_post, without_post
from rival.games.mombasa.expansion import POSTS_OF_A_COMPANY, Atlas, prices
from rival.games.mombasa.rules import FILLING_ORDER
from rival.games.mombasa.table import COMPANIES, PROBABLE_DECK, Board, read_land
from rival.kernel import Chance, Json


@cache
def full_pack() -> dict[str, Any]:
    """Load the sample pack, including the "table" entry."""
    return tomllib.loads((Path(__file__).parent / "pack.toml").read_text(encoding="utf-8"))


@cache
def sample_map() -> Atlas:
    """Load the map of the sample pack."""
    return read_land(full_pack()["map"]).atlas


def complete_pack(pack: Json) -> Json:
    """Return an owner's pack with its missing parts taken from the sample.

    An incomplete map is replaced as a whole.
    """
    ours = full_pack()
    land = pack.get("map", {})
    whole = land.get("whole") and land.get("gates", {}).keys() == COMPANIES.keys()
    return {
        **ours,
        "sample": False,
        **pack,
        "map": land if whole else ours["map"],
        "bases": {**ours["bases"], **pack.get("bases", {})},
        "table": {**ours["table"], **pack.get("table", {})},
    }


class Pieces:
    """Display, bases and map of the sample table; moves of the virtual player are read from its board."""

    def __init__(self, chance: Chance, pack: Mapping[str, Any], sample: bool) -> None:
        backs = pack["table"]["cards"]
        stacks = (chance.shuffled(backs[back], "sample/cards", n) for n, back in enumerate(sorted(backs)))
        self.stack: list[str] = [card for stack in stacks for card in stack]
        self.cards = len(self.stack)
        self.display: dict[int, str] = {}
        self.taken: dict[str, str] = {}
        self.refill()
        self.atlas = sample_map() if sample else read_land(pack["map"]).atlas
        self.bases: dict[str, Base] = {company: full_base(pack["bases"][company]) for company in COMPANIES}
        self.aside = dict.fromkeys(COMPANIES, 0)
        self.placed: dict[str, str] = {}
        self.moved: set[str] = set()

    def refill(self) -> None:
        """Refill the display from the stack."""
        for place in FILLING_ORDER:
            if place + 1 not in self.display and self.stack:
                self.display[place + 1] = self.stack.pop(0)

    def see_taken(self, board: Board) -> None:
        """Record the cards that the virtual player has taken, by their ids on its board."""
        names = [name for name in list(board.cards)[len(PROBABLE_DECK) :] if name not in self.taken]
        spaces = [n for n in sorted(self.display) if not board.display[n - 1]]
        self.taken.update(zip(names, map(self.display.pop, spaces), strict=True))

    def follow(self, board: Board) -> None:
        """Copy the bases that the virtual player knows, since it may have moved their posts."""
        for company, base in board.bases.items():
            if company not in self.moved:
                self.bases[company] = base
                self.aside[company] = board.aside[company]

    def posts(self, board: Board) -> dict[str, str]:
        """Return the posts on the map: those known to the virtual player, then the player's moves."""
        return {**board.posts, **self.placed}

    def regions(self, company: str, points: int, board: Board) -> dict[str, int]:
        """Return the regions where the player could place a post of this company, each with its price."""
        if not posts_left(self.bases[company]):
            return {}
        return {one: cost for one, cost in prices(self.atlas, self.posts(board), company).items() if cost <= points}

    def place(self, company: str, region: str, board: Board) -> None:
        """Place a post of the player's.

        It leaves the most visible coins on its base; a displaced post covers the fewest on its own.
        """
        displaced = self.posts(board).get(region)
        leaving = departures(self.bases[company])
        self.bases[company] = without_post(self.bases[company], max(leaving, key=leaving.__getitem__))
        self.placed[region] = company
        self.moved.add(company)
        if displaced is not None:
            self.moved.add(displaced)
            home = arrivals(self.bases[displaced])
            if home:
                self.bases[displaced] = with_post(self.bases[displaced], max(home, key=home.__getitem__))
            else:
                self.aside[displaced] += 1

    def problems(self, board: Board, yours: int) -> Iterator[str]:
        """Yield the cards and posts that don't add up; ``yours`` counts the display cards that the player took."""
        its = max(len(board.cards) - len(PROBABLE_DECK), 0)
        stack, shown = len(self.stack), len(self.display)
        if stack + shown + its + yours != self.cards:
            yield f"{self.cards} cards: {stack} in the stack, {shown} shown, {its} its, {yours} yours"
        if stack != board.stack or sorted(self.display) != board.cards_shown:
            yield f"the display shows {sorted(self.display)}, and {stack} cards are left"
        holders = list(self.posts(board).values())
        for company, base in self.bases.items():
            on_map, on_base = holders.count(company), posts_left(base)
            if on_map + on_base + self.aside[company] != POSTS_OF_A_COMPANY:
                yield f"{company}: {on_map} posts on the map, {on_base} on the base, {self.aside[company]} aside"
