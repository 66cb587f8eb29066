# SPDX-License-Identifier: Apache-2.0
"""Facts about hardware: controller boards (`r1_*`) and game boards (`partners`, `ludo`, `sorry`)."""
