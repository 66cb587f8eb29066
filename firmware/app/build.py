# SPDX-License-Identifier: Apache-2.0
"""Makes the hardware objects of one table from its board file: the only place that knows pins."""

import machine

from drivers.buzzer import Buzzer
from drivers.hc165 import Chain
from drivers.pn532.reader import Reader
from drivers.ws2812 import Strip

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from types import ModuleType

    from app.parts import Hardware
    from drivers.pn532.i2c import I2cTransport
    from drivers.pn532.uart import UartTransport


def build(hardware: "Hardware", pins: "ModuleType", layout: "ModuleType", bus: str) -> None:
    """Give `hardware` its drivers.

    Args:
        hardware: gets `chain`, `strip`, `buzzer`, `reader` and `lamp`.
        pins: a module of `boards` such as `boards.r1_pico`.
        layout: a module of `boards` such as `boards.partners`.
        bus: "uart" or "i2c", how the card reader is wired.
    """
    pin = machine.Pin
    spi = machine.SPI(
        pins.CHAIN_SPI,
        baudrate=pins.CHAIN_HZ,
        polarity=1,  # first sample on the falling edge, half a clock before the chip shifts
        phase=0,
        sck=pin(pins.PIN_CHAIN_SCK),
        mosi=pin(pins.PIN_CHAIN_MOSI),
        miso=pin(pins.PIN_CHAIN_MISO),
    )
    load = pin(pins.PIN_CHAIN_LOAD, pin.OUT, value=1)
    hardware.chain = Chain(spi, load, layout.N_CHIPS + 1)
    hardware.strip = Strip(pin(pins.PIN_LED), layout.N_LEDS, pins.LED_TIMING)
    hardware.buzzer = Buzzer(machine.PWM(pin(pins.PIN_BUZZER)))
    reset = pin(pins.PIN_READER_RESET, pin.OUT, value=1)
    hardware.reader = Reader(_transport(pins, bus), reset)
    hardware.lamp = pin(pins.PIN_STATUS, pin.OUT, value=1)


def _transport(pins: "ModuleType", bus: str) -> "I2cTransport | UartTransport":
    pin = machine.Pin
    if bus == "i2c":
        from drivers.pn532.i2c import I2cTransport

        i2c = machine.I2C(
            pins.READER_I2C,
            sda=pin(pins.PIN_READER_SDA),
            scl=pin(pins.PIN_READER_SCL),
            freq=pins.READER_I2C_HZ,
            timeout=5000,  # us; the PN532 stretches the clock by up to 1 ms
        )
        return I2cTransport(i2c, pin(pins.PIN_READER_IRQ, pin.IN, pin.PULL_UP))
    from drivers.pn532.uart import UartTransport

    uart = machine.UART(
        pins.READER_UART,
        baudrate=pins.READER_BAUD,
        tx=pin(pins.PIN_READER_TX),
        rx=pin(pins.PIN_READER_RX),
        timeout=0,
        rxbuf=256,
    )
    return UartTransport(uart)
