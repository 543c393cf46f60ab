"""A made-up table of Mombasa with a simple player. A sample, nothing official."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from rival.games.mombasa.bases import Base, arrivals, departures, full_base, visible_coins, with_post, without_post
from rival.games.mombasa.expansion import Atlas, prices
from rival.games.mombasa.posts import draw_base
from rival.games.mombasa.rules import FILLING_ORDER, key
from rival.games.mombasa.table import COMPANIES, Board, card_of, read_land
from rival.kernel import N_, Ask, Chance, Json

SPACES = (N_("First player"), N_("Lantern"), N_("Ledger"), N_("Lens"), N_("Ladder"), N_("Loom"), N_("Lagoon"))
"""The made-up names of the bonus spaces: an owner's stand as they are, these have translations."""

HAND_MARKERS = 3
BACKS = "ABCDE"


@cache
def full_pack() -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / "pack.toml").read_text(encoding="utf-8"))


@cache
def whole_map() -> Atlas:
    return read_land(full_pack()["map"]).atlas


def pack() -> Json:
    """What goes into a journal's header; the cards of the display stay on the sample table."""
    return {name: part for name, part in full_pack().items() if name != "table"}


class SampleTable:
    """Display, map, bases and the player's side of a made-up table."""

    def __init__(self, seed: int, options: Mapping[str, Json]) -> None:
        self.chance = Chance(seed)
        self.drawn = 0
        stacks = (self.chance.shuffled(full_pack()["table"][back], "sample/cards", n) for n, back in enumerate(BACKS))
        self.stack: list[str] = [card for stack in stacks for card in stack]
        self.display: dict[int, str] = {}
        self.refill()
        self.turns_left = 0
        self.markers = HAND_MARKERS
        self.tracks = dict.fromkeys(COMPANIES, 0)
        self.placed: dict[str, str] = {}
        self.moved: dict[str, list[str]] = {company: [] for company in COMPANIES}

    def random(self, n: int) -> int:
        self.drawn += 1
        return self.chance.below(n, "sample/player", self.drawn)

    def refill(self) -> None:
        for place in FILLING_ORDER:
            if place + 1 not in self.display and self.stack:
                self.display[place + 1] = self.stack.pop(0)

    def answer(self, ask: Ask, board: Board) -> Json:
        """What this table shows, or what its player decides."""
        answer: Json = getattr(self, "on_" + ask.key.replace("-", "_"))(ask, board)
        return answer

    # --- what the table shows --------------------------------------------------------------------------

    def on_set_up(self, ask: Ask, board: Board) -> Json:
        return True

    def on_deck(self, ask: Ask, board: Board) -> Json:
        return {}

    def on_bonus_names(self, ask: Ask, board: Board) -> Json:
        return {}

    def on_draw(self, ask: Ask, board: Board) -> Json:
        """The player shuffles the real cards."""
        self.drawn += 1
        return ask.shape.draw(self.chance, "sample/draw", self.drawn)

    def on_card(self, ask: Ask, board: Board) -> Json:
        space = ask.about.get("space")
        card = card_of(full_pack()["table"]["open"] if space is None else self.display.pop(space))
        return {"type": card.type, "value": card.value} if card.value else {"type": card.type}

    def on_gates(self, ask: Ask, board: Board) -> Json:
        return dict(whole_map().gates_of(ask.about["company"]))

    def on_neighbours(self, ask: Ask, board: Board) -> Json:
        return dict(whole_map().neighbours(ask.about["region"]))

    def on_base(self, ask: Ask, board: Board) -> Json:
        return draw_base(self.base(ask.about["company"], board))

    def on_columns(self, ask: Ask, board: Board) -> Json:
        base = self.base(ask.about["company"], board)
        return {f"column{n}": sum(column.posts) for n, column in enumerate(base, start=1)}

    def base(self, company: str, board: Board) -> Base:
        """A base as it stands now: as last told, and then as the player moved its posts."""
        base = board.bases.get(company) or full_base(full_pack()["bases"][company])
        for way in self.moved[company]:
            coins = departures(base) if way == "out" else arrivals(base)
            if coins:
                space = max(coins, key=coins.__getitem__)
                base = without_post(base, space) if way == "out" else with_post(base, space)
        self.moved[company] = []
        return base

    def on_empty_spaces(self, ask: Ask, board: Board) -> Json:
        return [place for place in range(1, 13) if place not in self.display]

    def on_preparation(self, ask: Ask, board: Board) -> Json:
        self.refill()
        return True

    def on_report(self, ask: Ask, board: Board) -> Json:
        told = {**self.tracks, "posts": self.placed, "bases": [one for one, moved in self.moved.items() if moved]}
        self.placed = {}
        return told

    def on_final(self, ask: Ask, board: Board) -> Json:
        told = {"money": 20 + self.random(30), "diamonds": 10 + self.random(20), "books": self.random(20)}
        for company in COMPANIES:
            told[f"shares_{key(company)}"] = self.tracks[company] // 2
            told[f"value_{key(company)}"] = visible_coins(self.base(company, board))
        return told

    # --- what the player decides -----------------------------------------------------------------------

    def on_planned(self, ask: Ask, board: Board) -> Json:
        self.turns_left = 4 + self.random(3)
        self.markers = HAND_MARKERS
        return True

    def on_your_turn(self, ask: Ask, board: Board) -> Json:
        """A card, a marker, a few posts or a step on a track, until the turns of the round are used up."""
        if not self.turns_left:
            return {"then": "pass"}
        self.turns_left -= 1
        match self.random(4):
            case 0 if self.display:
                space = sorted(self.display)[self.random(len(self.display))]
                del self.display[space]
                return {"took": [space]}
            case 1 if self.markers and board.free_bonus:
                self.markers -= 1
                return {"placed": [board.free_bonus[self.random(len(board.free_bonus))]]}
            case 2:
                self.expand(board)
            case _:
                company = list(COMPANIES)[self.random(len(COMPANIES))]
                self.tracks[company] += 1 + self.random(3)
        return {}

    def expand(self, board: Board) -> None:
        """A post or two of some company, where they can be paid."""
        company = list(COMPANIES)[self.random(len(COMPANIES))]
        points = 2 + self.random(3)
        for _post in range(2):
            posts = {**board.posts, **self.placed}
            open_regions = {r: cost for r, cost in prices(whole_map(), posts, company).items() if cost <= points}
            if not open_regions or sum(holder == company for holder in posts.values()) >= 15:
                return
            region = sorted(open_regions)[self.random(len(open_regions))]
            points -= open_regions[region]
            if region in posts:
                self.moved[posts[region]].append("in")
            self.moved[company].append("out")
            self.placed[region] = company
