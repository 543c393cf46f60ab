"""A game at the table for tests: you roll, shuffle and draw, so that every case can be set up exactly."""

from __future__ import annotations

from typing import Any, Self

from rival.kernel import Entry, Opponent, Session
from rival.kernel.shapes import Json


class AtTheTable:
    """A game with your own dice, and short words for what a test says and asks.

    A table of one's own is a subclass with words of its game, each of which returns the table:

        class Market(AtTheTable):
            def take(self, stall: str, tokens: int) -> Self:
                return self.say({"stall": stall, "tokens": tokens})
    """

    def __init__(self, game: str | Opponent, pack: Json = None, dice: str = "mine", **options: Any) -> None:
        self.session = Session.new(game, seed=1, options=options, dice=dice, pack=pack)

    @property
    def table(self) -> Any:
        return self.session.table

    @property
    def key(self) -> str:
        """That of the open question; ``over`` if there is none."""
        return self.session.open.key if self.session.open else "over"

    @property
    def options(self) -> list[str]:
        """The ids of what can be chosen now."""
        assert self.session.ask is not None, "the game is over"
        return [str(one.id) for one in self.session.ask.options]

    def say(self, *answers: Any) -> Self:
        """Answer what is asked, one question after the other."""
        for answer in answers:
            self.session.answer(answer)
        return self

    def entries(self, *rules: str) -> list[Entry]:
        """What was answered, done or said under all of these rules."""
        return [entry for entry in self.session.transcript if set(rules) <= set(entry.cites)]

    def reasons(self, rule: str) -> list[str]:
        """The explanation lines that cite a rule, those and the reminders of the open question included."""
        lines = [line for entry in self.session.transcript for line in entry.because]
        if self.session.ask is not None:
            lines += (*self.session.ask.because, *self.session.ask.notes)
        return [line.text for line in lines if rule in line.cites]
