"""A minimal opponent: views, undo instructions and invariants have defaults."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path

from rival.games.rolling_heights import opponent as mayor
from rival.kernel import Ask, Do, EditableValue, Name, Number, Opponent, Result, Script, Session, ask
from rival.kernel.rendered_views import FactsView


@dataclass
class Purse:
    coins: dict[str, int | None] = field(default_factory=lambda: {"red": 3, "blue": None})
    turns: int = 0


def play_script(purse: Purse) -> Script[Result]:
    for _turn in range(2):
        paid = yield from ask(lambda: Ask("player", "pay", Name("How much?"), Number(0, 3), "RH-1"))
        purse.coins["red"] = (purse.coins["red"] or 0) - paid
        purse.turns += 1
        yield Do(Name("Pay."), "RH-1")
    return Result(Name("over"), {"you": 0})


def list_editable_values(purse: Purse) -> Iterator[EditableValue]:
    for name, n in purse.coins.items():
        yield EditableValue(f"coins.{name}", Name(f"{name} coins"), n, Number(0, 9), lambda new: None)


def make_minimal_opponent() -> Opponent:
    return Opponent(
        id="purse",
        name=Name("the purse"),
        game=Name("Purse"),
        folder=Path(mayor.folder),
        rules_version=1,
        make_table=lambda options, pack: Purse(),
        script=play_script,
        list_editable_values=list_editable_values,
        make_sample_player=mayor.make_sample_player,
        make_sample_pack=lambda: None,
    )


def test_an_opponent_must_define_only_ten_fields() -> None:
    required = {one.name for one in fields(Opponent) if one.default is MISSING and one.default_factory is MISSING}
    assert required == {
        *("id", "name", "game", "folder", "rules_version"),
        *("make_table", "script", "list_editable_values", "make_sample_player", "make_sample_pack"),
    }


def test_the_default_view_lists_the_editable_values() -> None:
    [picture] = Session.new(make_minimal_opponent(), seed=1).views
    assert isinstance(picture, FactsView)
    assert picture.title == "Purse"
    shown = [(spot.words, spot.note, spot.corrects) for spot in picture.spots]
    assert shown == [("red coins", "3", "coins.red"), ("blue coins", "—", "coins.blue")]


def test_default_undo_instructions_have_label_and_value() -> None:
    """Other values are the program's own data: nothing is moved for them."""
    session = Session.new(make_minimal_opponent(), seed=1)
    session.answer(2)
    texts = {".".join(one.path): one.text for one in session.undo()}
    assert texts == {"coins.red": "red coins: 3", "turns": None}


def test_no_invariants_are_checked_by_default() -> None:
    assert list(make_minimal_opponent().check_invariants(Purse())) == []
