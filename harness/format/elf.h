/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the requirements and exports of a program or kernel module from its ELF
 * file. Supports only 64-bit little-endian files. */
#ifndef PMULAB_HARNESS_FORMAT_ELF_H
#define PMULAB_HARNESS_FORMAT_ELF_H

#include <glib.h>

/*
 * The shared libraries (DT_NEEDED) that the file of @size bytes at @data needs,
 * as new strings owned by the array. Empty for a statically linked file. NULL
 * with HARNESS_ERROR_FAILED, a message without the file's name, if the file is
 * not such an ELF file or its tables point outside of it.
 */
GPtrArray *elf_needed(const guint8 *data, gsize size, GError **error);

/*
 * The set of names that the program or library exports (.dynsym without
 * undefined, local and hidden symbols). The strings are in @data. NULL with
 * HARNESS_ERROR_FAILED as in elf_needed(), or if the file has no such table.
 */
GHashTable *elf_exports(const guint8 *data, gsize size, GError **error);

/* The program's dynamic linker (PT_INTERP) as a new string, or NULL if it names
 * none or is not ELF. */
char *elf_interpreter(const guint8 *data, gsize size);

/* The value of @key, such as "depends", in the kernel module's .modinfo
 * section, as a new string; "" if the module has no such key. NULL with
 * HARNESS_ERROR_FAILED as in elf_needed(). */
char *elf_modinfo(const guint8 *data, gsize size, const char *key, GError **error);

/* A function of an object file. */
struct elf_function {
    const char *name; /* points into the file's bytes */
    guint64 offset;   /* in its section */
    guint64 size;     /* bytes */
};

/* The functions of the section called @section, as struct elf_function in the
 * order of symbols. If a place has two names, the first counts. Empty if the
 * file is not such an object or has no functions. Free with g_array_unref(). */
GArray *elf_functions(const guint8 *data, gsize size, const char *section);

/*
 * The name of the function at @offset of the section called @section, as a new
 * string. Sets *@into to the distance from the function's begin. NULL if the
 * object file has no such function. If a place has two names, the first counts.
 */
char *elf_function(
    const guint8 *data, gsize size, const char *section, guint64 offset, guint64 *into);

/* The linker's checksum of the file (NT_GNU_BUILD_ID), in hexadecimal, as a new
 * string, or NULL. */
char *elf_build_id(const guint8 *data, gsize size);

/* The object file, such as a kernel module, without its debug symbols (sections
 * .debug_*). NULL with HARNESS_ERROR_FAILED as in elf_needed(). */
GBytes *elf_without_debug(const guint8 *data, gsize size, GError **error);

#endif
