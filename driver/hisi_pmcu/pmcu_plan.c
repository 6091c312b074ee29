// SPDX-License-Identifier: GPL-2.0-only
#include "pmcu_plan.h"

static __u32 round_up_to(__u32 n, __u32 step)
{
	return (n + step - 1) / step * step;
}

static unsigned long least(unsigned long a, unsigned long b)
{
	return a < b ? a : b;
}

void pmcu_layout_init(struct pmcu_layout *layout, __u32 nr_event, __u32 nr_cpu, int comp)
{
	__u32 counters = comp ? PMCU_MAX_NR_PMU - PMCU_COMP_COUNTERS : PMCU_MAX_NR_PMU;
	/* The two context IDs take 8 bytes together, the cycle count 8 more. */
	__u32 others = comp ? 1 : 2;

	layout->comp = comp;
	layout->nr_cpu = nr_cpu;
	layout->nr_pmu = least(nr_event, counters);
	layout->nr_event = round_up_to(nr_event, layout->nr_pmu);
	layout->subsample = nr_cpu * (layout->nr_pmu + others) * sizeof(__u64);
	layout->sample = layout->nr_event / layout->nr_pmu * layout->subsample;
	layout->header = round_up_to(sizeof(struct pmcu_header) + layout->nr_event * sizeof(__u32),
				     PMCU_HEADER_ALIGN);
}

/* NR_LOOP is small, so the list is repeated within EV_LEN. */
static void fill_trigger(struct pmcu_step *step, const struct pmcu_layout *layout, __u32 samples)
{
	__u32 copies = 1;

	if (samples > PMCU_MAX_NR_LOOP) {
		copies = least(samples / PMCU_MAX_NR_LOOP, PMCU_MAX_EV_LEN / layout->nr_event);
		samples = copies * PMCU_MAX_NR_LOOP;
	}
	step->samples = samples;
	step->ev_len = copies * layout->nr_event;
	step->nr_loop = samples / copies;
}

struct pmcu_step pmcu_step_find(const struct pmcu_layout *layout, unsigned long left,
				unsigned long room, __u32 pending)
{
	struct pmcu_step step = { 0 };
	__u32 samples;

	if (left < layout->sample) {
		if (left <= room)
			step.gap = left;
		return step;
	}
	samples = least(least(left, room) / layout->sample, pending);
	if (samples)
		fill_trigger(&step, layout, samples);
	return step;
}
