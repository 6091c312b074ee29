/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The command `pmulab`: finds the subcommand and hands over. */
#include "harness/command.h"

#include <stdio.h>
#include <string.h>

static const struct command commands[] = {
    {"setup", "[--offline]", "fetch QEMU and the guests into the cache", command_setup},
    {"boot", "MACHINE [OPTION...] [-- COMMAND]", "a shell, or one command, in a guest with the hardware",
        command_boot},
    {"run", "[OPTION...] SCENARIO...", "run scenarios: TAP out, exit status", command_run},
    {"describe", "[MACHINE[.BLOCK[.REGISTER]]]", "the register reference", command_describe},
    {"decode", "REGISTER VALUE", "a register's value as fields", command_decode},
    {"encode", "REGISTER FIELD=VALUE...", "fields as a register's value", command_encode},
    {"trace", "[OPTION...] FILE", "a run's register accesses, decoded", command_trace},
};

static void print_help(FILE *out)
{
    fputs("usage: pmulab COMMAND [ARGUMENT...]\n\n", out);
    for (size_t i = 0; i < G_N_ELEMENTS(commands); i++)
        fprintf(out, "  %-9s %-33s %s\n", commands[i].name, commands[i].arguments, commands[i].summary);
    fputs("\n`pmulab COMMAND --help` tells a command's options.\n", out);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return STATUS_USAGE;
    }
    if (!strcmp(argv[1], "help") || !strcmp(argv[1], "--help")) {
        print_help(stdout);
        return STATUS_OK;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(commands); i++)
        if (!strcmp(argv[1], commands[i].name))
            return commands[i].run(argc - 1, argv + 1);
    fprintf(stderr, "pmulab: no command '%s'; `pmulab help` lists them\n", argv[1]);
    return STATUS_USAGE;
}
