"""What the lab reads off the board at the end of each round."""

from __future__ import annotations

from rival.games.mombasa.bases import visible_coins
from rival.games.mombasa.table import Board
from rival.kernel import _

MEASURED = {
    "cards": _("cards of the virtual player"),
    "posts": _("trading posts on the map"),
    "share_value": _("coins visible on the bases, all companies"),
}


def measures(board: Board) -> dict[str, int]:
    """Cards taken, posts on the map, and what the shares of all companies are worth."""
    return {
        "cards": len(board.cards),
        "posts": len(board.posts),
        "share_value": sum(visible_coins(base) for base in board.bases.values()),
    }
