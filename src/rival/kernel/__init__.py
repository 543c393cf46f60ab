"""The kernel: what scripts are written with and sessions are made of. Standard library only."""

from rival.kernel.chance import Chance
from rival.kernel.errors import BadAnswer, BadJournal, BadOption, BadPack, RivalError
from rival.kernel.journal import Journal
from rival.kernel.opponent import Opponent, Result, Sample, Setting, Tracked, opponent, opponents
from rival.kernel.question import Line, Question
from rival.kernel.repairs import GONE, Repair, repaired, snapshot
from rival.kernel.selection import Criterion, select
from rival.kernel.session import Entry, Session
from rival.kernel.shapes import (
    Checklist,
    Choice,
    Die,
    Drawing,
    Field,
    Form,
    Item,
    Json,
    Number,
    Option,
    Order,
    Several,
    Shape,
    Words,
    option,
)
from rival.kernel.steps import Ask, Because, Corrected, Do, Say, Script, ask, checklist, roll, shuffle
from rival.kernel.texts import N_, Catalogue, Joined, Name, Text
from rival.kernel.texts import Plural as n_  # noqa: N813
from rival.kernel.texts import Text as _
from rival.kernel.views import Cell, Facts, Grid, View, column_letter

__all__ = [
    "GONE",
    "N_",
    "Ask",
    "BadAnswer",
    "BadJournal",
    "BadOption",
    "BadPack",
    "Because",
    "Catalogue",
    "Cell",
    "Chance",
    "Checklist",
    "Choice",
    "Corrected",
    "Criterion",
    "Die",
    "Do",
    "Drawing",
    "Entry",
    "Facts",
    "Field",
    "Form",
    "Grid",
    "Item",
    "Joined",
    "Journal",
    "Json",
    "Line",
    "Name",
    "Number",
    "Opponent",
    "Option",
    "Order",
    "Question",
    "Repair",
    "Result",
    "RivalError",
    "Sample",
    "Say",
    "Script",
    "Session",
    "Setting",
    "Several",
    "Shape",
    "Text",
    "Tracked",
    "View",
    "Words",
    "_",
    "ask",
    "checklist",
    "column_letter",
    "n_",
    "opponent",
    "opponents",
    "option",
    "repaired",
    "roll",
    "select",
    "shuffle",
    "snapshot",
]
