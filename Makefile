# Set-up is part of every target: a virtual environment from the lock file, Debian packages where one is missing.
VENV := .venv
PY := $(VENV)/bin/python
READY := $(VENV)/.ready

.PHONY: bench test test-system test-vm check figures diagram lock clean

bench: $(READY)
	$(VENV)/bin/litbet bench

# On two cores: a file at a time each, in the order of the folders, so that the long ones come early.
test: $(READY)
	$(PY) -m pytest -n 2

# The service under a real systemd, in a container: needs root, or password-less sudo.
test-system: $(READY)
	$(PY) -m pytest -m system tests/system

# A whole machine with kernel pins, a serial board and a disk whose power is cut: needs root, or password-less sudo.
test-vm: $(READY)
	$(PY) -m pytest -m vm tests/vm

check: $(READY)
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy

# Every figure, as a ratio in one run; fails where a bound is exceeded. Results: bench/results/
figures: $(READY)
	$(PY) -m bench.lock --n 200
	$(PY) -m bench.footprint --n 200
	$(PY) -m bench.growth --wagers 250000
	$(PY) -m bench.play
	$(PY) -m bench.signs --n 100
	$(PY) -m bench.years --years 0.05
	$(PY) -m bench.pixels --signs 20 --n 40
	$(PY) -m bench.day_of_play --hours 3 --speed 300
	$(PY) -m bench.load --minutes 2

diagram: $(READY)
	$(PY) tools/diagram.py

lock: $(READY)
	tools/lock.sh

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(READY): tools/setup.sh requirements.lock pyproject.toml
	tools/setup.sh $(VENV)
	touch $@
