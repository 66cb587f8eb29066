# SPDX-License-Identifier: Apache-2.0
"""The text notation of positions, read: only canonical ones, only possible ones."""

from rules import RULEBOOKS, load
from rules.game import MOVED, NOBODY, TRIES, TURN, WINNER, BadPosition, Game
from rules.notation import options_text, position_text

_KEYS = ("turn", "winner", "tries", "moved", "opt")


def _number(text: str, below: int) -> int:
    """Return a canonical decimal number < below, or -1."""
    if not text or len(text) > 3 or (text[0] == "0" and text != "0"):
        return -1
    for char in text:
        if char not in "0123456789":
            return -1
    value = int(text)
    return value if value < below else -1


def parse_place(game: Game, text: str) -> int:
    """Return the place code of a token.

    Raises:
        ValueError: no such place on this board.
    """
    if text == "h":
        return 0
    if text == "f" and game.fin != NOBODY:
        return game.fin
    if text[:1] == "z":
        number = _number(text[1:], game.row + 1)
        if number > 0:
            return game.ring + number
    else:
        number = _number(text, game.ring)
        if number >= 0:
            return number + 1
    raise ValueError("no such place %r" % text)


def parse_options(text: "str | None") -> dict:
    """Return option name -> value of a text such as `forced:no,first:drawn`; None: none. Raises BadPosition."""
    options = {}
    if text is not None:
        for item in text.split(","):
            name, colon, value = item.partition(":")
            if not colon or name in options:
                raise BadPosition("opt", "malformed %r" % item)
            options[name] = value
    return options


def _split(line: str) -> tuple:
    """Return (rulebook, [(colour, pawns text)], {key: text}) of a line."""
    if "\n" in line:
        raise BadPosition("position", "it is one line")
    fields = line.split(" ")
    if fields[0] not in RULEBOOKS:
        raise BadPosition("rulebook", "unknown %r (known: %s)" % (fields[0], ", ".join(RULEBOOKS)))
    colours = []
    keys = {}
    last = -1
    for field in fields[1:]:
        if field[:1] in ("", ":", "="):
            raise BadPosition("field %r" % field, "neither colour:places nor key=value")
        name, equals, value = field.partition("=")
        if equals:
            if name not in _KEYS:
                raise BadPosition(name, "unknown key")
            if _KEYS.index(name) <= last:
                raise BadPosition(name, "repeated or out of order (order: %s)" % " ".join(_KEYS))
            last = _KEYS.index(name)
            keys[name] = value
            continue
        name, colon, value = field.partition(":")
        if not colon:
            raise BadPosition("field %r" % field, "neither colour:places nor key=value")
        if last >= 0:
            raise BadPosition(name, "colours come before the keys")
        colours.append((name, value))
    return fields[0], colours, keys


def _seat_of(game: Game, name: str, field: str) -> int:
    for seat in game.seats:
        if game.colours[seat] == name:
            return seat
    raise BadPosition(field, "%r is no colour in play" % name)


def _pawns(game: Game, state: bytearray, seat: int, text: str) -> None:
    colour = game.colours[seat]
    places = text.split(",")
    if len(places) != game.pawns:
        raise BadPosition(colour, "%d pawns, %d expected" % (len(places), game.pawns))
    before = -1
    for i in range(game.pawns):
        try:
            code = parse_place(game, places[i])
        except ValueError as error:
            raise BadPosition(colour, str(error)) from None
        if code < before:
            raise BadPosition(colour, "pawns are not in canonical order")
        before = code
        state[4 * seat + i] = code


def _winner(game: Game, state: bytearray, text: str) -> None:
    mask = 0
    for name in text.split("+"):
        bit = 1 << _seat_of(game, name, "winner")
        if bit <= mask:
            raise BadPosition("winner", "not in seat order")
        mask |= bit
    if not game.has_won(state, mask):
        raise BadPosition("winner", "%s has not won" % text)
    state[WINNER] = mask


def parse_position(line: str, games: "dict | None" = None) -> tuple:
    """Return (game: Game, state bytearray) of a canonical line.

    Args:
        line: the position line, without a line end.
        games: optional cache of `Game` objects, reused and filled, for many lines in one run.

    Raises:
        BadPosition: malformed, not canonical or impossible (section 1.6); names the field.
    """
    rulebook, colours, keys = _split(line)
    cache = (rulebook, ",".join([name for name, _ in colours]), keys.get("opt"))
    game = games.get(cache) if games is not None else None
    if game is None:
        game = _game(rulebook, colours, keys)
        if games is not None:
            games[cache] = game
    state = game.new()
    for seat, (_, text) in zip(game.seats, colours):
        _pawns(game, state, seat, text)
    if "turn" not in keys:
        raise BadPosition("turn", "missing")
    if keys["turn"] == "none":
        if "winner" not in keys:
            raise BadPosition("winner", "missing with turn=none")
        state[TURN] = NOBODY
        _winner(game, state, keys["winner"])
    else:
        state[TURN] = _seat_of(game, keys["turn"], "turn")
        if "winner" in keys:
            raise BadPosition("winner", "only with turn=none")
        for seat in game.seats:
            if game.has_won(state, game.side(seat)):
                raise BadPosition("turn", "%s has won: turn=none expected" % game.colours[seat])
    _counters(game, state, keys)
    game.validate(state)
    if keys.get("opt") != options_text(game):
        raise BadPosition("opt", "only what differs from the defaults, names sorted")
    if position_text(game, state) != line:
        raise BadPosition("line", "not canonical, expected %r" % position_text(game, state))
    return game, state


def _game(rulebook: str, colours: list, keys: dict) -> Game:
    try:
        every = load(rulebook)
        seats: list = []
        for name, _ in colours:
            seat = _seat_of(every, name, name)
            if seats and seat <= seats[-1]:
                raise BadPosition(name, "colours are not in seat order")
            seats.append(seat)
        options = parse_options(keys.get("opt"))
        for name, _, carried in every.house:
            if name in options and not carried:
                raise BadPosition("opt", "%s is not said in a position line" % name)
        return load(rulebook, tuple(seats), options)
    except BadPosition:
        raise
    except ValueError as error:
        field, colon, reason = str(error).partition(": ")
        raise BadPosition(field if colon else "rulebook", reason or field) from None


def _counters(game: Game, state: bytearray, keys: dict) -> None:
    if "tries" in keys:
        tries = _number(keys["tries"], 256)
        if tries < 1:
            raise BadPosition("tries", "no number above 0: %r" % keys["tries"])
        state[TRIES] = tries
    if "moved" in keys:
        index = _number(keys["moved"], game.ring)
        if index < 0:
            raise BadPosition("moved", "no ring index %r" % keys["moved"])
        state[MOVED] = index
    for key in ("tries", "moved"):
        if key in keys and (key not in game.keys or state[TURN] == NOBODY):
            raise BadPosition(key, "not possible here")
