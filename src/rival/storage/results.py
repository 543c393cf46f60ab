"""Load the results of games in a database, updating the results of games that have changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import Text, cast, delete, insert, select, update

from rival.engine.repository import GameResults
from rival.engine.responses import build_summary_json, is_stopped_summary
from rival.engine.results import build_result_row
from rival.kernel import Session
from rival.storage.schema import games, records

if TYPE_CHECKING:
    from rival.storage.repository import SqlGameRepository

PLAIN_COLUMNS = [column for column in records.c if column.name not in ("options", "scores")]
JSON_COLUMNS = [cast(records.c[name], Text).label(name) for name in ("options", "scores")]
SELECT_FINISHED = (
    select(*PLAIN_COLUMNS, *JSON_COLUMNS, games.c.name)
    .join(games, records.c.game == games.c.id)
    .where(games.c.deleted.is_(None))
    .order_by(records.c.ended, games.c.turn)
)


def load_results(repository: SqlGameRepository) -> GameResults:
    """Return the result of every finished game, and the problems of games that can't be read."""
    problems = update_results(repository)
    with repository.database.open_reader() as connection:
        return GameResults([dict(row) for row in connection.execute(SELECT_FINISHED).mappings()], problems)


def update_results(repository: SqlGameRepository) -> dict[str, tuple[str, Exception]]:
    """Update the results of all changed games; return the names and errors of games that can't be read."""
    problems: dict[str, tuple[str, Exception]] = {}
    select_changed = select(games).where(games.c.reckoned != games.c.length, games.c.deleted.is_(None))
    with repository.database.open_reader() as connection:
        changed_rows = connection.execute(select_changed).all()
    for row in changed_rows:
        id, length, played = row.id, row.length, row.played
        stored_game = None if row.gist_at == length and is_stopped_summary(row.gist) else repository.find_game(id)
        if stored_game is None:
            continue
        try:
            session = Session.load(stored_game.read_journal(), allow_partial=True)
            result_row = build_result_row(session, id, played)
        except Exception as problem:  # the game can't be opened: its stored result stays
            problems[id] = (stored_game.get_details().name, problem)
            continue
        if stored_game.line_count == length and session.stop_reason is None:
            save_result(repository, id, length, result_row)
        elif stored_game.line_count == length:
            repository.save_summary(id, length, build_summary_json(session))
    return problems


def save_result(repository: SqlGameRepository, id: str, length: int, result_row: dict[str, Any] | None) -> None:
    """Store the result of a game, unless the game has changed since."""
    mark_computed = update(games).where(games.c.id == id, games.c.length == length).values(reckoned=length)
    with repository.database.open_writer() as connection:
        if connection.execute(mark_computed).rowcount == 1:
            connection.execute(delete(records).where(records.c.game == id))
            if result_row is not None:
                connection.execute(insert(records).values(**result_row))
