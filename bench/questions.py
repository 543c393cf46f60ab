"""Questions per turn of VJ over 200 sample games: with everything known, and with nothing known at the start."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rival.games.pampero import opponent
from rival.games.pampero.sample import SampleTable, blank_pack, full_pack
from rival.games.pampero.table import TOPICS
from rival.kernel import Session

GAMES = 200
TURNS = 22
YOURS = ("your-turn", "scoring", "final", "tie")
"""Not part of VJ's turn."""
REVEALED = ("turned-up",)
"""A card that was just turned up: nobody could have known it."""
OWN_WORDS = ("fact", "compare", "columns")
"""What the sample cards say in words of their own, other("…"): a question by design."""


def played(seed: int, pack: Any, topics: tuple[str, ...]) -> Counter[tuple[int, str]]:
    """One game: how often VJ's turns asked, by turn and by who could answer."""
    session = Session.new(opponent, seed=seed, pack=pack)
    table = SampleTable(seed, session.options, topics)
    asked: Counter[tuple[int, str]] = Counter()
    while session.open is not None:
        ask = session.open
        if session.table.turn and ask.key not in YOURS:
            asked[session.table.turn, kind(ask.key, ask.who, pack)] += 1
        session.answer(table.answer(ask, session.table))
    return asked


def kind(key: str, who: str, pack: Any) -> str:
    if who == "player":
        return "your choices"
    if key in REVEALED:
        return "cards turned up"
    if key in OWN_WORDS and "card" in pack:
        return "icons in words of their own"
    return "facts and parts"


def main() -> None:
    ways: dict[str, tuple[Any, tuple[str, ...]]] = {
        "everything known": (full_pack(), tuple(TOPICS)),
        "nothing known, all counted": (blank_pack(), tuple(TOPICS)),
        "nothing known, nothing counted": (blank_pack(), ()),
    }
    print(f"Pampero, questions per VJ turn, {GAMES} sample games")
    for name, (pack, topics) in ways.items():
        asked: Counter[tuple[int, str]] = Counter()
        for seed in range(GAMES):
            asked.update(played(seed, pack, topics))
        kinds = sorted({kind for _turn, kind in asked})
        whole = {kind: sum(n for (_t, one), n in asked.items() if one == kind) / GAMES / TURNS for kind in kinds}
        print(f"  {name}: " + ", ".join(f"{kind} {n:.2f}" for kind, n in whole.items()))
        turns = [sum(asked[turn, kind] for kind in kinds) / GAMES for turn in range(1, TURNS + 1)]
        print("    turn by turn: " + " ".join(f"{n:.1f}" for n in turns))


if __name__ == "__main__":
    main()
