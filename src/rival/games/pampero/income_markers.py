"""Income markers: their tracks (PA-G10), and which one is rightmost or lowest (PA-65)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rival.games.pampero.table import Table
from rival.kernel import (
    N_,
    AnswerType,
    Ask,
    BadAnswerError,
    Choice,
    Decision,
    Field,
    Form,
    FreeText,
    Json,
    Name,
    Script,
    Text,
    _,
    make_option,
)
from rival.kernel.answer_types import shorten_for_message


def find_vj_edge_market(table: Table, decision: Decision) -> Script[str]:
    """Return the market of VJ's rightmost or lowest income marker."""
    market: str = yield from find_edge_market(table, decision, table.vj.markers)
    decision.add_reason(_("VJ’s rightmost or lowest income marker: {market}.", market=Text(market)), "PA-65")
    return market


def find_your_edge_market(table: Table, decision: Decision, answer: str | None = None) -> Script[str]:
    """Return the market of the player's rightmost or lowest income marker.

    ``answer`` is the market if the player already entered it this turn.
    """
    if answer is not None:
        market = answer
    elif table.your_markers is not None:
        market = yield from find_edge_market(table, decision, table.your_markers)
    else:
        market = yield from decision.ask(
            "your marker",
            lambda: Ask(
                "table",
                "your-marker",
                _("Which of your income markers is furthest to the right? If several are, choose the lowest."),
                Choice([make_option(name, Text(name)) for name in table.vj.markers]),
                "PA-65",
                "PA-35",
            ),
        )
    decision.add_reason(_("Your rightmost or lowest income marker: {market}.", market=Text(market)), "PA-65", "PA-35")
    return market


def find_edge_market(table: Table, decision: Decision, markers: Mapping[str, int]) -> Script[str]:
    """Return the market of the rightmost marker; if several are rightmost, the lowest one (PA-65)."""
    furthest = [name for name, column in markers.items() if column == max(markers.values())]
    if len(furthest) == 1:
        return furthest[0]
    return (yield from find_lowest_track(table, decision, furthest))


def find_lowest_track(table: Table, decision: Decision, markets: Sequence[str]) -> Script[str]:
    """Return the market whose income track is lowest on the board, asking if this is unknown (PA-65)."""
    is_below = list_known_track_order(table)
    candidates = [name for name in markets if not any((other, name) in is_below for other in markets)]
    if len(candidates) == 1:
        return candidates[0]
    question_key = ("lowest track", tuple(candidates))
    is_new = question_key not in decision.answers
    lowest: str = yield from decision.ask(
        question_key,
        lambda: Ask(
            "table",
            "lowest-track",
            _("These income markers are equally far to the right. Which of their tracks is the lowest?"),
            Choice([make_option(name, Text(name)) for name in candidates]),
            "PA-65",
            metadata={"markets": list(candidates)},
            label=N_("Lowest of these income tracks: {answer}."),
        ),
    )
    if is_new:
        table.lower_tracks |= {(lowest, name) for name in candidates if name != lowest}
        learn_track_order(table)
    return lowest


def list_known_track_order(table: Table) -> set[tuple[str, str]]:
    """Return all pairs of markets whose order is known; the first of each pair has the lower track."""
    order = table.pack.grid.markets or ()
    is_below = {(name, other) for n, name in enumerate(order) for other in order[:n]} | table.lower_tracks
    for middle in table.vj.markers:
        is_below |= {
            (lower, upper)
            for lower, first in is_below
            if first == middle
            for second, upper in is_below
            if second == middle
        }
    return is_below


def learn_track_order(table: Table) -> None:
    """Save the order of the income tracks once it is completely known."""
    is_below, markets = list_known_track_order(table), list(table.vj.markers)
    upper_counts = {name: sum((name, other) in is_below for other in markets) for name in markets}
    if sorted(upper_counts.values()) == list(range(len(markets))):
        table.learn("grid, markets", sorted(markets, key=upper_counts.__getitem__))


# --- the tracks themselves --------------------------------------------------------------------------------


class TrackMoneyAnswer(AnswerType):
    """An answer type for the money on the spaces of an income track, such as “0 1 2 4”."""

    kind = "words"

    def validate(self, value: Json) -> list[int]:
        """Return the amounts; raise BadAnswerError if the text is not a list of numbers."""
        numbers = re.split(r"[\s,;]+", FreeText().validate(value).replace("$", " ").strip())
        if not 2 <= len(numbers) <= MAX_SPACES or not all(re.fullmatch(r"[0-9]{1,3}", number) for number in numbers):
            raise BadAnswerError(
                _(
                    "“{value}” is not an income track: enter 2 to {n} numbers, for example “0 1 2 4”.",
                    value=shorten_for_message(value),
                    n=MAX_SPACES,
                )
            )
        return [int(number) for number in numbers]

    def format_answer(self, value: Json) -> Text:
        """Return the amounts with single spaces between them."""
        return Name(" ".join(map(str, self.validate(value))))


MAX_SPACES = 30


def ask_income_tracks(table: Table, decision: Decision) -> Script[None]:
    """Ask once for the money on the income tracks and save it (PA-G10, PA-38).

    If the player leaves out a track, ask for VJ's total income instead.
    """
    is_new = "tracks" not in decision.answers
    if is_new and ("tracks" in table.lacking or not list_unknown_tracks(table)):
        return
    answer = yield from decision.ask("tracks", lambda: make_tracks_question(table))
    if is_new:
        save_income_tracks(table, answer)


def list_unknown_tracks(table: Table) -> list[str]:
    """Return the markers whose income tracks have unknown amounts."""
    return [market for market in table.vj.markers if table.find_entry("market", market).money is None]


def make_tracks_question(table: Table) -> Ask:
    """Return the question about the income tracks."""
    fields = [
        Field(
            f"track-{market}",
            _("{market} market: the money on the spaces of its income track", market=Text(market)),
            TrackMoneyAnswer(),
        )
        for market in list_unknown_tracks(table)
    ]
    text = _(
        "How much money do the income tracks of the grid board give? For each track, enter "
        "the amounts on its spaces from the left, for example “0 1 2 4”. If you leave one out, "
        "Rival asks for the sum of VJ’s income."
    )
    return Ask(
        "table",
        "income-tracks",
        text,
        Form(fields),
        "PA-G10",
        "PA-38",
        extra_check=lambda answer: check_tracks(table, answer),
        label=N_("Income tracks: {answer}."),
    )


def check_tracks(table: Table, answer: Mapping[str, Json]) -> None:
    """Raise BadAnswerError if an entered track differs in length from the saved one."""
    for market in table.vj.markers:
        money, spaces = answer.get(f"track-{market}"), table.find_entry("market", market).spaces
        if money and spaces not in (None, len(money)):
            raise BadAnswerError(
                _(
                    "{market}: you entered {n} spaces, but this track has {spaces}.",
                    market=Text(market),
                    n=len(money),
                    spaces=spaces,
                )
            )


def save_income_tracks(table: Table, answer: Mapping[str, Json]) -> None:
    """Save the entered income tracks."""
    for market in list_unknown_tracks(table):
        if money := answer[f"track-{market}"]:
            table.learn(f"market {market}, money", money)
            table.learn(f"market {market}, spaces", len(money))
    if list_unknown_tracks(table):
        table.lacking.add("tracks")
