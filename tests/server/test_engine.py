"""The engine: games by id, one change at a time, no change applied twice."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from sqlalchemy import update

import rival
from rival.engine import Engine, NotThere, Stale
from rival.engine.engine import IN_MEMORY
from rival.engine.states import PICTURED, State, TrackedValue
from rival.kernel import BadAnswer, BadJournal, BadOption, Session, snapshot
from rival.kernel.journal import Entry
from rival.kernel.pictures import FactsView
from rival.kernel.texts import LANGUAGES
from rival.storage import KeptGame, SqlShelf, open_shelf
from rival.storage.schema import games, lines
from tests.support.page_views import with_spots

GAMES = sorted(rival.opponents())
MAYOR = "rolling-heights"


@pytest.fixture(params=["memory", "disk"])
def engine(request: pytest.FixtureRequest) -> Engine:
    return Engine() if request.param == "memory" else Engine(open_shelf())


def play(engine: Engine, game: str, seed: int, most: int = 10_000) -> State:
    """Give the answers of a sample game to the engine one by one."""
    journal = rival.demo(game, seed=seed).journal
    state = engine.begin(game, seed=seed, pack=journal.header["pack"])
    for entry in journal.line[:most]:
        state = tell(engine, state, entry)
    return state


def tell(engine: Engine, state: State, entry: Entry, since: int | None = None) -> State:
    """Send an entry of a journal as the page does."""
    kind, name, value = entry
    if kind == "correct":
        return engine.correct(state.id, state.at, name, value, since=since).state
    return engine.answer(state.id, state.at, value, since=since)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_through_the_engine_is_the_game_of_the_kernel(game: str) -> None:
    engine = Engine()
    state = play(engine, game, seed=3)
    expected = rival.demo(game, seed=3)
    assert state.over
    assert state.result is not None
    assert state.result is not None
    assert expected.result is not None
    assert state.result.text == expected.words(expected.result.text)
    assert [(one.kind, one.text) for one in state.entries] == [(one.kind, one.text) for one in expected.transcript]
    assert state.views == expected.views
    assert engine.journal(state.id) == expected.journal.dumps()


@pytest.mark.parametrize("game", GAMES)
def test_every_state_of_a_game_is_json_and_tells_the_same_when_looked_back_at(game: str) -> None:
    engine = Engine()
    journal = rival.demo(game, seed=5).journal
    state = engine.begin(game, seed=5, pack=journal.header["pack"])
    seen = [state]
    for entry in journal.line[:40]:
        state = tell(engine, state, entry)
        assert json.loads(json.dumps(snapshot(state)))["question"] == snapshot(state.question)
        seen.append(state)
    for then in seen:
        past = engine.past(state.id, then.position)
        assert not past.live
        assert not past.can_undo
        told = tuple(replace(one, unless=None) for one in then.entries)  # nothing can be objected to there
        frozen = replace(then, live=False, at=state.at, can_undo=False, can_redo=False, entries=told, along=())
        assert past == replace(frozen, before=past.before)


@pytest.mark.parametrize("game", GAMES)
def test_what_was_answered_comes_back_with_the_question(engine: Engine, game: str) -> None:
    journal = rival.demo(game, seed=5).journal
    state = play(engine, game, seed=5, most=12)
    assert state.before is None
    for n in range(state.position - 1, -1, -1):
        kind, _key, value = journal.line[n]
        expected = value if kind == "answer" else None
        assert engine.past(state.id, n).before == expected
        state = engine.undo(state.id, state.at).state
        assert (state.position, state.before) == (n, expected)
    assert engine.redo(state.id, state.at).state.before == journal.line[1][2]


def test_an_old_answer_is_changed_in_one_kept_change(engine: Engine) -> None:
    state = play(engine, MAYOR, seed=3, most=8)
    entries, length = [one.text for one in state.entries], state.at
    position = next(one.at for one in state.entries if one.about.get("key") == "plan")
    plan = next(one.about["answer"] for one in state.entries if one.about.get("key") == "plan")
    assert isinstance(plan, dict)
    with pytest.raises(BadAnswer):
        engine.amend(state.id, state.at, position, "nonsense")
    assert engine.state(state.id).at == length
    with pytest.raises(Stale):
        engine.amend(state.id, state.at - 1, position, plan)
    same = engine.amend(state.id, state.at, position, plan, "ru")
    assert same.text == "Изменено. Все следующие ответы по-прежнему подходят."
    assert same.repairs == ()
    again = engine.state(state.id, "en")
    assert [one.text for one in again.entries] == entries
    assert again.at == length + 1 + state.position - position
    other = engine.amend(state.id, again.at, position, {**plan, "wood": 0, "glass": 6})
    assert other.text.startswith("Changed.")
    assert other.state.entries != again.entries
    assert Session.load(engine.journal(state.id)).at == other.state.position


def test_entries_can_be_asked_for_from_a_number_on(engine: Engine) -> None:
    state = play(engine, MAYOR, seed=3, most=8)
    part = engine.state(state.id, since=4)
    assert part.entries == state.entries[4:]
    assert part.length == len(state.entries)
    assert engine.state(state.id, since=10_000).entries == ()


def test_an_objection_brings_the_steps_that_it_tells_anew_and_no_others(engine: Engine) -> None:
    journal = rival.demo(MAYOR, seed=1).journal
    state = engine.begin(MAYOR, seed=1, pack=journal.header["pack"])
    objections = 0
    for kind, name, value in journal.line:
        before = engine.state(state.id)
        state = tell(engine, state, (kind, name, value), since=before.length)
        whole = engine.state(state.id)
        known = before.entries[: state.length - len(state.entries)]
        assert [one.text for one in known + state.entries] == [one.text for one in whole.entries]
        if kind == "correct":
            objections += 1
            assert 0 < len(state.entries) < whole.length
            assert min(one.at for one in state.entries) == before.position
    assert objections


def test_an_answer_brings_the_views_that_changed_and_the_order_of_all(engine: Engine) -> None:
    journal = rival.demo(MAYOR, seed=3).journal
    state = engine.begin(MAYOR, seed=3, pack=journal.header["pack"])
    known = {view.id: view for view in state.views}
    few = 0
    for entry in journal.line[:40]:
        kind, name, value = entry
        since = state.length  # be it 0: whoever names it has the table
        if kind == "answer":
            foreseen = engine.foresee(state.id, state.at, value, since=since)
            state = engine.answer(state.id, state.at, value, since=since)
            assert state == foreseen
        else:
            state = engine.correct(state.id, state.at, name, value, since=since).state
        known |= {view.id: view for view in state.views}
        for change in state.changes:
            new, old = {spot.id: spot for spot in change.spots}, known[change.view]
            now = with_spots(old, lambda one, new=new: new.get(one.id, one))  # type: ignore[misc]
            known[change.view] = (
                replace(now, title=change.title)
                if isinstance(now, FactsView)
                else replace(now, title=change.title, note=change.note)
            )
        whole = engine.state(state.id)
        assert tuple(known[id] for id in state.laid) == whole.views
        few += len(state.views) < len(whole.views)
    assert few > 35
    state = tell(engine, state, journal.line[40])  # from somebody who has nothing of it
    assert state.views == engine.state(state.id).views
    assert engine.past(state.id, state.position, since=4).views == engine.state(state.id).views


def test_of_a_long_game_the_last_entries_say_what_they_show(engine: Engine) -> None:
    state = play(engine, MAYOR, seed=3)
    shown = [one.index for one in state.entries if one.shows is not None]
    assert shown
    assert min(shown) >= state.length - PICTURED
    early = engine.past(state.id, 12)
    assert any(one.shows is not None for one in early.entries)  # who goes back sees them again


def test_a_stale_change_gets_the_present_state_and_changes_nothing(engine: Engine) -> None:
    state = engine.begin(MAYOR, seed=7)
    now = engine.answer(state.id, 0, True)
    for change in (
        lambda: engine.answer(state.id, 0, True),
        lambda: engine.foresee(state.id, 0, True),
        lambda: engine.undo(state.id, 0),
        lambda: engine.redo(state.id, 5),
        lambda: engine.rewind(state.id, 0, 0),
        lambda: engine.correct(state.id, 0, "mayor.vp", 3),
        lambda: engine.dice(state.id, 0, "mine"),
    ):
        with pytest.raises(Stale) as stale:
            change()
        assert stale.value.state == now
    assert engine.state(state.id) == now


def test_an_answer_is_foreseen_without_being_given(engine: Engine) -> None:
    state = play(engine, MAYOR, seed=3, most=8)
    value = rival.demo(MAYOR, seed=3).journal.line[8][2]
    kept = engine.journal(state.id)
    then = engine.foresee(state.id, state.at, value, since=len(state.entries))
    assert (engine.state(state.id), engine.journal(state.id)) == (state, kept)
    assert then == engine.answer(state.id, state.at, value, since=len(state.entries))


def test_undo_counts_as_a_change_so_an_answer_to_what_was_undone_is_stale(engine: Engine) -> None:
    state = engine.begin(MAYOR, seed=7)
    answered = engine.answer(state.id, 0, True)
    moved = engine.undo(state.id, answered.at)
    assert (moved.state.position, moved.state.at) == (0, 2)
    assert moved.state.can_redo
    with pytest.raises(Stale):
        engine.answer(state.id, answered.at, True)
    again = engine.redo(state.id, moved.state.at)
    assert replace(again.state, at=answered.at) == answered


def test_steps_back_say_what_to_put_right_on_the_table(engine: Engine) -> None:
    state = play(engine, MAYOR, seed=3, most=20)
    moved = engine.rewind(state.id, state.at, 5)
    assert moved.state.position == 5
    assert moved.repairs
    assert all(one.text and one.path for one in moved.repairs)


def test_there_is_nothing_to_undo_or_redo_at_the_beginning(engine: Engine) -> None:
    state = engine.begin(MAYOR, seed=7)
    with pytest.raises(BadAnswer, match="nothing to undo"):
        engine.undo(state.id, 0)
    with pytest.raises(BadAnswer, match="nothing to redo"):
        engine.redo(state.id, 0)


def test_corrections_and_dice_are_changes_like_answers(engine: Engine) -> None:
    state = engine.begin(MAYOR, seed=7)
    state = engine.correct(state.id, state.at, "mayor.vp", "10+2").state
    assert tracked(engine, state.id)["mayor.vp"].value == 12
    state = engine.dice(state.id, state.at, "mine")
    assert (state.dice, state.at, state.position) == ("mine", 2, 2)
    assert [one.kind for one in state.entries] == ["correct", "dice"]


def tracked(engine: Engine, id: str) -> dict[str, TrackedValue]:
    """Return the tracked values of a game by path."""
    return {one.path: one for one in engine.tracked(id)}


def test_the_tracked_values_are_asked_for_alone_and_in_a_language(engine: Engine) -> None:
    state = play(engine, MAYOR, seed=3, most=6)
    english, russian = engine.tracked(state.id, "en"), engine.tracked(state.id, "ru")
    assert [(one.path, one.value) for one in english] == [(one.path, one.value) for one in russian]
    assert [one.label for one in english] != [one.label for one in russian]


def test_the_course_of_a_game_follows_its_tracked_numbers(engine: Engine) -> None:
    state = play(engine, MAYOR, seed=3)
    curves = {one.path: one for one in engine.course(state.id)}
    points = curves["mayor.vp"].points
    assert points[0] == (0, 0)
    assert points[-1][1] == tracked(engine, state.id)["mayor.vp"].value
    assert [position for position, _value in points] == sorted({position for position, _value in points})


def test_a_sample_can_be_watched_but_not_played(engine: Engine) -> None:
    state = engine.sample(MAYOR, seed=3)
    assert state.over
    assert state.sample
    assert engine.state(state.id, "ru").lang == "ru"
    assert engine.past(state.id, 4).position == 4
    assert engine.games() == []
    assert Engine().state(state.id) == state
    with pytest.raises(BadAnswer, match="You can only watch a sample game"):
        engine.undo(state.id, state.at)


@pytest.mark.parametrize(
    "id", ["", "nothing", "../x", "..", "a/b", "a\\b", "\0", "x" * 5000, "я" * 150, "sample.chess.1"]
)
def test_a_game_that_is_not_there(engine: Engine, id: str) -> None:
    for call in (engine.state, engine.journal, engine.delete, engine.course, engine.tracked):
        with pytest.raises(NotThere):
            call(id)


def test_languages_are_switched_within_a_game(engine: Engine) -> None:
    state = play(engine, MAYOR, seed=3, most=6)
    russian = engine.state(state.id, "ru")
    assert russian.lang == "ru"
    assert russian.entries[0].text != state.entries[0].text
    assert engine.state(state.id) == state
    with pytest.raises(BadAnswer) as refused:
        engine.answer(state.id, state.at, "ерунда", "ru")
    assert re.search("[а-я]{4}", str(refused.value))


def test_an_unknown_language_or_opponent_is_refused(engine: Engine) -> None:
    with pytest.raises(BadOption, match=f"one of: {', '.join(LANGUAGES)}"):
        engine.begin(MAYOR, lang="tlh")
    with pytest.raises(BadOption, match="no opponent"):
        engine.begin("chess")
    with pytest.raises(NotThere):
        engine.rules("chess")


def test_what_cannot_be_written_is_refused_and_nothing_changes(engine: Engine) -> None:
    deep: object = []
    for _level in range(200):
        deep = [deep]
    state = engine.begin(MAYOR, seed=7)
    for value in ("\ud800", {"a": "\udfff"}, {"\ud800": 1}, deep, float("nan")):
        with pytest.raises(BadAnswer, match="nested too deeply"):
            engine.answer(state.id, state.at, value)
        with pytest.raises(BadAnswer):
            engine.correct(state.id, state.at, "mayor.vp", value)
    assert engine.state(state.id) == state


def test_a_game_has_a_name_that_stays(engine: Engine) -> None:
    state = engine.begin(MAYOR, name="  Friday night ")
    assert state.name == "Friday night"
    assert engine.load(engine.journal(state.id)).name == "Friday night"
    with pytest.raises(BadOption, match="at most 80"):
        engine.begin(MAYOR, name="x" * 81)


def test_journals_come_in_as_new_games_and_bad_ones_are_refused(engine: Engine) -> None:
    state = play(engine, MAYOR, seed=3, most=9)
    loaded = engine.load(engine.journal(state.id))
    assert loaded.id != state.id
    assert replace(loaded, id=state.id) == state
    for text in (
        "",
        "x",
        "{}\n",
        '{"rival":1}\n',
        engine.journal(state.id)[:-9],
        "[" * 5000 + "\n",
        '{"a":"\\ud800"}\n',
    ):
        with pytest.raises(BadJournal):
            engine.load(text)
    assert len(engine.games()) == 2


def test_two_threads_answering_the_same_question_do_not_double_it(engine: Engine) -> None:
    journal = rival.demo(MAYOR, seed=3).journal
    state = engine.begin(MAYOR, seed=3, pack=journal.header["pack"])

    def attempt(at: int, value: object) -> bool:
        try:
            engine.answer(state.id, at, value)
        except Stale:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        for at, (_kind, _key, value) in enumerate(journal.line[:25]):
            won = list(pool.map(lambda _n, at=at, value=value: attempt(at, value), range(4)))
            assert won.count(True) == 1
    assert engine.journal(state.id).count("\n") == 26


# --- on the disk -------------------------------------------------------------------------------------------


def test_every_answer_is_on_the_disk_when_it_is_taken() -> None:
    engine = Engine(open_shelf())
    state = play(engine, MAYOR, seed=3, most=12)
    assert Engine(open_shelf()).state(state.id) == state


def test_what_the_disk_refuses_was_not_said(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine(open_shelf())
    state = engine.begin(MAYOR, seed=7)

    def full(self: KeptGame, session: Session) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(KeptGame, "keep", full)
        with pytest.raises(OSError, match="No space"):
            engine.answer(state.id, state.at, True)
    assert engine.state(state.id) == state
    assert engine.answer(state.id, state.at, True).at == 1


def test_a_game_that_another_program_went_on_with_is_read_again() -> None:
    page, terminal = Engine(open_shelf()), Engine(open_shelf())
    state = page.begin(MAYOR, seed=7)
    elsewhere = terminal.answer(state.id, state.at, True)
    with pytest.raises(Stale) as stale:
        page.answer(state.id, state.at, True)
    assert stale.value.state == elsewhere
    assert page.state(state.id) == elsewhere


def test_a_deleted_game_is_put_aside_not_destroyed() -> None:
    engine = Engine(open_shelf())
    state = play(engine, MAYOR, seed=3, most=3)
    text = engine.journal(state.id)
    engine.delete(state.id)
    assert engine.games() == []
    with pytest.raises(NotThere):
        engine.answer(state.id, state.at, True)
    engine.restore(state.id)
    assert engine.journal(state.id) == text


def test_more_games_than_fit_in_memory_are_all_at_hand() -> None:
    engine = Engine(open_shelf())
    states = [engine.begin(MAYOR, seed=seed) for seed in range(IN_MEMORY + 4)]
    assert len({state.id for state in states}) == len(states)
    for state in states:
        assert engine.answer(state.id, 0, True).seed == state.seed


def test_the_list_of_games_says_what_is_next_and_what_is_broken() -> None:
    engine = Engine(open_shelf())
    first = engine.begin(MAYOR, seed=7)
    ended = play(engine, MAYOR, seed=3)
    broken = engine.begin(MAYOR, seed=8, name="the broken one").id
    assert isinstance(engine.shelf, SqlShelf)
    with engine.shelf.database.writing() as connection:
        connection.execute(update(lines).where(lines.c.game == broken).values(text="nonsense"))
        connection.execute(update(games).where(games.c.id == broken).values(gist=None))
    engine = Engine(engine.shelf)
    rows = {row.id: row for row in engine.games("ru")}
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
    assert {row.id: row.position for row in engine.games("ru")}[first.id] == 1


def test_the_game_played_last_comes_first(engine: Engine) -> None:
    first, second = engine.begin(MAYOR, seed=7), engine.begin(MAYOR, seed=8)
    assert [row.id for row in engine.games()] == [second.id, first.id]
    engine.answer(first.id, 0, True)
    assert [row.id for row in engine.games()] == [first.id, second.id]


def test_later_answers_are_dropped_only_when_that_is_allowed_and_come_back(engine: Engine) -> None:
    state = engine.begin(MAYOR, seed=3, options={"district_numbers": "random"})
    state = engine.answer(state.id, state.at, True)
    state = engine.answer(state.id, state.at, {"out": ["wood"]})
    state = engine.correct(state.id, state.at, "mayor.vp", 5).state
    before = engine.state(state.id)
    journal = engine.session(state.id).journal
    position = next(n for n, entry in enumerate(journal.line) if entry[1] == "your-turn")
    again = engine.amend(state.id, state.at, position, {"out": ["wood"]}, drop=False)
    assert (again.done, again.dropped) == (True, 0)
    restored = engine.restore_former(state.id, again.state.at)
    assert restored.state.position == before.position
    assert [one.text for one in restored.state.entries] == [one.text for one in before.entries]


def test_a_change_that_drops_answers_is_refused_and_changes_nothing(engine: Engine) -> None:
    state = play(engine, "mombasa", seed=3, most=20)
    line = engine.session(state.id).journal.line
    for n in range(len(line) - 2, 0, -1):
        question = engine.past(state.id, n).question
        assert question is not None
        for other in question.options:
            if question.kind != "choice" or line[n][0] != "answer" or other.id == line[n][2]:
                continue
            made = engine.amend(state.id, state.at, n, other.id, drop=False)
            if made.done:
                state = made.state
                continue
            assert made.dropped > 0
            assert made.text
            assert engine.state(state.id).position == state.position
            allowed = engine.amend(state.id, state.at, n, other.id)
            assert (allowed.done, allowed.dropped) == (True, made.dropped)
            assert allowed.state.former >= made.dropped
            return


def test_steps_back_one_by_one_give_the_list_of_all_of_them(engine: Engine) -> None:
    state = play(engine, MAYOR, seed=3, most=20)
    twin = engine.duplicate(state.id)
    start = state.position
    for position in range(start - 1, start - 6, -1):
        moved = engine.rewind(state.id, state.at, position, start=start)
        state = moved.state
    assert moved.repairs == engine.rewind(twin.id, twin.at, start - 5).repairs
    assert any(not one.reported for one in moved.repairs)


def test_a_correction_of_the_box_can_be_taken_back_in_the_box_alone(engine: Engine) -> None:
    """C9: it is a separate change, and the game does not save it again."""
    session = Session.new("mombasa", seed=3)  # without a pack: it is told at the table
    sample = session.opponent.sample(3, session.options)
    while session.open is not None and session.open.key != "your-turn":
        session.answer(sample.answer(session.open, session.table))
    state = engine.load(session.journal.dumps())
    first = engine.correct(state.id, state.at, "bonus.2.name", "Lamp")
    told = bonus_names(engine)
    made = engine.correct(state.id, first.state.at, "bonus.2.name", "Lantern")
    assert made.saved == ("the bonus spaces",)
    assert bonus_names(engine)[1] == "Lantern"
    assert [one.did for one in engine.box("mombasa").history] == ["corrected", "corrected", "learned"]
    engine.undo_box("mombasa")
    assert bonus_names(engine) == told
    state = engine.correct(state.id, made.state.at, "stack", 20).state  # another correction learns, too
    assert bonus_names(engine) == told
    assert engine.session(state.id).table.bonus[1].name == "Lantern"
    assert engine.box("mombasa").history[0].did == "kept"


def bonus_names(engine: Engine) -> list[str]:
    """Return the names of the described bonus spaces."""
    return list(engine.packs.own(rival.opponents()["mombasa"])["bonus"])
