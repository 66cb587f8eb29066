# SPDX-License-Identifier: Apache-2.0
"""Another thing under a name for a while, and a flash that takes nothing: for both interpreters."""


class Instead:
    """`with Instead(files, "write", full_flash):` the name means the other thing, then its own again."""

    def __init__(self, owner, name, other):
        self.owner = owner
        self.name = name
        self.own = getattr(owner, name)
        setattr(owner, name, other)

    def __enter__(self):
        return self.own

    def __exit__(self, *_):
        setattr(self.owner, self.name, self.own)


def full_flash(*given):
    raise OSError(28)
