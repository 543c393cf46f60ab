"""Rival runs the automated opponents of solo board games.

>>> import rival
>>> s = rival.Session.new("rolling-heights", seed=7)
>>> s.ask.who
'table'
"""

from __future__ import annotations

from rival.kernel import (
    BadAnswer,
    BadJournal,
    BadOption,
    BadPack,
    Journal,
    Json,
    Opponent,
    Question,
    Repair,
    Result,
    RivalError,
    Session,
    opponents,
    repaired,
    snapshot,
)
from rival.kernel.samples import demo, sample_pack

__version__ = "0.3.0"

__all__ = [
    "BadAnswer",
    "BadJournal",
    "BadOption",
    "BadPack",
    "Journal",
    "Json",
    "Opponent",
    "Question",
    "Repair",
    "Result",
    "RivalError",
    "Session",
    "demo",
    "opponents",
    "repaired",
    "sample_pack",
    "snapshot",
]
