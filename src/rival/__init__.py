"""Rival runs the automated opponents of solo board games.

>>> import rival
>>> s = rival.Session.new("rolling-heights", seed=7)
>>> s.ask.who
'table'
"""

from __future__ import annotations

from rival.kernel import (
    BadAnswerError,
    BadJournalError,
    BadOptionError,
    BadPackError,
    Journal,
    Json,
    Opponent,
    Question,
    Result,
    RivalError,
    Session,
    UndoInstruction,
    apply_instructions,
    load_opponents,
    take_snapshot,
)
from rival.kernel.samples import make_sample_pack, play_demo

__version__ = "0.3.0"

__all__ = [
    "BadAnswerError",
    "BadJournalError",
    "BadOptionError",
    "BadPackError",
    "Journal",
    "Json",
    "Opponent",
    "Question",
    "Result",
    "RivalError",
    "Session",
    "UndoInstruction",
    "apply_instructions",
    "load_opponents",
    "make_sample_pack",
    "play_demo",
    "take_snapshot",
]
