/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Encodings as an assembler gives them, and SCOM addresses as skiboot computes them. */
#include "qemu-plugins/trap/ppc64_decode.h"

#include "tests/tap.h"

static void is_insn(uint32_t word, enum ppc64_access access, unsigned reg, unsigned spr, const char *text)
{
    struct ppc64_insn insn = ppc64_decode(word);

    ok(insn.access == access && (access == PPC64_NONE || insn.reg == reg) && insn.spr == spr, "%s", text);
}

static void test_accesses(void)
{
    /* The IMC facts' form: opcode 31, halves of SPR 850 as 18 and 26, extended opcode 467. */
    is_insn(31u << 26 | 9u << 21 | 18u << 16 | 26u << 11 | 467u << 1, PPC64_MTSPR, 9, 850, "mtspr 850,r9");
    is_insn(0x7d32d3a6, PPC64_MTSPR, 9, 850, "the same as a word");
    is_insn(0x7d32d2a6, PPC64_MFSPR, 9, 850, "mfspr r9,850");
    is_insn(0x7c68cba6, PPC64_MTSPR, 3, 808, "mtspr 808,r3");
    is_insn(0x7c60a6ea, PPC64_LDCIX, 3, 0, "ldcix r3,0,r20");
    is_insn(0x7c832fea, PPC64_STDCIX, 4, 0, "stdcix r4,r3,r5");
    is_insn(0x7d204c28, PPC64_LDBRX, 9, 0, "ldbrx r9,0,r9");
    is_insn(0xe9230010, PPC64_LD, 9, 0, "ld r9,16(r3)");
    is_insn(0x7d23482a, PPC64_LD, 9, 0, "ldx r9,r3,r9");
    is_insn(0xe9230011, PPC64_NONE, 0, 0, "ldu r9,16(r3) is another instruction");
    is_insn(0x60000000, PPC64_NONE, 0, 0, "nop");
    is_insn(0x7c8002a6, PPC64_MFSPR, 4, 0, "mfspr r4,0");
}

static void test_reversals(void)
{
    ok(ppc64_reverses(0x7d290176, 9), "brd r9,r9");
    ok(ppc64_reverses(0x552ac03e, 9), "rotlwi r10,r9,24 takes r9");
    ok(!ppc64_reverses(0x552ac03e, 10), "and not r10");
    ok(!ppc64_reverses(0x552a403e, 9), "a rotation by 8 does not begin a reversal");
}

static void flows(uint32_t word, enum ppc64_flow flow, uint64_t expected, const char *text)
{
    uint64_t target = 0;

    ok(ppc64_flow(word, 0x1000, &target) == flow && target == expected, "%s", text);
}

static void test_flow(void)
{
    flows(0x60000000, PPC64_NEXT, 0, "nop goes on");
    flows(0x48000100, PPC64_BRANCH, 0x1100, "b .+0x100");
    flows(0x4bfffff0, PPC64_BRANCH, 0xff0, "b .-0x10");
    flows(0x48000102, PPC64_BRANCH, 0x100, "ba 0x100");
    flows(0x4082fff8, PPC64_BRANCH, 0xff8, "bne .-8");
    flows(0x44000002, PPC64_CALL, 0, "sc");
    flows(0x4c000024, PPC64_COMPUTED, 0, "rfid");
    flows(0x4e800420, PPC64_COMPUTED, 0, "bctr");
}

static void is_scom(uint64_t address, unsigned chip, uint32_t pcba, const char *text)
{
    unsigned got_chip = 99;
    uint32_t got = 0;

    ok(ppc64_scom(address, &got_chip, &got) && got_chip == chip && got == pcba, "%s", text);
}

static void test_scoms(void)
{
    unsigned chip;
    uint32_t pcba;

    is_scom(UINT64_C(0x603fc80091058), 0, 0x1001220b, "PDBAR of core 0");
    is_scom(UINT64_C(0x603fc80091000), 0, 0x10012200, "HTM mode of core 0");
    is_scom(UINT64_C(0x603fd00085540), 0, 0x20010aa8, "event mask of core 0");
    is_scom(UINT64_C(0x603fd00085548), 0, 0x20010aa9, "trace register of core 0");
    is_scom(UINT64_C(0x603fc28095800), 0, 0x05012b00, "PBA BAR 0");
    is_scom(UINT64_C(0x607fc80091058), 1, 0x1001220b, "PDBAR of core 0 of chip 1");
    ok(!ppc64_scom(UINT64_C(0x203ffd800000), &chip, &pcba), "HOMER is no SCOM");
    ok(!ppc64_scom(UINT64_C(0x603fbfffffff8), &chip, &pcba), "below the first one there is none");
}

int main(void)
{
    test_accesses();
    test_reversals();
    test_flow();
    test_scoms();
    return done_testing();
}
