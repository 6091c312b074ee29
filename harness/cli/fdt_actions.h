/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the actions of `pmulab fdt` do. */
#ifndef PMULAB_HARNESS_CLI_FDT_ACTIONS_H
#define PMULAB_HARNESS_CLI_FDT_ACTIONS_H

#include <glib.h>

/* What was asked for; each action looks at some of it. */
struct fdt {
    char *out;       /* NULL or "-": standard output */
    char *catalogue; /* NULL: the built-in one */
    char *check, *size;
    char **keys;
    char **words; /* as many as the action takes, and NULL */
    int sockets;  /* 0: as the tree says */
    gboolean force, source, list;
};

/*
 * Each returns the exit status, and has said on standard error what is wrong: a line that names file and
 * node, line or partition. What does not pass its check is written with @fdt->force only.
 */
int fdt_catalogue(const struct fdt *fdt);
int fdt_flash(const struct fdt *fdt);
int fdt_machine(const struct fdt *fdt);
int fdt_check(const struct fdt *fdt);

#endif
