"""An entry costs the same in a long game as in a short one: the tests count calls and do not measure time."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import rival
from rival.kernel import BadAnswer, Journal, Session
from rival.kernel import journal as journals
from rival.kernel.session import Session as Played
from tests.support.toy_opponent import toy

GAMES = sorted(rival.opponents())
MAYOR = "rolling-heights"


@contextmanager
def counting(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> Iterator[list[int]]:
    """Count the calls of a function in a `with` block."""
    calls = [0]
    real = getattr(owner, name)

    def counted(*args: Any, **kwargs: Any) -> Any:
        calls[0] += 1
        return real(*args, **kwargs)

    with monkeypatch.context() as patched:
        patched.setattr(owner, name, counted)
        yield calls


def long_game(entries: int) -> Session:
    session = Session.new(MAYOR, seed=3, follow=True)
    for n in range(entries):
        session.correct("mayor.vp", n % 50)
    return session


@pytest.mark.parametrize("entries", [3, 300])
@pytest.mark.interpreted
def test_a_new_line_is_summed_alone(monkeypatch: pytest.MonkeyPatch, entries: int) -> None:
    session = long_game(entries)
    "".join(session.journal.lines())
    session.answer(True)
    with counting(monkeypatch, journals, "summed") as sums:
        (line,) = session.journal.lines(entries + 1)
    assert sums == [1]
    assert session.journal.dumps().endswith(line)


@pytest.mark.parametrize("entries", [3, 300])
@pytest.mark.interpreted
def test_a_journal_that_was_read_goes_on_from_its_sum(monkeypatch: pytest.MonkeyPatch, entries: int) -> None:
    text = long_game(entries).journal.dumps()
    session = Session.load(text)
    session.answer(True)
    with counting(monkeypatch, journals, "summed") as sums:
        (line,) = session.journal.lines(entries + 1)
    assert sums == [1]
    assert Session.load(text + line).journal.dumps() == session.journal.dumps()


@pytest.mark.parametrize("entries", [3, 300])
@pytest.mark.interpreted
def test_an_answer_puts_only_what_is_new_into_words(monkeypatch: pytest.MonkeyPatch, entries: int) -> None:
    session = long_game(entries)
    known = len(session.transcript)
    session.answer(True)
    with counting(monkeypatch, Played, "_worded") as worded:
        new = session.transcript[known:]
    assert worded == [len(new)]
    assert new


@pytest.mark.parametrize("entries", [3, 300])
@pytest.mark.interpreted
def test_redo_plays_one_entry_and_undo_replays_twice(monkeypatch: pytest.MonkeyPatch, entries: int) -> None:
    session = long_game(entries)
    told = session.transcript[:]
    with counting(monkeypatch, Played, "_replay") as played, counting(monkeypatch, Played, "_worded") as worded:
        session.undo()
        assert session.transcript[:] == told[:-1]
        assert played == [entries + entries - 1]  # one more replay finds out who moved
        session.redo()
        assert played == [2 * entries]
        assert worded == [0]
    assert session.transcript[:] == told


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.interpreted
def test_a_correction_that_is_refused_at_sight_plays_nothing_again(monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    session = rival.demo(game, seed=3)
    session.undo()
    numbers = [one for one in session.tracked().values() if one.shape.kind == "number"]
    with counting(monkeypatch, Played, "_replay") as played:
        for path, value in (("nothing", 1), (numbers[0].path, "many"), (numbers[-1].path, 10**9)):
            with pytest.raises(BadAnswer):
                session.correct(path, value)
    assert played == [0]


def test_a_correction_that_can_not_be_so_leaves_the_table_as_it_was() -> None:
    session = toy({"a": 3, "b": 3, "c": 2})
    with pytest.raises(BadAnswer, match="No tower is 7 high"):
        session.correct("heights.a", 7)
    assert session.table.heights == {"a": 3, "b": 3, "c": 2}
    assert session.journal.log == []


# --- the journal -------------------------------------------------------------------------------------------


def test_steps_back_and_forth_copy_nothing() -> None:
    """Reading a journal with many undo lines once took quadratic time."""
    journal = Journal({"rival": 1})
    for n in range(1000):
        journal.say(("dice", "", "program" if n % 2 else "mine"))
    whole = journal.whole
    for n in (0, 1000, 1, 999):
        journal.goto(n)
        assert journal.whole is whole
        assert (len(journal.line), len(journal.future)) == (n, 1000 - n)
    journal.say(("dice", "", "mine"))
    assert (journal.at, len(journal.whole)) == (1000, 1000)


def test_a_journal_reads_the_same_whenever_its_lines_were_asked_for() -> None:
    """Mix random answers, undo, redo, copies and partial reads; the checksums must still match."""
    dice = random.Random(5)
    journal = Journal({"rival": 1, "n": 9, "goto": 4})
    written = list(journal.lines())
    for _step in range(300):
        if dice.random() < 0.4 and journal.whole:
            journal.goto(dice.randint(0, len(journal.whole)))
        else:
            journal.say(("answer", "key", dice.randint(0, 9)))
        if dice.random() < 0.5:
            written += journal.lines(len(written))
        if dice.random() < 0.2:
            next(iter(journal.lines(dice.randint(0, len(written)))), None)
        if dice.random() < 0.2:
            journal = journal.copy()
    written += journal.lines(len(written))
    fresh = Journal(journal.header, journal.log, journal.line)
    assert "".join(written) == journal.dumps() == fresh.dumps()


# --- the score history --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_course_is_noted_on_the_way_as_a_replay_would_find_it(game: str) -> None:
    played = rival.demo(game, seed=4)
    against = played.opponent
    session = Session.new(game, seed=4, pack=played.journal.header["pack"], follow=True)
    points: dict[str, list[tuple[int, int]]] = {path: [] for path in against.followed}
    line = played.journal.line
    for position, entry in enumerate([None, *line]):
        if entry is not None:
            session.correct(entry[1], entry[2]) if entry[0] == "correct" else session.take(entry[2])
        if position < len(line) and line[position][1].startswith("step."):
            continue  # open assumptions are not part of the history
        for path, one in session.tracked().items():
            if path in points and type(one.value) is int and (not points[path] or points[path][-1][1] != one.value):
                points[path].append((position, one.value))
    assert against.followed
    assert all(points.values())
    assert session.course.points == points
    assert played.course.points == points
    assert played.course.rounds == session.course.rounds


@pytest.mark.parametrize("game", GAMES)
def test_what_is_followed_is_found_without_looking_at_everything(game: str) -> None:
    """A long game has hundreds of editable values; the charted ones come first."""
    played = rival.demo(game, seed=4)
    paths = list(played.tracked())
    assert max(paths.index(path) for path in played.opponent.followed) < 8


def test_a_step_back_takes_the_course_with_it() -> None:
    session = long_game(30)
    before = {path: list(points) for path, points in session.course.points.items()}
    session.correct("mayor.vp", 49)
    assert session.course.points != before
    session.undo()
    assert session.course.points == before
    session.redo()
    assert session.course.points["mayor.vp"][-1] == (31, 49)
