"""The player's side of the sample table: a small game with a few rules of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rival.games.pampero.cards import get_zone
from rival.games.pampero.construction_sites import (
    Building,
    Site,
    add_building,
    count_usable_sites,
    find_free_sites,
    move_bulldozer,
)
from rival.games.pampero.game_setup import make_site_option
from rival.games.pampero.pack_model import SimulationSettings
from rival.games.pampero.symbols import Battery, Dollars, Energy
from rival.games.pampero.table import TOTAL_BATTERIES, PieceCounts, Table, Tile
from rival.games.pampero.tile_text import describe_scoring_card, describe_tile, format_tile
from rival.games.pampero.vj import ENERGY_CAP, FARM_ENERGY, PRICE_TO_VJ
from rival.kernel import Name, Text, _

if TYPE_CHECKING:
    from rival.games.pampero.sample import SampleTable

CONTRACTS_PER_TOWER = 2
"""The number of contracts that each of the player's towers allows."""
MAX_BULLDOZERS_PER_TURN = 2
INCOME_INTERVAL = 3
"""The income step takes place every third turn."""


def explain_rules(lab: SimulationSettings) -> Sequence[Text]:
    """Return the rules by which the simulated player plays."""
    fees = {"a": PRICE_TO_VJ["A"], "b": PRICE_TO_VJ["B"], "c": PRICE_TO_VJ["C"]}
    return (
        _(
            "On your turn you do one thing; then VJ plays. You begin with ${n}, 1 energy and 1 battery.",
            n=lab.money,
        ),
        _("Build a wind farm or a tower for free where you have a bulldozer; you get the bulldozer back."),
        _("Anywhere else you pay VJ: ${a} in zone A, ${b} in B, ${c} in C.", **fees),
        _("A wind farm brings energy: 2 in zone A, 3 in B, 5 in C. You can have at most 10."),
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
ACTION_LABELS = {
    "farm": _("build a wind farm"),
    "tower": _("build a tower"),
    "contract": _("fulfil a contract"),
    "bulldozer": _("put one or two bulldozers on sites"),
    "specialist": _("take a specialist scoring card"),
    "skip": _("VJ skips his turn now (once in the game)"),
}
SITE_KINDS: tuple[Site, ...] = ("farm", "tower", "either")


class HumanPlayer:
    """The simulated player, with money, energy, pieces and the choice in progress."""

    def __init__(self, sample: SampleTable) -> None:
        """Begin with one wind farm, one tower and one bulldozer on the map."""
        self.sample = sample
        self.world = sample.world
        self.lab: SimulationSettings = sample.world.pack.lab
        self.money: int = self.lab.money or 0
        self.energy = self.batteries = 1
        self.contracts: list[Tile] = []
        self.cards: list[str] = []
        self.tiles: list[str] = []
        self.pieces_left: dict[str, int] = {
            "farm": (self.world.pack.pieces.farms or 0) - 1,
            "tower": (self.world.pack.pieces.towers or 0) - 1,
            "bulldozer": (self.world.pack.pieces.bulldozers or 0) - 1,
        }
        self.pieces: dict[str, PieceCounts] = {
            name: sector.yours for name, sector in self.world.sectors.items() if sector.yours is not None
        }
        self.current_action = ""
        self.built_in = ""
        self.report: dict[str, Any] = {}

    # --- possessions -----------------------------------------------------------------------------------

    @property
    def free_contract_places(self) -> int:
        """The number of contracts that the player's towers still allow."""
        return CONTRACTS_PER_TOWER * sum([pieces.towers for pieces in self.pieces.values()]) - len(self.contracts)

    @property
    def income_due(self) -> int:
        """The money that the player's income markers bring now."""
        markers = (self.world.your_markers or {}).items()
        return sum((self.world.find_entry("market", market).money or ())[n] for market, n in markers)

    @property
    def battery_supply(self) -> int:
        """The number of batteries that neither side has (PA-15)."""
        return TOTAL_BATTERIES - self.batteries - self.world.vj.batteries

    def get_opponent_fee(self, place: str) -> int:
        """Return the fee that the player pays the opponent in a sector."""
        return PRICE_TO_VJ[get_zone(place)]

    # --- choices ---------------------------------------------------------------------------------------

    def list_choices(self, table: Table) -> list[str]:
        """Return the ids of the choices that are open now."""
        match self.current_action:
            case "farm" | "tower":
                return list(self.iterate_building_sectors(self.current_action))
            case "tile":
                return [
                    name
                    for name, column in self.world.bonus.items()
                    if column.tiles and self.is_in_tower_zone(column.zone)
                ]
            case "bulldozer":
                return [*self.iterate_bulldozer_sites(), *(["stop"] if "placed" in self.report else [])]
            case "contract":
                return [tile.name for tile in self.list_payable_contracts()]
            case "specialist":
                return self.list_offered_cards()
        return self.list_actions(table)

    def is_in_tower_zone(self, zone: str) -> bool:
        """Return whether the player has just built a tower in this zone."""
        return zone == get_zone(self.built_in)

    def find_bulldozer_site(self, kind: Building, name: str) -> Site | None:
        """Return the kind of site on which the player's bulldozer allows a building; None if there is none."""
        pieces = self.pieces[name]
        if pieces.on_farm_sites if kind == "farm" else pieces.on_tower_sites:
            return kind
        return "either" if pieces.on_either_sites else None

    def list_actions(self, table: Table) -> list[str]:
        """Return the actions that the player can take this turn."""
        possible = {
            "farm": any(self.iterate_building_sectors("farm")),
            "tower": any(self.iterate_building_sectors("tower")),
            "contract": bool(self.list_payable_contracts()),
            "bulldozer": self.pieces_left["bulldozer"] > 0 and any(self.iterate_bulldozer_sites()),
            "specialist": self.money >= (self.lab.scoring_card or 0) and bool(self.list_offered_cards()),
            "skip": table.vj.skip_token and "skip" not in self.report,
            "rest": True,
        }
        return [action for action, is_possible in possible.items() if is_possible]

    def iterate_building_sectors(self, kind: Building) -> Iterator[str]:
        """Yield the sectors where the player can build."""
        for name in self.pieces if self.pieces_left[kind] else ():
            if self.find_bulldozer_site(kind, name) or (
                self.money >= self.get_opponent_fee(name) and count_usable_sites(self.world, kind, name)
            ):
                yield name

    def list_payable_contracts(self) -> list[Tile]:
        """Return the contracts that the player can fulfil and pay for."""
        if self.free_contract_places <= 0:
            return []
        unreported = {phrase.split()[0] for phrase in self.sample.news.get("new", [])}
        return [
            tile for tile in (self.world.contracts or {}).values() if tile.name not in unreported and self.can_pay(tile)
        ]

    def can_pay(self, tile: Tile) -> bool:
        """Return whether the player can pay for a contract, including the opponent's fee."""
        if (tile.energy or 0) > self.energy or (tile.batteries or 0) > self.batteries:
            return False
        sector = self.world.sectors[tile.sector]
        if sector.yours is not None and sector.yours.towers:
            return True
        return bool(sector.vjs.towers) and self.money >= self.get_opponent_fee(tile.sector)

    def list_offered_cards(self) -> list[str]:
        """Return the scoring cards that were face up before this turn."""
        unreported = self.sample.news.get("came", [])
        return [name for name in self.world.specialists or {} if name not in unreported]

    def apply_choice(self, chosen: str, table: Table) -> dict[str, Any] | None:
        """Apply a choice of the player; return the report once the turn is complete."""
        match self.current_action:
            case "farm" | "tower":
                return self.build(self.current_action, chosen)
            case "tile":
                self.take_tile(chosen)
            case "bulldozer":
                return self.place_bulldozer(chosen)
            case "contract":
                self.fulfil_contract((self.world.contracts or {})[chosen])
            case "specialist":
                self.take_card(chosen)
            case _ if chosen == "skip":
                self.report["skip"] = "yes"
                return None
            case _ if chosen == "rest":
                self.money += self.lab.rest or 0
            case _:
                self.current_action = chosen
                return None
        return self.finish_turn()

    def finish_turn(self) -> dict[str, Any]:
        """End the turn and return its report."""
        report, self.report = self.report, {}
        self.current_action = self.built_in = ""
        return report

    def build(self, kind: Building, name: str) -> dict[str, Any] | None:
        """Build a farm or tower in a sector, paying the opponent's fee if necessary."""
        site = self.find_bulldozer_site(kind, name)
        if site is not None:
            move_bulldozer(self.pieces[name], site, -1)
            self.pieces_left["bulldozer"] += 1
            self.report["removed"] = [f"{name}-{site}"]
        else:
            self.money -= self.get_opponent_fee(name)
            self.report["used"] = [get_zone(name)]
        add_building(self.world, name, self.pieces[name], kind, site)
        self.pieces_left[kind] -= 1
        self.report["built"] = [f"{kind}-{name}-either" if site == "either" else f"{kind}-{name}"]
        if kind == "farm":
            self.energy = min(self.energy + FARM_ENERGY[get_zone(name)], ENERGY_CAP)
            return self.finish_turn()
        self.current_action, self.built_in = "tile", name
        return (
            None
            if any(column.tiles and self.is_in_tower_zone(column.zone) for column in self.world.bonus.values())
            else self.finish_turn()
        )

    def take_tile(self, column: str) -> None:
        """Take the lowest tile from a column of the bonus board."""
        tile = self.world.bonus[column].tiles[-1]
        self.world.bonus[column].remove_tiles([tile])
        self.tiles.append(tile)
        self.money += self.lab.per_tile or 0
        self.report["tiles"] = [tile]

    def place_bulldozer(self, site: str) -> dict[str, Any] | None:
        """Place a bulldozer on a site."""
        if site != "stop":
            name, kind = self.parse_site(site)
            move_bulldozer(self.pieces[name], kind, 1)
            self.pieces_left["bulldozer"] -= 1
            placed = self.report.setdefault("placed", [])
            placed.append(site)
            if len(placed) < MAX_BULLDOZERS_PER_TURN and self.pieces_left["bulldozer"]:
                return None if any(self.iterate_bulldozer_sites()) else self.finish_turn()
        return self.finish_turn()

    def parse_site(self, text: str) -> tuple[str, Site]:
        """Split the id of a site into its sector and its kind."""
        name, _dash, kind = text.partition("-")
        return name, next(site_kind for site_kind in SITE_KINDS if site_kind == kind)

    def iterate_bulldozer_sites(self) -> Iterator[str]:
        """Yield the ids of all free sites."""
        for name in self.world.sectors:
            free = find_free_sites(self.world, name)
            if free is not None:
                yield from [f"{name}-{kind}" for kind in SITE_KINDS if free.count(kind) > 0]

    def fulfil_contract(self, tile: Tile) -> None:
        """Pay for a contract, move the income markers and reveal the next contract."""
        assert self.world.contracts is not None
        assert self.world.your_markers is not None
        del self.world.contracts[tile.name]
        self.contracts.append(tile)
        self.report["fulfilled"] = [tile.name]
        if not self.pieces[tile.sector].towers:
            self.money -= self.get_opponent_fee(tile.sector)
            self.report["used"] = [tile.zone]
        self.sample.add_pieces(tile.sector, "transformers", 1)
        self.money += self.lab.contract or 0
        self.energy -= tile.energy or 0
        self.batteries -= tile.batteries or 0
        entry = self.world.find_entry("contract", tile.name)
        for gain in entry.gains or ():
            self.apply_gain(gain)
        markers = self.world.your_markers
        moved = [
            income_market
            for income_market in dict.fromkeys(entry.income or ())
            if markers[income_market] < (self.world.find_entry("market", income_market).spaces or 9) - 1
        ]
        for market in moved:
            markers[market] += 1
        self.report["income"] = moved
        if self.sample.stock[tile.sector]:
            self.sample.add_to_turn_report(
                "new", format_tile(self.sample.reveal_next_contract(self.sample.stock[tile.sector]))
            )

    def apply_gain(self, gain: Any) -> None:
        """Add a contract's gain to the player's possessions."""
        match gain:
            case Dollars(amount):
                self.money += amount
            case Energy():
                self.energy = min(self.energy + gain.count, ENERGY_CAP)
            case Battery():
                self.batteries += min(gain.count, self.battery_supply)

    def take_card(self, name: str) -> None:
        """Buy a face-up scoring card."""
        assert self.world.specialists is not None
        del self.world.specialists[name]
        self.cards.append(name)
        self.money -= self.lab.scoring_card or 0
        self.report |= {"taken": [name], "cards_taken": 1}
        self.sample.add_to_turn_report("came", self.sample.reveal_specialist())

    def take_income(self) -> None:
        """Add the player's income to the money."""
        self.money += self.income_due

    def calculate_score(self, majorities: int) -> int:
        """Return the money that the player gets in a scoring."""
        lab = self.lab
        each = (lab.per_contract or 0) * len(self.contracts) + (lab.per_card or 0) * len(self.cards)
        return each + (lab.majority or 0) * majorities

    # --- the sensible player ---------------------------------------------------------------------------

    def choose_sensibly(self, choices: Sequence[str], table: Table) -> str:
        """Return a sensible player's choice.

        A contract is fulfilled as soon as the player can pay for it. Until then, the player gets energy and builds
        towers, and uses bulldozers to avoid the fee.
        """
        match self.current_action:
            case "":
                return self.choose_sensible_action(choices)
            case "contract":
                return max(choices, key=lambda id: (self.estimate_profit((self.world.contracts or {})[id]), id))
            case "farm" | "tower" as kind:
                return max(choices, key=lambda name: (*self.rank_site(kind, name), name))
            case "bulldozer":
                waiting = any(self.find_bulldozer_site("tower", name) for name in self.pieces)
                wanted: Building = "tower" if self.free_contract_places <= 1 and not waiting else "farm"
                return max(choices, key=lambda site: self.rank_bulldozer_site(wanted, site))
        return max(choices)

    def choose_sensible_action(self, choices: Sequence[str]) -> str:
        """Return the action that a sensible player takes."""
        if "skip" in choices and self.sample.skip_turn == self.sample.turn:
            return "skip"
        wanted = {
            "contract": any(self.estimate_profit(tile) > 0 for tile in self.list_payable_contracts()),
            "tower": self.free_contract_places <= 0
            and any(self.find_bulldozer_site("tower", name) for name in self.pieces),
            "farm": self.energy < ENERGY_CAP and any(self.find_bulldozer_site("farm", name) for name in self.pieces),
            "bulldozer": True,
            "rest": True,
        }
        return next(action for action, is_wanted in wanted.items() if is_wanted and action in choices)

    def rank_bulldozer_site(self, wanted: Building, site: str) -> tuple[bool, int, str]:
        """Return the sort key of a bulldozer site; the best site sorts first."""
        if site == "stop":
            return False, 0, site
        name, kind = self.parse_site(site)
        return kind == wanted, self.rank_site(wanted, name)[1] if kind == wanted else 0, site

    def estimate_profit(self, tile: Tile) -> int:
        """Return the estimated value of a contract, less the opponent's fee."""
        entry = self.world.find_entry("contract", tile.name)
        money = sum(gain.amount for gain in entry.gains or () if isinstance(gain, Dollars))
        fee = 0 if self.pieces[tile.sector].towers else self.get_opponent_fee(tile.sector)
        return money + 4 * len(entry.income or ()) + 5 - 2 * fee

    def rank_site(self, kind: Building, name: str) -> tuple[bool, int]:
        """Return the sort key of a sector to build in; sectors without a fee sort first.

        After those, a farm goes where it gives energy, and a tower goes where contracts are.
        """
        has_bulldozer = self.find_bulldozer_site(kind, name) is not None
        if kind == "farm":
            return has_bulldozer, FARM_ENERGY[get_zone(name)]
        contract_count = sum(tile.sector == name for tile in (self.world.contracts or {}).values())
        return has_bulldozer, contract_count - 2 * self.pieces[name].towers

    # --- in words and numbers --------------------------------------------------------------------------

    @property
    def prompt(self) -> Text:
        """The question that the player has to answer now."""
        if self.current_action:
            return PROMPTS[self.current_action]
        return _(
            "Your turn: what do you do? You have ${money}, energy {energy}, batteries {batteries}, bulldozers {n}.",
            money=self.money,
            energy=self.energy,
            batteries=self.batteries,
            n=self.pieces_left["bulldozer"],
        )

    def describe_choice(self, id: str) -> Text:
        """Return the text of a choice."""
        match self.current_action:
            case "farm" | "tower" as kind:
                return self.add_fee_text(Name(id), id, self.find_bulldozer_site(kind, id) is not None)
            case "tile":
                return _("column {name}: tile {tile}", name=Name(id), tile=Name(self.world.bonus[id].tiles[-1]))
            case "bulldozer":
                return _("place no more bulldozers") if id == "stop" else make_site_option(*self.parse_site(id)).label
            case "contract":
                tile = (self.world.contracts or {})[id]
                return self.add_fee_text(describe_tile(tile), tile.sector, bool(self.pieces[tile.sector].towers))
            case "specialist":
                return describe_scoring_card((self.world.specialists or {})[id])
        return ACTION_LABELS[id] if id != "rest" else _("rest and get ${n}", n=self.lab.rest)

    def describe_fee(self, sector: str) -> Text | None:
        """Return a text about the fee for building in a sector; None if building is free."""
        match self.current_action:
            case "farm" | "tower" as kind if self.find_bulldozer_site(kind, sector) is None:
                return _("${fee} to VJ", fee=self.get_opponent_fee(sector))
        return None

    def add_fee_text(self, label: Text, place: str, is_free: bool) -> Text:
        """Return a label with the opponent's fee added, if there is one."""
        return label if is_free else _("{what}, ${fee} to VJ", what=label, fee=self.get_opponent_fee(place))

    def observe(self, table: Table, asked: bool) -> dict[str, int]:
        """Return the player's side, the sectors and the majorities as numbers."""
        values = {
            "choosing": STAGES.index(self.current_action) if asked else 0,
            "your_score": self.money,
            "your_energy": self.energy,
            "your_batteries": self.batteries,
            "your_income": self.income_due,
            "your_contracts": len(self.contracts),
            "your_cards": len(self.cards),
            "room": self.free_contract_places,
            **{f"{kind}s_left": n for kind, n in self.pieces_left.items()},
        }
        for name, sector in self.world.sectors.items():
            your_pieces = sector.yours or PieceCounts()
            values |= {
                f"farms_{name}": your_pieces.farms,
                f"towers_{name}": your_pieces.towers,
                f"sites_{name}": your_pieces.bulldozers,
            }
            values |= {f"vj_farms_{name}": sector.vjs.farms, f"vj_towers_{name}": sector.vjs.towers}
            values[f"contracts_{name}"] = sum(tile.sector == name for tile in (self.world.contracts or {}).values())
        for n in (1, 2, 3):
            slot = table.slots.get(n)
            values |= {f"majority_{n}": slot.yours - slot.vjs if slot else 0}
        return values

    def find_lost_pieces(self) -> Iterator[str]:
        """Yield a message for each of the player's pieces that is missing or duplicated."""
        totals: Mapping[str, int | None] = {
            "farm": self.world.pack.pieces.farms,
            "tower": self.world.pack.pieces.towers,
            "bulldozer": self.world.pack.pieces.bulldozers,
        }
        on_map = {
            "farm": sum(pieces.farms for pieces in self.pieces.values()),
            "tower": sum(pieces.towers for pieces in self.pieces.values()),
            "bulldozer": sum(pieces.bulldozers for pieces in self.pieces.values()),
        }
        for kind, n in totals.items():
            if self.pieces_left[kind] < 0 or self.pieces_left[kind] + on_map[kind] != n:
                yield f"your {kind}s: {self.pieces_left[kind]} left, {on_map[kind]} on the map, {n} in all"
        if (
            self.free_contract_places < 0
            or not 0 <= self.energy <= ENERGY_CAP
            or self.batteries < 0
            or self.battery_supply < 0
        ):
            yield (
                f"you have energy {self.energy}, batteries {self.batteries}, "
                f"room for {self.free_contract_places} contracts"
            )
        if self.money < 0:
            yield f"you have ${self.money}"
