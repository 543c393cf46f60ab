"""The virtual player's expansion (MO-26 to MO-34): company, targets, then one post after another."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from copy import deepcopy
from functools import partial
from itertools import count, islice
from typing import Any, TypeAlias

from rival.games.mombasa.expansion import (
    Seek,
    Untold,
    prices,
    spread_choice,
    target_steps,
    untold,
    way_choice,
)
from rival.games.mombasa.posts import move_posts_due, place_post
from rival.games.mombasa.table import COMPANIES, MOST_REGIONS, Board, Entered, Expansion, position, under_way
from rival.games.mombasa.views import BARE_POSTS, MAP, POSTS
from rival.kernel import (
    N_,
    Act,
    Ask,
    BadAnswer,
    Because,
    Criterion,
    Decision,
    Field,
    Form,
    Group,
    Joined,
    Name,
    Number,
    Option,
    Pairs,
    Say,
    Script,
    Several,
    Text,
    _,
    ask,
    decide,
    n_,
    option,
    select,
)
from rival.kernel.vocabulary import folded


def expansion(board: Board) -> Script[None]:
    """Carry out one expansion with the points of the active expansion cards (MO-26), if there are any."""
    yield from your_report(board)
    yield Act(_("Expansion"), "MO-26")
    points = expansion_points(board)
    if not points:
        yield Act.retitle(_("No expansion"))
        yield Say(_("The virtual player has no active expansion card, so there is no expansion."), "MO-26", "MO-A11")
        return
    yield explain_points(board)
    yield Say(
        n_(
            "The virtual player expands with {n} point.",
            "The virtual player expands with {n} points.",
            points,
        ),
        "MO-26",
        "MO-A11",
    )
    company = yield from expanding_company(board)
    yield Act.retitle(
        _("Expansion of {company}: {points}", company=COMPANIES[company], points=n_("{n} point", "{n} points", points))
    )
    board.expansion = Expansion(company, [], points)
    board.expansion.targets = yield from target_companies(board, company)
    yield from priority_one(board)
    yield from priority_two(board)
    yield from end_of_expansion(board)
    board.expansion = None


def expansion_points(board: Board) -> int:
    """Return the total of the active expansion cards (MO-26)."""
    return board.thresholds.get("expansion", 0)


def explain_points(board: Board) -> Because:
    """Explain the points of the expansion, card by card."""
    cards = [board.cards[name] for name in board.active]
    values = [str(card.value) for card in cards if card.type == "expansion"]
    return Because(_("Points of the virtual player’s expansion cards: {sum}.", sum=Name(" + ".join(values))), "MO-26")


# --- your report before the expansion -----------------------------------------------------------------------------


def your_report(board: Board) -> Script[None]:
    """Ask where your markers are after you passed, and which posts moved since the last report (MO-A29)."""
    if not expansion_points(board):
        return
    yield Act(_("Your report before the expansion"), "MO-27", "MO-A29", who="player")
    answer = yield from ask(lambda: report_question(board) if expansion_points(board) else None)
    if answer is None:
        return  # a correction removed the expansion points
    for company in COMPANIES:
        board.tracks[company] = answer[company]
    board.reported = board.round
    move_posts(board, answer["posts"])
    board.outdate_bases(answer["bases"])


def report_question(board: Board) -> Ask:
    """Build the question for your report before the expansion."""
    tracks, regions = board.tracks, offered_regions(board)
    fields = [
        Field(
            company,
            words,
            Number(0, 99),
            tracks.get(company),
            required=company not in tracks,
            group=TRACKS,
            piece=BARE_POSTS[company],
        )
        for company, words in COMPANIES.items()
    ]
    shape = Pairs(HOLDERS, regions, closed=board.land.whole)
    label = _("posts you moved: each region, and the company whose post is there now")
    fields.append(Field("posts", label, shape, {}, word=_("posts"), on=MAP if board.regions else ""))
    bases, group = Several(lambda: map(company_option, COMPANIES)), Group(OTHER_BASES, folded=True)
    fields.append(Field("bases", OTHER_BASES, bases, [], word=_("bases"), group=group))
    text = _("How many spaces from the start is your marker on each track? And which posts did you move?")
    return Ask(
        "table",
        "report",
        text,
        Form(fields),
        "MO-27",
        "MO-A29",
        label=partial(line_of_report, dict(board.tracks)),
        because=[explain_points(board)],
        about={"yours": True},
        test=lambda answer: posts_can_stand(board, answer["posts"]),
    )


NONE = "none"
HOLDERS = [
    *(option(company, words, piece=POSTS[company]) for company, words in COMPANIES.items()),
    Option(NONE, _("none"), NONE),
]
"""The companies whose post can be in a region, and none."""
TRACKS = Group(_("Your markers on the company tracks"))
OTHER_BASES = _("other bases that a post left or returned to")


def line_of_report(tracks: Mapping[str, int], answer: Mapping[str, Any]) -> Text:
    """Return your report as text: markers, posts and bases that changed."""
    marks = [
        _("{company} {n}", company=words, n=answer.get(company, tracks.get(company)))
        for company, words in COMPANIES.items()
    ]
    said: list[Text] = [_("Your markers are at: {tracks}.", tracks=Joined(marks))]
    if posts := answer.get("posts"):
        holders = {**COMPANIES, NONE: _("none")}
        moved = [
            _("{region} ({company})", region=Name(region), company=holders[holder]) for region, holder in posts.items()
        ]
        said.append(_("Posts you moved: {posts}.", posts=Joined(moved)))
    if bases := answer.get("bases"):
        said.append(_("Other bases that changed: {bases}.", bases=Joined([COMPANIES[one] for one in bases])))
    return Joined(said, " ")


def after_moves(board: Board, moves: dict[str, str]) -> dict[str, str]:
    """Return the posts on the map after these moves."""
    return {region: holder for region, holder in {**board.posts, **moves}.items() if holder != NONE}


def posts_can_stand(board: Board, moves: dict[str, str]) -> None:
    """Raise BadAnswer if a company would have more posts on the map than it owns, or the map too many regions."""
    few_regions(board, moves)
    holders = list(after_moves(board, moves).values())
    for company, words in COMPANIES.items():
        most = board.spaces_of(company) - board.aside[company]
        if holders.count(company) > most:
            raise BadAnswer(_("{company} has only {n} posts in all.", company=words, n=most))


def move_posts(board: Board, moves: dict[str, str]) -> None:
    """Record posts that you moved; the bases they left or returned to become outdated."""
    after = after_moves(board, moves)
    for region in moves:
        before, now = board.posts.get(region), after.get(region)
        if before != now:
            board.outdate_bases(company for company in (before, now) if company is not None)
    board.posts = after


# --- company and targets ---------------------------------------------------------------------------------


def expanding_company(board: Board) -> Script[str]:
    """Choose the company on whose track your marker is closest to the start (MO-27), at random if equal (MO-28)."""
    found: str | None = yield from select(
        "chance",
        "company",
        _("Your markers are equally close to the start on several tracks: choose one of these companies at random."),
        lambda: list(COMPANIES),
        lambda: [Criterion(CLOSEST, board.tracks.get, ("MO-27", "MO-A29"), best="least", unit=track_spaces)],
        "MO-28",
        words=company_option,
        label=N_("Company chosen at random: {answer}."),
    )
    assert found is not None
    yield Say(_("The virtual player expands {company}.", company=COMPANIES[found]), "MO-27")
    return found


CLOSEST = _("Fewest spaces from the start to your marker")
FURTHEST = _("Most spaces from the start to your marker")


def track_spaces(n: int) -> Text:
    """Return a number of track spaces as text."""
    return n_("{n} space", "{n} spaces", n)


def company_option(company: str) -> Option:
    """Build the option for a company."""
    return option(company, COMPANIES[company], piece=BARE_POSTS[company])


def target_companies(board: Board, company: str) -> Script[list[str]]:
    """Choose the companies whose posts are the targets of the first post (MO-30, MO-A16, MO-A17)."""
    others = [other for other in COMPANIES if other != company]
    if board.options.furthest_tie == "one":
        one: str | None = yield from select(
            "chance",
            "target-company",
            _("Your markers are equally far ahead on several tracks: choose one of these companies at random."),
            lambda: others,
            lambda: [Criterion(FURTHEST, board.tracks.get, ("MO-30", "MO-A16"), unit=track_spaces)],
            "MO-A16",
            "MO-A17",
            words=company_option,
            label=N_("Target company chosen at random: {answer}."),
        )
        assert one is not None
        found = [one]
    else:
        furthest = max(board.tracks[other] for other in others)
        found = [other for other in others if board.tracks[other] == furthest]
    names = Joined([COMPANIES[one] for one in found])
    level = len(set(board.tracks.values())) == 1
    yield Because(
        _("All your markers are equally far: the targets are the posts of the other companies ({names}).", names=names)
        if level and len(found) > 1
        else _(
            "All your markers are equally far: the targets are the posts of one other company, {names}.", names=names
        )
        if level
        else _(
            "The targets are the posts of the companies on whose tracks you are furthest ahead: {names}.", names=names
        )
        if len(found) > 1
        else _("The targets are the posts of {names}: your marker is furthest ahead on its track.", names=names),
        "MO-30",
        *(("MO-A17",) if level else ()),
        *(("MO-A16",) if len(found) > 1 or (level and board.options.furthest_tie == "one") else ()),
    )
    return found


# --- priority 1: a target --------------------------------------------------------------------------------


def priority_one(board: Board) -> Script[None]:
    """Enter a region with a target's post (MO-30, MO-31, MO-A15, MO-A18), once or repeatedly, by the option."""
    seek: Seek = "path" if board.options.target_reach == "path" else "adjacent"
    times = 0
    while (yield from one_target(board, seek)):
        times += 1
        if board.options.priority_one == "once":
            return
    if not times and board.supply(under_way(board).company):
        yield explain_no_target(board, seek)


def one_target(board: Board, seek: Seek) -> Script[bool]:
    """Place posts until one enters a target's region, which may take a whole way; return False if none can."""
    choose = cheapest_target if seek == "adjacent" else cheapest_way
    while (one := (yield from place_next_post(board, seek, choose))) is not None:
        if one.displaced in under_way(board).targets:
            return True
    return False


def explain_no_target(board: Board, seek: Seek) -> Because:
    """Explain why no post enters a target's region."""
    now = under_way(board)
    company, points = COMPANIES[now.company], n_("{n} point", "{n} points", now.points)
    if not any(board.on_map(target) for target in now.targets):
        text = (
            _("None of these companies has a post on the map.")
            if len(now.targets) > 1
            else _("This company has no post on the map.")
        )
        return Because(text, "MO-30")
    if now.points < CHEAPEST_TARGET:
        text = _("A region with another company’s post costs at least 2 points, and the virtual player has only 1.")
        return Because(text, "MO-29", "MO-30")
    if seek == "path":
        text = _("Every way to a target’s post costs more than {points}.", points=points)
        return Because(text, "MO-30", "MO-A18")
    costs = {region: cost for region, cost in entered(board).items() if board.posts.get(region) in now.targets}
    if not costs:
        text = _("No region with a target’s post is next to the base or a post of {company}.", company=company)
        return Because(text, "MO-30", "MO-A18")
    region = min(costs, key=costs.__getitem__)
    text = _(
        "The cheapest region with a target’s post costs more than {points}: {region}.",
        points=points,
        region=priced(region, costs[region]),
    )
    return Because(text, "MO-29", "MO-30")


CHEAPEST_TARGET = 2
"""The minimum for a target: a border or gate for 1 point, and 1 more for the post there."""


def cheapest_target(board: Board) -> Script[str | None]:
    """Choose the cheapest region with a target's post next to the base or a post of the company."""

    def find() -> Found:
        now = under_way(board)
        return target_steps(*position(board), now.targets, now.points), None

    text = _("Several regions with a target’s post are equally cheap: choose one at random.")
    label = N_("Target region chosen at random: {answer}.")
    why = N_("Cheapest regions with a target’s post: {regions}.")
    return (yield from pick_region(board, "target", text, label, find, why, "MO-30", "MO-31", "MO-A15"))


def cheapest_way(board: Board) -> Script[str | None]:
    """Choose the next region on a cheapest way to a target's post (MO-A18)."""

    def find() -> Found:
        cost, steps = way_choice(*position(board), under_way(board).targets, *means(board))
        text = n_(
            "The cheapest way to a target’s post costs {n} point in all.",
            "The cheapest way to a target’s post costs {n} points in all.",
            cost,
        )
        return steps, Because(text, "MO-A18")

    text = _("Several ways to a target are equally cheap: choose the next region at random.")
    label = N_("Next region of the way, chosen at random: {answer}.")
    why = N_("The cheapest way can begin with: {regions}.")
    return (yield from pick_region(board, "way", text, label, find, why, "MO-31", "MO-A15", "MO-A18"))


# --- priority 2: as many as possible ---------------------------------------------------------------------


def priority_two(board: Board) -> Script[None]:
    """Enter as many regions as possible (MO-32, MO-A19, MO-A26), one by one."""
    while (yield from place_next_post(board, "spread", widest)) is not None:
        pass


def widest(board: Board) -> Script[str | None]:
    """Choose a region after which the largest number of regions can still be reached."""

    def find() -> Found:
        number, steps = spread_choice(*position(board), *means(board))
        text = _(
            "With {points} the virtual player can still enter {regions}.",
            points=n_("{n} point", "{n} points", under_way(board).points),
            regions=n_("{n} region", "{n} regions", number),
        )
        return steps, Because(text, "MO-32", "MO-A19")

    text = _(
        "After any of these regions the virtual player can still enter the largest possible "
        "number: choose one at random."
    )
    label = N_("Region chosen at random: {answer}.")
    why = N_("It can reach that number by entering any of these first: {regions}.")
    return (yield from pick_region(board, "spread", text, label, find, why, "MO-32", "MO-A26"))


def end_of_expansion(board: Board) -> Script[None]:
    """Move the posts that wait for the end (MO-A33) and report the points that are lost (MO-A21, MO-A27)."""
    yield Act(_("End of the expansion"), "MO-29", "MO-A21")
    now = under_way(board)
    company = COMPANIES[now.company]
    yield from move_posts_due(board)
    if now.points and not board.supply(now.company):
        yield Because(_("The base of {company} has no posts left.", company=company), "MO-A27")
    elif now.points:
        yield Because(_("There is no region that {company} can enter and pay for.", company=company), "MO-A27")
    placed = (
        n_("The expansion is over: {n} post placed.", "The expansion is over: {n} posts placed.", now.placed)
        if now.placed
        else _("The expansion is over: no post was placed.")
    )
    yield Act.conclude(n_("{n} post placed", "{n} posts placed", now.placed))
    if not now.points:
        yield Say(placed, "MO-29")
    else:
        lost = n_("{n} point is lost.", "{n} points are lost.", now.points)
        yield Say(Joined([placed, lost], " "), "MO-A21", "MO-A27")


# --- where the next post may go ----------------------------------------------------------------------------


def means(board: Board) -> tuple[int, int]:
    """Return the points and the posts that are left for this expansion."""
    now = under_way(board)
    return now.points, board.supply(now.company)


Found: TypeAlias = tuple[Collection[str], Because | None]
"""The best regions for the next post, and an explanation of how good they are."""


def entered(board: Board) -> dict[str, int]:
    """Return the regions that the company can enter now, each with its price, whatever its points."""
    return prices(*position(board))


def pick_region(
    board: Board,
    key: str,
    text: Text,
    label: str,
    find: Callable[[], Found],
    why: str,
    *cites: str,
) -> Script[str | None]:
    """Choose one of the best regions for the next post, at random if equal; return None if there is none.

    ``find`` computes the best regions. It is called again when a correction changes the table.
    """

    def make(decision: Decision) -> Script[str | None]:
        costs = affordable(board)
        steps, line = find()
        best = [region for region in costs if region in steps]
        if not best:
            return None

        def words(region: str) -> Option:
            return option(region, priced(region, costs[region]))

        def named(regions: Iterable[str]) -> Joined:
            return Joined([words(region).label for region in regions])

        if line is not None:
            decision.lines.append(line)
        if len(costs) == 1:
            decision.because(
                _("The virtual player can enter and pay for only one region: {region}.", region=words(best[0]).label),
                "MO-29",
                *cites,
            )
        else:
            if len(best) < len(costs):
                decision.because(
                    _("The virtual player can enter and pay for: {regions}.", regions=named(costs)), "MO-29"
                )
            decision.because(_(why, regions=named(best)), *cites)
        return (yield from decision.choose("chance", key, text, best, *cites, words=words, label=label, on=MAP))

    return (yield from decide(make))


def affordable(board: Board) -> dict[str, int]:
    """Return the regions that the company can enter and pay for now, each with its price."""
    points, supply = means(board)
    return {region: cost for region, cost in entered(board).items() if supply and cost <= points}


def priced(region: str, cost: int) -> Text:
    """Return a region with its price as text."""
    words = n_("{region} for {n} point", "{region} for {n} points", cost)
    words.args["region"] = Name(region)
    return words


Chooser = Callable[[Board], Script[str | None]]


def place_next_post(board: Board, seek: Seek, choose: Chooser) -> Script[Entered | None]:
    """Place one post, a step of its own in the history; return None if there is no region for it."""
    while missing(board, seek) is not None or goals(board, seek):
        yield Act(_("Post {n}", n=under_way(board).placed + 1), "MO-29")
        region = yield from next_region(board, seek, choose)
        if region is None:
            return None
        if (one := (yield from place_post(board, region))) is not None:
            return one
    return None


def goals(board: Board, seek: Seek) -> Collection[str]:
    """Return the regions that the next post could go to."""
    now = under_way(board)
    if seek == "spread":
        return affordable(board)
    points, supply = means(board)
    return way_choice(*position(board), now.targets, points, min(supply, 1) if seek == "adjacent" else supply).steps


def next_region(board: Board, seek: Seek, choose: Chooser) -> Script[str | None]:
    """Ask for missing borders and gates until the next region is certain, then choose it."""
    while True:
        gap = missing(board, seek)
        if gap is not None:
            yield from tell(board, gap)
            continue
        region = yield from choose(board)
        if missing(board, seek) is None:  # otherwise a correction has removed a border that the choice needs
            return region


def missing(board: Board, seek: Seek) -> Untold | None:
    """Return the next part of the map that must be known for the choice, or None."""
    if board.land.whole:
        return None
    points, supply = means(board)
    return untold(*position(board), points, seek, under_way(board).targets, supply)


def tell(board: Board, gap: Untold) -> Script[None]:
    """Ask for a missing part of the map and store the answer."""
    if gap.what == "gates":
        answer = yield from ask(lambda: gates_question(board, gap.name))
        board.land.tell_gates(gap.name, answer)
    else:
        answer = yield from ask(lambda: neighbours_question(board, gap.name))
        board.land.tell_neighbours(gap.name, {**board.land.borders.get(gap.name, {}), **answer})


def gates_question(board: Board, company: str) -> Ask:
    """Build the question for the regions next to the base of a company."""
    text = _(
        "Which regions can be entered directly from the base of {company}, and at what price?",
        company=COMPANIES[company],
    )
    return Ask(
        "table",
        "gates",
        text,
        Pairs(PRICES, offered_regions(board)),
        "MO-29",
        on=MAP if board.regions else "",
        about={"company": company, "box": "map"},
        notes=naming_notes(board),
        test=lambda answer: few_regions(board, answer),
        label=lambda answer: line_of_regions(answer, FROM_BASE, _("No region can be entered directly from the base.")),
    )


def neighbours_question(board: Board, region: str) -> Ask:
    """Build the question for the neighbours of a region."""
    known = board.land.borders.get(region, {})
    text = _("Which regions border on {region}, and at what price?", region=Name(region))
    if known:
        text = _(
            "{region} borders on {regions}. Which other regions does it border on, and at what price?",
            region=Name(region),
            regions=Joined([priced(other, points) for other, points in sorted(known.items())]),
        )
    return Ask(
        "table",
        "neighbours",
        text,
        Pairs(PRICES, offered_regions(board)),
        "MO-29",
        on=MAP,
        notes=naming_notes(board),
        test=lambda answer: fits_borders(board, region, answer),
        about={"region": region, "box": "map"},
        label=lambda answer: line_of_regions(answer, NEIGHBOURS, _("This region has no other neighbours.")),
    )


def naming_notes(board: Board) -> list[Because]:
    """Return the note that explains how to name regions, as the board prints no names."""
    text = _("The board shows no region names. Make one up, or use the next free one, {name}.")
    text.args["name"] = Name(next_names(board)[0])
    return [Because(text, "MO-29")]


def offered_regions(board: Board) -> list[str]:
    """Return the regions to choose from: those named so far and, unless the map is complete, the next free names."""
    return board.regions if board.land.whole else [*board.regions, *next_names(board)]


NEXT_NAMES = 6
"""The number of suggested names for new regions; a region rarely has more new neighbours."""


def next_names(board: Board) -> list[str]:
    """Return names that no region has: A1, A2 and so on."""
    taken = {folded(region) for region in board.regions}
    names = (f"A{n}" for n in count(1))
    return list(islice((name for name in names if folded(name) not in taken), NEXT_NAMES))


PRICES = [option(1), option(2)]
FROM_BASE = N_("Regions next to the base: {regions}.")
NEIGHBOURS = N_("Neighbours of the region: {regions}.")


def line_of_regions(answer: Mapping[str, int], some: str, none: Text) -> Text:
    """Return the regions entered with their prices as text; ``none`` is for an empty answer."""
    return _(some, regions=Joined([priced(region, cost) for region, cost in answer.items()])) if answer else none


def few_regions(board: Board, answer: Collection[str]) -> None:
    """Raise BadAnswer if the map would have too many regions."""
    regions = len({*board.regions, *answer})
    if regions > MOST_REGIONS:
        raise BadAnswer(
            _("A map can have at most {most} regions, but this would make {n}.", most=MOST_REGIONS, n=regions)
        )


def fits_borders(board: Board, region: str, answer: dict[str, int]) -> None:
    """Raise BadAnswer if these neighbours contradict the map or make it too large."""
    few_regions(board, answer)
    land = deepcopy(board.land)
    land.tell_neighbours(region, {**land.borders.get(region, {}), **answer})
    if (problem := land.problem()) is not None:
        raise BadAnswer(problem)
    if region in answer:
        raise BadAnswer(_("{region} can’t border on itself.", region=Name(region)))
    for other in answer:
        if other in board.land.known and region not in board.land.borders.get(other, {}):
            raise BadAnswer(
                _(
                    "You entered the neighbours of {other} without {region}. If the two share a border, "
                    "correct “neighbours of {other}” first.",
                    other=Name(other),
                    region=Name(region),
                )
            )
