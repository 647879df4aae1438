# Every target installs what it needs, on a clean machine with Python 3.11 or later.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SITE := build/docs/index.html
GAMES := breakthrough liars-dice
EXAMPLES := build/examples
WEB := web/node_modules/.ready
PAGE := src/siegeworks/server/static/index.html
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# The first pip that installs groups of dependencies; a new virtual environment may have an older one.
PIP := pip>=25.1

# Hundreds of processes that tests start, and three that run them, would compile every source again.
test long check: export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help play test long check types check-page lint docs lock golden fuzz mutants puzzles-check ends pythons bench strength levels league reports clean chromium postgresql

help:  ## show the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*##/ \t/'

play: $(VENV)/base $(PAGE)  ## open the page: choose a game and play it
	@$(BIN)/siegeworks serve --open

test: $(VENV)/dev $(PAGE) $(WEB) | chromium postgresql  ## run the tests
	$(BIN)/python -m pytest -n 3 --dist worksteal

long: $(VENV)/dev $(PAGE) $(WEB) $(EXAMPLES) | chromium postgresql  ## run the tests that `make test` leaves out for their time
	$(BIN)/python -m pytest -n 2 --dist worksteal -m long

check: $(VENV)/dev $(WEB)  ## lint, formatting, types, import contracts, English
	@$(MAKE) --no-print-directory --jobs=2 types check-page lint

# The longest first: the others run beside it.
types:
	$(BIN)/mypy

check-page:
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/npm run --prefix web check

lint:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/python -m tests.english

docs: $(VENV)/docs  ## build the documentation into build/docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict
	@echo "The documentation is built. Open $(SITE)"

lock: $(VENV)/dev  ## pin what a server installs, with hashes, in requirements.lock
	$(BIN)/uv pip compile pyproject.toml --group build --universal --python-version 3.11 \
		--generate-hashes --upgrade --no-annotate --no-emit-index-url --no-emit-find-links \
		--custom-compile-command "make lock" --quiet --output-file requirements.lock

golden: $(VENV)/dev $(EXAMPLES)  ## write perft tables and playthroughs again; read the diff
	$(BIN)/python -m tests.golden
	$(BIN)/python -m tests.tensors
	$(BIN)/python -m tests.code_map
	PYTHONPATH=$(EXAMPLES) $(BIN)/python -m siegeworks.testing $(GAMES:%=examples/%/tests/facts.py)

fuzz: $(VENV)/dev  ## 100,000 random tokens, messages, 10,000 broken records of every game (long)
	$(BIN)/python -m tests.fuzz
	$(BIN)/python -m tests.server.malformed 100000

mutants: $(VENV)/dev  ## plant faults in rules, server, secrets, records, the page: each must turn a test red (long)
	$(BIN)/python -m tests.mutants

puzzles-check: $(VENV)/base  ## prove every puzzle of every game again, another way (minutes)
	$(BIN)/siegeworks puzzles check

# The rules, their compiled forms, batches, records, the command line and the server; no browser.
ENDS := tests/laws/test_laws.py tests/laws/test_compiled.py tests/laws/test_batch.py \
	tests/laws/test_stepping.py tests/laws/test_options.py tests/play tests/cli/test_verbs.py \
	tests/server/storage/test_store.py tests/server/test_serve.py

ends: $(PAGE)  ## test with the oldest and the newest versions of our dependencies
	for end in lowest newest; do \
		$(PYTHON) -m venv --clear .venv-$$end; \
		pins=$$([ $$end = lowest ] && echo "-c tools/lowest.txt"); \
		.venv-$$end/bin/python -m pip install --quiet --upgrade $$pins -e . pytest hypothesis || exit 1; \
		.venv-$$end/bin/python -m pip list; \
		.venv-$$end/bin/python -m pytest $(ENDS) || exit 1; \
	done

pythons:  ## play and test on every supported Python, each in a fresh Debian of its own (root, debootstrap)
	$(PYTHON) tools/pythons.py

bench: $(VENV)/dev  ## measure speed beside OpenSpiel and PettingZoo, into docs/results.md
	$(BIN)/siegeworks bench
	$(BIN)/python bench/adapters.py
	$(BIN)/python bench/search_speed.py
	$(BIN)/python bench/threads.py
	$(BIN)/python bench/batch_threads.py
	$(BIN)/python bench/largest.py
	$(BIN)/python bench/report_memory.py
	$(BIN)/python bench/server/move_cost.py
	$(BIN)/python bench/server/load.py
	$(BIN)/python bench/server/load.py --kill 20
	for workers in 1 2 4; do $(BIN)/python bench/server/load.py --workers $$workers || exit 1; done
	$(BIN)/python bench/server/load_limit.py
	$(BIN)/python bench/server/store_speed.py
	$(BIN)/python bench/server/failures.py
	$(BIN)/python bench/server/attacks.py
	$(BIN)/python bench/server/analysis.py
	$(BIN)/python bench/page.py

strength: $(VENV)/dev  ## measure how strong the bots are, into docs/results.md (hours; continues if stopped)
	$(BIN)/python bench/positions.py
	$(BIN)/python bench/strength.py
	$(BIN)/python bench/exploitability.py
	$(BIN)/python bench/ledger.py
	$(BIN)/python bench/legality.py

levels: $(VENV)/dev  ## fit the levels of all games (printed), and measure those there are, into docs/results.md (an hour)
	$(BIN)/python bench/levels.py fit
	$(BIN)/python bench/levels.py

league: $(VENV)/dev  ## train PPO and NFSP, and rate them beside our bots and OpenSpiel's, into docs/results.md (hours; continues if stopped)
	$(BIN)/python bench/league.py

MINUTES ?= 6
reports: $(VENV)/dev  ## report on every game into docs/reports, in about 2 hours (MINUTES=6 each)
	$(BIN)/python bench/reports.py --minutes $(MINUTES) --jobs 2

clean:  ## remove everything the other targets made
	rm -rf $(VENV) .venv-lowest .venv-newest build dist src/siegeworks/server/static web/node_modules .pytest_cache .mypy_cache .ruff_cache .hypothesis

# Installing builds the page if it is missing; if it is older than its sources, it is built again.
$(PAGE): $(shell find web/src web/public src/siegeworks/games/*/view -type f) web/index.html web/service-worker.js web/offline.mjs web/vite.config.ts web/package-lock.json | $(VENV)/bin/python
	rm -rf $(dir $(PAGE))
	$(INSTALL) -e .

# Games in packages, installed where only their own tests see them.
$(EXAMPLES): $(shell find $(GAMES:%=examples/%) -type f -not -name '*.pyc' -not -path '*/tests/*') | $(VENV)/dev
	rm -rf $@
	$(INSTALL) --no-deps --target $@ $(GAMES:%=./examples/%)
	@touch $@

# The tools that test the page. Building the page removes them, so they are installed afterwards.
$(WEB): web/package-lock.json $(VENV)/dev
	$(BIN)/npm ci --prefix web --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

# The tests of the page drive Debian's Chromium; it is installed if it is missing and if we may.
chromium:
	@command -v chromium-headless-shell > /dev/null || \
	if command -v apt-get > /dev/null && [ "$$(id -u)" = 0 ]; then \
		echo "Installing Chromium, which the tests of the page need …"; \
		apt-get update -qq; \
		apt-get install -y -qq --no-install-recommends chromium-headless-shell > /dev/null || \
		command -v chromium > /dev/null || \
		apt-get install -y -qq --no-install-recommends chromium > /dev/null; \
	else \
		command -v chromium > /dev/null || \
		echo "The tests of the page need the program chromium: install it first."; \
	fi

# The tests of the store start a PostgreSQL of their own; a server of the system is neither made nor used.
postgresql:
	@command -v initdb > /dev/null || ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1 || \
	if command -v apt-get > /dev/null && [ "$$(id -u)" = 0 ]; then \
		echo "Installing PostgreSQL, which the tests of the store need …"; \
		apt-get update -qq; \
		apt-get install -y -qq --no-install-recommends postgresql-common > /dev/null; \
		sed -i 's/^#*create_main_cluster.*/create_main_cluster = false/' \
			/etc/postgresql-common/createcluster.conf; \
		apt-get install -y -qq --no-install-recommends postgresql > /dev/null; \
	else \
		echo "The tests of the store need PostgreSQL: install it first."; \
	fi

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/base: pyproject.toml | $(VENV)/bin/python
	@echo "Installing siegeworks into $(VENV) …"
	$(INSTALL) -e .
	@touch $@

$(VENV)/docs: pyproject.toml | $(VENV)/bin/python
	@echo "Installing siegeworks and what builds its documentation into $(VENV) …"
	$(INSTALL) '$(PIP)'
	$(INSTALL) -e . --group docs
	@touch $@ $(VENV)/base

$(VENV)/dev: pyproject.toml | $(VENV)/bin/python
	@echo "Installing siegeworks with its development tools into $(VENV) …"
	$(INSTALL) '$(PIP)'
	$(INSTALL) -e '.[research,lab,cluster,postgresql,push]' --group dev
	@touch $@ $(VENV)/base $(VENV)/docs
