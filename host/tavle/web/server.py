# SPDX-License-Identifier: Apache-2.0
"""The server: the page's files, and one WebSocket per page with commands in and everything out."""

import asyncio
import functools
import ipaddress
import logging
import secrets
import signal
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web
from aiohttp.http_exceptions import HttpProcessingError

from tavle.errors import TavleError
from tavle.sim.session import TableSpec
from tavle.web import guard
from tavle.web.guests import LONGEST_ID, Guests, same
from tavle.web.roles import BENCH, ONLOOKER, SCREEN, SEAT
from tavle.web.shown import ShownTable
from tavle.web.table import Table
from tavle.web.visitor import Visitor
from tavle.words import catalogue
from tavle.words.terminal import tr

PAGE = Path(__file__).parent / "page"
HOST = "127.0.0.1"
PORT = 8330
"""Where a page is first looked for: a page that lost its table finds it there again."""

_PORTS = 20  # tables side by side
_CUT_OFF = 1024 * 1024  # bytes: a page that sends more in one message is disconnected
_CUT_OFF_THERE = 64 * 1024
_TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
_KEY_BYTES = 16
_DIGITS = 6  # of a code to type
_REVIEW_S = 30  # for looking back at a game
_PROTOCOL = "tavle"  # of the WebSocket; the secret of a link goes along as a second one
Message = dict[str, Any]
Seat = dict[str, str]
"""How a device comes to a seat: the `address` of its link, that as a picture (`code`), and the code to be `typed`."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


_log = logging.getLogger("tavle.web")
_log.addFilter(lambda record: not _malformed(record))


def _malformed(record: logging.LogRecord) -> bool:
    """Tell whether a record is about a request that is no HTTP: its sender was told already."""
    kind = record.exc_info[0] if record.exc_info else None
    return kind is not None and issubclass(kind, HttpProcessingError)


class _Protocol(web.RequestHandler):
    """One connection; what cannot even be parsed is answered with our headers too."""

    __slots__ = ("_doors", "_late", "_peer")

    def __init__(self, doors: guard.Doors, *args: Any, **how: Any):
        super().__init__(*args, **how)
        self._doors = doors
        self._peer = ""
        self._late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let a connection in, where there is room."""
        super().connection_made(transport)
        self._peer = _peer(transport)
        room, first = self._doors.enter(self._peer)
        if first:
            _log.warning(tr("too many connections: no more are taken for now"))
        if room:
            self.waits(guard.HEADERS_S)
        else:
            transport.abort()  # type: ignore[attr-defined]

    def connection_lost(self, exc: BaseException | None) -> None:
        """Let it go."""
        self.served()
        self._doors.leave(self._peer)
        super().connection_lost(exc)

    def waits(self, seconds: float) -> None:
        """Give it some seconds to say what it wants."""
        if self.transport is not None:
            self._late = asyncio.get_running_loop().call_later(seconds, self.transport.close)

    def served(self) -> None:
        """It has said so."""
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def handle_error(
        self, request: web.BaseRequest, status: int = 500, exc: Any = None, message: Any = None
    ) -> web.StreamResponse:
        """Return the answer to a request that no handler has seen, or that one failed at."""
        answer = super().handle_error(request, status, exc, message)
        answer.headers.update(guard.HEADERS)
        return answer


def _peer(transport: asyncio.BaseTransport | None) -> str:
    """Return the address of another device, "" for a connection from this computer to itself."""
    if transport is None or not guard.remote(transport.get_extra_info("sockname")):
        return ""
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if peer else "?"


class _Runner(web.AppRunner):
    """Makes a `_Protocol` for every connection."""

    doors: guard.Doors

    @property
    def server(self) -> Any:
        """Return what makes a protocol."""
        manager = super().server
        if manager is None:
            return None
        loop = asyncio.get_running_loop()
        quiet: Any = None  # no line for every request
        return functools.partial(
            _Protocol, self.doors, manager, loop=loop, access_log=quiet, logger=_log
        )


def _files() -> dict[str, tuple[bytes, str]]:
    """Return the page's files by name; a name that is not among them is not there."""
    return {
        path.name: (path.read_bytes(), _TYPES[path.suffix])
        for path in PAGE.iterdir()
        if path.suffix in _TYPES
    }


class Server:
    """Serves one table on the loopback address.

    Args:
        spec: what table is wanted; None with `make`.
        speed: virtual time per wall time.
        cabled: whether the table has a USB cable for other programs.
        mode: what the page begins with, `table.LOBBY` or `table.BENCH`.
        language: of the page; "" is the browser's.
        make: makes the table from what tells the pages; None makes a simulated one.
        shared: an address of this machine on which other devices may sit down or watch, "" for none.
        seats: called with how devices come to the seats that have some, by colour, when that is new.

    Attributes:
        table: the table.
        port: where the server listens, once it has started.
        key: the secret in the link for devices that only watch, "" for none.

    Raises:
        TavleError: there is no such table.
    """

    def __init__(
        self,
        spec: TableSpec | None,
        speed: float = 1.0,
        cabled: bool = False,
        mode: str = BENCH,
        language: str = "",
        make: Callable[[Callable[[Message], None]], ShownTable] | None = None,
        shared: str = "",
        seats: Callable[[dict[str, Seat]], None] | None = None,
    ):
        self.port = 0
        self._seats = seats
        self._doors = guard.Doors()
        self._site: web.TCPSite | None = None  # for other devices
        self._typed: dict[str, str] = {}  # secret -> code to type
        self.key = secrets.token_urlsafe(_KEY_BYTES) if shared else ""
        self._shared = shared
        self._loop: asyncio.AbstractEventLoop | None = None
        self._failed = asyncio.Event()
        self._reviewing = asyncio.Lock()
        self._files = _files()
        self._language = language
        self.table: Table | ShownTable
        if make is not None:
            self.table = make(self._spread)
        else:
            assert spec is not None
            self.table = Table(spec, self._spread, speed, cabled, mode)
        self._guests = Guests(self.table, self._call, self._link_of, self._tell_links)
        self._guests.closes = self._unshare
        self._runner: web.AppRunner | None = None

    @property
    def address(self) -> str:
        """Return what to type into a browser."""
        return f"http://{HOST}:{self.port}/"

    @property
    def link(self) -> str:
        """Return what devices open that watch, with its secret; "" when they may not look."""
        return f"{self._there}#key={self.key}" if self._shared else ""

    @property
    def _there(self) -> str:
        """Return the address for other devices; this computer's own where there are none."""
        return (
            f"http://{guard.written(self._shared)}:{self.port}/" if self._shared else self.address
        )

    async def start(self, port: int | None = 0) -> None:
        """Begin to serve; port 0 takes a free one, None the first from PORT. Raises TavleError when it is not free."""
        self._loop = asyncio.get_running_loop()
        app = web.Application(middlewares=[self._guard])
        app.router.add_get("/socket", self._socket)
        app.router.add_get("/words.json", self._words)
        app.router.add_get("/seat", self._known)
        app.router.add_get("/review", self._review)
        app.router.add_get("/{name:.*}", self._file)
        app.on_shutdown.append(self._say_goodbye)
        self._runner = _Runner(app, shutdown_timeout=1.0)
        self._runner.doors = self._doors
        await self._runner.setup()
        for wanted in range(PORT, PORT + _PORTS) if port is None else [port]:
            try:
                await web.TCPSite(self._runner, HOST, wanted).start()
                break
            except OSError as error:
                failure = error
        else:
            await self._runner.cleanup()
            raise TavleError(
                tr("cannot serve the table on port {port}", port=wanted), failure.strerror or str(failure),
                tr("choose another --port, or none"),
            ) from None  # fmt: skip
        self.port = self._runner.addresses[0][1]
        if self._shared:
            await self._share()
            self._guests.open = self._there.removeprefix("http://").rstrip("/")
        self.table.ended = self._table_ended
        self.table.start()

    async def _share(self) -> None:
        """Listen on the address for other devices too, at the same port."""
        assert self._runner is not None
        self._site = web.TCPSite(self._runner, self._shared, self.port)
        try:
            if ipaddress.ip_address(self._shared).is_unspecified:
                raise ValueError(tr("it stands for every address"))
            await self._site.start()
        except (OSError, ValueError) as error:
            await self._runner.cleanup()
            raise TavleError(
                tr("cannot share the table on {address}", address=self._shared),
                getattr(error, "strerror", None) or str(error),
                tr("name an address of this computer in your network"),
            ) from None  # fmt: skip

    async def _unshare(self) -> None:
        """Listen to this computer only, from now on."""
        if self._site is not None:
            await self._site.stop()
        self._site, self._shared, self._guests.open = None, "", ""
        self._guests.closed()

    async def stop(self) -> None:
        """Say goodbye to the pages, pull the plug, and leave nothing behind."""
        if self._runner is not None:
            await self._runner.cleanup()
        await asyncio.to_thread(self.table.close)

    async def until(self, stop: asyncio.Event) -> None:
        """Serve until `stop` is set. Raises what ended the table, if something did."""
        waits = [asyncio.create_task(event.wait()) for event in (stop, self._failed)]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in waits:
                task.cancel()
        if self.table.failure is not None:
            raise self.table.failure

    # From the table's thread

    def _call(self, what: Callable[..., None], *args: Any) -> None:
        loop = self._loop
        if loop is None or loop.is_closed():
            return
        try:
            loop.call_soon_threadsafe(what, *args)
        except RuntimeError:  # closed in between
            return

    def _spread(self, message: Message) -> None:
        self._call(self._to_all, message)

    def _table_ended(self) -> None:
        self._call(self._failed.set)

    # On the loop

    def _to_all(self, message: Message) -> None:
        self._guests.tell(message)

    def _link_of(self, token: str) -> Seat:
        link = f"{self._there}#seat={token}"
        return {"address": link, "code": _code(link), "typed": self._typed_code(token)}

    def _tell_links(self) -> None:
        if self._seats is not None:
            self._seats({c: self._link_of(token) for c, token in self._guests.tokens.items()})

    def _typed_code(self, token: str) -> str:
        """Return the digits that somebody types instead of a secret: as new as that one, no two alike."""
        while token not in self._typed:
            digits = f"{secrets.randbelow(10**_DIGITS):0{_DIGITS}d}"
            self._typed = {
                known: code
                for known, code in self._typed.items()
                if known in self._guests.tokens.values()
            }
            if digits not in self._typed.values():
                self._typed[token] = digits
        return self._typed[token]

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        why = guard.complaint(
            request.headers.get("Host"), request.headers.get("Origin"), self.port, self._shared
        )
        if why:
            answer: web.StreamResponse = web.Response(status=403, text=f"Refused: {why}.\n")
        else:
            request.protocol.served()  # type: ignore[attr-defined]
            try:
                answer = await handler(request)
            except web.HTTPException as error:
                answer = web.Response(status=error.status, text=f"{error.reason}.\n")
            finally:
                request.protocol.waits(guard.IDLE_S)  # type: ignore[attr-defined]
        if not answer.prepared:
            for name, value in guard.headers(self.port, self._shared).items():
                answer.headers.setdefault(name, value)
            if _peer(request.transport):  # over plain HTTP a browser ignores it, and complains
                del answer.headers["Cross-Origin-Opener-Policy"]
        return answer

    async def _file(self, request: web.Request) -> web.StreamResponse:
        found = self._files.get(request.match_info.get("name") or "index.html")
        if found is None:
            return web.Response(status=404, text="There is no such file.\n")
        data, kind = found
        return web.Response(body=data, content_type=kind, charset="utf-8")

    async def _words(self, request: web.Request) -> web.StreamResponse:
        asked = request.query.get("lang", "")[:20]
        header = request.headers.get("Accept-Language", "")
        return web.json_response(catalogue.for_page(asked, self._language, header))

    async def _review(self, request: web.Request) -> web.StreamResponse:
        """Look back at the game that is over, as `tavle review` does; for this computer only, which does the work."""
        game = self.table.finished()
        site = request.headers.get("Sec-Fetch-Site", "none")
        if _peer(request.transport) or site not in ("none", "same-origin"):
            return web.Response(status=403, text="Refused: only this computer looks back.\n")
        if not game:
            return web.Response(status=404, text="There is no game that is over.\n")
        language = catalogue.choose(request.query.get("lang", "")[:20])
        async with self._reviewing:
            with tempfile.TemporaryDirectory() as folder:
                page = Path(folder, "review.html")
                work = await asyncio.create_subprocess_exec(
                    sys.executable, "-m", "tavle", "review", game, "--to", str(page),
                    "--seconds", str(_REVIEW_S), "--lang", language,
                    stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE,
                )  # fmt: skip
                try:
                    said = (await work.communicate())[1]
                finally:
                    if work.returncode is None:  # whoever asked has gone
                        work.terminate()  # so that it ends its own workers
                if work.returncode:
                    return web.Response(status=500, text=said.decode(errors="replace"))
                body = await asyncio.to_thread(page.read_bytes)
        answer = web.Response(body=body, content_type="text/html", charset="utf-8")
        answer.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
        return answer

    def _role(self, request: web.Request, token: str) -> tuple[str, str]:
        """Return what somebody is here and at which seat, ("", "") for nobody with business here."""
        peer = _peer(request.transport)
        if not token:
            # Who came by the network is never the screen, whatever it says of itself.
            return ("", "") if peer else (SCREEN, "")
        seat = self._guests.seat_of(token)
        watches = bool(self._shared) and same(self.key, token)
        if not seat and not watches:
            self._doors.was_wrong(peer)
            return "", ""
        return (SEAT, seat) if seat else (ONLOOKER, "")

    def _refused(self, request: web.Request) -> web.Response | None:
        """Return the answer to an address that had too many secrets wrong, None for others."""
        peer = _peer(request.transport)
        if not peer or not self._doors.tries_on(peer):
            return None
        return web.Response(status=429, text="Refused: too many wrong secrets; wait a minute.\n")

    async def _known(self, request: web.Request) -> web.StreamResponse:
        """Tell a page whether its secret is good (a browser does not say why a WebSocket was refused), or give it one for a typed code."""
        if "Tavle-Code" in request.headers:
            return self._secret_of(request.headers["Tavle-Code"])
        token = request.headers.get("Tavle-Secret", "")[:LONGEST_ID]
        known = self._role(request, token)[0]
        return self._refused(request) or web.Response(status=204 if known else 403)

    def _secret_of(self, typed: str) -> web.Response:
        """Answer the secret that belongs to a typed code; whoever guesses, from wherever, has few tries a minute."""
        if self._doors.tries_on(guard.TYPED):
            return web.Response(status=429, text="Refused: too many wrong codes; wait a minute.\n")
        found = ""
        for token, code in self._typed.items():
            if same(code, typed) and self._guests.seat_of(token):
                found = token
        if not found:
            self._doors.was_wrong(guard.TYPED)
            return web.Response(status=403, text="Refused: no seat has this code.\n")
        return web.json_response({"secret": found})

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        offered = request.headers.get("Sec-WebSocket-Protocol", "").split(",")
        token = next((one.strip() for one in offered if one.strip() != _PROTOCOL), "")
        role, seat = self._role(request, token[:LONGEST_ID])
        own = role == SCREEN
        socket = web.WebSocketResponse(
            max_msg_size=_CUT_OFF if own else _CUT_OFF_THERE, heartbeat=20, compress=False,
            protocols=(_PROTOCOL,),
        )  # fmt: skip
        if not socket.can_prepare(request):
            return web.Response(status=400, text="This address is for WebSockets.\n")
        refused = self._refused(request)
        if refused or not role:
            return refused or web.Response(
                status=403, text="Refused: the link lacks its secret.\n"
            )
        await socket.prepare(request)
        visitor = Visitor(socket, role, seat, token, request.query.get("page", "")[:LONGEST_ID])
        visitor.remote = bool(_peer(request.transport))
        sender = asyncio.create_task(visitor.send())

        self._guests.come(visitor)
        try:
            await self._listen(visitor)
        finally:
            self._guests.go(visitor)
            sender.cancel()
        return socket

    async def _listen(self, visitor: Visitor) -> None:
        async for message in visitor.socket:
            if visitor.gone:
                return
            if visitor.role != SCREEN:
                await visitor.patience()
            if message.type == WSMsgType.TEXT:
                await self._guests.take(visitor, message.data)
            elif message.type == WSMsgType.BINARY:
                visitor.put({"ok": False, "error": "a message is text: one JSON object"})

    async def _say_goodbye(self, _app: web.Application) -> None:
        for visitor in list(self._guests.there):
            await visitor.socket.close(code=WSCloseCode.GOING_AWAY, message=b"the table is closed")


@functools.lru_cache(maxsize=16)
def _code(link: str) -> str:
    """Return a link as a picture that a phone's camera reads, for an `<img>`."""
    import segno

    code: str = segno.make(link, error="m").svg_data_uri(
        scale=4, border=3, dark="#000", light="#fff"
    )
    return code


def elsewhere(address: str, port: int | None) -> str:
    """Return a sentence when the page is not where it usually is, "" when it is; `port` is what was asked for."""
    if port is not None or f":{PORT}/" in address:
        return ""
    return tr("Port {port} is taken: the page has another address than usual.", port=PORT)


def serve(
    spec: TableSpec,
    port: int | None,
    speed: float,
    cabled: bool,
    mode: str,
    language: str,
    ready: Callable[[str, str], None],
    shared: str = "",
    seats: Callable[[dict[str, Seat]], None] | None = None,
) -> int:
    """Serve a table until Ctrl-C or another signal ends it; return which signal did.

    Args:
        spec: what table is wanted.
        port: where to listen, 0 for any free port, None for the first from PORT.
        speed: virtual time per wall time.
        cabled: whether the table has a USB cable for other programs.
        mode: what the page begins with, `table.LOBBY` or `table.BENCH`.
        language: of the page; "" is the browser's.
        ready: called with the page's address and the cable's port ("" without one).
        shared: see `Server`.
        seats: see `Server`.
    """

    def make() -> Server:
        return Server(spec, speed, cabled, mode, language, shared=shared, seats=seats)

    return serve_until_ended(make, port, ready)


def serve_until_ended(
    make: Callable[[], Server], port: int | None, ready: Callable[[str, str], None]
) -> int:
    """Serve until Ctrl-C or another signal ends it; see `serve`. `make` makes the server."""

    async def main() -> int:
        got: list[int] = []
        stop = asyncio.Event()

        def end(number: int) -> None:
            got.append(number)
            stop.set()

        loop = asyncio.get_running_loop()
        if sys.platform != "win32":  # there Ctrl-C is a KeyboardInterrupt
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                loop.add_signal_handler(number, end, number)
        server = make()
        try:
            await server.start(port)
            cable = server.table.cable
            ready(server.address, cable.port if cable else "")
            await server.until(stop)
        finally:
            await server.stop()
        return got[0] if got else 0

    return asyncio.run(main())
