"""The moves of a single trading post from its base to the map and back (MO-29, MO-33, MO-34)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from rival.games.mombasa.bases import (
    Base,
    BaseColumn,
    BaseSpace,
    add_post,
    adjust_post_count,
    count_base_posts,
    list_removable_posts,
    list_return_spaces,
    remove_post,
)
from rival.games.mombasa.expansion import (
    POSTS_PER_COMPANY,
    find_price,
)
from rival.games.mombasa.table import COMPANIES, Board, EnteredRegion, get_expansion, get_search_position
from rival.games.mombasa.views import POST_PIECES, show_base, show_placed_post, show_removed_post
from rival.kernel import (
    N_,
    Ask,
    BadAnswerError,
    Because,
    Brush,
    Criterion,
    Do,
    Drawing,
    Field,
    Form,
    JoinedText,
    MultiChoice,
    Name,
    Number,
    Option,
    Piece,
    Say,
    Script,
    Text,
    _,
    ask,
    collect_reasons,
    make_option,
    n_,
    select,
)


def place_post(board: Board, region: str, reasons: Sequence[Because]) -> Script[EnteredRegion | None]:
    """Enter a region with a post of the expanding company; return None if the region is out of reach (MO-29).

    The points are paid immediately. The post moves either immediately or together with the others at the end (MO-A33).
    ``reasons`` explain why this region was chosen. The region can become out of reach if the player makes a correction
    while the program asks for a base.
    """
    expansion = get_expansion(board)
    displaced = board.posts_with_entered.get(region, "")
    yield from ask_base_if_unknown(board, expansion.company)
    if displaced:
        yield from ask_base_if_unknown(board, displaced)
    cost = find_price(*get_search_position(board), region)
    if (
        cost is None
        or cost > expansion.points
        or board.count_supply(expansion.company) < 1
        or board.posts_with_entered.get(region, "") != displaced
    ):
        return None
    expansion.points -= cost
    expansion.spent += cost
    expansion.placed += 1
    board.done.posts += 1
    entry = EnteredRegion(region, cost, expansion.points, displaced)
    expansion.due.append(entry)
    if board.options.coins == "post_by_post":
        yield from move_due_posts(board, reasons)
    else:
        yield from reasons
        yield Because(describe_cost(entry), "MO-29")
        text = _(
            "The virtual player enters {region}. {left}",
            region=Name(region),
            left=describe_points_left(expansion.points),
        )
        yield Say(text, "MO-29", "MO-A33")
    return entry


def move_due_posts(board: Board, reasons: Sequence[Because] = ()) -> Script[None]:
    """Move the due posts to their regions, each after the post that it displaces (MO-33, MO-34).

    ``reasons`` explain why the first region was chosen.
    """
    expansion = get_expansion(board)
    while expansion.due:
        yield from ask_base_if_unknown(board, expansion.company)
        space, space_reasons = yield from collect_reasons(choose_post_to_remove(board, expansion.company))
        if expansion.company not in board.bases:
            continue  # a correction made the base outdated, so the program asks for it again
        if space is None:
            expansion.due.clear()  # the base is empty, which only a correction can cause
            return
        entry, base = expansion.due[0], board.bases[expansion.company]
        entry.displaced = board.posts.get(entry.region, "")  # a correction may have changed it
        if entry.displaced == expansion.company:
            expansion.due.pop(0)  # a correction has placed the post there already
            continue
        if entry.displaced:
            yield from ask_base_if_unknown(board, entry.displaced)
            return_space, return_reasons = yield from collect_reasons(choose_return_space(board, entry.displaced))
            is_unchanged = board.posts.get(entry.region) == entry.displaced and entry.displaced in board.bases
            if not is_unchanged or board.bases.get(expansion.company) != base:
                continue  # a correction changed the posts, so both spaces are chosen again
            yield from return_reasons
            yield push_post_out(board, entry, return_space)
        yield from reasons
        if board.options.coins == "post_by_post":
            yield Because(describe_cost(entry), "MO-29")
        yield from space_reasons
        yield put_post_on_map(board, entry, space)
        reasons = ()


def put_post_on_map(board: Board, entry: EnteredRegion, space: BaseSpace) -> Do:
    """Move a post from this base space to its region; return the instruction (MO-29, MO-34)."""
    expansion = get_expansion(board)
    company = expansion.company
    coins = board.bases[company][space.column].coins[space.row]
    expansion.uncovered += coins
    board.bases[company] = remove_post(board.bases[company], space)
    board.posts[entry.region] = company
    expansion.due.pop(0)
    text = _(
        "Put a post of {company} into {region}, from column {column} of its base. {uncovered} {left}",
        company=COMPANIES[company],
        region=Name(entry.region),
        column=space.column + 1,
        uncovered=n_("It uncovers {n} coin.", "It uncovers {n} coins.", coins) if coins else _("It uncovers no coin."),
        left=describe_points_left(entry.left),
    )
    shows = partial(show_placed_post, entry.region, company, board.bases[company], space)
    return Do(text, "MO-29", "MO-34", "MO-A20", highlight=shows)


def push_post_out(board: Board, entry: EnteredRegion, space: BaseSpace | None) -> Do:
    """Move a displaced post from its region to this base space; return the instruction (MO-33, MO-A31)."""
    company, region = entry.displaced, entry.region
    board.done.sent_home += 1
    get_expansion(board).sent_home += 1
    del board.posts[region]
    if space is None:
        board.aside[company] += 1
        text = _(
            "Take the post of {company} out of {region} and set it aside for the rest of the game: its base has no "
            "space for it.",
            company=COMPANIES[company],
            region=Name(region),
        )
        shows = partial(show_removed_post, region, company, board.bases[company])
        return Do(text, "MO-A31", highlight=shows)
    base = board.bases[company]
    board.bases[company] = add_post(base, space)
    coins = base[space.column].coins[space.row]
    board.done.coins += coins
    covered = n_("It covers {n} coin.", "It covers {n} coins.", coins) if coins else _("It covers no coin.")
    text = _(
        "Take the post of {company} out of {region} and put it back on its base: column {column}, space {row}. "
        "{covered}",
        company=COMPANIES[company],
        region=Name(region),
        column=space.column + 1,
        row=space.row + 1,
        covered=covered,
    )
    return Do(text, "MO-33", highlight=partial(show_removed_post, region, company, board.bases[company], space))


def describe_cost(entry: EnteredRegion) -> Text:
    """Return the cost of entering a region as text."""
    text = n_("{region} costs {n} point.", "{region} costs {n} points.", entry.cost)
    if entry.displaced:
        text = n_(
            "{region} costs {n} point, including 1 for the post of {company} there.",
            "{region} costs {n} points, including 1 for the post of {company} there.",
            entry.cost,
        )
        text.args["company"] = COMPANIES[entry.displaced]
    text.args["region"] = Name(entry.region)
    return text


def describe_points_left(n: int) -> Text:
    """Return the number of points left as text."""
    return n_("{n} point is left.", "{n} points are left.", n) if n else _("No points are left.")


def choose_post_to_remove(board: Board, company: str) -> Script[BaseSpace | None]:
    """Choose the post whose removal reveals the fewest coins, at random if tied (MO-34, MO-A22, MO-A33)."""

    def rate_removable_posts() -> dict[BaseSpace, int]:
        return list_removable_posts(get_last_base(board, company), board.count_leaving_posts(company))

    return (
        yield from select(
            "chance",
            "departure",
            _(
                "In these columns on the base of {company} the top posts are equally good to take: "
                "choose a column at random.",
                company=COMPANIES[company],
            ),
            lambda: list(rate_removable_posts()),
            lambda: [
                make_coins_criterion(
                    FEWEST_COINS_LABELS[board.options.coins], rate_removable_posts(), "MO-34", "MO-A22", "MO-A33"
                )
            ],
            "MO-34",
            "MO-A22",
            to_option=make_space_option,
            label=N_("Column that the post leaves, chosen at random: {answer}."),
            make_highlight=lambda best: partial(show_base, company, get_last_base(board, company), best),
        )
    )


FEWEST_COINS_LABELS = {
    "post_by_post": _("Fewest visible coins afterwards"),
    "together": _("Fewest visible coins after the whole expansion"),
}


def make_coins_criterion(text: Text, coins_by_space: Mapping[BaseSpace, int], *cites: str) -> Criterion[BaseSpace]:
    """Return the criterion that prefers spaces with the fewest visible coins."""
    return Criterion(
        text, coins_by_space.get, cites, best="least", format_value=lambda n: n_("{n} coin", "{n} coins", n)
    )


def choose_return_space(board: Board, company: str) -> Script[BaseSpace | None]:
    """Choose the space where a returning post leaves the fewest coins visible (MO-33, MO-A22).

    A tie is resolved at random.
    """

    def rate_return_spaces() -> dict[BaseSpace, int]:
        """Return the visible coins for each space to which the post may return."""
        return list_return_spaces(get_last_base(board, company))

    return (
        yield from select(
            "chance",
            "arrival",
            _(
                "On the base of {company}, these spaces are equally good to cover: choose one at random.",
                company=COMPANIES[company],
            ),
            lambda: list(rate_return_spaces()),
            lambda: [
                make_coins_criterion(FEWEST_COINS_LABELS["post_by_post"], rate_return_spaces(), "MO-33", "MO-A22")
            ],
            "MO-33",
            "MO-A22",
            to_option=make_space_option,
            label=N_("Space that the post covers, chosen at random: {answer}."),
            make_highlight=lambda best: partial(show_base, company, get_last_base(board, company), best),
        )
    )


def make_space_option(space: BaseSpace) -> Option:
    """Return the answer option for a space on a base."""
    return Option(f"{space.column + 1}", _("column {n}", n=space.column + 1), space)


# --- bases -------------------------------------------------------------------------------------------------


def ask_base_if_unknown(board: Board, company: str) -> Script[None]:
    """Ask where the posts on a base are, if this is not known (MO-A23).

    The layout is asked for only once. The number of posts in each column is asked for each time the player has moved
    posts of the company.
    """
    if board.find_base(company) is None:
        base = yield from ask(lambda: make_base_question(board, company) if company not in board.bases else None)
        if base is not None:
            store_base_posts(board, company, base)
    if company not in board.bases:
        posts = board.count_expected_posts(company)
        answer = (yield from ask(lambda: make_columns_question(board, company))) if posts else {}
        if answer is not None:
            base, board.aside[company] = read_columns_answer(board, company, answer)
            store_base_posts(board, company, base)


def store_base_posts(board: Board, company: str, base: Base) -> None:
    """Store the posts on a base; posts without a space count as set aside (MO-A31)."""
    missing_posts = board.count_expected_posts(company) - count_base_posts(base)
    board.bases[company] = base
    board.outdated.pop(company, None)
    if missing_posts > 0 and not list_return_spaces(base):
        board.aside[company] += missing_posts


def read_columns_answer(board: Board, company: str, answer: Mapping[str, Any]) -> tuple[Base, int]:
    """Convert an answer about posts per column to the base and the number of posts set aside.

    Fields missing from the answer have their default values.
    """
    base, aside = get_last_base(board, company), answer.get("aside", board.aside[company])
    proposed = adjust_post_count(base, board.count_expected_posts(company))
    posts = [answer.get(f"column{n}", sum(column.posts)) for n, column in enumerate(proposed, start=1)]
    return fill_columns(empty_end_spaces(base, answer.get("open", ())), posts), aside


def get_last_base(board: Board, company: str) -> Base:
    """Return the base as it was last entered."""
    base = board.find_base(company)
    assert base is not None
    return base


def count_post_capacity(column: BaseColumn) -> int:
    """Return the maximum number of posts in a column, not counting an empty end space (MO-A23)."""
    return len(column.coins) if column.posts[-1] else len(column.coins) - 1


def list_open_ends(base: Base) -> list[int]:
    """Return the numbers of the columns whose end space is empty, counted from 1."""
    return [n for n, column in enumerate(base, start=1) if not column.posts[-1]]


def empty_end_spaces(base: Base, columns: Collection[int]) -> Base:
    """Return the base with these columns' end spaces emptied."""
    return tuple(
        BaseColumn(column.coins, (*column.posts[:-1], False)) if n in columns else column
        for n, column in enumerate(base, start=1)
    )


def make_base_question(board: Board, company: str) -> Ask:
    """Return the question about all spaces on a base."""
    text = _(
        "Draw the base of {company} as it is now: column by column, each from the top to the bottom.",
        company=COMPANIES[company],
    )
    return Ask(
        "table",
        "base",
        text,
        Drawing(parse_base, BASE_LEGEND, make_base_brushes(company), has_columns=True, total_signs=POSTS_PER_COMPANY),
        "MO-A23",
        metadata={"company": company},
        label=N_("The base, column by column: {answer}."),
        extra_check=lambda base: check_drawn_base(board, company, base),
    )


def make_base_brushes(company: str) -> list[Brush]:
    """Return the drawing tools for a base: one for each kind of space, by its coins, with and without a post."""
    post = POST_PIECES[company]
    post_brushes = [
        Brush(str(n), n_("a post on {n} coin", "a post on {n} coins", n), "space", replace(post, count=n or None))
        for n in range(3)
    ]
    empty_brushes = [
        Brush(f"{n}.", label, "space", Piece("coin", label, "coin", n) if n else None, group=_("Empty"))
        for n in range(3)
        for label in [n_("empty space, {n} coin", "empty space, {n} coins", n)]
    ]
    return [*post_brushes, *empty_brushes]


BASE_LEGEND = [
    ("0", _("a post; the number shows the coins under it, here none")),
    ("1.", _("an empty space; the number shows its visible coins, here 1")),
]


def make_columns_question(board: Board, company: str) -> Ask | None:
    """Return the question about the number of posts in each column of a base.

    The default answer is the distribution with the most visible coins. The form also asks for the end spaces, because
    the numbers alone don't show whether a column was emptied and refilled.
    """
    if company in board.bases:
        return None
    base, posts = get_last_base(board, company), board.count_expected_posts(company)
    proposed = adjust_post_count(base, posts)
    fields = [
        Field(f"column{n}", _("column {n}", n=n), Number(0, count_post_capacity(before)), sum(column.posts))
        for n, (before, column) in enumerate(zip(base, proposed, strict=True), start=1)
    ]
    ends = MultiChoice([make_option(n, _("column {n}", n=n)) for n in range(1, len(base) + 1)])
    fields.append(
        Field("open", _("columns whose bottom space is empty"), ends, list_open_ends(base), keyword=_("ends"))
    )
    label, min_aside = _("posts set aside because the base had no space for them"), board.aside[company]
    aside = min_aside + posts - count_base_posts(proposed)
    fields.append(Field("aside", label, Number(min_aside, POSTS_PER_COMPANY), aside, keyword=_("aside")))
    text = n_(
        "You moved posts of {company}: {n} post is on its base now. Which column is it in? "
        "And in which columns is the bottom space empty?",
        "You moved posts of {company}: {n} posts are on its base now. How many are in each "
        "column? And in which columns is the bottom space empty?",
        posts,
    )
    text.args["company"] = COMPANIES[company]
    return Ask(
        "table",
        "columns",
        text,
        Form(fields),
        "MO-A23",
        "MO-A31",
        highlight=partial(show_base, company, base),
        metadata={"company": company},
        label=partial(describe_columns_answer, company, read_columns_answer(board, company, {}), list_open_ends(base)),
        extra_check=lambda answer: check_columns_answer(board, company, answer),
    )


def describe_columns_answer(
    company: str, proposed: tuple[Base, int], known_open: Sequence[int], answer: Mapping[str, Any]
) -> Text:
    """Return the answer to `make_columns_question` as text."""
    base, aside = proposed
    posts = [answer.get(f"column{n}", sum(column.posts)) for n, column in enumerate(base, start=1)]
    sentences: list[Text] = [
        _(
            "Posts on the base of {company}, column by column: {posts}.",
            company=COMPANIES[company],
            posts=JoinedText(posts),
        )
    ]
    if newly_open := [n for n in answer.get("open", ()) if n not in known_open and posts[n - 1]]:
        sentences.append(
            _(
                "The bottom space is empty in: {columns}.",
                columns=JoinedText([_("column {n}", n=n) for n in newly_open]),
            )
        )
    if aside := answer.get("aside", aside):
        sentences.append(_("Posts of {company} set aside: {n}.", company=COMPANIES[company], n=aside))
    return JoinedText(sentences, " ")


def check_columns_answer(board: Board, company: str, answer: Mapping[str, Any]) -> None:
    """Raise BadAnswerError if the company's posts don't add up to its total (MO-A31)."""
    check_open_ends(get_last_base(board, company), answer)
    base, aside = read_columns_answer(board, company, answer)
    if count_base_posts(base) + aside != board.count_expected_posts(company) + board.aside[company]:
        raise BadAnswerError(describe_post_mismatch(board, company, count_base_posts(base), aside))


def check_open_ends(base: Base, answer: Mapping[str, Any]) -> None:
    """Raise BadAnswerError if a previously empty end space has a post again (MO-A23)."""
    opened = answer["open"]
    for n, column in enumerate(base, start=1):
        if n not in opened and not column.posts[-1]:
            raise BadAnswerError(
                _(
                    "Column {n}: its bottom space was already empty, and an empty bottom space stays "
                    "empty. If it was not empty, correct the base.",
                    n=n,
                )
            )
        if n in opened and answer[f"column{n}"] == len(column.coins):
            raise BadAnswerError(
                _(
                    "Column {n}: its bottom space is empty, so it can have at most {most} posts, but you "
                    "entered {told}.",
                    n=n,
                    most=len(column.coins) - 1,
                    told=answer[f"column{n}"],
                )
            )


def check_drawn_base(board: Board, company: str, base: Base) -> None:
    """Raise BadAnswerError if a drawn base has an impossible number of posts."""
    entered, expected = count_base_posts(base), board.count_expected_posts(company)
    if entered > expected or (entered < expected and list_return_spaces(base)):
        raise BadAnswerError(describe_post_mismatch(board, company, entered, board.aside[company]))


def describe_post_mismatch(board: Board, company: str, entered: int, aside: int) -> Text:
    """Return the error message for posts that don't add up to the company's total."""
    expected = board.count_expected_posts(company) + board.aside[company] - aside
    places = [n_("{n} on the map", "{n} on the map", board.count_posts_on_map(company))]
    if aside:
        places.append(n_("{n} set aside", "{n} set aside", aside))
    return _(
        "{company} has {all} posts: {elsewhere}, so its base must have {right}, but you "
        "entered {told}. If your number is right, correct “posts on the map” or “{aside}” "
        "first.",
        company=COMPANIES[company],
        all=board.count_base_spaces(company),
        elsewhere=JoinedText(places),
        right=expected,
        told=entered,
        aside=make_aside_label(company),
    )


def make_aside_label(company: str) -> Text:
    """Return the label for the number of posts set aside."""
    return _("posts of {company} set aside", company=COMPANIES[company])


def fill_columns(base: Base, counts: Sequence[int]) -> Base:
    """Return the base with this number of posts in each column."""
    return tuple(fill_column(column, n) for column, n in zip(base, counts, strict=True))


def fill_column(column: BaseColumn, posts: int) -> BaseColumn:
    """Return the column with this number of posts, filled from its lower end (MO-A23)."""
    capacity = count_post_capacity(column)
    return BaseColumn(column.coins, tuple(capacity - posts <= row < capacity for row in range(len(column.coins))))


def parse_base(rows: list[str]) -> Base:
    """Parse a base from one line per column, such as ``0. 1 0 2``; a dot marks an empty space."""
    columns = []
    for number, row in enumerate(rows, start=1):
        signs = row.split()
        if not signs or any(sign.rstrip(".") not in ("0", "1", "2", "3") or len(sign) > 2 for sign in signs):
            raise BadAnswerError(
                _(
                    "Column {n}: enter the coins of each space from the top, for example 0. 1 0 2; a dot marks "
                    "an empty space.",
                    n=number,
                )
            )
        coins = tuple(int(sign[0]) for sign in signs)
        columns.append(BaseColumn(coins, tuple(not sign.endswith(".") for sign in signs)))
    spaces = sum(len(column.coins) for column in columns)
    if spaces != POSTS_PER_COMPANY:
        raise BadAnswerError(
            _("A base has {n} spaces in all, but you entered {told}.", n=POSTS_PER_COMPANY, told=spaces)
        )
    return tuple(columns)


def format_base(base: Base) -> list[str]:
    """Format a base as the lines that `parse_base` parses."""
    return [
        " ".join(f"{coins}{'' if post else '.'}" for coins, post in zip(column.coins, column.posts, strict=True))
        for column in base
    ]
