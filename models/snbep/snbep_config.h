/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The configuration of `snbep` as text: the plugin's options, a scenario's, and
 * a trace's header. */
#ifndef PMULAB_MODELS_SNBEP_SNBEP_CONFIG_H
#define PMULAB_MODELS_SNBEP_SNBEP_CONFIG_H

#include "models/sim/config.h"
#include "models/snbep/snbep.h"

/* All options, for a struct snbep_config. */
extern const struct config_option snbep_options[];

/* Returns NULL, or the error in the combination of options as a static
 * phrase. */
const char *snbep_config_wrong(const struct snbep_config *config);

#endif
