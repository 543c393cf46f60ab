"""A finished game for a play log: as text to copy, and as a link that opens the app BG Stats.

The link follows the format that BG Stats documents for other programs: an address with the play as JSON in ``data``.
Creating it sends nothing; the app shows the play before it saves it. ``docs/plays.md`` describes the format.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime

from rival.engine.states import is_sample
from rival.engine.times import bound_time
from rival.kernel import Json, Session, _
from rival.kernel.opponent import Result
from rival.kernel.texts import Catalogue

BG_STATS = "https://app.bgstatsapp.com/createPlay.html?data="
YOU = "you"

ONE_SITTING = 12 * 3600
"""In seconds: a longer time between the first and the last answer means a break, so no duration is reported."""


@dataclass(frozen=True, slots=True)
class LoggedPlay:
    """A finished game for a play log: a text, and a link to BG Stats with the same data."""

    text: str
    link: str


def logged(session: Session, id: str, begun: int, ended: int) -> LoggedPlay | None:
    """Return the play log entry; None for a game in progress and for a sample game."""
    result = session.result
    if result is None or is_sample(session):
        return None
    words = session.opponent.catalogue(session.lang)
    begun, ended = bound_time(begun), bound_time(ended)
    minutes = max(1, round((ended - begun) / 60)) if 0 < ended - begun <= ONE_SITTING else None
    data = as_data(session, result, words, id, ended, minutes)
    from urllib.parse import quote  # read when a game is over: it takes a while, and a page waits for the rest

    link = BG_STATS + quote(json.dumps(data, ensure_ascii=False, separators=(",", ":")), safe="")
    return LoggedPlay(as_text(session, result, words, ended, minutes), link)


def as_data(
    session: Session, result: Result, words: Catalogue, id: str, ended: int, minutes: int | None
) -> dict[str, Json]:
    """Return the play in the format of BG Stats, with times in UTC."""
    against = session.opponent
    english = against.catalogue("en")
    game: dict[str, Json] = {"name": against.game.render(english), "sourceGameId": against.id, "highestWins": True}
    if against.bgg is not None:
        game["bggId"] = against.bgg
    return {
        "sourceName": "Rival",
        "sourcePlayId": id,
        "playDate": datetime.fromtimestamp(ended, UTC).strftime("%Y-%m-%d %H:%M:%S"),
        **({} if minutes is None else {"durationMin": minutes}),
        "comments": comments(session, result, words),
        "game": {**game, "noPoints": False},
        "players": [
            {
                "name": side_name(session, words, side),
                "sourcePlayerId": side,
                "score": score,
                "winner": won(result, side),
                "startPlayer": side == YOU,
            }
            for side, score in result.scores.items()
        ],
    }


def as_text(session: Session, result: Result, words: Catalogue, ended: int, minutes: int | None) -> str:
    """Return the play as text for a notebook, a chat or another log."""
    title = _("{game}: solo game against {name}", game=session.opponent.game, name=session.opponent.name).render(words)
    day = datetime.fromtimestamp(ended, UTC).astimezone().strftime("%Y-%m-%d")
    played = [day, *([] if minutes is None else [_("{n} min", n=minutes).render(words)])]
    scores = [f"{side_name(session, words, side)}: {score}" for side, score in result.scores.items()]
    return "\n".join([title, ", ".join(played), *scores, result.text.render(words), comments(session, result, words)])


def comments(session: Session, result: Result, words: Catalogue) -> str:
    """Return the level that was reached and the options of the game, as text."""
    level = [] if result.level is None else [_("Level: {level}.", level=session.opponent.levels[result.level])]
    return " ".join([*(one.render(words) for one in level), options(session, words)])


def options(session: Session, words: Catalogue) -> str:
    """Return the options that differ from the default, and all difficulty options, as text."""
    chosen = [
        f"{one.label.render(words)}: {dict(one.values)[session.options[one.name]].render(words)}"
        for one in session.opponent.settings
        if one.difficulty or session.options[one.name] != one.default
    ]
    usual = _("Standard rulings.") if len(chosen) == sum(one.difficulty for one in session.opponent.settings) else None
    return " ".join([*([f"{'; '.join(chosen)}."] if chosen else []), *([usual.render(words)] if usual else [])])


def side_name(session: Session, words: Catalogue, side: str) -> str:
    """Return the name of a side, capitalised."""
    name = (_("you") if side == YOU else session.opponent.name).render(words)
    return name[:1].upper() + name[1:]


def won(result: Result, side: str) -> bool:
    """Return whether a side has won; in a game without a winner, a reached level counts as a win of the player."""
    return side == result.winner if result.winner is not None else side == YOU and result.level is not None
