/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The stand-in's private symbols, and dlsym(), by which plugins find them.
 * (memory.c has those for devices.) */
#include "tests/fake_qemu/state.h"

#include <string.h>

/* ---- the table, by the plugins' names ---- */

extern int use_icount;
extern _Atomic(qemu_cond_wait *) qemu_cond_wait_func;
extern atomic_bool one_insn_per_tb;
extern atomic_int qemu_loglevel;
void *__wrap_dlsym(void *handle, const char *name);

_Thread_local void *fake_current_cpu;
int use_icount;
atomic_bool one_insn_per_tb;
atomic_int qemu_loglevel;

#define FUNCTION(ability, result, name, arguments) {#name, (void (*)(void))name, NULL},
#define VARIABLE(ability, type, name)              {#name, NULL, (void *)(uintptr_t)&name},
static const struct symbol {
    const char *name;
    void (*function)(void);
    void *variable;
} symbols[] = {QEMU_SYMBOLS(FUNCTION, VARIABLE, FAKE_NOTHING)};

bool fake_lacks(const char *name)
{
    g_autofree char *word = g_strdup_printf(" %s ", name);

    return fake.setup.missing && strstr(fake.setup.missing, word);
}

/* Replaces the C library's (ld --wrap). */
void *__wrap_dlsym(void *handle, const char *name)
{
    void *address = NULL;

    (void)handle;
    if (fake_lacks(name))
        return NULL;
    if (!strcmp(name, "current_cpu"))
        return &fake_current_cpu;
    for (unsigned i = 0; i < G_N_ELEMENTS(symbols); i++)
        if (!strcmp(symbols[i].name, name)) {
            if (symbols[i].variable)
                return symbols[i].variable;
            memcpy(&address, &symbols[i].function, sizeof(address));
            return address;
        }
    fake_bail_out("%s is no symbol of QEMU's", name);
}

void fake_use_icount(bool on)
{
    use_icount = on;
}

bool fake_one_insn(void)
{
    return atomic_load(&one_insn_per_tb);
}

bool fake_unchained(void)
{
    enum { NOCHAIN = 1 << 13 };

    return atomic_load(&qemu_loglevel) & NOCHAIN;
}

/* ---- the big lock ---- */

static GMutex big_lock;
static _Thread_local bool holds;

bool bql_locked(void)
{
    return holds;
}

void bql_lock_impl(const char *file, int line)
{
    if (holds)
        fake_bail_out("%s:%d: the big lock taken twice", file, line);
    g_mutex_lock(&big_lock);
    holds = true;
}

void bql_unlock(void)
{
    if (!holds)
        fake_bail_out("the big lock released by a thread that does not hold it");
    holds = false;
    g_mutex_unlock(&big_lock);
}

bool fake_bql_held(void)
{
    return holds;
}

void fake_lock(void)
{
    bql_lock_impl(__FILE__, __LINE__);
}

void fake_unlock(void)
{
    bql_unlock();
}

/* ---- the clock ---- */

enum { VIRTUAL = 1, NS_PER_INSTRUCTION = 2 };

int64_t icount_to_ns(int64_t instructions)
{
    return instructions * NS_PER_INSTRUCTION;
}

/* As in QEMU, a near timer makes the slice shorter. */
void icount_prepare_for_run(void *cpu, int64_t budget)
{
    struct fake_cpu *c = cpu;
    int64_t left = ((int64_t)fake_next_timer() - (int64_t)fake_now()) / NS_PER_INSTRUCTION;

    c->slice.budget = fake_next_timer() == UINT64_MAX ? budget : MIN(budget, left);
    c->slice.low = (uint16_t)MIN(c->slice.budget, UINT16_MAX);
    c->slice.extra = c->slice.budget - c->slice.low;
}

uint64_t fake_now(void)
{
    uint64_t instructions = fake.instructions;

    for (unsigned i = 0; i < fake.setup.cpus; i++)
        instructions += (uint64_t)(fake.cpus[i].slice.budget - fake.cpus[i].slice.low -
                                   fake.cpus[i].slice.extra);
    return fake.time + (fake.setup.icount ? instructions * NS_PER_INSTRUCTION : 0);
}

int64_t qemu_clock_get_ns(int type)
{
    const struct fake_cpu *cpu = fake_current_cpu;

    if (type != VIRTUAL)
        fake_bail_out("clock %d", type);
    if (fake.setup.icount && cpu && cpu->tb && !cpu->readable)
        fake_bail_out("Bad icount read");
    return (int64_t)fake_now();
}

/* 2009-02-13 23:31:30 UTC (1234567890) plus the seconds of virtual time. */
void qemu_get_timedate(struct tm *tm, time_t offset)
{
    time_t date = 1234567890 + (time_t)(fake_now() / 1000000000) + offset;

    gmtime_r(&date, tm);
}

/* ---- timers ---- */

struct timer {
    uint64_t when;
    void (*expired)(void *opaque);
    void *opaque;
};
static GPtrArray *timers;

void timer_init_full(void *timer, void *list_group, int type, int scale, int attributes,
    void (*expired)(void *opaque), void *opaque)
{
    if (!fake.started)
        fake_bail_out("a timer before there are CPUs");
    if (list_group || type != VIRTUAL || scale != 1 || attributes)
        fake_bail_out("a timer of another clock");
    if (!timers)
        timers = g_ptr_array_new();
    *(struct timer *)timer = (struct timer){UINT64_MAX, expired, opaque};
    g_ptr_array_add(timers, timer);
}

void timer_mod_ns(void *timer, int64_t when)
{
    if (when < 0)
        fake_bail_out("a timer at %" PRId64, when);
    ((struct timer *)timer)->when = (uint64_t)when;
}

void timer_del(void *timer)
{
    ((struct timer *)timer)->when = UINT64_MAX;
}

uint64_t fake_next_timer(void)
{
    uint64_t next = UINT64_MAX;

    for (unsigned i = 0; timers && i < timers->len; i++)
        next = MIN(next, ((const struct timer *)timers->pdata[i])->when);
    return next;
}

/* Called with the big lock, in the main loop or between two blocks. */
void fake_run_timers(void)
{
    fake_lock();
    for (unsigned i = 0; timers && i < timers->len; i++) {
        struct timer *timer = timers->pdata[i];
        if (timer->when > fake_now())
            continue;
        timer->when = UINT64_MAX;
        timer->expired(timer->opaque);
    }
    fake_unlock();
}

/* ---- work on CPUs ---- */

/* Any thread may add work. */
static GMutex works;

struct fake_work {
    void (*work)(void *cpu, union qemu_cpu_work_data data);
    union qemu_cpu_work_data data;
};

void *qemu_get_cpu(int index)
{
    return fake.started && (unsigned)index < fake.setup.cpus ? &fake.cpus[index] : NULL;
}

void async_run_on_cpu(void *cpu, void (*work)(void *cpu, union qemu_cpu_work_data data),
    union qemu_cpu_work_data data)
{
    struct fake_work *item = g_new(struct fake_work, 1);

    if (!holds)
        fake_bail_out("work for a CPU that may fall asleep right now, without the big lock");
    *item = (struct fake_work){work, data};
    g_mutex_lock(&works);
    g_queue_push_tail(((struct fake_cpu *)cpu)->work, item);
    g_mutex_unlock(&works);
}

static struct fake_work *next_work(struct fake_cpu *cpu)
{
    struct fake_work *item;

    g_mutex_lock(&works);
    item = g_queue_pop_head(cpu->work);
    g_mutex_unlock(&works);
    return item;
}

void fake_do_work(struct fake_cpu *cpu)
{
    struct fake_work *item;

    fake_lock();
    while ((item = next_work(cpu))) {
        item->work(cpu, item->data);
        g_free(item);
    }
    fake_unlock();
}

/* ---- an access's origin ---- */

/* An instruction's structure serves as the address of its generated code. */
bool cpu_unwind_state_data(void *cpu, uintptr_t host_pc, uint64_t *data)
{
    const struct fake_cpu *c = cpu;

    if (!c->tb || host_pc != (uintptr_t)&c->tb->insns[c->at])
        return false;
    data[0] = fake.isa->shares ? c->tb->insns[c->at].vaddr % FAKE_PAGE : c->tb->insns[c->at].vaddr;
    return true;
}

int gdb_read_register(void *cpu, GByteArray *bytes, int number)
{
    const struct fake_cpu *c = cpu;
    uint64_t pc = GUINT64_TO_LE(c->tb ? c->shown_pc : fake_get(c->number, fake.isa->pc));

    if ((unsigned)number != fake.isa->debuggers_pc)
        fake_bail_out("register %d for debuggers", number);
    g_byte_array_append(bytes, (const guint8 *)&pc, sizeof(pc));
    return sizeof(pc);
}

/* ---- turns, the end, and the rest ---- */

static struct qemu_notifier *polled, *rcu;

void main_loop_poll_add_notifier(struct qemu_notifier *notifier)
{
    polled = notifier;
}

void fake_poll(int state)
{
    if (polled)
        polled->notify(polled, &state);
}

bool all_cpu_threads_idle(void)
{
    return fake_world.idle;
}

int qemu_shutdown_requested_get(void)
{
    return fake_world.shutdown;
}

int qemu_reset_requested_get(void)
{
    return fake_world.reset;
}

bool runstate_is_running(void)
{
    return fake_world.running;
}

static void wait_on(void *cond, void *mutex, const char *file, int line)
{
    (void)cond;
    (void)mutex;
    (void)file;
    (void)line;
    fake_world.waits++;
    if (fake_world.while_asleep)
        fake_world.while_asleep();
}
_Atomic(qemu_cond_wait *) qemu_cond_wait_func = wait_on;

void fake_cpus_sleep(void)
{
    qemu_cond_wait *wait = atomic_load(&qemu_cond_wait_func);

    wait(NULL, NULL, __FILE__, __LINE__);
}

/* A list, the newest first; the last link is NULL. */
void rcu_add_force_rcu_notifier(struct qemu_notifier *notifier)
{
    notifier->links[0] = rcu;
    rcu = notifier;
}

void rcu_remove_force_rcu_notifier(struct qemu_notifier *notifier)
{
    struct qemu_notifier **link = &rcu;

    while (*link && *link != notifier)
        link = (struct qemu_notifier **)&(*link)->links[0];
    if (!*link)
        fake_bail_out("a notifier removed that is not there");
    *link = notifier->links[0];
}

void fake_rcu_add(struct qemu_notifier *notifier)
{
    rcu_add_force_rcu_notifier(notifier);
}

bool fake_rcu_has(const struct qemu_notifier *notifier)
{
    const struct qemu_notifier *at = rcu;

    while (at && at != notifier)
        at = at->links[0];
    return at;
}

void tlb_flush(void *cpu)
{
    (void)cpu;
    fake_world.tlb_flushes++;
}

void arm_gt_htimer_cb(void *cpu)
{
    if (!fake_bql_held() || !cpu)
        fake_bail_out("a timer's function without the big lock");
    fake_world.el2_timers++;
}

void arm_gt_hvtimer_cb(void *cpu)
{
    if (!fake_bql_held() || !cpu)
        fake_bail_out("a timer's function without the big lock");
    fake_world.el2_virtual_timers++;
}
