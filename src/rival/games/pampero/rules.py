"""A game against VJ from set-up to winner, in the order of the rulebook.

The parts of his turn have their own modules: reading the cards (`reading`, `icons`), carrying out their actions
(`actions`), the tower bonus (`tower_bonus`), and his gains (`gains`, `specialists`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from rival.games.pampero.actions import EVENT_OF, carry_out
from rival.games.pampero.asking import card_words, section_words
from rival.games.pampero.cards import BuildFarm, BuildTower, ForeignSale, FulfilContract
from rival.games.pampero.markers import know_tracks
from rival.games.pampero.reading import Plan, read_cards
from rival.games.pampero.setting_up import set_up
from rival.games.pampero.sheets import chosen
from rival.games.pampero.symbols import Other
from rival.games.pampero.table import MOST_MONEY, Reading, Table
from rival.games.pampero.tower_bonus import EVENT_WORDS
from rival.games.pampero.views import markers_away, of_his
from rival.games.pampero.vj import SLOTS, choose_slot, has_majority
from rival.games.pampero.words import card_name
from rival.games.pampero.your_turn import markers_before_scoring, reminder, your_turn
from rival.kernel import (
    N_,
    Act,
    Ask,
    Because,
    Choice,
    Decision,
    Do,
    Field,
    Form,
    Group,
    Name,
    Number,
    PackWords,
    Result,
    Say,
    Script,
    Text,
    _,
    ask,
    decide,
    option,
)


def game(table: Table) -> Script[Result]:
    """Play the game: you and VJ take turns, you first, until the final scoring (PA-18)."""
    yield from set_up(table)
    at_once = table.options.scoring_moment == "at_once"
    while True:
        answer = yield from your_turn(table)
        due = bool(answer["scoring"])
        if answer["consolidation"]:
            yield from income(table)
        if due and at_once and table.scoring != "final":
            yield from scoring(table)
            due = False
        if not (due and at_once):
            yield from vjs_turn(table, bool(answer.get("skip")), due)
        if due and table.scoring == "final":
            return (yield from final_scoring(table))
        if due:
            yield from scoring(table)


# --- VJ's turn --------------------------------------------------------------------------------------------


def vjs_turn(table: Table, skip: bool, due: bool) -> Script[None]:
    """Play VJ's turn: choose a card, read it and carry out the first possible action (PA-39 to PA-51).

    If a scoring follows, this may be his last turn, which he may have to skip (PA-G2).
    """
    yield Act(_("VJ’s turn {n}", n=table.turn), "PA-18", "PA-39")
    last = due and table.scoring == "final"
    if table.vj.skip_token and (skip or (last and must_skip(table) and (yield from still_to_skip(table)))):
        yield from skipped_turn(table)
        return
    plan = yield from decide(lambda mind: think(table, mind))
    if plan is None:
        yield Act.retitle(_("VJ’s turn {n}: no action", n=table.turn))
        yield Say(
            _("VJ can’t carry out any section of his face-up cards, so he does nothing this turn."), "PA-G3", "PA-G14"
        )
    else:
        yield Act.retitle(_("VJ’s turn {n}: {what}", n=table.turn, what=aim(plan)))
        where = section_words(plan.slot, plan.section)
        shows = partial(chosen, plan.slot, plan.section)
        yield Say(_("{what} ({part}).", what=done(plan), part=where), "PA-39", "PA-45", shows=shows)
        yield from carry_out(table, plan)
        if not due:
            yield from reminder(table)
    table.reading = Reading()


def must_skip(table: Table) -> bool:
    """Return whether VJ has to skip a turn in this game (PA-G2)."""
    return table.options.skip_turn == "must"


def aim(plan: Plan) -> Text:
    """Return in a few words what VJ does and where, for a heading."""
    target = plan.target
    if plan.action is BuildFarm:
        return _("wind farm in {sector}", sector=Name(target))
    if plan.action is BuildTower:
        return _("tower in {sector}", sector=Name(target))
    if plan.action is FulfilContract:
        return _("contract in {sector}", sector=Name(target.sector))
    if plan.action is ForeignSale:
        return _("foreign-market sale in {sector}", sector=Name(target.sector))
    return _("as the card says")


def done(plan: Plan) -> Text:
    """Return a sentence that says what VJ does this turn."""
    if plan.action is Other:
        return _("VJ does what his card says: “{words}”", words=PackWords(str(plan.target)))
    return EVENT_WORDS[EVENT_OF[plan.action]]


def think(table: Table, mind: Decision) -> Script[Plan | None]:
    """Return the plan for VJ's turn: choose a card, then a section; None if nothing is possible (PA-39 to PA-51)."""
    scores = [(slot.yours, slot.vjs) if slot.face_up else None for slot in (table.slots[n] for n in SLOTS)]
    slot = choose_slot(scores)
    explain_choice(table, mind)
    mind.because(_("So VJ uses {card}.", card=card_words(table, slot)), "PA-39")
    return (yield from read_cards(table, mind, slot))


def skipped_turn(table: Table) -> Script[None]:
    """Skip VJ's turn, once in the game (PA-27a, PA-G2)."""
    yield Act.retitle(_("VJ’s turn {n}: skipped", n=table.turn))
    table.vj.skip_token = False
    yield Do(_("Turn the skip-turn token over: VJ skips this turn."), "PA-27a", "PA-G2", shows=of_his("skip"))


def still_to_skip(table: Table) -> Script[bool]:
    """Ask at the end of the game whether VJ skips his last turn or skipped one unreported (PA-G2)."""
    none_left = table.options.scoring_moment == "at_once"
    no_turn = _("The game ends, and no skipped turn of VJ was reported. Did he skip one earlier?")
    last = _("The game ends, and VJ has not skipped a turn yet. He skips his last turn unless he skipped one earlier.")
    now = option("now", _("no, he didn’t skip a turn") if none_left else _("he skips his last turn"), value=1)
    before = option("before", _("he already skipped a turn, but it was not reported"), value=0)
    answer = yield from ask(
        lambda: Ask("player", "skip-last", no_turn if none_left else last, Choice([now, before]), "PA-G2", "PA-27a")
    )
    if not answer:
        table.vj.skip_token = False
    return bool(answer)


def explain_choice(table: Table, mind: Decision) -> None:
    """Explain which card is chosen, majority by majority (PA-40 to PA-42)."""
    for n, slot in sorted(table.slots.items()):
        counts = {"card": card_words(table, n), "yours": slot.yours, "vjs": slot.vjs}
        rule = "PA-40" if n == 1 else "PA-41"
        if not slot.face_up:
            mind.because(_("{card}: face down, so it is not considered.", card=counts["card"]), "PA-44")
        elif slot.yours > slot.vjs:
            mind.because(_("{card}: you have {yours}, VJ has {vjs}: you have more.", **counts), rule)
            return
        else:
            mind.because(_("{card}: you have {yours}, VJ has {vjs}: the majority is his.", **counts), "PA-23", rule)
    mind.because(
        _(
            "VJ has every majority: he uses the card where you are tied or his lead is smallest; "
            "of several, the uppermost."
        ),
        "PA-42",
    )


# --- income and scorings ----------------------------------------------------------------------------------


def income(table: Table) -> Script[None]:
    """Add VJ's income when you take yours; the sum is asked unless the pack has the tracks (PA-G10)."""
    yield Act(_("VJ’s income"), "PA-G10", who="rules")
    if table.options.vj_income == "no":
        yield Say(_("VJ takes no income in this game."), "PA-G10")
        return
    yield from decide(lambda mind: know_tracks(table, mind))
    tracks = {market: table.entry("market", market).money for market in table.vj.markers}
    spaces = list(table.vj.markers.items())
    if all(
        money is not None and column < len(money) for (_m, column), money in zip(spaces, tracks.values(), strict=True)
    ):
        amount = sum((tracks[market] or ())[column] for market, column in spaces)
    else:
        text = _("How much money do VJ’s income markers bring him now?")
        amount = yield from ask(lambda: Ask("table", "vj-income", text, Number(0, 500), "PA-G10"))
    table.vj.money += amount
    text = _("VJ’s income: ${amount}; he has ${total} now.", amount=amount, total=table.vj.money)
    yield Do(text, "PA-G10", "PA-33", shows=of_his("money"))
    yield Act.conclude(_("${amount}", amount=amount))


def scoring(table: Table) -> Script[None]:
    """Run scoring 1 or 2; after scoring 2 the top card is turned face down (PA-43, PA-44)."""
    yield Act(_("Scoring {n}", n=Name(table.scoring)), "PA-43", "PA-G35", who="rules")
    which = table.scoring
    yield Say(_("Scoring {n}.", n=Name(which)), "PA-43", "PA-G35")
    if which == "1":
        yield Because(
            _("You and VJ both use the upper half of the scoring tile; it has no majority."), "PA-21", "PA-43"
        )
    else:
        yield from markers_before_scoring(table, [1])
        yield from tell_majority(table, 1)
    answer = yield from ask(lambda: scoring_question(which))
    yield from add_scores(table, answer)
    if which == "2":
        top = table.slots[1]
        top.face_up = False
        text = _("Turn the top VJ card face down; the markers numbered 1 are not needed any more.")
        yield Do(text, "PA-44", shows=partial(markers_away, 1, top.yours, top.vjs))
    table.scoring = "2" if which == "1" else "final"


def tell_majority(table: Table, n: int) -> Script[None]:
    """Say which side has a majority; a tie is VJ's (PA-23)."""
    slot = table.slots[n]
    words = {"what": card_name(table.card(n)), "yours": slot.yours, "vjs": slot.vjs}
    if has_majority(slot.yours, slot.vjs) == "you":
        yield Say(_("Majority ({what}): you have {yours}, VJ has {vjs}: it is yours.", **words), "PA-23")
    else:
        yield Say(_("Majority ({what}): you have {yours}, VJ has {vjs}: it is VJ’s.", **words), "PA-23")


def scoring_question(which: str) -> Ask:
    """Return the question about VJ's scoring: one sum, or each amount in its own field."""
    tiles = _("scoring tile") if which == "1" else _("scoring tiles, majorities included")
    all_of_it = _(
        "everything together: {tiles}, specialist scoring cards, symbols not counted yet, anything else", tiles=tiles
    )
    return Ask(
        "table",
        "scoring",
        _("How much money does VJ get in this scoring by the base rules? You can enter a sum such as 12+3."),
        Form(
            [
                Field("sum", all_of_it, Number(-MOST_MONEY, MOST_MONEY, summed=True), word=_("sum")),
                Field("tile", tiles, sum_of_money(), 0, group=ONE_BY_ONE),
                Field("cards", _("specialist scoring cards"), sum_of_money(), 0, group=ONE_BY_ONE),
                Field(
                    "symbols",
                    _("symbols on his bonus tiles that are not counted yet"),
                    sum_of_money(),
                    0,
                    group=ONE_BY_ONE,
                ),
                Field("other", _("anything else"), sum_of_money(), 0, group=ONE_BY_ONE),
            ],
            least=1,
        ),
        "PA-43",
        "PA-G36",
        notes=reminders(),
        label=line_of_scoring,
    )


def line_of_scoring(answer: Mapping[str, Any]) -> Text:
    """Describe the amounts that were entered, and their total."""
    told = [str(one).strip() for one in answer.values() if one]
    total = sum(Number(None).check(one) for one in told)
    words = f"{' + '.join(told)} = {total}" if told and told != [str(total)] else str(total)
    return _("VJ’s scoring: {answer}.", answer=Name(words))


ONE_BY_ONE = Group(_("Enter the amounts separately …"), folded=True)


def sum_of_money() -> Number:
    """Return the answer type for an amount of money."""
    return Number(-MOST_MONEY, MOST_MONEY)


def vj_fields() -> list[Field]:
    """Return the fields for VJ's amounts in the final scoring."""
    return [
        Field("tile", _("VJ: scoring tiles, majorities included"), sum_of_money(), 0),
        Field("cards", _("VJ: specialist scoring cards"), sum_of_money(), 0),
        Field("symbols", _("VJ: symbols on his bonus tiles that are not counted yet"), sum_of_money(), 0),
        Field("other", _("VJ: anything else"), sum_of_money(), 0),
    ]


def reminders() -> list[Because]:
    """Return the reminders about scoring tiles that work differently for VJ."""
    return [
        Because(_("Scoring tile 2.3: VJ’s column ends where his board marks the end."), "PA-26"),
        Because(_("Scoring tile 2.7: VJ gets $3 for every filled cell marked “!!”."), "PA-26a"),
    ]


def add_scores(table: Table, answer: dict[str, Any]) -> Script[None]:
    """Add VJ's amounts of a scoring to his money."""
    amount = sum(answer.get(field) or 0 for field in ("sum", "tile", "cards", "symbols", "other"))
    table.vj.money += amount
    text = _("VJ scores ${amount}; he has ${total} now.", amount=amount, total=table.vj.money)
    yield Do(text, "PA-G36", "PA-33", shows=of_his("money"))
    yield Act.conclude(_("VJ: ${amount}", amount=amount))


def final_scoring(table: Table) -> Script[Result]:
    """Run the final scoring: both majorities, the score sheet, and the result (PA-20, PA-G36)."""
    yield Act(_("Final scoring"), "PA-43", "PA-G35", who="rules")
    if table.options.scoring_moment == "at_once" and table.vj.skip_token and must_skip(table):
        yield from still_to_skip(table)
    yield Say(_("The game is over. Final scoring."), "PA-43", "PA-G35")
    final = sorted(table.face_up - {1})
    yield from markers_before_scoring(table, final)
    for n in final:
        yield from tell_majority(table, n)
    answer = yield from ask(lambda: final_question(table))
    yield from add_scores(table, answer)
    return (yield from winner(table, answer["yours"]))


def final_question(table: Table) -> Ask:
    """Return the question for the score sheet of the final scoring."""
    yours = Field("yours", _("you: all your money after all scoring"), sum_of_money(), required=True)
    text = _(
        "Fill in the score sheet. VJ has ${money} so far. You can enter sums such as 12+3-1.", money=table.vj.money
    )
    return Ask(
        "table",
        "final",
        text,
        Form([*vj_fields(), yours], least=2),
        "PA-20",
        "PA-G36",
        notes=reminders(),
        label=N_("Final scoring: {answer}."),
    )


def winner(table: Table, yours: int) -> Script[Result]:
    """Return the result: the most money wins (PA-20, PA-G37)."""
    vjs = table.vj.money
    words = {"yours": Name(str(yours)), "vjs": Name(str(vjs))}
    side = "you" if yours > vjs else "vj"
    cites: tuple[str, ...] = ("PA-20",)
    if yours == vjs:
        cites = ("PA-20", "PA-G37")
        if table.options.money_tie == "base":
            side = yield from ask(tie_question)
    text = _("${yours} to ${vjs}: you win.", **words) if side == "you" else _("${yours} to ${vjs}: VJ wins.", **words)
    yield Say(text, *cites)
    return Result(text, {"you": yours, "vj": vjs}, winner=side, cites=cites)


def tie_question() -> Ask:
    """Return the question about the base game's tie-break."""
    return Ask(
        "table",
        "tie",
        _("You and VJ have equal money: who wins by the tie-break of the base game?"),
        Choice([option("you", _("you")), option("vj", Name("VJ"))]),
        "PA-G37",
    )
