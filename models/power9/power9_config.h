/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The configuration of `power9` as text: the plugin's options, a scenario's, and a trace's header. */
#ifndef PMULAB_MODELS_POWER9_POWER9_CONFIG_H
#define PMULAB_MODELS_POWER9_POWER9_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

#define P9_MAX_CHIPS   2
#define P9_MAX_CPUS    64  /* of QEMU: threads */
#define P9_CONFIG_TEXT 160 /* bytes that the text of a configuration takes at most */

struct p9_config {
    unsigned cpus;    /* hardware threads in all, chip by chip, core by core */
    unsigned sockets; /* chips */
    unsigned threads; /* of a core: 1, 2 or 4 */
    /* The microcode's vector of units that are there, see models/power9/nest_regs.h. */
    uint64_t availability;
    bool dead[P9_MAX_CHIPS]; /* its microcode never leaves its initial state */
};

extern const struct p9_config P9_DEFAULTS;

/*
 * Sets what @option, "NAME=VALUE", says in @config: cpus, sockets, threads, availability, dead (a chip's
 * number). Returns NULL; or what was expected, as a static phrase; or "" where NAME is no name of ours.
 */
const char *p9_config_option(struct p9_config *config, const char *option);

/* What makes a configuration impossible as a whole (CPUs that do not divide into cores), or NULL. */
const char *p9_config_wrong(const struct p9_config *config);

/* Writes all options that make @config, with a space between them. */
void p9_config_text(const struct p9_config *config, char text[P9_CONFIG_TEXT]);

#endif
