"""Results of games in a database, updated for games that have changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import Text, cast, delete, insert, select, update

from rival.engine.endings import record_of
from rival.engine.shelves import Endings
from rival.engine.states import gist, stops
from rival.kernel import Session
from rival.storage.schema import games, records

if TYPE_CHECKING:
    from rival.storage.shelf import SqlShelf

PLAIN = [column for column in records.c if column.name not in ("options", "scores")]
JSONS = [cast(records.c[name], Text).label(name) for name in ("options", "scores")]
FINISHED = (
    select(*PLAIN, *JSONS, games.c.name)
    .join(games, records.c.game == games.c.id)
    .where(games.c.deleted.is_(None))
    .order_by(records.c.ended, games.c.turn)
)


def endings(shelf: SqlShelf) -> Endings:
    """Return the result of every finished game, and the problems of games that can't be read."""
    problems = bring_up_to_date(shelf)
    with shelf.database.reading() as connection:
        return Endings([dict(row) for row in connection.execute(FINISHED).mappings()], problems)


def bring_up_to_date(shelf: SqlShelf) -> dict[str, tuple[str, Exception]]:
    """Update the result of every game that has changed; return the names and errors of games that can't be read."""
    problems: dict[str, tuple[str, Exception]] = {}
    moved = select(games).where(games.c.reckoned != games.c.length, games.c.deleted.is_(None))
    with shelf.database.reading() as connection:
        todo = connection.execute(moved).all()
    for row in todo:
        id, length, played = row.id, row.length, row.played
        kept = None if row.gist_at == length and stops(row.gist) else shelf.find(id)
        if kept is None:
            continue
        try:
            session = Session.load(kept.resume(), partly=True)
            record = record_of(session, id, played)
        except Exception as problem:  # the game can't be opened: its stored result stays
            problems[id] = (kept.about().name, problem)
            continue
        if kept.lines == length and session.stopped is None:
            write(shelf, id, length, record)
        elif kept.lines == length:
            shelf.note(id, length, gist(session))
    return problems


def write(shelf: SqlShelf, id: str, length: int, record: dict[str, Any] | None) -> None:
    """Store the result of a game, unless the game has changed since."""
    still = update(games).where(games.c.id == id, games.c.length == length).values(reckoned=length)
    with shelf.database.writing() as connection:
        if connection.execute(still).rowcount == 1:
            connection.execute(delete(records).where(records.c.game == id))
            if record is not None:
                connection.execute(insert(records).values(**record))
