"""Parsing of typed lines: from text to the JSON answer of a question.

A line is split into words. The longest run of words that is the label of an option, in any language, selects that
option. Its number in the list and the beginning of its label work as well. Unrecognized text is passed on unchanged:
the session then reports the error or proposes an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rival.kernel import (
    BadAnswer,
    Checklist,
    Choice,
    Drawing,
    Field,
    Form,
    Joined,
    Json,
    Name,
    Number,
    Option,
    Order,
    Pairs,
    Phrases,
    Several,
    Shape,
    Text,
    _,
)
from rival.kernel.shapes import NamedOptions, Optioned, Spoken, ambiguous, did_you_mean, short, vocabulary
from rival.kernel.texts import in_every_language
from rival.kernel.vocabulary import LONGEST, Vocabulary, folded

LONGEST_LINE = 4000
YES = (_("yes"), _("done"), Name("ok"))
NOTHING = (_("none"), _("nothing"), _("no"))
SEPARATORS = ",;>"
SPACES = "=:"


def parse(shape: Shape, line: str, spoken: Spoken, default: Json = None) -> Json:
    """Return the answer in a line; raise BadAnswer if it can't be parsed."""
    if len(line) > LONGEST_LINE:
        raise BadAnswer(_("This line is too long: the limit is {most} characters.", most=LONGEST_LINE))
    preset = getattr(shape, "default", None) if default is None else default
    if not line.strip() and not isinstance(shape, Form) and preset is not None:
        return preset
    words = Line(line.strip(), spoken)
    return read(shape, words, len(words.words))


def means(line: str, texts: Iterable[Text], spoken: Spoken) -> bool:
    """Return whether a line equals one of these texts in any language."""
    key = folded(line)
    return bool(key) and any(key == folded(one) for text in texts for one in in_every_language(text, spoken))


def agrees(line: str, spoken: Spoken) -> bool:
    """Return whether a line is a yes or the beginning of one."""
    key = folded(line)
    return bool(key) and any(folded(one).startswith(key) for text in YES for one in in_every_language(text, spoken))


def says_none(line: str, spoken: Spoken) -> bool:
    """Return whether a line means “none”."""
    return line.strip() in ("-", "–", "—") or means(line, NOTHING, spoken)


# --- lines and their words -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Word:
    """A word or separator of a line, with its key for lookups and its position."""

    text: str
    key: str
    start: int
    end: int
    between: bool = False


class Line:
    """The words of a line, and the position of the parser in them."""

    def __init__(self, line: str, spoken: Spoken) -> None:
        self.line = line
        self.spoken = spoken
        self.words = list(words_of(line))
        self.at = 0
        self._part_ends: list[int] = []
        self._next_words: list[int] = []
        self._next_keys: list[int] = []
        self._look_ahead()

    def _look_ahead(self) -> None:
        """Precompute for each word where its part ends, and where the next word and the next key are."""
        end = word = key = len(self.words)
        for n in range(len(self.words) - 1, -1, -1):
            if self.words[n].between:
                end = n
            else:
                word = n
            if self.words[n].key:
                key = n
            self._part_ends.append(end)
            self._next_words.append(word)
            self._next_keys.append(key)
        for found in (self._part_ends, self._next_words, self._next_keys):
            found.reverse()

    @property
    def next(self) -> Word:
        """The next word."""
        return self.words[self.at]

    def to_read(self, stop: int) -> bool:
        """Skip separators and return whether a word comes before ``stop``."""
        if self.at < stop:
            self.at = min(self.word_from(self.at), stop)
        return self.at < stop

    def upto(self, stop: int) -> str:
        """Return the text before ``stop`` as it was typed, and move there."""
        start, self.at = self.at, stop
        return self.raw(start, stop)

    def keys(self, start: int, stop: int, most: int) -> str:
        """Return up to ``most`` words from ``start`` on as a key."""
        return " ".join(one.key for one in self.words[start : min(stop, start + most)])

    def raw(self, start: int, end: int) -> str:
        """Return the text from ``start`` to ``end`` as it was typed; a single word without its quotation marks."""
        if end == start + 1:
            return self.words[start].text
        return self.line[self.words[start].start : self.words[end - 1].end] if start < end else ""

    def part(self, start: int) -> int:
        """Return the end of the part that ``start`` is in. Parts are divided by separators."""
        return self._part_ends[start] if start < len(self.words) else start

    def word_from(self, start: int) -> int:
        """Return the position of the first word at ``start`` or later, skipping separators."""
        return self._next_words[start] if start < len(self.words) else start

    def is_phrase(self, start: int, end: int) -> bool:
        """Return whether these words are short enough to be one phrase."""
        return start < end and self.words[end - 1].end - self.words[start].start <= LONGEST

    def longest(
        self, known: Vocabulary[Option], start: int, stop: int, whole: bool = False
    ) -> tuple[list[Option], int]:
        """Return the options named by the longest run of words from ``start`` on, and the end of the run.

        Separators in the run are skipped. With ``whole`` the run must end at a separator or at ``stop``.
        """
        found: tuple[list[Option], int] = ([], start)
        key = ""
        while start < stop and (start := self._next_keys[start]) < stop:
            word = self.words[start].key
            start += 1
            key = f"{key} {word}" if key else word
            if key not in known.starts:
                break
            if (named := known.keyed(key)) and (not whole or start == stop or self.words[start].between):
                found = (named, start)
        return found


def words_of(line: str) -> Iterable[Word]:
    """Yield the words of a line. Text in quotation marks is one word."""
    start, quoted, quotes = -1, False, line.count('"') % 2 == 0
    for n, sign in enumerate(line):
        if quoted:
            quoted = sign != '"'
        elif sign.isspace() or sign in SEPARATORS or sign in SPACES:
            if start >= 0:
                yield word(line, start, n)
            if sign in SEPARATORS:
                yield Word(sign, "", n, n + 1, between=True)
            start = -1
            continue
        else:
            quoted = quotes and sign == '"'
        start = n if start < 0 else start
    if start >= 0:
        yield word(line, start, len(line))


def word(line: str, start: int, end: int) -> Word:
    """Return the word between two positions, without quotation marks."""
    text = line[start:end]
    return Word(text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text, folded(text), start, end)


# --- options ----------------------------------------------------------------------------------------------


def numbered(shape: Shape) -> bool:
    """Return whether options can be chosen by their number in the list, because a number has no other meaning there."""
    if not isinstance(shape, Optioned) or any(str(one.id).isdecimal() for one in shape.options):
        return False
    if isinstance(shape, Phrases) and shape.read is not None:
        try:
            shape.own("1")
        except BadAnswer:
            return True
        return False
    return True


def one_of(shape: Optioned, words: str, spoken: Spoken, named: NamedOptions | None = None) -> Json:
    """Return the id of the option with this label, number or beginning; None if there is none.

    Options with equal labels are used one after the other.
    """
    known = shape.vocabulary(spoken)
    found = known.called(words)
    number = int(words) if not found and words.isdecimal() and len(words) < 5 else 0
    if 0 < number <= len(shape.options) and numbered(shape):
        return shape.options[number - 1].id
    return first_free(found or known.begun(words), words, spoken, None if shape.repeats else named)


def first_free(found: Sequence[Option], words: str, spoken: Spoken, named: NamedOptions | None = None) -> Json:
    """Return the id of the first option that is not used yet; raise BadAnswer if the options have different labels."""
    if len({one.label.render(spoken[0]) for one in found}) > 1:
        raise ambiguous(words, found)
    if not found:
        return None
    return found[0].id if named is None else named.first_free(found).id


def pick(shape: Optioned, words: str, spoken: Spoken, named: NamedOptions | None = None) -> Json:
    """Return the id of the option that a text names, or the text itself if it names none."""
    id = one_of(shape, words, spoken, named) if words else None
    return words if id is None else id


# --- readers: from the position of a line up to ``stop`` ---------------------------------------------------


def read_choice(shape: Choice, line: Line, stop: int) -> Json:
    """Read one option."""
    return pick(shape, line.upto(stop), line.spoken)


def read_list(shape: Several | Order, line: Line, stop: int) -> Json:
    """Read several options, such as ``wood, st`` or ``1 3``: labels, beginnings of labels or numbers of the list."""
    if nothing_said(shape, line, stop):
        return []
    ids = NamedOptions()
    while line.to_read(stop):
        found, end = line.longest(shape.vocabulary(line.spoken), line.at, stop)
        if found:
            ids.add(first_free(found, line.raw(line.at, end), line.spoken, ids))
        else:
            end = min(line.part(line.at), stop)
            whole = line.is_phrase(line.at, end) and one_of(shape, line.raw(line.at, end), line.spoken) is not None
            end = end if whole else line.at + 1
            ids.add(pick(shape, line.raw(line.at, end), line.spoken, ids))
        line.at = end
    return ids.ids


def nothing_said(shape: Optioned, line: Line, stop: int) -> bool:
    """Return whether the rest of the line means “none”, unless that is one of the options."""
    words = line.raw(line.at, stop)
    return says_none(words, line.spoken) and not shape.vocabulary(line.spoken).called(words)


def read_number(shape: Number, line: Line, stop: int) -> Json:
    """Read a number; return other text unchanged, for instance a sum."""
    words = line.upto(stop)
    return int(words) if words.isdecimal() and words.isascii() and len(words) < 10 else words


def read_checklist(shape: Checklist, line: Line, stop: int) -> Json:
    """Read the confirmation of a checklist; raise BadAnswer for other text."""
    words = line.upto(stop)
    if words and not agrees(words, line.spoken):
        raise BadAnswer(_("When everything on the list is done, press Enter."))
    return True


def read_words(shape: Shape, line: Line, stop: int) -> Json:
    """Read free text."""
    return line.upto(stop)


def read_phrases(shape: Phrases, line: Line, stop: int) -> Json:
    """Read phrases separated by commas, such as ``2, 5, you choose``: numbers, labels or free text."""
    if nothing_said(shape, line, stop):
        return []
    phrases: list[Json] = []
    while line.to_read(stop):
        found, end = line.longest(shape.vocabulary(line.spoken), line.at, stop, whole=True)
        if found and not goes_on_behind(shape, line, end, stop):
            phrases.append(first_free(found, line.raw(line.at, end), line.spoken))
        else:
            end = stop if shape.most == 1 else whole_phrase(shape, line, stop)
            phrases += phrases_in(shape, line, end)
        line.at = end
    return phrases


def whole_phrase(shape: Phrases, line: Line, stop: int) -> int:
    """Return the end of a phrase: the next separator, unless the words after it continue the phrase."""
    end = min(line.part(line.at), stop)
    while goes_on_behind(shape, line, end, stop):
        end = min(line.part(end + 1), stop)
    return end


def goes_on_behind(shape: Phrases, line: Line, end: int, stop: int) -> bool:
    """Return whether a phrase continues after the separator at ``end``."""
    if end + 1 >= stop:
        return False
    links = [folded(one) for text in shape.links for one in in_every_language(text, line.spoken)]
    if any(line.keys(end + 1, stop, one.count(" ") + 1) == one for one in links):
        return True
    behind = line.raw(end + 1, min(line.part(end + 1), stop))
    return shape.continues is not None and bool(behind) and shape.continues(line.raw(line.at, end), behind)


def phrases_in(shape: Phrases, line: Line, end: int) -> list[Json]:
    """Return the phrases between two separators: free text, or several options without separators."""
    start, words = line.at, line.raw(line.at, end)
    if shape.read is not None:
        try:
            shape.own(words)
        except BadAnswer:
            pass
        else:
            return [words]
    whole = one_of(shape, words, line.spoken)
    if whole is not None:
        return [whole]
    ids: list[Json] = []
    while start < end:
        found, behind = line.longest(shape.vocabulary(line.spoken), start, end)
        id = found[0].id if found else None
        if id is None and numbered(shape) and line.words[start].text.isdecimal():
            id, behind = one_of(shape, line.words[start].text, line.spoken), start + 1
        if id is None:
            return [words]
        ids.append(id)
        start = behind
    return ids


def read_drawing(shape: Drawing, line: Line, stop: int) -> Json:
    """Read the rows of a drawing."""
    return [row.strip() for row in line.upto(stop).split("/") if row.strip()]


def read_pairs(shape: Pairs, line: Line, stop: int) -> Json:
    """Read pairs of name and value, such as ``Gao 1, Kano 2``."""
    return pairs_upto(shape, line, stop, lambda at: False, any(one.between for one in line.words[line.at : stop]))


def pairs_upto(
    shape: Pairs, line: Line, stop: int, over: Callable[[int], bool], whole: bool = False
) -> dict[str, Json]:
    """Read pairs until ``over`` says so. With ``whole`` each pair ends at a separator."""
    pairs: dict[str, Json] = {}
    names = Vocabulary((Option(name, Name(name), name), [name]) for name in shape.names)
    begun = False
    while line.to_read(stop) and not (begun and over(line.at)):
        begun = True
        if says_none(line.next.text, line.spoken):
            line.at += 1
            continue
        end = min(line.part(line.at), stop)
        value_at, behind = value_of_pair(shape, names, line, end, whole)
        if value_at == line.at:
            raise BadAnswer(_("{field}: enter a value.", field=short(line.raw(line.at, end))))
        words = line.raw(value_at, behind)
        known = shape.values.vocabulary(line.spoken)
        value = first_free(known.called(words) or known.begun(words), words, line.spoken)
        pairs[line.raw(line.at, value_at)] = words if value is None else value
        line.at = behind
    return pairs


def value_of_pair(shape: Pairs, names: Vocabulary[Option], line: Line, end: int, whole: bool) -> tuple[int, int]:
    """Return start and end of the value of the next pair: after a known name, else at the first known value."""
    known = shape.values.vocabulary(line.spoken)
    _name, named = line.longest(names, line.at, end)
    for start in range(max(named, line.at + 1), end):
        found, behind = line.longest(known, start, end)
        behind = behind if found else start + 1
        if (found or len(known.begun(line.words[start].text)) == 1) and (behind == end or not whole):
            return start, behind
    return (end - 1 if end - 1 > line.at else line.at), end


# --- forms ------------------------------------------------------------------------------------------------


def read_form(shape: Form, line: Line, stop: int) -> Json:
    """Read a form, such as ``residential wood 2 steel 1``: field names with values, or values of choices alone."""
    shortcut = vocabulary(shape.instead, line.spoken).called(line.line)
    if shortcut:
        return shortcut[0].id
    form = Entries(shape, line)
    given: dict[str, Json] = {}
    while line.to_read(stop):
        field, line.at = form.field_here(line.at)
        given[field.name] = form.value(field)
    return given


def names_of(field: Field, spoken: Spoken) -> list[str]:
    """Return all names of a field in every language: its key, keyword and label."""
    short_words = [] if field.word is None else in_every_language(field.word, spoken)
    return [field.name, *short_words, *in_every_language(field.label, spoken)]


def typed_name(field: Field, spoken: Spoken) -> str:
    """Return the name to type for a field: its label if it is short, else its keyword, else its key."""
    label = field.label.render(spoken[0])
    if label.isalpha():
        return label
    if field.word is not None:
        return field.word.render(spoken[0])
    return label if is_short(label) else field.name


SHORT_LABEL = 20


def is_short(label: str) -> bool:
    """Return whether a label can serve as a name: ``card 2``, ``Saint-Louis``."""
    words = label.split()
    return len(label) <= SHORT_LABEL and len(words) <= 3 and all(one.replace("-", "").isalnum() for one in words)


class Entries:
    """The fields of a form, and where each begins in a line."""

    def __init__(self, form: Form, line: Line) -> None:
        self.form = form
        self.line = line
        self.stop = len(line.words)
        self.names = Vocabulary((Option(one.name, one.label, one), names_of(one, line.spoken)) for one in form.fields)

    def named(self, at: int, begun: bool = True) -> tuple[Field | None, int]:
        """Return the field named at a position, and the end of its name.

        With ``begun`` the beginning of a name is enough.
        """
        found, end = self.line.longest(self.names, at, self.stop)
        if len(found) == 1:
            return found[0].value, end
        text = self.line.words[at].text
        near = self.names.begun(text) if begun and len(text) > 1 and not text.isdecimal() else []
        return (near[0].value, at + 1) if len(near) == 1 else (None, at)

    def field_here(self, at: int) -> tuple[Field, int]:
        """Return the next field, and the start of its value."""
        exactly, end = self.named(at, begun=False)
        chosen, length = self.chosen(at)
        if exactly is not None and end - at >= length:
            return exactly, end
        if chosen is not None and length:
            return chosen, at
        field, end = self.named(at)
        if field is not None:
            return field, end
        return chosen or self.number(at), at

    def chosen(self, at: int) -> tuple[Field | None, int]:
        """Return the field that has the next words among its choices, and their number (0 for the start of a label)."""
        best: tuple[Field | None, int] = (None, 0)
        for field in self.form.fields:
            if isinstance(field.shape, Choice | Several | Phrases):
                known = field.shape.vocabulary(self.line.spoken)
                found, end = self.line.longest(known, at, self.stop)
                if found and end - at > best[1]:
                    best = (field, end - at)
                elif best[0] is None and known.begun(self.line.words[at].text):
                    best = (field, 0)
        return best

    def number(self, at: int) -> Field:
        """Return the only field for numbers if the next word is a number; raise BadAnswer otherwise."""
        word = self.line.words[at].text
        numbers = [field for field in self.form.fields if isinstance(field.shape, Number)]
        if word.isdecimal() and len(numbers) == 1:
            return numbers[0]
        near = self.names.near(word)
        if near:
            raise did_you_mean(word, [self.called(one.value) for one in near])
        names = Joined([self.called(field) for field in self.form.fields])
        if not numbers:
            raise BadAnswer(_("There is no field “{word}”. Possible fields: {names}.", word=short(word), names=names))
        raise BadAnswer(
            _(
                "There is no field “{word}”. Possible fields: {names}. For instance, enter “{example} 2”.",
                word=short(word),
                names=names,
                example=self.called(numbers[0]),
            )
        )

    def called(self, field: Field) -> Name:
        """Return the name of a field for messages."""
        return Name(typed_name(field, self.line.spoken))

    def value(self, field: Field) -> Json:
        """Read the value of a field."""
        line, shape = self.line, field.shape
        if not line.to_read(self.stop):
            raise BadAnswer(_("{field}: enter a value.", field=self.called(field)))
        if isinstance(shape, Pairs):
            return pairs_upto(shape, line, self.stop, lambda at: self.named(at)[0] is not None)
        stop = self.end_of(shape, line.at)
        value = read(shape, line, stop)
        line.at = stop
        return value

    def end_of(self, shape: Shape, at: int) -> int:
        """Return the end of the value that begins at a position."""
        line = self.line
        if isinstance(shape, Choice):
            return max(line.longest(shape.vocabulary(line.spoken), at, self.stop)[1], at + 1)
        end = max(self.behind_option(shape, at), at + 1)
        while end < self.stop and self.goes_on(shape, end):
            end = max(self.behind_option(shape, end), end + 1)
        while line.words[end - 1].between:
            end -= 1
        return end

    def behind_option(self, shape: Shape, at: int) -> int:
        """Return the end of the option named at a position."""
        if not isinstance(shape, Optioned):
            return at
        return self.line.longest(shape.vocabulary(self.line.spoken), at, self.stop)[1]

    def goes_on(self, shape: Shape, at: int) -> bool:
        """Return whether the next word belongs to the value.

        It does in ``out wood steel``; in ``out wood steel 2`` the word before the number is a field name.
        """
        at = self.line.word_from(at)
        if at >= self.stop:
            return False
        word = self.line.words[at]
        if isinstance(shape, Number):
            return word.text[0] in "+-−"
        if isinstance(shape, Several | Order) and shape.vocabulary(self.line.spoken).begun(word.text):
            behind = max(self.behind_option(shape, at), at + 1)
            return behind >= self.stop or not self.line.words[behind].text.isdecimal()
        return self.named(at, begun=not isinstance(shape, Phrases))[0] is None


READERS: dict[str, Callable[[Any, Line, int], Json]] = {
    "choice": read_choice,
    "several": read_list,
    "number": read_number,
    "die": read_number,
    "order": read_list,
    "checklist": read_checklist,
    "words": read_words,
    "phrases": read_phrases,
    "drawing": read_drawing,
    "form": read_form,
    "pairs": read_pairs,
}


def read(shape: Shape, line: Line, stop: int) -> Json:
    """Read an answer of any type."""
    return READERS[shape.kind](shape, line, stop)
