"""Old journals: those of every released version open; after a rule change, a journal opens up to the first conflict."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from rival.engine import Engine
from rival.engine.states import About
from rival.kernel import BadAnswer, BadJournal, Journal, Number, Session, opponents
from rival.kernel import session as sessions
from rival.kernel.journal import loads
from rival.kernel.opponent import Opponent, opponent
from rival.storage import open_shelf
from tests.support.own_opponents import OURS
from tests.support.toy_opponent import toy

FOLDER = Path(__file__).parent / "journals"
JOURNALS = sorted(FOLDER.glob("*.jsonl"))


@pytest.mark.parametrize("file", JOURNALS, ids=lambda file: file.stem)
def test_a_journal_of_a_released_version_opens_to_its_end_or_says_which_rules_changed(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    session = Session.load(text, partly=True)
    begun = session.journal.header["rules"]
    if session.stopped is None:
        assert session.result is not None
    else:
        changed = [id for version, ids in session.opponent.changes.items() if version > begun for id in ids]
        assert begun < session.opponent.rules_version
        assert changed
        assert all(id in str(session.stopped) for id in changed)
    assert session.journal.dumps() == text


def test_there_are_journals_of_every_opponent_and_version() -> None:
    found = {(header["game"], header["rules"]) for file in JOURNALS for header in [loads(file.read_text()).header]}
    wanted = {(one.id, version) for one in map(opponent, OURS) for version in range(1, one.rules_version + 1)}
    assert wanted <= found


def test_what_an_opponent_says_of_its_changes_names_real_rules_and_versions() -> None:
    for one in opponents().values():
        assert set(one.changes) <= set(range(2, one.rules_version + 1))
        for ids in one.changes.values():
            assert all(one.rules[id] for id in ids)


# --- a rule that changed -----------------------------------------------------------------------------------


def towers(heights: Mapping[str, int | None], **changes: object) -> Opponent:
    return replace(toy(dict(heights)).opponent, **changes)  # type: ignore[arg-type]


@pytest.fixture
def old() -> Journal:
    """Return a finished game of the toy opponent under version 1."""
    session = toy({"a": 1, "b": 2, "c": 3})
    while session.open is not None:
        session.answer(session.open.shape.least if isinstance(session.open.shape, Number) else True)
    assert session.at == 1
    session.undo()
    session.answer(42)
    return session.journal


NEW = towers({"a": None, "b": 2, "c": 3}, rules_version=2, changes={2: ("RH-27", "RH-28")})


def opened(journal: Journal, against: Opponent = NEW) -> Session:
    return Session(loads(journal.dumps()), against, partly=True)


def test_it_opens_up_to_there_says_which_entry_and_rules_and_stays_whole(old: Journal) -> None:
    with pytest.raises(BadJournal, match="Entry 1 of the journal can't be replayed"):
        Session(loads(old.dumps()), NEW)
    session = opened(old)
    assert session.at == 0
    said = str(session.stopped)
    assert "Entry 1" in said
    assert "started with version 1" in said
    assert "RH-27, RH-28" in said
    assert session.journal.dumps() == old.dumps()


def test_nothing_can_be_said_in_it_but_a_branch_goes_on(old: Journal) -> None:
    session = opened(old)
    assert session.open is not None
    changes: list[Callable[[], object]] = [
        lambda: session.answer(1),
        lambda: session.correct("heights.a", 3),
        lambda: session.use_dice("mine"),
    ]
    for change in changes:
        with pytest.raises(BadAnswer, match="start a new game at this point"):
            change()
    assert session.journal.dumps() == old.dumps()
    branch = session.branch(session.at)
    assert branch.stopped is None
    assert branch.journal.header["rules"] == 2
    branch.answer(["a"])
    assert branch.at == 1


def test_without_a_word_of_the_opponent_the_rules_of_the_question_are_named(old: Journal) -> None:
    session = opened(old, towers({"a": None, "b": 2, "c": 3}))
    assert "The rules at this point: RH-" in str(session.stopped)


def test_the_engine_shows_it_lists_it_and_keeps_it_untouched(old: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = open_shelf()

    def found(game: str) -> Opponent:
        return NEW if game == "toy" else opponent(game)

    monkeypatch.setattr(sessions, "opponent", found)
    engine = Engine(shelf)
    state = engine.load(old.dumps())
    assert state.stopped is not None
    assert not state.can_undo
    assert engine.games()[0].problem == state.stopped
    with pytest.raises(BadAnswer, match="start a new game at this point"):
        engine.answer(state.id, state.at, 1)
    assert engine.journal(state.id) == old.dumps()
    assert engine.text(state.id)[0] == old.dumps()
    branch = engine.branch(state.id, state.position)
    assert branch.stopped is None
    assert engine.text(state.id)[0] == old.dumps()


def test_a_journal_of_newer_rules_is_listed_with_its_problem() -> None:
    session = Session.new("rolling-heights", seed=1)
    session.journal.header["rules"] = 99
    session.opponent = replace(session.opponent, rules_version=99)
    engine = Engine(open_shelf())
    engine.shelf.add(session, About(name="From the future"))
    (row,) = engine.games()
    assert row.name == "From the future"
    assert "newer version of the rules" in (row.problem or "")
