# SPDX-License-Identifier: Apache-2.0
"""What the doctor says of the card reader; imported when it is asked."""

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from drivers.pn532.reader import Reader

# By the numbers of the states of `reader`.
_STATES = (
    "reset",
    "boot",
    "configure",
    "version",
    "retries",
    "offline",
    "waiting for a card",
    "resting",
    "field off",
    "field on",
    "looking",
    "talking to a tag",
)


def of(reader: "Reader", state: int) -> dict:
    """Return what is known of a reader in a state."""
    line = reader.exchange
    return {
        "online": reader.online,
        "state": _STATES[state],
        "firmware": reader.firmware,
        "uid": reader.presence.uid,
        "last_tag": reader.last_tag,
        "last_error": reader.last_error,
        "reads": reader.reads,
        "tag_errors": reader.tag_errors,
        "bad_frames": line.bad_frames,
        "resent": line.resent,
        "nacks": line.nacks,
        "bus_errors": line.bus_errors,
        "resets": reader.resets,
    }
