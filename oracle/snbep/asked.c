/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the names of events as perf does. */
#include "oracle/snbep/asked.h"

#include "oracle/snbep/box.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#define PMU         "uncore_imc"
#define LIST_PREFIX "unc_m_" /* of perf's own list of events for the product */

static const struct oracle_format formats[] = {
    {"event", 0, 8},
    {"umask", 8, 8},
    {"edge", 18, 1},
    {"inv", 23, 1},
    {"thresh", 24, 8},
};

/* sysfs: events/NAME, NAME.scale and NAME.unit, from snbep_uncore_imc_events in
 * arch/x86/events/intel/uncore_snbep.c. A CAS moves 64 bytes: 64 / 2^20 MiB. */
static const struct {
    const char *name;
    uint64_t config;
    double scale;
    const char *unit;
} aliases[] = {
    {"clockticks", 0x00ff, 1, ""},
    {"cas_count_read", 0x0304, 6.103515625e-5, "MiB"},
    {"cas_count_write", 0x0c04, 6.103515625e-5, "MiB"},
};

/* uncore_pmu_event_init() and is_freerunning_event(): config ff is the fixed counter. Event ff with a umask
 * of 10 and above is for free-running counters, which memory channels of this product lack. */
enum { FIXED = 0xff, FREE_RUNNING_UMASK = 0x10 };

/* An event that is being read. */
struct reading {
    struct oracle_asked *asked;
    uint64_t config; /* perf's attr.config */
    char *why;
};

/* "cas_count.rd": names are the manual's. */
static bool listed(const char *name, uint64_t *config)
{
    char event[64];
    const char *dot = strchr(name, '.');
    int index, umask = 0;

    snprintf(event, sizeof(event), "%.*s", dot ? (int)(dot - name) : 63, name);
    index = oracle_event_named(event);
    if (index < 0 || (!dot && oracle_events[index].subs))
        return false;
    if (dot)
        umask = oracle_umask_named(&oracle_events[index], dot + 1);
    if (umask < 0)
        return false;
    oracle_format_set(config, 0, 8, oracle_events[index].code);
    oracle_format_set(config, 8, 8, (uint64_t)umask);
    return true;
}

/* As struct oracle_terms' named(). */
static bool alias(void *self, const char *name, uint64_t *config)
{
    const struct reading *r = self;

    for (size_t i = 0; i < sizeof(aliases) / sizeof(aliases[0]); i++) {
        if (strcmp(aliases[i].name, name))
            continue;
        oracle_format_set(config, 0, 16, aliases[i].config);
        r->asked->scale = aliases[i].scale;
        r->asked->unit = aliases[i].unit;
        return true;
    }
    return !strncasecmp(name, LIST_PREFIX, strlen(LIST_PREFIX)) && listed(name + strlen(LIST_PREFIX), config);
}

static bool terms(struct reading *r, const char *text, size_t n)
{
    const struct oracle_terms known = {formats, sizeof(formats) / sizeof(formats[0]),
        "event, umask, edge, inv, thresh, config or an event's name", alias, r};

    return oracle_terms(&known, text, n, &r->config, r->why);
}

/* What the driver makes of attr.config: it passes on the bits that table 2-61 has, without the enable bit. */
static enum oracle_asked_kind drive(struct reading *r)
{
    struct oracle_ask ask = oracle_ask_of(r->config);

    ask.fixed = r->config == FIXED;
    if (!ask.fixed && ask.code == FIXED && ask.umask >= FREE_RUNNING_UMASK) {
        oracle_refuse(
            r->why, "intel_uncore takes it for a free-running counter, which a memory channel has not");
        return ORACLE_REFUSED;
    }
    r->asked->ask = ask;
    r->asked->control = ask.fixed ? 0 : r->config & ORACLE_CTL_SELECTS;
    return ORACLE_ASKED;
}

/* "uncore_imc_2" is channel 2, "uncore_imc" all; false for anything else. */
static bool channel(const char *pmu, size_t n, int *channel)
{
    const char *rest = pmu + strlen(PMU);

    *channel = -1;
    if (n == strlen(PMU))
        return true;
    if (n != strlen(PMU "_0") || *rest != '_' || rest[1] < '0' || rest[1] >= '0' + ORACLE_CHANNELS)
        return false;
    *channel = rest[1] - '0';
    return true;
}

/* "PMU/TERMS/" */
static enum oracle_asked_kind of_pmu(struct reading *r, const char *name)
{
    const char *first = strchr(name, '/'), *second = first ? strchr(first + 1, '/') : NULL;

    if (!second)
        oracle_refuse(r->why, "expected PMU/TERMS/");
    else if (!channel(name, (size_t)(first - name), &r->asked->channel))
        oracle_refuse(r->why, "expected one of the PMUs uncore_imc_0 to uncore_imc_3, or uncore_imc");
    else if (second[1])
        oracle_refuse(r->why, "modifiers have no meaning for counters that no CPU owns");
    else if (terms(r, first + 1, (size_t)(second - first - 1)))
        return drive(r);
    return ORACLE_REFUSED;
}

static enum oracle_asked_kind of_list(struct reading *r, const char *name)
{
    if (strchr(name, ':'))
        oracle_refuse(r->why, "modifiers have no meaning for counters that no CPU owns");
    else if (listed(name + strlen(LIST_PREFIX), &r->config))
        return drive(r);
    else
        oracle_refuse(r->why, "no such event in the memory controller's list");
    return ORACLE_REFUSED;
}

enum oracle_asked_kind oracle_what_is_asked(
    const char *name, struct oracle_asked *asked, char why[ORACLE_WHY])
{
    struct reading r = {.asked = asked, .why = why};

    *asked = (struct oracle_asked){.channel = -1, .scale = 1, .unit = ""};
    if (!strncmp(name, PMU, strlen(PMU)) && strchr("/_", name[strlen(PMU)]))
        return of_pmu(&r, name);
    if (!strncasecmp(name, LIST_PREFIX, strlen(LIST_PREFIX)))
        return of_list(&r, name);
    if (!strncmp(name, "uncore_", strlen("uncore_")) || !strncasecmp(name, "unc_", strlen("unc_"))) {
        oracle_refuse(why, "nothing is counted behind this part of the uncore");
        return ORACLE_REFUSED;
    }
    return ORACLE_OTHER;
}
