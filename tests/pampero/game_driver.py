"""A prepared game for tests: three cards in words, a made-up board, and any position a test needs."""

from __future__ import annotations

from typing import Any

from rival.games.pampero.majorities import store_current_counts
from rival.games.pampero.sample import load_full_pack
from rival.games.pampero.table import TOPICS, BonusColumn, MapToken, ScoringCard, Table, Tile
from rival.kernel import Session
from rival.testing import GameDriver

ZONE_ORDER = ["A", "B", "C"]
CHOOSE_ROW = ["you choose"]
CONTRACT_ROW = ["cheapest contract", "then rightmost-or-lowest marker", "then eye"]


def make_farm_section(condition: str = "energy below 10", row: list[str] | None = None, **bonus: int) -> dict[str, Any]:
    rows = ["most of your structures", "then most of your bulldozers", "then you choose"] if row is None else row
    return {"condition": condition, "action": "farm", "rows": {"map": rows}, "bonus": {"A": 2, "B": 3, "C": 5} | bonus}


def make_tower_section(
    condition: str = "all transformers blocked",
    order: list[str] | None = None,
    rows: dict[str, list[str]] | None = None,
    bonus: dict[str, dict[str, str]] | None = None,
) -> dict[str, Any]:
    plain = {"upper": "rightmost-or-lowest marker", "lower": "$5"}
    return {
        "condition": condition,
        "action": "tower",
        "order": order or ZONE_ORDER,
        "rows": dict.fromkeys(order or ZONE_ORDER, CHOOSE_ROW) if rows is None else rows,
        "bonus": dict.fromkeys(ZONE_ORDER, plain) | (bonus or {}),
    }


def make_contract_section(
    condition: str = "a contract is available",
    order: list[str] | None = None,
    rows: dict[str, list[str]] | None = None,
) -> dict[str, Any]:
    return {
        "condition": condition,
        "action": "contract",
        "order": order or ZONE_ORDER,
        "rows": rows or dict.fromkeys(order or ZONE_ORDER, CONTRACT_ROW),
    }


def make_sale_section(row: list[str] | None = None) -> dict[str, Any]:
    return {
        "condition": "a tower in a foreign-market sector",
        "action": "foreign sale",
        "rows": {"map": CHOOSE_ROW if row is None else row},
    }


NEVER_MET = 'other("never")'
"""A condition in the owner's words, which a test answers with no."""


def make_card(name: str, majority: str, *sections: dict[str, Any]) -> dict[str, Any]:
    return {"id": name, "majority": majority, "checked": False, "section": list(sections)}


def make_cards(*sections: dict[str, Any], second: Any = None, third: Any = None) -> list[dict[str, Any]]:
    """Return the card in slot 1, which VJ will use, and the two cards behind it."""
    filled = [*sections, *(make_contract_section() for _n in range(3 - len(sections)))]
    return [
        make_card("wind-farms", "wind farms", *filled),
        make_card(
            "chain-tokens",
            "chain tokens",
            *(second or [make_farm_section(), make_tower_section(), make_contract_section()]),
        ),
        make_card(
            "towers",
            'other("towers on the map")',
            *(third or [make_contract_section(), make_farm_section(), make_tower_section()]),
        ),
    ]


SITE_NUMBERS = {"A1": (4, 2), "A2": (5, 2), "A3": (4, 2), "B1": (4, 3), "B2": (4, 2), "C": (5, 3)}


def make_sector(name: str, farms: int, towers: int, either: int = 0) -> dict[str, Any]:
    foreign = name in ("B1", "B2")
    sites = {"farm_sites": farms, "tower_sites": towers, "either_sites": either}
    return {"id": name, **sites, "foreign_market": foreign}


def make_pack(three_cards: list[dict[str, Any]] | None = None, without: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return the made-up boards of the sample with these cards; each site takes one kind of building."""
    complete = {**load_full_pack(), "sector": [make_sector(name, *sites) for name, sites in SITE_NUMBERS.items()]}
    complete = {key: value for key, value in complete.items() if key not in without}
    return {
        **complete,
        "card": make_cards(make_farm_section(), make_tower_section(), make_contract_section())
        if three_cards is None
        else three_cards,
    }


def answer_starting_money(session: Session) -> dict[str, int]:
    """Return an answer for VJ's starting money, if the open question asks for it."""
    assert session.ask is not None
    return {"money": 0} if "money" in {field.key for field in session.ask.fields} else {}


class Game(GameDriver):
    """A game before your first turn; the map holds only the pieces that a test puts there."""

    def __init__(
        self,
        three_cards: list[dict[str, Any]] | None = None,
        topics: tuple[str, ...] = tuple(TOPICS),
        without: tuple[str, ...] = (),
        ready_pack: dict[str, Any] | None = None,
        **options: Any,
    ) -> None:
        super().__init__("pampero", ready_pack or make_pack(three_cards, without), "program", **options)
        self.say(True)
        self.say({f"slot{n}": [slot_card["majority"]] for n, slot_card in enumerate(make_pack(three_cards)["card"], 1)})
        self.say(list(topics))
        if self.key == "start":
            yours = {"farm": "A1", "tower": "A1", "bulldozer": "A1-farm"} if "pieces" in topics else {}
            self.say({**yours, **answer_starting_money(self.session)})
        while self.key in ("map-contracts", "map-links", "map-foreign", "bonus-tiles", "face-up-now"):
            self.say({} if self.key == "bonus-tiles" else [])
        assert self.key == "your-turn", self.key
        self.table.foreign.clear()
        for sector in self.table.sectors.values():
            if sector.yours is not None:
                sector.yours = type(sector.yours)()
        self.set_markers(1, 50, 0)  # so VJ uses card 1 by default

    @property
    def table(self) -> Table:
        table: Table = self.session.table
        return table

    @property
    def fields(self) -> list[str]:
        """The fields of the open form."""
        assert self.session.ask is not None
        return [field.key for field in self.session.ask.fields]

    def finish_turn(self, **report: Any) -> Game:
        """Report your turn, so that VJ's turn begins."""
        assert self.key == "your-turn", self.key
        store_current_counts(self.table)
        self.session.correct("vj.money", self.table.vj.money)  # asks again with the pieces that a test put on the table
        return self.say(report)

    def correct(self, path: str, value: Any) -> Game:
        """Correct a value in place; a replay would lose what the test put on the table."""
        editable = self.session._get_editable_value(path)
        self.session._correct_value(editable, editable.answer_type.parse(value, self.session.catalogues))
        return self

    def deny_conditions(self) -> Game:
        """Answer no to all conditions that are never met."""
        while self.key == "fact":
            self.say("no")
        return self

    # --- pieces on the table ----------------------------------------------------------------------------

    def set_your_pieces(self, sector: str, **pieces: int) -> Game:
        your_pieces = self.table.sectors[sector].yours
        assert your_pieces is not None
        for name, n in pieces.items():
            setattr(your_pieces, name, n)
        return self

    def set_vj_pieces(self, sector: str, **pieces: int) -> Game:
        for name, n in pieces.items():
            setattr(self.table.sectors[sector].vjs, name, n)
        return self

    def place_vj_towers(self, *sectors: str) -> Game:
        """Put VJ's towers from the left of his board into these sectors; their columns become open."""
        assert self.table.grid is not None
        for sector in sectors:
            self.table.sectors[sector].vjs.towers += 1
            next(column for column in self.table.grid.values() if column.towers).towers -= 1
        return self

    def place_contracts(self, **tiles: tuple[Any, ...]) -> Game:
        """Put contracts on the map: ``k1=("A1", 4, 0, "tourism")`` is sector, energy, batteries, symbols."""
        assert self.table.contracts is not None
        for name, (sector, energy, batteries, *symbols) in tiles.items():
            self.table.contracts[name] = Tile(name, sector, energy, batteries, tuple(symbols))
        return self

    def place_link_tokens(self, **tokens: tuple[str, ...]) -> Game:
        assert self.table.links is not None
        for name, (sector, *symbols) in tokens.items():
            self.table.links[name] = MapToken(name, sector, tuple(symbols))
        return self

    def set_bonus_columns(self, zone: Any, *columns: tuple[list[str], list[str]]) -> Game:
        """Set the columns of a zone, left to right: numbers of tiles, visible printed bonuses."""
        self.table.bonus = {name: one for name, one in self.table.bonus.items() if one.zone != zone}
        for n, (tiles, printed) in enumerate(columns, 1):
            self.table.bonus[f"{zone}-{n}"] = BonusColumn(zone, [*tiles], [*printed], {one: [] for one in tiles})
        return self

    def set_scoring_cards(self, **cards: tuple[str | None, tuple[str, ...]]) -> Game:
        self.table.specialists = {name: ScoringCard(name, tile, symbols) for name, (tile, symbols) in cards.items()}
        return self

    def set_markers(self, slot: int, yours: int, vjs: int) -> Game:
        self.table.slots[slot].yours, self.table.slots[slot].vjs = yours, vjs
        return self

    def set_vj_values(self, **values: Any) -> Game:
        for name, value in values.items():
            setattr(self.table.vj, name, value)
        return self

    def set_income_markers(self, **columns: int) -> Game:
        self.table.vj.markers.update(columns)
        return self

    # --- what VJ did and why ---------------------------------------------------------------------------

    def get_instructions(self, *rules: str) -> str:
        """Return the instructions and notes that cite all of these rules, joined."""
        return " / ".join(entry.text for entry in self.entries(*rules) if entry.kind != "answer")

    def get_reasons(self, rule: str) -> str:
        """Return the explanations that cite a rule and the lines of VJ's reading, joined."""
        read = [entry.text for entry in self.session.transcript if entry.kind == "say" and rule in entry.cites]
        return " / ".join([*self.reasons(rule), *read])

    def count_vj_pieces(self, field: str) -> dict[str, int]:
        """Return the number of VJ's pieces of a kind in each sector, without his first farm."""
        counts = {name: getattr(sector.vjs, field) for name, sector in self.table.sectors.items()}
        if field == "farms":
            counts["A2"] -= 1
        return {name: n for name, n in counts.items() if n}


class JournaledGame(GameDriver):
    """A game before your first turn in which every change is an answer or a correction, so that it can be replayed.

    You have a farm, a tower and a bulldozer in A1. Card 1 is the card that VJ reads, unless a test says otherwise.
    """

    def __init__(
        self,
        three_cards: list[dict[str, Any]] | None = None,
        contracts: tuple[str, ...] = (),
        links: tuple[str, ...] = (),
        face_up: tuple[str, ...] = (),
        topics: tuple[str, ...] = tuple(TOPICS),
        **options: Any,
    ) -> None:
        super().__init__("pampero", make_pack(three_cards), "program", **options)
        self.say(True)
        self.say({f"slot{n}": [card["majority"]] for n, card in enumerate(make_pack(three_cards)["card"], 1)})
        self.say(list(topics))
        yours = {"farm": "A1", "tower": "A1", "bulldozer": "A1-farm"} if "pieces" in topics else {}
        self.say({**yours, **answer_starting_money(self.session)})
        lists = {"map-contracts": contracts, "map-links": links, "map-foreign": (), "face-up-now": face_up}
        while self.key != "your-turn":
            self.say({} if self.key == "bonus-tiles" else list(lists[self.key]))

    def correct(self, **values: Any) -> JournaledGame:
        """Correct values; a path is written with two underscores for each dot."""
        for path, value in values.items():
            self.session.correct(path.replace("__", ".").replace("_s_", "-"), value)
        return self

    def get_act(self) -> str:
        """Return the title and the lines of the last act."""
        act = self.session.acts[-1]
        lines = [entry.text for entry in self.session.transcript[act.first : act.first + act.count]]
        return "\n".join([act.title, *lines])
