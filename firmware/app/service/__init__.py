# SPDX-License-Identifier: Apache-2.0
"""What a computer on USB may have done: each module is imported when it is asked for."""
