"""A table driver for tests: the test rolls, shuffles and draws, so that every case can be set up exactly."""

from __future__ import annotations

from typing import Any

from rival.games.mombasa.table import COMPANIES, Board
from rival.terminal.typed import parse
from rival.testing import AtTheTable

DECK = ["bananas-1", "bananas-2", "coffee-1", "coffee-2", "cotton-1", "cotton-2", "expansion-2", "bookkeeper"]
DECK += ["diamonds", "expansion-1"]
PLAIN = DECK[:4]
BASE = [[0, 1, 0, 2], [0, 1, 0, 2], [0, 1, 0, 2], [0, 1, 2]]
ROW = {"borders": {"A": {"B": 1}, "B": {"C": 1}, "C": {"D": 1}, "D": {"E": 1}}, "gates": {"cairo": {"A": 1}}}
"""A map of regions in a row; the base of Cairo is next to the first one."""


class Table(AtTheTable):
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
        every_base = dict.fromkeys(COMPANIES, BASE) | (bases or {})
        map = {"whole": True, **(land or ROW)}
        own = {"game": "mombasa", "deck": deck or DECK, "bonus": [""] * 7, "bases": every_base, "map": map}
        super().__init__("mombasa", own if pack is ... else pack, dice, **{"shuffle": "you", **options})
        self.session.answer(True)

    @property
    def board(self) -> Board:
        board: Board = self.session.table
        return board

    def typed(self, line: str) -> Table:
        """Enter a line as a person types it at the terminal."""
        assert self.session.open is not None
        return self.say(parse(self.session.open.shape, line, self.session.spoken))

    # --- a round

    def plan(self, *kinds: str) -> Table:
        """Confirm that you have planned; these cards come up from the deck."""
        assert self.key == "planned", self.key
        self.say(True)
        return self.draw(*kinds)

    def draw(self, *kinds: str) -> Table:
        return self.say(list(kinds)) if self.key == "draw" else self

    def turn(self, **report: Any) -> Table:
        assert self.key == "your-turn", self.key
        return self.say(report)

    def you_pass(self) -> Table:
        return self.turn(then="pass")

    def roll(self, *faces: int) -> Table:
        for face in faces:
            self.say(face)
        return self

    def it_takes(self, space: int) -> Table:
        """Play the whole turn of the virtual player: it takes the card from this space."""
        if self.key == "card-or-marker":
            self.roll(1)
        return self.roll(space)

    def it_marks(self, space: int) -> Table:
        """Play the whole turn of the virtual player: it places a marker on this bonus space."""
        if self.key == "card-or-marker":
            self.roll(4)
        return self.roll(space)

    def next_round(self) -> Table:
        assert self.key == "preparation", self.key
        return self.say(True)

    # --- the expansion

    def expand(self, tracks: dict[str, int] | None = None, posts: dict[str, str] | None = None) -> Table:
        """Report these tracks (Cairo is last) and posts; the bases lost their posts from the first column on."""
        assert self.key == "report", self.key
        self.say({"mombasa": 3, "cape-town": 2, "saint-louis": 2, "cairo": 0, **(tracks or {}), "posts": posts or {}})
        return self.settle()

    def settle(self) -> Table:
        """Answer the questions for bases until another question comes."""
        while self.key == "columns":
            assert self.session.open is not None
            company = self.session.open.about["company"]
            gone = self.board.on_map(company) + self.board.aside[company]
            counts = {}
            base = self.board.find_base(company)
            assert base is not None
            for n, column in enumerate(base, start=1):
                counts[f"column{n}"] = len(column.coins) - min(gone, len(column.coins))
                gone -= min(gone, len(column.coins))
            self.say(counts)
        return self

    def region(self, region: str) -> Table:
        assert self.key in ("target", "way", "spread"), self.key
        return self.say(region).settle()

    def first_of_all(self) -> Table:
        """Give the first option to every question for chance, until the player is asked again."""
        while self.session.open is not None and self.session.open.who == "chance":
            self.say(self.session.open.shape.options[0].id).settle()  # type: ignore[attr-defined]
        return self


def expanding(points: int = 2, **table: Any) -> Table:
    """Return a table just before its first expansion, with 1, 2 or 3 points."""
    cards = {1: ["expansion-1"], 2: ["expansion-2"], 3: ["expansion-1", "expansion-2"]}[points]
    return Table(**table).plan(*cards, *PLAIN[: 4 - len(cards)]).you_pass()
