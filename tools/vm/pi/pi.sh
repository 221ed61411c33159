#!/bin/sh
# What a Raspberry Pi has and this machine has not: a gpiochip like a Pi 4's (the kernel's own gpio-sim, whose lines are
# pulled in /run/pins), and a revision in /proc/cpuinfo by which gpiozero knows the board.
set -eu
modprobe -a configfs gpio-sim
mountpoint -q /sys/kernel/config || mount -t configfs none /sys/kernel/config
pi=/sys/kernel/config/gpio-sim/pi
mkdir "$pi" "$pi/bank0"
echo 58 >"$pi/bank0/num_lines"
echo pinctrl-bcm2711 >"$pi/bank0/label"
echo 1 >"$pi/live"
ln -sfn "/sys/devices/platform/$(cat "$pi/dev_name")/$(cat "$pi/bank0/chip_name")" /run/pins
{ cat /proc/cpuinfo; printf 'Revision\t: c03114\n'; } >/run/cpuinfo
cat /proc/sys/kernel/random/boot_id >/run/boot_id
