# SPDX-License-Identifier: Apache-2.0
"""Talking with a table that runs: watch it, teach it its wiring and its cards, fetch its games."""
