/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The options of every machine's plugin, besides the machine's own. */
#ifndef PMULAB_MODELS_SIM_PLUGIN_OPTIONS_H
#define PMULAB_MODELS_SIM_PLUGIN_OPTIONS_H

#include "models/sim/config.h"

struct plugin_options {
    const char *traffic, *trace, *cover; /* files, pointing into the option's text; or NULL */
    int hold, save, resume, live;        /* descriptors, or -1 */
    bool stop, check;
};

#define PLUGIN_OPTIONS_DEFAULTS                                                                    \
    ((struct plugin_options){.hold = -1, .save = -1, .resume = -1, .live = -1})

extern const struct config_option plugin_options[];

#endif
