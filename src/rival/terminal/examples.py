"""Example lines for a question. Each is tested before it is shown, so it is always a valid answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rival.kernel import (
    BadAnswer,
    Choice,
    Field,
    Form,
    Json,
    Number,
    Order,
    Pairs,
    Phrases,
    Several,
    Shape,
)
from rival.kernel.shapes import Optioned, Spoken
from rival.terminal.typed import parse, says_none, typed_name

LONGEST = 70


def example(shape: Shape, spoken: Spoken, check: Any) -> str:
    """Return the most instructive line that passes the check of the answer; empty if no candidate does."""
    return next((line for line in lines(shape, spoken) if fits(shape, line, spoken, check)), "")


def fits(shape: Shape, line: str, spoken: Spoken, check: Any) -> bool:
    """Return whether a line is a valid answer."""
    try:
        check(shape.understood(parse(shape, line, spoken), spoken))
    except BadAnswer:
        return False
    return True


def lines(shape: Shape, spoken: Spoken) -> Iterator[str]:
    """Yield candidate lines for an answer type, the most instructive first."""
    match shape:
        case Form():
            yield from form_lines(shape, spoken)
        case Pairs():
            yield from pair_lines(shape, spoken)
        case Number():
            yield from (str(number) for number in some_numbers(shape))
        case Optioned():
            yield from label_lines(shape, spoken)


def label_lines(shape: Optioned, spoken: Spoken) -> Iterator[str]:
    """Yield lines with two labels, or as many as are needed, then with one."""
    default = getattr(shape, "default", None)
    many = max(2, getattr(shape, "least", None) or 0)
    offered = shape.options[: max(6, many)]
    others = [one for one in offered if one.id != default] or offered  # Enter is enough for the default
    labels = [one.label.render(spoken[0]) for one in others]
    if not isinstance(shape, Choice) and len(labels) >= many:
        yield ", ".join(labels[:many])
    yield from labels


def some_numbers(shape: Number, default: Json = None) -> Iterator[int]:
    """Yield typical numbers between the limits."""
    least, most = shape.least or 0, shape.most if shape.most is not None else 99
    for number in (default, 2, least, most):
        if type(number) is int and least <= number <= most:
            yield number


def pair_lines(shape: Pairs, spoken: Spoken) -> Iterator[str]:
    """Yield lines with pairs of name and value."""
    names = [*shape.names[:3], "Abc", "Def"] if not shape.closed else list(shape.names[:3])
    values = [one.label.render(spoken[0]) for one in shape.values.options]
    pairs = [f"{name} {value}" for name in names for value in (values[0], values[-1])]
    if len(names) > 1:
        yield f"{names[0]} {values[0]}, {names[1]} {values[-1]}"
    yield from pairs


def form_lines(form: Form, spoken: Spoken) -> Iterator[str]:
    """Yield lines with the required fields and one or two others, then with fewer."""
    for turn in range(3):
        lines = {field.name: line for field in form.fields if (line := field_line(form, field, spoken, turn))}
        needed = [lines[field.name] for field in form.fields if field.required and field.name in lines]
        others = [lines[field.name] for field in form.fields if not field.required and field.name in lines]
        for extra in (others[:2], others[:1], others[-1:], []):
            if needed or extra:
                yield ", ".join([*needed, *extra])
        yield from (", ".join([*needed, one]) for one in others)


def field_line(form: Form, field: Field, spoken: Spoken, turn: int) -> str:
    """Return a field's value with its name, or the value alone where that is unambiguous."""
    values = [line for line in some_values(field, spoken) if len(line) <= LONGEST and not says_none(line, spoken)]
    if not values:
        return ""
    value = values[min(turn, len(values) - 1)]
    if bare(form, field, value, spoken):
        return value
    return f"{typed_name(field, spoken)} {value}"


def bare(form: Form, field: Field, value: str, spoken: Spoken) -> bool:
    """Return whether this value alone is understood as that of this field."""
    others = [one.shape for one in form.fields if one is not field and isinstance(one.shape, Choice)]
    if not isinstance(field.shape, Choice) or any(one.vocabulary(spoken).called(value) for one in others):
        return False
    try:
        found = parse(form, value, spoken)
    except BadAnswer:
        return False
    return isinstance(found, dict) and list(found) == [field.name]


def some_values(field: Field, spoken: Spoken) -> Iterable[str]:
    """Return typical values of a field."""
    match field.shape:
        case Number():
            return map(str, some_numbers(field.shape, field.default or None))
        case Choice(options=options):
            return [one.label.render(spoken[0]) for one in options if one.id != field.default]
        case Order(options=options):
            return [", ".join(one.label.render(spoken[0]) for one in options)]
        case Several() | Phrases():
            own = [field.example.render(spoken[0])] if field.example is not None else []
            return [*own, *(one.label.render(spoken[0]) for one in field.shape.options[:3])]
        case Pairs():
            return list(pair_lines(field.shape, spoken))
    return []
