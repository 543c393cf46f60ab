"""Every game of one person, behind the calls that a page, a terminal or another program makes; standard library alone.

>>> from rival.engine import Engine
>>> Engine().begin("rolling-heights", seed=7).question.kind
'checklist'
"""

from rival.engine.engine import PATIENCE, Engine, catalogue
from rival.engine.refusals import Busy, NotThere, Overtaken, Stale, no_deleted_game, no_game
from rival.engine.shelves import JournalInMemory, KeptJournal, Listed, Shelf, ShelfInMemory

__all__ = [
    "PATIENCE",
    "Busy",
    "Engine",
    "JournalInMemory",
    "KeptJournal",
    "Listed",
    "NotThere",
    "Overtaken",
    "Shelf",
    "ShelfInMemory",
    "Stale",
    "catalogue",
    "no_deleted_game",
    "no_game",
]
