"""Touches needed on a phone to describe a part of the owner's box, from an empty editor to a complete part.

Every touch counts as one, including long ones and the one that saves. The numbers after "at most" are our limits.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.support.box_page import BoxDriver, load_sample_pack, make_sample_card, make_sample_map  # noqa: E402
from tests.support.page import open_page, run_chromium, run_server  # noqa: E402

LIMITS = {"a district of 4 x 4": 25, "a base of 15 spaces": 40, "a map of 40 regions": 220, "a VJ card": 45}


def count_touches(hand: BoxDriver) -> dict[str, int]:
    """Return the touches for each part."""
    boards, bases = load_sample_pack("rolling-heights")["boards"], load_sample_pack("mombasa")["bases"]
    hand.open_part("rolling-heights", "board 1 A")
    district = draw_largest_board(hand, boards)
    hand.open_part("mombasa", "base cairo")
    base = hand.draw_base(bases["cairo"])
    hand.open_part("mombasa", "map")
    land = hand.draw_map(*make_sample_map())
    hand.open_part("pampero", "card card-3")
    return {
        "a district of 4 x 4": district,
        "a base of 15 spaces": base,
        "a map of 40 regions": land,
        "a VJ card": hand.fill_card_form(make_sample_card()),
    }


def draw_largest_board(hand: BoxDriver, boards: dict[str, list[str]]) -> int:
    """Return the touches for the board with the most squares to draw."""
    signs = {name: " ".join(rows).split() for name, rows in boards.items()}
    return hand.draw_board(boards[max(signs, key=lambda name: sum(sign != "-" for sign in signs[name]))])


def main() -> None:
    """Print the touches; exit with code 1 if a part exceeds its limit."""
    with TemporaryDirectory() as home, run_server(Path(home)) as address, run_chromium() as browser:
        touches = count_touches(BoxDriver(open_page(browser, address, "phone", "en"), address))
    for part, taps in touches.items():
        print(f"{part}: {taps} touches, at most {LIMITS[part]}")
    if any(taps > LIMITS[part] for part, taps in touches.items()):
        sys.exit(1)


if __name__ == "__main__":
    main()
