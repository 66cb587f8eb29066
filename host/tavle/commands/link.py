# SPDX-License-Identifier: Apache-2.0
"""`tavle link`: a game with another table, far away."""

import contextlib
import os
import queue
import re
import sys
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from tavle.commands import _options
from tavle.errors import TavleError
from tavle.words.terminal import COLOURS, tr

if TYPE_CHECKING:
    from tavle.afar.side import Side
    from tavle.afar.wire import Broker
    from tavle.device.link import TableLink
    from tavle.words.catalogue import Words

_STEP_S = 0.1
_QUIET_S = 0.7  # of a broker that has told all it keeps
_MOST_S = 8.0
_LAST_S = 20.0  # the other side may take so long to hear that the game is over
_NAME = re.compile(r"[A-Za-z0-9_.-]{1,32}")


@click.command(short_help="Play with another table, far away.")
@_options.port()
@click.option("--broker", "host", required=True, help="Name or address of the MQTT broker.")
@click.option(
    "--broker-port",
    default=0,
    type=click.IntRange(0, 65535),
    help="Its port; default: 1883, with --tls 8883.",
)
@click.option(
    "--user", default="", help="Your name at the broker; the password is TAVLE_LINK_PASSWORD."
)
@click.option("--tls", is_flag=True, help="Encrypt the connection to the broker.")
@click.option(
    "--ca",
    default="",
    metavar="FILE",
    help="Certificates to know the broker by; default: the system's.",
)
@click.option(
    "--game", metavar="NAME", default="", help="Name of the game, the same at both tables."
)
@click.option(
    "--seat",
    metavar="COLOUR,...",
    default="",
    help="Who plays at this table; the others play at the other one.",
)
@click.option(
    "--name", default="", help="Name of this table; default: the user's, or its colours."
)
@click.option("--rulebook", help="Rulebook id; default: that of `tavle config`.")
@click.option("--seats", help="Who plays: colours or seat numbers, such as red,blue or 0,2.")
@_options.house_rules()
@click.option("--status", is_flag=True, help="Only tell which games there are and who is there.")
@click.option("--leave", is_flag=True, help="Forget this game here and at the broker.")
@_options.lan("Let phones sit down: at this computer's address in the network, or at ADDRESS.")
@_options.language()
def command(
    port: str | None, host: str, broker_port: int, user: str, tls: bool, ca: str, game: str, seat: str, name: str,
    rulebook: str | None, seats: str | None, options: dict[str, str], status: bool, leave: bool, shared: str, lang: str,
) -> None:  # fmt: skip
    """Lead a table through a game that another table plays too.

    The other table's moves are shown by light; you make them, and the table checks them. Its
    people see yours. Press the seat button for your throw or card: both tables draw it
    together. Ctrl-C makes a pause: the same command goes on. LINK.md describes the broker.
    """
    from tavle.afar.wire import Broker
    from tavle.paths import add_firmware
    from tavle.words.catalogue import for_tool

    add_firmware()
    broker = Broker(
        host,
        broker_port or (8883 if tls else 1883),
        user,
        os.environ.get("TAVLE_LINK_PASSWORD", ""),
        tls,
        ca,
    )
    if status:
        _status(broker, _named(game) if game else "+")
        return
    colours = [word.strip() for word in seat.split(",") if word.strip()]
    own = _named(name or user or "-".join(colours))
    if leave:
        _leave(broker, _named(game), own)
        return
    with contextlib.suppress(KeyboardInterrupt):
        wanted = rulebook, seats, options
        _play(port, broker, _named(game), own, colours, wanted, shared, for_tool(lang))


def _named(name: str) -> str:
    """Return a name that a topic can have. Raises TavleError."""
    if not _NAME.fullmatch(name):
        raise TavleError(
            tr("cannot play with another table"), tr("{name} is no name for a game or a table", name=repr(name)),
            tr("give --game and --seat; names are letters, digits, - _ and ."), 2,
        )  # fmt: skip
    return name


def _play(
    port: str | None, broker: "Broker", game: str, own: str, colours: list[str], wanted: tuple[Any, ...],
    shared: str, words: "Words",
) -> None:  # fmt: skip
    """Play until the game is over."""
    from tavle.afar import kept
    from tavle.afar.joined import Joined
    from tavle.afar.screen import Screen
    from tavle.afar.side import Side, about
    from tavle.afar.wire import Wire
    from tavle.device import find, reconnect
    from tavle.device.link import open_table
    from tavle.live.words import Teller

    port = find.choose(port)
    serial = find.serial_of(port)
    link = open_table(port)
    file = kept.of(game, own)
    try:
        told = _told(link, colours, wanted) if file.own is None else file.own["game"]
        mine = colours if file.own is None else file.own["mine"]
        side = Side(about(own, told, mine, file), file)
        wire = Wire(broker, game, own)
    except BaseException:
        link.close()
        raise

    def again() -> "TableLink | None":
        try:
            return reconnect.link(port, serial, 1.0)
        except TavleError:
            return None

    joined = Joined(link, side, wire, again, click.echo)
    teller = Teller(words)

    def hear(event: dict[str, Any]) -> None:
        if event["event"] not in ("seats", "want"):
            click.echo(teller.event(event))

    try:
        if side.far is None:
            click.echo(tr("waiting for the other table"))
        if shared:
            _on_phones(joined, side, port, hear, shared, words)
        else:
            _follow(joined, side, hear, Screen(side, _lines(), click.echo, click.clear))
    finally:
        joined.close()
        wire.close()


def _lines() -> Callable[[], str | None]:
    """Return what gives the next line somebody types, None while there is none."""
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()

    def listen() -> None:
        for line in sys.stdin:
            lines.put(line)

    threading.Thread(target=listen, name="keys", daemon=True).start()
    return lambda: None if lines.empty() else lines.get()


def _on_phones(
    joined: Any, side: "Side", port: str, hear: Callable[[Any], None], shared: str, words: "Words"
) -> None:
    """Lead the table, with hands on phones, until somebody ends it."""
    from tavle.afar.phones import follow
    from tavle.web.server import Server, serve_until_ended

    while not joined.ready:
        event = joined.step(_STEP_S)
        if event is not None:
            hear(event)

    def make() -> Server:
        seats = _options.codes(words.say)
        return Server(None, make=follow(joined, side, port, hear), shared=shared, seats=seats)

    def ready(address: str, _cable: str) -> None:
        click.echo(words.say("tool.shown", address=address))
        click.echo(words.say("tool.ends"))

    serve_until_ended(make, None, ready)
    if side.over:
        joined.leave()


def _follow(joined: Any, side: "Side", hear: Callable[[Any], None], screen: Any) -> None:
    """Lead the table and tell what happens, until the game is over at both."""
    over_s = 0.0
    while not joined.finished and not (over_s and time.monotonic() > over_s + _LAST_S):
        event = joined.step(_STEP_S)
        screen.step()
        if event is not None:
            hear(event)
        if side.over and side.log is not None and joined.done == len(side.log):
            over_s = over_s or time.monotonic()
    joined.leave()


def _told(link: "TableLink", colours: list[str], wanted: tuple[Any, ...]) -> dict[str, Any]:
    """Return the game that is wanted, as a table tells one. Raises TavleError for one that cannot be."""
    from rules import load
    from tavle.commands.new import wanted as wanted_of

    fields = wanted_of(link.request("config")["settings"], *wanted)
    game = load(fields["rulebook"], tuple(fields["seats"]) or None, fields["options"])
    playing = [game.colours[seat] for seat in game.seats]
    strangers = [colour for colour in colours if colour not in playing]
    if strangers or not colours or len(set(colours)) == len(playing):
        raise TavleError(
            tr("cannot play with another table"),
            tr("--seat must name some of {known}, and not all", known=", ".join(playing)), code=2,
        )  # fmt: skip
    return {"rulebook": game.rulebook, "seats": playing, "options": dict(game.options)}


def _leave(broker: "Broker", game: str, own: str) -> None:
    """Take a side out of a game: at the broker, and from this PC."""
    from tavle.afar import kept
    from tavle.afar.wire import HELLO, LOG, Wire

    wire = Wire(broker, game, own)
    try:
        for word in (HELLO, LOG):
            wire.say(word, None)
        end_s = time.monotonic() + _MOST_S
        while not wire.connected and time.monotonic() < end_s:
            list(wire.heard())
            time.sleep(_STEP_S)
        if not wire.connected:
            raise _silent(broker)
        time.sleep(_QUIET_S)
    finally:
        wire.close()
    kept.of(game, own).forget()
    click.echo(tr("This table has left the game {game}.", game=game))


def _status(broker: "Broker", game: str) -> None:
    """Tell what is known of the games at a broker."""
    from tavle.afar.wire import Wire

    wire = Wire(broker, game)
    said: dict[tuple[str, str], dict[str, Any]] = {}
    begun_s = heard_s = time.monotonic()
    try:
        while time.monotonic() < (heard_s + _QUIET_S if wire.connected else begun_s + _MOST_S):
            for name, side, word, doc in wire.heard():
                said.setdefault((name, side), {})[word] = doc
                heard_s = time.monotonic()
            if not wire.connected:
                heard_s = time.monotonic()
            time.sleep(_STEP_S)
        if not wire.connected:
            raise _silent(broker)
    finally:
        wire.close()
    lines = [line for key in sorted(said) if (line := _line(*key, said[key]))]
    click.echo("\n".join(lines) or tr("There is no game."))


def _line(game: str, side: str, said: dict[str, Any]) -> str:
    """Return what one side says, in a line; "" when it has left."""
    try:
        hello, log = said["hello"], said.get("log") or {"at": 0, "line": ""}
        colours = ", ".join(tr(COLOURS.get(one, one)) for one in hello["mine"])
        here = {"here": tr("there"), "cable": tr("there, without its table")}.get(
            str((said.get("here") or {}).get("is")), tr("away")
        )
        turn = re.search(r" turn=(\w+)", str(log["line"]))
        if turn and turn[1] in hello["mine"] and here == tr("there"):
            here = tr("thinking")
        return tr(
            "{game}: {name} plays {colours} in {rulebook}, {moves} moves; {here}",
            game=game, name=side, colours=colours, rulebook=hello["game"]["rulebook"], moves=log["at"], here=here,
        )  # fmt: skip
    except (LookupError, TypeError, AttributeError):
        return ""


def _silent(broker: "Broker") -> TavleError:
    return TavleError(
        tr("cannot reach the broker {host}", host=broker.host), tr("it does not answer"),
        tr("check --broker and --broker-port, and that it runs"),
    )  # fmt: skip
