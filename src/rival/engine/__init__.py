"""Every game of one person, as calls for a page, a terminal or another program; standard library only.

>>> from rival.engine import Engine
>>> Engine().begin("rolling-heights", seed=7).question.kind
'checklist'
"""

from rival.engine.engine import PATIENCE, Engine, catalogue
from rival.engine.places import Access
from rival.engine.refusals import Busy, NotKept, NotThere, Overtaken, Stale, no_deleted_game, no_game
from rival.engine.shelves import Endings, JournalInMemory, KeptJournal, Listed, Shelf, ShelfInMemory

__all__ = [
    "PATIENCE",
    "Access",
    "Busy",
    "Endings",
    "Engine",
    "JournalInMemory",
    "KeptJournal",
    "Listed",
    "NotKept",
    "NotThere",
    "Overtaken",
    "Shelf",
    "ShelfInMemory",
    "Stale",
    "catalogue",
    "no_deleted_game",
    "no_game",
]
