# SPDX-License-Identifier: Apache-2.0
"""`random` that never takes chance from the PC: the run's seed decides everything."""

import urandom as _r
from urandom import *

_own = 1


def seed(n=None):
    _r.seed(_own if n is None else n)
