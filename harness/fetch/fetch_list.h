/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A list of items that the cache must have, for fetch.h. Repeated additions of
 * an item count once. */
#ifndef PMULAB_HARNESS_FETCH_FETCH_LIST_H
#define PMULAB_HARNESS_FETCH_FETCH_LIST_H

#include <glib.h>

/* A Debian package for a guest. */
struct fetch_package {
    const char *guest; /* guest_recipe.h */
    char *name;
    char *item;  /* "package pcm (amd64)" */
    char *entry; /* in the cache */
};

struct fetch_list {
    GPtrArray *binaries; /* of const char *, interned */
    GPtrArray *guests;   /* of const char *: names; guest_recipe.h owns them */
    GPtrArray *packages; /* of struct fetch_package */
    gboolean uefi;
};

struct fetch_list *fetch_list_new(void);
void fetch_list_free(struct fetch_list *list);

/* Adds QEMU's program @binary, such as "qemu-system-x86_64". It need not be
 * fetched if the host has it. */
void fetch_list_qemu(struct fetch_list *list, const char *binary);

/* Adds the guest called @guest, which guest_recipe.h must know. */
void fetch_list_guest(struct fetch_list *list, const char *guest);

/* Adds Debian's package @name for @guest. */
void fetch_list_package(struct fetch_list *list, const char *guest, const char *name);

void fetch_list_uefi(struct fetch_list *list);

#endif
