/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of `pmulab`'s subcommands. */
#ifndef PMULAB_HARNESS_CLI_COMMAND_H
#define PMULAB_HARNESS_CLI_COMMAND_H

#include <stddef.h>

/* The words of a subcommand, for completion. */
enum command_words {
    WORDS_NONE,
    WORDS_FILES,
    WORDS_FOLDERS,
    WORDS_SCENARIOS,
    WORDS_SETUP,    /* machines and scenarios */
    WORDS_MACHINE,  /* and nothing else */
    WORDS_PLACE,    /* anything that `pmulab describe` describes */
    WORDS_REGISTER, /* then FIELD=VALUE */
    WORDS_WATCHED,  /* a block of the guest that `pmulab live` runs, or a register in it */
    WORDS_LAB,      /* names of labs */
    WORDS_ACTION,   /* one of the actions in @arguments; then files */
};

/* One subcommand. */
struct command {
    const char *name;
    const char *arguments; /* as in `pmulab help` */
    const char *summary;   /* one line, no full stop */
    enum command_words words;
    /* argv[0] is the subcommand's name. Returns the exit status of the
     * process. */
    int (*run)(int argc, char **argv);
};

/*
 * `pmulab complete WORD...`, for the shell: prints candidates for the last
 * word, which may be empty or incomplete. The first line names the other valid
 * words: "words" (none), "files", "folders" or "scenarios". @commands are all
 * @n subcommands. Returns the exit status of the process.
 */
int complete(const struct command *commands, size_t n, int argc, char **argv);

/*
 * The subcommands, in the order of `pmulab help`: COMMAND(name, arguments,
 * summary, words). A row and a file with command_NAME() make one.
 */
#define COMMANDS(COMMAND)                                                                          \
    COMMAND(setup, "[OPTION...] [MACHINE|SCENARIO...]",                                            \
        "fetch QEMU and the guests into the cache", WORDS_SETUP)                                   \
    COMMAND(boot, "MACHINE [OPTION...] [-- COMMAND]",                                              \
        "a shell, or one command, in a guest with a machine's PMUs", WORDS_MACHINE)                \
    COMMAND(live, "MACHINE [OPTION...] [-- COMMAND]", "the same, with its registers in a browser", \
        WORDS_MACHINE)                                                                             \
    COMMAND(peek, "[BLOCK[.REGISTER]...]", "read registers of the guest that `live` runs",         \
        WORDS_WATCHED)                                                                             \
    COMMAND(poke, "BLOCK.REGISTER VALUE", "set a register of that guest", WORDS_WATCHED)           \
    COMMAND(                                                                                       \
        run, "[OPTION...] SCENARIO...", "run scenarios: TAP out, exit status", WORDS_SCENARIOS)    \
    COMMAND(ci, "[OPTION...] -- COMMAND", "run any test command in guests with PMUs", WORDS_NONE)  \
    COMMAND(explain, "[CAUSE...]", "causes of wrong figures, by number", WORDS_NONE)               \
    COMMAND(results, "[OPTION...] [DIR...]", "merge results of many nodes; list flaky runs",       \
        WORDS_FOLDERS)                                                                             \
    COMMAND(                                                                                       \
        lab, "[OPTION...] [NAME...]", "exercises in a guest, with hints and a grade", WORDS_LAB)   \
    COMMAND(fuzz, "MACHINE [OPTION...]", "look for driver bugs, including wrong counts",           \
        WORDS_MACHINE)                                                                             \
    COMMAND(module, "[OPTION...] [DIR]", "build kernel modules for a guest", WORDS_FOLDERS)        \
    COMMAND(hardware, "check|new", "check a file that describes PMUs, or begin one", WORDS_ACTION) \
    COMMAND(describe, "[OPTION...] [MACHINE[.BLOCK]...]",                                          \
        "the register reference, for people and programs", WORDS_PLACE)                            \
    COMMAND(atlas, "[OPTION...]", "the reference as an HTML page, with diagrams to click on",      \
        WORDS_NONE)                                                                                \
    COMMAND(decode, "REGISTER VALUE", "a register's value as fields", WORDS_REGISTER)              \
    COMMAND(encode, "REGISTER FIELD=VALUE...", "fields as a register's value", WORDS_REGISTER)     \
    COMMAND(trace, "[OPTION...] FILE", "a run's register accesses, decoded", WORDS_FILES)          \
    COMMAND(capture, "[OPTION...] [FILE]", "record a real machine, and compare it with the model", \
        WORDS_FILES)                                                                               \
    COMMAND(                                                                                       \
        lint, "[OPTION...] FILE", "check accesses against the rules of the manuals", WORDS_FILES)  \
    COMMAND(report, "[OPTION...] [DIR...]",                                                        \
        "one HTML page of runs, or tables of touched registers", WORDS_FOLDERS)                    \
    COMMAND(fdt, "catalogue|flash|machine|acpi|check",                                             \
        "write and check device trees, flash images, ACPI tables", WORDS_ACTION)

#define COMMAND_DECLARE(name, arguments, summary, words) int command_##name(int argc, char **argv);
COMMANDS(COMMAND_DECLARE)
#undef COMMAND_DECLARE

#endif
