/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads `at` lines, and waits for their moments. */
#include "oracle/traffic/moments.h"

#include <stdlib.h>
#include <string.h>

#define NEVER UINT64_MAX

/* ---- the text ---- */

static bool delay_of(const char *text, uint64_t *ns)
{
    static const struct {
        const char *name;
        uint64_t ns;
    } units[] = {{"ns", 1}, {"us", 1000}, {"ms", 1000000}, {"s", 1000000000}};
    char *unit;
    uint64_t number = strtoull(text, &unit, 10);

    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
        if (unit != text && !strcmp(unit, units[i].name)) {
            *ns = number * units[i].ns;
            return true;
        }
    return false;
}

/* An `at` line that is being read. */
struct reading {
    struct oracle_words *w;
    oracle_register_fn *find;
    const void *self;
};

/* "N of BLOCK.REGISTER [in step N]". */
static bool access_moment(const struct reading *r, struct oracle_anchor *anchor)
{
    if (!oracle_take_number(r->w, &anchor->nth) || !oracle_take(r->w, "of") ||
        !r->find(r->self, oracle_word(r->w, 0), &anchor->block, &anchor->reg))
        return false;
    r->w->next++;
    return !oracle_take(r->w, "in") ||
           (oracle_take(r->w, "step") && oracle_take_number(r->w, &anchor->step));
}

static bool moment(const struct reading *r, struct oracle_anchor *anchor)
{
    if (oracle_take(r->w, "boot"))
        return true;
    if (oracle_take(r->w, "read")) {
        anchor->kind = ORACLE_AT_READ;
        return access_moment(r, anchor);
    }
    if (oracle_take(r->w, "write")) {
        anchor->kind = ORACLE_AT_WRITE;
        return access_moment(r, anchor);
    }
    anchor->kind = ORACLE_AT_STEP;
    if (oracle_take(r->w, "end")) {
        anchor->kind = ORACLE_AT_END;
        if (!oracle_take(r->w, "of"))
            return false;
    }
    return oracle_take(r->w, "step") && oracle_take_number(r->w, &anchor->step);
}

const char *oracle_moments_at(struct oracle_moments *moments, struct oracle_words *w,
    oracle_register_fn *find, const void *self)
{
    const struct reading r = {w, find, self};
    struct oracle_anchor anchor = {.kind = ORACLE_AT_BOOT};

    if (moments->n_anchors == ORACLE_MAX_ANCHORS)
        return "fewer moments";
    if (!moment(&r, &anchor))
        return "a moment";
    if (oracle_take(w, "+")) {
        if (!delay_of(oracle_word(w, 0), &anchor.delay))
            return "a delay";
        w->next++;
    }
    if (w->next < w->n)
        return "the line's end";
    moments->anchors[moments->n_anchors++] = anchor;
    return NULL;
}

const char *oracle_moments_add(struct oracle_moments *moments)
{
    if (!moments->n_anchors)
        return "a moment first";
    if (moments->n_entries == ORACLE_MAX_ENTRIES)
        return "fewer lines";
    moments->anchor_of[moments->n_entries++] = moments->n_anchors - 1;
    return NULL;
}

/* ---- while the guest runs ---- */

/* The event that moment @anchor waits for happens at @ns. */
static void happens(struct oracle_moments *moments, unsigned anchor, uint64_t ns)
{
    for (unsigned i = 0; i < moments->n_entries; i++)
        if (moments->anchor_of[i] == anchor)
            moments->due[i] = ns + moments->anchors[anchor].delay;
}

void oracle_moments_begin(struct oracle_moments *moments)
{
    for (unsigned i = 0; i < moments->n_entries; i++)
        moments->due[i] = NEVER;
    for (unsigned i = 0; i < moments->n_anchors; i++)
        if (moments->anchors[i].kind == ORACLE_AT_BOOT)
            happens(moments, i, 0);
}

void oracle_moments_step(struct oracle_moments *moments, uint64_t ns, unsigned step, bool end)
{
    moments->step = end ? 0 : step;
    for (unsigned i = 0; i < moments->n_anchors; i++) {
        const struct oracle_anchor *a = &moments->anchors[i];

        if (a->kind == (end ? ORACLE_AT_END : ORACLE_AT_STEP) && a->step == step &&
            !moments->seen[i]++)
            happens(moments, i, ns);
    }
}

void oracle_moments_access(struct oracle_moments *moments, uint64_t ns,
    enum oracle_anchor_kind kind, unsigned block, unsigned reg)
{
    for (unsigned i = 0; i < moments->n_anchors; i++) {
        const struct oracle_anchor *a = &moments->anchors[i];

        if (a->kind == kind && a->block == block && a->reg == reg &&
            (!a->step || a->step == moments->step) && ++moments->seen[i] == a->nth)
            happens(moments, i, ns);
    }
}

bool oracle_moments_take(
    struct oracle_moments *moments, uint64_t ns, unsigned *entry, uint64_t *when)
{
    unsigned next = moments->n_entries;

    for (unsigned i = 0; i < moments->n_entries; i++)
        if (moments->due[i] != NEVER && moments->due[i] <= ns &&
            (next == moments->n_entries || moments->due[i] < moments->due[next]))
            next = i;
    if (next == moments->n_entries)
        return false;
    *entry = next;
    *when = moments->due[next];
    moments->due[next] = NEVER;
    return true;
}
