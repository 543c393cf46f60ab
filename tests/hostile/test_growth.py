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
from rival.browser.bridge import BrowserBridge
from rival.engine import Engine, boxes, packs
from rival.engine.api import parse_json
from rival.engine.zip_files import MAX_FILES, import_zip, read_index, unpack_journals
from rival.games.pampero.tile_text import split_into_words
from rival.kernel import (
    Checklist,
    Choice,
    Drawing,
    Field,
    Form,
    FreeText,
    MapDrawing,
    MultiChoice,
    Name,
    NamedValues,
    Number,
    Order,
    RivalError,
    Session,
    TextList,
    load_opponent,
    load_opponents,
    make_option,
    toml,
    vocabulary,
)
from rival.kernel import journal as journals
from rival.kernel.answer_types import MAX_LIST_LENGTH
from rival.kernel.json_limits import exceeds_depth
from rival.kernel.texts import load_all_catalogues
from rival.terminal.input_parser import MAX_LINE, parse_answer

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


def repeat_text(text: str) -> Make:
    """Repeat a text up to a size."""
    return lambda size: text * max(1, size // len(text))


def wrap_repeated(before: str, text: str, after: str = "") -> Make:
    return lambda size: before + repeat_text(text)(size) + after


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
RUNS = {repr(one): repeat_text(one) for one in SIGNS}
UNCLOSED = {
    "an unclosed string": wrap_repeated('"', "a"),
    "an unclosed string of backslashes": wrap_repeated('"', "\\"),
    "many lists, then an unclosed string": wrap_repeated("[" * 200 + '"', "a"),
    "many objects, then unclosed strings": wrap_repeated("{" * 200, '"\\'),
    "deep": lambda size: "[" * (size // 2) + "]" * (size // 2),
    "long string": wrap_repeated('["', "a", '"]'),
}
BETWEEN = {f"{one!r} between letters": wrap_repeated("a", one, "a") for one in (" ", "\t", "\n", ",", "a ", "1 ")}
TEXTS = RUNS | UNCLOSED | BETWEEN

# --- journals ------------------------------------------------------------------------------------------------

MAYOR, VIRTUAL, VJ = "rolling-heights", "mombasa", "pampero"


@cache
def make_header(game: str = MAYOR, **more: Any) -> str:
    session = Session.new(game, seed=3)
    return journals.format_line({**session.journal.header, **more})


def repeat_line(make: Callable[[int], str]) -> Make:
    """Return a function that makes a journal without checksums, with this many lines."""
    return lambda size: "\n".join([make_header(), *(make(number) for number in range(size // 30)), ""])


def make_journal_with(key: str) -> Make:
    return lambda size: json.dumps({**json.loads(make_header()), key: "a" * size}) + "\n"


def make_second_line(make: Make, size: int) -> str:
    return f"{make_header()}\n{make(size)}\n"


JOURNALS: dict[str, Make] = {
    **{f"a line of {name}": partial(make_second_line, make) for name, make in TEXTS.items()},
    "corrections": repeat_line(lambda n: journals.format_line({"n": n + 1, "correct": "mayor.vp", "value": n % 50})),
    "corrections since the start": repeat_line(
        lambda n: journals.format_line({"n": n + 1, "correct": "mayor.vp", "value": n % 50, "since": [0, 0]})
    ),
    "refused corrections": repeat_line(
        lambda n: journals.format_line({"n": n + 1, "correct": "mayor.vq", "value": n % 50})
    ),
    "dice": repeat_line(lambda n: journals.format_line({"n": n + 1, "dice": ("mine", "program")[n % 2]})),
    "steps back": repeat_line(lambda n: '{"goto":0}'),
    "back and forth": repeat_line(
        lambda n: journals.format_line({"n": 1, "dice": "mine"} if n % 2 == 0 else {"goto": 0})
    ),
    "unknown answers": repeat_line(lambda n: journals.format_line({"n": n + 1, "key": "x", "answer": n})),
    "a long name": make_journal_with("name"),
    "a long language": make_journal_with("lang"),
    "a long opponent": make_journal_with("game"),
}  # fmt: skip

# --- packs and links -----------------------------------------------------------------------------------------


def make_code(text: str) -> str:
    return boxes.CODE_PREFIX + base64.urlsafe_b64encode(
        zlib.compress(text.encode(errors="replace"), 9)
    ).decode().rstrip("=")


def make_coded(make: Make) -> Make:
    return lambda size: make_code(make(size))


def make_pack_with_entry(game: str, make: Make) -> Make:
    """Return a function that makes a pack with this unknown entry."""
    return lambda size: f'game = "{game}"\nx = {make(size)}\n'


TOML = {
    **TEXTS,
    "tables": repeat_text("[a]\n"),
    "tables in lists": repeat_text("[[a]]\n"),
    "dotted": lambda size: "".join(f"a{n}.b.c.d = 1\n" for n in range(size // 16)),
    "names": lambda size: "".join(f"a{n} = 1\n" for n in range(size // 12)),
    "deep names": lambda size: "".join(f"[{'a.' * 30}b{n}]\n" for n in range(size // 75)),
    "lists of numbers": wrap_repeated("a = [", "1,", "]"),
    "lists of texts": wrap_repeated("a = [", '"a",', "]"),
    "lists of tables": wrap_repeated("a = [", "{b=1},", "]"),
    "lists of lists": wrap_repeated("a = [", "[1],", "]"),
    "remarks": repeat_text("# a.b.c\n"),
    "an open text": wrap_repeated('a = """', "b\n"),
    "an open text of quotation marks": wrap_repeated('a = """', '""\\'),
    "an open text of marks": wrap_repeated("a = '''", "''\n"),
    "digits": wrap_repeated("a = ", "1"),
    "digits and lines": wrap_repeated("a = 1", "_1"),
    "a fraction": wrap_repeated("a = 0.", "1"),
    "a date": wrap_repeated("a = 2020-01-01", " "),
    "escapes": wrap_repeated('a = "', "\\u0041", '"'),
}


def make_filled_pack(game: str, part: str, entry: Callable[[int], Any]) -> Make:
    """Return a function that makes packs with many entries in one part."""
    return lambda size: toml.format_pack({"game": game, part: [entry(n) for n in range(max(1, size // 40))]})


def lengthen_parts(game: str) -> dict[str, Make]:
    """Return inputs for every list and table of a sample pack, extended with similar entries."""
    pack = rival.play_demo(game, seed=3).journal.header.get("pack") or {}
    found: dict[str, Make] = {}

    def add_longer_inputs(path: tuple[str, ...], value: Any) -> None:
        if isinstance(value, list) and value:
            found[f"more of {'.'.join(path)}"] = lambda size: change_value(pack, path, repeat_entries(value, size))
        if isinstance(value, dict) and value:
            found[f"more in {'.'.join(path)}"] = lambda size: change_value(pack, path, rename_entries(value, size))
            for key, one in value.items():
                if len(path) < 2:
                    add_longer_inputs((*path, key), one)

    add_longer_inputs((), pack)
    return found


def repeat_entries(value: list[Any], size: int) -> list[Any]:
    one = max(value, key=lambda entry: len(json.dumps(entry)))
    many = max(1, size // (len(json.dumps(one)) + 8))
    if isinstance(one, dict) and isinstance(one.get("id"), str):
        return [{**one, "id": f"n{n}"} for n in range(many)]
    return [f"{one}{n}" if isinstance(one, str) else one for n in range(many)]


def rename_entries(value: dict[str, Any], size: int) -> dict[str, Any]:
    one = max(value.values(), key=lambda entry: len(json.dumps(entry)))
    return value | {f"n{n}": one for n in range(max(1, size // (len(json.dumps(one)) + 8)))}


def change_value(pack: Any, path: tuple[str, ...], value: Any) -> str:
    if not path:
        return toml.format_pack(value)
    fresh = json.loads(json.dumps(pack))
    inside = fresh
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = value
    return toml.format_pack(fresh)


# --- zips ----------------------------------------------------------------------------------------------------


def make_zip(make: Callable[[int], list[tuple[str, str]]]) -> Make:
    def made(size: int) -> bytes:
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as whole:
            for name, text in make(size):
                whole.writestr(name, text)
        return out.getvalue()

    return made


def make_similar_journals(size: int, sums: bool = False) -> list[tuple[str, str]]:
    """Return journals that begin with the same line and differ in the last one."""
    found = []
    for number in range(size):
        session = Session.new(MAYOR, seed=3)
        session.correct("mayor.vp", number % 50)
        session.correct("mayor.vp", (number + 1) % 50)
        for step in range(number % 7):
            session.correct("mayor.vp", number // 50 + step)
        text = session.journal.format_text()
        if not sums:
            text = "".join(journals.format_line(drop_checksum(row)) + "\n" for row in text.splitlines())
        found.append((f"{number}.jsonl", text))
    return found


def drop_checksum(row: str) -> dict[str, Any]:
    return {key: value for key, value in json.loads(row).items() if key != "sum"}


# --- typed answers -------------------------------------------------------------------------------------------

SPOKEN = load_all_catalogues("ru")
COLOURS = [make_option("wood"), make_option("glass"), make_option("steel")]
MANY = [make_option(f"k{n}", Name(f"contract k{n} (A{n}, energy {n})")) for n in range(400)]
SAME = [make_option(f"k{n}", Name("contract")) for n in range(400)]
SIMPLE = {
    "choice": Choice(MANY),
    "several": MultiChoice(MANY),
    "several alike": MultiChoice(SAME),
    "order": Order(MANY),
    "phrases": TextList(MANY),
    "own phrases": TextList(MANY, parse_entry=str),
    "number": Number(),
    "words": FreeText(),
    "drawing": Drawing(list, []),
    "pairs": NamedValues(COLOURS, [f"region {n}" for n in range(300)]),
    "closed pairs": NamedValues(COLOURS, [f"region {n}" for n in range(300)], is_closed=True),
    "checklist": Checklist([]),
}
SHAPES = {
    **SIMPLE,
    "chart": MapDrawing(COLOURS),
    "form": Form([Field(name, Name(f"field {name}"), shape) for name, shape in SIMPLE.items()], [make_option("empty")]),
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
TYPED = RUNS | BETWEEN | {repr(one): repeat_text(one) for one in WORDS}
IN_A_FORM = {f"f, then {name}": (wrap_repeated("f ", text)) for name, text in [(repr(one), one) for one in WORDS]} | {
    "signs in a value": wrap_repeated("f a", ";", " a"),
    "signs in a number": wrap_repeated("f 1", ",", " a"),
}


def check_answer(shape: Any, value: Any) -> None:
    shape.validate(shape.parse(value, SPOKEN))


def make_entries(one: Callable[[int], Any]) -> Make:
    return lambda size: [one(n) for n in range(size)]


VALUES = {
    "a long word": repeat_text("a"),
    "a long sum": repeat_text("1+"),
    "spaces": repeat_text(" "),
    "ids": make_entries(lambda n: f"k{n % 400}"),
    "the same id": make_entries(lambda n: "k7"),
    "labels": make_entries(lambda n: f"contract k{n % 400} (A{n % 400}, energy {n % 400})"),
    "the same label": make_entries(lambda n: "contract"),
    "rows": make_entries(lambda n: "ab " * 10),
    "numbers": make_entries(lambda n: n),
    "names": lambda size: {f"region {n}": "wood" for n in range(size)},
    "the same name": lambda size: {"region 1" + " " * n: "wood" for n in range(min(size, 200))},
    "places": lambda size: {"places": {f"p{n}": [n, n] for n in range(size)}, "borders": {}},
    "borders": lambda size: {"borders": {"a": {f"p{n}": 1 for n in range(size)}}},
    "fields": lambda size: {f"f{n}": 1 for n in range(size)},
}

# --- questions of the games ----------------------------------------------------------------------------------


@cache
def list_questions(game: str) -> dict[str, Any]:
    """Return one open question of each kind of a game, with the languages it is read in."""
    found: dict[str, Any] = {}
    against = load_opponent(game)
    for seed in (1, 2):
        session = Session.new(game, seed=seed)
        sample = against.make_sample_player(seed, session.options)
        for _step in range(150):
            if session.open_ask is None:
                break
            found.setdefault(session.open_ask.key, (session.open_ask, session.catalogues))
            session.answer(sample.answer(session.open_ask, session.table))
    return found


def parse_line(game: str, line: str) -> None:
    for ask, spoken in list_questions(game).values():
        with suppress(RivalError):
            ask.validate(parse_answer(ask.answer_type, line, spoken))


def enter_everywhere(game: str, words: str) -> None:
    """Use the same text as a value in every place of every question."""
    for ask, spoken in list_questions(game).values():
        shape = ask.answer_type
        fields = shape.fields if isinstance(shape, Form) else ()
        for value in (
            words,
            [words],
            {words: words},
            *({one.name: each} for one in fields for each in (words, [words])),
        ):
            with suppress(RivalError):
                ask.validate(shape.parse(value, spoken))


# --- headers -------------------------------------------------------------------------------------------------


def make_request(name: str, value: str) -> Request:
    headers = [(b"host", b"127.0.0.1"), (name.encode(), value.encode("latin-1", "replace"))]
    scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": headers, "client": None}
    return Request(scope)


def read_headers(value: str) -> None:
    from rival.server.auth import get_network_address, normalize_key, read_game_keys, read_host
    from rival.server.error_responses import find_language
    from rival.server.limits import drop_quoted_cookies
    from rival.server.middleware import is_known_host, is_same_site

    find_language(make_request("accept-language", value))
    read_game_keys(make_request("cookie", drop_quoted_cookies(value.encode()).decode()))
    is_same_site(make_request("origin", value))
    read_host(make_request("host", value))
    is_known_host.__wrapped__(value, "machine")
    get_network_address(value)
    normalize_key(value)


def read_query(value: str) -> None:
    from rival.server.error_responses import find_language
    from rival.server.login import read_typed_key

    request = make_request("content-type", "application/x-www-form-urlencoded")
    request.scope["query_string"] = value.encode("latin-1", "replace")
    find_language(request)

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": value.encode(errors="replace"), "more_body": False}

    with suppress(StopIteration):  # nothing is awaited
        read_typed_key(Request(request.scope, receive)).send(None)


OF_QUERIES = ("&", "lang=", "a&", "%", "=&")
OF_HEADERS = ("a=b; ", "; ", 'a="', "a=\\", "ru;q=0.1,", "rival-game-", "::", "1.", "[[", "a:1:")
HEADS = RUNS | {repr(one): repeat_text(one) for one in OF_HEADERS}
HEADS |= {f"a quoted cookie of {sign}": wrap_repeated('a="', sign, '"') for sign in ("\\", "\\101")}

# --- everything else -----------------------------------------------------------------------------------------


def begin_with_options(options: Any) -> None:
    Session.new(MAYOR, seed=3, options=options)


def use_as_ids(text: str) -> None:
    engine = Engine()
    for call in (
        lambda: engine.load_state(f"sample.{text}"),
        lambda: engine.begin_game(MAYOR, name=text),
        lambda: engine.begin_game(text),
        lambda: engine.list_opponents(text),
        lambda: engine.preview_part(VJ, text),
        lambda: engine.load_practice_state(MAYOR, [text]),
        lambda: engine.open_sample(text),
    ):
        with suppress(RivalError):
            call()


def read_pack(game: str, text: str) -> None:
    packs.parse_pack(text, load_opponent(game))


def parse_typed(shape: Any, line: str) -> None:
    shape.validate(parse_answer(shape, line, SPOKEN))


CODES = {name: wrap_repeated("1", name) for name in ("a", "ab", "-", "=")}
ZIPS = {
    "journals": make_zip(lambda size: [(f"{n}.jsonl", "{}\n") for n in range(size)]),
    "a journal": make_zip(lambda size: [("a.jsonl", "a" * 1000 * size)]),
    "an index": make_zip(lambda size: [("a.jsonl", ""), ("games.json", '"' * 1000 * size)]),
}
OPTIONS: dict[str, Callable[[int], Any]] = {
    "names": lambda size: {f"o{n}": n for n in range(size)},
    "a long one": lambda size: {"a" * size: "b" * size},
}
FORMS = {f"form of {name}": Form([Field("f", Name("field"), shape)]) for name, shape in SIMPLE.items()}

READERS: dict[str, Reader] = {
    "nesting": Reader(lambda text: exceeds_depth(text, 60), TEXTS),
    "journal": Reader(journals.parse_journal, JOURNALS, 2 * MEBI),
    "session": Reader(partial(Session.load, allow_partial=True), JOURNALS, MEBI // 4),
    "call": Reader(parse_json, TEXTS, 2 * MEBI),
    "desk": Reader(lambda text: BrowserBridge().call("begin", text), TEXTS, MEBI // 2),
    "pack": Reader(packs.parse_pack_toml, TOML, packs.MAX_PACK_LENGTH),
    **{
        f"pack of {game}": Reader(partial(read_pack, game), lengthen_parts(game), packs.MAX_PACK_LENGTH)
        for game in load_opponents()
    },
    "link": Reader(
        boxes.parse_received_pack, {name: make_coded(make) for name, make in TEXTS.items()}, 4 * packs.MAX_PACK_LENGTH
    ),
    "code": Reader(boxes.parse_received_pack, CODES, boxes.MAX_CODE_LENGTH),
    "index": Reader(read_index, TEXTS, 2 * MEBI),
    "zip": Reader(unpack_journals, ZIPS, MAX_FILES - 1),
    "games of a zip": Reader(lambda data: import_zip(Engine(), data), {"alike": make_zip(make_similar_journals)}, 400),
    **{f"typed {name}": Reader(partial(parse_typed, shape), TYPED, MAX_LINE) for name, shape in SIMPLE.items()},
    **{f"typed {name}": Reader(partial(parse_typed, shape), IN_A_FORM, MAX_LINE) for name, shape in FORMS.items()},
    **{f"sent {name}": Reader(partial(check_answer, shape), VALUES, MAX_LIST_LENGTH) for name, shape in SHAPES.items()},
    **{f"typed in {game}": Reader(partial(parse_line, game), TYPED, MAX_LINE) for game in load_opponents()},
    **{f"sent in {game}": Reader(partial(enter_everywhere, game), TYPED, 300) for game in load_opponents()},
    "header": Reader(read_headers, HEADS, 64 * 1024),
    "query": Reader(
        read_query, HEADS | {repr(one): repeat_text(one) for one in ("&", "lang=", "a&", "%", "+", "=&")}, 64 * 1024
    ),
    "line of a card": Reader(split_into_words, TEXTS, 64 * 1024),
    "options": Reader(begin_with_options, OPTIONS, MEBI // 8),
    "names": Reader(use_as_ids, RUNS, MEBI // 8),
}


# --- measuring -----------------------------------------------------------------------------------------------


def time_reader(read: Callable[[Any], Any], made: Any, times: int = 1) -> float:
    gc.disable()
    begun = time.process_time()
    for _time in range(times):
        vocabulary.strip_punctuation.cache_clear()
        with suppress(RivalError):
            read(made)
    spent = time.process_time() - begun
    gc.enable()
    return spent / times


def find_shortest_time(read: Callable[[Any], Any], made: Any) -> float:
    """Return the shortest time of several runs: other load on the machine can only increase it."""
    times = max(1, int(SHORTEST / max(time_reader(read, made), 1e-7)))
    return min(time_reader(read, made, times) for _try in range(TRIES))


def measure_growth(read: Callable[[Any], Any], make: Make, limit: int) -> tuple[float, int]:
    """Return the factor by which the time grows with twice the input, and the size. Stop at the limit.

    It is the smaller factor of two consecutive doublings: at some size Python requests more memory from the system, and
    that step costs more than twice as much in every reader.
    """
    size = limit
    while size > 64 and limit > 1024:
        size //= 2
    while 2 * size <= limit and time_reader(read, make(size)) < LONG_ENOUGH / 2:
        size *= 2
    quarter, half, whole = (find_shortest_time(read, make(size // part)) for part in (4, 2, 1))
    return min(whole / half, half / quarter), size


def describe_slowness(read: Callable[[Any], Any], make: Make, limit: int) -> str:
    """Return a message if twice the input takes too long; a busy machine gets two more tries."""
    found = ""
    for _try in range(3):
        times, size = measure_growth(read, make, limit)
        if times <= MOST_TIMES:
            return ""
        found = f"{times:.1f} times as long at {size}"
    return found


@pytest.mark.fuzz
@pytest.mark.parametrize("reader", READERS)
def test_twice_the_text_takes_at_most_twice_as_long(reader: str) -> None:
    read, inputs, limit = READERS[reader]
    assert not {name: found for name, make in inputs.items() if (found := describe_slowness(read, make, limit))}


def test_a_backtracking_pattern_is_detected() -> None:
    """The inputs detect a quadratic reader: the nesting check once used this pattern.

    Which input detects it depends on the machine: at a size that takes a few milliseconds, the linear part can hide the
    quadratic one.
    """
    pattern = re.compile(r'"(?:[^"\\]|\\.)*"')
    assert any(describe_slowness(lambda text: pattern.sub("", text), make, 4 * MEBI) for make in TEXTS.values())


def test_a_linear_search_is_detected() -> None:
    def read(text: str) -> None:
        seen: list[str] = []
        for number in range(len(text)):
            if str(number) not in seen:
                seen.append(str(number))

    assert describe_slowness(read, repeat_text("a"), MAX_LINE)
