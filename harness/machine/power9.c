/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machines of POWER, in-memory collection: their description for QEMU,
 * scenarios and the proof. */
#include "harness/machine/machines.h"

#include "fdt/flash.h"
#include "harness/hardware/machine_plan.h"
#include "harness/proof/machine_proof.h"
#include "harness/proof/power9/event.h"
#include "harness/proof/power9/injected.h"
#include "harness/proof/power9/measure.h"
#include "harness/proof/power9/names.h"
#include "harness/truth/power9/replay.h"
#include "models/power9/homer.h"
#include "models/power9/power9_blocks.h"
#include "models/power9/power9_plan.h"
#include "oracle/power9/traffic.h"

/* ---- QEMU and the guest ---- */

/*
 * -nodefaults removes the BMC, which skiboot needs for flash and for powering
 * off, and all PCI host bridges. powernv11 takes no bridges as options. Each
 * bridge has a port for one device.
 */
#define WITH_DEVICES                                                                               \
    "-device", "ipmi-bmc-sim,id=bmc", "-device", "isa-ipmi-bt,bmc=bmc,irq=10", "-device",          \
        "pnv-phb,chip-id=0,index=0,id=phb0", "-device", "pnv-phb-root-port,bus=phb0,id=pcie.0",    \
        "-device", "pnv-phb,chip-id=0,index=1,id=phb1", "-device",                                 \
        "pnv-phb-root-port,bus=phb1,id=pcie.1", NULL
static const char *const power9_args[] = {"-M", "powernv9", WITH_DEVICES};
static const char *const power10_args[] = {"-M", "powernv10", WITH_DEVICES};
static const char *const power11_args[] = {
    "-M", "powernv11", "-monitor", "none", "-parallel", "none", "-vga", "none", NULL};
static const char *const modules[] = {NULL};

/* The image is where memory begins in the linear map; modules are where
 * vmalloc() maps memory (arch/powerpc/include/asm/book3s/64/radix.h). */
static const struct machine_range kernel_text[] = {
    {0xc000000000000000, 0xc000000040000000}, {0, 0}};
static const struct machine_range module_text[] = {
    {0xc008000000000000, 0xc00a000000000000}, {0, 0}};

static GBytes *flash(const struct machine *machine, GError **error)
{
    return fdt_flash_image(p9_generation_of(machine->model), error);
}

/* ---- CPUs ---- */

static enum machine_owner owner(unsigned block, unsigned *number)
{
    *number = p9_block_index(block);
    return p9_block_kind(block) == P9_CPU ? OWNER_CPU : OWNER_ANY;
}

/* ---- scenarios ---- */

struct power_scenario {
    struct machine_plan plan;
    struct p9_config config;
    struct p9 model;
    struct p9_plan_text text;
    struct oracle_p9_plan oracle; /* the same lines, read a second time */
};

static struct power_scenario *own(struct machine_plan *plan)
{
    return (struct power_scenario *)plan;
}

static void *plan_defaults(struct machine_plan *plan)
{
    own(plan)->config = p9_defaults(p9_generation_of(plan->machine->model));
    /* names may be needed before the model is reset */
    own(plan)->model.config = own(plan)->config;
    return &own(plan)->config;
}

static const char *plan_cpus(struct machine_plan *plan, unsigned cpus)
{
    struct power_scenario *s = own(plan);

    s->config.cpus = cpus;
    return p9_config_wrong(&s->config);
}

static void plan_begin(struct machine_plan *plan)
{
    static const struct sim_host nobody;
    struct power_scenario *s = own(plan);

    p9_reset(&s->model, &s->config, &nobody);
    p9_plan_begin(&s->text, &s->model);
    oracle_p9_plan_begin(&s->oracle,
        s->config.generation == &generation_power9 ? &oracle_power9 : &oracle_power10,
        s->config.generation->list);
}

static bool plan_line(struct machine_plan *plan, const char *line, char wrong[PLAN_TEXT_WRONG])
{
    return p9_plan_line(&own(plan)->text, line, wrong) &&
           machine_plan_agreed(line, oracle_p9_plan_line(&own(plan)->oracle, line), wrong);
}

static gboolean plan_pmu(struct machine_plan *plan, const char *pmu, char wrong[MACHINE_PLAN_WRONG])
{
    return p9_names_check_pmu(&own(plan)->model, pmu, wrong, MACHINE_PLAN_WRONG);
}

static gboolean plan_term(
    struct machine_plan *plan, const char *pmu, const char *term, char wrong[MACHINE_PLAN_WRONG])
{
    return p9_names_check_event(&own(plan)->model, pmu, term, wrong, MACHINE_PLAN_WRONG);
}

static const struct machine_plan_ops plan_ops = {
    .size = sizeof(struct power_scenario),
    .model = offsetof(struct power_scenario, model),
    .moments = offsetof(struct power_scenario, model.plan),
    .oracle = offsetof(struct power_scenario, oracle),
    .sockets = offsetof(struct power_scenario, config.sockets),
    .threads = offsetof(struct power_scenario, config.threads),
    .defaults = plan_defaults,
    .cpus = plan_cpus,
    .begin = plan_begin,
    .line = plan_line,
    .pmus = P9_NAMES_PMUS,
    .pmu = plan_pmu,
    .term = plan_term,
};

/* ---- the proof of what perf prints ---- */

static struct truth *replay(struct planned planned, const struct trace_record *records, gsize n)
{
    const struct p9 *m = planned_as(planned, planned.model);

    return truth_replay_power9(&m->config, planned.oracle, records, n);
}

static enum perf_event_kind read_event(
    struct planned planned, const char *name, struct perf_event *event, GError **error)
{
    const struct p9 *m = planned_as(planned, planned.model);

    return perf_event_power9(&m->config, planned.oracle, name, event, error);
}

/* The default machine has one chip. */
static gboolean address(
    const struct machine *machine, unsigned block, const struct reg *reg, char *text, gsize size)
{
    const struct p9_generation *generation = p9_generation_of(machine->model);
    const unsigned index = p9_block_index(block);

    switch (p9_block_kind(block)) {
    case P9_CHIP_MEMORY:
        g_snprintf(text, size, "memory at 0x%" G_GINT64_MODIFIER "x",
            (guint64)(P9_HOMER_BASE(index) + P9_IMC_COUNTERS + reg->offset));
        return TRUE;
    case P9_CORE:
        if (index < machine->cpus)
            g_snprintf(text, size, "SCOM 0x%x",
                scom_number(
                    generation->scoms, index, (enum core_reg)(reg - generation->core->regs)));
        return index < machine->cpus;
    default:
        return FALSE;
    }
}

static gboolean gate(unsigned block, struct proof_gate *gate)
{
    const unsigned index = p9_block_index(block);

    switch (p9_block_kind(block)) {
    case P9_CORE_MEMORY:
        *gate = (struct proof_gate){p9_block(P9_CORE, index), "HTM_MODE", "start"};
        return TRUE;
    case P9_THREAD_MEMORY:
        *gate = (struct proof_gate){p9_block(P9_CPU, index), "LDBAR", "enable"};
        return TRUE;
    default:
        return FALSE;
    }
}

static const struct machine_proof proof = {
    .replay = replay,
    .event = read_event,
    .measure = measure_power9,
    .injected = perf_injected_power9,
    .gate = gate,
    .never = "the driver never read the event's word in this step, or did not swap its bytes",
};

/* The machine that users call @NAME, with QEMU's @args. */
#define POWER_MACHINE(NAME, in_words, args, with_defaults)                                         \
    static gboolean NAME##_address(unsigned block, const struct reg *reg, char *text, gsize size)  \
    {                                                                                              \
        return address(&NAME##_machine, block, reg, text, size);                                   \
    }                                                                                              \
    const struct machine NAME##_machine = {                                                        \
        .name = #NAME,                                                                             \
        .summary = in_words,                                                                       \
        .guest = "ppc64el",                                                                        \
        .qemu = "qemu-system-ppc64",                                                               \
        .plugin = "pmulab-" #NAME ".so",                                                           \
        .qemu_args = args,                                                                         \
        .qemu_defaults = with_defaults,                                                            \
        .modules = modules,                                                                        \
        .built_in = "(^|_)imc(_|$)",                                                               \
        .module_text = module_text,                                                                \
        .kernel_text = kernel_text,                                                                \
        .pci_bus = "pcie.0",                                                                       \
        .share_bus = "pcie.1",                                                                     \
        .console = "hvc0",                                                                         \
        .shell = "hvc1",                                                                           \
        .append = "",                                                                              \
        .mark = "exec",                                                                            \
        .flash = flash,                                                                            \
        .owner = owner,                                                                            \
        .address = NAME##_address,                                                                 \
        .model = &NAME##_model,                                                                    \
        .plan = &plan_ops,                                                                         \
        .proof = &proof,                                                                           \
        .cpus = 2,                                                                                 \
        .threads_max = 4,                                                                          \
        .memory_mib = 2048,                                                                        \
        .kernel_mib = 300,                                                                         \
    }

POWER_MACHINE(power9, "POWER9 in-memory collection: nest, core, thread and trace counters",
    power9_args, FALSE);
POWER_MACHINE(power10, "POWER10 in-memory collection: nest, core, thread and trace counters",
    power10_args, FALSE);
POWER_MACHINE(
    power11, "Power11 in-memory collection: nest, core and thread counters", power11_args, TRUE);
