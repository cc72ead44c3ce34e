# make play      install everything and play in the browser
# make test      run the linters, type checkers and tests; about 25 minutes on two quiet cores, 12 is the goal
# make lint      run only the linters and type checkers
# make coverage  run the tests with a report of line coverage
# make deep      run the long tests; at most 60 minutes
# make attack    run all attacks on the server and print their figures
# make numba     test compiled code with the lowest and highest supported Numba, and with plain Numba
# make bench     measure every figure of speed; do not run anything else meanwhile
# make ladder    play every level against the one below; takes hours
# make strength  measure every figure of strength; takes hours
# make golden    write the golden playthroughs
# make docs      build the documentation site into build/docs/html
# make types     generate the web app's types and texts from the server
# make lock      pin the newest versions of the dependencies, with hashes
# make clean     remove the environment and all caches

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# For two cores; the slowest tests are printed at the end. Where no time is measured, a third worker
# runs while others wait for servers and browsers, and the slowest files are started first.
PYTEST := $(BIN)/python -m pytest --durations 20
UNTIMED := -n 3 --dist loadfile --no-loadscope-reorder
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: play test lint coverage lock deep attack numba bench ladder strength golden types docs browser clean postgresql

play: $(VENV)/.installed-web
	@$(BIN)/python web/build_app.py
	@$(BIN)/kibitz serve --open

test: lint browser postgresql
	$(PYTEST) $(UNTIMED)

lint: $(VENV)/.installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pyright --pythonpath $(BIN)/python
	$(BIN)/python scripts/public_types.py
	$(BIN)/python web/build_app.py lint

# The server is tested with SQLite and PostgreSQL. PostgreSQL is installed if that is possible.
postgresql:
	@command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || \
		{ [ "`id -u`" = 0 ] && command -v apt-get >/dev/null && \
		  echo "Installing PostgreSQL with apt-get for the tests of the server." && apt-get update -qq && \
		  apt-get install --yes --quiet postgresql >/dev/null; } || \
		echo "PostgreSQL is not installed, so its tests are skipped. On Debian: apt install postgresql" >&2

# Compiled code does not count as covered; the tests also run its functions interpreted.
coverage: $(VENV)/.installed-test browser postgresql
	$(PYTEST) $(UNTIMED) --cov --cov-report=term --cov-report=html:build/coverage

deep: $(VENV)/.installed-test browser postgresql
	KIBITZ_TIMED=1 $(PYTEST) -n 2 -m deep

# A part of `make deep`. KIBITZ_ATTACK_REQUESTS sets the number of mutated requests.
attack: $(VENV)/.installed-test postgresql
	KIBITZ_TIMED=1 $(PYTEST) -n 2 -m "deep or not deep" tests/attack

numba: $(VENV)/.installed-test
	$(BIN)/python -m tests.numba_versions

bench: $(VENV)/.installed-bench browser
	$(BIN)/python -m benchmarks.figures

# A warning, such as a dead link, fails the build.
docs: $(VENV)/.installed-docs
	$(BIN)/python scripts/build_docs.py

# Generate the web app's types from the server's OpenAPI document.
types: $(VENV)/.installed-test
	$(BIN)/python web/build_app.py types

# The browser for the tests of the web app is installed if that is possible.
browser:
	@command -v chromium >/dev/null || { [ "`id -u`" = 0 ] && command -v apt-get >/dev/null && \
		echo "Installing Chromium with apt-get for the tests of the web app." && apt-get update -qq && apt-get install -y -qq chromium >/dev/null; } || \
		echo "Chromium is not installed, so the tests of the web app are skipped. On Debian: apt install chromium" >&2

# All levels from 1 to 10, which takes hours. An interrupted run continues on the same day.
LADDER := build/ladder-$(shell date +%F)
ladder: $(VENV)/.installed
	@failed=0; for game in connect4 horses tiles morris draughts "draughts --variant english" \
			"draughts --variant international" "draughts --variant italian" "draughts --variant russian"; do \
		echo; echo "$$game"; $(BIN)/kibitz calibrate $$game --record $(LADDER) || failed=1; \
	done; exit $$failed

# The matches behind every figure of strength, which take hours. An interrupted run continues on the
# same day.
strength: $(VENV)/.installed
	$(BIN)/python -m benchmarks.strength
	$(BIN)/python -m benchmarks.monte_carlo

# Write the golden playthroughs; the diff shows changes of the rules.
golden: $(VENV)/.installed-test
	KIBITZ_WRITE_GOLDEN=1 $(BIN)/python -m pytest -q tests/games/test_playthroughs.py

clean:
	rm -rf $(VENV) web/node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis

# Each environment is created once, and updated when the requirements change.

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Kibitz needs Python 3.11 or later; $(PYTHON) is `$(PYTHON) --version`." >&2; \
		  echo "Choose another one: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@echo "Creating an environment in $(VENV); this takes a minute."
	@$(PYTHON) -m venv $(VENV) || \
		{ echo "Python's venv module is not installed. On Debian: apt install python3-venv" >&2; exit 1; }

# The versions in requirements/ are pinned with hashes; `make lock` updates them.

INSTALL = @echo "Installing the packages of $(word 2,$^) into $(VENV)." && \
	$(PIP) install --require-hashes --requirement $(word 2,$^) && \
	$(PIP) install --no-deps --editable . && touch $@

$(VENV)/.installed: pyproject.toml requirements/base.txt | $(VENV)/bin/python
	$(INSTALL)

$(VENV)/.installed-web: pyproject.toml requirements/play.txt | $(VENV)/bin/python
	$(INSTALL) $(VENV)/.installed

$(VENV)/.installed-test: pyproject.toml requirements/test.txt | $(VENV)/bin/python
	$(INSTALL) $(VENV)/.installed

$(VENV)/.installed-bench: pyproject.toml requirements/bench.txt | $(VENV)/bin/python
	$(INSTALL) $(VENV)/.installed

$(VENV)/.installed-docs: pyproject.toml requirements/docs.txt | $(VENV)/bin/python
	$(INSTALL) $(VENV)/.installed

$(VENV)/.uv: | $(VENV)/bin/python
	@$(PIP) install uv && touch $@

LOCK = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-header --upgrade pyproject.toml

lock: $(VENV)/.uv
	@mkdir -p requirements
	$(LOCK) --output-file requirements/base.txt
	$(LOCK) --extra server --extra build --output-file requirements/play.txt
	$(LOCK) --extra test --output-file requirements/test.txt
	$(LOCK) --extra bench --output-file requirements/bench.txt
	$(LOCK) --extra docs --output-file requirements/docs.txt
