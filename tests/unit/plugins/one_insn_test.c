/* SPDX-License-Identifier: GPL-2.0-or-later */
/* QEMU's switch for blocks of one instruction, used by CPUs in threads of their own. */
#include "qemu-plugins/qemu/cpu_number.h"
#include "qemu-plugins/qemu/one_insn.h"
#include "qemu-plugins/qemu/qemu_private.h"
#include "tests/tap.h"

#include <glib.h>
#include <stdatomic.h>

/* QEMU's variable, which the stand-in has. */
extern atomic_bool one_insn_per_tb;

enum { TURNS = 300000, LOOKS = 8 };

static void test_asking(void)
{
    ok(!one_insn_on() && !one_insn_asked(0), "nobody asks: it is off");
    one_insn_ask(0, true);
    one_insn_ask(1, true);
    ok(one_insn_per_tb && one_insn_on(), "two ask: it is on");
    one_insn_ask(0, false);
    ok(one_insn_per_tb && !one_insn_asked(0) && one_insn_asked(1), "one does no more: it stays on");
    one_insn_ask(1, false);
    one_insn_translated();
    ok(!one_insn_per_tb && !one_insn_on(), "nor does the other: it is off");
}

/* QEMU reads the switch, and translates later. */
static void test_translation(void)
{
    one_insn_translated();
    one_insn_ask(1, true);
    ok(one_insn_per_tb, "QEMU asks for a block, and it is on");
    one_insn_ask(1, false);
    ok(!one_insn_per_tb && one_insn_on(), "switched off before the translation: that takes it for on");
    ok(one_insn_on(), "... however often it asks");
    one_insn_translated();
    ok(!one_insn_on(), "... and the next translation does not");
}

/* All CPUs in one thread. */
static void test_turns(void)
{
    cpu_number_state.shared_thread = true;
    one_insn_ask(0, true);
    one_insn_not_mine();
    ok(!one_insn_per_tb, "another CPU's turn: it is off");
    one_insn_resume();
    ok(one_insn_per_tb, "... and on again when the one that asked has its own");
    one_insn_keep(0, true);
    one_insn_keep(0, true);
    one_insn_not_mine();
    ok(one_insn_per_tb, "who keeps it keeps it on in others' turns");
    one_insn_keep(0, false);
    one_insn_not_mine();
    ok(!one_insn_per_tb, "... until it says otherwise");
    one_insn_ask(0, false);
    cpu_number_state.shared_thread = false;
}

static gpointer other_thread(gpointer data)
{
    (void)data;
    one_insn_translated();
    return NULL;
}

static void test_threads_apart(void)
{
    one_insn_ask(1, true);
    one_insn_ask(1, false);
    g_thread_join(g_thread_new("other", other_thread, NULL));
    ok(one_insn_on(), "translations of another CPU's thread are its own");
    one_insn_translated();
}

/* Returns how often it found the switch off although it had asked for it. */
static gpointer ask_again_and_again(gpointer cpu)
{
    unsigned vcpu = GPOINTER_TO_UINT(cpu), off = 0;

    for (unsigned i = 0; i < TURNS; i++) {
        one_insn_ask(vcpu, true);
        for (unsigned n = 0; n < LOOKS; n++)
            off += !atomic_load(&one_insn_per_tb);
        one_insn_ask(vcpu, false);
    }
    return GUINT_TO_POINTER(off);
}

static void test_race(void)
{
    GThread *other = g_thread_new("other", ask_again_and_again, GUINT_TO_POINTER(3));
    unsigned off = GPOINTER_TO_UINT(ask_again_and_again(GUINT_TO_POINTER(2)));

    off += GPOINTER_TO_UINT(g_thread_join(other));
    is_u64(off, 0, "who asks finds it on, whatever others do");
    ok(!one_insn_per_tb, "... and off when nobody does");
}

int main(void)
{
    ok(qemu_private_find("epyc", QEMU_SINGLE_STEPS, 0), "the switch is found");
    one_insn_init();
    test_asking();
    test_translation();
    test_threads_apart();
    test_turns();
    test_race();
    return done_testing();
}
