"""Icons as text: the phrases to offer, the icon that a typed phrase means, and its text in the history.

A phrase that names no known icon is stored as the owner's own description only in the form other("…").
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from functools import cache, lru_cache
from typing import Any, Protocol

from rival.games.pampero.cards import ZONES
from rival.games.pampero.contents import Pack
from rival.games.pampero.outside import legible, shown, spoken
from rival.games.pampero.parts import OneOf
from rival.games.pampero.parts import Several as IconRow
from rival.games.pampero.symbols import Other, WindFarms
from rival.games.pampero.word_forms import NUMBER, named_in
from rival.games.pampero.words import NAMES, STACKED, Names, describe, everyday_words, read_icon, wordings, write_icon
from rival.kernel import BadAnswer, BadPack, Json, Name, Option, PackWords, Phrases, Proposal, Text, _, option
from rival.kernel.texts import in_every_language
from rival.kernel.vocabulary import Vocabulary, folded

BEHIND = (_("behind it"),)


class Knows(Protocol):
    """An object that has a pack: a table, or the owner's box."""

    @property
    def pack(self) -> Pack:
        """The pack whose names phrases may contain."""
        ...


@lru_cache(maxsize=1024)
def icon_words(icon: Any) -> Text:
    """Return an icon's phrase, cached."""
    return describe(icon)


class OnePhrase(Phrases):
    """An answer of exactly one phrase; the script gets the phrase, not a list."""

    def __init__(self, options: Any, where: OneOf, table: Knows, default: Sequence[str] = ()) -> None:
        super().__init__(
            options,
            1,
            1,
            read=lambda words: understood(words, where, table),
            keep=lambda words: kept(words, where, table),
            default=default,
            say=lambda words: said(words, where, table),
            links=BEHIND if where.may_stack else (),
        )

    def check(self, value: Json) -> Any:
        """Return the only phrase of the answer."""
        return super().check(value)[0]


def listed(default: Json) -> list[str]:
    """Return the phrases of a default value without a leading “then”."""
    if default is None:
        return []
    words = default if isinstance(default, list) else [default]
    return [str(one).removeprefix("then ") for one in words]


def offered(where: OneOf | IconRow, names: Names) -> list[Option]:
    """Return an option for every icon that this part can hold."""
    found = []
    for words in wordings(where.kinds, names):
        found.append(option(words, icon_words(read_icon(words, where, names))))
    return found


def understood(words: str, where: OneOf | IconRow, table: Knows) -> str:
    """Return a stored answer as the pack writes it; raise BadAnswer if it resembles a known phrase."""
    try:
        return write_icon(read_icon(words, where, table.pack.names))
    except BadPack as bad:
        if not legible(words):
            raise BadAnswer(bad.text) from None
        near = get_close_matches(words.lower(), list(wordings(where.kinds, table.pack.names)), n=1, cutoff=0.75)
        if near or words.lower().startswith("other("):
            raise BadAnswer(
                _(
                    '“{words}” is not a known icon. Did you mean “{near}”? Enter your own description as other("…").',
                    words=shown(words),
                    near=Name(near[0] if near else 'other("…")'),
                )
            ) from None
        return write_icon(Other(words))


def kept(words: str, where: OneOf | IconRow, table: Knows) -> str:
    """Return a newly typed phrase, in any language, as the pack writes it.

    A similar phrase or an own description raises a `Proposal` for the player to confirm; other("…") needs none.
    """
    names = table.pack.names
    try:
        return write_icon(read_icon(words, where, names))
    except BadPack as bad:
        meant = icon_meant(words, where, names)
        if meant is not None:
            return meant
        if not legible(words) or words.lower().startswith("other("):
            raise BadAnswer(bad.text) from None
    near = phrase_book(where.kinds, names).near(words, 1)
    if near:
        likely = icon_words(read_icon(near[0], where, names))
        text = _("“{words}” is not a known icon. Did you mean “{near}”?", words=shown(words), near=likely)
        raise Proposal(_('{text} To use your own description, enter other("…").', text=text), near[0])
    own = write_icon(Other(words))
    raise Proposal(
        _(
            "“{words}” is not a known icon. To save it as your own description, enter {own}.",
            words=shown(words),
            own=shown(own),
        ),
        own,
    )


@cache
def phrase_book(kinds: tuple[type, ...], names: Names) -> Vocabulary[str]:
    """Return the vocabulary of these icons: their phrases in every language, with # for any number."""
    where = IconRow(Name(""), kinds)
    found: list[tuple[str, list[str]]] = []
    for words in wordings(kinds, names):
        for written in dict.fromkeys((words, f"{words} 2", f"{words} 5")):
            try:
                icon = read_icon(written, where, names)
            except BadPack:
                continue
            found.append(
                (written, [numberless(one) for one in (written, *in_every_language(describe(icon), spoken()))])
            )
    return Vocabulary(found)


def numberless(words: str) -> str:
    """Return a phrase with # in place of each number."""
    return " ".join("#" if one.isdecimal() else one for one in words.replace("$", " $ ").split())


def icon_meant(words: str, where: OneOf | IconRow, names: Names) -> str | None:
    """Return the icon that a phrase in any language names, as a pack writes it; None if it names none."""
    tidy = " ".join(words.lower().split())
    for behind in in_every_language(Text(STACKED, front=Name(""), behind=Name("")), spoken()):
        front, between, rear = tidy.partition(behind.strip().lower())
        if between:
            parts = [icon_meant(one, where, names) for one in (front, rear)]
            return None if None in parts else STACKED.format(front=parts[0], behind=parts[1])
    found = phrase_book(where.kinds, names).called(numberless(tidy)) or icons_in_forms(words, where.kinds, names)
    numbers = [one for one in tidy.translate(NUMBER_SIGNS).split() if one.isdecimal()]
    if not found:
        return None
    words_of = found[0].replace("$", "$ ").split()
    written = " ".join(numbers[0] if one.isdecimal() and numbers else one for one in words_of)
    try:
        return write_icon(read_icon(written.replace("$ ", "$"), where, names))
    except BadPack:
        return None


NUMBER_SIGNS = str.maketrans(dict.fromkeys("$<()«»“”,;:", " "))


def icons_in_forms(words: str, kinds: tuple[type, ...], names: Names) -> list[str]:
    """Return the icon that inflected or everyday words name, as a pack writes it; nothing if it is ambiguous."""
    key = named_in(words, own_names(names))
    if key is None or (NUMBER in key and sum(one.isdecimal() for one in words.translate(NUMBER_SIGNS).split()) > 1):
        return []
    found = form_book(kinds, names).get(key - OF_A_MAJORITY if WindFarms in kinds else key, ())
    return list(found) if len(found) == 1 else []


OF_A_MAJORITY = {"majority", "most"}
"""Concepts that occur in every majority, so they distinguish none."""


@cache
def form_book(kinds: tuple[type, ...], names: Names) -> dict[frozenset[str], set[str]]:
    """Return the icons by the concepts that their phrases name in every language; the concept "you" may be missing."""
    where = IconRow(Name(""), kinds)
    found: dict[frozenset[str], set[str]] = {}
    optional: dict[frozenset[str], set[str]] = {}
    for words in wordings(kinds, names):
        for written in dict.fromkeys((words, f"{words} 2")):
            try:
                icon = read_icon(written, where, names)
            except BadPack:
                continue
            for one in (written, *in_every_language(describe(icon), spoken()), *everyday_words(icon)):
                if key := named_in(one, own_names(names)):
                    found.setdefault(key, set()).add(written)
                    optional.setdefault(key - {"you"}, set()).add(written)
    return optional | found


def phrases_in_forms(options: Sequence[Option]) -> Phrases:
    """Return phrases that also match inflected and everyday forms of the options: “вышка в В1”."""
    book: dict[frozenset[str], list[Option]] = {}
    for one in options:
        for label in in_every_language(one.label, spoken()):
            if key := named_in(label, own_names(NAMES)):
                book.setdefault(key, []).append(one)

    def find(words: str) -> Option:
        key = named_in(words, own_names(NAMES)) or frozenset()
        found = {one.id: one for one in book.get(key - {"build"}, ())}
        if len(found) != 1:
            raise BadAnswer(_("“{words}” is not one of the choices.", words=shown(words)))
        return next(iter(found.values()))

    return Phrases(options, read=lambda words: find(words).value, keep=lambda words: str(find(words).id))


@cache
def own_names(names: Names) -> frozenset[str]:
    """Return the zones, markets and sectors in normalised spelling."""
    return frozenset(folded(one) for one in (*ZONES, *names.markets, *names.sectors))


def said(words: str, where: OneOf | IconRow, table: Knows) -> Text:
    """Return a phrase as the history shows it; text that names no known icon is shown unchanged."""
    try:
        icon = read_icon(words, where, table.pack.names)
    except BadPack:
        return PackWords(words)
    return PackWords(icon.words) if isinstance(icon, Other) else icon_words(icon)
