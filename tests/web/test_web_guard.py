# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Who may talk to the server, and what time it is at the table."""

import pytest

from tavle.web import browser, guard
from tavle.web.clock import Clock


@pytest.mark.parametrize(
    ("host", "origin", "why"),
    [
        ("127.0.0.1:8080", None, ""),
        ("localhost:8080", None, ""),
        ("LocalHost:8080", "http://localhost:8080", ""),
        ("127.0.0.1:8080", "http://127.0.0.1:8080", ""),
        ("127.0.0.1:8080", "http://localhost:8080", ""),
        (None, None, "Host header must be"),
        ("", None, "Host header must be"),
        ("127.0.0.1", None, "Host header must be"),
        ("127.0.0.1:8081", None, "Host header must be"),
        ("rebound.example:8080", None, "Host header must be"),
        ("127.0.0.1:8080.example", None, "Host header must be"),
        ("127.0.0.1:8080", "http://rebound.example:8080", "may not use this table"),
        ("127.0.0.1:8080", "http://127.0.0.1:8081", "may not use this table"),
        ("127.0.0.1:8080", "https://127.0.0.1:8080", "may not use this table"),
        ("127.0.0.1:8080", "null", "may not use this table"),
        ("127.0.0.1:8080", "", "may not use this table"),
    ],
)
def test_own_pages_and_programs_are_let_in_and_everybody_else_is_refused(host, origin, why):
    complaint = guard.complaint(host, origin, 8080)
    assert why in complaint and bool(why) == bool(complaint)


LAN = "192.168.1.5"
NAMES = ("127.0.0.1:8080", "localhost:8080", f"{LAN}:8080")
STRANGERS = ("192.168.1.5", "192.168.1.5:8081", "192.168.1.6:8080", "192.168.1.5.example:8080", "tavle.local:8080", "[::1]:8080")  # fmt: skip


def test_the_address_in_the_network_is_one_more_name_and_no_other():
    for host in NAMES:
        assert guard.complaint(host, None, 8080, LAN) == ""
        for name in NAMES:
            assert guard.complaint(host, f"http://{name}", 8080, LAN) == ""
        for name in (*STRANGERS, "other.example"):
            assert "may not use" in guard.complaint(host, f"http://{name}", 8080, LAN)
        assert "may not use" in guard.complaint(host, f"https://{LAN}:8080", 8080, LAN)
        assert "may not use" in guard.complaint(host, "null", 8080, LAN)
    for host in STRANGERS:
        assert "Host header" in guard.complaint(host, None, 8080, LAN)
    assert guard.complaint(NAMES[2], None, 8080), "without --lan it is a stranger's"


def test_browsers_leave_the_usual_port_out():
    assert guard.complaint("127.0.0.1", "http://localhost", 80) == ""
    assert guard.complaint("127.0.0.1", None, 8080) != ""


def test_the_page_may_load_nothing_from_elsewhere():
    policy = guard.headers(8080)["Content-Security-Policy"]
    assert policy.startswith("default-src 'none';") and "frame-ancestors 'none'" in policy
    assert "connect-src 'self' ws://127.0.0.1:8080 ws://localhost:8080;" in policy
    assert "unsafe" not in policy and "*" not in policy


class Wall:
    """A wall clock that goes when told to."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


def test_virtual_time_follows_wall_time_at_the_chosen_speed():
    wall = Wall()
    clock = Clock(4.0, wall)
    assert clock.owed_ms() == 0
    wall.now += 0.1
    assert clock.owed_ms() == pytest.approx(400)
    clock.passed(400)
    assert clock.owed_ms() == pytest.approx(0, abs=1e-6)
    clock.passed(200)
    assert clock.owed_ms() == 0 and clock.ahead_s() == pytest.approx(0.05)
    clock.speed = 1.0
    wall.now += 0.06
    assert clock.ahead_s() == 0 and clock.owed_ms() == pytest.approx(10)


def test_what_came_while_the_table_was_busy_is_done_at_its_own_time():
    wall = Wall()
    clock = Clock(2.0, wall)
    wall.now += 0.2
    assert clock.owed_ms(wall.now - 0.15) == pytest.approx(100)
    clock.passed(100)
    assert clock.owed_ms(wall.now - 0.05) == pytest.approx(200)
    clock.passed(200)
    assert clock.owed_ms(wall.now - 0.1) == 0
    assert clock.owed_ms() == pytest.approx(100)


def test_a_pc_that_slept_does_not_catch_up():
    wall = Wall()
    clock = Clock(1.0, wall)
    wall.now += 3600
    owed_ms = clock.owed_ms()
    assert 100 <= owed_ms <= 1000
    clock.passed(owed_ms)
    assert clock.owed_ms() == pytest.approx(0, abs=1e-6)
    wall.now += 10
    clock.restart()
    assert clock.owed_ms() == 0


def test_without_a_screen_no_browser_is_opened(monkeypatch):
    opened = []
    monkeypatch.setattr("webbrowser.open", lambda address: opened.append(address) or True)
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    assert browser.show("http://127.0.0.1:1/") is False and opened == []
    monkeypatch.setenv("DISPLAY", ":0")
    assert browser.show("http://127.0.0.1:1/") is True and opened == ["http://127.0.0.1:1/"]
