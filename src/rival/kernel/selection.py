"""Selection: find the best, then break ties, and say how.

Candidates run through ordered, named criteria; each keeps the best and writes its line of explanation.
What remains goes to chance or to the player, as the rule says. A criterion that needs a value nobody has
told asks the smallest question that settles it, and offers only the candidates that can still win.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Generic, Literal, TypeVar

from rival.kernel.shapes import Choice, Json, Option, Several, option
from rival.kernel.steps import NOTHING, Ask, Because, Corrected, Script, Who, cited
from rival.kernel.texts import NO_ARGS, Catalogue, Joined, Text, _
from rival.kernel.views import Place

C = TypeVar("C", bound=Hashable)


class Criterion(Generic[C]):
    """One test of a rule: ``value`` of a candidate (None: not known), and whether most or least is best.

    ``question`` is asked when unknown values decide. ``shown`` says whether the value means anything to a
    reader (a distance does, a mere yes does not), ``unit`` puts it into words ("3 coins"). ``about`` says for programs
    what is compared.
    """

    __slots__ = ("about", "best", "cites", "question", "shown", "text", "unit", "value")

    def __init__(
        self,
        text: Text,
        value: Callable[[C], int | None],
        cites: tuple[str, ...],
        best: Literal["most", "least"] = "most",
        question: Text | None = None,
        shown: bool = True,
        about: Mapping[str, Json] = NOTHING,
        unit: Callable[[int], Text] | None = None,
    ) -> None:
        self.unit = unit
        self.text = text
        self.value = value
        self.cites = cites
        self.best = best
        self.question = question
        self.shown = shown
        self.about = about


class Kept(Text):
    """The line of a criterion: who was left, and with what value. Written only when it is read."""

    __slots__ = ("criterion", "of", "survivors", "value", "words")

    def __init__(
        self,
        criterion: Criterion[Any],
        survivors: Sequence[Any],
        of: int,
        value: int | None,
        words: Callable[[Any], Option],
    ) -> None:
        self.msgid = ""
        self.args = NO_ARGS
        self.criterion = criterion
        self.survivors = survivors
        self.of = of
        self.value = value
        self.words = words

    def render(self, catalogue: Catalogue) -> str:
        names = Joined([self.words(one).label for one in self.survivors])
        shown = self.value is not None and self.criterion.shown
        if len(self.survivors) == self.of:
            text = (
                _("{criterion}: a tie of {names} ({value})")
                if shown
                else _("{criterion}: no difference between {names}")
            )
        else:
            text = _("{criterion}: {names} ({value})") if shown else _("{criterion}: {names}")
        value = self.value if self.value is None or self.criterion.unit is None else self.criterion.unit(self.value)
        text.args.update(criterion=self.criterion.text, names=names, value=value)
        return Text.render(text, catalogue)


def leaders(candidates: Sequence[C], criterion: Criterion[C]) -> tuple[list[C], int | None]:
    """Those that can still be the best, and their value: None if there are unknown ones among them."""
    values = [criterion.value(one) for one in candidates]
    known = [value for value in values if value is not None]
    best = None if not known else max(known) if criterion.best == "most" else min(known)
    kept = [one for n, one in enumerate(candidates) if values[n] is None or values[n] == best]
    return kept, best if len(known) == len(values) else None


def which_is_best(criterion: Criterion[Any]) -> Text:
    return _("Which is best: {criterion}? (Several, if they are equal.)", criterion=criterion.text)


def compare(
    kept: Sequence[C],
    criterion: Criterion[C],
    words: Callable[[C], Option],
    told: dict[Any, list[C]],
    lines: list[Because],
) -> Script[list[C]]:
    """Which of those that can still be the best are so: an unknown value decides, so it is asked, once."""
    question = (criterion.text, tuple(kept))
    if question not in told:
        text = criterion.question or which_is_best(criterion)
        shape = Several([words(one) for one in kept], least=1)
        told[question] = yield Ask("table", "compare", text, shape, *criterion.cites, because=tuple(lines))
        lines.clear()
    best = told[question]
    return [one for one in kept if one in best] or list(kept)


def select(
    who: Who,
    key: str,
    text: Text,
    candidates: Callable[[], Sequence[C]],
    criteria: Callable[[], Sequence[Criterion[C]]],
    *cites: str,
    words: Callable[[C], Option] = lambda one: option(str(one), value=one),
    label: str = "",
    on: Place = "",
) -> Script[C | None]:
    """The one candidate that the criteria leave, or that ``who`` picks of those they leave; None if there is none.

    Reads the table afresh when it is corrected meanwhile; what was told on the way is not asked again.
    """
    told: dict[Any, list[C]] = {}
    while True:
        try:
            found = survivors = list(candidates())
            lines: list[Because] = []
            for criterion in criteria():
                if len(survivors) > 1:
                    kept, value = leaders(survivors, criterion)
                    if value is None and len(kept) > 1:
                        kept = yield from compare(kept, criterion, words, told, lines)
                    lines.append(cited(Because(Kept(criterion, kept, len(survivors), value, words)), criterion.cites))
                    survivors = kept
            if len(survivors) > 1:
                return (yield choice(who, key, text, survivors, cites, words, label, on, lines))  # type: ignore[no-any-return]
            if len(found) == 1:
                lines.append(cited(Because(_("Only {name} comes into question.", name=words(found[0]).label)), cites))
            yield from lines
            return survivors[0] if survivors else None
        except Corrected:
            continue


def choice(
    who: Who,
    key: str,
    text: Text,
    survivors: Sequence[C],
    cites: tuple[str, ...],
    words: Callable[[C], Option],
    label: str,
    on: Place,
    lines: Sequence[Because],
) -> Ask:
    """The question which of those that are left."""
    shape = Choice(lambda: [words(one) for one in survivors])
    return cited(Ask(who, key, text, shape, label=label, because=lines, on=on), cites)
