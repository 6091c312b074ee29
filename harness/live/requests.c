/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Executes a user's requests to a running guest. */
#include "harness/live/requests.h"

#include "harness/base/error.h"
#include "harness/hardware/registers.h"
#include "harness/live/live_blocks.h"
#include "harness/live/live_scenario.h"
#include "harness/live/live_state.h"

#include <string.h>

/* ---- registers ---- */

static const struct live_word *word_find(
    const struct live_block *block, const char *name, GError **error)
{
    for (guint i = 0; i < block->words->len; i++) {
        const struct live_word *word = &g_array_index(block->words, struct live_word, i);

        if (!g_ascii_strcasecmp(word->name, name))
            return word;
    }
    error_usage(error, "%s has no register '%s'", block->name, name);
    return NULL;
}

/* Names of blocks and of events may have dots: the longest name of a block that
 * fits comes first. A block alone sets *@word to NULL. */
static gboolean find_place(const struct live *live, const char *path,
    const struct live_block **block, const struct live_word **word, GError **error)
{
    const struct live_block *best = NULL;

    *word = NULL;
    for (guint i = 0; i < live->blocks->len; i++) {
        const struct live_block *b = g_ptr_array_index(live->blocks, i);
        size_t n = strlen(b->name);

        if (!g_ascii_strncasecmp(b->name, path, n) && (!path[n] || path[n] == '.') &&
            (!best || n > strlen(best->name)))
            best = b;
    }
    *block = best ? best : live_block_find(live, path, error);
    if (!*block)
        return FALSE;
    path += strlen((*block)->name);
    return !*path || (*word = word_find(*block, path + 1, error));
}

static void append_word(GString *answer, const struct live *live, const struct live_block *block,
    const struct live_word *word, const struct live_value *value)
{
    g_autofree char *text =
        value->there ? register_hex(live_word_bits(word), value->value) : g_strdup("-");

    g_string_append_printf(answer, "%s.%s %s", block->name, word->name, text);
    if (value->there && word->reg) {
        g_autoptr(GString) fields = g_string_new(NULL);

        register_append_fields(fields, live->guest.machine->model, word->reg, value->value,
            reg_low_bits(word->reg->width));
        g_string_append_printf(answer, "%s%s", fields->len ? " " : "", fields->str);
    }
    g_string_append_c(answer, '\n');
}

static gboolean do_peek(struct live *live, const char *rest, GString *answer, GError **error)
{
    const struct live_block *block;
    const struct live_word *word;
    g_autoptr(GArray) words = g_array_new(FALSE, FALSE, sizeof(const struct live_word *));
    g_autoptr(GArray) values = g_array_new(FALSE, TRUE, sizeof(struct live_value));

    if (!find_place(live, rest, &block, &word, error))
        return FALSE;
    for (guint i = 0; i < (word ? 1 : block->words->len); i++) {
        const struct live_word *one =
            word ? word : &g_array_index(block->words, struct live_word, i);

        g_array_append_val(words, one);
    }
    g_array_set_size(values, words->len);
    if (!live_peek(live, (const struct live_word *const *)(gconstpointer)words->data, words->len,
            (struct live_value *)(gpointer)values->data, error))
        return FALSE;
    for (guint i = 0; i < words->len; i++)
        append_word(answer, live, block, g_array_index(words, const struct live_word *, i),
            &g_array_index(values, struct live_value, i));
    return TRUE;
}

static gboolean do_blocks(struct live *live, const char *rest, GString *answer, GError **error)
{
    (void)rest;
    (void)error;
    for (guint i = 0; i < live->blocks->len; i++)
        g_string_append_printf(
            answer, "%s\n", ((const struct live_block *)g_ptr_array_index(live->blocks, i))->name);
    return TRUE;
}

static gboolean do_words(struct live *live, const char *rest, GString *answer, GError **error)
{
    const struct live_block *block = live_block_find(live, rest, error);

    for (guint i = 0; block && i < block->words->len; i++) {
        const struct live_word *word = &g_array_index(block->words, struct live_word, i);

        g_string_append_printf(
            answer, "%s %u %d\n", word->name, live_word_bits(word), live_word_counts(live, word));
    }
    return block != NULL;
}

/* ---- the plan ---- */

static gboolean add_to_plan(struct live *live, const char *line, GString *answer, GError **error)
{
    g_autofree char *request = g_strdup_printf("plan %s", line), *none = NULL;
    guint64 now;

    if (!live_plan_check(&live->plan, line, error))
        return FALSE;
    g_mutex_lock(&live->lock);
    none = live_link_ask(live->link, request, &now, error);
    if (none) {
        live_plan_add(&live->plan, line, now);
        live_trace_read(live->trace, &live->plan);
    }
    g_mutex_unlock(&live->lock);
    if (none)
        g_string_append_printf(answer, "%s\n", line);
    return none != NULL;
}

static gboolean do_poke(struct live *live, const char *rest, GString *answer, GError **error)
{
    g_auto(GStrv) words = g_strsplit(rest, " ", -1);
    g_autofree char *line = NULL;

    if (g_strv_length(words) != 2)
        return error_usage(error, "expected BLOCK.REGISTER VALUE");
    line = g_strdup_printf("%s = %s", words[0], words[1]);
    return add_to_plan(live, line, answer, error);
}

static gboolean do_traffic(struct live *live, const char *rest, GString *answer, GError **error)
{
    return add_to_plan(live, rest, answer, error);
}

static gboolean do_fault(struct live *live, const char *rest, GString *answer, GError **error)
{
    g_autofree char *line = g_strdup_printf("fault %s", rest);

    return add_to_plan(live, line, answer, error);
}

/* ---- stopping ---- */

static gboolean do_pause(struct live *live, const char *rest, GString *answer, GError **error)
{
    (void)rest;
    (void)answer;
    live_link_forget_step(live->link);
    return live_link_run(live->link, FALSE, error);
}

/* Cancels a step that has not reached its access. */
static gboolean do_continue(struct live *live, const char *rest, GString *answer, GError **error)
{
    g_autofree char *none = NULL;

    (void)rest;
    (void)answer;
    live_link_forget_step(live->link);
    none = live_link_ask(live->link, "stop never", NULL, error);
    return none && live_link_run(live->link, TRUE, error);
}

static gboolean do_step(struct live *live, const char *rest, GString *answer, GError **error)
{
    const struct live_block *block;
    const struct live_word *word = NULL;
    g_autofree char *request = g_strdup("stop any"), *none = NULL;

    (void)answer;
    if (*rest) {
        if (!find_place(live, rest, &block, &word, error))
            return FALSE;
        g_free(request);
        request = word ? g_strdup_printf(
                             "stop %u %u %u", word->block, word->offset, live_word_end(block, word))
                       : g_strdup_printf("stop %u 0 %u", block->number, G_MAXUINT32);
    }
    live_link_forget_step(live->link);
    none = live_link_ask(live->link, request, NULL, error);
    return none && live_link_run(live->link, TRUE, error);
}

/* ---- all of them ---- */

static gboolean do_scenario(struct live *live, const char *rest, GString *answer, GError **error)
{
    (void)rest;
    (void)error;
    g_mutex_lock(&live->lock);
    live_trace_read(live->trace, &live->plan);
    live_scenario_append(answer, live);
    g_mutex_unlock(&live->lock);
    return TRUE;
}

static gboolean do_view(struct live *live, const char *rest, GString *answer, GError **error)
{
    g_auto(GStrv) words = g_strsplit(rest, " ", 2);
    const struct live_block *block = live_block_find(live, words[0] ? words[0] : "", error);
    struct live_view *view = block ? live_view_new(live, block) : NULL;
    gboolean ok;

    if (!view)
        return FALSE;
    if (words[1])
        live_view_from(view, g_ascii_strtoull(words[1], NULL, 10));
    ok = live_view_next(view, answer, error);
    live_view_free(view);
    return ok;
}

static const struct {
    const char *word;
    gboolean (*act)(struct live *live, const char *rest, GString *answer, GError **error);
} requests[] = {
    {"blocks", do_blocks},
    {"words", do_words},
    {"peek", do_peek},
    {"poke", do_poke},
    {"traffic", do_traffic},
    {"fault", do_fault},
    {"pause", do_pause},
    {"continue", do_continue},
    {"step", do_step},
    {"scenario", do_scenario},
    {"view", do_view},
};

gboolean live_do(struct live *live, const char *line, GString *answer, GError **error)
{
    g_autoptr(GString) words = g_string_new(NULL);
    gsize n = strcspn(line, " ");

    for (const char *c = line; *c; c++)
        if (g_ascii_iscntrl(*c))
            return error_usage(error, "expected one line of text");

    for (guint i = 0; i < G_N_ELEMENTS(requests); i++) {
        if (strlen(requests[i].word) == n && !strncmp(requests[i].word, line, n))
            return requests[i].act(live, line + n + strspn(line + n, " "), answer, error);
        g_string_append_printf(words, "%s%s", i ? ", " : "", requests[i].word);
    }
    return error_usage(error, "'%.*s': expected one of %s", (int)n, line, words->str);
}
