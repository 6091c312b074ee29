/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Turns executed instructions into samples: windows, tagging, latching, the
 * interrupt. */
#include "models/epyc/epyc.h"

#include "models/epyc/epyc_inside.h"
#include "models/epyc/ibs_state.h"
#include "models/epyc/op_facts.h"

#include <assert.h>

static struct epyc_cpu *cpu_of(struct epyc *m, unsigned cpu)
{
    assert(cpu < m->config.cpus);
    return &m->cpus[cpu];
}

/* ---- when ---- */

/* Instructions until either engine tags if known, or IBS_NEVER. Any op may
 * wait until the end of a period of cycles. */
static uint64_t ops_left(const struct epyc *m, const struct epyc_cpu *c)
{
    uint64_t ops = ibs_op_left(&c->ibs), fetches = ibs_fetch_left(&c->ibs);

    if (m->config.timed && ops != IBS_NEVER && !ibs_get(&c->ibs, IBS_OP_CTL, OP_CNT_CTL))
        return 0;

    if (fetches == IBS_NEVER)
        return ops;
    uint64_t until_fetch = fetches * m->config.fetch_ops;
    return until_fetch < ops ? until_fetch : ops;
}

bool epyc_counts(const struct epyc *m)
{
    for (unsigned c = 0; c < m->config.cpus; c++)
        if (epyc_core_runs(m, c))
            return true;
    return false;
}

bool epyc_enabled(const struct epyc *m)
{
    for (unsigned c = 0; c < m->config.cpus; c++)
        if (ibs_fetch_enabled(&m->cpus[c].ibs) || ibs_op_enabled(&m->cpus[c].ibs) ||
            m->cpus[c].lbr.on)
            return true;
    return epyc_counts(m);
}

/* Instructions until IBS must see each one. */
static uint64_t until_window(const struct epyc *m, const struct epyc_cpu *c)
{
    uint64_t left = ops_left(m, c);

    if (left == IBS_NEVER)
        return IBS_NEVER;
    return left > m->config.window ? left - m->config.window : 1;
}

uint64_t epyc_countdown(const struct epyc *m, unsigned cpu)
{
    assert(cpu < m->config.cpus);
    const struct epyc_cpu *c = &m->cpus[cpu];
    uint64_t window = until_window(m, c), overflow = epyc_core_follows(c) ? 1 : c->core.left;

    if (overflow == 0)
        overflow = 1;
    if (overflow < window)
        return overflow;
    return window == IBS_NEVER ? 0 : window;
}

bool epyc_due(struct epyc *m, unsigned cpu)
{
    struct epyc_cpu *c = cpu_of(m, cpu);

    return c->core.left <= 1 || ibs_op_due(&c->ibs) || ibs_fetch_due(&c->ibs);
}

static void trace_count(struct epyc *m, unsigned cpu, enum epyc_counted what)
{
    sim_host_trace(&m->host, &(struct trace_record){.kind = TRACE_COUNTED,
                                 .offset = what,
                                 .cpu = (uint16_t)cpu,
                                 .block = epyc_block(EPYC_IBS, m->config.variant, cpu),
                                 .time = m->now,
                                 .value = m->cpus[cpu].instructions});
}

static void leave_window(struct epyc *m, unsigned cpu)
{
    struct epyc_cpu *c = &m->cpus[cpu];

    if (c->in_window && m->config.cache_log == EPYC_LOG_ALL)
        trace_count(m, cpu, EPYC_WINDOW_ENDS);
    c->in_window = false;
}

/* IBS's part of epyc_executed(). */
static void executed_unseen(struct epyc *m, unsigned cpu, uint64_t n)
{
    struct epyc_cpu *c = &m->cpus[cpu];

    leave_window(m, cpu);
    c->instructions += n;
    ibs_count_ops(&c->ibs, n);
    ibs_count_fetches(&c->ibs, (c->unfetched + n) / m->config.fetch_ops);
    c->unfetched = (unsigned)((c->unfetched + n) % m->config.fetch_ops);
}

void epyc_executed(struct epyc *m, unsigned cpu, uint64_t n)
{
    assert(cpu < m->config.cpus);
    if (!n)
        return;
    executed_unseen(m, cpu, n);
    epyc_core_passed(m, cpu, n);
}

/* ---- samples ---- */

void epyc_nmi(struct epyc *m, unsigned cpu)
{
    struct epyc_cpu *c = cpu_of(m, cpu);
    const struct sim_host *host = faults_host(&m->faults, &m->host);

    c->interrupts++;
    if (m->config.nmi_lost && c->interrupts % m->config.nmi_lost == 0)
        return;
    if (host->nmi)
        host->nmi(host->self, cpu);
}

void epyc_interrupt(struct epyc *m, unsigned cpu)
{
    struct epyc_cpu *c = cpu_of(m, cpu);
    unsigned entry = (unsigned)ibs_get(&c->ibs, IBS_CTL, IBS_CTL_LVT_OFFSET);

    if (ibs_get(&c->ibs, IBS_CTL, IBS_CTL_LVT_OFFSET_VAL) && ext_apic_passes_nmi(&c->apic, entry))
        epyc_nmi(m, cpu);
}

static void trace_sample(struct epyc *m, unsigned cpu, uint64_t pc, const enum ibs_reg *regs,
    unsigned n, uint64_t ordinal)
{
    const struct ibs *ibs = &m->cpus[cpu].ibs;
    struct trace_record record = {.kind = TRACE_SAMPLE,
        .cpu = (uint16_t)cpu,
        .block = epyc_block(EPYC_IBS, m->config.variant, cpu),
        .offset = ibs_reg(ibs, regs[0])->offset,
        .time = m->now,
        .pc = pc,
        .value = ordinal};

    sim_host_trace(&m->host, &record);
    record.kind = TRACE_LATCH;
    record.size = 8;
    for (unsigned i = 0; i < n && ibs_has_reg(ibs, regs[i]); i++) {
        record.offset = ibs_reg(ibs, regs[i])->offset;
        record.value = ibs_read(ibs, record.offset);
        sim_host_trace(&m->host, &record);
    }
}

/* Registers that some generations lack are last. */
static const enum ibs_reg fetch_regs[] = {
    IBS_FETCH_CTL, IBS_FETCH_LINADDR, IBS_FETCH_PHYSADDR, IBS_FETCH_CTLEXTD};
static const enum ibs_reg op_regs[] = {IBS_OP_CTL, IBS_OP_RIP, IBS_OP_DATA, IBS_OP_DATA2,
    IBS_OP_DATA3, IBS_DC_LINADDR, IBS_DC_PHYSADDR, IBS_BR_TARGET};

/* Whether the trace records the caches' response to an op of a window (@tagged:
 * the tagged one). */
static bool logs_cache(const struct epyc *m, bool tagged)
{
    return m->config.cache_log == EPYC_LOG_ALL ||
           (m->config.cache_log == EPYC_LOG_TAGGED && tagged);
}

static void trace_cache(struct epyc *m, unsigned cpu, uint64_t pc, uint64_t linear, uint32_t code)
{
    sim_host_trace(&m->host, &(struct trace_record){.kind = TRACE_CACHE,
                                 .cpu = (uint16_t)cpu,
                                 .block = epyc_block(EPYC_IBS, m->config.variant, cpu),
                                 .offset = code,
                                 .time = m->now,
                                 .pc = pc,
                                 .value = linear});
}

void epyc_trace_instructions(struct epyc *m, unsigned cpu)
{
    trace_count(m, cpu, EPYC_INSTRUCTIONS);
}

/* Traces the branch that the predictor sees, or all of a tagged instruction. */
static void trace_op(struct epyc *m, unsigned cpu, const struct sim_op *op, bool tagged)
{
    const struct trace_record record = {.cpu = (uint16_t)cpu,
        .block = epyc_block(EPYC_IBS, m->config.variant, cpu),
        .time = m->now};

    if (tagged)
        epyc_trace_instructions(m, cpu);
    op_facts_trace(&m->host, &record, op, tagged);
}

/* ---- fetches ---- */

/* A fetch begins where a straight run enters a line, and at any jump. A
 * repeated instruction (REP) is fetched once. */
static bool begins_fetch(const struct epyc_path *path, const struct sim_op *op)
{
    if (!path->known)
        return true;
    if (op->pc == path->pc && !path->branched)
        return false;
    return op->pc != path->end || op->pc >> MEMORY_LINE_SHIFT != path->pc >> MEMORY_LINE_SHIFT;
}

/* ---- waits ---- */

/* The op waits, if a counter of cycles is on. */
static void begin_waits(const struct epyc *m, struct epyc_cpu *c)
{
    if (!m->config.timed)
        return;
    c->waits = 0;
    c->timed = ibs_op_waits(&c->ibs) || c->core_waits;
}

/* docs/time.md, "Waits": a fetch waits unless the L1 has the
 * line, a load always; a store only for its address. */
static void wait_for(struct epyc_cpu *c, const struct memory_outcome *outcome, bool load)
{
    if (c->timed)
        c->waits += outcome->refill + (load ? outcome->cycles : 0u);
}

static void wait_for_branch(const struct epyc *m, struct epyc_cpu *c, bool mispredicted)
{
    if (c->timed && mispredicted)
        c->waits += epyc_config_branch(&m->config);
}

/* An instruction that faults takes no cycles but its waits. */
static uint64_t cycles_of(const struct epyc_cpu *c, const struct sim_op *op)
{
    return (op->retired ? CYCLES_PER_OP : 0) + c->waits;
}

static void end_waits(struct epyc *m, unsigned cpu, const struct sim_op *op, bool mispredicted)
{
    struct epyc_cpu *c = &m->cpus[cpu];

    if (!c->timed)
        return;
    epyc_core_took(m, cpu, op->user, cycles_of(c, op), c->waits, mispredicted);
    c->waited += c->waits;
}

/* Whether the op may be tagged, before its waits are known. */
static bool may_tag(const struct epyc *m, struct epyc_cpu *c, const struct sim_op *op)
{
    if (!c->timed || !ibs_op_waits(&c->ibs))
        return ibs_op_due(&c->ibs);
    return ibs_op_tags(&c->ibs,
        CYCLES_PER_OP + (1 + op->n_accesses) * m->longest + epyc_config_branch(&m->config));
}

static struct memory_outcome meet_fetch(struct epyc *m, unsigned cpu, const struct sim_op *op)
{
    struct memory_outcome outcome = memory_fetch(&m->memory, cpu, op);

    wait_for(&m->cpus[cpu], &outcome, outcome.level > MEMORY_L1);

    if (epyc_core_follows(&m->cpus[cpu]))
        epyc_core_met_fetch(m, cpu, op->user, &outcome);
    return outcome;
}

/* Returns whether it is tagged. */
static bool fetch(struct epyc *m, unsigned cpu, const struct sim_op *op)
{
    struct epyc_cpu *c = &m->cpus[cpu];
    struct memory_outcome outcome = meet_fetch(m, cpu, op);
    bool tagged = ibs_fetch_due(&c->ibs);

    if (logs_cache(m, tagged))
        trace_cache(m, cpu, op->pc, op->pc, memory_code(&outcome, false, true));
    if (!tagged) {
        if (!c->ibs.fetch_pace.counts)
            return false;
        if (op->retired || op->pc_physical != SIM_OP_NO_PHYSICAL)
            ibs_count_fetches(&c->ibs, 1);
        return false;
    }
    if (ibs_fetch_tagged(&c->ibs, op, &outcome) != IBS_LATCHED)
        return true;
    trace_sample(
        m, cpu, op->pc, fetch_regs, sizeof(fetch_regs) / sizeof(fetch_regs[0]), c->ibs.samples[0]);
    epyc_interrupt(m, cpu);
    return true;
}

/* ---- ops ---- */

/* Whether this access is the better sample: the first load or, without one, the
 * first store. */
static bool better(const struct ibs_op_facts *facts, const struct sim_op_access *access)
{
    return !facts->access || (facts->access->store && !access->store);
}

/* Looks an access up in the caches. @facts: of a tagged op, else NULL, because
 * copying each outcome would take much of a window's time. */
static void meet_access(struct epyc *m, unsigned cpu, const struct sim_op *op,
    const struct sim_op_access *access, bool logged, struct ibs_op_facts *facts)
{
    const struct memory_outcome outcome = memory_access(&m->memory, cpu, access);

    wait_for(&m->cpus[cpu], &outcome, !access->store);

    if (epyc_core_follows(&m->cpus[cpu]))
        epyc_core_met_access(m, cpu, op->user, access->store, &outcome);
    if (logged)
        trace_cache(m, cpu, op->pc, access->linear, memory_code(&outcome, access->store, false));
    if (facts && better(facts, access)) {
        facts->access = access;
        facts->memory = outcome;
    }
}

/* Whether @op is tagged, now that its waits are known. Otherwise it is counted.
 * @may: the result of may_tag(). */
static bool counts_to_tag(struct epyc_cpu *c, const struct sim_op *op, bool may)
{
    const bool waits = c->timed && ibs_op_waits(&c->ibs);

    if (may && (!waits || ibs_op_tags(&c->ibs, cycles_of(c, op))))
        return true;
    if (waits)
        ibs_count_cycles(&c->ibs, cycles_of(c, op));
    else if (op->retired)
        ibs_count_op(&c->ibs);
    return false;
}

/* Returns whether it is tagged. */
static bool execute(struct epyc *m, unsigned cpu, const struct sim_op *op)
{
    struct epyc_cpu *c = &m->cpus[cpu];
    bool tagged = may_tag(m, c, op), logged = logs_cache(m, tagged);
    struct ibs_op_facts facts = {.op = op};

    for (unsigned i = 0; i < op->n_accesses; i++)
        meet_access(m, cpu, op, &op->accesses[i], logged, tagged ? &facts : NULL);
    facts.mispredicted = op->retired && predictor_see(&c->predictor, m->config.predictor, op);
    wait_for_branch(m, c, facts.mispredicted);
    end_waits(m, cpu, op, facts.mispredicted);
    if (!counts_to_tag(c, op, tagged))
        return false;
    if (ibs_op_tagged(&c->ibs, &facts) != IBS_LATCHED)
        return true;
    trace_sample(m, cpu, op->pc, op_regs, sizeof(op_regs) / sizeof(op_regs[0]), c->ibs.samples[1]);
    epyc_interrupt(m, cpu);
    return true;
}

static void begin_window(struct epyc *m, unsigned cpu)
{
    struct epyc_cpu *c = &m->cpus[cpu];

    if (m->config.cache_log == EPYC_LOG_ALL)
        trace_count(m, cpu, EPYC_WINDOW_BEGINS);
    c->in_window = true;
    c->near = false;
    c->unfetched = 0;
    c->path.known = false;
    predictor_gap(&c->predictor);
}

/* Returns whether IBS's window continues. */
static bool sample(struct epyc *m, unsigned cpu, const struct sim_op *op)
{
    struct epyc_cpu *c = &m->cpus[cpu];
    bool tagged = false;

    if (!c->in_window)
        begin_window(m, cpu);
    bool fetches = begins_fetch(&c->path, op);
    bool sampled = may_tag(m, c, op) || (fetches && ibs_fetch_due(&c->ibs));
    if (logs_cache(m, sampled) && (sampled || op->branch != SIM_NO_BRANCH))
        trace_op(m, cpu, op, sampled);
    if (fetches)
        tagged = fetch(m, cpu, op);
    tagged |= execute(m, cpu, op);
    c->instructions += op->retired;
    c->path = (struct epyc_path){true, op->branch != SIM_NO_BRANCH, op->pc, sim_op_end(op)};
    if (tagged || !c->near)
        c->near = ops_left(m, c) <= m->config.window;
    if (!c->near)
        leave_window(m, cpu);
    return c->near;
}

/* Shows an instruction to the core PMU alone. The CPU's caches, which IBS
 * shares, also see it. */
static void pass(struct epyc *m, unsigned cpu, const struct sim_op *op)
{
    struct epyc_cpu *c = &m->cpus[cpu];

    if (epyc_core_follows(c)) {
        if (begins_fetch(&c->core_path, op))
            meet_fetch(m, cpu, op);
        for (unsigned i = 0; i < op->n_accesses; i++)
            meet_access(m, cpu, op, &op->accesses[i], false, NULL);
    }
    if (c->timed) {
        const bool wrong = op->retired && predictor_see(&c->out_of_window, m->config.predictor, op);

        wait_for_branch(m, c, wrong);
        end_waits(m, cpu, op, wrong);
    }
    if (op->retired)
        executed_unseen(m, cpu, 1);
}

/* The core PMU sees this many instructions before an overflow one by one. With
 * fewer, a check costs more than the instructions until the next. */
enum { CORE_NEAR = 16 };

/* Whether ops may be needed for the core PMU alone. */
static bool core_waits(const struct epyc_cpu *c)
{
    return epyc_core_follows(c) || c->core.left != X86_NEVER;
}

bool epyc_filters(const struct epyc *m, unsigned cpu)
{
    assert(cpu < m->config.cpus);
    const struct epyc_cpu *c = &m->cpus[cpu];

    return ibs_op_filters(&c->ibs) && !ibs_fetch_counts(&c->ibs) && !core_waits(c);
}

enum epyc_window epyc_op(struct epyc *m, unsigned cpu, const struct sim_op *op)
{
    struct epyc_cpu *c = cpu_of(m, cpu);
    bool on = false;

    assert(op->n_accesses <= SIM_OP_ACCESSES);
    epyc_advance(m, op->now);
    begin_waits(m, c);
    if (c->in_window || !core_waits(c) || until_window(m, c) <= 1)
        on = sample(m, cpu, op);
    else
        pass(m, cpu, op);
    if (epyc_core_follows(c))
        c->core_path =
            (struct epyc_path){true, op->branch != SIM_NO_BRANCH, op->pc, sim_op_end(op)};
    if (op->retired)
        epyc_core_passed(m, cpu, 1);
    return on || epyc_core_follows(c) || c->core.left <= CORE_NEAR ? EPYC_WINDOW_ON
                                                                   : EPYC_WINDOW_OVER;
}
