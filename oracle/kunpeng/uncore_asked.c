/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of uncore PMUs and of their events, by Linux's drivers and perf. */
#include "oracle/kunpeng/uncore_asked.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#define PREFIX "hisi_s"

/* ---- PMUs ---- */

/* docs/hardware/kunpeng.md: the PMUs of a die. */
static unsigned n_of(const struct oracle_uncore_chip *chip, enum oracle_family family)
{
    switch (family) {
    case ORACLE_DDRC:
        return chip->version == 1 ? 4 : 0;
    case ORACLE_DMC:
        return chip->version == 2 ? 4 : 0;
    case ORACLE_HHA:
        return chip->version ? 2 : 0;
    case ORACLE_L3C:
        return chip->version ? chip->clusters : 0;
    default:
        return chip->version == 2 ? 2 : 0;
    }
}

bool oracle_uncore_place(
    const struct oracle_uncore_chip *chip, unsigned i, struct oracle_uncore_place *place)
{
    for (place->die = 0; place->die < chip->dies; place->die++)
        for (unsigned family = 0; family < ORACLE_FAMILIES; family++) {
            place->family = (enum oracle_family)family;
            place->index = i;
            if (i < n_of(chip, place->family))
                return true;
            i -= n_of(chip, place->family);
        }
    return false;
}

static void numbers(const struct oracle_uncore_place *place, char *text, size_t size)
{
    if (oracle_families[place->family].two_numbers)
        snprintf(text, size, "%u_%u", place->index / 2 % 100, place->index % 2);
    else
        snprintf(text, size, "%u", place->index % 100);
}

void oracle_uncore_block(const struct oracle_uncore_place *place, char *name, size_t size)
{
    char which[16], die[8] = "";

    numbers(place, which, sizeof(which));
    if (place->die)
        snprintf(die, sizeof(die), "d%u.", place->die % 100);
    snprintf(name, size, "%s%s%s", die, oracle_families[place->family].name, which);
}

/* Dies have every second number; the adjacent I/O die has the next one. */
void oracle_uncore_pmu(const struct oracle_uncore_chip *chip,
    const struct oracle_uncore_place *place, char *name, size_t size)
{
    const struct oracle_family_manual *family = &oracle_families[place->family];
    char which[16];

    numbers(place, which, sizeof(which));
    snprintf(name, size, "hisi_s%ccl%u_%s%s", family->io_die ? 'i' : 'c',
        chip->sccl + 2 * place->die + family->io_die, family->name, which);
}

/* ---- events ---- */

struct reading {
    enum oracle_family family;
    unsigned version;
};

/* As struct oracle_terms' named(). */
static bool named(void *self, const char *name, uint64_t *config)
{
    const struct reading *r = self;
    const struct oracle_uncore_event *event = oracle_uncore_event(r->family, r->version, name);

    if (event)
        config[0] = event->code;
    return event;
}

/* HISI_GET_EVENTID(): eight bits of config; on DDRC version 1 the event selects
 * the counter of its low three bits. */
static bool finish(
    struct reading *r, const uint64_t config[2], struct oracle_uncore_ask *ask, char *why)
{
    static const unsigned last[ORACLE_FAMILIES][2] = {
        [ORACLE_DDRC] = {7, 7},
        [ORACLE_DMC] = {0x90, 0x90},
        [ORACLE_HHA] = {0x65, 0xce},
        [ORACLE_L3C] = {0x59, 0xff},
        [ORACLE_SLLC] = {0x80, 0x80},
        [ORACLE_PA] = {0xb0, 0xb0},
        [ORACLE_CPA] = {0xff, 0xff},
        [ORACLE_UC] = {0xff, 0xff},
    };

    ask->event = config[0] & 0xff;
    ask->config1 = config[1];
    return ask->event <= last[r->family][r->version - 1] ||
           oracle_refuse(
               why, "the driver takes no event above 0x%x", last[r->family][r->version - 1]);
}

static bool terms(
    struct reading *r, const char *text, size_t n, struct oracle_uncore_ask *ask, char *why)
{
    const struct oracle_family_manual *family = &oracle_families[r->family];
    const struct oracle_terms known = {family->formats, r->version == 1 ? 1 : family->n_formats,
        "one of its formats, config or an event's name", named, r};
    uint64_t config[2] = {0, 0};

    return oracle_terms(&known, text, n, config, why) && finish(r, config, ask, why);
}

/* perf_pmu__match(): a pattern, or the name without its last number. */
static bool is_meant(const char *pattern, const char *pmu)
{
    size_t n = strlen(pattern);

    if (!fnmatch(pattern, pmu, 0))
        return true;
    return !strncmp(pattern, pmu, n) && pmu[n] && !pmu[n + strspn(pmu + n, "0123456789")];
}

static void add_places(const struct oracle_uncore_chip *chip, const char *pattern,
    struct reading *r, struct oracle_uncore_ask *ask)
{
    struct oracle_uncore_place place;
    char pmu[32];

    for (unsigned i = 0; oracle_uncore_place(chip, i, &place); i++) {
        oracle_uncore_pmu(chip, &place, pmu, sizeof(pmu));
        if (!is_meant(pattern, pmu))
            continue;
        r->family = place.family;
        ask->places[ask->n++] = i;
    }
}

static enum oracle_uncore_asked of_pmu(const struct oracle_uncore_chip *chip, const char *name,
    struct oracle_uncore_ask *ask, char why[ORACLE_WHY])
{
    const char *first = strchr(name, '/') + 1, *second = strchr(first, '/');
    struct reading r = {.version = chip->version};
    char pattern[64];

    snprintf(pattern, sizeof(pattern), "%.*s", (int)(first - 1 - name), name);
    add_places(chip, pattern, &r, ask);
    if (!second)
        oracle_refuse(why, "expected PMU/TERMS/");
    else if (!ask->n)
        oracle_refuse(why, "there is no such PMU");
    else if (second[1])
        oracle_refuse(why, "modifiers have no meaning for counters that no CPU owns");
    else if (terms(&r, first, (size_t)(second - first), ask, why))
        return ORACLE_UNCORE_ASKED;
    return ORACLE_UNCORE_REFUSED;
}

/* perf's lists: three files for hip08, one for hip09 (CPA). Each file is for
 * one family, and perf adds up all its PMUs. */
static enum oracle_uncore_asked of_list(
    const struct oracle_uncore_chip *chip, const char *name, struct oracle_uncore_ask *ask)
{
    static const struct {
        unsigned version;
        enum oracle_family family;
    } listed[] = {{1, ORACLE_DDRC}, {1, ORACLE_HHA}, {1, ORACLE_L3C}, {2, ORACLE_CPA}};
    struct oracle_uncore_place place;

    for (unsigned f = 0; f < sizeof(listed) / sizeof(listed[0]); f++) {
        const struct oracle_uncore_event *event =
            oracle_uncore_event(listed[f].family, chip->version, name);

        if (!event || listed[f].version != chip->version)
            continue;
        for (unsigned i = 0; oracle_uncore_place(chip, i, &place); i++)
            if (place.family == listed[f].family)
                ask->places[ask->n++] = i;
        ask->event = event->code;
        return ORACLE_UNCORE_ASKED;
    }
    return ORACLE_UNCORE_OTHER;
}

enum oracle_uncore_asked oracle_uncore_what_is_asked(const struct oracle_uncore_chip *chip,
    const char *name, struct oracle_uncore_ask *ask, char why[ORACLE_WHY])
{
    *ask = (struct oracle_uncore_ask){.event = 0};
    why[0] = '\0';
    if (strncmp(name, PREFIX, strlen(PREFIX)) != 0)
        return of_list(chip, name, ask);
    return strchr(name, '/') ? of_pmu(chip, name, ask, why) : ORACLE_UNCORE_OTHER;
}
