/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The description of each opcode, prefix and form of address, one by one.
 * Opcode maps: AMD64 APM volume 3, appendix A; addresses: sections 1.4 to
 * 1.8. */
#include "qemu-plugins/trap/x86_op_decode.h"
#include "tests/tap.h"

#include <string.h>

enum { MEMORY = 0x07, REGISTER = 0xc7 }; /* ModRM: (%rdi), and %edi */

static struct x86_op decode(unsigned n, const uint8_t *bytes)
{
    return x86_op_decode(bytes, n);
}

#define DECODE(...) decode(sizeof((uint8_t[]){__VA_ARGS__}), (uint8_t[]){__VA_ARGS__})

static bool is_in(unsigned byte, const char *list)
{
    char word[8];

    snprintf(word, sizeof(word), " %02x ", byte);
    return strstr(list, word);
}

/* The map's rows; M: a ModRM byte follows. */
static const char *const one_byte_map[16] = {
    "MMMM....MMMM....",                                         /* 00: ADD, OR; 0f is the escape */
    "MMMM....MMMM....", "MMMM....MMMM....", "MMMM....MMMM....", /* with segment prefixes */
    "................", "................", "...M.....M.M....", /* MOVSXD, IMUL */
    /* groups 1 and 1a, TEST, XCHG, MOV, LEA */
    "................", "MMMMMMMMMMMMMMMM",
    /* shifts; MOV */
    "................", "................", "................", "MM....MM........",
    "MMMM....MMMMMMMM", "................", "......MM......MM", /* shifts, x87; groups 3 to 5 */
};

static void test_modrm(void)
{
    unsigned wrong = 0;

    for (unsigned op = 0; op < 256; op++)
        wrong +=
            DECODE((uint8_t)op, MEMORY).address.present != (one_byte_map[op / 16][op % 16] == 'M');
    is_u64(wrong, 0, "each opcode has a ModRM byte as in the map");
    wrong = 0;
    for (unsigned op = 0; op < 256; op++)
        wrong +=
            DECODE(0x0f, (uint8_t)op, MEMORY).address.present != is_in(op, " 0d 18 2b c3 e7 f7 ");
    is_u64(wrong, 0, "... and after 0f prefetches and streaming stores do");
}

/* Prefixes of all modes and REX. */
static void test_prefixes(void)
{
    unsigned wrong = 0, wrong_segments = 0;

    for (unsigned byte = 0; byte < 256; byte++) {
        struct x86_op op = DECODE((uint8_t)byte, 0x8b, MEMORY);
        bool prefix = is_in(byte, " 26 2e 36 3e 64 65 66 67 f0 f2 f3 ");

        wrong += (op.loads && op.address.base % 8 == 7 && !op.address.displacement) !=
                     (prefix || byte >> 4 == 4) ||
                 op.locked != is_in(byte, " 86 87 f0 "); /* XCHG locks by itself */
        wrong_segments += op.address.fs != (byte == 0x64) || op.address.gs != (byte == 0x65);
    }
    is_u64(wrong, 0, "only eleven prefixes and REX may precede an opcode");
    is_u64(wrong_segments, 0, "64 is FS, 65 is GS");
    ok(DECODE(0x64, 0x65, 0x8b, MEMORY).address.gs && !DECODE(0x64, 0x65, 0x8b, MEMORY).address.fs,
        "the last of two segment prefixes wins");
    ok(DECODE(0x66, 0xf3, 0x2e, 0x48, 0x8b, MEMORY).loads, "prefixes combine");
}

/* At most fifteen bytes. */
static void test_length(void)
{
    uint8_t bytes[16];

    memset(bytes, 0x66, sizeof(bytes));
    bytes[14] = bytes[15] = 0xc3;
    is_u64(x86_op_decode(bytes, 15).branch, SIM_RETURN, "an instruction of 15 bytes");
    is_u64(x86_op_decode(bytes + 1, 15).branch, SIM_RETURN, "... that ends with its opcode");
    bytes[14] = 0x66;
    is_u64(x86_op_decode(bytes, 16).branch, SIM_NO_BRANCH, "16 bytes are refused");
}

/* Effects of the first map's opcodes with a second byte 07; other opcodes have
 * none. */
struct expected {
    enum sim_branch branch;
    bool relative, loads, stores, locked, interrupts, halts;
};

static struct expected one_byte(unsigned op)
{
    return (struct expected){
        .branch = op >> 4 == 7 || is_in(op, " e0 e1 e2 e3 ") ? SIM_CONDITIONAL
                  : is_in(op, " 9a e8 ")                     ? SIM_CALL
                  : is_in(op, " c2 c3 ca cb ")               ? SIM_RETURN
                  : is_in(op, " e9 ea eb ")                  ? SIM_JUMP
                  : op == 0xcf                               ? SIM_INDIRECT
                                                             : SIM_NO_BRANCH,
        .relative = op >> 4 == 7 || is_in(op, " e0 e1 e2 e3 e8 e9 eb "),
        .loads = op == 0x8b || op == 0xa1,
        .stores = is_in(op, " 89 c7 a3 "),
        .locked = op == 0x86 || op == 0x87,
        .interrupts = is_in(op, " cc cd ce f1 "),
        .halts = op == 0xf4,
    };
}

static bool is_alike(const struct x86_op *op, const struct expected *e)
{
    return op->branch == e->branch && op->relative == e->relative && op->loads == e->loads &&
           op->stores == e->stores && op->locked == e->locked && op->interrupts == e->interrupts &&
           op->halts == e->halts && !op->repeats && !op->prefetch && !op->streaming &&
           op->distance == (e->relative ? MEMORY : 0);
}

static void test_one_byte(void)
{
    unsigned wrong = 0, wrong_registers = 0;

    for (unsigned code = 0; code < 256; code++) {
        struct x86_op op = DECODE((uint8_t)code, MEMORY);
        const struct expected e = one_byte(code);

        if (is_in(code, " 0f f0 ")) /* the escape; a prefix with an effect */
            continue;
        wrong += !is_alike(&op, &e);
        op = DECODE((uint8_t)code, REGISTER);
        if (one_byte_map[code / 16][code % 16] == 'M')
            wrong_registers += op.loads || op.stores || op.locked || op.address.present;
    }
    is_u64(wrong, 0, "each opcode of the first map");
    is_u64(wrong_registers, 0, "... does not load, store or lock without memory");
}

static void test_repeats(void)
{
    unsigned wrong = 0;

    for (unsigned op = 0; op < 256; op++) {
        bool strings = is_in(op, " 6c 6d 6e 6f a4 a5 a6 a7 aa ab ac ad ae af ");

        wrong += DECODE(0xf3, (uint8_t)op, 0x90).repeats != strings;
        wrong += DECODE(0xf2, (uint8_t)op, 0x90).repeats != strings;
        wrong += DECODE((uint8_t)op, 0x90).repeats;
    }
    is_u64(wrong, 0, "F3 and F2 repeat only string instructions");
}

/* Groups: the opcode continues in ModRM. */
static void test_groups(void)
{
    unsigned wrong = 0;

    for (uint8_t number = 0; number < 8; number++) {
        uint8_t memory = (uint8_t)(MEMORY | number << 3), reg = (uint8_t)(REGISTER | number << 3);
        enum sim_branch branch = number == 2 || number == 3   ? SIM_INDIRECT_CALL
                                 : number == 4 || number == 5 ? SIM_INDIRECT
                                                              : SIM_NO_BRANCH;

        wrong += DECODE(0xff, memory).branch != branch || DECODE(0xff, reg).branch != branch;
        wrong += DECODE(0xc7, memory, 0, 0, 0, 0).stores != !number;
        wrong +=
            DECODE(0x0f, 0x18, memory).prefetch != (number < 4) || DECODE(0x0f, 0x18, reg).prefetch;
        wrong += !DECODE(0x0f, 0x0d, memory).prefetch || DECODE(0x0f, 0x0d, reg).prefetch;
        wrong += DECODE(0x8b, memory).reg != number || DECODE(0x44, 0x8b, memory).reg != 8 + number;
    }
    is_u64(wrong, 0, "groups 5, 11, 16 and P, and the register in ModRM");
}

static void test_escaped(void)
{
    unsigned wrong = 0, wrong_streams = 0;

    for (unsigned code = 0; code < 256; code++) {
        struct x86_op op = DECODE(0x0f, (uint8_t)code, MEMORY);
        bool conditional = code >> 4 == 8, system = is_in(code, " 05 07 34 35 ");

        wrong += op.branch != (conditional ? SIM_CONDITIONAL
                                  : system ? SIM_INDIRECT
                                           : SIM_NO_BRANCH) ||
                 op.relative != conditional || op.distance != (conditional ? MEMORY : 0) ||
                 op.prefetch != (code == 0x0d || code == 0x18) || op.loads || op.stores ||
                 op.halts || op.interrupts || op.repeats;
        wrong_streams += op.streaming != is_in(code, " 2b c3 e7 ") ||
                         DECODE(0x0f, (uint8_t)code, REGISTER).streaming != (code == 0xf7) ||
                         DECODE((uint8_t)code, MEMORY).streaming;
    }
    is_u64(wrong, 0, "each opcode after 0f");
    is_u64(wrong_streams, 0, "... and streaming stores");
}

/* VEX: the short form, and the long one with its maps. */
static void test_vex(void)
{
    unsigned wrong = 0;

    for (unsigned code = 0; code < 256; code++) {
        uint8_t op = (uint8_t)code;
        bool stores = is_in(code, " 2b e7 ");

        wrong += DECODE(0xc5, 0xf8, op, MEMORY).streaming != stores ||
                 DECODE(0xc5, 0xf8, op, REGISTER).streaming != (code == 0xf7) ||
                 DECODE(0xc4, 0xe1, 0x78, op, MEMORY).streaming != stores ||
                 DECODE(0xc4, 0xe2, 0x78, op, MEMORY).streaming ||
                 DECODE(0xc4, 0xe3, 0x78, op, MEMORY).streaming;
        wrong += DECODE(0xc5, 0xf8, op, MEMORY).branch != SIM_NO_BRANCH ||
                 DECODE(0xc4, 0xe1, 0x78, op, MEMORY).loads ||
                 DECODE(0xc4, 0xe2, 0x78, op, MEMORY).stores;
    }
    is_u64(wrong, 0, "VEX: only streaming stores have an effect");
    is_u64(DECODE(0xc5, 0x78, 0x2b, MEMORY).reg, 8, "... R is inverted in the short form");
    is_u64(DECODE(0xc5, 0xf8, 0x2b, MEMORY).reg, 0, "... and clear otherwise");
    is_u64(DECODE(0xc4, 0x61, 0x78, 0x2b, MEMORY).reg, 8, "... and in the long one");
    is_u64(DECODE(0xc4, 0xc1, 0x78, 0x2b, MEMORY).address.base, 15, "... as is B");
    is_u64(DECODE(0xc4, 0xa1, 0x78, 0x2b, 0x04, 0x0f).address.index, 9, "... and X");
    is_u64(DECODE(0xc4, 0xe1, 0x78, 0x2b, 0x04, 0x0f).address.index, 1, "... clear otherwise");
    ok(!DECODE(0xc4, 0xe3, 0x79, 0x0f, 0x2b, 0x07).streaming,
        "... VPALIGNR, with the opcode of an escape byte");
    ok(!DECODE(0xc5, 0xf8, 0x2b).streaming && !DECODE(0xc4, 0xe1, 0x78).streaming,
        "... but not truncated");
}

/* ---- addresses: each REX, each ModRM, and some SIBs ---- */

/* Section 1.4: base, index, scale and size of the displacement, by mode and
 * register. */
static struct x86_address expected_address(
    unsigned rex, unsigned modrm, unsigned sib, unsigned *size)
{
    unsigned mod = modrm >> 6, rm = modrm & 7, base = rm == 4 ? sib & 7 : rm, index = sib >> 3 & 7;
    struct x86_address a = {.present = mod != 3,
        .base = (uint8_t)(base + (rex & 1 ? 8 : 0)),
        .index = X86_NO_REG,
        .rip_relative = mod == 0 && rm == 5};

    *size = mod == 1 ? 1 : mod == 2 || (mod == 0 && base == 5) ? 4 : 0;
    if (mod == 0 && base == 5)
        a.base = X86_NO_REG;
    if (rm == 4) {
        a.scale = (uint8_t)(sib >> 6);
        a.index = index == 4 && !(rex & 2) ? X86_NO_REG : (uint8_t)(index + (rex & 2 ? 8 : 0));
    }
    a.displacement = *size == 1 ? -0x7f : *size == 4 ? -0x7c7d7e7f : 0;
    if (mod == 3)
        a = (struct x86_address){0};
    return a;
}

static bool is_address(const struct x86_address *a, const struct x86_address *e)
{
    return a->present == e->present &&
           (!e->present ||
               (a->base == e->base && a->index == e->index && a->rip_relative == e->rip_relative &&
                   a->displacement == e->displacement &&
                   (e->index == X86_NO_REG || a->scale == e->scale)));
}

static void test_addresses(void)
{
    unsigned wrong = 0, cut = 0, size;

    for (unsigned rex = 0x40; rex < 0x50; rex++)
        for (unsigned modrm = 0; modrm < 256; modrm++)
            for (unsigned sib = 0; sib < 256;
                 sib += (modrm & 7) == 4 && modrm >> 6 != 3 ? 1 : 256) {
                bool has_sib = (modrm & 7) == 4 && modrm >> 6 != 3;
                const struct x86_address e = expected_address(rex, modrm, has_sib ? sib : 0, &size);
                uint8_t bytes[8] = {(uint8_t)rex, 0x8b, (uint8_t)modrm, (uint8_t)sib};
                const uint8_t displacement[4] = {0x81, 0x81, 0x82, 0x83};
                unsigned n = 3 + has_sib;
                struct x86_op op;

                memcpy(bytes + n, displacement, sizeof(displacement));
                op = x86_op_decode(bytes, n + size);
                wrong +=
                    !is_address(&op.address, &e) || op.reg != ((modrm >> 3 & 7) | (rex & 4) << 1);
                if (e.present && (size || has_sib))
                    cut += x86_op_decode(bytes, n + size - 1).address.present;
            }
    is_u64(wrong, 0, "each form of an address, with each REX");
    is_u64(cut, 0, "... but no truncated form");
}

/* A direct offset, 4 or 8 bytes wide. */
static void test_offsets(void)
{
    static const uint8_t bytes[] = {0xa1, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x08, 0, 0};
    struct x86_op op;

    for (unsigned size = 0; size <= 9; size++) {
        op = x86_op_decode(bytes, 1 + size);
        is_u64(op.address.present, size == 4 || size == 8, "an offset of %u bytes", size);
    }
    op = x86_op_decode(bytes, 5);
    is_u64((uint64_t)op.address.displacement, 0x44332211, "32-bit code's");
    op = x86_op_decode(bytes, 9);
    is_u64((uint64_t)op.address.displacement, UINT64_C(0x0877665544332211), "64-bit code's");
    ok(op.loads && !op.stores && !op.reg && op.address.base == X86_NO_REG &&
            op.address.index == X86_NO_REG,
        "... the load's target is RAX");
    op = DECODE(0x4c, 0xa1, 1, 2, 3, 4, 5, 6, 7, 0);
    is_u64(op.reg, 0, "... whatever REX says");
    op = DECODE(0x64, 0xa3, 1, 2, 3, 4, 5, 6, 7, 0);
    ok(op.stores && !op.loads && op.address.fs && !op.address.gs,
        "A3 stores, with segment prefixes");
    ok(DECODE(0x65, 0xa3, 1, 2, 3, 4).address.gs, "... both");
}

/* Distances of 1, 2 and 4 bytes, signed. */
static void test_distances(void)
{
    ok(DECODE(0xeb, 0x80).distance == -128, "8 bits: the least");
    ok(DECODE(0xeb, 0x7f).distance == 127, "... and the maximum");
    ok(DECODE(0x66, 0xe9, 0x00, 0x80).distance == -32768, "16 bits: the least");
    ok(DECODE(0x66, 0xe9, 0xff, 0x7f).distance == 32767, "... and the maximum");
    ok(DECODE(0xe9, 0, 0, 0, 0x80).distance == INT32_MIN, "32 bits: the least");
    ok(DECODE(0xe9, 0xff, 0xff, 0xff, 0x7f).distance == INT32_MAX, "... and the maximum");
    ok(!DECODE(0xe9, 1, 2, 3).relative && !DECODE(0xe9).relative, "no others");
}

int main(void)
{
    test_modrm();
    test_prefixes();
    test_length();
    test_one_byte();
    test_repeats();
    test_groups();
    test_escaped();
    test_vex();
    test_addresses();
    test_offsets();
    test_distances();
    return done_testing();
}
