/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Explains a figure without a measurement: the event that the driver switched
 * on instead, field by field. */
#include "harness/proof/perf_unmeasured.h"

#include "harness/proof/perf_claim.h"
#include "harness/trace/accesses.h"
#include "harness/trace/call_paths.h"

/* Whether @m is at a place of @claim and counted an event that no figure asks
 * for. */
static gboolean is_rival(
    const struct unmeasured_step *p, const struct claim *claim, const struct measurement *m)
{
    for (unsigned i = 0; i < claim->event.n_places; i++) {
        const struct measure_key key = claim_key(claim, i);

        if (m->key.block == key.block && m->key.run == key.run && m->key.fixed == key.fixed &&
            claim_is_at(claim, &claim->event.places[i]))
            return !m->key.fixed && !m->taken && !perf_claims_count(p->claims, &m->key);
    }
    return FALSE;
}

/* The control register that switched @m on. NULL if another register did, which
 * does not show the event. */
static const struct reg *control_of(const struct unmeasured_step *p, const struct measurement *m)
{
    const struct trace_record *on = &p->records[measurement_on(m)];
    struct access_place place;
    const struct reg *reg;

    if (on->kind != TRACE_WRITE || !access_place_find(p->machine->model, on, &place) || !place.bank)
        return NULL;
    reg = access_register(&place);
    return reg && (access_value(&place, reg, on->value) & m->key.control) == m->key.control ? reg
                                                                                            : NULL;
}

static const char expected[] = "expected";

/* The number of fields in which the two differ. */
static guint distance(const struct unmeasured_step *p, const struct measurement *m, guint64 wanted)
{
    g_autoptr(GString) text = g_string_new(NULL);
    const struct reg *reg = control_of(p, m);

    return reg ? access_append_differences(text, reg, m->key.control, wanted, expected)
               : G_MAXUINT - 1;
}

/* The measurement that the driver switched on instead of @claim's: the nearest
 * of several; NULL: none. */
static const struct measurement *nearest_rival(
    const struct unmeasured_step *p, const struct claim *claim)
{
    const struct measurement *nearest = NULL;
    guint best = G_MAXUINT;

    for (guint i = 0; i < p->measurements->len; i++) {
        const struct measurement *m = g_ptr_array_index(p->measurements, i);
        guint d = is_rival(p, claim, m) ? distance(p, m, claim->event.control) : G_MAXUINT;

        if (d < best) {
            best = d;
            nearest = m;
        }
    }
    return nearest;
}

gboolean perf_unmeasured(
    const struct unmeasured_step *p, const struct claim *claim, struct perf_why *why)
{
    const struct measurement *rival = claim->event.fixed ? NULL : nearest_rival(p, claim);
    const struct reg *reg = rival ? control_of(p, rival) : NULL;
    const struct trace_record *on = rival ? &p->records[measurement_on(rival)] : NULL;
    g_autofree char *place = NULL, *by = NULL;
    g_autoptr(GString) text = g_string_new(NULL);

    if (!rival)
        return FALSE;
    place = access_place_text(p->machine->model, on);
    by = call_path_by(on);
    if (reg)
        access_append_differences(text, reg, rival->key.control, claim->event.control, expected);
    else
        g_string_append_printf(text,
            "0x%" G_GINT64_MODIFIER "x, expected 0x%" G_GINT64_MODIFIER "x", rival->key.control,
            claim->event.control);
    if (on->kind == TRACE_WRITE)
        perf_why_access(why, access_text(p->machine->model, on));
    else
        perf_why_fact(why, g_strdup("the driver did not switch it on"));
    perf_why_cause(why, PERF_CAUSE_OTHER_EVENT,
        g_strdup_printf("%s selected another event: %s%s", place, text->str, by));
    return TRUE;
}
