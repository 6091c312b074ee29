/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads plans and names of events for the PMUs of a file, and keeps the plan's
 * moments. */
#include "oracle/board/machine.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the plan's lines ---- */

static bool find_pmu(const struct oracle_board_manual *manual, const char *name, unsigned *pmu)
{
    for (*pmu = 0; *pmu < manual->n; ++*pmu)
        if (!strcmp(manual->pmus[*pmu].name, name))
            return true;
    return false;
}

/* "ddr_pmu.CYCLES"; as oracle_register_fn. */
static bool find_register(const void *self, const char *text, unsigned *pmu, unsigned *reg)
{
    const struct oracle_board_manual *manual = self;
    const char *dot = strrchr(text, '.');
    char name[ORACLE_PMU_NAME];
    int found;

    if (!dot)
        return false;
    snprintf(name, sizeof(name), "%.*s", (int)(dot - text), text);
    if (!find_pmu(manual, name, pmu))
        return false;
    found = oracle_pmu_register_named(&manual->pmus[*pmu], dot + 1);
    *reg = (unsigned)found;
    return found >= 0;
}

static bool event_of(const struct oracle_pmu_manual *pmu, const char *text, uint64_t *event)
{
    int named = oracle_pmu_event_named(pmu, text);
    char *end;

    *event = named < 0 ? strtoull(text, &end, 0) : pmu->events[named].code;
    return named >= 0 || (isdigit((unsigned char)*text) && !*end);
}

static const char *traffic_line(const struct oracle_board_plan *plan, const struct oracle_words *w,
    struct oracle_board_line *line)
{
    char amount[ORACLE_REST];
    const char *wrong;

    if (!find_pmu(&plan->manual, oracle_word(w, 0), &line->pmu) ||
        !event_of(&plan->manual.pmus[line->pmu], oracle_word(w, 1), &line->event))
        return "a PMU and an event";
    if (oracle_pmu_is_clock(&plan->manual.pmus[line->pmu], line->event))
        return "an event that has traffic";
    oracle_rest(w, 2, amount);
    wrong = oracle_amount(amount, 0, &line->amount);
    return wrong || oracle_burst_fits(&line->amount) ? wrong : "a burst that fits its period";
}

static const char *register_line(const struct oracle_board_plan *plan, const struct oracle_words *w,
    struct oracle_board_line *line)
{
    line->kind = ORACLE_BOARD_PRESET;
    line->value = strtoull(oracle_word(w, 2), NULL, 0);
    if (!find_register(&plan->manual, oracle_word(w, 0), &line->pmu, &line->reg))
        return "a register";
    return isdigit((unsigned char)*oracle_word(w, 2)) ? NULL : "a number";
}

const char *oracle_board_plan_line(struct oracle_board_plan *plan, const char *text)
{
    struct oracle_board_line line = {.kind = ORACLE_BOARD_TRAFFIC};
    const char *wrong = NULL;
    struct oracle_words w;

    oracle_words(&w, text);
    if (!w.n)
        return NULL;
    if (oracle_take(&w, "at"))
        return oracle_moments_at(&plan->moments, &w, find_register, &plan->manual);
    if (!strcmp(oracle_word(&w, 0), "fault"))
        line.kind = ORACLE_BOARD_FAULT;
    else
        wrong = strcmp(oracle_word(&w, 1), "=") ? traffic_line(plan, &w, &line)
                                                : register_line(plan, &w, &line);
    if (!wrong)
        wrong = oracle_moments_add(&plan->moments);
    if (!wrong)
        plan->lines[plan->moments.n_entries - 1] = line;
    return wrong;
}

/* ---- moments ---- */

bool oracle_board_entry(struct oracle_board *m, uint64_t ns, struct oracle_board_due *due)
{
    struct oracle_pmu *pmu;

    *due = (struct oracle_board_due){.entry = 0};
    if (!oracle_moments_take(&m->plan.moments, ns, &due->entry, &due->ns))
        return false;
    due->line = &m->plan.lines[due->entry];
    if (due->line->kind == ORACLE_BOARD_FAULT)
        return true;
    pmu = &m->pmus[due->line->pmu];
    oracle_pmu_advance(pmu, due->ns);
    if (due->line->kind == ORACLE_BOARD_TRAFFIC)
        oracle_pmu_see(pmu, due->line->event, &due->line->amount);
    else
        due->set = oracle_pmu_set(pmu, due->line->reg, due->line->value);
    return true;
}

void oracle_board_step(struct oracle_board *m, uint64_t ns, unsigned step, bool end)
{
    oracle_moments_step(&m->plan.moments, ns, step, end);
}

void oracle_board_accessed(
    struct oracle_board *m, uint64_t ns, unsigned pmu, uint32_t offset, bool write)
{
    int reg = oracle_pmu_register_at(&m->pmus[pmu], offset);

    if (reg >= 0)
        oracle_moments_access(
            &m->plan.moments, ns, write ? ORACLE_AT_WRITE : ORACLE_AT_READ, pmu, (unsigned)reg);
}

struct oracle_board *oracle_board_new(const struct oracle_board_plan *plan)
{
    struct oracle_board *m = calloc(1, sizeof(*m));

    if (!m)
        abort();
    m->plan = *plan;
    oracle_moments_begin(&m->plan.moments);
    for (unsigned i = 0; i < m->plan.manual.n; i++)
        oracle_pmu_begin(&m->pmus[i], &m->plan.manual.pmus[i]);
    return m;
}

void oracle_board_free(struct oracle_board *m)
{
    for (unsigned i = 0; m && i < m->plan.manual.n; i++)
        oracle_pmu_end(&m->pmus[i]);
    free(m);
}

/* ---- perf's names ---- */

/* perf_pmu__match(): a PMU's name, which may lack its last number. */
static bool is_meant(const char *asked, size_t n, const char *pmu)
{
    return !strncmp(asked, pmu, n) && !pmu[n + strspn(pmu + n, "0123456789")];
}

/* As struct oracle_terms' named(). */
static bool named(void *self, const char *name, uint64_t *config)
{
    const struct oracle_pmu_manual *pmu = self;
    int found = oracle_pmu_event_named(pmu, name);

    if (found >= 0)
        config[0] = pmu->events[found].code;
    return found >= 0;
}

/* Bits of the widest field that selects an event, and of the greatest code. */
static unsigned event_bits(const struct oracle_pmu_manual *pmu)
{
    unsigned bits = 1;

    for (unsigned i = 0; i < pmu->n_parts; i++)
        if (oracle_part_is(&pmu->parts[i], "event") &&
            pmu->parts[i].high - pmu->parts[i].lowest + 1 > bits)
            bits = pmu->parts[i].high - pmu->parts[i].lowest + 1;
    for (unsigned i = 0; i < pmu->n_events; i++)
        while (bits < 64 && pmu->events[i].code >> bits)
            bits++;
    return bits;
}

enum oracle_board_asked oracle_board_what_is_asked(const struct oracle_board_manual *manual,
    const char *name, unsigned *pmu, uint64_t *event, char why[ORACLE_WHY])
{
    const char *first = strchr(name, '/'), *second = first ? strchr(first + 1, '/') : NULL;
    uint64_t config[3] = {0, 0, 0};

    *why = '\0';
    for (*pmu = 0; first && *pmu < manual->n; ++*pmu)
        if (is_meant(name, (size_t)(first - name), manual->pmus[*pmu].perf))
            break;
    if (!first || *pmu == manual->n)
        return ORACLE_BOARD_OTHER;
    const struct oracle_format format = {"event", 0, event_bits(&manual->pmus[*pmu])};
    const struct oracle_terms known = {&format, 1, "event, config or an event's name", named,
        (void *)(uintptr_t)&manual->pmus[*pmu]};
    if (!second || second[1]) {
        oracle_refuse(why, "expected PMU/TERMS/ without modifiers");
        return ORACLE_BOARD_REFUSED;
    }
    if (!oracle_terms(&known, first + 1, (size_t)(second - first - 1), config, why))
        return ORACLE_BOARD_REFUSED;
    *event = config[0];
    return ORACLE_BOARD_ASKED;
}
