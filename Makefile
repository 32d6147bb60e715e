# Every door into Waterhole. Each one sets up what it needs in .venv, so a bare clone can start anywhere.

PYTHON ?= python3
# Extra options for 'make lock'; --upgrade moves every pin to the newest release.
LOCK_FLAGS ?=

VENV := .venv
BIN := $(VENV)/bin
# Written last, so that a setup cut short is done again.
READY := $(VENV)/.ready
PIP_INSTALL := $(BIN)/python -m pip install -qq --disable-pip-version-check --no-input

.DEFAULT_GOAL := help
.PHONY: help setup play test check bench signature lock

help: ## list the doors
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1\t\2/p' Makefile | expand -t 18

setup: $(READY) ## install everything into .venv
	@echo "Ready. 'make play' starts a game of Tembo; 'make test' checks everything."

play: $(READY) ## play a game of Tembo in the terminal
	@$(BIN)/waterhole play tembo

test: check ## run check, then every test
	@$(BIN)/python -m pytest -n 2

check: $(READY) ## look at format, lint and types
	@$(BIN)/python -m ruff format --check --quiet . \
		|| { echo "To format: $(BIN)/ruff format ." >&2; exit 1; }
	@$(BIN)/python -m ruff check --quiet .
	@$(BIN)/python -m mypy

bench: $(READY) ## measure the speed of self-play
	@$(BIN)/python bench/self_play.py

signature: $(READY) ## print the number that identifies how the games behave
	@$(BIN)/waterhole signature

lock: $(READY) ## rewrite requirements.lock from pyproject.toml
	@$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--custom-compile-command 'make lock' --group dev $(LOCK_FLAGS) -o requirements.lock pyproject.toml

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
		|| { echo "Waterhole needs Python 3.11 or newer, and '$(PYTHON)' is not; name another, as in: make setup PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
		|| { echo "'$(PYTHON)' cannot make virtual environments; on Debian or Ubuntu: apt install python3-venv" >&2; exit 1; }
	@echo "Setting up $(VENV) (the first time takes about half a minute)."
	@$(PYTHON) -m venv $(VENV)
	@$(PIP_INSTALL) --require-hashes -r requirements.lock
	@$(PIP_INSTALL) --no-deps --no-build-isolation -e .
	@touch $@
