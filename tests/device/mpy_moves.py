# SPDX-License-Identifier: Apache-2.0
"""Cuts the power at every flash operation of an update's moves, on the real littlefs.

`main.py` must bring all files to the new version, however often it is cut; before the list of
the moves is there, all files are of the old one.
"""

import os
import sys

import vfs
from norflash import fresh, mount

DISK = "/disk"
OLD = {"app/run.mpy": b"old run" * 90, "app/gone.mpy": b"old", "rules/same.mpy": b"same"}
NEW = {"app/run.mpy": b"new run" * 200, "app/more.mpy": b"new", "rules/same.mpy": b"same"}
STAGED = {"0a1b": "app/run.mpy", "2c3d": "app/more.mpy"}
COMMIT = "".join("%s %s/%s\n" % (name, DISK, STAGED[name]) for name in sorted(STAGED))
COMMIT += "- %s/app/gone.mpy\n" % DISK


def main_module():
    """Return the names of firmware/main.py, for a file system that is mounted at DISK."""
    for folder in sys.path:
        try:
            with open(folder + "/main.py") as file:
                source = file.read()
        except OSError:
            continue
        if "finish_update" in source:
            names = {"__name__": "main"}
            exec(source.replace('"/new/"', '"%s/new/"' % DISK), names)
            return names
    raise AssertionError("no main.py on sys.path")


def write(path, data):
    with open(DISK + "/" + path, "wb") as file:
        file.write(data)


def content():
    """Return what is in the firmware's folders, and whether something waits in /new."""
    found = {}
    for folder in ("app", "rules"):
        for name in os.listdir(DISK + "/" + folder):
            with open("%s/%s/%s" % (DISK, folder, name), "rb") as file:
                found[folder + "/" + name] = file.read()
    return found, os.listdir(DISK + "/new")


def staged(image):
    """Put the old version on a disk, with the new one waiting."""
    mount(image, at=DISK)
    for folder in ("app", "rules", "new"):
        os.mkdir(DISK + "/" + folder)
    for path, data in OLD.items():
        write(path, data)
    for name in STAGED:
        write("new/" + name, NEW[STAGED[name]])
    vfs.umount(DISK)


def commit():
    """Do what `tavle flash` does last."""
    write("new/commit.tmp", COMMIT.encode())
    os.rename(DISK + "/new/commit.tmp", DISK + "/new/commit")


def cut_run(data, action, cut, torn):
    """Run an action until the power goes; return whether it came to its end."""
    flash = mount(data, cut, torn, at=DISK)
    try:
        action()
    except OSError:
        pass
    dead = flash.dead
    try:
        vfs.umount(DISK)
    except OSError:
        pass
    return not dead


def every_cut(image, task):
    """Yield (number of the cut, torn, disk after it) until the task was not cut any more."""
    for torn in (False, True):
        cut = 0
        done = False
        while not done:
            cut += 1
            data = bytearray(image)
            done = cut_run(data, task, cut, torn)
            yield cut, torn, data


def test_every_cut_of_the_moves_is_finished_at_the_next_start():
    finish = main_module()["finish_update"]
    image = fresh()
    staged(image)
    mount(image, at=DISK)
    commit()
    vfs.umount(DISK)
    for cut, torn, first in every_cut(image, finish):
        for again in range(0, 9, 2):  # 0: not cut again
            data = bytearray(first)
            cut_run(data, finish, again, torn)
            mount(data, at=DISK)
            finish()
            assert content() == (NEW, []), (cut, again, torn, content())
            vfs.umount(DISK)
    assert cut > 5, cut


def test_every_cut_before_the_moves_leaves_the_old_version_or_finishes():
    finish = main_module()["finish_update"]
    image = fresh()
    staged(image)
    ends = set()
    for cut, torn, data in every_cut(image, commit):
        mount(data, at=DISK)
        finish()
        files, _ = content()
        assert files in (OLD, NEW), (cut, torn, files)
        ends.add(files == NEW)
        vfs.umount(DISK)
    assert ends == {False, True}


def test_a_start_without_an_update_changes_nothing():
    finish = main_module()["finish_update"]
    flash = mount(fresh(), at=DISK)
    before = flash.programs + flash.erases
    finish()
    assert flash.programs + flash.erases == before
    vfs.umount(DISK)


def test_a_full_flash_does_not_keep_an_update_from_being_finished():
    finish = main_module()["finish_update"]
    data = fresh()
    staged(data)
    mount(data, at=DISK)
    commit()
    try:
        with open(DISK + "/filler", "wb") as file:
            while True:
                file.write(b"x" * 256)
    except OSError:
        pass
    finish()
    assert content() == (NEW, [])
    vfs.umount(DISK)
