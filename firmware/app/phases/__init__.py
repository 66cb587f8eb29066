# SPDX-License-Identifier: Apache-2.0
"""What the table is doing: an object for each time that it does it, see `phase.Phase`."""
