# SPDX-License-Identifier: Apache-2.0
"""PN532 card reader: frames, transports, and the reader that never waits."""
