/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Recognizes the bytes of a register access, and checks the description.
 * Encodings are typed from the Intel 64 and IA-32 Architectures SDM, volume
 * 2. */
#include "qemu-plugins/trap/x86_decode.h"
#include "tests/tap.h"

enum { ROOM = 16 };

/* Converts "66 ed" to bytes; returns their number. */
static size_t bytes_of(const char *hex, uint8_t bytes[ROOM])
{
    size_t n = 0;
    unsigned byte;
    int used;

    for (; n < ROOM && sscanf(hex, " %2x%n", &byte, &used) == 1; hex += used)
        bytes[n++] = (uint8_t)byte;
    return n;
}

/* The result in words: "in byte dx", "out word imm 80", where "word" is the
 * size of the 66 prefix. */
static const char *words(const struct x86_insn *insn)
{
    static const char *const names[] = {"none", "in", "out", "rdmsr", "wrmsr", "cpuid", "rdpmc"};
    static char text[64];
    char port[16] = "dx";

    if (insn->access != X86_IN && insn->access != X86_OUT)
        return names[insn->access];
    if (insn->immediate)
        snprintf(port, sizeof(port), "imm %02x", insn->port);
    snprintf(text, sizeof(text), "%s %s %s", names[insn->access],
        insn->byte             ? "byte"
        : insn->operand_prefix ? "other"
                               : "default",
        port);
    return text;
}

static const char *decode(const uint8_t *bytes, size_t n)
{
    struct x86_insn insn = x86_decode(bytes, n);

    return words(&insn);
}

/* "default": the operand size of the code segment; "other": the one selected by
 * 66. */
static const struct {
    const char *bytes, *expected;
} forms[] = {
    {"e4 60", "in byte imm 60"},
    {"e5 ff", "in default imm ff"},
    {"e6 80", "out byte imm 80"},
    {"e7 00", "out default imm 00"},
    {"ec", "in byte dx"},
    {"ed", "in default dx"},
    {"ee", "out byte dx"},
    {"ef", "out default dx"},
    {"66 ed", "in other dx"},
    {"66 ef", "out other dx"},
    {"66 e5 71", "in other imm 71"},
    {"66 e7 66", "out other imm 66"},
    {"66 ec", "in byte dx"},
    {"66 66 ed", "in other dx"},
    {"0f 30", "wrmsr"},
    {"0f 32", "rdmsr"},
    {"0f a2", "cpuid"},
    {"0f 33", "rdpmc"},
    {"48 0f 33", "rdpmc"},
    {"48 0f 32", "rdmsr"},
    {"66 0f a2", "cpuid"},
    {"2e 48 0f 30", "wrmsr"},
    /* REX.W overrides 66 if it immediately precedes the opcode; elsewhere REX
     * is ignored (section 2.2.1). */
    {"48 ed", "in default dx"},
    {"66 48 ed", "in default dx"},
    {"66 4f ef", "out default dx"},
    {"66 40 ed", "in other dx"},
    {"66 47 ed", "in other dx"},
    {"48 66 ed", "in other dx"},
    {"66 48 40 ed", "in other dx"},
    {"66 48 ec", "in byte dx"},
    {"66 48 e5 70", "in default imm 70"},
};

static void test_forms(void)
{
    for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
        uint8_t bytes[ROOM];
        size_t n = bytes_of(forms[i].bytes, bytes);
        is_str(decode(bytes, n), forms[i].expected, "%s: %s", forms[i].bytes, forms[i].expected);
        is_u64(x86_decode(bytes, n).length, n, "%s: %zu bytes long", forms[i].bytes, n);
    }
}

static void test_truncated(void)
{
    bool none = true;

    for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
        uint8_t bytes[ROOM];
        size_t n = bytes_of(forms[i].bytes, bytes);
        for (size_t cut = 0; cut < n; cut++)
            none &= x86_decode(bytes, cut).access == X86_NONE;
    }
    ok(none, "truncated forms are not decoded");
}

static const char *const near_misses[] = {
    "6c", "6d", "6e", "6f", "f3 6c", "f3 6d", "f3 6e", "66 f3 6f", /* INS, OUTS */
    /* RDTSC, SYSCALL, RDTSCP, WRMSRNS */
    "0f 31", "0f 05", "0f 01 f9", "0f 01 c6", "0f 38 30 c0", "0f 3a 0f a2 00",
    "0f 38 f0 32", /* other opcode maps */
    /* VEX, EVEX and XOP are no prefixes */
    "c5 f8 a2", "c4 e2 78 30", "62 f1 7c 48 ed", "8f e8 78 ed",
    /* operands that look like opcodes */
    "b8 ed 0f a2 00", "a1 ec ed ee ef", "6a ec", "cd ed", "eb ec", "88 ed", "00 ec", "d8 ed",
    /* ModRM bytes that look like opcodes */
    "0f af ed", "8b 0f", "66", "40", "4f", "f3 48", "0f", "66 0f", "90",
    "f4",                                                       /* nothing after it */
    "f0 ec", "f0 ef", "f0 0f a2", "66 f0 0f 30", "f0 48 0f 32", /* LOCK: an invalid opcode */
};

static void test_near_misses(void)
{
    for (size_t i = 0; i < sizeof(near_misses) / sizeof(near_misses[0]); i++) {
        uint8_t bytes[ROOM];
        size_t n = bytes_of(near_misses[i], bytes);
        is_str(decode(bytes, n), "none", "%s is not an access", near_misses[i]);
    }
}

static bool is_one_of(uint8_t byte, const char *hex)
{
    uint8_t bytes[ROOM];
    size_t n = bytes_of(hex, bytes);

    for (size_t i = 0; i < n; i++)
        if (bytes[i] == byte)
            return true;
    return false;
}

/* All opcodes of both maps, and all bytes in a prefix's position. */
static void test_all_bytes(void)
{
    bool first = true, second = true, prefix = true;

    for (unsigned b = 0; b < 256; b++) {
        uint8_t byte = (uint8_t)b;
        bool alone = x86_decode(&byte, 1).access != X86_NONE;
        bool escaped = x86_decode((uint8_t[]){0x0f, byte}, 2).access != X86_NONE;
        bool before = x86_decode((uint8_t[]){byte, 0x0f, 0xa2}, 3).access == X86_CPUID;
        first &= alone == is_one_of(byte, "ec ed ee ef");
        second &= escaped == is_one_of(byte, "30 32 33 a2");
        prefix &= before == (is_one_of(byte, "66 67 f2 f3 2e 36 3e 26 64 65") ||
                                (byte >= 0x40 && byte <= 0x4f));
    }
    ok(first, "no other byte is an access");
    ok(second, "no other opcode after 0f is an access");
    ok(prefix, "only prefixes without effect are skipped");
}

static void test_immediates(void)
{
    bool all = true;

    for (unsigned port = 0; port < 256; port++) {
        struct x86_insn insn = x86_decode((uint8_t[]){0xe6, (uint8_t)port}, 2);
        all &= insn.access == X86_OUT && insn.immediate && insn.port == port && insn.byte;
    }
    ok(all, "an immediate port is any byte, also one that looks like a prefix");
}

static void test_longest(void)
{
    uint8_t bytes[17];

    memset(bytes, 0x66, sizeof(bytes));
    bytes[14] = 0xed;
    is_str(decode(bytes, 15), "in other dx", "an instruction may have 15 bytes");
    bytes[15] = 0xed;
    bytes[14] = 0x66;
    is_str(decode(bytes, 16), "none", "16 bytes are no instruction");
}

/* Instructions that drop cached translations, and their neighbours in the
 * opcode maps. */
static const struct {
    const char *bytes;
    bool drops;
} drops[] = {
    {"0f 22 c0", true},       /* mov cr0, rax */
    {"0f 22 d0", false},      /* cr2 */
    {"0f 22 d8", true},       /* cr3 */
    {"41 0f 22 df", true},    /* cr3, r15 */
    {"0f 22 e0", true},       /* cr4 */
    {"44 0f 22 c0", false},   /* cr8 */
    {"44 0f 22 d8", false},   /* no register */
    {"0f 20 d8", false},      /* mov rax, cr3 */
    {"0f 01 3f", true},       /* invlpg [rdi] */
    {"0f 01 7d 08", true},    /* invlpg [rbp + 8] */
    {"65 0f 01 3f", true},    /* invlpg gs:[rdi] */
    {"0f 01 f8", false},      /* swapgs */
    {"0f 01 37", false},      /* lmsw [rdi] */
    {"66 0f 38 82 07", true}, /* invpcid */
    {"66 0f 38 81 07", false},
    {"66 0f 3a 82 07", false},
    {"0f 22", false},
    {"22 d8 d8", false},
    {"66 66 66 66 66 66 66 66 66 66 66 66 0f 22 d8", true},
    {"66 66 66 66 66 66 66 66 66 66 66 66 66 0f 22 d8", false},
};

static void test_drops(void)
{
    uint8_t bytes[ROOM];

    for (size_t i = 0; i < sizeof(drops) / sizeof(drops[0]); i++) {
        size_t n = bytes_of(drops[i].bytes, bytes);
        ok(x86_drops_pages(bytes, n) == drops[i].drops, "%s %s translations", drops[i].bytes,
            drops[i].drops ? "drops" : "leaves");
    }
}

int main(void)
{
    test_drops();
    test_forms();
    test_truncated();
    test_near_misses();
    test_all_bytes();
    test_immediates();
    test_longest();
    return done_testing();
}
