/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sends a viewer the changes. */
#include "harness/live/live_state.h"

#include "harness/format/json.h"
#include "harness/hardware/registers.h"
#include "harness/live/live_blocks.h"
#include "harness/trace/call_paths.h"
#include "harness/trace/trace_words.h"

/* Maximum accesses in one message. A viewer with more misses the older ones. */
#define ACCESSES_MAX 64

struct live_view {
    struct live *live;
    const struct live_block *block;
    const struct live_word **words;
    struct live_value *values, *old;
    gboolean seen;   /* the values once */
    guint64 next;    /* access */
    guint64 effects; /* entries of the plan whose effect was reported, and entries that existed */
};

struct live_view *live_view_new(struct live *live, const struct live_block *block)
{
    struct live_view *view = g_new0(struct live_view, 1);
    guint n = block->words->len;

    view->live = live;
    view->block = block;
    view->words = g_new(const struct live_word *, n);
    for (guint i = 0; i < n; i++)
        view->words[i] = &g_array_index(block->words, struct live_word, i);
    view->values = g_new0(struct live_value, n);
    view->old = g_new0(struct live_value, n);
    view->effects = G_MAXUINT64;
    return view;
}

void live_view_free(struct live_view *view)
{
    g_free(view->words);
    g_free(view->values);
    g_free(view->old);
    g_free(view);
}

void live_view_from(struct live_view *view, guint64 access)
{
    view->next = access;
}

static void add_value(JsonBuilder *json, const struct live_view *view, guint i)
{
    const struct reg *reg = view->words[i]->reg;
    g_autoptr(GString) fields = g_string_new(NULL);
    g_autofree char *index = g_strdup_printf("%u", i), *text = NULL;

    if (view->values[i].there)
        text = register_hex(live_word_bits(view->words[i]), view->values[i].value);
    if (view->values[i].there && reg)
        register_append_fields(fields, view->live->guest.machine->model, reg, view->values[i].value,
            reg_low_bits(reg->width));
    json_builder_set_member_name(json, index);
    json_builder_begin_array(json);
    if (text)
        json_builder_add_string_value(json, text);
    else
        json_builder_add_null_value(json);
    json_builder_add_string_value(json, fields->str);
    json_builder_end_array(json);
}

static void add_values(JsonBuilder *json, struct live_view *view)
{
    json_builder_set_member_name(json, "regs");
    json_builder_begin_object(json);
    for (guint i = 0; i < view->block->words->len; i++) {
        const struct live_value *now = &view->values[i], *old = &view->old[i];

        if (!view->seen || now->there != old->there || now->value != old->value)
            add_value(json, view, i);
        view->old[i] = view->values[i];
    }
    json_builder_end_object(json);
    view->seen = TRUE;
}

static gboolean was_written(const struct live_view *view, const struct live_word *word)
{
    const struct live_trace *trace = view->live->trace;

    for (guint64 i = live_trace_accesses(trace); i-- > view->next;) {
        const struct trace_record *record = live_trace_record(trace, i);

        if (!record)
            return FALSE;
        if (record->kind == TRACE_WRITE && record->block == word->block &&
            record->offset >= word->offset && record->offset < live_word_end(view->block, word))
            return TRUE;
    }
    return FALSE;
}

static void add_written(JsonBuilder *json, const struct live_view *view)
{
    json_builder_set_member_name(json, "set");
    json_builder_begin_array(json);
    for (guint i = 0; i < view->block->words->len; i++)
        if (was_written(view, view->words[i]))
            json_builder_add_int_value(json, i);
    json_builder_end_array(json);
}

static void add_access(
    JsonBuilder *json, struct trace_words *words, const struct live *live, guint64 number)
{
    const struct trace_record *record = live_trace_access(live->trace, number);
    g_autofree char *by = NULL;

    if (!record)
        return;
    by = call_path_text(record);
    trace_words_set(words, live->guest.machine->model, record);
    json_builder_begin_object(json);
    json_add_count(json, "number", number);
    json_add_count(json, "time", record->time);
    json_add_number(json, "cpu", record->cpu);
    json_add_flag(json, "write", record->kind == TRACE_WRITE);
    json_add_text(json, "name", words->name->str);
    json_add_text(json, "value", words->value->str);
    json_add_text(json, "fields", words->fields->str);
    json_add_text(json, "by", by ? by : "");
    json_builder_end_object(json);
}

static void add_accesses(JsonBuilder *json, struct live_view *view)
{
    const struct live *live = view->live;
    guint64 end = live_trace_accesses(live->trace);
    struct trace_words words;

    trace_words_init(&words);
    json_builder_set_member_name(json, "accesses");
    json_builder_begin_array(json);
    for (guint64 i = MAX(view->next, end > ACCESSES_MAX ? end - ACCESSES_MAX : 0); i < end; i++)
        add_access(json, &words, live, i);
    json_builder_end_array(json);
    trace_words_clear(&words);
    view->next = end;
    json_add_count(json, "next", end);
}

/* Grows with each entry, and again when that takes effect. */
static guint64 effects_of(const struct live_plan *plan)
{
    guint64 effects = plan->entries->len;

    for (guint i = 0; i < plan->entries->len; i++)
        effects += g_array_index(plan->entries, struct live_entry, i).time != 0;
    return effects;
}

static void add_traffic(JsonBuilder *json, const struct live_entry *entry)
{
    g_autofree char *what = NULL, *amount = NULL;

    if (!entry->time || !live_plan_traffic(entry, &what, &amount))
        return;
    json_builder_begin_object(json);
    json_add_text(json, "what", what);
    json_add_text(json, "amount", amount);
    json_add_count(json, "since", entry->time);
    json_add_flag(json, "refused", entry->refused);
    json_builder_end_object(json);
}

static void add_plan(JsonBuilder *json, struct live_view *view)
{
    const struct live_plan *plan = &view->live->plan;
    guint64 effects = effects_of(plan);

    if (effects == view->effects)
        return;
    view->effects = effects;
    json_builder_set_member_name(json, "traffic");
    json_builder_begin_array(json);
    for (guint i = 0; i < plan->entries->len; i++)
        add_traffic(json, &g_array_index(plan->entries, struct live_entry, i));
    json_builder_end_array(json);
}

/* The access at which a step has stopped the guest; later ones may follow
 * it. */
static void add_place(JsonBuilder *json, const struct live *live)
{
    guint64 n = live_trace_accesses(live->trace), time;
    const struct trace_record *record;
    unsigned cpu;

    if (!live_link_stepped(live->link, &time, &cpu))
        return;
    while (n-- && (record = live_trace_access(live->trace, n)))
        if (record->time == time && record->cpu == cpu) {
            json_add_count(json, "at", n);
            return;
        }
}

gboolean live_view_next(struct live_view *view, GString *text, GError **error)
{
    g_autoptr(JsonBuilder) json = json_builder_new();
    struct live *live = view->live;
    gboolean runs = live_link_runs(live->link);
    GString *line;
    guint64 now = live_peek(live, view->words, view->block->words->len, view->values, error);

    if (!now)
        return FALSE;
    g_mutex_lock(&live->lock);
    live_trace_read(live->trace, &live->plan);
    json_builder_begin_object(json);
    json_add_count(json, "time", now);
    json_add_flag(json, "runs", runs);
    if (!runs) /* it may have stopped since it was asked: then the next message has both */
        add_place(json, live);
    add_values(json, view);
    add_written(json, view);
    add_accesses(json, view);
    add_plan(json, view);
    json_builder_end_object(json);
    g_mutex_unlock(&live->lock);
    line = json_text(json, FALSE);
    g_string_append(text, line->str);
    g_string_free(line, TRUE);
    return TRUE;
}
