# SPDX-License-Identifier: Apache-2.0
"""Who may talk to the server: pages it has served itself, and programs on this machine.

The server listens on the loopback address only, and, where its owner wants other devices to watch, on
one more address: there nothing is told without the secret of the link. A page of some other site, open in the same
browser, can still reach it: by its address, or by a name of its own that suddenly points to
127.0.0.1 (DNS rebinding). The first says another `Origin`, the second another `Host`.
"""

import collections
import time

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

_NAMES = ("127.0.0.1", "localhost")
_HTTP_PORT = 80  # left out by browsers

HEADERS_S = 10.0
"""Within so long a connection says what it wants, or it is closed."""

IDLE_S = 2.0
"""After an answer it is kept for so long: a page has a dozen files, and comes once."""

_EACH = 16  # connections of one other device
_OTHERS = 64  # ... of all of them
_KEPT = 32  # descriptors that are for this computer
_FEWEST = 256  # where the system does not say how many it has
TYPED = "typed"
"""Counts wrong codes of all devices together, in place of an address."""

_WRONG = 20  # secrets that one address may have wrong within ...
_WRONG_TYPED = 5  # ... and codes that all of them may
_WRONG_S = 60.0

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
"""What every answer says to the browser."""


def written(address: str) -> str:
    """Return an address as it stands in a link: one of IPv6 has brackets."""
    return f"[{address}]" if ":" in address else address


def hosts(port: int, shared: str = "") -> set[str]:
    """Return the `Host` headers that mean this server, which may listen on a `shared` address too."""
    own = {*_NAMES, written(shared)} - {""}
    names = {f"{name}:{port}" for name in own}
    return names | own if port == _HTTP_PORT else names


def remote(here: object) -> bool:
    """Tell whether somebody came in by another address than this machine's own loopback.

    Args:
        here: the socket's own address, as (address, port); what a request says of itself is no proof.
    """
    address = str(here[0]) if isinstance(here, tuple) and here else ""
    return address not in _NAMES


def complaint(host: str | None, origin: str | None, port: int, shared: str = "") -> str:
    """Return why a request is refused, "" when it is not.

    Args:
        host: its `Host` header.
        origin: its `Origin` header; browsers send one with every WebSocket, programs need not.
        port: the server's port.
        shared: the address other devices may use, "" for none.
    """
    known = hosts(port, shared)
    if (host or "").lower() not in known:
        return f"the Host header must be {' or '.join(sorted(known))}"
    if origin is not None and origin.lower() not in {"http://" + name for name in known}:
        return f"pages of {origin[:100]} may not use this table"
    return ""


def headers(port: int, shared: str = "") -> dict[str, str]:
    """Return `HEADERS` for a server on that port."""
    # Older browsers do not take a WebSocket of the same origin for 'self'.
    sockets = " ".join(sorted(f"ws://{name}" for name in hosts(port, shared)))
    policy = "Content-Security-Policy"
    own = HEADERS[policy].replace("connect-src 'self'", f"connect-src 'self' {sockets}")
    return {**HEADERS, policy: own}


class Doors:
    """Counts connections, so that neither silent ones nor many shut the owner out.

    Attributes:
        wrong: by address, when secrets were wrong.
    """

    def __init__(self) -> None:
        files = resource.getrlimit(resource.RLIMIT_NOFILE)[0] if resource else _FEWEST
        room = max(files, _FEWEST) - _KEPT
        self._own = room // 2
        self._others = min(_OTHERS, room // 4)
        self._inside: collections.Counter[str] = collections.Counter()
        self._full = False
        self.wrong: dict[str, collections.deque[float]] = {}

    def enter(self, peer: str) -> tuple[bool, bool]:
        """Count a connection of another device (`peer`), or of this computer (""), in.

        Returns:
            whether there is room, and whether it is the first for which there is none.
        """
        others = self._inside.total() - self._inside[""]
        if peer:
            room = self._inside[peer] < _EACH and others < self._others
        else:
            room = self._inside[""] < self._own
        first = not room and not self._full
        self._full = not room
        self._inside[peer] += 1
        return room, first

    def leave(self, peer: str) -> None:
        """Count a connection out."""
        self._inside[peer] -= 1
        self._inside += collections.Counter()  # forgets who has none left

    def tries_on(self, peer: str) -> bool:
        """Tell whether an address had too many secrets wrong, and has to wait."""
        times = self.wrong.get(peer, collections.deque())
        while times and times[0] < time.monotonic() - _WRONG_S:
            times.popleft()
        if not times:
            self.wrong.pop(peer, None)
        return len(times) >= (_WRONG_TYPED if peer == TYPED else _WRONG)

    def was_wrong(self, peer: str) -> None:
        """Remember that a secret was wrong."""
        self.wrong.setdefault(peer, collections.deque(maxlen=_WRONG)).append(time.monotonic())
