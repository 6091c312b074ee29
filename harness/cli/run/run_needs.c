/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Collects the cache's items that a scenario needs. */
#include "harness/cli/run/run_needs.h"

gboolean run_wants_uefi(const struct scenario *scenario)
{
    const struct machine *machine = scenario->machine;
    g_autoptr(GPtrArray) options = g_ptr_array_new();
    g_autoptr(GBytes) table = NULL;

    if (!machine->acpi_table)
        return FALSE;
    g_ptr_array_extend(options, scenario->config, NULL, NULL);
    g_ptr_array_add(options, NULL);
    table = machine->acpi_table(
        (const char *const *)options->pdata, scenario->cpus ? scenario->cpus : machine->cpus);
    return table != NULL;
}

void run_needs(struct fetch_list *list, const struct scenario *scenario)
{
    fetch_list_qemu(list, scenario->machine->qemu);
    fetch_list_guest(list, scenario->guest);
    for (guint i = 0; i < scenario->packages->len; i++)
        fetch_list_package(list, scenario->guest, g_ptr_array_index(scenario->packages, i));
    if (run_wants_uefi(scenario))
        fetch_list_uefi(list);
}
