# SPDX-License-Identifier: Apache-2.0
"""An empty folder for a test: on disk in CPython, on a littlefs in RAM in MicroPython."""

try:
    import atexit
    import os
    import shutil
    import tempfile

    def new_folder():
        top = tempfile.mkdtemp(prefix="tavle-test-")
        atexit.register(shutil.rmtree, top, True)
        # Two folders deep: a fault that sets the wrong folder aside stays within what is ours.
        folder = os.path.join(top, "flash", "data")
        os.makedirs(folder)
        return folder

except ImportError:
    from norflash import fresh, mount

    def new_folder():
        mount(fresh(48), at="/ram")
        return "/ram"
