# SPDX-License-Identifier: Apache-2.0
"""What turns drivers and rules into a table: asyncio tasks, the game in progress, the USB link."""

VERSION = "0.1.0"
