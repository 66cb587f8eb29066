# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Which browser the tests of the page use: an installed one, never a download."""

import asyncio
import atexit
import contextlib
import os
import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FIREFOXES = ("firefox-esr", "firefox")
ARGS = ("--disable-gpu", "--disable-background-networking", "--disable-component-update",
        "--disable-sync", "--disable-dev-shm-usage")  # fmt: skip


def find_firefox():
    """Return the Firefox of this PC, "" when there is none; TAVLE_FIREFOX names another."""
    named = os.environ.get("TAVLE_FIREFOX", "")
    return named or next(filter(None, map(shutil.which, FIREFOXES)), "")


def find():
    """Return the browser of this PC, "" when there is none; TAVLE_BROWSER names another."""
    named = os.environ.get("TAVLE_BROWSER", "")
    return named or next(filter(None, map(shutil.which, NAMES)), "")


@contextlib.asynccontextmanager
async def browser():
    """Start Chromium without a window."""
    from playwright.async_api import async_playwright

    assert find(), "no Chromium on this PC: install it, or name a browser with TAVLE_BROWSER"
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    async with async_playwright() as play:
        program = await play.chromium.launch(executable_path=find(), args=[*ARGS, *root])
        try:
            yield program
        finally:
            await program.close()


class Shared:
    """One Chromium for all tests of a process, and the event loop that it lives in."""

    def __init__(self):
        self.runner = asyncio.Runner()
        self.stack = contextlib.AsyncExitStack()
        self.program = None
        atexit.register(self.close)

    def run(self, test, *rest):
        """Run `test(program, ...)`; its pages and tasks end with it."""
        self.runner.run(self._run(test, *rest))

    async def _run(self, test, *rest):
        if self.program is None or not self.program.is_connected():
            self.program = await self.stack.enter_async_context(browser())
        before = asyncio.all_tasks()
        try:
            await test(self.program, *rest)
        finally:
            for context in self.program.contexts:
                await context.close()
            left = asyncio.all_tasks() - before
            for task in left:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)

    def close(self):
        """End the browser, if there is one."""
        self.runner.run(self.stack.aclose())
        self.runner.close()
