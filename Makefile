# Every target does its own set-up on a clean machine with Python 3.11 or later.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: help play test check golden fuzz bench clean

help:  ## show the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*##/ \t/'

play: $(VENV)/base  ## choose a game and play it in the terminal
	@$(BIN)/siegeworks play

test: $(VENV)/dev  ## run all tests
	$(BIN)/python -m pytest -n 2 --dist worksteal

check: $(VENV)/dev  ## lint, formatting and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

golden: $(VENV)/dev  ## write perft tables and playthroughs anew; read the diff
	$(BIN)/python -m tests.golden
	$(BIN)/python -m tests.tensors

fuzz: $(VENV)/dev  ## 100,000 random tokens and 10,000 broken records of every game (long)
	$(BIN)/python -m tests.fuzz

bench: $(VENV)/dev  ## measure speed beside OpenSpiel and PettingZoo, into docs/results.md
	$(BIN)/siegeworks bench
	$(BIN)/python bench/adapters.py

clean:  ## remove what the other targets made
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/base: pyproject.toml | $(VENV)/bin/python
	@echo "Installing siegeworks into $(VENV) …"
	$(INSTALL) -e .
	@touch $@

$(VENV)/dev: pyproject.toml | $(VENV)/bin/python
	@echo "Installing siegeworks with its development tools into $(VENV) …"
	$(INSTALL) -e '.[dev]'
	@touch $@ $(VENV)/base
