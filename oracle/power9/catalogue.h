/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The catalogue of PMUs and events: a second parser of its list
 * (models/power9/power9.imc, or the lines of a scenario's catalogue). Also the
 * driver's sysfs files for it: arch/powerpc/perf/imc-pmu.c.
 */
#ifndef PMULAB_ORACLE_POWER9_CATALOGUE_H
#define PMULAB_ORACLE_POWER9_CATALOGUE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    ORACLE_P9_MAX_PMUS = 64,
    ORACLE_P9_MAX_GROUPS = 64,
    ORACLE_P9_MAX_EVENTS = 1024,
    ORACLE_P9_NAME = 64
};

enum oracle_p9_type { ORACLE_P9_NEST, ORACLE_P9_CORES, ORACLE_P9_THREADS, ORACLE_P9_TRACE };

/* An event in the list. Its scale and unit are "" if the list has none for
 * it. */
struct oracle_p9_event {
    char name[ORACLE_P9_NAME], scale[ORACLE_P9_NAME], unit[ORACLE_P9_NAME];
    uint32_t reg;
};

struct oracle_p9_pmu {
    char name[ORACLE_P9_NAME], prefix[ORACLE_P9_NAME], scale[ORACLE_P9_NAME], unit[ORACLE_P9_NAME];
    enum oracle_p9_type type;
    uint32_t base;
    unsigned first, n; /* its events */
};

struct oracle_p9_catalogue {
    unsigned n_pmus, n_events, n_groups;
    struct oracle_p9_pmu pmus[ORACLE_P9_MAX_PMUS];
    struct oracle_p9_event events[ORACLE_P9_MAX_EVENTS];
    struct {
        char name[ORACLE_P9_NAME];
        unsigned first, n;
    } groups[ORACLE_P9_MAX_GROUPS];
};

/* Reads the next line of a list into @c, which begins as zero bytes. Returns
 * NULL, or the expected text as a static phrase. */
const char *oracle_p9_catalogue_line(struct oracle_p9_catalogue *c, const char *line);

/* The same for a whole list. */
const char *oracle_p9_catalogue_text(struct oracle_p9_catalogue *c, const char *text);

/* The PMU with the name @name in the list, or the first of @type; -1: none. */
int oracle_p9_pmu_named(const struct oracle_p9_catalogue *c, const char *name);
int oracle_p9_pmu_of(const struct oracle_p9_catalogue *c, enum oracle_p9_type type);

/* The event of PMU number @pmu with the driver's name @name, or -1. */
int oracle_p9_event_named(const struct oracle_p9_catalogue *c, unsigned pmu, const char *name);

/* sysfs: events/NAME, NAME.scale and NAME.unit. The latter are "" if the driver
 * creates none. */
uint32_t oracle_p9_event_config(const struct oracle_p9_catalogue *c, unsigned pmu, unsigned event);
const char *oracle_p9_event_scale(
    const struct oracle_p9_catalogue *c, unsigned pmu, unsigned event);
const char *oracle_p9_event_unit(const struct oracle_p9_catalogue *c, unsigned pmu, unsigned event);

/* Events per count, if the scale is a whole number of them; otherwise 1. */
unsigned oracle_p9_event_divisor(const struct oracle_p9_catalogue *c, unsigned pmu, unsigned event);

#endif
