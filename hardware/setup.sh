#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Get what `make hardware` needs: KiCad 9 with its libraries, ngspice, graphviz, poppler, and the
# Python packages of host[hardware] in .venv. On Debian and its kin it installs what is missing when
# it may (root, or sudo that does not ask); elsewhere it says what to install. Fails when something
# is still missing. SKIP_PIP=1 leaves .venv alone.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
kicad_python=${TAVLE_KICAD_PYTHON:-/usr/bin/python3}

have_kicad() {
    [[ "$(kicad-cli version 2>/dev/null)" == 9.* ]] &&
        "$kicad_python" -c 'import pcbnew' 2>/dev/null &&
        [ -d "${KICAD9_SYMBOL_DIR:-/usr/share/kicad/symbols}" ] &&
        [ -d "${KICAD9_FOOTPRINT_DIR:-/usr/share/kicad/footprints}" ]
}

missing() {
    have_kicad || echo "KiCad 9 with symbols, footprints and pcbnew"
    command -v ngspice >/dev/null || echo "ngspice"
    command -v dot >/dev/null || echo "graphviz"
    command -v pdftoppm >/dev/null || echo "poppler-utils"
}

# What apt-get said last when it failed: no network, a lock that another one holds, a full disk.
reason=""

apt() {
    local said
    said=$("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120 "$@" 2>&1) ||
        { reason=$(grep '^E:' <<<"$said" | head -1); reason=${reason:-$(tail -1 <<<"$said")}; return 1; }
}

install_debian() {
    local from=()
    as_root=()
    [ "$(id -u)" -eq 0 ] || as_root=(sudo -n)
    "${as_root[@]}" true 2>/dev/null || return 0
    if ! have_kicad && grep -q bookworm /etc/os-release; then
        # KiCad 9 is in the backports of the mirror this machine uses already; sources.list is how the
        # installer writes it down, debian.sources how the container images do.
        local apt=/etc/apt
        local list=$apt/sources.list.d
        if ! grep -qs '^[^#]*bookworm-backports' $apt/sources.list $list/*; then
            if [ -f $list/debian.sources ]; then
                awk 'BEGIN{RS="";ORS="\n\n"}/bookworm-updates/' $list/debian.sources |
                    sed 's/^Suites:.*/Suites: bookworm-backports/' |
                    "${as_root[@]}" tee $list/backports.sources >/dev/null
            elif [ -f $apt/sources.list ]; then
                sed -n 's/^\(deb .*\) bookworm \(main.*\)/\1 bookworm-backports \2/p' $apt/sources.list |
                    "${as_root[@]}" tee $list/backports.list >/dev/null
            fi
        fi
        from=(-t bookworm-backports)
    fi
    echo "make hardware: installing $(missing | paste -sd, | sed 's/,/, /g') with apt-get" >&2
    apt update || return 1
    if ! have_kicad; then
        echo "make hardware: KiCad is some 120 MB to fetch and 900 MB on the disk; this takes 1 to 10 minutes" >&2
        apt install -y --no-install-recommends "${from[@]}" kicad kicad-symbols kicad-footprints || return 1
    fi
    apt install -y --no-install-recommends ngspice graphviz poppler-utils
}

if [ -n "$(missing)" ] && command -v apt-get >/dev/null; then
    install_debian || true
fi
if [ -n "$(missing)" ]; then
    {
        echo "make hardware: missing: $(missing | paste -sd, | sed 's/,/, /g')"
        [ -z "$reason" ] || { echo "apt-get said: $reason"; exit 1; }
        echo "Debian 12: enable bookworm-backports, then apt install -t bookworm-backports kicad kicad-symbols kicad-footprints;"
        echo "Debian 13 and newer: apt install kicad kicad-symbols kicad-footprints; then apt install ngspice graphviz poppler-utils."
        echo "Elsewhere: install KiCad 9 and name the Python that has its pcbnew with TAVLE_KICAD_PYTHON."
    } >&2
    exit 1
fi

[ -n "${SKIP_PIP:-}" ] && exit 0
stamp=.venv/hardware
if [ ! -f $stamp ] || [ host/pyproject.toml -nt $stamp ] || [ host/constraints.txt -nt $stamp ]; then
    echo "make hardware: installing the Python packages of host[hardware] in .venv" >&2
    .venv/bin/python -m pip --disable-pip-version-check --quiet install \
        --constraint host/constraints.txt --editable 'host[hardware]' || {
        echo "make hardware: pip could not install host[hardware]; check the network and run it again" >&2
        exit 1
    }
    # Without what it asks for: wxPython is for its window, which is never opened here.
    .venv/bin/python -m pip --disable-pip-version-check --quiet install \
        --no-deps InteractiveHtmlBom==2.12.0 || exit 1
    touch $stamp
fi
