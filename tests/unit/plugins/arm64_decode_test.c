/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Instructions of arm64, as GNU as 2.40 assembles them. */
#include "qemu-plugins/trap/arm64_decode.h"
#include "tests/tap.h"

static const struct {
    uint32_t word;
    enum arm64_access access;
    unsigned reg, sysreg;
    const char *text;
} accesses[] = {
    {0xb9400041, ARM64_NONE, 0, 0, "ldr w1, [x2]"},
    {0xb9000041, ARM64_NONE, 0, 0, "str w1, [x2]"},
    {0xd53b9c03, ARM64_MRS, 3, 0xdce0, "mrs x3, pmcr_el0"},
    {0xd51b9c03, ARM64_MSR, 3, 0xdce0, "msr pmcr_el0, x3"},
    {0xd518d023, ARM64_MSR, 3, 0xc681, "msr contextidr_el1, x3"},
    {0xd53c1123, ARM64_MRS, 3, 0xe089, "mrs x3, mdcr_el2"},
    {0xd50342df, ARM64_NONE, 0, 0, "msr daifset, #2"},
    {0xd503201f, ARM64_NONE, 0, 0, "nop"},
    {0xd5032fff, ARM64_MARK, 0, 0, "hint #127"},
    {0xd5032fdf, ARM64_NONE, 0, 0, "hint #126"},
    {0xd4000003, ARM64_FIRMWARE, 0, 0, "smc #0"},
    {0xd4000002, ARM64_FIRMWARE, 0, 0, "hvc #0"},
    {0xd4000001, ARM64_NONE, 0, 0, "svc #0"},
};

static void test_accesses(void)
{
    for (size_t i = 0; i < sizeof(accesses) / sizeof(accesses[0]); i++) {
        struct arm64_insn insn = arm64_decode(accesses[i].word);

        is_u64(insn.access, accesses[i].access, "%s", accesses[i].text);
        if (insn.access == ARM64_FIRMWARE || insn.access == ARM64_MARK || insn.access == ARM64_NONE)
            continue;
        is_u64(insn.reg, accesses[i].reg, "... its register");
        is_u64(insn.sysreg, accesses[i].sysreg, "... its system register");
    }
}

#define PC UINT64_C(0xffff800080010000)

static const struct {
    uint32_t word;
    enum arm64_flow flow;
    int64_t offset; /* of ARM64_BRANCH */
    const char *text;
} flows[] = {
    {0x14000002, ARM64_BRANCH, 8, "b .+8"},
    {0x97ffffff, ARM64_BRANCH, -4, "bl .-4"},
    {0x54ffffe1, ARM64_BRANCH, -4, "b.ne .-4"},
    {0x34000040, ARM64_BRANCH, 8, "cbz w0, .+8"},
    {0xb5ffffc0, ARM64_BRANCH, -8, "cbnz x0, .-8"},
    {0x36000040, ARM64_BRANCH, 8, "tbz w0, #0, .+8"},
    {0xb707ffe0, ARM64_BRANCH, -4, "tbnz x0, #32, .-4"},
    {0xd61f0000, ARM64_COMPUTED, 0, "br x0"},
    {0xd63f0000, ARM64_COMPUTED, 0, "blr x0"},
    {0xd65f03c0, ARM64_RETURN, 0, "ret"},
    {0xd69f03e0, ARM64_COMPUTED, 0, "eret"},
    {0xd65f0bff, ARM64_RETURN, 0, "retaa"},
    {0xd71f0801, ARM64_COMPUTED, 0, "braa x0, x1"},
    {0xd4000001, ARM64_CALL, 0, "svc #0"},
    {0xd4000003, ARM64_CALL, 0, "smc #0"},
    {0xd4200000, ARM64_NEXT, 0, "brk #0, which does not complete"},
    {0x8b010000, ARM64_NEXT, 0, "add x0, x0, x1"},
};

static void test_calls_32(void)
{
    ok(arm64_calls_32(0xef000000, 4), "svc #0");
    ok(arm64_calls_32(0x0f000001, 4), "svceq #1");
    ok(!arm64_calls_32(0xe12fff1e, 4), "bx lr");
    ok(!arm64_calls_32(0xff000000, 4), "no condition, no call");
    ok(arm64_calls_32(0xdf01, 2), "svc #1 of Thumb");
    ok(!arm64_calls_32(0xde00, 2), "udf #0 of Thumb");
    ok(!arm64_calls_32(0xef001c64, 2), "adds r4, r4, #1 of Thumb, before any bytes");
}

static void test_flows(void)
{
    for (size_t i = 0; i < sizeof(flows) / sizeof(flows[0]); i++) {
        uint64_t target = 0;

        is_u64(arm64_flow(flows[i].word, PC, &target), flows[i].flow, "%s", flows[i].text);
        is_u64(target, flows[i].flow == ARM64_BRANCH ? PC + (uint64_t)flows[i].offset : 0,
            "... goes there");
    }
}

int main(void)
{
    test_accesses();
    test_flows();
    test_calls_32();
    return done_testing();
}
