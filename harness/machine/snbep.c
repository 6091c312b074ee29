/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine `snbep`, Xeon E5-2600 memory controllers: its description for
 * QEMU, scenarios and the proof. */
#include "harness/machine/machines.h"

#include "harness/hardware/machine_access.h"
#include "harness/machine/x86_guest.h"
#include "harness/proof/machine_proof.h"
#include "harness/proof/snbep/event.h"
#include "harness/proof/snbep/injected.h"
#include "harness/proof/x86/core.h"
#include "harness/truth/snbep/replay.h"
#include "harness/truth/x86/replay.h"
#include "models/sim/step.h"
#include "models/snbep/snbep_config.h"
#include "models/snbep/snbep_plan.h"
#include "oracle/snbep/traffic.h"

#include <stdio.h>
#include <string.h>

/* ---- QEMU and the guest ---- */

/*
 * intel_uncore expects the product's model and no hypervisor. No TSC deadline
 * timer, since TCG warns that it has none; no x2APIC, since QEMU 11.1 aborts
 * with it under -icount ("Bad icount read").
 */
#define XEON_CPU(MODEL) MODEL ",hypervisor=off,tsc-deadline=off,x2apic=off"
static const struct machine_cpu qemu_cpus[] = {
    {"variant=snbep", XEON_CPU("SandyBridge,model=45,stepping=7")},
    {"variant=ivt", XEON_CPU("IvyBridge,model=62,stepping=4")},
    {"variant=hsx", XEON_CPU("Haswell,model=63,stepping=2")},
    {"variant=bdx", XEON_CPU("Broadwell,model=79,stepping=1")},
    {"variant=bdx-de", XEON_CPU("Broadwell,model=86,stepping=3")},
    {"variant=skx", XEON_CPU("Skylake-Server,stepping=4")},
    {"variant=clx", XEON_CPU("Cascadelake-Server,stepping=7")},
    {"variant=icx", XEON_CPU("Icelake-Server,model=106,stepping=6")},
    {"variant=spr", XEON_CPU("Icelake-Server,model=143,stepping=8")},
    {"variant=emr", XEON_CPU("Icelake-Server,model=207,stepping=2")},
    {"variant=generic", XEON_CPU("Icelake-Server,model=255,stepping=0")},
    {NULL, NULL},
};
/* Linux: arch/x86/include/asm/intel-family.h; Cascade Lake has Skylake's
 * number from stepping 5 on. */
static const struct machine_part parts[] = {
    {"variant=snbep", "GenuineIntel", 6, 45, 45, 0, 0},
    {"variant=ivt", "GenuineIntel", 6, 62, 62, 0, 0},
    {"variant=hsx", "GenuineIntel", 6, 63, 63, 0, 0},
    {"variant=bdx", "GenuineIntel", 6, 79, 79, 0, 0},
    {"variant=bdx-de", "GenuineIntel", 6, 86, 86, 0, 0},
    {"variant=skx", "GenuineIntel", 6, 85, 85, 0, 4},
    {"variant=clx", "GenuineIntel", 6, 85, 85, 5, 7},
    {"variant=icx", "GenuineIntel", 6, 106, 106, 0, 0},
    {"variant=spr", "GenuineIntel", 6, 143, 143, 0, 0},
    {"variant=emr", "GenuineIntel", 6, 207, 207, 0, 0},
    {NULL, NULL, 0, 0, 0, 0, 0},
};
static const char *const modules[] = {"intel-uncore", NULL};

/* ---- CPUs ---- */

static enum machine_owner owner(unsigned block, unsigned *number)
{
    struct snbep_block b = {.socket = 0};

    if (snbep_of_cpu(block)) {
        *number = snbep_cpu_of(block);
        return OWNER_CPU;
    }
    bool found = snbep_block_find(block, &b);
    bool numbered = found && (b.place ? snbep_place_space(b.place) == REG_SPACE_MSR
                                      : b.kind == SNBEP_BLOCK_PACKAGE);

    *number = b.socket;
    return numbered ? OWNER_SOCKET : OWNER_ANY;
}

/* ---- scenarios ---- */

#define PREFIX "uncore_"

struct snbep_scenario {
    struct machine_plan plan;
    struct snbep_config config;
    struct snbep model;
    struct snbep_plan_text text;
    struct oracle_plan oracle; /* the same lines, read a second time */
    unsigned cpus;             /* of all sockets; 0: unknown */
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

static const char *plan_cpus(struct machine_plan *plan, unsigned cpus)
{
    if (cpus > SNBEP_MAX_CPUS)
        return "expected at most " G_STRINGIFY(SNBEP_MAX_CPUS);
    own(plan)->cpus = cpus;
    return snbep_config_wrong(&own(plan)->config);
}

static void plan_begin(struct machine_plan *plan)
{
    static const struct sim_host nobody;
    struct snbep_scenario *s = own(plan);

    snbep_reset(&s->model, &s->config, &nobody);
    snbep_plan_begin(&s->text, &s->model);
    s->oracle.variant = oracle_variant_named(s->model.variant->name);
}

static bool plan_line(struct machine_plan *plan, const char *line, char wrong[PLAN_TEXT_WRONG])
{
    return snbep_plan_line(&own(plan)->text, line, wrong) &&
           machine_plan_agreed(line, oracle_plan_line(&own(plan)->oracle, line), wrong);
}

/* A PMU's name means the boxes of a kind. */
struct pmu {
    const struct oracle_kind *kind;
    unsigned boxes; /* of the kind in a socket */
};

/* The kind whose PMUs are called @name, or NULL. */
static const struct oracle_kind *kind_named(
    const struct oracle_variant *variant, const char *name, size_t n)
{
    for (unsigned i = 0; i < variant->n_boxes; i++)
        if (strlen(variant->boxes[i].kind->pmu) == n &&
            !strncmp(variant->boxes[i].kind->pmu, name, n))
            return variant->boxes[i].kind;
    return NULL;
}

static unsigned boxes_of(const struct oracle_variant *variant, const struct oracle_kind *kind)
{
    unsigned n = 0;

    for (unsigned i = 0; i < variant->n_boxes; i++)
        n += variant->boxes[i].kind == kind;
    return n;
}

/* "uncore_imc_0 to uncore_imc_3, uncore_ha" */
static void pmu_names(const struct oracle_variant *variant, char *text, gsize size)
{
    const struct oracle_kind *last = NULL;
    gsize n = 0;

    for (unsigned i = 0; i < variant->n_boxes && n < size; i++) {
        const struct oracle_kind *kind = variant->boxes[i].kind;
        unsigned boxes = boxes_of(variant, kind);

        if (kind == last)
            continue;
        last = kind;
        n += (gsize)snprintf(text + n, size - n, "%s%s", n ? ", " : "", kind->pmu);
        if (boxes > 1 && n < size)
            n += (gsize)snprintf(text + n, size - n, "_0 to %s_%u", kind->pmu, boxes - 1);
    }
}

/* Finds the boxes that @pmu names. To perf, a name without a number means all
 * boxes of a kind. */
static gboolean find_pmu(const struct oracle_variant *variant, const char *pmu, struct pmu *found)
{
    const char *digits = strrchr(pmu, '_') + 1;
    guint64 number = 0;

    found->kind = kind_named(variant, pmu, strlen(pmu));
    if (!found->kind && g_ascii_string_to_unsigned(digits, 10, 0, SNBEP_MAX_BOXES, &number, NULL))
        found->kind = kind_named(variant, pmu, (gsize)(digits - 1 - pmu));
    found->boxes = found->kind ? boxes_of(variant, found->kind) : 0;
    return number < found->boxes;
}

static gboolean plan_pmu(struct machine_plan *plan, const char *pmu, char wrong[MACHINE_PLAN_WRONG])
{
    const struct oracle_variant *variant = oracle_plan_variant(&own(plan)->oracle);
    char names[MACHINE_PLAN_WRONG];
    struct pmu found;

    if (find_pmu(variant, pmu, &found))
        return TRUE;
    pmu_names(variant, names, sizeof(names));
    snprintf(wrong, MACHINE_PLAN_WRONG, "there is no '%.40s'; expected %.400s", pmu, names);
    return FALSE;
}

/* Only the driver's own names come without a value. */
static gboolean plan_term(
    struct machine_plan *plan, const char *pmu, const char *term, char wrong[MACHINE_PLAN_WRONG])
{
    struct pmu found;
    g_autoptr(GString) names = g_string_new(NULL);

    find_pmu(oracle_plan_variant(&own(plan)->oracle), pmu, &found);
    for (const struct oracle_alias *a = found.kind->aliases; a && a->name; a++) {
        if (!strcmp(a->name, term))
            return TRUE;
        g_string_append_printf(names, "%s, ", a->name);
    }
    if (names->len)
        g_string_truncate(names, names->len - 2);
    snprintf(wrong, MACHINE_PLAN_WRONG, "unknown event '%s/%.40s/'; expected %s%sevent=CODE", pmu,
        term, names->str, names->len ? " or " : "");
    return FALSE;
}

static const struct machine_plan_ops plan_ops = {
    .size = sizeof(struct snbep_scenario),
    .model = offsetof(struct snbep_scenario, model),
    .moments = offsetof(struct snbep_scenario, model.plan),
    .oracle = offsetof(struct snbep_scenario, oracle),
    .sockets = offsetof(struct snbep_scenario, config.n_sockets),
    .defaults = plan_defaults,
    .cpus = plan_cpus,
    .begin = plan_begin,
    .line = plan_line,
    .played = PREFIX "imc(?:_[0-9]+)?",
    .pmus = PREFIX "(?:imc|ha|qpi|r2pcie|r3qpi|cbox|sbox|cha|pcu|ubox|upi|m2m|m3upi|iio|irp|type_["
                   "0-9]+)(?:_[0-9]+)?",
    .pmu = plan_pmu,
    .term = plan_term,
};

/* ---- accesses by address ---- */

/* MSRs of a socket are accessed from its CPUs, which are consecutive. */
static gboolean perform_msr(
    struct machine_plan *plan, const struct machine_access *a, struct sim_access *here)
{
    struct snbep *m = &own(plan)->model;
    const guint32 msr = (guint32)a->address;
    const unsigned socket = a->cpu * m->config.n_sockets / MAX(own(plan)->cpus, 1);

    if (a->cpu >= SNBEP_MAX_CPUS || socket >= m->config.n_sockets)
        return FALSE;
    if (a->rdpmc) {
        if (!snbep_has_rdpmc(m, msr))
            return FALSE;
        snbep_rdpmc(m, here, msr);
    } else if (snbep_core_has_msr(m, msr)) {
        if (a->write)
            snbep_core_write(m, here, msr, a->value);
        else
            snbep_core_read(m, here, msr);
    } else {
        if (!snbep_has_msr(m, msr))
            return FALSE;
        if (a->write)
            snbep_msr_write(m, here, socket, msr, a->value);
        else
            snbep_msr_read(m, here, socket, msr);
    }
    return TRUE;
}

static gboolean perform_pci(
    struct snbep *m, const struct machine_access *a, struct sim_access *here)
{
    const unsigned bus = (unsigned)(a->address >> 20) & 0xff, devfn = a->address >> 12 & 0xff;
    const unsigned offset = a->address & 0xfff;

    if (!snbep_has_bus(m, bus) || !snbep_has_function(m, bus, devfn))
        return FALSE;
    if (a->write)
        snbep_pci_write(m, here, bus, devfn, offset, a->size, a->value);
    else
        snbep_pci_read(m, here, bus, devfn, offset, a->size);
    return TRUE;
}

static gboolean perform_memory(
    struct snbep *m, const struct machine_access *a, struct sim_access *here)
{
    for (unsigned s = 0; snbep_has_window(m) && s < m->config.n_sockets; s++) {
        const guint64 offset = a->address - window_address(s);
        guint64 value;

        if (offset < WINDOW_BASE_UNIT)
            return a->write ? snbep_window_write(m, here, s, (guint32)offset, a->size, a->value)
                            : snbep_window_read(m, here, s, (guint32)offset, a->size, &value);
    }
    return FALSE;
}

static gboolean perform(
    struct machine_plan *plan, const struct machine_access *a, struct trace_record *record)
{
    struct snbep *m = &own(plan)->model;
    const struct sim_host host = {.self = record, .trace = machine_access_record};
    struct sim_access here = {.now = a->time, .cpu = a->cpu};

    m->host = host;
    switch (a->space) {
    case REG_SPACE_MSR:
        return perform_msr(plan, a, &here);
    case REG_SPACE_PCI:
        return perform_pci(m, a, &here);
    case REG_SPACE_MMIO:
        return perform_memory(m, a, &here);
    default:
        return FALSE;
    }
}

/* Headers of all functions are one block, and some boxes' registers are in two
 * functions. */
static gboolean software_address(const struct trace_record *record, struct machine_access *access)
{
    struct snbep_block b;
    unsigned bus, devfn, offset = record->offset;

    if (!snbep_block_find(record->block, &b))
        return FALSE;
    if (b.place && b.place->beyond && offset >= SNBEP_BEYOND) {
        bus = b.place->bus;
        devfn = (unsigned)(b.place->device << 3 | b.place->beyond);
    } else if (b.kind == SNBEP_BLOCK_PCI) {
        offset = snbep_header_place(offset, &bus, &devfn);
    } else {
        return FALSE;
    }
    access->space = REG_SPACE_PCI;
    access->address =
        (guint64)b.variant->buses[b.socket][bus % SNBEP_MAX_BUSES] << 20 | devfn << 12 | offset;
    return TRUE;
}

static void change_cpuid(struct machine_plan *plan, guint32 leaf, guint32 regs[4])
{
    if (leaf == INTEL_CORE_LEAF)
        intel_core_cpuid(
            own(plan)->model.variant->core, own(plan)->config.ht == SNBEP_HT_OFF, regs);
}

static const struct machine_access_ops access_ops = {perform, software_address, NULL, change_cpuid};

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
    const struct x86_replay_of core = truth_core_snbep(&m->config);
    const struct x86_core_places cores = {.pmu = core.pmu,
        .cpus = core.cpus,
        .cpus_per_socket = core.cpus / m->config.n_sockets,
        .block = core.block};
    enum perf_event_kind kind = perf_event_x86(&cores, name, event, error);

    if (kind != PERF_EVENT_OTHER)
        return kind;
    return perf_event_snbep(&m->config, name, event, error);
}

static gboolean injected(const struct injected *what, guint64 *amount)
{
    return snbep_of_cpu(what->block) ? perf_injected_x86(what, amount)
                                     : perf_injected_snbep(what, amount);
}

static const struct machine_proof proof = {
    .replay = replay,
    .lines = &x86_lines,
    .faults = offsetof(struct snbep, faults),
    .event = read_event,
    .measure = measure_switched,
    .injected = injected,
    .always = TRUE,
    .counted = TRUE,
    .counters = BOX_MAX_COUNTERS,
    .never = "the driver never switched the event on in this step",
};

const struct machine snbep_machine = {
    .name = "snbep",
    .summary = "Xeon uncore monitors, of the E5-2600 by default",
    X86_GUEST,
    .plugin = "pmulab-snbep.so",
    .qemu_cpus = qemu_cpus,
    .parts = parts,
    .access = &access_ops,
    .modules = modules,
    .owner = owner,
    .model = &snbep_model,
    .plan = &plan_ops,
    .proof = &proof,
};
