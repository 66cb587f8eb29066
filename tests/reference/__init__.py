# SPDX-License-Identifier: Apache-2.0
"""A slow second reading of the five rulebooks, to compare the engine with.

It shares no code with firmware/rules and is cut differently on purpose: every
pawn is walked space by space over plain dicts, lists and strings, and every
order of a split card is tried. Only the rulings and the rulebooks were read to
write it. Start at `reference.contract`.
"""
