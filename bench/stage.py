"""The opponent's turns on the stage, counted over whole sample games at 390 x 664: beats, taps, scrolled pixels.

The boards are known, as after a few games. A turn begins when the player's own is told and ends when it comes again;
a tap is one on the main button or in the controls of a question, one for each thing that is told. ``stage.py mombasa``
plays one game only.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import Browser, Page
from tests.browser.at_the_page import browsing, load_game, on_the_sample, open_page, serving

from rival.engine.sampling import YOUR_TURN
from rival.kernel import Json, Question, opponents
from rival.kernel.opponent import Sample
from rival.kernel.session import Session

SEED = 7
SIZE = {"width": 390, "height": 664}

# How far the beat must be scrolled to be read, and whether the main button is on the screen without that.
SCROLLED = """() => {
  const beat = document.querySelector("main");
  const button = document.querySelector("footer > *").getBoundingClientRect();
  return [beat.scrollHeight - beat.clientHeight, button.bottom <= innerHeight && button.top >= 0];
}"""


@dataclass
class Counted:
    """What was counted in the opponent's turns of one game."""

    beats: list[int] = field(default_factory=list)
    taps: list[int] = field(default_factory=list)
    scrolled: list[int] = field(default_factory=list)
    hidden: int = 0

    def turn(self) -> None:
        self.beats.append(0)
        self.taps.append(0)


def taps(question: Question, value: Json) -> int:
    """How often one taps to give an answer, the one that sends it included."""
    if question.kind in ("choice", "die", "checklist") or answers_at_once(question):
        return 1
    return 1 + told(value)


def answers_at_once(question: Question) -> bool:
    fields = question.fields
    return question.kind == "form" and len(fields) == 1 and fields[0].kind == "choice" and fields[0].required


def told(value: Json) -> int:
    """A tap for each thing: one more of a few, one of several, one choice."""
    if isinstance(value, dict):
        return sum(told(one) for one in value.values())
    if isinstance(value, list):
        return len(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return min(value, 10)
    return 1


def measured(browser: Browser, address: str, game: str) -> Counted:
    session, sample = on_the_sample(game, SEED, "en")
    page = open_page(browser, address, "phone", "en")
    page.set_viewport_size(SIZE)  # type: ignore[arg-type]
    page.emulate_media(reduced_motion="reduce")
    while session.open is not None and session.open.key != YOUR_TURN:
        session.answer(sample.answer(session.open, session.table))
    id = load_game(page, address, session)
    page.goto(f"{address}#/play/{id}")
    page.locator("#question").wait_for()
    counted = Counted()
    while session.open is not None and session.open.key != "final":
        if session.open.key == YOUR_TURN:
            counted.turn()
        answered(page, address, id, session, sample, counted)
    page.context.close()
    return counted


def answered(page: Page, address: str, id: str, session: Session, sample: Sample, counted: Counted) -> None:
    """One answer, and the beats that it leads to."""
    assert session.open is not None
    assert session.ask is not None
    value = sample.answer(session.open, session.table)
    if session.open.key != YOUR_TURN:
        counted.taps[-1] += taps(session.ask, value)
    session.answer(value)
    at = page.locator("main").get_attribute("data-at") or "0"
    said = page.request.post(f"{address}api/games/{id}/answer", data={"at": int(at), "value": value})
    assert said.ok, said.text()
    page.locator(f"main:not([data-at='{at}'])").wait_for()
    while page.locator("footer [data-act=look]").count():
        look(page, counted)
        counted.beats[-1] += 1
        counted.taps[-1] += 1
        page.evaluate("document.querySelector('footer [data-act=look]').click()")
    if session.open is not None and session.open.key != YOUR_TURN:
        look(page, counted)


def look(page: Page, counted: Counted) -> None:
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 60)))")
    scrolled, seen = page.evaluate(SCROLLED)
    counted.scrolled.append(max(0, scrolled))
    counted.hidden += not seen


def line(game: str, found: Counted) -> str:
    def spread(numbers: Sequence[int]) -> str:
        some = sorted(numbers)
        return f"{some[len(some) // 2]} (95 % {some[int(0.95 * (len(some) - 1))]}, most {some[-1]})"

    still = sum(one == 0 for one in found.scrolled) / max(1, len(found.scrolled))
    return (
        f"{game:16} {len(found.taps):3} turns   beats {spread(found.beats)}   taps {spread(found.taps)}   "
        f"without scrolling {still:.0%} of {len(found.scrolled)}, most {max(found.scrolled)} px   "
        f"main button out of sight {found.hidden} times"
    )


def main() -> None:
    wanted = sys.argv[1:] or list(opponents())
    with tempfile.TemporaryDirectory() as home, serving(Path(home)) as address, browsing() as browser:
        for game in wanted:
            print(line(game, measured(browser, address, game)), flush=True)


if __name__ == "__main__":
    main()
