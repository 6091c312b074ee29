/* SPDX-License-Identifier: GPL-2.0-only */
/* Sizes of samples, and the amount of work per trigger. */
#ifndef HISI_PMCU_PLAN_H
#define HISI_PMCU_PLAN_H

#include <linux/types.h>

#include "pmcu_format.h"

/* Limits of FSM_CFG. */
#define PMCU_MAX_EV_LEN		PMCU_MAX_EVENTS
#define PMCU_MAX_NR_LOOP	255
#define PMCU_MAX_NR_PMU		8
/* Counters below this one belong to virtual machines in compatibility mode. */
#define PMCU_COMP_COUNTERS	3

/* An event without counts: pads the last subsample of a sample. */
#define PMCU_NULL_EVENT		0xc000

/**
 * struct pmcu_layout - sizes determined by an event list
 * @nr_event:	events in the list, including padding
 * @nr_pmu:	events counted at a time
 * @nr_cpu:	entries of a block
 * @comp:	compatibility mode
 * @subsample:	bytes of a subsample
 * @sample:	bytes of a sample
 * @header:	bytes of the header
 */
struct pmcu_layout {
	__u32 nr_event;
	__u32 nr_pmu;
	__u32 nr_cpu;
	__u32 comp;
	__u32 subsample;
	__u32 sample;
	__u32 header;
};

/**
 * struct pmcu_step - the next action
 * @gap:	bytes at the end of the chunk that hold no sample; commit them
 *		and ask again, if this is not 0
 * @samples:	samples of one trigger; 0 without a gap: there is no room
 * @ev_len:	words of the event list, a multiple of the layout's nr_event
 * @nr_loop:	passes over them
 */
struct pmcu_step {
	__u32 gap;
	__u32 samples;
	__u32 ev_len;
	__u32 nr_loop;
};

/**
 * pmcu_layout_init() - sizes for an event list
 * @layout:	filled in
 * @nr_event:	events of the list, from 1 to PMCU_MAX_EVENTS
 * @nr_cpu:	entries of a block
 * @comp:	compatibility mode
 */
void pmcu_layout_init(struct pmcu_layout *layout, __u32 nr_event, __u32 nr_cpu, int comp);

/**
 * pmcu_step_find() - chooses the next action at a position of the AUX area
 * @layout:	of the samples
 * @left:	bytes from the position to the end of the chunk
 * @room:	bytes from the position that may be written to
 * @pending:	samples still to take
 *
 * Return: the work for the next trigger, or the bytes to commit first.
 */
struct pmcu_step pmcu_step_find(const struct pmcu_layout *layout, unsigned long left,
				unsigned long room, __u32 pending);

#endif
