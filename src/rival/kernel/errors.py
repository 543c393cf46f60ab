"""Errors with a user-facing message that says what is wrong, where, and what to do."""

from __future__ import annotations

from typing import Any

from rival.kernel.texts import ENGLISH, Catalogue, Text


class RivalError(ValueError):
    """An error that the user can correct; ``text`` is the message, which can be rendered in any language."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text
        self.catalogue = ENGLISH

    def translate(self, catalogue: Catalogue) -> RivalError:
        """Set the language of the message and return this error."""
        self.catalogue = catalogue
        return self

    def __str__(self) -> str:
        return self.text.render(self.catalogue)


class BadAnswerError(RivalError):
    """Raised for an invalid answer or correction; the game is unchanged."""


class DidYouMeanError(BadAnswerError):
    """Raised for unknown text that resembles an option; ``answer`` is the answer with that option.

    ``answer`` is None if several options are similar.
    """

    def __init__(self, text: Text, answer: Any = None) -> None:
        super().__init__(text)
        self.answer = answer

    def wrap(self, whole_answer: Any, text: Text | None = None) -> DidYouMeanError:
        """Return this error with the whole answer in which the unknown text occurs."""
        return DidYouMeanError(text or self.text, None if self.answer is None else whole_answer)


class DropsAnswersError(BadAnswerError):
    """Raised for a change that would drop ``dropped_count`` later answers; the game is unchanged."""

    def __init__(self, text: Text, dropped_count: int) -> None:
        super().__init__(text)
        self.dropped_count = dropped_count


class BadJournalError(RivalError):
    """Raised for a journal that can't be read or replayed; the file is unchanged."""


class BadOptionError(RivalError):
    """Raised for an unknown opponent or option, or an invalid option value."""


class BadPackError(RivalError):
    """Raised for a pack that can't be used."""
