/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The second count, and the rule for when it is needed. */
#include "qemu-plugins/recount/x86_recount.h"

#include "models/sim/op.h"
#include "qemu-plugins/qemu/cpu_number.h"
#include "qemu-plugins/trap/x86_op_decode.h"

#include <string.h>

#define EN (UINT64_C(1) << 22) /* of an event select: the counter counts */

/* QEMU moves 32 bytes as two halves of this size. */
enum { HALF = 16, COUNTERS = 8 };

struct x86_recounted x86_recounted[X86_MAX_CPUS];

/* The events that a CPU's event selects enable. */
struct asks {
    uint8_t accesses, branches; /* counters with such events, bit by bit */
    uint64_t global;
    bool active; /* one of them was enabled at the start of the latest access */
};

static struct {
    const struct x86_recount_maker *maker;
    struct asks cpus[X86_MAX_CPUS];
    bool listening; /* translated blocks count accesses */
} self;

/* ---- when it is needed ---- */

void x86_recount_start(const struct x86_recount_maker *maker)
{
    self.maker = maker;
    for (unsigned cpu = 0; cpu < X86_MAX_CPUS; cpu++) {
        self.cpus[cpu].global = UINT64_MAX;
        memset(x86_recounted[cpu].emitted, 0xff, sizeof(x86_recounted[cpu].emitted));
    }
}

static bool asks_for_accesses(const struct asks *asks)
{
    return asks->accesses & asks->global;
}

static void put(uint8_t *bits, int i, bool on)
{
    *bits = (uint8_t)((*bits & ~(1u << i)) | (unsigned)on << i);
}

void x86_recount_write(unsigned cpu, uint32_t msr, uint64_t value)
{
    struct asks *asks = &self.cpus[cpu];
    int i = self.maker->select(msr);
    bool counts = value & EN && !self.maker->plain(value);

    if (msr == self.maker->global_ctl)
        asks->global = value;
    if (i < 0 || i >= COUNTERS)
        return;
    put(&asks->branches, i, counts && self.maker->branches(value));
    put(&asks->accesses, i, counts && !self.maker->branches(value));
}

bool x86_recount_listens(void)
{
    for (unsigned cpu = 0; cpu < X86_MAX_CPUS && !self.listening; cpu++)
        if (asks_for_accesses(&self.cpus[cpu]))
            return false;
    return true;
}

void x86_recount_listen(void)
{
    self.listening = false;
    self.listening = !x86_recount_listens();
}

/* ---- counting ---- */

/* Whether it belongs to the previous access. */
static bool is_second_half(struct x86_recounted *c, qemu_plugin_meminfo_t info, uint64_t linear)
{
    bool stores = qemu_plugin_mem_is_store(info), second;
    const struct qemu_plugin_hwaddr *where;
    uint64_t physical;

    if (1u << qemu_plugin_mem_size_shift(info) != HALF) {
        c->half = false;
        return false;
    }
    where = qemu_plugin_get_hwaddr(info, linear);
    physical = where ? qemu_plugin_hwaddr_phys_addr(where) : SIM_OP_NO_PHYSICAL;
    second = c->half && c->half_stores == stores && c->half_linear == linear &&
             c->half_physical == physical;
    c->half = !second;
    c->half_stores = stores;
    c->half_linear = linear + HALF;
    c->half_physical = physical + HALF;
    return second;
}

static void accessed(unsigned vcpu_index, qemu_plugin_meminfo_t info, uint64_t linear, void *user)
{
    struct x86_recounted *c = &x86_recounted[cpu_number(vcpu_index)];

    if (self.maker->by_op && (c->in_op == SIM_OP_ACCESSES || is_second_half(c, info, linear)))
        return;
    c->in_op++;
    c->n[(qemu_plugin_mem_is_store(info) ? RECOUNT_STORES : RECOUNT_LOADS) + !user]++;
}

static void op_begins(unsigned vcpu_index, void *data)
{
    struct x86_recounted *c = &x86_recounted[cpu_number(vcpu_index)];

    (void)data;
    c->in_op = 0;
    c->half = false;
}

/* QEMU makes no access for it. */
static void prefetch_begins(unsigned vcpu_index, void *user)
{
    struct x86_recounted *c = &x86_recounted[cpu_number(vcpu_index)];

    op_begins(vcpu_index, NULL);
    c->in_op = 1;
    c->n[RECOUNT_LOADS + !user]++;
}

void x86_recount_translated(struct qemu_plugin_tb *tb)
{
    uint8_t bytes[SIM_OP_LENGTH + 1];

    if (!self.listening)
        return;
    void *user = x86_mode_here().user ? &self : NULL;
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(tb); i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
        if (self.maker->by_op) {
            const struct x86_op op =
                x86_op_decode(bytes, qemu_plugin_insn_data(insn, bytes, sizeof(bytes)));
            const bool prefetch = op.prefetch && op.address.present;
            qemu_plugin_register_vcpu_insn_exec_cb(
                insn, prefetch ? prefetch_begins : op_begins, QEMU_PLUGIN_CB_NO_REGS, user);
        }
        qemu_plugin_register_vcpu_mem_cb(
            insn, accessed, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_R | QEMU_PLUGIN_MEM_W, user);
    }
}

/* ---- the trace ---- */

/* Writes no record if blocks do not count yet, although an event was enabled
 * before this access: the judge expects a count. */
void x86_recount_emit(unsigned cpu, const struct sim_host *host, unsigned block, uint64_t now)
{
    struct x86_recounted *c = &x86_recounted[cpu];
    struct asks *asks = &self.cpus[cpu];
    struct trace_record record = {
        .kind = TRACE_RECOUNT, .cpu = (uint16_t)cpu, .block = block, .time = now};
    uint64_t sum = 0;
    bool was = asks->active;

    asks->active = (asks->accesses | asks->branches) & asks->global;
    if (!was && !asks->active)
        return;
    if (was && asks_for_accesses(asks) && !self.listening)
        return;
    for (record.offset = 0; record.offset < RECOUNT_SUM; record.offset++) {
        uint64_t *emitted = &c->emitted[record.offset];

        record.value = c->n[record.offset];
        sum += record.value;
        if (record.value != *emitted)
            sim_host_trace(host, &record);
        *emitted = record.value;
    }
    record.value = sum;
    sim_host_trace(host, &record);
}

void x86_recount_state(struct snapshot *snapshot)
{
    snapshot_part(snapshot, self.cpus, sizeof(self.cpus));
    snapshot_part(snapshot, x86_recounted, sizeof(x86_recounted));
}
