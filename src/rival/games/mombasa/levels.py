"""The levels of victory (MO-40), as pure functions.

>>> level(149), level(119), to_next(149)
('good', None, 1)
"""

from __future__ import annotations

from rival.kernel import _

LEVELS = {"fair": 120, "good": 135, "very_good": 150, "excellent": 165, "outstanding": 190, "amazing": 200}
LEVEL_WORDS = {
    "fair": _("a fair win"),
    "good": _("good"),
    "very_good": _("very good"),
    "excellent": _("excellent"),
    "outstanding": _("an outstanding win"),
    "amazing": _("amazing"),
}


def level(score: int) -> str | None:
    """Return the highest level that this score reaches (MO-40, MO-A25), or None below 120."""
    reached = [name for name, threshold in LEVELS.items() if score >= threshold]
    return reached[-1] if reached else None


def next_level(score: int) -> str | None:
    """Return the next level above this score, or None at the top."""
    return next((name for name, threshold in LEVELS.items() if score < threshold), None)


def to_next(score: int) -> int:
    """Return the points missing to the next level, or 0 at the top."""
    above = next_level(score)
    return LEVELS[above] - score if above else 0
