# SPDX-License-Identifier: Apache-2.0
"""The control pipe: length-prefixed JSON, beside the firmware's USB link and unseen by it."""

import json
import sys


class Pipe:
    """Messages from and to the program that owns this process.

    Args:
        fd_in: file descriptor to read from.
        fd_out: file descriptor to write to.
    """

    def __init__(self, fd_in, fd_out):
        self._in = open(fd_in, "rb")
        self._out = open(fd_out, "wb")

    def get(self):
        """Block until a message is there. The other end closing ends the process."""
        size = int.from_bytes(self._read(4), "little")
        return json.loads(self._read(size))

    def _read(self, size):
        data = b""
        while len(data) < size:
            more = self._in.read(size - len(data))
            if not more:
                sys.exit(0)
            data += more
        return data

    def put(self, message):
        """Send a message. The other end closing ends the process."""
        body = json.dumps(message).encode()
        try:
            self._out.write(len(body).to_bytes(4, "little"))
            self._out.write(body)
        except OSError:
            sys.exit(0)
