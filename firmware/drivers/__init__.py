# SPDX-License-Identifier: Apache-2.0
"""Drivers of the chips on the table; each is given its pins and its bus."""
