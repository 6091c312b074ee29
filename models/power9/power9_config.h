/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The configuration of `power9` as text: the plugin's options, a scenario's, and a trace's header. */
#ifndef PMULAB_MODELS_POWER9_POWER9_CONFIG_H
#define PMULAB_MODELS_POWER9_POWER9_CONFIG_H

#include "models/sim/config.h"

#define P9_MAX_CHIPS 2
#define P9_MAX_CPUS  64 /* QEMU's limit: threads */

struct p9_config {
    unsigned cpus;    /* hardware threads in all, chip by chip, core by core */
    unsigned sockets; /* chips */
    unsigned threads; /* per core: 1, 2 or 4 */
    /* The microcode's vector of present units; see models/power9/nest_regs.h. */
    uint64_t availability;
    bool dead[P9_MAX_CHIPS]; /* its microcode never leaves its initial state */
};

extern const struct p9_config P9_DEFAULTS;

/* All options, for a struct p9_config. */
extern const struct config_option p9_options[];

/* config_parse() with these options. */
const char *p9_config_option(struct p9_config *config, const char *option);

/* Returns why a configuration is impossible as a whole (CPUs that do not divide into cores) as a static
 * phrase, or NULL. */
const char *p9_config_wrong(const struct p9_config *config);

/* config_print() with these options. */
void p9_config_text(const struct p9_config *config, char text[CONFIG_TEXT]);

#endif
