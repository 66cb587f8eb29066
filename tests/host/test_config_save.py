# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""`tavle config save` and `load`: what a table has learnt goes to a file and to another table."""

import json

from follower import scrambled, table, wiring_of

from tavle import cli, paths
from tavle.sim import prepare
from tavle.sim.pty import PtyBridge

paths.add_firmware()
from store import wiring  # noqa: E402


def run(port, *words):
    return cli.run(["config", *words, "--port", port])


def test_settings_wiring_and_stickers_go_to_a_file_and_to_another_table(tmp_path, capsys):
    kept = str(tmp_path / "table.json")
    order = scrambled(92, 4)
    wiring.save(str(tmp_path / "wiring.bin"), "partners", bytes(order), bytes(range(96)))
    with table() as first, PtyBridge(first, 20.0) as old:
        session = old.session

        def wire():
            files = prepare.files_of(session.target.read_flash())
            session.power(False)
            files["wiring.bin"] = (tmp_path / "wiring.bin").read_bytes()
            session.target.write_flash(prepare.image(files))
            session.power(True)
            session.until_ready()
            session.request("tags.start")
            session.request("tags.learn", uid="04112233445566", kind=3, copy=1)
            session.request("tags.stop")

        old.do(wire)
        assert run(old.cable.port, "set", "settle_ms", "700") == 0
        assert run(old.cable.port, "save", kept) == 0
    with table() as second, PtyBridge(second, 20.0) as new:
        port = new.cable.port
        assert run(port, "set", "sound", "off") == 0
        assert run(port, "load", kept) == 0
        assert new.do(lambda: wiring_of(new.session)) == (order, list(range(96)))
        capsys.readouterr()
        assert run(port, "list", "--json") == 0
        settings = json.loads(capsys.readouterr().out)
        assert settings["settle_ms"] == 700 and settings["sound"] is True
        assert cli.run(["tags", "--list", "--port", port]) == 0
        assert "04112233445566" in capsys.readouterr().out
    (tmp_path / "table.json").write_text("{}")
    assert run("/dev/none", "load", kept) == 2
    assert "it is not a file of `tavle config save`" in capsys.readouterr().err
