# SPDX-License-Identifier: Apache-2.0
"""Runs as main.py on the emulated Pico: times of the drivers, and the reader on I2C.

Prints lines `name number` and `event name ms`; the last line is `end 0`.
"""

import gc
import time

import micropython
from machine import I2C, PWM, Pin

from drivers import scanprogram
from drivers.buttons import Buttons
from drivers.buzzer import Buzzer
from drivers.hc165 import SCAN_MS
from drivers.pn532.i2c import I2cTransport
from drivers.pn532.reader import Reader
from drivers.ws2812 import Strip


def longest_us(call):
    """Return the longest of three calls."""
    longest = 0
    for _ in range(3):
        before = time.ticks_us()
        call()
        longest = max(longest, time.ticks_diff(time.ticks_us(), before))
    return longest


def lights(strip, frame):
    """Send a frame; return how long that keeps the processor."""
    micropython.heap_lock()
    before = time.ticks_us()
    strip.show(frame)
    spent = time.ticks_diff(time.ticks_us(), before)
    busy = 0
    while strip.busy():
        busy += 1
    micropython.heap_unlock()
    return spent if busy else 1_000_000


def parts():
    chain = scanprogram.make(16, 17, 18, 15, time.ticks_ms)
    chain.start()
    time.sleep_ms(1)
    print("scan", longest_us(chain.take))
    print("good", int(chain.good))
    for i, byte in enumerate(chain.read()):
        print("byte%d" % i, byte)
    chain.changed()
    print("no-scan", longest_us(chain.changed))
    time.sleep_ms(SCAN_MS)
    before = time.ticks_us()
    chain.changed()
    print("same-scan", time.ticks_diff(time.ticks_us(), before))
    begun = time.ticks_us()
    chain.start()
    before = time.ticks_us()
    gc.collect()
    print("collected", time.ticks_diff(time.ticks_us(), before))
    before = time.ticks_us()
    with open("sector", "wb") as file:  # too long for the folder's own log: a sector is erased
        file.write(bytes(2000))
    print("written", time.ticks_diff(time.ticks_us(), before))
    changes = int(chain.changed())
    print("passed", time.ticks_diff(time.ticks_us(), begun))
    print("scans", chain.scans)
    print("lost", int(chain.lost))
    print("changes", changes)
    keys = Buttons()
    print("buttons", longest_us(lambda: keys.step(chain.buttons, 0)))
    print("buttons-down", longest_us(lambda: keys.step(0xA0, 100)))
    strip = Strip(Pin(22), 116, time.ticks_ms)
    frame = bytearray(348)
    lights(strip, frame)  # dark
    for i in range(348):
        frame[i] = 37 * i & 255
    longest = 0
    for _ in range(3):
        longest = max(longest, lights(strip, frame))
        frame[0] += 1
    print("lights", longest)
    strip.show(frame)
    time.sleep_ms(50)  # the processor sleeps while the frame leaves
    frame[0] += 1
    strip.show(frame)  # and here an erase of the flash keeps its interrupts off
    with open("sector", "wb") as file:
        file.write(bytes(2000))
    beeper = Buzzer(PWM(Pin(15)))
    beeper.play(5)
    print("buzzer", longest_us(lambda: beeper.step(time.ticks_ms())))


def reader():
    i2c = I2C(1, sda=Pin(2), scl=Pin(3), freq=400_000, timeout=5000)
    card_reader = Reader(I2cTransport(i2c, 0x24), Pin(6, Pin.OUT, value=1))
    longest = 0
    waiting = 1_000_000
    begun = time.ticks_ms()
    print("heap", gc.mem_free())
    while time.ticks_diff(time.ticks_ms(), begun) < 4000:
        now = time.ticks_ms()
        before = time.ticks_us()
        event = card_reader.step(now)
        spent = time.ticks_diff(time.ticks_us(), before)
        longest = max(longest, spent)
        if card_reader.status()["state"] == "waiting for a card":
            waiting = min(waiting, spent)
        if event:
            print("event", event[0], time.ticks_ms())
            if event[0] == "removed":
                break
        time.sleep_ms(10)
    print("reader", longest)
    print("reader-waiting", waiting)


parts()
reader()
print("end", 0)
