# SPDX-License-Identifier: Apache-2.0
"""Make a board's KiCad project and everything a builder and a fab need from it. Runs under KiCad's Python.

make.py BOARD           all of it into hardware/electronics/BOARD/
make.py route BOARD N   route anew by seed N into designs/BOARD-routes.csv (a source: commit it)
make.py draft BOARD     only schematic, board and pictures of both, with whatever routes there are
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).resolve().parent
TOP = HERE.parents[1]
sys.path.insert(0, str(HERE))

from kit.design import Design, DesignError  # noqa: E402
from kit.schematic import ident, write  # noqa: E402

LAYERS = "F.Cu,B.Cu,F.Mask,B.Mask,F.Paste,F.SilkS,B.SilkS,Edge.Cuts"


def kicad(*words: str, ok: tuple[int, ...] = (0,)) -> str:
    """Run kicad-cli and return what it said. Raises DesignError when it fails."""
    done = subprocess.run(["kicad-cli", *words], capture_output=True, text=True, check=False)
    if done.returncode not in ok:
        raise DesignError(
            f"kicad-cli {' '.join(words[:3])} failed: {(done.stdout + done.stderr).strip()}"
        )
    return done.stdout + done.stderr


def tables(folder: Path) -> None:
    """Give kicad-cli the library tables of the installation, and no one's own settings."""
    home = folder / "9.0"
    home.mkdir(parents=True, exist_ok=True)
    template = Path(os.environ.get("KICAD9_TEMPLATE_DIR", "/usr/share/kicad/template"))
    for name in ("sym-lib-table", "fp-lib-table"):
        shutil.copy(template / name, home / name)
    os.environ["KICAD_CONFIG_HOME"] = str(folder)


def load(name: str) -> Design:
    """Return a board's design. Raises DesignError for an unknown one."""
    try:
        return import_module(f"designs.{name}").design()
    except ModuleNotFoundError as error:
        raise DesignError(f"there is no board {name}") from error


def project(design: Design) -> str:
    """Return the .kicad_pro text: the design rules, which any cheap fab can hold."""
    rules = {
        "min_clearance": 0.2, "min_track_width": 0.25, "min_connection": 0.2,
        "min_copper_edge_clearance": 0.4, "min_hole_clearance": 0.25, "min_hole_to_hole": 0.25, "min_resolved_spokes": 1,
        "min_through_hole_diameter": 0.3, "min_via_diameter": 0.6, "min_via_annular_width": 0.13,
        "min_silk_clearance": 0.0, "min_text_height": 0.8, "min_text_thickness": 0.12,
    }  # fmt: skip
    net_class = {
        "name": "Default", "clearance": 0.2, "track_width": 0.4, "via_diameter": 0.8, "via_drill": 0.4,
        "wire_width": 6, "bus_width": 12, "line_style": 0, "priority": 2147483647,
        "pcb_color": "rgba(0, 0, 0, 0.000)", "schematic_color": "rgba(0, 0, 0, 0.000)",
    }  # fmt: skip
    content = {
        "board": {
            "design_settings": {
                "rules": rules,
                "rule_severities": {"lib_footprint_mismatch": "ignore"},
            }
        },
        "meta": {"filename": f"{design.name}.kicad_pro", "version": 3},
        "net_settings": {"classes": [net_class], "meta": {"version": 4}},
        "sheets": [[str(ident(design.name, "sheet")), "Root"]],
        "text_variables": {},
    }
    return json.dumps(content, indent=2) + "\n"


def layout_of(design: Design, folder: Path):
    """Return the placed board of the schematic in a folder."""
    from kit import layout

    netlist = folder / f"{design.name}.net"
    kicad("sch", "export", "netlist", "--format", "kicadsexpr", "-o", str(netlist),
          str(folder / f"{design.name}.kicad_sch"))  # fmt: skip
    # KiCad writes down where on this machine the schematic was.
    text = netlist.read_text(encoding="utf-8")
    netlist.write_text(text.replace(f"{folder}/", ""), encoding="utf-8")
    board = layout.Layout(design, layout.read_netlist(netlist))
    board.place()
    return board


def make_project(design: Design, folder: Path, routes: Path) -> None:
    """Write schematic, netlist, board and project of a design into a folder."""
    from kit import layout

    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{design.name}.kicad_sch").write_text(write(design), encoding="utf-8")
    (folder / f"{design.name}.kicad_pro").write_text(project(design), encoding="utf-8")
    board = layout_of(design, folder)
    board.draw(layout.read_routes(routes))
    board.save(folder / f"{design.name}.kicad_pcb")
    # Saving a board rewrites the project with KiCad's defaults.
    (folder / f"{design.name}.kicad_pro").write_text(project(design), encoding="utf-8")
    (folder / f"{design.name}.kicad_prl").unlink(missing_ok=True)


def violations(folder: Path, name: str) -> list[str]:
    """Return every complaint of ERC, of DRC and of the comparison of board and schematic."""
    found = []
    with tempfile.TemporaryDirectory() as scratch:
        report = Path(scratch) / "report.json"
        kicad("sch", "erc", "--severity-all", "--format", "json", "-o", str(report),
              str(folder / f"{name}.kicad_sch"))  # fmt: skip
        for sheet in json.loads(report.read_text())["sheets"]:
            found += [f"ERC {v['type']}: {_items(v)}" for v in sheet["violations"]]
        kicad("pcb", "drc", "--schematic-parity", "--severity-all", "--format", "json", "-o", str(report),
              str(folder / f"{name}.kicad_pcb"))  # fmt: skip
        drc = json.loads(report.read_text())
        for group in ("violations", "unconnected_items", "schematic_parity"):
            found += [f"DRC {v['type']}: {_items(v)}" for v in drc[group]]
    return found


def _items(violation: dict) -> str:
    where = "; ".join(
        f"{i['description']} at {i.get('pos', {}).get('x', 0):.2f}, {i.get('pos', {}).get('y', 0):.2f}"
        for i in violation["items"]
    )
    return f"{violation['description']} ({where})"


def pictures(design: Design, folder: Path) -> None:
    """Render both sides of the board and draw the schematic, as PNG and PDF."""
    name = design.name
    board, sheet = folder / f"{name}.kicad_pcb", folder / f"{name}.kicad_sch"
    for side in ("top", "bottom"):
        kicad("pcb", "render", "--side", side, "--width", "1400", "--height", "1100", "--zoom", "1",
              "--background", "opaque", "--quality", "basic", "-o", str(folder / f"{name}-{side}.png"), str(board))  # fmt: skip
    kicad("sch", "export", "pdf", "-o", str(folder / f"{name}-schematic.pdf"), str(sheet))
    subprocess.run(
        ["pdftoppm", "-png", "-r", "130", "-singlefile", str(folder / f"{name}-schematic.pdf"),
         str(folder / f"{name}-schematic")], check=True,
    )  # fmt: skip


def fabrication(design: Design, folder: Path) -> None:
    """Write Gerbers and drill (zipped), positions, bill of materials and the interactive one."""
    name = design.name
    board, sheet = folder / f"{name}.kicad_pcb", folder / f"{name}.kicad_sch"
    with tempfile.TemporaryDirectory() as scratch:
        kicad("pcb", "export", "gerbers", "-o", scratch + "/", "--layers", LAYERS, str(board))
        kicad("pcb", "export", "drill", "-o", scratch + "/", "--format", "excellon", "--drill-origin", "absolute",
              "--excellon-units", "mm", "--excellon-separate-th", str(board))  # fmt: skip
        with zipfile.ZipFile(folder / f"{name}-gerbers.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            for path in sorted(Path(scratch).iterdir()):
                entry = zipfile.ZipInfo(path.name, (2026, 11, 22, 0, 0, 0))
                entry.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(entry, path.read_bytes())
    kicad("pcb", "export", "pos", "-o", str(folder / f"{name}-positions.csv"), "--format", "csv", "--units", "mm",
          str(board))  # fmt: skip
    kicad("sch", "export", "bom", "-o", str(folder / f"{name}-bom.csv"), "--fields",
          "Reference,${QUANTITY},Value,Footprint,Stock", "--labels", "reference,quantity,value,footprint,stock",
          "--group-by", "Footprint,Stock", "--exclude-dnp", str(sheet))  # fmt: skip
    interactive(design, folder)


def interactive(design: Design, folder: Path) -> None:
    """Write the interactive bill of materials with InteractiveHtmlBom of the virtual environment."""
    packages = os.environ.get("TAVLE_SITE_PACKAGES") or str(
        next((TOP / ".venv/lib").glob("python3*/site-packages"), "")
    )
    code = (
        f"import sys; sys.path.append({packages!r}); sys.argv=['ibom']+sys.argv[1:]\n"
        "from InteractiveHtmlBom.generate_interactive_bom import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "--no-browser", "--dest-dir", str(folder), "--name-format", f"{design.name}-ibom",
         "--dark-mode", "--extra-data-file", str(folder / f"{design.name}.net"), "--extra-fields", "Stock", "--no-compression",
         str(folder / f"{design.name}.kicad_pcb")],
        capture_output=True, text=True, check=False, env=dict(os.environ, INTERACTIVE_HTML_BOM_NO_DISPLAY="1"),
    )  # fmt: skip
    page = folder / f"{design.name}-ibom.html"
    if done.returncode or not page.exists():
        raise DesignError(
            f"InteractiveHtmlBom failed: {(done.stdout + done.stderr).strip()[-500:]}"
        )
    text = page.read_text(encoding="utf-8")
    notice = "<!-- SPDX-License-Identifier: CERN-OHL-P-2.0 (the board) AND MIT (the page, InteractiveHtmlBom) -->\n"
    page.write_text(notice + re.sub(r"[ \t]+\n", "\n", text), encoding="utf-8")


def main(words: list[str]) -> int:
    """Run from the command line; return the exit code."""
    seed = int(words.pop()) if words[-1].isdecimal() else 1
    what, name = words if len(words) == 2 else ("all", words[0])
    folder = HERE / name
    routes = HERE / "designs" / f"{name}-routes.csv"
    with tempfile.TemporaryDirectory() as settings:
        tables(Path(settings))
        try:
            design = load(name)
            if what == "route":
                from kit import layout, router

                with tempfile.TemporaryDirectory() as scratch:
                    (Path(scratch) / f"{name}.kicad_sch").write_text(
                        write(design), encoding="utf-8"
                    )
                    placed = layout_of(design, Path(scratch))
                    covered = {"GND"}
                    layout.write_routes(routes, router.route(placed, covered, seed))
                return 0
            make_project(design, folder, routes)
            if what == "draft":
                pictures(design, folder)
                print("\n".join(violations(folder, name)))
                return 0
            if wrong := violations(folder, name):
                raise DesignError(f"{name}: {len(wrong)} violations\n" + "\n".join(wrong))
            pictures(design, folder)
            fabrication(design, folder)
            (folder / f"{name}.kicad_prl").unlink(missing_ok=True)
        except DesignError as error:
            print(f"{name}: {error}", file=sys.stderr)
            return 1
    print(f"{name}: ERC 0, DRC 0, parity 0")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
