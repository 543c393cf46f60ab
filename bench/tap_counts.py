"""Count the taps on a phone that an answer takes: one for each fact that is entered and not shown already."""

from __future__ import annotations

from collections.abc import Sequence

from rival.kernel import Json
from rival.kernel.question import Question, SuggestionView

MAX_SUGGESTIONS = 41
"""Number of suggestions on the screen, shown by their signs."""


def count_taps(shown_question: Question, value: Json) -> int:
    """Return the number of taps for an answer, including the one that sends it."""
    if shown_question.kind in ("choice", "die", "checklist"):
        return 1
    if (
        shown_question.kind == "phrases"
        and shown_question.most is not None
        and shown_question.most in (shown_question.least, 1)
        and value
    ):
        return shown_question.most  # the last one answers
    if shown_question.kind == "form" and isinstance(
        value, str
    ):  # a figure under the line that is opened, or a chip that is sent
        return 2
    if shown_question.kind != "form" or not isinstance(value, dict):
        return 1 + count_value_taps(shown_question, value)
    by_hand = sum(
        count_value_taps(subquestion, value.get(subquestion.key, subquestion.default))
        for subquestion in shown_question.fields
    )
    if is_answered_at_once(shown_question):
        changed = [
            subquestion
            for subquestion in shown_question.fields
            if subquestion.kind == "number" and value.get(subquestion.key, subquestion.default) != subquestion.default
        ]
        return by_hand + bool(changed)  # the line with what is preset is opened
    return min(
        [1 + by_hand + bool(filter_suggestions(shown_question, value)), *count_suggestion_taps(shown_question, value)]
    )


def is_answered_at_once(question: Question) -> bool:
    """Return whether the tap on the only required choice answers: all other fields are preset or missing."""
    choices = [subquestion for subquestion in question.fields if subquestion.kind == "choice" and subquestion.required]
    rest = [subquestion for subquestion in question.fields if subquestion not in choices]
    if len(choices) != 1:
        return False
    on_the_board = bool(choices[0].look and choices[0].look.on)
    return not rest or (on_the_board and all(map(is_preset, rest)))


def is_preset(question: Question) -> bool:
    """Return whether a field has a value without a tap."""
    group = question.look and question.look.group
    return bool(group and (group.folded or (question.kind == "number" and group.total is not None)))


def count_suggestion_taps(question: Question, value: dict[str, Json]) -> list[int]:
    """Return the number of taps for an answer that uses a suggestion: the suggestion and the facts that it lacks."""
    values = {item.key: value.get(item.key, item.default) for item in question.fields}
    suggestion = next(
        (item for item in question.met if all(values[key] == item.entries[key] for key in item.entries)), None
    )
    if suggestion is None:
        return []
    kinds = [item for item in question.fields if item.kind == "choice"]
    candidates = filter_suggestions(question, value)
    taps_for_suggestion = (
        [1]
        if suggestion in limit_suggestions(question.met)
        else [1 + len(kinds)]
        if suggestion in limit_suggestions(candidates)
        else []
    )
    remaining = sum(
        count_value_taps(item, values[item.key]) for item in question.fields if item.key not in suggestion.entries
    )
    return [remaining + item for item in taps_for_suggestion]


def filter_suggestions(question: Question, value: dict[str, Json]) -> list[SuggestionView]:
    """Return the suggestions that remain once their kind is chosen."""
    kinds = [item.key for item in question.fields if item.kind == "choice"]
    return [item for item in question.met if all(item.entries[key] == value.get(key) for key in kinds)]


def limit_suggestions(suggestions: Sequence[SuggestionView]) -> Sequence[SuggestionView]:
    """Return the suggestions on the screen."""
    return suggestions[:MAX_SUGGESTIONS]


def count_value_taps(question: Question, value: Json) -> int:
    """Return the taps for a value that isn't shown already: one per step, per selected option or per opened line."""
    default = question.default
    if value in (default, None, [], {}) or value == default:
        return 0
    presentation = question.look
    opens = bool(presentation and presentation.group and presentation.group.folded)
    if isinstance(value, dict):  # what it is, then each place; the board is opened for it
        return 1 + len(set(value.values())) + len(value)
    if isinstance(value, list):
        return opens + len([item for item in value if item not in (default or [])])
    if presentation and presentation.summed:  # one amount after the other
        return len(str(value).split("+"))
    if isinstance(value, int) and not isinstance(value, bool):
        return opens + max(1, min(abs(value - (default or 0)), 1 + len(str(value))))  # step by step, or typed
    return opens + 1
