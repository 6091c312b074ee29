/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the names of IMC events as perf does. */
#include "oracle/power9/asked.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SUFFIX "_imc"
#define NEST   "nest_"

static const struct oracle_format formats[] = {
    {"event", 0, 62},
    {"offset", 0, 32},
    {"rvalue", 32, 1},
    {"mode", 33, 8},
};

/* An event that is being read. */
struct reading {
    const struct oracle_p9_catalogue *c;
    struct oracle_p9_asked *asked;
    uint64_t config;
    char *why;
};

/* sysfs: events/NAME is "event=0x...", with NAME.scale and NAME.unit beside
 * it. */
static uint64_t alias(const struct reading *r, unsigned event)
{
    const char *scale = oracle_p9_event_scale(r->c, r->asked->pmu, event);

    r->asked->scale = *scale ? strtod(scale, NULL) : 1;
    r->asked->divisor = oracle_p9_event_divisor(r->c, r->asked->pmu, event);
    r->asked->unit = oracle_p9_event_unit(r->c, r->asked->pmu, event);
    return oracle_p9_event_config(r->c, r->asked->pmu, event);
}

/* As struct oracle_terms' named(). */
static bool named(void *self, const char *name, uint64_t *config)
{
    struct reading *r = self;
    int event = oracle_p9_event_named(r->c, r->asked->pmu, name);

    if (event >= 0)
        *config = alias(r, (unsigned)event);
    return event >= 0;
}

static bool terms(struct reading *r, const char *text, size_t n)
{
    const struct oracle_terms known = {formats, sizeof(formats) / sizeof(formats[0]),
        "event, offset, rvalue, mode, config or an event's name", named, r};

    return oracle_terms(&known, text, n, &r->config, r->why);
}

/* imc_pmu_create(): "nest_<node>_imc" and "<node>_imc". */
static int pmu_named(const struct oracle_p9_catalogue *c, const char *name, size_t n)
{
    for (unsigned i = 0; i < c->n_pmus; i++) {
        char full[ORACLE_P9_NAME + 16];

        snprintf(full, sizeof(full), "%s%s%s", c->pmus[i].type == ORACLE_P9_NEST ? NEST : "",
            c->pmus[i].name, SUFFIX);
        if (strlen(full) == n && !strncmp(full, name, n))
            return (int)i;
    }
    return -1;
}

static enum oracle_p9_asked_kind finish(struct reading *r)
{
    if (r->c->pmus[r->asked->pmu].type == ORACLE_P9_TRACE) {
        oracle_refuse(r->why, "it takes samples and counts nothing");
        return ORACLE_P9_REFUSED;
    }
    r->asked->offset = (uint32_t)r->config;
    return ORACLE_P9_ASKED;
}

/* "PMU/TERMS/" */
static enum oracle_p9_asked_kind of_pmu(struct reading *r, const char *name, const char *first)
{
    const char *second = strchr(first + 1, '/');
    int pmu = pmu_named(r->c, name, (size_t)(first - name));

    if (!second)
        oracle_refuse(r->why, "expected PMU/TERMS/");
    else if (pmu < 0)
        oracle_refuse(r->why, "no such PMU in the catalogue");
    else if (second[1])
        oracle_refuse(r->why, "modifiers have no meaning for counters that count all privileges");
    else {
        r->asked->pmu = (unsigned)pmu;
        if (terms(r, first + 1, (size_t)(second - first - 1)))
            return finish(r);
    }
    return ORACLE_P9_REFUSED;
}

/* An event without its PMU; exactly one PMU must have it. */
static enum oracle_p9_asked_kind of_list(struct reading *r, const char *name)
{
    int event = -1;

    for (unsigned i = 0; i < r->c->n_pmus; i++) {
        int found = oracle_p9_event_named(r->c, i, name);

        if (found < 0)
            continue;
        if (event >= 0) {
            oracle_refuse(r->why, "several PMUs have it; expected PMU/EVENT/");
            return ORACLE_P9_REFUSED;
        }
        event = found;
        r->asked->pmu = i;
    }
    if (event < 0)
        return ORACLE_P9_OTHER;
    r->config = alias(r, (unsigned)event);
    return finish(r);
}

enum oracle_p9_asked_kind oracle_p9_what_is_asked(const struct oracle_p9_catalogue *c,
    const char *name, struct oracle_p9_asked *asked, char why[ORACLE_WHY])
{
    struct reading r = {.c = c, .asked = asked, .why = why};
    const char *slash = strchr(name, '/');
    size_t n = slash ? (size_t)(slash - name) : 0, suffix = strlen(SUFFIX);

    *asked = (struct oracle_p9_asked){.scale = 1, .divisor = 1, .unit = ""};
    if (!slash)
        return of_list(&r, name);
    if (n < suffix || strncmp(slash - suffix, SUFFIX, suffix))
        return ORACLE_P9_OTHER;
    return of_pmu(&r, name, slash);
}
