# SPDX-License-Identifier: Apache-2.0
"""Starts the table; everything else is in app/."""

from app.run import main

main()
