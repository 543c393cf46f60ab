"""The virtual player's expansion (MO-26 to MO-34): choosing a company and targets, then placing posts one by one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from copy import deepcopy
from functools import partial
from itertools import count, islice
from typing import Any, TypeAlias

from rival.games.mombasa.bases import count_visible_coins
from rival.games.mombasa.expansion import (
    MapGap,
    SearchGoal,
    find_cheapest_targets,
    find_cheapest_ways,
    find_largest_spread,
    find_map_gap,
    list_prices,
)
from rival.games.mombasa.posts import move_due_posts, place_post
from rival.games.mombasa.region_comparison import RegionComparison
from rival.games.mombasa.table import (
    COMPANIES,
    MAX_REGIONS,
    Board,
    EnteredRegion,
    Expansion,
    get_expansion,
    get_search_position,
)
from rival.games.mombasa.views import MAP_VIEW_ID, POST_PIECES
from rival.kernel import (
    N_,
    Act,
    Ask,
    BadAnswerError,
    Because,
    Cause,
    Comparison,
    Criterion,
    Decision,
    Field,
    FieldGroup,
    Form,
    JoinedText,
    MultiChoice,
    Name,
    NamedValues,
    Number,
    Option,
    Say,
    Script,
    Text,
    _,
    ask,
    collect_reasons,
    decide,
    make_option,
    n_,
    select,
)
from rival.kernel.vocabulary import normalize_text


def play_expansion(board: Board) -> Script[None]:
    """Carry out one expansion with the points of the active expansion cards (MO-26)."""
    board.phase = "expansion"
    yield from ask_your_report(board)
    yield Act(_("Expansion"), "MO-26", cause=YOU_PASSED)
    points = count_expansion_points(board)
    if not points:
        yield Act.retitle(_("No expansion"))
        yield Act.stay_idle(_("the virtual player’s four cards include no expansion card"))
        yield Say(describe_missing_expansion(board), "MO-26", "MO-A11")
        return
    points_text = n_("{n} point", "{n} points", points)
    cause = Cause(describe_expansion_points(board))
    yield Act.retitle(_("Expansion: {points}", points=points_text), cause=cause)
    yield Because(describe_expansion_points(board), "MO-26")
    yield Say(
        n_("The virtual player expands with {n} point.", "The virtual player expands with {n} points.", points),
        "MO-26",
        "MO-A11",
    )
    company = yield from choose_company(board)
    yield Act.retitle(_("Expansion: {company}, {points}", company=COMPANIES[company], points=points_text))
    board.expansion = Expansion(company, [], points)
    board.expansion.targets = yield from choose_target_companies(board, company)
    yield from enter_target_regions(board)
    yield from enter_remaining_regions(board)
    yield from finish_expansion(board)
    board.expansion = None


YOU_PASSED = Cause(_("You passed"))


def count_expansion_points(board: Board) -> int:
    """Return the total points of the active expansion cards (MO-26)."""
    return board.thresholds.get("expansion", 0)


def describe_expansion_points(board: Board) -> Text:
    """Return the expansion points as text, card by card."""
    cards = [board.cards[name] for name in board.active]
    labels, points = [card.label for card in cards if card.type == "expansion"], count_expansion_points(board)
    if len(labels) == 1:
        return n_(
            "One expansion card, {card}: {n} point", "One expansion card, {card}: {n} points", points, card=labels[0]
        )
    sum_text = JoinedText(labels, " + ")
    return n_("Expansion cards: {sum} = {n} point", "Expansion cards: {sum} = {n} points", points, sum=sum_text)


def describe_missing_expansion(board: Board) -> Text:
    """Return why there is no expansion, with the names of the active cards (MO-26)."""
    return _(
        "The virtual player’s four cards ({cards}) include no expansion card, so there is no expansion.",
        cards=JoinedText([board.cards[name].label for name in board.active]),
    )


# --- your report before the expansion -----------------------------------------------------------------------------


def ask_your_report(board: Board) -> Script[None]:
    """Ask which markers and posts the player has moved since the last report (MO-A29)."""
    if not count_expansion_points(board):
        return
    yield Act(_("Your report before the expansion"), "MO-27", "MO-A29", who="player", cause=YOU_PASSED)
    answer = yield from ask(lambda: make_report_question(board) if count_expansion_points(board) else None)
    if answer is None:
        return  # a correction removed the expansion points
    for company in COMPANIES:
        board.tracks[company] = answer[company]
    board.reported = board.round
    board.mark_bases_outdated(list_moved_companies(board, answer["posts"]))
    board.posts = apply_post_moves(board, answer["posts"])
    board.mark_bases_outdated(answer["bases"])


def make_report_question(board: Board) -> Ask:
    """Return the question that asks for the player's report before an expansion."""
    tracks, regions = board.tracks, list_region_choices(board)
    fields = [
        Field(
            company,
            company_name,
            Number(0, 99),
            tracks.get(company),
            is_required=company not in tracks,
            group=TRACKS_GROUP,
            piece=POST_PIECES[company],
        )
        for company, company_name in COMPANIES.items()
    ]
    shape = NamedValues(HOLDER_OPTIONS, regions, is_closed=board.land.whole)
    label = _("posts you moved: each region, and the company whose post is there now")
    fields.append(
        Field("posts", label, shape, {}, keyword=_("posts"), tap_targets=MAP_VIEW_ID if board.regions else "")
    )
    bases, group = (
        MultiChoice(lambda: map(make_company_option, COMPANIES)),
        FieldGroup(OTHER_BASES_LABEL, is_collapsed=True),
    )
    fields.append(Field("bases", OTHER_BASES_LABEL, bases, [], keyword=_("bases"), group=group))
    text = _("How many spaces from the start is your marker on each track? And which posts did you move?")
    return Ask(
        "table",
        "report",
        text,
        Form(fields),
        "MO-27",
        "MO-A29",
        label=partial(describe_report, dict(board.tracks)),
        because=[Because(describe_expansion_points(board), "MO-26")],
        metadata={"yours": True},
        extra_check=lambda answer: check_post_counts(board, answer["posts"]),
    )


NO_HOLDER = "none"
HOLDER_OPTIONS = [
    *(make_option(company, words, piece=POST_PIECES[company]) for company, words in COMPANIES.items()),
    Option(NO_HOLDER, _("none"), NO_HOLDER),
]
"""The answer options for the post in a region: one for each company, and one for no post."""
TRACKS_GROUP = FieldGroup(_("Your markers on the company tracks"))
OTHER_BASES_LABEL = _("other bases that a post left or returned to")


def describe_report(tracks: Mapping[str, int], answer: Mapping[str, Any]) -> Text:
    """Return the player's report as text."""
    positions = [
        _("{company} {n}", company=company_name, n=answer.get(company, tracks.get(company)))
        for company, company_name in COMPANIES.items()
    ]
    sentences: list[Text] = [_("Your markers are at: {tracks}.", tracks=JoinedText(positions))]
    if posts := answer.get("posts"):
        holders = {**COMPANIES, NO_HOLDER: _("none")}
        moved_posts = [
            _("{region} ({company})", region=Name(region), company=holders[holder]) for region, holder in posts.items()
        ]
        sentences.append(_("Posts you moved: {posts}.", posts=JoinedText(moved_posts)))
    if bases := answer.get("bases"):
        sentences.append(
            _(
                "Other bases that changed: {bases}.",
                bases=JoinedText([COMPANIES[base_company] for base_company in bases]),
            )
        )
    return JoinedText(sentences, " ")


def apply_post_moves(board: Board, moves: dict[str, str]) -> dict[str, str]:
    """Return the posts on the map after these moves."""
    return {region: holder for region, holder in {**board.posts, **moves}.items() if holder != NO_HOLDER}


def check_post_counts(board: Board, moves: dict[str, str]) -> None:
    """Raise BadAnswerError if a company would have more posts on the map than it has in total."""
    check_region_count(board, moves)
    holders = list(apply_post_moves(board, moves).values())
    for company, company_name in COMPANIES.items():
        max_posts = board.count_base_spaces(company) - board.aside[company]
        if holders.count(company) > max_posts:
            raise BadAnswerError(_("{company} has only {n} posts in all.", company=company_name, n=max_posts))


def list_moved_companies(board: Board, moves: dict[str, str]) -> list[str]:
    """Return the companies whose posts leave or enter a region through these moves."""
    after = apply_post_moves(board, moves)
    changed_regions = [region for region in moves if board.posts.get(region) != after.get(region)]
    holders = [holder for region in changed_regions for holder in (board.posts.get(region), after.get(region))]
    return [company for company in holders if company is not None]


# --- company and targets ---------------------------------------------------------------------------------


def choose_company(board: Board) -> Script[str]:
    """Choose the company on whose track the player has advanced least (MO-27), at random if tied (MO-28)."""
    company: str | None = yield from select(
        "chance",
        "company",
        _("Your markers are equally close to the start on several tracks: choose one of these companies at random."),
        lambda: list(COMPANIES),
        lambda: [
            Criterion(
                CLOSEST_LABEL, board.tracks.get, ("MO-27", "MO-A29"), best="least", format_value=format_track_spaces
            )
        ],
        "MO-28",
        to_option=make_company_option,
        label=N_("Company chosen at random: {answer}."),
    )
    assert company is not None
    yield Say(describe_company_choice(board, company), "MO-27")
    return company


def describe_company_choice(board: Board, company: str) -> Text:
    """Return why the virtual player expands this company; for a tie, the equal companies and chance (MO-27, MO-28)."""
    spaces = format_track_spaces(board.tracks[company])
    tied_companies = [name for other, name in COMPANIES.items() if board.tracks[other] == board.tracks[company]]
    if len(tied_companies) == 1:
        return _(
            "The virtual player expands {company}: your marker is closest to the start on its track ({spaces}).",
            company=COMPANIES[company],
            spaces=spaces,
        )
    return _(
        "Your markers on these tracks are equally close to the start ({spaces}): {companies}. Chance chose {company}: "
        "the virtual player expands it.",
        spaces=spaces,
        companies=JoinedText(tied_companies),
        company=COMPANIES[company],
    )


CLOSEST_LABEL = _("Fewest spaces from the start to your marker")
FURTHEST_LABEL = _("Most spaces from the start to your marker")


def format_track_spaces(n: int) -> Text:
    """Return a number of track spaces as text."""
    return n_("{n} space", "{n} spaces", n)


def make_company_option(company: str) -> Option:
    """Return the answer option for a company."""
    return make_option(company, COMPANIES[company], piece=POST_PIECES[company])


def choose_target_companies(board: Board, company: str) -> Script[list[str]]:
    """Choose the companies whose posts the expansion will displace first (MO-30, MO-A16, MO-A17)."""
    others = [other for other in COMPANIES if other != company]
    if board.options.furthest_tie == "one":
        chosen: str | None = yield from select(
            "chance",
            "target-company",
            _("Your markers are equally far ahead on several tracks: choose one of these companies at random."),
            lambda: others,
            lambda: [
                Criterion(FURTHEST_LABEL, board.tracks.get, ("MO-30", "MO-A16"), format_value=format_track_spaces)
            ],
            "MO-A16",
            "MO-A17",
            to_option=make_company_option,
            label=N_("Target company chosen at random: {answer}."),
        )
        assert chosen is not None
        targets = [chosen]
    else:
        furthest = max(board.tracks[other] for other in others)
        targets = [other for other in others if board.tracks[other] == furthest]
    is_level = len(set(board.tracks.values())) == 1
    text = TARGET_TEXTS[is_level, len(targets) > 1, board.options.furthest_tie == "one"]
    yield Say(
        _(text, names=JoinedText([COMPANIES[target] for target in targets])),
        "MO-30",
        *(("MO-A17",) if is_level else ()),
        *(("MO-A16",) if len(targets) > 1 or (is_level and board.options.furthest_tie == "one") else ()),
    )
    return targets


ONE_TARGET = N_("It first looks for a post of {names}: your marker is furthest ahead on its track.")
SEVERAL_TARGETS = N_(
    "It first looks for a post of one of these companies, as your markers are furthest ahead on their tracks: {names}."
)
TARGET_TEXTS = {
    (False, False, False): ONE_TARGET,
    (False, False, True): ONE_TARGET,
    (False, True, False): SEVERAL_TARGETS,
    (True, True, False): N_(
        "All your markers are equally far ahead, so it first looks for a post of one of the other companies: {names}."
    ),
    (True, False, True): N_(
        "All your markers are equally far ahead, so it first looks for a post of one other company, chosen at random: "
        "{names}."
    ),
}
"""The texts about the targets, by three facts: all markers level, several targets, one of several chosen."""


# --- priority 1: a target company's post ----------------------------------------------------------------------


def enter_target_regions(board: Board) -> Script[None]:
    """Expand into regions with a target company's post (MO-30, MO-31, MO-A15, MO-A18)."""
    goal: SearchGoal = "path" if board.options.target_reach == "path" else "adjacent"
    placed_count = 0
    while (yield from place_target_post(board, goal)):
        placed_count += 1
        if board.options.priority_one == "once":
            return
    if not placed_count and get_expansion(board).points and board.count_supply(get_expansion(board).company):
        text, *cites = describe_no_target(board, goal)
        next_text = NEXT_AFTER_TARGETS[get_expansion(board).points < MIN_TARGET_COST]
        yield Say(JoinedText([text, next_text], " "), *cites)


NEXT_AFTER_TARGETS = {
    True: _("So it looks for a region without a post."),
    False: _("So it looks for as many regions as it can enter."),
}
"""The next search when no post of a target can be displaced, by whether the points are too few for any post."""


def place_target_post(board: Board, goal: SearchGoal) -> Script[bool]:
    """Place posts until one displaces a target's post; return False if that is impossible."""
    choose_region = choose_cheapest_target if goal == "adjacent" else choose_cheapest_way
    while (entry := (yield from place_next_post(board, goal, choose_region))) is not None:
        if entry.displaced in get_expansion(board).targets:
            return True
    return False


def describe_no_target(board: Board, goal: SearchGoal) -> tuple[Text, str, str]:
    """Return the reason that no target company's post can be displaced, with the rules that apply."""
    expansion = get_expansion(board)
    company, points = COMPANIES[expansion.company], n_("{n} point", "{n} points", expansion.points)
    if not any(board.count_posts_on_map(target) for target in expansion.targets):
        if len(expansion.targets) == 1:
            return _("That company has no post on the map."), "MO-30", "MO-31"
        return _("Those companies have no post on the map."), "MO-30", "MO-31"
    if expansion.points < MIN_TARGET_COST:
        text = _("A region with another company’s post costs at least 2 points, and the virtual player has only 1.")
        return text, "MO-29", "MO-30"
    if goal == "path":
        position, targets = get_search_position(board), expansion.targets
        if find_cheapest_ways(*position, targets, expansion.points, MAX_REGIONS).steps:
            text = _("For every way to such a post the base of {company} has too few posts.", company=company)
        elif board.land.whole and not find_cheapest_ways(*position, targets, MAX_WAY_COST, MAX_REGIONS).steps:
            text = _("No way leads from {company} to such a post.", company=company)
        else:
            text = _("Every way to such a post costs more than {points}.", points=points)
        return text, "MO-30", "MO-A18"
    costs = {
        region: cost
        for region, cost in list_entry_prices(board).items()
        if board.posts_with_entered.get(region) in expansion.targets
    }
    if not costs:
        text = _("No region with such a post is next to the base or a post of {company}.", company=company)
        return text, "MO-30", "MO-A18"
    region = min(costs, key=costs.__getitem__)
    text = _(
        "The cheapest region with such a post costs more than {points}: {region}.",
        points=points,
        region=format_priced_region(region, costs[region]),
    )
    return text, "MO-29", "MO-30"


MAX_WAY_COST = 3 * MAX_REGIONS
"""The cost of a way through every region, if each has a border of 2 and a post."""
MIN_TARGET_COST = 2
"""The minimum cost of a target: 1 point for a border or gate, and 1 for the post in the region."""


def choose_cheapest_target(board: Board) -> Script[str | None]:
    """Choose the cheapest adjacent region with a target company's post."""

    def find_best_regions() -> BestRegions:
        """Return the equally good regions for the next post."""
        expansion = get_expansion(board)
        return find_cheapest_targets(*get_search_position(board), expansion.targets, expansion.points), None

    text = _("Several regions with a target’s post are equally cheap: choose one at random.")
    label = N_("Target region chosen at random: {answer}.")
    reason = N_("Cheapest regions with a target’s post: {regions}.")
    return (
        yield from choose_best_region(
            board, "target", text, label, "adjacent", find_best_regions, reason, "MO-30", "MO-31", "MO-A15"
        )
    )


def choose_cheapest_way(board: Board) -> Script[str | None]:
    """Choose the next region on a cheapest way to a target company's post (MO-A18)."""

    def find_best_regions() -> BestRegions:
        cost, steps = find_cheapest_ways(
            *get_search_position(board), get_expansion(board).targets, *get_points_and_supply(board)
        )
        text = n_(
            "The cheapest way to a target’s post costs {n} point in all.",
            "The cheapest way to a target’s post costs {n} points in all.",
            cost,
        )
        return steps, Because(text, "MO-A18")

    text = _("Several ways to a target are equally cheap: choose the next region at random.")
    label = N_("Next region on the way, chosen at random: {answer}.")
    reason = N_("The cheapest way can begin with: {regions}.")
    return (
        yield from choose_best_region(
            board, "way", text, label, "path", find_best_regions, reason, "MO-31", "MO-A15", "MO-A18"
        )
    )


# --- priority 2: as many regions as possible ---------------------------------------------------------------------


def enter_remaining_regions(board: Board) -> Script[None]:
    """Expand into as many regions as possible (MO-32, MO-A19, MO-A26)."""
    while (yield from place_next_post(board, "spread", choose_region_for_widest_spread)) is not None:
        pass


def choose_region_for_widest_spread(board: Board) -> Script[str | None]:
    """Choose a region that leaves as many regions as possible still to be entered."""

    def find_best_regions() -> BestRegions:
        number, steps = find_largest_spread(*get_search_position(board), *get_points_and_supply(board))
        text = _(
            "With {points} the virtual player can still enter {regions}.",
            points=n_("{n} point", "{n} points", get_expansion(board).points),
            regions=n_("{n} region", "{n} regions", number),
        )
        return steps, Because(text, "MO-32", "MO-A19")

    text = _(
        "After entering any of these regions, the virtual player can still reach the largest possible number: "
        "choose one at random."
    )
    label = N_("Region chosen at random: {answer}.")
    reason = N_("It can reach that number by entering any of these first: {regions}.")
    return (
        yield from choose_best_region(
            board, "spread", text, label, "spread", find_best_regions, reason, "MO-32", "MO-A26"
        )
    )


def finish_expansion(board: Board) -> Script[None]:
    """Move the posts that are still due (MO-A33) and report unused points (MO-A21, MO-A27)."""
    expansion = get_expansion(board)
    company = COMPANIES[expansion.company]
    yield from move_due_posts(board)
    if list_affordable_regions(board):  # a correction has added points
        yield from enter_remaining_regions(board)
        yield from finish_expansion(board)
        return
    if expansion.points and not board.count_supply(expansion.company):
        yield Because(_("The base of {company} has no posts left.", company=company), "MO-A27")
    elif expansion.points:
        yield Because(_("There is no region that {company} can enter and pay for.", company=company), "MO-A27")
    placed = (
        n_("The expansion is over: {n} post placed.", "The expansion is over: {n} posts placed.", expansion.placed)
        if expansion.placed
        else _("The expansion is over: no post was placed.")
    )
    if not expansion.points:
        yield Say(placed, "MO-29")
    else:
        lost = n_("{n} point is lost.", "{n} points are lost.", expansion.points)
        yield Say(JoinedText([placed, lost], " "), "MO-A21", "MO-A27")
    yield Act.conclude(describe_expansion_result(board))


def describe_expansion_result(board: Board) -> Text:
    """Return the expansion's result: posts placed and sent home, points lost, and the company's share value."""
    expansion = get_expansion(board)
    parts: list[Text] = [n_("{n} post placed", "{n} posts placed", expansion.placed)]
    if expansion.sent_home:
        parts.append(n_("{n} post sent home", "{n} posts sent home", expansion.sent_home))
    if expansion.points:
        parts.append(n_("{n} point lost", "{n} points lost", expansion.points))
    if (base := board.bases.get(expansion.company)) is not None:
        parts.append(describe_share_value(expansion, count_visible_coins(base)))
    return JoinedText(parts, "; ")


def describe_share_value(expansion: Expansion, value: int) -> Text:
    """Return the value of one share of the expanding company, and how the posts that left changed it (MO-34)."""
    company, coins = COMPANIES[expansion.company], n_("{n} coin", "{n} coins", value)
    if not expansion.placed:
        return _("one share of {company} is worth {coins}", company=company, coins=coins)
    if not expansion.uncovered:
        return _(
            "one share of {company} is still worth {coins}, as no coin was uncovered on its base",
            company=company,
            coins=coins,
        )
    return n_(
        "one share of {company} is now worth {coins}, as {n} coin was uncovered on its base",
        "one share of {company} is now worth {coins}, as {n} coins were uncovered on its base",
        expansion.uncovered,
        company=company,
        coins=coins,
    )


# --- where the next post may go ----------------------------------------------------------------------------


def get_points_and_supply(board: Board) -> tuple[int, int]:
    """Return how many points and posts are left for this expansion."""
    expansion = get_expansion(board)
    return expansion.points, board.count_supply(expansion.company)


BestRegions: TypeAlias = tuple[Collection[str], Because | None]
"""The best regions for the next post, with an explanation of their value."""


def list_entry_prices(board: Board) -> dict[str, int]:
    """Return the regions that the company can enter now, each with its price."""
    return list_prices(*get_search_position(board))


def choose_best_region(
    board: Board,
    key: str,
    text: Text,
    label: str,
    goal: SearchGoal,
    find_best_regions: Callable[[], BestRegions],
    reason: str,
    *cites: str,
) -> Script[str | None]:
    """Choose one of the best regions for the next post, at random if several are equally good.

    ``find_best_regions`` computes the best regions. It is called again when a correction changes the table.
    """

    def make_decision(decision: Decision) -> Script[str | None]:
        costs = list_affordable_regions(board)
        steps, explanation = find_best_regions()
        best_regions = [region for region in costs if region in steps]
        if not best_regions:
            return None

        def make_region_option(region: str) -> Option:
            return make_option(region, format_priced_region(region, costs[region]))

        def join_regions(regions: Iterable[str]) -> JoinedText:
            return JoinedText([make_region_option(region).label for region in regions])

        if explanation is not None:
            decision.reasons.append(explanation)
        if len(costs) == 1:
            text_only = _(
                "The virtual player can enter and pay for only one region: {region}.", region=join_regions(best_regions)
            )
            reason_cites, reason_text = ("MO-29", *cites), text_only
        else:
            reason_cites, reason_text = cites, _(reason, regions=join_regions(best_regions))
            if len(best_regions) < len(costs):
                decision.add_reason(
                    _("The virtual player can enter and pay for: {regions}.", regions=join_regions(costs)), "MO-29"
                )
        comparison = compare_regions(board, goal)
        decision.reasons.append(Comparison(reason_text, *reason_cites, make_table=comparison.make_table))
        comparison.chosen = yield from decision.choose_candidate(
            "chance",
            key,
            text,
            best_regions,
            *cites,
            to_option=make_region_option,
            label=label,
            tap_targets=MAP_VIEW_ID,
        )
        return comparison.chosen

    return (yield from decide(make_decision))


def compare_regions(board: Board, goal: SearchGoal) -> RegionComparison:
    """Return a comparison of all regions for the next post."""
    points, supply = get_points_and_supply(board)
    atlas, posts, company = get_search_position(board)
    prices, targets = list_entry_prices(board), get_expansion(board).targets
    return RegionComparison(goal, atlas, dict(posts), company, points, supply, targets, prices)


def list_affordable_regions(board: Board) -> dict[str, int]:
    """Return the regions that the company can enter and afford now, each with its price."""
    points, supply = get_points_and_supply(board)
    return {region: cost for region, cost in list_entry_prices(board).items() if supply and cost <= points}


def format_priced_region(region: str, cost: int) -> Text:
    """Return a region's name with its price."""
    text = n_("{region} for {n} point", "{region} for {n} points", cost)
    text.args["region"] = Name(region)
    return text


RegionChooser = Callable[[Board], Script[str | None]]


def place_next_post(board: Board, goal: SearchGoal, choose_region: RegionChooser) -> Script[EnteredRegion | None]:
    """Choose a region and place a post there; return None if no region is possible."""
    while find_next_gap(board, goal) is not None or list_goal_regions(board, goal):
        region, reasons = yield from collect_reasons(choose_next_region(board, goal, choose_region))
        if region is None:
            return None
        if (entry := (yield from place_post(board, region, reasons))) is not None:
            return entry
    return None


def list_goal_regions(board: Board, goal: SearchGoal) -> Collection[str]:
    """Return the regions where the next post can be placed for this goal."""
    expansion = get_expansion(board)
    if goal == "spread":
        return list_affordable_regions(board)
    points, supply = get_points_and_supply(board)
    return find_cheapest_ways(
        *get_search_position(board), expansion.targets, points, min(supply, 1) if goal == "adjacent" else supply
    ).steps


def choose_next_region(board: Board, goal: SearchGoal, choose_region: RegionChooser) -> Script[str | None]:
    """Choose the next region, after asking for unknown parts of the map that affect the choice."""
    while True:
        gap = find_next_gap(board, goal)
        if gap is not None:
            yield from ask_map_gap(board, gap)
            continue
        region = yield from choose_region(board)
        if find_next_gap(board, goal) is None:  # otherwise a correction has removed a border that the choice needs
            return region


def find_next_gap(board: Board, goal: SearchGoal) -> MapGap | None:
    """Return the next unknown part of the map that affects the choice; None if there is none."""
    if board.land.whole:
        return None
    points, supply = get_points_and_supply(board)
    return find_map_gap(*get_search_position(board), points, goal, get_expansion(board).targets, supply)


def ask_map_gap(board: Board, gap: MapGap) -> Script[None]:
    """Ask for an unknown part of the map and store the answer."""
    if gap.kind == "gates":
        answer = yield from ask(lambda: make_gates_question(board, gap.name))
        board.land.set_gates(gap.name, answer)
    else:
        answer = yield from ask(lambda: make_neighbours_question(board, gap.name))
        board.land.set_neighbours(gap.name, {**board.land.borders.get(gap.name, {}), **answer})


def make_gates_question(board: Board, company: str) -> Ask:
    """Return the question about the regions next to a company's base."""
    text = _(
        "Which regions can be entered directly from the base of {company}, and at what price?",
        company=COMPANIES[company],
    )
    return Ask(
        "table",
        "gates",
        text,
        NamedValues(PRICE_OPTIONS, list_region_choices(board)),
        "MO-29",
        tap_targets=MAP_VIEW_ID if board.regions else "",
        metadata={"company": company, "box": "map"},
        reminders=make_naming_notes(board),
        extra_check=lambda answer: check_region_count(board, answer),
        label=lambda answer: describe_regions(
            answer, GATES_LINE, _("No region can be entered directly from the base.")
        ),
    )


def make_neighbours_question(board: Board, region: str) -> Ask:
    """Return the question about a region's neighbours."""
    known_neighbours = board.land.borders.get(region, {})
    text = _("Which regions border on {region}, and at what price?", region=Name(region))
    if known_neighbours:
        text = _(
            "{region} borders on {regions}. Which other regions does it border on, and at what price?",
            region=Name(region),
            regions=JoinedText(
                [format_priced_region(neighbour, points) for neighbour, points in sorted(known_neighbours.items())]
            ),
        )
    return Ask(
        "table",
        "neighbours",
        text,
        NamedValues(PRICE_OPTIONS, list_region_choices(board)),
        "MO-29",
        tap_targets=MAP_VIEW_ID,
        reminders=make_naming_notes(board),
        extra_check=lambda answer: check_neighbours(board, region, answer),
        metadata={"region": region, "box": "map"},
        label=lambda answer: describe_regions(answer, NEIGHBOURS_LINE, _("This region has no other neighbours.")),
    )


def make_naming_notes(board: Board) -> list[Because]:
    """Return notes on how to name the regions, since the board has no printed names."""
    text = _("The board shows no region names. Make one up, or use the next free one, {name}.")
    text.args["name"] = Name(suggest_region_names(board)[0])
    return [Because(text, "MO-29")]


def list_region_choices(board: Board) -> list[str]:
    """Return the regions to choose from, and unused names for new regions."""
    return board.regions if board.land.whole else [*board.regions, *suggest_region_names(board)]


SUGGESTED_NAME_COUNT = 6
"""The number of suggested names for new regions; few regions have more new neighbours."""


def suggest_region_names(board: Board) -> list[str]:
    """Return suggested names for new regions: A1, A2 and so on."""
    used_names = {normalize_text(region) for region in board.regions}
    names = (f"A{n}" for n in count(1))
    return list(islice((name for name in names if normalize_text(name) not in used_names), SUGGESTED_NAME_COUNT))


PRICE_OPTIONS = [make_option(1), make_option(2)]
GATES_LINE = N_("Regions next to the base: {regions}.")
NEIGHBOURS_LINE = N_("Neighbours of the region: {regions}.")


def describe_regions(answer: Mapping[str, int], template: str, empty_text: Text) -> Text:
    """Return the entered regions as text, with their prices."""
    return (
        _(template, regions=JoinedText([format_priced_region(region, cost) for region, cost in answer.items()]))
        if answer
        else empty_text
    )


def check_region_count(board: Board, answer: Collection[str]) -> None:
    """Raise BadAnswerError if the map would have too many regions."""
    regions = len({*board.regions, *answer})
    if regions > MAX_REGIONS:
        raise BadAnswerError(
            _("A map can have at most {most} regions, but this would make {n}.", most=MAX_REGIONS, n=regions)
        )


def check_neighbours(board: Board, region: str, answer: dict[str, int]) -> None:
    """Raise BadAnswerError if these neighbours contradict the map or make it too large."""
    check_region_count(board, answer)
    region_map = deepcopy(board.land)
    region_map.set_neighbours(region, {**region_map.borders.get(region, {}), **answer})
    if (problem := region_map.describe_map_excess()) is not None:
        raise BadAnswerError(problem)
    if region in answer:
        raise BadAnswerError(_("{region} can’t border on itself.", region=Name(region)))
    for neighbour in answer:
        if neighbour in board.land.known and region not in board.land.borders.get(neighbour, {}):
            raise BadAnswerError(
                _(
                    "You entered the neighbours of {other} without {region}. If the two share a border, "
                    "correct “neighbours of {other}” first.",
                    other=Name(neighbour),
                    region=Name(region),
                )
            )
