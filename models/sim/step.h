/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How a guest says, in its own time, that a step begins or ends: it writes one byte, the step's number, with
 * the top bit set for the end. On x86 the byte goes to an I/O port that no PC hardware answers; on ppc64 to a
 * special-purpose register that Power ISA 2.07 reserves: moves to it do nothing, and programs may do them; on
 * arm64 it is in register x0 at a hint that architecture has not allotted, which does nothing (DDI 0487,
 * C6.2).
 */
#ifndef PMULAB_SIM_STEP_H
#define PMULAB_SIM_STEP_H

#define SIM_STEP_PORT 0x504
#define SIM_STEP_SPR  808
#define SIM_STEP_HINT 127
#define SIM_STEP_END  0x80
#define SIM_STEP_MAX  0x7f

/* No step's number: the guest has booted and is about to wait for commands. */
#define SIM_STEP_READY 0

#endif
