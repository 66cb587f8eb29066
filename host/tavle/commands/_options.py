# SPDX-License-Identifier: Apache-2.0
"""Options that several commands have."""

from collections.abc import Callable
from typing import Any

import click

from tavle.words import LANGUAGES, terminal


def _chosen(_ctx: click.Context, _option: click.Parameter, one: str | None) -> str:
    if one:
        terminal.use(one)
    return one or ""


def language(help_text: str = "Language; default: the system's.") -> Callable[[Any], Any]:
    """Return the option `--lang`: "" when it is not given."""
    return click.option(
        "--lang",
        type=click.Choice(LANGUAGES),
        callback=_chosen,
        help=help_text,
    )
