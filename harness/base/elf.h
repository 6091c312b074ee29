/* SPDX-License-Identifier: GPL-2.0-or-later */
/* As much of ELF as it takes to see what a program or a kernel module needs or exports. 64-bit little-endian
 * files. */
#ifndef PMULAB_HARNESS_BASE_ELF_H
#define PMULAB_HARNESS_BASE_ELF_H

#include <glib.h>

/*
 * The names of the shared libraries that the file of @size bytes at @data needs (DT_NEEDED), as new strings
 * owned by the array. Empty for a statically linked file. NULL with HARNESS_ERROR_FAILED, a message without
 * the file's name, if it isn't such an ELF file or its tables point outside of it.
 */
GPtrArray *elf_needed(const guint8 *data, gsize size, GError **error);

/*
 * The names that the program or library exports to others (.dynsym, without undefined, local and hidden
 * ones), as a set of strings that lie in @data. NULL with HARNESS_ERROR_FAILED as in elf_needed(), or if it
 * has no such table.
 */
GHashTable *elf_exports(const guint8 *data, gsize size, GError **error);

/* The program's dynamic linker (PT_INTERP) as a new string, or NULL if it names none or isn't ELF. */
char *elf_interpreter(const guint8 *data, gsize size);

/*
 * The value of @key in the kernel module's .modinfo section, such as "depends", as a new string; "" if the
 * module says nothing of it. NULL with HARNESS_ERROR_FAILED as in elf_needed().
 */
char *elf_modinfo(const guint8 *data, gsize size, const char *key, GError **error);

#endif
