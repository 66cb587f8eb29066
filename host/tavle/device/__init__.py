# SPDX-License-Identifier: Apache-2.0
"""A table on a cable: finding its port, MicroPython's prompt, and the firmware's JSON lines."""
