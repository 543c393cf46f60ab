"""A made-up table of Pampero with a simple player. A sample, nothing official.

The table keeps a whole copy of everything (`world`), so that it can answer whatever is asked, however much or
little the game itself counts. What it decides depends on the seed and the turn, never on what was asked before.
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
"""What the made-up cards and tiles say in words of their own: unlike an owner's, these have translations."""

POLICIES = ("sensible", "random")
SKIP_FROM, SKIP_WITHIN = 10, 16
"""The sensible player has VJ skip in one of so many turns, perhaps one that never comes."""


@cache
def full_pack() -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / "pack.toml").read_text(encoding="utf-8"))


def pack() -> Json:
    """What goes into a journal's header: the made-up cards and boards, a copy for each game."""
    return deepcopy(full_pack())


def blank_pack() -> Json:
    """A sample pack that knows nothing at all: everything is asked."""
    return {"schema": 1, "game": "pampero", "sample": True}


HIS_CHOICES = {"farm-sector", "tower-sector", "contract", "foreign-card", "specialist", "place"}
"""What the player decides for VJ where the rules leave it open: one of the choices, at random."""


class SampleTable:
    """Cards, boards and the player's side of a made-up table; every piece is accounted for."""

    def __init__(
        self,
        seed: int,
        options: Mapping[str, Json],
        topics: Sequence[str] | None = None,
        pack: Json = None,
        policy: str = "sensible",
    ) -> None:
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
        return self.chance.below(n, "/".join(("sample", *about)), self.turn)

    def one_of(self, ids: Sequence[str], about: str) -> str:
        ordered = sorted(ids)
        return ordered[self.below(len(ordered), about, *ordered)]

    def shuffled(self, ids: Sequence[str], about: str) -> list[str]:
        return self.chance.shuffled(sorted(ids), f"sample/{about}", 0)

    # --- the start -------------------------------------------------------------------------------------

    def lay_out(self) -> None:
        """Everything in its place before the first turn."""
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
        tile = pile.pop()
        assert self.world.contracts is not None
        self.world.contracts[tile.name] = tile
        return tile

    def turn_up(self) -> str | None:
        if not self.deck or self.world.specialists is None:
            return None
        id = self.deck.pop()
        entry = self.world.entry("specialist", id)
        self.world.specialists[id] = Scorer(id, entry.scoring_tile, entry.symbols)
        return id

    def count(self, sector: str, field: str, by: int) -> None:
        yours = self.world.sectors[sector].yours
        assert yours is not None
        setattr(yours, field, getattr(yours, field) + by)

    # --- keeping up with VJ ----------------------------------------------------------------------------

    def follow(self, table: Table) -> None:
        """What VJ has done since the last question is done on this table too."""
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
        """His buildings; where the game does not count the sites, they stand on those of their own kind first."""
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
        """One of the tokens, whether it is asked for or found missing when the next turn has begun."""
        ordered = sorted(ids)
        return ordered[self.chance.below(len(ordered), "/".join(("sample/link-token", *ordered)), self.vjs_links)]

    def on_link_token(self, ask: Ask, table: Table) -> Json:
        return self.link_chosen(self.ids(ask))

    def link_choice(self, links: Mapping[str, Token]) -> list[str]:
        here = [name for name, token in links.items() if token.sector == self.built_in]
        return here if here and self.world.options.link_token == "built_sector" else list(links)

    def foreign_gone(self, id: str) -> None:
        sector = self.world.foreign.pop(id, None)
        if sector is not None and self.foreign_deck:
            new = self.foreign_deck.pop()
            self.world.foreign[new] = sector
            self.your_news("foreign", tile_phrase(self.foreign(new)))

    def foreign(self, id: str) -> Tile:
        return foreign_card(self.world, id)

    def your_news(self, field: str, words: str | None) -> None:
        """Something new on the table that you tell with your next turn."""
        if words is not None:
            self.news.setdefault(field, []).append(words)

    # --- answers ---------------------------------------------------------------------------------------

    def answer(self, ask: Ask, table: Table) -> Json:
        """What this table shows, or what its player decides."""
        self.follow(table)
        if ask.key in HIS_CHOICES:
            return self.one_of(self.ids(ask), ask.key)
        answer: Json = getattr(self, reply_to(ask.key))(ask, table)
        return answer

    def on_set_up(self, ask: Ask, table: Table) -> Json:
        return True

    def on_cards(self, ask: Ask, table: Table) -> Json:
        majorities = [self.world.card_called(id).majority for id in self.cards]
        return {f"slot{n}": [write_part(one)] for n, one in enumerate(majorities, 1)}

    def on_topics(self, ask: Ask, table: Table) -> Json:
        """All, where the boards are known; else what this owner likes to count, unless it was said."""
        if self.topics is not None or table.pack.grid_columns:
            return list(TOPICS if self.topics is None else self.topics)
        return [one for one in TOPICS if self.chance.below(2, f"sample/topic/{one}", 0)]

    def on_start(self, ask: Ask, table: Table) -> Json:
        found: dict[str, Json] = {**self.starts, "bulldozer": f"{self.starts['bulldozer']}-farm", "money": 20}
        found |= {f"tile{one}": tile for one, tile in self.world.scoring_tiles.items()}
        found |= {"parked": "yes" if self.world.pack.pieces.parked_count else "no", **self.majorities(table)}
        return self.fitting(ask, found)

    def fitting(self, ask: Ask, found: Mapping[str, Json]) -> dict[str, Json]:
        """Of all that could be told, what the form has room for."""
        asked = ask.shape.shapes  # type: ignore[attr-defined]
        return {name: value for name, value in found.items() if name in asked}

    def majorities(self, table: Table) -> dict[str, Json]:
        found: dict[str, Json] = {}
        for n in table.slots:
            found[f"you{n}"], found[f"vj{n}"] = counted(self, self.majority_of[n - 1], table)
        return found

    def on_income_start(self, ask: Ask, table: Table) -> Json:
        return {}

    def on_markers_now(self, ask: Ask, table: Table) -> Json:
        return self.fitting(ask, self.majorities(table))

    def on_sites(self, ask: Ask, table: Table) -> Json:
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
        return [
            " ".join(["T"] * (one.towers or 0) + ["o"] * len(one.places or ())) for one in self.world.pack.grid_columns
        ]

    def on_map_contracts(self, ask: Ask, table: Table) -> Json:
        return [tile_phrase(tile) for tile in (self.world.contracts or {}).values()]

    def on_map_links(self, ask: Ask, table: Table) -> Json:
        return [token_phrase(token) for token in (self.world.links or {}).values()]

    def on_map_foreign(self, ask: Ask, table: Table) -> Json:
        return [tile_phrase(self.foreign(id)) for id in self.world.foreign]

    def on_bonus_tiles(self, ask: Ask, table: Table) -> Json:
        return {name: list(column.tiles) for name, column in self.world.bonus.items()}

    def on_bonus_board(self, ask: Ask, table: Table) -> Json:
        found: dict[str, list[str]] = {}
        for column in self.world.bonus.values():
            found.setdefault(column.zone, []).append(" ".join([*column.tiles, *column.printed]))
        return found

    def on_face_up_now(self, ask: Ask, table: Table) -> Json:
        return [scorer_phrase(card) for card in (self.world.specialists or {}).values()]

    def on_face_up(self, ask: Ask, table: Table) -> Json:
        self.news.pop("came", None)
        return [self.read_off(card) for card in (self.world.specialists or {}).values()]

    def on_turned_up(self, ask: Ask, table: Table) -> Json:
        came = self.news.pop("came", [])[-ask.shape.most :]  # type: ignore[attr-defined]
        if table.specialists is not None:
            return came
        cards = [(self.world.specialists or {})[name] for name in came]
        return [self.read_off(card) for card in cards]

    def read_off(self, card: Scorer) -> str:
        """Whoever does not count the scoring tiles says whether a card fits the next one."""
        return scorer_phrase(replace(card, tile="@" if fits(self.world, card) else None))

    # --- parts of cards --------------------------------------------------------------------------------

    def on_card_part(self, ask: Ask, table: Table) -> Json:
        return self.printed(ask.about["slot"], ask.about["path"])

    def on_card_section(self, ask: Ask, table: Table) -> Json:
        card = self.world.card_called(self.cards[ask.about["slot"] - 1])
        paths = {field: path for field, path in ask.about["paths"].items() if has_part(card, path)}
        return {field: self.printed(ask.about["slot"], path) for field, path in paths.items()}

    def printed(self, slot: int, path: str) -> Json:
        words = write_part(part(self.world.card_called(self.cards[slot - 1]), path))
        if isinstance(words, int):
            return words
        return [one.removeprefix("then ") for one in (words if isinstance(words, list) else [words])]

    def on_which_section(self, ask: Ask, table: Table) -> Json:
        slot = next(n for n, one in table.slots.items() if one.card == ask.about["card"])
        kind = {one.__name__: one for one in (BuildFarm, BuildTower, FulfilContract)}[ask.about["kind"]]
        found = sections_of_kind(self.world.card_called(self.cards[slot - 1]), kind)
        return int(found[0][-1]) if found else 0

    def on_board_part(self, ask: Ask, table: Table) -> Json:
        known = self.world.pack
        match ask.about["path"].split(", "):
            case ["grid", "markets"]:
                return list(known.grid.markets or ())
            case ["pieces", what]:
                return getattr(known.pieces, what)
            case [entry, what]:
                return getattr(self.world.entry(*entry.split(" ")), what)

    def on_pieces(self, ask: Ask, table: Table) -> Json:
        whole = self.world.pack.pieces
        return self.fitting(ask, {"farms": whole.farms, "towers": whole.towers})

    def on_income_tracks(self, ask: Ask, table: Table) -> Json:
        found: dict[str, Json] = {"order": list(self.world.pack.grid.markets or ())}
        for market in self.world.pack.markets:
            found[f"track-{market.id}"] = " ".join(map(str, market.money or ()))
        return self.fitting(ask, found)

    # --- facts -----------------------------------------------------------------------------------------

    def on_fact(self, ask: Ask, table: Table) -> Json:
        about = ask.about["fact"]
        if about == "blocked":
            grid = (self.world.grid or {}).values()
            return "no" if any(one.open and one.transformers and one.free for one in grid) else "yes"
        if about == "contract there":
            lying = (self.world.contracts or {}).values()
            return "yes" if any(tile.sector in table.vj_towers for tile in lying) else "no"
        return "yes" if self.whim(about[1], str(self.turn)) % 2 else "no"

    def whim(self, *about: str) -> int:
        """What a made-up icon means: anything, but always the same for the same things."""
        return self.chance.below(1000, "/".join(("sample/icon", *about)), 0)

    def on_site(self, ask: Ask, table: Table) -> Json:
        """A site of its own kind before one for either: so it is too where nobody counts them."""
        return self.ids(ask)[0]

    def on_skip_last(self, ask: Ask, table: Table) -> Json:
        return "now"

    def on_free_sites(self, ask: Ask, table: Table) -> Json:
        return [id for id in self.ids(ask) if (free_sites(self.world, ask.about["kind"], id) or 0) > 0]

    def ids(self, ask: Ask) -> list[str]:
        return [one.id for one in ask.shape.options]  # type: ignore[attr-defined]

    def on_contracts_there(self, ask: Ask, table: Table) -> Json:
        tiles = (self.world.contracts or {}).values()
        return [tile_phrase(tile) for tile in tiles if tile.sector in ask.about["sectors"]]

    def on_foreign_cards_there(self, ask: Ask, table: Table) -> Json:
        cards = [id for id, sector in self.world.foreign.items() if sector in ask.about["sectors"]]
        return [tile_phrase(self.foreign(id)) for id in cards]

    def on_compare(self, ask: Ask, table: Table) -> Json:
        """The best by what this table knows; a made-up icon is compared by a whim."""
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
        zone, line, words = ask.about["zone"], ask.about["line"], ask.about["icon"]
        columns = [name for name, column in self.world.bonus.items() if column.zone == zone]
        return [id for id in self.ids(ask) if self.shows(str(id), line, words, columns)]

    def shows(self, name: str, line: str, words: str, columns: Sequence[str]) -> bool:
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
        """Every line of the form; what is in the column that decides comes next."""
        columns = self.columns_in(ask.about["zone"])
        if not any(self.world.bonus[name].tiles or self.world.bonus[name].printed for name in columns):
            return "empty"
        lines = {**ask.about["sought"], "most": ["most", ""]}
        return {
            field: [str(n) for n, name in enumerate(columns, start=1) if self.shows(name, line, icon, columns)]
            for field, (line, icon) in lines.items()
        }

    def on_bonus_column(self, ask: Ask, table: Table) -> Json:
        taken = self.world.bonus[self.columns_in(ask.about["zone"])[int(ask.about["column"]) - 1]]
        if not taken.tiles and not taken.printed:
            return "empty"
        return {"tiles": list(taken.tiles), "printed": list(taken.printed)}

    def columns_in(self, zone: str) -> list[str]:
        return [name for name, column in self.world.bonus.items() if column.zone == zone]

    def on_uncovered(self, ask: Ask, table: Table) -> Json:
        asked = ask.shape.shapes  # type: ignore[attr-defined]
        return {name: self.world.bonus[name].printed[len(table.bonus[name].printed) :] for name in asked}

    def on_tile_symbols(self, ask: Ask, table: Table) -> Json:
        return {name: list(symbols(self.world, name[1:])) for name in ask.shape.shapes}  # type: ignore[attr-defined]

    def on_tile_effects(self, ask: Ask, table: Table) -> Json:
        report: dict[str, Json] = {}
        for tile in ask.about["tiles"]:
            known = self.world.entry("bonus_tile", tile)
            report |= {f"effect{tile}": known.effect, f"gains{tile}": [write_icon(one) for one in known.gains or ()]}
            report |= {f"words{tile}": known.words} if known.words else {}
            report |= {f"when{tile}": known.when} if known.when else {}
        return report

    # --- contracts and cards ---------------------------------------------------------------------------

    def on_contract_gives(self, ask: Ask, table: Table) -> Json:
        known = self.world.entry("contract", ask.about["name"])
        return {"gains": [write_icon(one) for one in known.gains or ()], "income": list(known.income or ())}

    def on_sale_gives(self, ask: Ask, table: Table) -> Json:
        return [write_icon(one) for one in self.world.entry("foreign_card", ask.about["name"]).gains or ()]

    def on_chain(self, ask: Ask, table: Table) -> Json:
        filled = {p for column in (self.world.grid or {}).values() for p, tile in column.places.items() if tile}
        pairs = [link.between or () for link in self.world.pack.link_places]
        return sum(self.place in pair and set(pair) <= filled for pair in pairs)

    def on_links(self, ask: Ask, table: Table) -> Json:
        pairs = ["-".join(link.between or ()) for link in self.world.pack.link_places]
        return [id for id in self.ids(ask) if id in pairs]

    def on_symbols_there(self, ask: Ask, table: Table) -> Json:
        lying: dict[str, Any] = {**(self.world.contracts or {}), **(self.world.links or {})}
        return {f"s{n}": list(lying[name].symbols or ()) for n, name in enumerate(ask.about["names"])}

    def on_which_cards(self, ask: Ask, table: Table) -> Json:
        cards = [one.value for one in ask.shape.options]  # type: ignore[attr-defined]
        about = ask.about["about"]
        known = [(self.world.specialists or {})[card.name] for card in cards]
        counts = [
            (fits(self.world, card) or 0) if about == "fits" else (card.symbols or ()).count(about) for card in known
        ]
        most = max(counts, default=0)
        return [card.name for card, n in zip(cards, counts, strict=True) if n and (about == "fits" or n == most)]

    def on_your_marker(self, ask: Ask, table: Table) -> Json:
        markers = self.world.your_markers or {}
        return edge_marker([(market, markers[market]) for market in self.world.pack.grid.markets or ()])

    # --- what the player decides -----------------------------------------------------------------------

    def on_your_turn(self, ask: Ask, table: Table) -> Json:
        """One choice after the other until they make up a turn."""
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
        """Take a choice of your turn; when the turn is whole, all that has changed on the table."""
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
        if "pieces" in table.topics:  # known from the pieces
            report = {field: words for field, words in report.items() if field not in ("used", "removed")}
        return self.fitting(ask, report)

    def length(self, table: Table) -> int:
        """The turn with which the next scoring comes."""
        turns = self.yours.lab.turns or (1, 2, 3)
        return turns[("1", "2", "final").index(table.scoring)]

    # --- the player's side as a small game -------------------------------------------------------------

    def moves(self, ask: Ask, table: Table) -> list[Move]:
        """The choices of your turn, and what VJ's rules leave to you."""
        if ask.who != "player" or ask.key == "topics":
            return []
        self.follow(table)
        if ask.key != "your-turn":
            return [Move(str(one.id), one.label) for one in ask.shape.options]  # type: ignore[attr-defined]
        return [Move(id, self.yours.words(id)) for id in self.yours.choices(table)]

    def play(self, move: str, ask: Ask, table: Table) -> Json | None:
        self.follow(table)
        return self.chose(move, ask, table) if ask.key == "your-turn" else move

    def observe(self, ask: Ask | None, table: Table) -> Mapping[str, int]:
        self.follow(table)
        return self.yours.observe(table, asked=ask is not None and ask.key == "your-turn")

    def prompt(self, ask: Ask, table: Table) -> Text:
        return self.yours.prompt if ask.key == "your-turn" else ask.text

    def picture(self, ask: Ask, table: Table) -> View | None:
        """The sectors where you can build, and what it costs you there."""
        ids = [move.id for move in self.moves(ask, table)] if ask.key == "your-turn" else []
        if not ids or not all(id in table.sectors for id in ids):
            return None
        return with_notes(table, {id: self.yours.fee_words(id) for id in ids})

    def problems(self, table: Table) -> Iterator[str]:
        """What is not accounted for between two turns."""
        self.follow(table)
        yield from lost_pieces(self, table)
        yield from self.yours.problems()

    # --- scorings --------------------------------------------------------------------------------------

    def on_vj_income(self, ask: Ask, table: Table) -> Json:
        return sum((self.world.entry("market", one).money or ())[n] for one, n in table.vj.markers.items())

    def on_scoring(self, ask: Ask, table: Table) -> Json:
        amounts = self.score(table, [1] if table.scoring == "2" else []).values()
        told = [one for one in amounts if one]
        return {"sum": "+".join(map(str, told)) if len(told) > 1 else sum(told)}

    def on_final(self, ask: Ask, table: Table) -> Json:
        return {**self.score(table, SLOTS[1:]), "yours": self.yours.money}

    def score(self, table: Table, slots: Sequence[int]) -> dict[str, Json]:
        """Both sides by the same made-up tiles: contracts, scoring cards, and the majorities that count now."""
        lab, vj = self.yours.lab, table.vj
        mine = sum(has_majority(table.slots[n].yours, table.slots[n].vjs) == "you" for n in slots)
        self.yours.money += self.yours.scored(mine)
        tiles = (lab.per_contract or 0) * len(vj.contracts) + (lab.majority or 0) * (len(slots) - mine)
        return {"tile": tiles, "cards": (lab.per_card or 0) * len(vj.specialists)}

    def on_tie(self, ask: Ask, table: Table) -> Json:
        return self.one_of(["you", "vj"], "tie")
