/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Raw IBS samples in the output of `perf report -D` and `perf script -D`. The
 * registers of a sample come before its event:
 *
 *   ibs_op_ctl:	000000280006f424 MaxCnt   1000000 L3MissOnly 0 En 1 Val 1 ...
 *   IbsOpRip:	ffffffffa91164d8
 *   1 46204687244 0x7148 [0x78]: PERF_RECORD_SAMPLE(IP, 0x4001): ...
 *
 * The event has CPU and time if the sample does. Excerpts in mails often have
 * registers only. All other lines of the output are free text here. perf's
 * names of registers are the oracle's: oracle/epyc/perf.c.
 */
#include "harness/capture/parser.h"

#include "oracle/epyc/perf.h"

#include <string.h>

/* The sample's registers are complete. */
static void release(struct parsing *parsing, unsigned cpu, guint64 time)
{
    for (guint i = 0; i < parsing->n_held; i++) {
        parsing->held[i].access.cpu = cpu;
        parsing->held[i].access.time = time;
        parser_pass(parsing, &parsing->held[i]);
    }
    parsing->n_held = 0;
}

static void release_without_event(struct parsing *parsing)
{
    parsing->cpuless += parsing->n_held != 0;
    release(parsing, 0, 0);
}

/* "1 46204687244 0x7148 [0x78]: PERF_RECORD_SAMPLE(...": CPU and time, or the
 * time alone. */
static void parse_sample(struct parsing *parsing, const char *at, const char *end)
{
    guint64 first, second, cpu;

    if (!parser_decimal(&at, end, &first) || !parser_skip(&at, end, " ")) {
        release_without_event(parsing);
        return;
    }
    if (!parser_skip(&at, end, "0x") && parser_decimal(&at, end, &second)) {
        cpu = first;
        first = second;
    } else {
        cpu = G_MAXUINT32;
    }
    parsing->cpuless += parsing->n_held && cpu > G_MAXUINT16;
    release(parsing, cpu > G_MAXUINT16 ? 0 : (unsigned)cpu, first);
}

/* "NAME:\t" and 16 hexadecimal digits. */
static gboolean parse_register(struct parsing *parsing, int reg, const char *at, const char *end)
{
    const gboolean begins = reg == ORACLE_OP_CTL || reg == ORACLE_FETCH_CTL;
    struct captured captured = {.line = parsing->line};
    const char *digits;

    if (!parser_skip(&at, end, ":\t"))
        return FALSE;
    digits = at;
    if (!parser_hex(&at, end, &captured.access.value) || at - digits != 16 ||
        (at < end && *at != ' '))
        return FALSE;
    if (begins || parsing->n_held == PARSER_READY)
        release_without_event(parsing);
    captured.access.space = REG_SPACE_MSR;
    captured.access.size = 8;
    captured.access.address = ORACLE_IBS_MSR + (guint)reg;
    parsing->held[parsing->n_held++] = captured;
    return TRUE;
}

static gboolean parse_line(struct parsing *parsing, const char *line, gsize length)
{
    const char *end = line + length, *colon = memchr(line, ':', length);
    const int reg = colon ? oracle_perf_named(line, (gsize)(colon - line)) : -1;

    parsing->expected = "'REGISTER:', a tab, and 16 hexadecimal digits";
    if (reg >= 0)
        return parse_register(parsing, reg, colon, end);
    if (parsing->n_held && g_strstr_len(line, (gssize)length, ": PERF_RECORD_SAMPLE"))
        parse_sample(parsing, line, end);
    parser_comment(parsing, line, end);
    return TRUE;
}

const struct capture_parser capture_perf = {
    .name = "perf",
    .summary = "raw IBS samples of perf.data, perf report -D or perf script -D",
    .writeless = TRUE,
    .line = parse_line,
    .end = release_without_event,
};
