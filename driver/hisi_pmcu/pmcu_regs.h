/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Registers of the HiSilicon Performance Monitor Control Unit.
 *
 * All are 32 bits wide. An address has its high word at the lower offset.
 * Source: "Add support for HiSilicon PMCU", RFC of 6 February 2023, patch 2.
 */
#ifndef HISI_PMCU_REGS_H
#define HISI_PMCU_REGS_H

#define PMCU_FSM_STATUS			0x0000
#define PMCU_FSM_CFG			0x0004
#define   PMCU_FSM_CFG_EV_LEN		GENMASK(7, 0)
#define   PMCU_FSM_CFG_NR_LOOP		GENMASK(15, 8)
#define   PMCU_FSM_CFG_NR_PMU		GENMASK(19, 16)
#define PMCU_EVENT_BASE_H		0x0008
#define PMCU_EVENT_BASE_L		0x000c
#define PMCU_KILL_BASE_H		0x0010
#define PMCU_KILL_BASE_L		0x0014
#define PMCU_STORE_BASE_H		0x0018
#define PMCU_STORE_BASE_L		0x001c
#define PMCU_WAIT_CNT			0x0020
#define PMCU_FSM_CTRL			0x0038
#define   PMCU_FSM_CTRL_TRIGGER		BIT(0)
#define PMCU_FSM_BRK			0x003c
#define   PMCU_FSM_BRK_BRK		BIT(0)
#define PMCU_COMP			0x0044
#define   PMCU_COMP_ENABLE		BIT(0)
#define PMCU_INT_EN			0x0100
#define PMCU_INT_MSK			0x0104
#define PMCU_INT_STAT			0x0108
#define PMCU_INT_CLR			0x010c
#define   PMCU_INT_DONE			BIT(0)
#define   PMCU_INT_BRK			BIT(1)
#define   PMCU_INT_ALL			(PMCU_INT_DONE | PMCU_INT_BRK)
/* Values that the unit writes to each core PMU's registers. */
#define PMCU_PMCR			0x0200
#define   PMCU_PMCR_E			BIT(0)	/* counters run */
#define   PMCU_PMCR_LC			BIT(6)	/* 64-bit cycle counter */
#define   PMCU_PMCR_LP			BIT(7)	/* 64-bit event counters */
#define PMCU_PMCCFILTR			0x0204
#define   PMCU_PMCCFILTR_FILTER		GENMASK(31, 24)

/* WAIT_CNT counts a clock of 50 MHz. */
#define PMCU_TICKS_PER_MS		50000

#endif
