/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Recognizes the AArch64 instructions to trap, and targets of control flow. */
#include "qemu-plugins/trap/arm64_decode.h"

#include "models/sim/step.h"

/* Arm Architecture Reference Manual (DDI 0487), section C4.1: the fixed bits of
 * an encoding. */
struct pattern {
    uint32_t mask, bits;
};

static int matches(const struct pattern *pattern, uint32_t word)
{
    return (word & pattern->mask) == pattern->bits;
}

static const struct {
    struct pattern pattern;
    enum arm64_access access;
} accesses[] = {
    {{0xfff00000, 0xd5300000}, ARM64_MRS}, /* op0 is 2 or 3 */
    {{0xfff00000, 0xd5100000}, ARM64_MSR}, /* */
    {{0xffffffff, 0xd503201f | SIM_STEP_HINT << 5}, ARM64_MARK},
    {{0xffffffff, 0xd4000002}, ARM64_FIRMWARE}, /* HVC #0 */
    {{0xffffffff, 0xd4000003}, ARM64_FIRMWARE}, /* SMC #0 */
};

struct arm64_insn arm64_decode(uint32_t word)
{
    for (size_t i = 0; i < sizeof(accesses) / sizeof(accesses[0]); i++)
        if (matches(&accesses[i].pattern, word))
            return (struct arm64_insn){
                accesses[i].access, (uint8_t)(word & 0x1f), (uint16_t)(word >> 5 & 0xffff)};
    return (struct arm64_insn){.access = ARM64_NONE};
}

/* Branches to an offset in words, in @bits bits from bit @low. */
static const struct {
    struct pattern pattern;
    unsigned low, bits;
} branches[] = {
    {{0x7c000000, 0x14000000}, 0, 26}, /* B, BL */
    {{0xff000000, 0x54000000}, 5, 19}, /* B.cond, BC.cond */
    {{0x7e000000, 0x34000000}, 5, 19}, /* CBZ, CBNZ */
    {{0x7e000000, 0x36000000}, 5, 14}, /* TBZ, TBNZ */
};

/* BR, BLR, RET and ERET, also with pointer authentication; and RET among
 * them. */
static const struct pattern computed = {0xfe000000, 0xd6000000}, ret = {0xfffff000, 0xd65f0000};

/* SVC, HVC, SMC with any immediate: the last two bits distinguish them. */
static const struct pattern call = {0xffe0001c, 0xd4000000};

static uint64_t offset_of(uint32_t word, unsigned low, unsigned bits)
{
    uint64_t field = word >> low & ((1u << bits) - 1), sign = UINT64_C(1) << (bits - 1);

    return ((field ^ sign) - sign) * sizeof(word);
}

enum arm64_flow arm64_flow(uint32_t word, uint64_t pc, uint64_t *target)
{
    for (size_t i = 0; i < sizeof(branches) / sizeof(branches[0]); i++)
        if (matches(&branches[i].pattern, word)) {
            *target = pc + offset_of(word, branches[i].low, branches[i].bits);
            return ARM64_BRANCH;
        }
    if (matches(&computed, word))
        return matches(&ret, word) ? ARM64_RETURN : ARM64_COMPUTED;
    return matches(&call, word) && (word & 3) ? ARM64_CALL : ARM64_NEXT;
}

/* Chapter F5, SVC: Thumb's has 2 bytes; in A32, 1111 in bits 31:28 is not a
 * condition. */
int arm64_calls_32(uint32_t word, size_t size)
{
    static const struct pattern thumb = {0xff00, 0xdf00}, arm = {0x0f000000, 0x0f000000};

    if (size == 2)
        return matches(&thumb, word & 0xffff);
    return matches(&arm, word) && word >> 28 != 0xf;
}
