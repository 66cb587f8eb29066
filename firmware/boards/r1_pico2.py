# SPDX-License-Identifier: Apache-2.0
"""Controller r1 with a Raspberry Pi Pico 2 or Pico 2 W (RP2350): pins, speeds, limits.

Not yet built. GPIO numbers, with the Pico 2's physical pin in brackets:

    sensor chain   GP18 (24) CLK    GP16 (21) QH in    GP17 (22) /PL
    lights         GP22 (29) data through a 74AHCT125 to the first WS2812
    PN532, UART    GP4 (6) TX to RXD    GP5 (7) RX from TXD
    PN532, I2C     GP2 (4) SDA    GP3 (5) SCL    (instead of the UART: READER_BUS = "i2c")
    PN532, both    GP6 (9) RSTPDN    GP7 (10) IRQ
    buzzer         GP15 (20) through a transistor
    supply sense   GP26 (31) 1 = external 5 V is there, 0 = USB alone; no internal pull
    status light   GP25, on the Pico 2

Sources: Raspberry Pi Pico 2 datasheet (pinout), RP2350 datasheet (functions of the GPIOs); PN532 user manual UM0701-02
(115200 baud after reset, I2C address 0x24); TI SCLS116 (SN74HC165).
"""

NAME = "r1_pico2"

# Sensor chain: 74HC165s and one button chip, clocked by the PIO (`drivers/scanprogram.py`). CLK is the pin after /PL.
PIN_CHAIN_SCK = 18
PIN_CHAIN_MISO = 16
PIN_CHAIN_LOAD = 17

# Lights, sent by the PIO (`drivers/ws2812.py`).
PIN_LED = 22
# Of one pixel at full white, one channel at full, and one that is dark but powered.
LED_CHANNEL_MA = 20
LED_IDLE_MA = 1
# What the lights may draw: from the external 5 V supply, and when only USB is connected.
LIMIT_MA = 2000
LIMIT_USB_MA = 250

# Card reader. Which pins are used depends on READER_BUS: "uart" or "i2c".
READER_BUS = "uart"
READER_UART = 1
READER_BAUD = 115_200
PIN_READER_TX = 4
PIN_READER_RX = 5
READER_I2C = 1
READER_I2C_HZ = 400_000
READER_I2C_ADDRESS = 0x24
PIN_READER_SDA = 2
PIN_READER_SCL = 3
PIN_READER_RESET = 6
PIN_READER_IRQ = 7

PIN_BUZZER = 15
# Through a divider that ends in 8.2 k to ground, so that nothing connected reads 0, which counts as USB
# (the RP2350's inputs leak: erratum E9 asks for 8.2 k or less).
PIN_SUPPLY = 26
PIN_STATUS = 25
