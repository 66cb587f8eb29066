# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""MicroPython downloaded: from a site that works, and from such as do not."""

import http.server
import socket
import threading

import pytest
from test_find_and_uf2 import RP2040, RP2350, block, drive
from test_flash_command import board, run  # noqa: F401 (the fake table)

from tavle.commands import flash as command
from tavle.device import download, find
from tavle.errors import TavleError

NAME = "RPI_PICO2-20250911-v1.26.1.uf2"


class _Site(http.server.BaseHTTPRequestHandler):
    """Answers with what the test wants."""

    status = 200
    body = b""
    length = None
    asked: list[str] = []

    def do_GET(self):
        self.asked.append(self.path)
        self.send_response(self.status)
        if self.length != -1:
            self.send_header("Content-Length", str(self.length or len(self.body)))
        self.end_headers()
        self.wfile.write(self.body)

    def log_message(self, *_):
        """Say nothing."""


@pytest.fixture
def site(monkeypatch):
    class Site(_Site):
        asked = []

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setattr(download, "SITE", f"http://127.0.0.1:{server.server_port}/firmware/")
    monkeypatch.setattr(download, "LONGEST_S", 2.0)
    Site.body = block(RP2350)
    yield Site
    server.shutdown()
    server.server_close()


@pytest.fixture
def folder(monkeypatch, tmp_path):
    """Where the drive of a Pico in BOOTSEL mode is mounted; it comes back as a table."""
    made = tmp_path / "RPI-RP2"
    made.mkdir()
    monkeypatch.setattr(command, "KEPT", tmp_path / "kept")
    monkeypatch.setattr(find, "wait_for_table", lambda seconds, known: "/dev/null")
    return drive(made)


def test_the_file_for_the_chip_is_fetched_once(site, tmp_path):
    told = []
    path = download.micropython("RP2350", tmp_path / "kept", told.append)
    assert path == tmp_path / "kept" / NAME
    assert path.read_bytes() == block(RP2350)
    assert download.micropython("RP2350", tmp_path / "kept", told.append) == path
    assert site.asked == ["/firmware/" + NAME]
    assert told[0].startswith("downloading http") and told[1].startswith("using ")
    site.body = block(RP2040)
    other = download.micropython("RP2040", tmp_path / "kept", told.append)
    assert other.name.startswith("RPI_PICO-")


@pytest.mark.parametrize("length", [-1, "long", "\u00b2"])
def test_an_answer_that_does_not_say_how_long_it_is_is_taken(site, tmp_path, length):
    site.length = length
    assert download.micropython("RP2350", tmp_path, print).read_bytes() == block(RP2350)


def test_a_kept_file_that_is_damaged_is_fetched_again(site, tmp_path):
    (tmp_path / NAME).write_bytes(b"torn")
    assert download.micropython("RP2350", tmp_path, print).read_bytes() == block(RP2350)


@pytest.mark.parametrize(
    ("status", "body", "length", "why"),
    [
        (404, b"", None, "the site answers 404"),
        (200, block(RP2350)[:300], None, "the .uf2 file is not complete"),
        (200, b"<html>" + bytes(506), None, "damaged"),
        (200, block(RP2040), None, "it is for the RP2040"),
        (200, block(RP2350), 9999, "only 512 of 9999 bytes came"),
    ],
)
def test_what_is_no_micropython_is_never_kept(site, tmp_path, status, body, length, why):
    site.status, site.body, site.length = status, body, length
    with pytest.raises(TavleError, match=why) as failure:
        download.micropython("RP2350", tmp_path, print)
    assert "micropython.org" in failure.value.next_step
    assert not (tmp_path / NAME).exists()


def test_an_answer_without_end_is_given_up(site, tmp_path, monkeypatch):
    monkeypatch.setattr(download, "MOST_BYTES", 100_000)
    site.body = bytes(400_000)
    with pytest.raises(TavleError, match="does not end"):
        download.micropython("RP2350", tmp_path, print)


def test_without_a_network_the_browser_is_named(tmp_path, monkeypatch):
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        monkeypatch.setattr(download, "SITE", f"http://127.0.0.1:{nobody.getsockname()[1]}/")
        with pytest.raises(TavleError, match="refused") as failure:
            download.micropython("RP2350", tmp_path, print)
    assert "--uf2 FILE" in failure.value.next_step


@pytest.mark.parametrize("in_bootsel", [True, False])
def test_a_pico_in_bootsel_mode_or_with_an_older_micropython_gets_it_and_the_firmware(
    site, board, folder, monkeypatch, capsys, in_bootsel  # noqa: F811
):  # fmt: skip
    waits = lambda: [find.Drive(folder, "RP2350")] if in_bootsel or board.uf2 else []  # noqa: E731
    monkeypatch.setattr(find, "waiting", waits)
    assert run("--download") == 0
    assert (folder / NAME).read_bytes() == block(RP2350)
    out = capsys.readouterr().out
    assert out.index("downloading") < out.index("copying " + NAME) < out.index("The table plays")


def test_two_files_are_too_many(board, capsys):  # noqa: F811
    assert run("--download", "--uf2", "some.uf2") == 2
    assert "drop one" in capsys.readouterr().err
