"""Selection: find the best, then break ties, and say how.

Candidates run through ordered, named criteria; each keeps the best and writes its line of explanation.
What remains goes to chance or to the player, as the rule says. A criterion that needs a value nobody has
told asks the smallest question that settles it, and offers only the candidates that can still win.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar

from rival.kernel.shapes import Choice, Json, Option, Several, option
from rival.kernel.steps import Ask, Because, Corrected, Script, Who
from rival.kernel.texts import Catalogue, Joined, Text, _

C = TypeVar("C", bound=Hashable)


@dataclass(slots=True)
class Criterion(Generic[C]):
    """One test of a rule: ``value`` of a candidate (None: not known), and whether most or least is best.

    ``question`` is asked when unknown values decide. ``shown`` says whether the value means anything to a
    reader (a distance does, a mere yes does not). ``about`` says for programs what is compared.
    """

    text: Text
    value: Callable[[C], int | None]
    cites: tuple[str, ...]
    best: Literal["most", "least"] = "most"
    question: Text | None = None
    shown: bool = True
    about: Mapping[str, Json] = field(default_factory=dict)


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
        super().__init__("")
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
        text.args.update(criterion=self.criterion.text, names=names, value=self.value)
        return Text.render(text, catalogue)


def contenders(known: dict[C, int | None], best: Literal["most", "least"]) -> list[C]:
    """Those that can still be the best: the best of the known values, and every unknown one."""
    values = [value for value in known.values() if value is not None]
    top = (max if best == "most" else min)(values) if values else None
    return [one for one, value in known.items() if value is None or value == top]


def narrow(
    survivors: Sequence[C],
    criterion: Criterion[C],
    words: Callable[[C], Option],
    told: dict[Any, list[C]],
    lines: list[Because],
) -> Script[list[C]]:
    """What a criterion leaves of the candidates; asks only if an unknown value can decide."""
    known = {one: criterion.value(one) for one in survivors}
    kept = contenders(known, criterion.best)
    unknown = [one for one in kept if known[one] is None]
    value = None if unknown else known[kept[0]]
    if unknown and len(kept) > 1:
        question = (criterion.text, tuple(kept))
        if question not in told:
            text = criterion.question or _(
                "Which is best: {criterion}? (Several, if they are equal.)", criterion=criterion.text
            )
            shape = Several([words(one) for one in kept], least=1)
            told[question] = yield Ask("table", "compare", text, shape, *criterion.cites, because=tuple(lines))
            lines.clear()
        kept = [one for one in kept if one in told[question]] or kept
    lines.append(Because(Kept(criterion, kept, len(survivors), value, words), *criterion.cites))
    return kept


def settle(
    who: Who,
    key: str,
    text: Text,
    candidates: Sequence[C],
    criteria: Sequence[Criterion[C]],
    cites: tuple[str, ...],
    words: Callable[[C], Option],
    told: dict[Any, list[C]],
    label: str,
    picture: Callable[[Sequence[C]], Any] | None,
) -> Script[C | None]:
    survivors = list(candidates)
    lines: list[Because] = []
    for criterion in criteria:
        if len(survivors) > 1:
            survivors = yield from narrow(survivors, criterion, words, told, lines)
    if len(survivors) > 1:
        shape = Choice(lambda: [words(one) for one in survivors])
        shown = (lambda: picture(survivors)) if picture is not None else None
        return (yield Ask(who, key, text, shape, *cites, label=label, because=lines, picture=shown))  # type: ignore[no-any-return]
    if len(candidates) == 1:
        lines.append(Because(_("Only {name} comes into question.", name=words(survivors[0]).label), *cites))
    yield from lines
    return survivors[0] if survivors else None


def select(
    who: Who,
    key: str,
    text: Text,
    candidates: Callable[[], Sequence[C]],
    criteria: Callable[[], Sequence[Criterion[C]]],
    *cites: str,
    words: Callable[[C], Option] = lambda one: option(str(one), value=one),
    label: str = "",
    picture: Callable[[Sequence[C]], Any] | None = None,
) -> Script[C | None]:
    """The one candidate that the criteria leave, or that ``who`` picks of those they leave; None if there is none.

    Reads the table afresh when it is corrected meanwhile; what was told on the way is not asked again.
    """
    told: dict[Any, list[C]] = {}
    while True:
        try:
            return (yield from settle(who, key, text, candidates(), criteria(), cites, words, told, label, picture))
        except Corrected:
            continue
