"""Format a finished game for a play log, as text to copy and as a link that opens the app BG Stats.

The link follows the format that BG Stats documents for other programs: an address with the play as JSON in ``data``.
Creating it sends nothing; the app shows the play before it saves it. ``docs/plays.md`` describes the format.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime

from rival.engine.responses import is_sample_game
from rival.engine.times import clamp_time
from rival.kernel import Json, Session, _
from rival.kernel.opponent import Result
from rival.kernel.texts import Catalogue

BG_STATS_URL = "https://app.bgstatsapp.com/createPlay.html?data="
PLAYER_SIDE = "you"

MAX_PLAY_SECONDS = 12 * 3600
"""In seconds: a longer time between the first and the last answer means a break, so no duration is reported."""


@dataclass(frozen=True, slots=True)
class PlayLogEntry:
    """A play log entry for a finished game: a text, and a link to BG Stats with the same data."""

    text: str
    link: str


def build_play_log_entry(session: Session, id: str, started_at: int, ended_at: int) -> PlayLogEntry | None:
    """Return the play log entry; None for a game in progress and for a sample game."""
    result = session.result
    if result is None or is_sample_game(session):
        return None
    catalogue = session.opponent.load_catalogue(session.lang)
    started_at, ended_at = clamp_time(started_at), clamp_time(ended_at)
    minutes = max(1, round((ended_at - started_at) / 60)) if 0 < ended_at - started_at <= MAX_PLAY_SECONDS else None
    data = build_bg_stats_play(session, result, catalogue, id, ended_at, minutes)
    from urllib.parse import quote  # imported late: the import is slow, and a page is waiting

    link = BG_STATS_URL + quote(json.dumps(data, ensure_ascii=False, separators=(",", ":")), safe="")
    return PlayLogEntry(format_play(session, result, catalogue, ended_at, minutes), link)


def build_bg_stats_play(
    session: Session, result: Result, catalogue: Catalogue, id: str, ended_at: int, minutes: int | None
) -> dict[str, Json]:
    """Return the play in the format of BG Stats, with times in UTC."""
    opponent = session.opponent
    english = opponent.load_catalogue("en")
    game: dict[str, Json] = {"name": opponent.game.render(english), "sourceGameId": opponent.id, "highestWins": True}
    if opponent.bgg_id is not None:
        game["bggId"] = opponent.bgg_id
    return {
        "sourceName": "Rival",
        "sourcePlayId": id,
        "playDate": datetime.fromtimestamp(ended_at, UTC).strftime("%Y-%m-%d %H:%M:%S"),
        **({} if minutes is None else {"durationMin": minutes}),
        "comments": format_comments(session, result, catalogue),
        "game": {**game, "noPoints": False},
        "players": [
            {
                "name": format_side_name(session, catalogue, side),
                "sourcePlayerId": side,
                "score": score,
                "winner": has_won(result, side),
                "startPlayer": side == PLAYER_SIDE,
            }
            for side, score in result.scores.items()
        ],
    }


def format_play(session: Session, result: Result, catalogue: Catalogue, ended_at: int, minutes: int | None) -> str:
    """Return the play as text for a notebook, a chat or another log."""
    title = _("{game}: solo game against {name}", game=session.opponent.game, name=session.opponent.name).render(
        catalogue
    )
    day = datetime.fromtimestamp(ended_at, UTC).astimezone().strftime("%Y-%m-%d")
    day_and_duration = [day, *([] if minutes is None else [_("{n} min", n=minutes).render(catalogue)])]
    scores = [f"{format_side_name(session, catalogue, side)}: {score}" for side, score in result.scores.items()]
    return "\n".join(
        [
            title,
            ", ".join(day_and_duration),
            *scores,
            result.text.render(catalogue),
            format_comments(session, result, catalogue),
        ]
    )


def format_comments(session: Session, result: Result, catalogue: Catalogue) -> str:
    """Return the reached level and the options of a game as text."""
    level = [] if result.level is None else [_("Level: {level}.", level=session.opponent.levels[result.level])]
    return " ".join([*(text.render(catalogue) for text in level), format_options(session, catalogue)])


def format_options(session: Session, catalogue: Catalogue) -> str:
    """Return the options that differ from the default, and all difficulty options, as text."""
    chosen = [
        f"{setting.label.render(catalogue)}: {dict(setting.values)[session.options[setting.name]].render(catalogue)}"
        for setting in session.opponent.settings
        if setting.difficulty or session.options[setting.name] != setting.default
    ]
    default_rulings = (
        _("Standard rulings.")
        if len(chosen) == sum(setting.difficulty for setting in session.opponent.settings)
        else None
    )
    return " ".join(
        [
            *([f"{'; '.join(chosen)}."] if chosen else []),
            *([default_rulings.render(catalogue)] if default_rulings else []),
        ]
    )


def format_side_name(session: Session, catalogue: Catalogue, side: str) -> str:
    """Return the name of a side, capitalised."""
    name = (_("you") if side == PLAYER_SIDE else session.opponent.name).render(catalogue)
    return name[:1].upper() + name[1:]


def has_won(result: Result, side: str) -> bool:
    """Return whether a side has won. In a game without a winner, reaching a level counts as a win for the player."""
    return side == result.winner if result.winner is not None else side == PLAYER_SIDE and result.level is not None
