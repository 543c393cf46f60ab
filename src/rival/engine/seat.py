"""A game from the player's side of a sample table: questions about the table are answered automatically."""

from __future__ import annotations

from collections.abc import Mapping

from rival.engine.sampling import play, sample_for
from rival.kernel import Ask, BadAnswer, BadOption, Json, Move, Name, Opponent, Session, Text, _, has_players_side
from rival.kernel.opponent import objections_of


class Seat:
    """One game from the player's side. ``moves`` are the available choices; empty when the game is over.

    A choice without an alternative is made automatically.
    """

    def __init__(
        self,
        against: Opponent,
        seed: int,
        options: Mapping[str, Json] | None = None,
        pack: Json = None,
        lang: str = "en",
    ) -> None:
        whole = against.sample_pack() if pack is None else against.complete_pack(pack)
        self.session = Session.new(against, seed=seed, options=options, pack=whole, lang=lang)
        side = sample_for(against, seed, self.session.options, against.policies[0], None if pack is None else whole)
        if not has_players_side(side):
            raise BadOption(
                _("{game} can't be practised: it has no sample table that a person can play on.", game=against.game)
            )
        self.side = side
        self.session.objector = objections_of(side)
        self.moves: list[Move] = []
        self.go_on()

    @property
    def ask(self) -> Ask | None:
        """The open question; None when the game is over."""
        return self.session.open

    def play(self, move: str) -> None:
        """Make a choice; raise BadAnswer if it is not available."""
        if move not in [one.id for one in self.moves]:
            raise BadAnswer(_("You can't choose “{move}” now.", move=Name(move)))
        self.choose(move)
        self.go_on()

    def go_on(self) -> None:
        """Continue to the next choice that has an alternative, or to the end."""
        while self.session.open is not None:
            self.moves = list(self.side.moves(self.session.open, self.session.table))
            if len(self.moves) > 1:
                return
            if self.moves:
                self.choose(self.moves[0].id)
            else:
                self.session.take(self.side.answer(self.session.open, self.session.table))
        self.moves = []

    def choose(self, move: str) -> None:
        """Make a choice without checking or continuing."""
        assert self.session.open is not None
        answer = self.side.play(move, self.session.open, self.session.table)
        if answer is not None:
            self.session.take(answer)

    def observe(self) -> dict[str, int]:
        """Return the table as numbers: the round, the opponent's measures, and the player's side."""
        against, table = self.session.opponent, self.session.table
        measured = against.measures(table) if against.measures else {}
        return {"round": against.round_of(table), **measured, **self.side.observe(self.session.open, table)}


def compared(against: Opponent, seed: int, options: Mapping[str, Json], pack: Json = None) -> Text:
    """Return a sentence with the result of the simple policy for the same seed."""
    policy = against.policies[0]
    other = play(against, seed, options, policy, pack).game
    figures = {"policy": Name(policy), "yours": Name(str(other["yours"]))}
    if other["opponents"] is None:
        return _("With the same seed, the strategy “{policy}” scores {yours} points.", **figures)
    return _(
        "With the same seed, the strategy “{policy}” ends the game {yours} to {theirs}.",
        theirs=Name(str(other["opponents"])),
        **figures,
    )
