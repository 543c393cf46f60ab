"""A made-up table of Mombasa with a simple player: a sample, not official material."""

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
"""The made-up names of the bonus spaces. They are translated; the names in an owner's pack are not."""


def pack() -> Json:
    """Return a copy of the sample pack for a journal's header; the "table" entry stays on the sample table."""
    return {name: deepcopy(part) for name, part in full_pack().items() if name != "table"}


class SampleTable:
    """A made-up table with display, map, bases and a player; it accounts for every piece."""

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
        """Return a random number below ``n`` for the player's choices."""
        self.drawn += 1
        return self.chance.below(n, "sample/player", self.drawn)

    def answer(self, ask: Ask, board: Board) -> Json:
        """Return the answer that this table shows or that its player chooses."""
        self.look(ask, board)
        answer: Json = getattr(self, reply_to(ask.key))(ask, board)
        return answer

    def look(self, ask: Ask | None, board: Board) -> None:
        """Update the pieces with the moves of the virtual player, and drop your moves once they have been reported."""
        # in these two steps the display may be refilled already
        if ask is None or ask.key not in ("preparation", "empty-spaces"):
            self.pieces.see_taken(board)
        if self.reported and (ask is None or ask.key != "report"):
            self.pieces.placed, self.pieces.moved, self.reported = {}, set(), False
        self.pieces.follow(board)

    # --- answers of the table ----------------------------------------------------------------------------

    def on_set_up(self, ask: Ask, board: Board) -> Json:
        """Confirm the set-up checklist."""
        return True

    def on_deck(self, ask: Ask, board: Board) -> Json:
        """Accept the suggested starting deck."""
        return {}

    def on_bonus_names(self, ask: Ask, board: Board) -> Json:
        """Leave the bonus spaces without names."""
        return {}

    def on_planned(self, ask: Ask, board: Board) -> Json:
        """Plan the player's round."""
        self.yours.begin_round()
        return True

    def on_draw(self, ask: Ask, board: Board) -> Json:
        """Shuffle the virtual player's deck and return the cards that come up."""
        _known, drawn = certain(board)
        missing = ACTIVE - len(board.active)
        if len(board.deck) > missing:
            self.drawn += 1
            drawn += self.chance.shuffled(board.deck, "sample/draw", self.drawn)[:missing]
        return [self.kind_of(name, board) for name in drawn]

    def on_card(self, ask: Ask, board: Board) -> Json:
        """Return the kind of the open card."""
        return self.open_card

    def on_took(self, ask: Ask, board: Board) -> Json:
        """Return the kind of the card that was just taken."""
        return self.kind_of(ask.about["card"], board)

    def on_taken(self, ask: Ask, board: Board) -> Json:
        """Return the kinds of all cards taken that have no name yet."""
        return [self.kind_of(name, board) for name in unnamed(board)]

    def kind_of(self, name: str, board: Board) -> str:
        """Return the kind of this card of the virtual player."""
        return board.cards[name].id if board.cards[name].type else self.pieces.taken.get(name, self.open_card)

    def on_gates(self, ask: Ask, board: Board) -> Json:
        """Return the gates of the company that is asked for."""
        return dict(self.pieces.atlas.gates_of(ask.about["company"]))

    def on_neighbours(self, ask: Ask, board: Board) -> Json:
        """Return the neighbours of the region that is asked for."""
        return dict(self.pieces.atlas.neighbours(ask.about["region"]))

    def on_base(self, ask: Ask, board: Board) -> Json:
        """Return the drawing of the base that is asked for."""
        return draw_base(self.pieces.bases[ask.about["company"]])

    def on_columns(self, ask: Ask, board: Board) -> Json:
        """Return the posts in each column of the base that is asked for."""
        company = ask.about["company"]
        base = self.pieces.bases[company]
        report: dict[str, Json] = {f"column{n}": sum(column.posts) for n, column in enumerate(base, start=1)}
        report["open"] = open_ends(base)
        return report | ({"aside": self.pieces.aside[company]} if self.pieces.aside[company] else {})

    def on_empty_spaces(self, ask: Ask, board: Board) -> Json:
        """Return the display spaces without a card."""
        return [place for place in range(1, 13) if place not in self.pieces.display]

    def on_preparation(self, ask: Ask, board: Board) -> Json:
        """Refill the display and confirm the checklist."""
        self.pieces.see_taken(board)
        self.pieces.refill()
        return True

    def on_report(self, ask: Ask, board: Board) -> Json:
        """Report the player's markers, and the posts and bases that changed."""
        self.reported = True
        placed = self.pieces.placed
        changed = {region for region, company in placed.items() if board.posts.get(region) != company}
        implied = {one for region in changed for one in (board.posts.get(region), placed[region])}
        return {**self.yours.tracks, "posts": dict(placed), "bases": sorted(self.pieces.moved - implied)}

    def on_final(self, ask: Ask, board: Board) -> Json:
        """Return the player's final score."""
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
        """Choose until the choices make up a whole turn, and report it."""
        while True:
            choices = self.yours.choices(board)
            chosen = choices[self.random(len(choices))] if self.policy == "random" else self.yours.sensible(choices)
            answer = self.yours.choose(chosen, board)
            if answer is not None:
                return answer

    def moves(self, ask: Ask, board: Board) -> list[Move]:
        """Return the choices that the player has now, if it is asked."""
        if ask.who != "player":
            return []
        self.look(ask, board)
        return [Move(id, self.yours.words(id, board)) for id in self.yours.choices(board)]

    def play(self, move: str, ask: Ask, board: Board) -> Json | None:
        """Apply a choice of the player; return the report once the turn is complete."""
        return self.yours.choose(move, board)

    def observe(self, ask: Ask | None, board: Board) -> Mapping[str, int]:
        """Return the player's side as numbers for a learning program."""
        self.look(ask, board)
        return self.yours.observe(board, asked=ask is not None and ask.who == "player")

    def prompt(self, ask: Ask, board: Board) -> Text:
        """Return the question for the player's next choice."""
        return self.yours.prompt

    def picture(self, ask: Ask, board: Board) -> View | None:
        """Return the view on which the player chooses, if there is one."""
        return self.yours.picture(board)

    def problems(self, board: Board) -> Iterator[str]:
        """Yield the cards, markers and posts that don't add up between two turns."""
        self.look(None, board)
        yield from self.pieces.problems(board, self.yours.taken)
        yield from self.yours.problems(board)
