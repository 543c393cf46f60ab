"""What a person types, turned into the JSON answer of a question.

A line is cut into words. Where something offered may stand, the longest run of words that is one of its labels, in any
language, is taken for it; the number in the list and the beginning of a word do as well. What is not recognised is
handed on as it was typed: the session says what would be right, or what was probably meant.
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
    """The answer that a line means; BadAnswer if it can't mean any."""
    if len(line) > LONGEST_LINE:
        raise BadAnswer(_("This line is too long: at most {most} characters can be read.", most=LONGEST_LINE))
    preset = getattr(shape, "default", None) if default is None else default
    if not line.strip() and not isinstance(shape, Form) and preset is not None:
        return preset
    words = Line(line.strip(), spoken)
    return read(shape, words, len(words.words))


def means(line: str, texts: Iterable[Text], spoken: Spoken) -> bool:
    """Whether a line is one of these words, in any language."""
    key = folded(line)
    return bool(key) and any(key == folded(one) for text in texts for one in in_every_language(text, spoken))


def agrees(line: str, spoken: Spoken) -> bool:
    """Whether a line says yes, or begins to."""
    key = folded(line)
    return bool(key) and any(folded(one).startswith(key) for text in YES for one in in_every_language(text, spoken))


def says_none(line: str, spoken: Spoken) -> bool:
    return line.strip() in ("-", "–", "—") or means(line, NOTHING, spoken)


# --- lines and their words -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a line, or one of the signs between words: what it says, its key, and where it stands."""

    text: str
    key: str
    start: int
    end: int
    between: bool = False


class Line:
    """The words of a line, and how far they have been read."""

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
        """Note for each word where its part ends, and where the next word and key are: nobody scans for them."""
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
        return self.words[self.at]

    def to_read(self, stop: int) -> bool:
        """Whether a word comes before ``stop``, behind any signs."""
        if self.at < stop:
            self.at = min(self.word_from(self.at), stop)
        return self.at < stop

    def upto(self, stop: int) -> str:
        """All that comes before ``stop``, as it was typed."""
        start, self.at = self.at, stop
        return self.raw(start, stop)

    def keys(self, start: int, stop: int, most: int) -> str:
        """The first words from start on as a key."""
        return " ".join(one.key for one in self.words[start : min(stop, start + most)])

    def raw(self, start: int, end: int) -> str:
        """The words from start to end as they were typed; a single one without its quotation marks."""
        if end == start + 1:
            return self.words[start].text
        return self.line[self.words[start].start : self.words[end - 1].end] if start < end else ""

    def part(self, start: int) -> int:
        """Where the words between two signs end."""
        return self._part_ends[start] if start < len(self.words) else start

    def word_from(self, start: int) -> int:
        """Return the place of the first word at ``start`` or behind it; signs don't count."""
        return self._next_words[start] if start < len(self.words) else start

    def is_phrase(self, start: int, end: int) -> bool:
        """Return whether these words can be one phrase: no option has words as long as a whole line."""
        return start < end and self.words[end - 1].end - self.words[start].start <= LONGEST

    def longest(
        self, known: Vocabulary[Option], start: int, stop: int, whole: bool = False
    ) -> tuple[list[Option], int]:
        """The options that the longest run of words from here names, and where it ends; signs in it don't count.

        ``whole``: the run ends where a sign stands, or the words end.
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
    """The words of a line; what stands in quotation marks is one word."""
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
    text = line[start:end]
    return Word(text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text, folded(text), start, end)


# --- options ----------------------------------------------------------------------------------------------


def numbered(shape: Shape) -> bool:
    """Whether an option can be named by its number in the list: not where a number means something by itself."""
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
    """The id of the option that words name: by its label, its number in the list, or how it begins; None if none.

    Options with the very same words are named one after the other.
    """
    known = shape.vocabulary(spoken)
    found = known.called(words)
    number = int(words) if not found and words.isdecimal() and len(words) < 5 else 0
    if 0 < number <= len(shape.options) and numbered(shape):
        return shape.options[number - 1].id
    return first_free(found or known.begun(words), words, spoken, None if shape.repeats else named)


def first_free(found: Sequence[Option], words: str, spoken: Spoken, named: NamedOptions | None = None) -> Json:
    if len({one.label.render(spoken[0]) for one in found}) > 1:
        raise ambiguous(words, found)
    if not found:
        return None
    return found[0].id if named is None else named.first_free(found).id


def pick(shape: Optioned, words: str, spoken: Spoken, named: NamedOptions | None = None) -> Json:
    """The id that words mean, or the words themselves where they mean none."""
    id = one_of(shape, words, spoken, named) if words else None
    return words if id is None else id


# --- readers: from where a line stands up to a word -------------------------------------------------------


def read_choice(shape: Choice, line: Line, stop: int) -> Json:
    return pick(shape, line.upto(stop), line.spoken)


def read_list(shape: Several | Order, line: Line, stop: int) -> Json:
    """``wood, st`` or ``1 3``: labels one behind the other, numbers of the list, or how words begin."""
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
    """Whether the line says that there is none, unless “none” is one of the options."""
    words = line.raw(line.at, stop)
    return says_none(words, line.spoken) and not shape.vocabulary(line.spoken).called(words)


def read_number(shape: Number, line: Line, stop: int) -> Json:
    words = line.upto(stop)
    return int(words) if words.isdecimal() and words.isascii() and len(words) < 10 else words


def read_checklist(shape: Checklist, line: Line, stop: int) -> Json:
    words = line.upto(stop)
    if words and not agrees(words, line.spoken):
        raise BadAnswer(_("Press Enter when everything on the list is done."))
    return True


def read_words(shape: Shape, line: Line, stop: int) -> Json:
    return line.upto(stop)


def read_phrases(shape: Phrases, line: Line, stop: int) -> Json:
    """``2, 5, you choose``: numbers of the list, labels, or words of one's own, with commas between."""
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
    """Where a phrase ends: at a sign, unless the words behind it say that it goes on."""
    end = min(line.part(line.at), stop)
    while goes_on_behind(shape, line, end, stop):
        end = min(line.part(end + 1), stop)
    return end


def goes_on_behind(shape: Phrases, line: Line, end: int, stop: int) -> bool:
    """Whether a phrase goes on behind the sign that stands here."""
    if end + 1 >= stop:
        return False
    links = [folded(one) for text in shape.links for one in in_every_language(text, line.spoken)]
    if any(line.keys(end + 1, stop, one.count(" ") + 1) == one for one in links):
        return True
    behind = line.raw(end + 1, min(line.part(end + 1), stop))
    return shape.continues is not None and bool(behind) and shape.continues(line.raw(line.at, end), behind)


def phrases_in(shape: Phrases, line: Line, end: int) -> list[Json]:
    """The words between two signs: one phrase, or several options that need no sign between them."""
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
    return [row.strip() for row in line.upto(stop).split("/") if row.strip()]


def read_pairs(shape: Pairs, line: Line, stop: int) -> Json:
    """``Gao 1, Kano 2``: names with a value each."""
    return pairs_upto(shape, line, stop, lambda at: False, any(one.between for one in line.words[line.at : stop]))


def pairs_upto(
    shape: Pairs, line: Line, stop: int, over: Callable[[int], bool], whole: bool = False
) -> dict[str, Json]:
    """Pairs, until it is over; ``whole``: one pair between two signs."""
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
            raise BadAnswer(_("{field}: a value is missing.", field=short(line.raw(line.at, end))))
        words = line.raw(value_at, behind)
        known = shape.values.vocabulary(line.spoken)
        value = first_free(known.called(words) or known.begun(words), words, line.spoken)
        pairs[line.raw(line.at, value_at)] = words if value is None else value
        line.at = behind
    return pairs


def value_of_pair(shape: Pairs, names: Vocabulary[Option], line: Line, end: int, whole: bool) -> tuple[int, int]:
    """Where the value of the pair that begins here stands: behind a name that is known, else at the first value."""
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
    """``residential wood 2 steel 1``: a field by its name, then its value; a bare word may be a choice of a field."""
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
    """All that names a field: its name in the journal, its short word and its label, in every language."""
    short_words = [] if field.word is None else in_every_language(field.word, spoken)
    return [field.name, *short_words, *in_every_language(field.label, spoken)]


def typed_name(field: Field, spoken: Spoken) -> str:
    """What to type for a field: its label if that is short, else its word, else its name in the journal."""
    label = field.label.render(spoken[0])
    if label.isalpha():
        return label
    if field.word is not None:
        return field.word.render(spoken[0])
    return label if is_short(label) else field.name


SHORT_LABEL = 20


def is_short(label: str) -> bool:
    """Whether a label is as good as a name: ``card 2``, ``Saint-Louis``."""
    words = label.split()
    return len(label) <= SHORT_LABEL and len(words) <= 3 and all(one.replace("-", "").isalnum() for one in words)


class Entries:
    """The fields of a form, and where in a line they begin."""

    def __init__(self, form: Form, line: Line) -> None:
        self.form = form
        self.line = line
        self.stop = len(line.words)
        self.names = Vocabulary((Option(one.name, one.label, one), names_of(one, line.spoken)) for one in form.fields)

    def named(self, at: int, begun: bool = True) -> tuple[Field | None, int]:
        """The field that is named here, and where its name ends; ``begun``: the beginning of its name will do."""
        found, end = self.line.longest(self.names, at, self.stop)
        if len(found) == 1:
            return found[0].value, end
        text = self.line.words[at].text
        near = self.names.begun(text) if begun and len(text) > 1 and not text.isdecimal() else []
        return (near[0].value, at + 1) if len(near) == 1 else (None, at)

    def field_here(self, at: int) -> tuple[Field, int]:
        """The field that is told next, and where its value begins."""
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
        """The field that has this among its choices, and how many words name it; 0 if they only begin like it."""
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
        """A bare number is that of the only field for numbers; any other word is a mistake."""
        word = self.line.words[at].text
        numbers = [field for field in self.form.fields if isinstance(field.shape, Number)]
        if word.isdecimal() and len(numbers) == 1:
            return numbers[0]
        near = self.names.near(word)
        if near:
            raise did_you_mean(word, [self.called(one.value) for one in near])
        names = Joined([self.called(field) for field in self.form.fields])
        if not numbers:
            raise BadAnswer(_("“{word}” is none of the entries: {names}.", word=short(word), names=names))
        raise BadAnswer(
            _(
                "“{word}” is none of the entries: {names}. Write for instance “{example} 2”.",
                word=short(word),
                names=names,
                example=self.called(numbers[0]),
            )
        )

    def called(self, field: Field) -> Name:
        return Name(typed_name(field, self.line.spoken))

    def value(self, field: Field) -> Json:
        line, shape = self.line, field.shape
        if not line.to_read(self.stop):
            raise BadAnswer(_("{field}: a value is missing.", field=self.called(field)))
        if isinstance(shape, Pairs):
            return pairs_upto(shape, line, self.stop, lambda at: self.named(at)[0] is not None)
        stop = self.end_of(shape, line.at)
        value = read(shape, line, stop)
        line.at = stop
        return value

    def end_of(self, shape: Shape, at: int) -> int:
        """Where the value of a field ends that begins here."""
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
        """Where the option ends that is named here."""
        if not isinstance(shape, Optioned):
            return at
        return self.line.longest(shape.vocabulary(self.line.spoken), at, self.stop)[1]

    def goes_on(self, shape: Shape, at: int) -> bool:
        """Whether this word still belongs to the value; ``out wood steel`` but ``out wood steel 2``."""
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
    return READERS[shape.kind](shape, line, stop)
