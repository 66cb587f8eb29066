# SPDX-License-Identifier: Apache-2.0
"""A game looked back at: what luck has done, and what choices have."""
