/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A run of the posted driver on a `kunpeng`, in pmcu-report's form, and its
 * check. */
#ifndef PMULAB_TESTS_KUNPENG_ROUNDS_H
#define PMULAB_TESTS_KUNPENG_ROUNDS_H

#include "harness/machine/machines.h"
#include "harness/proof/perf_check.h"

#include "tests/kunpeng_machine.h"
#include "tests/tap.h"

#include <glib.h>
#include <inttypes.h>

#define PMCR       ARM_SYSREG(3, 3, 9, 12, 0)
#define PMCNTENSET ARM_SYSREG(3, 3, 9, 12, 1)
#define PMCNTENCLR ARM_SYSREG(3, 3, 9, 12, 2)
#define PMOVSCLR   ARM_SYSREG(3, 3, 9, 12, 3)
#define PMCCNTR    ARM_SYSREG(3, 3, 9, 13, 0)
#define CONTEXTIDR ARM_SYSREG(3, 0, 13, 0, 1)

static const uint16_t slide_events[] = {0x11, 0x08, 0x0b, 0x3c, 0x24, 0x23};

enum { N_EVENTS = 6, CLUSTERS = 1, SLOTS = 8 };

static inline struct lab *lab_begin(const char *option)
{
    struct kunpeng_config config = KUNPENG_DEFAULTS;
    struct lab *lab;
    struct sim_access access;

    config.cpus = SLOTS;
    config.clusters = CLUSTERS;
    if (option)
        is_str(config_parse(kunpeng_options, &config, option), NULL, "%s", option);
    lab = lab_new(&config);
    for (unsigned cpu = 0; cpu < SLOTS; cpu++) {
        lab->user_rate[cpu] = (struct sim_work){200 + cpu, 20, 10, 30, 0, 1};
        lab->kernel_rate[cpu] = (struct sim_work){100, 7, 5, 3, 2, 1};
    }
    lab_probe(lab);
    lab_list(lab, slide_events, N_EVENTS);
    access = lab_by(lab, 0);
    kunpeng_step(&lab->m, &access, 1, false);
    return lab;
}

/* One run of @rounds rounds of 1 ms, to its end. Then the driver reads the
 * status and clears it. */
static inline void run(struct lab *lab, unsigned rounds)
{
    lab_start(
        lab, (uint32_t)N_EVENTS << 16 | rounds << 8 | N_EVENTS, 50000, OUT + 0x40, OUT + 0x80000);
    lab_run(lab, lab->now + rounds * (MS + 10 * US) + MS);
    lab_peek(lab, 0x108);
    lab_poke(lab, 0x10c, 1);
}

static inline void end_step(struct lab *lab)
{
    struct sim_access access = lab_by(lab, 0);

    kunpeng_step(&lab->m, &access, 1, true);
}

/* pmcu-report's line of the word at @offset: facts 7, and the slides' form. */
static inline void print_block(
    GString *text, const struct lab *lab, unsigned *offset, unsigned bytes, const char *what)
{
    for (unsigned cpu = 0; cpu < SLOTS; cpu++, *offset += bytes)
        g_string_append_printf(text, "%08x: %0*" PRIx64 " %s CPU %u\n", *offset, (int)(2 * bytes),
            lab_word(lab, OUT + *offset, bytes), what, cpu);
}

static inline void print_rounds_at(
    GString *text, const struct lab *lab, unsigned rounds, unsigned offset)
{
    for (unsigned round = 0; round < rounds; round++) {
        print_block(text, lab, &offset, 4, "PMCID1SR");
        print_block(text, lab, &offset, 4, "PMCID2SR");
        for (unsigned event = 0; event < N_EVENTS; event++) {
            g_autofree char *what = g_strdup_printf("Event %04x", slide_events[event]);
            print_block(text, lab, &offset, 8, what);
        }
        print_block(text, lab, &offset, 8, "Cycle count");
    }
}

static inline GString *print_rounds(const struct lab *lab, unsigned rounds)
{
    GString *text = g_string_new("Data: size 0x0 bytes\n");

    print_rounds_at(text, lab, rounds, 0x40);
    return text;
}

/* The requests of the step's script, or NULL. */
static const char *const *scripts;
static unsigned n_steps = 1;

static inline unsigned n_unit_reads(const struct lab *lab)
{
    unsigned n = 0;

    for (unsigned i = 0; i < lab->n_records; i++)
        n += lab->records[i].kind == TRACE_READ &&
             kunpeng_block_kind(lab->records[i].block) == KUNPENG_PMCU;
    return n;
}

static inline struct perf_check_samples *check(
    const struct lab *lab, const char *text, guint *faults)
{
    const struct perf_check_run run = {
        &kunpeng_machine, {&kunpeng_model, &lab->m, NULL}, lab->records, lab->n_records, NULL};
    struct perf_check *perf = perf_check_new(&run, NULL);
    struct perf_check_samples *samples =
        perf_check_step_samples(perf, n_steps, text, scripts, PERF_FILTER_NONE, NULL);

    if (faults) {
        *faults = perf_check_faults(perf)->len;
        is_u64(perf_check_n_reads(perf), n_unit_reads(lab), "each read of a PMCU is compared");
        if (*faults)
            printf("# %s\n", (const char *)g_ptr_array_index(perf_check_faults(perf), 0));
    }
    perf_check_free(perf);
    return samples;
}

static inline const char *first_wrong(const struct perf_check_samples *samples)
{
    return samples->wrong->len ? g_ptr_array_index(samples->wrong, 0) : NULL;
}

static inline void is_wrong(
    const struct lab *lab, const char *text, const char *expected, const char *what)
{
    struct perf_check_samples *samples = check(lab, text, NULL);
    const char *wrong = first_wrong(samples);

    ok(wrong && strstr(wrong, expected), "%s", what);
    if (!wrong || !strstr(wrong, expected))
        printf("# %s\n", wrong ? wrong : "nothing is wrong");
    perf_check_samples_free(samples);
}

static inline struct trace_record *nth(struct lab *lab, enum trace_kind kind, unsigned i)
{
    return (struct trace_record *)(uintptr_t)lab_nth(lab, kind, i);
}

static inline void sysreg(struct lab *lab, unsigned cpu, uint32_t number, uint64_t value)
{
    struct sim_access access = lab_by(lab, cpu);

    kunpeng_sysreg_write(&lab->m, &access, number, value);
}

#endif
