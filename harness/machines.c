/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "harness/machines.h"

#include "harness/command.h"
#include "models/sim/step.h"
#include "models/uncore/snbep.h"

#include <string.h>

/*
 * snbep: intel_uncore looks for model 45 (Sandy Bridge-EP) and for no hypervisor. No TSC deadline timer,
 * since TCG has none and says so; no x2APIC, since QEMU 11.1 aborts with it under -icount ("Bad icount
 * read").
 */
static const char *const snbep_qemu[] = {"-M", "q35,smm=off,vmport=off,sata=off", "-cpu",
    "SandyBridge,model=45,stepping=7,hypervisor=off,tsc-deadline=off,x2apic=off", NULL};
static const char *const snbep_modules[] = {"intel-uncore", NULL};

static const struct machine machines[] = {
    {
        .name = "snbep",
        .summary = "Xeon E5-2600 memory controllers: iMC PMON boxes on bus 0x7f",
        .guest = "amd64",
        .qemu = "qemu-system-x86_64",
        .plugin = "pmulab-snbep.so",
        .qemu_args = snbep_qemu,
        .modules = snbep_modules,
        .pci_bus = "pcie.0",
        .console = "ttyS0",
        /* Both spare the kernel calibrating what TCG's clocks keep by construction. */
        .append = "no_timer_check tsc=reliable",
        .mark = "port:" G_STRINGIFY(SIM_STEP_PORT),
        .model = &snbep_model,
        .cpus = 2,
        .memory_mib = 1024,
    },
};

const struct machine *machine_number(unsigned i)
{
    return i < G_N_ELEMENTS(machines) ? &machines[i] : NULL;
}

static char *machine_names(void)
{
    GString *names = g_string_new(NULL);

    for (size_t i = 0; i < G_N_ELEMENTS(machines); i++)
        g_string_append_printf(names, "%s%s", i ? ", " : "", machines[i].name);
    return g_string_free(names, FALSE);
}

const struct machine *machine_find(const char *name, GError **error)
{
    g_autofree char *names = NULL;

    for (size_t i = 0; i < G_N_ELEMENTS(machines); i++)
        if (!strcmp(name, machines[i].name))
            return &machines[i];
    names = machine_names();
    g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_USAGE, "no machine '%s'; there are: %s", name, names);
    return NULL;
}

char *machine_plugin_path(const struct machine *machine, GError **error)
{
    g_autofree char *self = g_file_read_link("/proc/self/exe", error);
    g_autofree char *dir = self ? g_path_get_dirname(self) : NULL;
    g_autofree char *beside = NULL;
    g_autofree char *prefix = NULL;
    g_autofree char *installed = NULL;

    if (!self)
        return NULL;
    beside = g_build_filename(dir, machine->plugin, NULL);
    if (g_file_test(beside, G_FILE_TEST_IS_REGULAR))
        return g_steal_pointer(&beside);
    prefix = g_path_get_dirname(dir);
    installed = g_build_filename(prefix, "lib", "pmulab", machine->plugin, NULL);
    if (g_file_test(installed, G_FILE_TEST_IS_REGULAR))
        return g_steal_pointer(&installed);
    g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_FAILED,
        "the plugin is neither %s nor %s; `make` builds it", beside, installed);
    return NULL;
}
