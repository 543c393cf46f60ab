"""What a person types, turned into the JSON answer of a question; words are matched by unique prefix."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Sequence

from rival.kernel import BadAnswer, Joined, Json, Name, Question, _
from rival.kernel.question import Offer

YES = ("y", "yes", "done", "ok", "д", "да", "готово")
NOTHING = ("-", "none", "нет")


def parse(question: Question, line: str) -> Json:
    """The answer that a line means; BadAnswer if it can't mean any."""
    line = line.strip()
    if not line and question.kind != "form" and question.default is not None:
        return question.default
    return READERS[question.kind](question, line)


def read_choice(question: Question, line: str) -> Json:
    return pick(question.options, line)


def read_several(question: Question, line: str) -> Json:
    if not line or line.lower() in NOTHING:
        return []
    whole = whole_option(question.options, line)
    if whole is not None:
        return [whole]
    return [pick(question.options, word) for word in split(line)]


def read_number(question: Question, line: str) -> Json:
    return int(line) if line.isdecimal() else line


def read_order(question: Question, line: str) -> Json:
    return [pick(question.options, word) for word in split(line)]


def read_checklist(question: Question, line: str) -> Json:
    if line and line.lower() not in YES:
        raise BadAnswer(_("Press Enter when everything on the list is done."))
    return True


def read_words(question: Question, line: str) -> Json:
    return line


def read_phrases(question: Question, line: str) -> Json:
    """``2, 5, then you choose``: numbers of the list, words, or your own words, with commas between."""
    if not line or line.lower() in NOTHING:
        return []
    if question.most == 1:
        return [phrase(question.options, line)]
    parts = [part.strip() for part in re.split(r"[;>]|,(?!\s*(?:behind|позади)\b)", line) if part.strip()]
    return [phrase(question.options, one) for part in parts for one in several_ids(question.options, part)]


def several_ids(options: Sequence[Offer], part: str) -> list[str]:
    """``farm-A1 tower-B2``: ids without spaces need no commas."""
    words = part.split()
    ids = {str(one.id).lower() for one in options}
    numbers = bool(options) and all(word.isdecimal() and 1 <= int(word) <= len(options) for word in words)
    return words if len(words) > 1 and (numbers or all(word.lower() in ids for word in words)) else [part]


def phrase(options: Sequence[Offer], words: str) -> str:
    """One phrase: a number of the list, an option by its words (any number in them may differ), or the words."""
    words = re.sub(r"^(then|затем)\s+", "", words.strip(), flags=re.I)
    behind = re.fullmatch(r"(.+?),?\s+(?:behind(?: it)?|позади:?)\s+(.+)", words, re.I)
    if behind:
        return f"{phrase(options, behind[1])}, behind it {phrase(options, behind[2])}"
    if words.isdecimal() and 1 <= int(words) <= len(options) and words not in {str(one.id) for one in options}:
        return str(options[int(words) - 1].id)
    found = matches(options, words)
    if len(found) == 1:
        return str(found[0].id)
    return other_number(options, words) or words


def other_number(options: Sequence[Offer], words: str) -> str | None:
    """``energy below 7`` where the list has ``energy below 10``, in the words of any language."""
    number = re.search(r"\d+", words)
    for one in options if number else ():
        for shown in (str(one.id), one.label):
            if re.sub(r"\d+", "#", shown.lower()) == re.sub(r"\d+", "#", words.lower()) and number:
                return re.sub(r"\d+", number[0], str(one.id))
    return None


def read_drawing(question: Question, line: str) -> Json:
    return [row.strip() for row in line.split("/") if row.strip()]


def read_pairs(question: Question, line: str) -> Json:
    """``Gao 1, Kano 2``: names with a value each."""
    words = spaced(line)
    return take_pairs(question, question, words, whole="," in words)


def take_pairs(question: Question, field: Question, words: list[str], whole: bool = False) -> dict[str, Json]:
    """Pairs off the front of the words, up to the name of another field; ``whole``: one pair between two commas."""
    pairs: dict[str, Json] = {}
    begun = False
    while words and (words[0] == "," or not begun or field_named(question, words[0]) is None):
        begun = True
        if words[0] == "," or words[0].lower() in NOTHING:
            del words[0]
            continue
        end = words.index(",") if "," in words else len(words)
        name, value, used = first_pair(field.options, words[:end], whole)
        pairs[name] = value
        del words[:used]
    return pairs


def first_pair(options: Sequence[Offer], words: list[str], whole: bool) -> tuple[str, str | int, int]:
    """A name, its value, and how many words they took; a value may have two words."""
    for start in range(1, len(words)):
        for size in (2, 1):
            value = " ".join(words[start : start + size])
            found = whole_option(options, value) if size == 2 else only_match(options, value)
            end = min(start + size, len(words))
            if found is not None and (end == len(words) or not whole):
                return " ".join(words[:start]), found, end
    if len(words) < 2:
        raise BadAnswer(_("{field}: a value is missing.", field=Name(words[0])))
    return " ".join(words[:-1]), pick(options, words[-1]), len(words)


def only_match(options: Sequence[Offer], word: str) -> str | int | None:
    found = matches(options, word)
    return found[0].id if len(found) == 1 else None


def spaced(line: str) -> list[str]:
    """The words of a line, commas as words of their own."""
    parts = line.replace("=", " ").replace(":", " ").split(",")
    return [word for part in parts for word in [*split(part), ","]][:-1]


def read_form(question: Question, line: str) -> Json:
    """``residential wood 2 steel 1``: a field by its name, then its value; a bare word may be a choice of a field."""
    shortcut = whole_option(question.instead, line) if line else None
    if shortcut is not None:
        return shortcut
    told: dict[str, Json] = {}
    words = spaced(line)
    while words:
        word = words.pop(0)
        if word == ",":
            continue
        field = field_named(question, word)
        if field is None:
            field, words = bare_choice(question, word), [word, *words]
        if field.kind == "pairs":
            told[field.key] = take_pairs(question, field, words)
            continue
        value = take_value(question, field, words)
        if not value:
            raise BadAnswer(_("{field}: a value is missing.", field=Name(field.key)))
        told[field.key] = parse(field, " ".join(value))
    return told


def take_value(question: Question, field: Question, words: list[str]) -> list[str]:
    """The words of a field's value off the front: one for a choice or number, unless it is one of several words."""
    value: list[str] = []
    if field.kind == "choice":
        named = [n for n in range(1, len(words) + 1) if whole_option(field.options, " ".join(words[:n])) is not None]
        size = max(named, default=1)
        value, words[:] = words[:size], words[size:]
        return value
    while words and (not value or continues(question, field, words)):
        word = words.pop(0)
        if word != "," or field.kind == "phrases":
            value.append(word)
    return value


def continues(question: Question, field: Question, words: list[str]) -> bool:
    """Whether the next word still belongs to this field; ``out wood steel`` but ``out wood steel 2``."""
    if words[0] == ",":
        return len(words) > 1 and continues(question, field, words[1:])
    if field.kind == "phrases":
        return all(one.key.lower() != words[0].lower() for one in question.fields)
    if field.kind in ("number", "die"):
        return words[0][0] in "+-"
    if field.kind == "several" and matches(field.options, words[0]):
        return len(words) < 2 or not words[1].isdecimal()
    return field_named(question, words[0]) is None


READERS: dict[str, Callable[[Question, str], Json]] = {
    "choice": read_choice,
    "several": read_several,
    "number": read_number,
    "die": read_number,
    "order": read_order,
    "checklist": read_checklist,
    "words": read_words,
    "phrases": read_phrases,
    "drawing": read_drawing,
    "form": read_form,
    "pairs": read_pairs,
}


def split(line: str) -> list[str]:
    try:
        return shlex.split(line.replace(",", " "))
    except ValueError:
        return line.replace(",", " ").split()


def field_named(question: Question, word: str) -> Question | None:
    """The field that a word names: its key, or a unique prefix of its key or words."""
    word = word.lower()
    exact = [field for field in question.fields if field.key.lower() == word]
    near = [
        field for field in question.fields if field.key.lower().startswith(word) or field.text.lower().startswith(word)
    ]
    if exact:
        return exact[0]
    return near[0] if len(near) == 1 and len(word) > 1 and not word.isdecimal() else None


def bare_choice(question: Question, word: str) -> Question:
    """The field that has this word among its choices; a bare number is that of the only field for numbers."""
    numbers = [field for field in question.fields if field.kind == "number"]
    if word.isdecimal() and len(numbers) == 1:
        return numbers[0]
    for field in question.fields:
        if field.kind in ("choice", "several", "phrases") and matches(field.options, word):
            return field
    raise BadAnswer(
        _(
            "“{word}” is none of the entries: {names}. Write for instance “{example} 2”.",
            word=Name(word),
            names=Joined([Name(field.key) for field in question.fields]),
            example=Name(next((field.key for field in question.fields if field.kind == "number"), "")),
        )
    )


def matches(options: Sequence[Offer], word: str) -> list[Offer]:
    """The options that a word can mean: its id exactly, else a prefix of its id or words."""
    word = word.lower()
    exact = [one for one in options if str(one.id).lower() == word or one.label.lower() == word]
    return exact or [
        one for one in options if str(one.id).lower().startswith(word) or one.label.lower().startswith(word)
    ]


def whole_option(options: Sequence[Offer], line: str) -> str | int | None:
    """The option that the whole line names, words with spaces included."""
    found = [one for one in options if line.lower() in (str(one.id).lower(), one.label.lower())]
    return found[0].id if found else None


def pick(options: Sequence[Offer], word: str) -> str | int:
    """One option: by its number in the list (unless the ids are numbers themselves), or by unique prefix."""
    ids_are_numbers = any(isinstance(one.id, int) for one in options)
    if word.isdecimal() and not ids_are_numbers and 1 <= int(word) <= len(options):
        return options[int(word) - 1].id
    found = matches(options, word) if word else []
    if len(found) == 1:
        return found[0].id
    if found:
        raise BadAnswer(
            _("“{word}” can mean several: {names}.", word=Name(word), names=Joined([Name(one.label) for one in found]))
        )
    names = Joined([Name(str(one.id)) for one in options[:12]])
    raise BadAnswer(_("“{word}” is not one of the choices: {choices}.", word=Name(word), choices=names))
