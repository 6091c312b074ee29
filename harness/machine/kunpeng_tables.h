/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The descriptions of `kunpeng`'s PMUs for `pmulab fdt`: nodes of a device
 * tree, and an ACPI table. */
#ifndef PMULAB_HARNESS_MACHINE_KUNPENG_TABLES_H
#define PMULAB_HARNESS_MACHINE_KUNPENG_TABLES_H

#include <glib.h>

/* Whether @bytes are an SSDT, or a sound tree of QEMU's machine `virt` or one
 * with a PMCU's node. */
gboolean kunpeng_tables_is_acpi(const guint8 *bytes, gsize size);
gboolean kunpeng_tables_is_tree(const guint8 *bytes, gsize size);

/*
 * Each checks whether Linux's drivers can use all PMUs in @bytes, and adds a
 * line to @complaints for each fault: a missing property, registers or
 * interrupts of two PMUs at one place, registers in memory that the kernel maps
 * (trees), two PMUs that Linux would give one name, no PMU at all.
 */
void kunpeng_tables_check_acpi(const guint8 *bytes, gsize size, GPtrArray *complaints);
void kunpeng_tables_check_tree(const guint8 *bytes, gsize size, GPtrArray *complaints);

/* Returns QEMU's @tree with a node for each PMU of the machine that @config, a
 * list of "NAME=VALUE" or NULL, describes. NULL with an error that names @path,
 * or an option. */
GBytes *kunpeng_tables_tree(GBytes *tree, char **config, const char *path, GError **error);

/* Returns the ACPI table of the machine with @cpus CPUs that @config describes.
 * NULL with an error that names the option. */
GBytes *kunpeng_tables_acpi(char **config, unsigned cpus, GError **error);

#endif
