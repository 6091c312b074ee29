/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Linux's mmiotrace (Documentation/trace/mmiotrace.rst): accesses to memory
 * that a driver mapped while the tracer ran. It records on one CPU.
 *
 *   R 4 31.462597 1 0xfb800000 0x10000 0xffffffffc0a5d0f3 0
 *
 * Fields: R or W, bytes, seconds, number of the mapping, physical address,
 * value, address of the instruction, process.
 */
#include "harness/capture/parser.h"

#include <string.h>

/* Reads a number after a blank, by one of the parser's functions. */
static gboolean after_blank(const char **at, const char *end, guint64 *number,
    gboolean (*read)(const char **text, const char *end, guint64 *number))
{
    return parser_skip(at, end, " ") && read(at, end, number);
}

static gboolean parse_access(const char *at, const char *end, struct captured *captured)
{
    struct machine_access *a = &captured->access;
    guint64 size, mapping, process;

    if (!after_blank(&at, end, &size, parser_decimal) ||
        !after_blank(&at, end, &a->time, parser_time) ||
        !after_blank(&at, end, &mapping, parser_decimal) ||
        !after_blank(&at, end, &a->address, parser_0x) ||
        !after_blank(&at, end, &a->value, parser_0x) ||
        !after_blank(&at, end, &captured->pc, parser_0x) ||
        !after_blank(&at, end, &process, parser_decimal) || at != end)
        return FALSE;
    a->size = (unsigned)MIN(size, 16);
    return (size == 1 || size == 2 || size == 4 || size == 8) &&
           (size == 8 || !(a->value >> 8 * size));
}

/* Lines about other matters. */
static gboolean is_remark(struct parsing *parsing, const char *line, const char *end)
{
    static const char *const words[] = {
        "VERSION ", "PCIDEV ", "MAP ", "UNMAP ", "MARK ", "UNKNOWN ", "#"};
    const char *at = line;

    if (line == end)
        return TRUE;
    if (g_strstr_len(line, end - line, "Lost "))
        parsing->lost++;
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++)
        if (parser_skip(&at, end, words[i]))
            return TRUE;
    return FALSE;
}

static gboolean parse_line(struct parsing *parsing, const char *line, gsize length)
{
    const char *end = line + length;
    struct captured captured = {.line = parsing->line};

    if (length > 1 && (*line == 'R' || *line == 'W') && line[1] == ' ') {
        captured.access.space = REG_SPACE_MMIO;
        captured.access.write = *line == 'W';
        if (parse_access(line + 1, end, &captured)) {
            parser_pass(parsing, &captured);
            return TRUE;
        }
        parsing->expected = "'R|W BYTES SECONDS MAPPING 0xADDRESS 0xVALUE 0xPC PID'";
        return FALSE;
    }
    parser_comment(parsing, line, end);
    if (is_remark(parsing, line, end))
        return TRUE;
    parsing->expected = "a line of mmiotrace, 'R ...', 'W ...', 'MAP ...' and so on";
    return FALSE;
}

const struct capture_parser capture_mmiotrace = {
    .name = "mmiotrace",
    .summary = "Linux's mmiotrace",
    .line = parse_line,
};
