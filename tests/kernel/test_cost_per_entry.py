"""An entry costs the same in a long game as in a short one: the tests count calls and do not measure time."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import rival
from rival.kernel import BadAnswerError, Journal, Session
from rival.kernel import journal as journals
from rival.kernel.transcript import Transcript
from tests.support.toy_opponent import start_toy_game

GAMES = sorted(rival.load_opponents())
MAYOR = "rolling-heights"


@contextmanager
def count_calls(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> Iterator[list[int]]:
    """Count the calls of a function in a `with` block."""
    calls = [0]
    real = getattr(owner, name)

    def count_and_call(*args: Any, **kwargs: Any) -> Any:
        calls[0] += 1
        return real(*args, **kwargs)

    with monkeypatch.context() as patched:
        patched.setattr(owner, name, count_and_call)
        yield calls


def play_long_game(entries: int) -> Session:
    session = Session.new(MAYOR, seed=3, record_history=True)
    for n in range(entries):
        session.correct("mayor.vp", n % 50)
    return session


@pytest.mark.parametrize("entries", [3, 300])
def test_only_the_new_line_is_hashed(monkeypatch: pytest.MonkeyPatch, entries: int) -> None:
    session = play_long_game(entries)
    "".join(session.journal.format_lines())
    session.answer(True)
    with count_calls(monkeypatch, journals, "update_checksum") as sums:
        (line,) = session.journal.format_lines(entries + 1)
    assert sums == [1]
    assert session.journal.format_text().endswith(line)


@pytest.mark.parametrize("entries", [3, 300])
def test_a_loaded_journal_continues_from_its_checksum(monkeypatch: pytest.MonkeyPatch, entries: int) -> None:
    text = play_long_game(entries).journal.format_text()
    session = Session.load(text)
    session.answer(True)
    with count_calls(monkeypatch, journals, "update_checksum") as sums:
        (line,) = session.journal.format_lines(entries + 1)
    assert sums == [1]
    assert Session.load(text + line).journal.format_text() == session.journal.format_text()


@pytest.mark.parametrize("entries", [3, 300])
def test_an_answer_renders_only_new_entries(monkeypatch: pytest.MonkeyPatch, entries: int) -> None:
    session = play_long_game(entries)
    known = len(session.transcript)
    session.answer(True)
    with count_calls(monkeypatch, Transcript, "_render_entry") as renders:
        new = session.transcript[known:]
    assert renders == [len(new)]
    assert new


@pytest.mark.parametrize("entries", [3, 300])
def test_redo_replays_one_entry_and_undo_replays_twice(monkeypatch: pytest.MonkeyPatch, entries: int) -> None:
    session = play_long_game(entries)
    told = session.transcript[:]
    with (
        count_calls(monkeypatch, Session, "_replay_entry") as replays,
        count_calls(monkeypatch, Transcript, "_render_entry") as renders,
    ):
        session.undo()
        assert session.transcript[:] == told[:-1]
        assert replays == [entries + entries - 1]  # one more replay finds out who moved
        session.redo()
        assert replays == [2 * entries]
        assert renders == [0]
    assert session.transcript[:] == told


@pytest.mark.parametrize("game", GAMES)
def test_an_invalid_correction_replays_nothing(monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    session = rival.play_demo(game, seed=3)
    session.undo()
    numbers = [one for one in session.collect_editable_values().values() if one.answer_type.kind == "number"]
    with count_calls(monkeypatch, Session, "_replay_entry") as replays:
        for path, value in (("nothing", 1), (numbers[0].path, "many"), (numbers[-1].path, 10**9)):
            with pytest.raises(BadAnswerError):
                session.correct(path, value)
    assert replays == [0]


def test_an_impossible_correction_leaves_the_table_unchanged() -> None:
    session = start_toy_game({"a": 3, "b": 3, "c": 2})
    with pytest.raises(BadAnswerError, match="No tower is 7 high"):
        session.correct("heights.a", 7)
    assert session.table.heights == {"a": 3, "b": 3, "c": 2}
    assert session.journal.log == []


# --- the journal -------------------------------------------------------------------------------------------


def test_undo_and_redo_copy_no_entries() -> None:
    """Reading a journal with many undo lines once took quadratic time."""
    journal = Journal({"rival": 1})
    for n in range(1000):
        journal.append(("dice", "", "program" if n % 2 else "mine"))
    whole = journal.entries
    for n in (0, 1000, 1, 999):
        journal.seek(n)
        assert journal.entries is whole
        assert (len(journal.active_entries), len(journal.undone_entries)) == (n, 1000 - n)
    journal.append(("dice", "", "mine"))
    assert (journal.position, len(journal.entries)) == (1000, 1000)


def test_journal_lines_do_not_depend_on_when_they_are_read() -> None:
    """Mix random answers, undo, redo, copies and partial reads; the checksums must still match."""
    dice = random.Random(5)
    journal = Journal({"rival": 1, "n": 9, "goto": 4})
    written = list(journal.format_lines())
    for _step in range(300):
        if dice.random() < 0.4 and journal.entries:
            journal.seek(dice.randint(0, len(journal.entries)))
        else:
            journal.append(("answer", "key", dice.randint(0, 9)))
        if dice.random() < 0.5:
            written += journal.format_lines(len(written))
        if dice.random() < 0.2:
            next(iter(journal.format_lines(dice.randint(0, len(written)))), None)
        if dice.random() < 0.2:
            journal = journal.copy()
    written += journal.format_lines(len(written))
    fresh = Journal(journal.header, journal.log, journal.active_entries)
    assert "".join(written) == journal.format_text() == fresh.format_text()


# --- the score history --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_recorded_history_equals_that_of_a_replay(game: str) -> None:
    played = rival.play_demo(game, seed=4)
    against = played.opponent
    session = Session.new(game, seed=4, pack=played.journal.header["pack"], record_history=True)
    points: dict[str, list[tuple[int, int]]] = {path: [] for path in against.charted_values}
    line = played.journal.active_entries
    for position, entry in enumerate([None, *line]):
        if entry is not None:
            session.correct(entry[1], entry[2]) if entry[0] == "correct" else session.answer_by_id(entry[2])
        if position < len(line) and line[position][1].startswith("step."):
            continue  # open assumptions are not part of the history
        for path, one in session.collect_editable_values().items():
            if path in points and type(one.value) is int and (not points[path] or points[path][-1][1] != one.value):
                points[path].append((position, one.value))
    assert against.charted_values
    assert all(points.values())
    assert session.history.points == points
    assert played.history.points == points
    assert played.history.round_scores == session.history.round_scores


@pytest.mark.parametrize("game", GAMES)
def test_charted_values_come_first(game: str) -> None:
    """A long game has hundreds of editable values; the charted ones come first."""
    played = rival.play_demo(game, seed=4)
    paths = list(played.collect_editable_values())
    assert max(paths.index(path) for path in played.opponent.charted_values) < 8


def test_undo_also_undoes_the_score_history() -> None:
    session = play_long_game(30)
    before = {path: list(points) for path, points in session.history.points.items()}
    session.correct("mayor.vp", 49)
    assert session.history.points != before
    session.undo()
    assert session.history.points == before
    session.redo()
    assert session.history.points["mayor.vp"][-1] == (31, 49)
