"""A driver for games in tests: the test rolls the dice, so it can set up every case exactly."""

from __future__ import annotations

from typing import Any

from rival.games.rolling_heights.table import Building, District, Town
from rival.testing import AtTheTable

OPEN = [". . .", ". . .", ". . ."]
PLAIN = ["- - -", "- - -", "- - -"]


class Table(AtTheTable):
    """A game with districts given as drawings, on boards “No. 1” to “No. 6”.

    A district without a drawing is open land without bonuses.
    """

    def __init__(self, districts: dict[int, list[str]] | None = None, dice: str = "mine", **options: Any) -> None:
        drawings = {str(n): PLAIN for n in range(1, 7)} | {str(n): rows for n, rows in (districts or {}).items()}
        boards = {f"No. {n}": rows for n, rows in drawings.items()}
        pack = {"game": "rolling-heights", "boards": boards}
        super().__init__("rolling-heights", pack, dice, **options)
        self.session.answer(True)
        if self.key == "district-numbers":
            self.session.answer([1, 2, 3, 4, 5, 6])
        numbers = {"numbers": [1, 2, 3, 4, 5, 6]} if options.get("district_numbers") == "chosen" else {}
        lying = [f"No. {n}" for n in self.town.numbers or range(1, 7)]
        self.session.answer({"boards": lying, **numbers})
        self.session.answer("none")
        for number, rows in drawings.items():
            self.stand(int(number), rows)

    def stand(self, number: int, rows: list[str]) -> None:
        """Mark the player's buildings of a drawing; a board that is placed by its name has none on it."""
        if any("x" in row for row in rows):
            self.session.correct(f"districts.{number}.drawing", rows)

    @property
    def town(self) -> Town:
        town: Town = self.session.table
        return town

    @property
    def vp(self) -> int:
        return self.town.mayor.vp

    def district(self, n: int) -> District:
        district = self.town.districts[n]
        assert district is not None
        return district

    def building(self, n: int) -> Building:
        return list(self.district(n).buildings.values())[-1]

    def done(self, **report: Any) -> Table:
        """Report the player's turn."""
        assert self.key == "your-turn", self.key
        return self.say(report)

    def roll(self, die: int) -> Table:
        assert self.key == "mayor-die", self.key
        return self.say(die)

    def plan(self, type: str = "park", **told: Any) -> Table:
        assert self.key == "plan", self.key
        return self.say({"type": type, **told})

    def place(self, plot: str = "", **told: Any) -> Table:
        """Answer the question for a placement, with cubes and a bonus as keywords."""
        assert self.key == "place", self.key
        return self.say({"plot": plot, **told} if plot else told)

    def any_plot(self) -> Table:
        """Choose the first plot offered, if there is a choice."""
        if self.key == "place":
            self.place(self.options[0] if self.options else "")
        return self

    def cubes(self, **told: Any) -> Table:
        assert self.key == "cubes", self.key
        return self.say(told)

    def but(self, key: str, value: Any) -> Table:
        """Object to the last step that assumed an answer to this question."""
        path = [one.key for one in self.session.objections() if one.key.endswith(f".{key}")][-1]
        self.session.correct(path, value)
        return self

    @property
    def options(self) -> list[str]:
        """The ids of the options that can be chosen now."""
        assert self.session.ask is not None
        plots = [one.options for one in self.session.ask.fields if one.key == "plot"]
        return [str(one.id) for one in plots[0]] if plots else super().options

    def build(self, die: int, type: str = "park", **needs: int) -> Table:
        """Play step A with this plan on the first plot offered."""
        return self.roll(die).plan(type, **needs).any_plot()

    def in_round(self, n: int) -> Table:
        self.session.correct("round", n)
        return self
