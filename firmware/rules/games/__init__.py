# SPDX-License-Identifier: Apache-2.0
"""One folder per game; `rules.load` imports only the one that is played."""

# (rulebook, its folder here), in the order in which people are offered them. The tool adds the games
# of others, see `host/tavle/games.py`.
FOLDERS = (
    ("partners-movers", "partners"),
    ("partners-nordic", "partners"),
    ("partners-pawns", "partners"),
    ("ludo-norsk", "ludo"),
    ("sorry", "sorry"),
)
