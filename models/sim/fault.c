/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Carries out faults: changes what software reads, drops writes, loses or
 * delays interrupts, and cuts off DMA. All machines use it. */
#include "models/sim/fault.h"

#include "models/sim/clock.h"

#include <string.h>

/* Length (ns) of a spurious interrupt's pulse: longer than a CPU takes to see
 * the line. */
#define SPURIOUS_NS 20000

/* ---- hooks with faults ---- */

static bool is_line(const struct fault *f, enum fault_kind kind, unsigned line)
{
    return f->active && f->kind == kind && f->line == line;
}

/* Uses one of the fault's times. */
static void spend(struct fault *fault)
{
    if (fault->times && !--fault->times)
        fault->active = false;
}

static struct fault *find_line(struct faults *f, enum fault_kind kind, unsigned line)
{
    for (unsigned i = 0; i < f->n; i++)
        if (is_line(&f->fault[i], kind, line))
            return &f->fault[i];
    return NULL;
}

static void raise_line(const struct faults *f, const struct fault_pending *p)
{
    if (p->nmi)
        f->host.nmi(f->host.self, p->line);
    else
        f->host.irq(f->host.self, p->line, p->high);
}

/* Delivers immediately if the queue is full. */
static void postpone(struct faults *f, uint64_t delay, struct fault_pending pending)
{
    pending.due = f->now + delay;
    for (unsigned i = 0; i < FAULTS_PENDING; i++)
        if (f->pending[i].due == SIM_NEVER) {
            f->pending[i] = pending;
            return;
        }
    raise_line(f, &pending);
}

/* A delayed rise is cancelled if the line falls before it. */
static bool take_back(struct faults *f, unsigned line)
{
    for (unsigned i = 0; i < FAULTS_PENDING; i++)
        if (f->pending[i].due != SIM_NEVER && f->pending[i].line == line && f->pending[i].high) {
            f->pending[i].due = SIM_NEVER;
            return true;
        }
    return false;
}

static void interrupt(struct faults *f, struct fault_pending pending)
{
    struct fault *lost = find_line(f, FAULT_LOST, pending.line);
    struct fault *late = find_line(f, FAULT_LATE, pending.line);

    if (lost) {
        spend(lost);
    } else if (late) {
        postpone(f, late->value, pending);
        spend(late);
    } else {
        raise_line(f, &pending);
    }
}

static void irq(void *self, unsigned line, bool high)
{
    struct faults *f = self;

    if (high)
        interrupt(f, (struct fault_pending){.line = line, .high = true});
    else if (!take_back(f, line))
        f->host.irq(f->host.self, line, false);
}

static void nmi(void *self, unsigned cpu)
{
    interrupt(self, (struct fault_pending){.line = cpu, .nmi = true});
}

/* The number of the @size bytes that reach memory. */
static unsigned passing(struct faults *f, unsigned size)
{
    for (unsigned i = 0; i < f->n; i++) {
        struct fault *dma = &f->fault[i];
        if (!dma->active || dma->kind != FAULT_DMA)
            continue;
        size = dma->value < size ? (unsigned)dma->value : size;
        dma->value -= size;
    }
    return size;
}

static bool write_memory(void *self, uint64_t address, const void *bytes, unsigned size)
{
    struct faults *f = self;
    unsigned n = passing(f, size);

    return !n || f->host.write(f->host.self, address, bytes, n);
}

static bool read_memory(void *self, uint64_t address, void *bytes, unsigned size)
{
    const struct faults *f = self;

    return f->host.read(f->host.self, address, bytes, size);
}

static void trace(void *self, const struct trace_record *record)
{
    const struct faults *f = self;

    f->host.trace(f->host.self, record);
}

static struct sim_executed executed(void *self, unsigned cpu)
{
    const struct faults *f = self;

    return f->host.executed(f->host.self, cpu);
}

static struct sim_activity activity(void *self, unsigned cpu)
{
    const struct faults *f = self;

    return f->host.activity(f->host.self, cpu);
}

void faults_reset(struct faults *f)
{
    memset(f, 0, sizeof(*f));
    for (unsigned i = 0; i < FAULTS_PENDING; i++)
        f->pending[i].due = SIM_NEVER;
}

const struct sim_host *faults_host(struct faults *f, const struct sim_host *host)
{
    if (!f->n)
        return host;
    f->host = *host;
    f->faulty = (struct sim_host){
        .self = f,
        .trace = host->trace ? trace : NULL,
        .read = host->read ? read_memory : NULL,
        .write = host->write ? write_memory : NULL,
        .executed = host->executed ? executed : NULL,
        .activity = host->activity ? activity : NULL,
        .irq = host->irq ? irq : NULL,
        .nmi = host->nmi ? nmi : NULL,
    };
    return &f->faulty;
}

/* ---- when faults begin ---- */

bool faults_add(struct faults *f, const struct fault *fault)
{
    if (f->n == FAULTS_MAX)
        return false;
    f->fault[f->n] = *fault;
    f->fault[f->n++].active = false;
    return true;
}

static bool same_place(const struct fault *a, const struct fault *b)
{
    return a->place == b->place && a->block == b->block && a->reg == b->reg && a->line == b->line;
}

static void end_all(struct faults *f, const struct fault *like)
{
    for (unsigned i = 0; i < f->n; i++)
        if (same_place(&f->fault[i], like))
            f->fault[i].active = false;
}

/* Whether a spurious pulse holds @line high. It cannot rise again then, and no
 * CPU would see that. */
static bool is_up(const struct faults *f, unsigned line)
{
    for (unsigned i = 0; i < FAULTS_PENDING; i++)
        if (f->pending[i].due != SIM_NEVER && f->pending[i].line == line && !f->pending[i].high &&
            !f->pending[i].nmi)
            return true;
    return false;
}

static void raise_spurious(struct faults *f, unsigned line)
{
    bool is_nmi = !f->host.irq;
    const struct fault_pending up = {.line = line, .nmi = is_nmi, .high = true};

    if ((!f->host.irq && !f->host.nmi) || is_up(f, line))
        return;
    raise_line(f, &up);
    if (!is_nmi)
        postpone(f, SPURIOUS_NS, (struct fault_pending){.line = line});
}

bool faults_begin(struct faults *f, const struct sim_host *host, unsigned entry, uint64_t now)
{
    struct fault *fault = NULL;

    for (unsigned i = 0; i < f->n && !fault; i++)
        if (f->fault[i].entry == entry)
            fault = &f->fault[i];
    if (!fault)
        return false;
    f->now = now;
    f->host = *host;
    if (fault->kind == FAULT_SPURIOUS)
        raise_spurious(f, fault->line);
    else if (fault->kind == FAULT_SOUND)
        end_all(f, fault);
    else
        fault->active = true;
    sim_host_trace(host, &(struct trace_record){.kind = TRACE_FAULT, .time = now, .value = entry});
    return true;
}

void faults_advance(struct faults *f, const struct sim_host *host, uint64_t now)
{
    if (!f->n)
        return;
    f->now = now;
    f->host = *host;
    for (unsigned i = 0; i < FAULTS_PENDING; i++)
        if (f->pending[i].due <= now) {
            f->pending[i].due = SIM_NEVER;
            raise_line(f, &f->pending[i]);
        }
}

uint64_t faults_deadline(const struct faults *f)
{
    uint64_t when = SIM_NEVER;

    if (!f->n)
        return when;
    for (unsigned i = 0; i < FAULTS_PENDING; i++)
        if (f->pending[i].due < when)
            when = f->pending[i].due;
    return when;
}

/* ---- registers ---- */

/* Offset of the register from the access's first byte, in bits. */
static int behind(const struct fault *f, const struct fault_access *a)
{
    return ((int)f->reg->offset - (int)a->offset) * 8;
}

/* Moves bits from the register's positions to the access's, dropping those
 * outside it; and back. */
static uint64_t to_access(const struct fault *f, const struct fault_access *a, uint64_t bits)
{
    int n = f->numbered ? 0 : behind(f, a);

    bits &= reg_low_bits(f->reg->width);
    return (n >= 0 ? bits << n : bits >> -n) & reg_low_bits(f->numbered ? 64 : 8 * a->size);
}

static uint64_t to_register(const struct fault *f, const struct fault_access *a, uint64_t bits)
{
    int n = f->numbered ? 0 : behind(f, a);

    return (n >= 0 ? bits >> n : bits << -n) & reg_low_bits(f->reg->width);
}

static bool strikes(const struct fault *f, const struct fault_access *a)
{
    int n;

    if (!f->active || f->place != FAULT_REGISTER || f->block != a->block)
        return false;
    n = behind(f, a);
    return f->numbered ? n == 0 : n < (int)(8 * a->size) && n > -(int)f->reg->width;
}

/* George Marsaglia, "Xorshift RNGs" (2003). */
static uint64_t next_random(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

/* A mask of random bits: the fault's number of them, at most the register's
 * width. */
static uint64_t noise(struct fault *f)
{
    uint64_t bits = 0;

    for (uint64_t left = f->value; left && bits != reg_low_bits(f->reg->width);) {
        uint64_t bit = UINT64_C(1) << next_random(&f->seed) % f->reg->width;
        left -= !(bits & bit);
        bits |= bit;
    }
    return bits;
}

static uint64_t frozen(struct fault *f, const struct fault_access *a, uint64_t value)
{
    uint64_t fresh =
        to_register(f, a, UINT64_MAX & reg_low_bits(f->numbered ? 64 : 8 * a->size)) & ~f->known;

    f->held |= to_register(f, a, value) & fresh;
    f->known |= fresh;
    return f->held;
}

static uint64_t read_through(struct fault *f, const struct fault_access *a, uint64_t value)
{
    uint64_t others = value & ~to_access(f, a, UINT64_MAX);

    switch (f->kind) {
    case FAULT_READS:
        return others | to_access(f, a, f->value);
    case FAULT_FREEZES:
        return others | to_access(f, a, frozen(f, a, value));
    case FAULT_FLIPS:
        return value ^ to_access(f, a, f->value);
    case FAULT_HANGS:
        return value;
    default: /* FAULT_NOISE: no other kind changes reads */
        return value ^ to_access(f, a, noise(f));
    }
}

uint64_t faults_change(struct faults *f, const struct fault_access *a, uint64_t value)
{
    uint64_t got = value;
    bool hung = false;

    for (unsigned i = 0; i < f->n; i++)
        if (strikes(&f->fault[i], a) && f->fault[i].kind != FAULT_DROPS) {
            got = read_through(&f->fault[i], a, got);
            hung |= f->fault[i].kind == FAULT_HANGS;
            spend(&f->fault[i]);
        }
    f->struck = got != value || hung;
    f->hung = hung;
    f->given = value;
    return got;
}

bool faults_pass(struct faults *f, const struct fault_access *a)
{
    f->struck = false;
    for (unsigned i = 0; i < f->n && !f->struck; i++)
        if (strikes(&f->fault[i], a) && f->fault[i].kind == FAULT_DROPS) {
            spend(&f->fault[i]);
            f->struck = true;
        }
    return !f->struck;
}

void faults_emit(struct faults *f, const struct sim_host *host, const struct trace_record *record)
{
    struct trace_record met;

    f->struck = false;
    met = *record;
    met.kind = record->kind == TRACE_READ ? TRACE_MASKED : TRACE_DROPPED;
    if (record->kind == TRACE_READ)
        met.value = f->given;
    if (record->kind == TRACE_READ && f->hung)
        met.kind = TRACE_HANG;
    sim_host_trace(host, &met);
}
