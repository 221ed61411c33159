#!/usr/bin/env bash
# Writes the lock files anew from pyproject.toml: exact versions with hashes, for every platform, no registry named.
set -euo pipefail
cd "$(dirname "$0")/.."
uv=${UV:-uv}
compile() { "$uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-index-url pyproject.toml "$@"; }
compile --extra postgres --group dev -o requirements.lock
compile --extra pi --extra postgres -o requirements-pi.lock
