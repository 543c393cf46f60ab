"""Golden transcripts: the text of whole sample games is compared with stored files. ``make golden`` rewrites them."""

from __future__ import annotations

from pathlib import Path

import pytest

import rival
from rival.kernel import Session
from tests.support.own_opponents import OURS

GOLDEN = Path(__file__).parent / "golden"
CASES = [(game, lang) for game in OURS for lang in ("en", "ru")]
ROUNDS_SHOWN = 130
"""Entries of a transcript that are kept: enough to read in review."""


def format_transcript(session: Session) -> str:
    """Return a transcript as plain lines: each step with its reasons indented below it."""
    entries = [*session.transcript[:ROUNDS_SHOWN], *session.transcript[ROUNDS_SHOWN:][-12:]]
    lines = []
    for entry in entries:
        lines.append(f"{entry.kind}: {entry.text} [{' '.join(entry.cites)}]")
        lines += [f"    {line.text} [{' '.join(line.cites)}]" for line in entry.because]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(("game", "lang"), CASES)
def test_the_sample_game_reads_as_before(game: str, lang: str, request: pytest.FixtureRequest) -> None:
    file = GOLDEN / f"{game}.{lang}.txt"
    now = format_transcript(rival.play_demo(game, seed=1, lang=lang))
    if request.config.getoption("--update-golden"):
        file.write_text(now, encoding="utf-8")
    assert now == file.read_text(encoding="utf-8")
