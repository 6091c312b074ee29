/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What scenarios need of the cache, for `pmulab setup SCENARIO...`. */
#ifndef PMULAB_HARNESS_CLI_SETUP_NEEDS_H
#define PMULAB_HARNESS_CLI_SETUP_NEEDS_H

#include <glib.h>

/* A Debian package for a guest. */
struct setup_package {
    const char *guest; /* guest_recipe.h */
    char *name;
    char *item;  /* "package pcm (amd64)" */
    char *entry; /* in the cache */
};

struct setup_needs {
    GPtrArray *guests;   /* of const char *: names, each once; guest_recipe.h owns them */
    GPtrArray *packages; /* of struct setup_package, each once */
    gboolean uefi;
};

/*
 * What the scenarios @paths (files, or folders of them; or NULL) need, in their own guests and in those with
 * a kernel of @kernels (up to a NULL; or NULL). Free with setup_needs_free(). NULL with HARNESS_ERROR_USAGE
 * or G_FILE_ERROR, as run_scenarios().
 */
struct setup_needs *setup_needs(char **paths, char **kernels, GError **error);

void setup_needs_free(struct setup_needs *needs);

#endif
