# SPDX-License-Identifier: Apache-2.0
"""The simulator: chip models, a virtual table of pawns and cards, and the targets it drives.

Also imported by MicroPython (`chips`, `inside`), so nothing is imported here.
"""
