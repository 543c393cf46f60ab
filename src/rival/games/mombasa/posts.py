"""The moves of one trading post: from its base to the map, and back (MO-29, MO-33, MO-34)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from rival.games.mombasa.bases import (
    Base,
    Column,
    Space,
    arrivals,
    departures,
    posts_left,
    with_post,
    with_so_many,
    without_post,
)
from rival.games.mombasa.expansion import (
    POSTS_OF_A_COMPANY,
    price,
)
from rival.games.mombasa.table import COMPANIES, Board, Entered, position, under_way
from rival.games.mombasa.views import BARE_POSTS, base_shown, post_home, post_placed
from rival.kernel import (
    N_,
    Act,
    Ask,
    BadAnswer,
    Because,
    Brush,
    Criterion,
    Do,
    Drawing,
    Field,
    Form,
    Joined,
    Name,
    Number,
    Option,
    Piece,
    Say,
    Script,
    Several,
    Text,
    _,
    ask,
    n_,
    option,
    select,
)


def place_post(board: Board, region: str) -> Script[Entered | None]:
    """Enter a region with a post of the expanding company (MO-29); return None if it is no longer in reach.

    The points are paid now. The post moves at once, or with the others at the end (MO-A33). A correction made while a
    base is asked for can put the region out of reach.
    """
    now = under_way(board)
    displaced = board.posts.get(region, "")
    yield from known_base(board, now.company)
    if displaced:
        yield from known_base(board, displaced)
    cost = price(*position(board), region)
    if cost is None or cost > now.points or board.supply(now.company) < 1 or board.posts.get(region, "") != displaced:
        return None
    board.posts[region] = now.company
    now.points -= cost
    now.placed += 1
    board.done.posts += 1
    one = Entered(region, cost, now.points, displaced)
    now.due.append(one)
    yield Act.retitle(_("Post {n}: {region}", n=now.placed, region=Name(region)))
    if board.options.coins == "post_by_post":
        yield from move_posts_due(board)
    else:
        text = _("The virtual player enters {region}. {left}", region=Name(region), left=points_left(now.points))
        yield Say(text, "MO-29", "MO-A33")
    yield Act.conclude(n_("{n} point", "{n} points", cost))
    return one


def move_posts_due(board: Board) -> Script[None]:
    """Move posts from the base to the regions that were entered, and displaced posts home (MO-33, MO-34)."""
    now = under_way(board)
    while now.due:
        yield from known_base(board, now.company)
        space = yield from leaving(board, now.company)
        if now.company not in board.bases:
            continue  # a correction outdated the base: it is asked for again
        if space is None:
            now.due.clear()  # the base is empty, which only a correction can cause
            return
        one = now.due[0]
        board.bases[now.company] = without_post(board.bases[now.company], space)
        one.come = True
        yield Because(cost_words(one), "MO-29")
        yield Do(
            _(
                "Put a post of {company} into {region}, from column {column} of its base. {left}",
                company=COMPANIES[now.company],
                region=Name(one.region),
                column=space.column + 1,
                left=points_left(one.left),
            ),
            "MO-29",
            "MO-34",
            "MO-A20",
            shows=partial(post_placed, one.region, now.company, board.bases[now.company], space),
        )
        if one.displaced:
            yield from going_home(board, one.displaced)
        now.due.pop(0)


def cost_words(one: Entered) -> Text:
    """Return the cost of a region as text, with the share for a displaced post."""
    words = n_("{region} costs {n} point.", "{region} costs {n} points.", one.cost)
    if one.displaced:
        words = n_(
            "{region} costs {n} point, including 1 for the post of {company} there.",
            "{region} costs {n} points, including 1 for the post of {company} there.",
            one.cost,
        )
        words.args["company"] = COMPANIES[one.displaced]
    words.args["region"] = Name(one.region)
    return words


def points_left(n: int) -> Text:
    """Return the number of points left as text."""
    return n_("{n} point is left.", "{n} points are left.", n) if n else _("No points are left.")


def leaving(board: Board, company: str) -> Script[Space | None]:
    """Choose the post whose departure leaves the fewest visible coins (MO-34, MO-A22, MO-A33), at random if equal."""

    def values() -> dict[Space, int]:
        return departures(last_base(board, company), board.due(company)[0])

    return (
        yield from select(
            "chance",
            "departure",
            _(
                "In these columns on the base of {company} the top posts are equally good to take: "
                "choose a column at random.",
                company=COMPANIES[company],
            ),
            lambda: list(values()),
            lambda: [fewest_coins(FEWEST[board.options.coins], values(), "MO-34", "MO-A22", "MO-A33")],
            "MO-34",
            "MO-A22",
            words=space_option,
            label=N_("Post that leaves, chosen at random: {answer}."),
            shows=lambda best: partial(base_shown, company, last_base(board, company), best),
        )
    )


FEWEST = {
    "post_by_post": _("Fewest visible coins afterwards"),
    "together": _("Fewest visible coins after the whole expansion"),
}


def fewest_coins(text: Text, values: Mapping[Space, int], *cites: str) -> Criterion[Space]:
    """Build the criterion that prefers the fewest visible coins."""
    return Criterion(text, values.get, cites, best="least", unit=lambda n: n_("{n} coin", "{n} coins", n))


def going_home(board: Board, company: str) -> Script[None]:
    """Return a displaced post to its base, over a coin if possible; without a space set it aside (MO-33, MO-A31)."""
    yield from known_base(board, company)
    space = yield from returning(board, company)
    while company not in board.bases:  # a correction outdated the base: it is asked for again
        yield from known_base(board, company)
        space = yield from returning(board, company)
    board.done.sent_home += 1
    if space is None:
        board.aside[company] += 1
        yield Do(
            _(
                "The base of {company} has no space for its post: set the post aside for the rest of the game.",
                company=COMPANIES[company],
            ),
            "MO-A31",
            shows=partial(base_shown, company, board.bases[company]),
        )
        return
    base = board.bases[company]
    board.bases[company] = with_post(base, space)
    coins = base[space.column].coins[space.row]
    board.done.coins += coins
    covered = n_("covering {n} coin", "covering {n} coins", coins) if coins else _("covering no coin")
    yield Do(
        _(
            "Put the post of {company} back on its base: column {column}, space {row} ({covered}).",
            company=COMPANIES[company],
            column=space.column + 1,
            row=space.row + 1,
            covered=covered,
        ),
        "MO-33",
        shows=partial(post_home, company, board.bases[company], space),
    )


def returning(board: Board, company: str) -> Script[Space | None]:
    """Choose the space on which the post leaves the fewest visible coins (MO-33, MO-A22), at random if equal."""

    def values() -> dict[Space, int]:
        return arrivals(last_base(board, company))

    return (
        yield from select(
            "chance",
            "arrival",
            _(
                "On the base of {company}, these spaces are equally good to cover: choose one at random.",
                company=COMPANIES[company],
            ),
            lambda: list(values()),
            lambda: [fewest_coins(FEWEST["post_by_post"], values(), "MO-33", "MO-A22")],
            "MO-33",
            "MO-A22",
            words=space_option,
            label=N_("Space that the post covers, chosen at random: {answer}."),
            shows=lambda best: partial(base_shown, company, last_base(board, company), best),
        )
    )


def space_option(space: Space) -> Option:
    """Build the option for a space: its column."""
    return Option(f"{space.column + 1}", _("column {n}", n=space.column + 1), space)


# --- bases -------------------------------------------------------------------------------------------------


def known_base(board: Board, company: str) -> Script[None]:
    """Ask for the base if it is not known as it is now (MO-A23).

    The layout is asked once, the number of posts in each column whenever you have moved posts of the company.
    """
    if board.find_base(company) is None:
        base = yield from ask(lambda: base_question(board, company) if company not in board.bases else None)
        if base is not None:
            tell_base(board, company, base)
    if company not in board.bases:
        posts = board.should_have(company)
        answer = (yield from ask(lambda: columns_question(board, company))) if posts else {}
        if answer is not None:
            base, board.aside[company] = as_told(board, company, answer)
            tell_base(board, company, base)


def tell_base(board: Board, company: str, base: Base) -> None:
    """Store the base as it is now; posts for which it has no space count as set aside (MO-A31)."""
    missing = board.should_have(company) - posts_left(base)
    board.bases[company] = base
    board.outdated.pop(company, None)
    if missing > 0 and not arrivals(base):
        board.aside[company] += missing


def as_told(board: Board, company: str, answer: Mapping[str, Any]) -> tuple[Base, int]:
    """Return the base and the number of posts set aside, from an answer to `columns_question`.

    Fields missing from the answer have the proposed values.
    """
    base, aside = last_base(board, company), answer.get("aside", board.aside[company])
    proposed = with_so_many(base, board.should_have(company))
    posts = [answer.get(f"column{n}", sum(column.posts)) for n, column in enumerate(proposed, start=1)]
    return with_columns(with_open_ends(base, answer.get("open", ())), posts), aside


def last_base(board: Board, company: str) -> Base:
    """Return the base as it was last entered; only its layout is certain."""
    base = board.find_base(company)
    assert base is not None
    return base


def room(column: Column) -> int:
    """Return the maximum of posts in a column: an empty end space stays empty (MO-A23)."""
    return len(column.coins) if column.posts[-1] else len(column.coins) - 1


def open_ends(base: Base) -> list[int]:
    """Return the columns whose end space is empty, counted from 1."""
    return [n for n, column in enumerate(base, start=1) if not column.posts[-1]]


def with_open_ends(base: Base, columns: Collection[int]) -> Base:
    """Return the base with the end spaces of these columns empty, counted from 1."""
    return tuple(
        Column(column.coins, (*column.posts[:-1], False)) if n in columns else column
        for n, column in enumerate(base, start=1)
    )


def base_question(board: Board, company: str) -> Ask:
    """Build the question for the whole base as it is now."""
    text = _(
        "Draw the base of {company} as it is now: column by column, each from the top to the bottom.",
        company=COMPANIES[company],
    )
    return Ask(
        "table",
        "base",
        text,
        Drawing(read_base, BASE_LEGEND, base_brushes(company), upright=True, total=POSTS_OF_A_COMPANY),
        "MO-A23",
        about={"company": company},
        label=N_("The base, column by column: {answer}."),
        test=lambda base: posts_add_up(board, company, base),
    )


def base_brushes(company: str) -> list[Brush]:
    """Build the brushes for drawing a base: spaces with a post or empty, with the coins that they hide or show."""
    post = BARE_POSTS[company]
    held = [
        Brush(str(n), n_("a post on {n} coin", "a post on {n} coins", n), "space", replace(post, count=n or None))
        for n in range(3)
    ]
    bare = [
        Brush(f"{n}.", words, "space", Piece("coin", words, "coin", n) if n else None, group=_("Empty"))
        for n in range(3)
        for words in [n_("empty space, {n} coin", "empty space, {n} coins", n)]
    ]
    return [*held, *bare]


BASE_LEGEND = [
    ("0", _("a post with no coin under it (1 or 2: a post on 1 or 2 coins)")),
    ("1.", _("an empty space that shows 1 coin (0. or 2.: it shows 0 or 2 coins)")),
]


def columns_question(board: Board, company: str) -> Ask | None:
    """Build the question for the posts in each column, or None if a correction has answered it meanwhile.

    The answer proposed is the one with the most visible coins. The end spaces are asked for, too: the numbers alone
    don't show whether a column was emptied and filled up again.
    """
    if company in board.bases:
        return None
    base, posts = last_base(board, company), board.should_have(company)
    proposed = with_so_many(base, posts)
    fields = [
        Field(f"column{n}", _("column {n}", n=n), Number(0, room(before)), sum(column.posts))
        for n, (before, column) in enumerate(zip(base, proposed, strict=True), start=1)
    ]
    ends = Several([option(n, _("column {n}", n=n)) for n in range(1, len(base) + 1)])
    fields.append(Field("open", _("columns whose bottom space is empty"), ends, open_ends(base), word=_("ends")))
    label, least = _("posts set aside because the base had no space for them"), board.aside[company]
    aside = least + posts - posts_left(proposed)
    fields.append(Field("aside", label, Number(least, POSTS_OF_A_COMPANY), aside, word=_("aside")))
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
        shows=partial(base_shown, company, base),
        about={"company": company},
        label=partial(line_of_columns, company, as_told(board, company, {}), open_ends(base)),
        test=lambda answer: columns_add_up(board, company, answer),
    )


def line_of_columns(
    company: str, proposed: tuple[Base, int], known_open: Sequence[int], answer: Mapping[str, Any]
) -> Text:
    """Return the answer to `columns_question` as text."""
    base, aside = proposed
    posts = [answer.get(f"column{n}", sum(column.posts)) for n, column in enumerate(base, start=1)]
    said: list[Text] = [
        _("Posts on the base of {company}, column by column: {posts}.", company=COMPANIES[company], posts=Joined(posts))
    ]
    if opened := [n for n in answer.get("open", ()) if n not in known_open and posts[n - 1]]:
        said.append(
            _("The bottom space is empty in: {columns}.", columns=Joined([_("column {n}", n=n) for n in opened]))
        )
    if aside := answer.get("aside", aside):
        said.append(_("Posts of {company} set aside: {n}.", company=COMPANIES[company], n=aside))
    return Joined(said, " ")


def columns_add_up(board: Board, company: str, answer: Mapping[str, Any]) -> None:
    """Raise BadAnswer if the posts of the company don't add up, or if the end spaces can't be so (MO-A31)."""
    ends_can_be(last_base(board, company), answer)
    base, aside = as_told(board, company, answer)
    if posts_left(base) + aside != board.should_have(company) + board.aside[company]:
        raise BadAnswer(add_up_words(board, company, posts_left(base), aside))


def ends_can_be(base: Base, answer: Mapping[str, Any]) -> None:
    """Raise BadAnswer if an empty end space was filled, or if a column has too many posts for an empty one (MO-A23)."""
    opened = answer["open"]
    for n, column in enumerate(base, start=1):
        if n not in opened and not column.posts[-1]:
            raise BadAnswer(
                _(
                    "Column {n}: its bottom space was already empty, and an empty bottom space stays "
                    "empty. If it was not empty, correct the base.",
                    n=n,
                )
            )
        if n in opened and answer[f"column{n}"] == len(column.coins):
            raise BadAnswer(
                _(
                    "Column {n}: with its bottom space empty it can have at most {most} posts, but you entered {told}.",
                    n=n,
                    most=len(column.coins) - 1,
                    told=answer[f"column{n}"],
                )
            )


def posts_add_up(board: Board, company: str, base: Base) -> None:
    """Raise BadAnswer if a base as drawn has too many posts, or too few although a space could take one back."""
    answer, right = posts_left(base), board.should_have(company)
    if answer > right or (answer < right and arrivals(base)):
        raise BadAnswer(add_up_words(board, company, answer, board.aside[company]))


def add_up_words(board: Board, company: str, told: int, aside: int) -> Text:
    """Return the message that the posts of the company don't add up."""
    right = board.should_have(company) + board.aside[company] - aside
    parts = [n_("{n} on the map", "{n} on the map", board.on_map(company))]
    if aside:
        parts.append(n_("{n} set aside", "{n} set aside", aside))
    return _(
        "{company} has {all} posts: {elsewhere}, so its base must have {right}, but you "
        "entered {told}. If your number is right, correct “posts on the map” or “{aside}” "
        "first.",
        company=COMPANIES[company],
        all=board.spaces_of(company),
        elsewhere=Joined(parts),
        right=right,
        told=told,
        aside=aside_label(company),
    )


def aside_label(company: str) -> Text:
    """Return the label of the number of posts set aside, as it is listed among the corrections."""
    return _("posts of {company} set aside", company=COMPANIES[company])


def with_columns(base: Base, counts: Sequence[int]) -> Base:
    """Return the base with this number of posts in each column."""
    return tuple(column_with(column, n) for column, n in zip(base, counts, strict=True))


def column_with(column: Column, n: int) -> Column:
    """Return the column with this number of posts, at its lower end; an empty end space stays empty (MO-A23)."""
    end = room(column)
    return Column(column.coins, tuple(end - n <= row < end for row in range(len(column.coins))))


def read_base(rows: list[str]) -> Base:
    """Parse a base, one line for each column, for instance ``0. 1 0 2``; a point marks an empty space."""
    columns = []
    for number, row in enumerate(rows, start=1):
        signs = row.split()
        if not signs or any(sign.rstrip(".") not in ("0", "1", "2", "3") or len(sign) > 2 for sign in signs):
            raise BadAnswer(
                _(
                    "Column {n}: enter the coins of each space from the top, for example 0. 1 0 2; a "
                    "point marks an empty space.",
                    n=number,
                )
            )
        coins = tuple(int(sign[0]) for sign in signs)
        columns.append(Column(coins, tuple(not sign.endswith(".") for sign in signs)))
    spaces = sum(len(column.coins) for column in columns)
    if spaces != POSTS_OF_A_COMPANY:
        raise BadAnswer(_("A base has {n} spaces in all, but you entered {told}.", n=POSTS_OF_A_COMPANY, told=spaces))
    return tuple(columns)


def draw_base(base: Base) -> list[str]:
    """Return the lines that `read_base` parses."""
    return [
        " ".join(f"{coins}{'' if post else '.'}" for coins, post in zip(column.coins, column.posts, strict=True))
        for column in base
    ]
