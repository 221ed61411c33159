#!/usr/bin/env bash
# Makes what `make test-vm` boots: a kernel, its initial file system, and the disk of a small Debian on which litbet is
# installed by the very lines of docs/INSTALL.md. All of it is Debian's packages and the wheels of the lock file; it is kept
# outside the repository and made anew only when it would come out different. The folder is printed.
set -euo pipefail
cd "$(dirname "$0")/../.."
here=$PWD/tools/vm
python=${1:?usage: tools/vm/prepare.sh PYTHON}
cache=${XDG_CACHE_HOME:-$HOME/.cache}/litbet/vm
PATH=$PATH:/usr/sbin:/sbin

if [ "$(id -u)" != 0 ]; then
  echo "make test-vm makes a disk with files of many owners, and looks into it: run it as root" >&2
  exit 1
fi

# The virtual machine is of this machine's own release, so that it has the Python that the wheels are for.
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
packages=systemd,systemd-sysv,udev,dbus,kmod,ca-certificates,procps,python3,python3-venv,mosquitto,mosquitto-clients,tzdata,qemu-guest-agent
missing=()
need() { command -v "$1" >/dev/null || missing+=("$2"); }
need qemu-system-x86_64 qemu-system-x86
need qemu-img qemu-utils
need nbdkit nbdkit
need mmdebstrap mmdebstrap
need mke2fs e2fsprogs
need mount mount
need setpriv util-linux
need depmod kmod
need cpio cpio
need xz xz-utils
need make make
need systemd-machine-id-setup systemd
need gcc gcc
export DEBIAN_FRONTEND=noninteractive
kernel() { apt-cache depends linux-image-amd64 2>/dev/null | sed -n 's/^ *Depends: linux-image-\([0-9].*\)$/\1/p'; }
if [ ${#missing[@]} -gt 0 ] || [ -z "$(kernel)" ]; then
  apt-get update -q >&2
  [ ${#missing[@]} = 0 ] || apt-get install -y --no-install-recommends "${missing[@]}" >&2
fi
version=$(kernel)

base=$cache/base-$suite-$version-$(cat "$here/kernel.sh" <(echo "$packages") | sha256sum | cut -c1-8)
if [ ! -e "$base/.ready" ]; then
  echo "making a Debian ($suite) with the kernel $version in $base; this takes a minute or two, once" >&2
  rm -rf "$base" && mkdir -p "$base"
  mmdebstrap --quiet --mode=root --variant=minbase --include="$packages" \
    --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
    --dpkgopt='path-exclude=/usr/share/doc/*' "$suite" "$base/tree.tar" >&2 &
  tree=$!
  "$here/kernel.sh" "$version" "$base" >&2
  wait "$tree"
  touch "$base/.ready"
fi

wheels=$(tools/system/prepare.sh "$python" | tail -1)
made=$(cat "$wheels"/litbet-*.whl requirements-pi.lock docs/INSTALL.md "$here"/prepare.sh "$here"/pi/* <(echo "$base") | sha256sum | cut -c1-12)
image=$cache/image-$made
if [ ! -e "$image/.ready" ]; then
  find "$cache" -maxdepth 1 -name 'image-*' -mtime +0 -exec rm -rf {} +  # a day old: nothing boots from it any more
  rm -rf "$image" && mkdir "$image"
  root=$image/root
  mkdir "$root"
  tar -C "$root" -xf "$base/tree.tar" --numeric-owner --exclude='./dev/*'
  tar -C "$root" -xf "$base/modules.tar"

  # as docs/INSTALL.md says; what it fetches is here already, and nothing runs yet that could be started
  mkdir "$root/tmp/wheels"
  cp "$wheels"/*.whl "$root/tmp/wheels"
  cp "$wheels"/litbet-*.whl requirements-pi.lock "$root/tmp"
  mount -t proc proc "$root/proc"
  trap 'umount "$root/proc"' EXIT
  { echo 'set -eu; cd /tmp; export SYSTEMD_OFFLINE=1 PIP_NO_INDEX=1 PIP_FIND_LINKS=/tmp/wheels PIP_NO_CACHE_DIR=1'
    sed -n '/^```sh$/,/^```$/p' docs/INSTALL.md | grep -v '^```' | sed "s/ enable --now / enable /"; } | chroot "$root" sh >&2
  rm -rf "$root"/tmp/*

  # the hardware that a Pi has and this machine has not, and one name for the machine and its disk
  install -m 0755 "$here/pi/pi.sh" "$root/usr/local/sbin/pi"
  install -m 0644 "$here/pi/pi.service" "$root/etc/systemd/system/pi.service"
  install -D -m 0644 "$here/pi/litbet.conf" "$root/etc/systemd/system/litbet.service.d/pi.conf"
  printf 'LABEL=root / ext4 defaults,errors=remount-ro 0 1\n' >"$root/etc/fstab"
  echo table >"$root/etc/hostname"
  printf '127.0.0.1 localhost table\n' >"$root/etc/hosts"
  systemd-machine-id-setup --root="$root" >/dev/null  # without one, systemd would enable every unit that it finds
  chroot "$root" systemctl -q enable pi mosquitto qemu-guest-agent
  chroot "$root" systemctl -q mask apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer \
    e2scrub_reap.service fstrim.timer systemd-timesyncd.service systemd-binfmt.service proc-sys-fs-binfmt_misc.automount \
    proc-sys-fs-binfmt_misc.mount systemd-networkd-wait-online.service
  umount "$root/proc"
  trap - EXIT

  mke2fs -q -t ext4 -L root -d "$root" "$image/disk.raw" 2G
  rm -rf "$root"
  ln "$base"/{vmlinuz,initrd.img} "$image"
  touch "$image/.ready"
fi
echo "$image"
