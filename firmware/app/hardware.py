# SPDX-License-Identifier: Apache-2.0
"""The drivers of one controller, as `app.assembly` has put them together."""

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable

    from drivers.buzzer import Buzzer
    from drivers.hc165 import Chain
    from drivers.pn532.reader import Reader
    from drivers.ws2812 import Strip


class Hardware:
    """What the firmware works with.

    Args:
        chain: the switches and buttons.
        strip: the lights.
        buzzer: the buzzer.
        reader: the card reader.
        external: reads the sense pin: 0 when nothing is connected to it, as on USB.
        usb_ma: what the lights may draw, in mA, where USB alone gives the power.
        board: name of the board file.
    """

    def __init__(
        self,
        chain: "Chain",
        strip: "Strip",
        buzzer: "Buzzer",
        reader: "Reader",
        external: "Callable[[], int]",
        usb_ma: int,
        board: str,
    ) -> None:
        self.chain = chain
        self.strip = strip
        self.buzzer = buzzer
        self.reader = reader
        self.board = board
        self._external = external
        self._usb_ma = usb_ma

    def limit_ma(self, wanted_ma: int) -> int:
        """Return what the lights may draw now, in mA: less where USB alone gives the power.

        Never allocates.
        """
        return wanted_ma if self._external() else min(wanted_ma, self._usb_ma)
