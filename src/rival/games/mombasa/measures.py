"""The statistics that the lab collects from the board at the end of each round."""

from __future__ import annotations

from rival.games.mombasa.bases import count_visible_coins
from rival.games.mombasa.table import PROBABLE_DECK, Board
from rival.kernel import _

MEASURE_LABELS = {
    "turns": _("the virtual player’s turns"),
    "cards": _("cards the virtual player took"),
    "blocked": _("bonus spaces the virtual player blocked"),
    "posts": _("posts the virtual player placed"),
    "sent_home": _("posts the virtual player sent back to their bases"),
    "lost": _("share value lost: coins covered by the posts sent back"),
    "share_value": _("visible coins on the bases of all companies"),
}


def measure_board(board: Board) -> dict[str, int]:
    """Return statistics about the virtual player's moves, and the total value of all shares."""
    statistics = board.done
    return {
        "turns": statistics.turns,
        "cards": max(len(board.cards) - len(PROBABLE_DECK), 0),
        "blocked": statistics.blocked,
        "posts": statistics.posts,
        "sent_home": statistics.sent_home,
        "lost": statistics.coins,
        "share_value": sum(count_visible_coins(base) for base in {**board.outdated, **board.bases}.values()),
    }
