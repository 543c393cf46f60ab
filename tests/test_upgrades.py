"""Old journals: those of every released version open; after a rule change, a journal opens up to the first conflict."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from rival.engine import Engine
from rival.engine.responses import GameDetails
from rival.kernel import BadAnswerError, BadJournalError, Journal, Number, Session, load_opponents
from rival.kernel import session as sessions
from rival.kernel.installed_opponents import load_opponent
from rival.kernel.journal import parse_journal
from rival.kernel.opponent import Opponent
from rival.storage import open_repository
from tests.support.own_opponents import OURS
from tests.support.toy_opponent import start_toy_game

FOLDER = Path(__file__).parent / "journals"
JOURNALS = sorted(FOLDER.glob("*.jsonl"))


@pytest.mark.parametrize("file", JOURNALS, ids=lambda file: file.stem)
def test_a_released_journal_opens_completely_or_names_the_changed_rules(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    session = Session.load(text, allow_partial=True)
    begun = session.journal.header["rules"]
    if session.stop_reason is None:  # a journal that shows a mended error may end before its game
        assert session.result is not None or "-rules" not in file.stem
    else:
        changed = [id for version, ids in session.opponent.rule_changes.items() if version > begun for id in ids]
        assert begun < session.opponent.rules_version
        assert changed
        assert all(id in str(session.stop_reason) for id in changed)
    assert session.journal.format_text() == text


def test_there_are_journals_of_every_opponent_and_version() -> None:
    result = {
        (header["game"], header["rules"]) for file in JOURNALS for header in [parse_journal(file.read_text()).header]
    }
    expected = {
        (entry.id, version) for entry in map(load_opponent, OURS) for version in range(1, entry.rules_version + 1)
    }
    assert expected <= result


def test_the_changes_of_an_opponent_name_real_rules_and_versions() -> None:
    for entry in load_opponents().values():
        assert set(entry.rule_changes) <= set(range(2, entry.rules_version + 1))
        for ids in entry.rule_changes.values():
            assert all(entry.rules[id] for id in ids)


# --- a rule that changed -----------------------------------------------------------------------------------


def make_towers_opponent(heights: Mapping[str, int | None], **changes: object) -> Opponent:
    return replace(start_toy_game(dict(heights)).opponent, **changes)  # type: ignore[arg-type]


@pytest.fixture
def old_session() -> Journal:
    """Return a finished game of the toy opponent under version 1."""
    session = start_toy_game({"a": 1, "b": 2, "c": 3})
    while session.open_ask is not None:
        session.answer(
            session.open_ask.answer_type.minimum if isinstance(session.open_ask.answer_type, Number) else True
        )
    assert session.position == 1
    session.undo()
    session.answer(42)
    return session.journal


NEW_RULES = make_towers_opponent({"a": None, "b": 2, "c": 3}, rules_version=2, rule_changes={2: ("RH-27", "RH-28")})


def open_journal(journal: Journal, tested_opponent: Opponent = NEW_RULES) -> Session:
    return Session(parse_journal(journal.format_text()), tested_opponent, allow_partial=True)


def test_an_old_journal_opens_up_to_the_conflict_and_stays_complete(old_session: Journal) -> None:
    with pytest.raises(BadJournalError, match="Entry 1 of the journal can't be replayed"):
        Session(parse_journal(old_session.format_text()), NEW_RULES)
    session = open_journal(old_session)
    assert session.position == 0
    message = str(session.stop_reason)
    assert "Entry 1" in message
    assert "started with version 1" in message
    assert "RH-27, RH-28" in message
    assert session.journal.format_text() == old_session.format_text()


def test_an_old_journal_is_read_only_but_a_branch_continues(old_session: Journal) -> None:
    session = open_journal(old_session)
    assert session.open_ask is not None
    changes: list[Callable[[], object]] = [
        lambda: session.answer(1),
        lambda: session.correct("heights.a", 3),
        lambda: session.use_dice("mine"),
    ]
    for change in changes:
        with pytest.raises(BadAnswerError, match="start a new game at this point"):
            change()
    assert session.journal.format_text() == old_session.format_text()
    branch = session.branch(session.position)
    assert branch.stop_reason is None
    assert branch.journal.header["rules"] == 2
    branch.answer(["a"])
    assert branch.position == 1


def test_without_listed_changes_the_rules_of_the_question_are_named(old_session: Journal) -> None:
    session = open_journal(old_session, make_towers_opponent({"a": None, "b": 2, "c": 3}))
    assert "The rules at this point: RH-" in str(session.stop_reason)


def test_the_engine_shows_and_lists_an_old_journal_unchanged(
    old_session: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf = open_repository()

    def get_opponent(game: str) -> Opponent:
        return NEW_RULES if game == "toy" else load_opponent(game)

    monkeypatch.setattr(sessions, "load_opponent", get_opponent)
    engine = Engine(shelf)
    state = engine.load_journal(old_session.format_text())
    assert state.stopped is not None
    assert not state.can_undo
    assert engine.list_games()[0].problem == state.stopped
    with pytest.raises(BadAnswerError, match="start a new game at this point"):
        engine.answer(state.id, state.at, 1)
    assert engine.export_journal(state.id) == old_session.format_text()
    assert engine.read_stored_journal(state.id)[0] == old_session.format_text()
    branch = engine.branch_game(state.id, state.position)
    assert branch.stopped is None
    assert engine.read_stored_journal(state.id)[0] == old_session.format_text()


def test_a_journal_of_newer_rules_is_listed_with_its_problem() -> None:
    session = Session.new("rolling-heights", seed=1)
    session.journal.header["rules"] = 99
    session.opponent = replace(session.opponent, rules_version=99)
    engine = Engine(open_repository())
    engine.repository.add_game(session, GameDetails(name="From the future"))
    (row,) = engine.list_games()
    assert row.name == "From the future"
    assert "newer version of the rules" in (row.problem or "")
