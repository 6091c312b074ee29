/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The actions of `pmulab fdt`. */
#ifndef PMULAB_HARNESS_CLI_FDT_ACTIONS_H
#define PMULAB_HARNESS_CLI_FDT_ACTIONS_H

#include <glib.h>

/* The request; each action uses a part of it. */
struct fdt {
    char *out;       /* NULL or "-": standard output */
    char *catalogue; /* NULL: the built-in one */
    char *machine;   /* the machine of catalogue and key; NULL: power9 */
    char *check, *size;
    char **keys;
    char **config; /* kunpeng's options, NULL or ending with NULL */
    char **words;  /* the action's words, ending with NULL */
    int sockets;   /* 0: the tree's number */
    int cpus;      /* of kunpeng */
    gboolean force, source, list;
};

/* Each returns the exit status and reports errors on standard error: a line
 * with file and node, line or partition. Results that fail their check are
 * written only with @fdt->force. */
int fdt_catalogue(const struct fdt *fdt);
int fdt_flash(const struct fdt *fdt);
int fdt_machine(const struct fdt *fdt);
int fdt_acpi(const struct fdt *fdt);
int fdt_check(const struct fdt *fdt);

#endif
