# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The runner behind `make hardware`: what is built when, what counts as out of date, what counts as equal."""

import io
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "hardware"))

import alike  # noqa: E402
import build  # noqa: E402

STAGES = """
[[stage]]
name = "second"
about = "made from the first"
sources = ["hardware/a/out.txt"]
outputs = ["hardware/a/last.txt"]
run = [["{python}", "-c", "open('hardware/a/last.txt','w').write(open('hardware/a/out.txt').read())"]]
after = ["first"]

[[stage]]
name = "first"
about = "stamps the time"
sources = ["hardware/a/in.txt"]
outputs = ["hardware/a/out.txt"]
run = [["{python}", "hardware/a/make.py"]]
"""
MAKE = """
import time
text = open('hardware/a/in.txt').read()
assert text != 'bad', 'no such board'
stamp = f'2026-01-01T00:00:{time.perf_counter_ns() % 60:02}'
open('hardware/a/out.txt', 'w').write(text + ' ' + stamp)
"""


@pytest.fixture
def top(tmp_path):
    folder = tmp_path / "hardware" / "a"
    folder.mkdir(parents=True)
    (folder / "stages.toml").write_text(STAGES)
    (folder / "make.py").write_text(MAKE)
    (folder / "in.txt").write_text("one")
    return tmp_path


def made(top: Path) -> list[build.Stage]:
    found = build.stages(top)
    build.build(top, found, every=False)
    return found


def test_stages_run_in_the_order_of_after(top):
    assert [stage.name for stage in made(top)] == ["first", "second"]
    assert (top / "hardware/a/last.txt").read_text().startswith("one ")


def test_an_unchanged_tree_passes_the_check_and_a_second_build_changes_no_file(top):
    found = made(top)
    build.check(top, found)
    before = {p: p.read_bytes() for p in top.rglob("*.txt")}
    build.build(top, found, every=True)
    assert {p: p.read_bytes() for p in top.rglob("*.txt")} == before


@pytest.mark.parametrize("name", ["in.txt", "out.txt", "last.txt"])
def test_a_changed_or_missing_file_is_out_of_date(top, name):
    found = made(top)
    path = top / "hardware/a" / name
    content = path.read_text()
    path.write_text(content + "!")
    with pytest.raises(build.HardwareError, match=f"{name} has changed"):
        build.check(top, found)
    path.unlink()
    with pytest.raises(build.HardwareError, match=f"{name} is missing"):
        build.check(top, found)


def test_a_fresh_build_that_comes_out_otherwise_is_named(top):
    found = made(top)
    build.verify(top, found)
    # A source that no stage names, so that only a fresh build can tell.
    (top / "hardware/a/make.py").write_text(MAKE.replace("text + ' '", "text + ' and '"))
    build.check(top, found)
    with pytest.raises(build.HardwareError, match=r"out\.txt comes out otherwise"):
        build.verify(top, found)


def test_a_stage_that_fails_leaves_the_old_outputs_and_says_why(top):
    found = made(top)
    before = (top / "hardware/a/out.txt").read_bytes()
    (top / "hardware/a/in.txt").write_text("bad")
    with pytest.raises(build.HardwareError, match="no such board"):
        build.build(top, found, every=False)
    assert (top / "hardware/a/out.txt").read_bytes() == before


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('name = "second"', 'name = "first"', "there twice"),
        ('after = ["first"]', 'after = ["third"]', "comes after third"),
        ('after = ["first"]', 'needs = ["oracle"]', "needs oracle"),
        ('about = "stamps the time"', "", "about"),
    ],
)
def test_a_bad_list_of_stages_is_named(top, old, new, message):
    path = top / "hardware/a/stages.toml"
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(build.HardwareError, match=message):
        build.stages(top)


def test_every_output_has_one_maker_and_every_stage_has_sources():
    owner = {}
    for stage in build.stages(ROOT):
        assert stage.files(ROOT, stage.sources), stage.name
        for path in stage.files(ROOT, stage.outputs):
            assert owner.setdefault(path, stage.name) == stage.name, path


def zipped(content: bytes, day: int) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(zipfile.ZipInfo("a.gbr", (2026, 1, day, 0, 0, 0)), content)
    return file.getvalue()


def test_stamps_are_no_difference_and_everything_else_is():
    one = b"G04 2026-11-22T01:00:00+00:00* (uuid 0f8fad5b-d9cb-469f-a165-70867728950e) X1"
    other = b"G04 2027-01-02T03:04:05+01:00* (uuid 7c9e6679-7425-40de-944b-e07fc1f90ae7) X1"
    assert alike.alike("a.gbr", one, other)
    assert not alike.alike("a.gbr", one, other.replace(b"X1", b"X2"))
    made = b"%TF.GenerationSoftware,KiCad,Pcbnew,9.0.8+1*% G04 (PCBNEW 9.0.8+1) G01 X9.0 D9"
    assert alike.alike("a.gbr", made, made.replace(b"9.0.8+1", b"9.0.4~bpo12"))
    assert not alike.alike("a.gbr", made, made.replace(b"X9.0 ", b"X9.1 "))
    assert not alike.alike("a.gbr", made, made.replace(b"9.0.8+1", b"10.0.1"))
    assert alike.alike("a.zip", zipped(one, 1), zipped(other, 2))
    assert not alike.alike("a.zip", zipped(one, 1), zipped(other + b"!", 1))


@pytest.mark.drawing
def test_a_small_thing_that_is_missing_from_a_picture_is_seen():
    """Single pixels may differ, as they do between machines; a screw may not."""
    from PIL import Image, ImageDraw

    def picture(*dots, size):
        file = io.BytesIO()
        drawn = Image.new("RGB", (960, 480), "white")
        for x, y in dots:
            ImageDraw.Draw(drawn).rectangle((x, y, x + size - 1, y + size - 1), "black")
        drawn.save(file, "PNG")
        return file.getvalue()

    pixels = picture(*((37 * n % 960, 20 * n) for n in range(24)), size=1)
    assert alike.alike("a.png", picture(size=1), pixels)
    assert not alike.alike("a.png", picture(size=1), picture((400, 200), size=8))


def graph(x: int, pin: str) -> bytes:
    words = f'<text x="{x}" font-family="arial">{pin}</text>'
    return f'<svg width="{9 * x}pt"><g id="graph0" class="graph"><title>cable</title>{words}</g></svg>'.encode()


def test_a_harness_drawn_with_other_fonts_is_the_same_and_with_another_pin_it_is_not():
    assert alike.alike("a.svg", graph(10, "GND"), graph(12, "GND"))
    assert not alike.alike("a.svg", graph(10, "GND"), graph(10, "CLK"))
    assert not alike.alike(
        "a.svg", graph(10, "GND"), graph(10, "GND").replace(b"graph0", b"graph1")
    )
    plain = b'<svg><circle cx="10"/></svg>'
    assert not alike.alike("a.svg", plain, plain.replace(b"10", b"12")), (
        "a template keeps its figures"
    )


@pytest.mark.long
@pytest.mark.kicad
@pytest.mark.drawing
def test_a_machine_with_other_fonts_makes_the_same(tmp_path):
    """The only fonts are those that reportlab brings; KiCad, graphviz, poppler and reportlab draw with them."""
    import os
    import subprocess
    from importlib.resources import files

    (tmp_path / "fonts.conf").write_text(
        f"<fontconfig><dir>{files('reportlab') / 'fonts'}</dir><cachedir>{tmp_path}</cachedir></fontconfig>"
    )
    environment = dict(os.environ, FONTCONFIG_FILE=str(tmp_path / "fonts.conf"))
    stages = ["reader8", "wiring", "faces"]
    found = subprocess.run(
        ["fc-list"], capture_output=True, text=True, env=environment, check=True
    )
    assert "Vera" in found.stdout and "DejaVu" not in found.stdout
    done = subprocess.run(
        [sys.executable, str(ROOT / "hardware" / "build.py"), "--verify", *stages],
        capture_output=True, text=True, check=False, env=environment,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_committed_output_is_what_its_stage_made():
    """Nobody has written into a made guide, list or table by hand; whether the sources are newer is `make hardware ARGS=--check`."""
    kept = []
    for stage in build.stages(ROOT):
        manifest = (ROOT / stage.folder / "manifest.txt").read_text().splitlines()
        known = {line for line in manifest if line.startswith(f"{stage.name} output ")}
        now = {line for line in stage.state(ROOT) if line.startswith(f"{stage.name} output ")}
        assert now == known, sorted(line.split()[-1] for line in now ^ known)
        kept += known
    assert any("guide/README.md" in line for line in kept)


def test_setup_says_what_it_installs_and_why_apt_failed(tmp_path):
    """With an apt-get that another one has locked; nothing of this machine is touched."""
    import os
    import shutil
    import subprocess

    for name in ("bash", "cat", "dirname", "env", "grep", "head", "paste", "sed", "tail", "awk"):
        (tmp_path / name).symlink_to(shutil.which(name))
    fakes = {
        "id": "echo 1000",
        "apt-get": "exit 1",
        "sudo": 'shift; case "$1" in true) ;; tee) cat >/dev/null ;;\n*) echo "E: Could not get lock"; exit 100 ;; esac',
    }
    for name, body in fakes.items():
        (tmp_path / name).write_text(f"#!/bin/bash\n{body}\n")
        (tmp_path / name).chmod(0o755)
    done = subprocess.run(
        ["bash", str(ROOT / "hardware" / "setup.sh")], capture_output=True, text=True, check=False,
        env={"PATH": str(tmp_path), "SKIP_PIP": "1", "TAVLE_KICAD_PYTHON": "/nowhere/python", "HOME": os.environ.get("HOME", "/")},
    )  # fmt: skip
    said = done.stderr.splitlines()
    assert done.returncode == 1
    assert said[0].startswith("make hardware: installing KiCad 9")
    assert said[-2].startswith("make hardware: missing: KiCad 9")
    assert said[-1] == "apt-get said: E: Could not get lock"
