/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The catalogue of in-memory collection: which PMUs there are, which events each has, and where in counter
 * memory an event's word lies. It is a plain text list, and everything that knows an event by name has it
 * from here: the device tree that goes into flash, the models, the command.
 *
 * The list, a line each; `#` begins a comment, blanks separate words, numbers are decimal or hexadecimal
 * after 0x:
 *
 *     events GROUP                                   the events that follow make up a group:
 *         REG NAME [scale=TEXT] [unit=TEXT]              its own scale and unit where the PMU's do not hold
 *     pmu NAME type=nest|core|thread|trace base=N size=N events=GROUP [prefix=TEXT] [scale=TEXT] [unit=TEXT]
 *         [offset=N [cb_offset=N]]                   (on the same line)
 *
 * A group stands above the PMUs that share it. `base`, a PMU's first address, is added to each REG. `size` is
 * its counter memory in bytes, `offset` where that begins behind the chip's HOMER (so only nest PMUs have
 * one), and `cb_offset` where in it the microcode's control block lies.
 */
#ifndef PMULAB_MODELS_POWER9_CATALOGUE_H
#define PMULAB_MODELS_POWER9_CATALOGUE_H

#include <stdbool.h>
#include <stdint.h>

#define P9_MAX_GROUPS        64
#define P9_MAX_PMUS          64
#define P9_MAX_EVENTS_LISTED 1024
#define P9_CATALOGUE_WRONG   192 /* bytes that a complaint takes at most */

/* The property `type` of a PMU's node, as firmware and kernel know it. */
enum p9_pmu_type { P9_PMU_NEST = 0x10, P9_PMU_CORE = 0x4, P9_PMU_THREAD = 0x1, P9_PMU_TRACE = 0x2 };

/* Empty scale: the PMU's; empty unit: likewise. */
struct p9_pmu_event {
    char name[64]; /* without the PMU's prefix */
    uint32_t reg;  /* relative to the PMU's base; of a trace event, what perf's config says */
    char scale[16], unit[16];
};

struct p9_event_group {
    char name[32];
    unsigned first_event, n_events;
};

struct p9_pmu {
    char name[24];
    enum p9_pmu_type type;
    uint32_t base, size;
    bool has_offset;
    uint32_t offset, cb_offset; /* only with has_offset */
    char scale[16], unit[16];   /* empty: none */
    char prefix[32];
    unsigned group;
    unsigned first_event, n_events; /* the group's */
};

struct p9_catalogue {
    unsigned n_groups, n_pmus, n_events;
    struct p9_event_group groups[P9_MAX_GROUPS];
    struct p9_pmu pmus[P9_MAX_PMUS];
    struct p9_pmu_event events[P9_MAX_EVENTS_LISTED];
    /* Of the list it is read from: lines so far, and whether an event now would belong to the latest group.
     */
    unsigned lines;
    bool in_group;
};

/*
 * Reads the list @text into @catalogue. False with "line N: ..." in @wrong where it cannot be read: an
 * unknown word, no number, a name twice, something missing or too many or too long. Whether the catalogue
 * makes sense to firmware and kernel is not asked here, see fdt/check.h.
 */
bool p9_catalogue_parse(struct p9_catalogue *catalogue, const char *text, char wrong[P9_CATALOGUE_WRONG]);

/* The same line by line: an empty catalogue, and a line (to its end or a \n) of the list more. Where a line
 * is refused, the catalogue is good for nothing. */
void p9_catalogue_begin(struct p9_catalogue *catalogue);
bool p9_catalogue_line(struct p9_catalogue *catalogue, const char *line, char wrong[P9_CATALOGUE_WRONG]);

/* The list of POWER9 DD2, models/power9/power9.imc; as text and read. */
extern const char power9_catalogue_text[];
const struct p9_catalogue *power9_catalogue(void);

/* The PMU called @name ("mcs01"), or NULL. */
const struct p9_pmu *p9_catalogue_pmu(const struct p9_catalogue *catalogue, const char *name);

/* The first PMU of @type, or NULL: of cores, threads and the trace the kernel takes one each. */
const struct p9_pmu *p9_catalogue_first(const struct p9_catalogue *catalogue, enum p9_pmu_type type);

/* The event of @pmu that perf calls @full_name, which is prefix and name ("PM_MCS01_64B_RD_DISP_PORT01"), or
 * NULL. */
const struct p9_pmu_event *p9_catalogue_event(
    const struct p9_catalogue *catalogue, const struct p9_pmu *pmu, const char *full_name);

/* Offset in bytes of @event's word in the counter memory of @pmu. It may lie beyond the memory's size. */
uint32_t p9_event_offset(const struct p9_pmu *pmu, const struct p9_pmu_event *event);

/* What perf multiplies the word with, the event's own or the PMU's; 1 where there is none or it is no whole
 * number above 0. */
unsigned p9_event_scale(const struct p9_pmu *pmu, const struct p9_pmu_event *event);

#endif
