# SPDX-License-Identifier: Apache-2.0
"""From a tag on the slot to an action of the game.

The learnt table of UIDs comes first (it also works with locked or foreign tags); the
card id written on the tag is the fallback, so a lost table can be rebuilt.
"""

from drivers import cardid, ndef

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from rules.game import Game
    from store.tagtable import TagTable


# What the reader says of a tag without a card record -> machine word of the refusal.
_WORDS = {
    ndef.BLANK: "blank-tag",
    ndef.FOREIGN: "foreign-tag",
    ndef.DAMAGED: "half-read",
}


class Deck:
    """Identifies cards for one game.

    Args:
        game: the rules engine's game.
        table: learnt UIDs with `get(uid) -> (deck, kind, copy) or None`.
    """

    def __init__(self, game: "Game", table: "TagTable") -> None:
        self._game = game
        self._table = table
        self.number = game.deck_id

    def identify(self, uid: bytes, payload: "bytes | None", held: str) -> tuple:
        """Return (action, copy, "") of a tag, or (-1, 0, machine word) when it is no card.

        Args:
            uid: the tag's id.
            payload: its card record, None when it has none.
            held: what the reader says it held.
        """
        card = self._table.get(uid)
        if card is None and payload is None:
            return -1, 0, _WORDS.get(held, "half-read")
        try:
            deck, kind, copy = card or cardid.parse(payload or b"")
        except cardid.BadCardId:
            return -1, 0, "unknown-tag"
        if deck != self.number:
            return -1, 0, "other-game"
        if kind >= len(self._game.actions):
            return -1, 0, "unknown-tag"
        return kind, copy, ""
