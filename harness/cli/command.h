/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The subcommands of `pmulab`. */
#ifndef PMULAB_HARNESS_CLI_COMMAND_H
#define PMULAB_HARNESS_CLI_COMMAND_H

/* One subcommand. A row in main.c's table makes it exist. */
struct command {
    const char *name;
    const char *arguments; /* as `pmulab help` shows them */
    const char *summary;   /* one line, no full stop */
    /* argv[0] is the subcommand's own name. Returns the exit status of the process. */
    int (*run)(int argc, char **argv);
};

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
