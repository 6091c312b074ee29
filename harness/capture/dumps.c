/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Dumps of registers: a state, as reads at time 0.
 *
 * rdmsr: msr-tools prints values alone, so the script of capture_how.c prints
 * lines "CPU MSR VALUE", in decimal, and in hexadecimal after 0x or without it:
 *
 *   0 0x38f 70000000f
 *
 * lspci -xxxx, or -xxx, with or without the PCI domain 0000:
 *
 *   7f:10.0 System peripheral: Intel Corporation ...
 *   00: 86 80 b4 3c 00 00 10 00 07 00 80 08 00 00 80 00
 */
#include "harness/capture/parser.h"

#include <string.h>

static gboolean wrong(struct parsing *parsing, const char *expected)
{
    parsing->expected = expected;
    return FALSE;
}

static gboolean is_remark(struct parsing *parsing, const char *line, const char *end)
{
    parser_comment(parsing, line, end);
    return line == end || *line == '#';
}

/* ---- rdmsr ---- */

static gboolean parse_msr_line(struct parsing *parsing, const char *line, gsize length)
{
    const char *end = line + length, *at = line;
    struct captured captured = {.line = parsing->line};
    guint64 cpu;

    if (is_remark(parsing, line, end))
        return TRUE;
    if (!parser_decimal(&at, end, &cpu) || cpu > G_MAXUINT16 || !parser_skip(&at, end, " ") ||
        (parser_skip(&at, end, "0x"), !parser_hex(&at, end, &captured.access.address)) ||
        captured.access.address > G_MAXUINT32 || !parser_skip(&at, end, " ") ||
        (parser_skip(&at, end, "0x"), !parser_hex(&at, end, &captured.access.value)) || at != end)
        return wrong(parsing, "'CPU MSR VALUE', the last two in hexadecimal");
    captured.access.space = REG_SPACE_MSR;
    captured.access.cpu = (unsigned)cpu;
    captured.access.size = 8;
    parser_pass(parsing, &captured);
    return TRUE;
}

/* ---- lspci ---- */

/* "7f:10.0 ..." or "0000:7f:10.0 ...". Sets the function's address. */
static gboolean parse_function(const char *at, const char *end, guint64 *address)
{
    guint64 bus, device, function;

    parser_skip(&at, end, "0000:");
    if (!parser_hex(&at, end, &bus) || bus > 0xff || !parser_skip(&at, end, ":") ||
        !parser_hex(&at, end, &device) || device > 0x1f || !parser_skip(&at, end, ".") ||
        !parser_hex(&at, end, &function) || function > 7 || (at < end && *at != ' '))
        return FALSE;
    *address = bus << 20 | device << 15 | function << 12;
    return TRUE;
}

/* "10: 00 00 ..." with 16 bytes. */
static gboolean parse_row(const char *at, const char *end, guint64 *offset, guint8 bytes[16])
{
    guint64 byte;

    if (!parser_hex(&at, end, offset) || *offset > 0xff0 || *offset & 15 ||
        !parser_skip(&at, end, ":"))
        return FALSE;
    for (unsigned i = 0; i < 16; i++) {
        if (!parser_skip(&at, end, " ") || end - at < 2 || !parser_hex(&at, end, &byte) ||
            byte > 0xff)
            return FALSE;
        bytes[i] = (guint8)byte;
    }
    return at == end;
}

static void pass_row(struct parsing *parsing, guint64 offset, const guint8 bytes[16])
{
    for (unsigned i = 0; i < 16; i += 4) {
        struct captured captured = {
            .access = {.space = REG_SPACE_PCI, .size = 4}, .line = parsing->line};

        captured.access.address = parsing->function + offset + i;
        for (unsigned k = 4; k--;)
            captured.access.value = captured.access.value << 8 | bytes[i + k];
        parser_pass(parsing, &captured);
    }
}

static gboolean parse_lspci_line(struct parsing *parsing, const char *line, gsize length)
{
    const char *end = line + length;
    guint64 offset;
    guint8 bytes[16];

    if (is_remark(parsing, line, end) || *line == '\t')
        return TRUE;
    if (parse_function(line, end, &parsing->function)) {
        parsing->in_function = TRUE;
        return TRUE;
    }
    if (!parsing->in_function)
        return wrong(parsing, "a function, 'BUS:DEVICE.FUNCTION ...'");
    if (!parse_row(line, end, &offset, bytes))
        return wrong(parsing, "'OFFSET: ' and 16 bytes, or a function");
    pass_row(parsing, offset, bytes);
    return TRUE;
}

const struct capture_parser capture_rdmsr = {
    .name = "rdmsr",
    .summary = "values of MSRs: lines of CPU, MSR and value",
    .state = TRUE,
    .line = parse_msr_line,
};

const struct capture_parser capture_lspci = {
    .name = "lspci",
    .summary = "configuration space by lspci -xxxx",
    .state = TRUE,
    .line = parse_lspci_line,
};
