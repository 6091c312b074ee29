/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/*
 * Contents of the AUX area: one header, then samples.
 *
 * A sample is nr_subsample_per_sample subsamples, one per nr_pmu events of the
 * list. A subsample is blocks of nr_cpu entries: two context IDs of 4 bytes,
 * nr_pmu event counts of 8 bytes, and a cycle count of 8 bytes, which
 * compatibility mode leaves out. With C clusters, entry i of a block belongs to
 * the CPU numbered i / C + 8 * (i % C) on the die.
 *
 * The area consists of chunks of buffer_size bytes. A sample that does not fit
 * into a chunk begins in the next one, without another header.
 */
#ifndef HISI_PMCU_FORMAT_H
#define HISI_PMCU_FORMAT_H

#include <linux/types.h>

#define PMCU_CPUS_PER_CLUSTER	8
#define PMCU_MAX_EVENTS		240
#define PMCU_HEADER_ALIGN	16

/**
 * struct pmcu_header - the beginning of the AUX area
 * @buffer_size:	bytes of a chunk
 * @nr_pmu:		events counted at a time
 * @nr_cpu:		entries of a block
 * @comp_mode:		compatibility mode: no cycle counts
 * @subsample_size:	bytes of a subsample
 * @nr_subsample_per_sample: subsamples of a sample
 * @nr_event:		events, including padding
 * @events:		their numbers, and zeros up to PMCU_HEADER_ALIGN
 */
struct pmcu_header {
	__le32 buffer_size;
	__le32 nr_pmu;
	__le32 nr_cpu;
	__le32 comp_mode;
	__le32 subsample_size;
	__le32 nr_subsample_per_sample;
	__le32 nr_event;
	__le32 events[];
};

#endif
