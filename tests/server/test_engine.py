"""The engine: games by id, one change at a time, no change applied twice."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from sqlalchemy import update

import rival
from rival.engine import Engine, NotFoundError, StaleStateError
from rival.engine.engine import MAX_OPEN_GAMES
from rival.engine.responses import MAX_ENTRIES_WITH_SPOTS, AmendedGame, State, TrackedValue
from rival.kernel import BadAnswerError, BadJournalError, BadOptionError, Session, take_snapshot
from rival.kernel.journal import JournalEntry
from rival.kernel.rendered_views import FactsView
from rival.kernel.texts import LANGUAGES
from rival.storage import SqlGameRepository, SqlStoredGame, open_repository
from rival.storage.schema import games, lines
from tests.support.page_views import change_spots

GAMES = sorted(rival.load_opponents())
MAYOR = "rolling-heights"


@pytest.fixture(params=["memory", "disk"])
def engine(request: pytest.FixtureRequest) -> Engine:
    return Engine() if request.param == "memory" else Engine(open_repository())


def play_sample(engine: Engine, game: str, seed: int, max_answers: int = 10_000) -> State:
    """Give the answers of a sample game to the engine one by one."""
    journal = rival.play_demo(game, seed=seed).journal
    state = engine.begin_game(game, seed=seed, pack=journal.header["pack"])
    for entry in journal.active_entries[:max_answers]:
        state = send_entry(engine, state, entry)
    return state


def send_entry(engine: Engine, state: State, entry: JournalEntry, since: int | None = None) -> State:
    """Send an entry of a journal as the page does."""
    kind, name, value = entry
    if kind == "correct":
        return engine.correct_value(state.id, state.at, name, value, since=since).state
    return engine.answer(state.id, state.at, value, since=since)


@pytest.mark.parametrize("game", GAMES)
def test_the_engine_plays_the_same_game_as_the_kernel(game: str) -> None:
    engine = Engine()
    state = play_sample(engine, game, seed=3)
    expected = rival.play_demo(game, seed=3)
    assert state.over
    assert state.result is not None
    assert state.result is not None
    assert expected.result is not None
    assert state.result.text == expected.render(expected.result.text)
    assert [(one.kind, one.text) for one in state.entries] == [(one.kind, one.text) for one in expected.transcript]
    assert state.views == expected.views
    assert engine.export_journal(state.id) == expected.journal.format_text()


@pytest.mark.parametrize("game", GAMES)
def test_every_state_is_json_and_equals_the_later_past_state(game: str) -> None:
    engine = Engine()
    journal = rival.play_demo(game, seed=5).journal
    state = engine.begin_game(game, seed=5, pack=journal.header["pack"])
    seen = [state]
    for entry in journal.active_entries[:40]:
        state = send_entry(engine, state, entry)
        assert json.loads(json.dumps(take_snapshot(state)))["question"] == take_snapshot(state.question)
        seen.append(state)
    for then in seen:
        past = engine.load_past_state(state.id, then.position)
        assert not past.live
        assert not past.can_undo
        told = tuple(replace(one, unless=None) for one in then.entries)  # nothing can be objected to there
        frozen = replace(then, live=False, at=state.at, can_undo=False, can_redo=False, entries=told, along=())
        assert past == replace(frozen, before=past.before)


@pytest.mark.parametrize("game", GAMES)
def test_an_undone_answer_is_returned_with_the_question(engine: Engine, game: str) -> None:
    journal = rival.play_demo(game, seed=5).journal
    state = play_sample(engine, game, seed=5, max_answers=12)
    assert state.before is None
    for n in range(state.position - 1, -1, -1):
        kind, _key, value = journal.active_entries[n]
        expected = value if kind == "answer" else None
        assert engine.load_past_state(state.id, n).before == expected
        state = engine.undo(state.id, state.at).state
        assert (state.position, state.before) == (n, expected)
    assert engine.redo(state.id, state.at).state.before == journal.active_entries[1][2]


def test_replacing_an_old_answer_is_one_stored_change(engine: Engine) -> None:
    state = play_sample(engine, MAYOR, seed=3, max_answers=8)
    entries, length = [one.text for one in state.entries], state.at
    position = next(one.at for one in state.entries if one.about.get("key") == "plan")
    plan = next(one.about["answer"] for one in state.entries if one.about.get("key") == "plan")
    assert isinstance(plan, dict)
    with pytest.raises(BadAnswerError):
        engine.replace_answer(state.id, state.at, position, "nonsense")
    assert engine.load_state(state.id).at == length
    with pytest.raises(StaleStateError):
        engine.replace_answer(state.id, state.at - 1, position, plan)
    same = engine.replace_answer(state.id, state.at, position, plan, "ru")
    assert same.text == "Изменено. Все следующие ответы по-прежнему подходят."
    assert same.repairs == ()
    again = engine.load_state(state.id, "en")
    assert [one.text for one in again.entries] == entries
    assert again.at == length + 1 + state.position - position
    other = engine.replace_answer(state.id, again.at, position, {**plan, "wood": 0, "glass": 6})
    assert other.text.startswith("Changed.")
    assert other.state.entries != again.entries
    assert Session.load(engine.export_journal(state.id)).position == other.state.position


def test_entries_can_be_asked_for_from_a_number_on(engine: Engine) -> None:
    state = play_sample(engine, MAYOR, seed=3, max_answers=8)
    part = engine.load_state(state.id, since=4)
    assert part.entries == state.entries[4:]
    assert part.length == len(state.entries)
    assert engine.load_state(state.id, since=10_000).entries == ()


def test_a_corrected_assumption_returns_only_the_replayed_steps(engine: Engine) -> None:
    journal = rival.play_demo(MAYOR, seed=1).journal
    state = engine.begin_game(MAYOR, seed=1, pack=journal.header["pack"])
    objections = 0
    for kind, name, value in journal.active_entries:
        before = engine.load_state(state.id)
        state = send_entry(engine, state, (kind, name, value), since=before.length)
        whole = engine.load_state(state.id)
        known = before.entries[: state.length - len(state.entries)]
        assert [one.text for one in known + state.entries] == [one.text for one in whole.entries]
        if kind == "correct":
            objections += 1
            assert 0 < len(state.entries) < whole.length
            assert min(one.at for one in state.entries) == before.position
    assert objections


def test_an_answer_returns_changed_views_and_the_order_of_all(engine: Engine) -> None:
    journal = rival.play_demo(MAYOR, seed=3).journal
    state = engine.begin_game(MAYOR, seed=3, pack=journal.header["pack"])
    known = {view.id: view for view in state.views}
    few = 0
    for entry in journal.active_entries[:40]:
        kind, name, value = entry
        since = state.length  # be it 0: whoever names it has the table
        if kind == "answer":
            foreseen = engine.preview_answer(state.id, state.at, value, since=since)
            state = engine.answer(state.id, state.at, value, since=since)
            assert state == foreseen
        else:
            state = engine.correct_value(state.id, state.at, name, value, since=since).state
        known |= {view.id: view for view in state.views}
        for change in state.changes:
            new, old = {spot.id: spot for spot in change.spots}, known[change.view]
            now = change_spots(old, lambda one, new=new: new.get(one.id, one))  # type: ignore[misc]
            known[change.view] = (
                replace(now, title=change.title)
                if isinstance(now, FactsView)
                else replace(now, title=change.title, note=change.note)
            )
        whole = engine.load_state(state.id)
        assert tuple(known[id] for id in state.laid) == whole.views
        few += len(state.views) < len(whole.views)
    assert few > 35
    state = send_entry(engine, state, journal.active_entries[40])  # from somebody who has nothing of it
    assert state.views == engine.load_state(state.id).views
    assert engine.load_past_state(state.id, state.position, since=4).views == engine.load_state(state.id).views


def test_only_the_last_entries_of_a_long_game_have_spots(engine: Engine) -> None:
    state = play_sample(engine, MAYOR, seed=3)
    shown = [one.index for one in state.entries if one.shows is not None]
    assert shown
    assert min(shown) >= state.length - MAX_ENTRIES_WITH_SPOTS
    early = engine.load_past_state(state.id, 12)
    assert any(one.shows is not None for one in early.entries)  # who goes back sees them again


def test_a_stale_change_raises_with_the_current_state(engine: Engine) -> None:
    state = engine.begin_game(MAYOR, seed=7)
    now = engine.answer(state.id, 0, True)
    for change in (
        lambda: engine.answer(state.id, 0, True),
        lambda: engine.preview_answer(state.id, 0, True),
        lambda: engine.undo(state.id, 0),
        lambda: engine.redo(state.id, 5),
        lambda: engine.rewind(state.id, 0, 0),
        lambda: engine.correct_value(state.id, 0, "mayor.vp", 3),
        lambda: engine.use_dice(state.id, 0, "mine"),
    ):
        with pytest.raises(StaleStateError) as stale:
            change()
        assert stale.value.state == now
    assert engine.load_state(state.id) == now


def test_an_answer_is_previewed_without_being_applied(engine: Engine) -> None:
    state = play_sample(engine, MAYOR, seed=3, max_answers=8)
    value = rival.play_demo(MAYOR, seed=3).journal.active_entries[8][2]
    kept = engine.export_journal(state.id)
    then = engine.preview_answer(state.id, state.at, value, since=len(state.entries))
    assert (engine.load_state(state.id), engine.export_journal(state.id)) == (state, kept)
    assert then == engine.answer(state.id, state.at, value, since=len(state.entries))


def test_the_reply_to_a_previewed_answer_is_the_length_of_the_log(engine: Engine) -> None:
    state = play_sample(engine, MAYOR, seed=3, max_answers=8)
    value = rival.play_demo(MAYOR, seed=3).journal.active_entries[8][2]
    for previewed in (value, None):
        then = engine.preview_answer(state.id, state.at, value) if previewed is not None else None
        at = engine.confirm_answer(state.id, state.at, value)
        assert at == state.at + 1
        assert then is None or then == engine.load_state(state.id)
        with pytest.raises(StaleStateError):
            engine.confirm_answer(state.id, state.at, value)
        state = engine.undo(state.id, at).state


def test_undo_counts_as_a_change_so_an_answer_to_what_was_undone_is_stale(engine: Engine) -> None:
    state = engine.begin_game(MAYOR, seed=7)
    answered = engine.answer(state.id, 0, True)
    moved = engine.undo(state.id, answered.at)
    assert (moved.state.position, moved.state.at) == (0, 2)
    assert moved.state.can_redo
    with pytest.raises(StaleStateError):
        engine.answer(state.id, answered.at, True)
    again = engine.redo(state.id, moved.state.at)
    assert replace(again.state, at=answered.at) == answered


def test_steps_back_list_table_corrections(engine: Engine) -> None:
    state = play_sample(engine, MAYOR, seed=3, max_answers=20)
    moved = engine.rewind(state.id, state.at, 5)
    assert moved.state.position == 5
    assert moved.repairs
    assert all(one.text and one.path for one in moved.repairs)


def test_there_is_nothing_to_undo_or_redo_at_the_beginning(engine: Engine) -> None:
    state = engine.begin_game(MAYOR, seed=7)
    with pytest.raises(BadAnswerError, match="nothing to undo"):
        engine.undo(state.id, 0)
    with pytest.raises(BadAnswerError, match="nothing to redo"):
        engine.redo(state.id, 0)


def test_corrections_and_dice_are_changes_like_answers(engine: Engine) -> None:
    state = engine.begin_game(MAYOR, seed=7)
    state = engine.correct_value(state.id, state.at, "mayor.vp", "10+2").state
    assert list_values(engine, state.id)["mayor.vp"].value == 12
    state = engine.use_dice(state.id, state.at, "mine")
    assert (state.dice, state.at, state.position) == ("mine", 2, 2)
    assert [one.kind for one in state.entries] == ["correct", "dice"]


def list_values(engine: Engine, id: str) -> dict[str, TrackedValue]:
    """Return the tracked values of a game by path."""
    return {value.path: value for value in engine.list_tracked_values(id)}


def test_tracked_values_have_translated_questions(engine: Engine) -> None:
    state = play_sample(engine, MAYOR, seed=3, max_answers=6)
    english, russian = engine.list_tracked_values(state.id, "en"), engine.list_tracked_values(state.id, "ru")
    assert [(one.path, one.value) for one in english] == [(one.path, one.value) for one in russian]
    assert [one.label for one in english] != [one.label for one in russian]


def test_the_course_of_a_game_follows_its_tracked_numbers(engine: Engine) -> None:
    state = play_sample(engine, MAYOR, seed=3)
    curves = {one.path: one for one in engine.list_curves(state.id)}
    points = curves["mayor.vp"].points
    assert points[0] == (0, 0)
    assert points[-1][1] == list_values(engine, state.id)["mayor.vp"].value
    assert [position for position, _value in points] == sorted({position for position, _value in points})


def test_a_sample_can_be_watched_but_not_played(engine: Engine) -> None:
    state = engine.open_sample(MAYOR, seed=3)
    assert state.over
    assert state.sample
    assert engine.load_state(state.id, "ru").lang == "ru"
    assert engine.load_past_state(state.id, 4).position == 4
    assert engine.list_games() == []
    assert Engine().load_state(state.id) == state
    with pytest.raises(BadAnswerError, match="You can only watch a sample game"):
        engine.undo(state.id, state.at)


@pytest.mark.parametrize(
    "id", ["", "nothing", "../x", "..", "a/b", "a\\b", "\0", "x" * 5000, "я" * 150, "sample.chess.1"]
)
def test_an_unknown_game_is_not_found(engine: Engine, id: str) -> None:
    for call in (
        engine.load_state,
        engine.export_journal,
        engine.delete_game,
        engine.list_curves,
        engine.list_tracked_values,
    ):
        with pytest.raises(NotFoundError):
            call(id)


def test_languages_are_switched_within_a_game(engine: Engine) -> None:
    state = play_sample(engine, MAYOR, seed=3, max_answers=6)
    russian = engine.load_state(state.id, "ru")
    assert russian.lang == "ru"
    assert russian.entries[0].text != state.entries[0].text
    assert engine.load_state(state.id) == state
    with pytest.raises(BadAnswerError) as refused:
        engine.answer(state.id, state.at, "ерунда", "ru")
    assert re.search("[а-я]{4}", str(refused.value))


def test_an_unknown_language_or_opponent_is_refused(engine: Engine) -> None:
    with pytest.raises(BadOptionError, match=f"one of: {', '.join(LANGUAGES)}"):
        engine.begin_game(MAYOR, lang="tlh")
    with pytest.raises(BadOptionError, match="no opponent"):
        engine.begin_game("chess")
    with pytest.raises(NotFoundError):
        engine.load_rules("chess")


def test_values_that_cannot_be_stored_are_refused(engine: Engine) -> None:
    deep: object = []
    for _level in range(200):
        deep = [deep]
    state = engine.begin_game(MAYOR, seed=7)
    for value in ("\ud800", {"a": "\udfff"}, {"\ud800": 1}, deep, float("nan")):
        with pytest.raises(BadAnswerError, match="nested too deeply"):
            engine.answer(state.id, state.at, value)
        with pytest.raises(BadAnswerError):
            engine.correct_value(state.id, state.at, "mayor.vp", value)
    assert engine.load_state(state.id) == state


def test_the_name_of_a_game_is_stored(engine: Engine) -> None:
    state = engine.begin_game(MAYOR, name="  Friday night ")
    assert state.name == "Friday night"
    assert engine.load_journal(engine.export_journal(state.id)).name == "Friday night"
    with pytest.raises(BadOptionError, match="at most 80"):
        engine.begin_game(MAYOR, name="x" * 81)


def test_journals_are_loaded_as_new_games_and_bad_ones_refused(engine: Engine) -> None:
    state = play_sample(engine, MAYOR, seed=3, max_answers=9)
    loaded = engine.load_journal(engine.export_journal(state.id))
    assert loaded.id != state.id
    assert replace(loaded, id=state.id) == state
    for text in (
        "",
        "x",
        "{}\n",
        '{"rival":1}\n',
        engine.export_journal(state.id)[:-9],
        "[" * 5000 + "\n",
        '{"a":"\\ud800"}\n',
    ):
        with pytest.raises(BadJournalError):
            engine.load_journal(text)
    assert len(engine.list_games()) == 2


def test_two_threads_answering_the_same_question_apply_one_answer(engine: Engine) -> None:
    journal = rival.play_demo(MAYOR, seed=3).journal
    state = engine.begin_game(MAYOR, seed=3, pack=journal.header["pack"])

    def attempt(at: int, value: object) -> bool:
        try:
            engine.answer(state.id, at, value)
        except StaleStateError:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        for at, (_kind, _key, value) in enumerate(journal.active_entries[:25]):
            won = list(pool.map(lambda _n, at=at, value=value: attempt(at, value), range(4)))
            assert won.count(True) == 1
    assert engine.export_journal(state.id).count("\n") == 26


# --- on the disk -------------------------------------------------------------------------------------------


def test_every_acknowledged_answer_is_stored() -> None:
    engine = Engine(open_repository())
    state = play_sample(engine, MAYOR, seed=3, max_answers=12)
    assert Engine(open_repository()).load_state(state.id) == state


def test_an_answer_that_cannot_be_stored_is_not_applied(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine(open_repository())
    state = engine.begin_game(MAYOR, seed=7)

    def full(self: SqlStoredGame, session: Session) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(SqlStoredGame, "save_session", full)
        with pytest.raises(OSError, match="No space"):
            engine.answer(state.id, state.at, True)
    assert engine.load_state(state.id) == state
    assert engine.answer(state.id, state.at, True).at == 1


def test_a_game_continued_by_another_program_is_reloaded() -> None:
    page, terminal = Engine(open_repository()), Engine(open_repository())
    state = page.begin_game(MAYOR, seed=7)
    elsewhere = terminal.answer(state.id, state.at, True)
    with pytest.raises(StaleStateError) as stale:
        page.answer(state.id, state.at, True)
    assert stale.value.state == elsewhere
    assert page.load_state(state.id) == elsewhere


def test_a_deleted_game_can_be_restored() -> None:
    engine = Engine(open_repository())
    state = play_sample(engine, MAYOR, seed=3, max_answers=3)
    text = engine.export_journal(state.id)
    engine.delete_game(state.id)
    assert engine.list_games() == []
    with pytest.raises(NotFoundError):
        engine.answer(state.id, state.at, True)
    engine.restore_game(state.id)
    assert engine.export_journal(state.id) == text


def test_more_games_than_fit_in_memory_stay_available() -> None:
    engine = Engine(open_repository())
    states = [engine.begin_game(MAYOR, seed=seed) for seed in range(MAX_OPEN_GAMES + 4)]
    assert len({state.id for state in states}) == len(states)
    for state in states:
        assert engine.answer(state.id, 0, True).seed == state.seed


def test_the_list_of_games_shows_next_questions_and_problems() -> None:
    engine = Engine(open_repository())
    first = engine.begin_game(MAYOR, seed=7)
    ended = play_sample(engine, MAYOR, seed=3)
    broken = engine.begin_game(MAYOR, seed=8, name="the broken one").id
    assert isinstance(engine.repository, SqlGameRepository)
    with engine.repository.database.open_writer() as connection:
        connection.execute(update(lines).where(lines.c.game == broken).values(text="nonsense"))
        connection.execute(update(games).where(games.c.id == broken).values(gist=None))
    engine = Engine(engine.repository)
    rows = {row.id: row for row in engine.list_games("ru")}
    assert rows[first.id].next
    assert rows[first.id].opponent is not None
    against = rows[first.id].opponent
    assert against is not None
    assert against.name == "мэр"
    assert rows[ended.id].over
    assert rows[ended.id].result
    assert "JSON" in (rows[broken].problem or "")
    assert rows[broken].name == "the broken one"
    engine.answer(first.id, 0, True)
    assert {row.id: row.position for row in engine.list_games("ru")}[first.id] == 1


def test_the_game_played_last_comes_first(engine: Engine) -> None:
    first, second = engine.begin_game(MAYOR, seed=7), engine.begin_game(MAYOR, seed=8)
    assert [row.id for row in engine.list_games()] == [second.id, first.id]
    engine.answer(first.id, 0, True)
    assert [row.id for row in engine.list_games()] == [first.id, second.id]


def test_later_answers_are_dropped_only_if_allowed_and_can_be_restored(engine: Engine) -> None:
    state = engine.begin_game(MAYOR, seed=3, options={"district_numbers": "random"})
    state = engine.answer(state.id, state.at, True)
    state = engine.answer(state.id, state.at, {"out": ["wood"]})
    state = engine.correct_value(state.id, state.at, "mayor.vp", 5).state
    before = engine.load_state(state.id)
    journal = engine.load_session(state.id).journal
    position = next(n for n, entry in enumerate(journal.active_entries) if entry[1] == "your-turn")
    again = engine.replace_answer(state.id, state.at, position, {"out": ["wood"]}, drop=False)
    assert (again.done, again.dropped) == (True, 0)
    restored = engine.restore_former_course(state.id, again.state.at)
    assert restored.state.position == before.position
    assert [one.text for one in restored.state.entries] == [one.text for one in before.entries]


def test_a_change_that_would_drop_answers_can_be_refused(engine: Engine) -> None:
    state = play_sample(engine, "mombasa", seed=3, max_answers=20)
    line = engine.load_session(state.id).journal.active_entries
    for n in range(len(line) - 2, 0, -1):
        question = engine.load_past_state(state.id, n).question
        assert question is not None
        for other in question.options:
            if question.kind != "choice" or line[n][0] != "answer" or other.id == line[n][2]:
                continue
            made = engine.replace_answer(state.id, state.at, n, other.id, drop=False)
            if made.done:
                state = made.state
                continue
            assert made.dropped > 0
            assert made.text
            assert engine.load_state(state.id).position == state.position
            allowed = engine.replace_answer(state.id, state.at, n, other.id)
            assert (allowed.done, allowed.dropped) == (True, made.dropped)
            assert allowed.state.former >= made.dropped
            return


def test_single_steps_back_add_up_to_the_same_corrections(engine: Engine) -> None:
    state = play_sample(engine, MAYOR, seed=3, max_answers=20)
    twin = engine.duplicate_game(state.id)
    start = state.position
    for position in range(start - 1, start - 6, -1):
        moved = engine.rewind(state.id, state.at, position, start=start)
        state = moved.state
    assert moved.repairs == engine.rewind(twin.id, twin.at, start - 5).repairs
    assert any(not one.reported for one in moved.repairs)


def test_the_way_back_is_listed_before_anything_is_undone(engine: Engine) -> None:
    state = play_sample(engine, MAYOR, seed=3, max_answers=20)
    for position in (state.position - 1, state.position - 6, 0):
        listed = engine.list_undo_corrections(state.id, position)
        assert engine.load_state(state.id).at == state.at
        twin = engine.duplicate_game(state.id)
        assert tuple(listed) == engine.rewind(twin.id, twin.at, position).repairs
    with pytest.raises(NotFoundError):
        engine.list_undo_corrections(state.id, 10_000)


def test_a_correction_saved_in_the_box_can_be_undone_there(engine: Engine) -> None:
    """C9: it is a separate change, and the game does not save it again."""
    session = Session.new("mombasa", seed=3)  # without a pack: it is told at the table
    sample = session.opponent.make_sample_player(3, session.options)
    while session.open_ask is not None and session.open_ask.key != "your-turn":
        session.answer(sample.answer(session.open_ask, session.table))
    state = engine.load_journal(session.journal.format_text())
    first = engine.correct_value(state.id, state.at, "bonus.2.name", "Lamp")
    told = list_bonus_names(engine)
    made = engine.correct_value(state.id, first.state.at, "bonus.2.name", "Lantern")
    assert made.saved == ("the bonus spaces",)
    assert list_bonus_names(engine)[1] == "Lantern"
    assert [one.did for one in engine.load_box("mombasa").history] == ["corrected", "corrected", "learned"]
    engine.undo_box_change("mombasa")
    assert list_bonus_names(engine) == told
    state = engine.correct_value(state.id, made.state.at, "stack", 20).state  # another correction learns, too
    assert list_bonus_names(engine) == told
    assert engine.load_session(state.id).table.bonus[1].name == "Lantern"
    assert engine.load_box("mombasa").history[0].did == "kept"


def test_corrections_of_two_devices_at_once_are_both_reported_as_saved_in_the_box(engine: Engine) -> None:
    session = Session.new("mombasa", seed=3)
    sample = session.opponent.make_sample_player(3, session.options)
    while session.open_ask is not None and session.open_ask.key != "your-turn":
        session.answer(sample.answer(session.open_ask, session.table))
    id = engine.load_journal(session.journal.format_text()).id
    engine.correct_value(id, engine.load_state(id).at, "bonus.2.name", "Lamp")

    def correct(path: str, name: str) -> AmendedGame:
        at = engine.load_state(id).at
        while True:
            try:
                return engine.correct_value(id, at, path, name)
            except StaleStateError as stale:
                at = stale.state.at

    with ThreadPoolExecutor(2) as devices:
        for number in range(12):
            both = list(devices.map(correct, ("bonus.2.name", "bonus.3.name"), (f"a{number}", f"b{number}")))
            assert [one.saved for one in both] == [("the bonus spaces",)] * 2
            assert list_bonus_names(engine)[1:3] == [f"a{number}", f"b{number}"]


def list_bonus_names(engine: Engine) -> list[str]:
    """Return the names of the described bonus spaces."""
    return list(engine.pack_store.load_pack(rival.load_opponents()["mombasa"])["bonus"])
