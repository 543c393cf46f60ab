# Two commands: `make run` starts the companion, `make test` decides whether a change is good.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: run test setup lint texts bench golden clean

run: $(READY)
	@$(BIN)/rival

setup: $(READY)

# Everything comes from the package index by name, at the versions of constraints.txt.
$(READY): pyproject.toml constraints.txt hatch_build.py $(shell find src -name '*.po')
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Setting up $(VENV) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $(READY)

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python tools/texts.py --check

test: lint
	$(BIN)/python -m pytest -n 2

texts: $(READY)
	$(BIN)/python tools/texts.py

golden: $(READY)
	$(BIN)/python -m pytest tests/test_golden.py --update-golden

bench: $(READY)
	$(BIN)/python bench/speed.py
	$(BIN)/python bench/expansion.py
	$(BIN)/python bench/lab.py

clean:
	rm -rf $(VENV) dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
