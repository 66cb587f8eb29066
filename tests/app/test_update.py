# SPDX-License-Identifier: Apache-2.0
"""The end of an update that `main.py` makes before the table starts: done, done again after any cut, or left alone."""

import os

import main
from instead import Instead
from refusal import refusal
from tempdir import new_folder


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def read(path):
    with open(path) as file:
        return file.read()


class Device:
    """A folder with files, and others that are staged to take their places."""

    def __init__(self, staged=True):
        self.folder = new_folder()
        for name in ("a", "b", "old"):
            write(self.folder + "/" + name, name + " before")
        if staged:
            os.mkdir(self.folder + "/new")

    def stage(self, files, commit=True):
        for name in files:
            write(self.folder + "/new/" + name, "%s after" % name)
        if commit:
            lines = ["%s %s/%s" % (name, self.folder, "ab"[int(name)]) for name in ("0", "1")]
            lines.append("- %s/old" % self.folder)
            lines.append("- %s/never" % self.folder)
            write(self.folder + "/new/commit", "\n".join(lines) + "\n")
        return self

    def finish(self):
        with Instead(main, "_STAGED", self.folder + "/new/"):
            main.finish_update()
        return self

    def files(self):
        return sorted(name for name in os.listdir(self.folder) if name != "new")

    def staged(self):
        return sorted(os.listdir(self.folder + "/new"))


def test_without_an_update_nothing_is_touched():
    one = Device(staged=False).finish()
    assert one.files() == ["a", "b", "old"] and "new" not in os.listdir(one.folder)


def test_files_that_are_not_all_there_stay_where_they_are():
    one = Device().stage(("0", "1"), commit=False).finish()
    assert one.staged() == ["0", "1"] and read(one.folder + "/a") == "a before"
    assert one.files() == ["a", "b", "old"]


def test_a_whole_update_is_moved_into_its_place_and_what_is_old_goes():
    one = Device().stage(("0", "1")).finish()
    assert one.files() == ["a", "b"] and one.staged() == []
    assert read(one.folder + "/a") == "0 after" and read(one.folder + "/b") == "1 after"
    one.finish()
    assert one.files() == ["a", "b"] and read(one.folder + "/a") == "0 after"


def test_moves_that_were_cut_anywhere_go_on():
    for cut in range(5):
        one = Device().stage(("0", "1"))
        if cut > 0:
            os.rename(one.folder + "/new/0", one.folder + "/a")
        if cut > 1:
            os.rename(one.folder + "/new/1", one.folder + "/b")
        if cut > 2:
            os.remove(one.folder + "/old")
        if cut > 3:
            os.remove(one.folder + "/new/commit")
        one.finish()
        assert one.files() == ["a", "b"] and one.staged() == [], cut
        assert read(one.folder + "/a") == "0 after" and read(one.folder + "/b") == "1 after"


class Broken:
    """Instead of `os`, on a flash that fails."""

    def stat(self, path):
        raise OSError(5)


def test_a_flash_that_cannot_be_read_is_no_absent_file():
    one = Device().stage(("0", "1"))
    with Instead(main, "os", Broken()):
        assert "5" in refusal(OSError, one.finish)
    assert one.staged() == ["0", "1", "commit"] and read(one.folder + "/a") == "a before"
