"""Touches needed on a phone to describe a part of the owner's box, from an empty editor to a complete part.

Every touch counts as one, including long ones and the one that saves. The numbers after "at most" are our limits.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.support.box_page import Hand, made_up_card, made_up_map, made_up_pack  # noqa: E402
from tests.support.page import browsing, open_page, serving  # noqa: E402

MOST = {"a district of 4 x 4": 25, "a base of 15 spaces": 40, "a map of 40 regions": 220, "a VJ card": 45}


def counted(hand: Hand) -> dict[str, int]:
    """Return the touches for each part."""
    boards, bases = made_up_pack("rolling-heights")["boards"], made_up_pack("mombasa")["bases"]
    hand.open("rolling-heights", "board 1 A")
    district = max_of(hand, boards)
    hand.open("mombasa", "base cairo")
    base = hand.draw_base(bases["cairo"])
    hand.open("mombasa", "map")
    land = hand.draw_map(*made_up_map())
    hand.open("pampero", "card card-3")
    return {
        "a district of 4 x 4": district,
        "a base of 15 spaces": base,
        "a map of 40 regions": land,
        "a VJ card": hand.fill_card(made_up_card()),
    }


def max_of(hand: Hand, boards: dict[str, list[str]]) -> int:
    """Return the touches for the board with the most squares to draw."""
    signs = {name: " ".join(rows).split() for name, rows in boards.items()}
    return hand.draw_board(boards[max(signs, key=lambda name: sum(sign != "-" for sign in signs[name]))])


def main() -> None:
    """Print the touches; exit with code 1 if a part exceeds its limit."""
    with TemporaryDirectory() as home, serving(Path(home)) as address, browsing() as browser:
        found = counted(Hand(open_page(browser, address, "phone", "en"), address))
    for what, taps in found.items():
        print(f"{what}: {taps} touches, at most {MOST[what]}")
    if any(taps > MOST[what] for what, taps in found.items()):
        sys.exit(1)


if __name__ == "__main__":
    main()
