# SPDX-License-Identifier: Apache-2.0
"""The boards as geometry: read it, check it, and make everything else from it.

`hardware/<board>/geometry.csv` is the source. `layout` drew it once, `geometry` reads and checks it,
`maps` writes the firmware's board files, `picture` draws the face. Only the standard library is used,
so that scripts of other tools (KiCad's own Python) can import this package too.
"""
