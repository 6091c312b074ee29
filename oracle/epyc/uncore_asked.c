/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the names of the uncore's events as perf does. */
#include "oracle/epyc/uncore_asked.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* sysfs: format/event and format/rdwrmask. */
static const struct oracle_format umc_formats[] = {{"event", 0, 8}, {"rdwrmask", 8, 2}};

/* tools/perf/pmu-events/arch/x86/amdzen4/memory-controller.json: what follows the dot is the mask. */
static const struct {
    const char *name;
    uint64_t event;
    bool has_masks;
} umc_list[] = {
    {"mem_clk", 0x00, false},
    {"act_cmd", 0x05, true},
    {"pchg_cmd", 0x06, true},
    {"cas_cmd", 0x0a, true},
    {"data_slot_clks", 0x14, true},
};
static const char *const umc_masks[] = {".all", ".rd", ".wr"};

static const struct {
    const char *pmu;  /* "amd_umc", of which there are several: "amd_umc_3" */
    const char *list; /* how the names of perf's list begin */
    const struct oracle_format *formats;
    unsigned n_formats;
    const char *expected;
} pmus[ORACLE_AMD_UNCORE_KINDS] = {
    [ORACLE_UMC] = {"amd_umc", "umc_", umc_formats, 2, "event, rdwrmask, config or an event's name"},
};

struct reading {
    struct oracle_amd_uncore_asked *asked;
    uint64_t config; /* perf's attr.config */
    char *why;
};

static bool listed(const char *name, uint64_t *config)
{
    for (size_t i = 0; i < sizeof(umc_list) / sizeof(umc_list[0]); i++) {
        size_t n = strlen(umc_list[i].name);

        if (strncasecmp(umc_list[i].name, name, n) != 0)
            continue;
        *config = umc_list[i].event;
        if (!umc_list[i].has_masks)
            return !name[n];
        for (uint64_t mask = 0; mask < sizeof(umc_masks) / sizeof(umc_masks[0]); mask++)
            if (!strcasecmp(umc_masks[mask], name + n)) {
                *config |= mask << 8;
                return true;
            }
    }
    return false;
}

/* As struct oracle_terms' named(). */
static bool named(void *self, const char *name, uint64_t *config)
{
    const struct reading *r = self;
    const char *begin = pmus[r->asked->kind].list;

    return !strncasecmp(name, begin, strlen(begin)) && listed(name + strlen(begin), config);
}

/* The driver keeps the bits that its formats have. */
static enum oracle_amd_uncore_asked_kind drive(struct reading *r)
{
    r->asked->control = r->config & oracle_amd_uncore_rows[r->asked->kind].selects;
    r->asked->ask = oracle_amd_uncore_ask_of(r->asked->kind, r->asked->control);
    return ORACLE_AMD_UNCORE_ASKED;
}

/* "PMU/TERMS/": @rest begins behind the PMU's name. */
static enum oracle_amd_uncore_asked_kind of_pmu(struct reading *r, const char *rest)
{
    const struct oracle_terms known = {pmus[r->asked->kind].formats, pmus[r->asked->kind].n_formats,
        pmus[r->asked->kind].expected, named, r};
    const char *end;

    if (*rest == '_' && isdigit((unsigned char)rest[1])) {
        char *digits;

        r->asked->pmu = (int)strtol(rest + 1, &digits, 10);
        rest = digits;
    }
    end = *rest == '/' ? strchr(rest + 1, '/') : NULL;
    if (!end)
        oracle_refuse(r->why, "expected PMU/TERMS/");
    else if (end[1])
        oracle_refuse(r->why, "modifiers have no meaning for counters that no CPU owns");
    else if (oracle_terms(&known, rest + 1, (size_t)(end - rest - 1), &r->config, r->why))
        return drive(r);
    return ORACLE_AMD_UNCORE_REFUSED;
}

static enum oracle_amd_uncore_asked_kind of_list(struct reading *r, const char *name)
{
    if (strchr(name, ':'))
        oracle_refuse(r->why, "modifiers have no meaning for counters that no CPU owns");
    else if (named(r, name, &r->config))
        return drive(r);
    else
        oracle_refuse(r->why, "no such event in perf's list");
    return ORACLE_AMD_UNCORE_REFUSED;
}

enum oracle_amd_uncore_asked_kind oracle_amd_uncore_what_is_asked(
    const char *name, struct oracle_amd_uncore_asked *asked, char why[ORACLE_WHY])
{
    struct reading r = {.asked = asked, .why = why};

    for (unsigned k = 0; k < ORACLE_AMD_UNCORE_KINDS; k++) {
        size_t n = strlen(pmus[k].pmu);

        *asked = (struct oracle_amd_uncore_asked){.kind = (enum oracle_amd_uncore_kind)k, .pmu = -1};
        if (!strncmp(name, pmus[k].pmu, n) && strchr("/_", name[n]))
            return of_pmu(&r, name + n);
        if (!strncasecmp(name, pmus[k].list, strlen(pmus[k].list)))
            return of_list(&r, name);
    }
    return ORACLE_AMD_UNCORE_OTHER;
}
