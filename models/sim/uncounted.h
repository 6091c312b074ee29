/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Events that software selects and that the model does not count. */
#ifndef PMULAB_MODELS_SIM_UNCOUNTED_H
#define PMULAB_MODELS_SIM_UNCOUNTED_H

#include <stdint.h>

#define MACHINE_UNCOUNTED 4 /* limit of events that one register selects */

struct machine_uncounted {
    uint32_t code;
    int mask; /* unit mask; -1: no event of this code is counted, with any mask */
};

#endif
