# SPDX-License-Identifier: GPL-2.0-or-later
# How kunpeng.c is compiled for the bare machine, and made an Image.
ACCESS_CC_kunpeng = $(GUEST_CC_arm64) -mgeneral-regs-only -mstrict-align -Wl,--section-start=.header=0,-Ttext=0x1000
ACCESS_END_kunpeng = $(GUEST_CC_arm64:%gcc=%objcopy) -O binary
