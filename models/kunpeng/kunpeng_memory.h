/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The caches of a Kunpeng 920, for the guest's own traffic. */
#ifndef PMULAB_MODELS_KUNPENG_KUNPENG_MEMORY_H
#define PMULAB_MODELS_KUNPENG_KUNPENG_MEMORY_H

#include "models/cache/memory.h"

extern const struct memory_config kunpeng_memory;

#endif
