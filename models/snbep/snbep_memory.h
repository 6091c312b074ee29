/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The caches and the branch predictor of a Xeon E5-2600, for the guest's own
 * traffic and for core PMUs. The model also uses them for later Xeons. */
#ifndef PMULAB_MODELS_SNBEP_SNBEP_MEMORY_H
#define PMULAB_MODELS_SNBEP_SNBEP_MEMORY_H

#include "models/cache/memory.h"
#include "models/x86/predictor.h"

extern const struct memory_config snbep_memory;
extern const struct predictor_shape snbep_predictor;

#endif
