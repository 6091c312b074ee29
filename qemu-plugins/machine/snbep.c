/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The plugin of the machine `snbep`. It connects to the model: configuration
 * space of the uncore buses, MSRs of the uncore and of core PMUs, RDPMC, LVTPC,
 * CPUID leaves, the step port.
 *
 * -plugin
 * pmulab-snbep.so[,traffic=FILE][,trace=FILE][,box-ctl=silicon|guide][,dclk=HZ][,sockets=1|2]
 *        [,absent=BOX+...][,duplicated=BOX+...]
 */
#include "models/snbep/snbep_config.h"
#include "models/snbep/snbep_cpuid.h"
#include "models/snbep/snbep_memory.h"
#include "models/snbep/snbep_plan.h"
#include "qemu-plugins/count/blocks.h"
#include "qemu-plugins/count/guest_cachelines.h"
#include "qemu-plugins/pci/pci_config.h"
#include "qemu-plugins/pci/pci_ecam.h"
#include "qemu-plugins/qemu/clock.h"
#include "qemu-plugins/qemu/qemu_private.h"
#include "qemu-plugins/recount/x86_branches.h"
#include "qemu-plugins/recount/x86_recount.h"
#include "qemu-plugins/runtime/cover.h"
#include "qemu-plugins/runtime/notes.h"
#include "qemu-plugins/runtime/runtime.h"
#include "qemu-plugins/trap/access_counters.h"
#include "qemu-plugins/trap/x86.h"
#include "qemu-plugins/trap/x86_apic.h"
#include "qemu-plugins/trap/x86_branch.h"
#include "qemu-plugins/trap/x86_follow.h"
#include "qemu-plugins/trap/x86_op.h"
#include "qemu-plugins/x86/x86_machine.h"

int qemu_plugin_version = QEMU_API_VERSION;

static struct {
    struct snbep_config config;
    struct snbep machine;
    struct snbep_plan_text plan;
    struct pci_config pci_config;
    struct pci_ecam ecam;
    struct sim_host host;
    struct sim_host runtime;
    uint64_t countdowns[SNBEP_MAX_CPUS]; /* snbep_countdowns() when the CPU's countdown was set */
} self = {.config = SNBEP_DEFAULTS};

/* ---- executed instructions ---- */

/* Sent between two blocks: a real interrupt is also some instructions late. */
static void nmi(void *host, unsigned cpu)
{
    (void)host;
    x86_machine_send_nmi_soon(cpu);
}

/* A counter may overflow here. */
static uint64_t countdown_expired(void *machine, unsigned cpu, uint64_t pc, bool user, uint64_t now)
{
    (void)pc;
    (void)user;
    snbep_core_update(machine, cpu, now);
    self.countdowns[cpu] = snbep_countdowns(machine, cpu);
    return snbep_countdown(machine, cpu);
}

static void discontinued(
    void *machine, unsigned cpu, enum qemu_plugin_discon_type type, uint64_t from, uint64_t to)
{
    (void)machine;
    trap_x86_follow_discontinued(cpu, type, from, to);
}

static const struct blocks_hooks blocks_hooks = {
    .countdown_expired = countdown_expired,
    .arrived = trap_x86_arrived,
    .was_next = trap_x86_was_next,
    .discontinued = discontinued,
    .inlined = true,
    .flushed = trap_x86_branch_flushed,
    .retranslate = runtime_retranslate,
};

static void cacheline_moved(void *machine, uint64_t line, enum cachelines_direction direction)
{
    snbep_cacheline(machine, line, direction);
}

static const struct guest_cachelines_hooks cachelines_hooks = {
    cacheline_moved, runtime_retranslate};

/* ---- followed accesses and branches ---- */

static unsigned follows(unsigned cpu)
{
    return snbep_follows(&self.machine, cpu);
}

static bool fetched(void *machine, unsigned cpu, bool user, const struct memory_outcome *outcome)
{
    return snbep_fetched(machine, cpu, user, outcome);
}

static bool accessed(
    void *machine, unsigned cpu, bool user, bool store, const struct memory_outcome *outcome)
{
    return snbep_accessed(machine, cpu, user, store, outcome);
}

static bool branched(void *machine, unsigned cpu, const struct sim_op *op, bool mispredicted)
{
    x86_recount_branch(cpu, op->user);
    if (snbep_records_branches(machine, cpu))
        x86_branches_executed(cpu, op, mispredicted);
    return snbep_branched(machine, cpu, op, mispredicted);
}

static void interrupted(void *machine, unsigned cpu, uint64_t from, uint64_t to)
{
    if (!snbep_records_branches(machine, cpu))
        return;
    x86_branches_interrupted(cpu, from, to);
    snbep_interrupted(machine, cpu, from, to);
}

/* An access or overflow may freeze the records, so the trace needs the branches
 * before it first. */
static void trace(void *host, const struct trace_record *record)
{
    unsigned kind = snbep_block_kind(record->block);

    if (x86_branches_wait(record->cpu) &&
        (record->kind == TRACE_READ || record->kind == TRACE_WRITE ||
            record->kind == TRACE_OVERFLOW) &&
        (kind == SNBEP_BLOCK_CORE || kind == SNBEP_BLOCK_LBR))
        x86_branches_emit(record->cpu, &self.runtime,
            snbep_lbr_block(self.config.variant, record->cpu), record->time);
    self.runtime.trace(host, record);
}

static void set_countdown(unsigned cpu)
{
    self.countdowns[cpu] = snbep_countdowns(&self.machine, cpu);
    blocks_set_countdown(cpu, snbep_countdown(&self.machine, cpu));
}

static void due(void *machine, unsigned cpu)
{
    snbep_core_update(machine, cpu, blocks_now(cpu));
    set_countdown(cpu);
}

static const struct trap_x86_follow_hooks follow_hooks = {
    .follows = follows,
    .fetched = fetched,
    .accessed = accessed,
    .branched = branched,
    .interrupted = interrupted,
    .due = due,
    .walk = x86_machine_page_shift,
};

/* Call after anything that the plan or software may have changed. Retranslates
 * only for new needs, while counting: the next measurement often has the old
 * ones again. */
static void update_counting(void)
{
    bool follows_all = trap_x86_follows(snbep_follows_any(&self.machine));

    if (blocks_counting() && !(follows_all && x86_recount_listens()))
        runtime_retranslate();
    blocks_want(snbep_counts(&self.machine), self.machine.now);
    guest_cachelines_want(self.machine.cachelines.on);
}

/* ---- accesses ---- */

static void handled(unsigned cpu)
{
    /* An access to another block leaves the countdown running. */
    if (self.countdowns[cpu] != snbep_countdowns(&self.machine, cpu))
        set_countdown(cpu);
    update_counting();
}

static void step(const struct sim_access *here, unsigned number, bool end)
{
    snbep_step(&self.machine, here, number, end);
}

static const struct x86_machine_hooks x86_hooks = {.handled = handled, .step = step};

static bool has_port(unsigned port)
{
    return pci_config_has_port(port) || x86_machine_has_port(port);
}

/* Such an access is not traced. */
static void found_nothing(enum notes_kind kind, uint64_t address)
{
    access_counters_skip();
    notes_nothing(kind, address);
}

/* Notes an access to a missing function, by its place in ECAM. */
static void note_missing(const struct pci_target *t)
{
    if (!snbep_has_function(&self.machine, t->bus, t->devfn))
        found_nothing(NOTES_FUNCTION, (uint64_t)t->bus << 20 | (uint64_t)t->devfn << 12);
}

/* The target is on one of the machine's buses. @end: see x86_machine_end(). */
static uint64_t config_read(const struct sim_access *access, const struct pci_target *t,
    unsigned size, void (*end)(unsigned cpu))
{
    const struct sim_access here = x86_machine_begin(access);
    uint64_t value = snbep_pci_read(&self.machine, &here, t->bus, t->devfn, t->offset, size);

    note_missing(t);
    x86_machine_end(here.cpu, end);
    return value;
}

static void config_write(const struct sim_access *access, const struct pci_target *t, unsigned size,
    uint64_t value, void (*end)(unsigned cpu))
{
    const struct sim_access here = x86_machine_begin(access);

    snbep_pci_write(&self.machine, &here, t->bus, t->devfn, t->offset, size, value);
    note_missing(t);
    x86_machine_end(here.cpu, end);
}

static void ecam_read(
    void *bus, const struct sim_access *access, uint32_t offset, unsigned size, uint64_t *value)
{
    const struct pci_target t = pci_ecam_target(bus, offset);

    *value = config_read(access, &t, size, blocks_end_access_block);
}

static void ecam_write(
    void *bus, const struct sim_access *access, uint32_t offset, unsigned size, uint64_t value)
{
    const struct pci_target t = pci_ecam_target(bus, offset);

    config_write(access, &t, size, value, blocks_end_access_block);
}

static const struct mmio_hooks ecam_hooks = {ecam_read, ecam_write};

static bool has_bus(unsigned bus)
{
    return snbep_has_bus(&self.machine, bus);
}

static void place_ecam(void)
{
    pci_ecam_place(&self.ecam, &ecam_hooks, has_bus);
}

/* ---- the sockets' windows ---- */

static void window_read(
    void *socket, const struct sim_access *access, uint32_t offset, unsigned size, uint64_t *value)
{
    const struct sim_access here = x86_machine_begin(access);

    if (!snbep_window_read(&self.machine, &here, GPOINTER_TO_UINT(socket), offset, size, value))
        found_nothing(NOTES_WINDOW, window_address(GPOINTER_TO_UINT(socket)) + offset);
    x86_machine_end(here.cpu, blocks_end_access_block);
}

static void window_write(
    void *socket, const struct sim_access *access, uint32_t offset, unsigned size, uint64_t value)
{
    const struct sim_access here = x86_machine_begin(access);

    if (!snbep_window_write(&self.machine, &here, GPOINTER_TO_UINT(socket), offset, size, value))
        found_nothing(NOTES_WINDOW, window_address(GPOINTER_TO_UINT(socket)) + offset);
    x86_machine_end(here.cpu, blocks_end_access_block);
}

static const struct mmio_hooks window_hooks = {window_read, window_write};

/* ---- ports and model-specific registers ---- */

static bool port_in(
    void *machine, const struct sim_access *access, unsigned port, unsigned size, uint32_t *value)
{
    struct pci_target t;

    if (!pci_config_target(&self.pci_config, port, size, &t) || !snbep_has_bus(machine, t.bus))
        return false;
    *value = (uint32_t)config_read(access, &t, size, blocks_end_access_skip);
    return true;
}

static bool port_out(
    void *machine, const struct sim_access *access, unsigned port, unsigned size, uint32_t value)
{
    struct pci_target t;

    pci_config_out(&self.pci_config, port, size, value);
    if (x86_machine_port_out(machine, access, port, size, value))
        return true;
    if (!pci_config_target(&self.pci_config, port, size, &t))
        return false;
    if (snbep_has_bus(machine, t.bus)) {
        config_write(access, &t, size, value, blocks_end_access_skip);
        return true;
    }
    if (pci_ecam_written(&self.ecam, &t, size, value))
        place_ecam();
    return false;
}

/* Most of configuration space is QEMU's. */
static bool passes_port(unsigned port, unsigned size, bool out, uint32_t value)
{
    struct pci_target t;

    if (!pci_config_has_port(port))
        return false;
    if (out)
        pci_config_out(&self.pci_config, port, size, value);
    return !pci_config_target(&self.pci_config, port, size, &t) ||
           (!has_bus(t.bus) && !(out && pci_ecam_follows(&t, size)));
}

/* QEMU numbers CPUs socket by socket. */
static unsigned socket_of(const struct snbep *machine, unsigned cpu)
{
    return cpu * machine->config.n_sockets / (unsigned)qemu_plugin_num_vcpus();
}

static bool has_msr(uint32_t msr)
{
    return snbep_core_has_msr(&self.machine, msr) || snbep_has_msr(&self.machine, msr);
}

static bool msr_faults(uint32_t msr, bool write)
{
    (void)write;
    return snbep_msr_faults(&self.machine, msr);
}

static void recount(const struct sim_access *here)
{
    x86_recount_emit(
        here->cpu, &self.host, snbep_core_block(self.config.variant, here->cpu), self.machine.now);
}

static uint64_t msr_read(void *machine, const struct sim_access *access, uint32_t msr)
{
    const struct sim_access here = x86_machine_begin(access);
    uint64_t value = snbep_core_has_msr(&self.machine, msr)
                         ? snbep_core_read(machine, &here, msr)
                         : snbep_msr_read(machine, &here, socket_of(machine, here.cpu), msr);

    if (snbep_core_has_msr(&self.machine, msr))
        recount(&here);
    x86_machine_end(here.cpu, blocks_end_access_skip);
    return value;
}

static void msr_write(void *machine, const struct sim_access *access, uint32_t msr, uint64_t value)
{
    const struct sim_access here = x86_machine_begin(access);

    if (snbep_core_has_msr(&self.machine, msr)) {
        snbep_core_write(machine, &here, msr, value);
        x86_recount_write(here.cpu, msr, value);
        recount(&here);
    } else {
        snbep_msr_write(machine, &here, socket_of(machine, here.cpu), msr, value);
    }
    x86_machine_end(here.cpu, blocks_end_access_skip);
}

static uint64_t rdpmc(void *machine, const struct sim_access *access, uint32_t counter)
{
    const struct sim_access here = x86_machine_begin(access);
    uint64_t value = snbep_rdpmc(machine, &here, counter);

    recount(&here);
    x86_machine_end(here.cpu, blocks_end_access_skip);
    return value;
}

static bool has_rdpmc(uint32_t counter)
{
    return snbep_has_rdpmc(&self.machine, counter);
}

static bool has_leaf(uint32_t leaf, uint32_t regs[4])
{
    if (leaf == INTEL_CORE_LEAF)
        intel_core_cpuid(self.machine.variant->core, self.config.ht == SNBEP_HT_OFF, regs);
    return leaf == INTEL_CORE_LEAF;
}

static void amend_cpuid(
    void *machine, unsigned cpu, uint32_t leaf, uint32_t subleaf, uint32_t regs[4])
{
    (void)machine;
    (void)cpu;
    (void)subleaf;
    snbep_cpuid_amend(leaf, self.config.aperf, regs);
}

static const struct trap_x86_hooks hooks = {
    .has_port = has_port,
    .passes_port = passes_port,
    .port_in = port_in,
    .port_out = port_out,
    .has_msr = has_msr,
    .no_msr = x86_machine_no_msr,
    .msr_faults = msr_faults,
    .msr_faulted = x86_machine_msr_faulted,
    .msr_read = msr_read,
    .msr_write = msr_write,
    .has_rdpmc = has_rdpmc,
    .rdpmc = rdpmc,
    .lacks_leaf = snbep_cpuid_leaf,
    .has_leaf = has_leaf,
    .amends_leaf = snbep_cpuid_amends,
    .amend_cpuid = amend_cpuid,
};

/* ---- the local APIC ---- */

/* Its number is in bits 31:24: Intel SDM volume 3, section 11.4.6. */
enum { APIC_ID = 0x20, APIC_ID_SHIFT = 24 };

static bool has_apic(unsigned offset)
{
    return offset == LOCAL_APIC_LVTPC_OFFSET;
}

static bool amends_apic(unsigned offset)
{
    return offset == APIC_ID || offset == APIC_SVR;
}

static void apic_read(
    void *machine, const struct sim_access *access, uint32_t offset, uint32_t *value)
{
    const struct sim_access here = x86_machine_begin(access);

    if (offset == LOCAL_APIC_LVTPC_OFFSET)
        *value = snbep_lvtpc_read(machine, &here);
    else
        access_counters_skip();
    if (offset == APIC_ID)
        x86_machine_apic_id(here.cpu, (uint8_t)(*value >> APIC_ID_SHIFT));
    x86_machine_end(here.cpu, blocks_end_access_block);
}

static void apic_write(
    void *machine, const struct sim_access *access, uint32_t offset, uint32_t value)
{
    const struct sim_access here = x86_machine_begin(access);

    if (offset == LOCAL_APIC_LVTPC_OFFSET)
        snbep_lvtpc_write(machine, &here, value);
    else
        access_counters_skip();
    if (offset == APIC_SVR)
        snbep_svr_written(machine, here.cpu, value);
    x86_machine_end(here.cpu, blocks_end_access_block);
}

static const struct trap_x86_apic_hooks apic_hooks = {
    .has = has_apic,
    .amends = amends_apic,
    .read = apic_read,
    .write = apic_write,
};

/* ---- runtime ---- */

static const char *reset(const qemu_info_t *info, const struct sim_host *host)
{
    if (info->system.max_vcpus > SNBEP_MAX_CPUS)
        return "there is room for at most 64 CPUs";
    self.runtime = *host;
    self.host = *host;
    self.host.activity = blocks_activity;
    if (host->trace && self.config.lbr)
        self.host.trace = trace;
    x86_machine_start(&x86_hooks, &self.host);
    snbep_reset(&self.machine, &self.config, &self.host);
    self.machine.n_cpus = (unsigned)info->system.max_vcpus;
    snbep_plan_begin(&self.plan, &self.machine);
    return NULL;
}

static bool plan_line(const char *line, char wrong[PLAN_TEXT_WRONG])
{
    return snbep_plan_line(&self.plan, line, wrong);
}

static bool peek(unsigned block, uint32_t offset, unsigned size, uint64_t *value)
{
    return snbep_peek(&self.machine, block, offset, size, value);
}

static uint64_t deadline(void)
{
    return MIN(snbep_deadline(&self.machine), blocks_deadline());
}

static void advance(uint64_t now)
{
    snbep_advance(&self.machine, now);
    update_counting();
}

static bool start(const qemu_info_t *info)
{
    const unsigned n_cpus = (unsigned)info->system.max_vcpus, n_sockets = self.config.n_sockets;
    struct trap_x86_followed followed = {.memory = &snbep_memory,
        .predictor = snbep_predictor,
        .n_cpus = MIN(n_cpus, MEMORY_MAX_CPUS),
        .n_sockets = n_sockets};

    /* Without -icount QEMU's TSC is the host's. */
    if (clock_readable(false))
        snbep_tsc_unknown(&self.machine);
    blocks_start(&blocks_hooks, &self.machine);
    guest_cachelines_start(&cachelines_hooks, &self.machine, &snbep_memory, n_cpus, n_sockets);
    if (followed.n_cpus % n_sockets)
        followed.n_sockets = 1;
    trap_x86_follow_start(&follow_hooks, &self.machine, &followed);
    x86_recount_start(&x86_recount_intel);
    x86_branches_start(X86_BRANCHES_MOST);
    trap_x86_apic_start(&apic_hooks, &self.machine);
    for (unsigned s = 0; snbep_has_window(&self.machine) && s < n_sockets; s++)
        mmio_add(window_address(s), WINDOW_BASE_UNIT, &window_hooks, GUINT_TO_POINTER(s));
    return trap_x86_start(info, &hooks, &self.machine);
}

static void translated(struct qemu_plugin_tb *tb, void *data)
{
    (void)data;
    runtime_translated();
    if (blocks_counting()) {
        const struct blocks_traits traits = trap_x86_traits(tb, true);
        blocks_translated(tb, &traits);
        trap_x86_follow_translated(tb);
        x86_recount_translated(tb);
    }
    trap_x86_translated(tb, false);
    guest_cachelines_translated(tb);
    cover_translated(tb);
}

static void listen(qemu_plugin_id_t id)
{
    trap_x86_follow_listen(snbep_follows_any(&self.machine));
    x86_recount_listen();
    trap_x86_listen(id);
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated, NULL);
    blocks_listen(id);
}

static void state(struct snapshot *snapshot)
{
    struct snbep *m = &self.machine;

    snapshot_part(snapshot, &m->now, sizeof(m->now));
    snapshot_part(snapshot, &m->boxes, sizeof(m->boxes));
    snapshot_part(snapshot, &m->overflow, sizeof(m->overflow));
    snapshot_part(snapshot, &m->next, sizeof(m->next));
    snapshot_part(snapshot, &m->signals, sizeof(m->signals));
    snapshot_part(snapshot, &m->ubox, sizeof(m->ubox));
    snapshot_part(snapshot, &m->second, sizeof(m->second));
    snapshot_part(snapshot, &m->bar, sizeof(m->bar));
    snapshot_part(snapshot, &m->package, sizeof(m->package));
    snapshot_part(snapshot, &m->faults.now, sizeof(m->faults.now));
    runtime_plan_state(snapshot, &m->plan, &m->faults);
    snapshot_part(snapshot, &m->cpus, sizeof(m->cpus));
    snapshot_part(snapshot, &self.pci_config, sizeof(self.pci_config));
    snapshot_part(snapshot, &self.ecam, sizeof(self.ecam));
    x86_machine_state(snapshot);
    x86_recount_state(snapshot);
    x86_branches_state(snapshot, m->n_cpus);
}

static const struct runtime_machine machine_hooks = {
    .name = "snbep",
    .model = &snbep_model,
    .target = "x86_64",
    .needed = QEMU_CLOCK | QEMU_LOCK | QEMU_SPECIAL_BLOCKS | QEMU_DEVICES,
    .wanted = QEMU_FAULTS,
    .options = snbep_options,
    .config = &self.config,
    .access = &self.config.access,
    .reset = reset,
    .plan_line = plan_line,
    .deadline = deadline,
    .advance = advance,
    .peek = peek,
    .start = start,
    .listen = listen,
    .state = state,
    .nmi = nmi,
    .resumed = place_ecam,
};

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv)
{
    return runtime_install(&machine_hooks, id, info, argc, argv);
}
