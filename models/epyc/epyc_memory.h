/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The caches and TLBs of each generation. */
#ifndef PMULAB_MODELS_EPYC_EPYC_MEMORY_H
#define PMULAB_MODELS_EPYC_EPYC_MEMORY_H

#include "models/cache/memory.h"
#include "models/epyc/ibs_regs.h"

/* Returns the static default configuration of @variant's CPUs. */
const struct memory_config *epyc_memory(enum ibs_variant variant);

#endif
