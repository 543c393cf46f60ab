"""Income markers: their tracks (PA-G10), and which one is rightmost or lowest (PA-65)."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rival.games.pampero.table import Table
from rival.kernel import (
    N_,
    Ask,
    BadAnswer,
    Choice,
    Decision,
    Field,
    Form,
    Json,
    Name,
    Order,
    Script,
    Shape,
    Text,
    Words,
    _,
    option,
)
from rival.kernel.shapes import short


def vj_marker(table: Table, mind: Decision) -> Script[str]:
    """Return the market of VJ's rightmost-or-lowest income marker."""
    found: str = yield from edge(table, mind, table.vj.markers)
    mind.because(_("VJ’s rightmost-or-lowest income marker: {market}.", market=Text(found)), "PA-65")
    return found


def your_marker(table: Table, mind: Decision, answer: str | None = None) -> Script[str]:
    """Return the market of your rightmost-or-lowest income marker.

    ``answer``: the market, if it was already asked in this turn.
    """
    if answer is not None:
        found = answer
    elif table.your_markers is not None:
        found = yield from edge(table, mind, table.your_markers)
    else:
        found = yield from mind.ask(
            "your marker",
            lambda: Ask(
                "table",
                "your-marker",
                _("Which of your income markers is furthest to the right? If several are, choose the lowest."),
                Choice([option(name, Text(name)) for name in table.vj.markers]),
                "PA-65",
                "PA-35",
            ),
        )
    mind.because(_("Your rightmost-or-lowest income marker: {market}.", market=Text(found)), "PA-65", "PA-35")
    return found


def edge(table: Table, mind: Decision, markers: Mapping[str, int]) -> Script[str]:
    """Return the market of the rightmost marker; of several, the lowest one (PA-65)."""
    furthest = [name for name, column in markers.items() if column == max(markers.values())]
    if len(furthest) == 1:
        return furthest[0]
    order = yield from market_order(table, mind, furthest)
    return max(furthest, key=order.index)


def market_order(table: Table, mind: Decision, needed: list[str]) -> Script[list[str]]:
    """Return the income tracks from top to bottom; asked once, and only when the order matters."""
    if any(name not in (table.pack.grid.markets or ()) for name in needed) or "tracks" in mind.answers:
        yield from know_tracks(table, mind, ordered=True)
    known = list(table.pack.grid.markets or ())
    if ("order of markets" not in mind.answers) and all(name in known for name in needed):
        return known
    fresh = "order of markets" not in mind.answers
    answer: list[str] = yield from mind.ask(
        "order of markets",
        lambda: Ask(
            "table",
            "board-part",
            _("In which order are the income tracks on the grid board, from top to bottom?"),
            order_of_tracks(table),
            "PA-65",
            about={"path": "grid, markets"},
        ),
    )
    if fresh:
        table.tell("grid, markets", answer)
    return list(table.pack.grid.markets or answer)


def order_of_tracks(table: Table) -> Order:
    """Return the answer type for the order of the tracks."""
    return Order([option(name, Text(name)) for name in table.vj.markers], read_off=True)


# --- the tracks themselves --------------------------------------------------------------------------------


class Spaces(Shape):
    """The answer type for the money on the spaces of a track, from the left: “0 1 2 4”."""

    kind = "words"

    def check(self, value: Json) -> list[int]:
        """Return the amounts; BadAnswer if the text is not a list of numbers."""
        numbers = re.split(r"[\s,;]+", Words().check(value).replace("$", " ").strip())
        if not 2 <= len(numbers) <= MOST_SPACES or not all(re.fullmatch(r"[0-9]{1,3}", one) for one in numbers):
            raise BadAnswer(
                _(
                    "“{value}” is not an income track: enter 2 to {n} numbers, for example “0 1 2 4”.",
                    value=short(value),
                    n=MOST_SPACES,
                )
            )
        return [int(one) for one in numbers]

    def show(self, value: Json) -> Text:
        """Return the amounts with single spaces between them."""
        return Name(" ".join(map(str, self.check(value))))


MOST_SPACES = 30


def know_tracks(table: Table, mind: Decision, *, ordered: bool = False) -> Script[None]:
    """Ask once for the income tracks and save them in the pack (PA-G10, PA-38, PA-65).

    A track that the player leaves out is asked for when its money or its length matters. ``ordered``: the order of
    the tracks matters now.
    """
    fresh = "tracks" not in mind.answers
    if fresh and ("tracks" in table.lacking or not unknown_tracks(table)):
        return
    answer = yield from mind.ask("tracks", lambda: tracks_question(table, ordered))
    if fresh:
        learn_tracks(table, answer)


def unknown_tracks(table: Table) -> list[str]:
    """Return the markets whose money per space is unknown."""
    return [market for market in table.vj.markers if table.entry("market", market).money is None]


def tracks_question(table: Table, ordered: bool) -> Ask:
    """Return the question about the income tracks."""
    fields = [
        Field(
            f"track-{market}",
            _("{market} market: the money on the spaces of its income track", market=Text(market)),
            Spaces(),
        )
        for market in unknown_tracks(table)
    ]
    if len(table.pack.grid.markets or ()) < len(table.vj.markers):
        order = _("the order of the income tracks, from top to bottom")
        fields.insert(0, Field("order", order, order_of_tracks(table), wanted=ordered))
    text = _(
        "How much money do the income tracks of the grid board give? For each track, enter "
        "the amounts on its spaces from the left, for example “0 1 2 4”. Rival asks about "
        "tracks you leave out when it needs them."
    )
    if ordered:
        text = _(
            "In which order are the income tracks on the grid board? Rival needs the order now. "
            "You can enter the money on their spaces, from the left, for example “0 1 2 4”, now "
            "or later."
        )
    return Ask(
        "table",
        "income-tracks",
        text,
        Form(fields),
        "PA-G10",
        "PA-65",
        "PA-38",
        test=lambda answer: check_tracks(table, answer),
        label=N_("Income tracks: {answer}."),
    )


def check_tracks(table: Table, answer: Mapping[str, Json]) -> None:
    """Raise BadAnswer if a track is not as long as the pack says."""
    for market in table.vj.markers:
        money, spaces = answer.get(f"track-{market}"), table.entry("market", market).spaces
        if money and spaces not in (None, len(money)):
            raise BadAnswer(
                _(
                    "{market}: you entered {n} spaces, but this track has {spaces}.",
                    market=Text(market),
                    n=len(money),
                    spaces=spaces,
                )
            )


def learn_tracks(table: Table, answer: Mapping[str, Json]) -> None:
    """Save the tracks and their order; if some were left out, remember not to ask for all again."""
    if answer.get("order"):
        table.tell("grid, markets", answer["order"])
    for market in unknown_tracks(table):
        if money := answer[f"track-{market}"]:
            table.tell(f"market {market}, money", money)
            table.tell(f"market {market}, spaces", len(money))
    if unknown_tracks(table):
        table.lacking.add("tracks")
