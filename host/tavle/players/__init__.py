# SPDX-License-Identifier: Apache-2.0
"""Computer players on the PC: games between levels, the ladder."""
