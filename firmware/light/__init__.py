# SPDX-License-Identifier: Apache-2.0
"""The light language: what the table says without words. Pure; time is passed in."""
