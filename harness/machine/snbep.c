/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine `snbep`, Xeon E5-2600 memory controllers: its description for QEMU, scenarios and the proof. */
#include "harness/machine/machines.h"

#include "harness/hardware/machine_plan.h"
#include "harness/proof/machine_proof.h"
#include "harness/proof/snbep/event.h"
#include "harness/proof/snbep/injected.h"
#include "harness/proof/x86/core.h"
#include "harness/truth/snbep/replay.h"
#include "models/sim/step.h"
#include "models/snbep/snbep_config.h"
#include "models/snbep/snbep_plan.h"
#include "oracle/snbep/traffic.h"

#include <stdio.h>
#include <string.h>

/* ---- QEMU and the guest ---- */

/*
 * intel_uncore expects model 45 (Sandy Bridge-EP) and no hypervisor. No TSC deadline timer, since TCG warns
 * that it has none; no x2APIC, since QEMU 11.1 aborts with it under -icount ("Bad icount read").
 */
static const char *const qemu_args[] = {"-M", "q35,smm=off,vmport=off,sata=off", "-cpu",
    "SandyBridge,model=45,stepping=7,hypervisor=off,tsc-deadline=off,x2apic=off", NULL};
static const char *const modules[] = {"intel-uncore", NULL};

/* Linux maps its image below the modules, and these up to its fixed map:
 * Documentation/arch/x86/x86_64/mm.rst. */
static const struct machine_range kernel_text[] = {{0xffffffff80000000, 0xffffffffc0000000}, {0, 0}};
static const struct machine_range module_text[] = {{0xffffffffc0000000, 0xffffffffff000000}, {0, 0}};

/* ---- CPUs ---- */

static const struct machine_interrupt interrupts[] = {{"NMI", "NMI", TRUE}, {NULL, NULL, FALSE}};

static enum machine_owner owner(unsigned block, unsigned *number)
{
    if (block >= SNBEP_BLOCK_CORE) {
        *number = (block - SNBEP_BLOCK_CORE) % SNBEP_MAX_CPUS;
        return OWNER_CPU;
    }
    *number = block / SNBEP_N_BLOCKS;
    return block % SNBEP_N_BLOCKS >= SNBEP_BLOCK_MSR ? OWNER_SOCKET : OWNER_ANY;
}

/* ---- scenarios ---- */

#define PMU "uncore_imc"

struct snbep_scenario {
    struct machine_plan plan;
    struct snbep_config config;
    struct snbep model;
    struct snbep_plan_text text;
    struct oracle_plan oracle; /* the same lines, read a second time */
};

static struct snbep_scenario *own(struct machine_plan *plan)
{
    return (struct snbep_scenario *)plan;
}

static void *plan_defaults(struct machine_plan *plan)
{
    own(plan)->config = SNBEP_DEFAULTS;
    return &own(plan)->config;
}

static unsigned plan_sockets(struct machine_plan *plan)
{
    return own(plan)->config.n_sockets;
}

static const char *plan_cpus(struct machine_plan *plan, unsigned cpus)
{
    const struct snbep_scenario *s = own(plan);

    if (cpus > SNBEP_MAX_CPUS)
        return "expected at most " G_STRINGIFY(SNBEP_MAX_CPUS);
    if (s->config.n_sockets == 1 && (s->config.absent | s->config.duplicated) >> SNBEP_CHANNELS)
        return "absent, duplicated: there is no second socket";
    return NULL;
}

static void plan_begin(struct machine_plan *plan)
{
    static const struct sim_host nobody;
    struct snbep_scenario *s = own(plan);

    snbep_reset(&s->model, &s->config, &nobody);
    snbep_plan_begin(&s->text, &s->model);
}

static bool plan_line(struct machine_plan *plan, const char *line, char wrong[PLAN_TEXT_WRONG])
{
    const char *expected;

    if (!snbep_plan_line(&own(plan)->text, line, wrong))
        return false;
    expected = oracle_plan_line(&own(plan)->oracle, line);
    return !expected || plan_text_complain(wrong, "'%.60s': the oracle expected %s", line, expected);
}

/* Without a number perf means all channels. */
static gboolean plan_pmu(struct machine_plan *plan, const char *pmu, char wrong[MACHINE_PLAN_WRONG])
{
    const char *digits = pmu + strlen(PMU);
    guint64 channel;

    (void)plan;
    if (!*digits || g_ascii_string_to_unsigned(digits + 1, 10, 0, SNBEP_CHANNELS - 1, &channel, NULL))
        return TRUE;
    snprintf(wrong, MACHINE_PLAN_WRONG, "there is no '%s'; expected uncore_imc_0 to uncore_imc_%d", pmu,
        SNBEP_CHANNELS - 1);
    return FALSE;
}

/* Only the driver's own names come without a value. */
static gboolean plan_term(
    struct machine_plan *plan, const char *pmu, const char *term, char wrong[MACHINE_PLAN_WRONG])
{
    static const char *const aliases[] = {"clockticks", "cas_count_read", "cas_count_write", NULL};

    (void)plan;
    if (g_strv_contains(aliases, term))
        return TRUE;
    snprintf(wrong, MACHINE_PLAN_WRONG,
        "unknown event '%s/%.40s/'; expected clockticks, cas_count_read, cas_count_write or event=CODE", pmu,
        term);
    return FALSE;
}

static const void *plan_model(struct machine_plan *plan)
{
    return &own(plan)->model;
}

static const void *plan_oracle(struct machine_plan *plan)
{
    return &own(plan)->oracle;
}

static const struct plan *plan_moments(struct machine_plan *plan)
{
    return &own(plan)->model.plan;
}

static const struct machine_plan_ops plan_ops = {
    .size = sizeof(struct snbep_scenario),
    .defaults = plan_defaults,
    .sockets = plan_sockets,
    .cpus = plan_cpus,
    .begin = plan_begin,
    .line = plan_line,
    .model = plan_model,
    .moments = plan_moments,
    .oracle = plan_oracle,
    .pmus = PMU "(?:_[0-9]+)?",
    .pmu = plan_pmu,
    .term = plan_term,
};

/* ---- the proof of what perf prints ---- */

static struct truth *replay(struct planned planned, const struct trace_record *records, gsize n)
{
    const struct snbep *m = planned_as(planned, &snbep_model);

    return truth_replay_snbep(&m->config, planned.oracle, records, n);
}

static enum perf_event_kind read_event(
    struct planned planned, const char *name, struct perf_event *event, GError **error)
{
    const struct snbep *m = planned_as(planned, &snbep_model);
    const struct x86_core_places cores = {.pmu = truth_core_snbep.pmu,
        .cpus = truth_core_snbep.cpus,
        .cpus_per_socket = truth_core_snbep.cpus / m->config.n_sockets,
        .block = truth_core_snbep.block};
    enum perf_event_kind kind = perf_event_x86(&cores, name, event, error);

    if (kind != PERF_EVENT_OTHER)
        return kind;
    return perf_event_snbep(&m->config, name, event, error);
}

static gboolean injected(const struct injected *what, guint64 *amount)
{
    return what->block < truth_core_snbep.block ? perf_injected_snbep(what, amount)
                                                : perf_injected_x86(what, amount);
}

static const struct machine_proof proof = {
    .replay = replay,
    .event = read_event,
    .measure = measure_switched,
    .injected = injected,
    .always = TRUE,
    .counted = TRUE,
    .counters = IMC_N_COUNTERS,
    .never = "the driver never switched the event on in this step",
};

const struct machine snbep_machine = {
    .name = "snbep",
    .summary = "Xeon E5-2600 memory controllers: iMC PMON boxes on bus 0x7f",
    .guest = "amd64",
    .qemu = "qemu-system-x86_64",
    .plugin = "pmulab-snbep.so",
    .qemu_args = qemu_args,
    .modules = modules,
    .module_text = module_text,
    .kernel_text = kernel_text,
    .pci_bus = "pcie.0",
    .share_bus = "pcie.0",
    .console = "ttyS0",
    .shell = "ttyS0",
    /* The first two make the kernel skip calibrations that TCG's clocks don't need. The watchdog would count
     * cycles on each CPU from the boot on, and use up a counter. */
    .append = "no_timer_check tsc=reliable nmi_watchdog=0",
    .mark = "port:" G_STRINGIFY(SIM_STEP_PORT),
    .interrupts = interrupts,
    .owner = owner,
    .model = &snbep_model,
    .plan = &plan_ops,
    .proof = &proof,
    .cpus = 2,
    .threads_max = 1,
    .resumes = TRUE,
    .memory_mib = 1024,
};
