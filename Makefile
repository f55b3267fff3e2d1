PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin

.PHONY: help run test lint bench app app-check clean

help:
	@echo "make run    install into $(VENV) and score a hand"
	@echo "make test   the whole test suite"
	@echo "make lint   ruff and mypy"
	@echo "make bench  speeds"
	@echo "make app    build the web app into the package (needs Node 20)"
	@echo "make app-check   build it, check its types and run its unit tests"

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "sikwu needs Python 3.11 or newer; say which: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.installed-test: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[test]"
	@touch $@ $(VENV)/.installed

run: $(VENV)/.installed
	@$(BIN)/sikwu score hkma-2023 "[777z] 111222333p 9p + 9p 3f" --seat south --round south --discard --from west

# A browser that a busy machine keeps waiting is asked once more; nothing else is.
test: $(VENV)/.installed-test
	$(BIN)/python -m pytest -n auto --dist loadfile --reruns 2 --only-rerun 'Timeout [0-9]+ms exceeded' $(ARGS)

lint: $(VENV)/.installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.installed-test
	$(BIN)/python -m pytest bench -o python_files="bench_*.py" --benchmark-only $(ARGS)

# `npm ci` refuses a lock file that lacks an optional package which the registry does not have (vite's, for Windows).
app:
	@command -v npm >/dev/null || { echo "make app needs Node 20 with npm"; exit 1; }
	cd web && npm install --no-save --no-audit --no-fund && npm run build

app-check: app
	cd web && npm run check && npm test

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks
