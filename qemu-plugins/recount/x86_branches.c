/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rings of the last branches, one for each kind and privilege. */
#include "qemu-plugins/recount/x86_branches.h"

#include "qemu-plugins/trap/x86_cpu.h"

enum { RINGS = 2 * BRANCH_N_KINDS };

struct branch {
    uint64_t from, to;
    uint64_t number; /* of the CPU's branches so far */
    bool mispredicted;
};

/* A ring's @n-th branch is at n modulo X86_BRANCHES_MOST. */
struct ring {
    uint64_t n, emitted;
    struct branch branches[X86_BRANCHES_MOST];
};

struct branches {
    uint64_t n, emitted;
    struct ring rings[RINGS];
};

static struct {
    unsigned depth;
    struct branches cpus[X86_MAX_CPUS];
} self;

void x86_branches_start(unsigned depth)
{
    self.depth = depth;
}

static void add(unsigned cpu, unsigned ring, const struct branch *branch)
{
    struct branches *of = &self.cpus[cpu];
    struct ring *r = &of->rings[ring];
    struct branch *at = &r->branches[r->n++ % X86_BRANCHES_MOST];

    *at = *branch;
    at->number = of->n++;
}

/* Only a conditional branch may be not taken. */
void x86_branches_executed(unsigned cpu, const struct sim_op *op, bool mispredicted)
{
    static const enum trace_branch kinds[] = {[SIM_CONDITIONAL] = BRANCH_CONDITIONAL,
        [SIM_JUMP] = BRANCH_JUMP,
        [SIM_INDIRECT] = BRANCH_INDIRECT_JUMP,
        [SIM_CALL] = BRANCH_CALL,
        [SIM_INDIRECT_CALL] = BRANCH_INDIRECT_CALL,
        [SIM_RETURN] = BRANCH_RETURN};
    unsigned kind = op->far ? BRANCH_FAR : kinds[op->branch];

    if (op->branch == SIM_NO_BRANCH ||
        (kind == BRANCH_CONDITIONAL && op->next_pc == op->pc + op->length))
        return;
    add(cpu, 2 * kind + op->to_user,
        &(struct branch){.from = op->pc, .to = op->next_pc, .mispredicted = mispredicted});
}

void x86_branches_interrupted(unsigned cpu, uint64_t from, uint64_t to)
{
    add(cpu, 2 * BRANCH_INTERRUPT, &(struct branch){.from = from, .to = to});
}

bool x86_branches_wait(unsigned cpu)
{
    return self.cpus[cpu].n != self.cpus[cpu].emitted;
}

static uint32_t offset_of(unsigned ring)
{
    return ring / 2 | (ring % 2 ? BRANCH_TO_USER : 0);
}

/* Skips the branches of @ring that no stack can hold any more. */
static void skip(
    struct ring *ring, unsigned depth, struct trace_record *record, const struct sim_host *host)
{
    if (ring->n - ring->emitted <= depth)
        return;
    record->offset |= BRANCH_EARLIER;
    record->value = ring->n - ring->emitted - depth;
    ring->emitted = ring->n - depth;
    sim_host_trace(host, record);
}

/* The ring with the oldest branch that is not emitted; RINGS: none. */
static unsigned oldest(const struct branches *of)
{
    unsigned found = RINGS;
    uint64_t number = UINT64_MAX;

    for (unsigned i = 0; i < RINGS; i++) {
        const struct ring *r = &of->rings[i];
        const struct branch *branch = &r->branches[r->emitted % X86_BRANCHES_MOST];

        if (r->emitted != r->n && branch->number < number) {
            number = branch->number;
            found = i;
        }
    }
    return found;
}

void x86_branches_emit(unsigned cpu, const struct sim_host *host, unsigned block, uint64_t now)
{
    struct branches *of = &self.cpus[cpu];
    struct trace_record record = {
        .kind = TRACE_BRANCH, .cpu = (uint16_t)cpu, .block = block, .time = now};

    of->emitted = of->n;
    for (unsigned i = 0; i < RINGS; i++) {
        record.offset = offset_of(i);
        skip(&of->rings[i], self.depth, &record, host);
    }
    for (unsigned i; (i = oldest(of)) < RINGS;) {
        struct ring *r = &of->rings[i];
        const struct branch *branch = &r->branches[r->emitted++ % X86_BRANCHES_MOST];

        record.offset = offset_of(i) | (branch->mispredicted ? BRANCH_MISPREDICTED : 0);
        record.pc = branch->from;
        record.value = branch->to;
        sim_host_trace(host, &record);
    }
}

void x86_branches_state(struct snapshot *snapshot, unsigned cpus)
{
    snapshot_part(snapshot, self.cpus, cpus * sizeof(self.cpus[0]));
}
