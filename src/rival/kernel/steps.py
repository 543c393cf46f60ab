"""Steps: what a script yields. Scripts are generators; a step that asks gets its answer sent back.

A script asks with ``yield from ask(...)`` and its kin, and tells with ``yield Do(...)``, ``yield Say(...)``
and ``yield Because(...)``. Every step carries the ids of the rules behind it.
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
"""What a line of the transcript is."""
Who: TypeAlias = Literal["chance", "table", "player"]
NOTHING: Mapping[str, Json] = {}


class Because:
    """One line of the explanation of what comes next."""

    __slots__ = ("cites", "text")
    kind: ClassVar[Telling] = "because"

    def __init__(self, text: Text, *cites: str) -> None:
        self.text = text
        self.cites = cites


class Happening(Because):
    """What happens in the game, to be told when it does.

    ``shows`` says which spots of which view it touches and what moves there; it is called only if somebody looks.
    ``told``: the question just answered has told it already, all but the answer itself; whoever answered needs no
    screen of its own for that, whoever only looks on does.
    """

    __slots__ = ("shows", "told")

    def __init__(self, text: Text, *cites: str, shows: Showing | None = None, told: bool = False) -> None:
        self.text = text
        self.cites = cites
        self.shows = shows
        self.told = told


class Do(Happening):
    """Something to move on the table; the script changes the table model with it."""

    __slots__ = ()
    kind = "do"


class Say(Happening):
    """Something to know: nothing moves."""

    __slots__ = ()
    kind = "say"


class Ask:
    """A question: who can answer it, what an answer looks like, and the rules that make it necessary.

    ``key`` names the question in the journal; ``label`` puts the answer into the history: a sentence with
    ``{answer}``, or what makes one of the answer where a list of fields would not read well;
    ``because`` explains why it is asked, ``notes`` remind of what matters for the answer; ``test`` is what only the
    whole answer shows to be wrong; ``on`` names the views where its options are spots, and ``shows`` what it is
    about; ``about`` says it for programs; ``unless`` makes it one that goes without saying (see ``granted``). With
    ``dealt`` chance is the program's own, whoever rolls: cards that nobody at the table shuffles.
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
        return self.shape.kind

    @property
    def preset(self) -> Json:
        """The answer that is taken where nothing is said: what a form has in its fields, or the default."""
        return {} if isinstance(self.shape, Form) else getattr(self.shape, "default", None)

    def check(self, value: Json) -> Any:
        """What the script gets for this answer; BadAnswer if it does not fit."""
        checked = self.shape.check(value)
        if self.test is not None:
            self.test(checked)
        return checked

    def line(self, value: Json) -> Text:
        """The answer as a line of the history."""
        if callable(self.label):
            return self.label(value)
        answer = self.shape.show(value)
        if self.label:
            return _(self.label, answer=answer)
        return _("{question} {answer}", question=self.text, answer=answer)


Side: TypeAlias = Literal["opponent", "player", "rules"]
"""Who acts: the opponent, the player, or the rules of the game (a new round, a scoring)."""


class Act:
    """A heading: a part of a turn begins. Moves, questions and reasons until the next act belong to it.

    The title names the cause and the target. ``who`` says whose act it is: in an act of the player the table changes
    because the player reports it, and undo leaves those pieces where they are. Yield an act where the script holds
    nothing but the table, and read the table below it: a correction may replay the act from here.
    """

    __slots__ = ("cites", "title", "who")

    def __init__(self, title: Text, *cites: str, who: Side = "opponent") -> None:
        self.title = title
        self.cites = cites
        self.who: Side = who

    @staticmethod
    def retitle(title: Text) -> ActUpdate:
        """Change the title of the act under way, for instance when the die has named its target."""
        return ActUpdate(title=title)

    @staticmethod
    def conclude(result: Text) -> ActUpdate:
        """State the result of the act under way."""
        return ActUpdate(result=result)


class ActUpdate:
    """A new title or the result of the act under way."""

    __slots__ = ("result", "title")

    def __init__(self, title: Text | None = None, result: Text | None = None) -> None:
        self.title = title
        self.result = result


Step: TypeAlias = Because | Ask | Act | ActUpdate
Script: TypeAlias = Generator[Step, Any, T]


class Corrected(Exception):
    """Thrown into a script when the table was corrected: the open question is asked afresh."""


S = TypeVar("S", Because, Ask)


def cited(step: S, cites: tuple[str, ...]) -> S:
    """A step with its rules: cheaper than a call with a starred argument."""
    step.cites = cites
    return step


def ask(build: Callable[[], Ask | None]) -> Script[Any]:
    """Ask a question that is built from the table, and built again if the table is corrected meanwhile.

    None where such a correction leaves nothing to be asked.
    """
    while (question := build()) is not None:
        try:
            return (yield question)
        except Corrected:
            continue
    return None


def granted(build: Callable[[], Ask]) -> Script[Any]:
    """What goes without saying: nobody is asked, the question's preset holds, and the script goes on.

    The question has words for the case that it isn't so (``unless``). They are offered at the next step as a
    correction: whoever makes it answers the question after all, and the game goes on from there. What is better told
    at once, though nobody must, is marked by ``about={"along": True}``: a page has its choices ready beside the step.
    """
    return (yield build())


@lru_cache
def die_question(
    stream: str, text: Text, sides: int, fair: tuple[int, ...] | None, cites: tuple[str, ...], label: str
) -> Ask:
    """The same roll is asked for again and again: one question for all of them."""
    return cited(Ask("chance", stream, text, Die(sides, fair), label=label), cites)


def roll(
    stream: str, text: Text, sides: int, *cites: str, fair: Callable[[], Sequence[int]] | None = None, label: str
) -> Script[int]:
    """Roll a die. The program's roll is equally likely among the ``fair`` faces, yours shows any face."""
    while True:
        try:
            faces = None if fair is None else tuple(fair())
            return (yield die_question(stream, text, sides, faces, cites, label))  # type: ignore[no-any-return]
        except Corrected:
            continue


def shuffle(stream: str, text: Text, shape: Callable[[], Order], *cites: str, label: str = "") -> Script[list[Any]]:
    """Shuffle, or draw the first few of what the shape offers."""
    return (yield from ask(lambda: Ask("chance", stream, text, shape(), *cites, label=label)))  # type: ignore[no-any-return]


def checklist(
    key: str,
    text: Text,
    items: Callable[[], Sequence[Item]],
    *cites: str,
    label: str = "",
    about: Mapping[str, Json] = NOTHING,
) -> Script[None]:
    """Things to do at the table, in one go."""
    yield from ask(lambda: Ask("table", key, text, Checklist(items()), *cites, label=label, about=about))
