# SPDX-License-Identifier: Apache-2.0
"""Two tables far apart: what both have agreed on, how it travels, and how a table follows it."""
