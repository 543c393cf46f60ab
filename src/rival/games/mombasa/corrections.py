"""Corrections of the table: editable values, invariants, undo instructions and the inquiry about MAX spaces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from rival.games.mombasa.bases import Base, count_base_posts
from rival.games.mombasa.expansion import POSTS_PER_COMPANY
from rival.games.mombasa.expansion_phase import HOLDER_OPTIONS as POST_HOLDERS
from rival.games.mombasa.expansion_phase import (
    NO_HOLDER,
    PRICE_OPTIONS,
    apply_post_moves,
    count_expansion_points,
    list_moved_companies,
)
from rival.games.mombasa.max_spaces import can_place_marker, find_required_total
from rival.games.mombasa.posts import (
    BASE_LEGEND,
    describe_points_left,
    describe_post_mismatch,
    format_base,
    make_aside_label,
    make_base_brushes,
    parse_base,
    store_base_posts,
)
from rival.games.mombasa.random_spaces import describe_display_space
from rival.games.mombasa.rules import CARD_OPTIONS, OPEN_CARD_OPTION
from rival.games.mombasa.table import (
    BOUGHT_KIND,
    CARD_TYPES,
    COMPANIES,
    DISPLAY_SPACE_COUNT,
    MARKER_COUNT,
    MAX_REGIONS,
    PROBABLE_DECK,
    ROUND_COUNT,
    SIDE_LABELS,
    Board,
    get_card,
    is_starting_card,
)
from rival.kernel import (
    MISSING,
    AnswerType,
    Because,
    Choice,
    Drawing,
    EditableValue,
    Field,
    Form,
    FreeText,
    Inquiry,
    JoinedText,
    MultiChoice,
    Name,
    NamedValues,
    Number,
    PackPhrase,
    Text,
    _,
    describe_moves,
    make_editable_number,
    make_editable_value,
    make_option,
    n_,
)

# --- corrections ----------------------------------------------------------------------------------------

MARKER_HOLDERS = {"": _("nobody"), **SIDE_LABELS}


def list_editable_values(board: Board) -> Iterator[EditableValue]:
    """Yield every value that the player can correct, with its label and answer type."""
    if board.round:
        yield make_editable_value("round", _("round"), board, "round", Number(1, ROUND_COUNT))
    yield make_editable_value(
        "first_player",
        _("first player"),
        board,
        "first_player",
        Choice([make_option(id, company_name) for id, company_name in SIDE_LABELS.items()]),
    )
    for company, company_name in COMPANIES.items():
        label = _("your marker on the track of {company}", company=company_name)
        yield make_editable_number(f"tracks.{company}", label, board.tracks, company, maximum=99)
    yield from list_editable_cards(board)
    yield from list_editable_spaces(board)
    yield from list_editable_map_values(board)
    yield from list_editable_bases(board)


def list_editable_cards(board: Board) -> Iterator[EditableValue]:
    """Yield each card's kind and each pile as editable values.

    The options for a pile list its present cards first, so that an ambiguous card name is read as one of these cards.
    """
    card_options = [*CARD_OPTIONS, OPEN_CARD_OPTION]
    kinds, starting = (
        Choice(card_options),
        Choice([card_option for card_option in card_options if card_option.id != BOUGHT_KIND]),
    )
    for name, card in board.cards.items():
        yield EditableValue(
            f"cards.{name}",
            make_card_label(board, name),
            card.id,
            starting if is_starting_card(name) and card.id != BOUGHT_KIND else kinds,
            partial(set_card_kind, board, name),
        )
    pile_cards = [*sorted(board.deck, key=get_card_number), *sorted(board.discard, key=get_card_number)]
    if pile_cards:
        shape = MultiChoice(lambda: [make_option(name, board.cards[name].label) for name in pile_cards])
        yield EditableValue(
            "deck",
            _("the virtual player’s cards in its deck (the others are in its discard pile)"),
            sorted(board.deck, key=get_card_number),
            shape,
            partial(set_deck_cards, board),
        )
    if board.active:
        other_cards = sorted(board.cards.keys() - board.active, key=get_card_number)
        all_cards, active_count = [*board.active, *other_cards], len(board.active)
        shape = MultiChoice(
            lambda: [make_option(name, board.cards[name].label) for name in all_cards], active_count, active_count
        )
        yield EditableValue(
            "active", _("the virtual player’s active cards"), board.active, shape, partial(set_active_cards, board)
        )


def get_card_number(card_id: str) -> int:
    """Return the number in a card id."""
    return int(card_id[1:])


def make_card_label(board: Board, card_id: str) -> Text:
    """Return a card's label, with its number and its pile."""
    pile = ACTIVE_LABEL if card_id in board.active else DECK_LABEL if card_id in board.deck else DISCARD_LABEL
    return _("{card} ({place})", card=format_numbered_card(card_id), place=pile)


def format_numbered_card(card_id: str) -> Text:
    """Return the name of a card that is identified by its number."""
    if is_starting_card(card_id):
        return _("starting card {n} of the virtual player", n=get_card_number(card_id))
    return _("card {n} taken by the virtual player", n=get_card_number(card_id) - len(PROBABLE_DECK))


ACTIVE_LABEL, DECK_LABEL, DISCARD_LABEL = (
    _("active"),
    _("in the virtual player’s deck"),
    _("in the virtual player’s discard pile"),
)


def set_card_kind(board: Board, card_id: str, kind: str) -> None:
    """Change a card's kind."""
    board.cards[card_id] = get_card(kind)
    update_max_totals(board)


def set_deck_cards(board: Board, card_ids: list[str]) -> None:
    """Set the cards of the deck, and move all others to the discard pile.

    Consecutive corrections all start from the piles before the first correction. The order of the result then depends
    only on the cards.
    """
    old_piles = board.piles_before_correction
    if old_piles is None or split_piles(old_piles, board.deck) != (board.deck, board.discard):
        old_piles = board.piles_before_correction = board.deck, board.discard
    board.deck, board.discard = split_piles(old_piles, card_ids)


def split_piles(old_piles: tuple[list[str], list[str]], card_ids: list[str]) -> tuple[list[str], list[str]]:
    """Divide the cards into a deck, which contains the given cards, and a discard pile with the others."""
    return (
        [card_id for pile in old_piles for card_id in pile if card_id in card_ids],
        [card_id for pile in reversed(old_piles) for card_id in pile if card_id not in card_ids],
    )


def set_active_cards(board: Board, card_ids: list[str]) -> None:
    """Set the active cards by exchanging cards with the other piles."""
    removed = [card_id for card_id in board.active if card_id not in card_ids]
    added = [card_id for card_id in card_ids if card_id not in board.active]
    replacements = dict(zip([*removed, *added], [*added, *removed], strict=True))
    for pile in (board.active, board.deck, board.discard):
        pile[:] = [replacements.get(card_id, card_id) for card_id in pile]
    update_max_totals(board)


def update_max_totals(board: Board) -> None:
    """Update the totals for the MAX spaces (MO-12) and the expansion points (MO-26)."""
    if board.thresholds:
        board.calculate_max_totals()
    if (expansion := board.expansion) is not None:
        expansion.points = max(0, count_expansion_points(board) - expansion.spent)


def list_editable_spaces(board: Board) -> Iterator[EditableValue]:
    """Yield the display and the bonus spaces as editable values."""
    spaces = MultiChoice([make_option(n, describe_display_space(n)) for n in range(1, DISPLAY_SPACE_COUNT + 1)])
    yield EditableValue(
        "display",
        _("display spaces with a card"),
        board.filled_display_spaces,
        spaces,
        lambda answer: setattr(board, "display", [n in answer for n in range(1, DISPLAY_SPACE_COUNT + 1)]),
    )
    yield make_editable_value("stack", _("cards left to refill the display"), board, "stack", Number(0, 99))
    holders = Choice([make_option(id or "nobody", space_label, id) for id, space_label in MARKER_HOLDERS.items()])
    for n, space in enumerate(board.bonus, start=1):
        space_label = board.describe_bonus_space(n)
        yield EditableValue(
            f"bonus.{n}",
            _("marker on bonus space {space}", space=space_label),
            space.holder or "nobody",
            holders,
            partial(setattr, space, "holder"),
        )
        yield EditableValue(
            f"bonus.{n}.name",
            _("name of bonus space {space}", space=space_label),
            space.name or None,
            FreeText(60),
            partial(setattr, space, "name"),
        )


def list_editable_map_values(board: Board) -> Iterator[EditableValue]:
    """Yield the posts, gates and borders of the map as editable values."""
    regions = board.regions
    yield EditableValue(
        "posts",
        _("posts on the map (posts you don’t mention stay)"),
        dict(sorted(board.posts.items())),
        partial(CorrectedPosts, dict(board.posts), regions, board.land.whole),
        partial(correct_posts, board),
    )
    for region in regions:
        yield EditableValue(
            f"posts.{region}",
            _("post in {region}", region=Name(region)),
            board.posts.get(region, NO_HOLDER),
            partial(Choice, POST_HOLDERS),
            partial(correct_post, board, region),
        )
    for company, company_name in COMPANIES.items():
        if company in board.land.gates:
            yield EditableValue(
                f"gates.{company}",
                _("regions next to the base of {company}", company=company_name),
                board.land.gates[company],
                partial(NamedValues, PRICE_OPTIONS, regions, board.land.whole),
                partial(correct_gates, board, company),
            )
    for region in sorted(board.land.borders if board.land.whole else board.land.known):
        yield EditableValue(
            f"land.{region}",
            _("neighbours of {region}", region=Name(region)),
            board.land.borders.get(region, {}),
            partial(NamedValues, PRICE_OPTIONS, regions, board.land.whole),
            partial(correct_neighbours, board, region),
        )


class CorrectedPosts(NamedValues):
    """An answer type for the posts on the map that shows only the changed posts."""

    def __init__(self, posts: dict[str, str], regions: list[str], is_closed: bool) -> None:
        super().__init__(POST_HOLDERS, regions, is_closed)
        self.posts = posts

    def format_answer(self, value: Any) -> Text:
        """Return the changed posts as text, or all posts if nothing has changed."""
        changed_posts = {
            region: holder for region, holder in value.items() if self.posts.get(region, NO_HOLDER) != holder
        }
        return super().format_answer(changed_posts or value)


def correct_posts(board: Board, posts: dict[str, str]) -> None:
    """Correct the posts in these regions, and mark the bases that they left or returned to as outdated."""
    board.mark_bases_doubtful(list_moved_companies(board, posts))
    board.posts = apply_post_moves(board, posts)
    board.restore_bases()


def correct_post(board: Board, region: str, holder: str) -> None:
    """Correct the post in one region."""
    correct_posts(board, {region: holder})


def correct_gates(board: Board, company: str, gates: dict[str, int]) -> None:
    """Correct the regions that are next to a company's base."""
    if gates != board.land.gates[company]:
        board.land.set_gates(company, gates)


def correct_neighbours(board: Board, region: str, neighbours: dict[str, int]) -> None:
    """Correct the neighbours of a region."""
    if neighbours != board.land.borders.get(region, {}):
        board.land.set_neighbours(region, neighbours)


def list_editable_bases(board: Board) -> Iterator[EditableValue]:
    """Yield the bases, and the number of posts set aside, as editable values."""
    for company, company_name in COMPANIES.items():
        if (base := board.find_base(company)) is not None:
            yield EditableValue(
                f"bases.{company}",
                _("base of {company}", company=company_name),
                partial(format_base, base),
                Drawing(
                    parse_base, BASE_LEGEND, make_base_brushes(company), has_columns=True, total_signs=POSTS_PER_COMPANY
                ),
                partial(correct_base, board, company),
            )
        aside, assign_aside = board.aside[company], partial(set_posts_aside, board, company)
        yield EditableValue(
            f"aside.{company}", make_aside_label(company), aside, Number(0, POSTS_PER_COMPANY), assign_aside
        )


def correct_base(board: Board, company: str, base: Base) -> None:
    """Replace a company's base with the corrected one."""
    if base != board.find_base(company):
        store_base_posts(board, company, base)


def set_posts_aside(board: Board, company: str, posts: int) -> None:
    """Correct the number of a company's posts set aside."""
    if posts != board.aside[company]:
        board.mark_bases_doubtful([company])
    board.aside[company] = posts
    board.restore_bases()


def check_invariants(board: Board) -> Iterator[Text]:
    """Yield a message for each impossible state of the game."""
    if board.markers_left < 0:
        yield _("The virtual player has only {n} markers.", n=MARKER_COUNT)  # MO-D2
    for company, company_name in COMPANIES.items():
        base = board.bases.get(company)
        if board.count_posts_elsewhere(company) > board.count_base_spaces(company):
            yield _("{company} has only {n} posts in all.", company=company_name, n=board.count_base_spaces(company))
        elif base is not None and count_base_posts(base) != board.count_expected_posts(company):
            yield describe_post_mismatch(board, company, count_base_posts(base), board.aside[company])
    for name in board.active:
        if board.thresholds and not board.cards[name].type:
            yield _("An active card can’t be unknown: enter which card it is.")
    excess = board.land.describe_map_excess()
    if excess is not None or len(board.regions) > MAX_REGIONS:
        yield excess or _(
            "A map can have at most {most} regions, but this would make {n}.", most=MAX_REGIONS, n=len(board.regions)
        )
    for region, neighbours in board.land.borders.items():
        if region in neighbours:
            yield _("{region} can’t border on itself.", region=Name(region))


# --- undo --------------------------------------------------------------------------------------------


def describe_change(path: tuple[str, ...], now: Any, was: Any) -> Text | None:
    """Return the instruction that restores an earlier value on the table; None if nothing needs to be moved."""
    match path:
        case ("round",):
            return _("It is round {n} again.", n=was) if was else _("Round 1 has not started yet.")
        case ("first_player",):
            return _("The first-player marker belongs to {side}.", side=SIDE_LABELS[was])
        case ("cards", name):
            return describe_card_change(name, now, was)
        case ("active",):
            return describe_active_change(now, was)
        case ("deck",):
            return n_("The virtual player’s deck has {n} card.", "The virtual player’s deck has {n} cards.", len(was))
        case ("discard",):
            return describe_discard_change(now, was)
        case ("display",):
            return describe_display_change(now, was)
        case ("stack",):
            return describe_stack_change(now, was)
        case ("bonus",):
            return describe_bonus_change(now, was)
        case ("tracks", company):
            return describe_track_change(company, was)
        case ("posts", region):
            return describe_post_change(region, now, was)
        case ("bases", company):
            return describe_base_change(company, now, was)
        case ("aside", company):
            return _("Posts of {company} set aside: {n}.", company=COMPANIES[company], n=was)
        case ("land", *place):
            return describe_map_change(place, was)
        case ("expansion", *place):
            return describe_expansion_change(place, was)
        case _:
            return None


def describe_card_change(card_id: str, now: Any, was: Any) -> Text | None:
    """Return the instruction that restores a card's kind."""
    if now is MISSING or was is MISSING:
        return None
    kind = get_card(was)
    if not kind.type:
        return _("Unknown again: {card}.", card=format_numbered_card(card_id))
    return _("This card is “{kind}” again: {card}.", card=format_numbered_card(card_id), kind=kind.label)


def describe_active_change(now: list[str], was: list[str]) -> Text:
    """Return the instruction that restores the active cards."""
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


def describe_discard_change(now: list[str], was: list[str]) -> Text:
    """Return the instruction that restores the discard pile."""
    removed = len([name for name in now if name not in was])
    if removed and len(now) - removed == len(was):
        return n_(
            "Take the top card off the virtual player’s discard pile.",
            "Take the top {n} cards off the virtual player’s discard pile.",
            removed,
        )
    return n_(
        "The virtual player’s discard pile has {n} card.", "The virtual player’s discard pile has {n} cards.", len(was)
    )


def describe_stack_change(now: int, was: int) -> Text:
    """Return the instruction that restores the stack for refilling the display."""
    if was > now:
        return n_(
            "Put {n} card back on the stack that refills the display.",
            "Put {n} cards back on the stack that refills the display.",
            was - now,
        )
    return n_(
        "The stack that refills the display has {n} card.", "The stack that refills the display has {n} cards.", was
    )


def describe_track_change(company: str, was: Any) -> Text:
    """Return the instruction that restores the player's marker on a track."""
    if was is MISSING:
        return _("The position of your marker on the track of {company} is unknown again.", company=COMPANIES[company])
    return n_(
        "Your marker on the track of {company}: {n} space from the start.",
        "Your marker on the track of {company}: {n} spaces from the start.",
        was,
        company=COMPANIES[company],
    )


def describe_post_change(region: str, now: Any, was: Any) -> Text:
    """Return the instruction that restores a region's post."""
    region_name = Name(region)
    if was is MISSING:
        return _("{region} had no post: remove the post of {company}.", region=region_name, company=COMPANIES[now])
    if now is MISSING:
        return _("{region}: put the post of {company} back.", region=region_name, company=COMPANIES[was])
    text = _("{region}: replace the post of {other} with a post of {company} again.", region=region_name)
    text.args.update(company=COMPANIES[was], other=COMPANIES[now])
    return text


def describe_base_change(company: str, now: Any, was: Any) -> Text | None:
    """Return the instruction that restores the posts on a base."""
    company_name = COMPANIES[company]
    if was is MISSING:
        return _("The posts on the base of {company} are unknown again.", company=company_name)
    if now is MISSING or [column["coins"] for column in now] != [column["coins"] for column in was]:
        columns = JoinedText([Name(str(sum(column["posts"]))) for column in was])
        return _("Base of {company}, posts in each column: {columns}.", company=company_name, columns=columns)
    return describe_moves(
        list_post_spaces(now),
        list_post_spaces(was),
        lambda away: _(
            "Remove posts from the base of {company}: {spaces}.", company=company_name, spaces=format_spaces(away)
        ),
        lambda back: _(
            "Put posts back on the base of {company}: {spaces}.", company=company_name, spaces=format_spaces(back)
        ),
    )


def list_post_spaces(base: list[dict[str, list[bool]]]) -> list[tuple[int, int]]:
    """Return the spaces of a base that hold a post, counted from 1."""
    return [(x, y) for x, column in enumerate(base, start=1) for y in list_occupied_spaces(column["posts"])]


def format_spaces(spaces: list[tuple[int, int]]) -> Text:
    """Return spaces of a base as text."""
    return JoinedText([_("column {column}, space {row}", column=x, row=y) for x, y in spaces], "; ")


def describe_map_change(place: list[str], was: Any) -> Text | None:
    """Return the note that a border or gate on the map has its earlier value again."""
    match place:
        case ["borders", region] if was is MISSING:
            return _("The neighbours of {region} are unknown again.", region=Name(region))
        case ["borders", region]:
            return _("The list of the neighbours of {region} is restored.", region=Name(region))
        case ["borders", one, other] if one < other:
            text = _("The border between {one} and {other}: {price}.", one=Name(one), other=Name(other))
            text.args["price"] = format_price(was)
            return text
        case ["gates", company] if was is MISSING:
            return _("The regions next to the base of {company} are unknown again.", company=COMPANIES[company])
        case ["gates", company]:
            return _("The list of the regions next to the base of {company} is restored.", company=COMPANIES[company])
        case ["gates", company, region]:
            text = _(
                "The gate from the base of {company} to {region}: {price}.",
                region=Name(region),
                price=format_price(was),
            )
            text.args["company"] = COMPANIES[company]
            return text
    return None


def format_price(points: Any) -> Text:
    """Return the price of a border as text."""
    return _("unknown") if points is MISSING else n_("{n} point", "{n} points", points)


def describe_expansion_change(place: list[str], was: Any) -> Text | None:
    """Return the note that the expansion and its points have their earlier values again."""
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
            return describe_points_left(was)
    return None


def describe_display_change(now: list[bool], was: list[bool]) -> Text | None:
    """Return the instruction that restores the cards in the display."""
    return describe_moves(
        list_occupied_spaces(now),
        list_occupied_spaces(was),
        lambda away: n_(
            "Take the card off display space {spaces}.",
            "Take the cards off display spaces {spaces}.",
            len(away),
            spaces=JoinedText(away),
        ),
        lambda back: n_(
            "Put a card back on display space {spaces}.",
            "Put cards back on display spaces {spaces}.",
            len(back),
            spaces=JoinedText(back),
        ),
    )


def describe_bonus_change(now: list[dict[str, str]], was: list[dict[str, str]]) -> Text | None:
    """Return the instruction that restores the markers on the bonus spaces."""

    def list_held_spaces(bonus: list[dict[str, str]], side: str) -> list[int]:
        """Return the bonus spaces with a marker of this side."""
        return list_occupied_spaces(space["holder"] == side for space in bonus)

    your_text = describe_moves(
        list_held_spaces(now, "you"),
        list_held_spaces(was, "you"),
        describe_your_removed_markers,
        describe_your_returned_markers,
    )
    opponent_text = describe_moves(
        list_held_spaces(now, "ivp"),
        list_held_spaces(was, "ivp"),
        describe_opponent_removed_markers,
        describe_opponent_returned_markers,
    )
    names = [
        _("Bonus space {n} is called {name}.", n=n, name=PackPhrase(old["name"]))
        if old["name"]
        else _("Bonus space {n} has no name again.", n=n)
        for n, (new, old) in enumerate(zip(now, was, strict=True), start=1)
        if new["name"] != old["name"]
    ]
    sentences = [sentence for sentence in (your_text, opponent_text, *names) if sentence is not None]
    return JoinedText(sentences, " ") if sentences else None


def describe_your_removed_markers(spaces: list[int]) -> Text:
    """Return the instruction to remove the player's markers from these bonus spaces."""
    return n_(
        "Take your marker off bonus space {spaces}.",
        "Take your markers off bonus spaces {spaces}.",
        len(spaces),
        spaces=JoinedText(spaces),
    )


def describe_your_returned_markers(spaces: list[int]) -> Text:
    """Return the instruction to put the player's markers back on these bonus spaces."""
    return n_(
        "Put your marker back on bonus space {spaces}.",
        "Put your markers back on bonus spaces {spaces}.",
        len(spaces),
        spaces=JoinedText(spaces),
    )


def describe_opponent_removed_markers(spaces: list[int]) -> Text:
    """Return the instruction to remove the virtual player's markers from these bonus spaces."""
    return n_(
        "Take the virtual player’s marker off bonus space {spaces}.",
        "Take the virtual player’s markers off bonus spaces {spaces}.",
        len(spaces),
        spaces=JoinedText(spaces),
    )


def describe_opponent_returned_markers(spaces: list[int]) -> Text:
    """Return the instruction to put the virtual player's markers back on these bonus spaces."""
    return n_(
        "Put the virtual player’s marker back on bonus space {spaces}.",
        "Put the virtual player’s markers back on bonus spaces {spaces}.",
        len(spaces),
        spaces=JoinedText(spaces),
    )


def list_occupied_spaces(spaces: Iterable[bool]) -> list[int]:
    """Return the numbers of the occupied spaces, counted from 1."""
    return [n for n, is_occupied in enumerate(spaces, start=1) if is_occupied]


# --- inquiries --------------------------------------------------------------------------


def make_max_form(board: Board) -> AnswerType:
    """Return the form with which the player asks about a MAX space."""
    types = Choice([make_option(type, CARD_TYPES[type]) for type in board.max_types])
    fields = [
        Field("type", _("type of the MAX space"), types, is_required=True, keyword=_("type")),
        Field(
            "total", _("total of your face-up cards of that type"), Number(0, 99), is_required=True, keyword=_("total")
        ),
    ]
    return Form(fields)


def answer_max_inquiry(board: Board, answer: dict[str, Any]) -> Because:
    """Return whether the player may place a marker on a MAX space (MO-12, MO-A24, MO-A30)."""
    type, total, max_at_zero = answer["type"], answer["total"], board.options.max_at_zero
    opponent_total, required_total = (
        board.thresholds.get(type),
        find_required_total(board.thresholds, type, max_at_zero),
    )
    cites = ("MO-12", "MO-A24") if opponent_total is not None else ("MO-A30",)
    verdict = _("Yes.") if can_place_marker(board.thresholds, type, total, max_at_zero) else _("No.")
    if not board.active:
        return Because(_("The virtual player’s cards are still face down: plan your round first."), "MO-11", "MO-12")
    if opponent_total is None:
        text = _(
            "{verdict} The virtual player has no active card of this type ({type}). You need {need}; you have {total}."
        )
    else:
        text = _(
            "{verdict} The total of the virtual player’s active cards is {its} ({type}). You need at least that "
            "much; you have {total}."
        )
    text.args.update(verdict=verdict, type=CARD_TYPES[type], its=opponent_total, need=required_total, total=total)
    return Because(text, *cites)


INQUIRIES = (Inquiry("max", _("May I place a marker on this MAX space?"), make_max_form, answer_max_inquiry),)
