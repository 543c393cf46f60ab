"""Steps, taps and scrolled pixels in the opponent's turns of whole sample games, at 390 x 664.

By default the owner has described the whole box. Where the description grows while playing, the game is also measured
after six earlier games. A turn lasts from the player's own report to the next one; the report itself is counted
separately. A tap is one on the main button or in the controls of a question: one for each fact that is entered and not
shown already. Facts that can be entered along with a step are entered there.

``stage.py mombasa`` measures one game only, ``--seeds`` several; ``--keys`` lists the questions that needed the taps,
``--turns`` the turns that needed more taps than this.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import Browser, Page, Route
from tests.support.page import browsing, load_game, on_the_sample, open_page, serving

from rival import sample_pack
from rival.engine.sampling import YOUR_TURN
from rival.kernel import Ask, Choice, Form, Json, Question, opponents
from rival.kernel.opponent import Sample, objections_of, opponent
from rival.kernel.question import MetView, question
from rival.kernel.session import Session
from rival.kernel.texts import Catalogue

SEED = 7
LIMITS = {"rolling-heights": 6, "mombasa": 4, "pampero": 8}
"""Maximum number of taps in a turn, moves included, with a described box."""
BEFORE = range(100, 106)
"""Seeds of the games played before."""
FEW = 41
"""Number of suggestions on the screen, shown by their signs."""
SIZE = {"width": 390, "height": 664}

# How far the beat must be scrolled to be read, and whether the main button is on the screen without that.
SCROLLED = """() => {
  const beat = document.querySelector("main");
  const button = document.querySelector("footer > *").getBoundingClientRect();
  return [beat.scrollHeight - beat.clientHeight, button.bottom <= innerHeight && button.top >= 0];
}"""


@dataclass
class Counted:
    """Numbers counted in the opponent's turns of one game."""

    beats: list[int] = field(default_factory=list)
    taps: list[int] = field(default_factory=list)
    scrolled: list[int] = field(default_factory=list)
    hidden: int = 0
    asked: Counter[str] = field(default_factory=Counter)
    by_key: Counter[str] = field(default_factory=Counter)
    own: Counter[str] = field(default_factory=Counter)
    beyond: Counter[str] = field(default_factory=Counter)
    lines: list[list[str]] = field(default_factory=list)

    def add(self, other: Counted) -> None:
        """Add the numbers of another game."""
        for one in fields(self):
            mine, theirs = getattr(self, one.name), getattr(other, one.name)
            setattr(self, one.name, mine + theirs)

    def turn(self) -> None:
        """Start a new turn."""
        self.beats.append(0)
        self.taps.append(0)
        self.lines.append([])

    def tapped(self, n: int, what: str) -> None:
        """Count taps and their purpose."""
        self.taps[-1] += n
        self.lines[-1].append(f"{n:4}  {what}")


def taps(asked: Question, value: Json) -> int:
    """Return the number of taps for an answer, including the one that sends it."""
    if asked.kind in ("choice", "die", "checklist"):
        return 1
    if asked.kind == "phrases" and asked.most is not None and asked.most in (asked.least, 1) and value:
        return asked.most  # the last one answers
    if asked.kind == "form" and isinstance(
        value, str
    ):  # a figure under the line that is opened, or a chip that is sent
        return 2
    if asked.kind != "form" or not isinstance(value, dict):
        return 1 + told(asked, value)
    by_hand = sum(told(one, value.get(one.key, one.default)) for one in asked.fields)
    if answers_at_once(asked):
        other = [one for one in asked.fields if one.kind == "number" and value.get(one.key, one.default) != one.default]
        return by_hand + bool(other)  # the line with what is preset is opened
    return min([1 + by_hand + bool(of_its_kind(asked, value)), *recognised(asked, value)])


def answers_at_once(question: Question) -> bool:
    """Return whether the tap on the only required choice answers: all other fields are preset or missing."""
    wanted = [one for one in question.fields if one.kind == "choice" and one.required]
    others = [one for one in question.fields if one not in wanted]
    if len(wanted) != 1:
        return False
    on_the_board = bool(wanted[0].look and wanted[0].look.on)
    return not others or (on_the_board and all(map(preset, others)))


def preset(question: Question) -> bool:
    """Return whether a field has a value without a tap."""
    group = question.look and question.look.group
    return bool(group and (group.folded or (question.kind == "number" and group.total is not None)))


def recognised(question: Question, value: dict[str, Json]) -> list[int]:
    """Return the number of taps for an answer that uses a suggestion: the suggestion and the facts that it lacks."""
    whole = {one.key: value.get(one.key, one.default) for one in question.fields}
    same = next((one for one in question.met if all(whole[key] == one.entries[key] for key in one.entries)), None)
    if same is None:
        return []
    kinds = [one for one in question.fields if one.kind == "choice"]
    alike = of_its_kind(question, value)
    found = [1] if same in shown(question.met) else [1 + len(kinds)] if same in shown(alike) else []
    rest = sum(told(one, whole[one.key]) for one in question.fields if one.key not in same.entries)
    return [rest + one for one in found]


def of_its_kind(question: Question, value: dict[str, Json]) -> list[MetView]:
    """Return the suggestions that remain once their kind is chosen."""
    kinds = [one.key for one in question.fields if one.kind == "choice"]
    return [one for one in question.met if all(one.entries[key] == value.get(key) for key in kinds)]


def shown(met: Sequence[MetView]) -> Sequence[MetView]:
    """Return the suggestions on the screen."""
    return met[:FEW]


def told(question: Question, value: Json) -> int:
    """Return the taps for a value that isn't shown already: one per step, per selected option or per opened line."""
    default = question.default
    if value in (default, None, [], {}) or value == default:
        return 0
    look = question.look
    opens = bool(look and look.group and look.group.folded)
    if isinstance(value, dict):  # what it is, then each place; the board is opened for it
        return 1 + len(set(value.values())) + len(value)
    if isinstance(value, list):
        return opens + len([one for one in value if one not in (default or [])])
    if look and look.summed:  # one amount after the other
        return len(str(value).split("+"))
    if isinstance(value, int) and not isinstance(value, bool):
        return opens + max(1, min(abs(value - (default or 0)), 1 + len(str(value))))  # step by step, or typed
    return opens + 1


def learned(game: str) -> Json:
    """Return the description of the box after a few games."""
    pack = sample_pack(game)
    for seed in BEFORE:
        session, sample = on_the_sample(game, seed, "en", pack=pack)
        while session.open is not None:
            session.answer(sample.answer(session.open, session.table))
        pack = session.opponent.learned(pack, session.table)
    return pack


def boxes(game: str) -> dict[str, Json]:
    """Return the descriptions to measure with: the complete one, and what was learned in games if that is less."""
    some = learned(game)
    whole = opponent(game).complete_pack(some)
    ways = {"known boards": whole}
    taught = some != sample_pack(game) and some != whole
    return {**ways, f"{len(BEFORE)} games before": some} if taught else ways


class Teller:
    """A sample table whose player enters facts along with a step where that is possible."""

    def __init__(self, sample: Sample, words: Catalogue) -> None:
        self.sample, self.words = sample, words
        self.told: list[tuple[str, int]] = []
        """For each fact entered this way: the label of the button, or the number of taps without one."""

    def objection(self, ask: Ask, table: Any) -> Json:
        """Return the objection to an assumption, and record its taps."""
        choice = ask.shape if isinstance(ask.shape, Choice) else None
        objects = self.sample.answer if choice and ask.about.get("along") else objections_of(self.sample)
        meant = objects(ask, table) if objects else None
        offered = choice.options if choice else ask.shape.instead if isinstance(ask.shape, Form) else ()
        words = next((one.label.render(self.words) for one in offered if one.id == meant), "")
        if meant is not None:
            self.told.append((words, 1 + taps(question(ask, self.words, ()), meant)))  # it is opened before
        return meant


def measured(browser: Browser, address: str, game: str, seed: int, pack: Json) -> Counted:
    """Play a game on the page and count."""
    session, sample = on_the_sample(game, seed, "en", pack=pack)
    page = open_page(browser, address, "phone", "en")
    page.set_viewport_size(SIZE)  # type: ignore[arg-type]
    page.emulate_media(reduced_motion="reduce")
    while session.open is not None and session.open.key != YOUR_TURN:
        session.answer(sample.answer(session.open, session.table))
    id = load_game(page, address, session)
    page.goto(f"{address}#/play/{id}")
    page.locator("#question").wait_for()
    counted, teller = Counted(), Teller(sample, session.catalogue)
    session.objector = teller.objection
    while session.open is not None and session.open.key != "final":
        if session.open.key == YOUR_TURN or (yours(session) and counted.taps[-1]):
            counted.turn()
        answered(page, f"{address}api/games/{id}/", session, teller, counted)
    page.context.close()
    return counted


def yours(session: Session) -> bool:
    """Return whether the open question is about the player's own turn."""
    return bool(session.ask and (session.ask.key == YOUR_TURN or session.ask.about.get("yours")))


def answered(page: Page, calls: str, session: Session, teller: Teller, counted: Counted) -> None:
    """Give one answer, walk through the steps that follow, and enter facts along with them."""
    assert session.open is not None
    assert session.ask is not None
    asked, value = session.ask, teller.sample.answer(session.open, session.table)
    key, place, own = session.open.key, session.at, yours(session)
    if own:
        counted.own[key] += taps(asked, value)
    else:
        counted.asked[key] += 1
        counted.by_key[key] += taps(asked, value)
        counted.tapped(taps(asked, value), f"{key}: {asked.text} {value}")
    session.answer(value)
    if own or not by_a_tap(page, asked, value):
        said(page, f"{calls}answer", {"value": value})
    went_back = 0
    objections = [(path, told) for _kind, path, told in session.journal.line[place + 1 :]]
    while objections or page.locator("footer [data-act=look]").count():
        look(page, counted, "a beat")
        if objections and page.locator(f"main [data-path='{objections[0][0]}']").count():
            objected(page, calls, *objections.pop(0), teller, counted)
        elif page.locator("footer [data-act=look]").count():
            counted.beats[-1] += 1
            counted.tapped(1, page.locator("main .told").inner_text().replace("\n", " / "))
            page.evaluate("document.querySelector('footer [data-act=look]').click()")
        elif page.locator("main .why[aria-expanded=false]").count() and not went_back:
            counted.tapped(1, "why")  # shown on the question's screen on request
            page.locator("main .why").evaluate("(one) => one.click()")
        else:
            went_back += 1
            assert went_back < MOST_BACK, f"{objections[0]} can be told nowhere"
            counted.tapped(1, "back")
            page.keyboard.press("ArrowLeft")
    if session.open is not None:
        look(page, counted, session.open.key, own=yours(session))


MOST_BACK = 9
ON_BOARD = ".board :is(button.open, .map button, .tappable button)"


def by_a_tap(page: Page, asked: Question, value: Json) -> bool:
    """Answer by a tap on the page where possible; the request is changed to contain the value."""
    if asked.kind in ("choice", "die") or (asked.kind == "form" and isinstance(value, dict) and answers_at_once(asked)):
        tap = f"(document.querySelector({ON_BOARD!r}) ?? document.querySelector('#question label')).click()"
    elif asked.kind == "checklist" or (isinstance(value, dict) and taps(asked, value) == 1 and not asked.met):
        tap = "document.querySelector('footer [data-act=answer]').click()"
    elif asked.kind == "form" and asked.look and str(value) in asked.look.pieces:
        words = next(one.label for one in asked.instead if one.id == value)
        assert asked.look.group
        page.locator("#question summary", has_text=asked.look.group.words).evaluate("(one) => one.click()")
        page.locator("#question").get_by_label(words, exact=True).wait_for()
        tap = f"document.querySelector('#question [aria-label=\"{words}\"]').click()"
    else:
        return False

    def meant(route: Route) -> None:
        sent = json.loads(route.request.post_data or "{}")
        route.continue_(post_data=json.dumps({**sent, "value": value}))

    page.route("**/answer*", meant)
    with waiting(page):
        page.evaluate(tap)
    page.unroute("**/answer*")
    return True


def objected(page: Page, calls: str, path: str, value: Json, teller: Teller, counted: Counted) -> None:
    """Correct an assumption: by a tap on the suggestion next to the step, else in a dialog."""
    words, many = teller.told.pop(0)
    step = page.locator(f"main [data-path='{path}']")
    if not words:
        counted.tapped(many, f"{path}: {value}")
        said(page, f"{calls}correct", {"path": path, "value": value})
        return
    offered = step.get_by_label(words, exact=True)
    counted.tapped(1, f"{path}: {words}")
    if not offered.count():
        counted.tapped(1, "what there is to tell of it")
        step.evaluate("(one) => one.click()")
        offered = page.locator("dialog").get_by_label(words, exact=True)
    with waiting(page):
        offered.first.evaluate("(one) => one.click()")


def said(page: Page, call: str, change: dict[str, Json]) -> None:
    """Send a change to the game and wait until the page shows the result."""
    with waiting(page) as at:
        answer = page.request.post(call, data={"at": at, **change})
        assert answer.ok, answer.text()


@contextmanager
def waiting(page: Page) -> Iterator[int]:
    """Wait until the page shows another state; yield the number of the present one."""
    at = page.locator("main").get_attribute("data-at") or "0"
    yield int(at)
    page.locator(f"main:not([data-at='{at}'])").wait_for()


def look(page: Page, counted: Counted, what: str, own: bool = False) -> None:
    """Record how far the present screen has to be scrolled."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 60)))")
    scrolled, seen = page.evaluate(SCROLLED)
    if not own:  # the player's own turn is counted separately
        counted.scrolled.append(max(0, scrolled))
    counted.beyond[what] += scrolled > 0
    counted.hidden += not seen


def line(found: Counted) -> str:
    """Return the numbers of a game as one row."""

    def spread(numbers: Sequence[int]) -> str:
        """Return median, 95th percentile and maximum."""
        some = sorted(numbers)
        return f"{some[len(some) // 2]} (95 % {some[int(0.95 * (len(some) - 1))]}, most {some[-1]})"

    still = sum(one == 0 for one in found.scrolled) / max(1, len(found.scrolled))
    return (
        f"{len(found.taps):16} turns   beats {spread(found.beats)}   taps {spread(found.taps)}   "
        f"without scrolling {still:.0%} of {len(found.scrolled)}, most {max(found.scrolled)} px   "
        f"main button out of sight {found.hidden} times"
    )


def by_question(found: Counted) -> str:
    """Return the questions that the taps were for, and the screens that had to be scrolled."""
    keys = [f"{key} {found.by_key[key]} in {n}" for key, n in found.asked.most_common()]
    beyond = [f"{what} {n}" for what, n in found.beyond.most_common() if n]
    own = [f"{key} {n}" for key, n in found.own.items()]
    return f"{'':16} taps: {', '.join(keys)}   of your own: {', '.join(own)}   scrolled: {', '.join(beyond) or 'none'}"


def long_turns(found: Counted, most: int) -> str:
    """Return the taps of each turn that has more than ``most``."""
    told = zip(found.taps, found.lines, strict=True)
    return "\n".join("\n".join([f"turn {k}: {n} taps", *lines]) for k, (n, lines) in enumerate(told, 1) if n > most)


def beyond_limit(game: str, found: Counted) -> str:
    """Return how many turns exceed the limit of taps."""
    if game not in LIMITS:
        return ""
    over = sum(n > LIMITS[game] for n in found.taps)
    return f"{'':16} more than {LIMITS[game]} taps in {over} of {len(found.taps)} turns"


def main() -> None:
    """Measure the chosen games."""
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("games", nargs="*", default=list(opponents()))
    wanted.add_argument("--keys", action="store_true")
    wanted.add_argument("--turns", type=int, metavar="TAPS")
    wanted.add_argument("--seeds", type=int, nargs="+", default=[SEED])
    given = wanted.parse_args()
    with tempfile.TemporaryDirectory() as home, serving(Path(home)) as address, browsing() as browser:
        for game in given.games or list(opponents()):
            for way, pack in boxes(game).items():
                found = Counted()
                for seed in given.seeds:
                    found.add(measured(browser, address, game, seed, pack))
                print(f"{game}, {way}", line(found), beyond_limit(game, found), sep="\n", flush=True)
                if given.keys:
                    print(by_question(found), flush=True)
                if given.turns is not None:
                    print(long_turns(found, given.turns), flush=True)


if __name__ == "__main__":
    main()
