"""Sample games on a made-up table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rival.kernel.answer_types import Json
from rival.kernel.installed_opponents import load_opponent
from rival.kernel.session import Session


def play_demo(
    game: str, seed: int = 1, options: Mapping[str, Json] | None = None, lang: str = "en", explain: bool = True
) -> Session:
    """Return a finished game on a made-up sample table, played by a simple policy.

    >>> play_demo("rolling-heights", seed=7).ask is None
    True
    """
    require_valid_sample_pack(game)
    pack = make_sample_pack(game)
    session = Session.new(game, seed=seed, options=options, lang=lang, pack=pack, is_pack_valid=True, explain=explain)
    session.play_to_end(session.opponent.make_sample_player(seed, session.options))
    return session


@cache
def require_valid_sample_pack(game: str) -> None:
    """Raise BadPackError if the sample pack of an opponent is invalid; it is checked once."""
    opponent = load_opponent(game)
    pack = opponent.make_sample_pack()
    if pack is not None:
        opponent.validate_pack(pack)


def make_sample_pack(game: str) -> Json:
    """Return the sample pack of an opponent; it is marked as a sample."""
    return load_opponent(game).make_sample_pack()
