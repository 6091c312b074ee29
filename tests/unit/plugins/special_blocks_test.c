/* SPDX-License-Identifier: GPL-2.0-or-later */
/* QEMU's switches for special blocks, used by CPUs in separate threads. */
#include "qemu-plugins/qemu/cpu_number.h"
#include "qemu-plugins/qemu/qemu_private.h"
#include "qemu-plugins/qemu/special_blocks.h"
#include "tests/tap.h"

#include <glib.h>
#include <stdatomic.h>

/* QEMU's variables, defined by the stand-in. */
extern atomic_bool one_insn_per_tb;
extern atomic_int qemu_loglevel;

enum { TURNS = 300000, LOOKS = 8, NOCHAIN = 0x2000, OTHER_LOG = 0x400 };

/* The kind under test. */
static enum special kind;

static bool is_set(void)
{
    return kind == SPECIAL_SINGLE ? atomic_load(&one_insn_per_tb)
                                  : atomic_load(&qemu_loglevel) & NOCHAIN;
}

static void test_asking(void)
{
    ok(!special_on(kind) && !special_asked(kind, 0), "without a request the switch is off");
    special_ask(kind, 0, true);
    special_ask(kind, 1, true);
    ok(is_set() && special_on(kind), "after two requests it is on");
    special_ask(kind, 0, false);
    ok(is_set() && !special_asked(kind, 0) && special_asked(kind, 1),
        "after one release it stays on");
    special_ask(kind, 1, false);
    special_translated();
    ok(!is_set() && !special_on(kind), "after both releases it is off");
}

/* QEMU reads the switch before it translates. */
static void test_translation(void)
{
    special_translated();
    special_ask(kind, 1, true);
    ok(is_set(), "QEMU looks for a block while it is on");
    special_ask(kind, 1, false);
    ok(!is_set() && special_on(kind), "switched off before the translation, it counts as on");
    ok(special_on(kind), "... also at repeated reads");
    special_translated();
    ok(!special_on(kind), "... but not for the next translation");
}

/* All CPUs in one thread. */
static void test_turns(void)
{
    cpu_number_state.shared_thread = true;
    special_ask(kind, 0, true);
    special_not_mine(1);
    ok(!is_set(), "in another CPU's turn it is off");
    special_resume(kind);
    ok(is_set(), "... and on again in the requesting CPU's turn");
    special_keep(0, true);
    special_keep(0, true);
    special_not_mine(1);
    ok(is_set(), "a CPU may keep it on in other CPUs' turns");
    special_keep(0, false);
    special_not_mine(1);
    ok(!is_set(), "... until it releases it");
    special_ask(kind, 0, false);
    cpu_number_state.shared_thread = false;
}

static gpointer other_thread(gpointer data)
{
    (void)data;
    special_translated();
    return NULL;
}

static void test_threads_apart(void)
{
    special_ask(kind, 1, true);
    special_ask(kind, 1, false);
    g_thread_join(g_thread_new("other", other_thread, NULL));
    ok(special_on(kind), "another thread's translations have no effect on it");
    special_translated();
}

/* Returns how often the switch was off despite the request. */
static gpointer ask_again_and_again(gpointer cpu)
{
    unsigned vcpu = GPOINTER_TO_UINT(cpu), off = 0;

    for (unsigned i = 0; i < TURNS; i++) {
        special_ask(kind, vcpu, true);
        for (unsigned n = 0; n < LOOKS; n++)
            off += !is_set();
        special_ask(kind, vcpu, false);
    }
    return GUINT_TO_POINTER(off);
}

static void test_race(void)
{
    GThread *other = g_thread_new("other", ask_again_and_again, GUINT_TO_POINTER(3));
    unsigned off = GPOINTER_TO_UINT(ask_again_and_again(GUINT_TO_POINTER(2)));

    off += GPOINTER_TO_UINT(g_thread_join(other));
    is_u64(off, 0, "a request keeps it on despite other CPUs");
    ok(!is_set(), "... and without requests it is off");
}

/* Other log bits stay set. */
static void test_log(void)
{
    atomic_store(&qemu_loglevel, OTHER_LOG);
    special_ask(SPECIAL_SHOWN, 0, true);
    is_u64((unsigned)atomic_load(&qemu_loglevel), OTHER_LOG | NOCHAIN,
        "a log bit stays set with the switch");
    special_ask(SPECIAL_SHOWN, 0, false);
    is_u64((unsigned)atomic_load(&qemu_loglevel), OTHER_LOG, "... and without it");
    special_translated();
}

/* The kinds are independent. */
static void test_apart(void)
{
    special_ask(SPECIAL_SINGLE, 0, true);
    ok(special_on(SPECIAL_SINGLE) && !special_on(SPECIAL_SHOWN), "only single blocks are on");
    special_ask(SPECIAL_SHOWN, 1, true);
    special_ask(SPECIAL_SINGLE, 0, false);
    special_translated();
    ok(!special_on(SPECIAL_SINGLE) && special_on(SPECIAL_SHOWN), "only shown blocks are on");
    special_ask(SPECIAL_SHOWN, 1, false);
    special_translated();
}

int main(void)
{
    ok(qemu_private_find("epyc", QEMU_SPECIAL_BLOCKS, 0), "the switches are found");
    special_init();
    for (kind = 0; kind < SPECIAL_KINDS; kind++) {
        test_asking();
        test_translation();
        test_threads_apart();
        test_turns();
        test_race();
    }
    test_log();
    test_apart();
    return done_testing();
}
