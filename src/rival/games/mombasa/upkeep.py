"""Corrections of the table: editable values, invariants, undo instructions, and the inquiry about MAX."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from rival.games.mombasa.bases import Base, posts_left
from rival.games.mombasa.expanding import HOLDERS as POST_HOLDERS
from rival.games.mombasa.expanding import NONE, PRICES, move_posts
from rival.games.mombasa.expansion import POSTS_OF_A_COMPANY
from rival.games.mombasa.maximum import may_place, needed
from rival.games.mombasa.posts import (
    BASE_LEGEND,
    add_up_words,
    aside_label,
    base_brushes,
    draw_base,
    points_left,
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
    PROBABLE_DECK,
    ROUNDS,
    SIDES,
    SPACES,
    TYPES,
    Board,
    card_of,
    is_starting,
)
from rival.kernel import (
    GONE,
    Because,
    Choice,
    Drawing,
    Field,
    Form,
    Inquiry,
    Joined,
    Name,
    Number,
    PackWords,
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
    """Yield every value that can be corrected, with its label and the answers it accepts."""
    if board.round:
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
    """Yield the kinds of the cards, and the piles that they are in."""
    offered = [*EVERY_KIND, OPEN_KIND]
    kinds, starting = Choice(offered), Choice([one for one in offered if one.id != BOUGHT])
    for name, card in board.cards.items():
        yield Tracked(
            f"cards.{name}",
            card_label(board, name),
            card.id,
            starting if is_starting(name) and card.id != BOUGHT else kinds,
            partial(rename, board, name),
        )
    waiting = [*board.deck, *board.discard]
    if waiting:
        shape = Several(lambda: [option(name, board.cards[name].words) for name in sorted(waiting, key=card_number)])
        yield Tracked(
            "deck",
            _("the virtual player’s cards in its deck (the others are in its discard pile)"),
            sorted(board.deck, key=card_number),
            shape,
            partial(restack, board),
        )
    if board.active:
        every, many = sorted(board.cards, key=card_number), len(board.active)
        shape = Several(lambda: [option(name, board.cards[name].words) for name in every], many, many)
        yield Tracked("active", _("the virtual player’s active cards"), board.active, shape, partial(reactivate, board))


def card_number(name: str) -> int:
    """Return the number of a card from its id."""
    return int(name[1:])


def card_label(board: Board, name: str) -> Text:
    """Return the label of a card: its number, and the pile that it is in."""
    place = ACTIVE_CARD if name in board.active else IN_DECK if name in board.deck else IN_DISCARD
    return _("{card} ({place})", card=numbered_card(name), place=place)


def numbered_card(name: str) -> Text:
    """Return the name of a card by its number: a starting card, or one that the virtual player took."""
    if is_starting(name):
        return _("starting card {n} of the virtual player", n=card_number(name))
    return _("card {n} taken by the virtual player", n=card_number(name) - len(PROBABLE_DECK))


ACTIVE_CARD, IN_DECK, IN_DISCARD = (
    _("active"),
    _("in the virtual player’s deck"),
    _("in the virtual player’s discard pile"),
)


def rename(board: Board, name: str, kind: str) -> None:
    """Change the kind of a card."""
    board.cards[name] = card_of(kind)
    recount(board)


def restack(board: Board, names: list[str]) -> None:
    """Set the cards of the deck; cards that don't change piles keep their order."""
    before = board.deck, board.discard
    board.deck = [name for pile in before for name in pile if name in names]
    board.discard = [name for pile in reversed(before) for name in pile if name not in names]


def reactivate(board: Board, names: list[str]) -> None:
    """Set the active cards; the ones replaced change places with the new ones."""
    gone = [name for name in board.active if name not in names]
    new = [name for name in names if name not in board.active]
    swapped = dict(zip([*gone, *new], [*new, *gone], strict=True))
    for pile in (board.active, board.deck, board.discard):
        pile[:] = [swapped.get(name, name) for name in pile]
    recount(board)


def recount(board: Board) -> None:
    """Compute the MAX totals again (MO-12), unless the active cards are still face down."""
    if board.thresholds:
        board.count_thresholds()


def tracked_spaces(board: Board) -> Iterator[Tracked]:
    """Yield the display, the stack that refills it, and the markers and names of the bonus spaces."""
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
    """Yield the posts on the map, the gates of the companies and the neighbours of the regions."""
    regions = board.regions
    yield Tracked(
        "posts",
        _("posts on the map (posts you don’t mention stay)"),
        dict(sorted(board.posts.items())),
        partial(MovedPosts, dict(board.posts), regions, board.land.whole),
        partial(move_posts, board),
    )
    for region in regions:
        yield Tracked(
            f"posts.{region}",
            _("post in {region}", region=Name(region)),
            board.posts.get(region, NONE),
            partial(Choice, POST_HOLDERS),
            partial(move_post, board, region),
        )
    for company, words in COMPANIES.items():
        if company in board.land.gates:
            yield Tracked(
                f"gates.{company}",
                _("regions next to the base of {company}", company=words),
                board.land.gates[company],
                partial(Pairs, PRICES, regions, board.land.whole),
                partial(correct_gates, board, company),
            )
    for region in sorted(board.land.borders if board.land.whole else board.land.known):
        yield Tracked(
            f"land.{region}",
            _("neighbours of {region}", region=Name(region)),
            board.land.borders.get(region, {}),
            partial(Pairs, PRICES, regions, board.land.whole),
            partial(correct_neighbours, board, region),
        )


class MovedPosts(Pairs):
    """The posts on the map as an answer; its text shows only the posts that a correction changes."""

    def __init__(self, posts: dict[str, str], regions: list[str], closed: bool) -> None:
        super().__init__(POST_HOLDERS, regions, closed)
        self.posts = posts

    def show(self, value: Any) -> Text:
        """Return the changed posts as text, or all posts if none has changed."""
        changed = {region: holder for region, holder in value.items() if self.posts.get(region, NONE) != holder}
        return super().show(changed or value)


def move_post(board: Board, region: str, holder: str) -> None:
    """Correct the post in one region."""
    move_posts(board, {region: holder})


def correct_gates(board: Board, company: str, gates: dict[str, int]) -> None:
    """Correct the regions next to the base of a company."""
    if gates != board.land.gates[company]:
        board.land.tell_gates(company, gates)


def correct_neighbours(board: Board, region: str, neighbours: dict[str, int]) -> None:
    """Correct the neighbours of a region."""
    if neighbours != board.land.borders.get(region, {}):
        board.land.tell_neighbours(region, neighbours)


def tracked_bases(board: Board) -> Iterator[Tracked]:
    """Yield the bases, and the posts that are set aside."""
    for company, words in COMPANIES.items():
        if (base := board.find_base(company)) is not None:
            yield Tracked(
                f"bases.{company}",
                _("base of {company}", company=words),
                partial(draw_base, base),
                Drawing(read_base, BASE_LEGEND, base_brushes(company), upright=True, total=POSTS_OF_A_COMPANY),
                partial(correct_base, board, company),
            )
        aside, assign = board.aside[company], partial(set_aside, board, company)
        yield Tracked(f"aside.{company}", aside_label(company), aside, Number(0, POSTS_OF_A_COMPANY), assign)


def correct_base(board: Board, company: str, base: Base) -> None:
    """Correct a base to its posts now; an unchanged answer doesn't confirm an outdated base."""
    if base != board.find_base(company):
        tell_base(board, company, base)


def set_aside(board: Board, company: str, posts: int) -> None:
    """Correct the number of posts set aside; the base becomes outdated, since the posts must add up."""
    if posts != board.aside[company]:
        board.outdate_bases([company])
    board.aside[company] = posts


def problems(board: Board) -> Iterator[Text]:
    """Yield the invariants that the table violates; a correction that violates one is refused."""
    if board.markers < 0:
        yield _("The virtual player has only {n} markers.", n=MARKERS)  # MO-D2
    for company, words in COMPANIES.items():
        base = board.bases.get(company)
        if board.elsewhere(company) > board.spaces_of(company):
            yield _("{company} has only {n} posts in all.", company=words, n=board.spaces_of(company))
        elif base is not None and posts_left(base) != board.should_have(company):
            yield add_up_words(board, company, posts_left(base), board.aside[company])
    for name in board.active:
        if board.thresholds and not board.cards[name].type:
            yield _("An active card can’t be unknown: enter which card it is.")
    too_large = board.land.problem()
    if too_large is not None or len(board.regions) > MOST_REGIONS:
        yield too_large or _(
            "A map can have at most {most} regions, but this would make {n}.", most=MOST_REGIONS, n=len(board.regions)
        )
    for one, near in board.land.borders.items():
        if one in near:
            yield _("{region} can’t border on itself.", region=Name(one))


# --- undo --------------------------------------------------------------------------------------------


def repair(path: tuple[str, ...], now: Any, was: Any) -> Text | None:
    """Return the instruction to get from ``now`` back to ``was`` on the table, or None if nothing is to be moved."""
    match path:
        case ("round",):
            return _("It is round {n} again.", n=was) if was else _("Round 1 has not started yet.")
        case ("first_player",):
            return _("The first-player marker belongs to {side}.", side=SIDES[was])
        case ("cards", name):
            return card_repair(name, now, was)
        case ("active",):
            return active_repair(now, was)
        case ("deck",):
            return n_("The virtual player’s deck has {n} card.", "The virtual player’s deck has {n} cards.", len(was))
        case ("discard",):
            return discard_repair(now, was)
        case ("display",):
            return display_repair(now, was)
        case ("stack",):
            return stack_repair(now, was)
        case ("bonus",):
            return bonus_repair(now, was)
        case ("tracks", company):
            return track_repair(company, was)
        case ("posts", region):
            return post_repair(region, now, was)
        case ("bases", company):
            return base_repair(company, now, was)
        case ("aside", company):
            return _("Posts of {company} set aside: {n}.", company=COMPANIES[company], n=was)
        case ("land", *place):
            return land_repair(place, was)
        case ("expansion", *place):
            return expansion_repair(place, was)
        case _:
            return None


def card_repair(name: str, now: Any, was: Any) -> Text | None:
    """Describe a change of a card's kind; None for a card added or removed, which other instructions cover."""
    if now is GONE or was is GONE:
        return None
    kind = card_of(was)
    if not kind.type:
        return _("Unknown again: {card}.", card=numbered_card(name))
    return _("Again “{kind}”: {card}.", card=numbered_card(name), kind=kind.words)


def active_repair(now: list[str], was: list[str]) -> Text:
    """Describe how to restore the active cards: from the deck, from the discard pile, or by an exchange."""
    if not was:
        return _("Put the virtual player’s active cards back on its deck, face down.")
    if not now:
        return _(
            "Take the top four cards of the virtual player’s discard pile and lay them face up "
            "again: they are its active cards."
        )
    return n_(
        "{n} of the virtual player’s active cards was replaced: put the previous card back.",
        "{n} of the virtual player’s active cards were replaced: put the previous cards back.",
        len([name for name in now if name not in was]),
    )


def discard_repair(now: list[str], was: list[str]) -> Text:
    """Describe how to restore the discard pile."""
    gone = len([name for name in now if name not in was])
    if gone and len(now) - gone == len(was):
        return n_(
            "Take the top card off the virtual player’s discard pile.",
            "Take the top {n} cards off the virtual player’s discard pile.",
            gone,
        )
    return n_(
        "The virtual player’s discard pile has {n} card.", "The virtual player’s discard pile has {n} cards.", len(was)
    )


def stack_repair(now: int, was: int) -> Text:
    """Describe how to restore the stack that refills the display."""
    if was > now:
        return n_(
            "Put {n} card back on the stack that refills the display.",
            "Put {n} cards back on the stack that refills the display.",
            was - now,
        )
    return n_(
        "The stack that refills the display has {n} card.", "The stack that refills the display has {n} cards.", was
    )


def track_repair(company: str, was: Any) -> Text:
    """Describe where your marker on a track was."""
    if was is GONE:
        return _("The position of your marker on the track of {company} is unknown again.", company=COMPANIES[company])
    return n_(
        "Your marker on the track of {company}: {n} space from the start.",
        "Your marker on the track of {company}: {n} spaces from the start.",
        was,
        company=COMPANIES[company],
    )


def post_repair(region: str, now: Any, was: Any) -> Text:
    """Describe how to restore the post in a region."""
    place = Name(region)
    if was is GONE:
        return _("{region} had no post: remove the post of {company}.", region=place, company=COMPANIES[now])
    if now is GONE:
        return _("{region}: put the post of {company} back.", region=place, company=COMPANIES[was])
    text = _("{region}: replace the post of {other} with a post of {company} again.", region=place)
    text.args.update(company=COMPANIES[was], other=COMPANIES[now])
    return text


def base_repair(company: str, now: Any, was: Any) -> Text | None:
    """Describe which posts to move on a base; if it was not known meanwhile, the number of posts in each column."""
    words = COMPANIES[company]
    if was is GONE:
        return _("The posts on the base of {company} are unknown again.", company=words)
    if now is GONE or [column["coins"] for column in now] != [column["coins"] for column in was]:
        columns = Joined([Name(str(sum(column["posts"]))) for column in was])
        return _("Base of {company}, posts in each column: {columns}.", company=words, columns=columns)
    return moves(
        held_spaces(now),
        held_spaces(was),
        lambda away: _("Take posts off the base of {company}: {spaces}.", company=words, spaces=name_spaces(away)),
        lambda back: _("Put posts back on the base of {company}: {spaces}.", company=words, spaces=name_spaces(back)),
    )


def held_spaces(base: list[dict[str, list[bool]]]) -> list[tuple[int, int]]:
    """Return the spaces of a base that have a post: column and row, both from 1."""
    return [(x, y) for x, column in enumerate(base, start=1) for y in taken(column["posts"])]


def name_spaces(spaces: list[tuple[int, int]]) -> Text:
    """Return spaces of a base as text."""
    return Joined([_("column {column}, space {row}", column=x, row=y) for x, y in spaces], "; ")


def land_repair(place: list[str], was: Any) -> Text | None:
    """Describe a part of the map that is unknown again or differs; a border is described from one side only."""
    match place:
        case ["borders", region] if was is GONE:
            return _("The neighbours of {region} are unknown again.", region=Name(region))
        case ["borders", region]:
            return _("The neighbours of {region} are known again.", region=Name(region))
        case ["borders", one, other] if one < other:
            text = _("The border between {one} and {other}: {price}.", one=Name(one), other=Name(other))
            text.args["price"] = price_words(was)
            return text
        case ["gates", company] if was is GONE:
            return _("The regions next to the base of {company} are unknown again.", company=COMPANIES[company])
        case ["gates", company]:
            return _("The regions next to the base of {company} are known again.", company=COMPANIES[company])
        case ["gates", company, region]:
            text = _(
                "The gate from the base of {company} to {region}: {price}.", region=Name(region), price=price_words(was)
            )
            text.args["company"] = COMPANIES[company]
            return text
    return None


def price_words(points: Any) -> Text:
    """Return a price as text; it may be unknown."""
    return _("unknown") if points is GONE else n_("{n} point", "{n} points", points)


def expansion_repair(place: list[str], was: Any) -> Text | None:
    """Describe the expansion under way and its points."""
    match place:
        case [] if was is None:
            return _("The expansion has not started yet.")
        case []:
            return n_(
                "The expansion of {company} goes on: {n} point is left.",
                "The expansion of {company} goes on: {n} points are left.",
                was["points"],
                company=COMPANIES[was["company"]],
            )
        case ["company"]:
            return _("The virtual player expands {company}.", company=COMPANIES[was])
        case ["points"]:
            return points_left(was)
    return None


def display_repair(now: list[bool], was: list[bool]) -> Text | None:
    """Describe which cards to take off the display and which to put back."""
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
    """Describe which markers to move on the bonus spaces, and the names that change."""

    def held(bonus: list[dict[str, str]], side: str) -> list[int]:
        return taken(space["holder"] == side for space in bonus)

    yours = moves(held(now, "you"), held(was, "you"), your_markers_off, your_markers_back)
    its = moves(held(now, "ivp"), held(was, "ivp"), its_markers_off, its_markers_back)
    names = [
        _("Bonus space {n} is called {name}.", n=n, name=PackWords(old["name"]))
        if old["name"]
        else _("Bonus space {n} has no name again.", n=n)
        for n, (new, old) in enumerate(zip(now, was, strict=True), start=1)
        if new["name"] != old["name"]
    ]
    said = [one for one in (yours, its, *names) if one is not None]
    return Joined(said, " ") if said else None


def your_markers_off(spaces: list[int]) -> Text:
    """Return the instruction to take your markers off these bonus spaces."""
    return n_(
        "Take your marker off bonus space {spaces}.",
        "Take your markers off bonus spaces {spaces}.",
        len(spaces),
        spaces=Joined(spaces),
    )


def your_markers_back(spaces: list[int]) -> Text:
    """Return the instruction to put your markers back on these bonus spaces."""
    return n_(
        "Put your marker back on bonus space {spaces}.",
        "Put your markers back on bonus spaces {spaces}.",
        len(spaces),
        spaces=Joined(spaces),
    )


def its_markers_off(spaces: list[int]) -> Text:
    """Return the instruction to take the virtual player's markers off these bonus spaces."""
    return n_(
        "Take the virtual player’s marker off bonus space {spaces}.",
        "Take the virtual player’s markers off bonus spaces {spaces}.",
        len(spaces),
        spaces=Joined(spaces),
    )


def its_markers_back(spaces: list[int]) -> Text:
    """Return the instruction to put the virtual player's markers back on these bonus spaces."""
    return n_(
        "Put the virtual player’s marker back on bonus space {spaces}.",
        "Put the virtual player’s markers back on bonus spaces {spaces}.",
        len(spaces),
        spaces=Joined(spaces),
    )


def taken(spaces: Iterable[bool]) -> list[int]:
    """Return the numbers of the occupied spaces, from 1."""
    return [n for n, there in enumerate(spaces, start=1) if there]


# --- inquiries --------------------------------------------------------------------------


def max_shape(board: Board) -> Shape:
    """Build the form of the MAX inquiry: the card type, and your total of it."""
    types = Choice([option(type, TYPES[type]) for type in board.max_types])
    fields = [
        Field("type", _("type of the MAX space"), types, required=True, word=_("type")),
        Field("total", _("total of your face-up cards of that type"), Number(0, 99), required=True, word=_("total")),
    ]
    return Form(fields)


def max_reply(board: Board, answer: dict[str, Any]) -> Because:
    """Answer whether you may place a marker on a MAX space (MO-12, MO-A24, MO-A30)."""
    type, total, zero = answer["type"], answer["total"], board.options.max_at_zero
    its, need = board.thresholds.get(type), needed(board.thresholds, type, zero)
    cites = ("MO-12", "MO-A24") if its is not None else ("MO-A30",)
    verdict = _("Yes.") if may_place(board.thresholds, type, total, zero) else _("No.")
    if not board.active:
        return Because(_("The virtual player’s cards are still face down: plan your round first."), "MO-11", "MO-12")
    if its is None:
        text = _(
            "{verdict} The virtual player has no active card of this type ({type}): you need {need}, you have {total}."
        )
    else:
        text = _(
            "{verdict} The total of the virtual player’s active cards is {its} ({type}). You "
            "need at least that much, you have {total}."
        )
    text.args.update(verdict=verdict, type=TYPES[type], its=its, need=need, total=total)
    return Because(text, *cites)


INQUIRIES = (Inquiry("max", _("May I place a marker on this MAX space?"), max_shape, max_reply),)
