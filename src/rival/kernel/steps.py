"""Steps: the objects that a script yields. Scripts are generators; the answer to a question is sent back to them.

A script asks questions with ``yield from ask(...)`` and similar functions, and reports events with ``yield Do(...)``,
``yield Say(...)`` and ``yield Because(...)``. Every step holds the ids of the rules behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Literal, TypeAlias, TypeVar

from rival.kernel.answer_types import AnswerKind, AnswerType, Checklist, ChecklistItem, Die, Form, Json, Order
from rival.kernel.texts import Text, _
from rival.kernel.views import HighlightFactory, TapTargets, parse_tap_targets

T = TypeVar("T")

EntryKind: TypeAlias = Literal["because", "do", "say", "answer", "correct", "dice"]
"""The kind of a transcript entry."""
Answerer: TypeAlias = Literal["chance", "table", "player"]
"""The source of an answer: chance, the table (the player reads a fact off it), or the player (a choice)."""
NO_METADATA: Mapping[str, Json] = {}


class Because:
    """A reason for the next step, shown as one line of its explanation."""

    __slots__ = ("cites", "text")
    kind: ClassVar[EntryKind] = "because"

    def __init__(self, text: Text, *cites: str) -> None:
        self.text = text
        self.cites = cites


class Event(Because):
    """Something that happens in the game and is reported to the player.

    ``highlight`` returns the spots that the step touches and the pieces that move there; the function is called only
    when the highlight is displayed. ``is_covered_by_question`` is true if the previous question already described the
    step, so that the player who answered need not see the description again.
    """

    __slots__ = ("highlight", "is_covered_by_question")

    def __init__(
        self, text: Text, *cites: str, highlight: HighlightFactory | None = None, is_covered_by_question: bool = False
    ) -> None:
        self.text = text
        self.cites = cites
        self.highlight = highlight
        self.is_covered_by_question = is_covered_by_question


class Do(Event):
    """An instruction to move pieces on the table."""

    __slots__ = ()
    kind = "do"


class Say(Event):
    """Information for the player that needs no action."""

    __slots__ = ()
    kind = "say"


class Ask:
    """A question: the source and type of its answer, and the rules that require it.

    ``key`` is the question's name in the journal. ``label`` formats the answer for the history: a message with
    ``{answer}``, or a function of the answer. ``because`` explains why the question is asked, and ``reminders`` are
    shown with the question. ``extra_check`` raises BadAnswerError if the parts of an answer are valid but their
    combination is not. ``tap_targets`` are the views that show the options as spots, ``highlight`` is the subject of
    the question, and ``metadata`` describes the question for programs. A question with an ``objection`` is an
    assumption (see ``assume``). With ``is_drawn_by_program``, the program draws even if the player rolls the dice, as
    with cards that nobody shuffles at the table.
    """

    __slots__ = (
        "answer_type",
        "because",
        "cites",
        "extra_check",
        "highlight",
        "is_drawn_by_program",
        "key",
        "label",
        "metadata",
        "objection",
        "reminders",
        "tap_targets",
        "text",
        "who",
    )

    def __init__(
        self,
        who: Answerer,
        key: str,
        text: Text,
        answer_type: AnswerType,
        *cites: str,
        label: str | Callable[[Json], Text] = "",
        because: Sequence[Because] = (),
        reminders: Sequence[Because] = (),
        extra_check: Callable[[Any], None] | None = None,
        tap_targets: TapTargets = "",
        highlight: HighlightFactory | None = None,
        metadata: Mapping[str, Json] = NO_METADATA,
        objection: Text | None = None,
        is_drawn_by_program: bool = False,
    ) -> None:
        self.who = who
        self.key = key
        self.text = text
        self.answer_type = answer_type
        self.cites = cites
        self.label = label
        self.because = because
        self.reminders = reminders
        self.extra_check = extra_check
        self.tap_targets = parse_tap_targets(tap_targets)
        self.highlight = highlight
        self.metadata = metadata
        self.objection = objection
        self.is_drawn_by_program = is_drawn_by_program

    @property
    def kind(self) -> AnswerKind:
        """The kind of the answer."""
        return self.answer_type.kind

    @property
    def default_answer(self) -> Json:
        """The answer that is used without asking: an empty form, or the default."""
        return {} if isinstance(self.answer_type, Form) else getattr(self.answer_type, "default", None)

    def validate(self, value: Json) -> Any:
        """Return the value for the script; raise BadAnswerError if the answer is not valid."""
        checked = self.answer_type.validate(value)
        if self.extra_check is not None:
            self.extra_check(checked)
        return checked

    def format_line(self, value: Json) -> Text:
        """Return the answer as a history line."""
        if callable(self.label):
            return self.label(value)
        answer = self.answer_type.format_answer(value)
        if self.label:
            return _(self.label, answer=answer)
        return _("{question} {answer}", question=self.text, answer=answer)


Side: TypeAlias = Literal["opponent", "player", "rules"]
"""The side that acts: the opponent, the player, or the rules (a new round, a scoring)."""


@dataclass(frozen=True, slots=True)
class DieValue:
    """A die that was rolled: its number of sides, its face, and the name of the thing that it decides ("district")."""

    sides: int
    value: int
    label: Text | None = None


class Cause:
    """The reason for an act: dice that were rolled, or a text that names a card, points or a rule."""

    __slots__ = ("dice", "text")

    def __init__(self, text: Text, *dice: DieValue) -> None:
        self.text = text
        self.dice = dice


class Act:
    """A heading that starts a part of a turn. The steps up to the next heading belong to it.

    The title names the target, and ``cause`` is the die or card that led to it. ``step`` holds the act's number and the
    number of acts of this kind in the turn: (2, 3) is the second of three rolls. ``who`` is the side that acts. In a
    player's act, the program only records changes that the player reports, so undo leaves the pieces in place. An act
    with ``is_banner`` is an announcement, such as the last round, a scoring or a skipped turn. ``highlight`` returns
    the places of the act.

    Yield an act only where the script has no local state besides the table, and read the table afterwards, because a
    correction may replay the act from this point.
    """

    __slots__ = ("cause", "cites", "highlight", "is_banner", "step", "title", "who")

    def __init__(
        self,
        title: Text,
        *cites: str,
        who: Side = "opponent",
        cause: Cause | None = None,
        step: tuple[int, int] | None = None,
        is_banner: bool = False,
        highlight: HighlightFactory | None = None,
    ) -> None:
        self.title = title
        self.cites = cites
        self.who: Side = who
        self.cause = cause
        self.step = step
        self.is_banner = is_banner
        self.highlight = highlight

    @staticmethod
    def retitle(
        title: Text,
        *,
        cause: Cause | None = None,
        step: tuple[int, int] | None = None,
        is_banner: bool | None = None,
        highlight: HighlightFactory | None = None,
    ) -> ActUpdate:
        """Return a step that changes the title of the current act, for instance once a die has decided the target."""
        return ActUpdate(title=title, cause=cause, step=step, is_banner=is_banner, highlight=highlight)

    @staticmethod
    def conclude(result: Text) -> ActUpdate:
        """Return a step that sets the result of the current act: the change, its amount, and the new total."""
        return ActUpdate(result=result)

    @staticmethod
    def stay_idle(reason: Text) -> ActUpdate:
        """Return a step that says why nothing moves in the current act."""
        return ActUpdate(idle=reason)


class ActUpdate:
    """Changes to the current act; None leaves a value unchanged."""

    __slots__ = ("cause", "highlight", "idle", "is_banner", "result", "step", "title")

    def __init__(
        self,
        title: Text | None = None,
        result: Text | None = None,
        idle: Text | None = None,
        cause: Cause | None = None,
        step: tuple[int, int] | None = None,
        is_banner: bool | None = None,
        highlight: HighlightFactory | None = None,
    ) -> None:
        self.title = title
        self.result = result
        self.idle = idle
        self.cause = cause
        self.step = step
        self.is_banner = is_banner
        self.highlight = highlight


Step: TypeAlias = Because | Ask | Act | ActUpdate
Script: TypeAlias = Generator[Step, Any, T]


class TableChangedError(Exception):
    """Thrown into a script after the table was corrected, so that the script rebuilds the open question."""


S = TypeVar("S", Because, Ask)


def set_citations(step: S, cites: tuple[str, ...]) -> S:
    """Set the rules of a step and return the step. This is faster than a call with a starred argument."""
    step.cites = cites
    return step


def ask(build: Callable[[], Ask | None]) -> Script[Any]:
    """Ask the player a question; rebuild the question if the player corrects the table first.

    The script receives None if the corrected table makes the question unnecessary.
    """
    while (question := build()) is not None:
        try:
            return (yield question)
        except TableChangedError:
            continue
    return None


def assume(build: Callable[[], Ask]) -> Script[Any]:
    """Assume the default answer of a question without asking it.

    The next step offers ``objection``, the correction in case the assumption is wrong. Choosing the correction replays
    the game with that answer. With ``metadata={"along": True}``, the page shows the choices directly at the step.
    """
    return (yield build())


@lru_cache
def build_roll_question(
    stream: str, text: Text, sides: int, valid_faces: tuple[int, ...] | None, cites: tuple[str, ...], label: str
) -> Ask:
    """Return the question for a roll. The result is cached because the same rolls recur."""
    return set_citations(Ask("chance", stream, text, Die(sides, valid_faces), label=label), cites)


def roll(
    stream: str, text: Text, sides: int, *cites: str, valid_faces: Callable[[], Sequence[int]] | None = None, label: str
) -> Script[int]:
    """Roll a die. The program rolls one of the ``valid_faces``; a player may enter any face."""
    while True:
        try:
            faces = None if valid_faces is None else tuple(valid_faces())
            return (yield build_roll_question(stream, text, sides, faces, cites, label))  # type: ignore[no-any-return]
        except TableChangedError:
            continue


def shuffle(
    stream: str, text: Text, build_order: Callable[[], Order], *cites: str, label: str = ""
) -> Script[list[Any]]:
    """Shuffle the options of an order, or draw only the first few of them."""
    return (yield from ask(lambda: Ask("chance", stream, text, build_order(), *cites, label=label)))  # type: ignore[no-any-return]


def ask_checklist(
    key: str,
    text: Text,
    items: Callable[[], Sequence[ChecklistItem]],
    *cites: str,
    label: str = "",
    metadata: Mapping[str, Json] = NO_METADATA,
) -> Script[None]:
    """Ask the player to do a list of things at the table."""
    yield from ask(lambda: Ask("table", key, text, Checklist(items()), *cites, label=label, metadata=metadata))
