/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "harness/machine/kunpeng_table.h"

#include "acpi/pmcu_table.h"
#include "models/kunpeng/kunpeng_config.h"
#include "models/kunpeng/kunpeng_virt.h"

static struct acpi_pmcu unit(const struct kunpeng_config *config, unsigned die)
{
    unsigned slots = kunpeng_slots(config), first = die * slots;

    return (struct acpi_pmcu){.die = kunpeng_sccl(config, die),
        .clusters = config->clusters,
        .first_cpu = first,
        .cpus = first < config->cpus ? MIN(config->cpus - first, slots) : 0,
        .window = kunpeng_window(die),
        .window_size = KUNPENG_WINDOW,
        .interrupt = VIRT_GIC_SPI + KUNPENG_SPI + die};
}

static GBytes *write_table(const struct kunpeng_config *config)
{
    struct acpi_pmcu units[KUNPENG_MAX_DIES];
    guint8 table[ACPI_PMCU_TABLE_MAX];
    gsize size;

    for (unsigned die = 0; die < config->dies; die++)
        units[die] = unit(config, die);
    size = acpi_pmcu_table(table, sizeof(table), units, config->dies);
    g_assert(size);
    return g_bytes_new(table, size);
}

/* Options that are none of the configuration's, or wrong, are for the plugin to tell. */
GBytes *kunpeng_acpi_table(const char *const *plugin_options, unsigned cpus)
{
    struct kunpeng_config config = KUNPENG_DEFAULTS;
    gboolean clusters_given = FALSE;

    for (; plugin_options && *plugin_options; plugin_options++) {
        kunpeng_config_option(&config, *plugin_options);
        clusters_given |= g_str_has_prefix(*plugin_options, "clusters=");
    }
    kunpeng_config_cpus(&config, cpus, clusters_given);
    return config.acpi ? write_table(&config) : NULL;
}
