/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Registers and events of the uncore as AMD lists them. */
#include "oracle/epyc/uncore_manual.h"

#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#define BIT(n) (UINT64_C(1) << (n))

const struct oracle_amd_uncore_row oracle_amd_uncore_rows[ORACLE_AMD_UNCORE_KINDS] = {
    /* Control: event in 7:0, reads and writes in 9:8, on in 31. Counter: 48 bits, and bit 48 beyond them. */
    [ORACLE_UMC] = {"umc", 4, BIT(31), 0x3ff, 0x1ffffffffffff, 0xffffffffffff, BIT(48)},
};

static const struct oracle_amd_uncore_stream umc[] = {
    {0x00, 0, "MEM_CLK", 0, true},
    {0x05, 1, "ACT_CMD.RD", 0, false},
    {0x05, 2, "ACT_CMD.WR", 0, false},
    {0x06, 1, "PCHG_CMD.RD", 0, false},
    {0x06, 2, "PCHG_CMD.WR", 0, false},
    {0x0a, 1, "CAS_CMD.RD", 64, false},
    {0x0a, 2, "CAS_CMD.WR", 64, false},
    {0x14, 1, "DATA_SLOT_CLKS.RD", 0, false},
    {0x14, 2, "DATA_SLOT_CLKS.WR", 0, false},
    {0, 0, NULL, 0, false},
};

const struct oracle_amd_uncore_stream *const oracle_amd_uncore_streams[ORACLE_AMD_UNCORE_KINDS] = {
    [ORACLE_UMC] = umc};

struct oracle_amd_uncore_ask oracle_amd_uncore_ask_of(enum oracle_amd_uncore_kind kind, uint64_t control)
{
    struct oracle_amd_uncore_ask ask = {.code = control & 0xff, .mask = control >> 8 & 3};

    (void)kind;
    if (!ask.mask)
        ask.mask = 3;
    return ask;
}

bool oracle_amd_uncore_counts(enum oracle_amd_uncore_kind kind, const struct oracle_amd_uncore_ask *ask,
    const struct oracle_amd_uncore_stream *stream)
{
    (void)kind;
    return ask->code == stream->code && (ask->mask & stream->mask) == stream->mask;
}

int oracle_amd_uncore_stream_named(enum oracle_amd_uncore_kind kind, const char *name)
{
    for (int i = 0; oracle_amd_uncore_streams[kind][i].name; i++)
        if (!strcasecmp(oracle_amd_uncore_streams[kind][i].name, name))
            return i;
    return -1;
}

int oracle_amd_uncore_register(enum oracle_amd_uncore_kind kind, const char *name)
{
    for (unsigned reg = 0; reg < 2 * oracle_amd_uncore_rows[kind].counters; reg++) {
        char known[24];

        oracle_amd_uncore_register_name(reg, known);
        if (!strcasecmp(known, name))
            return (int)reg;
    }
    return -1;
}

void oracle_amd_uncore_register_name(unsigned reg, char name[24])
{
    snprintf(name, 24, "PERF_CT%c%u", reg % 2 ? 'R' : 'L', reg / 2);
}
