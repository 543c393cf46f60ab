"""Pure functions for the levels of victory (MO-40).

>>> find_level(149), find_level(119), count_points_to_next_level(149)
('good', None, 1)
"""

from __future__ import annotations

from rival.kernel import _

LEVEL_THRESHOLDS = {"fair": 120, "good": 135, "very_good": 150, "excellent": 165, "outstanding": 190, "amazing": 200}
LEVEL_LABELS = {
    "fair": _("a fair win"),
    "good": _("good"),
    "very_good": _("very good"),
    "excellent": _("excellent"),
    "outstanding": _("an outstanding win"),
    "amazing": _("amazing"),
}


def find_level(score: int) -> str | None:
    """Return the highest level reached with this score; None below 120 points (MO-40, MO-A25)."""
    reached_levels = [name for name, threshold in LEVEL_THRESHOLDS.items() if score >= threshold]
    return reached_levels[-1] if reached_levels else None


def find_next_level(score: int) -> str | None:
    """Return the next level above this score; None at the highest level."""
    return next((name for name, threshold in LEVEL_THRESHOLDS.items() if score < threshold), None)


def count_points_to_next_level(score: int) -> int:
    """Return the number of points missing to the next level; 0 at the highest level."""
    next_name = find_next_level(score)
    return LEVEL_THRESHOLDS[next_name] - score if next_name else 0
