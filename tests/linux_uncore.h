/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Linux's intel_uncore on a memory channel, for unit tests: the accesses of arch/x86/events/intel/uncore.c
 * and uncore_snbep.c in their order, on struct snbep with a host that records them. */
#ifndef PMULAB_TESTS_LINUX_UNCORE_H
#define PMULAB_TESTS_LINUX_UNCORE_H

#include "harness/truth/snbep/replay.h"
#include "models/snbep/snbep_plan.h"
#include "tests/snbep_blocks.h"

#include <glib.h>
#include <stdio.h>
#include <stdlib.h>

#define US UINT64_C(1000)
#define MS UINT64_C(1000000)

struct lx {
    struct snbep *m;
    struct snbep *planned;      /* as left by a scenario's reader */
    struct oracle_plan *oracle; /* likewise */
    GArray *records;            /* struct trace_record */
    uint64_t now;               /* ns */
    unsigned cpu;
};

/* A perf event in the kernel. */
struct lx_event {
    unsigned socket, channel, counter; /* counter IMC_FIXED_CTR: the fixed one */
    uint32_t control;
    uint64_t prev, count;
};

static void lx_record(void *self, const struct trace_record *record)
{
    g_array_append_vals(self, record, 1);
}

/* @oracle: NULL, or what else reads the plan. */
static void lx_plan(struct snbep *m, struct oracle_plan *oracle, const char *plan)
{
    struct snbep_plan_text *text = g_new(struct snbep_plan_text, 1);
    g_auto(GStrv) lines = g_strsplit(plan, "\n", -1);
    char wrong[PLAN_TEXT_WRONG];

    snbep_plan_begin(text, m);
    for (char **line = lines; *line; line++)
        if (!snbep_plan_line(text, *line, wrong) || (oracle && oracle_plan_line(oracle, *line))) {
            printf("Bail out! %s: %s\n", *line, wrong);
            exit(1);
        }
    g_free(text);
}

__attribute__((unused)) static struct lx lx_new(const struct snbep_config *config, const char *plan)
{
    struct lx lx = {g_new(struct snbep, 1), g_new(struct snbep, 1), g_new0(struct oracle_plan, 1),
        g_array_new(FALSE, FALSE, sizeof(struct trace_record)), 1000 * MS, 0};
    const struct sim_host host = {.self = lx.records, .trace = lx_record}, none = {0};

    snbep_reset(lx.m, config, &host);
    snbep_reset(lx.planned, config, &none);
    lx_plan(lx.m, NULL, plan);
    lx_plan(lx.planned, lx.oracle, plan);
    return lx;
}

__attribute__((unused)) static void lx_free(struct lx *lx)
{
    g_free(lx->m);
    g_free(lx->planned);
    g_free(lx->oracle);
    g_array_unref(lx->records);
}

__attribute__((unused)) static const struct trace_record *lx_records(const struct lx *lx)
{
    return (const struct trace_record *)(const void *)lx->records->data;
}

__attribute__((unused)) static struct trace_record *lx_record_at(struct lx *lx, guint i)
{
    return &g_array_index(lx->records, struct trace_record, i);
}

static struct sim_access lx_access(struct lx *lx)
{
    lx->now += 731; /* ns between two accesses; not a multiple of a cycle */
    return (struct sim_access){.now = lx->now, .pc = 0xffffffffc0001000, .cpu = lx->cpu};
}

static unsigned lx_bus(unsigned socket)
{
    return socket ? 0xff : 0x7f;
}

static unsigned lx_devfn(unsigned channel)
{
    const struct snbep_place *place = &variant_snbep.boxes[SNBEP_BLOCK_IMC0 + channel];

    return (unsigned)place->device << 3 | place->function;
}

static unsigned lx_offset(unsigned reg)
{
    return imc_bank(IMC_SILICON)->regs[reg].offset;
}

static void lx_write(struct lx *lx, unsigned socket, unsigned channel, unsigned reg, uint32_t value)
{
    struct sim_access access = lx_access(lx);

    snbep_pci_write(lx->m, &access, lx_bus(socket), lx_devfn(channel), lx_offset(reg), 4, value);
}

static uint32_t lx_read_at(struct lx *lx, unsigned socket, unsigned channel, unsigned offset)
{
    struct sim_access access = lx_access(lx);

    return snbep_pci_read(lx->m, &access, lx_bus(socket), lx_devfn(channel), offset, 4);
}

static uint64_t lx_counter(struct lx *lx, const struct lx_event *e)
{
    uint64_t low = lx_read_at(lx, e->socket, e->channel, lx_offset(IMC_CTR0 + e->counter));

    return low | (uint64_t)lx_read_at(lx, e->socket, e->channel, lx_offset(IMC_CTR0 + e->counter) + 4) << 32;
}

static unsigned lx_control_reg(const struct lx_event *e)
{
    return e->counter == IMC_FIXED_CTR ? IMC_FIXED_CTL : IMC_CTL0 + e->counter;
}

static uint32_t lx_en(void)
{
    const struct reg *ctl = &imc_bank(IMC_SILICON)->regs[IMC_CTL0];

    return (uint32_t)reg_set(ctl, CTL_EN, 0, 1);
}

/* snbep_uncore_pci_{dis,en}able_box() */
static void lx_box(struct lx *lx, const struct lx_event *e, bool enable)
{
    const struct reg *reg = &imc_bank(IMC_SILICON)->regs[IMC_BOX_CTL];
    uint32_t held = lx_read_at(lx, e->socket, e->channel, reg->offset);

    lx_write(lx, e->socket, e->channel, IMC_BOX_CTL, (uint32_t)reg_set(reg, BOX_CTL_FRZ, held, !enable));
}

/* snbep_uncore_pci_init_box() */
__attribute__((unused)) static void lx_init(struct lx *lx, unsigned socket, unsigned channel)
{
    lx_write(lx, socket, channel, IMC_BOX_CTL, 0x10003);
}

__attribute__((unused)) static void lx_start(struct lx *lx, struct lx_event *e)
{
    lx_box(lx, e, false);
    e->prev = lx_counter(lx, e);
    lx_write(lx, e->socket, e->channel, lx_control_reg(e), e->control | lx_en());
    lx_box(lx, e, true);
}

static void lx_update(struct lx *lx, struct lx_event *e)
{
    uint64_t now = lx_counter(lx, e);

    e->count += (now - e->prev) & ((UINT64_C(1) << 48) - 1);
    e->prev = now;
}

__attribute__((unused)) static void lx_stop(struct lx *lx, struct lx_event *e)
{
    lx_box(lx, e, false);
    lx_write(lx, e->socket, e->channel, lx_control_reg(e), e->control);
    lx_update(lx, e);
    lx_box(lx, e, true);
}

__attribute__((unused)) static void lx_step(struct lx *lx, unsigned step, bool end)
{
    struct sim_access access = lx_access(lx);

    snbep_step(lx->m, &access, step, end);
}

#endif
