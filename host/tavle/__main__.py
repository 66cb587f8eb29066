# SPDX-License-Identifier: Apache-2.0
"""`python -m tavle`, and what the installed `tavle` starts: the command line."""

import sys


def main() -> None:
    """Run the command line; Ctrl-C while its modules are still being read ends it in one line, too."""
    try:
        from tavle.cli import main as command_line
    except KeyboardInterrupt:
        print("tavle: interrupted", file=sys.stderr)  # noqa: T201 - as `tavle.cli` does
        sys.exit(130)
    command_line()


if __name__ == "__main__":
    main()
