/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Due times of a plan's entries. */
#include "models/sim/plan.h"
#include "tests/tap.h"

static struct plan plan;

/* Adds one entry @delay ns after a separate anchor. Returns the entry. */
static int add(const struct plan_anchor *anchor, uint64_t delay)
{
    return plan_add_entry(&plan, (unsigned)plan_add_anchor(&plan, anchor), delay);
}

#define ADD(delay, ...) add(&(struct plan_anchor){__VA_ARGS__}, (delay))

static void test_boot(void)
{
    plan_reset(&plan);
    is_u64(plan.next, SIM_NEVER, "nothing is due in an empty plan");
    ok(plan_take(&plan, SIM_NEVER) == -1, "... ever");
    int late = ADD(200, .event = PLAN_BOOT, .countdown = 1);
    int soon = ADD(100, .event = PLAN_BOOT, .countdown = 1);
    is_u64(plan.next, 100, "boot is time 0: due after the delay");
    ok(plan_take(&plan, 99) == -1, "not one ns before");
    ok(plan_take(&plan, 500) == soon && plan.entries[soon].due == 100,
        "a late entry keeps its order and its time");
    ok(plan_take(&plan, 500) == late && plan.entries[late].due == 200, "... and so is the next");
    ok(plan_take(&plan, 500) == -1 && plan.next == SIM_NEVER, "each once");
}

static void test_early(void)
{
    plan_reset(&plan);
    ok(!plan_early(&plan), "an empty plan has no early anchor");
    ADD(0, .event = PLAN_STEP_BEGIN, .step = 1, .countdown = 1);
    ADD(0, .event = PLAN_STEP_END, .step = 2, .countdown = 1);
    ADD(0, .event = PLAN_WRITE, .step = 1, .block = 3, .reg = 4, .countdown = 1);
    ok(!plan_early(&plan), "... nor are anchors of steps, or of accesses in one");
    ADD(0, .event = PLAN_READ, .block = 3, .reg = 4, .countdown = 7);
    ok(plan_early(&plan) && plan_early(&plan)->countdown == 7,
        "accesses in any step also count before the first step");
    plan_reset(&plan);
    ADD(SIM_NS_PER_S, .event = PLAN_BOOT, .countdown = 1);
    ok(plan_early(&plan) && plan_early(&plan)->event == PLAN_BOOT,
        "boot is before the first step, whatever the delay");
}

static void test_hearing(void)
{
    plan_reset(&plan);
    ADD(0, .event = PLAN_BOOT, .countdown = 1);
    ADD(0, .event = PLAN_STEP_END, .step = 2, .countdown = 1);
    ok(!plan_hears_accesses(&plan), "a plan without access anchors needs no accesses");
    ADD(0, .event = PLAN_READ, .block = 3, .reg = 4, .countdown = 7);
    ok(plan_hears_accesses(&plan), "... but with a read");
    plan_reset(&plan);
    ADD(0, .event = PLAN_WRITE, .step = 1, .block = 3, .reg = 4, .countdown = 1);
    ok(plan_hears_accesses(&plan), "... or with a write");
}

static void test_same_moment(void)
{
    plan_reset(&plan);
    unsigned a = (unsigned)plan_add_anchor(
        &plan, &(struct plan_anchor){PLAN_STEP_BEGIN, .step = 1, .countdown = 1});
    unsigned b = (unsigned)plan_add_anchor(&plan, &(struct plan_anchor){PLAN_BOOT, .countdown = 1});
    plan_add_entry(&plan, a, 10);
    plan_add_entry(&plan, b, 50);
    plan_add_entry(&plan, a, 10);
    plan_step(&plan, PLAN_STEP_BEGIN, 1, 40);
    ok(plan_take(&plan, 50) == 0 && plan_take(&plan, 50) == 1 && plan_take(&plan, 50) == 2,
        "entries of one moment come in the order of addition");
}

static void test_steps(void)
{
    plan_reset(&plan);
    int begin = ADD(5, .event = PLAN_STEP_BEGIN, .step = 2, .countdown = 1);
    int end = ADD(0, .event = PLAN_STEP_END, .step = 2, .countdown = 1);
    plan_step(&plan, PLAN_STEP_BEGIN, 1, 100);
    plan_step(&plan, PLAN_STEP_END, 1, 200);
    is_u64(plan.next, SIM_NEVER, "other steps have no effect");
    plan_step(&plan, PLAN_STEP_BEGIN, 2, 300);
    ok(plan_take(&plan, 305) == begin && plan.entries[begin].due == 305,
        "a step's beginning, and the delay");
    ok(plan_take(&plan, 1000) == -1, "its end has not come yet");
    plan_step(&plan, PLAN_STEP_END, 2, 400);
    ok(plan_take(&plan, 400) == end, "its end, immediately without delay");
    plan_step(&plan, PLAN_STEP_BEGIN, 2, 500);
    ok(plan_take(&plan, 1000) == -1, "an anchor fires once");
}

static void test_accesses(void)
{
    plan_reset(&plan);
    int third = ADD(0, .event = PLAN_READ, .block = 1, .reg = 4, .countdown = 3);
    int write = ADD(0, .event = PLAN_WRITE, .block = 1, .reg = 4, .countdown = 1);
    plan_access(&plan, PLAN_READ, 1, 4, 10);
    plan_access(&plan, PLAN_READ, 0, 4, 11);
    plan_access(&plan, PLAN_READ, 1, 5, 12);
    plan_access(&plan, PLAN_READ, 1, 4, 13);
    is_u64(plan.next, SIM_NEVER, "other registers and blocks do not count, nor do reads as writes");
    plan_access(&plan, PLAN_READ, 1, 4, 14);
    ok(plan_take(&plan, 14) == third, "the third read");
    plan_access(&plan, PLAN_READ, 1, 4, 15);
    ok(plan_take(&plan, 99) == -1, "not the fourth");
    plan_access(&plan, PLAN_WRITE, 1, 4, 16);
    ok(plan_take(&plan, 16) == write, "the first write");
}

static void test_pending(void)
{
    plan_reset(&plan);
    int entry = ADD(100, .event = PLAN_READ, .block = 1, .reg = 4, .countdown = 1);
    plan_access(&plan, PLAN_READ, 1, 4, 1000);
    plan_access(&plan, PLAN_READ, 1, 4, 1050);
    is_u64(plan.next, 1100, "further reads do not delay the first read's entry");
    ok(plan_take(&plan, 1100) == entry, "... which comes when it is due");
}

static void test_accesses_in_step(void)
{
    plan_reset(&plan);
    int entry = ADD(7, .event = PLAN_READ, .step = 2, .block = 1, .reg = 4, .countdown = 2);
    plan_access(&plan, PLAN_READ, 1, 4, 1);
    plan_step(&plan, PLAN_STEP_BEGIN, 1, 2);
    plan_access(&plan, PLAN_READ, 1, 4, 3);
    plan_step(&plan, PLAN_STEP_END, 1, 4);
    plan_step(&plan, PLAN_STEP_BEGIN, 2, 5);
    plan_access(&plan, PLAN_READ, 1, 4, 6);
    plan_step(&plan, PLAN_STEP_END, 2, 7);
    plan_access(&plan, PLAN_READ, 1, 4, 8);
    is_u64(plan.next, SIM_NEVER, "reads before, after and in other steps do not count");
    plan_step(&plan, PLAN_STEP_BEGIN, 2, 9);
    plan_access(&plan, PLAN_READ, 1, 4, 10);
    ok(plan_take(&plan, 17) == entry, "reads within the step do");
}

static void test_limits(void)
{
    unsigned n = 0;

    plan_reset(&plan);
    while (
        plan_add_anchor(&plan, &(struct plan_anchor){PLAN_BOOT, .countdown = 1}) >= 0 && n < 10000)
        n++;
    is_u64(n, PLAN_ANCHORS, "the maximum number of anchors");
    for (n = 0; plan_add_entry(&plan, PLAN_ANCHORS - 1, n) >= 0 && n < 10000;)
        n++;
    ok(plan_add_anchor(&plan, &(struct plan_anchor){.event = PLAN_BOOT}) == -1 &&
            plan_add_entry(&plan, PLAN_ANCHORS - 1, 0) == -1,
        "a full plan returns -1");
    is_u64(n, PLAN_ENTRIES, "... also for entries");
    for (n = 0; plan_take(&plan, SIM_NEVER - 1) == (int)n;)
        n++;
    is_u64(n, PLAN_ENTRIES, "all entries come, in order");
}

int main(void)
{
    test_boot();
    test_early();
    test_hearing();
    test_same_moment();
    test_steps();
    test_accesses();
    test_pending();
    test_accesses_in_step();
    test_limits();
    return done_testing();
}
