// SPDX-License-Identifier: GPL-2.0-only
/* Register accesses follow the posted driver's order. */
#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/io.h>
#include <linux/iopoll.h>
#include <linux/kernel.h>

#include "hisi_pmcu.h"
#include "pmcu_regs.h"

#define PMCU_BREAK_POLL_US	10
#define PMCU_BREAK_LIMIT_US	2000

static void pmcu_write(struct hisi_pmcu *pmcu, u32 value, unsigned int reg)
{
	writel(value, pmcu->base + reg);
}

static void pmcu_write_address(struct hisi_pmcu *pmcu, phys_addr_t address, unsigned int reg)
{
	pmcu_write(pmcu, upper_32_bits(address), reg);
	pmcu_write(pmcu, lower_32_bits(address), reg + sizeof(u32));
}

void pmcu_hw_init(struct hisi_pmcu *pmcu)
{
	pmcu_write(pmcu, PMCU_INT_ALL, PMCU_INT_EN);
	pmcu_write(pmcu, 0, PMCU_INT_MSK);
	pmcu_write(pmcu, PMCU_INT_ALL, PMCU_INT_CLR);
	pmcu_write(pmcu, PMCU_PMCR_LP | PMCU_PMCR_LC | PMCU_PMCR_E, PMCU_PMCR);
	pmcu_write(pmcu, pmcu->comp ? PMCU_COMP_ENABLE : 0, PMCU_COMP);
}

void pmcu_hw_quiet(struct hisi_pmcu *pmcu)
{
	pmcu_write(pmcu, PMCU_INT_ALL, PMCU_INT_MSK);
	pmcu_write(pmcu, 0, PMCU_INT_EN);
}

void pmcu_hw_trigger(struct hisi_pmcu *pmcu, const struct pmcu_trigger *trigger)
{
	pmcu_write(pmcu, FIELD_PREP(PMCU_PMCCFILTR_FILTER, trigger->filter), PMCU_PMCCFILTR);
	pmcu_write(pmcu,
		   FIELD_PREP(PMCU_FSM_CFG_EV_LEN, trigger->step.ev_len) |
		   FIELD_PREP(PMCU_FSM_CFG_NR_LOOP, trigger->step.nr_loop) |
		   FIELD_PREP(PMCU_FSM_CFG_NR_PMU, trigger->nr_pmu), PMCU_FSM_CFG);
	pmcu_write(pmcu, trigger->wait_cnt, PMCU_WAIT_CNT);
	pmcu_write_address(pmcu, virt_to_phys(pmcu->list), PMCU_EVENT_BASE_H);
	pmcu_write_address(pmcu, trigger->store, PMCU_STORE_BASE_H);
	pmcu_write_address(pmcu, trigger->kill, PMCU_KILL_BASE_H);
	pmcu_write(pmcu, PMCU_FSM_CTRL_TRIGGER, PMCU_FSM_CTRL);
}

u32 pmcu_hw_acknowledge(struct hisi_pmcu *pmcu)
{
	u32 status = readl(pmcu->base + PMCU_INT_STAT) & PMCU_INT_ALL;

	if (status)
		pmcu_write(pmcu, status, PMCU_INT_CLR);
	return status;
}

/*
 * Polls the status, because the interrupt may be this CPU's and interrupts are
 * off. After a run that ended just before the break, the status has DONE.
 */
u32 pmcu_hw_break(struct hisi_pmcu *pmcu)
{
	u32 status;

	pmcu_write(pmcu, PMCU_FSM_BRK_BRK, PMCU_FSM_BRK);
	if (readl_poll_timeout_atomic(pmcu->base + PMCU_INT_STAT, status,
				      status & PMCU_INT_ALL, PMCU_BREAK_POLL_US,
				      PMCU_BREAK_LIMIT_US))
		return 0;
	return pmcu_hw_acknowledge(pmcu);
}
