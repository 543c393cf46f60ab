"""Shapes of answers: what may be answered to a question, and what a script gets from it.

``check`` turns the JSON value of a driver into the value a script works with, or raises BadAnswer with a
sentence that says what would be right. ``show`` puts an answer into words.

>>> Number(least=0).check("12+3-1")
14
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, ClassVar, Literal, TypeAlias

from rival.kernel.chance import Chance
from rival.kernel.errors import BadAnswer
from rival.kernel.texts import Joined, Name, Text, _

Kind: TypeAlias = Literal[
    "choice", "several", "number", "die", "order", "pairs", "phrases", "checklist", "words", "drawing", "form"
]
Json = Any
"""A value of JSON: None, bool, int, str, list or dict of these."""


class Option:
    """One thing that may be chosen: its id in the journal, its words, and what the script gets."""

    __slots__ = ("id", "label", "value")

    def __init__(self, id: str | int, label: Text, value: Any) -> None:
        self.id = id
        self.label = label
        self.value = value


def option(id: str | int, label: Text | None = None, value: Any = None) -> Option:
    return Option(id, label or Name(str(id)), id if value is None else value)


Options = Iterable[Option] | Callable[[], Iterable[Option]]
Lookup = Callable[[Json], Option | None]


class Shape:
    """What an answer looks like."""

    kind: ClassVar[Kind]

    def check(self, value: Json) -> Any:
        raise BadAnswer(_("This can't be answered."))

    def show(self, value: Json) -> Text:
        return Name(str(value))

    def draw(self, chance: Chance, stream: str, k: int) -> Json:
        """The answer that chance gives."""
        raise BadAnswer(_("Chance can't answer this."))


class Optioned(Shape):
    """A shape that offers options; they may be worked out only when somebody looks.

    Where there are very many, ``lookup`` finds one by its id without listing them all; such ids speak for
    themselves, since what was offered can't be looked up again later, when the table has changed.
    """

    def __init__(self, options: Options, lookup: Lookup | None = None) -> None:
        self._offered = options
        self._lookup = lookup
        self._options: tuple[Option, ...] | None = None
        self._by_id: dict[Json, Option] | None = None

    @property
    def options(self) -> tuple[Option, ...]:
        if self._options is None:
            offered = self._offered
            self._options = tuple(offered() if callable(offered) else offered)
        return self._options

    def known(self, id: Json) -> Option | None:
        if self._lookup is not None:
            return self._lookup(id)
        if self._by_id is None:
            self._by_id = {one.id: one for one in self.options}
        return self._by_id.get(id)

    def find(self, value: Json) -> Option:
        try:
            found = self.known(value)
        except TypeError:  # a list or a dict can't be an id
            found = None
        if found is None or type(value) is not type(found.id):
            raise BadAnswer(
                _("“{value}” is not one of the choices: {choices}.", value=short(value), choices=self.choices)
            )
        return found

    def named(self, value: Json) -> Text:
        """The words of an option that was chosen."""
        return Name(str(value)) if self._lookup else self.find(value).label

    @property
    def choices(self) -> Text:
        ids = [Name(str(one.id)) for one in self.options]
        return Joined(ids if len(ids) <= 12 else [*ids[:12], Name("…")])


class Choice(Optioned):
    """Exactly one of the options."""

    kind = "choice"

    def __init__(self, options: Options, default: Json = None) -> None:
        super().__init__(options)
        self.default = default

    def check(self, value: Json) -> Any:
        return self.find(value).value

    def show(self, value: Json) -> Text:
        return self.find(value).label

    def draw(self, chance: Chance, stream: str, k: int) -> Json:
        return self.options[chance.below(len(self.options), stream, k)].id


class Several(Optioned):
    """Any of the options, at least ``least`` and at most ``most`` of them, in any order."""

    kind = "several"

    def __init__(
        self,
        options: Options,
        least: int = 0,
        most: int | None = None,
        default: Sequence[Json] = (),
        lookup: Lookup | None = None,
    ) -> None:
        super().__init__(options, lookup)
        self.least = least
        self.most = most
        self.default = list(default)

    def check(self, value: Json) -> list[Any]:
        if not isinstance(value, list):
            raise BadAnswer(_("A list of choices is expected, for instance {example}.", example=self.example))
        if not value and not self.least:
            return []
        found = [self.find(one) for one in value]
        if len(found) > 1 and len({one.id for one in found}) < len(found):
            raise BadAnswer(_("Each choice can be named only once."))
        if len(found) < self.least:
            raise BadAnswer(_("Choose at least {least}.", least=self.least))
        if self.most is not None and len(found) > self.most:
            raise BadAnswer(_("Choose at most {most}.", most=self.most))
        return [one.value for one in found]

    @property
    def example(self) -> Text:
        return Name("[" + ", ".join(str(one.id) for one in self.options[:2]) + "]")

    def show(self, value: Json) -> Text:
        return Joined([self.named(one) for one in value]) if value else _("none")


FARTHEST = 10**9
"""No number of a table is larger, or smaller with a minus."""

SUM = re.compile(r"\s*[+-]?\s*\d+(\s*[+-]\s*\d+)*\s*", re.ASCII)


class Number(Shape):
    """A whole number, or a sum such as ``12+3-1``."""

    kind: ClassVar[Kind] = "number"

    def __init__(self, least: int | None = 0, most: int | None = None, default: int | None = None) -> None:
        self.least = least
        self.most = most
        self.default = default

    def check(self, value: Json) -> int:
        number: int = value if type(value) is int else self.parsed(value)
        if not -FARTHEST <= number <= FARTHEST:
            raise BadAnswer(
                _("{number} is out of range: {expected} is expected.", number=short(number), expected=self.expected)
            )
        if (self.least is not None and number < self.least) or (self.most is not None and number > self.most):
            raise BadAnswer(
                _("{number} is out of range: {expected} is expected.", number=number, expected=self.expected)
            )
        return number

    def parsed(self, value: Json) -> int:
        if isinstance(value, str) and len(value) <= 200 and SUM.fullmatch(value):
            return sum(int(part.replace(" ", "")) for part in re.findall(r"[+-]?\s*\d+", value))
        raise BadAnswer(
            _(
                "“{value}” is not a number: {expected} is expected, or a sum like 12+3-1.",
                value=short(value),
                expected=self.expected,
            )
        )

    @property
    def expected(self) -> Text:
        if self.least is not None and self.most is not None:
            return _("a number from {least} to {most}", least=self.least, most=self.most)
        if self.least is not None:
            return _("a number of at least {least}", least=self.least)
        if self.most is not None:
            return _("a number of at most {most}", most=self.most)
        return _("a whole number")

    def show(self, value: Json) -> Text:
        number = self.check(value)
        return Name(str(number) if isinstance(value, int) else f"{value.strip()} = {number}")


class Die(Number):
    """A die: any face may come up; ``fair`` are the faces the program's own roll chooses from."""

    kind = "die"

    def __init__(self, sides: int, fair: Sequence[int] | None = None) -> None:
        super().__init__(1, sides)
        self.sides = sides
        self.fair = tuple(fair) if fair is not None else tuple(range(1, sides + 1))

    def draw(self, chance: Chance, stream: str, k: int) -> Json:
        return self.fair[chance.below(len(self.fair), stream, k)]


class Order(Optioned):
    """All the options in the order in which they came up: a shuffle, or a draw of the first ``drawn``."""

    kind = "order"

    def __init__(self, options: Options, drawn: int | None = None) -> None:
        super().__init__(options)
        self.drawn = drawn

    def check(self, value: Json) -> list[Any]:
        if not isinstance(value, list):
            raise BadAnswer(_("A list is expected: {choices} in the order they came up.", choices=self.choices))
        found = [self.find(one) for one in value]
        expected = len(self.options) if self.drawn is None else self.drawn
        if len({one.id for one in found}) != len(found) or len(found) != expected:
            raise BadAnswer(
                _("Name {expected} different ones out of {choices}.", expected=expected, choices=self.choices)
            )
        return [one.value for one in found]

    def show(self, value: Json) -> Text:
        return Joined([self.find(one).label for one in value])

    def draw(self, chance: Chance, stream: str, k: int) -> Json:
        return [one.id for one in chance.shuffled(self.options, stream, k)[: self.drawn]]


class Pairs(Shape):
    """Names with a value each, such as regions with the price of a border.

    ``names`` are those known already, in whatever case they are written; others are new, unless ``closed``.
    """

    kind = "pairs"

    def __init__(self, values: Sequence[Option], names: Sequence[str] = (), closed: bool = False) -> None:
        self.values = Choice(values)
        self.names = tuple(names)
        self.closed = closed
        self.default: dict[str, Json] = {}
        self.spelt = {name.casefold(): name for name in self.names}

    def check(self, value: Json) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise BadAnswer(_("Names with a value each are expected, for instance {example}.", example=self.example))
        pairs: dict[str, Any] = {}
        for written, one in value.items():
            name = self.name(written)
            if name.casefold() in map(str.casefold, pairs):
                raise BadAnswer(_("{name} is named twice.", name=Name(name)))
            try:
                pairs[name] = self.values.check(one)
            except BadAnswer as bad:
                raise BadAnswer(_("{field}: {problem}", field=Name(name), problem=bad.text)) from None
        return pairs

    def name(self, written: Json) -> str:
        """The name as it is spelt elsewhere."""
        tidy = " ".join(written.split()) if isinstance(written, str) else ""
        if not tidy or len(tidy) > 60:
            raise BadAnswer(_("“{name}” is no name; use one of up to 60 characters.", name=short(written)))
        found = self.spelt.get(tidy.casefold())
        if found is None and self.closed:
            near = get_close_matches(tidy, self.names, n=3) or self.names[:3]
            raise BadAnswer(_("There is no “{name}”; perhaps {near}?", name=short(tidy), near=Joined(map(Name, near))))
        return found or tidy

    @property
    def example(self) -> Text:
        name = self.names[0] if self.names else "…"
        return Name(f'{{"{name}": {self.values.options[0].id!r}}}'.replace("'", '"'))

    def show(self, value: Json) -> Text:
        pairs = [Joined([Name(name), self.values.show(one)], " ") for name, one in value.items()]
        return Joined(pairs) if pairs else _("none")


class Checklist(Shape):
    """Things to do at the table; the answer is that all of it is done."""

    kind = "checklist"

    def __init__(self, items: Sequence[Item]) -> None:
        self.items = tuple(items)
        self.default = True

    def check(self, value: Json) -> bool:
        if value is not True:
            raise BadAnswer(_("Answer true when everything on the list is done."))
        return True

    def show(self, value: Json) -> Text:
        return _("done")


class Item:
    """One line of a check list."""

    __slots__ = ("cites", "text")

    def __init__(self, text: Text, cites: tuple[str, ...]) -> None:
        self.text = text
        self.cites = cites


class Words(Shape):
    """Free words of the owner."""

    kind = "words"

    def __init__(self, most: int = 200) -> None:
        self.most = most

    def check(self, value: Json) -> str:
        if not isinstance(value, str) or not value.strip() or len(value) > self.most:
            raise BadAnswer(_("A few words are expected, {most} characters at most.", most=self.most))
        return value.strip()


class Phrases(Optioned):
    """Words in a row: each is one of those offered or, where ``read`` understands it, one of the owner's own.

    The order counts and a phrase may stand more than once. ``read`` turns a phrase into what the script gets, or
    raises BadAnswer; without it only what is offered can be said. ``say`` puts an owner's phrase into the history.
    """

    kind = "phrases"

    def __init__(
        self,
        options: Options,
        least: int = 0,
        most: int | None = None,
        read: Callable[[str], Any] | None = None,
        default: Sequence[str] = (),
        say: Callable[[str], Text] = Name,
    ) -> None:
        super().__init__(options)
        self.least = least
        self.most = most
        self.read = read
        self.default = list(default)
        self.say = say

    def check(self, value: Json) -> list[Any]:
        if not isinstance(value, list) or not all(isinstance(one, str) and len(one) <= 300 for one in value):
            raise BadAnswer(_("A list of phrases is expected, for instance {example}.", example=self.example))
        if len(value) < self.least:
            raise BadAnswer(_("Choose at least {least}.", least=self.least))
        if self.most is not None and len(value) > self.most:
            raise BadAnswer(_("Choose at most {most}.", most=self.most))
        return [self.meant(one) for one in value]

    def meant(self, phrase: str) -> Any:
        if self.known(phrase) is None and self.read is not None and phrase.strip():
            return self.read(phrase.strip())
        return self.find(phrase).value

    @property
    def example(self) -> Text:
        return Name("[" + ", ".join(f"“{one.id}”" for one in self.options[:2]) + "]")

    def show(self, value: Json) -> Text:
        labels = [known.label if (known := self.known(one)) else self.say(one) for one in value]
        return Joined(labels) if labels else _("none")


class Drawing(Shape):
    """Rows of characters that the owner draws once; ``read`` makes of them what the script needs."""

    kind = "drawing"

    def __init__(self, read: Callable[[list[str]], Any], legend: Sequence[tuple[str, Text]]) -> None:
        self.read = read
        self.legend = tuple(legend)

    def check(self, value: Json) -> Any:
        if not isinstance(value, list) or not value or not all(isinstance(row, str) for row in value):
            raise BadAnswer(_("Rows of characters are expected, one string for each row."))
        return self.read(value)

    def show(self, value: Json) -> Text:
        return Name(" / ".join(value))


class Field:
    """One entry of a form; ``preset`` is what the script gets where nothing is told.

    ``label`` names it in the history; the question has the ``example`` as well.
    """

    __slots__ = ("default", "example", "label", "name", "preset", "required", "shape")

    def __init__(
        self,
        name: str,
        label: Text,
        shape: Shape,
        default: Json = None,
        required: bool = False,
        example: Text | None = None,
    ) -> None:
        self.name = name
        self.label = label
        self.example = example
        self.shape = shape
        self.default = default
        self.required = required
        self.preset = None if default is None else shape.check(default)

    @property
    def text(self) -> Text:
        if self.example is None:
            return self.label
        return _("{field}, for instance {example}", field=self.label, example=self.example)


class Form(Shape):
    """Several facts that are read together; ``instead`` names short answers that replace them all."""

    kind = "form"

    def __init__(self, fields: Sequence[Field], instead: Sequence[Option] = ()) -> None:
        self.fields = tuple(fields)
        self.instead = tuple(instead)

    @property
    def shapes(self) -> dict[str, Shape]:
        return {field.name: field.shape for field in self.fields}

    def check(self, value: Json) -> Any:
        if not isinstance(value, dict):
            return self.shortcut(value)
        checked: dict[str, Any] = {}
        told = 0
        try:
            for field in self.fields:
                name = field.name
                if name in value:
                    checked[name] = field.shape.check(value[name])
                    told += 1
                elif field.required:
                    raise self.refusal(value)
                else:
                    checked[name] = field.preset
        except BadAnswer:
            raise self.refusal(value) from None
        if told < len(value):
            raise self.refusal(value)
        return checked

    def refusal(self, value: Mapping[str, Json]) -> BadAnswer:
        """The first thing that is wrong with a form, in the order in which it was filled in."""
        fields = {field.name: field for field in self.fields}
        for name, entry in value.items():
            field = fields.get(name)
            if field is None:
                names = Name(", ".join(fields))
                return BadAnswer(
                    _("There is no “{name}” here; what can be told: {names}.", name=short(name), names=names)
                )
            try:
                field.shape.check(entry)
            except BadAnswer as bad:
                return BadAnswer(_("{field}: {problem}", field=field.label, problem=bad.text))
        missing = [field.label for field in self.fields if field.required and field.name not in value]
        return BadAnswer(_("Still missing: {labels}.", labels=Joined(missing)))

    def shortcut(self, value: Json) -> Any:
        for one in self.instead:
            if one.id == value and isinstance(value, str):
                return one.value
        names = [*(field.name for field in self.fields), *(str(one.id) for one in self.instead)]
        raise BadAnswer(_("A form is expected with these entries: {names}.", names=Name(", ".join(names))))

    def show(self, value: Json) -> Text:
        if not isinstance(value, Mapping):
            return next(one.label for one in self.instead if one.id == value)
        told = [
            _("{field}: {value}", field=field.label, value=field.shape.show(value[field.name]))
            for field in self.fields
            if field.name in value and value[field.name] != field.default
        ]
        return Joined(told, "; ") if told else _("done")


def short(value: Json) -> Name:
    """What somebody answered, cut to a length that fits a sentence."""
    try:
        words = value if isinstance(value, str) else repr(value)
    except ValueError:  # a number of thousands of digits
        words = "…"
    return Name(words if len(words) <= 40 else words[:39] + "…")
