# SPDX-License-Identifier: Apache-2.0
"""Controller r1 with a Raspberry Pi Pico 2 (RP2350): the same carrier, other LED timing.

Not yet built. The Pico 2 has the Pico's footprint and functions on every pin used here.
"""

from boards.r1_pico import (
    CHAIN_HZ,
    CHAIN_SPI,
    LED_CHANNEL_MA,
    LED_IDLE_MA,
    LIMIT_MA,
    LIMIT_USB_MA,
    PIN_BUZZER,
    PIN_CHAIN_LOAD,
    PIN_CHAIN_MISO,
    PIN_CHAIN_MOSI,
    PIN_CHAIN_SCK,
    PIN_LED,
    PIN_READER_IRQ,
    PIN_READER_RESET,
    PIN_READER_RX,
    PIN_READER_SCL,
    PIN_READER_SDA,
    PIN_READER_TX,
    PIN_STATUS,
    READER_BAUD,
    READER_BUS,
    READER_I2C,
    READER_I2C_ADDRESS,
    READER_I2C_HZ,
    READER_UART,
)
