# Every door into Waterhole. Each one sets up what it needs in .venv, so a bare clone can start anywhere.

PYTHON ?= python3
# Extra options for 'make lock'; --upgrade moves every pin to the newest release.
LOCK_FLAGS ?=

VENV := .venv
BIN := $(VENV)/bin
# Written last, so that a setup cut short is done again.
READY := $(VENV)/.ready
# The compiled core, built where Python finds it.
CORE := $(VENV)/.core
CORE_SOURCES := CMakeLists.txt $(wildcard cpp/include/waterhole/*.hpp cpp/bind/*)
CPP := $(wildcard cpp/include/waterhole/*.hpp cpp/bind/* cpp/cuda/* cpp/tests/*.?pp cpp/fuzz/*.cpp)
# The web client, built where the server finds it.
SITE := src/waterhole/server/site/index.html
NODE_MODULES := web/node_modules/.ready
SITE_SOURCES := $(shell find web/src web/locales web/public rulebook -type f 2>/dev/null) web/index.html web/vite.config.ts
PIP_FLAGS := -qq --no-compile --disable-pip-version-check --no-input
PIP_INSTALL := $(BIN)/python -m ensurepip >/dev/null 2>&1; $(BIN)/python -m pip install $(PIP_FLAGS)
# The same, four times as fast.
UV_INSTALL := $(BIN)/uv pip install --quiet --python $(BIN)/python

# What works side by side prints in one piece, where make can do that.
SYNC := $(if $(filter output-sync,$(.FEATURES)),--output-sync)

CHECKS := check-style check-types check-client

NINJA = -G Ninja -DCMAKE_MAKE_PROGRAM="$(CURDIR)/$(BIN)/ninja"

# Runs a command whose output is worth reading only if it fails.
quietly = mkdir -p build && rm -f build/$@.log && { NO_COLOR=1 $(1) >build/$@.log 2>&1 || { cat build/$@.log >&2; exit 1; }; }

.DEFAULT_GOAL := help
.PHONY: help setup play web test test-client test-core test-python services check $(CHECKS) bench strength signature sanitize fuzz gpu parity screenshots lock

help: ## list the doors
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1\t\2/p' Makefile | expand -t 18

setup: $(CORE) ## install everything into .venv
	@echo "Ready. 'make play' starts a server to play at; 'make test' tests it."

play: $(CORE) $(SITE) ## play in the browser: starts a server and prints its address
	@$(BIN)/waterhole serve --open

web: $(SITE) ## build the web client

# The tests start hundreds of Pythons, and each would compile all that it imports again.
test: export PYTHONDONTWRITEBYTECODE :=
test: export PYTHONPYCACHEPREFIX := $(CURDIR)/build/bytecode
# What there is to check runs beside the tests and keeps silent unless it finds something.
test: ## run check and every test (those of server and page only after 'make services')
	@$(MAKE) --no-print-directory --jobs=2 $(SYNC) $(CORE) $(SITE)
	@$(MAKE) --no-print-directory --jobs=3 --keep-going test-python $(CHECKS) test-client test-core
	@sed -n 's/^ *Tests  */Of the page: /p' build/test-client.log
	@sed -n 's/^[0-9]* passed/Of the C++ headers: &/p' build/test-core.log
	@$(BIN)/python tests/services.py | grep -q chromium \
		|| $(BIN)/python -m pytest -m long tests/web/test_lighthouse.py # it measures time, and wants the machine for itself

# A real PostgreSQL, a real Redis, a real browser.
services: ## install what the tests of server and page need (on Debian, as root)
	@missing="$$($(PYTHON) tests/services.py)" || exit 1; [ -z "$$missing" ] || \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then \
		echo "Installing $$missing." && apt-get -qq update && \
		DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends $$missing >/dev/null && \
		[ -z "$$($(PYTHON) tests/services.py)" ]; \
	else \
		echo "The tests of server and page need, on Debian: apt install $$missing" >&2; exit 1; \
	fi

check: $(CHECKS) ## look at format, lint and types
	@echo "Format, lint and types are in order."

check-style: $(READY)
	@$(BIN)/python -m ruff format --check --quiet . \
		|| { echo "To format: $(BIN)/ruff format ." >&2; exit 1; }
	@$(BIN)/clang-format --dry-run -Werror $(CPP) \
		|| { echo "To format: $(BIN)/clang-format -i $(CPP)" >&2; exit 1; }
	@$(BIN)/python -m ruff check --quiet .

check-types: $(CORE)
	@$(BIN)/python -m mypy --no-error-summary

check-client: $(NODE_MODULES)
	@$(call quietly,web/with-node npm run --silent check)

test-client: $(NODE_MODULES)
	@$(call quietly,web/with-node npm run --silent test)

test-core: $(READY)
	@$(call quietly,sh -c '$(BIN)/cmake -S cpp/tests -B build/core-tests $(NINJA) && MAKEFLAGS= $(BIN)/cmake --build build/core-tests && build/core-tests/test_core .')

test-python: $(CORE) $(SITE)
	@$(BIN)/python -m pytest -n auto --maxprocesses=4 --dist=worksteal

bench: $(CORE) ## measure the speed of both engines against peers
	@$(BIN)/python bench/self_play.py
	@$(BIN)/python bench/core.py
	@$(BIN)/python bench/search.py
	@$(BIN)/python bench/load.py

strength: $(CORE) ## play the README's figures of the bots again (hours; goes on where it was)
	@$(BIN)/python bench/ceiling.py
	@status=0; for part in better_moves more_thought more_time strength; do $(BIN)/python bench/$$part.py || status=1; done; exit $$status

signature: $(CORE) ## print the number that identifies how the games behave
	@$(BIN)/waterhole signature

sanitize: $(READY) ## test the compiled core with sanitizers
	@$(BIN)/cmake -S cpp/tests -B build/sanitize $(NINJA) -DSANITIZE=ON >/dev/null
	@$(BIN)/cmake --build build/sanitize >build/sanitize/log || { cat build/sanitize/log >&2; exit 1; }
	@build/sanitize/test_core .

fuzz: $(READY) ## feed arbitrary bytes to the compiled core for a minute (needs clang)
	@CMAKE=$(BIN)/cmake cpp/fuzz/run

gpu: ## play the signature on a GPU, and build what plays matches there (needs nvcc)
	@command -v nvcc >/dev/null 2>&1 || { echo "nvcc is not installed" >&2; exit 1; }
	@mkdir -p build
	@nvcc -std=c++20 -O2 -Icpp/include cpp/cuda/signature.cu -o build/gpu-signature
	@build/gpu-signature src/waterhole/tembo/tembo-deck.csv
	@nvcc -std=c++20 -O3 -arch=native --expt-relaxed-constexpr -Icpp/include cpp/cuda/duel.cu -o build/gpu-duel

parity: $(CORE) ## compare both engines for half an hour
	@$(BIN)/python -m tests.core.compare --minutes 30 --processes 2

screenshots: $(CORE) $(SITE) ## take the pictures of the README again (needs chromium)
	@$(BIN)/python -m tests.web.screenshots

lock: $(READY) ## rewrite requirements.lock from pyproject.toml
	@$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--custom-compile-command 'make lock' --all-extras --group dev $(LOCK_FLAGS) -o requirements.lock pyproject.toml

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
		|| { echo "Waterhole needs Python 3.11 or newer, and '$(PYTHON)' is not; name another, as in: make setup PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
		|| { echo "'$(PYTHON)' cannot make virtual environments; on Debian or Ubuntu: apt install python3-venv" >&2; exit 1; }
	@echo "Setting up $(VENV) (the first time takes about half a minute)."
	@$(PYTHON) -m venv --without-pip $(VENV)
	@sed -n '/^uv==/,/[^\\]$$/p' requirements.lock >$(VENV)/uv.lock
	@$(PYTHON) -m pip --python $(BIN)/python install $(PIP_FLAGS) --require-hashes -r $(VENV)/uv.lock 2>/dev/null \
		|| { $(PIP_INSTALL) --require-hashes -r $(VENV)/uv.lock; } # a Python without a pip, or with an old one
	@$(UV_INSTALL) --require-hashes -r requirements.lock 2>/dev/null \
		|| { $(PIP_INSTALL) --require-hashes -r requirements.lock; } # a mirror that only pip knows of
	@$(UV_INSTALL) --no-deps --no-build-isolation -e . 2>/dev/null \
		|| { $(PIP_INSTALL) --no-deps --no-build-isolation -e .; }
	@touch $@

$(CORE): $(READY) $(CORE_SOURCES)
	@command -v "$${CXX:-c++}" >/dev/null 2>&1 \
		|| { echo "Waterhole's core needs a C++ compiler; on Debian or Ubuntu: apt install g++" >&2; exit 1; }
	@$(BIN)/cmake -S . -B build/core $(NINJA) --log-level=ERROR -DWATERHOLE_NATIVE=ON \
		-DPython_EXECUTABLE="$(CURDIR)/$(BIN)/python" >/dev/null
	@MAKEFLAGS= $(BIN)/cmake --build build/core >build/core/log || { cat build/core/log >&2; exit 1; }
	@cp build/core/_core.pyi src/waterhole/core/
	@for file in build/core/_core.*so; do \
		cp "$$file" src/waterhole/core/new.so && mv src/waterhole/core/new.so "src/waterhole/core/$${file##*/}"; \
	done # in one step: a program that has the old one open keeps it
	@touch $@

# Not 'npm ci': it refuses a lock without the packages of other systems, which not every registry has.
$(NODE_MODULES): web/package.json web/package-lock.json $(READY)
	@web/with-node npm install --no-save --ignore-scripts --silent
	@touch $@

$(SITE): $(SITE_SOURCES) $(NODE_MODULES)
	@web/with-node npm run --silent build -- --logLevel error
	@touch $@
