"""Steps: the objects that a script yields. Scripts are generators; the answer to a question is sent back to them.

A script asks with ``yield from ask(...)`` and similar functions, and reports with ``yield Do(...)``, ``yield Say(...)``
and ``yield Because(...)``. Every step has the ids of the rules behind it.
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
"""The kind of an entry of the transcript."""
Answerer: TypeAlias = Literal["chance", "table", "player"]
"""Who answers a question: chance, the table (a fact that the player reads off it), or the player (a choice)."""
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

    ``highlight`` returns the spots that the step touches and the pieces that move there; it is called only when
    somebody looks. ``is_covered_by_question`` is true if the question answered just before already described the step,
    so the person who answered need not see it again.
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
    """A question: who answers it, the type of the answer, and the rules that require it.

    ``key`` is the question's name in the journal. ``label`` formats the answer for the history: a message with
    ``{answer}``, or a function of the answer. ``because`` explains why the question is asked, ``reminders`` are shown
    with it, and ``extra_check`` raises BadAnswerError for an answer that only fails as a whole. ``tap_targets`` are the
    views where its options are spots, ``highlight`` is what it is about, and ``metadata`` describes it for programs. A
    question with an ``objection`` is an assumption (see ``assume``). With ``is_drawn_by_program`` the program draws
    even if the player rolls the dice: for cards that nobody at the table shuffles.
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
        """Return the value for the script; raise BadAnswerError if the answer does not fit."""
        checked = self.answer_type.validate(value)
        if self.extra_check is not None:
            self.extra_check(checked)
        return checked

    def format_line(self, value: Json) -> Text:
        """Return the answer as a line of the history."""
        if callable(self.label):
            return self.label(value)
        answer = self.answer_type.format_answer(value)
        if self.label:
            return _(self.label, answer=answer)
        return _("{question} {answer}", question=self.text, answer=answer)


Side: TypeAlias = Literal["opponent", "player", "rules"]
"""Whose act it is: the opponent's, the player's, or that of the rules (a new round, a scoring)."""


@dataclass(frozen=True, slots=True)
class DieValue:
    """A die that was rolled: its number of sides, the face it shows, and what it decides ("district")."""

    sides: int
    value: int
    label: Text | None = None


class Cause:
    """The reason why an act happens: the dice that were rolled, or a card, points or a rule in words."""

    __slots__ = ("dice", "text")

    def __init__(self, text: Text, *dice: DieValue) -> None:
        self.text = text
        self.dice = dice


class Act:
    """A heading that starts a part of a turn. The steps up to the next heading belong to it.

    The title names the target, ``cause`` the die or card that led to it. ``step`` is its number and the number of acts
    of this kind in the turn: (2, 3) for the second of three rolls. ``who`` is the side that acts: in the player's act
    the table changes because the player reports it, and undo leaves those pieces in place. A ``is_banner`` act is an
    announcement: the last round, a scoring, a skipped turn. ``highlight`` returns the places of the act.

    Yield an act where the script has no local state other than the table, and read the table after it: a correction may
    replay the act from here.
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
        """Return a step that changes the title of the current act, for instance when the die has decided its target."""
        return ActUpdate(title=title, cause=cause, step=step, is_banner=is_banner, highlight=highlight)

    @staticmethod
    def conclude(result: Text) -> ActUpdate:
        """Return a step that sets the result of the current act: what changed, by how much, and the new total."""
        return ActUpdate(result=result)

    @staticmethod
    def stay_idle(reason: Text) -> ActUpdate:
        """Return a step that says why nothing moves in the current act."""
        return ActUpdate(idle=reason)


class ActUpdate:
    """Changes of the current act; None leaves a value as it is."""

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
    """Thrown into a script after the table was corrected, so that it rebuilds the open question."""


S = TypeVar("S", Because, Ask)


def set_citations(step: S, cites: tuple[str, ...]) -> S:
    """Set the rules of a step and return it; faster than a call with a starred argument."""
    step.cites = cites
    return step


def ask(build: Callable[[], Ask | None]) -> Script[Any]:
    """Ask the player a question; rebuild the question if the player corrects the table first.

    The script gets None if the corrected table leaves no question.
    """
    while (question := build()) is not None:
        try:
            return (yield question)
        except TableChangedError:
            continue
    return None


def assume(build: Callable[[], Ask]) -> Script[Any]:
    """Assume the default answer of a question without asking it.

    The next step offers ``objection``, the correction for the case that the assumption is wrong: choosing it replays
    the game with that answer. With ``metadata={"along": True}`` the page shows the choices right at the step.
    """
    return (yield build())


@lru_cache
def build_roll_question(
    stream: str, text: Text, sides: int, valid_faces: tuple[int, ...] | None, cites: tuple[str, ...], label: str
) -> Ask:
    """Return the question for a roll. Cached, because the same rolls recur."""
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
    """Shuffle the options of an order, or draw the first few of them."""
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
