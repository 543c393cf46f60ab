"""The player's seat at a sample table: the table's questions answer themselves, the player's choices wait."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rival.kernel import Ask, BadAnswer, Choice, Json, Move, Name, Opponent, PlayersSide, Session, _
from rival.lab.play import sample_for


class Seat:
    """One game from the player's side. ``moves`` are the choices now; none when the game is over.

    Where a sample table has no game of its own for the player, the choices are the player's questions with a list of
    options, and the sample answers the others. A choice without an alternative is made at once.
    """

    def __init__(
        self,
        against: Opponent,
        seed: int,
        options: Mapping[str, Json] | None = None,
        pack: Json = None,
        lang: str = "en",
    ) -> None:
        header = against.sample_pack() if pack is None else pack
        self.session = Session.new(against, seed=seed, options=options, pack=header, lang=lang)
        self.sample = sample_for(against, seed, self.session.options, against.policies[0], pack)
        self.side = self.sample if isinstance(self.sample, PlayersSide) else None
        self.moves: list[Move] = []
        self.go_on()

    @property
    def ask(self) -> Ask | None:
        return self.session.open

    def play(self, move: str) -> None:
        """Make a choice; BadAnswer if it is none of the moves."""
        if move not in [one.id for one in self.moves]:
            raise BadAnswer(_("“{move}” can't be chosen now.", move=Name(move)))
        self.choose(move)
        self.go_on()

    def go_on(self) -> None:
        """Up to the next choice that has an alternative, or to the end."""
        while True:
            self.moves = self.offered()
            if self.session.open is None or len(self.moves) > 1:
                return
            if self.moves:
                self.choose(self.moves[0].id)
            else:
                self.session.answer(self.sample.answer(self.session.open, self.session.table))

    def offered(self) -> list[Move]:
        ask, table = self.session.open, self.session.table
        if ask is None or ask.who != "player":
            return []
        if self.side is not None:
            return list(self.side.moves(ask, table))
        return [Move(str(one.id), one.label) for one in ask.shape.options] if isinstance(ask.shape, Choice) else []

    def choose(self, move: str) -> None:
        ask, table = self.session.open, self.session.table
        assert ask is not None
        answer: Any
        if self.side is not None:
            answer = self.side.play(move, ask, table)
        else:
            assert isinstance(ask.shape, Choice)
            answer = next(one.id for one in ask.shape.options if str(one.id) == move)
        if answer is not None:
            self.session.answer(answer)

    def observe(self) -> dict[str, int]:
        """The table in numbers: the round, what the opponent measures, and the player's side."""
        against, table = self.session.opponent, self.session.table
        measured = against.measures(table) if against.measures else {}
        side = self.side.observe(self.session.open, table) if self.side else {}
        return {"round": against.round_of(table), **measured, **side}
