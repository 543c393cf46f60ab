"""The market symbols of counted contracts and link tokens that were left out: asked once, when they matter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rival.games.pampero.lines import remember, tile_words
from rival.games.pampero.table import Table, Tile, Token, known_tile
from rival.kernel import N_, Ask, Decision, Field, Form, Name, Script, Several, Text, _, option


def know_symbols(table: Table, mind: Decision, candidates: Sequence[Any]) -> Script[list[Any]]:
    """Ask for the symbols that nobody told, of contracts, or of all that lies in sectors; return the candidates anew.

    Contracts that nobody counts are told again in every turn, so nothing is asked about them here.
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
    """The counted tiles that candidates are, or that lie in them."""
    contracts, links = table.contracts or {}, table.links or {}
    names = [one.name for one in candidates if isinstance(one, Tile)]
    tiles = [known_tile(table, tile) for tile in contracts.values() if tile.name in names or tile.sector in candidates]
    return [*tiles, *(token for token in links.values() if token.sector in candidates)]


def with_symbols(table: Table, candidate: Any) -> Any:
    if isinstance(candidate, Tile) and candidate.symbols is None and candidate.name in (table.contracts or {}):
        return replace(candidate, symbols=(table.contracts or {})[candidate.name].symbols)
    return candidate


def symbols_question(table: Table, unknown: Sequence[Tile | Token]) -> Ask:
    markets = [option(name, Text(name)) for name in table.vj.markers]
    fields = [
        Field(f"s{n}", tile_or_token(one), Several(markets, most=2 if isinstance(one, Tile) else None), [])
        for n, one in enumerate(unknown)
    ]
    return Ask(
        "table",
        "symbols-there",
        _("Which market symbols do these show? They were left out, and matter now."),
        Form(fields),
        "PA-80",
        "PA-89",
        label=N_("Market symbols: {answer}."),
        about={"names": [one.name for one in unknown]},
    )


def tile_or_token(one: Tile | Token) -> Text:
    if isinstance(one, Tile):
        return _("contract {tile}", tile=tile_words(one))
    return _("link token {name}", name=Name(one.sector if one.name.startswith("#") else f"{one.name}, {one.sector}"))


def keep_symbols(table: Table, one: Tile | Token, symbols: tuple[str, ...]) -> None:
    """Remember symbols for the rest of the game; those of a tile with a name go into the box."""
    kind = "contract" if isinstance(one, Tile) else "link_token"
    if isinstance(one, Tile) and table.contracts is not None and one.name in table.contracts:
        table.contracts[one.name] = replace(table.contracts[one.name], symbols=symbols)
    elif isinstance(one, Token) and table.links is not None and one.name in table.links:
        table.links[one.name] = replace(one, symbols=symbols)
    if symbols:
        remember(table, kind, replace(one, symbols=symbols), (("symbols", "symbols"),))
