# SPDX-License-Identifier: Apache-2.0
"""Options that several commands have."""

from collections.abc import Callable
from typing import Any

import click

from tavle.words import LANGUAGES


def language(help_text: str = "Language; default: the system's.") -> Callable[[Any], Any]:
    """Return the option `--lang`: "" when it is not given."""
    return click.option(
        "--lang",
        type=click.Choice(LANGUAGES),
        callback=lambda _c, _p, one: one or "",
        help=help_text,
    )
