/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which samples a driver passes on: exclude_kernel and exclude_user of
 * perf_event_attr.
 */
#ifndef PMULAB_HARNESS_PROOF_PERF_FILTER_H
#define PMULAB_HARNESS_PROOF_PERF_FILTER_H

enum perf_filter { PERF_FILTER_NONE, PERF_FILTER_USERS, PERF_FILTER_KERNEL };

#endif
