"""Results of finished games as rows."""

from __future__ import annotations

from typing import Any

from rival.engine.responses import is_sample_game
from rival.kernel import Session
from rival.kernel.journal import is_storable


def build_result_row(session: Session, id: str, ended_at: int) -> dict[str, Any] | None:
    """Return the row of a finished game; None for a game in progress."""
    result = session.result
    if result is None:
        return None
    if not is_storable(dict(result.scores)):
        raise ValueError("a score is out of range")
    return {
        "game": id,
        "opponent": session.opponent.id,
        "rules": session.journal.header["rules"],
        "options": dict(session.options),
        "scores": dict(result.scores),
        "winner": result.winner,
        "level": result.level,
        "answers": session.position,
        "sample": is_sample_game(session),
        "ended": ended_at,
    }
