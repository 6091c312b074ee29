/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads what guest/play.c prints, and finds its marks in the trace. */
#include "harness/play/play_text.h"

#include "harness/base/error.h"
#include "models/sim/step.h"

#include <stdio.h>
#include <string.h>

/* ---- lines ---- */

static gboolean read_number(const char *word, guint64 most, guint64 *number)
{
    return word && g_ascii_string_to_unsigned(word, 10, 0, most, number, NULL);
}

static gboolean read_event(struct play_op *op, char **words)
{
    guint64 event;

    if (!read_number(words[0], PLAY_EVENTS - 1, &event))
        return FALSE;
    op->event = (unsigned)event;
    return !words[1];
}

static gboolean read_group(struct play_op *op, char **words)
{
    char *alone[] = {words[0], NULL};

    op->whole = words[0] && words[1] && !strcmp(words[1], "all") && !words[2];
    return read_event(op, op->whole ? alone : words);
}

/* "cpu 0", "in 4", "task": moves @words to the last one that belongs to it. */
static gboolean read_attribute(struct play_op *op, char ***words)
{
    const char *word = **words;
    guint64 number = 0;

    op->task |= !strcmp(word, "task");
    op->excludes |= !strcmp(word, "user") || !strcmp(word, "kernel");
    if (!strcmp(word, "task") || !strcmp(word, "user") || !strcmp(word, "kernel"))
        return TRUE;
    word = *++*words;
    if (!strcmp((*words)[-1], "period")) {
        op->samples = read_number(word, G_MAXUINT64, &number) && number;
        return word != NULL;
    }
    if (g_strcmp0(word, "any") && !read_number(word, G_MAXINT, &number))
        return FALSE;
    *(!strcmp((*words)[-1], "cpu") ? &op->cpu : &op->leader) =
        strcmp(word, "any") ? (int)number : PLAY_ANY_CPU;
    return TRUE;
}

static gboolean read_open(struct play_op *op, char **words)
{
    char *alone[] = {words[0], NULL};
    const int no_cpu = -2;

    if (!read_event(op, alone) || !words[1])
        return FALSE;
    op->name = g_strdup(words[1]);
    op->cpu = no_cpu;
    op->leader = -1;
    for (words += 2; *words; words++)
        if (!read_attribute(op, &words))
            return FALSE;
    return op->cpu != no_cpu;
}

static gboolean read_map(struct play_op *op, char **words)
{
    char *alone[] = {words[0], NULL};

    return read_event(op, alone) && (!words[1] || read_number(words[1], G_MAXINT, &op->pages));
}

static gboolean read_module(struct play_op *op, char **words)
{
    op->name = g_strdup(words[0]);
    op->on = words[0] && !g_strcmp0(words[1], "on");
    return words[0] && words[1];
}

static gboolean read_cpu(struct play_op *op, char **words)
{
    guint64 cpu;

    if (!read_number(words[0], G_MAXINT, &cpu) || !words[1])
        return FALSE;
    op->cpu = (int)cpu;
    op->on = !strcmp(words[1], "on");
    return TRUE;
}

static gboolean read_rest(struct play_op *op, char **words)
{
    (void)op;
    return words[0] != NULL;
}

static const struct {
    const char *word;
    gboolean (*read)(struct play_op *op, char **words);
} verbs[] = {
    [PLAY_OPEN] = {"open", read_open},
    [PLAY_ON] = {"on", read_group},
    [PLAY_OFF] = {"off", read_group},
    [PLAY_RESET] = {"reset", read_group},
    [PLAY_READ] = {"read", read_event},
    [PLAY_CLOSE] = {"close", read_event},
    [PLAY_WAIT] = {"wait", read_rest},
    [PLAY_CPU] = {"cpu", read_cpu},
    [PLAY_PUT] = {"put", read_rest},
    [PLAY_MAP] = {"map", read_map},
    [PLAY_UNMAP] = {"unmap", read_event},
    [PLAY_MODULE] = {"module", read_module},
};

/* "ok", "EBADF", "52346 enabled 1032000 running 1032000" */
static gboolean read_result(struct play_op *op, const char *text)
{
    int n = 0;

    if (op->verb != PLAY_READ || !g_ascii_isdigit(*text)) {
        op->done = !strcmp(text, "ok");
        return op->done || (*text == 'E' && op->verb != PLAY_WAIT);
    }
    op->done =
        sscanf(text,
            "%" G_GUINT64_FORMAT " enabled %" G_GUINT64_FORMAT " running %" G_GUINT64_FORMAT "%n",
            &op->count, &op->enabled, &op->running, &n) == 3 &&
        !text[n];
    return op->done;
}

static gboolean read_line(struct play_op *op, const char *line)
{
    const char *equal = g_strrstr(line, " = ");
    g_autofree char *begin = equal ? g_strndup(line, (gsize)(equal - line)) : NULL;
    g_auto(GStrv) words = begin ? g_strsplit_set(begin, " \t", -1) : NULL;

    for (gsize i = 0; words && words[0] && i < G_N_ELEMENTS(verbs); i++) {
        if (strcmp(words[0], verbs[i].word))
            continue;
        op->verb = (enum play_verb)i;
        op->line = g_strdup(line);
        op->result = op->line + (equal - line) + strlen(" = ");
        return verbs[i].read(op, words + 1) && read_result(op, op->result);
    }
    return FALSE;
}

static void free_op(gpointer data)
{
    struct play_op *op = data;

    g_free(op->line);
    g_free(op->name);
    g_free(op);
}

GPtrArray *play_text_read(const char *text)
{
    GPtrArray *ops = g_ptr_array_new_with_free_func(free_op);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

    for (char **line = lines; *line; line++) {
        struct play_op *op = g_new0(struct play_op, 1);

        if (read_line(op, *line))
            g_ptr_array_add(ops, op);
        else
            free_op(op);
    }
    return ops;
}

/* ---- marks ---- */

static gboolean fail(GError **error, const GPtrArray *ops, guint n_marks)
{
    return error_failed(error,
        "the output has %u operations, the trace the marks of %u: expected the same", ops->len,
        n_marks);
}

gboolean play_text_place(
    GPtrArray *ops, const struct trace_record *records, gsize begin, gsize end, GError **error)
{
    struct play_op *open = NULL;
    guint n = 0;

    for (gsize i = begin + 1; i < end; i++) {
        if (records[i].kind != TRACE_WITNESS || records[i].offset != WITNESS_PLAY)
            continue;
        if (records[i].value & 1) {
            if (!open)
                return fail(error, ops, n);
            open->end = i;
            open = NULL;
            continue;
        }
        if (open || n >= ops->len)
            return fail(error, ops, n + 1);
        open = g_ptr_array_index(ops, n++);
        open->begin = i;
        open->first = records[i].value >> 1 == 1;
    }
    return (n == ops->len && !open) || fail(error, ops, n);
}
