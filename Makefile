# `make help` lists the commands. Everything happens in .venv/ and build/, and only what has changed is done again:
# environments depend on the lock files in requirements/, the build on digests of the sources (tools/mypyc_build).

PYTHON ?= python3
ARGS ?=
VENV := .venv
BIN := $(VENV)/bin
# Print errors only. The lock files are complete, so pip has nothing to resolve.
QUIET := --quiet --quiet --disable-pip-version-check
PIP := $(BIN)/python -m pip $(QUIET)
# uv installs in two seconds what takes pip half a minute. pip is used if uv is missing or cannot reach the index.
UV := $(BIN)/uv pip install --quiet --python $(BIN)/python
INSTALL = install() { $(UV) "$$@" 2>/dev/null || $(PIP) install "$$@"; }; install --no-deps
PYTEST := $(BIN)/python -m pytest --quiet -n 2
SAY := @echo "aude:"

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play web install test docs bench film load instructions train types lint format rules soak build wheel check-wheel coverage clean lock

help: ## list the commands
	@sed -n 's/^\([a-z-]*\):.*## /\1:/p' $(MAKEFILE_LIST) | while IFS=: read -r name text; do printf '  make %-12s %s\n' "$$name" "$$text"; done

play: $(VENV)/.aude web ## play in the browser, while the engine is compiled in the background (ARGS=--text: in the terminal)
	@command -v aude >/dev/null || echo "aude: 'make install' puts the command aude on your PATH (with pipx or uv)"
	@$(BIN)/python tools/play.py play $(ARGS)

web: $(VENV)/.aude ## build the page
	@$(BIN)/python tools/build_page.py

install: wheel ## put the command aude on your PATH, with pipx or uv
	@sh tools/install.sh dist/*.whl

test: build web $(VENV)/.dev ## run the tests (ARGS="-k river" runs some of them)
	@$(BIN)/python tools/build_page.py --check
	$(SAY) testing
	@$(PYTEST) -m "not nested" $(ARGS)

docs: $(VENV)/.aude $(VENV)/.dev ## build the documentation as a site that can be read offline, into build/site
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs --quiet build
	$(SAY) "open build/site/index.html"

bench: build ## measure how fast the engine plays, and how smoothly boards move in a browser
	@$(BIN)/aude bench $(ARGS)
	@$(BIN)/python tools/bench_board.py

film: build web $(VENV)/.dev ## make the screenshots and the film of README.md, with Chromium
	@PYTHONPATH=tests $(BIN)/python tools/make_film.py

load: build $(VENV)/.dev ## measure how many games the server can handle, and what a move costs (ARGS=--help)
	@PYTHONPATH=tools $(BIN)/python -m load $(ARGS)

instructions: build ## count the instructions of a game, and store them for the tests
	@$(BIN)/python tools/count_instructions.py

train: build $(VENV)/.dev ## train the weights of the bots' evaluation (ARGS=base for one set of them); takes an hour
	@$(BIN)/python tools/train.py $(ARGS)

types: build ## generate the TypeScript types of all messages, web/src/wire/types.ts
	@$(BIN)/python tools/make_types.py

lint: $(VENV)/.dev ## check style, layout and types
	$(SAY) checking style
	@$(BIN)/ruff check --quiet --output-format concise .
	@$(BIN)/ruff format --check --quiet --output-format concise .
	$(SAY) checking types
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/mypy --no-error-summary conftest.py

format: $(VENV)/.dev ## fix style and layout automatically
	@$(BIN)/ruff check --quiet --fix --exit-zero --output-format concise .
	@$(BIN)/ruff format .

rules: build $(VENV)/.dev ## show which numbered rules are tested
	@$(BIN)/python tools/rules_report.py $(ARGS)

soak: build $(VENV)/.dev ## run the long versions of the laws, the oracle and the server tests, and the tests that run other tests
	$(SAY) running the tests that run other tests
	@$(PYTEST) -m nested
	$(SAY) running the long tests of laws and oracle
	@AUDE_SIZE=soak $(PYTEST) -k "law or oracle" -m "not nested" $(ARGS)
	$(SAY) "running the long tests of tables and server: random commands, kill -9, invalid input, every frame"
	@AUDE_SIZE=soak $(BIN)/python -m pytest --quiet -s tests/test_tables_machine.py $(addprefix tests/server/test_,crash.py fuzz.py scanner.py)

build: $(VENV)/.aude ## compile the engine, in place (AUDE_PURE=1: leave it interpreted)
	@$(BIN)/python setup.py --quiet build_ext --inplace

wheel: build web ## build the wheel and the sdist that pip can install, into dist/
	$(SAY) building wheel and sdist
	@rm -rf dist src/aude.egg-info # otherwise deleted files would be included
	@$(BIN)/python setup.py --quiet sdist
	@$(PIP) wheel --no-deps --no-build-isolation --wheel-dir dist .

check-wheel: wheel ## install the wheel and the sdist into empty environments and try them
	@$(BIN)/python tools/check_wheel.py

coverage: build $(VENV)/.dev ## measure the coverage of the tests, with the interpreted engine
	$(SAY) measuring coverage with the interpreted engine
	@rm -rf build/coverage && mkdir -p build/coverage
	@AUDE_SIZE=small PYTHONPATH=build/pure/src $(BIN)/python -m coverage run -m pytest --quiet -n 2 tests build/pure/src/aude/boxes -m "not nested" $(ARGS); \
	    failed=$$?; $(BIN)/python -m coverage combine --quiet && $(BIN)/python -m coverage report && exit $$failed

clean: ## remove everything that was built, except .venv
	@rm -rf build dist .hypothesis src/*.egg-info
	@find src -name '*.so' -delete
	@find src tests tools -name __pycache__ -prune -exec rm -rf {} +

lock: $(VENV)/.uv ## regenerate the lock files (ARGS=--upgrade for newer versions)
	@for name in lock runtime build dev node; do \
	    echo "aude: locking requirements/$$name.txt"; \
	    $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	        --custom-compile-command "make lock" $(ARGS) requirements/$$name.in --output-file requirements/$$name.txt || exit 1; \
	done

# The environment, in layers: Python; pip and uv; what playing and building need; the package itself (a link to src);
# what tests and checks need.

$(VENV)/.python:
	$(SAY) making $(VENV)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "aude: Python 3.11 or newer is needed, this is " + sys.version)'
	@$(PYTHON) -m venv --without-pip $(VENV) || { rm -rf $(VENV); echo "aude: no virtual environment; on Debian: apt-get install python3-venv" >&2; exit 1; }
	@touch $@

# The pip of $(PYTHON) installs both. If it is missing or too old, ensurepip unpacks one, which takes five seconds.
$(VENV)/.uv: requirements/lock.txt | $(VENV)/.python
	@locked="install --no-compile --no-deps --require-hashes -r requirements/lock.txt"; \
	$(PYTHON) -m pip $(QUIET) --python $(BIN)/python $$locked 2>/dev/null || { \
	    $(BIN)/python -m ensurepip >/dev/null || { echo "aude: no pip; on Debian: apt-get install python3-venv" >&2; exit 1; }; \
	    $(PIP) $$locked || echo "aude: uv is not available; pip takes longer"; \
	}
	@touch $@

$(VENV)/.play: requirements/runtime.txt requirements/build.txt | $(VENV)/.uv
	$(SAY) installing what the game needs
	@$(INSTALL) --require-hashes -r requirements/runtime.txt -r requirements/build.txt
	@touch $@

$(VENV)/.aude: pyproject.toml $(VENV)/.play
	@export AUDE_PURE=1; $(INSTALL) --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: requirements/dev.txt | $(VENV)/.play
	$(SAY) installing what tests and checks need
	@$(INSTALL) --require-hashes -r requirements/dev.txt
	@touch $@
