# SPDX-License-Identifier: Apache-2.0
"""The boards, as data: one module each with a `design()`."""
