/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Builds modules outside of the kernel's tree with the kernel's own make,
 * against Debian's headers. */
#ifndef PMULAB_HARNESS_SETUP_KBUILD_H
#define PMULAB_HARNESS_SETUP_KBUILD_H

#include <glib.h>

struct kbuild {
    const char *root;     /* the unpacked packages, with usr/src/linux-headers-RELEASE */
    const char *release;  /* of the kernel: "6.12.107+deb13-arm64" */
    const char *arch;     /* Debian's name of the guest's architecture */
    const char *folder;   /* with the sources and their Makefile or Kbuild; an absolute path */
    const char *cross;    /* the prefix of compiler and linker: "aarch64-linux-gnu-", or "" */
    const char *compiler; /* the name of the compiler */
    const char *path;     /* search path for the tools, or NULL: the environment's */
    gboolean old;         /* the compiler lacks -fmin-function-alignment */
    gboolean published;   /* without debug symbols and without the folder's path in the module */
};

/* The words of the command that builds all modules of @what->folder, with a
 * NULL at the end. */
GPtrArray *kbuild_command(const struct kbuild *what);

#endif
