/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes `pmulab trace --vcd`: one pass declares the variables, a second one
 * writes their changes. */
#include "harness/trace_export/export.h"

#include "harness/base/append.h"
#include "harness/trace/trace_signals.h"

enum {
    STEP_BITS = 8,  /* a scenario has at most SCENARIO_STEPS_MAX steps */
    ID_FIRST = '%', /* '#' and '$' are allowed, but also begin other things */
    ID_CHARACTERS = '~' - ID_FIRST + 1,
};

/* Identifiers: 0 is the step, then two for each block's events, then the
 * signals. */
struct vcd {
    const struct export *export;
    GString *text;
    struct trace_signals *signals;
    GPtrArray *scopes;       /* of char *: the accessed blocks, in the order of first access */
    GHashTable *scope_index; /* name to index + 1 */
    GArray *scope_of;        /* of guint: each signal's */
    gboolean timed;          /* @time has been written */
    guint64 time;
};

enum { STEP_ID, FIRST_EVENT_ID };
enum { EVENT_READ, EVENT_WRITE, EVENTS };

static void append_id(GString *text, guint number)
{
    do {
        g_string_append_c(text, (char)(ID_FIRST + number % ID_CHARACTERS));
        number /= ID_CHARACTERS;
    } while (number);
}

static guint event_id(guint scope, unsigned event)
{
    return FIRST_EVENT_ID + scope * EVENTS + event;
}

static guint signal_id(const struct vcd *vcd, const struct trace_signal *signal)
{
    return FIRST_EVENT_ID + vcd->scopes->len * EVENTS + signal->number;
}

/* Readers separate words at blanks and hierarchies at dots, and treat brackets
 * as a range of bits. */
static void append_name(GString *text, const char *name)
{
    for (; *name; name++)
        g_string_append_c(text, g_ascii_isalnum(*name) ? *name : '_');
}

static guint add_scope(struct vcd *vcd, const struct trace_signal *signal)
{
    guint known = GPOINTER_TO_UINT(g_hash_table_lookup(vcd->scope_index, signal->scope));

    if (known)
        return known - 1;
    g_ptr_array_add(vcd->scopes, signal->scope);
    g_hash_table_insert(vcd->scope_index, signal->scope, GUINT_TO_POINTER(vcd->scopes->len));
    return vcd->scopes->len - 1;
}

static void find_signals(struct vcd *vcd)
{
    const struct export *export = vcd->export;
    const struct trace_record *record;
    const GPtrArray *all;

    while ((record = export->next(export->data)))
        trace_signals_touch(vcd->signals, record);
    trace_signals_forget(vcd->signals);
    all = trace_signals_all(vcd->signals);
    for (guint i = 0; i < all->len; i++) {
        guint scope = add_scope(vcd, g_ptr_array_index(all, i));
        g_array_append_val(vcd->scope_of, scope);
    }
}

static void declare(struct vcd *vcd, const char *type, unsigned bits, guint id, const char *name)
{
    g_string_append_printf(vcd->text, "$var %s %u ", type, bits);
    append_id(vcd->text, id);
    g_string_append_c(vcd->text, ' ');
    append_name(vcd->text, name);
    if (bits > 1)
        g_string_append_printf(vcd->text, " [%u:0]", bits - 1);
    g_string_append(vcd->text, " $end\n");
}

static void declare_scope(struct vcd *vcd, guint number)
{
    const char *scope = g_ptr_array_index(vcd->scopes, number);
    const GPtrArray *all = trace_signals_all(vcd->signals);

    g_string_append(vcd->text, "$scope module ");
    append_name(vcd->text, scope);
    g_string_append(vcd->text, " $end\n");
    declare(vcd, "event", 1, event_id(number, EVENT_READ), "read");
    declare(vcd, "event", 1, event_id(number, EVENT_WRITE), "write");
    for (guint i = 0; i < all->len; i++) {
        const struct trace_signal *signal = g_ptr_array_index(all, i);
        if (!g_strcmp0(signal->scope, scope))
            declare(vcd, "reg", signal->width, signal_id(vcd, signal), signal->leaf);
    }
    g_string_append(vcd->text, "$upscope $end\n");
}

static void append_bits(GString *text, unsigned width, guint64 value, guint64 known)
{
    const gsize begin = text->len;
    char *bit;

    g_string_set_size(text, begin + width + 2);
    bit = text->str + begin;
    *bit++ = 'b';
    while (width--)
        *bit++ = known >> width & 1 ? (char)('0' + (value >> width & 1)) : 'x';
    *bit = ' ';
}

static void append_signal(struct vcd *vcd, const struct trace_signal *signal)
{
    append_bits(vcd->text, signal->width, signal->value, signal->known);
    append_id(vcd->text, signal_id(vcd, signal));
    g_string_append_c(vcd->text, '\n');
}

static void append_step(struct vcd *vcd, guint64 step)
{
    append_bits(vcd->text, STEP_BITS, step, G_MAXUINT64);
    append_id(vcd->text, STEP_ID);
    g_string_append_c(vcd->text, '\n');
}

static void append_header(struct vcd *vcd)
{
    g_string_append_printf(vcd->text, "$version pmulab $end\n$comment ");
    /* A word of the header could end the comment. */
    for (const char *c = vcd->export->header; *c; c++)
        g_string_append_c(vcd->text, *c == '$' ? '_' : *c);
    g_string_append(vcd->text, " $end\n$timescale 1 ns $end\n$scope module ");
    append_name(vcd->text, vcd->export->model->name);
    g_string_append(vcd->text, " $end\n");
    declare(vcd, "reg", STEP_BITS, STEP_ID, "step");
    for (guint i = 0; i < vcd->scopes->len; i++)
        declare_scope(vcd, i);
    g_string_append(vcd->text, "$upscope $end\n$enddefinitions $end\n");
}

static void append_first_values(struct vcd *vcd)
{
    const GPtrArray *all = trace_signals_all(vcd->signals);

    g_string_append(vcd->text, "$dumpvars\n");
    append_step(vcd, 0);
    for (guint i = 0; i < all->len; i++)
        append_signal(vcd, g_ptr_array_index(all, i));
    g_string_append(vcd->text, "$end\n");
}

static void append_time(struct vcd *vcd, guint64 time)
{
    if (vcd->timed && vcd->time == time)
        return;
    g_string_append_c(vcd->text, '#');
    append_decimal(vcd->text, time, 0);
    g_string_append_c(vcd->text, '\n');
    vcd->timed = TRUE;
    vcd->time = time;
}

/* Not if the trace has grown since the first pass. */
static gboolean is_declared(const struct vcd *vcd, const struct trace_signal *signal)
{
    return signal->number < vcd->scope_of->len;
}

static void append_access(struct vcd *vcd, const struct trace_record *record)
{
    const GPtrArray *touched = trace_signals_touch(vcd->signals, record);
    const struct trace_signal *first = g_ptr_array_index(touched, 0);

    if (!is_declared(vcd, first))
        return;
    append_time(vcd, record->time);
    g_string_append_c(vcd->text, '1');
    append_id(vcd->text, event_id(g_array_index(vcd->scope_of, guint, first->number),
                             record->kind == TRACE_READ ? EVENT_READ : EVENT_WRITE));
    g_string_append_c(vcd->text, '\n');
    for (guint i = 0; i < touched->len; i++)
        if (is_declared(vcd, g_ptr_array_index(touched, i)))
            append_signal(vcd, g_ptr_array_index(touched, i));
}

static void append_record(struct vcd *vcd, const struct trace_record *record)
{
    if (access_is_record(record)) {
        append_access(vcd, record);
    } else if (record->kind == TRACE_STEP_BEGIN || record->kind == TRACE_STEP_END) {
        append_time(vcd, record->time);
        append_step(vcd, record->kind == TRACE_STEP_BEGIN ? record->value : 0);
    }
}

/* The second pass. */
static void append_all(struct vcd *vcd)
{
    const struct export *export = vcd->export;
    const struct trace_record *record;

    append_header(vcd);
    append_time(vcd, 0);
    append_first_values(vcd);
    while (export->step(export->data) && (record = export->next(export->data)))
        append_record(vcd, record);
}

void export_vcd(const struct export *export)
{
    struct vcd vcd = {
        .export = export,
        .text = export->text,
        .signals = trace_signals_new(export->model),
        .scopes = g_ptr_array_new(),
        .scope_index = g_hash_table_new(g_str_hash, g_str_equal),
        .scope_of = g_array_new(FALSE, FALSE, sizeof(guint)),
    };

    find_signals(&vcd);
    if (export->again(export->data))
        append_all(&vcd);
    g_array_unref(vcd.scope_of);
    g_hash_table_unref(vcd.scope_index);
    g_ptr_array_unref(vcd.scopes);
    trace_signals_free(vcd.signals);
}
