"""The script of a solo game of Rolling Heights, from set-up to the winner, in the order of the rulebook."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache, partial
from itertools import chain, count, repeat
from string import ascii_uppercase
from typing import Any

from rival.games.rolling_heights.building import (
    choose_plan_level,
    continue_building,
    describe_empty_row,
    start_building,
)
from rival.games.rolling_heights.market import (
    announce_end,
    describe_exhausted_colours,
    find_ending_colours,
    make_end_note,
    make_exhausted_field,
    record_exhausted_colours,
    remove_from_row,
)
from rival.games.rolling_heights.mayor import count_rolls
from rival.games.rolling_heights.measures import measure_town
from rival.games.rolling_heights.table import (
    DISTRICT_LEGEND,
    MAX_NAME_LENGTH,
    ROW_LENGTH,
    District,
    Plot,
    Town,
    is_drawing_complete,
    make_name_taken_error,
    normalize_board_name,
    parse_board_name,
    parse_district,
    split_board_name,
)
from rival.games.rolling_heights.turn_acts import (
    NO_DISTRICT_REASON,
    RollOutcome,
    describe_missing_plan,
    describe_more_cubes,
    describe_new_plan,
    describe_no_effect,
    describe_skipped_roll,
    make_roll_cause,
    make_shortage_cause,
    name_roll,
)
from rival.games.rolling_heights.views import (
    DISTRICT_BRUSHES,
    MAYOR_MARKER,
    ROUND_COUNTER,
    describe_drawing,
    find_board_name,
    get_row_id,
    highlight_district,
    highlight_number_tokens,
    highlight_plot,
    highlight_track_move,
    list_tap_targets,
)
from rival.kernel import (
    N_,
    Act,
    Ask,
    BadAnswerError,
    Because,
    Cause,
    ChecklistItem,
    Choice,
    Do,
    Drawing,
    Field,
    FieldGroup,
    Form,
    FreeText,
    JoinedText,
    MultiChoice,
    Name,
    Number,
    Option,
    Order,
    PackPhrase,
    Result,
    Say,
    ScoreSource,
    Script,
    Text,
    TextList,
    _,
    ask,
    ask_checklist,
    assume,
    make_option,
    n_,
    roll,
    shuffle,
)


def play_game(town: Town) -> Script[Result]:
    """Play a whole game: set-up, all rounds and final scoring (RH-41)."""
    yield from set_up_game(town)
    while town.last_round is None or town.round < town.last_round:  # RH-41
        yield from play_player_turn(town)
        yield from play_mayor_turn(town)
    return (yield from play_final_scoring(town))


# --- set-up ----------------------------------------------------------------------------------------------------


def set_up_game(town: Town) -> Script[None]:
    """Set up a two-player game with the changes of the solo mode (RH-02 to RH-11)."""
    yield from ask_checklist(
        "set-up",
        _("Set up the game for you and the Mayor."),
        lambda: make_checklist(town),
        "RH-03",
        label=N_("Set-up done."),
    )
    if town.options.district_numbers == "random":
        yield from shuffle_number_tokens(town)
    if town.boards:
        yield from place_boards(town)
        yield from place_starting_plan(town)


def make_checklist(town: Town) -> list[ChecklistItem]:
    """Return the items on the set-up checklist, which depend on the options."""

    def make_item(text: str, *cites: str) -> ChecklistItem:
        return ChecklistItem(_(text), cites)

    return [
        make_item(N_("Set up a normal game for two players."), "RH-03"),
        make_item(
            N_("Remove 25 cubes of each building material from the supply, orange included: no orange cubes remain.")
            if town.options.orange == "material"
            else N_("Remove 25 cubes of each building material from the supply. All orange cubes stay."),
            *(("RH-04", "RH-A18", "RH-A31") if town.options.orange == "material" else ("RH-04", "RH-A18")),
        ),
        make_item(N_("Place your own starting plan and take your target tiles as usual."), "RH-05", "RH-06"),
        make_item(N_("The Mayor places no starting plan and takes no target tiles."), "RH-05", "RH-06"),
        make_item(N_("Have a six-sided die and the six tokens numbered 1 to 6 at hand."), "RH-02"),
        make_item(
            N_("The numbered tokens go on the districts, one each; the next step shows which token goes where.")
            if town.options.district_numbers == "random"
            else N_("Put one numbered token on each of the six districts, as you like."),
            "RH-07",
            "RH-A19",
        ),
        make_item(
            N_("Choose a colour for yourself and one for the Mayor; both VP tokens go on the VP track."), "RH-08"
        ),
        make_item(
            N_("Put a player token of a third colour on space 0 of the VP track: it counts the rounds."), "RH-09"
        ),
        make_item(N_("You take the first turn; the Mayor always plays after you."), "RH-11"),
    ]


def shuffle_number_tokens(town: Town) -> Script[None]:
    """Assign the six number tokens to the six districts at random (RH-07, RH-A19)."""
    town.numbers = yield from shuffle(
        "district-numbers",
        _("Shuffle the six numbered tokens and draw them one by one. In which order do they come up?"),
        lambda: Order([make_option(n) for n in DISTRICT_NUMBERS]),
        "RH-07",
        "RH-A19",
        label=N_("The numbered tokens come up in this order: {answer}."),
    )
    numbers = JoinedText(town.numbers)
    yield Do(
        _("Place the numbered tokens on the districts, row by row from the top left: {numbers}.", numbers=numbers),
        "RH-07",
        "RH-A19",
        highlight=partial(highlight_number_tokens, tuple(town.numbers)),
    )


DISTRICT_NUMBERS = range(1, 7)


def place_boards(town: Town) -> Script[None]:
    """Ask which board lies under which number token, and place the boards that have a drawing (RH-07).

    For other boards, the program asks for the drawing when the die first selects the district.
    """
    answer = yield from ask(lambda: make_boards_question(town))
    town.across, town.places = answer["across"], answer["boards"]
    town.numbers = answer.get("numbers", town.numbers)
    for number, board in zip(town.numbers, town.places, strict=True):
        if board in town.boards and is_drawing_complete(town.boards[board]):
            town.place_board(number, parse_district(town.boards[board]), board)


def make_boards_question(town: Town) -> Ask:
    """Return the question about the layout of the boards, and about their number tokens if the player places them."""
    known_options = [Option(board, PackPhrase(board), board) for board in town.boards]
    boards_answer = TextList(
        [*known_options, Option(NEW_BOARD_ID, NEW_BOARD_LABEL, "")], 6, 6, parse_entry=parse_board_name
    )
    fields = [
        Field(
            "across",
            _("districts in each row of the town"),
            Choice([make_option(3), make_option(2)], 3),
            3,
            keyword=_("across"),
        ),
        Field(
            "boards",
            BOARDS_LABEL,
            boards_answer,
            is_required=True,
            example=make_boards_example(town),
            keyword=_("boards"),
            slot_view="town",
            picture_prefix="board-",
        ),
    ]
    if town.options.district_numbers == "chosen":
        numbers_answer = Order([make_option(n) for n in DISTRICT_NUMBERS], is_visible=True)
        label = _("their number tokens, in the same order")
        fields.append(Field("numbers", label, numbers_answer, is_required=True, keyword=_("numbers")))
    return Ask(
        "table",
        "boards",
        _("Where is each board? Enter “{new}” for a board that is not described yet.", new=NEW_BOARD_LABEL),
        Form(fields),
        "RH-07",
        "RH-A19",
        extra_check=check_boards_unique,
        label=describe_boards,
        metadata={"numbers": town.numbers},
    )


BOARDS_LABEL = _("the boards, row by row from the top left")


def describe_boards(answer: Mapping[str, Any]) -> Text:
    """Describe the layout of the boards, for the history."""
    boards = JoinedText([NEW_BOARD_LABEL if board == NEW_BOARD_ID else PackPhrase(board) for board in answer["boards"]])
    sentences: list[Text] = [_("The boards, row by row from the top left: {boards}.", boards=boards)]
    if "numbers" in answer:
        sentences.append(_("The numbered tokens on them: {numbers}.", numbers=JoinedText(answer["numbers"])))
    return JoinedText(sentences, " ")


def make_boards_example(town: Town) -> Text:
    """Return six boards as an example of what can be typed.

    The example has known boards first, one side of each, followed by new boards.
    """
    labels = {split_board_name(board)[0].casefold(): PackPhrase(board) for board in town.boards}
    return JoinedText([*labels.values(), *repeat(NEW_BOARD_LABEL, 6)][:6])


NEW_BOARD_ID = "?"
"""The option id for a board without a drawing or a name."""
NEW_BOARD_LABEL = _("new")


def check_boards_unique(answer: dict[str, Any]) -> None:
    """Raise BadAnswerError if two of the answers are sides of the same board."""
    names = [split_board_name(board)[0].casefold() for board in answer["boards"] if board]
    for board in answer["boards"]:
        if board and names.count(split_board_name(board)[0].casefold()) > 1:
            raise BadAnswerError(_("The board {name} can’t be in two places.", name=Name(split_board_name(board)[0])))


def place_starting_plan(town: Town) -> Script[None]:
    """Ask where the player's starting plan is (RH-05)."""
    answer = yield from ask(lambda: make_starting_plan_question(town))
    if answer is not None:
        number, plot = answer
        district = town.districts[number]
        assert district is not None
        district.yours.add(plot)


def make_starting_plan_question(town: Town) -> Ask:
    """Return the question about the plot of the player's starting plan."""
    unknown_districts = [n for n, district in town.districts.items() if district is None]
    unknown_options = [
        Option(
            f"{n}?", _("in district {n}, which is not described yet: you will mark the plan in its drawing", n=n), None
        )
        for n in unknown_districts
    ]
    example = make_plot_example(town) or Name("3b2")
    plot_answer = Choice(
        lambda: [*list_free_plots(town), *unknown_options, Option("none", _("it is not placed yet"), None)]
    )
    return Ask(
        "table",
        "start",
        _("Where is your starting plan? Enter district and plot, for instance {example}.", example=example),
        plot_answer,
        "RH-05",
        label=N_("Your starting plan: {answer}."),
        tap_targets=list_tap_targets(town),
    )


# --- the player's turn -----------------------------------------------------------------------------------------


def play_player_turn(town: Town) -> Script[None]:
    """Start a round, and ask what changed on the table during the player's turn (RH-10, RH-12)."""
    yield from begin_round(town)
    town.phase = "yours"
    yield YOUR_TURN
    yield from resolve_doubtful_end(town, is_mayors_turn=False)
    answer = yield from ask(lambda: make_report_question(town))
    for number, plot in answer["built"]:
        district = town.districts[number]
        if district is not None:
            district.yours.add(plot)
    for level in (1, 2):
        remove_from_row(town, level, answer[f"plans{level}"])
    yield from apply_late_report(town, set(answer["out"]))
    yield from announce_end(record_exhausted_colours(town, set(answer["out"])), "RH-A17")


YOUR_TURN = Act(_("Your turn"), "RH-12", who="player")


def begin_round(town: Town) -> Script[None]:
    """Advance the round counter, and announce the last round (RH-10, RH-A16, RH-A17)."""
    is_last = town.round + 1 == town.last_round
    if is_last:
        cause = make_shortage_cause(town.exhausted_ending_colours)
        yield Act(
            _("Round {n}: the last round", n=town.round + 1), "RH-10", "RH-41", who="rules", cause=cause, is_banner=True
        )
    else:
        yield make_round_act(town.round + 1)
    town.round += 1
    yield move_round_counter(town.round)
    if is_last:
        rolls = count_rolls(town.round, town.options.hard)
        yield Say(
            n_(
                "This round is the last: you play once more, then the Mayor rolls once, then comes the final scoring.",
                "This round is the last: you play once more, then the Mayor rolls {n} times, then comes the final "
                "scoring.",
                rolls,
            ),
            "RH-41",
            "RH-A16",
            "RH-A17",
        )


@lru_cache
def make_round_act(round: int) -> Act:
    """Return the act that begins a round (RH-10)."""
    return Act(_("Round {n}", n=round), "RH-10", who="rules")


@lru_cache
def move_round_counter(round: int) -> Do:
    """Return the step that advances the round counter (RH-10)."""
    text = _("Move the round counter to {round}. Your turn.", round=round)
    return Do(text, "RH-10", "RH-A20", highlight=partial(highlight_track_move, ROUND_COUNTER, round - 1, round))


def apply_late_report(town: Town, exhausted: set[str]) -> Script[None]:
    """Make this the last round if a colour had run out in the Mayor's previous turn (RH-A16, RH-A17).

    Only a colour that the Mayor used in that turn may have run out then. The default assumption is that it ran out in
    the player's turn.
    """
    ending_colours = find_ending_colours(town, exhausted)
    if (
        ending_colours & town.placed
        and (yield from assume(lambda: make_whose_turn_question(is_mayors_turn=False, is_assumed=True))) == "before"
    ):
        town.out = exhausted
        yield from end_this_round(town)


def end_this_round(town: Town) -> Script[None]:
    """Make this round the last one (RH-A16)."""
    town.last_round = town.round
    cause = make_shortage_cause(town.exhausted_ending_colours)
    yield Act(_("This round is the last"), "RH-41", "RH-A16", who="rules", cause=cause, is_banner=True)
    yield make_end_now_note()


def make_end_now_note() -> Say:
    """Return the step that explains why this is the last round."""
    text = _("The colour ran out in the Mayor’s turn, and that round is over: this round is the last.")
    return Say(text, "RH-41", "RH-A16")


def resolve_doubtful_end(town: Town, is_mayors_turn: bool) -> Script[None]:
    """Ask in whose turn a colour ran out, if the end of the game depends on this (RH-A32).

    ``is_mayors_turn`` means that the Mayor's turn is in progress.
    """
    if not town.end_in_doubt:
        return
    turn = "now"
    if town.round > 1:
        turn = yield from ask(
            lambda: make_whose_turn_question(is_mayors_turn, is_assumed=False) if town.end_in_doubt else None
        )
    if not town.end_in_doubt:
        return
    town.end_in_doubt = False
    if turn == "before":
        town.last_round = town.round
        yield make_end_now_note()
    else:
        yield make_end_note(town.exhausted_ending_colours, "RH-A32")


@lru_cache
def make_whose_turn_question(is_mayors_turn: bool, is_assumed: bool) -> Ask:
    """Return the question in whose turn a colour ran out.

    ``is_mayors_turn`` means that the Mayor's turn is in progress. ``is_assumed`` means that the game assumes the
    player's turn and offers the question as an objection.
    """
    turns = [
        Option("yours", _("in your turn"), "now"),
        *([Option("now", _("in the Mayor’s turn of this round"), "now")] if is_mayors_turn else ()),
        Option("his", _("in the Mayor’s turn of the previous round"), "before"),
    ]
    return Ask(
        "table",
        "whose-turn",
        _("On whose turn did the last cube of this colour leave the supply?"),
        Choice(turns, "yours"),
        *(("RH-A16", "RH-A17") if is_assumed else ("RH-A32", "RH-A16", "RH-A17")),
        label=N_("The colour ran out: {answer}."),
        objection=_("the colour ran out in the Mayor’s previous turn") if is_assumed else None,
    )


def make_report_question(town: Town) -> Ask:
    """Return the question for the report on the player's turn."""
    plots = MultiChoice(lambda: list_free_plots(town), lookup=lambda id: find_free_plot(town, id))
    tap_targets = list_tap_targets(town)
    fields = [
        Field(
            "built",
            BUILT_LABEL,
            plots,
            [],
            example=make_plot_example(town),
            keyword=BUILT_KEYWORD,
            tap_targets=tap_targets,
            group=BUILT_GROUP if tap_targets else NO_FREE_LAND_GROUP,
        ),
        *(make_taken_plans_field(level, town.plans[level]) for level in (1, 2)),
        make_exhausted_field(EXHAUSTED_LABEL, tuple(sorted(town.out))),
    ]
    text = make_report_text(town.round)
    return Ask("player", "your-turn", text, Form(fields), "RH-12", label=partial(describe_report, frozenset(town.out)))


@lru_cache
def make_report_text(round: int) -> Text:
    """Return the text of the question for the report on the player's turn."""
    return _("Round {round}: play your turn. Is there anything to report?", round=round)


BUILT_LABEL = _("plots that you built on")
BUILT_KEYWORD = _("built")
EXHAUSTED_LABEL = _("colours that have run out in the supply")


def describe_report(exhausted_before: Collection[str], answer: Mapping[str, Any]) -> Text:
    """Describe the player's turn, for the history.

    The colours in ``exhausted_before``, which had already run out, are left out.
    """
    sentences: list[Text] = []
    if plots := answer.get("built"):
        sentences.append(_("You built on {plots}.", plots=JoinedText([format_plot(plot) for plot in plots])))
    for level in (1, 2):
        if plans := sorted(answer.get(f"plans{level}", ())):
            sentences.append(
                n_(
                    "You took plan {plans} of the level {level} row.",
                    "You took plans {plans} of the level {level} row.",
                    len(plans),
                )
            )
            sentences[-1].args.update(plans=JoinedText(plans), level=level)
    sentences += describe_exhausted_colours(
        [colour for colour in answer.get("out", ()) if colour not in exhausted_before]
    )
    return JoinedText(sentences or [_("Your turn is over.")], " ")


def list_free_plots(town: Town) -> list[Option]:
    """Return an option for each empty plot in the districts with a drawing."""
    return [
        make_plot_option(n, plot)
        for n, district in town.districts.items()
        if district is not None
        for plot in district.empty_plots
    ]


def make_plot_example(town: Town) -> Text | None:
    """Return an empty plot as an example of what can be typed; None if there is none."""
    for number, district in town.districts.items():
        if district is not None and (plot := district.find_first_empty_plot()) is not None:
            return Name(f"{number}{plot}")
    return None


def find_free_plot(town: Town, id: Any) -> Option | None:
    """Return the option with this id if the plot is empty; otherwise None."""
    district = town.districts.get(int(id[0])) if isinstance(id, str) and id[:1].isdecimal() else None
    plot = district.find_empty_plot(id[1:]) if district else None
    return make_plot_option(int(id[0]), plot) if plot else None


def format_plot(id: str) -> Text:
    """Convert a plot's option id to text for use within a sentence."""
    return _("{plot} in district {n}", plot=Name(id[1:]), n=Name(id[0]))


@lru_cache(512)
def make_plot_option(n: int, plot: Plot) -> Option:
    """Return the option for a plot in a district."""
    return Option(f"{n}{plot}", _("district {n}, {plot}", n=n, plot=plot), (n, plot))


BUILT_GROUP = FieldGroup(
    _("My buildings…"),
    is_collapsed=True,
    note=_(
        "Report only plots in districts that are described; Rival asks for the others when the Mayor’s "
        "die points at them."
    ),
)
NO_FREE_LAND_GROUP = FieldGroup(
    _("My buildings…"),
    is_collapsed=True,
    note=_("No district with empty land is described yet: there is nothing to report."),
)
TAKEN_PLANS_GROUP = FieldGroup(_("Plans taken…"), is_collapsed=True)


@lru_cache
def make_taken_plans_field(level: int, plan_count: int) -> Field:
    """Return the field for the plans that the player took, at most as many as the row has (RH-12, RH-A11)."""
    label = _("plans that you took from the level {level} row", level=level)
    if plan_count < ROW_LENGTH:
        label = n_(
            "plans that you took from the level {level} row, which has {n} plan",
            "plans that you took from the level {level} row, which has {n} plans",
            plan_count,
            level=level,
        )
    return Field(
        f"plans{level}",
        label,
        MultiChoice([make_option(n, _("plan {n}", n=n)) for n in range(1, plan_count + 1)]),
        [],
        keyword=_("row {level}", level=level),
        tap_targets=get_row_id(level),
        group=TAKEN_PLANS_GROUP,
    )


# --- the Mayor's turn ------------------------------------------------------------------------------------------


def play_mayor_turn(town: Town) -> Script[None]:
    """Play the Mayor's turn of one to three rolls, each resolved before the next (RH-13 to RH-17)."""
    town.phase = "mayor"
    town.placed = set()
    yield from announce_roll_count(town)
    rolls_made = 0
    while rolls_made < (rolls := count_rolls(town.round, town.options.hard)):
        rolls_made += 1
        yield make_roll_act(rolls_made, rolls)
        if rolls_made == 1:
            yield get_roll_count_reason(town, rolls)
        ending_colours = yield from play_roll(town, rolls_made)
        yield from announce_end(ending_colours, "RH-A16")
        yield from resolve_doubtful_end(
            town, is_mayors_turn=True
        )  # within this act, so that a replay of the roll includes the answer


@lru_cache
def make_roll_act(k: int, n: int) -> Act:
    """Return the act that stands for a roll before the die is rolled (RH-18)."""
    return Act(name_roll(k, n), "RH-18", step=(k, n))


def announce_roll_count(town: Town) -> Script[None]:
    """Announce, as a separate act, that the Mayor rolls more often from this round on (RH-14 to RH-16)."""
    rolls = count_rolls(town.round, town.options.hard)
    if rolls != count_rolls(town.round - 1, town.options.hard):
        cause = Cause(_("Round {n}", n=town.round))
        yield Act(ROLL_COUNT_TITLES[rolls], "RH-11", who="rules", cause=cause, is_banner=True)
        reason = get_roll_count_reason(town, rolls)
        yield Say(reason.text, *reason.cites)


ROLL_COUNT_TITLES = {
    2: _("The Mayor’s turn: 2 rolls from now on"),
    3: _("The Mayor’s turn: 3 rolls from now on"),
}


def get_roll_count_reason(town: Town, rolls: int) -> Because:
    """Return the reason for the Mayor's number of rolls."""
    return (HARD_ROLL_COUNT_REASONS if town.options.hard else ROLL_COUNT_REASONS)[rolls]


ROLL_COUNT_REASONS = {
    1: Because(_("Up to round 5 the Mayor rolls once."), "RH-13"),
    2: Because(
        _("From round 6 on the Mayor rolls twice; the market is refilled after each roll in which he takes a plan."),
        "RH-14",
        "RH-17",
    ),
    3: Because(
        _(
            "From round 12 on the Mayor rolls three times; the market is refilled after each roll in which he takes "
            "a plan."
        ),
        "RH-15",
        "RH-17",
    ),
}
HARD_ROLL_COUNT_REASONS = {
    **ROLL_COUNT_REASONS,
    3: Because(
        _(
            "In the harder variant the Mayor rolls three times from round 10 on; the market is "
            "refilled after each roll in which he takes a plan."
        ),
        "RH-16",
        "RH-17",
    ),
}


def play_roll(town: Town, k: int) -> Script[Collection[str]]:
    """Roll for a district, then continue the Mayor's unfinished building or begin a new one (RH-18 to RH-21).

    ``k`` is the number of the roll in this turn. Return the colours that ran out and triggered the end.
    """
    while True:
        number = yield from roll_for_district(town)
        n = max(k, count_rolls(town.round, town.options.hard))
        if number is None:
            yield Act.retitle(describe_skipped_roll(k, n))
            yield Act.stay_idle(NO_DISTRICT_REASON)
            return ()
        outcome = yield from act_in_district(town, number, k, n)
        if outcome is not None:
            if outcome.is_idle:
                yield Act.retitle(describe_no_effect(k, n, number))
                yield Act.stay_idle(outcome.text)
            else:
                yield Act.conclude(outcome.text)
            return outcome.ending_colours
        yield Act.retitle(name_roll(k, n), cause=make_roll_cause(number))


def act_in_district(town: Town, number: int, k: int, n: int) -> Script[RollOutcome | None]:
    """Continue or begin a building in this district, in roll ``k`` of ``n`` (RH-20, RH-21).

    Return None if the die must be rolled again because the row has no plans (RH-A12).
    """
    district = town.get_district(number)
    building = district.unfinished_building
    cause = make_roll_cause(number)
    if building is not None:  # RH-20: step B
        show_plot = partial(highlight_plot, town, district, district.find_building_plot(building))
        yield Act.retitle(describe_more_cubes(k, n, number), cause=cause, step=(k, n), highlight=show_plot)
        return (yield from continue_building(town, number, building))
    show_district = partial(highlight_district, number)
    yield Act.retitle(describe_new_plan(k, n, number), cause=cause, step=(k, n), highlight=show_district)
    level = choose_plan_level(district)
    outcome = yield from start_building(town, number)  # RH-21: step A
    if outcome is None and town.options.empty_row == "nothing":
        return RollOutcome(describe_missing_plan(level), is_idle=True)
    return outcome


def roll_for_district(town: Town) -> Script[int | None]:
    """Roll until the Mayor can act in the district, and return its number (RH-18, RH-19).

    Return None if the Mayor can't act in any district (RH-A3).
    """
    while True:
        open_numbers = list_open_districts(town)
        if len(open_numbers) < len(town.districts):
            yield from explain_rerolls(town, open_numbers)
        if not open_numbers:
            yield Say(_("The Mayor can’t act in any district: this roll is skipped."), "RH-A3")
            return None
        number = yield from roll(
            "mayor-die",
            ROLL_MESSAGE,
            6,
            "RH-18",
            valid_faces=lambda: list_open_districts(town),
            label=N_("The Mayor rolls a {answer}."),
        )
        if town.districts[number] is None:
            yield from ask_district_drawing(town, number)
        district = town.get_district(number)
        if is_district_open(town, district):
            if district.is_full:
                yield Because(
                    _("District {n} is full, but the Mayor can continue his unfinished building there.", n=number),
                    "RH-A2",
                )
            return number
        if district.is_full:
            yield Say(_("District {n} is full: roll again.", n=number), "RH-19", *cite_full_district_rules(district))
        else:
            yield Say(describe_empty_row(town, choose_plan_level(district)), "RH-A12")


ROLL_MESSAGE = _("Roll the Mayor’s die.")


def explain_rerolls(town: Town, open_numbers: Collection[int]) -> Script[None]:
    """Explain which numbers are rolled again (RH-19, RH-A12)."""
    closed_districts = {n: town.get_district(n) for n in town.districts if n not in open_numbers}
    full_numbers = [n for n, district in closed_districts.items() if district.is_full]
    if full_numbers:
        rulings = dict.fromkeys(rule for n in full_numbers for rule in cite_full_district_rules(closed_districts[n]))
        yield Because(
            n_(
                "District {full} is full: a roll of that number would be rolled again.",
                "Districts {full} are full: a roll of one of those numbers would be rolled again.",
                len(full_numbers),
                full=JoinedText(full_numbers),
            ),
            "RH-19",
            *rulings,
            "RH-A3",
        )
    empty_row_numbers = [n for n in closed_districts if n not in full_numbers]
    if empty_row_numbers:
        yield Because(
            n_(
                "In district {rows} the Mayor would take a plan from an empty row: that number would be rolled again.",
                "In districts {rows} the Mayor would take a plan from an empty row: those numbers "
                "would be rolled again.",
                len(empty_row_numbers),
                rows=JoinedText(empty_row_numbers),
            ),
            "RH-A12",
            "RH-A3",
        )


def cite_full_district_rules(district: District) -> tuple[str, ...]:
    """Return the rules that determine when a district counts as full (RH-A1, RH-A2)."""
    return ("RH-A1",) if district.unfinished_building is None else ("RH-A1", "RH-A2")


def list_open_districts(town: Town) -> list[int]:
    """Return the numbers of the districts in which the Mayor can build (RH-19, RH-A3)."""
    has_rows = town.options.empty_row == "nothing" or all(town.plans.values())  # then all empty land is available
    return [
        n
        for n, district in town.districts.items()
        if district is None or (has_rows and not district.is_full) or is_district_open(town, district)
    ]


def is_district_open(town: Town, district: District | None) -> bool:
    """Return whether the Mayor can build in a district (RH-A1, RH-A2, RH-A12)."""
    if district is None:
        return True
    if district.is_full:
        return town.options.full_district == "act_if_possible" and district.unfinished_building is not None
    if town.options.empty_row == "nothing" or town.plans[choose_plan_level(district)]:
        return True
    return district.unfinished_building is not None


def ask_district_drawing(town: Town, number: int) -> Script[None]:
    """Ask for a district's drawing when the die first selects the district, and save its board by name."""
    assigned_board = find_board_name(town, number)
    district = yield from ask(lambda: make_drawing_question(number, assigned_board, town.boards.get(assigned_board)))
    board = assigned_board
    if not assigned_board:
        board = normalize_board_name((yield from assume(lambda: make_board_name_question(town))))
    town.place_board(number, district, board)
    if not assigned_board:
        yield Say(_("This board is saved as “{name}” for your next games.", name=Name(board)), "RH-07")


def make_drawing_question(number: int, board: str, drawing: list[str] | None) -> Ask:
    """Return the question about a district's drawing; ``drawing`` is the partial drawing to start from."""
    text = (
        _("Draw district {n} (board “{name}”) row by row, as it is on the table now.", n=number, name=Name(board))
        if board
        else _("Draw district {n} row by row, as it is on the table now.", n=number)
    )
    return Ask(
        "table",
        "district",
        text,
        Drawing(parse_district, DISTRICT_LEGEND, DISTRICT_BRUSHES, describe_drawing, default=drawing),
        "RH-27",
        "RH-32",
        label=lambda rows: _("District {n} is drawn: {answer}.", n=number, answer=describe_drawing(rows)),
        metadata={"district": number},
    )


def make_board_name_question(town: Town) -> Ask:
    """Return the question about a new board's name; the default is the next free letter."""
    used_names = {name.casefold() for name in [*town.boards, *town.places]}
    letters = chain(ascii_uppercase, map("Z{}".format, count(2)))
    return Ask(
        "table",
        "board-name",
        _("What do you call this board?"),
        FreeText(MAX_NAME_LENGTH, next(filter(lambda name: name.casefold() not in used_names, letters))),
        "RH-07",
        extra_check=lambda words: check_board_name_free(words, used_names),
        label=N_("The board is called “{answer}”."),
        objection=_("give the board another name"),
    )


def check_board_name_free(name: str, used_names: set[str]) -> None:
    """Raise BadAnswerError if another board already has this name."""
    if parse_board_name(name).casefold() in used_names:
        raise make_name_taken_error(name)


# --- the end ---------------------------------------------------------------------------------------------------


def play_final_scoring(town: Town) -> Script[Result]:
    """Score the Mayor's wild tokens and ads, and return the final result (RH-42 to RH-46).

    The player is asked for the ads and for the player's own score.
    """
    town.phase = "scoring"
    yield Act(_("Final scoring"), "RH-41", who="rules", cause=Cause(_("The last round is over")), is_banner=True)
    yield Say(_("The last round is over. Final scoring."), "RH-41", "RH-A16")
    wild = town.mayor.wild
    town.mayor.vp += wild
    if wild:
        yield Do(
            n_(
                "Move the Mayor’s VP marker from {was} to {total}: he has {n} wild token, worth 1 VP.",
                "Move the Mayor’s VP marker from {was} to {total}: he has {n} wild tokens, worth 1 VP each.",
                wild,
                was=town.mayor.vp - wild,
                total=town.mayor.vp,
            ),
            "RH-42",
            highlight=partial(highlight_track_move, MAYOR_MARKER, town.mayor.vp - wild, town.mayor.vp),
        )
    yield Say(_("The Mayor scores nothing for unfinished buildings, and he has no targets."), "RH-44", "RH-06")
    answer = yield from ask(make_final_question)
    yield score_ads(town, answer["ads"])
    sources = list_score_sources(town, answer["ads"])
    yield explain_final_score(town, sources)
    return (yield from announce_winner(answer["yours"], town.mayor.vp, sources))


def list_score_sources(town: Town, ads: int) -> list[ScoreSource]:
    """Return the sources of the Mayor's final score (RH-D6); manually corrected VP are a separate source."""
    measures = measure_town(town)
    parts = [
        (_("buildings: 1 VP for each cube"), measures["vp_buildings"]),
        (_("plots that match the type"), measures["vp_plots"]),
        (_("wild tokens: 1 VP for each"), town.mayor.wild),
        (_("ads, as you counted them"), ads),
    ]
    corrected = town.mayor.vp - sum(vp for _label, vp in parts)
    if corrected:
        parts.append((_("corrected by hand"), corrected))
    return [ScoreSource(label, {"mayor": vp}) for label, vp in parts]


def explain_final_score(town: Town, sources: Sequence[ScoreSource]) -> Say:
    """Return the step that adds up the parts of the Mayor's final score (RH-D6)."""
    parts = [
        _("{source} ({vp} VP)", source=source.label, vp=ANY_NUMBER.format_answer(source.scores["mayor"]))
        for source in sources
        if source.scores["mayor"]
    ]
    if not parts:
        return Say(_("The Mayor has no VP."), "RH-D6")
    text = _("The Mayor’s score of {total} is the sum of: {parts}.", total=town.mayor.vp, parts=JoinedText(parts, "; "))
    return Say(text, "RH-D6")


def score_ads(town: Town, vp: int) -> Do | Say:
    """Score the Mayor's ads, which may cost VP, and return the step that reports this (RH-43)."""
    town.mayor.vp += vp
    if not vp:
        text = _(
            "The ads bring the Mayor nothing; his VP marker stays at {total}, his final score.", total=town.mayor.vp
        )
        return Say(text, "RH-43")
    template = (
        N_("Move the Mayor’s VP marker from {was} to {total}, his final score: the ads bring him {vp} VP.")
        if vp > 0
        else N_("Move the Mayor’s VP marker from {was} to {total}, his final score: the ads cost him {vp} VP.")
    )
    highlight = partial(highlight_track_move, MAYOR_MARKER, town.mayor.vp - vp, town.mayor.vp)
    return Do(_(template, vp=abs(vp), was=town.mayor.vp - vp, total=town.mayor.vp), "RH-43", highlight=highlight)


def make_final_question() -> Ask:
    """Return the question about the Mayor's ads and the player's final score."""
    fields = [
        Field(
            "ads",
            _("the Mayor’s VP for the ads, minus the VP that they cost him"),
            ANY_NUMBER,
            is_required=True,
            keyword=_("ads"),
        ),
        Field(
            "yours",
            _("your final score, including targets, ads and everything else"),
            ANY_NUMBER,
            is_required=True,
            keyword=_("total"),
        ),
    ]
    text = _("Count the Mayor’s VP for the ads and your own final score. You can enter sums such as 12+3-1.")
    return Ask(
        "table",
        "final",
        text,
        Form(fields),
        "RH-43",
        "RH-46",
        "RH-A22",
        because=(ADS_REASON,),
        label=describe_final_answer,
    )


ANY_NUMBER = Number(None)
ADS_REASON = Because(
    _("The ads bring the Mayor VP or cost him VP as they would a player; only you and he are compared."),
    "RH-43",
    "RH-A22",
)


def describe_final_answer(answer: Mapping[str, Any]) -> Text:
    """Describe the answer to the final question, for the history."""
    return _(
        "The Mayor’s VP for the ads: {ads}. Your final score: {yours}.",
        ads=ANY_NUMBER.format_answer(answer["ads"]),
        yours=ANY_NUMBER.format_answer(answer["yours"]),
    )


def announce_winner(yours: int, mayors: int, sources: Sequence[ScoreSource]) -> Script[Result]:
    """Report the winner and return the result (RH-01, RH-45).

    The player wins with at least as many VP as the Mayor.
    """
    scores = {"you": yours, "mayor": mayors}
    if yours == mayors:
        text, rules, winning_side = (
            _("{yours} to {mayors}: you win, because equal scores count as your win.", **format_scores(yours, mayors)),
            ("RH-45",),
            "you",
        )
    elif yours > mayors:
        text, rules, winning_side = (
            _("{yours} to {mayors}: you win.", **format_scores(yours, mayors)),
            ("RH-01",),
            "you",
        )
    else:
        text, rules, winning_side = (
            _("{yours} to {mayors}: the Mayor wins.", **format_scores(yours, mayors)),
            ("RH-01",),
            "mayor",
        )
    yield Say(text, *rules)
    yield Act.conclude(text)
    return Result(text, scores, winner=winning_side, cites=rules, sources=sources)


def format_scores(yours: int, mayors: int) -> dict[str, Name]:
    """Return both scores as text arguments."""
    return {"yours": Name(str(yours)), "mayors": Name(str(mayors))}
