# The front door. `make run` and `make test` work on a fresh machine with Python 3.11+ and make.
PYTHON ?= python3
VENV ?= .venv
BENCH_VENV ?= .venv-bench
ifeq ($(OS),Windows_NT)
  BIN := Scripts
else
  BIN := bin
endif
PY := $(VENV)/$(BIN)/python
READY := $(VENV)/.ready
WORKERS ?= auto

.PHONY: words run web test browser steady check bench docs validate pictures setup clean help

help: ## List the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | sort

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -c "import sys; sys.exit('pult needs Python 3.11 or newer, this is ' + sys.version.split()[0] if sys.version_info < (3, 11) else 0)"
	$(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[dev]"
	$(PY) -c "import pathlib; pathlib.Path('$(READY)').touch()"

setup: $(READY) ## Make the environment in .venv

web: $(READY) ## Build the studio's page if its sources have changed
	$(PY) hatch_build.py

run: web ## Start the studio and open its page
	$(PY) -m pult studio

# What was compiled is kept between runs of the tests: an entry of the cache is named by all that enters it. Browsers
# come after the other tests, which compile what they need (tests/conftest.py); and who looks at an operator's time runs
# alone.
test browser steady validate: export PULT_TEST_CACHE = build/test-cache
# Tests start Python some hundred times, and three workers read them all: bytecode is kept, whatever the shell says.
test browser steady validate: export PYTHONDONTWRITEBYTECODE =
TESTED = $(PY) -m pytest --durations=30
test: web ## Run all tests
	$(PY) hatch_build.py test
	$(TESTED) -n $(WORKERS) --dist loadscope --no-loadscope-reorder -m "not validate and not alone"
	$(TESTED) -m "not validate and alone" tests/browser

browser: web ## Run all tests in a browser, whole attempts included
	$(TESTED) tests/browser -m "validate or not validate"

steady: web ## Ten runs of the tests that could fail by chance, beside a load; figures go to build/steady.json
	$(PY) -m tests.steady -o build/steady.json

check: web ## Lint, strict types, import contracts, docs build
	$(PY) hatch_build.py check
	$(PY) -m ruff check .
	$(PY) -m mypy
	$(VENV)/$(BIN)/lint-imports
	$(PY) docs/build_pages.py --check
	NO_MKDOCS_2_WARNING=1 $(PY) -m mkdocs build --strict --quiet

docs: $(READY) ## Build the site into site/
	$(PY) docs/build_pages.py
	NO_MKDOCS_2_WARNING=1 $(PY) -m mkdocs build --strict --quiet

words: $(READY) ## Bring the catalogs of translations up to date; LANGUAGE=de begins a new one
	$(PY) -m tests.translation $(LANGUAGE)

define run
$(PY) $(1)

endef
pictures: web ## Make the pictures of the docs anew
	$(foreach script,$(sort $(wildcard docs/make_*.py)),$(call run,$(script)))

validate: web ## The long proofs; figures go to validation/*.json and onto a docs page
	$(TESTED) -m validate
	$(PY) -m validation
	$(PY) docs/build_pages.py

$(BENCH_VENV)/.ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(BENCH_VENV)
	$(BENCH_VENV)/$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[bench]"
	$(BENCH_VENV)/$(BIN)/python -c "import pathlib; pathlib.Path('$(BENCH_VENV)/.ready').touch()"

bench: $(BENCH_VENV)/.ready web ## Speed against peers: engines of schemes, solvers of inverse kinematics, the loop; sweeps; the studio
	$(BENCH_VENV)/$(BIN)/python -m pult bench schemes -o benchmarks
	$(BENCH_VENV)/$(BIN)/python -m pult bench ik -o benchmarks
	$(BENCH_VENV)/$(BIN)/python -m pult bench loop -o benchmarks
	$(PY) -m pult bench start -o benchmarks
	$(PY) -m pult bench sweep -o benchmarks
	$(PY) -m pult bench studio -o benchmarks
	$(PY) -m pult bench snake -o benchmarks
	$(PY) -m pult bench prm1 -o benchmarks
	$(PY) -m pult bench walk -o benchmarks
	$(PY) docs/build_pages.py

clean: ## Remove environments and build products
	$(PYTHON) -c "import shutil; [shutil.rmtree(d, ignore_errors=True) for d in ('$(VENV)', '$(BENCH_VENV)', 'site', 'build', 'dist', 'web/node_modules', 'src/pult/server/page')]"
