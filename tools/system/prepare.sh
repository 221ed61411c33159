#!/usr/bin/env bash
# Makes what `make test-system` boots: a small Debian tree with systemd, and beside it litbet's wheel with the wheels of
# its lock file. The tree is made once and kept outside the repository; its folder is printed.
set -euo pipefail
cd "$(dirname "$0")/../.."
python=${1:?usage: tools/system/prepare.sh PYTHON}
cache=${XDG_CACHE_HOME:-$HOME/.cache}/litbet/system
PATH=$PATH:/usr/sbin:/sbin

if [ "$(id -u)" = 0 ]; then sudo=(); elif sudo -n true 2>/dev/null; then sudo=(sudo -n); else
  echo "make test-system boots a container: run it as root, or with password-less sudo" >&2
  exit 1
fi
missing=()
need() { command -v "$1" >/dev/null || missing+=("$2"); }
need systemd-nspawn systemd-container
need mmdebstrap mmdebstrap
need systemd-analyze systemd
if [ ${#missing[@]} -gt 0 ]; then
  export DEBIAN_FRONTEND=noninteractive
  "${sudo[@]}" apt-get update -q >&2
  "${sudo[@]}" apt-get install -y --no-install-recommends "${missing[@]}" >&2
fi

# The tree is of this machine's own release, so that it has the Python that the wheels are for.
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
packages=systemd,systemd-sysv,udev,dbus,ca-certificates,procps,python3,python3-venv,mosquitto,mosquitto-clients,tzdata
tree=$cache/$suite-$(echo "$packages" | sha256sum | cut -c1-8)
if [ ! -e "$tree/.ready" ]; then
  echo "making a Debian tree ($suite) in $tree; this takes a minute or two, once" >&2
  "${sudo[@]}" rm -rf "$tree" && mkdir -p "$cache"
  "${sudo[@]}" mmdebstrap --quiet --mode=root --variant=minbase --include="$packages" \
    --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
    --dpkgopt='path-exclude=/usr/share/doc/*' "$suite" "$tree" >&2
  "${sudo[@]}" sh -c ": >'$tree/etc/machine-id'; rm -rf '$tree'/var/cache/apt/*.bin; touch '$tree/.ready'"
fi

wheels=$cache/wheels-$(sha256sum requirements-pi.lock | cut -c1-8)
minor=$("${sudo[@]}" chroot "$tree" python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
if [ ! -e "$wheels/.ready" ]; then
  "$python" -m pip download --quiet --only-binary=:all: --python-version "$minor" --require-hashes \
    -r requirements-pi.lock -d "$wheels" >&2
  touch "$wheels/.ready"
fi
rm -f "$wheels"/litbet-*.whl
"$python" -m hatchling build -t wheel -d "$wheels" >/dev/null
echo "$tree"
echo "$wheels"
