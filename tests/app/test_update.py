# SPDX-License-Identifier: Apache-2.0
"""The end of an update that `main.py` makes before the table starts; cuts of it: `device/test_flash_cuts.py`."""

import os

import main
from instead import Instead
from refusal import refusal
from tempdir import new_folder


def device(commit=""):
    """Return a folder with files, and one that is staged where there is a commit."""
    folder = new_folder()
    texts = {"/a": "a before", "/old": "old before"}
    if commit:
        os.mkdir(folder + "/new")
        texts["/new/0"] = "0 after"
        texts["/new/commit"] = commit.replace("/", folder + "/")
    for name, text in texts.items():
        with open(folder + name, "w") as file:
            file.write(text)
    return folder


def finish(folder):
    with Instead(main, "_STAGED", folder + "/new/"):
        main.finish_update()


def texts_of(folder):
    """Return {name: text} of a folder's files, and of those that are staged in it."""
    found = {}
    for name in os.listdir(folder):
        if name == "new":
            found.update(texts_of(folder + "/new"))
        else:
            with open(folder + "/" + name) as file:
                found[name] = file.read()
    return found


COMMIT = "0 /a\n- /old\n- /never\n"


def test_without_an_update_nothing_is_touched():
    folder = device()
    finish(folder)
    assert texts_of(folder) == {"a": "a before", "old": "old before"}


def test_a_whole_update_is_moved_into_its_place_and_what_is_old_goes():
    folder = device(COMMIT)
    for _ in range(2):
        finish(folder)
        assert texts_of(folder) == {"a": "0 after"}


class Broken:
    """Instead of `os`, on a flash that fails."""

    def stat(self, path):
        raise OSError(5)


def test_a_flash_that_cannot_be_read_is_no_absent_file():
    folder = device(COMMIT)
    before = texts_of(folder)
    with Instead(main, "os", Broken()):
        assert "5" in refusal(OSError, finish, folder)
    assert texts_of(folder) == before
