/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The command `pmulab`: finds the subcommand and runs it. */
#include "harness/base/did_you_mean.h"
#include "harness/base/error.h"
#include "harness/base/output.h"
#include "harness/cli/command.h"
#include "harness/cli/version.h"

#include <stdio.h>
#include <string.h>

#define COMMAND_ROW(name, arguments, summary, words)                                               \
    {#name, arguments, summary, words, command_##name},
static const struct command commands[] = {COMMANDS(COMMAND_ROW)};

/* A line with arguments has up to LINE columns; a narrower terminal shows
 * none. */
enum { LINE = 104 };

static void print_help(FILE *out)
{
    unsigned columns = out == stdout ? output_terminal_columns() : 0;

    fputs("usage: pmulab COMMAND [ARGUMENT...]\n\n", out);
    for (size_t i = 0; i < G_N_ELEMENTS(commands); i++) {
        fprintf(out, "  %-9s ", commands[i].name);
        if (!columns || columns >= LINE)
            fprintf(out, "%-34s ", commands[i].arguments);
        fprintf(out, "%s\n", commands[i].summary);
    }
    fputs("\n`pmulab COMMAND --help` shows a command's options,\n`pmulab --version` the versions "
          "in use.\n",
        out);
}

/* The column of an option's description in a line of GOption's help, or of the
 * line's begin. */
static unsigned description_of(const char *line)
{
    unsigned start = (unsigned)strspn(line, " ");
    const char *gap = line[start] == '-' ? strstr(line + start, "  ") : NULL;

    return gap ? (unsigned)(gap - line + (long)strspn(gap, " ")) : start;
}

/* GOption's help is UTF-8, like all our output; GLib would reduce it to ASCII.
 * Wraps it on a terminal. */
static void print_wrapped(const char *text)
{
    unsigned columns = output_terminal_columns();
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

    for (char **line = lines; *line; line++) {
        unsigned start = description_of(*line);
        g_autoptr(GString) wrapped = g_string_new_len(*line, start);

        output_append_wrapped(
            wrapped, *line + start, start, columns > start ? columns - start : G_MAXUINT);
        printf("%s%s", wrapped->str, line[1] ? "\n" : "");
    }
}

static int fail_command(const char *name)
{
    g_autoptr(GString) names = g_string_new(NULL);
    g_autofree char *hint = NULL;

    for (size_t i = 0; i < G_N_ELEMENTS(commands); i++)
        g_string_append_printf(names, "%s%s", i ? ", " : "", commands[i].name);
    hint = did_you_mean(name, names->str);
    fprintf(stderr, "pmulab: no command '%s'%s\n", name, hint);
    return STATUS_USAGE;
}

static int run_command(int argc, char **argv)
{
    for (size_t i = 0; i < G_N_ELEMENTS(commands); i++)
        if (!strcmp(argv[0], commands[i].name))
            return commands[i].run(argc, argv);
    return fail_command(argv[0]);
}

/* `pmulab help COMMAND` is `pmulab COMMAND --help`. */
static int help_on(char *command)
{
    static char option[] = "--help";
    char *argv[] = {command, option, NULL};

    return run_command(2, argv);
}

int main(int argc, char **argv)
{
    g_set_print_handler(print_wrapped);
    if (argc < 2) {
        print_help(stderr);
        return STATUS_USAGE;
    }
    if (!strcmp(argv[1], "--version")) {
        version_print(stdout);
        return STATUS_OK;
    }
    if (!strcmp(argv[1], "complete"))
        return complete(commands, G_N_ELEMENTS(commands), argc - 2, argv + 2);
    if (strcmp(argv[1], "help") && strcmp(argv[1], "--help") && strcmp(argv[1], "-h"))
        return run_command(argc - 1, argv + 1);
    if (argc > 2)
        return help_on(argv[2]);
    print_help(stdout);
    return STATUS_OK;
}
