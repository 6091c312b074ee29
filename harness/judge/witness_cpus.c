/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Compares the CPU of an access in the trace with the guest's report. */
#include "harness/judge/witness.h"

#include "harness/trace/accesses.h"
#include "models/sim/step.h"

/* Further differences are rarely new. */
#define LINES_MAX 10

static void complain(GPtrArray *notes, guint *found, const struct trace_record *record, char *what)
{
    g_autofree char *text = what;
    g_autofree char *time = access_time_text(record->time);

    if (++*found <= LINES_MAX)
        g_ptr_array_add(notes, g_strdup_printf("CPUs: %s, at %s", text, time));
}

/* Collects the guest's report of each CPU. */
static GHashTable *hear(const struct witnessed *witnessed, GPtrArray *notes, guint *found)
{
    GHashTable *sockets = g_hash_table_new(NULL, NULL);

    for (gsize i = 0; i < witnessed->n; i++) {
        const struct trace_record *record = &witnessed->records[i];
        unsigned cpu = record->value & 0xffff;

        if (record->kind != TRACE_WITNESS || record->offset != WITNESS_CPU)
            continue;
        if (cpu != record->cpu)
            complain(notes, found, record,
                g_strdup_printf("the guest's CPU %u is CPU %u of the trace", cpu, record->cpu));
        g_hash_table_insert(sockets, GUINT_TO_POINTER(cpu),
            GUINT_TO_POINTER((guint)(record->value >> SIM_WITNESS_SOCKET_SHIFT)));
    }
    return sockets;
}

/* Whether @record's CPU is of the socket, by the guest's reports so far. */
static gboolean is_of(GHashTable *sockets, const struct trace_record *record, unsigned socket)
{
    gpointer found;

    return !g_hash_table_lookup_extended(sockets, GUINT_TO_POINTER(record->cpu), NULL, &found) ||
           GPOINTER_TO_UINT(found) == socket;
}

/* The owner of a block that @record's CPU cannot reach, as a new string; NULL:
 * it can reach the block. */
static char *stranger(
    const struct witnessed *witnessed, GHashTable *sockets, const struct trace_record *record)
{
    unsigned number = 0;
    enum machine_owner owner = witnessed->machine->owner(record->block, &number);

    if (owner == OWNER_CPU && record->cpu != number)
        return g_strdup_printf("CPU %u", number);
    if (owner == OWNER_SOCKET && !is_of(sockets, record, number))
        return g_strdup_printf("socket %u", number);
    return NULL;
}

static void check_accesses(
    const struct witnessed *witnessed, GHashTable *sockets, GPtrArray *notes, guint *found)
{
    for (gsize i = 0; i < witnessed->n; i++) {
        const struct trace_record *record = &witnessed->records[i];

        if ((record->kind != TRACE_READ && record->kind != TRACE_WRITE) || !record->pc)
            continue;
        g_autofree char *who = stranger(witnessed, sockets, record);
        g_autofree char *place = who ? access_place_text(witnessed->machine->model, record) : NULL;
        if (who)
            complain(notes, found, record,
                g_strdup_printf("CPU %u reached %s, which is %s's", record->cpu, place, who));
    }
}

gboolean witness_cpus(const struct witnessed *witnessed, GPtrArray *notes)
{
    guint found = 0;
    GHashTable *sockets = hear(witnessed, notes, &found);
    guint n = g_hash_table_size(sockets);

    if (n && witnessed->machine->owner)
        check_accesses(witnessed, sockets, notes, &found);
    if (n && !found)
        g_ptr_array_add(notes, g_strdup_printf("CPUs: %u, as the guest says", n));
    g_hash_table_unref(sockets);
    return !found;
}
