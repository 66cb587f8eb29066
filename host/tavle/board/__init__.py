# SPDX-License-Identifier: Apache-2.0
"""The boards as geometry: read it, check it, and make everything else from it.

`hardware/<board>/geometry.csv` is the source. `layout` drew it once, `geometry` reads and checks it,
`maps` writes the firmware's board files, `face` draws the board for print and for the page; `sheets` puts drawings on paper. Modules import nothing but the standard library, so that scripts of other tools (KiCad's own Python) can use this package
too; what writes PDF or DXF gets its library when it is called.
"""
