# SPDX-License-Identifier: Apache-2.0
"""Modules that are needed now and then: imported for the moment, forgotten afterwards.

A Pico has 241 KB for everything, and a module costs about twice its .mpy file. What is only
used at power-up or for a rare request does not stay.
"""

import gc
import sys

# What `sense` loads to judge a board that hands have touched, and to ask or to show a way, each after those it needs.
JUDGES = ("sense.progress", "sense.inquiry")
ANSWERS = ("sense.hypotheses", "sense.ranking", "sense.guide", "sense.fit")
# What goes while a question is open, and while a way is shown: the rest of it, and the lights of a computer's move.
NOT_ASKED = ("sense.ranking", "sense.guide", "sense.fit", "app.table.way")
NOT_SHOWN = ("sense.hypotheses", "sense.ranking", "sense.fit", "app.table.way")


def bring(*names: str) -> None:
    """Import modules that stay, each before those that need it.

    Garbage is collected before each and behind the last. What an import leaves behind would lie between
    what stays, and with 40 KB free no piece of 3 KB was left in one.
    """
    wanted = [name for name in names if name not in sys.modules]
    for name in wanted:
        gc.collect()
        __import__(name)
    if wanted:
        gc.collect()


def forget(*names: str) -> None:
    """Drop modules; their memory comes back with the next collection.

    What is still referred to stays: an object of a class keeps all of the class's module.
    """
    for name in names:
        sys.modules.pop(name, None)  # its package may know it still
        package, _, last = name.rpartition(".")
        try:
            delattr(sys.modules[package], last)
        except (AttributeError, KeyError):
            pass  # nothing else refers to it


def forget_answers() -> None:
    """Drop what `sense` has loaded to ask or to show a way, when that is over."""
    for name in ANSWERS:
        if name in sys.modules:
            forget(name)


def sentence(word: str) -> str:
    """Return the sentence of a machine word, see `table/messages.py`."""
    from app.table import messages

    text = messages.sentence(word)
    forget("app.table.messages")
    return text
