/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A trace as a Value Change Dump (IEEE 1800-2017, 21.7), for waveform viewers: a variable for each register
 * and word that was accessed, which holds what software last read or wrote (x where it has not yet), an event
 * for the accesses to each block, and the step that the guest is in.
 */
#ifndef PMULAB_HARNESS_TRACE_EXPORT_VCD_H
#define PMULAB_HARNESS_TRACE_EXPORT_VCD_H

#include "harness/trace/export.h"

/* The text of the dump. A new string. */
GString *export_vcd(const struct export *export);

#endif
