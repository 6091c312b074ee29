/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine `epyc`, AMD instruction-based sampling: its description for QEMU,
 * scenarios and the proof. */
#include "harness/machine/machines.h"

#include "harness/hardware/machine_access.h"
#include "harness/machine/x86_guest.h"
#include "harness/proof/epyc/access.h"
#include "harness/proof/epyc/event.h"
#include "harness/proof/epyc/samples.h"
#include "harness/proof/machine_proof.h"
#include "harness/proof/perf_sample_match.h"
#include "harness/proof/x86/core.h"
#include "harness/truth/epyc/replay.h"
#include "harness/truth/x86/replay.h"
#include "models/epyc/epyc_plan.h"

#include <stdio.h>
#include <string.h>

/* ---- QEMU and the guest ---- */

/*
 * The plugin supplies CPUID's words on IBS, family and model; the kernel gets
 * all others from QEMU. No x2APIC and no deadline timer, as with snbep. No
 * random numbers from the CPU: QEMU does not save their sequence with a guest.
 * No ERMS and FSRM, so that Linux copies and clears words: QEMU handles bytes
 * one by one, and a boot takes half as long again with them.
 */
#define EPYC_CPU(MODEL)                                                                            \
    MODEL ",hypervisor=off,tsc-deadline=off,x2apic=off,rdrand=off,rdseed=off,erms=off,fsrm=off"
static const struct machine_cpu qemu_cpus[] = {
    {"variant=zen4", EPYC_CPU("EPYC-Genoa")},
    {"variant=fam10h", EPYC_CPU("phenom")},
    {"variant=zen1", EPYC_CPU("EPYC")},
    {"variant=zen2", EPYC_CPU("EPYC-Rome")},
    {"variant=zen3", EPYC_CPU("EPYC-Milan")},
    {"variant=zen5", EPYC_CPU("EPYC-Turin")},
    {"variant=zen6", EPYC_CPU("EPYC-Turin")},
    {NULL, NULL},
};
/* Linux: arch/x86/kernel/cpu/amd.c. */
static const struct machine_part parts[] = {
    {"variant=fam10h", "AuthenticAMD", 0x10, 0, 0xff, 0, 0},
    {"variant=zen1", "AuthenticAMD", 0x17, 0x00, 0x2f, 0, 0},
    {"variant=zen2", "AuthenticAMD", 0x17, 0x30, 0xff, 0, 0},
    {"variant=zen3", "AuthenticAMD", 0x19, 0x00, 0x0f, 0, 0},
    {"variant=zen4", "AuthenticAMD", 0x19, 0x10, 0x1f, 0, 0},
    {"variant=zen3", "AuthenticAMD", 0x19, 0x20, 0x5f, 0, 0},
    {"variant=zen4", "AuthenticAMD", 0x19, 0x60, 0xaf, 0, 0},
    {"variant=zen5", "AuthenticAMD", 0x1a, 0x00, 0x4f, 0, 0},
    {"variant=zen6", "AuthenticAMD", 0x1a, 0x50, 0x5f, 0, 0},
    {"variant=zen5", "AuthenticAMD", 0x1a, 0x60, 0x7f, 0, 0},
    {"variant=zen6", "AuthenticAMD", 0x1a, 0x80, 0xcf, 0, 0},
    {NULL, NULL, 0, 0, 0, 0, 0},
};
static const char *const modules[] = {NULL};

/* ---- scenarios ---- */

struct epyc_scenario {
    struct machine_plan plan;
    struct epyc_config config;
    struct epyc model;
    struct epyc_plan_text text;
    struct oracle_epyc_plan oracle; /* the same lines, read a second time */
};

static struct epyc_scenario *own(struct machine_plan *plan)
{
    return (struct epyc_scenario *)plan;
}

static void *plan_defaults(struct machine_plan *plan)
{
    own(plan)->config = EPYC_DEFAULTS;
    return &own(plan)->config;
}

static const char *plan_cpus(struct machine_plan *plan, unsigned cpus)
{
    struct epyc_scenario *s = own(plan);

    if (cpus > EPYC_MAX_CPUS)
        return "expected at most " G_STRINGIFY(MEMORY_MAX_CPUS);
    s->config.cpus = cpus;
    return epyc_config_wrong(&s->config);
}

static void plan_begin(struct machine_plan *plan)
{
    static const struct sim_host nobody;
    struct epyc_scenario *s = own(plan);

    epyc_reset(&s->model, &s->config, &nobody);
    s->oracle.part = (enum oracle_part)s->config.variant;
    epyc_plan_begin(&s->text, &s->model);
}

static bool plan_line(struct machine_plan *plan, const char *line, char wrong[PLAN_TEXT_WRONG])
{
    return epyc_plan_line(&own(plan)->text, line, wrong) &&
           machine_plan_agreed(line, oracle_epyc_plan_line(&own(plan)->oracle, line), wrong);
}

#define UNCORE "amd_"

/* Whether this PMU of the uncore exists and, if @term is not NULL, has this
 * event. */
static gboolean amd_uncore_pmu(
    struct machine_plan *plan, const char *pmu, const char *term, char wrong[MACHINE_PLAN_WRONG])
{
    g_autofree char *name = g_strdup_printf("%s/%s/", pmu, term ? term : "config=0");
    g_autoptr(GError) error = NULL;
    struct perf_event event;

    if (perf_event_epyc(&own(plan)->config, name, &event, &error) == PERF_EVENT_OURS)
        return TRUE;
    snprintf(wrong, MACHINE_PLAN_WRONG, "%s", error ? error->message : "there is no such PMU");
    return FALSE;
}

static gboolean plan_pmu(struct machine_plan *plan, const char *pmu, char wrong[MACHINE_PLAN_WRONG])
{
    return !g_str_has_prefix(pmu, UNCORE) || amd_uncore_pmu(plan, pmu, NULL, wrong);
}

/* The driver's format files. The variant and the kernel decide which of them
 * exist. */
static gboolean plan_term(
    struct machine_plan *plan, const char *pmu, const char *term, char wrong[MACHINE_PLAN_WRONG])
{
    static const char *const op[] = {"cnt_ctl", "l3missonly", "ldlat", "swfilt", "strmst", NULL};
    static const char *const fetch[] = {"rand_en", "l3missonly", "fetchlat", "swfilt", NULL};
    const char *const *terms = g_str_equal(pmu, "ibs_op") ? op : fetch;
    g_autofree char *known = NULL;

    if (g_str_has_prefix(pmu, UNCORE))
        return amd_uncore_pmu(plan, pmu, term, wrong);
    if (g_strv_contains(terms, term))
        return TRUE;
    known = g_strjoinv(", ", (char **)(guintptr)terms);
    snprintf(wrong, MACHINE_PLAN_WRONG,
        "unknown term '%s/%.40s/'; expected one of %s, with a value", pmu, term, known);
    return FALSE;
}

static const struct machine_plan_ops plan_ops = {
    .size = sizeof(struct epyc_scenario),
    .model = offsetof(struct epyc_scenario, model),
    .moments = offsetof(struct epyc_scenario, model.plan),
    .oracle = offsetof(struct epyc_scenario, oracle),
    .sockets = offsetof(struct epyc_scenario, config.sockets),
    .defaults = plan_defaults,
    .cpus = plan_cpus,
    .begin = plan_begin,
    .line = plan_line,
    .pmus = "ibs_op|ibs_fetch|amd_umc(?:_[0-9]+)?|amd_l3|amd_df",
    .played = "ibs_op|ibs_fetch|amd_umc(?:_[0-9]+)?",
    .pmu = plan_pmu,
    .term = plan_term,
};

/* ---- the proof of what perf prints ---- */

static struct truth *replay(struct planned planned, const struct trace_record *records, gsize n)
{
    return truth_replay_epyc(planned_as(planned, &epyc_model), planned.oracle, records, n);
}

static struct x86_core_places core_places(const struct epyc_config *config)
{
    return (struct x86_core_places){.pmu = truth_core_epyc(config),
        .cpus = config->cpus,
        .cpus_per_socket = config->cpus / MAX(config->sockets, 1),
        .block = epyc_block(EPYC_CORE, config->variant, 0)};
}

static enum perf_event_kind read_event(
    struct planned planned, const char *name, struct perf_event *event, GError **error)
{
    const struct epyc *m = planned_as(planned, &epyc_model);
    const struct x86_core_places cores = core_places(&m->config);
    enum perf_event_kind kind = perf_event_epyc(&m->config, name, event, error);

    return kind == PERF_EVENT_OTHER ? perf_event_x86(&cores, name, event, error) : kind;
}

static void access_text(const struct perf_samples_step *step, const struct truth_sample *sample,
    struct perf_sample_text *text)
{
    const struct epyc *m = planned_as(step->planned, &epyc_model);

    perf_access_epyc(&m->config, step->release, sample, text);
}

static gboolean drops(
    struct planned planned, const struct truth_sample *sample, enum perf_filter filter)
{
    const struct epyc *m = planned_as(planned, &epyc_model);

    return perf_drops_epyc(&m->config, sample, filter);
}

/* ---- CPUs ---- */

static enum machine_owner owner(unsigned block, unsigned *number)
{
    enum amd_uncore_kind kind;
    unsigned slots;

    if (epyc_uncore_kind(block, &kind, &slots)) {
        *number = epyc_block_cpu(block) / slots;
        return OWNER_SOCKET;
    }
    *number = epyc_block_cpu(block);
    return OWNER_CPU;
}

/* Linux accesses the local APIC in its window, or as MSRs (x2APIC). */
static gboolean address(unsigned block, const struct reg *reg, char *text, gsize size)
{
    if (epyc_block_kind(block) != EPYC_APIC)
        return FALSE;
    g_snprintf(text, size, "MMIO 0x%" G_GINT64_MODIFIER "x; x2APIC: MSR 0x%x",
        APIC_WINDOW + reg->offset, X2APIC_FIRST + reg->offset / 0x10);
    return TRUE;
}

static gboolean injected(const struct injected *what, guint64 *amount)
{
    return epyc_block_kind(what->block) == EPYC_CORE ? perf_injected_x86(what, amount)
                                                     : perf_injected_epyc(what, amount);
}

static const struct machine_proof proof = {
    .replay = replay,
    .lines = &x86_lines,
    .faults = offsetof(struct epyc, faults),
    .event = read_event,
    .measure = measure_switched,
    .injected = injected,
    .always = TRUE,
    .counted = TRUE,
    .counters = UMC_COUNTERS,
    .never = "the driver never switched the event on in this step",
    .samples = perf_sample_compare,
    .parse = perf_samples_epyc,
    .access = access_text,
    .happened = perf_happened_epyc,
    .drops = drops,
};

/* ---- accesses by address ---- */

static gboolean perform(
    struct machine_plan *plan, const struct machine_access *a, struct trace_record *record)
{
    struct epyc *m = &own(plan)->model;
    const struct sim_access here = {.now = a->time, .cpu = a->cpu};
    const guint32 msr = (guint32)a->address;

    if (a->space != REG_SPACE_MSR || a->cpu >= m->config.cpus ||
        !(a->rdpmc ? epyc_has_rdpmc(m, msr) : epyc_has_msr(m, msr)))
        return FALSE;
    m->host = (struct sim_host){.self = record, .trace = machine_access_record};
    if (a->rdpmc)
        epyc_rdpmc(m, &here, msr);
    else if (a->write)
        epyc_msr_write(m, &here, msr, a->value);
    else
        epyc_msr_read(m, &here, msr);
    return TRUE;
}

/* A sample fills IBS's registers, all but the fields that switch an engine on
 * and set its period. */
static guint64 changing(unsigned block, const struct reg *reg)
{
    static const unsigned fetch[] = {FETCH_EN, FETCH_MAX_CNT, FETCH_RAND_EN, FETCH_L3_MISS_ONLY};
    static const unsigned op[] = {OP_EN, OP_MAX_CNT, OP_MAX_CNT_EXT, OP_CNT_CTL, OP_L3_MISS_ONLY,
        OP_LD_LAT_EN, OP_LD_LAT_THRSH};
    const struct reg_bank *bank = epyc_bank(block);
    guint64 bits = reg_access_mask(reg, REG_RW);

    if (epyc_block_kind(block) != EPYC_IBS || reg == &bank->regs[IBS_CTL] ||
        reg - bank->regs >= IBS_OP_CTL2)
        return 0;
    for (gsize i = 0; reg == &bank->regs[IBS_FETCH_CTL] && i < G_N_ELEMENTS(fetch); i++)
        bits &= ~reg_field_mask(reg, &reg->fields[fetch[i]]);
    for (gsize i = 0; reg == &bank->regs[IBS_OP_CTL] && i < G_N_ELEMENTS(op); i++)
        bits &= ~reg_field_mask(reg, &reg->fields[op[i]]);
    return bits;
}

static void change_cpuid(struct machine_plan *plan, guint32 leaf, guint32 regs[4])
{
    if (epyc_has_leaf(leaf))
        epyc_cpuid(&own(plan)->model, leaf, 0, regs);
}

static const struct machine_access_ops access_ops = {perform, NULL, changing, change_cpuid};

const struct machine epyc_machine = {
    .name = "epyc",
    .summary = "AMD instruction-based sampling: fetch and op MSRs of Zen1 to Zen6 and family 10h",
    X86_GUEST,
    .plugin = "pmulab-epyc.so",
    .qemu_cpus = qemu_cpus,
    .parts = parts,
    .access = &access_ops,
    .modules = modules,
    .built_in = "(^|_)(ibs|amd_uncore|amd_pmu|x86_pmu)(_|$)",
    .owner = owner,
    .address = address,
    .model = &epyc_model,
    .plan = &plan_ops,
    .proof = &proof,
};
