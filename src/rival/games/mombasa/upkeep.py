"""Upkeep of the table: what can be corrected, what can't be so, what to put back, what to ask."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from rival.games.mombasa.bases import posts_left
from rival.games.mombasa.expanding import HOLDERS as POST_HOLDERS
from rival.games.mombasa.expanding import PRICES, move_posts
from rival.games.mombasa.expansion import POSTS_OF_A_COMPANY
from rival.games.mombasa.maximum import may_place, needed
from rival.games.mombasa.posts import (
    BASE_LEGEND,
    add_up_words,
    aside_label,
    base_brushes,
    draw_base,
    read_base,
    tell_base,
)
from rival.games.mombasa.rolling import display_words
from rival.games.mombasa.rules import EVERY_KIND, OPEN_KIND
from rival.games.mombasa.table import (
    BOUGHT,
    COMPANIES,
    MARKERS,
    MOST_REGIONS,
    ROUNDS,
    SIDES,
    SPACES,
    TYPES,
    Board,
    card_of,
    is_starting,
)
from rival.kernel import (
    Because,
    Choice,
    Drawing,
    Field,
    Form,
    Inquiry,
    Joined,
    Json,
    Name,
    Number,
    Pairs,
    Several,
    Shape,
    Text,
    Tracked,
    Words,
    _,
    moves,
    n_,
    option,
    tracked_number,
    tracked_value,
)

# --- corrections ----------------------------------------------------------------------------------------

HOLDERS = {"": _("nobody"), **SIDES}


def tracked(board: Board) -> Iterator[Tracked]:
    """Every value that can be set right, with its words and the answers it takes."""
    yield tracked_value("round", _("round"), board, "round", Number(1, ROUNDS))
    yield tracked_value(
        "first_player",
        _("first player"),
        board,
        "first_player",
        Choice([option(id, words) for id, words in SIDES.items()]),
    )
    for company, words in COMPANIES.items():
        label = _("your marker on the track of {company}", company=words)
        yield tracked_number(f"tracks.{company}", label, board.tracks, company, most=99)
    yield from tracked_cards(board)
    yield from tracked_spaces(board)
    yield from tracked_map(board)
    yield from tracked_bases(board)


def tracked_cards(board: Board) -> Iterator[Tracked]:
    """What its cards are, and in which pile they lie."""
    offered = [*EVERY_KIND, OPEN_KIND]
    kinds, starting = Choice(offered), Choice([one for one in offered if one.id != BOUGHT])
    for name, card in board.cards.items():
        yield Tracked(
            f"cards.{name}",
            _("card {name} of the virtual player", name=Name(name)),
            card.id,
            starting if is_starting(name) and card.id != BOUGHT else kinds,
            partial(rename, board, name),
        )
    waiting = [*board.deck, *board.discard]
    if waiting:
        shape = Several(lambda: [option(name, board.cards[name].words) for name in sorted(waiting, key=card_number)])
        yield Tracked(
            "deck",
            _("its cards in the deck; the others are discarded"),
            sorted(board.deck, key=card_number),
            shape,
            partial(restack, board),
        )
    if board.active:
        every, many = sorted(board.cards, key=card_number), len(board.active)
        shape = Several(lambda: [option(name, board.cards[name].words) for name in every], many, many)
        yield Tracked("active", _("its active cards"), board.active, shape, partial(reactivate, board))


def card_number(name: str) -> int:
    return int(name[1:])


def rename(board: Board, name: str, kind: str) -> None:
    board.cards[name] = card_of(kind)
    if name in board.active:
        board.count_thresholds()


def restack(board: Board, names: list[str]) -> None:
    board.discard = [name for name in sorted([*board.deck, *board.discard], key=card_number) if name not in names]
    board.deck = names


def reactivate(board: Board, names: list[str]) -> None:
    """Other active cards: those that were active change places with them."""
    gone = [name for name in board.active if name not in names]
    new = [name for name in names if name not in board.active]
    for pile in (board.deck, board.discard):
        for name in [one for one in pile if one in new]:
            pile[pile.index(name)] = gone.pop()
    board.active = names
    board.count_thresholds()


def tracked_spaces(board: Board) -> Iterator[Tracked]:
    spaces = Several([option(n, display_words(n)) for n in range(1, SPACES + 1)])
    yield Tracked(
        "display",
        _("display spaces with a card"),
        board.cards_shown,
        spaces,
        lambda answer: setattr(board, "display", [n in answer for n in range(1, SPACES + 1)]),
    )
    yield tracked_value("stack", _("cards left to refill the display"), board, "stack", Number(0, 99))
    holders = Choice([option(id or "nobody", words, id) for id, words in HOLDERS.items()])
    for n, space in enumerate(board.bonus, start=1):
        words = board.bonus_words(n)
        yield Tracked(
            f"bonus.{n}",
            _("marker on bonus space {space}", space=words),
            space.holder or "nobody",
            holders,
            partial(setattr, space, "holder"),
        )
        yield Tracked(
            f"bonus.{n}.name",
            _("name of bonus space {space}", space=words),
            space.name or None,
            Words(60),
            partial(setattr, space, "name"),
        )


def tracked_map(board: Board) -> Iterator[Tracked]:
    regions = board.regions
    yield Tracked(
        "posts",
        _("posts on the map (those you do not name stay)"),
        dict(sorted(board.posts.items())),
        partial(Pairs, POST_HOLDERS, regions, board.land.whole),
        partial(move_posts, board),
    )
    for company, words in COMPANIES.items():
        if company in board.land.gates:
            yield Tracked(
                f"gates.{company}",
                _("regions next to the base of {company}", company=words),
                board.land.gates[company],
                partial(Pairs, PRICES, regions, board.land.whole),
                partial(board.land.tell_gates, company),
            )
    for region in sorted(board.land.borders if board.land.whole else board.land.known):
        yield Tracked(
            f"land.{region}",
            _("neighbours of {region}", region=Name(region)),
            board.land.borders.get(region, {}),
            partial(Pairs, PRICES, regions, board.land.whole),
            partial(board.land.tell_neighbours, region),
        )


def tracked_bases(board: Board) -> Iterator[Tracked]:
    for company, words in COMPANIES.items():
        if company in board.bases:
            yield Tracked(
                f"bases.{company}",
                _("base of {company}", company=words),
                draw_base(board.bases[company]),
                Drawing(read_base, BASE_LEGEND, base_brushes(company), upright=True, total=POSTS_OF_A_COMPANY),
                partial(tell_base, board, company),
            )
        aside, assign = board.aside[company], partial(set_aside, board, company)
        yield Tracked(f"aside.{company}", aside_label(company), aside, Number(0, POSTS_OF_A_COMPANY), assign)


def set_aside(board: Board, company: str, posts: int) -> None:
    """Posts add up: with other posts set aside, the base is told anew when it matters."""
    if posts != board.aside[company]:
        board.stale.add(company)
    board.aside[company] = posts


def problems(board: Board) -> Iterator[Text]:
    """What can't be so on any table; a correction that leads here is refused."""
    if board.markers < 0:
        yield _("The virtual player has only {n} markers.", n=MARKERS)  # MO-D2
    for company, words in COMPANIES.items():
        base = None if company in board.stale else board.bases.get(company)
        if board.elsewhere(company) > board.spaces_of(company):
            yield _("{company} has only {n} posts in all.", company=words, n=board.spaces_of(company))
        elif base is not None and posts_left(base) != board.should_have(company):
            yield add_up_words(board, company, posts_left(base), board.aside[company])
    for name in board.active:
        if board.thresholds and not board.cards[name].type:
            yield _("An active card must have a type.")
    too_large = board.land.problem()
    if too_large is not None or len(board.regions) > MOST_REGIONS:
        yield too_large or _(
            "A map has at most {most} regions; these would be {n}.", most=MOST_REGIONS, n=len(board.regions)
        )
    for one, near in board.land.borders.items():
        if one in near:
            yield _("{region} does not border on itself.", region=Name(one))


# --- repairs --------------------------------------------------------------------------------------------


def repair(path: tuple[str, ...], now: Json, was: Json) -> Text | None:
    """What to move so that the table shows ``was`` where it shows ``now``; None: only memory changes."""
    match path:
        case ("active",):
            return _("The virtual player’s active cards: as they were.") if was else _("Turn its active cards down.")
        case ("discard",):
            return discard_repair(now, was)
        case ("display",):
            return display_repair(now, was)
        case ("bonus",):
            return bonus_repair(now, was)
        case ("first_player",):
            return _("The first-player marker belongs to {side}.", side=SIDES[was])
        case ("posts", region):
            if isinstance(was, str):
                return _("{region}: a post of {company}.", region=Name(region), company=COMPANIES[was])
            return _("{region}: no post.", region=Name(region))
        case ("bases", company):
            return base_repair(company, was)
        case ("aside", company):
            return _("Posts of {company} set aside: {n}.", company=COMPANIES[company], n=was)
        case _:
            return None


def discard_repair(now: list[str], was: list[str]) -> Text:
    gone = len([name for name in now if name not in was])
    if gone and len(now) - gone == len(was):
        return _("Take the top cards off the virtual player’s discard pile: {n}.", n=gone)
    return _("The virtual player’s discard pile has {n} cards.", n=len(was))


def display_repair(now: list[bool], was: list[bool]) -> Text | None:
    return moves(
        taken(now),
        taken(was),
        lambda away: n_(
            "Take the card off display space {spaces}.",
            "Take the cards off display spaces {spaces}.",
            len(away),
            spaces=Joined(away),
        ),
        lambda back: n_(
            "Put a card back on display space {spaces}.",
            "Put cards back on display spaces {spaces}.",
            len(back),
            spaces=Joined(back),
        ),
    )


def bonus_repair(now: list[dict[str, str]], was: list[dict[str, str]]) -> Text | None:
    """Whose markers go and come back; None if only a space is called otherwise."""

    def held(bonus: list[dict[str, str]], side: str) -> list[int]:
        return taken(space["holder"] == side for space in bonus)

    yours = moves(held(now, "you"), held(was, "you"), your_markers_off, your_markers_back)
    its = moves(held(now, "ivp"), held(was, "ivp"), its_markers_off, its_markers_back)
    said = [one for one in (yours, its) if one is not None]
    return Joined(said, " ") if said else None


def your_markers_off(spaces: list[int]) -> Text:
    return n_(
        "Take your marker off bonus space {spaces}.",
        "Take your markers off bonus spaces {spaces}.",
        len(spaces),
        spaces=Joined(spaces),
    )


def your_markers_back(spaces: list[int]) -> Text:
    return n_(
        "Put your marker back on bonus space {spaces}.",
        "Put your markers back on bonus spaces {spaces}.",
        len(spaces),
        spaces=Joined(spaces),
    )


def its_markers_off(spaces: list[int]) -> Text:
    return n_(
        "Take the virtual player’s marker off bonus space {spaces}.",
        "Take the virtual player’s markers off bonus spaces {spaces}.",
        len(spaces),
        spaces=Joined(spaces),
    )


def its_markers_back(spaces: list[int]) -> Text:
    return n_(
        "Put the virtual player’s marker back on bonus space {spaces}.",
        "Put the virtual player’s markers back on bonus spaces {spaces}.",
        len(spaces),
        spaces=Joined(spaces),
    )


def taken(spaces: Iterable[bool]) -> list[int]:
    """The numbers of the spaces with something on them."""
    return [n for n, there in enumerate(spaces, start=1) if there]


def base_repair(company: str, was: Any) -> Text | None:
    if not isinstance(was, list):
        return None
    columns = Joined([Name(str(sum(column["posts"]))) for column in was])
    return _("Base of {company}, posts in its columns: {columns}.", company=COMPANIES[company], columns=columns)


# --- what you may ask in between --------------------------------------------------------------------------


def max_shape(board: Board) -> Shape:
    types = Choice([option(type, TYPES[type]) for type in board.max_types])
    fields = [
        Field("type", _("type of the MAX space"), types, required=True, word=_("type")),
        Field("total", _("total of your face-up cards of that type"), Number(0, 99), required=True, word=_("total")),
    ]
    return Form(fields)


def max_reply(board: Board, answer: dict[str, Any]) -> Because:
    """MO-12, MO-A24, MO-A30: may I place a marker on this MAX space?"""
    type, total, zero = answer["type"], answer["total"], board.options.max_at_zero
    its, need = board.thresholds.get(type), needed(board.thresholds, type, zero)
    cites = ("MO-12", "MO-A24") if its is not None else ("MO-A30",)
    verdict = _("Yes.") if may_place(board.thresholds, type, total, zero) else _("No.")
    if not board.active:
        return Because(_("Its cards are not turned up yet: plan first."), "MO-11", "MO-12")
    if its is None:
        text = _("{verdict} It has no active card of this type ({type}): you need {need}, you have {total}.")
    else:
        text = _("{verdict} Its active cards make {its} ({type}): you need as much, you have {total}.")
    text.args.update(verdict=verdict, type=TYPES[type], its=its, need=need, total=total)
    return Because(text, *cites)


INQUIRIES = (Inquiry("max", _("May I place a marker on this MAX space?"), max_shape, max_reply),)
