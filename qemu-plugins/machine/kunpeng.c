/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The plugin of the machine `kunpeng`. It connects to the model: the PMUs'
 * windows, the core PMUs' system registers, firmware's switching of CPUs. It
 * raises interrupts, answers MPIDR, and adds a node for each PMU to the guest's
 * device tree. With tables=acpi there is no tree: the guest's initramfs must
 * contain a table with the same windows and interrupts
 * (harness/machine/kunpeng.c).
 *
 * -plugin pmulab-kunpeng.so[,traffic=FILE][,trace=FILE][,dies=N][,sccl=N]
 *        [,clusters=N][,counters=N][,hpmn=N][,clock=MHZ][,blind=NS]
 *        [,nsh=added|copied][,tables=devicetree|acpi][,uncore=none|hip08|hip09]
 *        [,check=on]
 */
#include "models/kunpeng/kunpeng.h"
#include "fdt/kunpeng_tree.h"
#include "fdt/pmcu_node.h"
#include "models/kunpeng/kunpeng_memory.h"
#include "models/kunpeng/kunpeng_plan.h"
#include "models/kunpeng/kunpeng_virt.h"
#include "qemu-plugins/count/blocks.h"
#include "qemu-plugins/count/guest_cachelines.h"
#include "qemu-plugins/count/insn_clock.h"
#include "qemu-plugins/qemu/arbiter.h"
#include "qemu-plugins/qemu/arm_timers.h"
#include "qemu-plugins/qemu/clock.h"
#include "qemu-plugins/qemu/qemu_private.h"
#include "qemu-plugins/runtime/cover.h"
#include "qemu-plugins/runtime/mark.h"
#include "qemu-plugins/runtime/notes.h"
#include "qemu-plugins/runtime/runtime.h"
#include "qemu-plugins/trap/access_counters.h"
#include "qemu-plugins/trap/arm64.h"
#include "qemu-plugins/trap/mmio.h"
#include "qemu-plugins/virt/virt.h"

#include <stdio.h>

int qemu_plugin_version = QEMU_API_VERSION;

static struct {
    struct kunpeng_config config;
    struct kunpeng machine;
    struct kunpeng_plan_text plan;
    struct sim_host host;
    bool begun;                         /* the tree is complete, CPU 0 is on */
    uint64_t windows[KUNPENG_MAX_DIES]; /* physical addresses; 0 until known */
    bool placed;                        /* they handle accesses */
    bool kernel_runs;                   /* it has called PSCI: see read_affinity() */
    /* the access is of an instruction within a block, under -icount */
    bool within;
    unsigned here; /* the accessing CPU */
} self;

/* The private interrupt of a core PMU's overflow (hw/arm/virt.c). */
#define PMU_PPI 23

/* QEMU's affinity with GICv3: CPUs that share one Aff1. */
#define AFFINITY_CPUS 16

/* ---- interrupts ---- */

/* The rows of harness/machine/kunpeng.c. */
static unsigned line_kind(unsigned line, unsigned *cpu)
{
    bool of_cpu = line >= KUNPENG_MAX_DIES && line < KUNPENG_IRQ_UNCORE(0);

    *cpu = of_cpu ? line - KUNPENG_MAX_DIES : 0;
    return of_cpu ? 1 : line < KUNPENG_MAX_DIES ? 0 : 2;
}

/* Within the arbiter. */
static void pulse(unsigned line)
{
    unsigned cpu;

    runtime_sends(line, line_kind(line, &cpu) == 1 ? (int)cpu : -1);
    if (line < KUNPENG_MAX_DIES)
        virt_pend_spi(&self.host, KUNPENG_SPI + line);
    else if (line >= KUNPENG_IRQ_UNCORE(0))
        virt_pend_spi(&self.host, kunpeng_uncore_spi(line - KUNPENG_IRQ_UNCORE(0)));
    else
        virt_pend_ppi(&self.host, line - KUNPENG_MAX_DIES, PMU_PPI);
}

static void pulse_soon(void *line)
{
    arbiter_enter();
    pulse(GPOINTER_TO_UINT(line));
    arbiter_leave();
}

/* One pulse per rise: the tree declares the PMCU's interrupts as edges, and
 * their handler checks again. For other PMUs' interrupts, see sysreg_write()
 * and store_uncore(). Under -icount, QEMU exits ("Raised interrupt while not in
 * I/O function") if a CPU gets one within a block: that interrupt comes between
 * this block and the next. */
static void irq(void *host, unsigned line, bool high)
{
    (void)host;
    if (!high)
        return;
    if (self.within)
        clock_run_soon(self.here, pulse_soon, GUINT_TO_POINTER(line));
    else
        pulse(line);
}

/* ---- accesses ---- */

/* An access without a time is within a block: trap/arm64.c. */
static struct sim_access begin_access(const struct sim_access *access)
{
    self.within = !access->now;
    self.here = access->cpu;
    return blocks_begin_timed(access);
}

static void cacheline_moved(void *machine, uint64_t line, enum cachelines_direction direction)
{
    if (G_UNLIKELY(kunpeng_cacheline(machine, line, direction)))
        runtime_update();
}

static const struct guest_cachelines_hooks cachelines_hooks = {
    cacheline_moved, runtime_retranslate};

/* Call after any change of counters, also by the plan. */
static void update_counting(void)
{
    blocks_want(kunpeng_counts(&self.machine), self.machine.now);
    guest_cachelines_want(self.machine.cachelines.on);
}

/* @end: one of the blocks_end_access functions. */
static void end_access(unsigned cpu, void (*end)(unsigned cpu))
{
    update_counting();
    end(cpu);
    runtime_update();
    self.within = false;
}

/* Such an access is not traced. */
static void found_nothing(uint64_t address)
{
    access_counters_skip();
    notes_nothing(NOTES_WINDOW, address);
}

/* The window is larger than the registers, to fill a page. */
static bool is_register(uint32_t offset)
{
    return offset < PMCU_WINDOW;
}

static void load(
    void *die, const struct sim_access *access, uint32_t offset, unsigned size, uint64_t *value)
{
    const struct sim_access here = begin_access(access);

    if (is_register(offset))
        *value = kunpeng_mmio_read(&self.machine, &here, GPOINTER_TO_UINT(die), offset, size);
    else
        found_nothing(self.windows[GPOINTER_TO_UINT(die)] + offset);
    end_access(here.cpu, blocks_end_access_block);
}

static void store(
    void *die, const struct sim_access *access, uint32_t offset, unsigned size, uint64_t value)
{
    const struct sim_access here = begin_access(access);

    if (is_register(offset))
        kunpeng_mmio_write(&self.machine, &here, GPOINTER_TO_UINT(die), offset, size, value);
    else
        found_nothing(self.windows[GPOINTER_TO_UINT(die)] + offset);
    end_access(here.cpu, blocks_end_access_block);
}

static const struct mmio_hooks window_hooks = {load, store};

static void load_uncore(
    void *number, const struct sim_access *access, uint32_t offset, unsigned size, uint64_t *value)
{
    const struct sim_access here = begin_access(access);

    if (offset < UNCORE_WINDOW)
        *value = kunpeng_uncore_read(&self.machine, &here, GPOINTER_TO_UINT(number), offset, size);
    else
        found_nothing(kunpeng_uncore_window(GPOINTER_TO_UINT(number)) + offset);
    end_access(here.cpu, blocks_end_access_block);
}

/* The interrupt is a level, reported by one pulse. If the handler has cleared
 * only some overflows, another pulse is needed. An edge does not repeat. */
static void store_uncore(
    void *number, const struct sim_access *access, uint32_t offset, unsigned size, uint64_t value)
{
    const struct sim_access here = begin_access(access);

    if (offset < UNCORE_WINDOW) {
        if (kunpeng_uncore_write(
                &self.machine, &here, GPOINTER_TO_UINT(number), offset, size, value))
            self.host.irq(NULL, KUNPENG_IRQ_UNCORE(GPOINTER_TO_UINT(number)), true);
    } else {
        found_nothing(kunpeng_uncore_window(GPOINTER_TO_UINT(number)) + offset);
    }
    end_access(here.cpu, blocks_end_access_block);
}

static const struct mmio_hooks uncore_hooks = {load_uncore, store_uncore};

static void place_windows(void)
{
    struct uncore_place place;

    for (unsigned die = 0; die < self.config.dies; die++)
        mmio_add(self.windows[die], FDT_PMCU_WINDOW, &window_hooks, GUINT_TO_POINTER(die));
    for (unsigned number = 0; number < UNCORE_PLACES; number++)
        if (uncore_place(&self.config, number, &place))
            mmio_add(kunpeng_uncore_window(number), KUNPENG_WINDOW, &uncore_hooks,
                GUINT_TO_POINTER(number));
    self.placed = true;
}

/* ---- MPIDR ---- */

/* Arm ARM, section D19.2.101: MPIDR_EL1, in MRS's encoding; bit 31 reads as
 * 1. */
enum { MPIDR_EL1 = 3 << 14 | 0 << 11 | 0 << 7 | 0 << 3 | 5 };
#define MPIDR_RES1 (UINT64_C(1) << 31)

static bool has_sysreg(uint32_t sysreg)
{
    return sysreg == MPIDR_EL1 || kunpeng_has_sysreg(sysreg);
}

/*
 * Drivers derive dies and clusters from MPIDR. QEMU's tables, GIC and PSCI
 * identify CPUs by QEMU's own numbers, which firmware and the kernel look up by
 * MPIDR at their start. After that the kernel uses the tables' numbers.
 */
static bool read_affinity(unsigned cpu, uint64_t *value)
{
    if (self.kernel_runs)
        access_counters_skip();
    *value = MPIDR_RES1 | kunpeng_mpidr(&self.config, cpu);
    return self.kernel_runs;
}

static bool sysreg_read(
    void *machine, const struct sim_access *access, uint32_t sysreg, uint64_t *value)
{
    const struct sim_access here = begin_access(access);
    bool ours = sysreg == MPIDR_EL1 ? read_affinity(here.cpu, value)
                                    : kunpeng_sysreg_read(machine, &here, sysreg, value);

    end_access(here.cpu, ours ? blocks_end_access_skip : blocks_end_access);
    return ours;
}

/* Whether a write goes to QEMU and also to the model. A CPU reported off has no
 * registers. */
static bool is_shared(unsigned cpu, uint32_t sysreg)
{
    static const enum arm_reg shared[] = {
        ARM_MDCR_EL2, ARM_CONTEXTIDR_EL1, ARM_CONTEXTIDR_EL2, ARM_CONTEXTIDR_EL12};

    for (size_t i = 0; i < G_N_ELEMENTS(shared); i++)
        if (arm_bank.regs[shared[i]].offset == sysreg)
            return self.machine.cpus[cpu].on;
    return false;
}

/* A core PMU's interrupt is a level, reported by one pulse. If software has
 * cleared only part of it, another pulse is needed. */
static bool sysreg_write(
    void *machine, const struct sim_access *access, uint32_t sysreg, uint64_t value)
{
    const struct sim_access here = begin_access(access);
    bool ours = kunpeng_sysreg_write(machine, &here, sysreg, value);

    if (!ours && !is_shared(here.cpu, sysreg))
        access_counters_skip();
    if (sysreg == arm_bank.regs[ARM_PMOVSCLR].offset && self.machine.cpus[here.cpu].line)
        self.host.irq(NULL, KUNPENG_IRQ_CPU(here.cpu), true);
    end_access(here.cpu, ours ? blocks_end_access_skip : blocks_end_access);
    return ours;
}

/* ---- CPUs on and off ---- */

/* Arm's Power State Coordination Interface (DEN 0022), section 5.1. */
enum psci { PSCI_VERSION = 0x84000000u, PSCI_CPU_OFF = 0x84000002u, PSCI_CPU_ON = 0xc4000003u };

static void power(const struct sim_access *here, unsigned cpu, bool on)
{
    struct sim_access other = *here;

    other.cpu = cpu;
    if (cpu < self.config.cpus && self.machine.cpus[cpu].on != on)
        kunpeng_power(&self.machine, &other, on);
}

static void firmware(
    void *machine, const struct sim_access *access, uint32_t function, uint64_t argument)
{
    const struct sim_access here = begin_access(access);
    /* the CPU with that affinity in QEMU's numbering */
    const unsigned other =
        (unsigned)(argument >> 8 & 0xff) * AFFINITY_CPUS + (unsigned)(argument & 0xff);

    (void)machine;
    /* Linux: psci_probe(), after smp_setup_processor_id() */
    self.kernel_runs |= function == PSCI_VERSION;
    if (function == PSCI_CPU_OFF)
        power(&here, here.cpu, false);
    else if (function == PSCI_CPU_ON)
        power(&here, other, true);
    end_access(here.cpu, blocks_end_access);
}

/* ---- steps ---- */

static void step(const struct sim_access *here, unsigned number, bool end)
{
    kunpeng_step(&self.machine, here, number, end);
}

static void end_mark(unsigned cpu)
{
    end_access(cpu, blocks_end_access_skip);
}

static const struct mark_hooks mark_hooks = {step, end_mark};

static void marked(void *machine, const struct sim_access *access, uint64_t value)
{
    const struct sim_access here = begin_access(access);

    (void)machine;
    mark_written(&mark_hooks, &here, value);
    end_access(here.cpu, blocks_end_access);
}

static const struct trap_arm64_hooks hooks = {
    .has_sysreg = has_sysreg,
    .sysreg_read = sysreg_read,
    .sysreg_write = sysreg_write,
    .firmware = firmware,
    .marked = marked,
};

/* ---- executed instructions ---- */

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

/* Adds the nodes of the PMUs to the tree. */
static const char *add_nodes(void *tree, size_t room, void *data)
{
    const char *wrong = kunpeng_tree_add(tree, room, &self.config);

    (void)data;
    for (unsigned die = 0; die < self.config.dies && !wrong; die++)
        self.windows[die] = fdt_pmcu_window(tree, die);
    return wrong;
}

/* Called before any block runs; guest memory does not exist earlier. */
static void begin_machine(void)
{
    const struct sim_access first = {0};
    const char *wrong = NULL;

    self.begun = true;
    arbiter_enter();
    if (!self.config.acpi)
        wrong = virt_change_tree(&self.host, add_nodes, NULL);
    else
        for (unsigned die = 0; die < self.config.dies; die++)
            self.windows[die] = kunpeng_window(die);
    kunpeng_power(&self.machine, &first, true);
    arbiter_leave();
    if (wrong)
        fprintf(stderr, "pmulab: the device tree of this QEMU: %s; the guest has no PMCU\n", wrong);
    else
        place_windows();
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
    guest_cachelines_translated(tb);
    cover_translated(tb);
}

/* ---- the runtime's hooks ---- */

static const char *reset(const qemu_info_t *info, const struct sim_host *host)
{
    const char *wrong;

    kunpeng_config_cpus(&self.config, (unsigned)info->system.smp_vcpus);
    wrong = kunpeng_config_wrong(&self.config);
    if (wrong)
        return wrong;
    self.host = *host;
    self.host.activity = blocks_activity;
    kunpeng_reset(&self.machine, &self.config, &self.host);
    kunpeng_plan_begin(&self.plan, &self.machine);
    return NULL;
}

static bool plan_line(const char *line, char wrong[PLAN_TEXT_WRONG])
{
    return kunpeng_plan_line(&self.plan, line, wrong);
}

_Static_assert(FDT_PMCU_WINDOW == KUNPENG_WINDOW, "all windows have one size");

static bool peek(unsigned block, uint32_t offset, unsigned size, uint64_t *value)
{
    return kunpeng_peek(&self.machine, block, offset, size, value);
}

static unsigned uncounted(unsigned block, unsigned reg, uint64_t value,
    struct machine_uncounted events[MACHINE_UNCOUNTED])
{
    return kunpeng_uncounted(&self.machine, block, reg, value, events);
}

static uint64_t deadline(void)
{
    return MIN(kunpeng_deadline(&self.machine), blocks_deadline());
}

static void advance(uint64_t now)
{
    kunpeng_advance(&self.machine, now);
    update_counting();
}

static bool start(const qemu_info_t *info)
{
    blocks_start(&blocks_hooks, &self.machine);
    guest_cachelines_start(&cachelines_hooks, &self.machine, &kunpeng_memory, self.config.cpus, 1);
    return trap_arm64_start(info, &hooks, &self.machine);
}

static void listen(qemu_plugin_id_t id)
{
    if (self.windows[0] && !self.placed) /* from a saved guest */
        place_windows();
    trap_arm64_listen(id);
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated, NULL);
    blocks_listen(id);
}

static void state(struct snapshot *snapshot)
{
    struct kunpeng *m = &self.machine;

    snapshot_part(snapshot, &m->now, sizeof(m->now));
    snapshot_part(snapshot, &m->pmcus, sizeof(m->pmcus));
    snapshot_part(snapshot, &m->cpus, sizeof(m->cpus));
    snapshot_part(snapshot, &m->uncore, sizeof(m->uncore));
    snapshot_part(snapshot, &m->traffic, sizeof(m->traffic));
    snapshot_part(snapshot, &m->faults.now, sizeof(m->faults.now));
    runtime_plan_state(snapshot, &m->plan, &m->faults);
    snapshot_part(snapshot, &self.begun, sizeof(self.begun));
    snapshot_part(snapshot, &self.kernel_runs, sizeof(self.kernel_runs));
    snapshot_part(snapshot, &self.windows, sizeof(self.windows));
}

static const struct runtime_machine machine_hooks = {
    .name = "kunpeng",
    .model = &kunpeng_model,
    .target = "aarch64",
    .needed = QEMU_CLOCK | QEMU_LOCK | QEMU_SPECIAL_BLOCKS | QEMU_DEVICES,
    .wanted = QEMU_TIMERS,
    .options = kunpeng_options,
    .config = &self.config,
    .access = &self.config.access,
    .reset = reset,
    .plan_line = plan_line,
    .uncounted = uncounted,
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
    self.config = KUNPENG_DEFAULTS;
    return runtime_install(&machine_hooks, id, info, argc, argv);
}
