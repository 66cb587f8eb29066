# SPDX-License-Identifier: Apache-2.0
"""What runs inside the firmware's process: the clock, the control pipe and the bench of chips.

Only MicroPython's unix port imports these modules.
"""
