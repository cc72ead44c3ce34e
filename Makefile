# make play   set everything up and play
# make test   lint, types and tests, at most 20 minutes on two cores
# make deep   the long tests, at most 60 minutes
# make bench  every figure of speed and strength; leave the machine alone meanwhile
# make ladder every level against the one below, an hour or more

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: play test lint deep bench ladder golden clean

play: $(VENV)/.installed
	@$(BIN)/kibitz play tictactoe

test: lint
	$(BIN)/python -m pytest -n 2 --dist loadfile

lint: $(VENV)/.installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

deep: $(VENV)/.installed-test
	$(BIN)/python -m pytest -n 2 -m deep

bench: $(VENV)/.installed-bench
	$(BIN)/python -m benchmarks.figures

# The whole ladder of levels, the slow steps too: an hour or more.
ladder: $(VENV)/.installed-bench
	$(BIN)/python -m benchmarks.ladder --steps 1-10

# Write the golden playthroughs anew; the difference shows what changed in the rules.
golden: $(VENV)/.installed-test
	KIBITZ_WRITE_GOLDEN=1 $(BIN)/python -m pytest -q tests/games/test_playthroughs.py

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis

# Each environment is made once, and again when the requirements change.

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Kibitz needs Python 3.11 or later; $(PYTHON) is `$(PYTHON) --version`." >&2; \
		  echo "Name another one: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@echo "Making an environment in $(VENV); the first time takes a minute."
	@$(PYTHON) -m venv $(VENV) || \
		{ echo "Python's venv module is missing: on Debian, apt install python3-venv." >&2; exit 1; }

$(VENV)/.installed: pyproject.toml | $(VENV)/bin/python
	@$(PIP) install --editable .
	@touch $@

$(VENV)/.installed-test: pyproject.toml | $(VENV)/bin/python
	@$(PIP) install --editable '.[test]'
	@touch $@ $(VENV)/.installed

$(VENV)/.installed-bench: pyproject.toml | $(VENV)/bin/python
	@$(PIP) install --editable '.[bench]'
	@touch $@ $(VENV)/.installed
