# Set-up is part of every target: a virtual environment from the lock file, Debian packages where one is missing.
VENV := .venv
PY := $(VENV)/bin/python
READY := $(VENV)/.ready
NODE := node_modules/.bin
NODE_READY := node_modules/.ready

.PHONY: bench test shake cuts worlds night fuzz search reliability test-system test-vm check figures diagram words dependencies bom lock clean

bench: $(READY)
	$(VENV)/bin/litbet bench

# On two cores, one file at a time on each, the folders with long files first (tests/conftest.py).
test: $(READY)
	$(PY) -m pytest -n 2

# Repeats the tests of browsers, processes and links beside busy loops, to find tests that wait for a time. A failure is
# printed with the line that repeats its batch. Longer: make shake FOR=60 (minutes)
FOR := 15
shake: $(READY)
	$(PY) -m tests.shake --for $(FOR)

# A day with a power cut at each of its steps, three times: as the step is sent, written and answered. `make test` has one.
cuts: $(READY)
	DAY_TURNS=3 $(PY) -m pytest tests/e2e/test_day_cuts.py

# Simulated worlds in which everything goes wrong: the same ones each time, and new ones.
worlds: $(READY)
	$(VENV)/bin/litbet sim --seeds 60 --days 1 --jobs 2
	$(VENV)/bin/litbet sim --fresh --seeds 60 --days 1 --jobs 2

# As many new worlds as fit into a night. A violation is printed with the line that repeats it.
night: $(READY)
	$(VENV)/bin/litbet sim --fresh --for 480 --days 3 --jobs 2

# The service under a real systemd, in a container: needs root, or password-less sudo.
test-system: $(READY)
	$(PY) -m pytest -m system tests/system

# A whole machine with kernel pins, a serial board and a disk whose power is cut: needs root, or password-less sudo.
test-vm: $(READY)
	$(PY) -m pytest -o faulthandler_timeout=2400 -m vm tests/vm

# Fuzzes every input, two minutes each; longer: python -m tests.fuzz --for MINUTES [SURFACE]
fuzz: $(READY)
	$(PY) -m tests.fuzz

# Orders of commands by which too few people take or hide money: as many states of each search as STATES. Hours: a million.
STATES := 50000
search: $(READY)
	DUTY_STATES=$(STATES) $(PY) -m pytest -n 2 tests/security/test_duties.py tests/security/test_duty_walks.py

check: $(READY) $(NODE_READY)
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(NODE)/biome ci --error-on-warnings
	$(NODE)/tsc

# The ratios that have a bound, in one run; fails where one is exceeded. Results: benchmarks/results/
# `.venv/bin/python -m benchmarks` measures longer, and all the rest: load, pixels, years, beside mqtt-io and Node-RED.
figures: $(READY)
	$(PY) -m benchmarks --quick

# Writes docs/RELIABILITY.md from the results of its commands in benchmarks/results/
reliability: $(READY)
	$(PY) tools/reliability.py

diagram: $(READY)
	$(PY) tools/diagram.py

# Copies new and changed English sentences into every other language, where they wait for a translator.
words: $(READY)
	$(PY) tools/translations.py

# The lock files against pyproject.toml and this environment, without a network.
dependencies: $(READY)
	$(PY) tools/dependencies.py

# The bill of materials of a release (CycloneDX), from the lock file of a table.
bom: $(READY)
	$(PY) tools/dependencies.py bom

lock: $(READY)
	tools/lock.sh

clean:
	rm -rf $(VENV) node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(READY): tools/setup.sh requirements.lock pyproject.toml testbed/pyproject.toml
	tools/setup.sh $(VENV)
	touch $@

$(NODE_READY): tools/setup.sh package.json package-lock.json .npmrc
	tools/setup.sh node_modules
	touch $@
