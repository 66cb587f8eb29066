# SPDX-License-Identifier: Apache-2.0
"""One folder per game; `rules.load` imports only the one that is played."""

# (rulebook, its folder here, the board it is played on), in the order in which people are offered them.
# The tool adds the games of others, see `host/tavle/games.py`.
FOLDERS = (
    ("partners-movers", "partners", "partners"),
    ("partners-nordic", "partners", "partners"),
    ("partners-pawns", "partners", "partners"),
    ("tock", "tock", "partners"),
    ("ludo-norsk", "ludo", "ludo"),
    ("ludo-dansk", "ludo_dansk", "ludo"),
    ("ludo-world", "ludo_world", "ludo"),
    ("sorry", "sorry", "sorry"),
)
