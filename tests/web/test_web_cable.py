# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The USB cable of the table in the browser: other commands take it for a real one."""

import asyncio

from tables import LINE, at_table

from tavle import cli
from tavle.device.link import open_link


async def alone(action, *args):
    """Run something that waits for the table while the table goes on."""
    return await asyncio.get_running_loop().run_in_executor(None, action, *args)


@at_table(cabled=True)
async def test_a_command_talks_to_the_table_of_the_page(served, capsys):
    port = served.server.table.cable.port
    assert await alone(cli.run, ["doctor", "--quick", "--port", port]) == 0  # nobody looks
    guest = await served.guest()
    assert await alone(cli.run, ["config", "set", "settle_ms", "800", "--port", port]) == 0
    assert await alone(cli.run, ["config", "get", "settle_ms", "--port", port]) == 0
    await guest.lays("5")
    said = capsys.readouterr()
    assert "nothing failed" in said.out and "800" in said.out and said.err == ""


@at_table(position=LINE, cabled=True)
async def test_who_has_the_cable_has_the_table_and_another_table_keeps_the_port(served):
    guest = await served.guest()
    cable = served.server.table.cable
    with open_link(cable.port) as link:
        assert (await alone(link.hello, 5.0))["rulebook"] == "partners-pawns"
        await guest.view(phase="cable")
        refused = await guest.do("state")
        assert "another program has the USB cable" in refused["error"]
        await guest.good("press", button="red", ms=50)  # hands are as free as ever
        # Nothing the table says is lost, and no answer is for somebody else.
        await guest.good("card", card="12")
        told = await alone(link.event, 5.0)
        while told["event"] != "card":
            told = await alone(link.event, 5.0)
        assert told["card"] == "12"
    await guest.view(phase="move")
    assert (await guest.do("state"))["phase"] == "move"
    port = cable.port
    await guest.good("table", rulebook="sorry")
    assert served.server.table.cable.port == port
    with open_link(port) as link:
        assert (await alone(link.hello, 5.0))["rulebook"] == "sorry"
