"""Parsing of typed lines into JSON answers to questions.

A line is split into words. The longest run of words that matches an option's label, in any language, selects that
option. An option's number in the list or the beginning of its label works as well. Unrecognized text is passed on
unchanged, so that the session can report the error or suggest an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rival.kernel import (
    AnswerType,
    BadAnswerError,
    Checklist,
    Choice,
    Drawing,
    Field,
    Form,
    JoinedText,
    Json,
    MultiChoice,
    Name,
    NamedValues,
    Number,
    Option,
    Order,
    Text,
    TextList,
    _,
)
from rival.kernel.answer_types import (
    Catalogues,
    ChoiceBase,
    UsedOptions,
    build_vocabulary,
    make_ambiguity_error,
    make_suggestion_error,
    shorten_for_message,
)
from rival.kernel.texts import render_in_all_languages
from rival.kernel.vocabulary import MAX_PHRASE_LENGTH, Vocabulary, normalize_text

MAX_LINE = 4000
YES_WORDS = (_("yes"), _("done"), Name("ok"))
NONE_WORDS = (_("none"), _("nothing"), _("no"))
SEPARATORS = ",;>"
SPACES = "=:"


def parse_answer(shape: AnswerType, line: str, catalogues: Catalogues, default: Json = None) -> Json:
    """Convert a typed line to an answer; raise BadAnswerError if the line can't be parsed."""
    if len(line) > MAX_LINE:
        raise BadAnswerError(_("This line is too long: the limit is {most} characters.", most=MAX_LINE))
    default_value = getattr(shape, "default", None) if default is None else default
    if not line.strip() and not isinstance(shape, Form) and default_value is not None:
        return default_value
    tokens = TokenLine(line.strip(), catalogues)
    return read_answer(shape, tokens, len(tokens.words))


def matches_any(line: str, texts: Iterable[Text], catalogues: Catalogues) -> bool:
    """Return whether a typed line equals one of these texts in any language."""
    key = normalize_text(line)
    return bool(key) and any(
        key == normalize_text(variant) for text in texts for variant in render_in_all_languages(text, catalogues)
    )


def is_yes_answer(line: str, catalogues: Catalogues) -> bool:
    """Return whether a typed line means “yes”."""
    key = normalize_text(line)
    return bool(key) and any(
        normalize_text(variant).startswith(key)
        for text in YES_WORDS
        for variant in render_in_all_languages(text, catalogues)
    )


def is_none_answer(line: str, catalogues: Catalogues) -> bool:
    """Return whether a typed line means “none”."""
    return line.strip() in ("-", "–", "—") or matches_any(line, NONE_WORDS, catalogues)


# --- lines and their words -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Word:
    """A word or separator of a typed line, with its key for lookups and its position."""

    text: str
    key: str
    start: int
    end: int
    is_separator: bool = False


class TokenLine:
    """The words of a typed line, and the position of the parser in them."""

    def __init__(self, text: str, catalogues: Catalogues) -> None:
        self.text = text
        self.catalogues = catalogues
        self.words = list(split_words(text))
        self.position = 0
        self._part_ends: list[int] = []
        self._next_words: list[int] = []
        self._next_keys: list[int] = []
        self._index_words()

    def _index_words(self) -> None:
        """Precompute, for each word, the end of its section and the positions of the next word and the next key."""
        part_end = word = key = len(self.words)
        for n in range(len(self.words) - 1, -1, -1):
            if self.words[n].is_separator:
                part_end = n
            else:
                word = n
            if self.words[n].key:
                key = n
            self._part_ends.append(part_end)
            self._next_words.append(word)
            self._next_keys.append(key)
        for index in (self._part_ends, self._next_words, self._next_keys):
            index.reverse()

    @property
    def next_word(self) -> Word:
        """The next word to parse."""
        return self.words[self.position]

    def skip_to_word(self, stop: int) -> bool:
        """Skip separators; return whether there is a word before the index ``stop``."""
        if self.position < stop:
            self.position = min(self.find_word(self.position), stop)
        return self.position < stop

    def read_until(self, stop: int) -> str:
        """Return the typed text before the index ``stop``, and move the parser to that index."""
        start, self.position = self.position, stop
        return self.get_text(start, stop)

    def join_keys(self, start: int, stop: int, max_words: int) -> str:
        """Join at most ``max_words`` words from the index ``start`` on into a key for lookups."""
        return " ".join(entry.key for entry in self.words[start : min(stop, start + max_words)])

    def get_text(self, start: int, end: int) -> str:
        """Return the typed text between two word indexes; a single word loses its quotation marks."""
        if end == start + 1:
            return self.words[start].text
        return self.text[self.words[start].start : self.words[end - 1].end] if start < end else ""

    def find_part_end(self, start: int) -> int:
        """Return the end of the section that contains the index ``start``; separators divide a line into sections."""
        return self._part_ends[start] if start < len(self.words) else start

    def find_word(self, start: int) -> int:
        """Return the index of the first word at ``start`` or later, skipping separators."""
        return self._next_words[start] if start < len(self.words) else start

    def is_phrase(self, start: int, end: int) -> bool:
        """Return whether these words are short enough to form one phrase."""
        return start < end and self.words[end - 1].end - self.words[start].start <= MAX_PHRASE_LENGTH

    def match_longest(
        self, labels: Vocabulary[Option], start: int, stop: int, ends_at_separator: bool = False
    ) -> tuple[list[Option], int]:
        """Find the longest run of words from ``start`` on that names options; return the options and the run's end.

        Separators in the run are skipped. With ``ends_at_separator``, the run must end at a separator or at ``stop``.
        """
        best: tuple[list[Option], int] = ([], start)
        key = ""
        while start < stop and (start := self._next_keys[start]) < stop:
            word = self.words[start].key
            start += 1
            key = f"{key} {word}" if key else word
            if key not in labels.prefixes:
                break
            if (options := labels.find_key(key)) and (
                not ends_at_separator or start == stop or self.words[start].is_separator
            ):
                best = (options, start)
        return best


def split_words(line: str) -> Iterable[Word]:
    """Yield the words of a typed line. Text in quotation marks is one word."""
    start, quoted, quotes = -1, False, line.count('"') % 2 == 0
    for n, character in enumerate(line):
        if quoted:
            quoted = character != '"'
        elif character.isspace() or character in SEPARATORS or character in SPACES:
            if start >= 0:
                yield make_word(line, start, n)
            if character in SEPARATORS:
                yield Word(character, "", n, n + 1, is_separator=True)
            start = -1
            continue
        else:
            quoted = quotes and character == '"'
        start = n if start < 0 else start
    if start >= 0:
        yield make_word(line, start, len(line))


def make_word(line: str, start: int, end: int) -> Word:
    """Return the word between two positions of a line, without quotation marks."""
    text = line[start:end]
    return Word(text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text, normalize_text(text), start, end)


# --- options ----------------------------------------------------------------------------------------------


def is_numbered(shape: AnswerType) -> bool:
    """Return whether options can be chosen by their number in the list, because numbers have no other meaning."""
    if not isinstance(shape, ChoiceBase) or any(str(entry.id).isdecimal() for entry in shape.options):
        return False
    if isinstance(shape, TextList) and shape.parse_entry is not None:
        try:
            shape.parse_custom("1")
        except BadAnswerError:
            return True
        return False
    return True


def find_option(shape: ChoiceBase, text: str, catalogues: Catalogues, used_options: UsedOptions | None = None) -> Json:
    """Return the id of the option with this label, number or beginning of a label; None if there is none.

    Options with equal labels are used one after another.
    """
    labels = shape.get_vocabulary(catalogues)
    options = labels.find(text)
    number = int(text) if not options and text.isdecimal() and len(text) < 5 else 0
    if 0 < number <= len(shape.options) and is_numbered(shape):
        return shape.options[number - 1].id
    return pick_unused_option(
        options or labels.find_prefix(text), text, catalogues, None if shape.allows_repeats else used_options
    )


def pick_unused_option(
    options: Sequence[Option], text: str, catalogues: Catalogues, used_options: UsedOptions | None = None
) -> Json:
    """Return the id of the first unused option; raise BadAnswerError if the labels differ."""
    if len({entry.label.render(catalogues[0]) for entry in options}) > 1:
        raise make_ambiguity_error(text, options)
    if not options:
        return None
    return options[0].id if used_options is None else used_options.find_first_unused(options).id


def find_option_or_text(
    shape: ChoiceBase, text: str, catalogues: Catalogues, used_options: UsedOptions | None = None
) -> Json:
    """Return the id of the option that a text names, or the text itself if it names no option."""
    id = find_option(shape, text, catalogues, used_options) if text else None
    return text if id is None else id


# --- readers: from the current position up to ``stop`` ---------------------------------------------------


def read_choice(shape: Choice, line: TokenLine, stop: int) -> Json:
    """Parse the next words as one of the options."""
    return find_option_or_text(shape, line.read_until(stop), line.catalogues)


def read_list(shape: MultiChoice | Order, line: TokenLine, stop: int) -> Json:
    """Parse several options, such as ``wood, st`` or ``1 3``: labels, beginnings of labels, or list numbers."""
    if is_empty_list(shape, line, stop):
        return []
    ids = UsedOptions()
    while line.skip_to_word(stop):
        options, end = line.match_longest(shape.get_vocabulary(line.catalogues), line.position, stop)
        if options:
            ids.add(pick_unused_option(options, line.get_text(line.position, end), line.catalogues, ids))
        else:
            end = min(line.find_part_end(line.position), stop)
            is_option = (
                line.is_phrase(line.position, end)
                and find_option(shape, line.get_text(line.position, end), line.catalogues) is not None
            )
            end = end if is_option else line.position + 1
            ids.add(find_option_or_text(shape, line.get_text(line.position, end), line.catalogues, ids))
        line.position = end
    return ids.ids


def is_empty_list(shape: ChoiceBase, line: TokenLine, stop: int) -> bool:
    """Return whether the rest of a typed line means “none” and is not an option."""
    text = line.get_text(line.position, stop)
    return is_none_answer(text, line.catalogues) and not shape.get_vocabulary(line.catalogues).find(text)


def read_number(shape: Number, line: TokenLine, stop: int) -> Json:
    """Parse a number; return any other text unchanged, such as the sum ``2+3``."""
    text = line.read_until(stop)
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 10 else text


def read_checklist(shape: Checklist, line: TokenLine, stop: int) -> Json:
    """Parse the confirmation of a checklist; raise BadAnswerError for any other text."""
    text = line.read_until(stop)
    if text and not is_yes_answer(text, line.catalogues):
        raise BadAnswerError(_("When everything on the list is done, press Enter."))
    return True


def read_free_text(shape: AnswerType, line: TokenLine, stop: int) -> Json:
    """Parse the rest of the line as free text."""
    return line.read_until(stop)


def read_phrases(shape: TextList, line: TokenLine, stop: int) -> Json:
    """Parse phrases separated by commas, such as ``2, 5, you choose``: numbers, labels or free text."""
    if is_empty_list(shape, line, stop):
        return []
    phrases: list[Json] = []
    while line.skip_to_word(stop):
        options, end = line.match_longest(
            shape.get_vocabulary(line.catalogues), line.position, stop, ends_at_separator=True
        )
        if options and not is_phrase_continued(shape, line, end, stop):
            phrases.append(pick_unused_option(options, line.get_text(line.position, end), line.catalogues))
        else:
            end = stop if shape.maximum == 1 else find_phrase_end(shape, line, stop)
            phrases += split_phrases(shape, line, end)
        line.position = end
    return phrases


def find_phrase_end(shape: TextList, line: TokenLine, stop: int) -> int:
    """Return the end of a phrase: the next separator that is not followed by a continuation of the phrase."""
    end = min(line.find_part_end(line.position), stop)
    while is_phrase_continued(shape, line, end, stop):
        end = min(line.find_part_end(end + 1), stop)
    return end


def is_phrase_continued(shape: TextList, line: TokenLine, end: int, stop: int) -> bool:
    """Return whether a phrase continues after the separator at the index ``end``."""
    if end + 1 >= stop:
        return False
    links = [
        normalize_text(variant)
        for text in shape.connectors
        for variant in render_in_all_languages(text, line.catalogues)
    ]
    if any(line.join_keys(end + 1, stop, variant.count(" ") + 1) == variant for variant in links):
        return True
    following = line.get_text(end + 1, min(line.find_part_end(end + 1), stop))
    return (
        shape.is_continuation is not None
        and bool(following)
        and shape.is_continuation(line.get_text(line.position, end), following)
    )


def split_phrases(shape: TextList, line: TokenLine, end: int) -> list[Json]:
    """Split the text between two separators into phrases: free text, or several options in a row."""
    start, phrase_text = line.position, line.get_text(line.position, end)
    if shape.parse_entry is not None:
        try:
            shape.parse_custom(phrase_text)
        except BadAnswerError:
            pass
        else:
            return [phrase_text]
    whole_option = find_option(shape, phrase_text, line.catalogues)
    if whole_option is not None:
        return [whole_option]
    ids: list[Json] = []
    while start < end:
        options, option_end = line.match_longest(shape.get_vocabulary(line.catalogues), start, end)
        id = options[0].id if options else None
        if id is None and is_numbered(shape) and line.words[start].text.isdecimal():
            id, option_end = find_option(shape, line.words[start].text, line.catalogues), start + 1
        if id is None:
            return [phrase_text]
        ids.append(id)
        start = option_end
    return ids


def read_drawing(shape: Drawing, line: TokenLine, stop: int) -> Json:
    """Parse the typed rows of a drawing."""
    return [row.strip() for row in line.read_until(stop).split("/") if row.strip()]


def read_pairs(shape: NamedValues, line: TokenLine, stop: int) -> Json:
    """Parse pairs of a name and a value, such as ``Gao 1, Kano 2``."""
    return read_pairs_until(
        shape, line, stop, lambda position: False, any(entry.is_separator for entry in line.words[line.position : stop])
    )


def read_pairs_until(
    shape: NamedValues, line: TokenLine, stop: int, is_over: Callable[[int], bool], ends_at_separator: bool = False
) -> dict[str, Json]:
    """Parse pairs of a name and a value until ``is_over`` returns True, or up to a separator if pairs end there."""
    pairs: dict[str, Json] = {}
    names = Vocabulary((Option(name, Name(name), name), [name]) for name in shape.names)
    has_begun = False
    while line.skip_to_word(stop) and not (has_begun and is_over(line.position)):
        has_begun = True
        if is_none_answer(line.next_word.text, line.catalogues):
            line.position += 1
            continue
        end = min(line.find_part_end(line.position), stop)
        value_at, pair_end = find_pair_value(shape, names, line, end, ends_at_separator)
        if value_at == line.position:
            raise BadAnswerError(
                _("{field}: enter a value.", field=shorten_for_message(line.get_text(line.position, end)))
            )
        value_text = line.get_text(value_at, pair_end)
        labels = shape.values.get_vocabulary(line.catalogues)
        value = pick_unused_option(
            labels.find(value_text) or labels.find_prefix(value_text), value_text, line.catalogues
        )
        pairs[line.get_text(line.position, value_at)] = value_text if value is None else value
        line.position = pair_end
    return pairs


def find_pair_value(
    shape: NamedValues, names: Vocabulary[Option], line: TokenLine, end: int, ends_at_separator: bool
) -> tuple[int, int]:
    """Find the value in the next pair: after a known name, or else at the first known value."""
    labels = shape.values.get_vocabulary(line.catalogues)
    _name, name_end = line.match_longest(names, line.position, end)
    for start in range(max(name_end, line.position + 1), end):
        options, value_end = line.match_longest(labels, start, end)
        value_end = value_end if options else start + 1
        if (options or len(labels.find_prefix(line.words[start].text)) == 1) and (
            value_end == end or not ends_at_separator
        ):
            return start, value_end
    return (end - 1 if end - 1 > line.position else line.position), end


# --- forms ------------------------------------------------------------------------------------------------


def read_form(shape: Form, line: TokenLine, stop: int) -> Json:
    """Parse the answer to a form, such as ``residential wood 2 steel 1``: field names with values, or only choices."""
    shortcut = build_vocabulary(shape.shortcuts, line.catalogues).find(line.text)
    if shortcut:
        return shortcut[0].id
    form = FormParser(shape, line)
    values: dict[str, Json] = {}
    while line.skip_to_word(stop):
        field, line.position = form.find_field(line.position)
        values[field.name] = form.read_value(field)
    return values


def list_field_names(field: Field, catalogues: Catalogues) -> list[str]:
    """Return all names of a form field in every language: its key, keyword and label."""
    short_words = [] if field.keyword is None else render_in_all_languages(field.keyword, catalogues)
    return [field.name, *short_words, *render_in_all_languages(field.label, catalogues)]


def get_typed_name(field: Field, catalogues: Catalogues) -> str:
    """Return the name that players type for a form field: a short label, or else the keyword, or else the key."""
    label = field.label.render(catalogues[0])
    if label.isalpha():
        return label
    if field.keyword is not None:
        return field.keyword.render(catalogues[0])
    return label if is_name_like(label) else field.name


SHORT_LABEL = 20


def is_name_like(label: str) -> bool:
    """Return whether a label can be typed as a name, such as ``card 2`` or ``Saint-Louis``."""
    parts = label.split()
    return len(label) <= SHORT_LABEL and len(parts) <= 3 and all(part.replace("-", "").isalnum() for part in parts)


class FormParser:
    """A parser for forms, which finds each field of a form in the typed line."""

    def __init__(self, form: Form, line: TokenLine) -> None:
        self.form = form
        self.line = line
        self.stop = len(line.words)
        self.names = Vocabulary(
            (Option(field.name, field.label, field), list_field_names(field, line.catalogues)) for field in form.fields
        )

    def find_named_field(self, position: int, allows_prefix: bool = True) -> tuple[Field | None, int]:
        """Return the form field that is named at a position, and the end of its name.

        With ``allows_prefix``, the beginning of a name is enough.
        """
        options, end = self.line.match_longest(self.names, position, self.stop)
        if len(options) == 1:
            return options[0].value, end
        text = self.line.words[position].text
        near = self.names.find_prefix(text) if allows_prefix and len(text) > 1 and not text.isdecimal() else []
        return (near[0].value, position + 1) if len(near) == 1 else (None, position)

    def find_field(self, position: int) -> tuple[Field, int]:
        """Return the next form field in the line, and the start of its value."""
        named_field, end = self.find_named_field(position, allows_prefix=False)
        choice_field, length = self.find_choice_field(position)
        if named_field is not None and end - position >= length:
            return named_field, end
        if choice_field is not None and length:
            return choice_field, position
        field, end = self.find_named_field(position)
        if field is not None:
            return field, end
        return choice_field or self.find_number_field(position), position

    def find_choice_field(self, position: int) -> tuple[Field | None, int]:
        """Return the field that offers the next words as a choice, and their count (0 for the start of a label)."""
        best: tuple[Field | None, int] = (None, 0)
        for field in self.form.fields:
            if isinstance(field.answer_type, Choice | MultiChoice | TextList):
                labels = field.answer_type.get_vocabulary(self.line.catalogues)
                options, end = self.line.match_longest(labels, position, self.stop)
                if options and end - position > best[1]:
                    best = (field, end - position)
                elif best[0] is None and labels.find_prefix(self.line.words[position].text):
                    best = (field, 0)
        return best

    def find_number_field(self, position: int) -> Field:
        """Return the only numeric field if the next word is a number; raise BadAnswerError otherwise."""
        word = self.line.words[position].text
        numbers = [field for field in self.form.fields if isinstance(field.answer_type, Number)]
        if word.isdecimal() and len(numbers) == 1:
            return numbers[0]
        matches = self.names.find_similar(word)
        if matches:
            raise make_suggestion_error(word, [self.get_field_name(match.value) for match in matches])
        names = JoinedText([self.get_field_name(field) for field in self.form.fields])
        if not numbers:
            raise BadAnswerError(
                _("There is no field “{word}”. Possible fields: {names}.", word=shorten_for_message(word), names=names)
            )
        raise BadAnswerError(
            _(
                "There is no field “{word}”. Possible fields: {names}. For instance, enter “{example} 2”.",
                word=shorten_for_message(word),
                names=names,
                example=self.get_field_name(numbers[0]),
            )
        )

    def get_field_name(self, field: Field) -> Name:
        """Return the name of a form field for error messages."""
        return Name(get_typed_name(field, self.line.catalogues))

    def read_value(self, field: Field) -> Json:
        """Parse the value of a form field."""
        line, shape = self.line, field.answer_type
        if not line.skip_to_word(self.stop):
            raise BadAnswerError(_("{field}: enter a value.", field=self.get_field_name(field)))
        if isinstance(shape, NamedValues):
            return read_pairs_until(
                shape, line, self.stop, lambda position: self.find_named_field(position)[0] is not None
            )
        stop = self.find_value_end(shape, line.position)
        value = read_answer(shape, line, stop)
        line.position = stop
        return value

    def find_value_end(self, shape: AnswerType, position: int) -> int:
        """Return the end of the value that begins at this position."""
        line = self.line
        if isinstance(shape, Choice):
            return max(line.match_longest(shape.get_vocabulary(line.catalogues), position, self.stop)[1], position + 1)
        end = max(self.find_option_end(shape, position), position + 1)
        while end < self.stop and self.is_part_of_value(shape, end):
            end = max(self.find_option_end(shape, end), end + 1)
        while line.words[end - 1].is_separator:
            end -= 1
        return end

    def find_option_end(self, shape: AnswerType, position: int) -> int:
        """Return the end of the option that is named at this position."""
        if not isinstance(shape, ChoiceBase):
            return position
        return self.line.match_longest(shape.get_vocabulary(self.line.catalogues), position, self.stop)[1]

    def is_part_of_value(self, shape: AnswerType, position: int) -> bool:
        """Return whether the next word of the line belongs to the current value.

        In ``out wood steel`` the last word does. In ``out wood steel 2`` the word before the number is a field name.
        """
        position = self.line.find_word(position)
        if position >= self.stop:
            return False
        word = self.line.words[position]
        if isinstance(shape, Number):
            return word.text[0] in "+-−"
        if isinstance(shape, MultiChoice | Order) and shape.get_vocabulary(self.line.catalogues).find_prefix(word.text):
            option_end = max(self.find_option_end(shape, position), position + 1)
            return option_end >= self.stop or not self.line.words[option_end].text.isdecimal()
        return self.find_named_field(position, allows_prefix=not isinstance(shape, TextList))[0] is None


READERS: dict[str, Callable[[Any, TokenLine, int], Json]] = {
    "choice": read_choice,
    "several": read_list,
    "number": read_number,
    "die": read_number,
    "order": read_list,
    "checklist": read_checklist,
    "words": read_free_text,
    "phrases": read_phrases,
    "drawing": read_drawing,
    "form": read_form,
    "pairs": read_pairs,
}


def read_answer(shape: AnswerType, line: TokenLine, stop: int) -> Json:
    """Parse an answer of any type."""
    return READERS[shape.kind](shape, line, stop)
