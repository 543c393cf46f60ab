"""A table driver for tests: the test rolls, shuffles and draws, so that every case can be set up exactly."""

from __future__ import annotations

from typing import Any

from rival.games.mombasa.table import COMPANIES, Board
from rival.terminal.input_parser import parse_answer
from rival.testing import GameDriver

STARTING_DECK = ["bananas-1", "bananas-2", "coffee-1", "coffee-2", "cotton-1", "cotton-2", "expansion-2", "bookkeeper"]
STARTING_DECK += ["diamonds", "expansion-1"]
PLAIN_CARDS = STARTING_DECK[:4]
BASE_LAYOUT = [[0, 1, 0, 2], [0, 1, 0, 2], [0, 1, 0, 2], [0, 1, 2]]
ROW_MAP = {"borders": {"A": {"B": 1}, "B": {"C": 1}, "C": {"D": 1}, "D": {"E": 1}}, "gates": {"cairo": {"A": 1}}}
"""A map of regions in a row; the base of Cairo is next to the first one."""


class MombasaTable(GameDriver):
    """A game with the given map and bases; the defaults are the row of regions above and four equal bases."""

    def __init__(
        self,
        land: dict[str, Any] | None = None,
        deck: list[str] | None = None,
        bases: dict[str, Any] | None = None,
        dice: str = "mine",
        pack: Any = ...,
        **options: Any,
    ) -> None:
        every_base = dict.fromkeys(COMPANIES, BASE_LAYOUT) | (bases or {})
        map = {"whole": True, **(land or ROW_MAP)}
        own = {"game": "mombasa", "deck": deck or STARTING_DECK, "bonus": [""] * 7, "bases": every_base, "map": map}
        super().__init__("mombasa", own if pack is ... else pack, dice, **{"shuffle": "you", **options})
        self.session.answer(True)

    @property
    def board(self) -> Board:
        board: Board = self.session.table
        return board

    def type_line(self, line: str) -> MombasaTable:
        """Enter a line as a person types it at the terminal."""
        assert self.session.open_ask is not None
        return self.say(parse_answer(self.session.open_ask.answer_type, line, self.session.catalogues))

    # --- a round

    def confirm_plan(self, *kinds: str) -> MombasaTable:
        """Confirm that you have planned; these cards come up from the deck."""
        assert self.key == "planned", self.key
        self.say(True)
        return self.enter_drawn_cards(*kinds)

    def enter_drawn_cards(self, *kinds: str) -> MombasaTable:
        return self.say(list(kinds)) if self.key == "draw" else self

    def take_your_turn(self, **report: Any) -> MombasaTable:
        assert self.key == "your-turn", self.key
        return self.say(report)

    def pass_turn(self) -> MombasaTable:
        return self.take_your_turn(then="pass")

    def roll(self, *faces: int) -> MombasaTable:
        for face in faces:
            self.say(face)
        return self

    def play_card_turn(self, space: int) -> MombasaTable:
        """Play the whole turn of the virtual player: it takes the card from this space."""
        if self.key == "card-or-marker":
            self.roll(1)
        return self.roll(space)

    def play_marker_turn(self, space: int) -> MombasaTable:
        """Play the whole turn of the virtual player: it places a marker on this bonus space."""
        if self.key == "card-or-marker":
            self.roll(4)
        return self.roll(space)

    def start_next_round(self) -> MombasaTable:
        assert self.key == "preparation", self.key
        return self.say(True)

    # --- the expansion

    def report_and_expand(
        self, tracks: dict[str, int] | None = None, posts: dict[str, str] | None = None
    ) -> MombasaTable:
        """Report these tracks (Cairo is last) and posts; the bases lost their posts from the first column on."""
        assert self.key == "report", self.key
        self.say({"mombasa": 3, "cape-town": 2, "saint-louis": 2, "cairo": 0, **(tracks or {}), "posts": posts or {}})
        return self.answer_base_questions()

    def answer_base_questions(self) -> MombasaTable:
        """Answer the questions for bases until another question comes."""
        while self.key == "columns":
            assert self.session.open_ask is not None
            company = self.session.open_ask.metadata["company"]
            removed = self.board.count_posts_on_map(company) + self.board.aside[company]
            counts = {}
            base = self.board.find_base(company)
            assert base is not None
            for n, column in enumerate(base, start=1):
                counts[f"column{n}"] = len(column.coins) - min(removed, len(column.coins))
                removed -= min(removed, len(column.coins))
            self.say(counts)
        return self

    def choose_region(self, region: str) -> MombasaTable:
        assert self.key in ("target", "way", "spread"), self.key
        return self.say(region).answer_base_questions()

    def choose_first_options(self) -> MombasaTable:
        """Give the first option to every question for chance, until the player is asked again."""
        while self.session.open_ask is not None and self.session.open_ask.who == "chance":
            self.say(self.session.open_ask.answer_type.options[0].id).answer_base_questions()  # type: ignore[attr-defined]
        return self


def make_expanding_table(points: int = 2, **table: Any) -> MombasaTable:
    """Return a table just before its first expansion, with 1, 2 or 3 points."""
    cards = {1: ["expansion-1"], 2: ["expansion-2"], 3: ["expansion-1", "expansion-2"]}[points]
    return MombasaTable(**table).confirm_plan(*cards, *PLAIN_CARDS[: 4 - len(cards)]).pass_turn()
