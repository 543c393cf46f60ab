"""A game for tests in which the test determines every roll, shuffle and draw to set up exact situations."""

from __future__ import annotations

from typing import Any, Self

from rival.kernel import Entry, Opponent, Session
from rival.kernel.answer_types import Json


class GameDriver:
    """A game for tests in which the test rolls the dice, with short methods for answers.

    Subclasses add methods for a particular game:

        class Market(GameDriver):
            def take(self, stall: str, tokens: int) -> Self:
                return self.say({"stall": stall, "tokens": tokens})
    """

    def __init__(self, game: str | Opponent, pack: Json = None, dice: str = "mine", **options: Any) -> None:
        self.session = Session.new(game, seed=1, options=options, dice=dice, pack=pack)

    @property
    def table(self) -> Any:
        """The table of the game."""
        return self.session.table

    @property
    def key(self) -> str:
        """The key of the open question; ``over`` if there is none."""
        return self.session.open_ask.key if self.session.open_ask else "over"

    @property
    def options(self) -> list[str]:
        """The ids of the options of the open question."""
        assert self.session.ask is not None, "the game is over"
        return [str(option.id) for option in self.session.ask.options]

    def say(self, *answers: Any) -> Self:
        """Answer a series of questions, one after another."""
        for answer in answers:
            self.session.answer(answer)
        return self

    def entries(self, *rules: str) -> list[Entry]:
        """Return the entries that cite all of these rules."""
        return [entry for entry in self.session.transcript if set(rules) <= set(entry.cites)]

    def reasons(self, rule: str) -> list[str]:
        """Return the explanations that cite a rule, including the reasons and reminders of the open question."""
        lines = [line for entry in self.session.transcript for line in entry.because]
        if self.session.ask is not None:
            lines += (*self.session.ask.because, *self.session.ask.notes)
        return [line.text for line in lines if rule in line.cites]
