/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What ACPI tells a guest of `kunpeng`: machine.acpi_table. */
#ifndef PMULAB_HARNESS_MACHINE_KUNPENG_TABLE_H
#define PMULAB_HARNESS_MACHINE_KUNPENG_TABLE_H

#include <glib.h>

/* NULL without the option tables=acpi. */
GBytes *kunpeng_acpi_table(const char *const *plugin_options, unsigned cpus);

#endif
