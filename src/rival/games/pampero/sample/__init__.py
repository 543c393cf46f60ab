"""A made-up table of Pampero with a simple player, for tests, practice and statistics.

The table has a complete copy of the game (`world`), so that it can answer every question, no matter how much the game
tracks. The table's decisions depend on the seed and the turn, never on earlier questions.
"""

from __future__ import annotations

import marshal
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from rival.games.pampero.card_conditions import get_foreign_card
from rival.games.pampero.card_paths import ANY_CRITERION, GAIN, find_sections_of_kind, get_part, has_part
from rival.games.pampero.cards import BuildFarm, BuildTower, FulfilContract, get_zone
from rival.games.pampero.construction_sites import Building, add_building, count_usable_sites
from rival.games.pampero.icon_grammar import read_icon, write_icon, write_part_value
from rival.games.pampero.icon_rows import rate_candidate
from rival.games.pampero.pack_model import to_plain_value
from rival.games.pampero.sample.human_player import INCOME_INTERVAL, HumanPlayer, explain_rules
from rival.games.pampero.sample.majority_counts import count_both_sides
from rival.games.pampero.sample.piece_accounts import find_unaccounted_pieces
from rival.games.pampero.specialists import count_fitting_tiles
from rival.games.pampero.symbols import CustomIcon
from rival.games.pampero.table import (
    TOPICS,
    BonusColumn,
    MapToken,
    ScoringCard,
    Sector,
    Table,
    Tile,
    map_covered_bonuses,
    new_table,
    start_counting,
)
from rival.games.pampero.tile_text import format_scoring_card, format_tile, format_token
from rival.games.pampero.tower_bonus import get_tile_symbols, is_same_bonus
from rival.games.pampero.views import build_annotated_sectors
from rival.games.pampero.vj import SLOTS, find_edge_marker, find_majority_holder
from rival.kernel import N_, Ask, Chance, Json, PlayerMove, Text, View, get_handler_name

CUSTOM_TEXTS = (
    N_("$2 whenever VJ gets a battery (made up)"),
    N_("VJ has fewer towers than you"),
    N_("a battery whenever VJ builds a tower (made up)"),
    N_("a second wind farm in the same sector whenever VJ builds one (made up)"),
    N_("a small wave"),
    N_("a tile with a wave"),
    N_("contracts with two symbols"),
    N_("the contract with the brightest picture"),
    N_("the sector nearest to the sea"),
    N_("the sector with most free sites"),
    N_("wind farms in zones B and C"),
)
"""The free texts on the made-up cards and tiles; unlike those of an owner, they are translated."""

POLICIES = ("sensible", "random")
FIRST_SKIP_TURN, SKIP_TURN_RANGE = 10, 16
"""The sensible player has VJ skip in a random turn of this range, perhaps after the end of the game."""


@cache
def load_full_pack() -> dict[str, Any]:
    """Return the invented pack of the sample table; the caller must not change it."""
    return tomllib.loads((Path(__file__).parent / "pack.toml").read_text(encoding="utf-8"))


@cache
def serialize_full_pack() -> bytes:
    """Return the invented pack in the form that is fastest to copy."""
    return marshal.dumps(load_full_pack())


def make_sample_pack() -> Json:
    """Return a copy of the invented pack."""
    return marshal.loads(serialize_full_pack())


def make_blank_pack() -> Json:
    """Return a sample pack without values, so that the game asks every question."""
    return {"schema": 1, "game": "pampero", "sample": True}


VJ_CHOICES = {"farm-sector", "tower-sector", "contract", "foreign-card", "specialist", "place"}
"""The questions in which the player decides for VJ: the answer is random."""

MAX_SIMPLE_ROWS = 3
"""A tile symbol, a printed bonus and the most tiles: more rows mean that a symbol has another one behind it."""
SECTOR_CHOICES: Mapping[str, Building] = {"farm-sector": "farm", "tower-sector": "tower"}


class SampleTable:
    """A simulated game table with a simulated player, which answers the program's questions."""

    def __init__(
        self,
        seed: int,
        options: Mapping[str, Json],
        topics: Sequence[str] | None = None,
        pack: Json = None,
        policy: str = "sensible",
    ) -> None:
        """Set up a table for this seed; if ``topics`` is None, the table chooses them."""
        self.chance = Chance(seed)
        self.policy = policy
        self.turn = 0
        self.topics = topics
        self.world = new_table(options, pack or load_full_pack())
        start_counting(self.world, TOPICS)
        self.place_all_pieces()
        self.synchronized = {"towers": 0, "contracts": 0, "tiles": 0, "specialists": 0, "links": 0, "sales": 0}
        self.built_in = ""
        self.vj_tower_counts = dict.fromkeys(self.world.sectors, 0)
        self.step = 0
        self.skip_turn = FIRST_SKIP_TURN + self.chance.draw_below(SKIP_TURN_RANGE, "sample/skip", 0)
        self.news: dict[str, list[str]] = {}
        self.human: HumanPlayer = HumanPlayer(self)
        self.how_to_play = explain_rules(self.human.lab)

    # --- chance that does not depend on what was asked -------------------------------------------------

    def draw_number(self, n: int, *about: str) -> int:
        """Return a pseudo-random number below ``n``."""
        return self.chance.draw_below(n, "/".join(("sample", *about)), self.turn)

    def pick_random_id(self, ids: Sequence[str], about: str) -> str:
        """Return one of these ids at random."""
        ordered = sorted(ids)
        return ordered[self.draw_number(len(ordered), about, *ordered)]

    def shuffle(self, ids: Sequence[str], about: str) -> list[str]:
        """Return these ids in random order."""
        return self.chance.shuffle(sorted(ids), f"sample/{about}", 0)

    # --- the start -------------------------------------------------------------------------------------

    def place_all_pieces(self) -> None:
        """Put every piece in its place before the first turn."""
        world, box = self.world, self.world.pack
        self.cards = self.shuffle([card.id for card in box.cards], "cards")[:3]
        tiles = self.shuffle([tile.id for tile in box.bonus_tiles], "tiles")
        for column in box.bonus_columns:
            column_tiles = [tiles.pop() for _tile in range(column.tiles or 0) if tiles]
            printed = [write_icon(entry) for entry in column.printed or ()]
            covered = to_plain_value(column.under_tiles or ())
            world.bonus[column.id] = BonusColumn(
                get_zone(column.zone or "A"), column_tiles, printed, map_covered_bonuses(column_tiles, covered)
            )
        self.stock: dict[str, list[Tile]] = {name: [] for name in world.sectors}
        for id in self.shuffle([entry.id for entry in box.contracts], "contracts"):
            entry = world.find_entry("contract", id)
            sector = entry.sector or self.pick_random_id(list(world.sectors), f"sector of {id}")
            self.stock[sector].append(Tile(id, sector, entry.energy, entry.batteries, entry.symbols))
        world.contracts = {}
        for pile in self.stock.values():
            for _tile in range(min(2, len(pile))):
                self.reveal_next_contract(pile)
        world.links = {
            entry.id: MapToken(entry.id, entry.sector or "A1", entry.symbols)
            for entry in box.link_tokens
            if entry.sector
        }
        self.foreign_deck = [card.id for card in box.foreign_cards if not card.sector]
        self.deck = self.shuffle([card.id for card in box.specialists], "specialists")
        world.specialists = {}
        for _card in range(min(3, len(self.deck))):
            self.reveal_specialist()
        tiles_by_scoring = self.shuffle(sorted({card.scoring_tile or "" for card in box.specialists}), "scoring")
        world.scoring_tiles = dict(zip(("1", "2", "A", "B"), tiles_by_scoring, strict=False))
        self.starting_sectors = {
            "farm": self.pick_random_id(list(world.sectors), "farm"),
            "tower": self.pick_random_id(list(world.sectors), "tower"),
            "bulldozer": self.pick_random_id(list(world.sectors), "bulldozer"),
        }
        for kind, field in (("farm", "farms"), ("tower", "towers"), ("bulldozer", "on_farm_sites")):
            self.add_pieces(self.starting_sectors[kind], field, 1)
        self.majority_of = [world.find_card(id).majority for id in self.cards]
        self.total_bonus_tiles = sum(len(column.tiles) for column in world.bonus.values())
        self.total_link_tokens = len(world.links)
        self.vj_card_count = self.vj_link_count = self.unplaced_contracts = 0

    def reveal_next_contract(self, pile: list[Tile]) -> Tile:
        """Reveal the next contract of a sector and return it."""
        tile = pile.pop()
        assert self.world.contracts is not None
        self.world.contracts[tile.name] = tile
        return tile

    def reveal_specialist(self) -> str | None:
        """Reveal the next scoring card; return None if the deck is empty."""
        if not self.deck or self.world.specialists is None:
            return None
        id = self.deck.pop()
        entry = self.world.find_entry("specialist", id)
        self.world.specialists[id] = ScoringCard(id, entry.scoring_tile, entry.symbols)
        return id

    def add_pieces(self, sector: str, field: str, by: int) -> None:
        """Add ``by`` pieces of a kind to the simulated player's pieces in a sector."""
        yours = self.world.sectors[sector].yours
        assert yours is not None
        setattr(yours, field, getattr(yours, field) + by)

    # --- keeping up with VJ ----------------------------------------------------------------------------

    def synchronize(self, table: Table) -> None:
        """Copy the opponent's latest moves to this table."""
        world = self.world
        self.turn = table.turn
        world.vj, world.slots, world.scoring = table.vj, table.slots, table.scoring
        for name, sector in table.sectors.items():
            if sector.vjs.towers > self.vj_tower_counts[name]:
                self.built_in, self.vj_tower_counts[name] = name, sector.vjs.towers
            self.synchronize_buildings(name, sector)
        self.synchronize_board(table)
        for id in table.vj.tiles[self.synchronized["tiles"] :]:
            for column in world.bonus.values():
                column.remove_tiles([id])
        for id in table.vj.specialists[self.synchronized["specialists"] :]:
            self.remove_specialist(id)
        for _link in range(table.vj.links - self.synchronized["links"]):
            self.remove_link_token(table)
        for id in table.vj.sales[self.synchronized["sales"] :]:
            self.remove_foreign_card(id)
        self.synchronized |= {
            "tiles": len(table.vj.tiles),
            "specialists": len(table.vj.specialists),
            "links": table.vj.links,
            "sales": len(table.vj.sales),
        }

    def synchronize_buildings(self, name: str, sector: Sector) -> None:
        """Copy the opponent's new buildings in a sector to this table."""
        vj_pieces, world = self.world.sectors[name].vjs, self.world
        if sector.yours is not None:
            world.sectors[name].vjs = sector.vjs
            return
        for _farm in range(sector.vjs.farms - vj_pieces.farms):
            add_building(world, name, vj_pieces, "farm")
        for _tower in range(sector.vjs.towers - vj_pieces.towers):
            add_building(world, name, vj_pieces, "tower")
        vj_pieces.transformers = sector.vjs.transformers

    def synchronize_board(self, table: Table) -> None:
        """Copy the changes of the opponent's board to this table."""
        world, towers = self.world, sum(sector.vjs.towers for sector in table.sectors.values())
        assert world.grid is not None
        assert world.contracts is not None
        for _tower in range(towers - self.synchronized["towers"]):
            column = next((candidate for candidate in world.grid.values() if candidate.towers), None)
            if column is not None:
                column.towers -= 1
        for tile in table.vj.contracts[self.synchronized["contracts"] :]:
            world.contracts.pop(tile.name, None)
            column = next(
                (
                    candidate
                    for candidate in world.grid.values()
                    if candidate.is_open and candidate.free_places and candidate.transformers
                ),
                None,
            )
            if column is not None:
                self.place = self.pick_random_id(column.free_places, "place")
                column.places[self.place] = tile.name
                column.transformers -= 1
            else:
                self.unplaced_contracts += 1
            if self.stock[tile.sector]:
                self.add_to_turn_report("new", format_tile(self.reveal_next_contract(self.stock[tile.sector])))
        self.synchronized |= {"towers": towers, "contracts": len(table.vj.contracts)}

    def remove_specialist(self, id: str) -> None:
        """Remove a scoring card that the opponent took."""
        if not id:
            if self.deck:
                self.deck.pop()
                self.vj_card_count += 1
            return
        assert self.world.specialists is not None
        del self.world.specialists[id]
        self.vj_card_count += 1
        self.add_to_turn_report("came", self.reveal_specialist())

    def remove_link_token(self, table: Table) -> None:
        """Remove the link token that the opponent took."""
        links = self.world.links or {}
        if not links:
            return
        if table.links is not None:
            removed = next((name for name in links if name not in table.links), None)
        else:
            removed = self.pick_link_token(self.list_link_choices(links))
        if removed is not None:
            del links[removed]
            self.vj_link_count += 1

    def pick_link_token(self, ids: Sequence[str]) -> str:
        """Choose one of these link tokens."""
        ordered = sorted(ids)
        return ordered[
            self.chance.draw_below(len(ordered), "/".join(("sample/link-token", *ordered)), self.vj_link_count)
        ]

    def on_link_token(self, ask: Ask, table: Table) -> Json:
        """Answer which link token VJ takes."""
        return self.pick_link_token(self.list_option_ids(ask))

    def list_link_choices(self, links: Mapping[str, MapToken]) -> list[str]:
        """Return the link tokens that the opponent may take."""
        built_here = [name for name, token in links.items() if token.sector == self.built_in]
        return built_here if built_here and self.world.options.link_token == "built_sector" else list(links)

    def remove_foreign_card(self, id: str) -> None:
        """Replace a used foreign-market card with the next card from the deck."""
        sector = self.world.foreign.pop(id, None)
        if sector is not None and self.foreign_deck:
            new = self.foreign_deck.pop()
            self.world.foreign[new] = sector
            self.add_to_turn_report("foreign", format_tile(self.get_foreign_card(new)))

    def get_foreign_card(self, id: str) -> Tile:
        """Return a foreign-market card with its price."""
        return get_foreign_card(self.world, id)

    def add_to_turn_report(self, field: str, phrase: str | None) -> None:
        """Add a phrase to a field of the report for the simulated player's next turn."""
        if phrase is not None:
            self.news.setdefault(field, []).append(phrase)

    # --- answers ---------------------------------------------------------------------------------------

    def answer(self, ask: Ask, table: Table) -> Json:
        """Answer a question from the state of this table or from the simulated player's choice."""
        self.synchronize(table)
        if ask.key in VJ_CHOICES:
            return self.pick_random_id(self.list_possible_choices(ask), ask.key)
        answer: Json = getattr(self, get_handler_name(ask.key))(ask, table)
        return answer

    def on_set_up(self, ask: Ask, table: Table) -> Json:
        """Answer that the set-up is complete."""
        return True

    def on_cards(self, ask: Ask, table: Table) -> Json:
        """Answer with the majorities on the opponent's three cards."""
        majorities = [self.world.find_card(id).majority for id in self.cards]
        return {f"slot{n}": [write_part_value(majority)] for n, majority in enumerate(majorities, 1)}

    def on_topics(self, ask: Ask, table: Table) -> Json:
        """Answer which kinds of pieces the game tracks.

        The table tracks the topics it was created with. Without such topics, it tracks all topics if the boards are
        known, or a random selection.
        """
        if self.topics is not None or table.pack.grid_columns:
            return list(TOPICS if self.topics is None else self.topics)
        return [topic for topic in TOPICS if self.chance.draw_below(2, f"sample/topic/{topic}", 0)]

    def on_start(self, ask: Ask, table: Table) -> Json:
        """Answer with the starting positions of the pieces."""
        values: dict[str, Json] = {
            **self.starting_sectors,
            "bulldozer": f"{self.starting_sectors['bulldozer']}-farm",
            "money": 20,
        }
        values |= {f"tile{scoring}": tile for scoring, tile in self.world.scoring_tiles.items()}
        values |= {"parked": "yes" if self.world.pack.pieces.parked_count else "no", **self.list_marker_values(table)}
        return self.select_form_fields(ask, values)

    def select_form_fields(self, ask: Ask, values: Mapping[str, Json]) -> dict[str, Json]:
        """Return only the values for which the form has a field."""
        asked = ask.answer_type.answer_types  # type: ignore[attr-defined]
        return {name: value for name, value in values.items() if name in asked}

    def list_marker_values(self, table: Table) -> dict[str, Json]:
        """Return the values of all majority markers, by field."""
        values: dict[str, Json] = {}
        for n in table.slots:
            values[f"you{n}"], values[f"vj{n}"] = count_both_sides(self, self.majority_of[n - 1], table)
        return values

    def on_income_start(self, ask: Ask, table: Table) -> Json:
        """Answer that the opponent's income markers start on the first space."""
        return {}

    def on_markers_now(self, ask: Ask, table: Table) -> Json:
        """Answer with the current positions of the majority markers."""
        return self.select_form_fields(ask, self.list_marker_values(table))

    def on_grid(self, ask: Ask, table: Table) -> Json:
        """Answer with the layout of the opponent's grid board."""
        return [
            " ".join(["T"] * (column.towers or 0) + ["o"] * len(column.places or ()))
            for column in self.world.pack.grid_columns
        ]

    def on_map_contracts(self, ask: Ask, table: Table) -> Json:
        """Answer with the contracts on the map."""
        return [format_tile(tile) for tile in (self.world.contracts or {}).values()]

    def on_map_links(self, ask: Ask, table: Table) -> Json:
        """Answer with the link tokens on the map."""
        return [format_token(token) for token in (self.world.links or {}).values()]

    def on_map_foreign(self, ask: Ask, table: Table) -> Json:
        """Answer with the foreign-market cards on the map."""
        return [format_tile(self.get_foreign_card(id)) for id in self.world.foreign]

    def on_bonus_tiles(self, ask: Ask, table: Table) -> Json:
        """Answer with the bonus tiles of each column."""
        return {name: list(column.tiles) for name, column in self.world.bonus.items()}

    def on_bonus_board(self, ask: Ask, table: Table) -> Json:
        """Answer with the bonus tiles and the printed bonuses of each column."""
        columns: dict[str, list[str]] = {}
        for column in self.world.bonus.values():
            columns.setdefault(column.zone, []).append(" ".join([*column.tiles, *column.printed]))
        return columns

    def on_face_up_now(self, ask: Ask, table: Table) -> Json:
        """Answer with the scoring cards that are face up at the start."""
        return [format_scoring_card(card) for card in (self.world.specialists or {}).values()]

    def on_face_up(self, ask: Ask, table: Table) -> Json:
        """Answer with the face-up scoring cards."""
        self.news.pop("came", None)
        return [self.format_scoring_card(card) for card in (self.world.specialists or {}).values()]

    def on_turned_up(self, ask: Ask, table: Table) -> Json:
        """Answer with the scoring cards that were newly revealed."""
        new_cards = self.news.pop("came", [])[-ask.answer_type.maximum :]  # type: ignore[attr-defined]
        if table.specialists is not None:
            return new_cards
        cards = [(self.world.specialists or {})[name] for name in new_cards]
        return [self.format_scoring_card(card) for card in cards]

    def format_scoring_card(self, card: ScoringCard) -> str:
        """Return a scoring card as a player would type it."""
        return format_scoring_card(replace(card, tile="@" if count_fitting_tiles(self.world, card) else None))

    # --- parts of cards --------------------------------------------------------------------------------

    def on_card_part(self, ask: Ask, table: Table) -> Json:
        """Answer with one part of an opponent's card."""
        return self.read_card_part(ask.metadata["slot"], ask.metadata["path"])

    def on_card_section(self, ask: Ask, table: Table) -> Json:
        """Answer with all parts of a card section."""
        card = self.world.find_card(self.cards[ask.metadata["slot"] - 1])
        paths = {field: path for field, path in ask.metadata["paths"].items() if has_part(card, path)}
        return {field: self.read_card_part(ask.metadata["slot"], path) for field, path in paths.items()}

    def read_card_part(self, slot: int, path: str) -> Json:
        """Return one part of a card as an answer."""
        written = write_part_value(get_part(self.world.find_card(self.cards[slot - 1]), path))
        if isinstance(written, int):
            return written
        return [phrase.removeprefix("then ") for phrase in (written if isinstance(written, list) else [written])]

    def on_which_section(self, ask: Ask, table: Table) -> Json:
        """Answer with the number of the card section that has an action; 0 if no section has it."""
        slot = next(n for n, candidate in table.slots.items() if candidate.card == ask.metadata["card"])
        kind = {candidate.__name__: candidate for candidate in (BuildFarm, BuildTower, FulfilContract)}[
            ask.metadata["kind"]
        ]
        paths = find_sections_of_kind(self.world.find_card(self.cards[slot - 1]), kind)
        return int(paths[0][-1]) if paths else 0

    def on_board_part(self, ask: Ask, table: Table) -> Json:
        """Answer with a value printed on a board."""
        box = self.world.pack
        match ask.metadata["path"].split(", "):
            case ["grid", "markets"]:
                return list(box.grid.markets or ())
            case ["pieces", field]:
                return getattr(box.pieces, field)
            case [entry, field]:
                return getattr(self.world.find_entry(*entry.split(" ")), field)

    def on_lowest_track(self, ask: Ask, table: Table) -> Json:
        """Answer with the market whose income track is the lowest of those asked about."""
        order = self.world.pack.grid.markets or ()
        return max(ask.metadata["markets"], key=order.index)

    def on_pieces(self, ask: Ask, table: Table) -> Json:
        """Answer with how many farms and towers a player has."""
        pieces = self.world.pack.pieces
        return self.select_form_fields(ask, {"farms": pieces.farms, "towers": pieces.towers})

    def on_income_tracks(self, ask: Ask, table: Table) -> Json:
        """Answer with the money on the income tracks."""
        values: dict[str, Json] = {}
        for market in self.world.pack.markets:
            values[f"track-{market.id}"] = " ".join(map(str, market.money or ()))
        return self.select_form_fields(ask, values)

    # --- facts -----------------------------------------------------------------------------------------

    def on_fact(self, ask: Ask, table: Table) -> Json:
        """Answer whether the condition on a card is met."""
        fact = ask.metadata["fact"]
        if fact == "blocked":
            grid = (self.world.grid or {}).values()
            return (
                "no" if any(column.is_open and column.transformers and column.free_places for column in grid) else "yes"
            )
        if fact == "contract there":
            contracts = (self.world.contracts or {}).values()
            return "yes" if any(tile.sector in table.vj_tower_sectors for tile in contracts) else "no"
        return "yes" if self.draw_fixed_number(fact[1], str(self.turn)) % 2 else "no"

    def draw_fixed_number(self, *about: str) -> int:
        """Return a pseudo-random number that is always the same for the same arguments."""
        return self.chance.draw_below(1000, "/".join(("sample/icon", *about)), 0)

    def on_site(self, ask: Ask, table: Table) -> Json:
        """Answer with the site on which the opponent builds."""
        return self.list_option_ids(ask)[0]

    def on_skip_last(self, ask: Ask, table: Table) -> Json:
        """Answer that the opponent skips his last turn."""
        return "now"

    def objection(self, ask: Ask, table: Table) -> Json:
        """Correct the assumption that the chosen sector has a free site; return None if it is correct."""
        if ask.key != "free-site":
            return None
        self.synchronize(table)
        return None if count_usable_sites(self.world, ask.metadata["kind"], ask.metadata["sector"]) else "no"

    def list_possible_choices(self, ask: Ask) -> list[str]:
        """Return the options from which to choose for the opponent; a building needs a free site."""
        ids = self.list_option_ids(ask)
        if ask.key not in SECTOR_CHOICES:
            return ids
        return [id for id in ids if count_usable_sites(self.world, SECTOR_CHOICES[ask.key], id)] or ids

    def list_option_ids(self, ask: Ask) -> list[str]:
        """Return the option ids of a question."""
        return [choice.id for choice in ask.answer_type.options]  # type: ignore[attr-defined]

    def on_contracts_there(self, ask: Ask, table: Table) -> Json:
        """Answer with the contracts in these sectors."""
        tiles = (self.world.contracts or {}).values()
        return [format_tile(tile) for tile in tiles if tile.sector in ask.metadata["sectors"]]

    def on_foreign_cards_there(self, ask: Ask, table: Table) -> Json:
        """Answer with the foreign-market cards in these sectors."""
        cards = [id for id, sector in self.world.foreign.items() if sector in ask.metadata["sectors"]]
        return [format_tile(self.get_foreign_card(id)) for id in cards]

    def on_compare(self, ask: Ask, table: Table) -> Json:
        """Answer which candidates rate best for an icon."""
        icon_text, offered = ask.metadata["icon"], ask.answer_type.options  # type: ignore[attr-defined]
        icon = read_icon(icon_text, ANY_CRITERION)
        if isinstance(icon, CustomIcon):
            values = {candidate.id: self.draw_fixed_number(icon.words, str(candidate.id)) for candidate in offered}
        else:
            values = {
                candidate.id: rate_candidate(self.world, icon, ask.metadata["marker"], candidate.value) or 0
                for candidate in offered
            }
        best = (min if icon_text == "cheapest contract" else max)(values.values())
        return [id for id, number in values.items() if number == best]

    # --- the tower bonus -------------------------------------------------------------------------------

    def on_columns(self, ask: Ask, table: Table) -> Json:
        """Answer with the bonus columns that show a symbol."""
        zone, row, icon = ask.metadata["zone"], ask.metadata["line"], ask.metadata["icon"]
        columns = [name for name, column in self.world.bonus.items() if column.zone == zone]
        return [id for id in self.list_option_ids(ask) if self.has_match(str(id), row, icon, columns)]

    def has_match(self, name: str, row: str, icon: str, columns: Sequence[str]) -> bool:
        """Return whether a bonus column shows a symbol or has the most tiles."""
        column = self.world.bonus[name]
        if row == "most":
            filled = [
                column_name
                for column_name in columns
                if self.world.bonus[column_name].tiles or self.world.bonus[column_name].printed
            ]
            among = filled if self.world.options.empty_column == "skip" else columns
            return name in among and len(column.tiles) == max(
                len(self.world.bonus[column_name].tiles) for column_name in among
            )
        if icon.startswith("other("):
            return self.draw_fixed_number(icon, name) % 3 == 0
        if row == "tiles":
            return any(icon.removesuffix(" symbol") in get_tile_symbols(self.world, tile) for tile in column.tiles)
        return any(is_same_bonus(read_icon(icon, GAIN), column_name) for column_name in column.printed)

    def on_bonus_zone(self, ask: Ask, table: Table) -> Json:
        """Answer with the columns of a zone that show each symbol."""
        columns = self.list_columns_in_zone(ask.metadata["zone"])
        if not any(self.world.bonus[name].tiles or self.world.bonus[name].printed for name in columns):
            return "empty"
        rows = {**ask.metadata["sought"], "most": ["most", ""]}
        matches = {
            field: [str(len(columns) - n) for n, name in enumerate(columns) if self.has_match(name, row, icon, columns)]
            for field, (row, icon) in rows.items()
        }
        if len(rows) > MAX_SIMPLE_ROWS:  # a secondary symbol chooses among the columns of the first
            return matches
        decisive = next(field for field in matches if matches[field])
        taken = self.world.bonus[columns[-int(matches[decisive][-1])]]
        return {decisive: matches[decisive][-1:], "tiles": list(taken.tiles), "printed": list(taken.printed)}

    def on_bonus_column(self, ask: Ask, table: Table) -> Json:
        """Answer with the tiles and the printed bonuses of a column."""
        taken = self.world.bonus[self.list_columns_in_zone(ask.metadata["zone"])[-int(ask.metadata["column"])]]
        if not taken.tiles and not taken.printed:
            return "empty"
        return {"tiles": list(taken.tiles), "printed": list(taken.printed)}

    def list_columns_in_zone(self, zone: str) -> list[str]:
        """Return the bonus columns of a zone."""
        return [name for name, column in self.world.bonus.items() if column.zone == zone]

    def on_uncovered(self, ask: Ask, table: Table) -> Json:
        """Answer with the printed bonuses that became visible."""
        asked = ask.answer_type.answer_types  # type: ignore[attr-defined]
        return {name: self.world.bonus[name].printed[len(table.bonus[name].printed) :] for name in asked}

    def on_tile_symbols(self, ask: Ask, table: Table) -> Json:
        """Answer with the symbols of bonus tiles."""
        return {name: list(get_tile_symbols(self.world, name[1:])) for name in ask.answer_type.answer_types}  # type: ignore[attr-defined]

    def on_tile_effects(self, ask: Ask, table: Table) -> Json:
        """Answer with the effects of bonus tiles."""
        report: dict[str, Json] = {}
        for tile in ask.metadata["tiles"]:
            entry = self.world.find_entry("bonus_tile", tile)
            report |= {f"effect{tile}": entry.effect, f"gains{tile}": [write_icon(icon) for icon in entry.gains or ()]}
            report |= {f"words{tile}": entry.words} if entry.words else {}
            report |= {f"when{tile}": entry.when} if entry.when else {}
        return report

    # --- contracts and cards ---------------------------------------------------------------------------

    def on_contract_gives(self, ask: Ask, table: Table) -> Json:
        """Answer with the gains and income steps of a contract."""
        entry = self.world.find_entry("contract", ask.metadata["name"])
        return {"gains": [write_icon(icon) for icon in entry.gains or ()], "income": list(entry.income or ())}

    def on_sale_gives(self, ask: Ask, table: Table) -> Json:
        """Answer with the gains of a foreign-market card."""
        return [write_icon(icon) for icon in self.world.find_entry("foreign_card", ask.metadata["name"]).gains or ()]

    def on_chain(self, ask: Ask, table: Table) -> Json:
        """Answer with the number of chain tokens gained."""
        filled = {p for column in (self.world.grid or {}).values() for p, tile in column.places.items() if tile}
        pairs = [link.between or () for link in self.world.pack.link_places]
        return sum(self.place in pair and set(pair) <= filled for pair in pairs)

    def on_links(self, ask: Ask, table: Table) -> Json:
        """Answer which contract places of the opponent's board are linked."""
        pairs = ["-".join(link.between or ()) for link in self.world.pack.link_places]
        options = ask.answer_type.answer_types["links"].options  # type: ignore[attr-defined]
        return {"links": [choice.id for choice in options if choice.id in pairs]}

    def on_symbols_there(self, ask: Ask, table: Table) -> Json:
        """Answer with the symbols of contracts and link tokens."""
        pieces: dict[str, Any] = {**(self.world.contracts or {}), **(self.world.links or {})}
        return {f"s{n}": list(pieces[name].symbols or ()) for n, name in enumerate(ask.metadata["names"])}

    def on_which_cards(self, ask: Ask, table: Table) -> Json:
        """Answer which scoring cards meet a criterion."""
        cards = [choice.value for choice in ask.answer_type.options]  # type: ignore[attr-defined]
        criterion = ask.metadata["about"]
        world_cards = [(self.world.specialists or {})[card.name] for card in cards]
        counts = [
            (count_fitting_tiles(self.world, card) or 0)
            if criterion == "fits"
            else (card.symbols or ()).count(criterion)
            for card in world_cards
        ]
        max_count = max(counts, default=0)
        return [
            card.name for card, n in zip(cards, counts, strict=True) if n and (criterion == "fits" or n == max_count)
        ]

    def on_your_marker(self, ask: Ask, table: Table) -> Json:
        """Answer with the simulated player's rightmost or lowest income marker."""
        markers = self.world.your_markers or {}
        return find_edge_marker([(market, markers[market]) for market in self.world.pack.grid.markets or ()])

    # --- what the player decides -----------------------------------------------------------------------

    def on_your_turn(self, ask: Ask, table: Table) -> Json:
        """Play the simulated player's turn and answer with the report."""
        while True:
            choices = self.human.list_choices(table)
            if self.policy == "random":
                chosen = choices[self.draw_number(len(choices), "choice", str(self.step))]
            else:
                chosen = self.human.choose_sensibly(choices, table)
            answer = self.make_choice(chosen, ask, table)
            if answer is not None:
                return answer

    def make_choice(self, move: str, ask: Ask, table: Table) -> Json | None:
        """Apply a choice of the simulated player; return the report once the player's turn is over."""
        self.step += 1
        report = self.human.apply_choice(move, table)
        if report is None:
            return None
        self.step = 0
        for field, values in self.news.items():
            report.setdefault(field, []).extend(values)
        self.news = {}
        report |= self.list_marker_values(table)
        report["batteries"] = self.human.battery_supply
        if self.turn % INCOME_INTERVAL == 0:
            report["consolidation"] = "yes"
            self.human.take_income()
        if self.turn == self.find_scoring_turn(table):
            report["scoring"] = "yes"
        if "fulfilled" in report and "fulfilled" not in ask.answer_type.answer_types:  # type: ignore[attr-defined]
            report["built"] = [f"transformer-{self.human.contracts[-1].sector}"]
        if "pieces" in table.topics:  # the program derives these from the pieces
            report = {field: values for field, values in report.items() if field not in ("used", "removed")}
        return self.select_form_fields(ask, report)

    def find_scoring_turn(self, table: Table) -> int:
        """Return the number of the turn that ends with the next scoring."""
        turns = self.human.lab.turns or (1, 2, 3)
        return turns[("1", "2", "final").index(table.scoring)]

    # --- the player's side as a small game -------------------------------------------------------------

    def list_moves(self, ask: Ask, table: Table) -> list[PlayerMove]:
        """Return the choices that the simulated player has now."""
        if ask.who != "player" or ask.key == "topics":
            return []
        self.synchronize(table)
        if ask.key != "your-turn":
            return [PlayerMove(str(choice.id), choice.label) for choice in ask.answer_type.options]  # type: ignore[attr-defined]
        return [PlayerMove(id, self.human.describe_choice(id)) for id in self.human.list_choices(table)]

    def play_move(self, move: str, ask: Ask, table: Table) -> Json | None:
        """Apply a choice of the simulated player; return the answer to the open question once it is complete."""
        self.synchronize(table)
        return self.make_choice(move, ask, table) if ask.key == "your-turn" else move

    def observe(self, ask: Ask | None, table: Table) -> Mapping[str, int]:
        """Return the simulated player's side as numbers."""
        self.synchronize(table)
        return self.human.observe(table, asked=ask is not None and ask.key == "your-turn")

    def describe_choice(self, ask: Ask, table: Table) -> Text:
        """Return the text of the question that the simulated player decides now."""
        return self.human.prompt if ask.key == "your-turn" else ask.text

    def make_view(self, ask: Ask, table: Table) -> View | None:
        """Return the view of the map with the building fee of each sector."""
        ids = [move.id for move in self.list_moves(ask, table)] if ask.key == "your-turn" else []
        if not ids or not all(id in table.sectors for id in ids):
            return None
        return build_annotated_sectors(table, {id: self.human.describe_fee(id) for id in ids})

    def find_lost_pieces(self, table: Table) -> Iterator[str]:
        """Yield a message for each piece that is missing or duplicated."""
        self.synchronize(table)
        yield from find_unaccounted_pieces(self, table)
        yield from self.human.find_lost_pieces()

    # --- scorings --------------------------------------------------------------------------------------

    def on_vj_income(self, ask: Ask, table: Table) -> Json:
        """Answer with the opponent's income."""
        return sum((self.world.find_entry("market", market).money or ())[n] for market, n in table.vj.markers.items())

    def on_scoring(self, ask: Ask, table: Table) -> Json:
        """Answer with the money that the opponent gets in a scoring."""
        amounts = self.score_both_sides(table, [1] if table.scoring == "2" else []).values()
        entered = [amount for amount in amounts if amount]
        return {"sum": "+".join(map(str, entered)) if len(entered) > 1 else sum(entered)}

    def on_final(self, ask: Ask, table: Table) -> Json:
        """Answer with the final scores."""
        return {**self.score_both_sides(table, SLOTS[1:]), "yours": self.human.money}

    def score_both_sides(self, table: Table, slots: Sequence[int]) -> dict[str, Json]:
        """Score both sides and return the opponent's amounts.

        Each side scores its contracts, its scoring cards and the majorities in these slots.
        """
        lab, vj = self.human.lab, table.vj
        your_majorities = sum(find_majority_holder(table.slots[n].yours, table.slots[n].vjs) == "you" for n in slots)
        self.human.money += self.human.calculate_score(your_majorities)
        tiles = (lab.per_contract or 0) * len(vj.contracts) + (lab.majority or 0) * (len(slots) - your_majorities)
        return {"tile": tiles, "cards": (lab.per_card or 0) * len(vj.specialists)}

    def on_tie(self, ask: Ask, table: Table) -> Json:
        """Answer who wins the tie-break."""
        return self.pick_random_id(["you", "vj"], "tie")
