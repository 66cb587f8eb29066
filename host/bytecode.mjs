// SPDX-License-Identifier: Apache-2.0
// Compiles the Python files of sources.zip into compiled.zip, both in this folder; see `page.py`.

import { loadPyodide } from "./pyodide.mjs";

const py = await loadPyodide({ env: { PYTHONHASHSEED: "0" } });
py.FS.mkdirTree("/here");
py.mountNodeFS("/here", process.cwd());
py.runPython(`
import zipfile
from importlib._bootstrap_external import _code_to_hash_pyc

with zipfile.ZipFile("/here/sources.zip") as given, zipfile.ZipFile("/here/compiled.zip", "w") as made:
    for name in given.namelist():
        without_docstrings = 0 if "pyodide/" in name else 2  # Pyodide needs its own
        code = compile(given.read(name), name, "exec", dont_inherit=True, optimize=without_docstrings)
        made.writestr(name + "c", _code_to_hash_pyc(code, bytes(8), False))
`);
