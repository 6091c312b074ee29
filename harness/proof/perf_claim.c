/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Groups the rows that perf printed into claims: one event in one run, with all
 * its -I rows. */
#include "harness/proof/perf_claim.h"

#include <string.h>

static void claim_free(gpointer data)
{
    struct claim *claim = data;

    g_ptr_array_unref(claim->rows);
    g_free(claim->refusal);
    g_free(claim);
}

const struct perf_row *claim_row(const struct claim *claim)
{
    return g_ptr_array_index(claim->rows, 0);
}

/* "CPU1" */
static gboolean cpu_of(const char *part, guint64 *cpu)
{
    return part && g_str_has_prefix(part, "CPU") &&
           g_ascii_string_to_unsigned(part + strlen("CPU"), 10, 0, G_MAXUINT16, cpu, NULL);
}

gboolean claim_is_at(const struct claim *claim, const struct perf_event_place *place)
{
    const struct perf_row *row = claim_row(claim);
    guint64 cpu;

    if (cpu_of(row->part, &cpu) && place->of_cpu && cpu + 1 != place->of_cpu)
        return FALSE;
    return row->socket < 0 || row->socket == place->socket;
}

gboolean claim_has_part(const struct claim *claim, const char *part)
{
    guint64 cpu;

    for (unsigned i = 0; i < claim->event.n_places; i++)
        if (cpu_of(part, &cpu) && cpu + 1 == claim->event.places[i].of_cpu)
            return TRUE;
    return !part;
}

struct measure_key claim_key(const struct claim *claim, unsigned place)
{
    return (struct measure_key){
        claim->run, claim->event.places[place].block, claim->event.fixed, claim->event.control};
}

unsigned claim_n_found(const struct claim *claim)
{
    unsigned n = 0;

    for (unsigned i = 0; i < claim->event.n_places; i++)
        n += claim->found[i] != NULL;
    return n;
}

/* Whether @row, in a later table of -I, is about the event of @claim. */
static gboolean goes_on(const struct claim *claim, const struct perf_row *row)
{
    const struct perf_row *last = g_ptr_array_index(claim->rows, claim->rows->len - 1);

    return last->run == row->run && last->table < row->table && last->socket == row->socket &&
           !g_strcmp0(last->part, row->part) && !g_strcmp0(last->cgroup, row->cgroup) &&
           !strcmp(last->event, row->event);
}

/* "instructions:u GROUP" has the form of "MiB EVENT". */
static void settle(const struct machine *machine, struct planned planned, struct perf_row *row)
{
    struct perf_event event = {0};

    if (*row->unit && !row->cgroup &&
        machine->proof->event(planned, row->event, &event, NULL) == PERF_EVENT_OTHER &&
        machine->proof->event(planned, row->unit, &event, NULL) == PERF_EVENT_OURS)
        perf_row_settle(row);
}

/* Numbers the runs with figures, whose measurements must exist. A run in which
 * perf counted nothing left no measurements. */
static void number_runs(GPtrArray *claims, unsigned n_runs)
{
    gboolean *counted = g_new0(gboolean, n_runs + 1);
    unsigned n = 0;

    for (guint i = 0; i < claims->len; i++) {
        const struct claim *claim = g_ptr_array_index(claims, i);

        for (guint k = 0; claim->understood && k < claim->rows->len; k++)
            if (((const struct perf_row *)g_ptr_array_index(claim->rows, k))->state == PERF_COUNTED)
                counted[claim_row(claim)->run] = TRUE;
    }
    for (unsigned run = 0; run < n_runs; run++) {
        for (guint i = 0; i < claims->len; i++) {
            struct claim *claim = g_ptr_array_index(claims, i);
            if (claim_row(claim)->run == run)
                claim->run = counted[run] ? n : G_MAXUINT;
        }
        n += counted[run] ? 1 : 0;
    }
    g_free(counted);
}

GPtrArray *perf_claims(
    const struct machine *machine, struct planned planned, const struct perf_output *output)
{
    GPtrArray *claims = g_ptr_array_new_with_free_func(claim_free);

    for (guint i = 0; i < output->rows->len; i++) {
        struct perf_row *row = g_ptr_array_index(output->rows, i);
        struct claim *claim = NULL;
        g_autoptr(GError) error = NULL;
        enum perf_event_kind kind;

        settle(machine, planned, row);
        for (guint k = 0; row->table && !claim && k < claims->len; k++)
            if (goes_on(g_ptr_array_index(claims, k), row))
                claim = g_ptr_array_index(claims, k);
        if (claim) {
            g_ptr_array_add(claim->rows, row);
            continue;
        }
        claim = g_new0(struct claim, 1);
        kind = machine->proof->event(planned, row->event, &claim->event, &error);
        claim->rows = g_ptr_array_new();
        g_ptr_array_add(claim->rows, row);
        claim->understood = kind == PERF_EVENT_OURS;
        if (kind == PERF_EVENT_REFUSED)
            claim->refusal = g_strdup(error->message);
        if (kind == PERF_EVENT_OTHER)
            claim_free(claim);
        else
            g_ptr_array_add(claims, claim);
    }
    number_runs(claims, output->n_runs);
    return claims;
}

unsigned perf_claims_n_runs(const GPtrArray *claims)
{
    unsigned n = 0;

    for (guint i = 0; i < claims->len; i++) {
        const struct claim *claim = g_ptr_array_index(claims, i);
        if (claim->run != G_MAXUINT)
            n = MAX(n, claim->run + 1);
    }
    return n;
}

/* The number of places where @claim has @key. */
static unsigned places_with(const struct claim *claim, const struct measure_key *key)
{
    unsigned n = 0;

    for (unsigned i = 0; claim->understood && i < claim->event.n_places; i++) {
        struct measure_key own = claim_key(claim, i);
        n += claim_is_at(claim, &claim->event.places[i]) && measure_key_equal(&own, key);
    }
    return n;
}

unsigned perf_claims_count(const GPtrArray *claims, const struct measure_key *key)
{
    unsigned n = 0;

    for (guint i = 0; i < claims->len; i++)
        n += places_with(g_ptr_array_index(claims, i), key);
    return n;
}

gboolean perf_claims_in_cgroup(const GPtrArray *claims, const struct measure_key *key)
{
    for (guint i = 0; i < claims->len; i++)
        if (claim_row(g_ptr_array_index(claims, i))->cgroup &&
            places_with(g_ptr_array_index(claims, i), key))
            return TRUE;
    return FALSE;
}

unsigned perf_claims_tables(const GPtrArray *claims, unsigned run)
{
    unsigned n = 0;

    for (guint i = 0; i < claims->len; i++) {
        const struct claim *claim = g_ptr_array_index(claims, i);
        const struct perf_row *last = g_ptr_array_index(claim->rows, claim->rows->len - 1);
        if (claim->run == run)
            n = MAX(n, last->table);
    }
    return n;
}
