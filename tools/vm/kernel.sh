#!/usr/bin/env bash
# Debian's own kernel for the virtual machine, with one module that Debian does not build: gpio-sim, a gpiochip without
# pins, from the source package of the same kernel. Writes vmlinuz, initrd.img and modules.tar into the folder.
set -euo pipefail
version=${1:?usage: kernel.sh VERSION FOLDER} folder=$2
work=$folder/kernel
boot="virtio_pci virtio_blk ext4 crc32c_generic"
also="virtio_console virtio_rng configfs gpio-sim usbserial ftdi_sio cdc_acm xhci_pci psmouse evdev button autofs4"
mkdir -p "$work" && cd "$work"
chmod 777 .  # apt fetches as a user of its own

# What runs on this machine builds for that one: the headers, and the compiler that they name.
apt-get install -y --no-install-recommends "linux-headers-$version"
series=$(echo "$version" | cut -d. -f1,2)
apt-get download "linux-image-$version" "linux-source-$series" busybox-static

dpkg-deb -x linux-image-*.deb image
dpkg-deb --fsys-tarfile linux-source-*.deb | tar xO "./usr/src/linux-source-$series.tar.xz" |
  tar xJ --strip-components=1 --wildcards '*/drivers/gpio/gpio-sim.c' '*/drivers/gpio/gpiolib.h' '*/kernel/irq/irq_sim.c'

# irq_sim is part of a kernel that has gpio-sim; here it goes into the module. What it calls is not exported to modules;
# generic_handle_irq() does the same look-up, and is.
mkdir module
cp drivers/gpio/gpio-sim.c module/main.c
cp drivers/gpio/gpiolib.h kernel/irq/irq_sim.c module
sed -i 's/handle_simple_irq(irq_to_desc(irqnum))/generic_handle_irq(irqnum)/' module/irq_sim.c
printf 'obj-m := gpio-sim.o\ngpio-sim-y := main.o irq_sim.o\n' >module/Kbuild
make -s -C "/lib/modules/$version/build" M="$PWD/module" modules
strip --strip-debug module/gpio-sim.ko
install -D module/gpio-sim.ko "image/lib/modules/$version/extra/gpio-sim.ko"
depmod -b image "$version"

needed() {
  for name in "$@"; do modprobe -d image -S "$version" --show-depends "$name" | sed -n 's/^insmod \([^ ]*\).*/\1/p'; done |
    awk '!seen[$0]++'
}
needed $boot $also | while read -r file; do install -D "$file" "tree/lib/modules/${file#*/lib/modules/}"; done
cp "image/lib/modules/$version"/modules.{builtin,order,builtin.modinfo} "tree/lib/modules/$version"
depmod -b tree "$version"
# where /lib is a link, an archive with a folder of that name would replace it
mkdir -p merged/usr && mv tree/lib merged/usr/lib
tar -C merged -cf "$folder/modules.tar" --owner=0 --group=0 usr/lib/modules

mkdir -p initrd/{bin,m,proc,dev,new}
dpkg-deb --fsys-tarfile busybox-static_*.deb | tar xO ./bin/busybox >initrd/bin/busybox
chmod +x initrd/bin/busybox
needed $boot | while read -r file; do cp "$file" initrd/m && basename "$file"; done >initrd/m/order
cat >initrd/init <<'INIT'
#!/bin/busybox sh
/bin/busybox mount -t devtmpfs dev /dev
for module in $(/bin/busybox cat /m/order); do /bin/busybox insmod "/m/$module"; done
while [ ! -b /dev/vda ]; do /bin/busybox usleep 20000; done
/bin/busybox mount -t ext4 /dev/vda /new
/bin/busybox mount --move /dev /new/dev
exec /bin/busybox switch_root /new /sbin/init
INIT
chmod +x initrd/init
(cd initrd && find . | cpio -o -H newc --quiet | gzip -1) >"$folder/initrd.img"
cp "image/boot/vmlinuz-$version" "$folder/vmlinuz"
cd "$folder" && rm -rf "$work"
