/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The configuration of the POWER machines as text: the plugin's options, a
 * scenario's, and a trace's header. */
#ifndef PMULAB_MODELS_POWER9_POWER9_CONFIG_H
#define PMULAB_MODELS_POWER9_POWER9_CONFIG_H

#include "models/power9/generation.h"
#include "models/sim/access_time.h"

#define P9_MAX_CHIPS 2
#define P9_MAX_CPUS  64 /* QEMU's limit: threads */

struct p9_config {
    unsigned cpus;    /* hardware threads in total, chip by chip, core by core */
    unsigned sockets; /* chips */
    unsigned threads; /* per core: 1, 2 or 4 */
    /* The vector of present units, as in the microcode; see
     * models/power9/nest_regs.h. */
    uint64_t availability;
    bool dead[P9_MAX_CHIPS]; /* its microcode never leaves its initial state */
    struct access_time access;
    const struct p9_generation *generation; /* static; no option: it comes with the machine */
};

/* The configuration without options. */
struct p9_config p9_defaults(const struct p9_generation *generation);

/* All options, for a struct p9_config. */
extern const struct config_option power9_options[], power10_options[];

/* Returns NULL, or a static phrase: the reason why the whole configuration is
 * invalid (CPUs that do not divide into cores). */
const char *p9_config_wrong(const struct p9_config *config);

#endif
