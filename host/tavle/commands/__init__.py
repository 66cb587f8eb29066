# SPDX-License-Identifier: Apache-2.0
"""One file per command, each exporting a click command named `command`."""
