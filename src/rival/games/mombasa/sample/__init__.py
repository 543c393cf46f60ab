"""A sample table of Mombasa with made-up components and a simple player; not official material."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

from rival.games.mombasa.bases import count_visible_coins
from rival.games.mombasa.posts import format_base, list_open_ends
from rival.games.mombasa.rules import list_unnamed_discards, make_field_key, split_certain_cards, split_deck
from rival.games.mombasa.sample.human_player import HumanPlayer, explain_rules
from rival.games.mombasa.sample.pieces import SamplePieces, complete_pack, load_full_pack
from rival.games.mombasa.table import ACTIVE_CARD_COUNT, COMPANIES, Board
from rival.kernel import N_, Ask, Chance, Json, PlayerMove, Text, View, get_handler_name

__all__ = ["POLICIES", "SAMPLE_SPACE_NAMES", "SampleTable", "complete_pack", "load_full_pack", "make_sample_pack"]

POLICIES = ("sensible", "random")
SAMPLE_SPACE_NAMES = (
    N_("First player"),
    N_("Lantern"),
    N_("Ledger"),
    N_("Lens"),
    N_("Ladder"),
    N_("Loom"),
    N_("Lagoon"),
)
"""The made-up names of the bonus spaces. These names are translated, unlike the names in an owner's pack."""


def make_sample_pack() -> Json:
    """Return a copy of the sample pack for a journal's header, without the sample table's "table" entry."""
    return {name: deepcopy(part) for name, part in load_full_pack().items() if name != "table"}


class SampleTable:
    """A simulated game table with a simulated player that answers the program's questions."""

    def __init__(
        self, seed: int, options: Mapping[str, Json], policy: str = "sensible", pack: Mapping[str, Any] | None = None
    ) -> None:
        full_data = load_full_pack() if pack is None else pack
        self.open_card: str = full_data["table"]["open"]
        self.policy = policy
        self.chance = Chance(seed)
        self.draw_count = 0
        self.pieces = SamplePieces(self.chance, full_data, sample=pack is None)
        self.human = HumanPlayer(self.chance, full_data, self.pieces)
        self.reported = False
        self.how_to_play = explain_rules(full_data["table"])

    def draw_random(self, n: int) -> int:
        """Return a random number below ``n``."""
        self.draw_count += 1
        return self.chance.draw_below(n, "sample/player", self.draw_count)

    def answer(self, ask: Ask, board: Board) -> Json:
        """Answer a question from the state of this table, or by the simulated player's choice."""
        self.copy_opponent_moves(ask, board)
        answer: Json = getattr(self, get_handler_name(ask.key))(ask, board)
        return answer

    def copy_opponent_moves(self, ask: Ask | None, board: Board) -> None:
        """Repeat the virtual player's moves with this table's pieces."""
        # in these two steps the display may be refilled already
        if ask is None or ask.key not in ("preparation", "empty-spaces"):
            self.pieces.record_taken_cards(board)
        if self.reported and (ask is None or ask.key != "report"):
            self.pieces.placed_posts, self.pieces.moved_companies, self.reported = {}, set(), False
        self.pieces.copy_bases(board)

    # --- answers of the table ----------------------------------------------------------------------------

    def on_set_up(self, ask: Ask, board: Board) -> Json:
        """Confirm the set-up checklist."""
        return True

    def on_deck(self, ask: Ask, board: Board) -> Json:
        """Accept the suggested starting deck."""
        return {}

    def on_bonus_names(self, ask: Ask, board: Board) -> Json:
        """Leave the bonus spaces unnamed."""
        return {}

    def on_planned(self, ask: Ask, board: Board) -> Json:
        """Plan the simulated player's round."""
        self.human.begin_round()
        return True

    def on_draw(self, ask: Ask, board: Board) -> Json:
        """Shuffle the deck, or the discard pile if the deck is short, and return the kinds of the drawn cards."""
        certain_cards, drawable_cards = split_deck(board)
        _known, drawn_cards = split_certain_cards(board)
        if drawable_cards:
            missing_count = ACTIVE_CARD_COUNT - len(certain_cards)
            self.draw_count += 1
            drawn_cards += self.chance.shuffle(drawable_cards, "sample/draw", self.draw_count)[:missing_count]
        return [self.get_card_kind(name, board) for name in drawn_cards]

    def on_card(self, ask: Ask, board: Board) -> Json:
        """Return the kind of the unnamed starting card."""
        return self.open_card

    def on_took(self, ask: Ask, board: Board) -> Json:
        """Return the kind of the card that the virtual player has just taken."""
        return self.get_card_kind(ask.metadata["card"], board)

    def on_taken(self, ask: Ask, board: Board) -> Json:
        """Return the kinds of the unnamed cards that the virtual player has taken."""
        return [self.get_card_kind(name, board) for name in list_unnamed_discards(board)]

    def get_card_kind(self, card_id: str, board: Board) -> str:
        """Return the kind of this virtual player's card."""
        return board.cards[card_id].id if board.cards[card_id].type else self.pieces.taken.get(card_id, self.open_card)

    def on_gates(self, ask: Ask, board: Board) -> Json:
        """Return the gates of the company in the question."""
        return dict(self.pieces.atlas.get_gates(ask.metadata["company"]))

    def on_neighbours(self, ask: Ask, board: Board) -> Json:
        """Return the neighbours of the region in the question."""
        return dict(self.pieces.atlas.get_neighbours(ask.metadata["region"]))

    def on_base(self, ask: Ask, board: Board) -> Json:
        """Return the drawing of the base in the question."""
        return format_base(self.pieces.bases[ask.metadata["company"]])

    def on_columns(self, ask: Ask, board: Board) -> Json:
        """Return the number of posts in each column of the base in the question."""
        company = ask.metadata["company"]
        base = self.pieces.bases[company]
        report: dict[str, Json] = {f"column{n}": sum(column.posts) for n, column in enumerate(base, start=1)}
        report["open"] = list_open_ends(base)
        return report | ({"aside": self.pieces.aside[company]} if self.pieces.aside[company] else {})

    def on_empty_spaces(self, ask: Ask, board: Board) -> Json:
        """Return the display spaces without a card."""
        return [place for place in range(1, 13) if place not in self.pieces.display]

    def on_preparation(self, ask: Ask, board: Board) -> Json:
        """Refill the display and confirm the checklist."""
        self.pieces.record_taken_cards(board)
        self.pieces.refill_display()
        return True

    def on_report(self, ask: Ask, board: Board) -> Json:
        """Report the player's markers, and the posts and bases that have changed."""
        self.reported = True
        placed = self.pieces.placed_posts
        changed = {region for region, company in placed.items() if board.posts.get(region) != company}
        implied_companies = {holder for region in changed for holder in (board.posts.get(region), placed[region])}
        return {
            **self.human.tracks,
            "posts": dict(placed),
            "bases": sorted(self.pieces.moved_companies - implied_companies),
        }

    def on_final(self, ask: Ask, board: Board) -> Json:
        """Return the player's final score."""
        human = self.human
        report: dict[str, Json] = {
            "money": human.money,
            "diamonds": human.diamonds,
            "books": human.books,
            "share_cards": human.share_cards,
        }
        for company in COMPANIES:
            report[f"shares_{make_field_key(company)}"] = human.count_shares(company)
            report[f"value_{make_field_key(company)}"] = count_visible_coins(self.pieces.bases[company])
        return report

    # --- the player's side -----------------------------------------------------------------------------

    def on_your_turn(self, ask: Ask, board: Board) -> Json:
        """Play the simulated player's turn and return the report."""
        while True:
            choices = self.human.list_choices(board)
            chosen = (
                choices[self.draw_random(len(choices))]
                if self.policy == "random"
                else self.human.choose_sensibly(choices)
            )
            answer = self.human.apply_choice(chosen, board)
            if answer is not None:
                return answer

    def list_moves(self, ask: Ask, board: Board) -> list[PlayerMove]:
        """Return the simulated player's current choices."""
        if ask.who != "player":
            return []
        self.copy_opponent_moves(ask, board)
        return [PlayerMove(id, self.human.describe_choice(id, board)) for id in self.human.list_choices(board)]

    def play_move(self, move: str, ask: Ask, board: Board) -> Json | None:
        """Apply one of the simulated player's choices; return the report once the turn is complete."""
        return self.human.apply_choice(move, board)

    def observe(self, ask: Ask | None, board: Board) -> Mapping[str, int]:
        """Return the simulated player's situation as numbers."""
        self.copy_opponent_moves(ask, board)
        return self.human.observe(board, is_asked=ask is not None and ask.who == "player")

    def describe_choice(self, ask: Ask, board: Board) -> Text:
        """Return the question that asks for the player's next choice."""
        return self.human.prompt

    def make_view(self, ask: Ask, board: Board) -> View | None:
        """Return the view in which the player makes the choice; None if there is none."""
        return self.human.make_view(board)

    def find_lost_pieces(self, board: Board) -> Iterator[str]:
        """Yield a message for each card, marker or post that is missing or duplicated."""
        self.copy_opponent_moves(None, board)
        yield from self.pieces.find_lost_pieces(board, self.human.taken_card_count)
        yield from self.human.find_lost_pieces(board)
