/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine `board`, with the PMUs of a user's file: its description for
 * QEMU, scenarios and the proof. */
#include "harness/machine/machines.h"

#include "acpi/device_table.h"
#include "harness/hardware/machine_plan.h"
#include "harness/proof/board/event.h"
#include "harness/proof/machine_proof.h"
#include "harness/truth/board/replay.h"
#include "models/board/board_plan.h"
#include "oracle/board/machine.h"

#include <stdio.h>

/* ---- QEMU and the guest ---- */

/* The traps read registers of EL2, which QEMU has with virtualization alone.
 * The plugin's interrupts need this version of the GIC. */
static const char *const qemu_args[] = {
    "-M", "virt,virtualization=on,gic-version=3,dtb-randomness=off", "-cpu", "neoverse-n1", NULL};
static const char *const modules[] = {NULL};

/* Documentation/arch/arm64/memory.rst: 128 MiB for modules before the image up
 * to Linux 6.4, 2 GiB since. Where nothing moves the kernel, modules are close
 * to it. */
static const struct machine_range kernel_text[] = {
    {0xffff800008000000, 0xffff800078000000}, {0xffff800080000000, 0xffff800100000000}, {0, 0}};
static const struct machine_range module_text[] = {
    {0xffff800000000000, 0xffff800008000000}, {0xffff800078000000, 0xffff800080000000}, {0, 0}};

/* ---- ACPI ---- */

enum { GIC_FIRST_SPI = 32 };

static struct acpi_device device_of(const struct pmu_kind *kind, unsigned number)
{
    struct acpi_device device = {.hid = kind->hid,
        .uid = kind->uid,
        .has_parent = kind->has_parent,
        .parent = kind->parent,
        .window = kind->address,
        .window_size = kind->size,
        .interrupt = GIC_FIRST_SPI + kind->interrupt,
        .level = true,
        .n_properties = kind->n_properties};

    G_STATIC_ASSERT((int)PMU_PROPERTIES <= (int)ACPI_PROPERTIES);
    g_snprintf(device.name, sizeof(device.name), "P%03X", number);
    for (unsigned i = 0; i < kind->n_properties; i++) {
        device.properties[i].name = kind->properties[i].name;
        device.properties[i].value = kind->properties[i].value;
    }
    return device;
}

/* Options that are unknown or wrong are left for the plugin to report. */
static GBytes *acpi_table(const char *const *plugin_options, unsigned cpus)
{
    struct board_config config = BOARD_DEFAULTS;
    struct acpi_device devices[HARDWARE_PMUS];
    guint8 *table;
    gsize size;

    (void)cpus;
    for (; plugin_options && *plugin_options; plugin_options++)
        config_parse(board_options, &config, *plugin_options);
    if (!config.hardware || !config.hardware->pmus[0].hid)
        return NULL;
    for (unsigned i = 0; i < config.hardware->n; i++)
        devices[i] = device_of(&config.hardware->pmus[i], i);
    table = g_malloc(ACPI_DEVICE_TABLE_MAX);
    size = acpi_device_table(table, ACPI_DEVICE_TABLE_MAX, devices, config.hardware->n);
    g_assert(size);
    return g_bytes_new_take(table, size);
}

/* ---- scenarios ---- */

struct board_scenario {
    struct machine_plan plan;
    struct board_config config;
    struct board model;
    struct plan_text text;
    struct oracle_board_plan oracle; /* the same file and lines, read a second time */
    const char *unread;              /* why the oracle cannot read the file; NULL: it can */
};

static struct board_scenario *own(struct machine_plan *plan)
{
    return (struct board_scenario *)plan;
}

static void *plan_defaults(struct machine_plan *plan)
{
    own(plan)->config = BOARD_DEFAULTS;
    return &own(plan)->config;
}

static const char *plan_cpus(struct machine_plan *plan, unsigned cpus)
{
    own(plan)->config.cpus = cpus;
    return NULL;
}

static void plan_begin(struct machine_plan *plan)
{
    static const struct sim_host nobody;
    struct board_scenario *s = own(plan);

    if (s->config.hardware)
        s->unread = oracle_board_manual(&s->oracle.manual, s->config.hardware->path);
    board_reset(&s->model, &s->config, &nobody);
    board_plan_begin(&s->text, &s->model);
}

static bool plan_line(struct machine_plan *plan, const char *line, char wrong[PLAN_TEXT_WRONG])
{
    struct board_scenario *s = own(plan);

    if (s->unread)
        return plan_text_complain(
            wrong, "the file of the hardware: the oracle expected %s", s->unread);
    return plan_text_line(&s->text, line, wrong) &&
           machine_plan_agreed(line, oracle_board_plan_line(&s->oracle, line), wrong);
}

static const struct machine_plan_ops plan_ops = {
    .size = sizeof(struct board_scenario),
    .model = offsetof(struct board_scenario, model),
    .moments = offsetof(struct board_scenario, model.plan),
    .oracle = offsetof(struct board_scenario, oracle),
    .defaults = plan_defaults,
    .cpus = plan_cpus,
    .begin = plan_begin,
    .line = plan_line,
    .pmus = NULL, /* the file names the PMUs, and perf itself refuses wrong terms */
};

/* ---- the proof of what perf prints ---- */

static struct truth *replay(struct planned planned, const struct trace_record *records, gsize n)
{
    return truth_replay_board(planned.oracle, records, n);
}

/* In the order of the plugin's line_kind(): the names of drivers' handlers are
 * not known. */
static const struct machine_proof proof = {
    .replay = replay,
    .lines = &board_lines,
    .faults = offsetof(struct board, faults),
    .event = perf_event_board,
    .measure = measure_switched,
    .injected = perf_injected_board,
    .never = "the driver never switched the event on in this step",
};

const struct machine board_machine = {
    .name = "board",
    .summary = "an arm64 board with the PMUs that a file describes",
    .guest = "arm64",
    .qemu = "qemu-system-aarch64",
    .plugin = "pmulab-board.so",
    .qemu_args = qemu_args,
    .modules = modules,
    .module_text = module_text,
    .kernel_text = kernel_text,
    .pci_bus = "pcie.0",
    .share_bus = "pcie.0",
    .console = "ttyAMA0",
    .shell = "ttyAMA0",
    .append = "",
    .mark = "exec",
    .acpi_table = acpi_table,
    .model = &board_model,
    .plan = &plan_ops,
    .proof = &proof,
    .cpus = 4,
    .threads_max = 1,
    .resumes = TRUE,
    .memory_mib = 1024,
    .kernel_mib = 128,
};
