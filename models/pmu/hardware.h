/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A user's file that describes PMUs in SystemRDL, with lists of their events
 * beside it. docs/hardware-from-a-file.md is the reference.
 *
 * A description is constant once it is read, like the tables of a built-in
 * block, and lives as long as the process.
 */
#ifndef PMULAB_MODELS_PMU_HARDWARE_H
#define PMULAB_MODELS_PMU_HARDWARE_H

#include "models/pmu/kind.h"

#define HARDWARE_WRONG 320 /* longest error in bytes, with its NUL */
#define HARDWARE_PATH  400 /* longest path of a file */

enum { HARDWARE_PMUS = 8 }; /* of a file */

struct hardware {
    char path[HARDWARE_PATH];
    unsigned n;
    struct pmu_kind pmus[HARDWARE_PMUS];
    struct rdl_file *file; /* the tables, into which the descriptions point */
    struct hardware *next;
};

/*
 * Returns the hardware that the file @path describes, read once in a process.
 * Returns NULL with one line in @wrong, "FILE:LINE: ERROR; expected ...", if
 * the file or its list of events breaks a rule, or cannot be read. Thread-safe.
 */
const struct hardware *hardware_find(const char *path, char wrong[HARDWARE_WRONG]);

/* The same for a file that is read anew, by one thread: free the description
 * with hardware_free(). Tests read many files in a process. */
struct hardware *hardware_read(const char *path, char wrong[HARDWARE_WRONG]);
void hardware_free(struct hardware *hardware);

/*
 * The hardware of the machine that the calling thread works on: names of blocks
 * depend on it. A thread that has not called hardware_use() works on the file
 * that was read last, if any.
 */
void hardware_use(const struct hardware *hardware);
const struct hardware *hardware_used(void);

#endif
