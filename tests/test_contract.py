"""The contract that every opponent keeps, whoever wrote it."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import subprocess
import sys

import pytest

import rival
from rival.engine.states import say
from rival.kernel import Json, Session, opponent, repaired, snapshot
from rival.kernel.opponent import objections_of
from rival.kernel.steps import Ask

GAMES = sorted(rival.opponents())
SEEDS = range(1, 13)


def state(session: Session) -> tuple[object, ...]:
    """Everything a driver can see of a session."""
    return (session.ask, snapshot(session.table), tuple(session.transcript), session.at, session.result)


def demo_sessions(game: str) -> list[Session]:
    return [rival.demo(game, seed=seed) for seed in SEEDS]


def option_sets(game: str) -> list[dict[str, object]]:
    """The defaults, and every single option at each of its other values."""
    settings = opponent(game).settings
    return [{}, *({one.name: value} for one in settings for value, _words in one.values[1:])]


@pytest.mark.parametrize("game", GAMES)
def test_demos_of_many_seeds_finish(game: str) -> None:
    for session in demo_sessions(game):
        assert session.ask is None
        assert session.result is not None


@pytest.mark.games
@pytest.mark.parametrize("game", GAMES)
def test_demos_finish_under_every_option(game: str) -> None:
    for options, seed in itertools.product(option_sets(game), (1, 2, 3)):
        assert rival.demo(game, seed=seed, options=options).result is not None, options


@pytest.mark.parametrize("game", GAMES)
def test_load_of_dumps_is_the_identity(game: str) -> None:
    for session in demo_sessions(game):
        text = session.journal.dumps()
        again = Session.load(text)
        assert again.journal.dumps() == text
        assert state(again) == state(session)


@pytest.mark.parametrize("game", GAMES)
def test_undo_then_redo_is_the_identity_at_every_prefix(game: str) -> None:
    session = rival.demo(game, seed=3)
    while session.at:
        before = state(session)
        session.undo()
        session.redo()
        assert state(session) == before
        session.undo()


@pytest.mark.parametrize("game", GAMES)
def test_repairs_applied_to_the_later_table_give_the_earlier_one(game: str) -> None:
    session = rival.demo(game, seed=4)
    end = session.at
    for n in range(end - 1, -1, -1):
        later = snapshot(session.table)
        assert repaired(later, session.undo()) == snapshot(session.table), n
    for n in (end, end // 2, end // 3, end, 0):
        later = snapshot(session.table)
        assert repaired(later, session.rewind(n)) == snapshot(session.table)


NONSENSE: list[Json] = [
    None,
    "nonsense",
    -12345,
    3.5,
    True,
    [],
    ["nonsense"],
    [[]],
    {},
    {"nonsense": 1},
    {"": None},
    "9" * 500,
]


@pytest.mark.parametrize("game", GAMES)
def test_answers_that_do_not_fit_are_refused_and_change_nothing(game: str) -> None:
    refused = 0
    journal = rival.demo(game, seed=5).journal
    session = Session.load(journal.dumps())
    for n in range(0, len(journal.line), 2):
        session.rewind(n)
        before = (state(session), session.journal.dumps())
        for value in NONSENSE:
            if fits(session.open, value):
                continue
            with pytest.raises(rival.BadAnswer) as problem:
                session.answer(value)
            assert len(str(problem.value)) > 10
            assert (state(session), session.journal.dumps()) == before
            refused += 1
    assert refused > 5 * len(range(0, len(journal.line), 2))


def fits(ask: Ask | None, value: object) -> bool:
    assert ask is not None
    try:
        ask.check(value)
    except rival.BadAnswer:
        return False
    return True


@pytest.mark.parametrize("game", GAMES)
def test_every_step_cites_rules_that_exist(game: str) -> None:
    known = set(opponent(game).rules.by_id)
    for session in demo_sessions(game):
        for entry in session.transcript:
            assert entry.cites, entry.text
            assert set(entry.cites) <= known, entry
            for line in entry.because:
                assert line.cites, line.text
                assert set(line.cites) <= known, line


@pytest.mark.parametrize("game", GAMES)
def test_the_table_is_possible_after_every_answer(game: str) -> None:
    against = opponent(game)
    for seed in SEEDS:
        journal = rival.demo(game, seed=seed).journal
        session = Session.new(game, seed=seed, options=journal.header["options"], pack=journal.header["pack"])
        for entry in journal.line:
            say(session, entry)
            assert list(against.problems(session.table)) == []


@pytest.mark.parametrize("game", GAMES)
def test_correcting_a_value_to_itself_asks_the_same_question_again(game: str) -> None:
    session = rival.demo(game, seed=6)
    for n in range(session.at - 1, 0, -7):
        session.rewind(n)
        question, table = session.ask, snapshot(session.table)
        one = next(one for one in session.tracked().values() if one.value is not None)
        session.correct(one.path, one.value)
        assert session.ask == question
        assert snapshot(session.table) == table
        session.undo()


@pytest.mark.parametrize("game", GAMES)
def test_with_your_own_dice_the_same_rolls_give_the_same_table(game: str) -> None:
    """What the program rolls can be rolled by hand, too, and every roll then stands in the journal."""
    automatic = rival.demo(game, seed=8)
    by_hand = Session.new(game, seed=8, dice="mine", pack=automatic.journal.header["pack"])
    sample = opponent(game).sample(8, by_hand.options)
    by_hand.objector = objections_of(sample)
    draws: dict[str, int] = {}
    while by_hand.open is not None:
        ask = by_hand.open
        if ask.who == "chance":
            k = draws.get(ask.key, 0)
            draws[ask.key] = k + 1
            by_hand.answer(ask.shape.draw(by_hand.chance, ask.key, k))
        else:
            by_hand.answer(sample.answer(ask, by_hand.table))
    assert snapshot(by_hand.table) == snapshot(automatic.table)
    assert by_hand.result == automatic.result


@pytest.mark.games
@pytest.mark.parametrize("game", GAMES)
def test_russian_is_complete_in_everything_shown(game: str) -> None:
    against = opponent(game)
    russian = against.catalogue("ru")
    russian.missing.clear()
    for options in option_sets(game):
        session = rival.demo(game, seed=9, options=options, lang="ru")
        assert all(entry.text for entry in session.transcript)
        session.rewind(0)
        while session.ask is not None:
            for one in session.tracked().values():
                session.words(one.label)
            for view in against.views(session.table):
                session.words(view.title)
            session.redo()
    for setting in against.settings:
        setting.label.render(russian)
        for _value, words in setting.values:
            words.render(russian)
    assert russian.missing == set()


PLAY = "import rival, sys; print(rival.demo(sys.argv[1], seed=11).journal.dumps())"


@pytest.mark.parametrize("game", GAMES)
def test_a_sample_pack_belongs_to_the_game_that_was_given_it(game: str) -> None:
    whole = json.dumps(rival.sample_pack(game))
    inner = [rival.sample_pack(game)]
    while inner:  # everything that can be changed is changed
        match inner.pop():
            case dict() as table:
                inner += table.values()
                table.clear()
            case list() as row:
                inner += row
                row.clear()
    assert json.dumps(rival.sample_pack(game)) == whole


def pythons() -> list[str]:
    """This Python, and any newer one at hand that can run."""
    found = [sys.executable]
    for minor in range(sys.version_info.minor + 1, 20):
        path = shutil.which(f"python3.{minor}")
        if path and subprocess.run([path, "-c", ""], capture_output=True, check=False).returncode == 0:
            found.append(path)
    return found


@pytest.mark.processes
@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_journal_everywhere(game: str) -> None:
    expected = rival.demo(game, seed=11).journal.dumps().strip()
    here = os.path.dirname(os.path.dirname(rival.__file__))
    metadata = os.pathsep.join([here, *(path for path in sys.path if path.endswith("site-packages"))])
    for python, hash_seed in itertools.product(pythons(), ("0", "1", "4711")):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": metadata}
        played = subprocess.run(
            [python, "-c", PLAY, game], capture_output=True, text=True, env=environment, check=True, encoding="utf-8"
        )
        assert played.stdout.strip() == expected, (python, hash_seed)
