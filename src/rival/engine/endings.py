"""The result of a finished game, as a row."""

from __future__ import annotations

from typing import Any

from rival.engine.states import is_sample
from rival.kernel import Session
from rival.kernel.journal import writable


def record_of(session: Session, id: str, played: int) -> dict[str, Any] | None:
    """Return the row of a finished game; None for a game in progress."""
    result = session.result
    if result is None:
        return None
    if not writable(dict(result.scores)):
        raise ValueError("a score is out of range")
    return {
        "game": id,
        "opponent": session.opponent.id,
        "rules": session.journal.header["rules"],
        "options": dict(session.options),
        "scores": dict(result.scores),
        "winner": result.winner,
        "level": result.level,
        "answers": session.at,
        "sample": is_sample(session),
        "ended": played,
    }
