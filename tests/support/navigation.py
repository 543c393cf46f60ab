"""Move around on the page."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from rival import Session
from tests.support.page import load_game, played

MAYOR = "rolling-heights"


def some_turns(page: Page, address: str, lang: str, until: str = "your-turn", seed: int = 7) -> tuple[str, Session]:
    """Store a game of the Mayor in its fifth round; return its id and the session."""
    whole = played(MAYOR, lambda ask: False, lang=lang, seed=seed).journal.dumps()
    session = Session.load(whole)
    session.rewind(next(n for n in range(session.at) if session.past(n).table.round >= 5))
    while session.open is not None and session.open.key != until:
        session.redo()
    return load_game(page, address, session.branch(session.at)), session


def place_of(session: Session, key: str, told: str = "") -> int:
    """Return the last position at which this was asked and the answer contained ``told``."""
    line = enumerate(session.journal.line)
    return max(n for n, (_kind, name, value) in line if name == key and (not told or told in value))


def kept(page: Page, address: str, id: str) -> dict[str, Any]:
    return dict(page.request.get(f"{address}api/games/{id}").json())
