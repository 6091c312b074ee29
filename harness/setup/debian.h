/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Debian's names for each architecture that we run on or boot. */
#ifndef PMULAB_HARNESS_SETUP_DEBIAN_H
#define PMULAB_HARNESS_SETUP_DEBIAN_H

struct debian_arch {
    const char *name;    /* dpkg's name: "amd64" */
    const char *triplet; /* the library folder below /usr/lib: "x86_64-linux-gnu" */
    const char *linker;  /* the dynamic linker's file name in that folder: "ld-linux-x86-64.so.2" */
};

/* The architecture called @name, or NULL. */
const struct debian_arch *debian_arch_find(const char *name);

/* The architecture that this program was built for, or NULL if the table lacks it. */
const struct debian_arch *debian_arch_host(void);

#endif
