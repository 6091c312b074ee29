/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names addresses in kernel modules by the modules' own symbols. */
#ifndef PMULAB_HARNESS_SETUP_DRIVER_NAMES_H
#define PMULAB_HARNESS_SETUP_DRIVER_NAMES_H

#include <glib.h>

/*
 * Names @addresses (of guint64). @places: where the guest has modules, in lines such as
 * "intel_uncore/sections/.text:0xffffffffc0412000". @own: .ko files of the user's, as GBytes,
 * maybe as .xz; all other modules are those of the guest called @guest. Returns lines as harness/trace/ways.h
 * has them, without those addresses that no module explains. A new string.
 */
GString *driver_names(const GArray *addresses, const char *places, const GPtrArray *own, const char *guest);

#endif
