"""Every function that reads text from outside takes time in proportion to the text.

``READERS`` is the table of these functions. A new one is one line with inputs that might slow it down, and its limit.
"""

from __future__ import annotations

import base64
import gc
import io
import json
import re
import time
import zipfile
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, partial
from typing import Any, NamedTuple

import pytest
from starlette.requests import Request

import rival
from rival.browser.desk import Desk
from rival.engine import Engine, boxes, packs
from rival.engine.calls import from_json
from rival.engine.files import MOST_FILES, read_index, taken_in, unpacked
from rival.kernel import (
    Chart,
    Checklist,
    Choice,
    Drawing,
    Field,
    Form,
    Name,
    Number,
    Order,
    Pairs,
    Phrases,
    RivalError,
    Session,
    Several,
    Words,
    opponent,
    opponents,
    option,
    toml,
    vocabulary,
)
from rival.kernel import journal as journals
from rival.kernel.nesting import nested_deeper
from rival.kernel.shapes import MOST
from rival.kernel.texts import every_catalogue
from rival.terminal.typed import LONGEST_LINE, parse

MOST_TIMES = 2.5
"""How many times as long twice the input may take."""
LONG_ENOUGH = 0.015
"""Seconds of processor time at which an input is not made longer."""
SHORTEST = 0.001
"""Seconds that are measured at least: a shorter call is repeated."""
TRIES = 3
MEBI = 1024 * 1024

Make = Callable[[int], Any]


class Reader(NamedTuple):
    """A reader, its inputs by name, each made for a size, and the size beyond which it refuses to read."""

    read: Callable[[Any], Any]
    inputs: Mapping[str, Make]
    limit: int = 4 * MEBI


def run(text: str) -> Make:
    """Repeat a text up to a size."""
    return lambda size: text * max(1, size // len(text))


def around(before: str, text: str, after: str = "") -> Make:
    return lambda size: before + run(text)(size) + after


# --- what may be said to any reader -------------------------------------------------------------------------

SIGNS = (
    *(
        '"',
        "\\",
        '\\"',
        '"\\',
        "[",
        "[]",
        '["',
        "{",
        '{"a":',
        " ",
        "\t",
        "9",
        "a",
        "a ",
        ", ",
        "a, ",
        ";",
        ">",
        "=",
        ":",
        "/",
    ),
    *(
        "-",
        "+",
        "+1",
        "1+",
        "1 ",
        "$ ",
        "#",
        ".",
        "a.",
        "'",
        "\n",
        "\0",
        "\u202e",
        "ё",
        "e\u0301",
        "ﬃ",
        'other("',
        'other("\\',
    ),
    *("behind it ", ", behind it", "the ", "A1 4 ", "%41", "("),
)
RUNS = {repr(one): run(one) for one in SIGNS}
UNCLOSED = {
    "an unclosed string": around('"', "a"),
    "an unclosed string of backslashes": around('"', "\\"),
    "many lists, then an unclosed string": around("[" * 200 + '"', "a"),
    "many objects, then unclosed strings": around("{" * 200, '"\\'),
    "deep": lambda size: "[" * (size // 2) + "]" * (size // 2),
    "long string": around('["', "a", '"]'),
}
TEXTS = RUNS | UNCLOSED

# --- journals ------------------------------------------------------------------------------------------------

MAYOR, VIRTUAL, VJ = "rolling-heights", "mombasa", "pampero"


@cache
def header(game: str = MAYOR, **more: Any) -> str:
    session = Session.new(game, seed=3)
    return journals.as_line({**session.journal.header, **more})


def lines(make: Callable[[int], str]) -> Make:
    """Return a function that makes a journal without checksums, with this many lines."""
    return lambda size: "\n".join([header(), *(make(number) for number in range(size // 30)), ""])


def journal_with(key: str) -> Make:
    return lambda size: json.dumps({**json.loads(header()), key: "a" * size}) + "\n"


def as_second_line(make: Make, size: int) -> str:
    return f"{header()}\n{make(size)}\n"


JOURNALS: dict[str, Make] = {
    **{f"a line of {name}": partial(as_second_line, make) for name, make in TEXTS.items()},
    "corrections": lines(lambda n: journals.as_line({"n": n + 1, "correct": "mayor.vp", "value": n % 50})),
    "corrections since the start": lines(
        lambda n: journals.as_line({"n": n + 1, "correct": "mayor.vp", "value": n % 50, "since": [0, 0]})
    ),
    "refused corrections": lines(lambda n: journals.as_line({"n": n + 1, "correct": "mayor.vq", "value": n % 50})),
    "dice": lines(lambda n: journals.as_line({"n": n + 1, "dice": ("mine", "program")[n % 2]})),
    "steps back": lines(lambda n: '{"goto":0}'),
    "back and forth": lines(lambda n: journals.as_line({"n": 1, "dice": "mine"} if n % 2 == 0 else {"goto": 0})),
    "unknown answers": lines(lambda n: journals.as_line({"n": n + 1, "key": "x", "answer": n})),
    "a long name": journal_with("name"),
    "a long language": journal_with("lang"),
    "a long opponent": journal_with("game"),
}  # fmt: skip

# --- packs and links -----------------------------------------------------------------------------------------


def code(text: str) -> str:
    return boxes.PREFIX + base64.urlsafe_b64encode(zlib.compress(text.encode(errors="replace"), 9)).decode().rstrip("=")


def coded(make: Make) -> Make:
    return lambda size: code(make(size))


def of_game(game: str, make: Make) -> Make:
    """Return a function that makes a pack with this unknown entry."""
    return lambda size: f'game = "{game}"\nx = {make(size)}\n'


TOML = {
    **TEXTS,
    "tables": run("[a]\n"),
    "tables in lists": run("[[a]]\n"),
    "dotted": lambda size: "".join(f"a{n}.b.c.d = 1\n" for n in range(size // 16)),
    "names": lambda size: "".join(f"a{n} = 1\n" for n in range(size // 12)),
    "deep names": lambda size: "".join(f"[{'a.' * 30}b{n}]\n" for n in range(size // 75)),
    "lists of numbers": around("a = [", "1,", "]"),
    "lists of texts": around("a = [", '"a",', "]"),
    "lists of tables": around("a = [", "{b=1},", "]"),
    "lists of lists": around("a = [", "[1],", "]"),
    "remarks": run("# a.b.c\n"),
    "an open text": around('a = """', "b\n"),
    "an open text of quotation marks": around('a = """', '""\\'),
    "an open text of marks": around("a = '''", "''\n"),
    "digits": around("a = ", "1"),
    "digits and lines": around("a = 1", "_1"),
    "a fraction": around("a = 0.", "1"),
    "a date": around("a = 2020-01-01", " "),
    "escapes": around('a = "', "\\u0041", '"'),
}


def filled(game: str, part: str, entry: Callable[[int], Any]) -> Make:
    """Return a function that makes packs with many entries in one part."""
    return lambda size: toml.dumps({"game": game, part: [entry(n) for n in range(max(1, size // 40))]})


def parts_of(game: str) -> dict[str, Make]:
    """Return inputs for every list and table of a sample pack, extended with similar entries."""
    pack = rival.demo(game, seed=3).journal.header.get("pack") or {}
    found: dict[str, Make] = {}

    def longer(path: tuple[str, ...], value: Any) -> None:
        if isinstance(value, list) and value:
            found[f"more of {'.'.join(path)}"] = lambda size: changed(pack, path, repeated(value, size))
        if isinstance(value, dict) and value:
            found[f"more in {'.'.join(path)}"] = lambda size: changed(pack, path, renamed(value, size))
            for key, one in value.items():
                if len(path) < 2:
                    longer((*path, key), one)

    longer((), pack)
    return found


def repeated(value: list[Any], size: int) -> list[Any]:
    one = max(value, key=lambda entry: len(json.dumps(entry)))
    many = max(1, size // (len(json.dumps(one)) + 8))
    if isinstance(one, dict) and isinstance(one.get("id"), str):
        return [{**one, "id": f"n{n}"} for n in range(many)]
    return [f"{one}{n}" if isinstance(one, str) else one for n in range(many)]


def renamed(value: dict[str, Any], size: int) -> dict[str, Any]:
    one = max(value.values(), key=lambda entry: len(json.dumps(entry)))
    return value | {f"n{n}": one for n in range(max(1, size // (len(json.dumps(one)) + 8)))}


def changed(pack: Any, path: tuple[str, ...], value: Any) -> str:
    if not path:
        return toml.dumps(value)
    fresh = json.loads(json.dumps(pack))
    inside = fresh
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = value
    return toml.dumps(fresh)


# --- zips ----------------------------------------------------------------------------------------------------


def zipped(make: Callable[[int], list[tuple[str, str]]]) -> Make:
    def made(size: int) -> bytes:
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as whole:
            for name, text in make(size):
                whole.writestr(name, text)
        return out.getvalue()

    return made


def alike(size: int, sums: bool = False) -> list[tuple[str, str]]:
    """Return journals that begin with the same line and differ in the last one."""
    found = []
    for number in range(size):
        session = Session.new(MAYOR, seed=3)
        session.correct("mayor.vp", number % 50)
        session.correct("mayor.vp", (number + 1) % 50)
        for step in range(number % 7):
            session.correct("mayor.vp", number // 50 + step)
        text = session.journal.dumps()
        if not sums:
            text = "".join(journals.as_line(without_sum(row)) + "\n" for row in text.splitlines())
        found.append((f"{number}.jsonl", text))
    return found


def without_sum(row: str) -> dict[str, Any]:
    return {key: value for key, value in json.loads(row).items() if key != "sum"}


# --- typed answers -------------------------------------------------------------------------------------------

SPOKEN = every_catalogue("ru")
COLOURS = [option("wood"), option("glass"), option("steel")]
MANY = [option(f"k{n}", Name(f"contract k{n} (A{n}, energy {n})")) for n in range(400)]
SAME = [option(f"k{n}", Name("contract")) for n in range(400)]
SIMPLE = {
    "choice": Choice(MANY),
    "several": Several(MANY),
    "several alike": Several(SAME),
    "order": Order(MANY),
    "phrases": Phrases(MANY),
    "own phrases": Phrases(MANY, read=str),
    "number": Number(),
    "words": Words(),
    "drawing": Drawing(list, []),
    "pairs": Pairs(COLOURS, [f"region {n}" for n in range(300)]),
    "closed pairs": Pairs(COLOURS, [f"region {n}" for n in range(300)], closed=True),
    "checklist": Checklist([]),
}
SHAPES = {
    **SIMPLE,
    "chart": Chart(COLOURS),
    "form": Form([Field(name, Name(f"field {name}"), shape) for name, shape in SIMPLE.items()], [option("empty")]),
}
WORDS = (
    *(
        "wood ",
        "wood, ",
        "contract ",
        "contract k7 ",
        "contract k7, ",
        "field 1 ",
        "f 1, ",
        "region 1 wood ",
        "a ",
        "1 ",
    ),
    *("region 1 wood, ", "region ", "wood steel / ", "k1 k2 2 ", "+1", "$ "),
)
TYPED = RUNS | {repr(one): run(one) for one in WORDS}
IN_A_FORM = {f"f, then {name}": (around("f ", text)) for name, text in [(repr(one), one) for one in WORDS]} | {
    "signs in a value": around("f a", ";", " a"),
    "signs in a number": around("f 1", ",", " a"),
}


def answered(shape: Any, value: Any) -> None:
    shape.check(shape.understood(value, SPOKEN))


def entries(one: Callable[[int], Any]) -> Make:
    return lambda size: [one(n) for n in range(size)]


VALUES = {
    "a long word": run("a"),
    "a long sum": run("1+"),
    "spaces": run(" "),
    "ids": entries(lambda n: f"k{n % 400}"),
    "the same id": entries(lambda n: "k7"),
    "labels": entries(lambda n: f"contract k{n % 400} (A{n % 400}, energy {n % 400})"),
    "the same label": entries(lambda n: "contract"),
    "rows": entries(lambda n: "ab " * 10),
    "numbers": entries(lambda n: n),
    "names": lambda size: {f"region {n}": "wood" for n in range(size)},
    "the same name": lambda size: {"region 1" + " " * n: "wood" for n in range(min(size, 200))},
    "places": lambda size: {"places": {f"p{n}": [n, n] for n in range(size)}, "borders": {}},
    "borders": lambda size: {"borders": {"a": {f"p{n}": 1 for n in range(size)}}},
    "fields": lambda size: {f"f{n}": 1 for n in range(size)},
}

# --- questions of the games ----------------------------------------------------------------------------------


@cache
def questions(game: str) -> dict[str, Any]:
    """Return one open question of each kind of a game, with the languages it is read in."""
    found: dict[str, Any] = {}
    against = opponent(game)
    for seed in (1, 2):
        session = Session.new(game, seed=seed)
        sample = against.sample(seed, session.options)
        for _step in range(150):
            if session.open is None:
                break
            found.setdefault(session.open.key, (session.open, session.spoken))
            session.answer(sample.answer(session.open, session.table))
    return found


def asked(game: str, line: str) -> None:
    for ask, spoken in questions(game).values():
        with suppress(RivalError):
            ask.check(parse(ask.shape, line, spoken))


def told(game: str, words: str) -> None:
    """Use the same text as a value in every place of every question."""
    for ask, spoken in questions(game).values():
        shape = ask.shape
        fields = shape.fields if isinstance(shape, Form) else ()
        for value in (
            words,
            [words],
            {words: words},
            *({one.name: each} for one in fields for each in (words, [words])),
        ):
            with suppress(RivalError):
                ask.check(shape.understood(value, spoken))


# --- headers -------------------------------------------------------------------------------------------------


def request(name: str, value: str) -> Request:
    headers = [(b"host", b"127.0.0.1"), (name.encode(), value.encode("latin-1", "replace"))]
    scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": headers, "client": None}
    return Request(scope)


def with_headers(value: str) -> None:
    from rival.server.door import game_keys, host_of, network_of, plain_key
    from rival.server.guard import names, same_site
    from rival.server.problems import asked_language

    asked_language(request("accept-language", value))
    game_keys(request("cookie", value))
    same_site(request("origin", value))
    host_of(request("host", value))
    names.__wrapped__(value, "machine")
    network_of(value)
    plain_key(value)


OF_HEADERS = ("a=b; ", "; ", 'a="', "a=\\", "ru;q=0.1,", "rival-game-", "::", "1.", "[[", "a:1:")
HEADS = RUNS | {repr(one): run(one) for one in OF_HEADERS}

# --- everything else -----------------------------------------------------------------------------------------


def begun(options: Any) -> None:
    Session.new(MAYOR, seed=3, options=options)


def described(text: str) -> None:
    engine = Engine()
    for call in (
        lambda: engine.state(f"sample.{text}"),
        lambda: engine.begin(MAYOR, name=text),
        lambda: engine.begin(text),
        lambda: engine.opponents(text),
        lambda: engine.box_part(VJ, text),
        lambda: engine.practice(MAYOR, [text]),
        lambda: engine.sample(text),
    ):
        with suppress(RivalError):
            call()


def read_pack(game: str, text: str) -> None:
    packs.read(text, opponent(game))


def typed(shape: Any, line: str) -> None:
    shape.check(parse(shape, line, SPOKEN))


CODES = {name: around("1", name) for name in ("a", "ab", "-", "=")}
ZIPS = {
    "journals": zipped(lambda size: [(f"{n}.jsonl", "{}\n") for n in range(size)]),
    "a journal": zipped(lambda size: [("a.jsonl", "a" * 1000 * size)]),
    "an index": zipped(lambda size: [("a.jsonl", ""), ("games.json", '"' * 1000 * size)]),
}
OPTIONS: dict[str, Callable[[int], Any]] = {
    "names": lambda size: {f"o{n}": n for n in range(size)},
    "a long one": lambda size: {"a" * size: "b" * size},
}
FORMS = {f"form of {name}": Form([Field("f", Name("field"), shape)]) for name, shape in SIMPLE.items()}

READERS: dict[str, Reader] = {
    "nesting": Reader(lambda text: nested_deeper(text, 60), TEXTS),
    "journal": Reader(journals.loads, JOURNALS, 2 * MEBI),
    "session": Reader(partial(Session.load, partly=True), JOURNALS, MEBI // 4),
    "call": Reader(from_json, TEXTS, 2 * MEBI),
    "desk": Reader(lambda text: Desk().call("begin", text), TEXTS, MEBI // 2),
    "pack": Reader(packs.parsed, TOML, packs.LONGEST),
    **{f"pack of {game}": Reader(partial(read_pack, game), parts_of(game), packs.LONGEST) for game in opponents()},
    "link": Reader(boxes.received, {name: coded(make) for name, make in TEXTS.items()}, 4 * packs.LONGEST),
    "code": Reader(boxes.received, CODES, boxes.LONGEST_CODE),
    "index": Reader(read_index, TEXTS, 2 * MEBI),
    "zip": Reader(unpacked, ZIPS, MOST_FILES - 1),
    "games of a zip": Reader(lambda data: taken_in(Engine(), data), {"alike": zipped(alike)}, 400),
    **{f"typed {name}": Reader(partial(typed, shape), TYPED, LONGEST_LINE) for name, shape in SIMPLE.items()},
    **{f"typed {name}": Reader(partial(typed, shape), IN_A_FORM, LONGEST_LINE) for name, shape in FORMS.items()},
    **{f"sent {name}": Reader(partial(answered, shape), VALUES, MOST) for name, shape in SHAPES.items()},
    **{f"typed in {game}": Reader(partial(asked, game), TYPED, LONGEST_LINE) for game in opponents()},
    **{f"sent in {game}": Reader(partial(told, game), TYPED, 300) for game in opponents()},
    "header": Reader(with_headers, HEADS, 64 * 1024),
    "options": Reader(begun, OPTIONS, MEBI // 8),
    "names": Reader(described, RUNS, MEBI // 8),
}


# --- measuring -----------------------------------------------------------------------------------------------


def took(read: Callable[[Any], Any], made: Any, times: int = 1) -> float:
    gc.disable()
    begun = time.process_time()
    for _time in range(times):
        vocabulary.tidy.cache_clear()
        with suppress(RivalError):
            read(made)
    spent = time.process_time() - begun
    gc.enable()
    return spent / times


def least(read: Callable[[Any], Any], made: Any) -> float:
    """Return the shortest time of several runs: other load on the machine can only increase it."""
    times = max(1, int(SHORTEST / max(took(read, made), 1e-7)))
    return min(took(read, made, times) for _try in range(TRIES))


def growth(read: Callable[[Any], Any], make: Make, limit: int) -> tuple[float, int]:
    """Return the factor by which the time grows with twice the input, and the size. Stop at the limit.

    It is the smaller factor of two consecutive doublings: at some size Python requests more memory from the system, and
    that step costs more than twice as much in every reader.
    """
    size = limit
    while size > 64 and limit > 1024:
        size //= 2
    while 2 * size <= limit and took(read, make(size)) < LONG_ENOUGH / 2:
        size *= 2
    quarter, half, whole = (least(read, make(size // part)) for part in (4, 2, 1))
    return min(whole / half, half / quarter), size


def is_slow(read: Callable[[Any], Any], make: Make, limit: int) -> str:
    """Return a message if twice the input takes too long; a busy machine gets two more tries."""
    found = ""
    for _try in range(3):
        times, size = growth(read, make, limit)
        if times <= MOST_TIMES:
            return ""
        found = f"{times:.1f} times as long at {size}"
    return found


@pytest.mark.fuzz
@pytest.mark.parametrize("reader", READERS)
def test_twice_the_text_takes_at_most_twice_as_long(reader: str) -> None:
    read, inputs, limit = READERS[reader]
    assert not {name: found for name, make in inputs.items() if (found := is_slow(read, make, limit))}


def test_a_pattern_that_goes_back_is_found() -> None:
    """The inputs detect a quadratic reader: the nesting check once used this pattern.

    Which input detects it depends on the machine: at a size that takes a few milliseconds, the linear part can hide the
    quadratic one.
    """
    pattern = re.compile(r'"(?:[^"\\]|\\.)*"')
    assert any(is_slow(lambda text: pattern.sub("", text), make, 4 * MEBI) for make in TEXTS.values())


def test_a_list_that_is_searched_is_found() -> None:
    def read(text: str) -> None:
        seen: list[str] = []
        for number in range(len(text)):
            if str(number) not in seen:
                seen.append(str(number))

    assert is_slow(read, run("a"), LONGEST_LINE)
