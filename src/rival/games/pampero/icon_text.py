"""Icons as text: phrases to offer, recognition of typed phrases, and texts for the history.

A phrase that names no known icon is stored as the owner's own description only in the form other("…").
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from functools import cache
from typing import Any, Protocol

from rival.games.pampero.card_paths import IconRow, SingleIcon
from rival.games.pampero.cards import ZONES
from rival.games.pampero.icon_grammar import (
    DEFAULT_NAMES,
    STACKED_PHRASE,
    KnownNames,
    describe_icon,
    list_everyday_phrases,
    list_phrases,
    read_icon,
    write_icon,
)
from rival.games.pampero.pack_model import Pack
from rival.games.pampero.safe_text import is_legible, load_catalogues, sanitize_text
from rival.games.pampero.symbols import CustomIcon, WindFarms
from rival.games.pampero.word_forms import NUMBER_SIGN, extract_concepts
from rival.kernel import (
    BadAnswerError,
    BadPackError,
    DidYouMeanError,
    Json,
    Name,
    Option,
    PackPhrase,
    Text,
    TextList,
    _,
    make_option,
)
from rival.kernel.texts import render_in_all_languages
from rival.kernel.vocabulary import Vocabulary, normalize_text

STACK_LINKS = (_("behind it"),)


class PackHolder(Protocol):
    """An object that has a pack."""

    @property
    def pack(self) -> Pack:
        """The pack with the market and sector names."""
        ...


class SinglePhraseAnswer(TextList):
    """An answer type that accepts exactly one phrase."""

    def __init__(self, options: Any, part_type: SingleIcon, table: PackHolder, default: Sequence[str] = ()) -> None:
        super().__init__(
            options,
            1,
            1,
            parse_entry=lambda phrase: read_stored_phrase(phrase, part_type, table),
            normalize_phrase=lambda phrase: normalize_icon_phrase(phrase, part_type, table),
            default=default,
            format_entry=lambda phrase: describe_phrase(phrase, part_type, table),
            connectors=STACK_LINKS if part_type.can_stack else (),
        )

    def validate(self, value: Json) -> Any:
        """Return the answer's only phrase."""
        return super().validate(value)[0]


def list_default_phrases(default: Json) -> list[str]:
    """Return the phrases of a default value, without the initial “then”."""
    if default is None:
        return []
    phrases = default if isinstance(default, list) else [default]
    return [str(phrase).removeprefix("then ") for phrase in phrases]


def list_icon_options(part_type: SingleIcon | IconRow, names: KnownNames) -> list[Option]:
    """Return an option for every icon that a card part can hold."""
    options = []
    for phrase in list_phrases(part_type.kinds, names):
        options.append(make_option(phrase, describe_icon(read_icon(phrase, part_type, names))))
    return options


def read_stored_phrase(phrase: str, part_type: SingleIcon | IconRow, table: PackHolder) -> str:
    """Return a stored phrase in its standard form; raise BadAnswerError if it looks misspelt."""
    try:
        return write_icon(read_icon(phrase, part_type, table.pack.names))
    except BadPackError as error:
        if not is_legible(phrase):
            raise BadAnswerError(error.text) from None
        similar = get_close_matches(
            phrase.lower(), list(list_phrases(part_type.kinds, table.pack.names)), n=1, cutoff=0.75
        )
        if similar or phrase.lower().startswith("other("):
            raise BadAnswerError(
                _(
                    '“{words}” is not a known icon. Did you mean “{near}”? Enter your own description as other("…").',
                    words=sanitize_text(phrase),
                    near=Name(similar[0] if similar else 'other("…")'),
                )
            ) from None
        return write_icon(CustomIcon(phrase))


def normalize_icon_phrase(phrase: str, part_type: SingleIcon | IconRow, table: PackHolder) -> str:
    """Return a typed phrase in the language-independent form in which it is stored.

    For a similar phrase or a free description, raise a `DidYouMeanError` that the player can confirm. A description in
    the form other("…") needs no confirmation.
    """
    names = table.pack.names
    try:
        return write_icon(read_icon(phrase, part_type, names))
    except BadPackError as error:
        matched_phrase = match_icon(phrase, part_type, names)
        if matched_phrase is not None:
            return matched_phrase
        if not is_legible(phrase) or phrase.lower().startswith("other("):
            raise BadAnswerError(error.text) from None
    similar = build_icon_vocabulary(part_type.kinds, names).find_similar(phrase, 1) or suggest_by_forms(
        phrase, part_type.kinds, names
    )
    if similar:
        similar_label = describe_icon(read_icon(similar[0], part_type, names))
        text = _(
            "“{words}” is not a known icon. Did you mean “{near}”?", words=sanitize_text(phrase), near=similar_label
        )
        raise DidYouMeanError(_('{text} To use your own description, enter other("…").', text=text), similar[0])
    own_phrase = write_icon(CustomIcon(phrase))
    raise DidYouMeanError(
        _(
            "“{words}” is not a known icon. To save it as your own description, enter {own}.",
            words=sanitize_text(phrase),
            own=sanitize_text(own_phrase),
        ),
        own_phrase,
    )


@cache
def build_icon_vocabulary(kinds: tuple[type, ...], names: KnownNames) -> Vocabulary[str]:
    """Return the vocabulary of phrases for these icons, in all languages."""
    part_type = IconRow(Name(""), kinds)
    entries: list[tuple[str, list[str]]] = []
    for base_phrase in list_phrases(kinds, names):
        for phrase in dict.fromkeys((base_phrase, f"{base_phrase} 2", f"{base_phrase} 5")):
            try:
                icon = read_icon(phrase, part_type, names)
            except BadPackError:
                continue
            entries.append(
                (
                    phrase,
                    [
                        mask_numbers(translation)
                        for translation in (phrase, *render_in_all_languages(describe_icon(icon), load_catalogues()))
                    ],
                )
            )
    return Vocabulary(entries)


def mask_numbers(phrase: str) -> str:
    """Return a phrase with # in place of each number."""
    return " ".join("#" if word.isdecimal() else word for word in phrase.replace("$", " $ ").split())


def match_icon(phrase: str, part_type: SingleIcon | IconRow, names: KnownNames) -> str | None:
    """Return the pack's phrase for the icon that a phrase in any language names; None if it names none."""
    phrase = PLUS_PATTERN.sub("", phrase)
    normalized = " ".join(phrase.lower().split())
    for link in render_in_all_languages(Text(STACKED_PHRASE, front=Name(""), behind=Name("")), load_catalogues()):
        front, separator, rear = normalized.partition(link.strip().lower())
        if separator:
            parts = [match_icon(word, part_type, names) for word in (front, rear)]
            return None if None in parts else STACKED_PHRASE.format(front=parts[0], behind=parts[1])
    matches = build_icon_vocabulary(part_type.kinds, names).find(mask_numbers(normalized)) or match_icon_by_word_forms(
        phrase, part_type.kinds, names
    )
    numbers = [word for word in normalized.translate(SEPARATORS).split() if word.isdecimal()]
    if not matches:
        return None
    matched_words = matches[0].replace("$", "$ ").split()
    pack_phrase = " ".join(numbers[0] if word.isdecimal() and numbers else word for word in matched_words)
    try:
        return write_icon(read_icon(pack_phrase.replace("$ ", "$"), part_type, names))
    except BadPackError:
        return None


PLUS_PATTERN = re.compile(r"\+ ?(?=[0-9])")
SEPARATORS = str.maketrans(dict.fromkeys("$<()«»“”,;:", " "))


def match_icon_by_word_forms(phrase: str, kinds: tuple[type, ...], names: KnownNames) -> list[str]:
    """Return the icon that inflected words name; None if they name none or more than one."""
    concepts = extract_concepts(phrase, normalize_names(names))
    if concepts is None or (
        NUMBER_SIGN in concepts and sum(word.isdecimal() for word in phrase.translate(SEPARATORS).split()) > 1
    ):
        return []
    book = index_icons_by_concepts(kinds, names)
    if WindFarms in kinds:
        concepts -= MAJORITY_CONCEPTS
        matches = book.get(concepts) or book.get(concepts - {"card"}, set())
    else:
        matches = book.get(concepts, set())
    return list(matches) if len(matches) == 1 else []


MAJORITY_CONCEPTS = {"majority", "most"}
"""Concepts that occur in every majority, so they distinguish none."""


def suggest_by_forms(phrase: str, kinds: tuple[type, ...], names: KnownNames) -> list[str]:
    """Return the icon that names everything in a phrase, such as “foreign market”, and the least besides."""
    concepts = (extract_concepts(phrase, normalize_names(names)) or frozenset()) - MAJORITY_CONCEPTS
    if not concepts - {NUMBER_SIGN}:
        return []
    wider = [book_concepts for book_concepts in index_icons_by_concepts(kinds, names) if concepts <= book_concepts]
    if not wider:
        return []
    phrases = index_icons_by_concepts(kinds, names)[
        min(wider, key=lambda book_concepts: (len(book_concepts), sorted(book_concepts)))
    ]
    suggestion = min(phrases)
    if number := next((word for word in phrase.translate(SEPARATORS).split() if word.isdecimal()), None):
        suggestion = " ".join(number if word.isdecimal() else word for word in suggestion.split())
    return [suggestion]


@cache
def index_icons_by_concepts(kinds: tuple[type, ...], names: KnownNames) -> dict[frozenset[str], set[str]]:
    """Return the icons, indexed by the set of concepts in their phrases."""
    part_type = IconRow(Name(""), kinds)
    icons_by_concepts: dict[frozenset[str], set[str]] = {}
    icons_without_you: dict[frozenset[str], set[str]] = {}
    for base_phrase in list_phrases(kinds, names):
        for phrase in dict.fromkeys((base_phrase, f"{base_phrase} 2")):
            try:
                icon = read_icon(phrase, part_type, names)
            except BadPackError:
                continue
            for text in (
                phrase,
                *render_in_all_languages(describe_icon(icon), load_catalogues()),
                *list_everyday_phrases(icon),
            ):
                if concepts := extract_concepts(text, normalize_names(names)):
                    icons_by_concepts.setdefault(concepts, set()).add(phrase)
                    icons_without_you.setdefault(concepts - {"you"}, set()).add(phrase)
    return icons_without_you | icons_by_concepts


def make_inflected_phrases(options: Sequence[Option]) -> TextList:
    """Return an answer type that recognises the options in any grammatical form."""
    options_by_concepts: dict[frozenset[str], list[Option]] = {}
    for choice in options:
        for label in render_in_all_languages(choice.label, load_catalogues()):
            if concepts := extract_concepts(label, normalize_names(DEFAULT_NAMES)):
                options_by_concepts.setdefault(concepts, []).append(choice)

    def find_option(phrase: str) -> Option:
        """Return the option that a phrase names; None if it names none."""
        concepts = extract_concepts(phrase, normalize_names(DEFAULT_NAMES)) or frozenset()
        matches = {choice.id: choice for choice in options_by_concepts.get(concepts - {"build"}, ())}
        if len(matches) != 1:
            raise BadAnswerError(_("“{words}” is not one of the choices.", words=sanitize_text(phrase)))
        return next(iter(matches.values()))

    return TextList(
        options,
        parse_entry=lambda phrase: find_option(phrase).value,
        normalize_phrase=lambda phrase: str(find_option(phrase).id),
    )


@cache
def normalize_names(names: KnownNames) -> frozenset[str]:
    """Return all zone, market and sector names in lower-case standard spelling."""
    return frozenset(normalize_text(name) for name in (*ZONES, *names.markets, *names.sectors))


def describe_phrase(phrase: str, part_type: SingleIcon | IconRow, table: PackHolder) -> Text:
    """Return a stored phrase as text in the player's language."""
    try:
        icon = read_icon(phrase, part_type, table.pack.names)
    except BadPackError:
        return PackPhrase(phrase)
    return PackPhrase(icon.words) if isinstance(icon, CustomIcon) else describe_icon(icon)
