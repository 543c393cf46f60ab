"""Practice games on a sample table: the player makes the choices, and the table answers all other questions."""

from __future__ import annotations

from collections.abc import Mapping

from rival.engine.player_policies import observe_table
from rival.engine.simulation import create_sample_player, simulate_game
from rival.kernel import (
    Ask,
    BadAnswerError,
    BadOptionError,
    Json,
    Name,
    Opponent,
    PlayerMove,
    Session,
    Text,
    _,
    can_practice,
)
from rival.kernel.opponent import find_assumption_policy


class PracticeGame:
    """A practice game from the player's side. ``moves`` has the available choices; when the game is over, it is empty.

    A choice without an alternative is made automatically.
    """

    def __init__(
        self,
        opponent: Opponent,
        seed: int,
        options: Mapping[str, Json] | None = None,
        pack: Json = None,
        lang: str = "en",
    ) -> None:
        full_pack = opponent.make_sample_pack() if pack is None else opponent.complete_pack(pack)
        self.session = Session.new(opponent, seed=seed, options=options, pack=full_pack, lang=lang)
        side = create_sample_player(
            opponent, seed, self.session.options, opponent.policies[0], None if pack is None else full_pack
        )
        if not can_practice(side):
            raise BadOptionError(
                _("You can't practise {game}: it has no sample table for a human player.", game=opponent.game)
            )
        self.side = side
        self.session.assumption_policy = find_assumption_policy(side)
        self.moves: list[PlayerMove] = []
        self.advance()

    @property
    def open_ask(self) -> Ask | None:
        """The open question; None when the game is over."""
        return self.session.open_ask

    def play_move(self, move: str) -> None:
        """Make a choice; raise BadAnswerError if it is not available."""
        if move not in [option.id for option in self.moves]:
            raise BadAnswerError(_("You can't choose “{move}” now.", move=Name(move)))
        self.submit_move(move)
        self.advance()

    def advance(self) -> None:
        """Continue to the next choice that has an alternative, or to the end."""
        while self.session.open_ask is not None:
            self.moves = list(self.side.list_moves(self.session.open_ask, self.session.table))
            if len(self.moves) > 1:
                return
            if self.moves:
                self.submit_move(self.moves[0].id)
            else:
                self.session.answer_by_id(self.side.answer(self.session.open_ask, self.session.table))
        self.moves = []

    def submit_move(self, move: str) -> None:
        """Make a move without checking it and without continuing the game."""
        assert self.session.open_ask is not None
        answer = self.side.play_move(move, self.session.open_ask, self.session.table)
        if answer is not None:
            self.session.answer_by_id(answer)

    def observe_table(self) -> dict[str, int]:
        """Return the table as numbers: the round, the opponent's measures, and the player's side."""
        return observe_table(self.session.opponent, self.side, self.session.open_ask, self.session.table)


def compare_with_policy(opponent: Opponent, seed: int, options: Mapping[str, Json], pack: Json = None) -> Text:
    """Return a sentence with the result of a simple computer player with the same seed."""
    policy = opponent.policies[0]
    policy_game = simulate_game(opponent, seed, options, policy, pack).game
    scores = {"policy": Name(policy), "yours": Name(str(policy_game["yours"]))}
    if policy_game["opponents"] is None:
        return _("In the same game with the same dice, the strategy “{policy}” scores {yours} points.", **scores)
    return _(
        "In the same game with the same dice, the strategy “{policy}” finishes with {yours} to {theirs}.",
        theirs=Name(str(policy_game["opponents"])),
        **scores,
    )
