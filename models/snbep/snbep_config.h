/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The configuration of `snbep` as text: the plugin's options, a scenario's, and a trace's header. */
#ifndef PMULAB_MODELS_SNBEP_SNBEP_CONFIG_H
#define PMULAB_MODELS_SNBEP_SNBEP_CONFIG_H

#include "models/snbep/snbep.h"

#define SNBEP_CONFIG_TEXT 192 /* bytes that the text of a configuration takes at most */

/*
 * Sets what @option, "NAME=VALUE", says in @config.
 * Returns NULL; or what was expected, as a static phrase; or "" where NAME is no name of ours.
 */
const char *snbep_config_option(struct snbep_config *config, const char *option);

/* Writes all options that make @config, with a space between them. */
void snbep_config_text(const struct snbep_config *config, char text[SNBEP_CONFIG_TEXT]);

#endif
