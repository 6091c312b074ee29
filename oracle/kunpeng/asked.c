/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the names of core PMU events as perf does. */
#include "oracle/kunpeng/asked.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PMU "armv8_pmuv3" /* "_N" may follow */

/* perf's generic names as the driver maps them (armv8_pmuv3_perf_map in
 * drivers/perf/arm_pmuv3.c). Branches are BR_RETIRED where PMCEID has no
 * PC_WRITE_RETIRED, as here. */
static const struct {
    const char *name;
    uint16_t event;
} generic[] = {
    {"cycles", 0x0011},
    {"cpu-cycles", 0x0011},
    {"instructions", 0x0008},
    {"cache-references", 0x0004},
    {"cache-misses", 0x0003},
    {"branch-instructions", 0x0021},
    {"branches", 0x0021},
    {"branch-misses", 0x0010},
    {"bus-cycles", 0x001d},
    {"stalled-cycles-frontend", 0x0023},
    {"idle-cycles-frontend", 0x0023},
    {"stalled-cycles-backend", 0x0024},
    {"idle-cycles-backend", 0x0024},
};

struct reading {
    struct oracle_arm_ask *ask;
    char *why;
};

/* sysfs: format/event is "config:0-15". */
static const struct oracle_format formats[] = {{"event", 0, 16}};

/* As struct oracle_terms' named(). */
static bool named(void *self, const char *name, uint64_t *config)
{
    int event = oracle_arm_event_named(name);

    (void)self;
    if (event >= 0)
        *config = (uint64_t)event;
    return event >= 0;
}

static bool generic_named(const char *name, uint64_t *config)
{
    for (size_t i = 0; i < sizeof(generic) / sizeof(generic[0]); i++)
        if (!strcmp(generic[i].name, name)) {
            *config = generic[i].event;
            return true;
        }
    return false;
}

/* With VHE the kernel runs at EL2, or EL2 is absent: h, for a hypervisor,
 * counts nothing. G without H selects only guests (perf-list(1)): Linux then
 * counts EL1, where a guest's kernel would run. */
static bool modifiers(const struct reading *r, const char *letters)
{
    if (letters[strspn(letters, "ukhHG")])
        return oracle_refuse(r->why, "expected modifiers u, k, h, H or G, got %.64s", letters);
    if (strpbrk(letters, "ukh")) {
        r->ask->users = strchr(letters, 'u') != NULL;
        r->ask->kernel = strchr(letters, 'k') != NULL;
    }
    if (strchr(letters, 'G') && !strchr(letters, 'H'))
        r->ask->users = r->ask->kernel = false;
    return true;
}

/* A core's event is the low 16 bits of perf's attr.config; the other bits must
 * be 0. */
static bool finish(const struct reading *r, uint64_t config)
{
    r->ask->event = (uint16_t)config;
    return config <= UINT16_MAX || oracle_refuse(r->why, "expected an event of 16 bits");
}

/* "PMU/TERMS/MODIFIERS" */
static bool of_pmu(const struct reading *r, const char *name)
{
    const struct oracle_terms known = {formats, sizeof(formats) / sizeof(formats[0]),
        "event, config or an event's name", named, NULL};
    const char *first = strchr(name, '/') + 1, *second = strchr(first, '/');
    uint64_t config = 0;

    if (!second)
        return oracle_refuse(r->why, "expected PMU/TERMS/");
    return oracle_terms(&known, first, (size_t)(second - first), &config, r->why) &&
           finish(r, config) && modifiers(r, second + 1 + (second[1] == ':'));
}

/* "r1b" */
static bool raw(const char *name, uint64_t *config)
{
    if (*name != 'r' || !name[1] || name[1 + strspn(name + 1, "0123456789abcdefABCDEF")])
        return false;
    *config = strtoull(name + 1, NULL, 16);
    return true;
}

/* "NAME:MODIFIERS" */
static enum oracle_arm_asked by_name(const struct reading *r, const char *name)
{
    const char *colon = strchr(name, ':');
    uint64_t config;
    char copy[256];

    if ((size_t)snprintf(copy, sizeof(copy), "%.*s", (int)strcspn(name, ":"), name) >= sizeof(copy))
        return ORACLE_ARM_OTHER;
    if (!raw(copy, &config) && !generic_named(copy, &config) && !named(NULL, copy, &config))
        return ORACLE_ARM_OTHER;
    return finish(r, config) && (!colon || modifiers(r, colon + 1)) ? ORACLE_ARM_ASKED
                                                                    : ORACLE_ARM_REFUSED;
}

enum oracle_arm_asked oracle_arm_what_is_asked(
    const char *name, struct oracle_arm_ask *ask, char why[ORACLE_WHY])
{
    const struct reading r = {ask, why};
    bool is_pmu =
        !strncmp(name, PMU, strlen(PMU)) && strchr("/_", name[strlen(PMU)]) && strchr(name, '/');

    *ask = (struct oracle_arm_ask){.users = true, .kernel = true};
    why[0] = '\0';
    if (is_pmu)
        return of_pmu(&r, name) ? ORACLE_ARM_ASKED : ORACLE_ARM_REFUSED;
    return by_name(&r, name);
}
