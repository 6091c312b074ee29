/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Linux's intel_uncore for tests, on a box in configuration space or in
 * model-specific registers: the accesses of arch/x86/events/intel/uncore.c and
 * uncore_snbep.c in their order, on struct snbep with a host that records
 * them. */
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
    struct snbep *planned;      /* the result of a scenario's reader */
    struct oracle_plan *oracle; /* the same */
    GArray *records;            /* struct trace_record */
    uint64_t now;               /* ns */
    unsigned cpu;
};

/* A perf event in the kernel. */
struct lx_event {
    unsigned socket, box, counter; /* the fixed counter comes after the general ones */
    uint64_t control, prev, count;
};

static void lx_record(void *self, const struct trace_record *record)
{
    g_array_append_vals(self, record, 1);
}

/* @oracle also reads the plan, unless it is NULL. */
static void lx_plan(struct snbep *m, struct oracle_plan *oracle, const char *plan)
{
    struct snbep_plan_text *text = g_new(struct snbep_plan_text, 1);
    g_auto(GStrv) lines = g_strsplit(plan, "\n", -1);
    char wrong[PLAN_TEXT_WRONG] = "";

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
    lx.oracle->variant = oracle_variant_named(snbep_variant_of(config)->name);
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

/* ---- registers ---- */

static const struct snbep_place *lx_place(const struct lx *lx, unsigned box)
{
    return &lx->m->variant->boxes[box];
}

static const struct box_type *lx_type(const struct lx *lx, unsigned box)
{
    return lx_place(lx, box)->type;
}

static const struct reg *lx_reg(const struct lx *lx, unsigned box, unsigned reg)
{
    return &lx_type(lx, box)->banks[lx->m->config.box_ctl]->regs[reg];
}

static bool lx_by_msr(const struct lx *lx, unsigned box)
{
    return snbep_place_space(lx_place(lx, box)) == REG_SPACE_MSR;
}

/* The offset of a memory channel's register, in any bank. */
__attribute__((unused)) static unsigned lx_offset(unsigned reg)
{
    return imc_bank.regs[reg].offset;
}

static unsigned lx_bus(const struct lx *lx, unsigned socket, unsigned box)
{
    return lx->m->variant->buses[socket][lx_place(lx, box)->bus];
}

/* The function that has the register at @offset. */
static unsigned lx_devfn(const struct lx *lx, unsigned box, unsigned offset)
{
    const struct snbep_place *place = lx_place(lx, box);
    bool beyond = place->beyond && offset >= SNBEP_BEYOND;

    return (unsigned)place->device << 3 | (beyond ? place->beyond : place->function);
}

static uint32_t lx_read_at(struct lx *lx, unsigned socket, unsigned box, unsigned offset)
{
    struct sim_access access = lx_access(lx);

    return (uint32_t)snbep_pci_read(
        lx->m, &access, lx_bus(lx, socket, box), lx_devfn(lx, box, offset), offset, 4);
}

static void lx_write_at(
    struct lx *lx, unsigned socket, unsigned box, unsigned offset, uint32_t value)
{
    struct sim_access access = lx_access(lx);

    snbep_pci_write(
        lx->m, &access, lx_bus(lx, socket, box), lx_devfn(lx, box, offset), offset, 4, value);
}

/* The low half of a register in configuration space. */
__attribute__((unused)) static void lx_write(
    struct lx *lx, unsigned socket, unsigned box, unsigned reg, uint32_t value)
{
    lx_write_at(lx, socket, box, lx_reg(lx, box, reg)->offset, value);
}

/* A whole register, in configuration space by halves. */
static uint64_t lx_read_reg(struct lx *lx, unsigned socket, unsigned box, unsigned reg)
{
    const struct reg *at = lx_reg(lx, box, reg);
    struct sim_access access;
    uint64_t low;

    if (lx_by_msr(lx, box)) {
        access = lx_access(lx);
        return snbep_msr_read(lx->m, &access, socket, lx_place(lx, box)->base + at->offset);
    }
    low = lx_read_at(lx, socket, box, at->offset);
    return at->width > 32 ? low | (uint64_t)lx_read_at(lx, socket, box, at->offset + 4) << 32 : low;
}

static void lx_write_reg(struct lx *lx, unsigned socket, unsigned box, unsigned reg, uint64_t value)
{
    const struct reg *at = lx_reg(lx, box, reg);
    struct sim_access access;

    if (lx_by_msr(lx, box)) {
        access = lx_access(lx);
        snbep_msr_write(lx->m, &access, socket, lx_place(lx, box)->base + at->offset, value);
        return;
    }
    lx_write_at(lx, socket, box, at->offset, (uint32_t)value);
    if (at->width > 32)
        lx_write_at(lx, socket, box, at->offset + 4, (uint32_t)(value >> 32));
}

/* ---- boxes and events ---- */

/* {snbep,ivbep}_uncore_{pci,msr}_init_box() with SNBEP_PMON_BOX_CTL_INT and
 * IVBEP_PMON_BOX_CTL_INT. */
__attribute__((unused)) static void lx_init(struct lx *lx, unsigned socket, unsigned box)
{
    uint32_t control = lx->m->variant == &variant_snbep ? 0x10003 : 3;

    if (lx_type(lx, box)->box_ctl != BOX_NONE)
        lx_write_reg(lx, socket, box, (unsigned)lx_type(lx, box)->box_ctl, control);
}

/* snbep_uncore_{pci,msr}_{dis,en}able_box() */
static void lx_box(struct lx *lx, const struct lx_event *e, bool enable)
{
    const struct box_type *type = lx_type(lx, e->box);
    unsigned reg = (unsigned)type->box_ctl, frz = type->unit ? type->unit->frz : BOX_CTL_FRZ;
    uint64_t held;

    if (type->box_ctl == BOX_NONE)
        return;
    held = lx_read_reg(lx, e->socket, e->box, reg);
    lx_write_reg(lx, e->socket, e->box, reg, reg_set(lx_reg(lx, e->box, reg), frz, held, !enable));
}

static unsigned lx_counter_reg(const struct lx *lx, const struct lx_event *e)
{
    return box_counter_reg(lx_type(lx, e->box), e->counter);
}

static uint64_t lx_counter(struct lx *lx, const struct lx_event *e)
{
    return lx_read_reg(lx, e->socket, e->box, lx_counter_reg(lx, e));
}

/* Sets field @field of a counter's control, if it exists. */
static uint64_t lx_with(const struct reg *reg, int field, uint64_t control, uint64_t content)
{
    return field == BOX_NONE ? control : reg_set(reg, (unsigned)field, control, content);
}

/* The bit that switches counter number @counter on, or BOX_NONE. */
static int lx_en_field(const struct box_type *type, unsigned counter)
{
    return counter == type->n_counters ? FIXED_CTL_EN : type->control->en;
}

static void lx_switch(struct lx *lx, const struct lx_event *e, bool on)
{
    const struct box_type *type = lx_type(lx, e->box);
    unsigned reg = box_control_reg(type, e->counter);
    int en = lx_en_field(type, e->counter);
    uint64_t control = lx_with(lx_reg(lx, e->box, reg), en, e->control, on);

    /* If no bit switches a counter off, its event is removed instead. */
    lx_write_reg(lx, e->socket, e->box, reg, on || en != BOX_NONE ? control : 0);
}

/* The bit of a memory channel's general counter. */
__attribute__((unused)) static uint32_t lx_en(void)
{
    return (uint32_t)reg_set(&imc_bank.regs[IMC_CTL0], CTL_EN, 0, 1);
}

/* The box must be frozen for both. */
static void lx_begin(struct lx *lx, struct lx_event *e)
{
    e->prev = lx_counter(lx, e);
    lx_switch(lx, e, true);
}

static void lx_update(struct lx *lx, struct lx_event *e)
{
    const struct reg *reg = lx_reg(lx, e->box, lx_counter_reg(lx, e));
    uint64_t now = lx_counter(lx, e);

    e->count += (now - e->prev) & reg_access_mask(reg, REG_RW);
    e->prev = now;
}

static void lx_end(struct lx *lx, struct lx_event *e)
{
    lx_switch(lx, e, false);
    lx_update(lx, e);
}

__attribute__((unused)) static void lx_start(struct lx *lx, struct lx_event *e)
{
    lx_box(lx, e, false);
    lx_begin(lx, e);
    lx_box(lx, e, true);
}

__attribute__((unused)) static void lx_stop(struct lx *lx, struct lx_event *e)
{
    lx_box(lx, e, false);
    lx_end(lx, e);
    lx_box(lx, e, true);
}

__attribute__((unused)) static void lx_step(struct lx *lx, unsigned step, bool end)
{
    struct sim_access access = lx_access(lx);

    snbep_step(lx->m, &access, step, end);
}

#endif
