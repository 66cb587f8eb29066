# SPDX-License-Identifier: Apache-2.0
"""Errors that must come, for the tests that run in both interpreters."""


def refusal(error, function, *arguments, **named):
    """Call a function that must raise this error; return its text."""
    try:
        function(*arguments, **named)
    except error as failure:
        return str(failure)
    raise AssertionError("nothing was refused")
