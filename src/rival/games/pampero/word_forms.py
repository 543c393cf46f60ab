"""Word forms: reduce inflected and everyday words to the concepts that they name.

A word is recognised by its stem: “вышек”, “электровышки” and “towers” all name a tower. Words that don't distinguish
icons, such as “the”, “жетон” or “symbol”, are ignored.

>>> named_in("большинство ветряных электростанций") == named_in("majority of wind farms")
True
>>> sorted(named_in("самого дешёвого контракта")), sorted(named_in("энергии меньше 10"))
(['cheapest', 'contract'], ['#', 'below', 'energy'])
>>> named_in("three wavy lines") is None
True
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache

from rival.kernel.vocabulary import folded, tidy

LONGEST_ENDING = 4
"""Most letters that may follow a stem."""

BEGINNINGS: dict[str, str] = {
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
NOTHING = (
    "=a =an =the =of =in =on =at =with =is =are =there =for =to =or =and =it =his =him =vj =vjs =all =than =has =then "
    "=в =во =на =с =со =из =для =или =и =есть =у =от =по =за =к =его =него =vj =все =всех =всего =чем =затем =потом "
    "=который =котором =которых =которого fit подходит чтоб "
    "wind ветрян symbol символ icon значк значок market рын token жетон tile плитк zone зон sector сектор "
    "сам крайн furthest построенн step шаг spac"
)
"""The stems of words that are ignored."""
ZONE_WORDS = ("zone", "зон", "sector", "сектор", "row", "ряд")
SINGLE_LETTERS = "aавс"
"""Letters that name a zone or are a word: “a contract”, «в секторе», «с символом»."""
NUMBER = "#"


def _by_beginning() -> tuple[dict[str, str], dict[str, str]]:
    whole: dict[str, str] = {}
    beginnings: dict[str, str] = {}
    for named, words in [*BEGINNINGS.items(), ("", NOTHING)]:
        for word in words.split():
            if word.startswith("="):
                whole[folded(word[1:])] = named
            else:
                beginnings[folded(word)] = named
    return whole, beginnings


_WHOLE, _BEGINNINGS = _by_beginning()
_LONGEST = max(map(len, _BEGINNINGS))


@lru_cache(maxsize=4096)
def thing_named(word: str) -> str | None:
    """Return the concept that a word names: "" for an ignored word, None for an unknown one."""
    key = folded(word)
    if key in _WHOLE:
        return _WHOLE[key]
    for end in range(min(len(key), _LONGEST), max(len(key) - LONGEST_ENDING, 2) - 1, -1):
        if key[:end] in _BEGINNINGS:
            return _BEGINNINGS[key[:end]]
    return None


_SIGNS = re.compile(r"[$<,;:()«»“”\"/]")
_WORD_SIGNS = {"$": " dollar ", "<": " below "}


def named_in(words: str, names: Collection[str] = (), most: int = 16) -> frozenset[str] | None:
    """Return all concepts in a text; None if it has an unknown word or too many words.

    ``names`` are markets, zones and sectors, which are concepts themselves; any number becomes “#”.
    """
    found: set[str] = set()
    told = _SIGNS.sub(lambda sign: _WORD_SIGNS.get(sign[0], " "), words[:300]).split()
    if len(told) > most:
        return None
    for named in _named(told, names):
        if named is None:
            return None
        found.add(named)
    return frozenset(found - {""})


def _named(told: list[str], names: Collection[str]) -> Iterator[str | None]:
    for at, word in enumerate(told):
        plain = tidy(word)
        if plain in SINGLE_LETTERS and len(plain) == 1 and at + 1 < len(told) and not _after_zone(told[:at]):
            yield ""
        elif (key := folded(word)) in names:
            yield key
        elif key.isdecimal():
            yield NUMBER
        elif (whole := thing_named(word)) is not None:
            yield whole
        else:
            yield from (folded(one) if folded(one) in names else thing_named(one) for one in plain.split("-"))


def _after_zone(told: list[str]) -> bool:
    return bool(told) and tidy(told[-1]).startswith(ZONE_WORDS)
