"""Texts: English messages in the code, which are translated when they are shown.

A text is a message id with its arguments. Formatting happens only when the text is rendered, so an explanation that
nobody opens costs next to nothing.

>>> str(_("The die shows {value}.", value=5))
'The die shows 5.'
>>> str(n_("{n} cube", "{n} cubes", 3))
'3 cubes'
"""

from __future__ import annotations

import gettext
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

NO_ARGS: dict[str, Any] = {}
"""The shared empty arguments of texts without arguments; never modified."""


class Text:
    """A message with its arguments. An argument can itself be a text or a list of texts."""

    __slots__ = ("args", "msgid")

    def __init__(self, msgid: str, **args: Any) -> None:
        self.msgid = msgid
        self.args = args

    def render(self, catalogue: Catalogue) -> str:
        """Return the translated message with its arguments."""
        sentence = catalogue.sentences.get(self.msgid) or catalogue.gettext(self.msgid)
        return fill_placeholders(sentence, self.args, catalogue) if self.args else sentence

    def to_json(self) -> Any:
        """Return the arguments of the message as JSON, or the message id if there are no arguments."""
        return to_json(self.args) if self.args else self.msgid

    def __str__(self) -> str:
        return self.render(ENGLISH)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.msgid!r}, {self.args!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and (self.msgid, self.args) == (other.msgid, other.args)

    def __hash__(self) -> int:
        return hash(self.msgid)


class Plural(Text):
    """A message that depends on a number; the number is the argument ``n``."""

    __slots__ = ("plural",)

    def __init__(self, msgid: str, plural: str, n: int, **args: Any) -> None:
        super().__init__(msgid, n=n, **args)
        self.plural = plural

    def render(self, catalogue: Catalogue) -> str:
        """Return the translated message in the plural form for its number."""
        sentence = catalogue.ngettext(self.msgid, self.plural, abs(self.args["n"]))
        return fill_placeholders(sentence, self.args, catalogue)


class Name(Text):
    """Text that is the same in every language: the name of a plot, a number, or text that an owner typed."""

    __slots__ = ()

    def render(self, catalogue: Catalogue) -> str:
        """Return the text unchanged."""
        return self.msgid


class PackPhrase(Name):
    """Text from a pack, shown unchanged, or translated if it comes from a sample pack."""

    __slots__ = ()

    def render(self, catalogue: Catalogue) -> str:
        """Return the translation of the text, or the text itself if there is no translation."""
        return catalogue.translate_pack_text(self.msgid)


class TranslatedText(Text):
    """Text that contains its translations, such as a rule from the rule catalogue."""

    __slots__ = ("by_lang",)

    def __init__(self, by_lang: Mapping[str, str]) -> None:
        self.msgid = by_lang["en"]
        self.args = NO_ARGS
        self.by_lang = by_lang

    def render(self, catalogue: Catalogue) -> str:
        """Return the text in the catalogue's language, or else in English."""
        return self.by_lang.get(catalogue.lang) or self.msgid


class JoinedText(Text):
    """Several texts with a separator between them: ``wood 2, steel 1``."""

    __slots__ = ("parts", "separator")

    def __init__(self, parts: Iterable[Any], separator: str = ", ") -> None:
        self.msgid = ""
        self.args = NO_ARGS
        self.parts = tuple(parts)
        self.separator = separator

    def render(self, catalogue: Catalogue) -> str:
        """Return the rendered parts with the separator between them."""
        return self.separator.join([render_argument(part, catalogue) for part in self.parts])

    def to_json(self) -> Any:
        """Return the parts as a list of JSON values."""
        return [to_json(part) for part in self.parts]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, JoinedText) and self.parts == other.parts

    def __hash__(self) -> int:
        return hash(self.parts)


_ = Text
n_ = Plural


def N_(msgid: str) -> str:
    """Mark a message for translation but return it as a plain string."""
    return msgid


def fill_placeholders(sentence: str, args: Mapping[str, Any], catalogue: Catalogue) -> str:
    """Return a translated message with its arguments filled in."""
    arguments = {
        name: value if value.__class__ is str or value.__class__ is int else render_argument(value, catalogue)
        for name, value in args.items()
    }
    return sentence.format_map(arguments)


def render_argument(value: Any, catalogue: Catalogue) -> str:
    """Return an argument of a text as a string, translating texts and joining lists."""
    if isinstance(value, Text):
        return value.render(catalogue)
    if isinstance(value, list):
        return ", ".join(render_argument(part, catalogue) for part in value)
    return str(value)


def to_json(value: Any) -> Any:
    """Return an argument of a text as JSON for programs; a text without arguments becomes its message id.

    >>> to_json({"plot": Name("c3"), "cubes": JoinedText([_("{name} {n}", name=_("wood"), n=2)])})
    {'plot': 'c3', 'cubes': [{'name': 'wood', 'n': 2}]}
    """
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, Mapping):
        return {name: to_json(item) for name, item in value.items()}
    if isinstance(value, Text):
        return value.to_json()
    if isinstance(value, list):
        return [to_json(item) for item in value]
    return str(value)


def serialize_text(text: Text, catalogues: Iterable[Catalogue]) -> Any:
    """Serialize a text as JSON for later translation. A text of an unknown class is translated immediately.

    >>> str(deserialize_text(serialize_text(_("{n} of {what}", n=2, what=[Name("c3"), _("wood")]), [])))
    '2 of c3, wood'
    """
    cls = type(text)
    if cls is Name or cls is PackPhrase:
        return {"name" if cls is Name else "told": text.msgid}
    if isinstance(text, JoinedText):
        return {"joined": [serialize_argument(part, catalogues) for part in text.parts], "by": text.separator}
    if isinstance(text, Plural):
        return {
            "text": text.msgid,
            "plural": text.plural,
            "args": {name: serialize_argument(item, catalogues) for name, item in text.args.items()},
        }
    if cls is Text:
        return {
            "text": text.msgid,
            "args": {name: serialize_argument(item, catalogues) for name, item in text.args.items()},
        }
    if isinstance(text, TranslatedText):
        return {"languages": dict(text.by_lang)}
    return {"languages": {item.lang: text.render(item) for item in catalogues}}


def serialize_argument(value: Any, catalogues: Iterable[Catalogue]) -> Any:
    """Return an argument of a text as JSON that can be stored."""
    if isinstance(value, Text):
        return serialize_text(value, catalogues)
    if isinstance(value, list):
        return [serialize_argument(item, catalogues) for item in value]
    return value if value is None or isinstance(value, bool | int | str) else str(value)


def deserialize_text(data: Any) -> Any:
    """Return the text that `serialize_text` converted to JSON."""
    if isinstance(data, list):
        return [deserialize_text(item) for item in data]
    if not isinstance(data, dict):
        return data
    if "text" in data:
        args = {name: deserialize_text(item) for name, item in data["args"].items()}
        return Plural(data["text"], data["plural"], **args) if "plural" in data else Text(data["text"], **args)
    if "joined" in data:
        return JoinedText(deserialize_text(data["joined"]), data["by"])
    if "languages" in data:
        return TranslatedText(data["languages"])
    return Name(data["name"]) if "name" in data else PackPhrase(data["told"])


MAX_CACHED_NUMBER = 100
"""The largest number for which plural messages are cached."""


class Catalogue:
    """The translations for one language, the opponent's before the kernel's."""

    def __init__(self, lang: str, folders: Sequence[Path] = ()) -> None:
        self.lang = lang
        self.missing: set[str] = set()
        self.sentences: dict[str, str] = {}
        """A cache of translated messages."""
        self._plurals: dict[tuple[str, int], str] = {}
        has_translations = lang in LANGUAGES and lang != "en"  # a journal can contain any other string
        self._translations = [
            source for folder in folders if has_translations and (source := load_translations(folder, lang))
        ]

    def gettext(self, msgid: str) -> str:
        """Return the translation of a message, or the message itself."""
        translation = self.sentences.get(msgid)
        if translation is None:
            translation = self._find_translation(msgid, (source.gettext(msgid) for source in self._translations))
            if msgid not in self.missing:
                self.sentences[msgid] = translation
        return translation

    def translate_pack_text(self, text: str) -> str:
        """Return the translation of a pack's text, or the text itself. A missing translation is not reported."""
        return next(filter(None, (source.gettext(text) for source in self._translations if text)), text)

    def ngettext(self, msgid: str, plural: str, n: int) -> str:
        """Return the translation of a plural message for a number."""
        translation = self._plurals.get((msgid, n))
        if translation is None:
            translations_found = (source.ngettext(msgid, plural, n) for source in self._translations)
            english = msgid if n == 1 else plural
            translation = self._find_translation(english, translations_found)
            if n <= MAX_CACHED_NUMBER and english not in self.missing:
                self._plurals[msgid, n] = translation
        return translation

    def _find_translation(self, english: str, candidates: Iterator[str]) -> str:
        """Return the first translation among the candidates, or the English text if there is none."""
        sentence = next(filter(None, candidates), "")
        if not sentence and self.lang != "en" and english:
            self.missing.add(english)
        return sentence or english


class EmptyTranslations(gettext.NullTranslations):
    """Translations that return an empty string for a missing message, so that the next catalogue is tried."""

    def gettext(self, message: str) -> str:
        """Return an empty string."""
        return ""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return an empty string."""
        return ""


def load_translations(folder: Path, lang: str) -> gettext.NullTranslations | None:
    """Load a folder's translations for a language; return None if there are none."""
    if gettext.find("rival", folder, languages=[lang]) is None:
        return None
    loaded = gettext.translation("rival", folder, languages=[lang])
    loaded.add_fallback(EmptyTranslations())
    return loaded


KERNEL_LOCALE = Path(__file__).parent.parent / "locale"


def list_languages(folder: Path) -> list[str]:
    """Return the languages for which there is a folder of translations."""
    return sorted(catalogues.parent.name for catalogues in folder.glob("*/LC_MESSAGES"))


LANGUAGES = ("en", *list_languages(KERNEL_LOCALE))
"""English, the language of the source code, and every language with a folder of translations."""
ENGLISH = Catalogue("en")


@cache
def load_catalogue(lang: str, *folders: Path) -> Catalogue:
    """Load the catalogue for a language, with the folders' translations before the kernel's."""
    return Catalogue(lang, (*folders, KERNEL_LOCALE))


@cache
def load_all_catalogues(first: str, *folders: Path) -> tuple[Catalogue, ...]:
    """Load the catalogues for all languages of these folders and the kernel, starting with the given language."""
    languages = {lang for folder in (*folders, KERNEL_LOCALE) for lang in list_languages(folder)}
    return tuple(load_catalogue(lang, *folders) for lang in dict.fromkeys((first, "en", *sorted(languages))))


def render_in_all_languages(text: Text, catalogues: Iterable[Catalogue]) -> list[str]:
    """Return a text in every language, without repeats."""
    return list(dict.fromkeys(text.render(catalogue) for catalogue in catalogues))
