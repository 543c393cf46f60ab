"""Word forms: reduce inflected and everyday words to the concepts that they name.

A word is recognised by its stem: “вышек”, “электровышки” and “towers” all name a tower. Words that don't distinguish
icons, such as “the”, “жетон” or “symbol”, are ignored.

>>> extract_concepts("большинство ветряных электростанций") == extract_concepts("majority of wind farms")
True
>>> sorted(extract_concepts("самого дешёвого контракта")), sorted(extract_concepts("энергии меньше 10"))
(['cheapest', 'contract'], ['#', 'below', 'energy'])
>>> extract_concepts("three wavy lines") is None
True
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache

from rival.kernel.vocabulary import normalize_text, strip_punctuation

MAX_ENDING_LENGTH = 4
"""The maximum number of letters after a stem."""

WORD_STEMS: dict[str, str] = {
    "farm": "farm windfarm электростанц ветряк ветростанц",
    "tower": "tower вышк вышек электровышк электровышек",
    "transformer": "transformer трансформатор",
    "contract": "contract контракт",
    "chain": "chain цеп",
    "price": "price цен",
    "bonus": "bonus бонус",
    "battery": "batter батаре",
    "bulldozer": "bulldozer бульдозер",
    "energy": "energ энерг",
    "income": "income доход",
    "marker": "marker маркер",
    "specialist": "specialist специалист",
    "score": "scoring подсчет",
    "card": "card карт",
    "link": "link связ",
    "dollar": "dollar доллар",
    "foreign": "foreign abroad внешн",
    "sale": "sale sell продаж продать продай",
    "structure": "structure building built объект постройк построек",
    "build": "build строительств построй постро",
    "do": "fulfil make выполн соверш",
    "most": "most больш наибольш",
    "majority": "majorit большинств",
    "cheapest": "cheap дешев",
    "available": "availab доступн",
    "blocked": "block заблокирован",
    "below": "below less under меньш мен",
    "enough": "enough хвата",
    "not": "=not =не",
    "lacking": "lack недостат",
    "two": "=two =два =двум =двумя =двух =две double двойн",
    "second": "second 2nd втор =2-я =2-ая",
    "right": "right rightmost прав",
    "low": "lowest нижн",
    "eye": "eye глаз",
    "next": "next след следующ",
    "look": "look смотр",
    "you": "you yours player =вы =вас =вам =вами ваш игрок",
    "choose": "choos choice выбор выбира выбрать выбер",
    "commercial": "commercial commerce коммерческ коммерц",
    "industrial": "industrial industry промышлен индустр",
    "remote": "remote удален отдален",
    "residential": "residential housing жилищн жил",
    "tourism": "tourism tourist туристическ турист туризм",
}
"""The stems of each concept in every language; = marks a whole word."""
IGNORED_STEMS = (
    "=a =an =the =of =in =on =at =with =is =are =there =for =to =or =and =it =his =him =vj =vjs =all =than =has =then "
    "=в =во =на =с =со =из =для =или =и =есть =у =от =по =за =к =его =него =vj =все =всех =всего =чем =затем =потом "
    "=который =котором =которых =которого fit подходит чтоб "
    "wind ветрян symbol символ icon значк значок market рын token жетон tile плитк zone зон sector сектор "
    "сам крайн furthest построенн step шаг spac име =если =ли =if =whether =have"
)
"""The stems of words that are ignored."""
ZONE_STEMS = ("zone", "зон", "sector", "сектор", "row", "ряд")
SINGLE_LETTERS = "aавс"
"""Letters that name a zone or are a word: “a contract”, «в секторе», «с символом»."""
NUMBER_SIGN = "#"


def _build_stem_tables() -> tuple[dict[str, str], dict[str, str]]:
    whole_words: dict[str, str] = {}
    stems: dict[str, str] = {}
    for concept, stem_list in [*WORD_STEMS.items(), ("", IGNORED_STEMS)]:
        for word in stem_list.split():
            if word.startswith("="):
                whole_words[normalize_text(word[1:])] = concept
            else:
                stems[normalize_text(word)] = concept
    return whole_words, stems


_WHOLE_WORDS, _STEMS = _build_stem_tables()
_MAX_STEM_LENGTH = max(map(len, _STEMS))


@lru_cache(maxsize=4096)
def identify_word(word: str) -> str | None:
    """Return the concept that a word names; "" if the word can be ignored, None if it is unknown."""
    key = normalize_text(word)
    if key in _WHOLE_WORDS:
        return _WHOLE_WORDS[key]
    for end in range(min(len(key), _MAX_STEM_LENGTH), max(len(key) - MAX_ENDING_LENGTH, 2) - 1, -1):
        if key[:end] in _STEMS:
            return _STEMS[key[:end]]
    return None


_SIGNS = re.compile(r"[$<,;:()«»“”\"/]")
_WORD_SIGNS = {"$": " dollar ", "<": " below "}


def extract_concepts(text: str, names: Collection[str] = (), max_words: int = 16) -> frozenset[str] | None:
    """Return the concepts that a text names; None if it has an unknown word or too many words.

    ``names`` are markets, zones and sectors, which count as concepts too. Each number becomes “#”.
    """
    concepts: set[str] = set()
    text_words = _SIGNS.sub(lambda sign: _WORD_SIGNS.get(sign[0], " "), text[:300]).split()
    if len(text_words) > max_words:
        return None
    for concept in _identify_words(text_words, names):
        if concept is None:
            return None
        concepts.add(concept)
    return frozenset(concepts - {""})


def _identify_words(text_words: list[str], names: Collection[str]) -> Iterator[str | None]:
    for position, word in enumerate(text_words):
        plain = strip_punctuation(word)
        if (
            plain in SINGLE_LETTERS
            and len(plain) == 1
            and position + 1 < len(text_words)
            and not _follows_zone_word(text_words[:position])
        ):
            yield ""
        elif (key := normalize_text(word)) in names:
            yield key
        elif key.replace("-", "") in names:
            yield key.replace("-", "")
        elif key.isdecimal():
            yield NUMBER_SIGN
        elif (concept := identify_word(word)) is not None:
            yield concept
        else:
            yield from (
                normalize_text(part) if normalize_text(part) in names else identify_word(part)
                for part in plain.split("-")
            )


def _follows_zone_word(words_before: list[str]) -> bool:
    return bool(words_before) and strip_punctuation(words_before[-1]).startswith(ZONE_STEMS)
