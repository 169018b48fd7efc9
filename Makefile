# The casino's commands. Everything they need beyond Python, git and make they set up themselves.

PYTHON := $(shell for name in python3.11 python3.12 python3.13 python3; do \
	$$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo $$name && break; done)
VENV := .venv/bin/python

.PHONY: run test check staff messages format lock python-found bench faults screenshots

run: python-found ## play at http://127.0.0.1:8000 (HOST and PORT change that)
	@$(PYTHON) tools/setup.py
	@$(VENV) -m tools.prepare
	@$(VENV) manage.py serve

staff: python-found ## make a staff account; LOGIN=name says whose
	@$(PYTHON) tools/setup.py
	@$(VENV) -m tools.prepare
	@$(VENV) manage.py make_staff $(LOGIN)

test: python-found ## all tests; ARGS="-k name" are handed to pytest
	@$(PYTHON) tools/setup.py --dev
	@$(VENV) -m tools.run_tests $(ARGS)

check: python-found ## format, lint, types, migrations, translations, production settings
	@$(PYTHON) tools/setup.py --dev
	@$(VENV) -m tools.check

bench: python-found ## how fast it is, in figures (docs/performance.md); PARTS="engine queries"
	@$(PYTHON) tools/setup.py --dev
	@$(VENV) -m tools.bench $(PARTS)

faults: python-found ## the long proofs, in figures (docs/reliability.md); PARTS="shoes machine"
	@$(PYTHON) tools/setup.py --dev
	@$(VENV) -m tools.faults $(PARTS)

screenshots: python-found ## take the pictures in docs/screenshots anew (needs chromium)
	@$(PYTHON) tools/setup.py --dev
	@$(VENV) -m pytest -q -n0 tests/browser/screenshots.py

format: python-found ## put the code into its format
	@$(PYTHON) tools/setup.py --dev
	@$(VENV) -m ruff format
	@$(VENV) -m ruff check --fix

messages: python-found ## bring the catalogs in locale/ up to the code (needs gettext)
	@$(PYTHON) tools/setup.py
	@$(VENV) -m tools.messages update

# Needs uv. It writes hashes and no addresses, and reads nobody's configuration.
lock: ## pin requirements*.in anew
	@for name in requirements requirements-dev; do UV_NO_CONFIG=1 uv pip compile --quiet \
	--upgrade --generate-hashes --no-header --python-version 3.11 $$name.in -o $$name.txt \
	|| exit 1; done

python-found:
	@test -n "$(PYTHON)" || { echo "The casino needs Python 3.11 or newer; found:" \
	"$$(python3 --version 2>&1 || true). Install python3.11 and its venv package." >&2; exit 1; }
