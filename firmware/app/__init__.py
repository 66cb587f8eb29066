# SPDX-License-Identifier: Apache-2.0
"""What turns the parts into a table: asyncio tasks, the game in progress, the USB link."""
