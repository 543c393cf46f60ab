"""Acts, taps and scrolled pixels in the opponent's turns of whole sample games, at 390 x 664.

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
from tests.support.page import make_sample_session, open_page, run_chromium, run_server, store_game

from bench.tap_counts import count_taps, is_answered_at_once
from rival import make_sample_pack
from rival.engine.simulation import YOUR_TURN_KEY
from rival.kernel import Ask, Choice, Form, Json, Question, load_opponents
from rival.kernel.installed_opponents import load_opponent
from rival.kernel.opponent import SamplePlayer, find_assumption_policy
from rival.kernel.question import build_question
from rival.kernel.session import Session
from rival.kernel.texts import Catalogue
from rival.kernel.transcript import ActEntry

DEFAULT_SEED = 7
LIMITS = {"rolling-heights": 4, "mombasa": 2, "pampero": 4}
"""Maximum number of taps in the median turn, moves included, with a described box."""
EARLIER_SEEDS = range(100, 106)
"""Seeds of the games played before."""
VIEWPORT = {"width": 390, "height": 664}

# How far the story must be scrolled to be read, and whether the main button is on the screen without that.
SCROLL_SCRIPT = """() => {
  const story = document.querySelector("main");
  const button = document.querySelector("footer > *").getBoundingClientRect();
  return [story.scrollHeight - story.clientHeight, button.bottom <= innerHeight && button.top >= 0];
}"""


@dataclass
class TurnCounts:
    """Numbers counted in the opponent's turns of one game."""

    acts: list[int] = field(default_factory=list)
    done: list[int] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)
    taps: list[int] = field(default_factory=list)
    scrolled: list[int] = field(default_factory=list)
    hidden: int = 0
    questions: Counter[str] = field(default_factory=Counter)
    taps_by_question: Counter[str] = field(default_factory=Counter)
    own_taps: Counter[str] = field(default_factory=Counter)
    scrolled_screens: Counter[str] = field(default_factory=Counter)
    lines: list[list[str]] = field(default_factory=list)

    def add(self, counts: TurnCounts) -> None:
        """Add the numbers of another game."""
        for attribute in fields(self):
            mine, theirs = getattr(self, attribute.name), getattr(counts, attribute.name)
            setattr(self, attribute.name, mine + theirs)

    def start_turn(self) -> None:
        """Start a new turn."""
        self.acts.append(0)
        self.done.append(0)
        self.answers.append(0)
        self.taps.append(0)
        self.lines.append([])

    def add_taps(self, n: int, purpose: str) -> None:
        """Count taps and their purpose."""
        self.taps[-1] += n
        self.lines[-1].append(f"{n:4}  {purpose}")


def learn_box(game: str) -> Json:
    """Return the description of the box after a few games."""
    pack = make_sample_pack(game)
    for seed in EARLIER_SEEDS:
        session, sample = make_sample_session(game, seed, "en", pack=pack)
        while session.open_ask is not None:
            session.answer(sample.answer(session.open_ask, session.table))
        pack = session.opponent.learn_pack(pack, session.table)
    return pack


def list_boxes(game: str) -> dict[str, Json]:
    """Return the descriptions to measure with: the complete one, and what was learned in games if that is less."""
    learned_box = learn_box(game)
    whole = load_opponent(game).complete_pack(learned_box)
    packs = {"known boards": whole}
    has_learned = learned_box != make_sample_pack(game) and learned_box != whole
    return {**packs, f"{len(EARLIER_SEEDS)} games before": learned_box} if has_learned else packs


class AssumptionPlayer:
    """A sample table whose player enters facts along with a step where that is possible."""

    def __init__(self, sample: SamplePlayer, catalogue: Catalogue) -> None:
        self.sample, self.catalogue = sample, catalogue
        self.entered: list[tuple[str, int]] = []
        """For each fact entered this way: the label of the button, or the number of taps without one."""

    def object_to(self, ask: Ask, table: Any) -> Json:
        """Return the objection to an assumption, and record its taps."""
        choice = ask.answer_type if isinstance(ask.answer_type, Choice) else None
        objects = self.sample.answer if choice and ask.metadata.get("along") else find_assumption_policy(self.sample)
        value = objects(ask, table) if objects else None
        options = choice.options if choice else ask.answer_type.shortcuts if isinstance(ask.answer_type, Form) else ()
        label = next((option.label.render(self.catalogue) for option in options if option.id == value), "")
        if value is not None:
            self.entered.append(
                (label, 1 + count_taps(build_question(ask, self.catalogue, ()), value))
            )  # it is opened before
        return value


def measure_game(browser: Browser, address: str, game: str, seed: int, pack: Json) -> TurnCounts:
    """Play a game on the page and count."""
    session, sample = make_sample_session(game, seed, "en", pack=pack)
    page = open_page(browser, address, "phone", "en")
    page.set_viewport_size(VIEWPORT)  # type: ignore[arg-type]
    page.emulate_media(reduced_motion="reduce")
    while session.open_ask is not None and session.open_ask.key != YOUR_TURN_KEY:
        session.answer(sample.answer(session.open_ask, session.table))
    id = store_game(page, address, session)
    page.goto(f"{address}#/play/{id}")
    page.locator("#question").wait_for()
    counts, player = TurnCounts(), AssumptionPlayer(sample, session.catalogue)
    session.assumption_policy = player.object_to
    while session.open_ask is not None and session.open_ask.key != "final":
        if session.open_ask.key == YOUR_TURN_KEY or (is_own_question(session) and counts.taps[-1]):
            counts.start_turn()
        give_answer(page, f"{address}api/games/{id}/", session, player, counts)
    page.context.close()
    return counts


def is_own_question(session: Session) -> bool:
    """Return whether the open question is about the player's own turn."""
    return bool(session.ask and (session.ask.key == YOUR_TURN_KEY or session.ask.about.get("yours")))


def give_answer(page: Page, calls: str, session: Session, player: AssumptionPlayer, counts: TurnCounts) -> None:
    """Give one answer, walk through the steps that follow, and enter facts along with them."""
    assert session.open_ask is not None
    assert session.ask is not None
    shown_question, value = session.ask, player.sample.answer(session.open_ask, session.table)
    key, start, own = session.open_ask.key, session.position, is_own_question(session)
    if own:
        counts.own_taps[key] += count_taps(shown_question, value)
    else:
        counts.questions[key] += 1
        counts.answers[-1] += 1
        counts.taps_by_question[key] += count_taps(shown_question, value)
        counts.add_taps(count_taps(shown_question, value), f"{key}: {shown_question.text} {value}")
    acts = len(session.acts)
    session.answer(value)
    counts.acts[-1] += sum(tells_something(session, act) for act in session.acts[acts - 1 :])
    if own or not answer_by_tap(page, shown_question, value):
        send_change(page, f"{calls}answer", {"value": value})
    objections = [(path, value_told) for _kind, path, value_told in session.journal.active_entries[start + 1 :]]
    folded = page.locator("main .acts .head[aria-expanded=false]")
    while objections or page.locator("footer [data-act=look]").count():
        record_screen(page, counts, "an act")
        if objections and page.locator(f"main [data-path='{objections[0][0]}']").count():
            correct_assumption(page, calls, *objections.pop(0), player, counts)
        elif page.locator("footer [data-act=look]").count():
            counts.done[-1] += 1
            counts.add_taps(1, page.locator("main .act").inner_text().replace("\n", " / "))
            page.evaluate("document.querySelector('footer [data-act=look]').click()")
        elif folded.count():
            counts.add_taps(1, "open an act that is done")
            folded.last.evaluate("(one) => one.click()")
        else:
            raise AssertionError(f"{objections[0]} can be entered nowhere")
    if session.open_ask is not None:
        record_screen(page, counts, session.open_ask.key, own=is_own_question(session))


BOARD_BUTTONS = ".board :is(button.open, .map button, .tappable button)"


def tells_something(session: Session, act: ActEntry) -> bool:
    """Return whether an act is the opponent's or the rules', or has a move; the player's report is none."""
    entries = session.transcript[act.first : act.first + act.count]
    return act.who != "player" or any(entry.kind == "do" for entry in entries)


def answer_by_tap(page: Page, shown_question: Question, value: Json) -> bool:
    """Answer by a tap on the page where possible; the request is changed to contain the value."""
    if shown_question.kind in ("choice", "die") or (
        shown_question.kind == "form" and isinstance(value, dict) and is_answered_at_once(shown_question)
    ):
        tap = f"(document.querySelector({BOARD_BUTTONS!r}) ?? document.querySelector('#question label')).click()"
    elif shown_question.kind == "checklist" or (
        isinstance(value, dict) and count_taps(shown_question, value) == 1 and not shown_question.met
    ):
        tap = "document.querySelector('footer [data-act=answer]').click()"
    elif shown_question.kind == "form" and shown_question.look and str(value) in shown_question.look.pieces:
        label = next(shortcut.label for shortcut in shown_question.instead if shortcut.id == value)
        assert shown_question.look.group
        page.locator("#question summary", has_text=shown_question.look.group.words).evaluate("(one) => one.click()")
        page.locator("#question").get_by_label(label, exact=True).wait_for()
        tap = f"document.querySelector('#question [aria-label=\"{label}\"]').click()"
    else:
        return False

    def replace_value(route: Route) -> None:
        sent = json.loads(route.request.post_data or "{}")
        route.continue_(post_data=json.dumps({**sent, "value": value}))

    page.route("**/answer*", replace_value)
    with wait_for_change(page):
        page.evaluate(tap)
    page.unroute("**/answer*")
    return True


def correct_assumption(
    page: Page, calls: str, path: str, value: Json, player: AssumptionPlayer, counts: TurnCounts
) -> None:
    """Correct an assumption: by a tap on the suggestion next to the step, else in a dialog."""
    label, tap_count = player.entered.pop(0)
    step = page.locator(f"main [data-path='{path}']")
    if not label:
        counts.add_taps(tap_count, f"{path}: {value}")
        send_change(page, f"{calls}correct", {"path": path, "value": value})
        return
    offered = step.get_by_label(label, exact=True)
    counts.add_taps(1, f"{path}: {label}")
    if not offered.count():
        counts.add_taps(1, "what there is to tell of it")
        step.evaluate("(one) => one.click()")
        offered = page.locator("dialog").get_by_label(label, exact=True)
    with wait_for_change(page):
        offered.first.evaluate("(one) => one.click()")


def send_change(page: Page, call: str, change: dict[str, Json]) -> None:
    """Send a change to the game and wait until the page shows the result."""
    with wait_for_change(page) as length:
        answer = page.request.post(call, data={"at": length, **change})
        assert answer.ok, answer.text()


@contextmanager
def wait_for_change(page: Page) -> Iterator[int]:
    """Wait until the page shows another state; yield the number of the present one."""
    length = page.locator("main").get_attribute("data-at") or "0"
    yield int(length)
    page.locator(f"main:not([data-at='{length}'])").wait_for()


def record_screen(page: Page, counts: TurnCounts, label: str, own: bool = False) -> None:
    """Record how far the present screen has to be scrolled."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 60)))")
    scrolled, seen = page.evaluate(SCROLL_SCRIPT)
    if not own:  # the player's own turn is counted separately
        counts.scrolled.append(max(0, scrolled))
    counts.scrolled_screens[label] += scrolled > 0
    counts.hidden += not seen


def format_counts(counts: TurnCounts) -> str:
    """Return the numbers of a game as one row."""

    def format_spread(numbers: Sequence[int]) -> str:
        """Return median, 95th percentile and maximum."""
        ordered = sorted(numbers)
        return f"{ordered[len(ordered) // 2]} (95 % {ordered[int(0.95 * (len(ordered) - 1))]}, most {ordered[-1]})"

    share_unscrolled = sum(distance == 0 for distance in counts.scrolled) / max(1, len(counts.scrolled))
    return (
        f"{len(counts.taps):16} turns   acts {format_spread(counts.acts)}   taps {format_spread(counts.taps)}   "
        f"without scrolling {share_unscrolled:.0%} of {len(counts.scrolled)}, most {max(counts.scrolled)} px   "
        f"main button out of sight {counts.hidden} times"
    )


def format_questions(counts: TurnCounts) -> str:
    """Return the questions that the taps were for, and the screens that had to be scrolled."""
    keys = [f"{key} {counts.taps_by_question[key]} in {n}" for key, n in counts.questions.most_common()]
    beyond = [f"{screen} {n}" for screen, n in counts.scrolled_screens.most_common() if n]
    own = [f"{key} {n}" for key, n in counts.own_taps.items()]
    return f"{'':16} taps: {', '.join(keys)}   of your own: {', '.join(own)}   scrolled: {', '.join(beyond) or 'none'}"


def format_long_turns(counts: TurnCounts, limit: int) -> str:
    """Return the taps of each turn that has more than ``most``."""
    turns = zip(counts.taps, counts.lines, strict=True)
    return "\n".join("\n".join([f"turn {k}: {n} taps", *lines]) for k, (n, lines) in enumerate(turns, 1) if n > limit)


def format_excess(game: str, counts: TurnCounts) -> str:
    """Return how the median turn compares with its limit, and the turns with more taps on “Done” than acts."""
    excess = sum(done > acts for done, acts in zip(counts.done, counts.acts, strict=True))
    line = f"{'':16} more than one tap on the button for an act in {excess} of {len(counts.acts)} turns"
    if game not in LIMITS:
        return line
    median = sorted(counts.taps)[len(counts.taps) // 2]
    return f"{line}   median {median}, limit {LIMITS[game]}"


def main() -> None:
    """Measure the chosen games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(load_opponents()))
    parser.add_argument("--keys", action="store_true")
    parser.add_argument("--turns", type=int, metavar="TAPS")
    parser.add_argument("--seeds", type=int, nargs="+", default=[DEFAULT_SEED])
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as home, run_server(Path(home)) as address, run_chromium() as browser:
        for game in arguments.games or list(load_opponents()):
            for label, pack in list_boxes(game).items():
                counts = TurnCounts()
                for seed in arguments.seeds:
                    counts.add(measure_game(browser, address, game, seed, pack))
                print(f"{game}, {label}", format_counts(counts), format_excess(game, counts), sep="\n", flush=True)
                if arguments.keys:
                    print(format_questions(counts), flush=True)
                if arguments.turns is not None:
                    print(format_long_turns(counts, arguments.turns), flush=True)


if __name__ == "__main__":
    main()
