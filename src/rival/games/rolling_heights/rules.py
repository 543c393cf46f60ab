"""The script of a solo game of Rolling Heights, from set-up to winner, in the order of the rulebook."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache, partial
from itertools import chain, count, repeat
from string import ascii_uppercase
from typing import Any

from rival.games.rolling_heights.building import continue_building, level_for, no_plan, start_building
from rival.games.rolling_heights.market import (
    ends_the_game,
    no_cube_left,
    one_more_round,
    ran_out,
    supply_now,
    take_from_row,
)
from rival.games.rolling_heights.mayor import rolls_in_round
from rival.games.rolling_heights.table import (
    LEGEND,
    LONGEST_NAME,
    ROW,
    District,
    Plot,
    Town,
    all_told,
    board_name,
    buildings,
    name_and_side,
    name_taken,
    read_board_name,
    read_district,
)
from rival.games.rolling_heights.views import (
    BRUSHES,
    COUNTER,
    HIS_TOKEN,
    board_under,
    drawn_districts,
    drawn_words,
    numbers_laid,
    row_id,
    track_moved,
)
from rival.kernel import (
    N_,
    Act,
    Ask,
    BadAnswer,
    Because,
    Choice,
    Do,
    Drawing,
    Field,
    Form,
    Group,
    Item,
    Joined,
    Name,
    Number,
    Option,
    Order,
    PackWords,
    Phrases,
    Result,
    Say,
    Script,
    Several,
    Text,
    Words,
    _,
    ask,
    checklist,
    granted,
    n_,
    option,
    roll,
    shuffle,
)


def game(town: Town) -> Script[Result]:
    """Play a whole game: set-up, rounds until the last one, final scoring (RH-41)."""
    yield from set_up(town)
    while town.last_round is None or town.round < town.last_round:  # RH-41
        yield from your_turn(town)
        yield from mayors_turn(town)
    return (yield from final_scoring(town))


# --- set-up ---------------------------------------------------------------------------------------------------


def set_up(town: Town) -> Script[None]:
    """Set up a two-player game with the changes of the solo mode (RH-02 to RH-11)."""
    yield from checklist(
        "set-up",
        _("Set up the game for you and the Mayor."),
        lambda: set_up_list(town),
        "RH-03",
        label=N_("Set-up done."),
    )
    if town.options.district_numbers == "random":
        yield from number_districts(town)
    if town.boards:
        yield from lay_boards(town)
        yield from place_starting_plan(town)


def set_up_list(town: Town) -> list[Item]:
    """Return the items of the set-up checklist, which depend on the options."""

    def item(text: str, *cites: str) -> Item:
        return Item(_(text), cites)

    return [
        item(N_("Set up a normal game for two players."), "RH-03"),
        item(
            N_("Remove 25 cubes of each building material from the supply, orange included: no orange cubes remain.")
            if town.options.orange == "material"
            else N_("Remove 25 cubes of each building material from the supply. All orange cubes stay."),
            *(("RH-04", "RH-A18", "RH-A31") if town.options.orange == "material" else ("RH-04", "RH-A18")),
        ),
        item(N_("Place your own starting plan and take your target tiles as usual."), "RH-05", "RH-06"),
        item(N_("The Mayor places no starting plan and takes no target tiles."), "RH-05", "RH-06"),
        item(N_("Have a six-sided die and the six tokens numbered 1 to 6 at hand."), "RH-02"),
        item(
            N_("The numbered tokens go on the districts, one each; the next step shows which token goes where.")
            if town.options.district_numbers == "random"
            else N_("Put one numbered token on each of the six districts, as you like."),
            "RH-07",
            "RH-A19",
        ),
        item(N_("Choose a colour for yourself and one for the Mayor; both VP tokens go on the VP track."), "RH-08"),
        item(N_("Put a player token of a third colour on space 0 of the VP track: it counts the rounds."), "RH-09"),
        item(N_("You take the first turn; the Mayor always plays after you."), "RH-11"),
    ]


def number_districts(town: Town) -> Script[None]:
    """Shuffle the six number tokens onto the six districts (RH-07, RH-A19)."""
    town.numbers = yield from shuffle(
        "district-numbers",
        _("Shuffle the six numbered tokens and draw them one by one. In which order do they come up?"),
        lambda: Order([option(n) for n in DISTRICTS]),
        "RH-07",
        "RH-A19",
        label=N_("The numbered tokens come up in this order: {answer}."),
    )
    numbers = Joined(town.numbers)
    yield Do(
        _("Place the numbered tokens on the districts, row by row from the top left: {numbers}.", numbers=numbers),
        "RH-07",
        "RH-A19",
        shows=partial(numbers_laid, tuple(town.numbers)),
    )


DISTRICTS = range(1, 7)


def lay_boards(town: Town) -> Script[None]:
    """Ask which board lies under which number token, and place the boards that have a drawing (RH-07).

    The drawing of any other board is asked for when the die first points at it.
    """
    answer = yield from ask(lambda: boards_question(town))
    town.across, town.places = answer["across"], answer["boards"]
    town.numbers = answer.get("numbers", town.numbers)
    for number, board in zip(town.numbers, town.places, strict=True):
        if board in town.boards and all_told(town.boards[board]):
            town.lay(number, read_district(town.boards[board]), board)


def boards_question(town: Town) -> Ask:
    """Return the question for the layout of the boards, and of their number tokens if the player chooses."""
    known = [Option(board, PackWords(board), board) for board in town.boards]
    shape = Phrases([*known, Option(NEW_BOARD, NEW, "")], 6, 6, read=read_board_name)
    fields = [
        Field("across", _("districts in each row of the town"), Choice([option(3), option(2)], 3), 3, word=_("across")),
        Field(
            "boards",
            LYING,
            shape,
            required=True,
            example=some_boards(town),
            word=_("boards"),
            slots="town",
            pictures="board-",
        ),
    ]
    if town.options.district_numbers == "chosen":
        numbers = Order([option(n) for n in DISTRICTS], read_off=True)
        label = _("their number tokens, in the same order")
        fields.append(Field("numbers", label, numbers, required=True, word=_("numbers")))
    return Ask(
        "table",
        "boards",
        _("Where is each board? Enter “{new}” for a board that is not described yet.", new=NEW),
        Form(fields),
        "RH-07",
        "RH-A19",
        test=each_board_once,
        label=line_of_boards,
        about={"numbers": town.numbers},
    )


LYING = _("the boards, row by row from the top left")


def line_of_boards(answer: Mapping[str, Any]) -> Text:
    """Describe the layout of the boards for the history."""
    boards = Joined([NEW if board == NEW_BOARD else PackWords(board) for board in answer["boards"]])
    said: list[Text] = [_("The boards, row by row from the top left: {boards}.", boards=boards)]
    if "numbers" in answer:
        said.append(_("Their numbers: {numbers}.", numbers=Joined(answer["numbers"])))
    return Joined(said, " ")


def some_boards(town: Town) -> Text:
    """Return six boards as an example of what can be typed: known boards once each, then new ones."""
    sides = {name_and_side(board)[0].casefold(): PackWords(board) for board in town.boards}
    return Joined([*sides.values(), *repeat(NEW, 6)][:6])


NEW_BOARD = "?"
"""The option id for a board without a drawing and a name."""
NEW = _("new")


def each_board_once(answer: dict[str, Any]) -> None:
    """Raise BadAnswer if two of the boards are sides of the same board."""
    names = [name_and_side(board)[0].casefold() for board in answer["boards"] if board]
    for board in answer["boards"]:
        if board and names.count(name_and_side(board)[0].casefold()) > 1:
            raise BadAnswer(_("The board {name} can’t be in two places.", name=Name(name_and_side(board)[0])))


def place_starting_plan(town: Town) -> Script[None]:
    """Ask where your starting plan is, so that the Mayor is not sent onto its plot (RH-05)."""
    answer = yield from ask(lambda: starting_plan_question(town))
    if answer is not None:
        number, plot = answer
        district = town.districts[number]
        assert district is not None
        district.yours.add(plot)


def starting_plan_question(town: Town) -> Ask:
    """Return the question for the plot of your starting plan."""
    undrawn = [n for n, district in town.districts.items() if district is None]
    elsewhere = [
        Option(
            f"{n}?", _("in district {n}, which is not described yet: you will mark the plan in its drawing", n=n), None
        )
        for n in undrawn
    ]
    example = some_free_plot(town) or Name("3b2")
    shape = Choice(lambda: [*free_plots(town), *elsewhere, Option("none", _("it is not placed yet"), None)])
    return Ask(
        "table",
        "start",
        _("Where is your starting plan? Enter district and plot, for instance {example}.", example=example),
        shape,
        "RH-05",
        label=N_("Your starting plan: {answer}."),
        on=drawn_districts(town),
    )


# --- your turn ------------------------------------------------------------------------------------------------


def your_turn(town: Town) -> Script[None]:
    """Start a round, and ask what changed on the table in your turn (RH-10, RH-12)."""
    yield Act(_("Round {n}", n=town.round + 1), "RH-10", who="rules")
    town.round += 1
    if town.round == town.last_round:
        yield Because(
            _("A colour ran out and that round is over: this round is the last."), "RH-41", "RH-A16", "RH-A17"
        )
    yield Do(
        _("Move the round counter to {round}. Your turn.", round=town.round),
        "RH-10",
        "RH-A20",
        shows=partial(track_moved, COUNTER, town.round - 1, town.round),
    )
    yield Act(_("Your turn"), "RH-12", who="player")
    yield from settle_end(town, his=False)
    answer = yield from ask(lambda: your_report(town))
    for number, plot in answer["built"]:
        district = town.districts[number]
        if district is not None:
            district.yours.add(plot)
    for level in (1, 2):
        take_from_row(town, level, answer[f"plans{level}"])
    yield from told_late(town, set(answer["out"]))
    yield from supply_now(town, set(answer["out"]), "RH-A17")


def told_late(town: Town, out: set[str]) -> Script[None]:
    """End the game this round if a colour that you report ran out in the Mayor's previous turn (RH-A16, RH-A17).

    Only a colour that he used in that turn may have run out then. By default it ran out in your turn.
    """
    new = ends_the_game(town, out)
    if new & town.placed and (yield from granted(lambda: whose_turn_ask(his=False, sure=True))) == "before":
        town.out = out
        yield from end_this_round(town)


def end_this_round(town: Town) -> Script[None]:
    """Make this round the last: the colour ran out in the round before (RH-A16)."""
    town.last_round = town.round
    yield Say(
        _("The colour ran out in the Mayor’s turn, and that round is over: this round is the last."), "RH-41", "RH-A16"
    )


def settle_end(town: Town, his: bool) -> Script[None]:
    """Ask in whose turn a colour ran out whose correction triggered the end, if that is in doubt (RH-A32).

    ``his``: the Mayor's turn is under way.
    """
    if not town.end_in_doubt:
        return
    when = "now"
    if town.round > 1:
        when = yield from ask(lambda: whose_turn_ask(his, sure=False) if town.end_in_doubt else None)
    if not town.end_in_doubt:
        return
    town.end_in_doubt = False
    if when == "before":
        yield from end_this_round(town)
    else:
        yield one_more_round(town.ended_by, "RH-A32")


@lru_cache
def whose_turn_ask(his: bool, sure: bool) -> Ask:
    """Return the question in whose turn a colour ran out.

    ``his``: the Mayor's turn is under way. ``sure``: the game assumes your turn and offers
    the question as an objection.
    """
    turns = [
        Option("yours", _("in your turn"), "now"),
        *([Option("now", _("in the Mayor’s turn of this round"), "now")] if his else ()),
        Option("his", _("in the Mayor’s turn of the previous round"), "before"),
    ]
    return Ask(
        "table",
        "whose-turn",
        _("In whose turn did the last cube of this colour leave the supply?"),
        Choice(turns, "yours"),
        *(("RH-A16", "RH-A17") if sure else ("RH-A32", "RH-A16", "RH-A17")),
        label=N_("The colour ran out: {answer}."),
        unless=_("the colour ran out in the Mayor’s previous turn") if sure else None,
    )


def your_report(town: Town) -> Ask:
    """Return the question for the report of your turn."""
    plots = Several(lambda: free_plots(town), lookup=lambda id: free_plot(town, id))
    drawn = drawn_districts(town)
    fields = [
        Field(
            "built",
            _("plots that you built on"),
            plots,
            [],
            example=some_free_plot(town),
            word=_("built"),
            on=drawn,
            group=BUILT if drawn else NOTHING_BUILT,
        ),
        *(plans_taken(level, town.plans[level]) for level in (1, 2)),
        ran_out(NO_CUBE_LEFT, tuple(sorted(town.out))),
    ]
    text = _("Round {round}: play your turn. Is there anything to report?", round=town.round)
    return Ask(
        "player", "your-turn", text, Form(fields), "RH-12", label=partial(line_of_your_turn, frozenset(town.out))
    )


NO_CUBE_LEFT = _("colours that have run out in the supply")


def line_of_your_turn(out: Collection[str], answer: Mapping[str, Any]) -> Text:
    """Describe your turn for the history, without the colours in ``out``, which had run out before."""
    said: list[Text] = []
    if plots := answer.get("built"):
        said.append(_("You built on {plots}.", plots=Joined([plot_words(one) for one in plots])))
    for level in (1, 2):
        if plans := sorted(answer.get(f"plans{level}", ())):
            said.append(
                n_(
                    "You took plan {plans} of the level {level} row.",
                    "You took plans {plans} of the level {level} row.",
                    len(plans),
                )
            )
            said[-1].args.update(plans=Joined(plans), level=level)
    said += no_cube_left([colour for colour in answer.get("out", ()) if colour not in out])
    return Joined(said or [_("Your turn is over.")], " ")


def free_plots(town: Town) -> list[Option]:
    """Return an option for each empty plot of the drawn districts."""
    return [plot_option(n, plot) for n, one in town.districts.items() if one is not None for plot in one.empty]


def some_free_plot(town: Town) -> Text | None:
    """Return an empty plot as an example of what can be typed, None if there is none."""
    known = ((n, one) for n, one in town.districts.items() if one is not None)
    return next((Name(f"{n}{plot}") for n, one in known for plot in one.empty), None)


def free_plot(town: Town, id: Any) -> Option | None:
    """Return the option with this id if it is an empty plot, else None."""
    district = town.districts.get(int(id[0])) if isinstance(id, str) and id[:1].isdecimal() else None
    plot = district.find(id[1:]) if district else None
    return plot_option(int(id[0]), plot) if plot else None


def plot_words(id: str) -> Text:
    """Return the text for a plot inside a sentence, from its option id."""
    return _("{plot} in district {n}", plot=Name(id[1:]), n=Name(id[0]))


@lru_cache(512)
def plot_option(n: int, plot: Plot) -> Option:
    """Return the option for a plot of a district."""
    return Option(f"{n}{plot}", _("district {n}, {plot}", n=n, plot=plot), (n, plot))


BUILT = Group(
    _("My buildings…"),
    folded=True,
    note=_("Only in districts that are described; Rival asks for the others when the Mayor’s die points at them."),
)
NOTHING_BUILT = Group(
    _("My buildings…"), folded=True, note=_("No district with empty land is described yet: there is nothing to report.")
)
TOOK_PLANS = Group(_("Plans taken…"), folded=True)


@lru_cache
def plans_taken(level: int, plans: int) -> Field:
    """Return the field for the plans that you took; it offers only as many as the row has (RH-12, RH-A11)."""
    label = _("plans that you took from the level {level} row", level=level)
    if plans < ROW:
        label = n_(
            "plans that you took from the level {level} row, which has {n} plan",
            "plans that you took from the level {level} row, which has {n} plans",
            plans,
            level=level,
        )
    return Field(
        f"plans{level}",
        label,
        Several([option(n, _("plan {n}", n=n)) for n in range(1, plans + 1)]),
        [],
        word=_("row {level}", level=level),
        on=row_id(level),
        group=TOOK_PLANS,
    )


# --- the Mayor's turn -----------------------------------------------------------------------------------------


def mayors_turn(town: Town) -> Script[None]:
    """Play the Mayor's turn: one, two or three rolls, each resolved before the next (RH-13 to RH-17)."""
    yield Act(_("The Mayor’s turn"), "RH-11")
    rolls = rolls_in_round(town.round, town.options.hard)
    yield (WHY_ROLLS_HARD if town.options.hard else WHY_ROLLS)[rolls]
    yield HIS_TURN[rolls]
    town.placed = set()
    made = 0
    while made < (rolls := rolls_in_round(town.round, town.options.hard)):
        made += 1
        yield Act(_("Roll {k} of {n}", k=made, n=rolls), "RH-18")
        before = town.mayor.vp, cubes_built(town)
        yield from one_roll(town, made)
        yield from conclude_roll(town, *before)
        yield from settle_end(town, his=True)  # in this act, so that a replay of the roll includes the answer


WHY_ROLLS = {
    1: Because(_("Up to round 5 the Mayor rolls once."), "RH-13"),
    2: Because(_("From round 6 on the Mayor rolls twice; the market is refilled between the rolls."), "RH-14", "RH-17"),
    3: Because(
        _("From round 12 on the Mayor rolls three times; the market is refilled between the rolls."), "RH-15", "RH-17"
    ),
}
WHY_ROLLS_HARD = {
    **WHY_ROLLS,
    3: Because(
        _(
            "In the harder variant the Mayor rolls three times from round 10 on; the market is "
            "refilled between the rolls."
        ),
        "RH-16",
        "RH-17",
    ),
}
HIS_TURN = {n: Say(n_("The Mayor’s turn: {n} roll.", "The Mayor’s turn: {n} rolls.", n), "RH-11") for n in (1, 2, 3)}


def one_roll(town: Town, k: int) -> Script[None]:
    """Roll for a district, then continue the Mayor's unfinished building there or begin a new one (RH-18 to RH-21).

    ``k`` is the number of the roll in this turn.
    """
    while True:
        number = yield from roll_district(town)
        if number is None:
            yield Act.retitle(_("Roll {k} of {n}: skipped", k=k, n=rolls_now(town, k)))
            return
        yield Act.retitle(_("Roll {k} of {n}: district {district}", k=k, n=rolls_now(town, k), district=number))
        district = town.districts[number]
        assert district is not None
        building = district.unfinished
        if building is not None:
            yield from continue_building(town, district, building)  # RH-20: step B
            return
        begun = yield from start_building(town, number)  # RH-21: step A
        if begun or town.options.empty_row == "nothing":
            return


def rolls_now(town: Town, k: int) -> int:
    """Return how many rolls this turn has, at least the ``k`` that began before a correction of the round."""
    return max(k, rolls_in_round(town.round, town.options.hard))


def conclude_roll(town: Town, vp: int, cubes: int) -> Script[None]:
    """Report the result of a roll: the cubes placed and the VP scored since it began."""
    placed, scored = cubes_built(town) - cubes, town.mayor.vp - vp
    if placed or scored:
        yield Act.conclude(n_("{n} cube, {vp} VP", "{n} cubes, {vp} VP", placed, vp=scored))


def cubes_built(town: Town) -> int:
    """Return the number of cubes on all buildings of the Mayor."""
    return sum(sum(building.cubes.values()) for _n, _plot, building in buildings(town))


def roll_district(town: Town) -> Script[int | None]:
    """Roll until the Mayor can act in the district, and return its number (RH-18, RH-19).

    Return None if he can act in no district (RH-A3).
    """
    while True:
        yield from rolled_again(town)
        if not open_districts(town):
            yield Say(_("The Mayor can’t act in any district: this roll is skipped."), "RH-A3")
            return None
        number = yield from roll(
            "mayor-die",
            ROLL_TEXT,
            6,
            "RH-18",
            fair=lambda: open_districts(town),
            label=N_("The Mayor rolls a {answer}."),
        )
        if town.districts[number] is None:
            yield from draw_district_board(town, number)
        district = town.districts[number]
        assert district is not None
        if is_open(town, district):
            if district.full:
                yield Because(
                    _("District {n} is full, but the Mayor can continue his unfinished building there.", n=number),
                    "RH-A2",
                )
            return number
        if district.full:
            yield Say(_("District {n} is full: roll again.", n=number), "RH-19", *why_full(district))
        else:
            yield Say(no_plan(town, level_for(district)), "RH-A12")


ROLL_TEXT = _("Roll the Mayor’s die.")


def rolled_again(town: Town) -> Script[None]:
    """Explain which numbers would be rolled again (RH-19, RH-A12)."""
    shut = {n: one for n, one in town.districts.items() if one is not None and not is_open(town, one)}
    full = [n for n, district in shut.items() if district.full]
    if full:
        why = dict.fromkeys(rule for n in full for rule in why_full(shut[n]))
        yield Because(
            n_(
                "District {full} is full: a roll of that number would be rolled again.",
                "Districts {full} are full: a roll of one of those numbers would be rolled again.",
                len(full),
                full=Joined(full),
            ),
            "RH-19",
            *why,
            "RH-A3",
        )
    rows = [n for n in shut if n not in full]
    if rows:
        yield Because(
            n_(
                "In district {rows} the Mayor would take a plan from an empty row: that number would be rolled again.",
                "In districts {rows} the Mayor would take a plan from an empty row: those numbers "
                "would be rolled again.",
                len(rows),
                rows=Joined(rows),
            ),
            "RH-A12",
            "RH-A3",
        )


def why_full(district: District) -> tuple[str, ...]:
    """Return the rulings behind a full district: RH-A1, and RH-A2 if he has an unfinished building."""
    return ("RH-A1",) if district.unfinished is None else ("RH-A1", "RH-A2")


def open_districts(town: Town) -> list[int]:
    """Return the district numbers that count when rolled (RH-19, RH-A3)."""
    return [n for n, district in town.districts.items() if is_open(town, district)]


def is_open(town: Town, district: District | None) -> bool:
    """Return whether the Mayor can act in a district; one without a drawing counts (RH-A1, RH-A2, RH-A12)."""
    if district is None:
        return True
    if district.full:
        return town.options.full_district == "act_if_possible" and district.unfinished is not None
    if town.options.empty_row == "reroll" and not town.plans[level_for(district)]:
        return district.unfinished is not None
    return True


def draw_district_board(town: Town, number: int) -> Script[None]:
    """Ask for the drawing of a district when the die first points at it, and save its board by name."""
    named = board_under(town, number)
    drawn = yield from ask(lambda: drawing_question(number, named, town.boards.get(named)))
    board = named
    if not named:
        board = board_name((yield from granted(lambda: name_question(town))))
    town.lay(number, drawn, board)
    if not named:
        yield Say(_("This board is saved as “{name}” for your next games.", name=Name(board)), "RH-07")


def drawing_question(number: int, named: str, known: list[str] | None) -> Ask:
    """Return the question for a district's drawing; ``known`` is the partial drawing to start from."""
    text = (
        _("Draw district {n} (board “{name}”) row by row, as it is on the table now.", n=number, name=Name(named))
        if named
        else _("Draw district {n} row by row, as it is on the table now.", n=number)
    )
    return Ask(
        "table",
        "district",
        text,
        Drawing(read_district, LEGEND, BRUSHES, drawn_words, default=known),
        "RH-27",
        "RH-32",
        label=lambda rows: _("District {n} is drawn: {answer}.", n=number, answer=drawn_words(rows)),
        about={"district": number},
    )


def name_question(town: Town) -> Ask:
    """Return the question for a new board's name; by default it is the next free letter."""
    taken = {name.casefold() for name in [*town.boards, *town.places]}
    letters = chain(ascii_uppercase, map("Z{}".format, count(2)))
    return Ask(
        "table",
        "board-name",
        _("What do you call this board?"),
        Words(LONGEST_NAME, next(filter(lambda name: name.casefold() not in taken, letters))),
        "RH-07",
        test=lambda words: free_name(words, taken),
        label=N_("The board is called {answer}."),
        unless=_("give the board another name"),
    )


def free_name(words: str, taken: set[str]) -> None:
    """Raise BadAnswer if a board has this name already."""
    if read_board_name(words).casefold() in taken:
        raise name_taken(words)


# --- the end --------------------------------------------------------------------------------------------------


def final_scoring(town: Town) -> Script[Result]:
    """Score the Mayor's wild tokens and ads, ask for your score, and return the result (RH-42 to RH-46)."""
    yield Act(_("Final scoring"), "RH-41", who="rules")
    yield Say(_("The last round is over. Final scoring."), "RH-41", "RH-A16")
    wild = town.mayor.wild
    town.mayor.vp += wild
    if wild:
        yield Do(
            n_(
                "The Mayor has {n} wild token and scores {n} VP for it; his VP marker moves to {total}.",
                "The Mayor has {n} wild tokens and scores {n} VP, 1 for each; his VP marker moves to {total}.",
                wild,
                total=town.mayor.vp,
            ),
            "RH-42",
            shows=partial(track_moved, HIS_TOKEN, town.mayor.vp - wild, town.mayor.vp),
        )
    yield Because(_("The Mayor scores nothing for unfinished buildings, and he has no targets."), "RH-44", "RH-06")
    answer = yield from ask(final_question)
    yield score_ads(town, answer["ads"])
    return (yield from winner(answer["yours"], town.mayor.vp))


def score_ads(town: Town, vp: int) -> Do | Say:
    """Score the ads, which may cost VP, for the Mayor and return the step that reports it (RH-43)."""
    town.mayor.vp += vp
    if not vp:
        text = _(
            "The ads bring the Mayor nothing; his VP marker stays at {total}, his final score.", total=town.mayor.vp
        )
        return Say(text, "RH-43")
    words = (
        N_("The ads bring the Mayor {vp} VP; his VP marker moves to {total}, his final score.")
        if vp > 0
        else N_("The ads cost the Mayor {vp} VP; his VP marker moves to {total}, his final score.")
    )
    shows = partial(track_moved, HIS_TOKEN, town.mayor.vp - vp, town.mayor.vp)
    return Do(_(words, vp=abs(vp), total=town.mayor.vp), "RH-43", shows=shows)


def final_question() -> Ask:
    """Return the question for the Mayor's ads and your final score."""
    fields = [
        Field(
            "ads", _("the Mayor’s VP for the ads, minus the VP that they cost him"), ANY, required=True, word=_("ads")
        ),
        Field(
            "yours",
            _("your final score, including targets, ads and everything else"),
            ANY,
            required=True,
            word=_("total"),
        ),
    ]
    text = _("Count the Mayor’s VP for the ads and your own final score. You can enter sums such as 12+3-1.")
    return Ask("table", "final", text, Form(fields), "RH-43", "RH-46", "RH-A22", label=line_at_the_end)


ANY = Number(None)


def line_at_the_end(answer: Mapping[str, Any]) -> Text:
    """Describe the answer to the final question for the history."""
    return _(
        "The Mayor’s VP for the ads: {ads}. Your final score: {yours}.",
        ads=ANY.show(answer["ads"]),
        yours=ANY.show(answer["yours"]),
    )


def winner(yours: int, mayors: int) -> Script[Result]:
    """Report the winner and return the result: you win with at least as many VP as the Mayor (RH-01, RH-45)."""
    scores = {"you": yours, "mayor": mayors}
    if yours == mayors:
        text, rules, side = (
            _("{yours} to {mayors}: a tie, and you win.", **score_words(yours, mayors)),
            ("RH-45",),
            "you",
        )
    elif yours > mayors:
        text, rules, side = _("{yours} to {mayors}: you win.", **score_words(yours, mayors)), ("RH-01",), "you"
    else:
        text, rules, side = _("{yours} to {mayors}: the Mayor wins.", **score_words(yours, mayors)), ("RH-01",), "mayor"
    yield Say(text, *rules)
    return Result(text, scores, winner=side, cites=rules)


def score_words(yours: int, mayors: int) -> dict[str, Name]:
    """Return both scores as text arguments."""
    return {"yours": Name(str(yours)), "mayors": Name(str(mayors))}
