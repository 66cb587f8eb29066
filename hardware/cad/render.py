# SPDX-License-Identifier: Apache-2.0
"""Pictures of meshes without a graphics card: depth buffer, soft light, edges drawn where depth or direction breaks."""

from pathlib import Path

import numpy as np
import trimesh
from PIL import Image

Colour = tuple[int, int, int]
_PAPER = (250, 247, 240)
_EDGE = np.array((47, 61, 66), dtype=float)
_CUT = np.array((0.0, 0.0, -1.0))
_FINE = 3  # samples per pixel and direction


def picture(
    bodies: list[tuple[trimesh.Trimesh, Colour]],
    file: Path,
    size: tuple[int, int] = (900, 640),
    turn_deg: float = -35.0,
    tilt_deg: float = 32.0,
    whole: tuple[Colour, ...] | None = None,
) -> None:
    """Write a picture of bodies as PNG, in parallel projection, fitted to its size.

    Args:
        bodies: meshes in their places, with their colours.
        file: where to.
        size: width and height in pixels.
        turn_deg: turn of the scene about z, before the tilt.
        tilt_deg: how far one looks down on it: 90 is from above, negative from below.
        whole: when given, everything is cut open at y = 0 but the bodies of these colours.
    """
    wide, tall = size[0] * _FINE, size[1] * _FINE
    turn, tilt = np.radians(turn_deg), np.radians(tilt_deg)
    right = np.array((np.cos(turn), np.sin(turn), 0.0))
    ahead = np.array((-np.sin(turn) * np.cos(tilt), np.cos(turn) * np.cos(tilt), -np.sin(tilt)))
    up = np.cross(right, ahead)
    view = np.array((right, up, ahead))
    corners = np.vstack([mesh.vertices for mesh, _ in bodies]) @ view.T
    low, high = corners.min(axis=0), corners.max(axis=0)
    scale = 0.9 * min(wide / (high[0] - low[0]), tall / (high[1] - low[1]))
    middle = (low + high) / 2
    depth = np.full((tall, wide), np.inf)
    normals = np.zeros((tall, wide, 3))
    colours = np.zeros((tall, wide, 3))
    colours[:] = _PAPER
    for mesh, colour in bodies:
        points = (mesh.vertices @ view.T - middle) * scale
        points[:, 0] += wide / 2
        points[:, 1] = tall / 2 - points[:, 1]
        facing = mesh.face_normals @ view.T
        cut = whole is not None and colour not in whole
        behind = mesh.vertices[:, 1] if cut else np.ones(len(points))
        light = _light(facing)
        for face, normal, share in zip(mesh.faces, facing, light, strict=True):
            shade = np.array(colour) * share
            if normal[2] >= 0:
                if not cut:
                    continue
                # The inside of a body that was cut open: one flat tone, as if it were solid.
                normal, shade = _CUT, np.array(colour) * 0.84
            _triangle(points[face], behind[face], (depth, normals, colours), normal, shade)
    _edges(depth, normals, colours, scale)
    coarse = colours.reshape(size[1], _FINE, size[0], _FINE, 3).mean(axis=(1, 3))
    Image.fromarray(np.clip(coarse, 0, 255).astype(np.uint8)).quantize(64, dither=0).save(
        file, optimize=True
    )


def _light(normals: np.ndarray) -> np.ndarray:
    """Return the brightness of directions in view: a lamp above the left shoulder, and the sky."""
    lamp = np.array((-0.45, 0.7, -0.56))
    direct = np.clip(normals @ lamp, 0, 1)
    sky = 0.5 + 0.5 * normals[:, 1]
    return 0.6 + 0.36 * direct + 0.1 * sky


def _triangle(
    corners: np.ndarray,
    behind: np.ndarray,
    layers: tuple[np.ndarray, np.ndarray, np.ndarray],
    normal: np.ndarray,
    colour: np.ndarray,
) -> None:
    """Draw one triangle where nothing nearer is, and where `behind`, given at its corners, is not negative."""
    depth, normals, colours = layers
    (x0, y0, z0), (x1, y1, z1), (x2, y2, z2) = corners
    area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
    if abs(area) < 1e-9:
        return
    left, right = max(int(min(x0, x1, x2)), 0), min(int(max(x0, x1, x2)) + 1, depth.shape[1] - 1)
    top, bottom = max(int(min(y0, y1, y2)), 0), min(int(max(y0, y1, y2)) + 1, depth.shape[0] - 1)
    if left > right or top > bottom:
        return
    ys, xs = np.mgrid[top : bottom + 1, left : right + 1] + 0.5
    a = ((x1 - xs) * (y2 - ys) - (x2 - xs) * (y1 - ys)) / area
    b = ((x2 - xs) * (y0 - ys) - (x0 - xs) * (y2 - ys)) / area
    c = 1 - a - b
    z = a * z0 + b * z1 + c * z2
    near = depth[top : bottom + 1, left : right + 1]
    hit = (
        (a >= -1e-9)
        & (b >= -1e-9)
        & (c >= -1e-9)
        & (z < near)
        & (a * behind[0] + b * behind[1] + c * behind[2] >= 0)
    )
    near[hit] = z[hit]
    normals[top : bottom + 1, left : right + 1][hit] = normal
    colours[top : bottom + 1, left : right + 1][hit] = colour


def _edges(depth: np.ndarray, normals: np.ndarray, colours: np.ndarray, scale: float) -> None:
    """Darken where a neighbour is much farther away, or looks elsewhere."""
    far = np.where(np.isinf(depth), depth[~np.isinf(depth)].max() + 40 * scale, depth)
    edge = np.zeros(depth.shape, dtype=bool)
    crease = np.zeros(depth.shape, dtype=bool)
    for axis in (0, 1):
        for step in (1, 2):
            other = np.roll(far, step, axis)
            # On small scales a slanting plane is no edge.
            edge |= np.abs(other - far) > max((0.35 + 0.2 * step) * scale, 4.0 * step)
            turned = (np.roll(normals, step, axis) * normals).sum(axis=2)
            crease |= (turned < 0.75) & ~np.isinf(depth)
    colours[crease] = 0.55 * colours[crease] + 0.45 * _EDGE
    colours[edge] = 0.15 * colours[edge] + 0.85 * _EDGE
