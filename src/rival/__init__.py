"""Rival runs the automated opponents of solo board games.

>>> import rival
>>> s = rival.Session.new("rolling-heights", seed=7)
>>> s.ask.who
'table'
"""

from __future__ import annotations

from collections.abc import Mapping

from rival.kernel import (
    BadAnswer,
    BadJournal,
    BadOption,
    BadPack,
    Journal,
    Json,
    Opponent,
    Question,
    Repair,
    Result,
    RivalError,
    Session,
    opponents,
    repaired,
    snapshot,
)

__version__ = "0.2.0"

__all__ = [
    "BadAnswer",
    "BadJournal",
    "BadOption",
    "BadPack",
    "Journal",
    "Json",
    "Opponent",
    "Question",
    "Repair",
    "Result",
    "RivalError",
    "Session",
    "demo",
    "opponents",
    "repaired",
    "snapshot",
]


def demo(
    game: str, seed: int = 1, options: Mapping[str, Json] | None = None, lang: str = "en", explain: bool = True
) -> Session:
    """A finished game on a made-up sample table, played by a simple policy.

    >>> demo("rolling-heights", seed=7).ask is None
    True
    """
    session = Session.new(game, seed=seed, options=options, lang=lang, pack=sample_pack(game), explain=explain)
    session.play(session.opponent.sample(seed, session.options))
    return session


def sample_pack(game: str) -> Json:
    """The made-up pack of an opponent; it says of itself that it is a sample."""
    from rival.kernel import opponent

    return opponent(game).sample_pack()
