"""A minimal opponent: views, undo instructions and invariants have defaults."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path

from rival.games.rolling_heights import opponent as mayor
from rival.kernel import Ask, Do, Name, Number, Opponent, Result, Script, Session, Tracked, ask
from rival.kernel.pictures import FactsView


@dataclass
class Purse:
    coins: dict[str, int | None] = field(default_factory=lambda: {"red": 3, "blue": None})
    turns: int = 0


def script(purse: Purse) -> Script[Result]:
    for _turn in range(2):
        paid = yield from ask(lambda: Ask("player", "pay", Name("How much?"), Number(0, 3), "RH-1"))
        purse.coins["red"] = (purse.coins["red"] or 0) - paid
        purse.turns += 1
        yield Do(Name("Pay."), "RH-1")
    return Result(Name("over"), {"you": 0})


def tracked(purse: Purse) -> Iterator[Tracked]:
    for name, n in purse.coins.items():
        yield Tracked(f"coins.{name}", Name(f"{name} coins"), n, Number(0, 9), lambda new: None)


def first() -> Opponent:
    return Opponent(
        id="purse",
        name=Name("the purse"),
        game=Name("Purse"),
        folder=Path(mayor.folder),
        rules_version=1,
        new_table=lambda options, pack: Purse(),
        script=script,
        tracked=tracked,
        sample=mayor.sample,
        sample_pack=lambda: None,
    )


def test_these_ten_are_all_that_an_opponent_must_have() -> None:
    required = {one.name for one in fields(Opponent) if one.default is MISSING and one.default_factory is MISSING}
    assert required == {
        *("id", "name", "game", "folder", "rules_version"),
        *("new_table", "script", "tracked", "sample", "sample_pack"),
    }


def test_its_picture_is_a_list_of_what_is_tracked_and_a_tap_corrects_it() -> None:
    [picture] = Session.new(first(), seed=1).views
    assert isinstance(picture, FactsView)
    assert picture.title == "Purse"
    shown = [(spot.words, spot.note, spot.corrects) for spot in picture.spots]
    assert shown == [("red coins", "3", "coins.red"), ("blue coins", "—", "coins.blue")]


def test_what_is_to_be_put_back_is_told_by_its_label_and_its_value() -> None:
    """Other values are the program's own data: nothing is moved for them."""
    session = Session.new(first(), seed=1)
    session.answer(2)
    texts = {".".join(one.path): one.text for one in session.undo()}
    assert texts == {"coins.red": "red coins: 3", "turns": None}


def test_nothing_is_impossible() -> None:
    assert list(first().problems(Purse())) == []
