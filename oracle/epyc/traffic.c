/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The traffic block of a scenario for `epyc`, line by line. */
#include "oracle/epyc/traffic.h"

#include "oracle/epyc/manual.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- blocks ---- */

enum { APICS = 0x1000, UNCORE = 0x2000, KIND = 0x1000 /* numbers of one kind */ };

unsigned oracle_epyc_cpu(unsigned cpu)
{
    return cpu;
}

unsigned oracle_epyc_apic(unsigned cpu)
{
    return APICS + cpu;
}

unsigned oracle_epyc_uncore(enum oracle_amd_uncore_kind kind, unsigned socket, unsigned number)
{
    return UNCORE + KIND * kind + ORACLE_AMD_UNCORE_BLOCKS * socket + number;
}

bool oracle_epyc_uncore_block(
    unsigned block, enum oracle_amd_uncore_kind *kind, unsigned *socket, unsigned *number)
{
    if (block < UNCORE || block >= UNCORE + KIND * ORACLE_AMD_UNCORE_KINDS)
        return false;
    *kind = (enum oracle_amd_uncore_kind)((block - UNCORE) / KIND);
    *socket = block % KIND / ORACLE_AMD_UNCORE_BLOCKS;
    *number = block % KIND % ORACLE_AMD_UNCORE_BLOCKS;
    return true;
}

/* Whether @text, the rest of a block's name of @row, has a number if @row needs
 * one. */
static bool numbered_as(const struct oracle_amd_uncore_row *row, const char *text)
{
    return row->single ? !*text || *text == '.' : isdigit((unsigned char)*text);
}

/* "umc3", "s1.umc3", "l3"; returns the text after it, or NULL. */
static const char *amd_uncore_of(enum oracle_part part, const char *text, unsigned *block)
{
    unsigned socket = !strncmp(text, "s1.", 3);

    text += 3 * socket;
    for (unsigned k = 0; k < ORACLE_AMD_UNCORE_KINDS; k++) {
        enum oracle_amd_uncore_kind kind = (enum oracle_amd_uncore_kind)k;
        const struct oracle_amd_uncore_row *row = &oracle_amd_uncore_rows[k];
        size_t n = strlen(row->block);
        char *end = NULL;
        unsigned long number;

        if (!oracle_amd_uncore_has(part, kind) || strncmp(text, row->block, n) != 0 ||
            !numbered_as(row, text + n))
            continue;
        number = strtoul(text + n, &end, 10);
        if (number >= ORACLE_AMD_UNCORE_BLOCKS)
            return NULL;
        *block = oracle_epyc_uncore(kind, socket, (unsigned)number);
        return row->single ? text + n : end;
    }
    return NULL;
}

/* "cpu3", "cpu3.apic" */
static const char *cpu_of(const char *text, unsigned *block)
{
    unsigned cpu;
    int n = 0;

    if (sscanf(text, "cpu%u%n", &cpu, &n) != 1)
        return NULL;
    *block = oracle_epyc_cpu(cpu);
    if (strncmp(text + n, ".apic", 5) != 0)
        return text + n;
    *block = oracle_epyc_apic(cpu);
    return text + n + 5;
}

/* ---- registers ---- */

static bool ibs_register(const char *name, unsigned *reg)
{
    for (*reg = 0; *reg < ORACLE_IBS_REGS; ++*reg) {
        const char *known = oracle_ibs_reg_name((enum oracle_ibs_reg) * reg);

        if (known && !strcasecmp(known, name))
            return true;
    }
    return false;
}

/* AMD 24593, section 16.3: the extended space of the APIC. Rows of several
 * registers are numbered. */
static bool apic_register(const char *name, unsigned *reg)
{
    static const struct {
        const char *name;
        unsigned offset, n;
    } rows[] = {{"EXT_FEATURE", 0x400, 1}, {"EXT_CONTROL", 0x410, 1}, {"SEOI", 0x420, 1},
        {"IER", 0x480, 8}, {"EILVT", 0x500, 4}};

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        for (unsigned k = 0; k < rows[i].n; k++) {
            char known[16];

            snprintf(known, sizeof(known), rows[i].n > 1 ? "%s%u" : "%s", rows[i].name, k);
            *reg = rows[i].offset + 0x10 * k;
            if (!strcasecmp(known, name))
                return true;
        }
    return false;
}

/* A core PMU's controls and counters by their MSRs: Linux, asm/msr-index.h,
 * MSR_K7_EVNTSEL0 and MSR_F15H_PERF_CTL0. */
static bool core_register(const char *name, unsigned *reg)
{
    static const struct {
        const char *name;
        unsigned first, step;
    } rows[] = {{"EVNTSEL", 0xc0010000, 1}, {"PERFCTR", 0xc0010004, 1}, {"PERF_CTL", 0xc0010200, 2},
        {"PERF_CTR", 0xc0010201, 2}};

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        size_t n = strlen(rows[i].name);

        if (strncasecmp(name, rows[i].name, n) != 0 || name[n] < '0' || name[n] > '5' ||
            name[n + 1])
            continue;
        *reg = rows[i].first + rows[i].step * (unsigned)(name[n] - '0');
        return true;
    }
    return false;
}

/* "umc0.PERF_CTR0", "cpu0.IBS_CTL", "cpu0.core.PERF_CTL0", "cpu0.apic.EILVT0";
 * as oracle_register_fn, for the plan @self. */
static bool find_register(const void *self, const char *text, unsigned *block, unsigned *reg)
{
    const struct oracle_epyc_plan *plan = self;
    const char *name = amd_uncore_of(plan->part, text, block);
    enum oracle_amd_uncore_kind kind;
    unsigned socket, number;
    int found;

    if (!name)
        name = cpu_of(text, block);
    if (!name || *name++ != '.')
        return false;
    if (!strncasecmp(name, "core.", 5))
        return core_register(name + 5, reg);
    if (!oracle_epyc_uncore_block(*block, &kind, &socket, &number))
        return *block >= APICS ? apic_register(name, reg) : ibs_register(name, reg);
    found = oracle_amd_uncore_register(kind, name);
    *reg = (unsigned)found;
    return found >= 0;
}

/* ---- lines ---- */

static const char *traffic_line(
    enum oracle_part part, const struct oracle_words *w, struct oracle_epyc_line *line)
{
    const char *rest = amd_uncore_of(part, oracle_word(w, 0), &line->block), *wrong;
    enum oracle_amd_uncore_kind kind;
    char amount[ORACLE_REST];
    unsigned socket, number;
    int stream;

    line->kind = ORACLE_EPYC_TRAFFIC;
    if (!rest || *rest || !oracle_epyc_uncore_block(line->block, &kind, &socket, &number))
        return "a block of the uncore";
    stream = oracle_amd_uncore_stream_named(kind, oracle_word(w, 1));
    if (stream < 0 || oracle_amd_uncore_streams[kind][stream].clock)
        return "one sub-event of an event, and none that is a clock";
    line->stream = (unsigned)stream;
    oracle_rest(w, 2, amount);
    wrong = oracle_amount(amount, oracle_amd_uncore_streams[kind][stream].bytes, &line->amount);
    return wrong || oracle_burst_fits(&line->amount) ? wrong : "a burst that fits its period";
}

static const char *register_line(const struct oracle_epyc_plan *plan, const struct oracle_words *w,
    struct oracle_epyc_line *line)
{
    line->kind = strcmp(oracle_word(w, 1), "=") ? ORACLE_EPYC_JUMP : ORACLE_EPYC_PRESET;
    line->value = strtoull(oracle_word(w, 2), NULL, 0);
    if (!find_register(plan, oracle_word(w, 0), &line->block, &line->reg))
        return "a register";
    return isdigit((unsigned char)*oracle_word(w, 2)) ? NULL : "a number";
}

static const char *entry_line(struct oracle_epyc_plan *plan, const struct oracle_words *w)
{
    struct oracle_epyc_line line = {.kind = ORACLE_EPYC_FAULT};
    const char *wrong = NULL;

    if (!strcmp(oracle_word(w, 0), "memory")) {
        line.kind = ORACLE_EPYC_MEMORY;
        line.guest = !strcmp(oracle_word(w, 1), "guest");
    } else if (strcmp(oracle_word(w, 0), "fault") != 0) {
        bool set = !strcmp(oracle_word(w, 1), "=") || !strcmp(oracle_word(w, 1), "+=");

        wrong = set ? register_line(plan, w, &line) : traffic_line(plan->part, w, &line);
    }
    if (!wrong)
        wrong = oracle_moments_add(&plan->moments);
    if (!wrong)
        plan->lines[plan->moments.n_entries - 1] = line;
    return wrong;
}

const char *oracle_epyc_plan_line(struct oracle_epyc_plan *plan, const char *line)
{
    struct oracle_words w;

    oracle_words(&w, line);
    if (!w.n)
        return NULL;
    if (oracle_take(&w, "at"))
        return oracle_moments_at(&plan->moments, &w, find_register, plan);
    return entry_line(plan, &w);
}
