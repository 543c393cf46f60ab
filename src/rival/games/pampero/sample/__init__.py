"""A made-up table of Pampero with a simple player, for tests, practice and statistics.

The table has a complete copy of the game (`world`), so that it can answer every question, no matter how much the game
itself counts. Its decisions depend on the seed and the turn, never on earlier questions.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from rival.games.pampero.cards import BuildFarm, BuildTower, FulfilContract, zone_of
from rival.games.pampero.contents import plain_value
from rival.games.pampero.icons import value
from rival.games.pampero.lines import scorer_phrase, tile_phrase, token_phrase
from rival.games.pampero.parts import ANY_CRITERION, GAIN, has_part, part, sections_of_kind
from rival.games.pampero.reading import foreign_card
from rival.games.pampero.sample.accounts import lost_pieces
from rival.games.pampero.sample.counting import counted
from rival.games.pampero.sample.yours import EVERY, YourSide, how_to_play
from rival.games.pampero.sites import free_sites, put_up
from rival.games.pampero.specialists import fits
from rival.games.pampero.symbols import Other
from rival.games.pampero.table import (
    TOPICS,
    BonusColumn,
    Scorer,
    Sector,
    Table,
    Tile,
    Token,
    new_table,
    put_under,
    start_topics,
)
from rival.games.pampero.tower_bonus import same_bonus, symbols
from rival.games.pampero.views import with_notes
from rival.games.pampero.vj import SLOTS, edge_marker, has_majority
from rival.games.pampero.words import read_icon, write_icon, write_part
from rival.kernel import N_, Ask, Chance, Json, Move, Text, View, reply_to

OWN_WORDS = (
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
SKIP_FROM, SKIP_WITHIN = 10, 16
"""The sensible player has VJ skip in a random turn of this range, perhaps after the end of the game."""


@cache
def full_pack() -> dict[str, Any]:
    """Return the made-up pack; shared, so don't change it."""
    return tomllib.loads((Path(__file__).parent / "pack.toml").read_text(encoding="utf-8"))


def pack() -> Json:
    """Return a copy of the made-up pack for the header of a journal."""
    return deepcopy(full_pack())


def blank_pack() -> Json:
    """Return a sample pack without any knowledge, so that every question is asked."""
    return {"schema": 1, "game": "pampero", "sample": True}


HIS_CHOICES = {"farm-sector", "tower-sector", "contract", "foreign-card", "specialist", "place"}
"""The questions in which the player decides for VJ: the answer is random."""


class SampleTable:
    """The cards, boards and player's side of a made-up table, with an account of every piece."""

    def __init__(
        self,
        seed: int,
        options: Mapping[str, Json],
        topics: Sequence[str] | None = None,
        pack: Json = None,
        policy: str = "sensible",
    ) -> None:
        """Set up a table for this seed; ``topics`` None lets the table choose what is counted."""
        self.chance = Chance(seed)
        self.policy = policy
        self.turn = 0
        self.topics = topics
        self.world = new_table(options, pack or full_pack())
        start_topics(self.world, TOPICS)
        self.lay_out()
        self.seen = {"towers": 0, "contracts": 0, "tiles": 0, "specialists": 0, "links": 0, "sales": 0}
        self.built_in = ""
        self.his_towers = dict.fromkeys(self.world.sectors, 0)
        self.step = 0
        self.skip_turn = SKIP_FROM + self.chance.below(SKIP_WITHIN, "sample/skip", 0)
        self.news: dict[str, list[str]] = {}
        self.yours = YourSide(self)
        self.how_to_play = how_to_play(self.yours.lab)

    # --- chance that does not depend on what was asked -------------------------------------------------

    def below(self, n: int, *about: str) -> int:
        """Return a number below ``n`` that depends on the seed, the turn and these names."""
        return self.chance.below(n, "/".join(("sample", *about)), self.turn)

    def one_of(self, ids: Sequence[str], about: str) -> str:
        """Return one of these ids, in the same way."""
        ordered = sorted(ids)
        return ordered[self.below(len(ordered), about, *ordered)]

    def shuffled(self, ids: Sequence[str], about: str) -> list[str]:
        """Return these ids in an order that depends on the seed only."""
        return self.chance.shuffled(sorted(ids), f"sample/{about}", 0)

    # --- the start -------------------------------------------------------------------------------------

    def lay_out(self) -> None:
        """Put every piece in its place before the first turn."""
        world, known = self.world, self.world.pack
        self.cards = self.shuffled([card.id for card in known.cards], "cards")[:3]
        tiles = self.shuffled([tile.id for tile in known.bonus_tiles], "tiles")
        for column in known.bonus_columns:
            mine = [tiles.pop() for _tile in range(column.tiles or 0) if tiles]
            printed = [write_icon(one) for one in column.printed or ()]
            covered = plain_value(column.under_tiles or ())
            world.bonus[column.id] = BonusColumn(zone_of(column.zone or "A"), mine, printed, put_under(mine, covered))
        self.stock: dict[str, list[Tile]] = {name: [] for name in world.sectors}
        for id in self.shuffled([one.id for one in known.contracts], "contracts"):
            one = world.entry("contract", id)
            sector = one.sector or self.one_of(list(world.sectors), f"sector of {id}")
            self.stock[sector].append(Tile(id, sector, one.energy, one.batteries, one.symbols))
        world.contracts = {}
        for pile in self.stock.values():
            for _tile in range(min(2, len(pile))):
                self.deal(pile)
        world.links = {
            one.id: Token(one.id, one.sector or "A1", one.symbols) for one in known.link_tokens if one.sector
        }
        self.foreign_deck = [card.id for card in known.foreign_cards if not card.sector]
        self.deck = self.shuffled([card.id for card in known.specialists], "specialists")
        world.specialists = {}
        for _card in range(min(3, len(self.deck))):
            self.turn_up()
        tiles_by_scoring = self.shuffled(sorted({card.scoring_tile or "" for card in known.specialists}), "scoring")
        world.scoring_tiles = dict(zip(("1", "2", "A", "B"), tiles_by_scoring, strict=False))
        self.starts = {
            "farm": self.one_of(list(world.sectors), "farm"),
            "tower": self.one_of(list(world.sectors), "tower"),
            "bulldozer": self.one_of(list(world.sectors), "bulldozer"),
        }
        for kind, field in (("farm", "farms"), ("tower", "towers"), ("bulldozer", "on_farm_sites")):
            self.count(self.starts[kind], field, 1)
        self.majority_of = [world.card_called(id).majority for id in self.cards]
        self.laid_out = sum(len(column.tiles) for column in world.bonus.values())
        self.link_tokens = len(world.links)
        self.vjs_cards = self.vjs_links = self.beside = 0

    def deal(self, pile: list[Tile]) -> Tile:
        """Reveal the next contract of a sector and return it."""
        tile = pile.pop()
        assert self.world.contracts is not None
        self.world.contracts[tile.name] = tile
        return tile

    def turn_up(self) -> str | None:
        """Reveal the next scoring card and return its id; None if the deck is empty."""
        if not self.deck or self.world.specialists is None:
            return None
        id = self.deck.pop()
        entry = self.world.entry("specialist", id)
        self.world.specialists[id] = Scorer(id, entry.scoring_tile, entry.symbols)
        return id

    def count(self, sector: str, field: str, by: int) -> None:
        """Add ``by`` to your pieces of a kind in a sector."""
        yours = self.world.sectors[sector].yours
        assert yours is not None
        setattr(yours, field, getattr(yours, field) + by)

    # --- keeping up with VJ ----------------------------------------------------------------------------

    def follow(self, table: Table) -> None:
        """Repeat on this table everything that VJ has done since the last question."""
        world = self.world
        self.turn = table.turn
        world.vj, world.slots, world.scoring = table.vj, table.slots, table.scoring
        for name, sector in table.sectors.items():
            if sector.vjs.towers > self.his_towers[name]:
                self.built_in, self.his_towers[name] = name, sector.vjs.towers
            self.follow_buildings(name, sector)
        self.follow_board(table)
        for id in table.vj.tiles[self.seen["tiles"] :]:
            for column in world.bonus.values():
                column.take([id])
        for id in table.vj.specialists[self.seen["specialists"] :]:
            self.specialist_gone(id)
        for _link in range(table.vj.links - self.seen["links"]):
            self.link_gone(table)
        for id in table.vj.sales[self.seen["sales"] :]:
            self.foreign_gone(id)
        self.seen |= {
            "tiles": len(table.vj.tiles),
            "specialists": len(table.vj.specialists),
            "links": table.vj.links,
            "sales": len(table.vj.sales),
        }

    def follow_buildings(self, name: str, sector: Sector) -> None:
        """Repeat VJ's buildings in a sector; without counted sites, those of their own kind first."""
        his, world = self.world.sectors[name].vjs, self.world
        if sector.yours is not None:
            world.sectors[name].vjs = replace(sector.vjs)
            return
        for _farm in range(sector.vjs.farms - his.farms):
            put_up(world, name, his, "farm")
        for _tower in range(sector.vjs.towers - his.towers):
            put_up(world, name, his, "tower")
        his.transformers = sector.vjs.transformers

    def follow_board(self, table: Table) -> None:
        """Repeat VJ's changes of the grid board and of the contracts."""
        world, towers = self.world, sum(sector.vjs.towers for sector in table.sectors.values())
        assert world.grid is not None
        assert world.contracts is not None
        for _tower in range(towers - self.seen["towers"]):
            column = next((one for one in world.grid.values() if one.towers), None)
            if column is not None:
                column.towers -= 1
        for tile in table.vj.contracts[self.seen["contracts"] :]:
            world.contracts.pop(tile.name, None)
            column = next((one for one in world.grid.values() if one.open and one.free and one.transformers), None)
            if column is not None:
                self.place = self.one_of(column.free, "place")
                column.places[self.place] = tile.name
                column.transformers -= 1
            else:
                self.beside += 1
            if self.stock[tile.sector]:
                self.your_news("new", tile_phrase(self.deal(self.stock[tile.sector])))
        self.seen |= {"towers": towers, "contracts": len(table.vj.contracts)}

    def specialist_gone(self, id: str) -> None:
        """Remove a scoring card that VJ took, from the row or from the deck."""
        if not id:
            if self.deck:
                self.deck.pop()
                self.vjs_cards += 1
            return
        assert self.world.specialists is not None
        del self.world.specialists[id]
        self.vjs_cards += 1
        self.your_news("came", self.turn_up())

    def link_gone(self, table: Table) -> None:
        """Remove the link token that VJ took."""
        links = self.world.links or {}
        if not links:
            return
        if table.links is not None:
            gone = next((name for name in links if name not in table.links), None)
        else:
            gone = self.link_chosen(self.link_choice(links))
        if gone is not None:
            del links[gone]
            self.vjs_links += 1

    def link_chosen(self, ids: Sequence[str]) -> str:
        """Return the chosen token; the choice is the same whether it is asked or inferred later."""
        ordered = sorted(ids)
        return ordered[self.chance.below(len(ordered), "/".join(("sample/link-token", *ordered)), self.vjs_links)]

    def on_link_token(self, ask: Ask, table: Table) -> Json:
        """Answer which link token VJ takes."""
        return self.link_chosen(self.ids(ask))

    def link_choice(self, links: Mapping[str, Token]) -> list[str]:
        """Return the link tokens that VJ may take."""
        here = [name for name, token in links.items() if token.sector == self.built_in]
        return here if here and self.world.options.link_token == "built_sector" else list(links)

    def foreign_gone(self, id: str) -> None:
        """Replace a foreign-market card that VJ used by the next of the deck."""
        sector = self.world.foreign.pop(id, None)
        if sector is not None and self.foreign_deck:
            new = self.foreign_deck.pop()
            self.world.foreign[new] = sector
            self.your_news("foreign", tile_phrase(self.foreign(new)))

    def foreign(self, id: str) -> Tile:
        """Return a foreign-market card with its price."""
        return foreign_card(self.world, id)

    def your_news(self, field: str, words: str | None) -> None:
        """Remember something new on the table for the report of your next turn."""
        if words is not None:
            self.news.setdefault(field, []).append(words)

    # --- answers ---------------------------------------------------------------------------------------

    def answer(self, ask: Ask, table: Table) -> Json:
        """Answer a question with what this table shows or what its player decides."""
        self.follow(table)
        if ask.key in HIS_CHOICES:
            return self.one_of(self.ids(ask), ask.key)
        answer: Json = getattr(self, reply_to(ask.key))(ask, table)
        return answer

    def on_set_up(self, ask: Ask, table: Table) -> Json:
        """Answer that the set-up is done."""
        return True

    def on_cards(self, ask: Ask, table: Table) -> Json:
        """Answer with the majorities of the three cards."""
        majorities = [self.world.card_called(id).majority for id in self.cards]
        return {f"slot{n}": [write_part(one)] for n, one in enumerate(majorities, 1)}

    def on_topics(self, ask: Ask, table: Table) -> Json:
        """Answer with the topics to count.

        These are the topics given to the table, or all if the boards are known, or else a random choice.
        """
        if self.topics is not None or table.pack.grid_columns:
            return list(TOPICS if self.topics is None else self.topics)
        return [one for one in TOPICS if self.chance.below(2, f"sample/topic/{one}", 0)]

    def on_start(self, ask: Ask, table: Table) -> Json:
        """Answer where your first pieces are, and the starting values."""
        found: dict[str, Json] = {**self.starts, "bulldozer": f"{self.starts['bulldozer']}-farm", "money": 20}
        found |= {f"tile{one}": tile for one, tile in self.world.scoring_tiles.items()}
        found |= {"parked": "yes" if self.world.pack.pieces.parked_count else "no", **self.majorities(table)}
        return self.fitting(ask, found)

    def fitting(self, ask: Ask, found: Mapping[str, Json]) -> dict[str, Json]:
        """Return the values for which the form has a field."""
        asked = ask.shape.shapes  # type: ignore[attr-defined]
        return {name: value for name, value in found.items() if name in asked}

    def majorities(self, table: Table) -> dict[str, Json]:
        """Return the values of all majority markers, by field."""
        found: dict[str, Json] = {}
        for n in table.slots:
            found[f"you{n}"], found[f"vj{n}"] = counted(self, self.majority_of[n - 1], table)
        return found

    def on_income_start(self, ask: Ask, table: Table) -> Json:
        """Answer that VJ's income markers start on the first space."""
        return {}

    def on_markers_now(self, ask: Ask, table: Table) -> Json:
        """Answer with the places of the majority markers."""
        return self.fitting(ask, self.majorities(table))

    def on_sites(self, ask: Ask, table: Table) -> Json:
        """Answer with the sites of each sector."""
        entries = {name: self.world.entry("sector", name) for name in self.world.sectors}
        found: dict[str, Json] = {}
        for name, entry in entries.items():
            found |= {
                f"{name}f": entry.farm_sites,
                f"{name}t": entry.tower_sites,
                f"{name}e": entry.either_sites or 0,
            }
        return self.fitting(ask, found)

    def on_grid(self, ask: Ask, table: Table) -> Json:
        """Answer with a drawing of VJ's grid board."""
        return [
            " ".join(["T"] * (one.towers or 0) + ["o"] * len(one.places or ())) for one in self.world.pack.grid_columns
        ]

    def on_map_contracts(self, ask: Ask, table: Table) -> Json:
        """Answer with the contracts on the map."""
        return [tile_phrase(tile) for tile in (self.world.contracts or {}).values()]

    def on_map_links(self, ask: Ask, table: Table) -> Json:
        """Answer with the link tokens on the map."""
        return [token_phrase(token) for token in (self.world.links or {}).values()]

    def on_map_foreign(self, ask: Ask, table: Table) -> Json:
        """Answer with the foreign-market cards on the map."""
        return [tile_phrase(self.foreign(id)) for id in self.world.foreign]

    def on_bonus_tiles(self, ask: Ask, table: Table) -> Json:
        """Answer with the tiles of each bonus column."""
        return {name: list(column.tiles) for name, column in self.world.bonus.items()}

    def on_bonus_board(self, ask: Ask, table: Table) -> Json:
        """Answer with the tiles and printed bonuses of each bonus column."""
        found: dict[str, list[str]] = {}
        for column in self.world.bonus.values():
            found.setdefault(column.zone, []).append(" ".join([*column.tiles, *column.printed]))
        return found

    def on_face_up_now(self, ask: Ask, table: Table) -> Json:
        """Answer with the face-up scoring cards at the start."""
        return [scorer_phrase(card) for card in (self.world.specialists or {}).values()]

    def on_face_up(self, ask: Ask, table: Table) -> Json:
        """Answer with the face-up scoring cards."""
        self.news.pop("came", None)
        return [self.read_off(card) for card in (self.world.specialists or {}).values()]

    def on_turned_up(self, ask: Ask, table: Table) -> Json:
        """Answer with the scoring cards that came up."""
        came = self.news.pop("came", [])[-ask.shape.most :]  # type: ignore[attr-defined]
        if table.specialists is not None:
            return came
        cards = [(self.world.specialists or {})[name] for name in came]
        return [self.read_off(card) for card in cards]

    def read_off(self, card: Scorer) -> str:
        """Return a scoring card as it is typed, with whether it fits the next scoring tile."""
        return scorer_phrase(replace(card, tile="@" if fits(self.world, card) else None))

    # --- parts of cards --------------------------------------------------------------------------------

    def on_card_part(self, ask: Ask, table: Table) -> Json:
        """Answer with a part of a card."""
        return self.printed(ask.about["slot"], ask.about["path"])

    def on_card_section(self, ask: Ask, table: Table) -> Json:
        """Answer with all parts of a section that the card has."""
        card = self.world.card_called(self.cards[ask.about["slot"] - 1])
        paths = {field: path for field, path in ask.about["paths"].items() if has_part(card, path)}
        return {field: self.printed(ask.about["slot"], path) for field, path in paths.items()}

    def printed(self, slot: int, path: str) -> Json:
        """Return a part of a card in the form of an answer."""
        words = write_part(part(self.world.card_called(self.cards[slot - 1]), path))
        if isinstance(words, int):
            return words
        return [one.removeprefix("then ") for one in (words if isinstance(words, list) else [words])]

    def on_which_section(self, ask: Ask, table: Table) -> Json:
        """Answer with the number of the section with an action; 0 if there is none."""
        slot = next(n for n, one in table.slots.items() if one.card == ask.about["card"])
        kind = {one.__name__: one for one in (BuildFarm, BuildTower, FulfilContract)}[ask.about["kind"]]
        found = sections_of_kind(self.world.card_called(self.cards[slot - 1]), kind)
        return int(found[0][-1]) if found else 0

    def on_board_part(self, ask: Ask, table: Table) -> Json:
        """Answer with a part of a board."""
        known = self.world.pack
        match ask.about["path"].split(", "):
            case ["grid", "markets"]:
                return list(known.grid.markets or ())
            case ["pieces", what]:
                return getattr(known.pieces, what)
            case [entry, what]:
                return getattr(self.world.entry(*entry.split(" ")), what)

    def on_pieces(self, ask: Ask, table: Table) -> Json:
        """Answer with the numbers of farms and towers."""
        whole = self.world.pack.pieces
        return self.fitting(ask, {"farms": whole.farms, "towers": whole.towers})

    def on_income_tracks(self, ask: Ask, table: Table) -> Json:
        """Answer with the order of the income tracks and their money."""
        found: dict[str, Json] = {"order": list(self.world.pack.grid.markets or ())}
        for market in self.world.pack.markets:
            found[f"track-{market.id}"] = " ".join(map(str, market.money or ()))
        return self.fitting(ask, found)

    # --- facts -----------------------------------------------------------------------------------------

    def on_fact(self, ask: Ask, table: Table) -> Json:
        """Answer whether a condition of a card is met."""
        about = ask.about["fact"]
        if about == "blocked":
            grid = (self.world.grid or {}).values()
            return "no" if any(one.open and one.transformers and one.free for one in grid) else "yes"
        if about == "contract there":
            lying = (self.world.contracts or {}).values()
            return "yes" if any(tile.sector in table.vj_towers for tile in lying) else "no"
        return "yes" if self.whim(about[1], str(self.turn)) % 2 else "no"

    def whim(self, *about: str) -> int:
        """Return a number that is always the same for these names, for icons without a real meaning."""
        return self.chance.below(1000, "/".join(("sample/icon", *about)), 0)

    def on_site(self, ask: Ask, table: Table) -> Json:
        """Answer with a site of the building's own kind, if there is one."""
        return self.ids(ask)[0]

    def on_skip_last(self, ask: Ask, table: Table) -> Json:
        """Answer that VJ skips his last turn."""
        return "now"

    def on_free_sites(self, ask: Ask, table: Table) -> Json:
        """Answer with the sectors where VJ can build."""
        return [id for id in self.ids(ask) if (free_sites(self.world, ask.about["kind"], id) or 0) > 0]

    def ids(self, ask: Ask) -> list[str]:
        """Return the ids of the options of a question."""
        return [one.id for one in ask.shape.options]  # type: ignore[attr-defined]

    def on_contracts_there(self, ask: Ask, table: Table) -> Json:
        """Answer with the contracts in these sectors."""
        tiles = (self.world.contracts or {}).values()
        return [tile_phrase(tile) for tile in tiles if tile.sector in ask.about["sectors"]]

    def on_foreign_cards_there(self, ask: Ask, table: Table) -> Json:
        """Answer with the foreign-market cards in these sectors."""
        cards = [id for id, sector in self.world.foreign.items() if sector in ask.about["sectors"]]
        return [tile_phrase(self.foreign(id)) for id in cards]

    def on_compare(self, ask: Ask, table: Table) -> Json:
        """Answer with the best options by an icon; a made-up icon is compared by fixed random numbers."""
        words, offered = ask.about["icon"], ask.shape.options  # type: ignore[attr-defined]
        icon = read_icon(words, ANY_CRITERION)
        if isinstance(icon, Other):
            values = {one.id: self.whim(icon.words, str(one.id)) for one in offered}
        else:
            values = {one.id: value(self.world, icon, ask.about["marker"], one.value) or 0 for one in offered}
        best = (min if words == "cheapest contract" else max)(values.values())
        return [id for id, found in values.items() if found == best]

    # --- the tower bonus -------------------------------------------------------------------------------

    def on_columns(self, ask: Ask, table: Table) -> Json:
        """Answer with the columns that show a symbol."""
        zone, line, words = ask.about["zone"], ask.about["line"], ask.about["icon"]
        columns = [name for name, column in self.world.bonus.items() if column.zone == zone]
        return [id for id in self.ids(ask) if self.shows(str(id), line, words, columns)]

    def shows(self, name: str, line: str, words: str, columns: Sequence[str]) -> bool:
        """Return whether a column shows a symbol or has the most tiles."""
        column = self.world.bonus[name]
        if line == "most":
            filled = [one for one in columns if self.world.bonus[one].tiles or self.world.bonus[one].printed]
            among = filled if self.world.options.empty_column == "skip" else columns
            return name in among and len(column.tiles) == max(len(self.world.bonus[one].tiles) for one in among)
        if words.startswith("other("):
            return self.whim(words, name) % 3 == 0
        if line == "tiles":
            return any(words.removesuffix(" symbol") in symbols(self.world, tile) for tile in column.tiles)
        return any(same_bonus(read_icon(words, GAIN), one) for one in column.printed)

    def on_bonus_zone(self, ask: Ask, table: Table) -> Json:
        """Answer every line about a zone; what is in the chosen column is asked next."""
        columns = self.columns_in(ask.about["zone"])
        if not any(self.world.bonus[name].tiles or self.world.bonus[name].printed for name in columns):
            return "empty"
        lines = {**ask.about["sought"], "most": ["most", ""]}
        return {
            field: [str(n) for n, name in enumerate(columns, start=1) if self.shows(name, line, icon, columns)]
            for field, (line, icon) in lines.items()
        }

    def on_bonus_column(self, ask: Ask, table: Table) -> Json:
        """Answer with the tiles and printed bonuses of a column."""
        taken = self.world.bonus[self.columns_in(ask.about["zone"])[int(ask.about["column"]) - 1]]
        if not taken.tiles and not taken.printed:
            return "empty"
        return {"tiles": list(taken.tiles), "printed": list(taken.printed)}

    def columns_in(self, zone: str) -> list[str]:
        """Return the bonus columns of a zone."""
        return [name for name, column in self.world.bonus.items() if column.zone == zone]

    def on_uncovered(self, ask: Ask, table: Table) -> Json:
        """Answer with the bonuses that removed tiles have uncovered."""
        asked = ask.shape.shapes  # type: ignore[attr-defined]
        return {name: self.world.bonus[name].printed[len(table.bonus[name].printed) :] for name in asked}

    def on_tile_symbols(self, ask: Ask, table: Table) -> Json:
        """Answer with the symbols of bonus tiles."""
        return {name: list(symbols(self.world, name[1:])) for name in ask.shape.shapes}  # type: ignore[attr-defined]

    def on_tile_effects(self, ask: Ask, table: Table) -> Json:
        """Answer with the effects of bonus tiles."""
        report: dict[str, Json] = {}
        for tile in ask.about["tiles"]:
            known = self.world.entry("bonus_tile", tile)
            report |= {f"effect{tile}": known.effect, f"gains{tile}": [write_icon(one) for one in known.gains or ()]}
            report |= {f"words{tile}": known.words} if known.words else {}
            report |= {f"when{tile}": known.when} if known.when else {}
        return report

    # --- contracts and cards ---------------------------------------------------------------------------

    def on_contract_gives(self, ask: Ask, table: Table) -> Json:
        """Answer with the gains and income steps of a contract."""
        known = self.world.entry("contract", ask.about["name"])
        return {"gains": [write_icon(one) for one in known.gains or ()], "income": list(known.income or ())}

    def on_sale_gives(self, ask: Ask, table: Table) -> Json:
        """Answer with the gains of a foreign-market card."""
        return [write_icon(one) for one in self.world.entry("foreign_card", ask.about["name"]).gains or ()]

    def on_chain(self, ask: Ask, table: Table) -> Json:
        """Answer with the number of new chain tokens."""
        filled = {p for column in (self.world.grid or {}).values() for p, tile in column.places.items() if tile}
        pairs = [link.between or () for link in self.world.pack.link_places]
        return sum(self.place in pair and set(pair) <= filled for pair in pairs)

    def on_links(self, ask: Ask, table: Table) -> Json:
        """Answer with the linked places of VJ's board."""
        pairs = ["-".join(link.between or ()) for link in self.world.pack.link_places]
        return [id for id in self.ids(ask) if id in pairs]

    def on_symbols_there(self, ask: Ask, table: Table) -> Json:
        """Answer with the symbols of contracts and link tokens."""
        lying: dict[str, Any] = {**(self.world.contracts or {}), **(self.world.links or {})}
        return {f"s{n}": list(lying[name].symbols or ()) for n, name in enumerate(ask.about["names"])}

    def on_which_cards(self, ask: Ask, table: Table) -> Json:
        """Answer with the scoring cards that meet a criterion."""
        cards = [one.value for one in ask.shape.options]  # type: ignore[attr-defined]
        about = ask.about["about"]
        known = [(self.world.specialists or {})[card.name] for card in cards]
        counts = [
            (fits(self.world, card) or 0) if about == "fits" else (card.symbols or ()).count(about) for card in known
        ]
        most = max(counts, default=0)
        return [card.name for card, n in zip(cards, counts, strict=True) if n and (about == "fits" or n == most)]

    def on_your_marker(self, ask: Ask, table: Table) -> Json:
        """Answer with your rightmost-or-lowest income marker."""
        markers = self.world.your_markers or {}
        return edge_marker([(market, markers[market]) for market in self.world.pack.grid.markets or ()])

    # --- what the player decides -----------------------------------------------------------------------

    def on_your_turn(self, ask: Ask, table: Table) -> Json:
        """Answer with the report of your turn, made one choice at a time."""
        while True:
            choices = self.yours.choices(table)
            if self.policy == "random":
                chosen = choices[self.below(len(choices), "choice", str(self.step))]
            else:
                chosen = self.yours.sensible(choices, table)
            answer = self.chose(chosen, ask, table)
            if answer is not None:
                return answer

    def chose(self, move: str, ask: Ask, table: Table) -> Json | None:
        """Make a choice; return the complete report when the turn is over, else None."""
        self.step += 1
        report = self.yours.choose(move, table)
        if report is None:
            return None
        self.step = 0
        for field, words in self.news.items():
            report.setdefault(field, []).extend(words)
        self.news = {}
        report |= self.majorities(table)
        report["batteries"] = self.yours.supply
        if self.turn % EVERY == 0:
            report["consolidation"] = "yes"
            self.yours.take_income()
        if self.turn == self.length(table):
            report["scoring"] = "yes"
        if "fulfilled" in report and "fulfilled" not in ask.shape.shapes:  # type: ignore[attr-defined]
            report["built"] = [f"transformer-{self.yours.contracts[-1].sector}"]
        if "pieces" in table.topics:  # the program derives these from the pieces
            report = {field: words for field, words in report.items() if field not in ("used", "removed")}
        return self.fitting(ask, report)

    def length(self, table: Table) -> int:
        """Return the turn at whose end the next scoring takes place."""
        turns = self.yours.lab.turns or (1, 2, 3)
        return turns[("1", "2", "final").index(table.scoring)]

    # --- the player's side as a small game -------------------------------------------------------------

    def moves(self, ask: Ask, table: Table) -> list[Move]:
        """Return the choices of your turn, or those that VJ's rules leave to you."""
        if ask.who != "player" or ask.key == "topics":
            return []
        self.follow(table)
        if ask.key != "your-turn":
            return [Move(str(one.id), one.label) for one in ask.shape.options]  # type: ignore[attr-defined]
        return [Move(id, self.yours.words(id)) for id in self.yours.choices(table)]

    def play(self, move: str, ask: Ask, table: Table) -> Json | None:
        """Make a choice; return the answer to the open question once it is complete."""
        self.follow(table)
        return self.chose(move, ask, table) if ask.key == "your-turn" else move

    def observe(self, ask: Ask | None, table: Table) -> Mapping[str, int]:
        """Return the player's side as numbers."""
        self.follow(table)
        return self.yours.observe(table, asked=ask is not None and ask.key == "your-turn")

    def prompt(self, ask: Ask, table: Table) -> Text:
        """Return the question for the choice that is open now."""
        return self.yours.prompt if ask.key == "your-turn" else ask.text

    def picture(self, ask: Ask, table: Table) -> View | None:
        """Return the map with the sectors where you can build, and the fee for each."""
        ids = [move.id for move in self.moves(ask, table)] if ask.key == "your-turn" else []
        if not ids or not all(id in table.sectors for id in ids):
            return None
        return with_notes(table, {id: self.yours.fee_words(id) for id in ids})

    def problems(self, table: Table) -> Iterator[str]:
        """Yield what is not accounted for between two turns."""
        self.follow(table)
        yield from lost_pieces(self, table)
        yield from self.yours.problems()

    # --- scorings --------------------------------------------------------------------------------------

    def on_vj_income(self, ask: Ask, table: Table) -> Json:
        """Answer with VJ's income."""
        return sum((self.world.entry("market", one).money or ())[n] for one, n in table.vj.markers.items())

    def on_scoring(self, ask: Ask, table: Table) -> Json:
        """Answer with VJ's amounts in a scoring."""
        amounts = self.score(table, [1] if table.scoring == "2" else []).values()
        told = [one for one in amounts if one]
        return {"sum": "+".join(map(str, told)) if len(told) > 1 else sum(told)}

    def on_final(self, ask: Ask, table: Table) -> Json:
        """Answer with the amounts of the final scoring."""
        return {**self.score(table, SLOTS[1:]), "yours": self.yours.money}

    def score(self, table: Table, slots: Sequence[int]) -> dict[str, Json]:
        """Return VJ's amounts, and add yours to your money.

        Both sides score contracts, scoring cards and the majorities of these slots.
        """
        lab, vj = self.yours.lab, table.vj
        mine = sum(has_majority(table.slots[n].yours, table.slots[n].vjs) == "you" for n in slots)
        self.yours.money += self.yours.scored(mine)
        tiles = (lab.per_contract or 0) * len(vj.contracts) + (lab.majority or 0) * (len(slots) - mine)
        return {"tile": tiles, "cards": (lab.per_card or 0) * len(vj.specialists)}

    def on_tie(self, ask: Ask, table: Table) -> Json:
        """Answer with the winner of the tie-break."""
        return self.one_of(["you", "vj"], "tie")
