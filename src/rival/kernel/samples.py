"""Sample games on a made-up table."""

from __future__ import annotations

from collections.abc import Mapping

from rival.kernel.opponent import opponent
from rival.kernel.session import Session
from rival.kernel.shapes import Json


def demo(
    game: str, seed: int = 1, options: Mapping[str, Json] | None = None, lang: str = "en", explain: bool = True
) -> Session:
    """Return a finished game on a made-up sample table, played by a simple policy.

    >>> demo("rolling-heights", seed=7).ask is None
    True
    """
    session = Session.new(game, seed=seed, options=options, lang=lang, pack=sample_pack(game), explain=explain)
    session.play(session.opponent.sample(seed, session.options))
    return session


def sample_pack(game: str) -> Json:
    """Return the sample pack of an opponent; it is marked as a sample."""
    return opponent(game).sample_pack()
