"""Steps: the objects that a script yields. Scripts are generators; the answer to a question is sent back to them.

A script asks with ``yield from ask(...)`` and similar functions, and reports with ``yield Do(...)``, ``yield Say(...)``
and ``yield Because(...)``. Every step has the ids of the rules behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Literal, TypeAlias, TypeVar

from rival.kernel.shapes import Checklist, Die, Form, Item, Json, Kind, Order, Shape
from rival.kernel.texts import Text, _
from rival.kernel.views import Place, Showing, places

T = TypeVar("T")

Telling: TypeAlias = Literal["because", "do", "say", "answer", "correct", "dice"]
"""The kind of an entry of the transcript."""
Who: TypeAlias = Literal["chance", "table", "player"]
"""Who answers a question: chance, the table (a fact that the player reads off it), or the player (a choice)."""
NOTHING: Mapping[str, Json] = {}


class Because:
    """One line of the explanation for the next step."""

    __slots__ = ("cites", "text")
    kind: ClassVar[Telling] = "because"

    def __init__(self, text: Text, *cites: str) -> None:
        self.text = text
        self.cites = cites


class Happening(Because):
    """Something that happens in the game and is reported to the player.

    ``shows`` returns the spots that the step touches and the pieces that move there; it is called only when somebody
    looks. ``told`` is true if the question answered just before already described the step, so the person who answered
    need not see it again.
    """

    __slots__ = ("shows", "told")

    def __init__(self, text: Text, *cites: str, shows: Showing | None = None, told: bool = False) -> None:
        self.text = text
        self.cites = cites
        self.shows = shows
        self.told = told


class Do(Happening):
    """Pieces to move on the table; the script changes its model of the table with it."""

    __slots__ = ()
    kind = "do"


class Say(Happening):
    """Information for the player: nothing moves."""

    __slots__ = ()
    kind = "say"


class Ask:
    """A question: who answers it, the type of the answer, and the rules that require it.

    ``key`` is the question's name in the journal. ``label`` formats the answer for the history: a message with
    ``{answer}``, or a function of the answer. ``because`` explains why the question is asked, ``notes`` are reminders,
    and ``test`` raises BadAnswer for an answer that only fails as a whole. ``on`` are the views where its options are
    spots, ``shows`` is what it is about, and ``about`` describes it for programs. A question with ``unless`` is an
    assumption (see ``granted``). With ``dealt`` the program draws even if the player rolls the dice: for cards that
    nobody at the table shuffles.
    """

    __slots__ = (
        "about",
        "because",
        "cites",
        "dealt",
        "key",
        "label",
        "notes",
        "on",
        "shape",
        "shows",
        "test",
        "text",
        "unless",
        "who",
    )

    def __init__(
        self,
        who: Who,
        key: str,
        text: Text,
        shape: Shape,
        *cites: str,
        label: str | Callable[[Json], Text] = "",
        because: Sequence[Because] = (),
        notes: Sequence[Because] = (),
        test: Callable[[Any], None] | None = None,
        on: Place = "",
        shows: Showing | None = None,
        about: Mapping[str, Json] = NOTHING,
        unless: Text | None = None,
        dealt: bool = False,
    ) -> None:
        self.who = who
        self.key = key
        self.text = text
        self.shape = shape
        self.cites = cites
        self.label = label
        self.because = because
        self.notes = notes
        self.test = test
        self.on = places(on)
        self.shows = shows
        self.about = about
        self.unless = unless
        self.dealt = dealt

    @property
    def kind(self) -> Kind:
        """The kind of the answer."""
        return self.shape.kind

    @property
    def preset(self) -> Json:
        """The answer that is used without asking: an empty form, or the default."""
        return {} if isinstance(self.shape, Form) else getattr(self.shape, "default", None)

    def check(self, value: Json) -> Any:
        """Return the value for the script; raise BadAnswer if the answer does not fit."""
        checked = self.shape.check(value)
        if self.test is not None:
            self.test(checked)
        return checked

    def line(self, value: Json) -> Text:
        """Return the answer as a line of the history."""
        if callable(self.label):
            return self.label(value)
        answer = self.shape.show(value)
        if self.label:
            return _(self.label, answer=answer)
        return _("{question} {answer}", question=self.text, answer=answer)


Side: TypeAlias = Literal["opponent", "player", "rules"]
"""Whose act it is: the opponent's, the player's, or that of the rules (a new round, a scoring)."""


class Act:
    """A heading: the start of a part of a turn. The steps until the next act belong to it.

    The title names the cause and the target. ``who`` is the side that acts: in the player's act the table changes
    because the player reports it, and undo leaves those pieces in place. Yield an act where the script has no local
    state other than the table, and read the table after it: a correction may replay the act from here.
    """

    __slots__ = ("cites", "title", "who")

    def __init__(self, title: Text, *cites: str, who: Side = "opponent") -> None:
        self.title = title
        self.cites = cites
        self.who: Side = who

    @staticmethod
    def retitle(title: Text) -> ActUpdate:
        """Return a step that changes the title of the current act, for instance when the die has decided its target."""
        return ActUpdate(title=title)

    @staticmethod
    def conclude(result: Text) -> ActUpdate:
        """Return a step that sets the result of the current act."""
        return ActUpdate(result=result)


class ActUpdate:
    """A new title or the result of the current act."""

    __slots__ = ("result", "title")

    def __init__(self, title: Text | None = None, result: Text | None = None) -> None:
        self.title = title
        self.result = result


Step: TypeAlias = Because | Ask | Act | ActUpdate
Script: TypeAlias = Generator[Step, Any, T]


class Corrected(Exception):
    """Thrown into a script when the table was corrected, so that it builds the open question again."""


S = TypeVar("S", Because, Ask)


def cited(step: S, cites: tuple[str, ...]) -> S:
    """Set the rules of a step and return it; faster than a call with a starred argument."""
    step.cites = cites
    return step


def ask(build: Callable[[], Ask | None]) -> Script[Any]:
    """Ask a question; build it again if the table is corrected meanwhile.

    The script gets None if the corrected table leaves no question.
    """
    while (question := build()) is not None:
        try:
            return (yield question)
        except Corrected:
            continue
    return None


def granted(build: Callable[[], Ask]) -> Script[Any]:
    """Assume the default answer of a question without asking it.

    The next step offers ``unless``, the correction for the case that the assumption is wrong: choosing it replays the
    game with that answer. With ``about={"along": True}`` the page shows the choices right at the step.
    """
    return (yield build())


@lru_cache
def die_question(
    stream: str, text: Text, sides: int, fair: tuple[int, ...] | None, cites: tuple[str, ...], label: str
) -> Ask:
    """Return the question for a roll. Cached, because the same rolls recur."""
    return cited(Ask("chance", stream, text, Die(sides, fair), label=label), cites)


def roll(
    stream: str, text: Text, sides: int, *cites: str, fair: Callable[[], Sequence[int]] | None = None, label: str
) -> Script[int]:
    """Roll a die. The program rolls one of the ``fair`` faces; a player may enter any face."""
    while True:
        try:
            faces = None if fair is None else tuple(fair())
            return (yield die_question(stream, text, sides, faces, cites, label))  # type: ignore[no-any-return]
        except Corrected:
            continue


def shuffle(stream: str, text: Text, shape: Callable[[], Order], *cites: str, label: str = "") -> Script[list[Any]]:
    """Shuffle the options of an order, or draw the first few of them."""
    return (yield from ask(lambda: Ask("chance", stream, text, shape(), *cites, label=label)))  # type: ignore[no-any-return]


def checklist(
    key: str,
    text: Text,
    items: Callable[[], Sequence[Item]],
    *cites: str,
    label: str = "",
    about: Mapping[str, Json] = NOTHING,
) -> Script[None]:
    """Ask the player to do a list of things at the table."""
    yield from ask(lambda: Ask("table", key, text, Checklist(items()), *cites, label=label, about=about))
