/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The makers' event selects, as written by software. They are described a
 * second time here, so that an error in a model's description is not in both
 * counts. */
#include "qemu-plugins/recount/x86_recount.h"

#include <string.h>

/* ---- AMD ---- */

/* The four counters of family 10h have separate addresses (AMD64 APM volume 2,
 * section 13.2.1). */
static int amd_select_of(uint32_t msr)
{
    if (msr >= 0xc0010000 && msr < 0xc0010004)
        return (int)(msr - 0xc0010000);
    return msr >= 0xc0010200 && msr < 0xc001020c && msr % 2 == 0 ? (int)(msr - 0xc0010200) / 2 : -1;
}

static uint32_t amd_event_of(uint64_t select)
{
    return (uint32_t)(select & 0xff) | (uint32_t)(select >> 32 & 0xf) << 8;
}

/* Events of cycles, waits, slots, instructions, and branches of all kinds. D1
 * is a wait on family 10h, and needs branches on Zen. */
static bool amd_plain(uint64_t select)
{
    static const uint16_t plain[] = {
        0x076, 0x087, 0x0a9, 0x0aa, 0x0c0, 0x0c1, 0x0c2, 0x0d0, 0x0d6, 0x120, 0x1a0};

    for (size_t i = 0; i < sizeof(plain) / sizeof(plain[0]); i++)
        if (amd_event_of(select) == plain[i])
            return true;
    return false;
}

/* Branches by kind, and mispredicted ones. */
static bool amd_of_branches(uint64_t select)
{
    static const uint16_t kinds[] = {
        0x0c3, 0x0c4, 0x0c5, 0x0c6, 0x0c8, 0x0c9, 0x0ca, 0x0cc, 0x0d1, 0x1c7};

    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        if (amd_event_of(select) == kinds[i])
            return true;
    return false;
}

const struct x86_recount_maker x86_recount_amd = {
    .select = amd_select_of,
    .global_ctl = 0xc0000301,
    .plain = amd_plain,
    .branches = amd_of_branches,
    .by_op = true,
};

/* ---- Intel ---- */

/* SDM volume 4, table 2-2: IA32_PERFEVTSEL0 to 7. */
static int intel_select_of(uint32_t msr)
{
    return msr >= 0x186 && msr < 0x18e ? (int)(msr - 0x186) : -1;
}

/* Events of cycles, slots, instructions, uops, and branches of all kinds. */
static bool intel_plain(uint64_t select)
{
    static const uint8_t plain[] = {
        0x00, 0x0d, 0x0e, 0x3c, 0x9c, 0xa4, 0xad, 0xae, 0xb1, 0xc0, 0xc2, 0xec};

    return memchr(plain, (int)(select & 0xff), sizeof(plain)) || (select & 0xffff) == 0x00c4;
}

/* Branches by kind, and mispredicted ones. */
static bool intel_of_branches(uint64_t select)
{
    return (select & 0xff) == 0xc4 || (select & 0xff) == 0xc5;
}

const struct x86_recount_maker x86_recount_intel = {
    .select = intel_select_of,
    .global_ctl = 0x38f,
    .plain = intel_plain,
    .branches = intel_of_branches,
};
