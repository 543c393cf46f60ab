"""Import journals: skip copies, continue a game from a longer copy, and store a different journal as a new game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from hashlib import blake2b
from typing import TYPE_CHECKING

from rival.engine.errors import BusyError, ConflictError, NotFoundError
from rival.engine.responses import GameDetails, ImportedGame
from rival.kernel import RivalError
from rival.kernel import journal as journals

if TYPE_CHECKING:
    from rival.engine.engine import Engine, Lang

MAX_ATTEMPTS = 50
"""How often an import starts again because another process changed the same games."""


class SimilarGames:
    """Stored games whose journals share their first line, indexed by the hashes of the journals' prefixes."""

    def __init__(self) -> None:
        self.count = 0
        self.ids_by_prefix: dict[bytes, str] = {}
        self.ids_by_journal: dict[bytes, str] = {}

    def add_game(self, id: str, prefix_hashes: Sequence[bytes], can_continue: bool = True) -> None:
        """Add a game by its prefix hashes; ``can_continue`` says whether a longer copy can continue the game."""
        for prefix_hash in prefix_hashes:
            self.ids_by_prefix.setdefault(prefix_hash, id)
        if can_continue:
            self.ids_by_journal.setdefault(prefix_hashes[-1], id)


class JournalImporter:
    """Imports journals one after another. Stored games with the same first line are read only once.

    The data that was read may be out of date when it is used, so it serves only to find the game of a journal. Under
    the lock of that game, the journals are compared and the new lines are added, provided that the game's length has
    not changed. If the game is deleted meanwhile, the search is repeated and the journal is stored as a new game.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.similar_games: dict[str, SimilarGames] = {}

    def import_journal(self, text: str, lang: Lang = None, details: GameDetails | None = None) -> ImportedGame:
        """Import one journal.

        Lines are compared in the form stored here, with checksums, so a copy without checksums counts as the same
        journal.
        """
        copied_lines = list(journals.parse_journal(text).format_lines())
        first = copied_lines[0]
        with self.engine.lock_journal_import(first):
            for _try in range(MAX_ATTEMPTS):
                similar = self.similar_games.get(first) or self._load_similar_games(first)
                try:
                    return self._try_import(text, copied_lines, similar, lang, details)
                except ConflictError:  # another process was faster
                    self.similar_games.pop(first, None)
        raise BusyError

    def _try_import(
        self, text: str, copied_lines: Sequence[str], similar: SimilarGames, lang: Lang, details: GameDetails | None
    ) -> ImportedGame:
        prefix_hashes = list(hash_prefixes(copied_lines))
        same_id = similar.ids_by_prefix.get(prefix_hashes[-1])
        if same_id is not None:
            try:
                return ImportedGame(self.engine.load_state(same_id, lang), "same")
            except NotFoundError:  # it was deleted meanwhile
                raise ConflictError from None
        shorter = next(
            (prefix_hash for prefix_hash in reversed(prefix_hashes) if prefix_hash in similar.ids_by_journal), None
        )
        if shorter is not None:
            result = self.engine.extend_game(similar.ids_by_journal[shorter], text, copied_lines, lang)
            similar.add_game(similar.ids_by_journal.pop(shorter), prefix_hashes)
            return result
        common_count = sum(prefix_hash in similar.ids_by_prefix for prefix_hash in prefix_hashes)
        state = self.engine.load_journal(text, lang, details, similar_count=similar.count)
        similar.add_game(state.id, prefix_hashes)
        similar.count += 1
        return ImportedGame(state, "forked" if common_count else "new", common_count or None)

    def _load_similar_games(self, first: str) -> SimilarGames:
        """Read the stored games with the same first line."""
        similar = self.similar_games[first] = SimilarGames()
        for id in self.engine.repository.find_by_first_line(first):
            similar.count += 1
            with suppress(RivalError):  # skip games that can't be read or were just deleted
                text = self.engine.read_stored_journal(id)[0]
                lines = list(journals.parse_journal(text).format_lines())
                can_continue = text == "".join(lines)  # otherwise new checksums would not continue its own
                similar.add_game(id, list(hash_prefixes(lines)), can_continue)
        return similar


def hash_prefixes(lines: Sequence[str]) -> Iterator[bytes]:
    """Yield a hash of the first line, of the first two lines, and so on."""
    digest = b""
    for line in lines:
        digest = blake2b(digest + line.encode(), digest_size=16).digest()
        yield digest
