# SPDX-License-Identifier: Apache-2.0
"""Everything that people read, in six languages; the table itself only speaks machine words."""

LANGUAGES = ("en", "nb", "da", "sv", "fi", "de")
"""The languages there are; `catalogue.NAMES` has their own names."""
