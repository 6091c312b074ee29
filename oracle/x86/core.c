/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A core PMU's registers, exactly by APM volume 2, section 13.2, and SDM volume
 * 3, "Architectural performance monitoring". */
#include "oracle/x86/core.h"

#include <stdlib.h>
#include <string.h>

#define BIT(n) (UINT64_C(1) << (n))

/* PPR, HWCR: IRPerfEn. TscFreqSel is read-only and set. */
#define HWCR_IRPERFEN BIT(30)
#define HWCR_TSC      BIT(24)
#define HWCR_BITS     (BIT(31) - 1)

enum { SLOTS = ORACLE_X86_FIXED + 3 }; /* the counter of slots */

/* ---- which counters run ---- */

static bool is_fixed(unsigned counter)
{
    return counter >= ORACLE_X86_FIXED;
}

static bool is_there(const struct oracle_x86_core *core, unsigned counter)
{
    return is_fixed(counter) ? counter - ORACLE_X86_FIXED < core->pmu.fixed
                             : counter < core->pmu.general;
}

/* A counter's bit in the global registers. */
static uint64_t global_bit(unsigned counter)
{
    return BIT(is_fixed(counter) ? counter - ORACLE_X86_FIXED + ORACLE_X86_GLOBAL_FIXED : counter);
}

static uint64_t global_bits(const struct oracle_x86_core *core)
{
    uint64_t bits = 0;

    for (unsigned i = 0; i < ORACLE_X86_COUNTERS; i++)
        if (is_there(core, i))
            bits |= global_bit(i);
    return bits;
}

/* The four bits of a fixed counter. */
static unsigned fixed_bits(const struct oracle_x86_core *core, unsigned counter)
{
    return (unsigned)(core->fixed_ctl >> 4 * (counter - ORACLE_X86_FIXED) & 15);
}

/* Both makers have global control since version 2. */
static bool let_run(const struct oracle_x86_core *core, unsigned counter)
{
    return core->pmu.version < 2 || core->control & global_bit(counter);
}

bool oracle_x86_runs(const struct oracle_x86_core *core, unsigned counter)
{
    uint64_t select = core->counters[counter].select;

    if (!is_there(core, counter) || !let_run(core, counter))
        return false;
    if (is_fixed(counter))
        return fixed_bits(core, counter) & (ORACLE_X86_FIXED_OS | ORACLE_X86_FIXED_USR);
    /* perf's lists: Intel's event 0 is countable by fixed counters alone */
    if (oracle_x86_maker(&core->pmu) == ORACLE_INTEL && !(select & ORACLE_X86_EVENT))
        return false;
    return select & ORACLE_X86_EN && select & (ORACLE_X86_USR | ORACLE_X86_OS);
}

bool oracle_x86_interrupts(const struct oracle_x86_core *core, unsigned counter)
{
    if (is_fixed(counter))
        return fixed_bits(core, counter) & ORACLE_X86_FIXED_PMI;
    return core->counters[counter].select & ORACLE_X86_INT;
}

/* ---- counting ---- */

/* The bits of a select register for the event and the way of counting. */
static uint64_t selected(
    const struct oracle_x86_core *core, uint64_t select, uint64_t event, uint64_t how)
{
    int response = oracle_x86_response_event(&core->pmu, select);

    if (response < 0)
        return select & (event | how);
    return oracle_x86_response(&core->pmu, core->responses[response]) | (select & how);
}

uint64_t oracle_x86_selects(const struct oracle_x86_core *core, unsigned counter)
{
    const uint64_t how =
        ORACLE_X86_USR | ORACLE_X86_OS | ORACLE_X86_EDGE | ORACLE_X86_INV | ORACLE_X86_CMASK;
    unsigned bits;

    if (!is_fixed(counter)) {
        uint64_t select = core->counters[counter].select;
        uint64_t whose = ORACLE_X86_GUEST_ONLY | ORACLE_X86_HOST_ONLY;

        return oracle_x86_same(
                   &core->pmu, selected(core, select, oracle_x86_event_bits(&core->pmu), how)) |
               (oracle_x86_of_nobody(&core->pmu, select) ? select & whose : 0);
    }
    bits = fixed_bits(core, counter);
    return oracle_x86_fixed_event(counter - ORACLE_X86_FIXED) |
           (bits & ORACLE_X86_FIXED_USR ? ORACLE_X86_USR : 0) |
           (bits & ORACLE_X86_FIXED_OS ? ORACLE_X86_OS : 0);
}

bool oracle_x86_counts(const struct oracle_x86_core *core, uint64_t selection,
    const struct oracle_x86_span *span, uint64_t *amount)
{
    uint64_t users = 0, kernel = 0;
    bool known = true;

    *amount = 0;
    if (selection & ORACLE_X86_USR)
        known &= oracle_x86_counted(&core->pmu, selection, span->work.users, &users);
    if (selection & ORACLE_X86_OS)
        known &= oracle_x86_counted(&core->pmu, selection, span->work.kernel, &kernel);
    *amount = users + kernel;
    return known;
}

/* Slow clocks tick with the instructions since boot: 2 ns each. */
static void tick(const uint64_t *from, const uint64_t *to, uint64_t *work)
{
    const uint64_t before = from[ORACLE_X86_INSTRUCTIONS], after = to[ORACLE_X86_INSTRUCTIONS];

    work[ORACLE_X86_BUS] = after / 5 - before / 5;
    work[ORACLE_X86_CRYSTAL] = after / 20 - before / 20;
}

static void between(const struct oracle_x86_waits *waits, const struct oracle_x86_work *from,
    const struct oracle_x86_work *to, struct oracle_x86_work *work)
{
    for (unsigned i = 0; i < ORACLE_X86_N_DIDS; i++) {
        work->users[i] = to->users[i] - from->users[i];
        work->kernel[i] = to->kernel[i] - from->kernel[i];
    }
    tick(from->users, to->users, work->users);
    tick(from->kernel, to->kernel, work->kernel);
    work->users[ORACLE_X86_WAITED] = oracle_x86_waited(waits, work->users);
    work->kernel[ORACLE_X86_WAITED] = oracle_x86_waited(waits, work->kernel);
}

/* A counter that passes zero has overflowed, and sets its bit in the status if
 * there is one. */
static bool add(struct oracle_x86_core *core, unsigned counter, uint64_t more)
{
    struct oracle_x86_counter *c = &core->counters[counter];
    uint64_t room = ORACLE_X86_COUNT - c->value;

    c->value = (c->value + more) & ORACLE_X86_COUNT;
    c->total += more;
    if (more <= room)
        return false;
    c->overflows++;
    if (core->pmu.version >= 2)
        core->status |= global_bit(counter);
    return true;
}

static void keep(struct oracle_x86_core *core, const struct oracle_x86_span *span)
{
    if (!(core->n_spans & (core->n_spans + 1)))
        core->spans = realloc(core->spans, (2 * (size_t)core->n_spans + 2) * sizeof(*core->spans));
    if (!core->spans)
        abort();
    core->spans[core->n_spans++] = *span;
}

/* SDM volume 3, 15.2: while the CPU runs, APERF counts core cycles, and MPERF
 * cycles of a constant clock. Here that is Intel's reference clock, 2 cycles an
 * instruction, and AMD's P0, the clock of the core. */
static void add_free(struct oracle_x86_core *core, const struct oracle_x86_work *work)
{
    const uint64_t *u = work->users, *k = work->kernel;
    uint64_t retired = u[ORACLE_X86_INSTRUCTIONS] + k[ORACLE_X86_INSTRUCTIONS];
    uint64_t cycles = 4 * retired + u[ORACLE_X86_WAITED] + k[ORACLE_X86_WAITED];

    core->free_counts[ORACLE_X86_APERF] += cycles;
    core->free_counts[ORACLE_X86_MPERF] +=
        oracle_x86_maker(&core->pmu) == ORACLE_INTEL ? 2 * retired : cycles;
    if (core->hwcr & HWCR_IRPERFEN)
        core->free_counts[ORACLE_X86_IRPERF] += retired;
}

uint32_t oracle_x86_advance(struct oracle_x86_core *core, size_t mark)
{
    struct oracle_x86_span span = {.from = core->mark, .to = mark};
    uint32_t overflowed = 0;
    uint64_t more;

    between(&core->pmu.waits, &core->seen, &core->work, &span.work);
    add_free(core, &span.work);
    for (unsigned i = 0; i < ORACLE_X86_COUNTERS; i++) {
        if (!oracle_x86_runs(core, i))
            continue;
        span.ran |= (uint32_t)BIT(i);
        oracle_x86_counts(core, oracle_x86_selects(core, i), &span, &more);
        if (add(core, i, more))
            overflowed |= (uint32_t)BIT(i);
        if (i == SLOTS && more && core->control & BIT(ORACLE_X86_GLOBAL_METRICS))
            core->metrics = oracle_x86_metrics(&core->pmu);
    }
    if (span.ran)
        keep(core, &span);
    core->seen = core->work;
    core->mark = mark;
    return overflowed;
}

/* ---- reads and writes ---- */

/* SDM volume 3, IA32_PERF_GLOBAL_INUSE: a counter's bit if its select
 * register's event, or its enables, are not 0; bit 63 if any may interrupt. */
static uint64_t in_use(const struct oracle_x86_core *core)
{
    uint64_t bits = 0;

    for (unsigned i = 0; i < ORACLE_X86_COUNTERS; i++) {
        if (!is_there(core, i))
            continue;
        if (is_fixed(i) ? fixed_bits(core, i) & (ORACLE_X86_FIXED_OS | ORACLE_X86_FIXED_USR)
                        : core->counters[i].select & ORACLE_X86_EVENT)
            bits |= global_bit(i);
        if (oracle_x86_interrupts(core, i))
            bits |= BIT(63);
    }
    return bits;
}

bool oracle_x86_read(
    const struct oracle_x86_core *core, const struct oracle_x86_reg *reg, uint64_t *value)
{
    switch (reg->role) {
    case ORACLE_X86_SELECT:
        *value = core->counters[reg->counter].select;
        return true;
    case ORACLE_X86_VALUE:
    case ORACLE_X86_NARROW:
        *value = core->counters[reg->counter].value;
        return true;
    case ORACLE_X86_FIXED_CTL:
        *value = core->fixed_ctl;
        return true;
    case ORACLE_X86_STATUS:
        *value = core->status;
        return true;
    case ORACLE_X86_CONTROL:
        *value = core->control;
        return true;
    case ORACLE_X86_RESPONSE:
        *value = core->responses[reg->counter];
        return true;
    case ORACLE_X86_INUSE:
        *value = in_use(core);
        return true;
    case ORACLE_X86_METRICS:
        *value = core->metrics;
        return true;
    case ORACLE_X86_CAPABILITIES:
        *value = oracle_x86_capabilities(&core->pmu);
        return true;
    case ORACLE_X86_FREE:
    case ORACLE_X86_FREE_COPY:
        *value = core->free_counts[reg->counter];
        return true;
    case ORACLE_X86_HWCR:
        *value = core->hwcr | HWCR_TSC;
        return true;
    case ORACLE_X86_CLEAR:
    case ORACLE_X86_SET:
        *value = 0;
        return oracle_x86_maker(&core->pmu) == ORACLE_INTEL;
    }
    return false;
}

static uint64_t metrics_bit(const struct oracle_x86_core *core)
{
    return oracle_x86_maker(&core->pmu) == ORACLE_INTEL && core->pmu.version >= 5
               ? BIT(ORACLE_X86_GLOBAL_METRICS)
               : 0;
}

/* Reserved bits of a select register read as zero. Intel's 19 and 21 are pin
 * control and any thread. */
static uint64_t selectable(const struct oracle_x86_core *core)
{
    const uint64_t both = ORACLE_X86_EVENT | ORACLE_X86_UMASK | ORACLE_X86_USR | ORACLE_X86_OS |
                          ORACLE_X86_EDGE | ORACLE_X86_INT | ORACLE_X86_EN | ORACLE_X86_INV |
                          ORACLE_X86_CMASK;

    if (oracle_x86_maker(&core->pmu) == ORACLE_AMD)
        return both | ORACLE_X86_EVENT_HIGH | ORACLE_X86_GUEST_ONLY | ORACLE_X86_HOST_ONLY;
    return both | BIT(19) | BIT(21);
}

/* SDM volume 3, "Full-width writes": a write of IA32_PMC has 32 bits, and is
 * sign-extended. */
static uint64_t narrow(uint64_t value)
{
    return (uint64_t)(int64_t)(int32_t)(uint32_t)value & ORACLE_X86_COUNT;
}

void oracle_x86_write(
    struct oracle_x86_core *core, const struct oracle_x86_reg *reg, uint64_t value)
{
    switch (reg->role) {
    case ORACLE_X86_SELECT:
        core->counters[reg->counter].select = value & selectable(core);
        break;
    case ORACLE_X86_VALUE:
        core->counters[reg->counter].value = value & ORACLE_X86_COUNT;
        break;
    case ORACLE_X86_NARROW:
        core->counters[reg->counter].value = narrow(value);
        break;
    case ORACLE_X86_FIXED_CTL:
        core->fixed_ctl = value & (BIT(4 * core->pmu.fixed) - 1);
        break;
    case ORACLE_X86_CONTROL:
        core->control = value & (global_bits(core) | metrics_bit(core));
        break;
    case ORACLE_X86_CLEAR:
        core->status &= ~value;
        break;
    case ORACLE_X86_SET:
        core->status |= value & (global_bits(core) | core->frozen);
        break;
    case ORACLE_X86_RESPONSE: /* requests 11:0 and 15, since Ice Lake 15:0; responses 37:16 */
        core->responses[reg->counter] =
            value & (BIT(38) - 1) & ~(core->pmu.version < 5 ? BIT(15) - BIT(12) : 0);
        break;
    case ORACLE_X86_METRICS:
        core->metrics = value;
        break;
    case ORACLE_X86_FREE:
        core->free_counts[reg->counter] = value;
        break;
    case ORACLE_X86_HWCR:
        core->hwcr = value & HWCR_BITS;
        break;
    case ORACLE_X86_FREE_COPY:
    case ORACLE_X86_STATUS: /* read-only */
    case ORACLE_X86_INUSE:
    case ORACLE_X86_CAPABILITIES:
        break;
    }
}

/* ---- the injected amounts ---- */

/* The first span that ends after @mark. */
static unsigned first_span(const struct oracle_x86_core *core, size_t mark)
{
    unsigned low = 0, high = core->n_spans;

    while (low < high) {
        unsigned middle = low + (high - low) / 2;

        if (core->spans[middle].to > mark)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

bool oracle_x86_injected(const struct oracle_x86_core *core, unsigned counter, uint64_t selection,
    size_t from, size_t to, uint64_t *amount)
{
    *amount = 0;
    for (unsigned i = first_span(core, from); i < core->n_spans && core->spans[i].from < to; i++) {
        const struct oracle_x86_span *span = &core->spans[i];
        uint64_t more;

        if (!(span->ran & BIT(counter)))
            continue;
        if (span->from < from || span->to > to || !oracle_x86_counts(core, selection, span, &more))
            return false;
        *amount += more;
    }
    return true;
}

/* ---- begin and end ---- */

/* SDM volume 4, IA32_PERF_GLOBAL_CTRL, and the PPR's PerfCntrGlobalCtl: after
 * reset the general counters are enabled. */
void oracle_x86_core_reset(struct oracle_x86_core *core)
{
    for (unsigned i = 0; i < ORACLE_X86_COUNTERS; i++)
        core->counters[i].select = core->counters[i].value = 0;
    core->status = core->fixed_ctl = core->metrics = core->hwcr = 0;
    memset(core->free_counts, 0, sizeof(core->free_counts));
    memset(core->responses, 0, sizeof(core->responses));
    core->control = BIT(core->pmu.general) - 1;
}

void oracle_x86_core_begin(struct oracle_x86_core *core, const struct oracle_x86_pmu *pmu)
{
    memset(core, 0, sizeof(*core));
    core->pmu = *pmu;
    oracle_x86_core_reset(core);
}

void oracle_x86_core_end(struct oracle_x86_core *core)
{
    free(core->spans);
}
