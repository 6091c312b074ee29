/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A dump of CPUID against the model: the output of `cpuid -r`, or a file of
 * InstLatx64. CPUID is no register, so a dump is no capture of accesses.
 */
#ifndef PMULAB_HARNESS_CAPTURE_CPUID_DUMP_H
#define PMULAB_HARNESS_CAPTURE_CPUID_DUMP_H

#include "harness/hardware/machine.h"
#include "harness/hardware/machine_plan.h"

struct cpuid_dump {
    GArray *leaves; /* of struct cpuid_leaf: the first CPU's, in their order */
    struct machine_cpuid cpu;
    char *brand; /* leaves 80000002 to 80000004, or "" */
};

struct cpuid_leaf {
    guint32 leaf, subleaf, regs[4]; /* EAX, EBX, ECX, EDX */
};

/* A register of a leaf that the model determines, at least in part. */
struct cpuid_row {
    guint32 leaf;
    unsigned reg;        /* 0 to 3 */
    guint32 mask;        /* of the bits that the model determines */
    guint32 seen, model; /* other bits are 0 */
};

/* Reads the file at @path. FALSE with HARNESS_ERROR_FAILED: it cannot be read,
 * a line is damaged, or it has no leaves 0 and 1. Clear with
 * cpuid_dump_clear(), also then. */
gboolean cpuid_dump_read(struct cpuid_dump *dump, const char *path, GError **error);

/* The rows of @plan's machine, of struct cpuid_row, equal ones included. Leaves
 * that the dump lacks have none. Free with g_array_unref(). */
GArray *cpuid_dump_compare(const struct cpuid_dump *dump, struct machine_plan *plan);

/* "cpuid.80000001.ecx&408", as in silicon/NAME.facts. A new string. */
char *cpuid_row_name(const struct cpuid_row *row);

void cpuid_dump_clear(struct cpuid_dump *dump);

#endif
