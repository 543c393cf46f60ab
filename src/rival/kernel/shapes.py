"""Answer types: the kinds of answers that a question can have.

``check`` converts the JSON value of an answer into the value that a script works with; it raises BadAnswer with a
message that says which answer would fit. ``understood`` converts typed text, in any language and spelling, into the ids
that a journal stores. ``show`` converts an answer into text. The time that each takes grows only with the length of the
answer.

>>> Number(least=0).check("12+3-1")
14
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, ClassVar, Literal, TypeAlias

from rival.kernel.chance import Chance
from rival.kernel.errors import BadAnswer, Proposal
from rival.kernel.remembering import once_each
from rival.kernel.texts import Catalogue, Joined, Name, Text, _, in_every_language
from rival.kernel.views import Brush, Piece, Place, places
from rival.kernel.vocabulary import LETTERS, LONGEST, Vocabulary, folded

Kind: TypeAlias = Literal[
    "choice", "several", "number", "die", "order", "pairs", "phrases", "checklist", "words", "drawing", "chart", "form"
]
Json = Any
"""A value of JSON: None, bool, int, str, list or dict of these."""
Spoken: TypeAlias = tuple[Catalogue, ...]
"""The translations in which typed text is understood, the language of the game first."""

MOST = 1000
"""How many entries a list may have; more than any table has things."""
LARGEST = 10**9
"""The largest number where a question sets no limit."""


class Option:
    """One option of a question: the id that a journal stores, its label, the value for the script, and its piece."""

    __slots__ = ("id", "label", "piece", "value")

    def __init__(self, id: str | int, label: Text, value: Any, piece: Piece | None = None) -> None:
        self.id = id
        self.label = label
        self.value = value
        self.piece = piece


def option(id: str | int, label: Text | None = None, value: Any = None, piece: Piece | None = None) -> Option:
    """Return an option; label and value default to the id."""
    return Option(id, label or Name(str(id)), id if value is None else value, piece)


Options = Iterable[Option] | Callable[[], Iterable[Option]]
Lookup = Callable[[Json], Option | None]


class Shape:
    """The type of an answer; subclasses define which answers are valid."""

    kind: ClassVar[Kind]
    worded: dict[Catalogue, Any] | None = None
    """The description for drivers by language; rendered once, because an answer type never changes."""

    def check(self, value: Json) -> Any:
        """Return the value for the script; raise BadAnswer if the answer is not valid."""
        raise BadAnswer(_("This question can't be answered."))

    def understood(self, value: Json, spoken: Spoken) -> Json:
        """Return the answer with ids in place of typed text; raise Proposal for text that only resembles an option."""
        return value

    def show(self, value: Json) -> Text:
        """Return an answer as text for the history."""
        return Name(str(value))

    def draw(self, chance: Chance, stream: str, k: int) -> Json:
        """Return the random answer number k of a stream."""
        raise BadAnswer(_("This question can't be answered at random."))


class NamedOptions:
    """The ids that a list has named so far. Adding one takes the same time for a long list as for a short one."""

    __slots__ = ("_all_named", "_known", "ids")

    def __init__(self) -> None:
        self.ids: list[Json] = []
        self._known: set[Json] = set()
        self._all_named: dict[int, tuple[Sequence[Option], int]] = {}
        """For a list of options, by its identity: the list, and how many of its first options are used."""

    def add(self, id: Json) -> None:
        """Add an id to the list."""
        self.ids.append(id)
        if isinstance(id, str | int):
            self._known.add(id)

    def first_free(self, found: Sequence[Option]) -> Option:
        """Return the first option that is not named yet; the first of all if every one is named."""
        _found, at = self._all_named.get(id(found), (found, 0))
        while at < len(found) and found[at].id in self._known:
            at += 1
        self._all_named[id(found)] = (found, at)
        return found[at if at < len(found) else 0]


class Optioned(Shape):
    """An answer type with options; they may be computed when they are first needed.

    Where there are very many, ``lookup`` finds an option by its id without listing them all. The labels of such options
    are their ids, because an option can't be looked up again after the table has changed.
    """

    repeats: ClassVar[bool] = False
    """Whether a list may name the same option more than once."""

    def __init__(self, options: Options, lookup: Lookup | None = None) -> None:
        self._offered = options
        self._lookup = lookup
        self._options: tuple[Option, ...] | None = None
        self._by_id: dict[Json, Option] | None = None
        self._words: dict[Spoken, Vocabulary[Option]] = {}

    @property
    def options(self) -> tuple[Option, ...]:
        """All options, computed at the first access."""
        if self._options is None:
            offered = self._offered
            self._options = tuple(offered() if callable(offered) else offered)
        return self._options

    def known(self, id: Json) -> Option | None:
        """Return the option with this id; None if there is none."""
        if self._lookup is not None:
            return self._lookup(id)
        if self._by_id is None:
            self._by_id = {one.id: one for one in self.options}
        return self._by_id.get(id)

    def find(self, value: Json) -> Option:
        """Return the option with this id; raise BadAnswer if there is none."""
        try:
            found = self.known(value)
        except TypeError:  # a list or a dict can't be an id
            found = None
        if found is None or type(value) is not type(found.id):
            if not self.options:
                raise BadAnswer(_("You can't choose “{value}”: there are no options yet.", value=short(value)))
            raise BadAnswer(
                _("“{value}” is not one of the options: {choices}.", value=short(value), choices=self.choices)
            )
        return found

    def found(self, value: Sequence[Json]) -> list[Option]:
        """Return the options with these ids; raise BadAnswer if one does not exist or the list is too long."""
        if len(value) > MOST:
            raise too_many(MOST)
        return [self.find(one) for one in value]

    def offers(self, value: Json) -> bool:
        """Return whether a value is the id of an option."""
        try:
            found = self.known(value)
        except TypeError:
            return False
        return found is not None and type(value) is type(found.id)

    def vocabulary(self, spoken: Spoken) -> Vocabulary[Option]:
        """Return the options by their labels in all languages."""
        if spoken not in self._words:
            self._words[spoken] = vocabulary(self.options, spoken)
        return self._words[spoken]

    def meant(self, value: Json, spoken: Spoken, named: NamedOptions | None = None) -> Json:
        """Return the id for a label; of several options with the same label, the first that is not named yet."""
        if self.offers(value) or not isinstance(value, str):
            return value
        words = self.vocabulary(spoken)
        found = words.called(value)
        if not found:
            return self.guessed(value, words)
        if len({one.label.render(spoken[0]) for one in found}) > 1:
            raise ambiguous(value, found)
        return found[0].id if named is None else named.first_free(found).id

    def guessed(self, value: str, words: Vocabulary[Option]) -> Json:
        """Raise Proposal if the text resembles an option; otherwise return it unchanged."""
        if near := words.near(value):
            raise did_you_mean(value, [one.label for one in near], near[0].id if len(near) == 1 else None)
        return value

    def all_meant(self, value: Json, spoken: Spoken) -> Json:
        """Return a list with ids in place of labels; return it unchanged if an entry is unknown."""
        if not isinstance(value, list) or len(value) > MOST or all(map(self.offers, value)):
            return value
        named = NamedOptions()
        for number, one in enumerate(value):
            try:
                id = self.meant(one, spoken, None if self.repeats else named)
            except Proposal as doubt:
                raise doubt.within([*named.ids, doubt.answer, *value[number + 1 :]]) from None
            if not self.repeats and not self.offers(id):
                return value  # unknown: check raises BadAnswer
            named.add(id)
        return named.ids

    def named(self, value: Json) -> Text:
        """Return the label of a chosen option."""
        return Name(str(value)) if self._lookup else self.find(value).label

    @property
    def choices(self) -> Text:
        """The labels of the first twelve options, for messages."""
        labels = [one.label for one in self.options]
        return Joined(labels if len(labels) <= 12 else [*labels[:12], Name("…")])


class Choice(Optioned):
    """An answer that is exactly one of the options."""

    kind = "choice"

    def __init__(self, options: Options, default: Json = None) -> None:
        super().__init__(options)
        self.default = default

    def check(self, value: Json) -> Any:
        """Return the value of the chosen option."""
        return self.find(value).value

    def understood(self, value: Json, spoken: Spoken) -> Json:
        """Return the id of the chosen option."""
        return self.meant(value, spoken)

    def show(self, value: Json) -> Text:
        """Return the label of the chosen option."""
        return self.find(value).label

    def draw(self, chance: Chance, stream: str, k: int) -> Json:
        """Return the id of a random option."""
        return self.options[chance.below(len(self.options), stream, k)].id


class Several(Optioned):
    """An answer that is a list of ``least`` to ``most`` different options, in any order."""

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
        """Return the values of the chosen options."""
        if not isinstance(value, list):
            raise BadAnswer(_("Enter a list of options, for example {example}.", example=self.example))
        if not value and not self.least:
            return []
        found = self.found(value)
        if len(found) > 1 and len({one.id for one in found}) < len(found):
            raise BadAnswer(_("You can choose each option only once."))
        if len(found) < self.least:
            raise BadAnswer(_("Choose at least {least}.", least=self.least))
        if self.most is not None and len(found) > self.most:
            raise BadAnswer(_("Choose at most {most}.", most=self.most))
        return [one.value for one in found]

    def understood(self, value: Json, spoken: Spoken) -> Json:
        """Return the ids of the chosen options."""
        return self.all_meant(value, spoken)

    @property
    def example(self) -> Text:
        """The labels of the first two options, for messages."""
        return Joined([one.label for one in self.options[:2]])

    def show(self, value: Json) -> Text:
        """Return the labels of the chosen options."""
        return Joined([self.named(one) for one in value]) if value else _("none")


class Number(Shape):
    """A whole number or a sum such as ``12+3-1``; with ``summed`` the page offers to add amounts one by one."""

    kind: ClassVar[Kind] = "number"

    def __init__(
        self, least: int | None = 0, most: int | None = None, default: int | None = None, summed: bool = False
    ) -> None:
        self.least = least
        self.most = most
        self.default = default
        self.summed = summed

    def check(self, value: Json) -> int:
        """Return the number, or the result of the sum."""
        number: int = value if type(value) is int else self.parsed(value)
        least = -LARGEST if self.least is None else self.least
        most = LARGEST if self.most is None else self.most
        if number < least or number > most:
            raise BadAnswer(
                _("{number} is out of range. Enter {expected}.", number=short(number), expected=self.expected)
            )
        return number

    def parsed(self, value: Json) -> int:
        """Return the result of a typed number or sum; raise BadAnswer if it is neither."""
        parts = added(value) if isinstance(value, str) and len(value) <= LONGEST else None
        if parts:
            return sum(parts)
        raise BadAnswer(
            _(
                "“{value}” is not a number. Enter {expected}, or a sum like 12+3-1.",
                value=short(value),
                expected=self.expected,
            )
        )

    @property
    def expected(self) -> Text:
        """The range of valid numbers, for messages."""
        if self.least is not None and self.most is not None:
            return _("a number from {least} to {most}", least=self.least, most=self.most)
        if self.least is not None:
            return _("a number of at least {least}", least=self.least)
        if self.most is not None:
            return _("a number of at most {most}", most=self.most)
        return _("a whole number")

    def show(self, value: Json) -> Text:
        """Return the number; for a sum, the sum and its result."""
        number = self.check(value)
        return Name(str(number) if isinstance(value, int) else f"{value.strip()} = {number}")


def added(line: str) -> list[int] | None:
    """Return the numbers of a sum with their signs; None if the text is not a sum.

    >>> added("12 + 3-1"), added("-4"), added("1 2"), added("+")
    ([12, 3, -1], [-4], None, None)
    """
    parts: list[int] = []
    signs = line.replace("−", "-").replace("–", "-").replace("+", " + ").replace("-", " - ").split()
    sign = 1
    for number, word in enumerate(signs):
        if word in ("+", "-"):
            if number and signs[number - 1] in ("+", "-"):
                return None
            sign = -1 if word == "-" else 1
        elif len(word) <= 10 and word.isascii() and word.isdecimal() and sign:
            parts.append(sign * int(word))
            sign = 0
        else:
            return None
    return None if sign else parts


class Die(Number):
    """The face of a die. A person may enter any face; the program rolls one of the ``fair`` faces."""

    kind = "die"

    def __init__(self, sides: int, fair: Sequence[int] | None = None) -> None:
        super().__init__(1, sides)
        self.sides = sides
        self.fair = tuple(fair) if fair is not None else tuple(range(1, sides + 1))

    def draw(self, chance: Chance, stream: str, k: int) -> Json:
        """Roll the die; only fair faces come up."""
        return chance.face(self.sides, self.fair, stream, k)


class Order(Optioned):
    """All options in random order, or the first ``drawn`` of them.

    With ``read_off`` the order is not random: a person reads it off the table.
    """

    kind = "order"

    def __init__(self, options: Options, drawn: int | None = None, *, read_off: bool = False) -> None:
        super().__init__(options)
        self.drawn = drawn
        self.read_off = read_off

    def check(self, value: Json) -> list[Any]:
        """Return the values of the options in the given order."""
        if not isinstance(value, list):
            raise BadAnswer(_("Enter these as a list in the right order: {choices}.", choices=self.choices))
        found = self.found(value)
        expected = len(self.options) if self.drawn is None else self.drawn
        if len({one.id for one in found}) != len(found) or len(found) != expected:
            raise BadAnswer(
                _(
                    "Choose exactly {expected} different options from this list: {choices}.",
                    expected=expected,
                    choices=self.choices,
                )
            )
        return [one.value for one in found]

    def understood(self, value: Json, spoken: Spoken) -> Json:
        """Return the ids of the options in the given order."""
        return self.all_meant(value, spoken)

    def show(self, value: Json) -> Text:
        """Return the labels of the options in the given order."""
        return Joined([self.find(one).label for one in value])

    def draw(self, chance: Chance, stream: str, k: int) -> Json:
        """Shuffle the options; return the ids of the first ``drawn``."""
        return [one.id for one in chance.shuffled(self.options, stream, k)[: self.drawn]]


class Pairs(Shape):
    """Names with a value each, such as regions with the cost of a border.

    ``names`` are the existing names; they are found in any spelling. Other names are new, unless ``closed``.
    """

    kind = "pairs"

    def __init__(self, values: Sequence[Option], names: Sequence[str] = (), closed: bool = False) -> None:
        self.values = Choice(values)
        self.names = tuple(names)
        self.closed = closed
        self.default: dict[str, Json] = {}
        self.spelt = {folded(name): name for name in reversed(self.names)}

    def check(self, value: Json) -> dict[str, Any]:
        """Return the value of each name."""
        if not isinstance(value, dict):
            raise BadAnswer(_("Enter names with a value for each, for example {example}.", example=self.example))
        if len(value) > MOST:
            raise too_many(MOST)
        pairs: dict[str, Any] = {}
        seen: set[str] = set()
        for written, one in value.items():
            name = self.name(written)
            if (key := folded(name) or name) in seen:
                raise BadAnswer(_("{name} appears twice. Enter each name once.", name=Name(name)))
            seen.add(key)
            try:
                pairs[name] = self.values.check(one)
            except BadAnswer as bad:
                raise BadAnswer(_("{field}: {problem}", field=Name(name), problem=bad.text)) from None
        return pairs

    def understood(self, value: Json, spoken: Spoken) -> Json:
        """Return the answer with ids for the values and the usual spelling of the names."""
        if not isinstance(value, dict) or len(value) > MOST:
            return value
        pairs: dict[str, Json] = {}
        for written, one in value.items():
            name = self.spelt.get(folded(written), written) if isinstance(written, str) else written
            try:
                pairs[name] = self.values.understood(one, spoken)
            except Proposal as doubt:
                raise doubt.within({**pairs, **rest(value, name), name: doubt.answer}) from None
            if not self.values.offers(pairs[name]):
                return value  # unknown: check raises BadAnswer
        return pairs if len(pairs) == len(value) else value

    def name(self, written: Json) -> str:
        """Return a name in its usual spelling; raise BadAnswer for a new name where none may be added."""
        tidy = place_name(written)
        found = self.spelt.get(folded(tidy))
        if found is None and self.closed:
            near = Vocabulary([(name, [name]) for name in self.names]).near(tidy)
            if near:
                raise did_you_mean(tidy, map(Name, near))
            known = Joined([*map(Name, self.names[:12]), *([Name("…")] if len(self.names) > 12 else [])])
            raise BadAnswer(
                _("There is no “{name}” here. Choose one of these: {names}.", name=short(tidy), names=known)
            )
        return found or tidy

    @property
    def example(self) -> Text:
        """A name with a value, for messages."""
        name = self.names[0] if self.names else "…"
        return Joined([Name(name), self.values.options[0].label], " ")

    def show(self, value: Json) -> Text:
        """Return the names with their values."""
        pairs = [Joined([Name(name), self.values.show(one)], " ") for name, one in value.items()]
        return Joined(pairs) if pairs else _("none")


def rest(value: Mapping[str, Json], name: str) -> dict[str, Json]:
    """Return the entries without this name."""
    return {other: one for other, one in value.items() if other != name}


class Checklist(Shape):
    """A list of things to do at the table; the only answer is that all of it is done."""

    kind = "checklist"

    def __init__(self, items: Sequence[Item]) -> None:
        self.items = tuple(items)
        self.default = True

    def check(self, value: Json) -> bool:
        """Return true; raise BadAnswer for any other answer."""
        if value is not True:
            raise BadAnswer(_("Answer true when everything on the list is done."))
        return True

    def show(self, value: Json) -> Text:
        """Return “done”."""
        return _("done")


class Item:
    """One line of a check list."""

    __slots__ = ("cites", "text")

    def __init__(self, text: Text, cites: tuple[str, ...]) -> None:
        self.text = text
        self.cites = cites


class Words(Shape):
    """Free text of up to ``most`` characters."""

    kind = "words"

    def __init__(self, most: int = 200, default: str | None = None) -> None:
        self.most = most
        self.default = default

    def check(self, value: Json) -> str:
        """Return the text without spaces around it."""
        words: str = value.strip() if isinstance(value, str) and len(value) <= self.most else ""
        if not words or not " ".join(words.split()).isprintable():
            raise BadAnswer(_("Enter a text of 1 to {most} characters.", most=self.most))
        return words


class Part:
    """A part of a phrase that is composed by taps: ``least`` to ``most`` of its options.

    A ``tight`` part has no space before it.
    """

    __slots__ = ("least", "most", "options", "tight", "words")

    def __init__(
        self, words: Text, options: Sequence[Option], least: int = 1, most: int = 1, *, tight: bool = False
    ) -> None:
        self.words = words
        self.options = tuple(options)
        self.least = least
        self.most = most
        self.tight = tight


class Phrases(Optioned):
    """A list of phrases: each is an option or, where ``read`` can parse it, a phrase of the owner's own.

    The order counts, and a phrase may occur more than once. ``read`` converts a phrase into the value for the script,
    or raises BadAnswer; without it only the options are valid. ``keep`` returns a phrase as a journal stores it,
    whatever its language, and ``say`` returns it as text for the history. After a comma a phrase can continue with one
    of the ``links``, or where ``continues`` returns true for the text before and after the comma. ``parts`` are the
    building blocks for own phrases. A phrase in ``ends`` is the last of the list.
    """

    kind = "phrases"
    repeats = True

    def __init__(
        self,
        options: Options,
        least: int = 0,
        most: int | None = None,
        read: Callable[[str], Any] | None = None,
        default: Sequence[str] = (),
        say: Callable[[str], Text] = Name,
        keep: Callable[[str], str] = str,
        links: Sequence[Text] = (),
        parts: Sequence[Part] = (),
        ends: Sequence[str] = (),
        continues: Callable[[str, str], bool] | None = None,
    ) -> None:
        super().__init__(options)
        self.least = least
        self.most = most
        self.read = read
        self.default = list(default)
        self.say = say
        self.keep = keep
        self.links = tuple(links)
        self.parts = tuple(parts)
        self.ends = tuple(ends)
        self.continues = continues

    def check(self, value: Json) -> list[Any]:
        """Return the value of each phrase."""
        if not isinstance(value, list) or not all(isinstance(one, str) and len(one) <= LONGEST for one in value):
            raise BadAnswer(_("Enter a list of phrases, for example {example}.", example=self.example))
        if len(value) < self.least:
            raise BadAnswer(_("Choose at least {least}.", least=self.least))
        if len(value) > (most := MOST if self.most is None else self.most):
            raise BadAnswer(_("Choose at most {most}.", most=most))
        return [self.value_of(one) for one in value]

    def value_of(self, phrase: str) -> Any:
        """Return the value of a phrase: that of an option, or the parsed phrase."""
        if self.known(phrase) is None and self.read is not None and phrase.strip():
            return self.read(phrase.strip())
        return self.find(phrase).value

    def understood(self, value: Json, spoken: Spoken) -> Json:
        """Return the phrases as a journal stores them."""
        return self.all_meant(value, spoken)

    def guessed(self, value: str, words: Vocabulary[Option]) -> Json:
        """Return text that is not an option as a phrase of the owner's own, if it can be parsed."""
        own = value.strip()
        if self.read is None or not own or len(value) > LONGEST:
            return super().guessed(value, words)
        try:
            return self.own(own)
        except Proposal:
            raise
        except BadAnswer:
            super().guessed(value, words)
            raise

    def own(self, phrase: str) -> str:
        """Return a phrase of the owner's own as a journal stores it; raise BadAnswer if it can't be parsed."""
        if self.read is None:
            raise BadAnswer(
                _("“{value}” is not one of the options: {choices}.", value=short(phrase), choices=self.choices)
            )
        self.read(phrase)
        return self.keep(phrase)

    @property
    def example(self) -> Text:
        """The labels of the first two options, for messages."""
        return Joined([one.label for one in self.options[:2]]) if self.options else Name("…")

    def show(self, value: Json) -> Text:
        """Return the phrases as text for the history."""
        labels = [known.label if (known := self.known(one)) else self.say(one) for one in value]
        return Joined(labels) if labels else _("none")


class Drawing(Shape):
    """A board or card that the owner draws as rows of characters; ``read`` converts them for the script.

    The first sign of the ``legend`` marks an empty square; ``brushes`` define how the signs look. ``say`` returns a
    drawing as text for the history, otherwise its rows are shown. With ``upright`` each row is a column of its own
    length, from the top, and there are ``total`` signs in all.
    """

    kind = "drawing"
    rows: ClassVar[int] = 100
    wide: ClassVar[int] = 200

    def __init__(
        self,
        read: Callable[[list[str]], Any],
        legend: Sequence[tuple[str, Text]],
        brushes: Sequence[Brush] = (),
        say: Callable[[list[str]], Text] | None = None,
        *,
        default: Sequence[str] | None = None,
        upright: bool = False,
        total: int | None = None,
    ) -> None:
        self.say = say
        self.read = read
        self.legend = tuple(legend)
        self.brushes = tuple(brushes)
        self.default = None if default is None else list(default)
        self.upright = upright
        self.total = total

    def check(self, value: Json) -> Any:
        """Return the parsed rows."""
        if not isinstance(value, list) or not value or not all(isinstance(row, str) for row in value):
            raise BadAnswer(_("Enter the drawing as a list of strings, one for each row."))
        if len(value) > self.rows or any(len(row) > self.wide for row in value):
            raise BadAnswer(
                _(
                    "The drawing is too large: it can have at most {rows} rows of {wide} characters.",
                    rows=self.rows,
                    wide=self.wide,
                )
            )
        return self.read(value)

    def understood(self, value: Json, spoken: Spoken) -> Json:
        """Replace letters that look alike: a Cyrillic “о” becomes a Latin “o”."""
        if not isinstance(value, list) or not all(isinstance(row, str) for row in value[: self.rows]):
            return value
        return [row.translate(LETTERS) for row in value[: self.rows]] + value[self.rows :]

    def show(self, value: Json) -> Text:
        """Return the drawing as text for the history."""
        return Name(" / ".join(value)) if self.say is None else self.say(value)


class Chart(Optioned):
    """A map that the owner draws: places, borders with a cost, and entrances that lead to places.

    The answer has ``places`` with their coordinates, ``borders``, ``gates``, and ``whole``: the map is complete.
    """

    kind = "chart"
    far: ClassVar[int] = 100_000

    def __init__(self, entrances: Sequence[Option], least: int = 1, most: int = 2) -> None:
        super().__init__(entrances)
        self.least = least
        self.most = most
        self.default: Json = None

    def check(self, value: Json) -> dict[str, Any]:
        """Return the map with tidy names; raise BadAnswer for a part of the wrong type."""
        if not isinstance(value, dict) or not value.keys() <= {"places", "borders", "gates", "whole"}:
            raise BadAnswer(_("A map can have only the entries “places”, “borders”, “gates” and “whole”."))
        places = {place_name(name): self.place(name, at) for name, at in entries(value, "places")}
        borders = {place_name(name): self.prices(name, near) for name, near in entries(value, "borders")}
        gates = {self.find(id).id: self.prices(id, near) for id, near in entries(value, "gates")}
        if type(value.get("whole", False)) is not bool:
            raise BadAnswer(
                _("“{name}” must be true or false, not {value}.", name="whole", value=short(value["whole"]))
            )
        return {"places": places, "borders": borders, "gates": gates, "whole": value.get("whole", False)}

    def place(self, name: str, at: Json) -> list[int]:
        """Return the coordinates of a place; raise BadAnswer if they are not two whole numbers."""
        if not isinstance(at, list) or len(at) != 2 or not all(type(n) is int and abs(n) <= self.far for n in at):
            raise BadAnswer(
                _("{name}: the position must be two whole numbers of at most {most}.", name=short(name), most=self.far)
            )
        return at

    def prices(self, name: str, near: Json) -> dict[str, int]:
        """Return the cost of each border of a place; raise BadAnswer if a cost is out of range."""
        if not isinstance(near, dict) or len(near) > MOST:
            raise BadAnswer(_("{name}: every neighbour must have a name and a price.", name=short(name)))
        price = Number(self.least, self.most)
        return {place_name(other): price.check(points) for other, points in near.items()}

    def show(self, value: Json) -> Text:
        """Return how many places and borders the map has."""
        borders = sum(map(len, value.get("borders", {}).values()))
        return _("{n} places, {m} borders", n=len(value.get("places", {})), m=borders)


def entries(value: Mapping[str, Json], name: str) -> list[tuple[str, Json]]:
    """Return the entries of one part of a map; raise BadAnswer if it is not a dict or is too long."""
    found = value.get(name, {})
    if not isinstance(found, dict) or len(found) > MOST:
        raise BadAnswer(_("“{name}” must contain names with a value for each.", name=Name(name)))
    return list(found.items())


def place_name(written: Json) -> str:
    """Return a name without needless spaces; raise BadAnswer if it is empty or too long."""
    tidy = " ".join(written.split()) if isinstance(written, str) and len(written) <= LONGEST else ""
    if not tidy or len(tidy) > 60 or not tidy.isprintable():
        raise BadAnswer(_("“{name}” is not a valid name. Enter 1 to 60 characters.", name=short(written)))
    return tidy


class Group:
    """Fields of a form that are shown together under a label, with a ``note`` where they need one.

    A ``folded`` group is collapsed until a person opens it; none of its fields may be required. If it ``adds``, the sum
    of its numbers is shown, and ``total`` is the expected sum. With ``once`` its fields share their options, and each
    option belongs to at most one field. Fields with the same view are filled in on that view together.
    """

    __slots__ = ("adds", "folded", "note", "once", "total", "words")

    def __init__(
        self,
        words: Text,
        *,
        folded: bool = False,
        adds: bool = False,
        total: int | None = None,
        note: Text | None = None,
        once: bool = False,
    ) -> None:
        self.words = words
        self.once = once
        self.folded = folded
        self.adds = adds
        self.total = total
        self.note = note


class Field:
    """One entry of a form; ``preset`` is the value for the script where the answer has no entry.

    ``label`` names the field in the history; the question shows the ``example`` as well. ``word`` is a short name to
    type where the label is long; the ``name``, which journals store, works as well. ``on`` are the views where its
    options are spots, ``slots`` is the view whose spots are filled one after the other, and ``pictures`` is the prefix
    of the ids of views that show the options. A ``piece`` is drawn next to the label. ``spot`` is the prefix of the ids
    of its spots on the picture of the form's subject. Fields with a ``cell`` (labels of row and column) are laid out as
    a table. A field that ``depends`` on another (its name, and the values for which this one matters) is hidden
    otherwise; if it has an entry all the same, the entry counts. A ``required`` field must have an entry. A ``wanted``
    one must have an entry when a person answers, but journals without it are valid.
    """

    __slots__ = (
        "cell",
        "default",
        "depends",
        "example",
        "group",
        "label",
        "name",
        "on",
        "pictures",
        "piece",
        "preset",
        "required",
        "shape",
        "slots",
        "spot",
        "wanted",
        "word",
        "worded",
    )

    def __init__(
        self,
        name: str,
        label: Text,
        shape: Shape,
        default: Json = None,
        required: bool = False,
        example: Text | None = None,
        word: Text | None = None,
        on: Place = "",
        group: Group | None = None,
        piece: Piece | None = None,
        slots: str = "",
        pictures: str = "",
        spot: str = "",
        cell: tuple[Text, Text] | None = None,
        depends: tuple[str, tuple[Json, ...]] | None = None,
        wanted: bool = False,
    ) -> None:
        self.name = name
        self.cell = cell
        self.depends = depends
        self.label = label
        self.wanted = wanted
        self.example = example
        self.word = word
        self.on = places(on)
        self.group = group
        self.piece = piece
        self.slots = slots
        self.pictures = pictures
        self.spot = spot
        self.shape = shape
        self.default = default
        self.required = required
        self.preset = None if default is None else shape.check(default)
        self.worded: dict[Catalogue, Any] = {}

    @property
    def text(self) -> Text:
        """The label with its example, if there is one."""
        if self.example is None:
            return self.label
        return _("{field}, for example {example}", field=self.label, example=self.example)


class Met:
    """An earlier answer that may come again, such as a card: its label and the entries of the form that it fills in."""

    __slots__ = ("entries", "words")

    def __init__(self, words: Text, entries: Mapping[str, Json]) -> None:
        self.words = words
        self.entries = entries


class Form(Shape):
    """Several facts that are entered together; ``instead`` are short answers that replace the whole form.

    Short answers with a piece are chosen by a tap; ``rare`` is the group they are shown in. ``met`` returns earlier
    answers that may come again, the most likely first; it is called only when a person looks. ``least`` is how many
    fields a person must fill in; journals with fewer are valid.
    """

    kind = "form"

    def __init__(
        self,
        fields: Sequence[Field],
        instead: Sequence[Option] = (),
        met: Callable[[], Sequence[Met]] = tuple,
        rare: Group | None = None,
        least: int | None = None,
    ) -> None:
        self.least = least
        self.fields = tuple(fields)
        self.instead = tuple(instead)
        self.met = met
        self.rare = rare

    @property
    def shapes(self) -> dict[str, Shape]:
        """The answer type of each field."""
        return {field.name: field.shape for field in self.fields}

    def check(self, value: Json) -> Any:
        """Return the value of each field, or that of a short answer."""
        if not isinstance(value, dict):
            return self.shortcut(value)
        checked: dict[str, Any] = {}
        known = 0
        try:
            for field in self.fields:
                name = field.name
                if name in value:
                    checked[name] = field.shape.check(value[name])
                    known += 1
                elif field.required:
                    raise self.refusal(value)
                else:
                    checked[name] = field.preset
        except BadAnswer:
            raise self.refusal(value) from None
        if known < len(value):
            raise self.refusal(value)
        return checked

    def understood(self, value: Json, spoken: Spoken) -> Json:
        """Return the form with ids in place of typed text; raise BadAnswer if fields are missing."""
        if not isinstance(value, dict):
            return self.short_answers.understood(value, spoken) if self.instead else value
        meant: dict[str, Json] = {}
        if lacking := [field.label for field in self.fields if field.wanted and field.name not in value]:
            raise BadAnswer(_("Still missing: {labels}.", labels=Joined(lacking)))
        if self.least and len(value) < self.least:
            zero = any(isinstance(field.shape, Number) for field in self.fields)
            raise BadAnswer(
                _("Fill in more fields to continue. Enter 0 where there is nothing.")
                if zero
                else _("Fill in more fields to continue.")
            )
        for field in self.fields:
            if (name := field.name) in value:
                given = value[name]
                try:
                    one = field.shape.understood(given, spoken)
                except Proposal as doubt:
                    text = _("{field}: {problem}", field=field.label, problem=doubt.text)
                    raise doubt.within({**value, **meant, name: doubt.answer}, text) from None
                except BadAnswer as bad:
                    raise BadAnswer(_("{field}: {problem}", field=field.label, problem=bad.text)) from None
                if one is not given:
                    meant[name] = one
        return {**value, **meant} if meant else value

    @property
    def short_answers(self) -> Choice:
        """The short answers as a choice."""
        return Choice(self.instead)

    def refusal(self, value: Mapping[str, Json]) -> BadAnswer:
        """Return the error for the first invalid entry, in the order in which the form was filled in."""
        fields = {field.name: field for field in self.fields}
        for name, entry in value.items():
            field = fields.get(name)
            if field is None:
                names = Joined([Name(one) for one in fields])
                return BadAnswer(
                    _("There is no field “{name}” here. The fields are: {names}.", name=short(name), names=names)
                )
            try:
                field.shape.check(entry)
            except BadAnswer as bad:
                return BadAnswer(_("{field}: {problem}", field=field.label, problem=bad.text))
        missing = [field.label for field in self.fields if field.required and field.name not in value]
        return BadAnswer(_("Still missing: {labels}.", labels=Joined(missing)))

    def shortcut(self, value: Json) -> Any:
        """Return the value of a short answer; raise BadAnswer if there is none with this id."""
        for one in self.instead:
            if one.id == value and isinstance(value, str):
                return one.value
        names = [*(field.name for field in self.fields), *(str(one.id) for one in self.instead)]
        raise BadAnswer(_("Fill in a form with these fields: {names}.", names=Name(", ".join(names))))

    def show(self, value: Json) -> Text:
        """Return the entries that differ from their defaults, with their labels."""
        if not isinstance(value, Mapping):
            return next(one.label for one in self.instead if one.id == value)
        parts = [
            _("{field}: {value}", field=field.label, value=field.shape.show(value[field.name]))
            for field in self.fields
            if field.name in value and value[field.name] != field.default
        ]
        return Joined(parts, "; ") if parts else _("done")


def vocabulary(options: Iterable[Option], spoken: Spoken) -> Vocabulary[Option]:
    """Return options by their ids and by their labels in every language."""
    return Vocabulary((one, words_for(one, spoken)) for one in options)


@once_each(4096)
def words_for(one: Option, spoken: Spoken) -> list[str]:
    """Return the names of an option: its id and its label in every language. Cached, because options recur."""
    return [str(one.id), *in_every_language(one.label, spoken)]


def ambiguous(words: str, found: Sequence[Option]) -> BadAnswer:
    """Return the error for a label that several options share."""
    names = Joined([_("{label} ({id})", label=one.label, id=Name(str(one.id))) for one in found[:12]])
    return BadAnswer(_("“{word}” has several meanings. Choose one of these: {names}.", word=short(words), names=names))


def did_you_mean(words: str, near: Iterable[Text], answer: Json = None) -> Proposal:
    """Return the error that proposes similar labels, with the answer that would be accepted."""
    meant = Joined([_("“{words}”", words=one) for one in near], " / ")
    return Proposal(_("There is no “{words}” here. Did you mean {near}?", words=short(words), near=meant), answer)


def too_many(most: int) -> BadAnswer:
    """Return the error for a list that is too long."""
    return BadAnswer(_("The list is too long. Enter at most {most} entries.", most=most))


def short(value: Json) -> Name:
    """Return an answer, shortened for a message and without control characters.

    >>> str(short(["a", [1, [2, [3]]]])), str(short("a\x1b[31m")), str(short(10**5000))
    ("['a', [1, […]]]", 'a[31m', '10…')
    """
    words = value[:100] if isinstance(value, str) else brief(value)
    shown = "".join(one for one in " ".join(words.split()) if one.isprintable())
    return Name(shown if len(shown) <= 40 else shown[:39] + "…")


def brief(value: Json, depth: int = 2) -> str:
    """Return a JSON value as short text; deep or long parts are left out."""
    match value:
        case bool() | None | float():
            return repr(value)
        case int():
            return str(value) if abs(value) < 10**40 else ("-" if value < 0 else "") + "10…"
        case str():
            return repr(value[:40])
        case list():
            parts = [brief(one, depth - 1) for one in value[:4]] if depth else ["…"]
            return f"[{', '.join(parts)}]"
        case dict():
            if not depth:
                return "{…}"
            pairs = [f"{brief(key)}: {brief(one, depth - 1)}" for key, one in islice(value.items(), 4)]
            return "{" + ", ".join(pairs) + "}"
    return type(value).__name__
