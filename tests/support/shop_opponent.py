"""A small opponent whose script assumes a fee."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rival.kernel import (
    N_,
    Ask,
    Do,
    Field,
    Form,
    Name,
    Number,
    Result,
    Say,
    Script,
    Session,
    ask,
    assume,
    roll,
)
from rival.kernel.game_log import StepCounter
from tests.support.toy_opponent import start_toy_game


@dataclass
class Shop:
    paid: list[int] = field(default_factory=list)
    rolled: list[int] = field(default_factory=list)


def make_fee_question() -> Ask:
    shape = Form([Field("coins", Name("coins"), Number(0, 5), 3)])
    return Ask(
        "table", "fee", Name("What was paid?"), shape, "RH-33", label=N_("Paid: {answer}"), objection=Name("too poor")
    )


def play_script(shop: Shop) -> Script[Result]:
    for _turn in range(2):
        for _fee in range(2):
            answer = yield from assume(make_fee_question)
            shop.paid.append(answer["coins"])
            yield Do(Name(f"pay {answer['coins']}"), "RH-33")
            shop.rolled.append((yield from roll("die", Name("Roll."), 6, "RH-18", label="die {answer}")))
        yield from ask(lambda: Ask("player", "on", Name("On?"), Number(0, 9), "RH-12"))
    yield Say(Name("over"))
    return Result(Name("over"), {})


def start_shop_game(counter: StepCounter | None = None) -> Session:
    opponent = replace(
        start_toy_game({}).opponent,
        script=play_script,
        make_table=lambda options, pack: Shop(),
        list_editable_values=lambda table: [],
        check_invariants=lambda table: [],
    )
    return Session.new(opponent, seed=1, listener=counter)
