/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Begins and ends a live view, and reads the guest's registers. */
#include "harness/live/live.h"

#include "harness/base/did_you_mean.h"
#include "harness/base/error.h"
#include "harness/hardware/registers.h"

#include <string.h>

/* Bytes of a request to the plugin; it takes a little more. */
#define REQUEST_MAX 60000

/* ---- the beginning and the end ---- */

struct live *live_new(const struct live_guest *guest, struct guest_window *window, GError **error)
{
    struct live *live = g_new0(struct live, 1);
    unsigned cpus = guest->cpus ? guest->cpus : guest->machine->cpus;

    live->guest = *guest;
    g_mutex_init(&live->lock);
    if (live_plan_init(&live->plan, guest->machine, guest->config, cpus, guest->traffic, error) &&
        (live->link = live_link_new(window, error)))
        return live;
    live_free(live);
    return NULL;
}

void live_started(struct live *live)
{
    live_link_begin(live->link);
}

gboolean live_begin(struct live *live, const struct driver_naming *naming, GError **error)
{
    g_autofree char *now =
        live_link_ask(live->link, "stop never", NULL, error); /* and the trace is written */

    return now && (live->trace = live_trace_new(live->guest.trace, naming, error));
}

void live_free(struct live *live)
{
    if (!live)
        return;
    live_link_free(live->link);
    live_trace_free(live->trace);
    live_plan_clear(&live->plan);
    if (live->blocks)
        g_ptr_array_unref(live->blocks);
    g_mutex_clear(&live->lock);
    g_free(live);
}

/* ---- registers ---- */

unsigned live_word_bits(const struct live_word *word)
{
    return word->reg ? word->reg->width : 8 * word->size;
}

gboolean live_word_counts(const struct live *live, const struct live_word *word)
{
    const struct machine_model *model = live->guest.machine->model;

    return !word->reg || (model->counter && model->counter(word->reg));
}

/* Takes as many of the words as fit, from *@at on. */
static GString *peek_request(const struct live_word *const *words, guint n, guint *at)
{
    GString *request = g_string_new("peek");

    for (; *at < n && request->len < REQUEST_MAX; ++*at)
        g_string_append_printf(
            request, " %u:%u:%u", words[*at]->block, words[*at]->offset, words[*at]->size);
    return request;
}

guint64 live_peek(struct live *live, const struct live_word *const *words, guint n,
    struct live_value *values, GError **error)
{
    guint64 now = 0;

    for (guint from = 0, at = 0; from < n || !from; from = at) {
        GString *request = peek_request(words, n, &at);
        g_autofree char *answer = live_link_ask(live->link, request->str, &now, error);
        g_auto(GStrv) texts = answer ? g_strsplit(answer, " ", -1) : NULL;

        g_string_free(request, TRUE);
        if (!answer)
            return 0;
        for (guint i = from; i < at; i++) {
            const char *word = texts[i - from];

            values[i].there = word && strcmp(word, "-") != 0;
            values[i].value = values[i].there ? g_ascii_strtoull(word, NULL, 16) : 0;
        }
        if (at >= n)
            break;
    }
    return now;
}

const struct live_block *live_block_find(const struct live *live, const char *name, GError **error)
{
    g_autoptr(GString) names = g_string_new(NULL);
    g_autofree char *hint = NULL;

    for (guint i = 0; i < live->blocks->len; i++) {
        const struct live_block *block = g_ptr_array_index(live->blocks, i);

        if (!g_ascii_strcasecmp(block->name, name))
            return block;
        g_string_append_printf(names, "%s%s", i ? ", " : "", block->name);
    }
    hint = did_you_mean(name, names->str);
    error_usage(error, "this machine has no block '%s'%s", name, hint);
    return NULL;
}
