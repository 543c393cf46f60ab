"""VJ's decisions that need only numbers and names, as pure functions.

>>> choose_slot([(2, 4), (3, 3), (1, 2)])
2
>>> find_edge_marker([("industrial", 2), ("commercial", 5), ("residential", 5)])
'residential'
>>> zone_b = [{"tiles": ["tourism"], "printed": []}, {"tiles": [], "printed": ["$5"]}]
>>> choose_bonus_column(zone_b, "residential", "$5")
1
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from rival.games.pampero.cards import Zone

SLOTS = (1, 2, 3)
ENERGY_CAP = 10
"""The most energy that VJ can hold (PA-27)."""
FARM_ENERGY: Mapping[Zone, int] = {"A": 2, "B": 3, "C": 5}
"""The energy for a new farm if the table on the card is unknown (PA-64)."""
PRICE_TO_VJ: Mapping[Zone, int] = {"A": 8, "B": 10, "C": 17}
"""The player's fee to VJ, in dollars, for using his bulldozer or tower (PA-31)."""

Score = tuple[int, int]
Column = Mapping[str, Sequence[str]]


# Choosing the card


def choose_slot(scores: Sequence[Sequence[int] | None]) -> int:
    """Return the slot, 1 to 3, of the card that VJ uses.

    `scores` lists the slots from top to bottom. Each entry is a pair of majority values (the player's, VJ's), or None
    if the card is face down.
    """
    face_up = {slot: _check_score(slot, score) for slot, score in _pair_with_slots(scores) if score is not None}
    if not face_up:
        raise ValueError("All three cards are face down; at least one pair of scores is needed.")
    return find_slot_to_read({slot: vjs - yours for slot, (yours, vjs) in face_up.items()})


def find_slot_to_read(leads: Mapping[int, int]) -> int:
    """Return the slot of the card that VJ uses, given his lead in the majority of each face-up card.

    The slots are in order from top to bottom.
    """
    for slot, lead in leads.items():
        if lead < 0:  # PA-40, PA-41: VJ wants the first majority that he does not have
            return slot
    # PA-42: a tie or his smallest lead; min() keeps the uppermost of equals
    return min(leads, key=leads.__getitem__)


def _pair_with_slots(scores: Sequence[Sequence[int] | None]) -> list[tuple[int, Sequence[int] | None]]:
    if not isinstance(scores, Sequence) or isinstance(scores, str) or len(scores) != len(SLOTS):
        raise ValueError(f"Scores are needed for the three slots, top to bottom; got {scores!r}.")
    return list(zip(SLOTS, scores, strict=True))


def _check_score(slot: int, score: Any) -> Score:
    if not _is_pair(score) or not all(_is_count(value) for value in score):
        raise ValueError(
            f"Slot {slot}: {score!r} is not a pair of whole numbers from 0, yours and VJ's, such as (2, 3)."
        )
    return score[0], score[1]


def _is_pair(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str) and len(value) == 2


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def find_majority_holder(yours: int, vjs: int) -> str:
    """Return the side that has a majority, "you" or "vj"; a tie counts for VJ (PA-23)."""
    return "you" if yours > vjs else "vj"


def get_reading_order(first: int, face_up: Collection[int]) -> tuple[int, ...]:
    """Return the slots in the order in which VJ reads the cards, beginning with the chosen one.

    The top card follows the bottom one, and face-down cards are skipped (PA-47, PA-48). Each card is read once
    (PA-G14). An eye on the first card refers to the other cards in this order (PA-G22).
    """
    if first not in face_up or not set(face_up) <= set(SLOTS):
        raise ValueError(f"Slot {first!r} is not one of the face-up slots {sorted(face_up)!r} out of 1, 2, 3.")
    turned = SLOTS[first - 1 :] + SLOTS[: first - 1]
    return tuple(slot for slot in turned if slot in face_up)


# Income markers


def sort_markers_from_edge(markers: Sequence[tuple[str, int]]) -> list[str]:
    """Return all markets in the order of their markers, the rightmost or lowest first (PA-65, PA-G12)."""
    if not isinstance(markers, Sequence) or not markers:
        raise ValueError("No income markers were given; at least one (market, column) is needed.")
    entries: Sequence[Any] = markers  # callers may pass anything
    for marker in entries:
        if not _is_pair(marker) or not isinstance(marker[0], str) or not _is_count(marker[1]):
            raise ValueError(f"{marker!r} is not an income marker, such as ('residential', 4).")
    markets = [market for market, _ in markers]
    for market in markets:
        if markets.count(market) > 1:
            raise ValueError(f"The market '{market}' is there twice; each has one income marker.")
    placed = [(column, height, market) for height, (market, column) in enumerate(markers)]
    return [market for _, _, market in sorted(placed, reverse=True)]


def find_edge_marker(markers: Sequence[tuple[str, int]]) -> str:
    """Return the market of the rightmost income marker; if several are rightmost, the lowest (PA-65).

    `markers` lists pairs (market, column) from top to bottom, as on the grid board.
    """
    return sort_markers_from_edge(markers)[0]


# Tower bonus


def choose_bonus_column(columns: Sequence[Column], tile: str | None, printed: str | None) -> int:
    """Return the index of the column that VJ takes in a zone, counted from the left (PA-74 to PA-76).

    A column is {"tiles": [symbol, …], "printed": [symbol, …]}: the symbols on its tiles, and its visible printed
    bonuses. `tile` is the card's upper symbol and `printed` its lower symbol; None means that there is no symbol.
    """
    for column in (find_column_with_tile(columns, tile), find_column_with_printed(columns, printed)):
        if column is not None:
            return column
    return find_fullest_column(columns)


def find_column_with_tile(columns: Sequence[Column], tile: str | None) -> int | None:
    """Return the rightmost column with a bonus tile that shows the upper symbol (PA-74)."""
    return _find_rightmost(columns, lambda column: tile is not None and tile in column["tiles"])


def find_column_with_printed(columns: Sequence[Column], printed: str | None) -> int | None:
    """Return the rightmost column with a printed bonus that matches the lower symbol (PA-75)."""
    return _find_rightmost(columns, lambda column: printed is not None and printed in column["printed"])


def find_fullest_column(columns: Sequence[Column]) -> int:
    """Return the column with the most bonus tiles; on a tie, the rightmost (PA-76)."""
    _check_columns(columns)
    return max(range(len(columns)), key=lambda index: (len(columns[index]["tiles"]), index))


def _find_rightmost(columns: Sequence[Column], is_match: Callable[[Column], bool]) -> int | None:
    _check_columns(columns)
    return next((index for index in reversed(range(len(columns))) if is_match(columns[index])), None)


def _check_columns(columns: Sequence[Column]) -> None:
    if not isinstance(columns, Sequence) or not columns:
        raise ValueError("No bonus columns were given; the zone of the new tower has at least one.")
    for number, column in enumerate(columns, 1):
        for key in ("tiles", "printed"):
            if not isinstance(column, Mapping) or not isinstance(column.get(key), list | tuple):
                raise ValueError(f'Bonus column {number} is {column!r}; it needs {{"tiles": […], "printed": […]}}.')


# Energy, parking


def calculate_energy_after_gain(energy: int, gain: int, cap: int = ENERGY_CAP) -> int:
    """Return VJ's energy after a gain; energy beyond the cap is ignored (PA-27, PA-64)."""
    for amount in (energy, gain):
        if not _is_count(amount):
            raise ValueError(f"{amount!r} is not an amount of energy; it is a whole number from 0.")
    return min(energy + gain, cap)


def calculate_vj_payment(energy: int, batteries: int, price: tuple[int, int], worth: int) -> tuple[int, int] | None:
    """Return what VJ pays for a price of (energy, batteries), or None if he can't pay (PA-G9).

    He pays energy first, and batteries for the rest. `worth` is the energy that one battery replaces.

    >>> calculate_vj_payment(energy=3, batteries=2, price=(5, 0), worth=2)
    (3, 1)
    """
    asked_energy, asked_batteries = price
    from_energy = min(energy, asked_energy)
    missing = asked_energy - from_energy
    instead = -(-missing // worth) if worth else missing * (batteries + 1)
    spent = asked_batteries + instead
    return (from_energy, spent) if spent <= batteries else None


def find_parking_cell(free: Sequence[tuple[int, int]]) -> tuple[int, int] | None:
    """Return the free parking cell for VJ's bulldozer: the leftmost, then the lowest; None if none is free.

    Cells are pairs (column, row). Columns count from the left, rows from the bottom (PA-95, PA-G15).
    """
    return min(free, default=None)
