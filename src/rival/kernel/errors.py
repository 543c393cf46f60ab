"""Errors with a message for people: what is wrong, where, and what to do."""

from __future__ import annotations

from typing import Any

from rival.kernel.texts import ENGLISH, Catalogue, Text


class RivalError(ValueError):
    """An error that a person can correct; ``text`` is the message, which can be rendered in any language."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text
        self.catalogue = ENGLISH

    def translate(self, catalogue: Catalogue) -> RivalError:
        """Set the language of the message and return the error."""
        self.catalogue = catalogue
        return self

    def __str__(self) -> str:
        return self.text.render(self.catalogue)


class BadAnswerError(RivalError):
    """An answer or a correction that does not fit; nothing was changed."""


class DidYouMeanError(BadAnswerError):
    """Unknown text that resembles an option: ``answer`` would be accepted if that was meant.

    It is None if several options are similar.
    """

    def __init__(self, text: Text, answer: Any = None) -> None:
        super().__init__(text)
        self.answer = answer

    def wrap(self, whole_answer: Any, text: Text | None = None) -> DidYouMeanError:
        """Return this error for the whole answer that contains the unknown text."""
        return DidYouMeanError(text or self.text, None if self.answer is None else whole_answer)


class DropsAnswersError(BadAnswerError):
    """A change that would drop ``dropped_count`` later answers; nothing was changed."""

    def __init__(self, text: Text, dropped_count: int) -> None:
        super().__init__(text)
        self.dropped_count = dropped_count


class BadJournalError(RivalError):
    """A journal that can't be read or replayed; the file was not changed."""


class BadOptionError(RivalError):
    """An unknown opponent or option, or an invalid value of an option."""


class BadPackError(RivalError):
    """A pack that can't be used."""
