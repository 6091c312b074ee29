/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine `kunpeng`, HiSilicon PMCU: its description for QEMU, scenarios
 * and the proof. */
#include "harness/machine/machines.h"

#include "acpi/device_table.h"
#include "harness/hardware/machine_plan.h"
#include "harness/proof/kunpeng/event.h"
#include "harness/proof/kunpeng/injected.h"
#include "harness/proof/kunpeng/rounds.h"
#include "harness/proof/machine_proof.h"
#include "harness/truth/kunpeng/interrupts.h"
#include "harness/truth/kunpeng/replay.h"
#include "models/kunpeng/kunpeng_plan.h"
#include "models/kunpeng/kunpeng_virt.h"
#include "oracle/kunpeng/traffic.h"

#include <stdio.h>

/* ---- QEMU and the guest ---- */

/*
 * The kernel runs at EL2 with VHE, because its PMCU driver reads MDCR_EL2. The
 * plugin's interrupts need this version of the GIC.
 */
static const char *const qemu_args[] = {
    "-M", "virt,virtualization=on,gic-version=3,dtb-randomness=off", NULL};
/* QEMU has no model of HiSilicon's cores. MIDR_EL1 is the one by which Linux
 * and perf know them: TSV110 as a Taishan 2280 shows it; hip09's part is
 * Linux's (arch/arm64/include/asm/cputype.h), its variant and revision are made
 * up. */
#define TSV110 "neoverse-n1,midr=0x481fd010"
#define HIP09  "neoverse-n1,midr=0x480fd020"
static const struct machine_cpu qemu_cpus[] = {
    {"uncore=hip08", TSV110},
    {"uncore=none", TSV110},
    {"uncore=hip09", HIP09},
    {NULL, NULL},
};
static const char *const modules[] = {"hisi_pmcu", NULL};

/* Documentation/arch/arm64/memory.rst: 128 MiB for modules before the image up
 * to Linux 6.4, 2 GiB since. Where nothing moves the kernel, modules are close
 * to it. */
static const struct machine_range kernel_text[] = {
    {0xffff800008000000, 0xffff800078000000}, {0xffff800080000000, 0xffff800100000000}, {0, 0}};
static const struct machine_range module_text[] = {
    {0xffff800000000000, 0xffff800008000000}, {0xffff800078000000, 0xffff800080000000}, {0, 0}};

/* ---- CPUs ---- */

/* In the order of the plugin's line_kind(). Drivers call devices by their nodes
 * or HIDs. */
static const struct machine_interrupt interrupts[] = {{"pmcu+HISI0451", "PMCU", FALSE},
    {"arm-pmu", "core PMU", TRUE}, {"hisi-+HISI02", "uncore PMU", FALSE}, {NULL, NULL, FALSE}};

static enum machine_owner owner(unsigned block, unsigned *number)
{
    *number = kunpeng_block_index(block);
    return kunpeng_block_kind(block) == KUNPENG_CPU ? OWNER_CPU : OWNER_ANY;
}

/* ---- ACPI ---- */

static struct acpi_device unit(const struct kunpeng_config *config, unsigned die)
{
    return (struct acpi_device){.name = {'P', 'M', 'C', (char)('0' + die), 0},
        .hid = "HISI0451",
        .uid = die,
        .coherent = true,
        .window = kunpeng_window(die),
        .window_size = KUNPENG_WINDOW,
        .interrupt = VIRT_GIC_SPI + KUNPENG_SPI + die,
        .n_properties = 2,
        .properties = {{"hisilicon,scl-id", kunpeng_sccl(config, die)},
            {"hisilicon,nr-cluster", config->clusters}}};
}

static struct acpi_device uncore(
    const struct kunpeng_config *config, const struct uncore_place *place)
{
    unsigned number = uncore_number(place);
    struct uncore_property properties[UNCORE_PROPERTIES];
    struct acpi_device device = {.hid = place->type->hid,
        .uid = number,
        .window = kunpeng_uncore_window(number),
        .window_size = KUNPENG_WINDOW,
        .interrupt = VIRT_GIC_SPI + kunpeng_uncore_spi(number),
        .level = !config->edges};

    g_snprintf(device.name, sizeof(device.name), "U%03X", number);
    device.n_properties = uncore_properties(config, place, properties);
    for (unsigned i = 0; i < device.n_properties; i++) {
        device.properties[i].name = properties[i].name;
        device.properties[i].value = properties[i].value;
    }
    return device;
}

static GBytes *write_table(const struct kunpeng_config *config)
{
    struct acpi_device devices[KUNPENG_MAX_DIES + UNCORE_PLACES];
    struct uncore_place place;
    guint8 *table = g_malloc(ACPI_DEVICE_TABLE_MAX);
    unsigned n = 0;
    gsize size;

    for (unsigned die = 0; die < config->dies; die++)
        devices[n++] = unit(config, die);
    for (unsigned number = 0; number < UNCORE_PLACES; number++)
        if (uncore_place(config, number, &place))
            devices[n++] = uncore(config, &place);
    size = acpi_device_table(table, ACPI_DEVICE_TABLE_MAX, devices, n);
    g_assert(size);
    return g_bytes_new_take(table, size);
}

/* Options that are unknown or wrong are left for the plugin to report. */
static GBytes *acpi_table(const char *const *plugin_options, unsigned cpus)
{
    struct kunpeng_config config = KUNPENG_DEFAULTS;

    for (; plugin_options && *plugin_options; plugin_options++)
        config_parse(kunpeng_options, &config, *plugin_options);
    kunpeng_config_cpus(&config, cpus);
    return config.acpi ? write_table(&config) : NULL;
}

/* ---- scenarios ---- */

struct kunpeng_scenario {
    struct machine_plan plan;
    struct kunpeng_config config;
    struct kunpeng model;
    struct kunpeng_plan_text text;
    struct oracle_kunpeng_plan oracle; /* the same lines, read a second time */
};

static struct kunpeng_scenario *own(struct machine_plan *plan)
{
    return (struct kunpeng_scenario *)plan;
}

static void *plan_defaults(struct machine_plan *plan)
{
    own(plan)->config = KUNPENG_DEFAULTS;
    return &own(plan)->config;
}

static const char *plan_cpus(struct machine_plan *plan, unsigned cpus)
{
    struct kunpeng_scenario *s = own(plan);

    kunpeng_config_cpus(&s->config, cpus);
    return kunpeng_config_wrong(&s->config);
}

static void plan_begin(struct machine_plan *plan)
{
    static const struct sim_host nobody;
    struct kunpeng_scenario *s = own(plan);

    kunpeng_reset(&s->model, &s->config, &nobody);
    kunpeng_plan_begin(&s->text, &s->model);
}

static bool plan_line(struct machine_plan *plan, const char *line, char wrong[PLAN_TEXT_WRONG])
{
    return kunpeng_plan_line(&own(plan)->text, line, wrong) &&
           machine_plan_agreed(line, oracle_kunpeng_plan_line(&own(plan)->oracle, line), wrong);
}

static gboolean plan_term(
    struct machine_plan *plan, const char *pmu, const char *term, char wrong[MACHINE_PLAN_WRONG])
{
    (void)plan;
    snprintf(wrong, MACHINE_PLAN_WRONG,
        "unknown term '%s/%.40s/'; expected nr_sample, sample_period_ms or pmccfiltr, with a value",
        pmu, term);
    return FALSE;
}

static const struct machine_plan_ops plan_ops = {
    .size = sizeof(struct kunpeng_scenario),
    .model = offsetof(struct kunpeng_scenario, model),
    .moments = offsetof(struct kunpeng_scenario, model.plan),
    .oracle = offsetof(struct kunpeng_scenario, oracle),
    /* No sockets: QEMU numbers the CPUs of all dies in one socket. */
    .defaults = plan_defaults,
    .cpus = plan_cpus,
    .begin = plan_begin,
    .line = plan_line,
    .pmus = "hisi_pmcu_sccl[0-9]+",
    .term = plan_term,
};

/* ---- the proof of what perf prints ---- */

static struct truth *replay(struct planned planned, const struct trace_record *records, gsize n)
{
    const struct kunpeng *m = planned_as(planned, &kunpeng_model);

    return truth_replay_kunpeng(&m->config, planned.oracle, records, n);
}

static enum perf_event_kind read_event(
    struct planned planned, const char *name, struct perf_event *event, GError **error)
{
    const struct kunpeng *m = planned_as(planned, &kunpeng_model);

    return perf_event_kunpeng(&m->config, name, event, error);
}

static gboolean address(unsigned block, const struct reg *reg, char *text, gsize size)
{
    const unsigned die = kunpeng_block_index(block);
    const guint64 end = VIRT_RAM + (guint64)kunpeng_machine.memory_mib * 1024 * 1024;

    if (kunpeng_block_kind(block) == KUNPENG_CPU)
        return FALSE;
    g_snprintf(text, size, "MMIO 0x%" G_GINT64_MODIFIER "x (by ACPI 0x%" G_GINT64_MODIFIER "x)",
        end - (guint64)(die + 1) * KUNPENG_WINDOW + reg->offset, kunpeng_window(die) + reg->offset);
    return TRUE;
}

static const struct machine_proof proof = {
    .replay = replay,
    .lines = &kunpeng_lines,
    .faults = offsetof(struct kunpeng, faults),
    .event = read_event,
    .measure = measure_switched,
    .injected = perf_injected_kunpeng,
    .samples = perf_rounds_compare,
    .round = perf_rounds_value,
    .never = "the driver never switched the event on in this step",
};

const struct machine kunpeng_machine = {
    .name = "kunpeng",
    .summary = "HiSilicon PMCU: reads the core PMUs of a die into memory",
    .guest = "arm64",
    .qemu = "qemu-system-aarch64",
    .plugin = "pmulab-kunpeng.so",
    .qemu_args = qemu_args,
    .qemu_cpus = qemu_cpus,
    .modules = modules,
    .built_in = "^(__)?(armv8_?pmu|hisi_([a-z0-9]+_)*pmu)",
    .module_text = module_text,
    .kernel_text = kernel_text,
    .pci_bus = "pcie.0",
    .share_bus = "pcie.0",
    .console = "ttyAMA0",
    .shell = "ttyAMA0",
    .append = "",
    .mark = "exec",
    .acpi_table = acpi_table,
    .interrupts = interrupts,
    .owner = owner,
    .address = address,
    .model = &kunpeng_model,
    .plan = &plan_ops,
    .proof = &proof,
    .cpus = 8,
    .threads_max = 1,
    .resumes = TRUE,
    .memory_mib = 1024,
    .kernel_mib = 128,
};
