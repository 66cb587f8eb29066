# SPDX-License-Identifier: Apache-2.0
"""The magnetic model of a board: what a pawn's magnet does to the reeds. Calculated, not measured.

`parts` has the constants, `potential` the field of a magnet and the drive of a reed, `margins` the
worst cases of a board, `propose` the best turn of every reed, `draw` the pictures. What is behind it all is
made by `model`, with magpylib (the magnets' field), and `iron` (what a reed's blades and leads count).
"""
