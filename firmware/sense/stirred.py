# SPDX-License-Identifier: Apache-2.0
"""How long work learns that its answer is no longer wanted."""


class Stirred(Exception):
    """A hand has moved: what is being worked out is about a board that is no more."""


def calm() -> None:
    """Let work continue: nothing else has to be done meanwhile."""
