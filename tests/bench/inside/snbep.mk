# SPDX-License-Identifier: GPL-2.0-or-later
# How snbep.c is compiled for the bare machine.
ACCESS_CC_snbep = $(ACCESS_CC_X86)
