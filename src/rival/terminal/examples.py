"""Example lines for a question. Each line is tested before it is shown, so it is always a valid answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rival.kernel import (
    AnswerType,
    BadAnswerError,
    Choice,
    Field,
    Form,
    Json,
    MultiChoice,
    NamedValues,
    Number,
    Order,
    TextList,
)
from rival.kernel.answer_types import Catalogues, ChoiceBase
from rival.terminal.input_parser import get_typed_name, is_none_answer, parse_answer

MAX_LENGTH = 70


def find_example(shape: AnswerType, spoken: Catalogues, check: Any) -> str:
    """Return an example of typed text that is a valid answer; an empty string if there is none."""
    return next((line for line in list_candidates(shape, spoken) if is_valid_line(shape, line, spoken, check)), "")


def is_valid_line(shape: AnswerType, line: str, spoken: Catalogues, check: Any) -> bool:
    """Return whether a typed line is a valid answer."""
    try:
        check(shape.parse(parse_answer(shape, line, spoken), spoken))
    except BadAnswerError:
        return False
    return True


def list_candidates(shape: AnswerType, spoken: Catalogues) -> Iterator[str]:
    """Yield lines that could serve as examples of an answer, most instructive first."""
    match shape:
        case Form():
            yield from list_form_lines(shape, spoken)
        case NamedValues():
            yield from list_pair_lines(shape, spoken)
        case Number():
            yield from (str(number) for number in list_typical_numbers(shape))
        case ChoiceBase():
            yield from list_label_lines(shape, spoken)


def list_label_lines(shape: ChoiceBase, spoken: Catalogues) -> Iterator[str]:
    """Yield example lines with two option labels (or the required number), then with one."""
    default = getattr(shape, "default", None)
    count = max(2, getattr(shape, "minimum", None) or 0)
    shown_options = shape.options[: max(6, count)]
    candidates = [
        entry for entry in shown_options if entry.id != default
    ] or shown_options  # the default only needs Enter
    labels = [entry.label.render(spoken[0]) for entry in candidates]
    if not isinstance(shape, Choice) and len(labels) >= count:
        yield ", ".join(labels[:count])
    yield from labels


def list_typical_numbers(shape: Number, default: Json = None) -> Iterator[int]:
    """Yield typical numbers within a question's limits."""
    minimum, maximum = shape.minimum or 0, shape.maximum if shape.maximum is not None else 99
    for number in (default, 2, minimum, maximum):
        if type(number) is int and minimum <= number <= maximum:
            yield number


def list_pair_lines(shape: NamedValues, spoken: Catalogues) -> Iterator[str]:
    """Yield example lines with pairs of a name and a value."""
    names = [*shape.names[:3], "Abc", "Def"] if not shape.is_closed else list(shape.names[:3])
    values = [entry.label.render(spoken[0]) for entry in shape.values.options]
    pairs = [f"{name} {value}" for name in names for value in (values[0], values[-1])]
    if len(names) > 1:
        yield f"{names[0]} {values[0]}, {names[1]} {values[-1]}"
    yield from pairs


def list_form_lines(form: Form, spoken: Catalogues) -> Iterator[str]:
    """Yield example lines with a form's required fields and one or two other fields, then with fewer fields."""
    for turn in range(3):
        lines = {field.name: line for field in form.fields if (line := format_field(form, field, spoken, turn))}
        required = [lines[field.name] for field in form.fields if field.is_required and field.name in lines]
        optional = [lines[field.name] for field in form.fields if not field.is_required and field.name in lines]
        for extra in (optional[:2], optional[:1], optional[-1:], []):
            if required or extra:
                yield ", ".join([*required, *extra])
        yield from (", ".join([*required, text]) for text in optional)


def format_field(form: Form, field: Field, spoken: Catalogues, turn: int) -> str:
    """Format a form field as its name and value, or only as its value if that is unambiguous."""
    values = [
        line
        for line in list_typical_values(field, spoken)
        if len(line) <= MAX_LENGTH and not is_none_answer(line, spoken)
    ]
    if not values:
        return ""
    value = values[min(turn, len(values) - 1)]
    if is_unambiguous(form, field, value, spoken):
        return value
    return f"{get_typed_name(field, spoken)} {value}"


def is_unambiguous(form: Form, field: Field, value: str, spoken: Catalogues) -> bool:
    """Return whether a typed value can belong only to this field of a form."""
    other_types = [
        entry.answer_type for entry in form.fields if entry is not field and isinstance(entry.answer_type, Choice)
    ]
    if not isinstance(field.answer_type, Choice) or any(
        entry.get_vocabulary(spoken).find(value) for entry in other_types
    ):
        return False
    try:
        parsed = parse_answer(form, value, spoken)
    except BadAnswerError:
        return False
    return isinstance(parsed, dict) and list(parsed) == [field.name]


def list_typical_values(field: Field, spoken: Catalogues) -> Iterable[str]:
    """Return typical values of a form field."""
    match field.answer_type:
        case Number():
            return map(str, list_typical_numbers(field.answer_type, field.default or None))
        case Choice(options=options):
            return [entry.label.render(spoken[0]) for entry in options if entry.id != field.default]
        case Order(options=options):
            return [", ".join(entry.label.render(spoken[0]) for entry in options)]
        case MultiChoice() | TextList():
            examples = [field.example.render(spoken[0])] if field.example is not None else []
            return [*examples, *(entry.label.render(spoken[0]) for entry in field.answer_type.options[:3])]
        case NamedValues():
            return list(list_pair_lines(field.answer_type, spoken))
    return []
