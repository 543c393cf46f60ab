"""Short games that once failed, and their end today."""

from __future__ import annotations

from pathlib import Path

from rival.kernel import Session

JOURNALS = Path(__file__).parent.parent / "journals"


def load_journal(name: str) -> Session:
    return Session.load((JOURNALS / f"pampero-{name}.jsonl").read_text(encoding="utf-8"), allow_partial=True)


def test_pa_31_pa_15_pa_44_pa_23_fees_batteries_a_forgotten_scoring_and_markers_by_hand() -> None:
    session = load_journal("rules3-2")
    assert session.result is not None
    assert session.result.scores == {"you": 90, "vj": 17 + 8 + 4}
    assert (session.table.vj.batteries, session.table.batteries) == (3, 8)
    assert (session.table.scoring, session.table.face_up_slots) == ("final", {2, 3})
    assert any("you have 3 and VJ has 0, so it goes to you" in entry.text for entry in session.transcript)


def test_pa_g11_pa_g47_a_sale_is_chosen_and_a_column_is_empty() -> None:
    session = load_journal("rules3-3")
    assert session.result is not None
    assert session.table.vj.sales[0] == "f2"
    assert any("Column 1 of zone B is empty" in entry.text for entry in session.transcript)


def test_pa_70_pa_89_a_link_token_returns_and_vjs_towers_are_corrected_there_and_back() -> None:
    session = load_journal("rules3-4")
    assert session.result is not None
    assert session.result.scores == {"you": 210, "vj": 159}
    assert session.table.grid is not None
    assert sum(column.towers for column in session.table.grid.values()) == session.table.vj.towers_left
    assert session.table.taken_off == {}


def test_pa_43_pa_g37_the_next_scoring_and_the_money_are_corrected_while_they_are_asked_for() -> None:
    session = load_journal("rules3-5")
    titles = [act.title for act in session.acts if act.banner]
    assert [title for title in titles if "coring" in title] == ["Scoring 2", "Final scoring"]
    assert session.result is not None
    assert session.result.winner == "vj"
    assert session.result.scores["vj"] == session.result.scores["you"] + 1
