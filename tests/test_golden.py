"""Golden transcripts: the text of whole sample games is compared with stored files. ``make golden`` rewrites them."""

from __future__ import annotations

from pathlib import Path

import pytest

import rival
from rival.kernel import Session
from rival.kernel.transcript import ActEntry
from tests.support.own_opponents import OURS

GOLDEN = Path(__file__).parent / "golden"
CASES = [(game, lang) for game in OURS for lang in ("en", "ru")]
ACTS_SHOWN = 40
LAST_ACTS_SHOWN = 6
"""Acts at the beginning and at the end of a game that are kept: enough to read in review."""


def format_entries(session: Session, first: int, count: int) -> list[str]:
    """Return entries as plain lines: each step with its reasons indented below it."""
    lines = []
    for entry in session.transcript[first : first + count]:
        lines.append(f"{entry.kind}: {entry.text} [{' '.join(entry.cites)}]")
        lines += [f"    {line.text} [{' '.join(line.cites)}]" for line in entry.because]
    return lines


def format_act(session: Session, act: ActEntry) -> list[str]:
    """Return an act as plain lines: heading, cause, entries, and the result or the reason why nothing moved."""
    status = " · ".join((*act.heading, *([f"{act.figure.words} {act.figure.note}"] if act.figure else [])))
    banner = "!" if act.banner else "#"
    lines = ["", f"{banner} {act.title} [{' '.join(act.cites)}] ({status})"]
    lines += [f"cause: {act.cause.text}"] if act.cause else []
    lines += format_entries(session, act.first, act.count)
    lines += [f"result: {act.result}"] if act.result else []
    return [*lines, f"idle: {act.idle}"] if act.idle else lines


def format_transcript(session: Session) -> str:
    """Return a game as plain lines: the set-up, then its first and last acts."""
    acts = session.acts
    lines = format_entries(session, 0, acts[0].first)
    for act in (*acts[:ACTS_SHOWN], *acts[ACTS_SHOWN:][-LAST_ACTS_SHOWN:]):
        lines += format_act(session, act)
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(("game", "lang"), CASES)
def test_the_sample_game_reads_as_before(game: str, lang: str, request: pytest.FixtureRequest) -> None:
    file = GOLDEN / f"{game}.{lang}.txt"
    now = format_transcript(rival.play_demo(game, seed=1, lang=lang))
    if request.config.getoption("--update-golden"):
        file.write_text(now, encoding="utf-8")
    assert now == file.read_text(encoding="utf-8")
