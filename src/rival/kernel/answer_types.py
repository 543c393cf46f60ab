"""Answer types: the kinds of answers that a question can accept.

``validate`` converts the JSON value of an answer into the value that a script works with; it raises BadAnswerError with
a message that says which answer would fit. ``parse`` converts typed text, in any language and spelling, into the ids
that a journal stores. ``format_answer`` converts an answer into text. The running time of each method depends only on
the length of the answer.

>>> Number(minimum=0).validate("12+3-1")
14
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, ClassVar, Literal, TypeAlias

from rival.kernel.caching import cache_by_identity
from rival.kernel.chance import Chance
from rival.kernel.errors import BadAnswerError, DidYouMeanError
from rival.kernel.texts import Catalogue, JoinedText, Name, Text, _, render_in_all_languages
from rival.kernel.views import Brush, Piece, TapTargets, parse_tap_targets
from rival.kernel.vocabulary import LOOKALIKE_LETTERS, MAX_PHRASE_LENGTH, Vocabulary, normalize_text

AnswerKind: TypeAlias = Literal[
    "choice", "several", "number", "die", "order", "pairs", "phrases", "checklist", "words", "drawing", "chart", "form"
]
Json = Any
"""A JSON value: None, a bool, an int, a str, or a list or dict of JSON values."""
Catalogues: TypeAlias = tuple[Catalogue, ...]
"""The translations used to recognize typed text, starting with the language of the game."""

MAX_LIST_LENGTH = 1000
"""The maximum length of a list. The limit is higher than any real game needs."""
MAX_NUMBER = 10**9
"""The largest number accepted if the question sets no limit."""


class Option:
    """An option of a question: its id in saved games, its label, its value for the script, and its piece."""

    __slots__ = ("id", "label", "piece", "value")

    def __init__(self, id: str | int, label: Text, value: Any, piece: Piece | None = None) -> None:
        self.id = id
        self.label = label
        self.value = value
        self.piece = piece


def make_option(id: str | int, label: Text | None = None, value: Any = None, piece: Piece | None = None) -> Option:
    """Return an option; label and value default to the id."""
    return Option(id, label or Name(str(id)), id if value is None else value, piece)


OptionSource = Iterable[Option] | Callable[[], Iterable[Option]]
OptionLookup = Callable[[Json], Option | None]


class AnswerType:
    """The type of an answer; subclasses define which answers are valid."""

    kind: ClassVar[AnswerKind]
    rendered: dict[Catalogue, Any] | None = None
    """The descriptions for drivers, by language. Each is rendered once, because an answer type never changes."""

    def validate(self, value: Json) -> Any:
        """Return the value for the script; raise BadAnswerError if the answer is not valid."""
        raise BadAnswerError(_("This question can't be answered."))

    def parse(self, value: Json, catalogues: Catalogues) -> Json:
        """Return the answer with ids in place of typed text; raise DidYouMeanError if text resembles an option."""
        return value

    def format_answer(self, value: Json) -> Text:
        """Return an answer as text for the history."""
        return Name(str(value))

    def draw_random(self, chance: Chance, stream: str, draw_number: int) -> Json:
        """Return a random answer, using draw ``draw_number`` of the named stream."""
        raise BadAnswerError(_("This question can't be answered at random."))


class UsedOptions:
    """The ids that a list of answers has used so far. Adding an id takes constant time."""

    __slots__ = ("_id_set", "_used_counts", "ids")

    def __init__(self) -> None:
        self.ids: list[Json] = []
        self._id_set: set[Json] = set()
        self._used_counts: dict[int, tuple[Sequence[Option], int]] = {}
        """Maps the identity of a list of options to the list and the number of options used from its start."""

    def add(self, id: Json) -> None:
        """Add an id to the list."""
        self.ids.append(id)
        if isinstance(id, str | int):
            self._id_set.add(id)

    def find_first_unused(self, options: Sequence[Option]) -> Option:
        """Return the first option that is not used yet, or the first option if all are used."""
        _options, index = self._used_counts.get(id(options), (options, 0))
        while index < len(options) and options[index].id in self._id_set:
            index += 1
        self._used_counts[id(options)] = (options, index)
        return options[index if index < len(options) else 0]


class ChoiceBase(AnswerType):
    """An answer type with a list of options, which can be computed on first use.

    If there are very many options, ``lookup`` finds one by its id without listing all of them. The labels of such
    options are their ids, because an option can't be looked up again after the table has changed.
    """

    allows_repeats: ClassVar[bool] = False
    """Whether a list may name the same option more than once."""

    def __init__(self, options: OptionSource, lookup: OptionLookup | None = None) -> None:
        self._source = options
        self._lookup = lookup
        self._options: tuple[Option, ...] | None = None
        self._by_id: dict[Json, Option] | None = None
        self._vocabularies: dict[Catalogues, Vocabulary[Option]] = {}

    @property
    def options(self) -> tuple[Option, ...]:
        """The list of all options, computed on first access."""
        if self._options is None:
            offered = self._source
            self._options = tuple(offered() if callable(offered) else offered)
        return self._options

    def find_option(self, id: Json) -> Option | None:
        """Return the option with this id; None if there is none."""
        if self._lookup is not None:
            return self._lookup(id)
        if self._by_id is None:
            self._by_id = {option.id: option for option in self.options}
        return self._by_id.get(id)

    def get_option(self, value: Json) -> Option:
        """Return the option with this id; raise BadAnswerError if there is none."""
        try:
            option = self.find_option(value)
        except TypeError:  # a list or a dict can't be an id
            option = None
        if option is None or type(value) is not type(option.id):
            if not self.options:
                raise BadAnswerError(
                    _("You can't choose “{value}”: there are no options yet.", value=shorten_for_message(value))
                )
            raise BadAnswerError(
                _(
                    "“{value}” is not one of the options: {choices}.",
                    value=shorten_for_message(value),
                    choices=self.choice_labels,
                )
            )
        return option

    def get_options(self, ids: Sequence[Json]) -> list[Option]:
        """Return the options with these ids; raise BadAnswerError if one does not exist or the list is too long."""
        if len(ids) > MAX_LIST_LENGTH:
            raise make_length_error(MAX_LIST_LENGTH)
        return [self.get_option(id) for id in ids]

    def has_id(self, value: Json) -> bool:
        """Return whether a value is the id of an option."""
        try:
            option = self.find_option(value)
        except TypeError:
            return False
        return option is not None and type(value) is type(option.id)

    def get_vocabulary(self, catalogues: Catalogues) -> Vocabulary[Option]:
        """Return the options by their labels in all languages."""
        if catalogues not in self._vocabularies:
            self._vocabularies[catalogues] = build_vocabulary(self.options, catalogues)
        return self._vocabularies[catalogues]

    def resolve_label(self, value: Json, catalogues: Catalogues, named: UsedOptions | None = None) -> Json:
        """Return the id of the option with this label. If several options share it, return the first unused one."""
        if self.has_id(value) or not isinstance(value, str):
            return value
        vocabulary = self.get_vocabulary(catalogues)
        matches = vocabulary.find(value)
        if not matches:
            return self.suggest_option(value, vocabulary)
        if len({match.label.render(catalogues[0]) for match in matches}) > 1:
            raise make_ambiguity_error(value, matches)
        return matches[0].id if named is None else named.find_first_unused(matches).id

    def suggest_option(self, value: str, vocabulary: Vocabulary[Option]) -> Json:
        """Raise DidYouMeanError if the text resembles an option; otherwise return the text unchanged."""
        if similar := vocabulary.find_similar(value):
            raise make_suggestion_error(
                value,
                [similar_option.label for similar_option in similar],
                similar[0].id if len(similar) == 1 else None,
            )
        return value

    def resolve_labels(self, value: Json, catalogues: Catalogues) -> Json:
        """Replace the labels in a list by option ids; return the list unchanged if a label is unknown."""
        if not isinstance(value, list) or len(value) > MAX_LIST_LENGTH or all(map(self.has_id, value)):
            return value
        named = UsedOptions()
        for number, item in enumerate(value):
            try:
                id = self.resolve_label(item, catalogues, None if self.allows_repeats else named)
            except DidYouMeanError as error:
                raise error.wrap([*named.ids, error.answer, *value[number + 1 :]]) from None
            if not self.allows_repeats and not self.has_id(id):
                return value  # unknown: validate raises BadAnswerError
            named.add(id)
        return named.ids

    def get_label(self, value: Json) -> Text:
        """Return the label of a chosen option."""
        return Name(str(value)) if self._lookup else self.get_option(value).label

    @property
    def choice_labels(self) -> Text:
        """The labels of the first twelve options, for an error message."""
        labels = [option.label for option in self.options]
        return JoinedText(labels if len(labels) <= 12 else [*labels[:12], Name("…")])


class Choice(ChoiceBase):
    """An answer that is exactly one of the options."""

    kind = "choice"

    def __init__(self, options: OptionSource, default: Json = None) -> None:
        super().__init__(options)
        self.default = default

    def validate(self, value: Json) -> Any:
        """Return the value of the chosen option."""
        return self.get_option(value).value

    def parse(self, value: Json, catalogues: Catalogues) -> Json:
        """Return the id of the chosen option."""
        return self.resolve_label(value, catalogues)

    def format_answer(self, value: Json) -> Text:
        """Return the label of the chosen option."""
        return self.get_option(value).label

    def draw_random(self, chance: Chance, stream: str, draw_number: int) -> Json:
        """Return the id of a random option."""
        return self.options[chance.draw_below(len(self.options), stream, draw_number)].id


class MultiChoice(ChoiceBase):
    """An answer that is a list of ``minimum`` to ``maximum`` different options, in any order."""

    kind = "several"

    def __init__(
        self,
        options: OptionSource,
        minimum: int = 0,
        maximum: int | None = None,
        default: Sequence[Json] = (),
        lookup: OptionLookup | None = None,
    ) -> None:
        super().__init__(options, lookup)
        self.minimum = minimum
        self.maximum = maximum
        self.default = list(default)

    def validate(self, value: Json) -> list[Any]:
        """Return the values of the chosen options."""
        if not isinstance(value, list):
            raise BadAnswerError(_("Enter a list of options, for example {example}.", example=self.example))
        if not value and not self.minimum:
            return []
        chosen = self.get_options(value)
        if len(chosen) > 1 and len({option.id for option in chosen}) < len(chosen):
            raise BadAnswerError(_("You can choose each option only once."))
        if len(chosen) < self.minimum:
            raise BadAnswerError(_("Choose at least {least}.", least=self.minimum))
        if self.maximum is not None and len(chosen) > self.maximum:
            raise BadAnswerError(_("Choose at most {most}.", most=self.maximum))
        return [option.value for option in chosen]

    def parse(self, value: Json, catalogues: Catalogues) -> Json:
        """Return the ids of the chosen options."""
        return self.resolve_labels(value, catalogues)

    @property
    def example(self) -> Text:
        """The labels of the first two options, as an example in error messages."""
        return JoinedText([option.label for option in self.options[:2]])

    def format_answer(self, value: Json) -> Text:
        """Return the labels of the chosen options."""
        return JoinedText([self.get_label(id) for id in value]) if value else _("none")


class Number(AnswerType):
    """A whole number or a sum such as ``12+3-1``.

    With ``adds_amounts``, the page lets the player add amounts one at a time.
    """

    kind: ClassVar[AnswerKind] = "number"

    def __init__(
        self,
        minimum: int | None = 0,
        maximum: int | None = None,
        default: int | None = None,
        adds_amounts: bool = False,
    ) -> None:
        self.minimum = minimum
        self.maximum = maximum
        self.default = default
        self.adds_amounts = adds_amounts

    def validate(self, value: Json) -> int:
        """Return the number, or the result of the sum."""
        number: int = value if type(value) is int else self.parse_text(value)
        minimum = -MAX_NUMBER if self.minimum is None else self.minimum
        maximum = MAX_NUMBER if self.maximum is None else self.maximum
        if number < minimum or number > maximum:
            raise BadAnswerError(
                _(
                    "{number} is out of range. Enter {expected}.",
                    number=shorten_for_message(number),
                    expected=self.expected_range,
                )
            )
        return number

    def parse_text(self, value: Json) -> int:
        """Return the result of a typed number or sum; raise BadAnswerError if it is neither."""
        parts = parse_sum(value) if isinstance(value, str) and len(value) <= MAX_PHRASE_LENGTH else None
        if parts:
            return sum(parts)
        raise BadAnswerError(
            _(
                "“{value}” is not a number. Enter {expected}, or a sum like 12+3-1.",
                value=shorten_for_message(value),
                expected=self.expected_range,
            )
        )

    @property
    def expected_range(self) -> Text:
        """The range of valid numbers as text for error messages."""
        if self.minimum is not None and self.maximum is not None:
            return _("a number from {least} to {most}", least=self.minimum, most=self.maximum)
        if self.minimum is not None:
            return _("a number of at least {least}", least=self.minimum)
        if self.maximum is not None:
            return _("a number of at most {most}", most=self.maximum)
        return _("a whole number")

    def format_answer(self, value: Json) -> Text:
        """Return the number; for a sum, the sum and its result."""
        number = self.validate(value)
        return Name(str(number) if isinstance(value, int) else f"{value.strip()} = {number}")


def parse_sum(text: str) -> list[int] | None:
    """Return the numbers of a sum with their signs; None if the text is not a sum.

    >>> parse_sum("12 + 3-1"), parse_sum("-4"), parse_sum("1 2"), parse_sum("+")
    ([12, 3, -1], [-4], None, None)
    """
    parts: list[int] = []
    signs = text.replace("−", "-").replace("–", "-").replace("+", " + ").replace("-", " - ").split()
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
    """A die roll as an answer. A player may enter any face; the program rolls one of the ``valid_faces``."""

    kind = "die"

    def __init__(self, sides: int, valid_faces: Sequence[int] | None = None) -> None:
        super().__init__(1, sides)
        self.sides = sides
        self.valid_faces = tuple(valid_faces) if valid_faces is not None else tuple(range(1, sides + 1))

    def draw_random(self, chance: Chance, stream: str, draw_number: int) -> Json:
        """Roll the die and return one of the valid faces."""
        return chance.draw_face(self.sides, self.valid_faces, stream, draw_number)


class Order(ChoiceBase):
    """An answer type for a shuffle: all options in random order, or the first ``draw_count`` of them.

    With ``is_visible``, the order is not random: the player reads it off the table.
    """

    kind = "order"

    def __init__(self, options: OptionSource, draw_count: int | None = None, *, is_visible: bool = False) -> None:
        super().__init__(options)
        self.draw_count = draw_count
        self.is_visible = is_visible

    def validate(self, value: Json) -> list[Any]:
        """Return the values of the options in the given order."""
        if not isinstance(value, list):
            raise BadAnswerError(_("Enter these as a list in the right order: {choices}.", choices=self.choice_labels))
        chosen = self.get_options(value)
        expected = len(self.options) if self.draw_count is None else self.draw_count
        if len({option.id for option in chosen}) != len(chosen) or len(chosen) != expected:
            raise BadAnswerError(
                _(
                    "Choose exactly {expected} different options from this list: {choices}.",
                    expected=expected,
                    choices=self.choice_labels,
                )
            )
        return [option.value for option in chosen]

    def parse(self, value: Json, catalogues: Catalogues) -> Json:
        """Return the ids of the options in the given order."""
        return self.resolve_labels(value, catalogues)

    def format_answer(self, value: Json) -> Text:
        """Return the labels of the options in the given order."""
        return JoinedText([self.get_option(id).label for id in value])

    def draw_random(self, chance: Chance, stream: str, draw_number: int) -> Json:
        """Shuffle the options; return the ids of the first ``draw_count``."""
        return [option.id for option in chance.shuffle(self.options, stream, draw_number)[: self.draw_count]]


class NamedValues(AnswerType):
    """An answer type that maps names to values, such as regions to the cost of a border.

    ``names`` lists the existing names, which are recognized in any spelling. Other names are accepted as new names
    unless ``is_closed`` is true.
    """

    kind = "pairs"

    def __init__(self, values: Sequence[Option], names: Sequence[str] = (), is_closed: bool = False) -> None:
        self.values = Choice(values)
        self.names = tuple(names)
        self.is_closed = is_closed
        self.default: dict[str, Json] = {}
        self.spelling_by_key = {normalize_text(name): name for name in reversed(self.names)}

    def validate(self, value: Json) -> dict[str, Any]:
        """Return the value of each name."""
        if not isinstance(value, dict):
            raise BadAnswerError(_("Enter names with a value for each, for example {example}.", example=self.example))
        if len(value) > MAX_LIST_LENGTH:
            raise make_length_error(MAX_LIST_LENGTH)
        pairs: dict[str, Any] = {}
        seen: set[str] = set()
        for typed_name, entry in value.items():
            name = self.resolve_name(typed_name)
            if (key := normalize_text(name) or name) in seen:
                raise BadAnswerError(_("{name} appears twice. Enter each name once.", name=Name(name)))
            seen.add(key)
            try:
                pairs[name] = self.values.validate(entry)
            except BadAnswerError as error:
                raise BadAnswerError(_("{field}: {problem}", field=Name(name), problem=error.text)) from None
        return pairs

    def parse(self, value: Json, catalogues: Catalogues) -> Json:
        """Return the answer with the values as ids and the names in their usual spelling."""
        if not isinstance(value, dict) or len(value) > MAX_LIST_LENGTH:
            return value
        pairs: dict[str, Json] = {}
        for typed_name, entry in value.items():
            name = (
                self.spelling_by_key.get(normalize_text(typed_name), typed_name)
                if isinstance(typed_name, str)
                else typed_name
            )
            try:
                pairs[name] = self.values.parse(entry, catalogues)
            except DidYouMeanError as error:
                raise error.wrap({**pairs, **remove_key(value, name), name: error.answer}) from None
            if not self.values.has_id(pairs[name]):
                return value  # unknown: validate raises BadAnswerError
        return pairs if len(pairs) == len(value) else value

    def resolve_name(self, typed_name: Json) -> str:
        """Return a name in its usual spelling; raise BadAnswerError for a new name if new names are not allowed."""
        clean_name = parse_place_name(typed_name)
        spelling = self.spelling_by_key.get(normalize_text(clean_name))
        if spelling is None and self.is_closed:
            similar = Vocabulary([(name, [name]) for name in self.names]).find_similar(clean_name)
            if similar:
                raise make_suggestion_error(clean_name, map(Name, similar))
            known_names = JoinedText([*map(Name, self.names[:12]), *([Name("…")] if len(self.names) > 12 else [])])
            raise BadAnswerError(
                _(
                    "There is no “{name}” here. Choose one of these: {names}.",
                    name=shorten_for_message(clean_name),
                    names=known_names,
                )
            )
        return spelling or clean_name

    @property
    def example(self) -> Text:
        """A name with a value, as an example in error messages."""
        name = self.names[0] if self.names else "…"
        return JoinedText([Name(name), self.values.options[0].label], " ")

    def format_answer(self, value: Json) -> Text:
        """Return the names with their values."""
        pairs = [JoinedText([Name(name), self.values.format_answer(entry)], " ") for name, entry in value.items()]
        return JoinedText(pairs) if pairs else _("none")


def remove_key(value: Mapping[str, Json], excluded: str) -> dict[str, Json]:
    """Return a copy of a dict without one key."""
    return {key: entry for key, entry in value.items() if key != excluded}


class Checklist(AnswerType):
    """A checklist of things to do at the table; the player can only confirm that everything is done."""

    kind = "checklist"

    def __init__(self, items: Sequence[ChecklistItem]) -> None:
        self.items = tuple(items)
        self.default = True

    def validate(self, value: Json) -> bool:
        """Return True if the player confirms the checklist; raise BadAnswerError for any other answer."""
        if value is not True:
            raise BadAnswerError(_("When everything on the list is done, answer “true”."))
        return True

    def format_answer(self, value: Json) -> Text:
        """Return “done”."""
        return _("done")


class ChecklistItem:
    """One line of a checklist."""

    __slots__ = ("cites", "text")

    def __init__(self, text: Text, cites: tuple[str, ...]) -> None:
        self.text = text
        self.cites = cites


class FreeText(AnswerType):
    """Free text of up to ``maximum`` characters."""

    kind = "words"

    def __init__(self, maximum: int = 200, default: str | None = None) -> None:
        self.maximum = maximum
        self.default = default

    def validate(self, value: Json) -> str:
        """Return the text without leading or trailing spaces."""
        text: str = value.strip() if isinstance(value, str) and len(value) <= self.maximum else ""
        if not text or not " ".join(text.split()).isprintable():
            raise BadAnswerError(_("Enter a text of 1 to {most} characters.", most=self.maximum))
        return text


class PhrasePart:
    """A part of a phrase that is built from options: the player picks ``minimum`` to ``maximum`` of them.

    With ``has_no_space_before``, no space separates this part from the previous one.
    """

    __slots__ = ("has_no_space_before", "label", "maximum", "minimum", "options")

    def __init__(
        self,
        label: Text,
        options: Sequence[Option],
        minimum: int = 1,
        maximum: int = 1,
        *,
        has_no_space_before: bool = False,
    ) -> None:
        self.label = label
        self.options = tuple(options)
        self.minimum = minimum
        self.maximum = maximum
        self.has_no_space_before = has_no_space_before


class TextList(ChoiceBase):
    """A list of phrases: each is one of the options, or free text that ``parse_entry`` can parse.

    The order matters, and a phrase may occur more than once. ``parse_entry`` converts a phrase into the value for the
    script, or raises BadAnswerError; if it is None, only the options are valid. ``normalize_phrase`` converts a phrase
    in any language into the form that a journal stores, and ``format_entry`` formats a phrase for the history. After a
    comma, a phrase can continue with one of the ``connectors``, or if ``is_continuation`` returns true for the text
    before and after the comma. ``parts`` are the building blocks of custom phrases. A phrase in ``final_phrases`` ends
    the list.
    """

    kind = "phrases"
    allows_repeats = True

    def __init__(
        self,
        options: OptionSource,
        minimum: int = 0,
        maximum: int | None = None,
        parse_entry: Callable[[str], Any] | None = None,
        default: Sequence[str] = (),
        format_entry: Callable[[str], Text] = Name,
        normalize_phrase: Callable[[str], str] = str,
        connectors: Sequence[Text] = (),
        parts: Sequence[PhrasePart] = (),
        final_phrases: Sequence[str] = (),
        is_continuation: Callable[[str, str], bool] | None = None,
    ) -> None:
        super().__init__(options)
        self.minimum = minimum
        self.maximum = maximum
        self.parse_entry = parse_entry
        self.default = list(default)
        self.format_entry = format_entry
        self.normalize_phrase = normalize_phrase
        self.connectors = tuple(connectors)
        self.parts = tuple(parts)
        self.final_phrases = tuple(final_phrases)
        self.is_continuation = is_continuation

    def validate(self, value: Json) -> list[Any]:
        """Return the value of each phrase."""
        if not isinstance(value, list) or not all(
            isinstance(phrase, str) and len(phrase) <= MAX_PHRASE_LENGTH for phrase in value
        ):
            raise BadAnswerError(_("Enter a list of phrases, for example {example}.", example=self.example))
        if len(value) < self.minimum:
            raise BadAnswerError(_("Choose at least {least}.", least=self.minimum))
        if len(value) > (maximum := MAX_LIST_LENGTH if self.maximum is None else self.maximum):
            raise BadAnswerError(_("Choose at most {most}.", most=maximum))
        return [self.get_value(phrase) for phrase in value]

    def get_value(self, phrase: str) -> Any:
        """Return the value of a phrase: the value of an option, or the result of parsing the phrase."""
        if self.find_option(phrase) is None and self.parse_entry is not None and phrase.strip():
            return self.parse_entry(phrase.strip())
        return self.get_option(phrase).value

    def parse(self, value: Json, catalogues: Catalogues) -> Json:
        """Return the phrases in the form that a saved game stores."""
        return self.resolve_labels(value, catalogues)

    def suggest_option(self, value: str, vocabulary: Vocabulary[Option]) -> Json:
        """Accept text that is not an option as a custom phrase if it can be parsed."""
        phrase = value.strip()
        if self.parse_entry is None or not phrase or len(value) > MAX_PHRASE_LENGTH:
            return super().suggest_option(value, vocabulary)
        try:
            return self.parse_custom(phrase)
        except DidYouMeanError:
            raise
        except BadAnswerError:
            super().suggest_option(value, vocabulary)
            raise

    def parse_custom(self, phrase: str) -> str:
        """Return a custom phrase in the form that a saved game stores; raise BadAnswerError if it can't be parsed."""
        if self.parse_entry is None:
            raise BadAnswerError(
                _(
                    "“{value}” is not one of the options: {choices}.",
                    value=shorten_for_message(phrase),
                    choices=self.choice_labels,
                )
            )
        self.parse_entry(phrase)
        return self.normalize_phrase(phrase)

    @property
    def example(self) -> Text:
        """The labels of the first two options, as an example in error messages."""
        return JoinedText([option.label for option in self.options[:2]]) if self.options else Name("…")

    def format_answer(self, value: Json) -> Text:
        """Return the phrases as text for the history."""
        labels = [
            option.label if (option := self.find_option(phrase)) else self.format_entry(phrase) for phrase in value
        ]
        return JoinedText(labels) if labels else _("none")


class Drawing(AnswerType):
    """A board or card that the owner draws as rows of characters; ``parse_entry`` converts them for the script.

    The first character of the ``legend`` marks an empty square, and ``brushes`` define how the characters look.
    ``format_entry`` formats a drawing for the history; without it, the rows are shown. With ``has_columns``, each row
    of the answer describes a column from top to bottom, and the columns can differ in length. ``total_signs`` is the
    total number of characters.
    """

    kind = "drawing"
    max_rows: ClassVar[int] = 100
    max_width: ClassVar[int] = 200

    def __init__(
        self,
        parse_entry: Callable[[list[str]], Any],
        legend: Sequence[tuple[str, Text]],
        brushes: Sequence[Brush] = (),
        format_entry: Callable[[list[str]], Text] | None = None,
        *,
        default: Sequence[str] | None = None,
        has_columns: bool = False,
        total_signs: int | None = None,
    ) -> None:
        self.format_entry = format_entry
        self.parse_entry = parse_entry
        self.legend = tuple(legend)
        self.brushes = tuple(brushes)
        self.default = None if default is None else list(default)
        self.has_columns = has_columns
        self.total_signs = total_signs

    def validate(self, value: Json) -> Any:
        """Return the parsed rows."""
        if not isinstance(value, list) or not value or not all(isinstance(row, str) for row in value):
            raise BadAnswerError(_("Enter the drawing as a list of strings, one for each row."))
        if len(value) > self.max_rows or any(len(row) > self.max_width for row in value):
            raise BadAnswerError(
                _(
                    "The drawing is too large: it can have at most {rows} rows of {wide} characters.",
                    rows=self.max_rows,
                    wide=self.max_width,
                )
            )
        return self.parse_entry(value)

    def parse(self, value: Json, catalogues: Catalogues) -> Json:
        """Replace lookalike letters: a Cyrillic “о” becomes a Latin “o”."""
        if not isinstance(value, list) or not all(isinstance(row, str) for row in value[: self.max_rows]):
            return value
        return [row.translate(LOOKALIKE_LETTERS) for row in value[: self.max_rows]] + value[self.max_rows :]

    def format_answer(self, value: Json) -> Text:
        """Return the drawing as text for the history."""
        return Name(" / ".join(value)) if self.format_entry is None else self.format_entry(value)


class MapDrawing(ChoiceBase):
    """A map that the owner draws: places, borders with a cost, and entrances that lead to places.

    The answer contains ``places`` with their coordinates, ``borders``, ``gates``, and ``whole``, which is true if the
    map is complete. ``corners`` maps an entrance to its corner of the map: 0 (left) or 1 (right), and 0 (top) or 1
    (bottom).
    """

    kind = "chart"
    max_coordinate: ClassVar[int] = 100_000

    def __init__(
        self,
        entrances: Sequence[Option],
        minimum: int = 1,
        maximum: int = 2,
        corners: Mapping[str, tuple[int, int]] | None = None,
    ) -> None:
        super().__init__(entrances)
        self.corners = corners or {}
        self.minimum = minimum
        self.maximum = maximum
        self.default: Json = None

    def validate(self, value: Json) -> dict[str, Any]:
        """Return the map with cleaned-up names; raise BadAnswerError if a part has the wrong type."""
        if not isinstance(value, dict) or not value.keys() <= {"places", "borders", "gates", "whole"}:
            raise BadAnswerError(_("A map can have only the entries “places”, “borders”, “gates” and “whole”."))
        places = {
            parse_place_name(name): self.validate_position(name, position)
            for name, position in get_map_entries(value, "places")
        }
        borders = {
            parse_place_name(name): self.validate_prices(name, costs)
            for name, costs in get_map_entries(value, "borders")
        }
        gates = {
            self.get_option(id).id: self.validate_prices(id, costs) for id, costs in get_map_entries(value, "gates")
        }
        if type(value.get("whole", False)) is not bool:
            raise BadAnswerError(
                _(
                    "“{name}” must be true or false, not {value}.",
                    name="whole",
                    value=shorten_for_message(value["whole"]),
                )
            )
        return {"places": places, "borders": borders, "gates": gates, "whole": value.get("whole", False)}

    def validate_position(self, name: str, position: Json) -> list[int]:
        """Return the coordinates of a place; raise BadAnswerError if they are not two whole numbers."""
        if (
            not isinstance(position, list)
            or len(position) != 2
            or not all(type(n) is int and abs(n) <= self.max_coordinate for n in position)
        ):
            raise BadAnswerError(
                _(
                    "{name}: the position must be two whole numbers of at most {most}.",
                    name=shorten_for_message(name),
                    most=self.max_coordinate,
                )
            )
        return position

    def validate_prices(self, name: str, costs: Json) -> dict[str, int]:
        """Return the cost of each border of a place; raise BadAnswerError if a cost is out of range."""
        if not isinstance(costs, dict) or len(costs) > MAX_LIST_LENGTH:
            raise BadAnswerError(
                _("{name}: every neighbour must have a name and a price.", name=shorten_for_message(name))
            )
        cost_type = Number(self.minimum, self.maximum)
        return {parse_place_name(neighbour): cost_type.validate(cost) for neighbour, cost in costs.items()}

    def format_answer(self, value: Json) -> Text:
        """Return the number of places and borders as text."""
        borders = sum(map(len, value.get("borders", {}).values()))
        return _("{n} places, {m} borders", n=len(value.get("places", {})), m=borders)


def get_map_entries(value: Mapping[str, Json], name: str) -> list[tuple[str, Json]]:
    """Return the entries of one part of a map; raise BadAnswerError if it is not a dict or is too long."""
    items = value.get(name, {})
    if not isinstance(items, dict) or len(items) > MAX_LIST_LENGTH:
        raise BadAnswerError(_("“{name}” must contain names with a value for each.", name=Name(name)))
    return list(items.items())


def parse_place_name(typed_name: Json) -> str:
    """Return a name without extra spaces; raise BadAnswerError if the name is empty or too long."""
    clean_name = (
        " ".join(typed_name.split()) if isinstance(typed_name, str) and len(typed_name) <= MAX_PHRASE_LENGTH else ""
    )
    if not clean_name or len(clean_name) > 60 or not clean_name.isprintable():
        raise BadAnswerError(
            _("“{name}” is not a valid name. Enter 1 to 60 characters.", name=shorten_for_message(typed_name))
        )
    return clean_name


class FieldGroup:
    """A group of form fields that are shown together under a label, with an optional note.

    With ``is_collapsed``, the group is closed until the player opens it, and no field in it may be required. With
    ``shows_sum``, the sum of the group's numbers is shown; ``total`` is the expected sum. With ``is_exclusive``, the
    fields share their options, and each option can be chosen for at most one field. Fields with the same view are
    filled in together on that view.
    """

    __slots__ = ("is_collapsed", "is_exclusive", "label", "note", "shows_sum", "total")

    def __init__(
        self,
        label: Text,
        *,
        is_collapsed: bool = False,
        shows_sum: bool = False,
        total: int | None = None,
        note: Text | None = None,
        is_exclusive: bool = False,
    ) -> None:
        self.label = label
        self.is_exclusive = is_exclusive
        self.is_collapsed = is_collapsed
        self.shows_sum = shows_sum
        self.total = total
        self.note = note


class Field:
    """One entry of a form; ``default_value`` is the script's value if the answer has no entry for the field.

    ``label`` names the field in the history; the question shows the ``example`` as well. ``keyword`` is a short name
    that the player can type instead of a long label. The ``name``, which journals store, can be typed as well.
    ``tap_targets`` are the views where the options are spots. ``slot_view`` is the view whose spots are filled one
    after another. ``picture_prefix`` begins the ids of the views that show the options. A ``piece`` is drawn next to
    the label. ``spot_prefix`` begins the ids of the field's spots on the picture of the form's subject. Fields with a
    ``table_cell`` (row and column labels) are laid out as a table. ``depends_on`` names another field and the values
    for which this field matters. For other values this field is hidden, but an entry for it still counts. With
    ``is_required``, the field must have an entry. With ``is_required_now``, a player's answer must have an entry for
    the field, but journals without one remain valid.
    """

    __slots__ = (
        "answer_type",
        "default",
        "default_value",
        "depends_on",
        "example",
        "group",
        "is_required",
        "is_required_now",
        "keyword",
        "label",
        "name",
        "picture_prefix",
        "piece",
        "rendered",
        "slot_view",
        "spot_prefix",
        "table_cell",
        "tap_targets",
    )

    def __init__(
        self,
        name: str,
        label: Text,
        answer_type: AnswerType,
        default: Json = None,
        is_required: bool = False,
        example: Text | None = None,
        keyword: Text | None = None,
        tap_targets: TapTargets = "",
        group: FieldGroup | None = None,
        piece: Piece | None = None,
        slot_view: str = "",
        picture_prefix: str = "",
        spot_prefix: str = "",
        table_cell: tuple[Text, Text] | None = None,
        depends_on: tuple[str, tuple[Json, ...]] | None = None,
        is_required_now: bool = False,
    ) -> None:
        self.name = name
        self.table_cell = table_cell
        self.depends_on = depends_on
        self.label = label
        self.is_required_now = is_required_now
        self.example = example
        self.keyword = keyword
        self.tap_targets = parse_tap_targets(tap_targets)
        self.group = group
        self.piece = piece
        self.slot_view = slot_view
        self.picture_prefix = picture_prefix
        self.spot_prefix = spot_prefix
        self.answer_type = answer_type
        self.default = default
        self.is_required = is_required
        self.default_value = None if default is None else answer_type.validate(default)
        self.rendered: dict[Catalogue, Any] = {}

    @property
    def question_text(self) -> Text:
        """The label, followed by the example if there is one."""
        if self.example is None:
            return self.label
        return _("{field}, for example {example}", field=self.label, example=self.example)


class Suggestion:
    """An earlier answer that is offered again, such as a known card: its label and the form entries it fills in."""

    __slots__ = ("entries", "label")

    def __init__(self, label: Text, entries: Mapping[str, Json]) -> None:
        self.label = label
        self.entries = entries


class Form(AnswerType):
    """A form with several fields; ``shortcuts`` are short answers that can be given instead of filling in the form.

    The player taps a short answer that has a piece; ``shortcut_group`` is the group in which these are shown.
    ``find_suggestions`` returns earlier answers that are likely to recur, the most likely first; the function is called
    only when the player opens the list. ``minimum`` is the number of fields that a player must fill in; journals with
    fewer remain valid.
    """

    kind = "form"

    def __init__(
        self,
        fields: Sequence[Field],
        shortcuts: Sequence[Option] = (),
        find_suggestions: Callable[[], Sequence[Suggestion]] = tuple,
        shortcut_group: FieldGroup | None = None,
        minimum: int | None = None,
    ) -> None:
        self.minimum = minimum
        self.fields = tuple(fields)
        self.shortcuts = tuple(shortcuts)
        self.find_suggestions = find_suggestions
        self.shortcut_group = shortcut_group

    @property
    def answer_types(self) -> dict[str, AnswerType]:
        """The answer type of each field."""
        return {field.name: field.answer_type for field in self.fields}

    def validate(self, value: Json) -> Any:
        """Return the value of each field, or the value of a short answer."""
        if not isinstance(value, dict):
            return self.get_shortcut_value(value)
        checked: dict[str, Any] = {}
        entry_count = 0
        try:
            for field in self.fields:
                name = field.name
                if name in value:
                    checked[name] = field.answer_type.validate(value[name])
                    entry_count += 1
                elif field.is_required:
                    raise self.find_error(value)
                else:
                    checked[name] = field.default_value
        except BadAnswerError:
            raise self.find_error(value) from None
        if entry_count < len(value):
            raise self.find_error(value)
        return checked

    def parse(self, value: Json, catalogues: Catalogues) -> Json:
        """Return the form with ids in place of typed text; raise BadAnswerError if fields are missing."""
        if not isinstance(value, dict):
            return self.shortcut_choice.parse(value, catalogues) if self.shortcuts else value
        parsed: dict[str, Json] = {}
        if missing := [field.label for field in self.fields if field.is_required_now and field.name not in value]:
            raise BadAnswerError(_("Still missing: {labels}.", labels=JoinedText(missing)))
        if self.minimum and len(value) < self.minimum:
            has_numbers = any(isinstance(field.answer_type, Number) for field in self.fields)
            raise BadAnswerError(
                _("Fill in more fields to continue. Enter 0 where there is nothing.")
                if has_numbers
                else _("Fill in more fields to continue.")
            )
        for field in self.fields:
            if (name := field.name) in value:
                entry = value[name]
                try:
                    parsed_entry = field.answer_type.parse(entry, catalogues)
                except DidYouMeanError as proposal:
                    text = _("{field}: {problem}", field=field.label, problem=proposal.text)
                    raise proposal.wrap({**value, **parsed, name: proposal.answer}, text) from None
                except BadAnswerError as error:
                    raise BadAnswerError(_("{field}: {problem}", field=field.label, problem=error.text)) from None
                if parsed_entry is not entry:
                    parsed[name] = parsed_entry
        return {**value, **parsed} if parsed else value

    @property
    def shortcut_choice(self) -> Choice:
        """The shortcuts of the form as a choice."""
        return Choice(self.shortcuts)

    def find_error(self, value: Mapping[str, Json]) -> BadAnswerError:
        """Return the error of the first invalid field, in the order in which the form was filled in."""
        fields = {field.name: field for field in self.fields}
        for name, entry in value.items():
            field = fields.get(name)
            if field is None:
                names = JoinedText([Name(field_name) for field_name in fields])
                return BadAnswerError(
                    _(
                        "There is no field “{name}” here. The fields are: {names}.",
                        name=shorten_for_message(name),
                        names=names,
                    )
                )
            try:
                field.answer_type.validate(entry)
            except BadAnswerError as error:
                return BadAnswerError(_("{field}: {problem}", field=field.label, problem=error.text))
        missing = [field.label for field in self.fields if field.is_required and field.name not in value]
        return BadAnswerError(_("Still missing: {labels}.", labels=JoinedText(missing)))

    def get_shortcut_value(self, value: Json) -> Any:
        """Return the value of a short answer; raise BadAnswerError if no short answer has this id."""
        for option in self.shortcuts:
            if option.id == value and isinstance(value, str):
                return option.value
        names = [*(field.name for field in self.fields), *(str(option.id) for option in self.shortcuts)]
        raise BadAnswerError(_("Fill in a form with these fields: {names}.", names=Name(", ".join(names))))

    def format_answer(self, value: Json) -> Text:
        """Return the entries that differ from their defaults, with their labels."""
        if not isinstance(value, Mapping):
            return next(option.label for option in self.shortcuts if option.id == value)
        parts = [
            _("{field}: {value}", field=field.label, value=field.answer_type.format_answer(value[field.name]))
            for field in self.fields
            if field.name in value and value[field.name] != field.default
        ]
        return JoinedText(parts, "; ") if parts else _("done")


def build_vocabulary(options: Iterable[Option], catalogues: Catalogues) -> Vocabulary[Option]:
    """Return a vocabulary that finds options by id or by label in any language."""
    return Vocabulary((option, list_option_names(option, catalogues)) for option in options)


@cache_by_identity(4096)
def list_option_names(option: Option, catalogues: Catalogues) -> list[str]:
    """Return an option's names: its id and its label in every language. The result is cached because options recur."""
    return [str(option.id), *render_in_all_languages(option.label, catalogues)]


def make_ambiguity_error(text: str, options: Sequence[Option]) -> BadAnswerError:
    """Return the error for a label that several options share."""
    names = JoinedText([_("{label} ({id})", label=option.label, id=Name(str(option.id))) for option in options[:12]])
    return BadAnswerError(
        _("“{word}” has several meanings. Choose one of these: {names}.", word=shorten_for_message(text), names=names)
    )


def make_suggestion_error(text: str, labels: Iterable[Text], answer: Json = None) -> DidYouMeanError:
    """Return an error that suggests similar labels and holds the answer that would be accepted."""
    proposals = JoinedText([_("“{words}”", words=label) for label in labels], " / ")
    return DidYouMeanError(
        _("There is no “{words}” here. Did you mean {near}?", words=shorten_for_message(text), near=proposals), answer
    )


def make_length_error(maximum: int) -> BadAnswerError:
    """Return the error for a list that is too long."""
    return BadAnswerError(_("The list is too long. Enter at most {most} entries.", most=maximum))


def shorten_for_message(value: Json) -> Name:
    """Return an answer as text for a message, shortened and without control characters.

    >>> [str(shorten_for_message(value)) for value in (["a", [1, [2, [3]]]], "a\x1b[31m", 10**5000)]
    ["['a', [1, […]]]", 'a[31m', '10…']
    """
    text = value[:100] if isinstance(value, str) else abbreviate_json(value)
    printable = "".join(character for character in " ".join(text.split()) if character.isprintable())
    return Name(printable if len(printable) <= 40 else printable[:39] + "…")


def abbreviate_json(value: Json, depth: int = 2) -> str:
    """Return a JSON value as short text, omitting deep or long parts."""
    match value:
        case bool() | None | float():
            return repr(value)
        case int():
            return str(value) if abs(value) < 10**40 else ("-" if value < 0 else "") + "10…"
        case str():
            return repr(value[:40])
        case list():
            parts = [abbreviate_json(item, depth - 1) for item in value[:4]] if depth else ["…"]
            return f"[{', '.join(parts)}]"
        case dict():
            if not depth:
                return "{…}"
            pairs = [
                f"{abbreviate_json(key)}: {abbreviate_json(item, depth - 1)}" for key, item in islice(value.items(), 4)
            ]
            return "{" + ", ".join(pairs) + "}"
    return type(value).__name__
