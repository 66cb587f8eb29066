# SPDX-License-Identifier: Apache-2.0
"""Two tables far apart: what both have agreed on, how it travels, and how a table follows it."""

from tavle.errors import TavleError
from tavle.words.terminal import tr


def missing(why: str) -> TavleError:
    """Return the error that a library of `tavle[link]` is not installed; `why` names it."""
    return TavleError(
        tr("cannot play with another table"), why, tr("install it: pip install 'tavle[link]'")
    )
