# SPDX-License-Identifier: Apache-2.0
"""Computer players on the PC: the expert, games between levels, the ladder."""
