# SPDX-License-Identifier: Apache-2.0
"""Write every printed part as STEP and STL, and the pictures of the guide."""

import sys
from pathlib import Path

import trimesh
from build123d import export_step, export_stl

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import pictures  # noqa: E402
from parts import PARTS  # noqa: E402


def main() -> None:
    """Write everything beside this file."""
    meshes = {}
    for name, make in PARTS.items():
        part = make()
        part.label = name
        export_step(part, HERE / f"{name}.step")
        export_stl(part, HERE / f"{name}.stl", tolerance=0.02, angular_tolerance=0.2)
        meshes[name] = trimesh.load_mesh(HERE / f"{name}.stl")
    pictures.write(meshes, HERE)
    print(f"{len(meshes)} parts")


if __name__ == "__main__":
    main()
