# Every target does its own set-up on a clean machine with Python 3.11 or later.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
WEB := web/node_modules/.ready
PAGE := src/siegeworks/server/static/index.html
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: help play test check lock golden fuzz ends bench strength clean chromium

help:  ## show the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*##/ \t/'

play: $(VENV)/base $(PAGE)  ## open the page: choose a game and play it
	@$(BIN)/siegeworks serve --open

test: $(VENV)/dev $(PAGE) $(WEB) | chromium  ## run all tests
	$(BIN)/python -m pytest -n 2 --dist worksteal

check: $(VENV)/dev $(WEB)  ## lint, formatting and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/npm run --prefix web check

lock: $(VENV)/dev  ## resolve what a server installs, with hashes, into requirements.lock
	$(BIN)/uv pip compile pyproject.toml --group build --universal --python-version 3.11 \
		--generate-hashes --upgrade --no-annotate --no-emit-index-url --no-emit-find-links \
		--custom-compile-command "make lock" --quiet --output-file requirements.lock

golden: $(VENV)/dev  ## write perft tables and playthroughs anew; read the diff
	$(BIN)/python -m tests.golden
	$(BIN)/python -m tests.tensors

fuzz: $(VENV)/dev  ## 100,000 random tokens, messages, 10,000 broken records of every game (long)
	$(BIN)/python -m tests.fuzz
	$(BIN)/python -m tests.server.malformed 100000

# The rules, their compiled forms, batches, records, the command line and the server; no browser.
ENDS := tests/laws/test_golden.py tests/laws/test_compiled.py tests/laws/test_batch.py \
	tests/laws/test_stepping.py tests/laws/test_options.py tests/play tests/cli/test_verbs.py \
	tests/server/test_store.py tests/server/test_serve.py

ends: $(PAGE)  ## test with the lowest and the newest versions of what we depend on
	for end in lowest newest; do \
		$(PYTHON) -m venv --clear .venv-$$end; \
		pins=$$([ $$end = lowest ] && echo "-c tests/lowest.txt"); \
		.venv-$$end/bin/python -m pip install --quiet --upgrade $$pins -e . pytest hypothesis || exit 1; \
		.venv-$$end/bin/python -m pip list; \
		.venv-$$end/bin/python -m pytest $(ENDS) || exit 1; \
	done

bench: $(VENV)/dev  ## measure speed beside OpenSpiel and PettingZoo, into docs/results.md
	$(BIN)/siegeworks bench
	$(BIN)/python bench/adapters.py
	$(BIN)/python bench/search_speed.py
	$(BIN)/python bench/largest.py
	$(BIN)/python bench/load.py
	$(BIN)/python bench/load.py --kill 20
	$(BIN)/python bench/attacks.py
	$(BIN)/python bench/page.py

strength: $(VENV)/dev  ## measure how strong the bots are, into docs/results.md (hours; goes on if stopped)
	$(BIN)/python bench/positions.py
	$(BIN)/python bench/strength.py
	$(BIN)/python bench/ledger.py
	$(BIN)/python bench/legality.py

clean:  ## remove what the other targets made
	rm -rf $(VENV) .venv-lowest .venv-newest build dist src/siegeworks/server/static web/node_modules .pytest_cache .mypy_cache .ruff_cache .hypothesis

# Installing builds the page where it is missing; one that is older than its sources is built anew.
$(PAGE): $(shell find web/src web/public -type f) web/index.html web/package-lock.json | $(VENV)/bin/python
	rm -rf $(dir $(PAGE))
	$(INSTALL) -e .

# What the page is tested with. Building the page takes it away again, so it comes after that.
$(WEB): web/package-lock.json $(VENV)/dev
	$(BIN)/npm ci --prefix web --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

# The tests of the page drive Debian's Chromium; where it is missing and may be installed, it is.
chromium:
	@command -v chromium > /dev/null || \
	if command -v apt-get > /dev/null && [ "$$(id -u)" = 0 ]; then \
		echo "Installing chromium, which the tests of the page drive …"; \
		apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium > /dev/null; \
	else \
		echo "The tests of the page want the program chromium: install it first."; \
	fi

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
