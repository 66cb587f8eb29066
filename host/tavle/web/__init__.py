# SPDX-License-Identifier: Apache-2.0
"""The virtual table in the browser: a server on this machine, and the page it serves."""
