/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lines and columns of `pmulab trace`, also used for verdicts and the
 * report. */
#include "harness/trace/trace_text.h"

#include "harness/base/append.h"
#include "harness/trace/accesses.h"
#include "harness/trace/call_paths.h"

#include <string.h>

/* Widths of columns; lines of the usual registers fit OUTPUT_COLUMNS. */
enum { TIME = 14, CPU = 3, PC = 16, NAME = 26, VALUE = 10 };

/* Columns: the event's begin, after the actor, and the begin of a register's
 * name, after R or W. */
enum { EVENT_AT = TIME + 1 + CPU + 1 + PC + 1, NAME_AT = EVENT_AT + 2 };

void trace_text_headings(struct output *out)
{
    g_autofree char *line = g_strdup_printf("%*s %*s %*s    %-*s %-*s %s", TIME, "seconds", CPU,
        "cpu", PC, "pc", NAME, "register", VALUE, "value", "fields");

    if (out->terminal && out->terminal < strlen(line))
        line[out->terminal] = '\0';
    output_add(out, OUTPUT_BOLD, g_strchomp(line));
    output_add(out, OUTPUT_PLAIN, "\n");
}

/* Adds the actor: the CPU if one is involved, and its PC if an instruction
 * caused the record. */
static void add_who(GString *text, const struct trace_record *record)
{
    g_string_append_c(text, ' ');
    if (trace_has_cpu(record)) {
        append_decimal(text, record->cpu, CPU);
    } else {
        append_blanks(text, CPU - 1);
        g_string_append_c(text, '-');
    }
    g_string_append_c(text, ' ');
    if (trace_has_pc(record)) {
        append_hex(text, record->pc, PC);
    } else {
        append_blanks(text, PC - 1);
        g_string_append_c(text, '-');
    }
    g_string_append_c(text, ' ');
}

/* Appends @text, which should begin in column @at; without room there, a
 * terminal gets it below the name. In a pipe a record is always one line.
 * Returns the column after it. */
static gsize add_part(struct output *out, const GString *text, gsize at)
{
    if (!out->terminal || at + text->len <= out->terminal) {
        output_add(out, OUTPUT_PLAIN, text->str);
        return at + text->len;
    }
    while (g_str_has_suffix(out->text->str, " "))
        g_string_truncate(out->text, out->text->len - 1);
    output_printf(out, "\n%*s", NAME_AT, "");
    output_append_wrapped(out->text, text->str, NAME_AT, out->terminal - NAME_AT);
    return NAME_AT + text->len;
}

static void add_access(
    struct output *out, const struct trace_record *record, const struct trace_words *words)
{
    guint padding = MAX(VALUE - (int)words->value->len, 0);
    gsize at;

    /* Software reads and writes, hardware latches. */
    output_add(out, OUTPUT_BOLD,
        record->kind == TRACE_READ    ? "R"
        : record->kind == TRACE_WRITE ? "W"
                                      : "L");
    g_string_append_c(out->text, ' ');
    append_bytes(out->text, words->name->str, words->name->len);
    append_blanks(out->text, (guint)MAX(NAME - (int)words->name->len, 0) + 1);
    at = add_part(out, words->value, NAME_AT + MAX(NAME, words->name->len) + 1);
    if (!words->fields->len)
        return;
    append_blanks(out->text, padding + 1);
    add_part(out, words->fields, at + (gsize)padding + 1);
}

static void add_event(struct output *out, const struct trace_record *record, const char *words)
{
    enum output_style style = record->kind == TRACE_REFUSED ? OUTPUT_WARNING : OUTPUT_BOLD;
    g_autoptr(GString) broken = NULL;

    if (out->terminal && EVENT_AT + strlen(words) > out->terminal) {
        broken = g_string_new(NULL);
        output_append_wrapped(broken, words, NAME_AT, out->terminal - NAME_AT);
        words = broken->str;
    }
    output_add(out, style, words);
}

void trace_text_add_words(struct output *out, struct trace_words *words,
    const struct machine_model *model, const struct trace_record *record)
{
    trace_words_set(words, model, record);
    append_seconds(out->text, record->time, TIME - 10);
    add_who(out->text, record);
    if (!access_is_record(record)) {
        add_event(out, record, words->name->str);
    } else {
        add_access(out, record, words);
        if (record->call_path)
            append_text(out->text, "  by ");
        call_path_append(out->text, record);
    }
    g_string_append_c(out->text, '\n');
}

void trace_text_add(
    struct output *out, const struct machine_model *model, const struct trace_record *record)
{
    struct trace_words words;

    trace_words_init(&words);
    trace_text_add_words(out, &words, model, record);
    trace_words_clear(&words);
}

static void add_tabbed(GString *text, guint64 number)
{
    append_decimal(text, number, 0);
    g_string_append_c(text, '\t');
}

static void add_tabbed_hex(GString *text, guint64 number)
{
    append_hex(text, number, 0);
    g_string_append_c(text, '\t');
}

void trace_text_add_raw(struct output *out, const struct trace_record *record)
{
    GString *text = out->text;

    add_tabbed(text, record->time);
    add_tabbed(text, record->cpu);
    add_tabbed_hex(text, record->pc);
    append_text(text, trace_kind_name(record->kind));
    g_string_append_c(text, '\t');
    add_tabbed(text, record->block);
    add_tabbed_hex(text, record->offset);
    add_tabbed(text, record->size);
    append_hex(text, record->value, 0);
    if (record->call_path)
        g_string_append_c(text, '\t');
    call_path_append(text, record);
    g_string_append_c(text, '\n');
}
