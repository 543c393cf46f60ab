"""Move around on the page."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from rival import Session
from tests.support.page import play_sample_until, store_game

MAYOR = "rolling-heights"


def store_game_in_progress(
    page: Page, address: str, lang: str, until: str = "your-turn", seed: int = 7
) -> tuple[str, Session]:
    """Store a game of the Mayor in its fifth round; return its id and the session."""
    whole = play_sample_until(MAYOR, lambda ask: False, lang=lang, seed=seed).journal.format_text()
    session = Session.load(whole)
    session.seek(next(n for n in range(session.position) if session.replay_to(n).table.round >= 5))
    while session.open_ask is not None and session.open_ask.key != until:
        session.redo()
    return store_game(page, address, session.branch(session.position)), session


def find_position(session: Session, key: str, told: str = "") -> int:
    """Return the last position at which this question was answered with a value that contains ``told``."""
    line = enumerate(session.journal.active_entries)
    return max(n for n, (_kind, name, value) in line if name == key and (not told or told in value))


def load_stored_state(page: Page, address: str, id: str) -> dict[str, Any]:
    return dict(page.request.get(f"{address}api/games/{id}").json())
