# SPDX-License-Identifier: Apache-2.0
"""From reed levels to moves: debounce, board map, recognition. Pure: time is passed in."""
