/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Prints labs for people: the list, a task, a grade. */
#include "harness/cli/lab/lab_show.h"

#include <string.h>

/* @text after @indent columns, and its newline. */
static void add_wrapped(struct output *out, const char *text, unsigned indent)
{
    output_append_wrapped(out->text, text, indent, out->columns - indent);
    output_add(out, OUTPUT_PLAIN, "\n");
}

static void list_one(
    const struct lab *lab, GHashTable *solved, const char **machine, struct output *out)
{
    const char *is_solved = g_hash_table_contains(solved, lab->name) ? "solved" : "";

    if (!out->styled) {
        output_printf(out, "%s\t%s\t%s\n", lab->name, is_solved, lab->title);
        return;
    }
    if (*machine != lab->scenario->machine->name) {
        if (*machine)
            output_add(out, OUTPUT_PLAIN, "\n");
        *machine = lab->scenario->machine->name;
        output_add(out, OUTPUT_BOLD, *machine);
        output_printf(out, "  ");
        add_wrapped(out, lab->scenario->machine->summary, (unsigned)strlen(*machine) + 2);
    }
    output_printf(out, "  %-24s %-7s ", lab->name, is_solved);
    add_wrapped(out, lab->title, 35);
}

void lab_show_list(const GPtrArray *labs, GHashTable *solved, struct output *out)
{
    const char *machine = NULL;

    for (guint i = 0; i < labs->len; i++)
        list_one(g_ptr_array_index(labs, i), solved, &machine, out);
}

void lab_show_task(const struct lab *lab, struct output *out)
{
    output_add(out, OUTPUT_BOLD, lab->title);
    output_printf(out, "\n\n%s\n\n", lab->text);
    output_add(out, OUTPUT_PLAIN,
        "In the guest's shell: `task` prints this again, `hint` gives a hint, `answer WORD` an "
        "answer,\n"
        "and `check` ends the shell and grades.\n\n");
}

enum { NOTE_INDENT = 6 };

/* A note keeps its own indentation. */
static void print_note(const char *note, struct output *out)
{
    const unsigned own = (unsigned)strspn(note, " "), indent = NOTE_INDENT + own;
    g_autoptr(GString) text = g_string_new(NULL);

    output_append_wrapped(text, note + own, indent, out->columns - indent);
    output_printf(out, "%*s%s\n", (int)indent, "", text->str);
}

static void print_verdict(const struct verdict *verdict, gboolean explain, struct output *out)
{
    g_autofree char *name = lab_verdict_name(verdict);
    g_autoptr(GPtrArray) notes = lab_verdict_notes(verdict);

    output_add(out, verdict->ok ? OUTPUT_PLAIN : OUTPUT_WARNING, verdict->ok ? "  ok  " : "  no  ");
    output_printf(out, "%s\n", name);
    for (guint i = 0; explain && i < notes->len; i++)
        print_note(g_ptr_array_index(notes, i), out);
}

/* A failure that is not the student's: the guest did not reach the end. */
static void print_failure(const struct lab_outcome *outcome, struct output *out)
{
    if (outcome->record->failure)
        output_printf(out, "  The guest did not finish: %s\n", outcome->record->failure);
}

void lab_show_grade(const struct lab *lab, const struct lab_outcome *outcome, struct output *out)
{
    g_autofree char *title = g_strdup_printf("%s: %s", lab->name,
        outcome->record->failure ? "no grade"
        : outcome->solved        ? "solved"
                                 : "not yet");

    output_add(out, OUTPUT_BOLD, title);
    if (outcome->hints)
        output_printf(out, ", with %u hint%s", outcome->hints, outcome->hints == 1 ? "" : "s");
    output_add(out, OUTPUT_PLAIN, "\n");
    print_failure(outcome, out);
    for (guint i = 0; !outcome->record->failure && i < outcome->judgement->verdicts->len; i++) {
        const struct verdict *verdict = g_ptr_array_index(outcome->judgement->verdicts, i);

        if (lab_grades(lab, verdict))
            print_verdict(verdict, !verdict->ok && lab_explains(outcome, i), out);
    }
}
