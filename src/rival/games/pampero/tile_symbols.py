"""The market symbols of placed contracts and link tokens: questions about those that were not entered yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rival.games.pampero.lines import remember, tile_words
from rival.games.pampero.table import Table, Tile, Token, known_tile
from rival.kernel import N_, Ask, Decision, Field, Form, Name, Script, Several, Text, _, option


def know_symbols(table: Table, mind: Decision, candidates: Sequence[Any]) -> Script[list[Any]]:
    """Ask for unknown symbols of these contracts, or of all tiles in these sectors; return the updated candidates.

    If the game doesn't track contracts, they are entered every turn, so nothing is asked here.
    """
    if table.contracts is None:
        return list(candidates)
    unknown = [one for one in lying(table, candidates) if one.symbols is None]
    if unknown:
        names = tuple(one.name for one in unknown)
        answer = yield from mind.ask(("symbols of", names), lambda: symbols_question(table, unknown))
        for n, one in enumerate(unknown):
            keep_symbols(table, one, tuple(answer[f"s{n}"]))
    return [with_symbols(table, one) for one in candidates]


def lying(table: Table, candidates: Sequence[Any]) -> list[Tile | Token]:
    """Return the tracked tiles that are candidates or are placed in candidate sectors."""
    contracts, links = table.contracts or {}, table.links or {}
    names = [one.name for one in candidates if isinstance(one, Tile)]
    tiles = [known_tile(table, tile) for tile in contracts.values() if tile.name in names or tile.sector in candidates]
    return [*tiles, *(token for token in links.values() if token.sector in candidates)]


def with_symbols(table: Table, candidate: Any) -> Any:
    """Return the candidate with its current symbols."""
    if isinstance(candidate, Tile) and candidate.symbols is None and candidate.name in (table.contracts or {}):
        return replace(candidate, symbols=(table.contracts or {})[candidate.name].symbols)
    return candidate


def symbols_question(table: Table, unknown: Sequence[Tile | Token]) -> Ask:
    """Return the question about the symbols of these tiles."""
    markets = [option(name, Text(name)) for name in table.vj.markers]
    fields = [
        Field(f"s{n}", tile_or_token(one), Several(markets, most=2 if isinstance(one, Tile) else None), [])
        for n, one in enumerate(unknown)
    ]
    return Ask(
        "table",
        "symbols-there",
        _("Which market symbols do these tiles show? They were not entered before, but matter now."),
        Form(fields),
        "PA-80",
        "PA-89",
        label=N_("Market symbols: {answer}."),
        about={"names": [one.name for one in unknown]},
    )


def tile_or_token(one: Tile | Token) -> Text:
    """Return a tile or token as a label."""
    if isinstance(one, Tile):
        return _("contract {tile}", tile=tile_words(one))
    return _("link token {name}", name=Name(one.sector if one.name.startswith("#") else f"{one.name}, {one.sector}"))


def keep_symbols(table: Table, one: Tile | Token, symbols: tuple[str, ...]) -> None:
    """Store symbols for the rest of the game, and for a named tile in the owner's box as well."""
    kind = "contract" if isinstance(one, Tile) else "link_token"
    if isinstance(one, Tile) and table.contracts is not None and one.name in table.contracts:
        table.contracts[one.name] = replace(table.contracts[one.name], symbols=symbols)
    elif isinstance(one, Token) and table.links is not None and one.name in table.links:
        table.links[one.name] = replace(one, symbols=symbols)
    if symbols:
        remember(table, kind, replace(one, symbols=symbols), (("symbols", "symbols"),))
