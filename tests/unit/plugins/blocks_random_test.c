/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counting of blocks on random walks through random code. The stand-in for QEMU
 * reports each executed instruction. From these the test computes exact counts,
 * kinds, times and ends of countdowns. */
#include "tests/unit/plugins/blocks_world.h"

#include <stdlib.h>

/* Kernel and user code; ALIAS also maps the kernel's first page. */
#define KERNEL UINT64_C(0x10000)
#define USER   UINT64_C(0x70000)
#define ALIAS  UINT64_C(0x48000)
#define CALLS  UINT64_C(0x30300)

enum { PAGE = 4096, SNIPPETS = 48, LONGEST = 9, CPUS = 2, RUNS = 150, STEPS = 40, MOST = 1 << 16 };

enum kind {
    IS_PLAIN,
    IS_LONG,
    IS_LOOK,
    IS_SKIP,
    IS_LOAD,
    IS_STORE,
    IS_FAULT,
    IS_INSIDE,
    IS_CALL,
    IS_RETURN,
    IS_JUMP,
    IS_INSIDE_REFUSED, /* the same, with a fault */
    IS_RETURN_REFUSED
};

static const char *const bytes_of[] = {"90", "66 90", "0f 01 d0", "0f 01 d1", "8b 00", "89 00",
    "91", "e2 f0", "cd 80", "48 cf", "eb fe", "e2 f0", "48 cf"};
static const char *const words_of[] = {"90 00 00 00", "66 90 00 00", "0f 01 d0 00", "0f 01 d1 00",
    "8b 00 00 00", "89 00 00 00", "91 00 00 00", "e2 f0 00 00", "cd 80 00 00", "48 cf 00 00",
    "eb fe 00 00", "e2 f0 00 00", "48 cf 00 00"};

/* The kinds that an instruction counts as, at most once each. */
static const bool counts_as[][BLOCKS_KINDS] = {
    [IS_LOAD] = {[BLOCKS_LOAD] = true},
    [IS_STORE] = {[BLOCKS_STORE] = true},
    [IS_SKIP] = {[BLOCKS_LOAD] = true, [BLOCKS_STORE] = true},
    [IS_INSIDE] = {[BLOCKS_BRANCH] = true},
    [IS_RETURN] = {[BLOCKS_BRANCH] = true, [BLOCKS_RETURN] = true},
    [IS_JUMP] = {[BLOCKS_BRANCH] = true},
    [IS_INSIDE_REFUSED] = {[BLOCKS_BRANCH] = true},
    [IS_RETURN_REFUSED] = {[BLOCKS_BRANCH] = true, [BLOCKS_RETURN] = true},
};

static struct {
    uint64_t random;
    struct snippet {
        unsigned n;
        uint64_t at[LONGEST];
        bool aliased;
    } snippets[SNIPPETS];
    GHashTable *kinds; /* by address, and 1 */
    unsigned steps;
    bool timed; /* code takes time */
} walk;

/* Executed instructions by CPU. */
static struct truth {
    uint64_t n[2], before[2]; /* kernel, user; and before the current block */
    uint64_t of[2][BLOCKS_KINDS], before_of[2][BLOCKS_KINDS];
    uint64_t exceptions;
    unsigned block;
    struct {
        uint64_t pc, time;
    } log[MOST];
    uint64_t ends; /* total at which the countdown ends; 0: never */
    uint64_t said; /* another thread's last reading */
    unsigned looks, expiries;
    unsigned wrong_looks, wrong_times, wrong_expiries, wrong_ends, wrong_afar;
} truths[CPUS];

static unsigned pick(unsigned n)
{
    walk.random ^= walk.random << 13;
    walk.random ^= walk.random >> 7;
    walk.random ^= walk.random << 17;
    return (unsigned)(walk.random >> 20) % n;
}

static enum kind kind_at(uint64_t pc)
{
    return (enum kind)(GPOINTER_TO_UINT(g_hash_table_lookup(walk.kinds, GSIZE_TO_POINTER(pc))) - 1);
}

static uint64_t total(const struct truth *t)
{
    return t->n[0] + t->n[1];
}

static void note(unsigned cpu, uint64_t pc, uint64_t time)
{
    struct truth *t = &truths[cpu];
    bool user = pc >= USER;

    t->log[total(t) % MOST].pc = pc;
    t->log[total(t) % MOST].time = time;
    t->n[user]++;
    for (unsigned kind = 0; kind < BLOCKS_KINDS; kind++)
        t->of[user][kind] += counts_as[kind_at(pc)][kind];
}

/* Whether @said is within two counts. */
static bool is_between(const struct sim_work *said, const uint64_t n[2],
    const uint64_t of[2][BLOCKS_KINDS], const uint64_t most_n[2],
    const uint64_t most[2][BLOCKS_KINDS], bool user)
{
    const uint64_t kinds[] = {said->loads, said->stores, said->branches, said->returns};
    bool right = said->instructions >= n[user] && said->instructions <= most_n[user];

    for (unsigned kind = 0; kind < BLOCKS_KINDS; kind++)
        right = right && kinds[kind] >= of[user][kind] && kinds[kind] <= most[user][kind];
    return right;
}

/* Another thread's reading may lack only the newest block, and only while that
 * is @unsure. Readings never decrease. */
static void look_from_afar(unsigned cpu, bool unsure)
{
    struct truth *t = &truths[cpu];
    const uint64_t(*of)[BLOCKS_KINDS] = unsure ? t->before_of : t->of;
    const struct sim_activity a = blocks_activity(NULL, cpu);
    uint64_t all = a.kernel.instructions + a.user.instructions;

    t->wrong_afar += !is_between(&a.kernel, unsure ? t->before : t->n, of, t->n, t->of, false) ||
                     !is_between(&a.user, unsure ? t->before : t->n, of, t->n, t->of, true) ||
                     all < t->said;
    t->said = all;
}

/* A device access in the middle of a block runs again alone; that is no new
 * block. */
static void completed(unsigned cpu, uint64_t pc)
{
    struct truth *t = &truths[cpu];
    bool access = kind_at(pc) == IS_LOAD || kind_at(pc) == IS_STORE;

    if (t->block != fake_world.executed && !access) {
        memcpy(t->before, t->n, sizeof(t->n));
        memcpy(t->before_of, t->of, sizeof(t->of));
    }
    t->block = fake_world.executed;
    note(cpu, pc, fake_time_here(cpu) + (walk.timed ? 2 : 0));
    look_from_afar(cpu, true);
}

/* A system call completes with its exception. */
static bool came(unsigned cpu, enum qemu_plugin_discon_type *type)
{
    bool here = arrived(cpu, type);

    truths[cpu].exceptions += here;
    return here;
}

static void calls(unsigned vcpu_index, void *data)
{
    unsigned cpu = cpu_number(vcpu_index);

    note(cpu, (uint64_t)(uintptr_t)data, fake_time_here(cpu) + (walk.timed ? 2 : 0));
}

static void looked(unsigned cpu, uint64_t pc)
{
    struct truth *t = &truths[cpu];

    t->looks++;
    t->wrong_looks += test.looked[0] != t->n[0] || test.looked[1] != t->n[1];
    t->wrong_times += test.time != fake_time_here(cpu);
    if (kind_at(pc) == IS_SKIP && walk.steps && pick(4) == 0)
        fake_interrupt(cpu, IRQ);
    if (kind_at(pc) == IS_SKIP)
        note(cpu, pc, fake_now()); /* QEMU's clock includes the rest of the block */
}

/* Accesses to the device's register also look. */
static uint64_t look_at_device(uint64_t address, unsigned size)
{
    unsigned cpu = cpu_number_here();
    uint64_t pc = fake_pc_here(cpu);

    (void)address;
    (void)size;
    if (!walk.steps)
        return 0;
    arbiter_enter();
    blocks_begin_access(cpu, pc);
    see(cpu, pc);
    blocks_end_access_block(cpu);
    arbiter_leave();
    return 0;
}

/* At a handler all counts are sure. */
static void discontinues(
    void *machine, unsigned cpu, enum qemu_plugin_discon_type type, uint64_t from, uint64_t to)
{
    (void)machine, (void)type, (void)from, (void)to;
    look_from_afar(cpu, false);
}

/* QEMU drops its translations when its buffer is full. */
static bool crowded(void)
{
    return pick(24) == 0;
}

static uint64_t expired(void *machine, unsigned cpu, uint64_t pc, bool user, uint64_t now)
{
    struct truth *t = &truths[cpu];
    struct sim_executed executed = blocks_executed(cpu);
    uint64_t next = 1 + pick(30);

    (void)machine;
    t->expiries++;
    t->wrong_expiries += executed.kernel + executed.user != t->ends || t->ends > total(t) ||
                         pc != t->log[(t->ends - 1) % MOST].pc || user != (pc >= USER) ||
                         now != t->log[(t->ends - 1) % MOST].time;
    t->ends += next;
    return next;
}

static uint64_t nearly_expired(void *machine, unsigned cpu, uint32_t n, bool shown)
{
    struct truth *t = &truths[cpu];
    struct sim_executed executed = blocks_executed(cpu);
    uint64_t next;

    (void)machine, (void)shown;
    t->expiries++;
    t->wrong_expiries += executed.kernel + executed.user != total(t) || t->ends <= total(t) ||
                         t->ends > total(t) + n;
    next = t->ends - total(t) + n + pick(30);
    t->ends = total(t) + next;
    return next;
}

/* ---- the code ---- */

static const struct blocks_mix *random_mix(struct qemu_plugin_tb *tb)
{
    size_t n = qemu_plugin_tb_n_insns(tb);
    struct blocks_mix *mix = translations_add((n + 1) * sizeof(*mix));

    for (size_t i = 0; i < n; i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
        uint64_t pc = qemu_plugin_insn_vaddr(insn);

        for (unsigned kind = 0; kind < BLOCKS_KINDS; kind++)
            mix[i + 1].of[kind] = mix[i].of[kind] + counts_as[kind_at(pc)][kind];
        if (kind_at(pc) == IS_CALL)
            qemu_plugin_register_vcpu_insn_exec_cb(
                insn, calls, QEMU_PLUGIN_CB_NO_REGS, (void *)(uintptr_t)pc);
    }
    return mix;
}

/* The start of @snippet; if @inside, any of its instructions. */
static uint64_t place_in(const struct snippet *snippet, bool inside)
{
    uint64_t pc = snippet->at[inside ? pick(snippet->n) : 0];

    return snippet->aliased && pick(3) == 0 ? pc - KERNEL + ALIAS : pc;
}

static const struct snippet *snippet_of(uint64_t pc)
{
    if (pc - ALIAS < PAGE)
        pc = pc - ALIAS + KERNEL;
    for (unsigned i = 0; i < SNIPPETS; i++)
        for (unsigned k = 0; k < walk.snippets[i].n; k++)
            if (walk.snippets[i].at[k] == pc)
                return &walk.snippets[i];
    return NULL;
}

/* Only a RETURN changes the privilege, and only an INSIDE branches into its own
 * block. */
static uint64_t go_on(unsigned cpu, bool inside, bool anywhere)
{
    uint64_t pc = fake_get(cpu, test.isa == FAKE_X86 ? "rip" : "pc");
    const struct snippet *own = snippet_of(pc), *to;

    if (!walk.steps || !--walk.steps)
        return NOWHERE;
    if (pick(6) == 0)
        fake_interrupt(cpu, IRQ);
    if (inside && pick(2))
        return own->at[pick(own->n)] + (pc - ALIAS < PAGE ? ALIAS - KERNEL : 0);
    do
        to = &walk.snippets[pick(SNIPPETS)];
    while (!anywhere && (to->at[0] >= USER) != (pc >= USER));
    return place_in(to, to != own && pick(3) == 0);
}

static uint64_t jumps(unsigned cpu, uint64_t next)
{
    (void)next;
    return go_on(cpu, false, false);
}

static uint64_t goes_inside(unsigned cpu, uint64_t next)
{
    (void)next;
    return go_on(cpu, true, false);
}

static uint64_t returns(unsigned cpu, uint64_t next)
{
    (void)next;
    return go_on(cpu, false, true);
}

static struct fake_insn insn_of(enum kind kind)
{
    struct fake_insn insn = {.hex = (test.isa == FAKE_X86 ? bytes_of : words_of)[kind]};

    bool refused = kind == IS_FAULT || kind == IS_INSIDE_REFUSED || kind == IS_RETURN_REFUSED;

    if (kind == IS_LOAD || kind == IS_STORE) {
        insn.access.address = pick(2) ? DEVICE : 0x60000;
        insn.access.size = 4;
        insn.access.store = kind == IS_STORE;
    }
    insn.raises = refused ? FAULT : kind == IS_CALL ? CALLS : 0;
    insn.ends = kind == IS_CALL || (refused && kind != IS_FAULT);
    insn.effect = kind == IS_JUMP     ? jumps
                  : kind == IS_INSIDE ? goes_inside
                  : kind == IS_RETURN ? returns
                                      : NULL;
    return insn;
}

/* The physical address of @at. Odd pages are apart, so the two pages of a block
 * are not adjacent. */
static uint64_t physical_of(uint64_t at)
{
    bool user = at >= USER;
    uint64_t page = (at - (user ? USER : KERNEL)) / PAGE;

    return at < 0x30000 || user
               ? (page % 2 ? (user ? 0xc0000 : 0xa0000) + page * PAGE + at % PAGE : at)
               : at;
}

/* Places instructions from @at on, and returns the end. */
static uint64_t place_one(uint64_t at, enum kind kind, bool aliased)
{
    const struct fake_insn insn = insn_of(kind);

    fake_code(physical_of(at), &insn, 1);
    g_hash_table_insert(walk.kinds, GSIZE_TO_POINTER(at), GUINT_TO_POINTER(kind + 1));
    if (aliased)
        g_hash_table_insert(
            walk.kinds, GSIZE_TO_POINTER(at - KERNEL + ALIAS), GUINT_TO_POINTER(kind + 1));
    return at + (strlen(insn.hex) + 1) / 3;
}

static void place_snippet(struct snippet *snippet, uint64_t at, bool aliased)
{
    static const enum kind inner[] = {IS_PLAIN, IS_PLAIN, IS_PLAIN, IS_PLAIN, IS_LONG, IS_LONG,
        IS_LONG, IS_LOOK, IS_LOOK, IS_SKIP, IS_LOAD, IS_STORE, IS_LOAD, IS_FAULT};
    static const enum kind last[] = {IS_JUMP, IS_JUMP, IS_INSIDE, IS_RETURN, IS_CALL, IS_INSIDE,
        IS_INSIDE_REFUSED, IS_RETURN_REFUSED};

    snippet->n = 1 + pick(LONGEST);
    snippet->aliased = aliased;
    for (unsigned i = 0; i < snippet->n; i++) {
        snippet->at[i] = at;
        at = place_one(at,
            i + 1 < snippet->n ? inner[pick(G_N_ELEMENTS(inner))] : last[pick(G_N_ELEMENTS(last))],
            aliased);
    }
}

static void place_handler(uint64_t at, unsigned plain)
{
    for (unsigned i = 0; i < plain; i++)
        at = place_one(at, i ? IS_LOOK : IS_PLAIN, false);
    place_one(at, IS_RETURN, false);
}

/* Some cross into a second page, if the ISA allows it. */
static void place_code(void)
{
    walk.kinds = g_hash_table_new(NULL, NULL);
    place_handler(FAULT, 1);
    place_handler(IRQ, 2);
    place_handler(CALLS, 3);
    fake_map(ALIAS, KERNEL);
    for (uint64_t page = PAGE; page < 0x10000; page += 2 * PAGE) {
        fake_map(KERNEL + page, physical_of(KERNEL + page));
        fake_map(USER + page, physical_of(USER + page));
    }
    for (unsigned i = 0; i < SNIPPETS; i++) {
        uint64_t base = i % 3 == 2 ? USER : KERNEL;
        bool crosses = test.isa == FAKE_X86 && i % 4 == 3;

        place_snippet(&walk.snippets[i],
            base + (crosses ? (uint64_t)i / 4 % 8 * 2 * PAGE + PAGE - 1 - pick(8) : 0x30 * i),
            base == KERNEL && !crosses && test.isa != FAKE_PPC64);
    }
}

/* ---- runs ---- */

static void is_settled(unsigned cpu)
{
    const struct truth *t = &truths[cpu];
    struct sim_activity a;

    fake_on_cpu(cpu, settle_activity, &a);
    is_u64(a.kernel.instructions, t->n[0], "CPU %u: instructions of the kernel", cpu);
    is_u64(a.user.instructions, t->n[1], "... of users");
    is_u64(a.kernel.loads, t->of[0][BLOCKS_LOAD], "... loads of the kernel");
    is_u64(a.user.loads, t->of[1][BLOCKS_LOAD], "... of users");
    is_u64(a.kernel.stores, t->of[0][BLOCKS_STORE], "... stores of the kernel");
    is_u64(a.user.stores, t->of[1][BLOCKS_STORE], "... of users");
    is_u64(a.kernel.branches, t->of[0][BLOCKS_BRANCH], "... branches of the kernel");
    is_u64(a.user.branches, t->of[1][BLOCKS_BRANCH], "... of users");
    is_u64(a.kernel.returns, t->of[0][BLOCKS_RETURN], "... returns of the kernel");
    is_u64(a.user.returns, t->of[1][BLOCKS_RETURN], "... of users");
    is_u64(a.kernel.exceptions, t->exceptions, "... exceptions");
    is_u64(t->wrong_looks, 0, "... all %u looks find the executed instructions", t->looks);
    is_u64(t->wrong_times, 0, "... at the right time");
    is_u64(t->wrong_expiries, 0, "... all %u countdowns end at their instruction", t->expiries);
    is_u64(t->wrong_ends, 0, "... and none ends late");
    is_u64(t->wrong_afar, 0, "... and other threads' looks miss at most the newest block");
}

static void from_afar(void *data)
{
    unsigned other = !cpu_number_here();

    arbiter_enter();
    truths[other].ends =
        blocks_executed(other).kernel + blocks_executed(other).user + *(uint64_t *)data;
    blocks_set_countdown(other, *(uint64_t *)data);
    arbiter_leave();
}

/* A CPU notices another CPU's request within about 512 instructions and a
 * block. */
static void run_once(unsigned cpu, bool counts_down)
{
    struct truth *t = &truths[cpu];
    uint64_t n = 1 + pick(50), counts[2];

    if (counts_down && pick(4) == 0) {
        fake_on_cpu(cpu, count_down, &n);
        t->ends = total(t) + n;
    }
    n += 600;
    if (counts_down && qemu_plugin_num_vcpus() > 1 && pick(8) == 0)
        fake_on_cpu(!cpu, from_afar, &n);
    if (pick(4) == 0)
        fake_flush();
    walk.steps = 1 + pick(STEPS);
    fake_run(cpu, IRQ);
    fake_on_cpu(cpu, settle, counts);
    t->wrong_ends += t->ends && t->ends <= total(t);
}

static void walk_on(enum fake_isa isa, bool icount, unsigned cpus, bool nearing)
{
    test.user_from = USER;
    test.mix_of = random_mix;
    test.on_look = looked;
    test.on_expired = expired;
    test.on_about_to_expire = nearly_expired;
    hooks.arrived = came;
    hooks.discontinued = discontinues;
    if (nearing) {
        hooks.about_to_expire = about_to_expire;
        hooks.countdown_expired = NULL;
    }
    walk.random = UINT64_C(0x9e3779b97f4a7c15);
    walk.timed = icount;
    test.isa = isa;
    begin(isa, icount, cpus);
    place_code();
    fake_device(DEVICE, PAGE, look_at_device);
    fake_world.completed = completed;
    fake_world.crowded = crowded;
    for (unsigned i = 0; i < RUNS * cpus; i++)
        run_once(i % cpus, nearing || isa == FAKE_PPC64);
    for (unsigned cpu = 0; cpu < cpus; cpu++)
        is_settled(cpu);
}

static void test_x86_called(void)
{
    walk_on(FAKE_X86, true, 2, true);
}

static void test_x86_generated(void)
{
    walk_on(FAKE_X86, false, 2, true);
}

static void test_arm64_called(void)
{
    walk_on(FAKE_ARM64, true, 2, false);
}

static void test_arm64_generated(void)
{
    walk_on(FAKE_ARM64, true, 1, false);
}

static void test_ppc64_called(void)
{
    walk_on(FAKE_PPC64, true, 2, false);
}

static void test_ppc64_generated(void)
{
    walk_on(FAKE_PPC64, true, 1, false);
}

static void test_ppc64_generated_for_two(void)
{
    walk_on(FAKE_PPC64, false, 2, false);
}

int main(void)
{
    apart(test_x86_called);
    apart(test_x86_generated);
    apart(test_arm64_called);
    apart(test_arm64_generated);
    apart(test_ppc64_called);
    apart(test_ppc64_generated);
    apart(test_ppc64_generated_for_two);
    return done_testing();
}
