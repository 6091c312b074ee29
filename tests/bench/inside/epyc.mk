# SPDX-License-Identifier: GPL-2.0-or-later
# How epyc.c is compiled for the bare machine.
ACCESS_CC_epyc = $(ACCESS_CC_X86)
