/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The subcommands of `pmulab`. */
#ifndef PMULAB_HARNESS_CLI_COMMAND_H
#define PMULAB_HARNESS_CLI_COMMAND_H

#include <stddef.h>

/* What a subcommand's words are, for completion. */
enum command_words {
    WORDS_NONE,
    WORDS_FILES,
    WORDS_FOLDERS,
    WORDS_SCENARIOS,
    WORDS_MACHINE,  /* and no more */
    WORDS_PLACE,    /* what `pmulab describe` describes */
    WORDS_REGISTER, /* and after it FIELD=VALUE */
    WORDS_ACTION,   /* one of those in @arguments; files after it */
};

/* One subcommand. A row in main.c's table makes it exist. */
struct command {
    const char *name;
    const char *arguments; /* as `pmulab help` shows them */
    const char *summary;   /* one line, no full stop */
    enum command_words words;
    /* argv[0] is the subcommand's own name. Returns the exit status of the process. */
    int (*run)(int argc, char **argv);
};

/*
 * `pmulab complete WORD...`, for the shell: prints what may stand in place of the last word, which may be
 * empty or half typed. The first line says what else may: "words" (nothing), "files", "folders" or
 * "scenarios". @commands are all @n subcommands. Returns the exit status of the process.
 */
int complete(const struct command *commands, size_t n, int argc, char **argv);

int command_setup(int argc, char **argv);
int command_boot(int argc, char **argv);
int command_run(int argc, char **argv);
int command_describe(int argc, char **argv);
int command_decode(int argc, char **argv);
int command_encode(int argc, char **argv);
int command_trace(int argc, char **argv);
int command_report(int argc, char **argv);
int command_fdt(int argc, char **argv);

#endif
