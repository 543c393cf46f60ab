"""A game against VJ from set-up to winner, in the order of the rulebook.

The parts of VJ's turn have their own modules: reading the cards (`card_interpreter`, `icon_rows`), carrying out
their actions (`actions`), the tower bonus (`tower_bonus`), and his gains (`gains`, `specialists`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Literal

from rival.games.pampero.actions import ACTION_EVENTS, execute_turn_plan
from rival.games.pampero.card_interpreter import find_possible_plan
from rival.games.pampero.card_questions import describe_slot_card
from rival.games.pampero.cards import BuildFarm, BuildTower, ForeignSale, FulfilContract
from rival.games.pampero.game_setup import run_setup
from rival.games.pampero.icon_grammar import get_card_name
from rival.games.pampero.income_markers import ask_income_tracks
from rival.games.pampero.table import MAX_MONEY, ReadingPosition, Table
from rival.games.pampero.turn_acts import (
    TurnPlan,
    choose_first_slot,
    count_possessions,
    describe_action,
    describe_cause,
    describe_money_gain,
    describe_result,
    list_money_sources,
    record_earnings,
    show_target,
    start_reading,
    tell,
)
from rival.games.pampero.views import get_majority_view_id, show_markers_removed, show_possession
from rival.games.pampero.vj import find_majority_holder
from rival.games.pampero.your_turn import ask_markers_before_scoring, play_player_turn, remind_of_markers
from rival.kernel import (
    N_,
    Act,
    Ask,
    Because,
    Cause,
    Choice,
    Decision,
    Do,
    Field,
    FieldGroup,
    Form,
    Highlight,
    JoinedText,
    Name,
    Number,
    Result,
    Say,
    Script,
    Text,
    _,
    ask,
    decide,
    make_option,
    n_,
)


def play_game(table: Table) -> Script[Result]:
    """Play a game from the set-up to the final scoring; the player has the first turn (PA-18)."""
    yield from run_setup(table)
    at_once = table.options.scoring_moment == "at_once"
    while True:
        answer = yield from play_player_turn(table)
        is_scoring_due = bool(answer["scoring"])
        if answer["consolidation"]:
            yield from take_vj_income(table)
        if is_scoring_due and at_once:
            result = yield from run_scoring(table)
            if result is not None:
                return result
        elif is_scoring_due and table.scoring == "final":
            yield from announce_last_turn(table)
        yield from play_vj_turn(table, bool(answer.get("skip")), is_scoring_due and not at_once)
        if is_scoring_due and not at_once:
            result = yield from run_scoring(table)
            if result is not None:
                return result


# --- VJ's turn --------------------------------------------------------------------------------------------


def play_vj_turn(table: Table, skip: bool, is_scoring_due: bool) -> Script[None]:
    """Play VJ's turn: choose a card and carry out its first possible action (PA-39 to PA-51).

    If a scoring follows, this may be VJ's last turn. He may have to skip that turn (PA-G2).
    """
    table.phase = "vj"
    yield Act(_("VJ’s turn {n}", n=table.turn), "PA-18", "PA-39")
    is_last_turn = is_scoring_due and table.scoring == "final"
    if table.vj.skip_token and (skip or (is_last_turn and must_vj_skip(table) and (yield from ask_last_skip(table)))):
        yield from skip_vj_turn(table)
        return
    before = count_possessions(table)
    planned = yield from decide(lambda decision: choose_plan(table, decision))
    if isinstance(planned, TurnPlan):
        yield Act.retitle(
            describe_action(planned),
            cause=describe_cause(table, planned.slot, planned.section),
            highlight=show_target(planned),
        )
        if planned.reason is not None:
            yield Say(planned.reason, *TARGET_RULES[planned.action], highlight=show_target(planned))
        yield from execute_turn_plan(table, planned)
        after = count_possessions(table)
        record_earnings(table, ACTION_EVENTS.get(planned.action, "other"), after.money - before.money)
        yield Act.conclude(describe_result(before, after))
        if not is_scoring_due:
            yield from remind_of_markers(table)
    else:
        yield Act.retitle(_("VJ does nothing"))
        yield Act.stay_idle(planned)
        yield Say(_("VJ does nothing this turn: no section of his face-up cards is possible."), "PA-G3", "PA-G14")
    table.reading = ReadingPosition()


TARGET_RULES: dict[type, tuple[str, ...]] = {
    BuildFarm: ("PA-57", "PA-63"),
    BuildTower: ("PA-57", "PA-67a", "PA-69"),
    FulfilContract: ("PA-57", "PA-79"),
    ForeignSale: ("PA-57", "PA-G11"),
}


def announce_last_turn(table: Table) -> Script[None]:
    """Announce that VJ's next turn is his last in the game (PA-G35)."""
    table.phase = "scoring"
    cause = Cause(_("You reached the end of the game"))
    yield Act(_("The last turn"), "PA-G35", who="rules", cause=cause, is_banner=True)
    yield Say(_("VJ has one more turn; then comes the final scoring."), "PA-G35", "PA-43")


def must_vj_skip(table: Table) -> bool:
    """Return whether VJ still has to skip a turn in this game (PA-G2)."""
    return table.options.skip_turn == "must"


def choose_plan(table: Table, decision: Decision) -> Script[TurnPlan | Text]:
    """Choose the card and the action for VJ's turn, or report why no action is possible (PA-39 to PA-51)."""
    start_reading(decision)
    slot = choose_first_slot(table)
    yield Act.retitle(_("VJ reads card {n}", n=slot), cause=describe_cause(table, slot))
    explain_card_choice(table, decision)
    yield from tell(decision, describe_chosen_card(table, slot))
    return (yield from find_possible_plan(table, decision, slot))


def describe_chosen_card(table: Table, n: int) -> Say:
    """Return the line about which card VJ reads, and the majority gap that led to this choice."""
    slot = table.slots[n]
    values = {"card": describe_slot_card(table, n), "yours": slot.yours, "vjs": slot.vjs}
    view, spaces = get_majority_view_id(n), [str(slot.yours), str(slot.vjs)]
    shows = partial(Highlight, view, highlighted_ids=spaces)
    if slot.yours > slot.vjs:
        text = _("VJ reads {card}, because you are ahead: {yours} to his {vjs}.", **values)
        return Say(text, "PA-39", "PA-40" if n == 1 else "PA-41", highlight=shows)
    text = _("VJ has every majority, so he reads {card}, where his lead is smallest: {vjs} to your {yours}.", **values)
    if slot.yours == slot.vjs:
        text = _("VJ has every majority, so he reads {card}, where you are tied: {vjs} to your {yours}.", **values)
    return Say(text, "PA-39", "PA-42", highlight=shows)


def skip_vj_turn(table: Table) -> Script[None]:
    """Skip VJ's turn; this happens once in a game (PA-27a, PA-G2)."""
    yield Act.retitle(_("VJ skips his turn"), cause=Cause(_("Skip-turn token, once in a game")), is_banner=True)
    table.vj.skip_token = False
    yield Do(
        _("Turn the skip-turn token over: VJ skips this turn."),
        "PA-27a",
        "PA-G2",
        highlight=show_possession("skip"),
    )


def ask_last_skip(table: Table) -> Script[bool]:
    """Ask at the end of the game whether VJ has skipped a turn (PA-G2)."""
    none_left = table.options.scoring_moment == "at_once"
    no_turn = _("The game ends, and no skipped turn of VJ was reported. Did he skip one earlier?")
    last_turn = _(
        "The game ends, and VJ has not skipped a turn yet. He skips his last turn unless he skipped one earlier."
    )
    skip_option = make_option(
        "now", _("no, he didn’t skip a turn") if none_left else _("he skips his last turn"), value=1
    )
    earlier_option = make_option("before", _("he already skipped a turn, but it was not reported"), value=0)
    answer = yield from ask(
        lambda: Ask(
            "player",
            "skip-last",
            no_turn if none_left else last_turn,
            Choice([skip_option, earlier_option]),
            "PA-G2",
            "PA-27a",
        )
    )
    if not answer:
        table.vj.skip_token = False
    return bool(answer)


def explain_card_choice(table: Table, decision: Decision) -> None:
    """Explain why VJ uses this card, comparing the majorities one by one (PA-40 to PA-42)."""
    for n, slot in sorted(table.slots.items()):
        counts = {"card": describe_slot_card(table, n), "yours": slot.yours, "vjs": slot.vjs}
        rule = "PA-40" if n == 1 else "PA-41"
        if not slot.face_up:
            decision.add_reason(_("{card}: face down, so it is not considered.", card=counts["card"]), "PA-44")
        elif slot.yours > slot.vjs:
            decision.add_reason(_("{card}: you have {yours} and VJ has {vjs}, so you have more.", **counts), rule)
            return
        else:
            decision.add_reason(
                _("{card}: you have {yours} and VJ has {vjs}, so the majority is his.", **counts), "PA-23", rule
            )
    decision.add_reason(_("Of several cards with the same gap, VJ uses the uppermost."), "PA-42")


# --- income and scorings ----------------------------------------------------------------------------------


def take_vj_income(table: Table) -> Script[None]:
    """Add VJ's income to his money; ask for the amount if it can't be calculated (PA-G10)."""
    table.phase = "income"
    yield Act(_("VJ’s income"), "PA-G10", who="rules", cause=Cause(_("You took your income")))
    if table.options.vj_income == "no":
        yield Say(_("VJ takes no income in this game."), "PA-G10")
        yield Act.stay_idle(_("VJ takes no income in this game."))
        return
    yield from decide(lambda decision: ask_income_tracks(table, decision))
    tracks = {market: table.find_entry("market", market).money for market in table.vj.markers}
    spaces = list(table.vj.markers.items())
    if all(
        money is not None and column < len(money) for (_m, column), money in zip(spaces, tracks.values(), strict=True)
    ):
        amounts = {market: (tracks[market] or ())[column] for market, column in spaces}
        amount = sum(amounts.values())
        if amount:
            parts = [_("{market} ${n}", market=Text(market), n=n) for market, n in amounts.items() if n]
            yield Say(_("VJ’s income markers bring him: {parts}.", parts=JoinedText(parts)), "PA-G10")
    else:
        text = _("How much money do VJ’s income markers bring him now?")
        amount = yield from ask(lambda: Ask("table", "vj-income", text, Number(0, 500), "PA-G10"))
    if not amount:
        yield Say(_("VJ’s income markers bring him no money."), "PA-G10")
        yield Act.stay_idle(_("VJ’s income markers bring him no money."))
        return
    table.vj.money += amount
    record_earnings(table, "income", amount)
    text = _("Give VJ ${amount} of income: he has ${total} now.", amount=amount, total=table.vj.money)
    yield Do(text, "PA-G10", "PA-33", highlight=show_possession("money"))
    yield Act.conclude(describe_money_gain(amount, table.vj.money))


def run_scoring(table: Table) -> Script[Result | None]:
    """Carry out the next scoring; return the game's result if the scoring is final (PA-43, PA-G35).

    The next scoring is looked up after the act begins, so that correcting the next scoring replays the act correctly.
    """
    table.phase = "scoring"
    yield Act(_("Scoring"), "PA-43", "PA-G35", who="rules", is_banner=True)
    if table.scoring == "final":
        return (yield from run_final_scoring(table))
    yield from run_early_scoring(table, table.scoring)
    return None


def run_early_scoring(table: Table, scoring_id: Literal["1", "2"]) -> Script[None]:
    """Carry out scoring 1 or 2; after scoring 2 turn the top card face down (PA-43, PA-44)."""
    yield Act.retitle(_("Scoring {n}", n=Name(scoring_id)), cause=describe_scoring_cause(table, [scoring_id]))
    if scoring_id == "1":
        yield Say(_("You and VJ both use the upper half of the scoring tile; it has no majority."), "PA-21", "PA-43")
    else:
        yield from ask_markers_before_scoring(table, [1])
        yield from report_majority(table, 1)
    answer = yield from ask(lambda: make_scoring_question(scoring_id))
    yield from add_scores(table, answer, f"scoring {scoring_id}")
    if scoring_id == "2":
        top = table.slots[1]
        top.face_up = False
        text = _("Turn the top VJ card face down; the markers numbered 1 are not needed any more.")
        yield Do(text, "PA-44", highlight=partial(show_markers_removed, 1, top.yours, top.vjs))
    table.scoring = "2" if scoring_id == "1" else "final"


def describe_scoring_cause(table: Table, tiles: Sequence[str]) -> Cause:
    """Return the cause of a scoring: its scoring tiles, if their numbers are known."""
    trigger = (
        _("You reached the end of the game") if "A" in tiles else _("You reached scoring {n}", n=Name(table.scoring))
    )
    numbers = [Name(table.scoring_tiles[tile]) for tile in tiles if tile in table.scoring_tiles]
    if len(numbers) < len(tiles):
        return Cause(trigger)
    named = n_("{trigger} (tile {tiles})", "{trigger} (tiles {tiles})", len(numbers), tiles=JoinedText(numbers))
    named.args["trigger"] = trigger
    return Cause(named)


def report_majority(table: Table, n: int) -> Script[None]:
    """Report which side has a majority; a tie counts for VJ (PA-23)."""
    slot = table.slots[n]
    values = {"what": get_card_name(table.get_card(n)), "yours": slot.yours, "vjs": slot.vjs}
    if find_majority_holder(slot.yours, slot.vjs) == "you":
        yield Say(_("Majority ({what}): you have {yours} and VJ has {vjs}, so it goes to you.", **values), "PA-23")
    else:
        yield Say(_("Majority ({what}): you have {yours} and VJ has {vjs}, so it goes to VJ.", **values), "PA-23")


def make_scoring_question(scoring_id: str) -> Ask:
    """Return the question about the money that VJ gets in a scoring."""
    tiles = _("scoring tile") if scoring_id == "1" else _("scoring tiles, majorities included")
    sum_label = _(
        "everything together: {tiles}, specialist scoring cards, symbols not counted yet, anything else", tiles=tiles
    )
    return Ask(
        "table",
        "scoring",
        _("How much money does VJ get in this scoring by the base rules? You can enter a sum such as 12+3."),
        Form(
            [
                Field("sum", sum_label, Number(-MAX_MONEY, MAX_MONEY, adds_amounts=True), keyword=_("sum")),
                Field("tile", tiles, make_money_answer_type(), 0, group=ITEMIZED_GROUP),
                Field("cards", _("specialist scoring cards"), make_money_answer_type(), 0, group=ITEMIZED_GROUP),
                Field(
                    "symbols",
                    _("symbols on his bonus tiles that are not counted yet"),
                    make_money_answer_type(),
                    0,
                    group=ITEMIZED_GROUP,
                ),
                Field("other", _("anything else"), make_money_answer_type(), 0, group=ITEMIZED_GROUP),
            ],
            minimum=1,
        ),
        "PA-43",
        "PA-G36",
        reminders=list_scoring_reminders(),
        label=format_scoring,
    )


def format_scoring(answer: Mapping[str, Any]) -> Text:
    """Return the entered amounts, each with what it is for, and their total as text."""
    amounts = {name: str(amount).strip() for name, amount in answer.items() if amount}
    total = sum(Number(None).validate(amount) for amount in amounts.values())
    labels = {name: label for name, label in SCORING_PARTS.items() if name in amounts}
    parts = [_("{what}: {amount}", what=label, amount=Name(amounts[name])) for name, label in labels.items()]
    if "sum" in amounts and amounts["sum"] != str(total):
        parts.insert(0, Name(amounts["sum"]))
    if not parts:
        return _("VJ’s scoring: ${total}.", total=total)
    return _("VJ’s scoring: {parts}; together ${total}.", parts=JoinedText(parts, "; "), total=total)


SCORING_PARTS: dict[str, Text] = {
    "tile": _("scoring tiles"),
    "cards": _("specialist scoring cards"),
    "symbols": _("symbols on his bonus tiles"),
    "other": _("anything else"),
}
"""The parts of a scoring that are entered one by one, as the transcript names them."""


ITEMIZED_GROUP = FieldGroup(_("Enter the amounts separately …"), is_collapsed=True)


def make_money_answer_type() -> Number:
    """Return the answer type for an amount of money."""
    return Number(-MAX_MONEY, MAX_MONEY)


def make_vj_fields() -> list[Field]:
    """Return the fields for the money that VJ gets in the final scoring."""
    return [
        Field("tile", _("VJ: scoring tiles, majorities included"), make_money_answer_type(), 0),
        Field("cards", _("VJ: specialist scoring cards"), make_money_answer_type(), 0),
        Field("symbols", _("VJ: symbols on his bonus tiles that are not counted yet"), make_money_answer_type(), 0),
        Field("other", _("VJ: anything else"), make_money_answer_type(), 0),
    ]


def list_scoring_reminders() -> list[Because]:
    """Return reminders about scoring tiles that work differently for VJ."""
    return [
        Because(_("Scoring tile 2.3: VJ’s column ends where his board marks the end."), "PA-26"),
        Because(_("Scoring tile 2.7: VJ gets $3 for every filled cell marked “!!”."), "PA-26a"),
    ]


def add_scores(table: Table, answer: dict[str, Any], source: str) -> Script[None]:
    """Add the amounts of a scoring to VJ's money."""
    amount = sum(answer.get(field) or 0 for field in ("sum", "tile", "cards", "symbols", "other"))
    if not amount:
        yield Say(_("VJ gets no money in this scoring: he has ${total}.", total=table.vj.money), "PA-G36")
        yield Act.stay_idle(_("no money for VJ: he has ${total}", total=table.vj.money))
        return
    table.vj.money += amount
    record_earnings(table, source, amount)
    text = _("Give VJ ${amount} for this scoring: he has ${total} now.", amount=amount, total=table.vj.money)
    yield Do(text, "PA-G36", "PA-33", highlight=show_possession("money"))
    yield Act.conclude(describe_money_gain(amount, table.vj.money))


def run_final_scoring(table: Table) -> Script[Result]:
    """Carry out the final scoring and return the result (PA-20, PA-G36)."""
    yield Act.retitle(_("Final scoring"), cause=describe_scoring_cause(table, ["A", "B"]))
    if table.options.scoring_moment == "at_once" and table.vj.skip_token and must_vj_skip(table):
        yield from ask_last_skip(table)
    yield Say(_("The game is over: both sides score the two final tiles."), "PA-43", "PA-G35")
    final = sorted(table.face_up_slots - {1})
    yield from ask_markers_before_scoring(table, final)
    for n in final:
        yield from report_majority(table, n)
    answer = yield from ask(lambda: make_final_question(table))
    yield from add_scores(table, answer, "final scoring")
    return (yield from announce_winner(table, answer["yours"]))


def make_final_question(table: Table) -> Ask:
    """Return the question about the final scores of both sides."""
    yours = Field("yours", _("you: all your money after all scoring"), make_money_answer_type(), is_required=True)
    text = _(
        "Fill in the score sheet. VJ has ${money} so far. You can enter sums such as 12+3-1.", money=table.vj.money
    )
    return Ask(
        "table",
        "final",
        text,
        Form([*make_vj_fields(), yours], minimum=2),
        "PA-20",
        "PA-G36",
        reminders=list_scoring_reminders(),
        label=N_("Final scoring: {answer}."),
    )


def announce_winner(table: Table, yours: int) -> Script[Result]:
    """Return the game's result: the side with the most money wins (PA-20, PA-G37)."""
    is_decided_by_base = table.options.money_tie == "base"
    tie_winner = yield from ask(lambda: make_tie_question() if is_decided_by_base and yours == table.vj.money else None)
    vjs = table.vj.money
    is_tie = yours == vjs
    side = (tie_winner or "vj") if is_tie else "you" if yours > vjs else "vj"
    values = {"yours": Name(str(yours)), "vjs": Name(str(vjs))}
    text = _("${yours} to ${vjs}: you win.", **values) if side == "you" else _("${yours} to ${vjs}: VJ wins.", **values)
    cites = ("PA-20", "PA-G37") if is_tie else ("PA-20",)
    yield Say(text, *cites)
    yield Act.conclude(text)
    return Result(text, {"you": yours, "vj": vjs}, winner=side, cites=cites, sources=list_money_sources(table))


def make_tie_question() -> Ask:
    """Return the question about who wins the tie-break of the base game."""
    return Ask(
        "table",
        "tie",
        _("You and VJ have equal money: who wins by the tie-break of the base game?"),
        Choice([make_option("you", _("you")), make_option("vj", Name("VJ"))]),
        "PA-G37",
    )
