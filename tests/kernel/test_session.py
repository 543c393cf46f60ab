"""Sessions: undo never re-rolls, replaced entries stay in the journal, and the dice mode can change."""

from __future__ import annotations

import doctest
import gc
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rival
from rival.kernel import Ask, BadAnswer, Field, Json, Name, Session, Several, option
from rival.kernel.chance import Chance
from rival.kernel.question import entry
from rival.kernel.texts import catalogue_for
from tests.support.toy_opponent import toy


def test_the_public_surface() -> None:
    s = rival.Session.new("rolling-heights", seed=7, options={"hard": True}, lang="ru")
    assert s.ask is not None
    assert (s.ask.kind, s.ask.who, bool(s.ask.text), bool(s.ask.cites)) == ("checklist", "table", True, True)
    s.answer(True)
    s.correct("mayor.vp", 12)
    assert s.table.mayor.vp == 12
    repairs = s.undo()
    assert [(one.path, one.now, one.was) for one in repairs] == [(("mayor", "vp"), 12, 0)]
    assert repairs[0].text
    s.redo()
    s.rewind(0)
    text = s.journal.dumps()
    assert rival.Session.load(text).journal.dumps() == text
    done = rival.demo("rolling-heights", seed=7)
    assert done.ask is None
    assert any(done.why(i) for i in range(len(done.transcript)))
    assert "rolling-heights" in rival.opponents()


@pytest.mark.parametrize("game", sorted(rival.opponents()))
def test_what_an_answer_leads_to_is_known_before_it_is_given(game: str) -> None:
    done = rival.demo(game, seed=3)
    session = rival.Session.new(game, seed=3, pack=rival.sample_pack(game))
    for _kind, _key, value in done.journal.line[:30]:
        before, seen = session.journal.dumps(), list(session.transcript)
        then = session.foreseen(value)
        assert session.journal.dumps() == before
        assert list(session.transcript) == seen
        session.answer(value)
        assert (then.ask, list(then.transcript)) == (session.ask, list(session.transcript))
        assert then.journal.dumps() == session.journal.dumps()


def test_an_answer_that_does_not_fit_leads_nowhere() -> None:
    session = toy({"a": 3, "b": 3, "c": 2})
    session.answer("a")
    session.undo()
    with pytest.raises(BadAnswer):
        session.foreseen("nothing of the kind")
    session.foreseen("b")
    assert (session.at, len(session.journal.future)) == (0, 1)


def test_undo_never_rolls_again() -> None:
    session = toy({"a": 3, "b": 3, "c": 2})
    session.answer("a")
    rolled = list(session.table.rolled)
    session.undo()
    session.answer("b")
    assert session.table.rolled[:1] == rolled[:1]


def test_a_left_branch_stays_in_the_journal() -> None:
    session = toy({"a": 3, "b": 3, "c": 3})
    session.answer("a")
    session.undo()
    session.answer("b")
    lines = session.journal.dumps().splitlines()
    assert '"answer":"a"' in lines[1]
    assert '"goto":0' in lines[2]
    assert '"answer":"b"' in lines[3]


def test_redo_is_gone_after_another_answer() -> None:
    session = toy({"a": 3, "b": 3, "c": 3})
    session.answer("a")
    session.undo()
    session.answer("b")
    assert session.redo() == []


def test_rewind_beyond_the_ends_is_refused() -> None:
    session = toy({"a": 3, "b": 3, "c": 3})
    for n in (-1, 1, 99, "1", None):
        with pytest.raises(rival.BadAnswer, match="from 0 to 0"):
            session.rewind(n)


def test_dice_change_hands_in_the_middle_and_back() -> None:
    session = toy({"a": 3, "b": 3, "c": 2})
    session.use_dice("mine")
    session.answer("a")
    assert session.ask is not None
    assert session.ask.kind == "die"
    session.answer(4)
    assert session.table.rolled == [4]
    session.use_dice("program")
    assert session.ask.key == "total"
    again = Session(session.journal, session.opponent)
    assert again.table.rolled == session.table.rolled


def test_a_caller_can_not_change_the_journal_afterwards() -> None:
    session = toy({"a": None, "b": None, "c": 0})
    answer = ["a", "b"]
    session.answer(answer)
    answer.clear()
    assert session.journal.line[0][2] == ["a", "b"]


def test_a_game_without_a_log_explains_itself_when_somebody_asks() -> None:
    quiet, loud = (rival.demo("rolling-heights", seed=6, explain=explain) for explain in (False, True))
    assert quiet.journal.dumps() == loud.journal.dumps()
    assert quiet.transcript == loud.transcript
    assert quiet.result == loud.result


def test_a_log_that_begins_late_goes_on_like_any_other() -> None:
    played = rival.demo("rolling-heights", seed=6).journal
    session = Session.new("rolling-heights", seed=6, pack=played.header["pack"], explain=False)
    for n, (_kind, _key, value) in enumerate(played.line):
        if n in (10, 20, 21):
            assert session.ask == Session(session.journal, session.opponent).ask
        if n in (5, 15):
            session.correct("mayor.vp", n)
        session.answer(value)
    assert session.transcript == Session(session.journal, session.opponent).transcript


@pytest.mark.parametrize("collecting", [True, False])
def test_the_collector_is_left_as_it_was(collecting: bool) -> None:
    before = gc.isenabled()
    (gc.enable if collecting else gc.disable)()
    try:
        rival.demo("rolling-heights", seed=6)
        assert gc.isenabled() == collecting
        with pytest.raises(ZeroDivisionError):
            Session.new("rolling-heights", seed=6).play(Helpless())
        assert gc.isenabled() == collecting
    finally:
        (gc.enable if before else gc.disable)()


class Helpless:
    def answer(self, ask: Ask, table: object) -> Json:
        raise ZeroDivisionError


def test_a_game_leaves_nothing_for_the_collector() -> None:
    rival.demo("rolling-heights", seed=6)
    gc.freeze()  # ignore objects of other tests
    for explain in (True, False):
        rival.demo("rolling-heights", seed=6, explain=explain)
        assert gc.collect() == 0


def test_wrong_options_are_named() -> None:
    for wrong in ({"hard": "yes"}, {"hard": 1}, {"harder": True}, {"orange": "peel"}):
        with pytest.raises(rival.BadOption) as problem:
            rival.Session.new("rolling-heights", options=wrong)
        assert next(iter(wrong)) in str(problem.value)
    with pytest.raises(rival.BadOption, match="rolling-heights"):
        rival.Session.new("rolling-hights")
    for bad in ({"seed": "7"}, {"lang": "xx"}, {"dice": "loaded"}):
        with pytest.raises(rival.BadOption):
            rival.Session.new("rolling-heights", **bad)  # type: ignore[arg-type]


# --- chance ------------------------------------------------------------------------------------------------


def test_draws_are_pinned_for_ever() -> None:
    """Every stored journal depends on these numbers, so they may never change."""
    chance = Chance(7)
    assert [chance.below(6, "die", k) for k in range(10)] == PINNED
    assert chance.shuffled([1, 2, 3, 4, 5, 6], "cards", 0) == PINNED_ORDER


PINNED = [5, 3, 2, 1, 4, 2, 1, 4, 5, 1]
PINNED_ORDER = [3, 1, 5, 2, 4, 6]


def test_a_draw_depends_on_seed_stream_and_number_alone() -> None:
    one, other = Chance(5), Chance(5)
    other.below(6, "cards", 3)
    assert [one.below(100, "die", k) for k in (2, 0, 1)] == [other.below(100, "die", k) for k in (2, 0, 1)]
    assert [one.below(1000, "die", k) for k in range(5)] != [one.below(1000, "dye", k) for k in range(5)]


def test_faces_are_equally_likely() -> None:
    counts = [0] * 6
    chance = Chance(1)
    for k in range(60_000):
        counts[chance.below(6, "die", k)] += 1
    chi_squared = sum((n - 10_000) ** 2 / 10_000 for n in counts)
    assert chi_squared < 20.5  # 0.1 % for 5 degrees of freedom


@given(st.lists(st.integers(), max_size=30), st.integers())
def test_a_shuffle_keeps_everything(items: list[int], seed: int) -> None:
    assert sorted(Chance(seed).shuffled(items, "s", 0)) == sorted(items)


def test_orders_are_equally_likely() -> None:
    counts: dict[tuple[int, ...], int] = {}
    for k in range(12_000):
        order = tuple(Chance(2).shuffled([1, 2, 3], "cards", k))
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 6
    assert sum((n - 2000) ** 2 / 2000 for n in counts.values()) < 20.5


def test_the_examples_in_the_public_api_run() -> None:
    assert doctest.testmod(rival).failed == 0


def test_what_is_asked_again_and_again_is_put_into_words_once() -> None:
    english, russian = catalogue_for("en"), catalogue_for("ru")
    field = Field("a", Name("a"), Several([option("one"), option("two")]))
    again = Field("b", Name("b"), field.shape)
    assert entry(field, english) is entry(field, english)
    assert entry(field, russian) is not entry(field, english)
    assert entry(field, english) == replace(entry(again, english), key="a", text="a")
    assert entry(again, english).options is entry(field, english).options
