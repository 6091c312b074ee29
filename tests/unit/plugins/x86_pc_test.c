/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The address of a trapped instruction: page from the PC register, offset from
 * translation. */
#include "qemu-plugins/trap/x86_pc.h"
#include "tests/rng.h"
#include "tests/tap.h"

static void test_by_hand(void)
{
    is_u64(x86_pc_of(0x401234, 0, 0x234), 0x401234, "the first instruction of a block");
    is_u64(x86_pc_of(0x401234, 0, 0x23a), 0x40123a, "a later one, while the register lags");
    is_u64(x86_pc_of(0x401ffc, 0, 0xfff), 0x401fff, "the last byte of the page");
    is_u64(x86_pc_of(0x401ffc, 0, 0x000), 0x402000, "the first byte of the next");
    is_u64(x86_pc_of(0x401ffc, 0, 0x010), 0x402010, "a block that continues in the next page");
    is_u64(x86_pc_of(0x402000, 0, 0xffe), 0x402ffe, "a block may begin with its page");
    is_u64(x86_pc_of(0xffffffff81000ff0, 0, 0xffe), 0xffffffff81000ffe, "a kernel's address");
    is_u64(x86_pc_of(0xffffffff81000ff0, 0, 0x002), 0xffffffff81001002, "... that crosses");
}

/* The same code at another virtual page: only its page offset at translation is
 * valid. */
static void test_alias(void)
{
    is_u64(x86_pc_of(0x7f0000001100, 0, 0x104), 0x7f0000001104, "code runs at its first address");
    is_u64(x86_pc_of(0x000000400100, 0, 0x104), 0x000000400104, "... and at another");
    is_u64(x86_pc_of(0x000000400ffe, 0, 0x000), 0x000000401000, "... and crosses there");
}

/* Real mode: RIP is relative to the segment's base, the page offset is not. */
static void test_segments(void)
{
    is_u64(x86_pc_of(0x0010, 0x7c00, 0xc10), 0x0010, "07c0:0010");
    is_u64(x86_pc_of(0x0010, 0x7c00, 0xc14), 0x0014, "... and a later instruction");
    is_u64(x86_pc_of(0x03fe, 0x7c00, 0x000), 0x0400, "07c0:03fe crosses at linear 8000");
    is_u64(x86_pc_of(0x04ee, 0x7b10, 0xffe), 0x04ee, "07b1:04ee is linear 7ffe");
    is_u64(x86_pc_of(0x04ee, 0x7b10, 0x000), 0x04f0, "... and crosses");
    is_u64(x86_pc_of(0xfff0, 0xf0000, 0xff0), 0xfff0, "f000:fff0");
    is_u64(x86_pc_of(0xfff0, 0xffff0, 0xfe0), 0xfff0, "ffff:fff0, above 1 MB");
}

/* Any instruction up to a page after any register value, with any segment
 * base. */
static void test_all_lags(void)
{
    struct rng rng = {5};
    bool right = true;

    for (unsigned i = 0; i < 200000 && right; i++) {
        uint64_t base = rng_one_in(&rng, 2) ? rng_below(&rng, 0x10000) << 4 : 0;
        uint64_t rip = rng_bits(&rng, base ? 16 : 47);
        uint64_t insn = rip + rng_below(&rng, X86_PAGE);
        right = x86_pc_of(rip, base, (insn + base) % X86_PAGE) == insn;
        if (!right)
            printf("# register %" PRIx64 ", base %" PRIx64 ", instruction %" PRIx64 "\n", rip, base,
                insn);
    }
    ok(right, "a register may lag by any number of bytes below a page");
}

int main(void)
{
    test_by_hand();
    test_alias();
    test_segments();
    test_all_lags();
    return done_testing();
}
