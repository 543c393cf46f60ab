"""A made-up table of Mombasa with a simple player. A sample, nothing official."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

from rival.games.mombasa.bases import visible_coins
from rival.games.mombasa.posts import draw_base, open_ends
from rival.games.mombasa.rules import certain, key, unnamed
from rival.games.mombasa.sample.pieces import Pieces, complete_pack, full_pack
from rival.games.mombasa.sample.yours import YourSide, how_to_play
from rival.games.mombasa.table import ACTIVE, COMPANIES, Board
from rival.kernel import N_, Ask, Chance, Json, Move, Text, View, reply_to

__all__ = ["POLICIES", "SPACES", "SampleTable", "complete_pack", "full_pack", "pack"]

POLICIES = ("sensible", "random")
SPACES = (N_("First player"), N_("Lantern"), N_("Ledger"), N_("Lens"), N_("Ladder"), N_("Loom"), N_("Lagoon"))
"""The made-up names of the bonus spaces: an owner's stand as they are, these have translations."""


def pack() -> Json:
    """What goes into a journal's header, a copy for each game; the cards of the display stay on the sample table."""
    return {name: deepcopy(part) for name, part in full_pack().items() if name != "table"}


class SampleTable:
    """Display, map, bases and the player's side of a made-up table; every piece is accounted for."""

    def __init__(
        self, seed: int, options: Mapping[str, Json], policy: str = "sensible", pack: Mapping[str, Any] | None = None
    ) -> None:
        whole = full_pack() if pack is None else pack
        self.open_card: str = whole["table"]["open"]
        self.policy = policy
        self.chance = Chance(seed)
        self.drawn = 0
        self.pieces = Pieces(self.chance, whole, sample=pack is None)
        self.yours = YourSide(self.chance, whole, self.pieces)
        self.reported = False
        self.how_to_play = how_to_play(whole["table"])

    def random(self, n: int) -> int:
        self.drawn += 1
        return self.chance.below(n, "sample/player", self.drawn)

    def answer(self, ask: Ask, board: Board) -> Json:
        """What this table shows, or what its player decides."""
        self.look(ask, board)
        answer: Json = getattr(self, reply_to(ask.key))(ask, board)
        return answer

    def look(self, ask: Ask | None, board: Board) -> None:
        """See what the virtual player did; what you moved is known to it once your report was taken."""
        if ask is None or ask.key not in ("preparation", "empty-spaces"):  # there the display may be refilled already
            self.pieces.see_taken(board)
        if self.reported and (ask is None or ask.key != "report"):
            self.pieces.placed, self.pieces.moved, self.reported = {}, set(), False
        self.pieces.follow(board)

    # --- what the table shows --------------------------------------------------------------------------

    def on_set_up(self, ask: Ask, board: Board) -> Json:
        return True

    def on_deck(self, ask: Ask, board: Board) -> Json:
        return {}

    def on_bonus_names(self, ask: Ask, board: Board) -> Json:
        return {}

    def on_planned(self, ask: Ask, board: Board) -> Json:
        self.yours.begin_round()
        return True

    def on_draw(self, ask: Ask, board: Board) -> Json:
        """The player shuffles the real cards and turns them up."""
        _known, drawn = certain(board)
        missing = ACTIVE - len(board.active)
        if len(board.deck) > missing:
            self.drawn += 1
            drawn += self.chance.shuffled(board.deck, "sample/draw", self.drawn)[:missing]
        return [self.kind_of(name, board) for name in drawn]

    def on_card(self, ask: Ask, board: Board) -> Json:
        return self.open_card

    def on_took(self, ask: Ask, board: Board) -> Json:
        return self.kind_of(ask.about["card"], board)

    def on_taken(self, ask: Ask, board: Board) -> Json:
        return [self.kind_of(name, board) for name in unnamed(board)]

    def kind_of(self, name: str, board: Board) -> str:
        return board.cards[name].id if board.cards[name].type else self.pieces.taken.get(name, self.open_card)

    def on_gates(self, ask: Ask, board: Board) -> Json:
        return dict(self.pieces.atlas.gates_of(ask.about["company"]))

    def on_neighbours(self, ask: Ask, board: Board) -> Json:
        return dict(self.pieces.atlas.neighbours(ask.about["region"]))

    def on_base(self, ask: Ask, board: Board) -> Json:
        return draw_base(self.pieces.bases[ask.about["company"]])

    def on_columns(self, ask: Ask, board: Board) -> Json:
        company = ask.about["company"]
        base = self.pieces.bases[company]
        report: dict[str, Json] = {f"column{n}": sum(column.posts) for n, column in enumerate(base, start=1)}
        report["open"] = open_ends(base)
        return report | ({"aside": self.pieces.aside[company]} if self.pieces.aside[company] else {})

    def on_empty_spaces(self, ask: Ask, board: Board) -> Json:
        return [place for place in range(1, 13) if place not in self.pieces.display]

    def on_preparation(self, ask: Ask, board: Board) -> Json:
        self.pieces.see_taken(board)
        self.pieces.refill()
        return True

    def on_report(self, ask: Ask, board: Board) -> Json:
        self.reported = True
        placed = self.pieces.placed
        changed = {region for region, company in placed.items() if board.posts.get(region) != company}
        implied = {one for region in changed for one in (board.posts.get(region), placed[region])}
        return {**self.yours.tracks, "posts": dict(placed), "bases": sorted(self.pieces.moved - implied)}

    def on_final(self, ask: Ask, board: Board) -> Json:
        yours = self.yours
        report: dict[str, Json] = {
            "money": yours.money,
            "diamonds": yours.diamonds,
            "books": yours.books,
            "share_cards": yours.share_cards,
        }
        for company in COMPANIES:
            report[f"shares_{key(company)}"] = yours.shares(company)
            report[f"value_{key(company)}"] = visible_coins(self.pieces.bases[company])
        return report

    # --- the player's side -----------------------------------------------------------------------------

    def on_your_turn(self, ask: Ask, board: Board) -> Json:
        """One choice after the other until they make up a turn."""
        while True:
            choices = self.yours.choices(board)
            chosen = choices[self.random(len(choices))] if self.policy == "random" else self.yours.sensible(choices)
            answer = self.yours.choose(chosen, board)
            if answer is not None:
                return answer

    def moves(self, ask: Ask, board: Board) -> list[Move]:
        if ask.who != "player":
            return []
        self.look(ask, board)
        return [Move(id, self.yours.words(id, board)) for id in self.yours.choices(board)]

    def play(self, move: str, ask: Ask, board: Board) -> Json | None:
        return self.yours.choose(move, board)

    def observe(self, ask: Ask | None, board: Board) -> Mapping[str, int]:
        self.look(ask, board)
        return self.yours.observe(board, asked=ask is not None and ask.who == "player")

    def prompt(self, ask: Ask, board: Board) -> Text:
        return self.yours.prompt

    def picture(self, ask: Ask, board: Board) -> View | None:
        return self.yours.picture(board)

    def problems(self, board: Board) -> Iterator[str]:
        """What is not accounted for between two turns: cards, markers, posts."""
        self.look(None, board)
        yield from self.pieces.problems(board, self.yours.taken)
        yield from self.yours.problems(board)
