"""Everything that devices can do with one game at the same time: each change happens once, or not at all."""

from __future__ import annotations

import json
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

import pytest

import rival
from rival.engine import Engine, NotFoundError, StaleStateError
from rival.engine.packs import InMemoryPackStore
from rival.kernel import Opponent, RivalError, Session, load_opponent
from rival.storage import SqlGameRepository
from tests.support.races import make_engines, make_longer_copy, run_together

MAYOR = "rolling-heights"
GAMES = 12
STEPS = 10
"""Steps of each device; ten devices make 1,200 changes, each among nine others."""


class Device:
    """A device that changes a game at random, and remembers at which lengths of the log its changes were accepted."""

    def __init__(self, engine: Engine, id: str, journal: Any, seed: int) -> None:
        self.engine, self.id, self.journal, self.random = engine, id, journal, random.Random(seed)
        self.accepted: list[int] = []
        self.at = 0

    def run(self, *actions: Callable[[], Any]) -> list[int]:
        """Repeat random actions; only errors with a message for users may be raised."""
        for _step in range(STEPS):
            try:
                if self.random.random() < 0.5:
                    self.at = self.engine.load_state(self.id).at
                self.random.choice(actions)()
            except StaleStateError as stale:
                self.at = stale.state.at
            except NotFoundError:  # deleted for a moment
                pass
            except RivalError:
                with suppress(RivalError):
                    self.at = self.engine.load_state(self.id).at
        return self.accepted

    def change(self, call: Callable[..., Any], *arguments: Any) -> None:
        """Change the game at the length that this device knows."""
        result = call(self.id, self.at, *arguments)
        state = getattr(result, "state", result)
        if state.at > self.at:
            self.accepted += range(self.at, state.at)
        self.at = state.at

    def answer(self) -> None:
        entries = self.journal.active_entries
        state = self.engine.load_state(self.id)
        self.at = state.at
        value = entries[min(state.position, len(entries) - 1)][2]
        if self.random.random() < 0.5:
            self.engine.preview_answer(self.id, self.at, value)
        self.change(self.engine.answer, value)

    def undo(self) -> None:
        self.change(self.engine.undo)

    def redo(self) -> None:
        self.change(self.engine.redo)

    def rewind(self) -> None:
        self.change(self.engine.rewind, self.random.randrange(8))

    def amend(self) -> None:
        position = self.random.randrange(4)
        self.change(self.engine.replace_answer, position, self.journal.active_entries[position][2])

    def correct(self) -> None:
        self.change(self.engine.correct_value, "mayor.vp", self.random.randrange(50))

    def switch_dice(self) -> None:
        self.change(self.engine.use_dice, self.random.choice(("mine", "program")))

    def import_copy(self) -> None:
        """Import the game as it is, longer, or shorter."""
        text = self.engine.export_journal(self.id)
        way = self.random.randrange(3)
        if way == 0:
            text = make_longer_copy(text, self.random.randrange(50))
        elif way == 1:
            text = "".join(text.splitlines(keepends=True)[:-1])
        self.engine.import_journal(text)

    def delete_and_restore(self) -> None:
        self.engine.delete_game(self.id)
        self.engine.restore_game(self.id)

    def rename(self) -> None:
        self.engine.update_details(self.id, {"name": f"name {self.random.random()}"})

    def read(self) -> None:
        """Read the game in every way, in another language."""
        self.engine.load_past_state(self.id, self.random.randrange(6), "ru")
        self.engine.list_tracked_values(self.id, "ru")
        self.engine.list_games("ru")

    def describe_box(self) -> None:
        """Describe a part of the box as the sample describes it, or take a change of the box back."""
        box, pack = load_opponent(MAYOR).box, self.journal.header["pack"]
        assert box is not None
        part = self.random.choice([part for part in box.list_parts(pack) if part.value is not None])
        self.engine.describe_part(MAYOR, part.id, part.value)
        if self.random.random() < 0.3:
            self.engine.undo_box_change(MAYOR)

    def apply_box(self) -> None:
        self.change(self.engine.apply_box)


@pytest.fixture
def frequent_switches() -> Iterator[None]:
    """Let Python change between threads 500 times as often."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(interval / 500)
    yield
    sys.setswitchinterval(interval)


@pytest.mark.usefixtures("frequent_switches")
@pytest.mark.parametrize("many", [1, 2], ids=["one process", "two processes"])
def test_h2_any_changes_at_the_same_time_happen_once_or_not_at_all(address: str, many: int) -> None:
    journal = rival.play_demo(MAYOR, seed=1).journal
    begun = "".join(journal.format_text().splitlines(keepends=True)[:12])
    with make_engines(address, many) as engines:
        for engine in engines:
            engine.pack_store = InMemoryPackStore() if engine is engines[0] else engines[0].pack_store
        accepted_count = 0
        for seed in range(GAMES):
            id = engines[0].duplicate_game(engines[0].import_journal(begun).state.id).id
            devices = [Device(engines[n % many], id, journal, 100 * seed + n) for n in range(10)]
            accepted = run_together(
                *(partial(d.run, d.answer, d.answer, d.undo, d.redo) for d in devices[:3]),
                *(partial(d.run, d.correct, d.rewind, d.amend, d.switch_dice) for d in devices[3:6]),
                *(partial(d.run, d.import_copy, d.delete_and_restore) for d in devices[6:8]),
                *(partial(d.run, d.describe_box, d.apply_box) for d in devices[8:9]),
                *(partial(d.run, d.rename, d.read) for d in devices[9:]),
            )
            with suppress(RivalError):
                engines[0].restore_game(id)
            twice = [at for at, count in Counter(at for some in accepted for at in some).items() if count > 1]
            assert twice == []
            accepted_count += sum(map(len, accepted))
            check_game(engines, id, max((at for some in accepted for at in some), default=0))
        for row in engines[0].list_games():
            assert row.problem is None
            Session.load(engines[0].export_journal(row.id))
        assert engines[0].load_box(MAYOR).parts
        assert accepted_count > 5 * GAMES


def check_game(engines: list[Engine], id: str, last_accepted: int) -> None:
    """Check that each engine shows what is stored, and that nothing accepted is missing."""
    text = engines[0].export_journal(id)
    assert last_accepted < len(text.splitlines()) - 1 or last_accepted == 0
    fresh = Engine(engines[0].repository).load_state(id)
    assert isinstance(engines[0].repository, SqlGameRepository)
    for engine in engines:
        assert take_plain(engine.load_state(id, "en")) == take_plain(fresh)


def take_plain(state: Any) -> str:
    return json.dumps([state.at, state.position, state.length, repr(state.question), repr(state.entries)])


def test_a_pack_that_is_deleted_while_a_part_is_saved_stays_deleted() -> None:
    """The deletion waits for the change that has already read the pack."""
    deleting = threading.Event()

    class SlowStore(InMemoryPackStore):
        def save_pack(self, opponent: Opponent, pack: Any) -> Any:
            deleting.set()
            time.sleep(0.05)
            return super().save_pack(opponent, pack)

    engine = Engine(pack_store=SlowStore())

    def delete_pack() -> None:
        deleting.wait(10)
        engine.delete_pack(MAYOR)

    run_together(lambda: engine.describe_part(MAYOR, "board 1 A", ["- - ~", "r2 c1 -"]), delete_pack)
    assert not engine.inspect_pack(MAYOR).there
