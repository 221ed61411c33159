#!/usr/bin/env bash
# Prepares a fresh Debian 12 or Raspberry Pi OS machine: the Debian packages that are missing, and the folder given as the
# only argument. This is a virtual environment, or `node_modules` with what `make check` uses for the pages' code.
# Asks nothing: as root or with password-less sudo it installs, otherwise it prints the one line to run.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:?usage: tools/setup.sh VENV, or tools/setup.sh node_modules}
PATH=$PATH:/usr/sbin:/usr/local/sbin

missing=()
need() { command -v "$1" >/dev/null || missing+=("$2"); }
if [ "$folder" = node_modules ]; then
  need node nodejs
  need npm npm
else
  need mosquitto mosquitto
  need mosquitto_sub mosquitto-clients
  need setpriv util-linux
  need strace strace
  need chromium chromium
  python3 -c 'import ensurepip, venv' 2>/dev/null || missing+=(python3-venv)
  [ -d /usr/share/zoneinfo/America ] || missing+=(tzdata)
  compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || missing+=(postgresql)
fi

if [ ${#missing[@]} -gt 0 ]; then
  install="apt-get install -y --no-install-recommends ${missing[*]}"
  if [ "$(id -u)" = 0 ]; then sudo=(); elif sudo -n true 2>/dev/null; then sudo=(sudo); else
    echo "Some Debian packages are missing. Run this line once, then try again:" >&2
    echo "  sudo apt-get update && sudo $install" >&2
    exit 1
  fi
  export DEBIAN_FRONTEND=noninteractive
  "${sudo[@]}" apt-get update -q
  "${sudo[@]}" $install
fi

if [ "$folder" = node_modules ]; then
  exec npm ci --no-progress --loglevel=error
fi

python3 - <<'PYTHON' || exit 1
import sys
if sys.version_info < (3, 11):
    sys.exit(f"litbet needs Python 3.11 or newer; this is {sys.version.split()[0]}")
PYTHON
[ -x "$folder/bin/python" ] || python3 -m venv "$folder"
"$folder/bin/pip" install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
"$folder/bin/pip" install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e . -e testbed
