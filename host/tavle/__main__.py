# SPDX-License-Identifier: Apache-2.0
"""`python -m tavle`: the same as the `tavle` command."""

from tavle.cli import main

if __name__ == "__main__":
    main()
