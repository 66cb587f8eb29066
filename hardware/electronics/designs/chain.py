# SPDX-License-Identifier: Apache-2.0
"""The chain cable: one pinout on every board, ground beside every signal. CLK and LATCH go out, DATA comes back."""

# Pin of the 2x5 header -> net, on the side towards the controller.
IN = {
    "1": "+3V3", "2": "GND",
    "3": "CLK", "4": "GND",
    "5": "LATCH", "6": "GND",
    "7": "DATA", "8": "GND",
    "9": "+3V3", "10": "GND",
}  # fmt: skip
# ... and on the far side: the same wires, but the data of the boards behind.
OUT = {**IN, "7": "DATA_FAR"}
SYMBOL = "Connector_Generic:Conn_02x05_Odd_Even"
FOOTPRINT = "Connector_IDC:IDC-Header_2x05_P2.54mm_Vertical"
