/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Debian's names of each architecture on which pmulab runs or which it boots,
 * and the mirror of its packages. */
#ifndef PMULAB_HARNESS_SETUP_DEBIAN_H
#define PMULAB_HARNESS_SETUP_DEBIAN_H

#include <glib.h>

struct debian_arch {
    const char *name;       /* dpkg's name: "amd64" */
    const char *triplet;    /* the library folder below /usr/lib: "x86_64-linux-gnu" */
    const char *linux_arch; /* the kernel's ARCH: "x86" */
    /* the dynamic linker's file name in that folder: "ld-linux-x86-64.so.2" */
    const char *linker;
};

/* The architecture called @name, or NULL. */
const struct debian_arch *debian_arch_find(const char *name);

/* The architecture that this program was built for, or NULL if the table lacks
 * it. */
const struct debian_arch *debian_arch_host(void);

/*
 * The Debian mirror to use, as a URI for apt, without a slash at the end:
 * PMULAB_MIRROR if set, else this machine's apt source. A new string. NULL with
 * HARNESS_ERROR_FAILED if apt is missing or has no Debian mirror.
 */
char *mirror_find(GError **error);

/* The format that mirror_choose() reads, for `apt-get indextargets
 * --format`. */
#define MIRROR_FORMAT "$(ORIGIN)|$(LABEL)|$(RELEASE)|$(COMPONENT)|$(REPO_URI)|$(SIGNED_BY)"

/*
 * Returns the URI of the Debian archive itself from apt's index targets, one
 * per line in MIRROR_FORMAT. It skips the security archive and all other
 * repositories. Until the first `apt-get update`, apt prints an unknown field
 * as the field's name, "$(ORIGIN)"; then key and URI decide. A new string, or
 * NULL.
 */
char *mirror_choose(const char *targets);

#endif
