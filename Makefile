# `make run` starts Rival in the browser. Contributors run `make quick` while they work, and `make test` before they
# commit. Each target sets up .venv once with the packages that it needs (tools/ready.py) and reports the time.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
READY := $(PYTHON) tools/ready.py

# Without stored bytecode every process would compile every library again, which costs minutes in `make test`.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run site quick test everything kills soak fuzz units docs setup tools lock lint texts api audit par bench golden budget screenshots clean

run:
	@$(READY) run --site-later
	@$(BIN)/rival

# Build the page that needs no server, as a folder of static files for any web host.
site:
	@$(READY) run
	@$(BIN)/python tools/site.py --say

# Install everything that a contributor needs.
setup:
	@$(READY) test

# The same without the page that needs no server, which would be rebuilt after every change of a script.
tools:
	@$(READY) test --without-site

lint: tools
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python tools/texts.py --check
	$(BIN)/python tools/openapi.py --check
	$(BIN)/python tools/page.py --types --lint --test

# Fast checks: lint, types, unit and contract tests, and the tests of the page. The markers in pyproject.toml explain
# why the other tests are slow; `make test` ends with the time that each kind took.
SLOW := browser or cluster or coverage or fuzz or games or kills or processes or soak or storage
UNREAD := tests/browser tests/offline tests/storage tests/server/test_api_description.py

quick: tools
	@$(MAKE) --no-print-directory -j 2 lint units

units:
	$(BIN)/python -m pytest --hypothesis-profile=quick -n auto --dist worksteal -p no:schemathesis -m "not ($(SLOW))" $(UNREAD:%=--ignore=%)

# The first step installs Chromium and PostgreSQL if this machine lacks them. Lint and tests run in parallel: lint
# leaves one core to the tests.
test: setup
	@$(BIN)/python tools/needed_programs.py
	@$(MAKE) --no-print-directory -j 2 lint everything

everything:
	$(BIN)/python -m pytest -n auto --dist worksteal

# Kill Rival a thousand times with four devices on SQLite, then on PostgreSQL; `make test` runs a hundred of each.
kills: tools
	RIVAL_KILLS=1000 $(BIN)/python -m pytest -s tests/storage/test_kills.py

# Run eight devices for an hour, with restarts, undos and imports; `make test` runs two minutes of it.
soak: tools
	$(BIN)/python -m tests.soak

# Fuzz every parser of outside text with a million inputs. Inputs that reach new code are added to the corpus.
# `make test` runs thousands.
fuzz: tools
	for reader in journal pack typed imported; do $(BIN)/python -m tests.hostile.fuzz $$reader 1000000 --keep || exit 1; done

api: tools
	$(BIN)/python tools/openapi.py

# Check the pinned packages for known vulnerabilities; needs the network.
audit:
	@test -x .venv-audit/bin/python || $(PYTHON) -m venv .venv-audit
	@.venv-audit/bin/python -m pip install --quiet --disable-pip-version-check pip-audit
	.venv-audit/bin/python tools/audit.py

# Write the lock files with checksums, for every system and Python from 3.11.5 on: all pinned packages with those that
# build Rival, Node and PostgreSQL for machines without them; then uv, which installs them. Needs the network.
LOCK = .venv-lock/bin/uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate --no-emit-index-url -c constraints.txt --python-version 3.11.5

lock:
	@test -x .venv-lock/bin/python || $(PYTHON) -m venv .venv-lock
	@.venv-lock/bin/python -m pip install --quiet --disable-pip-version-check uv
	printf 'editables\nnodejs-wheel-binaries\npixeltable-pgserver\n' | $(LOCK) --all-extras pyproject.toml - -o tools/requirements.lock
	echo uv | $(LOCK) - -o tools/installer.lock

# Build the documentation as a site in docs/_site.
docs: tools
	$(BIN)/python tools/docs.py

texts: tools
	$(BIN)/python tools/texts.py

golden: tools
	$(BIN)/python -m pytest tests/test_golden.py --update-golden

# Compute the score curves that Rival compares a game with; this uses all cores for minutes.
par: tools
	$(BIN)/rival lab rolling-heights --par --games 10000 --workers 0
	$(BIN)/rival lab mombasa --par --games 5000 --workers 0
	$(BIN)/rival lab pampero --par --games 3000 --workers 0

# Record how many function calls each opponent may need (tests/lab/test_call_budget.py), with the reason of the change:
# make budget REASON="the map is built once", for some opponents only with GAMES="mombasa pampero".
budget: tools
	@test -n "$(REASON)" || { echo 'Name the reason: make budget REASON="why the counts change"'; exit 2; }
	$(BIN)/python -m tests.support.call_counts --record "$(REASON)" $(GAMES)

# Measure everything that docs/speed.md and docs/scale.md name; each figure with a target is printed beside it.
bench:
	@$(READY) bench
	$(BIN)/python bench/speed.py
	$(BIN)/python -m tests.support.call_counts
	$(BIN)/python bench/lab.py
	$(BIN)/python bench/offline.py
	$(BIN)/python bench/expansion.py
	$(BIN)/python bench/questions.py
	-$(BIN)/python bench/first_evenings.py
	$(BIN)/python bench/server.py
	$(BIN)/python bench/stage.py
	$(BIN)/python bench/browser.py
	$(BIN)/python bench/storage.py
	$(BIN)/python bench/growth.py

screenshots: setup
	$(BIN)/python tools/screenshots.py
	$(BIN)/python tools/editors.py

clean:
	rm -rf $(VENV) .venv-audit .venv-lock build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	rm -rf web/node_modules web/.building web/.svelte-check src/rival/server/page src/rival/server/offline docs/_site docs/generated
