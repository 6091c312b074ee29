// SPDX-License-Identifier: GPL-2.0-only
/*
 * A recording: the unit is triggered for as many samples as fit into the chunk.
 * After its report it is triggered again, until all are taken.
 */
#include <linux/device.h>
#include <linux/minmax.h>

#include "hisi_pmcu.h"
#include "pmcu_regs.h"

static int open_buffer(struct hisi_pmcu *pmcu, struct perf_event *event)
{
	pmcu->written = 0;
	pmcu->aux = perf_aux_output_begin(&pmcu->handle, event);
	return pmcu->aux ? 0 : -EINVAL;
}

/* Everything up to here now belongs to the reader. */
static void commit(struct hisi_pmcu *pmcu)
{
	pmcu->aux = NULL;
	perf_aux_output_end(&pmcu->handle, pmcu->written);
}

/*
 * perf disables the event until the reader makes room and enables it. In Linux
 * 6.12 this fails: the event stays enabled and idle, and its reader has to
 * disable and enable it.
 */
static void commit_full(struct hisi_pmcu *pmcu)
{
	perf_aux_output_flag(&pmcu->handle, PERF_AUX_FLAG_TRUNCATED);
	commit(pmcu);
}

static unsigned long head(const struct hisi_pmcu *pmcu)
{
	return pmcu->handle.head + pmcu->written;
}

static unsigned long room(const struct hisi_pmcu *pmcu)
{
	return pmcu->handle.size - pmcu->written;
}

/* Chunks filled by this transaction belong to the reader at once. */
static unsigned long left_in_chunk(const struct hisi_pmcu *pmcu)
{
	unsigned long used = head(pmcu) & (pmcu->aux->chunk - 1);

	return used || !pmcu->written ? pmcu->aux->chunk - used : 0;
}

static bool find_step(struct hisi_pmcu *pmcu)
{
	pmcu->step = pmcu_step_find(&pmcu->aux->layout, left_in_chunk(pmcu), room(pmcu),
				    pmcu_pending(pmcu->event));
	return pmcu->step.samples;
}

static int next_chunk(struct hisi_pmcu *pmcu)
{
	pmcu->written += pmcu->step.gap;
	if (!room(pmcu)) {
		commit_full(pmcu);
		return -ENOSPC;
	}
	commit(pmcu);
	return open_buffer(pmcu, pmcu->event);
}

static void trigger(struct hisi_pmcu *pmcu)
{
	unsigned long space = min(left_in_chunk(pmcu), room(pmcu));
	struct pmcu_trigger trigger = {
		.step = pmcu->step,
		.nr_pmu = pmcu->aux->layout.nr_pmu,
		.wait_cnt = pmcu_wait_cnt(pmcu->event),
		.filter = pmcu_filter(pmcu->event),
		.store = pmcu_aux_phys(pmcu->aux, head(pmcu)),
	};

	trigger.kill = trigger.store + space;
	pmcu->busy = true;
	pmcu_hw_trigger(pmcu, &trigger);
}

static bool at_end_of_chunk(const struct hisi_pmcu *pmcu)
{
	return pmcu->step.gap || !left_in_chunk(pmcu);
}

/* Requires an open transaction and an idle unit. */
static void continue_run(struct hisi_pmcu *pmcu)
{
	if (!pmcu_pending(pmcu->event)) {
		commit(pmcu);
		return;
	}
	if (!find_step(pmcu) && at_end_of_chunk(pmcu)) {
		if (next_chunk(pmcu))
			return;
		find_step(pmcu);
	}
	if (pmcu->step.samples)
		trigger(pmcu);
	else
		commit_full(pmcu);
}

/* All samples of the last trigger are in memory. */
static void account(struct hisi_pmcu *pmcu)
{
	pmcu->written += (unsigned long)pmcu->step.samples * pmcu->aux->layout.sample;
	pmcu_pending(pmcu->event) -= pmcu->step.samples;
	local64_add(pmcu->step.samples, &pmcu->event->count);
}

static int lay_out(struct hisi_pmcu *pmcu)
{
	int ret;

	if (pmcu->aux->laid_out)
		return 0;
	ret = pmcu_aux_lay_out(pmcu->aux, pmcu);
	if (!ret)
		pmcu->written = pmcu->aux->layout.header;
	return ret;
}

int pmcu_run_start(struct hisi_pmcu *pmcu, struct perf_event *event)
{
	int ret;

	if (pmcu->busy || pmcu->stuck)
		return -EBUSY;
	/* A complete recording stays complete until it is opened again. */
	if (!pmcu_pending(event))
		return 0;

	ret = open_buffer(pmcu, event);
	if (ret)
		return ret;
	ret = lay_out(pmcu);
	if (ret) {
		commit(pmcu);
		return ret;
	}
	pmcu_aux_fill_list(pmcu->aux, pmcu->list);
	continue_run(pmcu);
	return 0;
}

/* Keeps the finished samples and drops the one in progress. */
static void break_off(struct hisi_pmcu *pmcu)
{
	u32 status = pmcu_hw_acknowledge(pmcu);

	if (!status)
		status = pmcu_hw_break(pmcu);
	if (status & PMCU_INT_DONE)
		account(pmcu);
	if (!status) {
		dev_err(pmcu->dev, "does not stop; no recording until it has\n");
		pmcu->stuck = true;
	}
	pmcu->busy = false;
}

void pmcu_run_stop(struct hisi_pmcu *pmcu)
{
	if (pmcu->busy)
		break_off(pmcu);
	if (pmcu->aux)
		commit(pmcu);
}

static void report(struct hisi_pmcu *pmcu, u32 status)
{
	pmcu->stuck = false;
	if (!pmcu->busy)
		return;
	pmcu->busy = false;
	if (status & PMCU_INT_DONE) {
		account(pmcu);
		continue_run(pmcu);
		return;
	}
	/* A break without a request: the unit has run into KILL_BASE. */
	dev_err(pmcu->dev, "stopped before the samples were complete\n");
	commit_full(pmcu);
}

/*
 * The status is cleared before the next trigger, so that trigger's report is
 * not lost. It is read until it is clear, in case the line is edge-triggered.
 */
bool pmcu_run_interrupt(struct hisi_pmcu *pmcu)
{
	unsigned long flags;
	bool handled = false;
	u32 status;

	raw_spin_lock_irqsave(&pmcu->lock, flags);
	while ((status = pmcu_hw_acknowledge(pmcu))) {
		report(pmcu, status);
		handled = true;
	}
	raw_spin_unlock_irqrestore(&pmcu->lock, flags);
	return handled;
}
