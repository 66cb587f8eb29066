# SPDX-License-Identifier: Apache-2.0
cpdef bytes step(int seat, int a, int b)
cpdef bytes lost(int seat, int a, int b)
cpdef bytes bump(int seat, int a)
cpdef bytes swap(int seat, int a, int other, int b)
