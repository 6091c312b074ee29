/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Puts records in order, holding as few of them in memory as the order
 * allows. */
#include "harness/trace/trace_order.h"

struct trace_order {
    struct trace_file *file;
    /* of guint64: for each frame, the earliest time in it and in all later
     * ones */
    GArray *earliest;
    GArray *held;     /* of struct trace_record, by time */
    guint next;       /* index in the held ones */
    guint64 least;    /* the earliest time held */
    guint64 known_to; /* no record up to this time is missing */
    gboolean ended;   /* the file has no more records */
    GError *damage;   /* reported at the end */
};

static GArray *earliest_of(const GArray *heads)
{
    GArray *earliest = g_array_sized_new(FALSE, FALSE, sizeof(guint64), heads->len);
    guint64 least = G_MAXUINT64;

    g_array_set_size(earliest, heads->len);
    for (guint i = heads->len; i--;) {
        least = MIN(least, g_array_index(heads, struct trace_head, i).from);
        g_array_index(earliest, guint64, i) = least;
    }
    return earliest;
}

struct trace_order *trace_order_new(struct trace_file *file, GError **error)
{
    g_autoptr(GArray) heads = trace_file_keep(file, error) ? trace_file_heads(file, error) : NULL;
    struct trace_order *order;

    if (!heads)
        return NULL;
    order = g_new0(struct trace_order, 1);
    order->file = file;
    order->earliest = earliest_of(heads);
    order->held = g_array_new(FALSE, FALSE, sizeof(struct trace_record));
    return order;
}

void trace_order_free(struct trace_order *order)
{
    if (!order)
        return;
    g_array_unref(order->earliest);
    g_array_unref(order->held);
    g_clear_error(&order->damage);
    g_free(order);
}

static int by_time(gconstpointer a, gconstpointer b)
{
    const struct trace_record *one = a, *other = b;

    return (one->time > other->time) - (one->time < other->time);
}

static gboolean is_in_order(const GArray *records)
{
    for (guint i = 1; i < records->len; i++)
        if (g_array_index(records, struct trace_record, i - 1).time >
            g_array_index(records, struct trace_record, i).time)
            return FALSE;
    return TRUE;
}

static void hold_more(struct trace_order *order)
{
    gsize n;
    const struct trace_record *records = trace_file_frame(order->file, &n, &order->damage);

    order->ended = !records;
    if (!records)
        return;
    g_array_append_vals(order->held, records, (guint)n);
    for (gsize i = 0; i < n; i++)
        order->least = MIN(order->least, records[i].time);
}

/* The time up to which no record can be missing. */
static guint64 known_to(const struct trace_order *order)
{
    guint64 frames = trace_file_frames(order->file);

    return order->ended || frames >= order->earliest->len
               ? G_MAXUINT64
               : g_array_index(order->earliest, guint64, (guint)frames);
}

/* Reads until a record is ready or the file ends. */
static void read_on(struct trace_order *order)
{
    g_array_remove_range(order->held, 0, order->next);
    order->next = 0;
    order->least =
        order->held->len ? g_array_index(order->held, struct trace_record, 0).time : G_MAXUINT64;
    do
        hold_more(order);
    while (!order->ended && (!order->held->len || order->least > known_to(order)));
    if (!is_in_order(order->held))
        g_array_sort(order->held, by_time); /* stable, as GLib guarantees */
    order->known_to = known_to(order);
}

const struct trace_record *trace_order_next(struct trace_order *order, GError **error)
{
    for (;;) {
        const struct trace_record *record =
            order->next < order->held->len
                ? &g_array_index(order->held, struct trace_record, order->next)
                : NULL;

        if (record && record->time <= order->known_to) {
            order->next++;
            return record;
        }
        if (order->ended)
            break;
        read_on(order);
    }
    if (order->damage)
        g_propagate_error(error, g_steal_pointer(&order->damage));
    return NULL;
}
