/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `pmulab explain`: the causes of wrong figures. */
#include "harness/base/error.h"
#include "harness/base/output.h"
#include "harness/base/table.h"
#include "harness/cli/arguments.h"
#include "harness/cli/command.h"
#include "harness/proof/perf_why.h"

static void list(struct output *out)
{
    static const struct table_column columns[] = {{"", FALSE}, {"cause", FALSE}};
    struct table *table = table_new(columns, G_N_ELEMENTS(columns));

    for (unsigned i = 0; i < PERF_CAUSES_N; i++) {
        const struct perf_cause_text *cause = perf_cause_text(i);
        g_autofree char *number = g_strdup_printf("P%u", cause->number);

        table_row(table, OUTPUT_PLAIN, (const char *const[]){number, cause->title});
    }
    table_print(table, out);
}

/* The cause with the number in @word, "P5"; NULL: there is none. */
static const struct perf_cause_text *find(const char *word)
{
    guint64 number;

    if ((*word != 'P' && *word != 'p') ||
        !g_ascii_string_to_unsigned(word + 1, 10, 1, PERF_CAUSES_N, &number, NULL))
        return NULL;
    for (unsigned i = 0; i < PERF_CAUSES_N; i++)
        if (perf_cause_text(i)->number == number)
            return perf_cause_text(i);
    return NULL;
}

static void explain(struct output *out, const struct perf_cause_text *cause)
{
    g_autofree char *head = g_strdup_printf("P%u: %s\n", cause->number, cause->title);
    g_autoptr(GString) text = g_string_new(NULL);

    output_add(out, OUTPUT_BOLD, head);
    output_append_wrapped(text, cause->text, 0, MIN(out->columns, 80));
    output_printf(out, "%s\n", text->str);
}

int command_explain(int argc, char **argv)
{
    struct output out;
    GError *error = NULL;
    g_auto(GStrv) words = arguments_parse(argc, argv, "[CAUSE...]",
        "Explains causes of wrong figures, by the number that a verdict ends with:\n"
        "`pmulab explain P5`. Without a CAUSE it lists all.",
        0, G_MAXUINT, &error);

    if (!words)
        return error_exit(error);
    for (char **word = words; *word; word++)
        if (!find(*word)) {
            error_usage(&error, "explain: no cause '%s': expected P1 to P%u", *word, PERF_CAUSES_N);
            return error_exit(error);
        }
    output_begin(&out);
    if (!*words)
        list(&out);
    for (char **word = words; *word; word++) {
        if (word != words)
            output_printf(&out, "\n");
        explain(&out, find(*word));
    }
    return output_end(&out);
}
