"""The opponent's turns on the stage, counted over whole sample games at 390 x 664: beats, taps, scrolled pixels.

What is printed in the box is known, as after a few games: some are played before, and what they told is learned. A turn
begins when the player's own is told and ends when it comes again; a tap is one on the main button or in the controls of
a question, one for each thing that is told and isn't shown already. ``stage.py mombasa`` plays one game only; with
``--keys`` it says which questions the taps were for.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import Browser, Page
from tests.browser.at_the_page import browsing, load_game, on_the_sample, open_page, serving

from rival import sample_pack
from rival.engine.sampling import YOUR_TURN
from rival.kernel import Json, Question, opponents
from rival.kernel.opponent import Sample
from rival.kernel.question import MetView
from rival.kernel.session import Session

SEED = 7
BEFORE = range(100, 106)
"""The seeds of the games that were played before."""
FEW, MANY = 8, 16
"""How many of the things that were told before stand on the screen: so many of more, or all of so many."""
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
    asked: Counter[str] = field(default_factory=Counter)
    by_key: Counter[str] = field(default_factory=Counter)
    beyond: Counter[str] = field(default_factory=Counter)

    def turn(self) -> None:
        self.beats.append(0)
        self.taps.append(0)


def taps(question: Question, value: Json) -> int:
    """How often one taps to give an answer, the one that sends it included."""
    if question.kind in ("choice", "die", "checklist") or answers_at_once(question):
        return 1
    if question.kind != "form" or not isinstance(value, dict):
        return 1 + told(question, value)
    by_hand = 1 + sum(told(one, value.get(one.key, one.default)) for one in question.fields)
    return min([by_hand, *recognised(question, value)])


def answers_at_once(question: Question) -> bool:
    fields = question.fields
    return question.kind == "form" and len(fields) == 1 and fields[0].kind == "choice" and fields[0].required


def recognised(question: Question, value: dict[str, Json]) -> list[int]:
    """The taps where it was told before: what it leaves open, perhaps its kind, and the thing itself, which answers."""
    whole = {one.key: value.get(one.key, one.default) for one in question.fields}
    same = next((one for one in question.met if all(whole[key] == one.entries[key] for key in one.entries)), None)
    if same is None:
        return []
    kinds = [one.key for one in question.fields if one.kind == "choice"]
    of_its_kind = [one for one in question.met if all(one.entries[key] == whole[key] for key in kinds)]
    found = [1] if same in shown(question.met) else [1 + len(kinds)] if same in shown(of_its_kind) else []
    rest = sum(told(one, whole[one.key]) for one in question.fields if one.key not in same.entries)
    return [rest + one for one in found]


def shown(met: Sequence[MetView]) -> Sequence[MetView]:
    return met[:FEW] if len(met) > MANY else met


def told(question: Question, value: Json) -> int:
    """A tap for each thing that isn't shown already: one more of a few, one of several, one choice; a line to open."""
    default = question.default
    if value in (default, None, [], {}) or value == default:
        return 0
    look = question.look
    opens = bool(look and look.group and look.group.folded)
    if isinstance(value, dict):  # what it is, then each place; the board is opened for it
        return 1 + len(set(value.values())) + len(value)
    if isinstance(value, list):
        return opens + len([one for one in value if one not in (default or [])])
    if isinstance(value, int) and not isinstance(value, bool):
        return opens + max(1, min(abs(value - (default or 0)), 1 + len(str(value))))  # step by step, or typed
    return opens + 1


def known(game: str) -> Json:
    """The box after a few games: what they told is learned."""
    pack = sample_pack(game)
    for seed in BEFORE:
        session, sample = on_the_sample(game, seed, "en", pack=pack)
        while session.open is not None:
            session.answer(sample.answer(session.open, session.table))
        pack = session.opponent.learned(pack, session.table)
    return pack


def measured(browser: Browser, address: str, game: str) -> Counted:
    session, sample = on_the_sample(game, SEED, "en", pack=known(game))
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
    if (key := session.open.key) != YOUR_TURN:
        counted.asked[key] += 1
        counted.by_key[key] += taps(session.ask, value)
        counted.taps[-1] += taps(session.ask, value)
    session.answer(value)
    at = page.locator("main").get_attribute("data-at") or "0"
    said = page.request.post(f"{address}api/games/{id}/answer", data={"at": int(at), "value": value})
    assert said.ok, said.text()
    page.locator(f"main:not([data-at='{at}'])").wait_for()
    while page.locator("footer [data-act=look]").count():
        look(page, counted, "a beat")
        counted.beats[-1] += 1
        counted.taps[-1] += 1
        page.evaluate("document.querySelector('footer [data-act=look]').click()")
    if session.open is not None and session.open.key != YOUR_TURN:
        look(page, counted, session.open.key)


def look(page: Page, counted: Counted, what: str) -> None:
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 60)))")
    scrolled, seen = page.evaluate(SCROLLED)
    counted.scrolled.append(max(0, scrolled))
    counted.beyond[what] += scrolled > 0
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


def by_question(found: Counted) -> str:
    """Which questions the taps were for, and what had to be scrolled."""
    keys = [f"{key} {found.by_key[key]} in {n}" for key, n in found.asked.most_common()]
    beyond = [f"{what} {n}" for what, n in found.beyond.most_common() if n]
    return f"{'':16} taps: {', '.join(keys)}   scrolled: {', '.join(beyond) or 'none'}"


def main() -> None:
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("games", nargs="*", default=list(opponents()))
    wanted.add_argument("--keys", action="store_true")
    given = wanted.parse_args()
    with tempfile.TemporaryDirectory() as home, serving(Path(home)) as address, browsing() as browser:
        for game in given.games or list(opponents()):
            found = measured(browser, address, game)
            print(line(game, found), flush=True)
            if given.keys:
                print(by_question(found), flush=True)


if __name__ == "__main__":
    main()
