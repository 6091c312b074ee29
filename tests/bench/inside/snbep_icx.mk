# SPDX-License-Identifier: GPL-2.0-or-later
# How snbep_icx.c is compiled for the bare machine.
ACCESS_CC_snbep_icx = $(ACCESS_CC_X86)
