/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The plugin of the machine `board`. It connects the windows of a file's PMUs
 * to the model, raises their interrupts, and adds a node for each to the
 * guest's device tree. PMUs that are found by ACPI need a table in the guest's
 * initramfs instead (harness/machine/board.c).
 *
 * -plugin pmulab-board.so[,traffic=FILE][,trace=FILE][,hardware=FILE]
 */
#include "fdt/board_tree.h"
#include "models/board/board_plan.h"
#include "qemu-plugins/count/blocks.h"
#include "qemu-plugins/qemu/arbiter.h"
#include "qemu-plugins/qemu/arm_timers.h"
#include "qemu-plugins/qemu/qemu_private.h"
#include "qemu-plugins/runtime/cover.h"
#include "qemu-plugins/runtime/mark.h"
#include "qemu-plugins/runtime/runtime.h"
#include "qemu-plugins/trap/access_counters.h"
#include "qemu-plugins/trap/arm64.h"
#include "qemu-plugins/trap/mmio.h"
#include "qemu-plugins/virt/virt.h"

#include <stdio.h>

int qemu_plugin_version = QEMU_API_VERSION;

static struct {
    struct board_config config;
    struct board machine;
    struct plan_text plan;
    struct sim_host host;
    bool begun; /* the tree is complete, and windows can handle accesses */
} self = {.config = BOARD_DEFAULTS};

/* ---- interrupts ---- */

static unsigned line_kind(unsigned line, unsigned *cpu)
{
    (void)line;
    *cpu = 0;
    return 0;
}

/* A level, reported by one pulse for each rise; see store(). Accesses to
 * windows and deadlines are at a block's end, where QEMU takes an interrupt. */
static void irq(void *host, unsigned line, bool high)
{
    (void)host;
    if (!high)
        return;
    runtime_sends(line, -1);
    virt_pend_spi(&self.host, self.config.hardware->pmus[line].interrupt);
}

/* ---- accesses ---- */

static void end_access(unsigned cpu, void (*end)(unsigned cpu))
{
    end(cpu);
    runtime_update();
}

static void load(
    void *block, const struct sim_access *access, uint32_t offset, unsigned size, uint64_t *value)
{
    const struct sim_access here = blocks_begin_timed(access);

    *value = board_read(&self.machine, &here, GPOINTER_TO_UINT(block), offset, size);
    end_access(here.cpu, blocks_end_access_block);
}

/* If a handler has cleared only some of the overflows, another pulse is
 * needed. */
static void store(
    void *block, const struct sim_access *access, uint32_t offset, unsigned size, uint64_t value)
{
    const struct sim_access here = blocks_begin_timed(access);

    if (board_write(&self.machine, &here, GPOINTER_TO_UINT(block), offset, size, value))
        self.host.irq(NULL, GPOINTER_TO_UINT(block), true);
    end_access(here.cpu, blocks_end_access_block);
}

static const struct mmio_hooks window_hooks = {load, store};

static void place_windows(void)
{
    for (unsigned i = 0; i < board_pmus(&self.machine); i++) {
        const struct pmu_kind *kind = &self.config.hardware->pmus[i];

        mmio_add(kind->address, kind->size, &window_hooks, GUINT_TO_POINTER(i));
    }
}

/* ---- steps ---- */

static void step(const struct sim_access *here, unsigned number, bool end)
{
    board_step(&self.machine, here, number, end);
}

static void end_mark(unsigned cpu)
{
    end_access(cpu, blocks_end_access_skip);
}

static const struct mark_hooks mark_hooks = {step, end_mark};

static void marked(void *machine, const struct sim_access *access, uint64_t value)
{
    const struct sim_access here = blocks_begin_timed(access);

    (void)machine;
    mark_written(&mark_hooks, &here, value);
    end_access(here.cpu, blocks_end_access);
}

/* ---- system registers: the guest has QEMU's ---- */

static bool has_sysreg(uint32_t sysreg)
{
    (void)sysreg;
    return false;
}

static void firmware(
    void *machine, const struct sim_access *access, uint32_t function, uint64_t argument)
{
    (void)machine, (void)access, (void)function, (void)argument;
}

static const struct trap_arm64_hooks hooks = {
    .has_sysreg = has_sysreg, .firmware = firmware, .marked = marked};

/* ---- executed instructions: no PMU counts them ---- */

static uint64_t countdown_expired(void *machine, unsigned cpu, uint64_t pc, bool user, uint64_t now)
{
    (void)machine, (void)cpu, (void)pc, (void)user, (void)now;
    return 0;
}

static const struct blocks_hooks blocks_hooks = {
    .countdown_expired = countdown_expired,
    .was_next = trap_arm64_was_next,
    .inlined = true,
    .retranslate = runtime_retranslate,
};

/* ---- the device tree ---- */

static const char *add_nodes(void *tree, size_t room, void *hardware)
{
    return board_tree_add(tree, room, hardware);
}

/* Called before any block runs; guest memory does not exist earlier. */
static void begin_machine(void)
{
    const struct hardware *hardware = self.config.hardware;
    const char *wrong = NULL;

    self.begun = true;
    arbiter_enter();
    if (hardware && hardware->pmus[0].compatible)
        wrong = virt_change_tree(&self.host, add_nodes, (void *)(uintptr_t)hardware);
    arbiter_leave();
    if (wrong)
        fprintf(stderr, "pmulab: the device tree of this QEMU: %s; the guest has no PMU\n", wrong);
}

static void translated(struct qemu_plugin_tb *tb, void *data)
{
    struct blocks_traits traits;

    (void)data;
    runtime_translated();
    if (!self.begun)
        begin_machine();
    traits = trap_arm64_translated(tb);
    blocks_translated(tb, &traits);
    cover_translated(tb);
}

/* ---- the runtime's hooks ---- */

static const char *reset(const qemu_info_t *info, const struct sim_host *host)
{
    self.config.cpus = (unsigned)info->system.smp_vcpus;
    if (self.config.cpus > BOARD_MAX_CPUS)
        return "cpus: expected 1 to 256";
    self.host = *host;
    board_reset(&self.machine, &self.config, &self.host);
    board_plan_begin(&self.plan, &self.machine);
    return NULL;
}

static bool plan_line(const char *line, char wrong[PLAN_TEXT_WRONG])
{
    return plan_text_line(&self.plan, line, wrong);
}

static bool peek(unsigned block, uint32_t offset, unsigned size, uint64_t *value)
{
    return board_peek(&self.machine, block, offset, size, value);
}

static uint64_t deadline(void)
{
    return MIN(board_deadline(&self.machine), blocks_deadline());
}

static void advance(uint64_t now)
{
    board_advance(&self.machine, now);
}

static bool start(const qemu_info_t *info)
{
    blocks_start(&blocks_hooks, &self.machine);
    if (!trap_arm64_start(info, &hooks, &self.machine))
        return false;
    place_windows();
    return true;
}

static void listen(qemu_plugin_id_t id)
{
    trap_arm64_listen(id);
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated, NULL);
    blocks_listen(id);
}

static void state(struct snapshot *snapshot)
{
    struct board *m = &self.machine;

    snapshot_part(snapshot, &m->now, sizeof(m->now));
    snapshot_part(snapshot, &m->pmus, sizeof(m->pmus));
    snapshot_part(snapshot, &m->faults.now, sizeof(m->faults.now));
    runtime_plan_state(snapshot, &m->plan, &m->faults);
    snapshot_part(snapshot, &self.begun, sizeof(self.begun));
}

static const struct runtime_machine machine_hooks = {
    .name = "board",
    .model = &board_model,
    .target = "aarch64",
    .needed = QEMU_CLOCK | QEMU_LOCK | QEMU_SPECIAL_BLOCKS | QEMU_DEVICES,
    .wanted = QEMU_TIMERS,
    .options = board_options,
    .config = &self.config,
    .reset = reset,
    .plan_line = plan_line,
    .deadline = deadline,
    .advance = advance,
    .peek = peek,
    .start = start,
    .listen = listen,
    .state = state,
    .irq = irq,
    .line_kind = line_kind,
    .resumed = arm_timers_resume,
};

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv)
{
    return runtime_install(&machine_hooks, id, info, argc, argv);
}
