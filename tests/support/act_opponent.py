"""A small shop for kernel tests: points, a row of plans, and two acts in each turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rival.games.rolling_heights import opponent as mayor
from rival.kernel import (
    Act,
    Ask,
    Choice,
    Do,
    EditableValue,
    Name,
    Number,
    Opponent,
    Result,
    Say,
    Script,
    Session,
    Text,
    ask,
    make_editable_number,
    make_option,
)
from rival.kernel.journal import parse_journal


@dataclass
class Shop:
    """The table of a small shop: points, score, a row of plans, and colours that the player reports."""

    points: int = 4
    score: int = 0
    row: list[int] = field(default_factory=lambda: [1, 2, 3])
    yours: int = 0
    level: int = 1


def play_shop_script(shop: Shop) -> Script[Result]:
    """Read the points before a question and use them after it; then the row moves up and the player reports colours."""
    yield from ask(lambda: Ask("table", "set-up", Name("Ready?"), Number(0, 9), "RH-03"))
    for turn in range(2):
        yield Act(Name(f"Your turn {turn + 1}"), "RH-12", who="player")
        shop.yours += yield from ask(lambda: Ask("player", "yours", Name("Yours?"), Number(0, 9), "RH-12"))
        yield Act(Name("His turn"), "RH-13")
        yield from play_opponents_turn(shop)
        yield Act.conclude(Name(f"score {shop.score}"))
    return Result(Name("over"), {"you": shop.yours})


def play_opponents_turn(shop: Shop) -> Script[None]:
    points = shop.points  # read before the questions, used after them
    yield Say(Name(f"he has {points} points"), "RH-13")
    plan = yield from ask(lambda: build_plan_question(shop))
    if plan is not None:
        tokens = shop.row.pop(plan - 1)
        shop.row.append(0)
        yield Do(Name(f"take plan {plan} with {tokens}"), "RH-22")
    report = yield from ask(lambda: Ask("table", "report", Name("Report?"), Number(0, 9), "RH-12"))
    shop.score += points + report
    yield Do(Name(f"he scores {points}"), "RH-42")


def build_plan_question(shop: Shop) -> Ask | None:
    there = [n for n, tokens in enumerate(shop.row, start=1) if (tokens and n % 2 == 1) or shop.level == 1]
    return (
        Ask("table", "plan", Name("Which plan?"), Choice([make_option(n) for n in there]), "RH-22") if there else None
    )


def list_shop_values(shop: Shop) -> Iterator[EditableValue]:
    yield make_editable_number("points", Name("points"), shop, "points", maximum=9)
    yield make_editable_number("score", Name("score"), shop, "score", maximum=99)
    yield make_editable_number("level", Name("level"), shop, "level", minimum=1, maximum=2)
    for n in range(len(shop.row)):
        yield make_editable_number(f"row.{n + 1}", Name(f"tokens on plan {n + 1}"), shop.row, n, maximum=9)


def check_shop_invariants(shop: Shop) -> Iterator[Text]:
    if shop.points == 7:
        yield Name("7 can't be.")


OPPONENT = Opponent(
    id="shop",
    name=Name("shop"),
    game=Name("Shop"),
    folder=Path(mayor.folder),
    rules_version=1,
    make_table=lambda options, pack: Shop(),
    script=play_shop_script,
    list_editable_values=list_shop_values,
    check_invariants=check_shop_invariants,
    describe_change=lambda path, now, was: Name(f"{'.'.join(path)}: from {now} to {was}"),
    make_views=lambda table: [],
    make_sample_player=mayor.make_sample_player,
    make_sample_pack=lambda: None,
)


def start_shop_game(*answers: int) -> Session:
    session = Session.new(OPPONENT, seed=1)
    for answer in answers:
        session.answer(answer)
    return session


def reload_session(session: Session) -> Session:
    return Session(parse_journal(session.journal.format_text()), OPPONENT)
