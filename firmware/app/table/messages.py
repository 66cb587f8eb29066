# SPDX-License-Identifier: Apache-2.0
"""Sentences for the reasons on the event stream; the lights never need them."""

# A word and its sentence a line: first the reasons of cards and the table, then, from `needs-start-card`, the rules
# engine's own (rules/README.md). Bytes, because MicroPython would keep every word of a dict in memory permanently.
_TEXTS = b"""
unknown-tag: this tag is not a card of the deck; learn it with 'tavle tags'
blank-tag: this tag is blank; write it with 'tavle tags'
foreign-tag: this tag holds something else and was left alone
half-read: the card left before it was read; lay it down again
other-game: this card belongs to another game
two-cards: two tags are on the slot; lay one card at a time
already-played: this card was already played since the dealer gathered the cards
hand-down: this player has folded until the next deal
shown-twice: this card of the hand was already shown
finish-move: finish or take back the previous card's move, then lay the next
board-first: put the pawns right first; the lights show where
not-your-turn: another seat is to act
game-over: the game is over; hold the table button for a new one
withdrawn: the card was withdrawn with the table button
not-legal: this card does not allow that move
playable: this card can be played, so you cannot fold
fold-cancelled: folding was cancelled
nothing-to-fold: only the player to act can fold, before laying a card
thinks: the computer is still thinking; its light stops when it has chosen
not-its-card: this card is not in the pile of the computer whose light asks for it
card-missing: the chosen card is not in the pile; look for it, or hold the seat's button and lay \
the pile again
linked: this game is played with another table; throws and cards come over the link
other-move: the computer has chosen another move; its lights show the way
needs-start-card: a pawn at home needs a start card
needs-six: a pawn in the yard needs a six
third-six: the third six in a row ends the turn
wall: a wall stands in the way
barrier: a barrier stands in the way
locked: this pawn is locked in its goal circle
past-goal: the pawn would pass its goal
no-room-to-turn: there is no free circle to turn in
protected: this pawn is protected
own-pawn: your own pawn is there
finished: this pawn has finished
no-opponent: no opponent's pawn stands where it could be replaced
only-from-home: this card moves only a pawn that is at home
rest-unusable: no other pawn can use the rest of the seven
no-pawn: no such pawn stands there
no-move: no pawn can move
nothing-to-swap: no two pawns on the ring can change places
in-goal: this card never moves a pawn in the goal
at-home: this card does not move a pawn that is at home
blocked: another pawn in the goal is in the way
not-yours: the player to act cannot move this pawn
not-own: this card moves a pawn of another player
"""


def sentence(word: str) -> str:
    """Return the sentence of a machine word; an unknown word reads as itself."""
    head = b"\n%s: " % word.encode()
    at = _TEXTS.find(head)
    if at < 0:
        return word.replace("-", " ")
    at += len(head)
    return str(_TEXTS[at : _TEXTS.find(b"\n", at)], "utf-8")
