# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What the pages say to type, and which files they send to, is there."""

import fnmatch
import re
import shlex
import subprocess
from pathlib import Path

import click
import pytest

from tavle.cli import cli

ROOT = Path(__file__).resolve().parents[2]
FILES = subprocess.run(
    ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
).stdout.splitlines()
PAGES = [name for name in FILES if name.endswith(".md") and name != "CHANGELOG.md"]
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
# Files that a command writes, that a device holds, or that a reader makes or fetches.
NOT_OURS = re.compile(
    r"/.*|build/.*|my-.*|main_before_tavle\.py|[\w<>-]+\.uf2|config\.json|ladder\.csv"
)


def code(page):
    """Return what a page shows as code: the lines of its blocks, and words between backticks."""
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^```\w*\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    rest = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    return [line.split("  #")[0] for block in blocks for line in block.splitlines()] + re.findall(
        r"`([^`\n]+)`", rest
    )


def wrong_options(words):
    """Return the words of a `tavle` command that it does not know."""
    command, ctx = cli, click.Context(cli)
    while words and isinstance(command, click.Group) and words[0][0].isalpha():
        found = command.get_command(ctx, words[0])
        if found is None:
            return [words[0]]
        command, words = found, words[1:]
    known = {name for one in command.params for name in (*one.opts, *one.secondary_opts)}
    asked = re.findall(r"(?<![\w-])--[a-z-]+", " ".join(words))
    return [word for word in asked if word not in known | {"--help", "--games"}]


@pytest.mark.parametrize("page", PAGES)
def test_its_commands_are_there(page):
    for line in code(page):
        for words in re.findall(r"(?:^|\s|/)tavle( [^;|\[\]]+)", line):
            assert wrong_options(words.split()) == [], line
        for words in re.findall(r"^make ([^#;]+)", line):
            targets = [word for word in shlex.split(words) if re.fullmatch(r"[a-z-]+", word)]
            assert targets and set(targets) <= TARGETS, line


@pytest.mark.parametrize("page", PAGES)
def test_its_files_are_there(page):
    for line in code(page):
        for name in re.findall(r"[\w./<>*-]+\.(?:py|md|csv|toml|js|css|sh|json|uf2)\b", line):
            ends = re.sub(r"<\w+>", "*", name.removeprefix("../"))
            there = fnmatch.filter(FILES, ends) or fnmatch.filter(
                FILES, "*/" + re.sub("^-", "*-", ends)
            )
            assert there or NOT_OURS.fullmatch(name), line
