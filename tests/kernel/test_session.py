"""Sessions: undo never re-rolls, replaced entries stay in the journal, and the dice mode can change."""

from __future__ import annotations

import doctest
import gc
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rival
from rival.kernel import Ask, BadAnswerError, Field, Json, MultiChoice, Name, Session, make_option
from rival.kernel.chance import Chance
from rival.kernel.question import render_field
from rival.kernel.texts import load_catalogue
from tests.support.toy_opponent import start_toy_game


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
    s.seek(0)
    text = s.journal.format_text()
    assert rival.Session.load(text).journal.format_text() == text
    done = rival.play_demo("rolling-heights", seed=7)
    assert done.ask is None
    assert any(done.explain_entry(i) for i in range(len(done.transcript)))
    assert "rolling-heights" in rival.load_opponents()


@pytest.mark.parametrize("game", sorted(rival.load_opponents()))
def test_an_answer_can_be_previewed(game: str) -> None:
    done = rival.play_demo(game, seed=3)
    session = rival.Session.new(game, seed=3, pack=rival.make_sample_pack(game))
    for _kind, _key, value in done.journal.active_entries[:30]:
        before, seen = session.journal.format_text(), list(session.transcript)
        then = session.preview_answer(value)
        assert session.journal.format_text() == before
        assert list(session.transcript) == seen
        session.answer(value)
        assert (then.ask, list(then.transcript)) == (session.ask, list(session.transcript))
        assert then.journal.format_text() == session.journal.format_text()


def test_an_invalid_answer_has_no_preview() -> None:
    session = start_toy_game({"a": 3, "b": 3, "c": 2})
    session.answer("a")
    session.undo()
    with pytest.raises(BadAnswerError):
        session.preview_answer("nothing of the kind")
    session.preview_answer("b")
    assert (session.position, len(session.journal.undone_entries)) == (0, 1)


def test_undo_never_rolls_again() -> None:
    session = start_toy_game({"a": 3, "b": 3, "c": 2})
    session.answer("a")
    rolled = list(session.table.rolled)
    session.undo()
    session.answer("b")
    assert session.table.rolled[:1] == rolled[:1]


def test_replaced_entries_stay_in_the_journal() -> None:
    session = start_toy_game({"a": 3, "b": 3, "c": 3})
    session.answer("a")
    session.undo()
    session.answer("b")
    lines = session.journal.format_text().splitlines()
    assert '"answer":"a"' in lines[1]
    assert '"goto":0' in lines[2]
    assert '"answer":"b"' in lines[3]


def test_another_answer_ends_redo() -> None:
    session = start_toy_game({"a": 3, "b": 3, "c": 3})
    session.answer("a")
    session.undo()
    session.answer("b")
    assert session.redo() == []


def test_seeking_beyond_the_ends_is_refused() -> None:
    session = start_toy_game({"a": 3, "b": 3, "c": 3})
    for n in (-1, 1, 99, "1", None):
        with pytest.raises(rival.BadAnswerError, match="from 0 to 0"):
            session.seek(n)


def test_an_earlier_position_has_a_journal_of_its_own() -> None:
    session = rival.play_demo("mombasa", seed=1).replay_to(20)
    assert Session.load(session.journal.format_text()).ask == session.ask
    session.answer(session.journal.entries[20][2])
    loaded = Session.load(session.journal.format_text())
    assert (loaded.position, loaded.ask) == (21, session.ask)


def test_the_dice_mode_can_change_during_a_game() -> None:
    session = start_toy_game({"a": 3, "b": 3, "c": 2})
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
    session = start_toy_game({"a": None, "b": None, "c": 0})
    answer = ["a", "b"]
    session.answer(answer)
    answer.clear()
    assert session.journal.active_entries[0][2] == ["a", "b"]


def test_a_game_without_a_log_can_be_explained_by_a_replay() -> None:
    quiet, loud = (rival.play_demo("rolling-heights", seed=6, explain=explain) for explain in (False, True))
    assert quiet.journal.format_text() == loud.journal.format_text()
    assert quiet.transcript == loud.transcript
    assert quiet.result == loud.result


def test_a_log_made_by_a_replay_continues_normally() -> None:
    played = rival.play_demo("rolling-heights", seed=6).journal
    session = Session.new("rolling-heights", seed=6, pack=played.header["pack"], explain=False)
    for n, (_kind, _key, value) in enumerate(played.active_entries):
        if n in (10, 20, 21):
            assert session.ask == Session(session.journal, session.opponent).ask
        if n in (5, 15):
            session.correct("mayor.vp", n)
        session.answer(value)
    assert session.transcript == Session(session.journal, session.opponent).transcript


@pytest.mark.parametrize("collecting", [True, False])
def test_the_garbage_collector_is_restored(collecting: bool) -> None:
    before = gc.isenabled()
    (gc.enable if collecting else gc.disable)()
    try:
        rival.play_demo("rolling-heights", seed=6)
        assert gc.isenabled() == collecting
        with pytest.raises(ZeroDivisionError):
            Session.new("rolling-heights", seed=6).play_to_end(BrokenPlayer())
        assert gc.isenabled() == collecting
    finally:
        (gc.enable if before else gc.disable)()


class BrokenPlayer:
    def answer(self, ask: Ask, table: object) -> Json:
        raise ZeroDivisionError


def test_a_game_leaves_no_reference_cycles() -> None:
    rival.play_demo("rolling-heights", seed=6)
    gc.freeze()  # ignore objects of other tests
    for explain in (True, False):
        rival.play_demo("rolling-heights", seed=6, explain=explain)
        assert gc.collect() == 0


def test_wrong_options_are_named() -> None:
    for wrong in ({"hard": "yes"}, {"hard": 1}, {"harder": True}, {"orange": "peel"}):
        with pytest.raises(rival.BadOptionError) as problem:
            rival.Session.new("rolling-heights", options=wrong)
        assert next(iter(wrong)) in str(problem.value)
    with pytest.raises(rival.BadOptionError, match="rolling-heights"):
        rival.Session.new("rolling-hights")
    for bad in ({"seed": "7"}, {"lang": "xx"}, {"dice": "loaded"}):
        with pytest.raises(rival.BadOptionError):
            rival.Session.new("rolling-heights", **bad)  # type: ignore[arg-type]


# --- chance ------------------------------------------------------------------------------------------------


def test_draws_never_change() -> None:
    """Every stored journal depends on these numbers, so they may never change."""
    chance = Chance(7)
    assert [chance.draw_below(6, "die", k) for k in range(10)] == PINNED
    assert chance.shuffle([1, 2, 3, 4, 5, 6], "cards", 0) == PINNED_ORDER


PINNED = [5, 3, 2, 1, 4, 2, 1, 4, 5, 1]
PINNED_ORDER = [3, 1, 5, 2, 4, 6]


def test_a_draw_depends_on_seed_stream_and_number_alone() -> None:
    one, other = Chance(5), Chance(5)
    other.draw_below(6, "cards", 3)
    assert [one.draw_below(100, "die", k) for k in (2, 0, 1)] == [other.draw_below(100, "die", k) for k in (2, 0, 1)]
    assert [one.draw_below(1000, "die", k) for k in range(5)] != [one.draw_below(1000, "dye", k) for k in range(5)]


def test_faces_are_equally_likely() -> None:
    counts = [0] * 6
    chance = Chance(1)
    for k in range(60_000):
        counts[chance.draw_below(6, "die", k)] += 1
    chi_squared = sum((n - 10_000) ** 2 / 10_000 for n in counts)
    assert chi_squared < 20.5  # 0.1 % for 5 degrees of freedom


@given(st.lists(st.integers(), max_size=30), st.integers())
def test_a_shuffle_loses_no_items(items: list[int], seed: int) -> None:
    assert sorted(Chance(seed).shuffle(items, "s", 0)) == sorted(items)


def test_orders_are_equally_likely() -> None:
    counts: dict[tuple[int, ...], int] = {}
    for k in range(12_000):
        order = tuple(Chance(2).shuffle([1, 2, 3], "cards", k))
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 6
    assert sum((n - 2000) ** 2 / 2000 for n in counts.values()) < 20.5


def test_the_examples_in_the_public_api_run() -> None:
    assert doctest.testmod(rival).failed == 0


def test_recurring_questions_are_rendered_once() -> None:
    english, russian = load_catalogue("en"), load_catalogue("ru")
    field = Field("a", Name("a"), MultiChoice([make_option("one"), make_option("two")]))
    again = Field("b", Name("b"), field.answer_type)
    assert render_field(field, english) is render_field(field, english)
    assert render_field(field, russian) is not render_field(field, english)
    assert render_field(field, english) == replace(render_field(again, english), key="a", text="a")
    assert render_field(again, english).options is render_field(field, english).options
