"""What can go wrong, each with a sentence: what is wrong, where, and what would be right."""

from __future__ import annotations

from typing import Any

from rival.kernel.texts import ENGLISH, Catalogue, Text


class RivalError(ValueError):
    """A mistake that a person can mend; ``text`` says how, in any language."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text
        self.catalogue = ENGLISH

    def spoken(self, catalogue: Catalogue) -> RivalError:
        """The same error, its sentence in this language from now on."""
        self.catalogue = catalogue
        return self

    def __str__(self) -> str:
        return self.text.render(self.catalogue)


class BadAnswer(RivalError):
    """An answer or a correction that does not fit; nothing was changed."""


class Proposal(BadAnswer):
    """Words that are not known, but near to some: ``answer`` would be taken if those were meant.

    It is None where more than one thing could have been meant.
    """

    def __init__(self, text: Text, answer: Any = None) -> None:
        super().__init__(text)
        self.answer = answer

    def within(self, whole: Any, text: Text | None = None) -> Proposal:
        """The same for the whole answer, of which this was a part."""
        return Proposal(text or self.text, None if self.answer is None else whole)


class DropsAnswersError(BadAnswer):
    """A change that would drop later answers; ``dropped`` is how many. Nothing was changed."""

    def __init__(self, text: Text, dropped: int) -> None:
        super().__init__(text)
        self.dropped = dropped


class BadJournal(RivalError):
    """A journal that can't be read or replayed; the file was not touched."""


class BadOption(RivalError):
    """An unknown opponent, option or value of an option."""


class BadPack(RivalError):
    """An owner's pack that can't be used."""
