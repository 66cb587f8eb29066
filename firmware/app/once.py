# SPDX-License-Identifier: Apache-2.0
"""Forgets what a table does once, at power-up: some 4 KB of a Pico's heap, of which there are 241.

The constructors of what there is one of, and what only the start calls. A module that is forgotten would do as well
for a function, but these belong to classes that stay. Classes of which a mode, a new game or a card makes another
one are not here.
"""

from app.hardware import Hardware
from app.system import System
from app.table.feedback import Feedback
from app.table.led_map import LedMap
from app.table.table import Table
from drivers.buttons import Buttons
from drivers.buzzer import Buzzer
from drivers.hc165 import Chain
from drivers.pn532.exchange import Exchange
from drivers.pn532.reader import Reader
from drivers.ws2812 import Strip
from light.lights import Lights
from sense.boardmap import BoardMap
from sense.candidates import Candidates
from sense.expected import Expected
from sense.handlog import HandLog
from sense.hints import Hints
from sense.occupancy import Occupancy
from sense.recognise import Recogniser
from store.journal import Journal

_ONE_OF = (
    BoardMap, Buttons, Buzzer, Candidates, Chain, Exchange, Expected, Feedback, HandLog, Hardware, Hints, LedMap, Lights,
    Occupancy, Reader, Recogniser, Strip, System, Table,
)  # fmt: skip


def forget_once() -> None:
    """Take from the classes what has run for the last time.

    Deleted, it would still be there: MicroPython leaves the value where the name was (py/map.c).
    """
    for one in _ONE_OF:
        one.__init__ = None  # type: ignore
    Chain.read = System.begin = None  # type: ignore
    Journal.open = Journal.resume = Journal.take = None  # type: ignore
