/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A file of hardware that is being read: shared by the sources that read its
 * parts. All functions return false after one line in @wrong. */
#ifndef PMULAB_MODELS_PMU_READING_H
#define PMULAB_MODELS_PMU_READING_H

#include "models/pmu/kind.h"
#include "models/rdl/rdl.h"

enum { READING_WRONG = 320, READING_PATH = 400 }; /* longest error and path in bytes, with NUL */

struct hardware_reading {
    const char *path;
    char *wrong; /* room for READING_WRONG */
};

/* Writes "PATH:LINE: " and the complaint, and returns false. */
__attribute__((format(printf, 3, 4))) bool hardware_complain(
    const struct hardware_reading *r, unsigned line, const char *format, ...);

/* The whole text of the file @path; the caller frees it. NULL with the
 * complaint that @line of @r's file names it. */
char *hardware_text(const struct hardware_reading *r, unsigned line, const char *path);

/* The mark of @property that @bank has in its register @reg and field @field
 * (-1: its own, the register's), or NULL. */
const struct rdl_mark *hardware_mark(
    const struct rdl_bank *bank, const char *property, int reg, int field);

/* Sets the parts that the fields of @bank play, and the counters. */
bool hardware_read_parts(
    const struct hardware_reading *r, const struct rdl_bank *bank, struct pmu_kind *kind);

/* Reads the list that @mark names, a file beside @r's: roles are set. */
bool hardware_read_events(
    const struct hardware_reading *r, const struct rdl_mark *mark, struct pmu_kind *kind);

#endif
