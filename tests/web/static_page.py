# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The folder of `make page`, made once, and a plain web server for it."""

import contextlib
import functools
import http.server
import importlib.util
import shutil
import tempfile
import threading
from pathlib import Path

from tavle import paths

_MADE = tempfile.TemporaryDirectory(prefix="tavle-page-", ignore_cleanup_errors=True)


@functools.cache
def maker():
    """Return host/page.py."""
    spec = importlib.util.spec_from_file_location("make_page", paths.ROOT / "host" / "page.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@functools.cache
def contents():
    """Return the files of the page by name; npm brings what is not in the checkout's build/ yet."""
    return maker().contents(paths.kept() / "npm")


@functools.cache
def folder():
    """Make the page; return its folder."""
    maker().write(Path(_MADE.name), contents())
    return Path(_MADE.name)


def put_controller(folder):
    """Put into a folder what a program of Node needs to run a controller of the page."""
    page = maker()
    brought = page.fetch(paths.kept() / "npm")
    for name in ("micropython.mjs", "micropython.wasm"):
        (folder / name).write_bytes(brought[name])
    (folder / "device").write_bytes(page.joined(page.device()))
    (folder / "package.json").write_text('{"type": "module"}')
    shutil.copy(paths.ROOT / "host/tavle/web/alone/controller.js", folder)


class _Counting(http.server.SimpleHTTPRequestHandler):
    sent = 0  # bytes of the bodies of its answers

    def copyfile(self, source, outputfile):
        data = source.read()
        _Counting.sent += len(data)
        outputfile.write(data)

    def log_message(self, *_):
        pass


def sent():
    """Return the bytes of the answers' bodies since the last server began."""
    return _Counting.sent


@contextlib.contextmanager
def served(where=None):
    """Serve the page's folder, or another one, as `python -m http.server` does; give its address."""
    _Counting.sent = 0
    handler = functools.partial(_Counting, directory=str(where or folder()))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
