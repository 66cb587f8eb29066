# SPDX-License-Identifier: Apache-2.0
"""Chance for the tests that run in both interpreters."""


class Dice:
    """A small generator of its own: the same numbers in both interpreters."""

    def __init__(self, seed=7):
        self.state = seed

    def __call__(self, below):
        """Return a number from 0 to `below` - 1."""
        self.state = (self.state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self.state >> 8) % below
