# SPDX-License-Identifier: Apache-2.0
"""Virtual time: it passes only where hardware would take time, and only as far as allowed.

Everything that takes time calls `pass_us` or `reach`. When that would go beyond `until_us` the
clock stops there, tells the owner of the process, and waits for an order, wherever the firmware
happens to be. Orders: `run` (with a new limit and timed events), `usb` (something was written to
the firmware's standard input), `ask` (look at a chip), `leap` (the controller's counter jumps),
`off` (the supply goes).
"""

# After this many looks at the clock or at a pin without time passing, the firmware is taken to be
# waiting in a loop, and every further look costs a microsecond.
_PATIENCE = 200


class Clock:
    """The time of the simulated table, in microseconds since it was first powered.

    Args:
        pipe: where orders come from.
        now_us: time at the start of this boot.
        start_us: what the controller's own counter shows then; a real one starts at 0.
    """

    def __init__(self, pipe, now_us, start_us=0):
        self.pipe = pipe
        self.now = now_us
        self.boot_us = now_us
        self.start_us = start_us
        self.until_us = now_us
        self.horizon = now_us
        self.usb = False  # bytes may wait on standard input
        self.usb_full = False  # a program has the port open and does not read
        self.woken = False  # there is news for the idle loop
        self.on_event = None
        self.on_ask = None
        self.on_off = None
        self.on_leap = None  # function(us) of a part that counts by itself
        self.wdt_due_us = None
        self._timers = []
        self._number = 0
        self.spins = 0
        self._owes = True  # the order to boot is answered like an order to run

    def pass_us(self, us):
        """Let time pass; the caller continues afterwards."""
        t = self.now + us
        if t < self.horizon:
            self.now = t
            self.spins = 0
        else:
            self.reach(t)

    def spin(self):
        """Count one look at the clock or at a pin."""
        self.spins += 1
        if self.spins > _PATIENCE:
            t = self.now + 1
            spins = self.spins
            if t < self.horizon:
                self.now = t
            else:
                self.reach(t)
            self.spins = spins

    def at(self, t_us, call, arg=None):
        """Call `call(arg)` when the clock reaches a time."""
        self._number += 1
        item = (t_us, self._number, call, arg)
        timers = self._timers
        i = len(timers)
        while i and timers[i - 1][0] > t_us:
            i -= 1
        timers.insert(i, item)
        self._aim()
        return item

    def cancel(self, item):
        """Forget what `at` returned."""
        if item in self._timers:
            self._timers.remove(item)
            self._aim()

    def _aim(self):
        self.horizon = self.until_us
        if self._timers and self._timers[0][0] < self.horizon:
            self.horizon = self._timers[0][0]

    def reach(self, t_us, idle=False):
        """Move to a time, stopping for whatever is due before.

        Args:
            t_us: the time to reach.
            idle: True from the idle loop, which returns early when there is news for it.
        """
        self.spins = 0
        while t_us >= self.horizon:
            if self._timers and self._timers[0][0] <= min(t_us, self.until_us):
                due = self._timers.pop(0)
                self._aim()
                if due[0] > self.now:
                    self.now = due[0]
                due[2](due[3])
            elif t_us > self.until_us:
                if self.until_us > self.now:
                    self.now = self.until_us
                self._stop(idle)
            else:
                break
            if idle and self.woken:
                self.woken = False
                return
        if t_us > self.now:
            self.now = t_us

    def _stop(self, idle):
        if self._owes:
            self.pipe.put({"now": self.now, "idle": idle})
            self._owes = False
        while not self.obey(self.pipe.get(), idle):
            pass

    def obey(self, order, idle):
        """Do what the owner says, and return whether time may pass now: that is answered when it has passed."""
        do = order["do"]
        if do == "run":
            self._owes = True
            for event in order.get("events", ()):
                self.at(event[0], self.on_event, event)
            self.until_us = order["until"]
            self._aim()
            return True
        if do == "usb":
            self.usb = True
            if idle:
                self.woken = True
                self._owes = True
                return True
            self.pipe.put({"now": self.now, "idle": False})
        elif do == "full":
            self.usb_full = order["on"]
            self.pipe.put({"now": self.now, "idle": idle})
        elif do == "ask":
            self.pipe.put(self.on_ask(order))
        elif do == "leap":
            self.start_us += order["us"]
            if self.on_leap is not None:
                self.on_leap(order["us"])
            self.pipe.put({"now": self.now, "idle": idle})
        elif do == "off":
            self.on_off(True)
            self.pipe.put({"off": True, "now": self.now})
        return False

    def watchdog(self, timeout_us):
        """Start or feed the watchdog."""
        first = self.wdt_due_us is None
        self.wdt_due_us = self.now + timeout_us
        if first:
            self.at(self.wdt_due_us, self._bark)

    def _bark(self, _):
        if self.wdt_due_us > self.now:
            self.at(self.wdt_due_us, self._bark)
        else:
            self.reset("watchdog")

    def reset(self, why):
        """End this boot: the owner starts a new process. Never returns."""
        self.on_off(False)
        self.pipe.put({"reset": why, "now": self.now})
        while True:
            self.pipe.get()
