"""The market symbols of placed contracts and link tokens: questions about the symbols not yet entered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rival.games.pampero.table import MapToken, Table, Tile, complete_tile
from rival.games.pampero.tile_text import describe_tile, store_tile_details
from rival.kernel import N_, Ask, Decision, Field, Form, MultiChoice, Name, Script, Text, _, make_option


def ask_unknown_symbols(table: Table, decision: Decision, candidates: Sequence[Any]) -> Script[list[Any]]:
    """Ask for the unknown symbols of these contracts, or of the tiles in these sectors.

    If the game doesn't track contracts, the player enters the contracts every turn. In that case, ask nothing here.
    """
    if table.contracts is None:
        return list(candidates)
    unknown_tiles = [tile for tile in list_placed_tiles(table, candidates) if tile.symbols is None]
    if unknown_tiles:
        names = tuple(tile.name for tile in unknown_tiles)
        answer = yield from decision.ask(("symbols of", names), lambda: build_symbols_question(table, unknown_tiles))
        for n, tile in enumerate(unknown_tiles):
            store_symbols(table, tile, tuple(answer[f"s{n}"]))
    return [refresh_symbols(table, tile) for tile in candidates]


def list_placed_tiles(table: Table, candidates: Sequence[Any]) -> list[Tile | MapToken]:
    """Return the tiles on the map that are candidates or lie in a candidate sector."""
    contracts, links = table.contracts or {}, table.links or {}
    names = [candidate.name for candidate in candidates if isinstance(candidate, Tile)]
    tiles = [
        complete_tile(table, tile) for tile in contracts.values() if tile.name in names or tile.sector in candidates
    ]
    return [*tiles, *(token for token in links.values() if token.sector in candidates)]


def refresh_symbols(table: Table, candidate: Any) -> Any:
    """Return the candidate with its currently known symbols."""
    if isinstance(candidate, Tile) and candidate.symbols is None and candidate.name in (table.contracts or {}):
        return replace(candidate, symbols=(table.contracts or {})[candidate.name].symbols)
    return candidate


def build_symbols_question(table: Table, unknown_tiles: Sequence[Tile | MapToken]) -> Ask:
    """Return the question about the symbols of these tiles."""
    markets = [make_option(name, Text(name)) for name in table.vj.markers]
    fields = [
        Field(
            f"s{n}",
            describe_tile_or_token(tile),
            MultiChoice(markets, maximum=2 if isinstance(tile, Tile) else None),
            [],
        )
        for n, tile in enumerate(unknown_tiles)
    ]
    return Ask(
        "table",
        "symbols-there",
        _("Which market symbols do these tiles show? They were not entered before, but matter now."),
        Form(fields),
        "PA-80",
        "PA-89",
        label=N_("Market symbols: {answer}."),
        metadata={"names": [tile.name for tile in unknown_tiles]},
    )


def describe_tile_or_token(tile: Tile | MapToken) -> Text:
    """Return the label of a tile or token."""
    if isinstance(tile, Tile):
        return _("contract {tile}", tile=describe_tile(tile))
    return _(
        "link token {name}", name=Name(tile.sector if tile.name.startswith("#") else f"{tile.name}, {tile.sector}")
    )


def store_symbols(table: Table, tile: Tile | MapToken, symbols: tuple[str, ...]) -> None:
    """Store a tile's symbols for this game, and also in the owner's pack if the tile has a name."""
    kind = "contract" if isinstance(tile, Tile) else "link_token"
    if isinstance(tile, Tile) and table.contracts is not None and tile.name in table.contracts:
        table.contracts[tile.name] = replace(table.contracts[tile.name], symbols=symbols)
    elif isinstance(tile, MapToken) and table.links is not None and tile.name in table.links:
        table.links[tile.name] = replace(tile, symbols=symbols)
    if symbols:
        store_tile_details(table, kind, replace(tile, symbols=symbols), (("symbols", "symbols"),))
