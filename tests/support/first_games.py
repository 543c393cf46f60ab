"""Play sample games and count the questions of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rival.kernel import Ask, Json, Opponent, SamplePlayer, Session
from rival.kernel.game_log import StepCounter

NOT_ITS_OWN = ("your-turn", "scoring", "final", "tie")
"""Keys of questions that are part of no opponent's turn."""


BOX_QUESTIONS: Mapping[str, frozenset[str]] = {
    "rolling-heights": frozenset({"district", "board-name"}),
    "mombasa": frozenset({"deck", "bonus-names", "base", "gates", "neighbours"}),
    "pampero": frozenset(
        {"card-part", "card-section", "which-section", "board-part", "sites", "grid", "bonus-board", "pieces"}
        | {"income-tracks", "lowest-track", "links", "contract-gives", "tile-effects", "sale-gives"}
    ),
}
"""Keys of questions about what is printed on cardboard: none of them comes to an owner who has told it beforehand."""


CARD_QUESTIONS = frozenset({"card-part", "card-section", "which-section"})


Asked = Counter[tuple[str, str]]
"""How often each question came, by who can answer it and its key."""


@dataclass(frozen=True)
class StartCondition:
    """The knowledge at the start of a game: the pack, and the sample table that answers."""

    pack: Json
    sample: Callable[[int, Mapping[str, Json]], SamplePlayer]


def make_described_pack(against: Opponent, *kinds: str) -> Json:
    """Return a pack in which these kinds of parts are described; without kinds, all parts."""
    assert against.box is not None
    pack: Json = None
    for one in against.box.list_parts(against.make_sample_pack()):
        if one.value is not None and (not kinds or one.id.startswith(kinds)):
            pack = against.box.set_part(pack, one.id, one.validate(one.value))
    return pack


class CountingPlayer:
    """A sample table that counts what it is asked in the opponent's turns."""

    def __init__(self, sample: SamplePlayer, against: Opponent) -> None:
        self.sample, self.against = sample, against
        self.asked: Counter[str] = Counter()
        self.every: Counter[str] = Counter()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.sample, name)

    def answer(self, ask: Ask, table: Any) -> Json:
        self.every[ask.key] += 1
        if self.against.get_round(table) and ask.key not in NOT_ITS_OWN:
            self.asked[ask.key] += 1
        return self.sample.answer(ask, table)


def play_counted_game(against: Opponent, seed: int, way: StartCondition) -> tuple[Session, CountingPlayer, Asked]:
    tally = StepCounter()
    session = Session.new(against, seed=seed, pack=way.pack, explain=False, listener=tally)
    table = CountingPlayer(way.sample(seed, session.options), against)
    session.play_to_end(table)
    return session, table, Counter(tally.question_counts)
