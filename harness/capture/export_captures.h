/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Exports a trace to the formats of tracers of real machines, which
 * capture_open() reads back. */
#ifndef PMULAB_HARNESS_CAPTURE_EXPORT_CAPTURES_H
#define PMULAB_HARNESS_CAPTURE_EXPORT_CAPTURES_H

#include "harness/trace_export/export.h"

/* Accesses to MSRs and configuration space as Linux's trace file. RDPMC is
 * written as a read of the counter's MSR. The last line counts the accesses of
 * other kinds, which are left out. */
void export_ftrace(const struct export *export);

/* Accesses to memory as Linux's mmiotrace, with a MARK that counts the
 * others. */
void export_mmiotrace(const struct export *export);

#endif
