"""A made-up table of Rolling Heights with a simple player. A sample, nothing official."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from rival.games.rolling_heights.table import District, Plot, Town
from rival.kernel import Ask, Chance, Choice, Form, Json, Number


@cache
def full_pack() -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / "pack.toml").read_text(encoding="utf-8"))


def pack() -> Json:
    """What goes into a journal's header: the districts. Plans and supply stay on the sample table."""
    whole = full_pack()
    return {key: whole[key] for key in ("game", "edition", "source", "sample", "districts")}


class Tile:
    """A plan tile of the sample table: its type and the cubes it requires."""

    __slots__ = ("needs", "size", "type")

    def __init__(self, tile: Mapping[str, Any]) -> None:
        self.type: str = tile["type"]
        self.needs: dict[str, int] = {name: n for name, n in tile.items() if name != "type"}
        self.size = sum(self.needs.values())


@cache
def tiles() -> dict[int, tuple[Tile, ...]]:
    """All tiles by level."""
    return {level: tuple(map(Tile, full_pack()["plans"][f"level{level}"])) for level in (1, 2)}


class Plan:
    """A tile in the market, with the wild tokens that lie on it."""

    __slots__ = ("tile", "wild")

    def __init__(self, tile: Tile) -> None:
        self.tile = tile
        self.wild = 0


class SampleTable:
    """Market, supply and the player's side of a made-up table; every cube and tile is accounted for."""

    def __init__(self, seed: int, options: Mapping[str, Json]) -> None:
        whole = full_pack()
        self.chance = Chance(seed)
        self.drawn = 0
        self.supply = {name: n for name, n in whole["supply"].items() if name != "wild"}
        self.wild: int = whole["supply"]["wild"]
        self.stacks: dict[int, list[Tile]] = {level: list(stack) for level, stack in tiles().items()}
        self.rows: dict[int, list[Plan]] = {1: [], 2: []}
        self.refill(1)
        self.refill(2)
        self.site: dict[str, int] = {}
        self.site_size = 0
        self.score = 0

    def random(self, n: int) -> int:
        self.drawn += 1
        return self.chance.below(n, "sample/player", self.drawn)

    def refill(self, level: int) -> None:
        row, stack = self.rows[level], self.stacks[level]
        while len(row) < 9 and stack:
            drawn = self.random(len(stack))
            stack[drawn], stack[-1] = stack[-1], stack[drawn]
            row.append(Plan(stack.pop()))

    def take(self, level: int, position: int) -> Plan:
        plan = self.rows[level].pop(position - 1)
        self.refill(level)
        return plan

    @property
    def out(self) -> list[str]:
        return [name for name, n in self.supply.items() if n == 0]

    def answer(self, ask: Ask, town: Town) -> Json:
        """What this table shows, or what its player decides."""
        match ask.key:
            case "cubes":
                return self.cubes(ask)
            case "your-turn":
                return self.turn(town)
            case "plan":
                return self.plan(ask.about["level"], ask.about["position"])
            case "plot":
                return self.plot(ask)
            case "district":
                return full_pack()["districts"][str(ask.about["district"])]
            case "final":
                return {"ads": self.random(9) - 2, "yours": self.score + self.random(12)}
            case _:
                return True

    # --- what the table shows --------------------------------------------------------------------------

    def plan(self, level: int, wanted: int) -> Json:
        row = self.rows[level]
        if not row:
            return "empty"
        position = min(wanted, len(row))
        told: dict[str, Json] = {}
        if position < wanted:
            told["plans"] = position
        if wanted == 3:
            sweetened = min(position - 1, self.wild)
            if self.wild < 2:
                told["supply"] = self.wild
            self.wild -= sweetened
            for plan in row[:sweetened]:
                plan.wild += 1
        plan = self.take(level, position)
        return {**told, "type": plan.tile.type, "wild": plan.wild, **plan.tile.needs}

    # --- what the player decides -----------------------------------------------------------------------

    def plot(self, ask: Ask) -> Json:
        assert isinstance(ask.shape, Choice)
        plots = ask.shape.options
        return plots[self.random(len(plots))].id

    def cubes(self, ask: Ask) -> Json:
        """As many as allowed, the first colours first, as far as the supply goes."""
        assert isinstance(ask.shape, Form)
        left: int = ask.about["most"]
        told: dict[str, Json] = {}
        for field in ask.shape.fields:
            if isinstance(field.shape, Number) and field.name in self.supply:
                n = min(left, min(field.shape.most or 0, self.supply[field.name]))
                told[field.name] = n
                self.supply[field.name] -= n
                left -= n
        told["out"] = self.out
        return told

    def turn(self, town: Town) -> Json:
        """Take a plan when there is none, put up to six cubes on it, begin it on a free plot somewhere."""
        told: dict[str, Json] = {}
        if not self.site:
            self.begin(told, town)
        left = 6
        for name in list(self.site):
            n = min(left, min(self.site[name], self.supply[name]))
            self.supply[name] -= n
            self.site[name] -= n
            left -= n
            if not self.site[name]:
                del self.site[name]
        if self.site_size and not self.site:
            self.score += self.site_size
            self.site_size = 0
        told["out"] = self.out
        return told

    def begin(self, told: dict[str, Json], town: Town) -> None:
        level = 2 if town.round > 3 and self.rows[2] else 1
        place = self.free_plot(town)
        if place is None or not self.rows[level]:
            return
        position = 1 + self.random(min(4, len(self.rows[level])))
        plan = self.take(level, position)
        self.wild += plan.wild  # spent at once, back to the supply
        self.site, self.site_size = dict(plan.tile.needs), plan.tile.size + 4
        told[f"plans{level}"] = [position]
        told["built"] = [place]

    def free_plot(self, town: Town) -> str | None:
        known: list[tuple[int, District]] = [
            (n, one) for n, one in town.districts.items() if one is not None and not one.full
        ]
        if not known:
            return None
        n, district = known[self.random(len(known))]
        plots: list[Plot] = district.empty
        return f"{n}{plots[self.random(len(plots))]}"
