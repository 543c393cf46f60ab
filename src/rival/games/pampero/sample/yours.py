"""The player's side of the sample table: a small game with a few rules of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rival.games.pampero.cards import zone_of
from rival.games.pampero.contents import Lab
from rival.games.pampero.lines import scorer_words, tile_phrase, tile_words
from rival.games.pampero.setting_up import site_option
from rival.games.pampero.sites import Building, Site, free_sites, move_bulldozer, put_up, room
from rival.games.pampero.symbols import Battery, Dollars, Energy
from rival.games.pampero.table import BATTERIES, Pieces, Table, Tile
from rival.games.pampero.vj import ENERGY_CAP, FARM_ENERGY, PRICE_TO_VJ
from rival.kernel import Name, Text, _

if TYPE_CHECKING:
    from rival.games.pampero.sample import SampleTable

CONTRACTS_A_TOWER = 2
"""The number of contracts that each of your towers allows."""
BULLDOZERS_A_TURN = 2
EVERY = 3
"""The income step takes place every third turn."""


def how_to_play(lab: Lab) -> Sequence[Text]:
    """Return the rules of the player's side, with the numbers of the pack."""
    fees = {"a": PRICE_TO_VJ["A"], "b": PRICE_TO_VJ["B"], "c": PRICE_TO_VJ["C"]}
    return (
        _(
            "On your turn you do one thing; then VJ plays. You begin with ${n}, 1 energy and 1 battery.",
            n=lab.money,
        ),
        _("Build a wind farm or a tower for free where you have a bulldozer; you get the bulldozer back."),
        _("Anywhere else you pay VJ: ${a} in zone A, ${b} in B, ${c} in C.", **fees),
        _("A wind farm brings energy: 2 in zone A, 3 in B, 5 in C; you hold at most 10."),
        _("A tower brings a bonus tile of its zone (worth ${n}) and room for two contracts.", n=lab.per_tile),
        _(
            "Fulfil a contract for its energy and batteries where you have a tower, or pay VJ to "
            "use his tower. You get what the contract shows and ${n}.",
            n=lab.contract,
        ),
        _(
            "Take a specialist scoring card for ${n}, put two bulldozers on sites, or rest for ${m}.",
            n=lab.scoring_card,
            m=lab.rest,
        ),
        _("Every third turn your income markers bring money. Once in the game you may have VJ skip his turn."),
        _(
            "In a scoring, both sides get ${contract} for each contract, ${card} for each "
            "scoring card and ${majority} for each majority.",
            contract=lab.per_contract,
            card=lab.per_card,
            majority=lab.majority,
        ),
    )


PROMPTS = {
    "farm": _("Where do you build a wind farm?"),
    "tower": _("Where do you build a tower?"),
    "tile": _("From which column of the tower-bonus board do you take a tile?"),
    "bulldozer": _("Where does your bulldozer go?"),
    "contract": _("Which contract do you fulfil?"),
    "specialist": _("Which scoring card do you take?"),
}
STAGES = (None, "", *PROMPTS)
ACTIONS = {
    "farm": _("build a wind farm"),
    "tower": _("build a tower"),
    "contract": _("fulfil a contract"),
    "bulldozer": _("put one or two bulldozers on sites"),
    "specialist": _("take a specialist scoring card"),
    "skip": _("VJ skips his turn now (once in the game)"),
}
SITES: tuple[Site, ...] = ("farm", "tower", "either")


class YourSide:
    """Your money, energy and pieces on the sample table, and the choice that is being made."""

    def __init__(self, sample: SampleTable) -> None:
        """Begin with one wind farm, one tower and one bulldozer on the map."""
        self.sample = sample
        self.world = sample.world
        self.lab: Lab = sample.world.pack.lab
        self.money: int = self.lab.money or 0
        self.energy = self.batteries = 1
        self.contracts: list[Tile] = []
        self.cards: list[str] = []
        self.tiles: list[str] = []
        self.left: dict[str, int] = {
            "farm": (self.world.pack.pieces.farms or 0) - 1,
            "tower": (self.world.pack.pieces.towers or 0) - 1,
            "bulldozer": (self.world.pack.pieces.bulldozers or 0) - 1,
        }
        self.pieces: dict[str, Pieces] = {
            name: sector.yours for name, sector in self.world.sectors.items() if sector.yours is not None
        }
        self.doing = ""
        self.built_in = ""
        self.report: dict[str, Any] = {}

    # --- what you have ---------------------------------------------------------------------------------

    @property
    def room(self) -> int:
        """How many more contracts your towers allow."""
        return CONTRACTS_A_TOWER * sum(one.towers for one in self.pieces.values()) - len(self.contracts)

    @property
    def income(self) -> int:
        """The money that your income markers bring now."""
        markers = (self.world.your_markers or {}).items()
        return sum((self.world.entry("market", one).money or ())[n] for one, n in markers)

    @property
    def supply(self) -> int:
        """The batteries that neither you nor VJ has (PA-15)."""
        return BATTERIES - self.batteries - self.world.vj.batteries

    def fee(self, place: str) -> int:
        """Return VJ's fee for a sector."""
        return PRICE_TO_VJ[zone_of(place)]

    # --- choices ---------------------------------------------------------------------------------------

    def choices(self, table: Table) -> list[str]:
        """Return the ids of the choices that are open now."""
        match self.doing:
            case "farm" | "tower":
                return self.sites(self.doing)
            case "tile":
                return [name for name, column in self.world.bonus.items() if column.tiles and self.in_zone(column.zone)]
            case "bulldozer":
                return [*self.free_for_bulldozer(), *(["stop"] if "placed" in self.report else [])]
            case "contract":
                return [tile.name for tile in self.payable()]
            case "specialist":
                return self.on_offer()
        return self.actions(table)

    def in_zone(self, zone: str) -> bool:
        """Return whether a zone is that of the tower you have just built."""
        return zone == zone_of(self.built_in)

    def free(self, kind: Site, name: str) -> bool:
        """Return whether a sector has a site of this kind without a building and without your bulldozer."""
        here = room(self.world, name)
        return here is not None and here.of(kind) > 0

    def own_site(self, kind: Building, name: str) -> Site | None:
        """Return the kind of site where your bulldozer allows such a building; None if there is none."""
        mine = self.pieces[name]
        if mine.on_farm_sites if kind == "farm" else mine.on_tower_sites:
            return kind
        return "either" if mine.on_either_sites else None

    def actions(self, table: Table) -> list[str]:
        """Return the actions that are possible this turn."""
        possible = {
            "farm": bool(self.sites("farm")),
            "tower": bool(self.sites("tower")),
            "contract": bool(self.payable()),
            "bulldozer": self.left["bulldozer"] > 0 and bool(self.free_for_bulldozer()),
            "specialist": self.money >= (self.lab.scoring_card or 0) and bool(self.on_offer()),
            "skip": table.vj.skip_token and "skip" not in self.report,
            "rest": True,
        }
        return [action for action, can in possible.items() if can]

    def sites(self, kind: Building) -> list[str]:
        """Return the sectors where you can build: with your bulldozer, or on a free site for VJ's fee."""
        if not self.left[kind]:
            return []
        return [
            name
            for name in self.pieces
            if self.own_site(kind, name) or (self.money >= self.fee(name) and free_sites(self.world, kind, name))
        ]

    def payable(self) -> list[Tile]:
        """Return the contracts you can pay, with a tower in their sector, yours or (for his fee) VJ's."""
        if self.room <= 0:
            return []
        fresh = {words.split()[0] for words in self.sample.news.get("new", [])}
        return [tile for tile in (self.world.contracts or {}).values() if tile.name not in fresh and self.can_pay(tile)]

    def can_pay(self, tile: Tile) -> bool:
        """Return whether you can pay a contract and, without a tower of yours, VJ's fee."""
        if (tile.energy or 0) > self.energy or (tile.batteries or 0) > self.batteries:
            return False
        sector = self.world.sectors[tile.sector]
        if sector.yours is not None and sector.yours.towers:
            return True
        return bool(sector.vjs.towers) and self.money >= self.fee(tile.sector)

    def on_offer(self) -> list[str]:
        """Return the scoring cards that were face up before this turn."""
        came = self.sample.news.get("came", [])
        return [name for name in self.world.specialists or {} if name not in came]

    def choose(self, chosen: str, table: Table) -> dict[str, Any] | None:
        """Make a choice; return the report when the turn is complete, else None."""
        match self.doing:
            case "farm" | "tower":
                return self.build(self.doing, chosen)
            case "tile":
                self.take_tile(chosen)
            case "bulldozer":
                return self.place_bulldozer(chosen)
            case "contract":
                self.fulfil((self.world.contracts or {})[chosen])
            case "specialist":
                self.take_card(chosen)
            case _ if chosen == "skip":
                self.report["skip"] = "yes"
                return None
            case _ if chosen == "rest":
                self.money += self.lab.rest or 0
            case _:
                self.doing = chosen
                return None
        return self.done()

    def done(self) -> dict[str, Any]:
        """End the turn and return its report."""
        report, self.report = self.report, {}
        self.doing = self.built_in = ""
        return report

    def build(self, kind: Building, name: str) -> dict[str, Any] | None:
        """Build with your bulldozer, or anywhere for VJ's fee."""
        site = self.own_site(kind, name)
        if site is not None:
            move_bulldozer(self.pieces[name], site, -1)
            self.left["bulldozer"] += 1
            self.report["removed"] = [f"{name}-{site}"]
        else:
            self.money -= self.fee(name)
            self.report["used"] = [zone_of(name)]
        put_up(self.world, name, self.pieces[name], kind, site)
        self.left[kind] -= 1
        self.report["built"] = [f"{kind}-{name}-either" if site == "either" else f"{kind}-{name}"]
        if kind == "farm":
            self.energy = min(self.energy + FARM_ENERGY[zone_of(name)], ENERGY_CAP)
            return self.done()
        self.doing, self.built_in = "tile", name
        return (
            None
            if any(column.tiles and self.in_zone(column.zone) for column in self.world.bonus.values())
            else self.done()
        )

    def take_tile(self, column: str) -> None:
        """Take the lowest tile of a column of the bonus board."""
        tile = self.world.bonus[column].tiles[-1]
        self.world.bonus[column].take([tile])
        self.tiles.append(tile)
        self.money += self.lab.per_tile or 0
        self.report["tiles"] = [tile]

    def place_bulldozer(self, site: str) -> dict[str, Any] | None:
        """Place a bulldozer; a second one may follow."""
        if site != "stop":
            name, kind = self.site_in(site)
            move_bulldozer(self.pieces[name], kind, 1)
            self.left["bulldozer"] -= 1
            placed = self.report.setdefault("placed", [])
            placed.append(site)
            if len(placed) < BULLDOZERS_A_TURN and self.left["bulldozer"] and self.free_for_bulldozer():
                return None
        return self.done()

    def site_in(self, words: str) -> tuple[str, Site]:
        """Return the sector and kind of a site's id."""
        name, _dash, kind = words.partition("-")
        return name, next(one for one in SITES if one == kind)

    def free_for_bulldozer(self) -> list[str]:
        """Return the ids of all free sites."""
        return [f"{name}-{kind}" for name in self.world.sectors for kind in SITES if self.free(kind, name)]

    def fulfil(self, tile: Tile) -> None:
        """Pay a contract, move your income markers, and reveal the sector's next contract."""
        assert self.world.contracts is not None
        assert self.world.your_markers is not None
        del self.world.contracts[tile.name]
        self.contracts.append(tile)
        self.report["fulfilled"] = [tile.name]
        if not self.pieces[tile.sector].towers:
            self.money -= self.fee(tile.sector)
            self.report["used"] = [tile.zone]
        self.sample.count(tile.sector, "transformers", 1)
        self.money += self.lab.contract or 0
        self.energy -= tile.energy or 0
        self.batteries -= tile.batteries or 0
        entry = self.world.entry("contract", tile.name)
        for gain in entry.gains or ():
            self.gain(gain)
        markers = self.world.your_markers
        moved = [
            one
            for one in dict.fromkeys(entry.income or ())
            if markers[one] < (self.world.entry("market", one).spaces or 9) - 1
        ]
        for market in moved:
            markers[market] += 1
        self.report["income"] = moved
        if self.sample.stock[tile.sector]:
            self.sample.your_news("new", tile_phrase(self.sample.deal(self.sample.stock[tile.sector])))

    def gain(self, gain: Any) -> None:
        """Apply a gain of a contract to your side."""
        match gain:
            case Dollars(amount):
                self.money += amount
            case Energy():
                self.energy = min(self.energy + gain.n, ENERGY_CAP)
            case Battery():
                self.batteries += min(gain.n, self.supply)

    def take_card(self, name: str) -> None:
        """Buy a face-up scoring card."""
        assert self.world.specialists is not None
        del self.world.specialists[name]
        self.cards.append(name)
        self.money -= self.lab.scoring_card or 0
        self.report |= {"taken": [name], "cards_taken": 1}
        self.sample.your_news("came", self.sample.turn_up())

    def take_income(self) -> None:
        """Add your income to your money."""
        self.money += self.income

    def scored(self, majorities: int) -> int:
        """Return your money from a scoring: contracts, scoring cards, majorities."""
        lab = self.lab
        each = (lab.per_contract or 0) * len(self.contracts) + (lab.per_card or 0) * len(self.cards)
        return each + (lab.majority or 0) * majorities

    # --- the sensible player ---------------------------------------------------------------------------

    def sensible(self, choices: Sequence[str], table: Table) -> str:
        """Choose like a sensible player.

        Contracts are fulfilled as soon as they can be paid; before that come energy and towers, with bulldozers to
        avoid the fee.
        """
        match self.doing:
            case "":
                return self.sensible_action(choices)
            case "contract":
                return max(choices, key=lambda id: (self.profit((self.world.contracts or {})[id]), id))
            case "farm" | "tower" as kind:
                return max(choices, key=lambda name: (*self.site_worth(kind, name), name))
            case "bulldozer":
                waiting = any(self.own_site("tower", name) for name in self.pieces)
                wished: Building = "tower" if self.room <= 1 and not waiting else "farm"
                return max(choices, key=lambda site: self.site_wish(wished, site))
        return max(choices)

    def sensible_action(self, choices: Sequence[str]) -> str:
        """Choose the action of a sensible player's turn."""
        if "skip" in choices and self.sample.skip_turn == self.sample.turn:
            return "skip"
        wishes = {
            "contract": any(self.profit(tile) > 0 for tile in self.payable()),
            "tower": self.room <= 0 and any(self.own_site("tower", name) for name in self.pieces),
            "farm": self.energy < ENERGY_CAP and any(self.own_site("farm", name) for name in self.pieces),
            "bulldozer": True,
            "rest": True,
        }
        return next(action for action, wish in wishes.items() if wish and action in choices)

    def site_wish(self, wished: Building, site: str) -> tuple[bool, int, str]:
        """Return the sort key of a bulldozer site: the wanted kind first, then the better sector."""
        if site == "stop":
            return False, 0, site
        name, kind = self.site_in(site)
        return kind == wished, self.site_worth(wished, name)[1] if kind == wished else 0, site

    def profit(self, tile: Tile) -> int:
        """Return what a contract is worth: money, coming income, less VJ's fee for his tower."""
        entry = self.world.entry("contract", tile.name)
        money = sum(gain.amount for gain in entry.gains or () if isinstance(gain, Dollars))
        fee = 0 if self.pieces[tile.sector].towers else self.fee(tile.sector)
        return money + 4 * len(entry.income or ()) + 5 - 2 * fee

    def site_worth(self, kind: Building, name: str) -> tuple[bool, int]:
        """Return the sort key of a sector to build in: free of charge first.

        After that, a farm goes where it brings energy, a tower where contracts are.
        """
        own = self.own_site(kind, name) is not None
        if kind == "farm":
            return own, FARM_ENERGY[zone_of(name)]
        lying = sum(tile.sector == name for tile in (self.world.contracts or {}).values())
        return own, lying - 2 * self.pieces[name].towers

    # --- in words and numbers --------------------------------------------------------------------------

    @property
    def prompt(self) -> Text:
        """The question for the choice that is open now."""
        if self.doing:
            return PROMPTS[self.doing]
        return _(
            "Your turn: what do you do? You have ${money}, energy {energy}, batteries {batteries}, bulldozers {n}.",
            money=self.money,
            energy=self.energy,
            batteries=self.batteries,
            n=self.left["bulldozer"],
        )

    def words(self, id: str) -> Text:
        """Return the text of a choice."""
        match self.doing:
            case "farm" | "tower" as kind:
                return self.for_fee(Name(id), id, self.own_site(kind, id) is not None)
            case "tile":
                return _("column {name}: tile {tile}", name=Name(id), tile=Name(self.world.bonus[id].tiles[-1]))
            case "bulldozer":
                return _("no more bulldozers") if id == "stop" else site_option(*self.site_in(id)).label
            case "contract":
                tile = (self.world.contracts or {})[id]
                return self.for_fee(tile_words(tile), tile.sector, bool(self.pieces[tile.sector].towers))
            case "specialist":
                return scorer_words((self.world.specialists or {})[id])
        return ACTIONS[id] if id != "rest" else _("rest and get ${n}", n=self.lab.rest)

    def fee_words(self, sector: str) -> Text | None:
        """Return the fee for building in a sector; None if it is free."""
        match self.doing:
            case "farm" | "tower" as kind if self.own_site(kind, sector) is None:
                return _("${fee} to VJ", fee=self.fee(sector))
        return None

    def for_fee(self, what: Text, place: str, own: bool) -> Text:
        """Return a label with VJ's fee added, unless the place is your own."""
        return what if own else _("{what}, ${fee} to VJ", what=what, fee=self.fee(place))

    def observe(self, table: Table, asked: bool) -> dict[str, int]:
        """Return your side, the sectors and the majorities as numbers."""
        found = {
            "choosing": STAGES.index(self.doing) if asked else 0,
            "your_score": self.money,
            "your_energy": self.energy,
            "your_batteries": self.batteries,
            "your_income": self.income,
            "your_contracts": len(self.contracts),
            "your_cards": len(self.cards),
            "room": self.room,
            **{f"{kind}s_left": n for kind, n in self.left.items()},
        }
        for name, sector in self.world.sectors.items():
            mine = sector.yours or Pieces()
            found |= {f"farms_{name}": mine.farms, f"towers_{name}": mine.towers, f"sites_{name}": mine.bulldozers}
            found |= {f"vj_farms_{name}": sector.vjs.farms, f"vj_towers_{name}": sector.vjs.towers}
            found[f"contracts_{name}"] = sum(tile.sector == name for tile in (self.world.contracts or {}).values())
        for n in (1, 2, 3):
            slot = table.slots.get(n)
            found |= {f"majority_{n}": slot.yours - slot.vjs if slot else 0}
        return found

    def problems(self) -> Iterator[str]:
        """Yield what is wrong with your pieces between two turns."""
        whole: Mapping[str, int | None] = {
            "farm": self.world.pack.pieces.farms,
            "tower": self.world.pack.pieces.towers,
            "bulldozer": self.world.pack.pieces.bulldozers,
        }
        on_map = {
            "farm": sum(one.farms for one in self.pieces.values()),
            "tower": sum(one.towers for one in self.pieces.values()),
            "bulldozer": sum(one.bulldozers for one in self.pieces.values()),
        }
        for kind, n in whole.items():
            if self.left[kind] < 0 or self.left[kind] + on_map[kind] != n:
                yield f"your {kind}s: {self.left[kind]} left, {on_map[kind]} on the map, {n} in all"
        if self.room < 0 or not 0 <= self.energy <= ENERGY_CAP or self.batteries < 0 or self.supply < 0:
            yield f"you have energy {self.energy}, batteries {self.batteries}, room for {self.room} contracts"
        if self.money < 0:
            yield f"you have ${self.money}"
