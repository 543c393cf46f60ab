"""A driver for games in tests: the test rolls the dice, so it can set up every case exactly."""

from __future__ import annotations

from typing import Any

from rival.games.rolling_heights.table import Building, District, Town
from rival.testing import GameDriver

UNKNOWN_BONUS_ROWS = [". . .", ". . .", ". . ."]
PLAIN_ROWS = ["- - -", "- - -", "- - -"]


class Table(GameDriver):
    """A game with districts given as drawings, on boards “No. 1” to “No. 6”.

    A district without a drawing is open land without bonuses.
    """

    def __init__(self, districts: dict[int, list[str]] | None = None, dice: str = "mine", **options: Any) -> None:
        drawings = {str(n): PLAIN_ROWS for n in range(1, 7)} | {str(n): rows for n, rows in (districts or {}).items()}
        boards = {f"No. {n}": rows for n, rows in drawings.items()}
        pack = {"game": "rolling-heights", "boards": boards}
        super().__init__("rolling-heights", pack, dice, **options)
        self.session.answer(True)
        if self.key == "district-numbers":
            self.session.answer([1, 2, 3, 4, 5, 6])
        numbers = {"numbers": [1, 2, 3, 4, 5, 6]} if options.get("district_numbers") == "chosen" else {}
        layout = [f"No. {n}" for n in self.town.numbers or range(1, 7)]
        self.session.answer({"boards": layout, **numbers})
        self.session.answer("none")
        for number, rows in drawings.items():
            self.mark_your_buildings(int(number), rows)

    def mark_your_buildings(self, number: int, rows: list[str]) -> None:
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

    def get_district(self, n: int) -> District:
        district = self.town.districts[n]
        assert district is not None
        return district

    def get_last_building(self, n: int) -> Building:
        return list(self.get_district(n).buildings.values())[-1]

    def report_turn(self, **report: Any) -> Table:
        """Report the player's turn."""
        assert self.key == "your-turn", self.key
        return self.say(report)

    def roll(self, die: int) -> Table:
        assert self.key == "mayor-die", self.key
        return self.say(die)

    def enter_plan(self, type: str = "park", **told: Any) -> Table:
        assert self.key == "plan", self.key
        return self.say({"type": type, **told})

    def enter_placement(self, plot: str = "", **told: Any) -> Table:
        """Answer the question for a placement, with cubes and a bonus as keywords."""
        assert self.key == "place", self.key
        return self.say({"plot": plot, **told} if plot else told)

    def choose_first_plot(self) -> Table:
        """Choose the first plot offered, if there is a choice."""
        if self.key == "place":
            self.enter_placement(self.options[0] if self.options else "")
        return self

    def enter_cubes(self, **told: Any) -> Table:
        assert self.key == "cubes", self.key
        return self.say(told)

    def object_to(self, key: str, value: Any) -> Table:
        """Object to the last step that assumed an answer to this question."""
        path = [one.key for one in self.session.list_open_assumptions() if one.key.endswith(f".{key}")][-1]
        self.session.correct(path, value)
        return self

    @property
    def options(self) -> list[str]:
        """The ids of the options that can be chosen now."""
        assert self.session.ask is not None
        plots = [one.options for one in self.session.ask.fields if one.key == "plot"]
        return [str(one.id) for one in plots[0]] if plots else super().options

    def play_step_a(self, die: int, type: str = "park", **needs: int) -> Table:
        """Play step A with this plan on the first plot offered."""
        return self.roll(die).enter_plan(type, **needs).choose_first_plot()

    def set_round(self, n: int) -> Table:
        self.session.correct("round", n)
        return self

    def set_wild(self, n: int) -> Table:
        self.session.correct("mayor.wild", n)
        return self
