/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Register accesses, control flow, and SCOM addresses. Words are an assembler's
 * output for the adjacent text. */
#include "qemu-plugins/trap/ppc64_decode.h"
#include "tests/tap.h"

static const struct {
    const char *text;
    uint32_t word;
    enum ppc64_access access;
    unsigned reg, spr;
} accesses[] = {
    {"mtspr 850,r3", 0x7c72d3a6, PPC64_MTSPR, 3, 850},
    {"mfspr r31,850", 0x7ff2d2a6, PPC64_MFSPR, 31, 850},
    {"mtspr 808,r4", 0x7c88cba6, PPC64_MTSPR, 4, 808},
    {"mtspr 336,r0", 0x7c1053a6, PPC64_MTSPR, 0, 336},
    {"mtspr 8,r0", 0x7c0803a6, PPC64_MTSPR, 0, 8},
    {"ldcix r3,0,r4", 0x7c6026ea, PPC64_LDCIX, 3, 0},
    {"stdcix r31,r5,r6", 0x7fe537ea, PPC64_STDCIX, 31, 0},
    {"lbzcix r3,0,r4", 0x7c6026aa, PPC64_LBZCIX, 3, 0},
    {"stbcix r31,r5,r6", 0x7fe537aa, PPC64_STBCIX, 31, 0},
    {"ld r30,488(r3)", 0xebc301e8, PPC64_LD, 30, 0},
    {"ld r3,4(r4)", 0xe8640004, PPC64_LD, 3, 0},
    {"ldx r9,r10,r9", 0x7d2a482a, PPC64_LD, 9, 0},
    {"ldbrx r9,0,r9", 0x7d204c28, PPC64_LDBRX, 9, 0},
    {"ldu r3,8(r4)", 0xe8640009, PPC64_NONE, 0, 0},
    {"lwa r3,8(r4)", 0xe864000a, PPC64_NONE, 0, 0},
    {"ldux r3,r4,r5", 0x7c64286a, PPC64_NONE, 0, 0},
    {"stdbrx r4,0,r9", 0x7c804d28, PPC64_NONE, 0, 0},
    {"lwz r3,0(r4)", 0x80640000, PPC64_NONE, 0, 0},
    {"add r3,r4,r5", 0x7c642a14, PPC64_NONE, 0, 0},
    {"no instruction", 0x00000000, PPC64_NONE, 0, 0},
};

static void test_accesses(void)
{
    for (size_t i = 0; i < sizeof(accesses) / sizeof(accesses[0]); i++) {
        struct ppc64_insn insn = ppc64_decode(accesses[i].word);
        bool right = insn.access == accesses[i].access;

        if (insn.access != PPC64_NONE)
            right = right && insn.reg == accesses[i].reg && insn.spr == accesses[i].spr;
        ok(right, "%s", accesses[i].text);
    }
}

static const struct {
    const char *text;
    uint32_t word;
    unsigned reg;
    bool reverses;
} reversals[] = {
    {"brd r5,r6", 0x7cc50176, 6, true},
    {"brd r5,r6", 0x7cc50176, 5, false},
    {"rotlwi r7,r9,24", 0x5527c03e, 9, true},
    {"rotlwi r7,r9,24", 0x5527c03e, 7, false},
    {"rotlwi r7,r9,8", 0x5527403e, 9, false},
    {"rlwinm r7,r9,24,1,31", 0x5527c07e, 9, false},
    {"rlwinm. r7,r9,24,0,31", 0x5527c03f, 9, true},
    {"ldbrx r9,0,r9", 0x7d204c28, 9, false},
};

static void test_reversals(void)
{
    for (size_t i = 0; i < sizeof(reversals) / sizeof(reversals[0]); i++)
        ok(ppc64_reverses(reversals[i].word, reversals[i].reg) == reversals[i].reverses,
            "%s %s a reversal of r%u", reversals[i].text,
            reversals[i].reverses ? "begins" : "is not", reversals[i].reg);
}

#define AT UINT64_C(0xc000000000010000)

static const struct {
    const char *text;
    uint32_t word;
    enum ppc64_flow flow;
    uint64_t target;
} flows[] = {
    {"b .+8", 0x48000008, PPC64_BRANCH, AT + 8},
    {"bl .-4", 0x4bfffffd, PPC64_BRANCH, AT - 4},
    {"beq .-16", 0x4182fff0, PPC64_BRANCH, AT - 16},
    {"bdnz .-32764", 0x42008004, PPC64_BRANCH, AT - 32764},
    {"ba 0x100", 0x48000102, PPC64_BRANCH, 0x100},
    {"bla 0x1ffff00", 0x49ffff03, PPC64_BRANCH, 0x1ffff00},
    {"bcla 12,2,0x7ffc", 0x41827fff, PPC64_BRANCH, 0x7ffc},
    {"sc", 0x44000002, PPC64_CALL, 0},
    {"scv 0", 0x44000001, PPC64_CALL, 0},
    {"blr", 0x4e800020, PPC64_NEXT, 0},
    {"bctr", 0x4e800420, PPC64_COMPUTED, 0},
    {"bctrl", 0x4e800421, PPC64_COMPUTED, 0},
    {"bctar", 0x4e800460, PPC64_COMPUTED, 0},
    {"rfid", 0x4c000024, PPC64_COMPUTED, 0},
    {"rfscv", 0x4c0000a4, PPC64_COMPUTED, 0},
    {"hrfid", 0x4c000224, PPC64_COMPUTED, 0},
    {"isync", 0x4c00012c, PPC64_NEXT, 0},
    {"cmpdi r3,0", 0x2c230000, PPC64_NEXT, 0},
};

static void test_flows(void)
{
    for (size_t i = 0; i < sizeof(flows) / sizeof(flows[0]); i++) {
        uint64_t target = 0;

        ok(ppc64_flow(flows[i].word, AT, &target) == flows[i].flow, "%s: target", flows[i].text);
        if (flows[i].flow == PPC64_BRANCH)
            is_u64(target, flows[i].target, "%s: its target", flows[i].text);
    }
}

/* Addresses and SCOMs observed together in a boot with skiboot. */
static const struct {
    uint64_t address;
    unsigned chip;
    uint32_t pcba;
} scoms[] = {
    {0x603fc80091058, 0, 0x1001220b},
    {0x603fc80091000, 0, 0x10012200},
    {0x603fd00085540, 0, 0x20010aa8},
    {0x603fd00085548, 0, 0x20010aa9},
    {0x603fc28095800, 0, 0x05012b00},
    {0x603fc00000000, 0, 0},
    {0x607fc80091058, 1, 0x1001220b},
};

static void test_scoms(void)
{
    unsigned chip;
    uint32_t pcba;

    for (size_t i = 0; i < sizeof(scoms) / sizeof(scoms[0]); i++)
        ok(ppc64_scom(scoms[i].address, 42, &chip, &pcba) && chip == scoms[i].chip &&
                pcba == scoms[i].pcba,
            "SCOM %08x of chip %u", scoms[i].pcba, scoms[i].chip);
    /* QEMU's PNV10_XSCOM_BASE(1), as skiboot prints it. */
    ok(ppc64_scom(0x613fd000c3458, 44, &chip, &pcba) && chip == 1 && pcba == 0x2001868b,
        "POWER10: chip 1");
    ok(!ppc64_scom(0x607fc00000000, 44, &chip, &pcba), "... but not at POWER9's address");
    ok(!ppc64_scom(0x603fbfffffff8, 42, &chip, &pcba), "none just below the first");
    ok(!ppc64_scom(0x6040000000000, 42, &chip, &pcba), "none past a chip's last SCOM");
    ok(!ppc64_scom(0x603fc80091054, 42, &chip, &pcba), "none in the middle of a SCOM");
    ok(!ppc64_scom(0x603fc80091059, 42, &chip, &pcba), "none one byte past a SCOM's start");
    ok(!ppc64_scom(0x1000000, 42, &chip, &pcba), "none in memory");
}

static const struct {
    const char *text;
    uint32_t word;
    bool changes;
} modes[] = {
    {"rfid", 0x4c000024, true},
    {"hrfid", 0x4c000224, true},
    {"rfscv 0", 0x4c0000a4, true},
    {"mtmsr r3", 0x7c600124, true},
    {"mtmsrd r3", 0x7c600164, true},
    {"mtmsr r3,1", 0x7c610124, false},
    {"mtmsrd r3,1", 0x7c610164, false},
    {"sc", 0x44000002, false},
    {"bctr", 0x4e800420, false},
    {"mfmsr r3", 0x7c6000a6, false},
};

static void test_modes(void)
{
    for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++)
        ok(ppc64_changes_mode(modes[i].word) == modes[i].changes, "%s %s the privilege",
            modes[i].text, modes[i].changes ? "may change" : "does not change");
}

static const struct {
    const char *text;
    uint32_t word;
    enum ppc64_priority priority;
} priorities[] = {
    {"or 31,31,31", 0x7ffffb78, PPC64_PRIORITY_VERY_LOW},
    {"or 1,1,1", 0x7c210b78, PPC64_PRIORITY_HIGHER},
    {"or 6,6,6", 0x7cc63378, PPC64_PRIORITY_HIGHER},
    {"or 2,2,2", 0x7c421378, PPC64_PRIORITY_HIGHER},
    {"or 5,5,5", 0x7ca52b78, PPC64_PRIORITY_HIGHER},
    {"or 3,3,3", 0x7c631b78, PPC64_PRIORITY_HIGHER},
    {"or 26,26,26", 0x7f5ad378, PPC64_PRIORITY_SAME},
    {"or. 31,31,31", 0x7ffffb79, PPC64_PRIORITY_SAME},
    {"or 31,31,30", 0x7ffff378, PPC64_PRIORITY_SAME},
    {"or 30,31,31", 0x7ffefb78, PPC64_PRIORITY_SAME},
    {"or 31,30,31", 0x7fdffb78, PPC64_PRIORITY_SAME},
    {"and 31,31,31", 0x7ffff838, PPC64_PRIORITY_SAME},
};

static void test_priorities(void)
{
    for (size_t i = 0; i < sizeof(priorities) / sizeof(priorities[0]); i++)
        ok(ppc64_priority(priorities[i].word) == priorities[i].priority,
            "%s: the thread's priority", priorities[i].text);
}

int main(void)
{
    test_modes();
    test_priorities();
    test_accesses();
    test_reversals();
    test_flows();
    test_scoms();
    return done_testing();
}
