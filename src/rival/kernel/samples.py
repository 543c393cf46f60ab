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
    """Play a game on a made-up sample table with a simple policy, and return the finished game.

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
    """Raise BadPackError if an opponent's sample pack is invalid. The pack is checked only once."""
    opponent = load_opponent(game)
    pack = opponent.make_sample_pack()
    if pack is not None:
        opponent.validate_pack(pack)


def make_sample_pack(game: str) -> Json:
    """Return an opponent's sample pack, marked as a sample."""
    return load_opponent(game).make_sample_pack()
