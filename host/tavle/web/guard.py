# SPDX-License-Identifier: Apache-2.0
"""Who may talk to the server: pages it has served itself, and programs on this machine.

The server listens on the loopback address only, and, where its owner wants other devices to watch, on
one more address: there nothing is told without the secret of the link. A page of some other site, open in the same
browser, can still reach it: by its address, or by a name of its own that suddenly points to
127.0.0.1 (DNS rebinding). The first says another `Origin`, the second another `Host`.
"""

_NAMES = ("127.0.0.1", "localhost")
_HTTP_PORT = 80  # left out by browsers

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


def hosts(port: int, shared: str = "") -> set[str]:
    """Return the `Host` headers that mean this server, which may listen on a `shared` address too."""
    own = {*_NAMES, shared} - {""}
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
