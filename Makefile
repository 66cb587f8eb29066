# SPDX-License-Identifier: Apache-2.0
# Every target is one or two commands; they work from a fresh clone, because each makes .venv first.
# More on a tool: .venv/bin/tavle --help. Choose another Python: make setup PYTHON=python3.12

.DEFAULT_GOAL := help
.PHONY: help setup fast sim play test test-all lint types fmt flash hardware boards bench bench-rules bench-parts bench-page bench-lan prove-hands bench-engines bench-alone ladder proof soak accept wheel release page clean

VENV := .venv
PY := $(VENV)/bin/python
TAVLE := $(VENV)/bin/tavle
RUFF := $(VENV)/bin/ruff
PYTEST := $(VENV)/bin/pytest -c host/pyproject.toml --rootdir=.
READY := $(VENV)/ready
# More workers than cores: some tests wait for time to pass. ARGS="-n0 -s" runs them one after the other, with their output.
WORKERS = -n $$(($$(getconf _NPROCESSORS_ONLN) + $(1))) --dist worksteal
# Extra words for the command behind a target: make test ARGS="-k swap", make sim ARGS=--help
ARGS ?=
WHEELS := build/wheel
# What Python compiles is kept: the tests, with their asserts rewritten, start faster from then on.
unexport PYTHONDONTWRITEBYTECODE

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## /\1|/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "  make %-12s %s\n", $$1, $$2}'

$(READY): host/pyproject.toml host/constraints.txt host/stubs.txt host/setup.sh
	@PYTHON="$(PYTHON)" host/setup.sh

setup: $(READY) ## make .venv with everything pinned (1-2 minutes, once)

fast: $(READY) ## compile the rules and the players for this PC (optional; TAVLE_FAST=1 uses them)
	$(PY) -m pip install --quiet --constraint host/constraints.txt --editable 'host[fast]'
	$(PY) -m tavle.compiled

sim: $(READY) ## virtual table in the browser, with a game ready to play
	$(TAVLE) sim $(ARGS)

play: $(READY) ## a first look: a game plays itself in the terminal
	$(TAVLE) play $(ARGS)

test: $(READY) ## the fast tests, in CPython and MicroPython (2 to 3 minutes)
	$(PYTEST) $(call WORKERS,1) tests $(ARGS)

test-all: $(READY) ## all tests: also browsers, the emulated Pico, hardware, long campaigns
	$(PYTEST) $(call WORKERS,2) -m "" tests $(ARGS)

lint: $(READY) ## style and likely mistakes
	$(RUFF) check --config host/pyproject.toml .
	$(RUFF) format --config host/pyproject.toml --check .

types: $(READY) ## types: the firmware against MicroPython's stubs, the tool against CPython's
	$(PY) -m mypy --config-file host/mypy-firmware.ini
	$(PY) -m mypy --config-file host/pyproject.toml

fmt: $(READY) ## format the code, sort imports, apply safe fixes
	$(RUFF) check --config host/pyproject.toml --fix-only --quiet .
	$(RUFF) format --config host/pyproject.toml .

flash: $(READY) ## compile the firmware and copy it to a table on USB
	$(TAVLE) flash $(ARGS)

boards: $(READY) ## write firmware/boards/*.py from hardware/*/geometry.csv
	$(TAVLE) board maps

hardware: boards ## faces, boards, parts and tables in hardware/ (ARGS=--check, --verify, --list, a stage)
	@case " $(ARGS) " in *" --check "*|*" --list "*) ;; *) hardware/setup.sh ;; esac
	$(PY) hardware/build.py $(ARGS)

bench-rules: $(READY) ## time of the rules: every card in many positions
	$(PY) tests/bench/bench_rules.py $(ARGS)

bench-engines: $(READY) ## random games per second, next to other Ludo and Sorry! engines
	$(PY) -m pip install --quiet --constraint host/constraints.txt --editable 'host[bench]'
	$(PY) tests/bench/bench_engines.py $(ARGS)

bench-parts: $(READY) ## noisy hands with magnets and reeds of every tolerance, next to ideal switches
	$(PY) tests/hands/campaign.py --model noisy --parts all $(ARGS)

prove-hands: $(READY) ## tell every story of a few pawns, up to six gestures, to the recogniser
	$(PY) tests/hands/prove.py $(ARGS)

bench-page: $(READY) ## processor time of the page while a table plays at 30x, in a real browser
	$(PY) tests/bench/bench_page.py $(ARGS)

bench-alone: $(READY) ## bytes and seconds until the page of make page has a lit pawn, in a real browser
	$(PY) tests/bench/bench_alone.py $(ARGS)

bench-lan: $(READY) ## a tap on one phone to a light on the other's board (five minutes)
	$(PY) tests/bench/bench_lan.py $(ARGS)

bench: $(READY) fast ## every budget of the design, into tests/FIGURES.md; emulated Pico with TAVLE_UF2 (half an hour)
	$(PY) tests/bench/bench_engines.py --ours
	$(PY) tests/bench/bench_rules.py --positions 100 --pico 8
	$(PY) tests/bench/bench_table.py
	$(PY) tests/hands/campaign.py
	$(PY) tests/bench/bench_players.py
	$(PY) tests/bench/bench_pico.py

ladder: $(READY) ## computer players against each other: each level against the one below (hours)
	$(PY) -m tavle.players.ladder --readme firmware/players/README.md $(ARGS)

proof: $(READY) ## try to find faults: power cuts, failing parts, fuzzing; writes tests/FIGURES.md (hours)
	$(PY) tests/proof/all_proof.py $(ARGS)

soak: $(READY) ## days of simulated play, idling and power cuts (an hour)
	$(PY) tests/proof/soak.py $(ARGS)

accept: $(READY) ## rewrite the golden files from what the code does now; read the diff
	TAVLE_ACCEPT=1 $(PYTEST) $(call WORKERS,1) tests $(ARGS)
	git diff --stat -- tests host/STDIO.md

wheel: $(READY) ## a wheel of the tool with all it needs, for PCs without this checkout, in build/wheel
	rm -f $(WHEELS)/*
	umask 022; SOURCE_DATE_EPOCH=$${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct)} \
	$(PY) -m pip --disable-pip-version-check wheel --quiet --no-deps --no-build-isolation --wheel-dir $(WHEELS) ./host
	@ls -l $(WHEELS)/*.whl

release: WHEELS := build/release
release: wheel ## what is published: wheel, files for new tables, hardware, page (ARGS="--micropython RPI_PICO2.uf2")
	$(PY) host/release.py $(WHEELS) $(ARGS)

page: $(READY) ## the page that plays alone, for any web server, in build/page (npm brings two packages)
	$(PY) host/page.py build/page $(ARGS)

clean: ## remove everything that make made
	rm -rf $(VENV) host/typings host/*.egg-info host/build build .proof .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find firmware host hardware tests -name __pycache__ -type d -prune -exec rm -rf {} +
