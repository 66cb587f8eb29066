# SPDX-License-Identifier: Apache-2.0
"""The magnetic model of a board: what a pawn's magnet does to the reeds. Calculated, not measured.

`parts` has the constants, `potential` the field of a magnet and the drive of a reed, `margins` the
worst cases of a board, `propose` the best turn of every reed, `draw` the pictures, `model` makes
the table behind it all with magpylib.
"""
