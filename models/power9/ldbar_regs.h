/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The meanings of LDBAR, a register of each thread: ldbar.rdl. */
#ifndef PMULAB_MODELS_POWER9_LDBAR_REGS_H
#define PMULAB_MODELS_POWER9_LDBAR_REGS_H

#include "models/power9/ldbar.rdl.h"

enum ldbar_mode { LDBAR_OFF, LDBAR_ACCUMULATES, LDBAR_TRACES };

/* The mode of a thread with @ldbar while collection runs. Without memory it
 * does nothing. */
enum ldbar_mode ldbar_mode(uint64_t ldbar);

/* The physical address in @ldbar. */
uint64_t ldbar_address(uint64_t ldbar);

#endif
