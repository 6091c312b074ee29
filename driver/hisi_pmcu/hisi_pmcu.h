/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * HiSilicon Performance Monitor Control Unit: drives the PMUs of all CPUs of a
 * die and stores their counts, without involving the CPUs.
 */
#ifndef HISI_PMCU_H
#define HISI_PMCU_H

#include <linux/cpumask.h>
#include <linux/perf_event.h>
#include <linux/spinlock.h>
#include <linux/types.h>

#include "pmcu_plan.h"

/**
 * struct pmcu_events - an event list
 * @nr:		events, at most PMCU_MAX_EVENTS
 * @ids:	values for PMEVTYPER
 */
struct pmcu_events {
	unsigned int nr;
	u16 ids[PMCU_MAX_EVENTS];
};

/**
 * struct pmcu_aux - an AUX buffer
 * @size:	bytes
 * @chunk:	bytes; @size is a multiple, and each chunk is contiguous memory
 * @laid_out:	the header is written and the next two are valid: a buffer
 *		has one header, so its list and layout stay for its lifetime
 * @events:	the list that its samples follow
 * @layout:	of the samples
 * @pages:	addresses
 */
struct pmcu_aux {
	unsigned long size;
	unsigned long chunk;
	bool laid_out;
	struct pmcu_events events;
	struct pmcu_layout layout;
	void *pages[] /* of size >> PAGE_SHIFT */;
};

/**
 * struct hisi_pmcu - one unit
 * @pmu:	perf's view of the unit
 * @dev:	the platform device
 * @base:	registers
 * @irq:	handled on @on_cpu
 * @die:	number of the die
 * @nr_cpu:	CPU slots of the unit, populated or not
 * @comp:	compatibility mode: only counters from PMCU_COMP_COUNTERS on
 * @node:	for CPU hotplug
 * @cpus:	all CPUs of the die seen so far
 * @cpus_given:	@cpus comes from firmware and is complete
 * @on_cpu:	the CPU that counts the events, -1 if none is online
 * @list:	event list in memory that the unit reads
 * @lock:	protects the members below
 * @user_events: the list for the next AUX buffer
 * @event:	the event that uses the unit, or NULL
 * @handle:	its AUX transaction
 * @aux:	the buffer of the transaction, or NULL if none is open
 * @written:	valid bytes of the transaction
 * @busy:	the unit was triggered and has not reported yet
 * @stuck:	the unit did not obey a break and may still write
 * @step:	the current trigger's work
 */
struct hisi_pmcu {
	struct pmu pmu;
	struct device *dev;
	void __iomem *base;
	int irq;
	u32 die;
	u32 nr_cpu;
	bool comp;

	struct hlist_node node;
	cpumask_t cpus;
	bool cpus_given;
	int on_cpu;

	__le32 *list;

	raw_spinlock_t lock;
	struct pmcu_events user_events;
	struct perf_event *event;
	struct perf_output_handle handle;
	struct pmcu_aux *aux;
	unsigned long written;
	bool busy;
	bool stuck;
	struct pmcu_step step;
};

#define to_hisi_pmcu(p) container_of(p, struct hisi_pmcu, pmu)

/* Storage for the parameters of an event. */
#define pmcu_pending(event)	((event)->hw.config)		/* samples to take */
#define pmcu_wait_cnt(event)	((event)->hw.config_base)	/* ticks */
#define pmcu_filter(event)	((event)->hw.event_base)	/* PMCCFILTR's top byte */

/**
 * struct pmcu_trigger - parameters of one trigger
 * @step:	EV_LEN and NR_LOOP
 * @nr_pmu:	events at a time
 * @wait_cnt:	ticks that each round counts for
 * @filter:	PMCCFILTR's top byte
 * @store:	physical address for the first byte
 * @kill:	physical address that must not be written to
 */
struct pmcu_trigger {
	struct pmcu_step step;
	u32 nr_pmu;
	u32 wait_cnt;
	u32 filter;
	phys_addr_t store;
	phys_addr_t kill;
};

/* pmcu_hw.c */

/**
 * pmcu_hw_init() - brings the unit into a known state, interrupts on
 * @pmcu:	the unit; its @comp decides the mode
 */
void pmcu_hw_init(struct hisi_pmcu *pmcu);

/**
 * pmcu_hw_quiet() - switches interrupts off
 * @pmcu:	the unit
 */
void pmcu_hw_quiet(struct hisi_pmcu *pmcu);

/**
 * pmcu_hw_trigger() - starts the unit
 * @pmcu:	the unit, idle; its @list is filled
 * @trigger:	what to do
 */
void pmcu_hw_trigger(struct hisi_pmcu *pmcu, const struct pmcu_trigger *trigger);

/**
 * pmcu_hw_acknowledge() - takes pending interrupts
 * @pmcu:	the unit
 *
 * Return: the pending interrupts, PMCU_INT_*; they are now clear.
 */
u32 pmcu_hw_acknowledge(struct hisi_pmcu *pmcu);

/**
 * pmcu_hw_break() - stops the unit
 * @pmcu:	the unit, with its lock held
 *
 * Return: see pmcu_hw_acknowledge(); 0 if the unit does not obey.
 */
u32 pmcu_hw_break(struct hisi_pmcu *pmcu);

/* pmcu_aux.c */

/**
 * pmcu_aux_setup() - makes an AUX buffer: &pmu.setup_aux
 * @event:	its event
 * @pages:	their addresses
 * @nr_pages:	number of pages
 * @overwrite:	not supported
 *
 * Return: a struct pmcu_aux, or NULL.
 */
void *pmcu_aux_setup(struct perf_event *event, void **pages, int nr_pages, bool overwrite);

/**
 * pmcu_aux_free() - &pmu.free_aux
 * @aux:	from pmcu_aux_setup()
 */
void pmcu_aux_free(void *aux);

/**
 * pmcu_aux_lay_out() - writes the header, and decides the layout of samples
 * @aux:	a buffer without a header
 * @pmcu:	the unit, with its event list
 *
 * Return: 0, or -EINVAL if no sample fits.
 */
int pmcu_aux_lay_out(struct pmcu_aux *aux, const struct hisi_pmcu *pmcu);

/**
 * pmcu_aux_phys() - translates a position to a physical address
 * @aux:	the buffer
 * @head:	perf's position in it, which only grows
 *
 * Return: its physical address.
 */
phys_addr_t pmcu_aux_phys(const struct pmcu_aux *aux, unsigned long head);

/**
 * pmcu_aux_fill_list() - writes the event list for the unit
 * @aux:	a buffer with a layout
 * @list:	room for PMCU_MAX_EV_LEN words
 */
void pmcu_aux_fill_list(const struct pmcu_aux *aux, __le32 *list);

/* pmcu_run.c */

/**
 * pmcu_run_start() - begins a recording, with the lock held
 * @pmcu:	the unit
 * @event:	its event
 *
 * Return: 0, or an error if there is no buffer or no room in it.
 */
int pmcu_run_start(struct hisi_pmcu *pmcu, struct perf_event *event);

/**
 * pmcu_run_stop() - ends a recording, with the lock held
 * @pmcu:	the unit
 */
void pmcu_run_stop(struct hisi_pmcu *pmcu);

/**
 * pmcu_run_interrupt() - handles the unit's report and continues
 * @pmcu:	the unit
 *
 * Return: whether the interrupt was the unit's.
 */
bool pmcu_run_interrupt(struct hisi_pmcu *pmcu);

/* pmcu_cpus.c */

/**
 * pmcu_cpus_init() - finds the unit's CPUs
 * @pmcu:	the unit
 *
 * Return: 0, or a negative error.
 */
int pmcu_cpus_init(struct hisi_pmcu *pmcu);

/**
 * pmcu_cpus_add() - registers the unit for CPU hotplug
 * @pmcu:	the unit
 *
 * Return: 0, or a negative error.
 */
int pmcu_cpus_add(struct hisi_pmcu *pmcu);

/**
 * pmcu_cpus_remove() - unregisters the unit from CPU hotplug
 * @pmcu:	the unit
 */
void pmcu_cpus_remove(struct hisi_pmcu *pmcu);

/**
 * pmcu_cpus_module_init() - to be called before the first unit
 *
 * Return: 0, or a negative error.
 */
int pmcu_cpus_module_init(void);

/**
 * pmcu_cpus_module_exit() - to be called after the last unit
 */
void pmcu_cpus_module_exit(void);

/* pmcu_sysfs.c */
extern const struct attribute_group *pmcu_attr_groups[];

#endif
