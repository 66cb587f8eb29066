#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Make the virtual environment .venv with everything pinned. Called by `make setup`.
# PYTHON=/path/to/python3 chooses the interpreter.
set -eu
cd "$(dirname "$0")/.."
venv=.venv

fail() {
    echo "make setup: $1" >&2
    exit 1
}

new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

python=
for candidate in ${PYTHON:-python3 python3.13 python3.12 python3.11}; do
    if command -v "$candidate" >/dev/null && new_enough "$candidate"; then
        python=$candidate
        break
    fi
done
[ -n "$python" ] || fail "no Python 3.11 or newer found (tried ${PYTHON:-python3 and newer names}); \
install one (Debian 12+: apt install python3 python3-venv; macOS: brew install python) or run make setup PYTHON=..."
"$python" -c 'import ensurepip, venv' 2>/dev/null ||
    fail "this Python cannot make virtual environments; on Debian: apt install python3-venv"

if [ ! -x "$venv/bin/python" ] || ! new_enough "$venv/bin/python"; then
    rm -rf "$venv"
    "$python" -m venv "$venv"
fi
pip() {
    "$venv/bin/python" -m pip --disable-pip-version-check --quiet "$@" ||
        fail "pip could not install the pinned packages (see above); check the network and run make setup again"
}
pip install --constraint host/constraints.txt --editable 'host[dev]'
rm -rf host/typings
pip install --no-deps --target host/typings --requirement host/stubs.txt
touch "$venv/ready"
echo "Ready: $("$venv/bin/tavle" --version) in $venv/bin ($("$venv/bin/python" --version))."
