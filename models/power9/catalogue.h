/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The catalogue of in-memory collection: the PMUs, their events, and the offset
 * of each event's word in counter memory. It is a plain text list. All users of
 * event names read it: the device tree in the flash, the models, the command.
 *
 * The list has one entry per line. `#` begins a comment, blanks separate words,
 * numbers are decimal or hexadecimal after 0x:
 *
 *     events GROUP                               a group of the next events:
 *         REG NAME [scale=TEXT] [unit=TEXT] [desc=TEXT]
 *     pmu NAME type=nest|core|thread|trace base=N size=N events=GROUP
 *         [prefix=TEXT] [scale=TEXT] [unit=TEXT]
 *         [offset=N [cb_offset=N]]               (on the same line)
 *
 * An event's scale and unit override the PMU's. `desc`, its description,
 * reaches to the end of the line. A group precedes the PMUs that share it.
 * `base`, a PMU's first address, is added to each REG. `size` is the size of
 * its counter memory in bytes. Only nest PMUs have an `offset`: the start of
 * that memory within the chip's HOMER. `cb_offset` is the offset of the
 * microcode's control block in the memory.
 */
#ifndef PMULAB_MODELS_POWER9_CATALOGUE_H
#define PMULAB_MODELS_POWER9_CATALOGUE_H

#include <stdbool.h>
#include <stdint.h>

#define P9_MAX_GROUPS        64
#define P9_MAX_PMUS          64
#define P9_MAX_EVENTS_LISTED 1024
#define P9_CATALOGUE_WRONG   192 /* longest complaint in bytes, with its NUL */

/* The property `type` of a PMU's node, for firmware and kernel. */
enum p9_pmu_type { P9_PMU_NEST = 0x10, P9_PMU_CORE = 0x4, P9_PMU_THREAD = 0x1, P9_PMU_TRACE = 0x2 };

/* An empty scale or unit means the PMU's. */
struct p9_pmu_event {
    char name[64]; /* without the PMU's prefix */
    uint32_t reg;  /* relative to the PMU's base; for a trace event, perf's config */
    char scale[16], unit[16];
    char desc[96]; /* for people; empty: none */
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
    uint32_t offset, cb_offset; /* valid with has_offset */
    char scale[16], unit[16];   /* empty: none */
    char prefix[32];
    unsigned group;
    unsigned first_event, n_events; /* events of its group */
};

struct p9_catalogue {
    unsigned n_groups, n_pmus, n_events;
    struct p9_event_group groups[P9_MAX_GROUPS];
    struct p9_pmu pmus[P9_MAX_PMUS];
    struct p9_pmu_event events[P9_MAX_EVENTS_LISTED];
    /* Reader's state: lines so far, and whether an event may follow now (it
     * joins the latest group). */
    unsigned lines;
    bool in_group;
};

/*
 * Reads the list @text into @catalogue, which copies everything. Returns false
 * with "line N: ..." in @wrong for an unknown word, a bad number, a duplicate
 * name, a missing part, or an excess of entries or length. fdt/check.h checks
 * whether firmware and kernel can use the catalogue.
 */
bool p9_catalogue_parse(
    struct p9_catalogue *catalogue, const char *text, char wrong[P9_CATALOGUE_WRONG]);

/* The same line by line: begin empties the catalogue, then each call reads one
 * more line (up to its end or a \n). After a refused line the catalogue is
 * unusable. */
void p9_catalogue_begin(struct p9_catalogue *catalogue);
bool p9_catalogue_line(
    struct p9_catalogue *catalogue, const char *line, char wrong[P9_CATALOGUE_WRONG]);

/* The list of POWER9 DD2, models/power9/power9.imc: its text, and the catalogue
 * read from it (static). */
extern const char power9_catalogue_text[], power10_catalogue_text[];
const struct p9_catalogue *power9_catalogue(void);
const struct p9_catalogue *power10_catalogue(void);

/* Returns the PMU called @name ("mcs01"), or NULL. It belongs to @catalogue, as
 * below. */
const struct p9_pmu *p9_catalogue_pmu(const struct p9_catalogue *catalogue, const char *name);

/* Returns the first PMU of @type, or NULL. The kernel takes one PMU each of
 * type core, thread and trace. */
const struct p9_pmu *p9_catalogue_first(
    const struct p9_catalogue *catalogue, enum p9_pmu_type type);

/* Returns the event of @pmu that perf calls @full_name, prefix and name
 * ("PM_MCS01_64B_RD_DISP_PORT01"), or NULL. */
const struct p9_pmu_event *p9_catalogue_event(
    const struct p9_catalogue *catalogue, const struct p9_pmu *pmu, const char *full_name);

/* Returns the offset in bytes of @event's word in the counter memory of @pmu.
 * It may exceed the memory's size. */
uint32_t p9_event_offset(const struct p9_pmu *pmu, const struct p9_pmu_event *event);

/* Returns perf's factor for the word: the event's scale or the PMU's, or 1 if
 * there is none or it is not a whole number above 0. */
unsigned p9_event_scale(const struct p9_pmu *pmu, const struct p9_pmu_event *event);

#endif
