# SPDX-License-Identifier: Apache-2.0
"""Cuts the power at every flash operation of writing settings, stickers and wiring.

Each cut is tried twice: the operation does not happen at all, or half of it happens. Read again,
a file is the old or the new one.
"""

from norflash import fresh, mount, umount

from store import tagtable, wiring
from store.config import Config
from store.files import NotSaved


def old_or_new(prepare, write, reads, old, new):
    """Cut a write everywhere; reading gives the old or the new value, and the new one if acked."""
    base = fresh(16)
    mount(base)
    prepare()
    umount()
    copy = bytearray(base)
    flash = mount(copy)
    write()
    umount()
    assert flash.ops > 1
    for cut in range(1, flash.ops + 1):
        for torn in (False, True):
            copy = bytearray(base)
            mount(copy, cut, torn)
            acked = False
            try:
                write()
                acked = True
            except NotSaved:
                pass
            umount()
            mount(copy)
            value = reads()
            assert value == new or (value == old and not acked), (cut, torn, value)
            umount()


def test_settings_are_old_or_new():
    path = "/tavle/config.json"

    def save(settle_ms):
        config = Config(path)
        config.load()
        config.set("settle_ms", settle_ms)
        config.save()

    def load():
        config = Config(path)
        assert config.load() == []
        return config["settle_ms"]

    old_or_new(lambda: save(700), lambda: save(900), load, 700, 900)


def test_sticker_table_is_old_or_new():
    path = "/tavle/tags.bin"

    def save(count):
        table = tagtable.TagTable(path)
        for i in range(count):
            table.learn(b"\x04" + bytes([i]) * 6, 1, i // 4, i % 4 + 1)
        table.save()

    def load():
        table = tagtable.TagTable(path)
        assert table.load() == ""
        return len(table)

    # 56 cards are 796 bytes, too many for an inline file: blocks are written as well.
    old_or_new(lambda: save(40), lambda: save(56), load, 40, 56)


def test_wiring_is_old_or_new():
    path = "/tavle/wiring.bin"
    old = bytes(reversed(range(112)))
    new = wiring.straight(112)
    old_or_new(
        lambda: wiring.save(path, "sorry", old, old),
        lambda: wiring.save(path, "sorry", new, new),
        lambda: wiring.load(path, "sorry", 112, 112)[0],
        old,
        new,
    )
