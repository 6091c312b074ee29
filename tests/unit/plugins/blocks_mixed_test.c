/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counting of blocks by kinds of instructions, with calls and with generated
 * code. */
#include "tests/unit/plugins/blocks_world.h"

static void is_mixed(
    uint64_t pc, uint64_t loads, uint64_t branches, uint64_t exceptions, const char *what)
{
    struct sim_activity before, after;
    uint64_t user;

    fake_on_cpu(0, settle_activity, &before);
    fake_flush();
    fake_run(0, pc);
    fake_on_cpu(0, settle_activity, &after);
    is_u64(after.kernel.loads - before.kernel.loads, loads, "%s: loads", what);
    is_u64(after.kernel.branches - before.kernel.branches, branches, "... branches");
    is_u64(after.kernel.exceptions - before.kernel.exceptions, exceptions, "... exceptions");
    user = after.user.loads + after.user.branches + after.kernel.stores + after.kernel.returns;
    is_u64(user, 0, "... and none of the other privilege");
}

static void run_mixed(void)
{
    static const struct fake_insn loop[] = {{PLAIN}, {LONG}, {INSIDE, .effect = repeat}};
    static const struct fake_insn fault[] = {{PLAIN}, {LONG}, {PLAIN, .raises = FAULT}, {PLAIN}};
    static const struct fake_insn handler[] = {{PLAIN}, {JUMP, .jump = NOWHERE}};
    static const struct fake_insn skips[] = {
        {PLAIN}, {SKIP}, {LONG}, {LOOK}, {JUMP, .jump = NOWHERE}};

    test.mixed = true;
    FAKE_CODE(CODE, loop);
    fake_set(0, "rcx", 40000);
    is_mixed(CODE, 120000, 40000, 0, "40000 turns of three");
    FAKE_CODE(CODE, fault);
    FAKE_CODE(FAULT, handler);
    is_mixed(CODE, 4, 1, 1, "a fault at the third of four");
    FAKE_CODE(CODE, skips);
    is_mixed(CODE, 5, 1, 0, "an access that leaves its block");
}

static void test_mixed_called(void)
{
    begin(FAKE_X86, true, 2);
    run_mixed();
}

static void test_mixed_generated(void)
{
    begin(FAKE_X86, false, 1);
    run_mixed();
}

static void is_mixed_of_user(uint64_t pc, uint64_t loads, uint64_t branches)
{
    struct sim_activity before, after;

    test.user = true;
    fake_on_cpu(0, settle_activity, &before);
    fake_flush();
    fake_run(0, pc);
    fake_on_cpu(0, settle_activity, &after);
    is_u64(after.user.loads - before.user.loads, loads, "a user's loads");
    is_u64(after.user.branches - before.user.branches, branches, "... branches");
    is_u64(after.kernel.loads - before.kernel.loads, 0, "... none of the kernel");
}

static void run_mixed_user(void)
{
    static const struct fake_insn loop[] = {{PLAIN}, {LONG}, {INSIDE, .effect = repeat}};

    test.mixed = true;
    FAKE_CODE(CODE, loop);
    fake_set(0, "rcx", 40000);
    is_mixed_of_user(CODE, 120000, 40000);
}

static void test_mixed_of_user_called(void)
{
    begin(FAKE_X86, true, 2);
    run_mixed_user();
}

static void test_mixed_of_user_generated(void)
{
    begin(FAKE_X86, false, 1);
    run_mixed_user();
}

/* User code: counts reported to another CPU are sure and never decrease. */
static void test_mixed_user(void)
{
    static const struct fake_insn code[] = {{PLAIN}, {LONG}, {JUMP, .jump = OTHER}};
    static const struct fake_insn last[] = {{PLAIN}, {JUMP, .jump = NOWHERE}};
    struct sim_activity a;

    begin(FAKE_X86, true, 2);
    test.mixed = test.user = true;
    FAKE_CODE(CODE, code);
    FAKE_CODE(OTHER, last);
    fake_run(0, CODE);
    a = blocks_activity(NULL, 0);
    is_u64(a.user.instructions, 3, "the first of two blocks is sure");
    is_u64(a.user.loads, 3, "... with its loads");
    is_u64(a.user.branches, 1, "... and its branch");
    is_u64(a.kernel.instructions + a.kernel.loads, 0, "... and none of the kernel");
    fake_on_cpu(0, settle_activity, &a);
    is_u64(a.user.instructions, 5, "then both are sure");
    is_u64(a.user.loads, 5, "... with all loads");
    is_u64(a.user.branches, 2, "... and branches");
}

int main(void)
{
    apart(test_mixed_called);
    apart(test_mixed_generated);
    apart(test_mixed_of_user_called);
    apart(test_mixed_of_user_generated);
    apart(test_mixed_user);
    return done_testing();
}
