/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Explains a figure without a measurement: the event that the driver switched
 * on instead, field by field. */
#include "harness/proof/perf_unmeasured.h"

#include "harness/hardware/registers.h"
#include "harness/proof/perf_claim.h"
#include "harness/trace/accesses.h"
#include "harness/trace/call_paths.h"

/* Whether the event of @m has more measurements than figures. */
static gboolean is_surplus(const struct unmeasured_step *p, const struct measurement *m)
{
    unsigned alike = 0;

    for (guint i = 0; i < p->measurements->len; i++)
        alike += measure_key_equal(
            &((const struct measurement *)g_ptr_array_index(p->measurements, i))->key, &m->key);
    return alike > perf_claims_count(p->claims, &m->key);
}

/* Whether @m is at a place of @claim, and no figure is left for its event. A
 * word of memory that no figure asks for has no run. */
static gboolean is_rival(
    const struct unmeasured_step *p, const struct claim *claim, const struct measurement *m)
{
    for (unsigned i = 0; i < claim->event.n_places; i++) {
        const struct measure_key key = claim_key(claim, i);

        if (m->key.block == key.block && (m->key.run == key.run || m->key.run == G_MAXUINT) &&
            m->key.fixed == key.fixed && claim_is_at(claim, &claim->event.places[i]))
            return !m->key.fixed && !m->taken && is_surplus(p, m);
    }
    return FALSE;
}

/* Whether values of fields of @reg are events, which have names. */
static gboolean selects_events(const struct machine_model *model, const struct reg *reg)
{
    for (unsigned i = 0; i < reg->n_fields; i++)
        if (register_value_name(model, reg, i, 0))
            return TRUE;
    return FALSE;
}

/* The register that @record wrote, and whose bits are @control, or NULL. */
static const struct reg *control_in(
    const struct machine_model *model, const struct trace_record *record, guint64 control)
{
    struct access_place place;
    const struct reg *reg;

    if (record->kind != TRACE_WRITE || !access_place_find(model, record, &place) || !place.bank)
        return NULL;
    reg = access_register(&place);
    if (!reg || (access_value(&place, reg, record->value) & control) != control)
        return NULL;
    return control || selects_events(model, reg) ? reg : NULL;
}

/* The control register that switched @m on. NULL if another register did, which
 * does not show the event. */
static const struct reg *control_of(const struct unmeasured_step *p, const struct measurement *m)
{
    return control_in(p->machine->model, &p->records[measurement_on(m)], m->key.control);
}

/* The write that selected the event of @m: the one that switched it on if that
 * shows the event, else the last one before it to a register of events. */
static const struct trace_record *selection_of(
    const struct unmeasured_step *p, const struct measurement *m)
{
    const struct trace_record *on = &p->records[measurement_on(m)];

    if (on->kind != TRACE_WRITE || control_of(p, m))
        return on;
    for (const struct trace_record *r = on; r-- > p->records;) {
        struct access_place place;
        const struct reg *reg;

        if (r->kind == TRACE_WRITE && r->block == on->block &&
            access_place_find(p->machine->model, r, &place) && place.bank &&
            (reg = access_register(&place)) && selects_events(p->machine->model, reg))
            return r;
    }
    return on;
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

/* @m, a word of memory, was read in place of @claim's. */
static void other_word(const struct unmeasured_step *p, const struct measurement *m,
    const struct claim *claim, struct perf_why *why)
{
    const struct trace_record *read = &p->records[measurement_on(m)];
    struct trace_record expected_read = *read;
    expected_read.offset = (uint32_t)claim->event.control;
    g_autofree char *place = access_place_text(p->machine->model, read),
                    *wanted = access_place_text(p->machine->model, &expected_read),
                    *by = call_path_by(read);

    perf_why_cause(why, PERF_CAUSE_OTHER_EVENT,
        g_strdup_printf("%s was read, expected %s%s", place, wanted, by));
    perf_why_access(why, access_text(p->machine->model, read));
}

gboolean perf_unmeasured(
    const struct unmeasured_step *p, const struct claim *claim, struct perf_why *why)
{
    const struct measurement *rival = claim->event.fixed ? NULL : nearest_rival(p, claim);

    if (!rival)
        return FALSE;
    if (p->records[measurement_on(rival)].kind == TRACE_READ) {
        other_word(p, rival, claim, why);
        return TRUE;
    }
    const struct trace_record *on = selection_of(p, rival);
    const struct reg *reg = control_in(p->machine->model, on, rival->key.control);
    g_autofree char *place = access_place_text(p->machine->model, on), *by = call_path_by(on);
    g_autoptr(GString) text = g_string_new(NULL);

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
