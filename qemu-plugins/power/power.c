/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The common plugin of the POWER machines. It connects to the model: SCOMs of
 * in-memory collection, LDBAR, step marks, loads of counter memory. It reports
 * the CPUs' execution. It also makes firmware place the nest's counter memory
 * at an address that the kernel can read.
 */
#include "qemu-plugins/power/power.h"

#include "models/power9/power9.h"
#include "models/power9/power9_plan.h"
#include "models/sim/clock.h"
#include "models/sim/step.h"
#include "qemu-plugins/count/blocks.h"
#include "qemu-plugins/count/insn_clock.h"
#include "qemu-plugins/qemu/arbiter.h"
#include "qemu-plugins/qemu/bmc_date.h"
#include "qemu-plugins/qemu/clock.h"
#include "qemu-plugins/qemu/qemu_private.h"
#include "qemu-plugins/runtime/cover.h"
#include "qemu-plugins/runtime/homer.h"
#include "qemu-plugins/runtime/mark.h"
#include "qemu-plugins/runtime/runtime.h"
#include "qemu-plugins/trap/access_counters.h"
#include "qemu-plugins/trap/ppc64.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* SPR 808 is one of four that any code may write without effect:
 * Power ISA 3.0B, book II, section 4.3. */
enum { SPR_MARK = 808, SPR_LDBAR = 850 };

static struct {
    struct p9_config config;
    struct p9 machine;
    struct p9_plan_text plan;
    struct sim_host host;
    struct bmc_date bmc;
    bool timebase_known;
    uint64_t timebase_offset;  /* how far the guest's timebase is ahead of the clock, in ticks */
    bool sampled[P9_MAX_CPUS]; /* its countdown is running */
} self;

/* The timebase of QEMU and the model: 512 MHz. */
static uint64_t timebase_at(uint64_t now)
{
    return (uint64_t)((unsigned __int128)now * 512 / 1000) + self.timebase_offset;
}

/* Sets other CPUs' countdowns, which are exact, only if @all have changed. */
static void set_countdowns(unsigned here, bool all)
{
    for (unsigned cpu = 0; cpu < self.config.cpus; cpu++) {
        uint64_t instructions = p9_sampling(&self.machine, cpu);

        if (cpu == here || all || self.sampled[cpu] != (instructions != 0))
            blocks_set_countdown(cpu, instructions);
        self.sampled[cpu] = instructions != 0;
    }
}

/* @end: one of the blocks_end_access functions. SCOMs are inputs and
 * outputs. */
static void end_access(unsigned cpu, bool wrote, void (*end)(unsigned cpu))
{
    set_countdowns(cpu, wrote);
    blocks_want(p9_counts_instructions(&self.machine), self.machine.now);
    runtime_update();
    end(cpu);
}

static bool has_scom(void *machine, unsigned chip, uint32_t pcba)
{
    /* While instructions are counted, any access gives the CPU's place. */
    return blocks_counting() || pcba == self.config.generation->pba_bar0 ||
           p9_has_scom(machine, chip, pcba);
}

static bool scom_read(
    void *machine, const struct sim_access *access, unsigned chip, uint32_t pcba, uint64_t *value)
{
    const struct sim_access here = blocks_begin_timed(access);
    const struct p9_generation *generation = self.config.generation;
    const struct homer homer_is = {
        self.config.sockets, generation->pba_bar0, generation->qemu_homer};
    bool homer = homer_scom_read(&self.host, &homer_is, chip, pcba, value);
    bool ours = homer || p9_scom_read(machine, &here, chip, pcba, value);

    if (homer)
        access_counters_skip();
    end_access(here.cpu, false, blocks_end_access_block);
    return ours;
}

/* Samples contain the timebase. Reading it takes longer than an access, so it
 * is read once, and again while samples are possible. */
static void scom_write(
    void *machine, const struct sim_access *access, unsigned chip, uint32_t pcba, uint64_t value)
{
    const struct sim_access here = blocks_begin_timed(access);
    bool ours = p9_scom_write(machine, &here, chip, pcba, value);

    if (!self.timebase_known || p9_counts_instructions(&self.machine)) {
        self.timebase_known = true;
        self.timebase_offset = 0;
        self.timebase_offset = trap_ppc64_timebase(here.cpu) - timebase_at(here.now);
    }
    if (!ours)
        access_counters_skip();
    end_access(here.cpu, ours, blocks_end_access_block);
}

static void step(const struct sim_access *here, unsigned number, bool end)
{
    p9_step(&self.machine, here, number, end);
}

static void end_mark(unsigned cpu)
{
    end_access(cpu, true, blocks_end_access);
}

static const struct mark_hooks mark_hooks = {step, end_mark};

static void spr_write(void *machine, const struct sim_access *access, unsigned spr, uint64_t value)
{
    const struct sim_access here = blocks_begin_timed(access);

    if (spr == SPR_LDBAR)
        p9_ldbar_write(machine, &here, value);
    else
        mark_written(&mark_hooks, &here, value);
    end_access(here.cpu, true, blocks_end_access);
}

static uint64_t spr_read(void *machine, const struct sim_access *access, unsigned spr)
{
    const struct sim_access here = blocks_begin_timed(access);
    uint64_t value = p9_ldbar_read(machine, &here);

    (void)spr;
    end_access(here.cpu, false, blocks_end_access);
    return value;
}

/* Most loads go elsewhere. */
static void loaded(void *machine, const struct sim_access *access, uint64_t address, uint64_t value)
{
    struct sim_access here;

    if (!p9_counts_at(machine, address)) {
        access_counters_skip();
        return;
    }
    here = blocks_begin_timed(access);
    p9_loaded(machine, &here, address, sizeof(value), value);
    end_access(here.cpu, false, blocks_end_access);
}

static bool byte_loaded(void *machine, uint64_t address, uint8_t *byte)
{
    (void)machine;
    return bmc_date_port(address) && bmc_date_loaded(&self.bmc, address, byte, clock_date());
}

static void byte_stored(void *machine, uint64_t address, uint8_t byte)
{
    (void)machine;
    if (bmc_date_port(address))
        bmc_date_stored(&self.bmc, address, byte, clock_date());
}

static const struct trap_ppc64_spr sprs[] = {
    {SPR_LDBAR, "ldbar", true},
    {SPR_MARK, NULL, false},
    {0},
};

/* The generation sets the distance of SCOMs. */
static struct trap_ppc64_hooks hooks = {
    .sprs = sprs,
    .spr_write = spr_write,
    .spr_read = spr_read,
    .has_scom = has_scom,
    .scom_read = scom_read,
    .scom_write = scom_write,
    .byte_loaded = byte_loaded,
    .byte_stored = byte_stored,
    .loaded = loaded,
};

static uint64_t countdown_expired(void *machine, unsigned cpu, uint64_t pc, bool user, uint64_t now)
{
    uint64_t next;

    p9_advance(machine, now);
    next = p9_sample(machine, cpu, pc, user, timebase_at(now));
    self.sampled[cpu] = next != 0;
    return next;
}

static const struct blocks_hooks blocks_hooks = {
    .countdown_expired = countdown_expired,
    .was_next = trap_ppc64_was_next,
    .inlined = true,
    .retranslate = runtime_retranslate,
};

static struct sim_executed executed(void *host, unsigned cpu)
{
    (void)host;
    return blocks_executed(cpu);
}

static void translated(struct qemu_plugin_tb *tb, void *data)
{
    struct trap_ppc64_block block;

    (void)data;
    block = trap_ppc64_translated(tb);
    blocks_translated(tb, &(struct blocks_traits){.user = block.user,
                              .goes_inside = block.goes_inside,
                              .calls = block.calls,
                              .changes_mode = block.changes_mode});
    cover_translated(tb);
}

static const char *reset(const qemu_info_t *info, const struct sim_host *host)
{
    const char *wrong;

    self.config.cpus = (unsigned)info->system.smp_vcpus;
    wrong = p9_config_wrong(&self.config);
    if (wrong)
        return wrong;
    self.host = *host;
    self.host.executed = executed;
    p9_reset(&self.machine, &self.config, &self.host);
    p9_plan_begin(&self.plan, &self.machine);
    return NULL;
}

static bool plan_line(const char *line, char wrong[PLAN_TEXT_WRONG])
{
    return p9_plan_line(&self.plan, line, wrong);
}

static bool peek(unsigned block, uint32_t offset, unsigned size, uint64_t *value)
{
    (void)size;
    return p9_peek(&self.machine, block, offset, value);
}

static uint64_t deadline(void)
{
    return MIN(p9_deadline(&self.machine), blocks_deadline());
}

static void advance(uint64_t now)
{
    p9_advance(&self.machine, now);
    set_countdowns(UINT_MAX, false);
    blocks_want(p9_counts_instructions(&self.machine), self.machine.now);
}

static bool start(const qemu_info_t *info)
{
    blocks_start(&blocks_hooks, &self.machine);
    return trap_ppc64_start(info, &hooks, &self.machine);
}

static void listen(qemu_plugin_id_t id)
{
    trap_ppc64_listen(id);
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated, NULL);
    blocks_listen(id);
}

/* The generation sets the name and options. */
static struct runtime_machine machine_hooks = {
    .target = "ppc64",
    .needed = QEMU_CLOCK | QEMU_LOCK | QEMU_SPECIAL_BLOCKS,
    .wanted = QEMU_DATE,
    .config = &self.config,
    .access = &self.config.access,
    .reset = reset,
    .plan_line = plan_line,
    .deadline = deadline,
    .advance = advance,
    .peek = peek,
    .start = start,
    .listen = listen,
};

int power_install(const struct p9_generation *generation, const struct machine_model *model,
    qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv)
{
    self.config = p9_defaults(generation);
    hooks.scom_shift = generation->scom_shift;
    machine_hooks.name = model->name;
    machine_hooks.model = model;
    machine_hooks.options = model->options;
    return runtime_install(&machine_hooks, id, info, argc, argv);
}
