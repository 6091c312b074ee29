/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the names of core PMU events as perf does. */
#include "oracle/kunpeng/asked.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PMU "armv8_pmuv3" /* "_N" may follow */

/* perf's generic names as the driver maps them (armv8_pmuv3_perf_map in drivers/perf/arm_pmuv3.c). Branches
 * are BR_RETIRED where PMCEID has no PC_WRITE_RETIRED, as here. */
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

static bool refuse(const struct reading *r, const char *expected, const char *got)
{
    snprintf(r->why, ORACLE_ARM_WHY, "%s%.64s", expected, got);
    return false;
}

/* sysfs: format/event is "config:0-15". */
static bool number(const struct reading *r, const char *text, int base)
{
    char *end;
    unsigned long long value = strtoull(text, &end, base);

    if (!isxdigit((unsigned char)*text) || *end || value > UINT16_MAX)
        return refuse(r, "expected a number of 16 bits, got ", text);
    r->ask->event = (uint16_t)value;
    return true;
}

static bool named(const struct reading *r, const char *name)
{
    int event = oracle_arm_event_named(name);

    if (event >= 0)
        r->ask->event = (uint16_t)event;
    return event >= 0;
}

static bool generic_named(const struct reading *r, const char *name)
{
    for (size_t i = 0; i < sizeof(generic) / sizeof(generic[0]); i++)
        if (!strcmp(generic[i].name, name)) {
            r->ask->event = generic[i].event;
            return true;
        }
    return false;
}

static bool term(const struct reading *r, const char *text)
{
    if (!strncmp(text, "event=", 6) || !strncmp(text, "config=", 7))
        return number(r, strchr(text, '=') + 1, 0);
    return named(r, text) || refuse(r, "expected event, config or an event's name, got ", text);
}

/* With VHE the kernel is at EL2, or there is no EL2: h, for a hypervisor, has nothing to count. */
static bool modifiers(const struct reading *r, const char *letters)
{
    if (letters[strspn(letters, "ukhH")])
        return refuse(r, "expected modifiers u, k, h or H, got ", letters);
    if (strpbrk(letters, "ukh")) {
        r->ask->users = strchr(letters, 'u') != NULL;
        r->ask->kernel = strchr(letters, 'k') != NULL;
    }
    return true;
}

/* "PMU/TERMS/MODIFIERS" */
static bool of_pmu(const struct reading *r, char *name)
{
    char *terms = strchr(name, '/') + 1, *rest = strchr(terms, '/');

    if (!rest)
        return refuse(r, "expected PMU/TERMS/", "");
    *rest++ = '\0';
    for (char *next; terms; terms = next) {
        next = strchr(terms, ',');
        if (next)
            *next++ = '\0';
        if (!term(r, terms))
            return false;
    }
    return modifiers(r, rest + (*rest == ':'));
}

static bool is_raw(const char *name)
{
    return *name == 'r' && name[1] && !name[1 + strspn(name + 1, "0123456789abcdefABCDEF")];
}

/* "NAME:MODIFIERS" */
static enum oracle_arm_asked by_name(const struct reading *r, char *name)
{
    char *rest = strchr(name, ':');
    bool taken = true;

    if (rest)
        *rest++ = '\0';
    if (is_raw(name))
        taken = number(r, name + 1, 16);
    else if (!generic_named(r, name) && !named(r, name))
        return ORACLE_ARM_OTHER;
    return taken && (!rest || modifiers(r, rest)) ? ORACLE_ARM_ASKED : ORACLE_ARM_REFUSED;
}

enum oracle_arm_asked oracle_arm_what_is_asked(
    const char *name, struct oracle_arm_ask *ask, char why[ORACLE_ARM_WHY])
{
    bool is_pmu = !strncmp(name, PMU, strlen(PMU)) && strchr("/_", name[strlen(PMU)]) && strchr(name, '/');
    char copy[256];

    *ask = (struct oracle_arm_ask){.users = true, .kernel = true};
    why[0] = '\0';
    const struct reading r = {ask, why};
    if ((size_t)snprintf(copy, sizeof(copy), "%s", name) >= sizeof(copy))
        return ORACLE_ARM_OTHER;
    if (is_pmu)
        return of_pmu(&r, copy) ? ORACLE_ARM_ASKED : ORACLE_ARM_REFUSED;
    return by_name(&r, copy);
}
