"""Games on a made-up table, to look at."""

from __future__ import annotations

from collections.abc import Mapping

from rival.kernel.opponent import opponent
from rival.kernel.session import Session
from rival.kernel.shapes import Json


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
    return opponent(game).sample_pack()
