"""Fuzzing of all functions that read text from outside, guided by code coverage (Atheris).

``python -m tests.hostile.fuzz READER RUNS`` calls one reader with so many inputs, beginning with those of ``corpus``.
Any exception except Rival's own errors ends it. ``--keep`` adds inputs that reached new code to the corpus. If there is
no Atheris package for this Python, a message says so, and inputs are changed at random.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

try:
    import atheris
except ImportError:  # no package for this Python or system
    atheris = None

MAX_INPUT_LENGTH = 4096
MAX_SECONDS = 5.0
CORPUS = Path(__file__).parent / "corpus"


def make_readers() -> dict[str, Callable[[bytes], None]]:
    """Return every reader by its name; each takes bytes and raises nothing."""
    from rival.engine import packs
    from rival.engine.zip_files import parse_details, read_index, unpack_journals
    from rival.kernel import RivalError, Session, load_opponent, load_opponents
    from rival.terminal.input_parser import parse_answer

    games = [load_opponent(name) for name in sorted(load_opponents())]
    questions = []
    for opponent in games:
        session = Session.new(opponent, seed=1)
        sample = opponent.make_sample_player(1, session.options)
        for _number in range(40):
            if session.open_ask is None:
                break
            questions.append((session.open_ask, session.catalogues))
            session.answer(sample.answer(session.open_ask, session.table))

    def ignore_refusals(read: Callable[[bytes], object]) -> Callable[[bytes], None]:
        def read_once(data: bytes) -> None:
            begun = time.monotonic()
            try:
                read(data[:MAX_INPUT_LENGTH])
            except RivalError as error:
                str(error)
            took = time.monotonic() - begun
            assert took < MAX_SECONDS, f"{took:.1f} s for {len(data)} bytes"

        return read_once

    def read_journal(data: bytes) -> None:
        session = Session.load(data.decode(errors="replace"), allow_partial=True)
        assert Session.load(session.journal.format_text(), allow_partial=True).position == session.position

    def read_pack(data: bytes) -> None:
        text = data[1:].decode(errors="replace")
        opponent = games[data[0] % len(games)] if data else games[0]
        checked = packs.parse_pack(text, opponent)
        assert packs.parse_pack(packs.serialize_pack(checked), opponent) == checked

    def read_typed_answers(data: bytes) -> None:
        line = data[1:].decode(errors="replace")
        ask, spoken = questions[data[0] % len(questions)] if data else questions[0]
        ask.validate(parse_answer(ask.answer_type, line, spoken))

    def read_import(data: bytes) -> None:
        parse_details(read_index(data.decode(errors="replace")).get("a.jsonl"))
        for _name, text, _about in unpack_journals(data):
            assert isinstance(text, str)

    readers = {"journal": read_journal, "pack": read_pack, "typed": read_typed_answers, "imported": read_import}
    return {name: ignore_refusals(reader) for name, reader in readers.items()}


def fuzz_at_random(reader: Callable[[bytes], None], seeds: list[bytes], runs: int) -> None:
    """Call a reader with random changes of the saved inputs, without Atheris."""
    dice = random.Random(1)
    for one in seeds:
        reader(one)
    for _number in range(runs):
        data = bytearray(dice.choice(seeds or [b""]))
        for _change in range(dice.randint(1, 6)):
            place = dice.randint(0, len(data))
            data[place : place + dice.randint(0, 3)] = dice.randbytes(dice.randint(0, 3))
        reader(bytes(data))


def main() -> None:
    name, runs = sys.argv[1], int(sys.argv[2])
    corpus = CORPUS / name
    if atheris is None:
        print(f"Atheris has no package for this Python ({sys.version.split()[0]}): inputs are changed blindly.")
        fuzz_at_random(make_readers()[name], [one.read_bytes() for one in sorted(corpus.iterdir())], runs)
        return
    with atheris.instrument_imports(include=["rival"]):
        reader = make_readers()[name]
    found = str(corpus) if "--keep" in sys.argv else tempfile.mkdtemp(prefix="rival-fuzz-")
    limits = [f"-runs={runs}", f"-max_len={MAX_INPUT_LENGTH}"]
    options = [*limits, "-seed=1", "-print_final_stats=1", f"-artifact_prefix={found}/"]
    atheris.Setup([sys.argv[0], *options, found, str(corpus)], reader)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
