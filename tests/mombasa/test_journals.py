"""Saved journals of games that once went wrong: each still leads to the position it reached when it was fixed."""

from __future__ import annotations

from pathlib import Path

import pytest

from rival.kernel import Session

FOLDER = Path(__file__).parent.parent / "journals"


def open_journal(number: int) -> Session:
    return Session.load((FOLDER / f"mombasa-rules3-{number}.jsonl").read_text(encoding="utf-8"))


def list_texts(number: int) -> list[str]:
    return [entry.text for entry in open_journal(number).transcript]


def test_mo_26_points_corrected_while_the_report_was_open() -> None:
    assert sum("expands with" in text for text in list_texts(1)) == sum(
        "expansion is over" in text for text in list_texts(1)
    )
    corrected = next(n for n, text in enumerate(list_texts(1)) if text.startswith("Corrected"))
    expands = next(text for text in list_texts(1)[corrected:] if "expands with" in text)
    assert int(expands.split("with ")[1].split()[0]) >= 4


def test_mo_35_a_stack_corrected_while_it_was_asked_what_stays_empty() -> None:
    assert open_journal(2).table.stack == 0
    assert not any("-" in text.split("Refill")[-1] for text in list_texts(2) if "Refill" in text)


def test_mo_19_a_deck_corrected_to_itself() -> None:
    session = open_journal(3)
    entries = session.journal.active_entries
    place = next(n for n, entry in enumerate(entries) if entry[0] == "correct")
    with_it, without = session.replay_to(place + 1), session.replay_to(place)
    for one in (with_it, without):
        one.answer(True)
    assert with_it.table.active == without.table.active


def test_mo_a23_an_end_space_that_was_emptied_and_a_column_refilled() -> None:
    assert any("The bottom space is empty in" in text for text in list_texts(4))


def test_mo_a35_a_card_and_a_pass_in_one_answer() -> None:
    assert sum("Passing is a separate turn" in text for text in list_texts(5)) == 7
    assert open_journal(5).table.done.turns >= 14


def test_mo_a34_first_player_for_one_round() -> None:
    assert any("is first player and begins" in text for text in list_texts(6))


def test_mo_a23_a_post_corrected_there_and_back_leaves_its_base_known() -> None:
    session = open_journal(7)
    place = next(n for n, entry in enumerate(session.journal.active_entries) if entry[0] == "correct")
    before, after = session.replay_to(place), session.replay_to(place + 2)
    assert after.table.bases == before.table.bases
    assert "cairo" in after.table.bases


def test_a_correction_that_fits_at_no_earlier_place_is_made_at_the_open_question() -> None:
    """It failed at its first place, and compared the later answers with the questions of that failed replay."""
    session = open_journal(8).replay_to(101)
    made = session.correct("active", ["c6", "c2", "c3", "c9"])
    assert (made.dropped_count, sorted(session.table.active)) == (0, ["c2", "c3", "c6", "c9"])


@pytest.mark.parametrize("number", range(1, 9))
def test_a_saved_journal_has_a_result(number: int) -> None:
    assert open_journal(number).result is not None
