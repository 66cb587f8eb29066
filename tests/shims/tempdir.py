# SPDX-License-Identifier: Apache-2.0
"""An empty folder for a test: on disk in CPython, on a littlefs in RAM in MicroPython."""

try:
    import atexit
    import shutil
    import tempfile

    def new_folder():
        folder = tempfile.mkdtemp()
        atexit.register(shutil.rmtree, folder, True)
        return folder

except ImportError:
    from norflash import fresh, mount

    def new_folder():
        mount(fresh(48), at="/ram")
        return "/ram"
