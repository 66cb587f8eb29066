# SPDX-License-Identifier: Apache-2.0
"""KiCad projects made by code: what a board is (`design`), its schematic, its layout, its files."""
