/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "harness/hardware/machine.h"

#include "fdt/flash.h"
#include "harness/base/error.h"
#include "harness/base/nearest.h"
#include "harness/machine/kunpeng_table.h"
#include "models/epyc/epyc.h"
#include "models/kunpeng/kunpeng.h"
#include "models/power9/power9.h"
#include "models/sim/step.h"
#include "models/snbep/snbep.h"

#include <string.h>

/*
 * snbep: intel_uncore looks for model 45 (Sandy Bridge-EP) and for no hypervisor. No TSC deadline timer,
 * since TCG has none and says so; no x2APIC, since QEMU 11.1 aborts with it under -icount ("Bad icount
 * read").
 */
static const char *const snbep_qemu[] = {"-M", "q35,smm=off,vmport=off,sata=off", "-cpu",
    "SandyBridge,model=45,stepping=7,hypervisor=off,tsc-deadline=off,x2apic=off", NULL};
static const char *const snbep_modules[] = {"intel-uncore", NULL};

/*
 * power9: -nodefaults takes away the BMC, without which skiboot has no flash and cannot power off, and all
 * PCI host bridges, of which each has a port for one device.
 */
static const char *const power9_qemu[] = {"-M", "powernv9", "-device", "ipmi-bmc-sim,id=bmc", "-device",
    "isa-ipmi-bt,bmc=bmc,irq=10", "-device", "pnv-phb,chip-id=0,index=0,id=phb0", "-device",
    "pnv-phb-root-port,bus=phb0,id=pcie.0", "-device", "pnv-phb,chip-id=0,index=1,id=phb1", "-device",
    "pnv-phb-root-port,bus=phb1,id=pcie.1", NULL};
static const char *const power9_modules[] = {NULL};

static GBytes *power9_flash(GError **error)
{
    return fdt_flash_image(NULL, error);
}

/*
 * epyc: what else a kernel looks at beside CPUID's words on IBS, family and model, which are the plugin's, is
 * QEMU's. No x2APIC and no deadline timer, as with snbep; and no random numbers from the CPU, of which QEMU
 * makes a sequence that it does not save with a guest. Without ERMS and FSRM Linux copies and clears words
 * instead of bytes, of which QEMU takes each one by one: with them a boot takes half as long again.
 */
#define EPYC_CPU(MODEL)                                                                                      \
    MODEL ",hypervisor=off,tsc-deadline=off,x2apic=off,rdrand=off,rdseed=off,erms=off,fsrm=off"
static const char *const epyc_qemu[] = {"-M", "q35,smm=off,vmport=off,sata=off", NULL};
static const struct machine_cpu epyc_cpus[] = {
    {"variant=zen4", EPYC_CPU("EPYC-Genoa")},
    {"variant=fam10h", EPYC_CPU("phenom")},
    {"variant=zen1", EPYC_CPU("EPYC")},
    {"variant=zen2", EPYC_CPU("EPYC-Rome")},
    {"variant=zen3", EPYC_CPU("EPYC-Milan")},
    {"variant=zen5", EPYC_CPU("EPYC-Turin")},
    {"variant=zen6", EPYC_CPU("EPYC-Turin")},
    {NULL, NULL},
};
static const char *const epyc_modules[] = {NULL};

/*
 * kunpeng: the kernel runs at EL2 with VHE, which its driver of the PMCU wants to read MDCR_EL2, and the
 * GIC's version is what the plugin's interrupts are for.
 */
static const char *const kunpeng_qemu[] = {
    "-M", "virt,virtualization=on,gic-version=3,dtb-randomness=off", "-cpu", "neoverse-n1", NULL};
static const char *const kunpeng_modules[] = {"hisi_pmcu", NULL};

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
        .share_bus = "pcie.0",
        .console = "ttyS0",
        .shell = "ttyS0",
        /* Both spare the kernel calibrating what TCG's clocks keep by construction. */
        .append = "no_timer_check tsc=reliable",
        .mark = "port:" G_STRINGIFY(SIM_STEP_PORT),
        .model = &snbep_model,
        .cpus = 2,
        .threads_max = 1,
        .resumes = TRUE,
        .memory_mib = 1024,
    },
    {
        .name = "power9",
        .summary = "POWER9 in-memory collection: nest, core, thread and trace counters",
        .guest = "ppc64el",
        .qemu = "qemu-system-ppc64",
        .plugin = "pmulab-power9.so",
        .qemu_args = power9_qemu,
        .modules = power9_modules,
        .pci_bus = "pcie.0",
        .share_bus = "pcie.1",
        .console = "hvc0",
        .shell = "hvc1",
        .append = "",
        .mark = "exec",
        .flash = power9_flash,
        .model = &power9_model,
        .cpus = 2,
        .threads_max = 4,
        .memory_mib = 2048,
    },
    {
        .name = "epyc",
        .summary = "AMD instruction-based sampling: fetch and op MSRs of Zen1 to Zen6 and family 10h",
        .guest = "amd64",
        .qemu = "qemu-system-x86_64",
        .plugin = "pmulab-epyc.so",
        .qemu_args = epyc_qemu,
        .qemu_cpus = epyc_cpus,
        .modules = epyc_modules,
        .pci_bus = "pcie.0",
        .share_bus = "pcie.0",
        .console = "ttyS0",
        .shell = "ttyS0",
        .append = "no_timer_check tsc=reliable",
        .mark = "port:" G_STRINGIFY(SIM_STEP_PORT),
        .model = &epyc_model,
        .cpus = 2,
        .threads_max = 1,
        .resumes = TRUE,
        .memory_mib = 1024,
    },
    {
        .name = "kunpeng",
        .summary = "HiSilicon PMCU: reads the core PMUs of a die into memory",
        .guest = "arm64",
        .qemu = "qemu-system-aarch64",
        .plugin = "pmulab-kunpeng.so",
        .qemu_args = kunpeng_qemu,
        .modules = kunpeng_modules,
        .pci_bus = "pcie.0",
        .share_bus = "pcie.0",
        .console = "ttyAMA0",
        .shell = "ttyAMA0",
        .append = "",
        .mark = "exec",
        .acpi_table = kunpeng_acpi_table,
        .model = &kunpeng_model,
        .cpus = 8,
        .threads_max = 1,
        .resumes = TRUE,
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
    g_autofree char *hint = NULL;

    for (size_t i = 0; i < G_N_ELEMENTS(machines); i++)
        if (!strcmp(name, machines[i].name))
            return &machines[i];
    names = machine_names();
    hint = nearest_hint(name, names);
    g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_USAGE, "no machine '%s'%s", name, hint);
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
