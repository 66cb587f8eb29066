# SPDX-License-Identifier: Apache-2.0
"""Run the tests of one file inside MicroPython: `micropython tests/mpy/run.py FILE [NAME]`.

Calls every function `test_*` of the file (or those whose name contains NAME), sorted by name.
Prints the exceptions and `N passed, N failed`. Exit status: number of failures, at most 100;
a file without tests is a failure.
"""

import sys


def _folder(path):
    return path.rsplit("/", 1)[0] if "/" in path else "."


def run(path, wanted=""):
    """Import the file, call its tests, and return (passed, failed)."""
    root = _folder(__file__) + "/../.."
    sys.path[:] = [
        ".frozen",
        root + "/firmware",
        root + "/tests/shims",
        root + "/tests",
        _folder(path),
        root + "/host",
    ]
    name = path.rsplit("/", 1)[-1]
    module = __import__(name[:-3] if name.endswith(".py") else name)
    passed = failed = 0
    for attribute in sorted(dir(module)):
        test = getattr(module, attribute)
        if not attribute.startswith("test_") or wanted not in attribute or not callable(test):
            continue
        try:
            test()
            passed += 1
        except Exception as error:
            failed += 1
            print("FAILED", name, attribute)
            sys.print_exception(error)
    if not passed and not failed:
        failed = 1
        print("FAILED", name, "has no tests")
    return passed, failed


if __name__ == "__main__":
    _passed, _failed = run(*sys.argv[1:])
    print("%d passed, %d failed" % (_passed, _failed))
    sys.exit(min(_failed, 100))
