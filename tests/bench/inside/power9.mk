# SPDX-License-Identifier: GPL-2.0-or-later
# How power9.c is compiled for the bare machine.
ACCESS_CC_power9 = $(GUEST_CC_ppc64el) -mbig-endian -mno-altivec -mno-vsx -Wl,-EB,-N,--no-warn-rwx-segments
