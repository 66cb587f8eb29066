# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Any sequence of orders: the frame is what a plain reading of the layers says, within the limit."""

from hypothesis import given
from hypothesis import strategies as st

from light import power
from light.layers import N_LAYERS
from light.lights import Lights
from light.patterns import EFFECT, PERIOD_MS

N = 12
CHANNEL = st.sampled_from((0, 1, 2, 30, 200, 255))
ORDER = st.one_of(
    st.tuples(st.just("set"), st.integers(0, N_LAYERS - 1), st.integers(0, N - 1),
              st.tuples(CHANNEL, CHANNEL, CHANNEL), st.integers(0, EFFECT)),
    st.tuples(st.just("clear"), st.integers(0, N_LAYERS - 1)),
    st.tuples(st.just("clear_led"), st.integers(0, N_LAYERS - 1), st.integers(0, N - 1)),
    st.tuples(st.just("expire"), st.integers(0, N_LAYERS - 1), st.integers(0, 3000)),
    st.tuples(st.just("restart"), st.integers(0, N_LAYERS - 1)),
    st.tuples(st.just("bright"), st.integers(1, 100)),
    st.tuples(st.just("wait"), st.integers(0, 700)),
)  # fmt: skip


def obey(lights, order, now_ms):
    what, *rest = order
    if what == "expire":
        lights.expire(rest[0], now_ms, rest[1])
    elif what == "restart":
        lights.restart(rest[0], now_ms)
    elif what == "bright":
        lights.dim(rest[0])
    elif what != "wait":
        getattr(lights, what)(*rest)


@given(st.lists(ORDER, max_size=60), st.integers(0, 700), st.integers(0, 3), st.integers(1, 60))
def test_never_above_the_limit_and_nothing_lit_goes_dark(orders, limit_ma, idle_ma, channel_ma):
    lights = Lights(N, limit_ma, idle_ma, channel_ma)
    free = Lights(N, 10**9, idle_ma, channel_ma)  # the same orders without a limit
    out, wanted = bytearray(3 * N), bytearray(3 * N)
    now_ms = 0
    before = None
    for order in orders:
        obey(lights, order, now_ms)
        obey(free, order, now_ms)
        if order[0] == "wait":
            now_ms += order[1]
        changed = lights.render(now_ms, out)
        free.render(now_ms, wanted)
        assert changed or bytes(out) == before
        before = bytes(out)
        needs = N * idle_ma + -(-sum(out) * channel_ma // 255)
        assert needs <= max(limit_ma, N * idle_ma) and lights.ma() == needs
        lit = [n for n in range(N) if any(wanted[3 * n : 3 * n + 3])]
        allowed = power.allowed_sum(N, limit_ma, idle_ma, channel_ma)
        if allowed >= len(lit):
            assert [n for n in range(N) if any(out[3 * n : 3 * n + 3])] == lit
        assert all(value <= bright for value, bright in zip(out, wanted, strict=True))
    # With nothing new for two periods, a frame that needs no limit is not made darker.
    darkest = 0
    for _ in range(2 * PERIOD_MS // 50):
        now_ms += 50
        lights.render(now_ms, out)
        free.render(now_ms, wanted)
        darkest = max(darkest, power.need_ma(wanted, idle_ma, channel_ma))
    if darkest <= limit_ma:
        assert out == wanted


@given(st.lists(ORDER, max_size=60))
def test_a_frame_drawn_from_the_last_one_is_the_frame_drawn_anew(orders):
    steps, once = Lights(N, 400), Lights(N, 400)
    out, fresh = bytearray(3 * N), bytearray(3 * N)
    now_ms = 0
    for order in orders:
        obey(steps, order, now_ms)
        obey(once, order, now_ms)
        if order[0] == "wait":
            now_ms += order[1]
        steps.render(now_ms, out)
        once.dim(once.brightness)  # everything is drawn again
        once.render(now_ms, fresh)
        assert out == fresh
