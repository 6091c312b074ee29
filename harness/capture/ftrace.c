/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Text of Linux's tracer: tracefs' `trace` and `trace_pipe`, and the output of
 * `trace-cmd report`. Events of MSRs and RDPMC are the kernel's own (msr:*).
 * Configuration space needs probes, which capture_how.c defines by these names:
 *
 *   perf-161  [000] d..2.  31.488389: write_msr: 38f, value 0
 *   perf-161  [000] d..2.  31.462597: pci_write4: (pci_bus_write_config_dword+0x4/0x40) bus=127
 *             devfn=128 reg=244 value=0x10100
 *
 * A stack may follow: a line with "<stack trace>", then "=> FUNCTION" lines.
 */
#include "harness/capture/parser.h"

#include "harness/symbols/driver_names.h"

#include <string.h>

/* ---- the beginning of a line ---- */

struct event {
    guint64 cpu, time;
    const char *name, *args, *end; /* the name ends before @args */
    gsize name_length;
};

/* "[000]", after a blank. */
static gboolean parse_cpu(const char *line, const char *end, const char **after, guint64 *cpu)
{
    const char *at = line;

    while ((at = memchr(at, '[', (gsize)(end - at)))) {
        const char *digits = ++at;

        if (at > line + 1 && at[-2] == ' ' && parser_decimal(&at, end, cpu) && at - digits >= 3 &&
            parser_skip(&at, end, "] ")) {
            *after = at;
            return TRUE;
        }
        at = digits;
    }
    return FALSE;
}

/* A time in seconds, perhaps after a word of flags. */
static gboolean parse_stamp(const char **text, const char *end, guint64 *time)
{
    for (unsigned words = 0; words < 2; words++) {
        const char *at;

        parser_blanks(text, end);
        at = *text;
        if (parser_time(&at, end, time) && parser_skip(&at, end, ":")) {
            *text = at;
            return TRUE;
        }
        while (*text < end && **text != ' ')
            ++*text;
    }
    return FALSE;
}

static gboolean parse_event(const char *line, const char *end, struct event *event)
{
    const char *at;

    if (!parse_cpu(line, end, &at, &event->cpu) || event->cpu > G_MAXUINT16 ||
        !parse_stamp(&at, end, &event->time))
        return FALSE;
    parser_blanks(&at, end);
    event->name = at;
    event->end = end;
    while (at < end && *at != ':' && *at != ' ')
        at++;
    event->name_length = (gsize)(at - event->name);
    parser_skip(&at, end, ":");
    parser_blanks(&at, end);
    event->args = at;
    return TRUE;
}

static gboolean is_named(const struct event *event, const char *name)
{
    return strlen(name) == event->name_length && !memcmp(event->name, name, event->name_length);
}

/* ---- MSRs ---- */

static const struct {
    const char *name;
    gboolean write, rdpmc;
} msr_events[] = {{"write_msr", TRUE, FALSE}, {"read_msr", FALSE, FALSE}, {"rdpmc", FALSE, TRUE}};

/* "38f, value 0", with " #GP" after it if the access faulted. */
static gboolean parse_msr(const struct event *event, struct machine_access *access, gboolean *fault)
{
    const char *at = event->args;

    *fault = FALSE;
    if (!parser_hex(&at, event->end, &access->address) || access->address > G_MAXUINT32 ||
        !parser_skip(&at, event->end, ", value ") || !parser_hex(&at, event->end, &access->value))
        return FALSE;
    *fault = parser_skip(&at, event->end, " #GP");
    parser_blanks(&at, event->end);
    return at == event->end;
}

/* ---- configuration space ---- */

/* Sets the number after @name, " bus=" for example, in decimal or
 * hexadecimal. */
static gboolean parse_argument(const char **text, const char *end, const char *name, guint64 *value)
{
    if (!parser_skip(text, end, name))
        return FALSE;
    return parser_0x(text, end, value) || parser_decimal(text, end, value);
}

/* The probe's place in parentheses may contain such: a return probe has the
 * caller, "(uncore_x+0x4c/0x90 [intel_uncore] <-
 * pci_bus_read_config_dword)". */
static gboolean parse_pci(const struct event *event, struct captured *captured)
{
    const char *end = event->end, *at = event->args;
    guint64 bus, devfn, reg;

    if (at == end || *at != '(' || !(at = memchr(at, ')', (gsize)(end - at))))
        return FALSE;
    at++;
    if (!parse_argument(&at, end, " bus=", &bus) || bus > 0xff ||
        !parse_argument(&at, end, " devfn=", &devfn) || devfn > 0xff ||
        !parse_argument(&at, end, " reg=", &reg) || reg > 0xfff ||
        !parse_argument(&at, end, " value=", &captured->access.value) ||
        captured->access.value >> 8 * captured->access.size)
        return FALSE;
    parser_blanks(&at, end);
    captured->access.address = bus << 20 | devfn << 12 | reg;
    return at == end;
}

/* The size of "pci_read4", or 0. */
static unsigned pci_event(const struct event *event, gboolean *write)
{
    const char digit = event->name_length ? event->name[event->name_length - 1] : 0;
    const gboolean is_read = event->name_length == strlen("pci_read4") &&
                             !memcmp(event->name, "pci_read", strlen("pci_read"));

    *write = event->name_length == strlen("pci_write4") &&
             !memcmp(event->name, "pci_write", strlen("pci_write"));
    if (!is_read && !*write)
        return 0;
    return digit == '1' || digit == '2' || digit == '4' ? (unsigned)(digit - '0') : 0;
}

/* ---- stacks ---- */

/* Bytes of "NAME+0x4c" before "/0x90" or a blank. */
static gsize function_length(const char *at, const char *end)
{
    gsize n = 0;

    while (at + n < end && at[n] != '/' && at[n] != ' ')
        n++;
    return n;
}

enum { CALLERS = 65536 }; /* most different names; more cannot be a kernel's */

/* Whether the function at @at, of @length bytes, is a driver's in the kernel
 * itself. */
static gboolean is_built_in(const struct parsing *parsing, const char *at, gsize length)
{
    g_autofree char *function = g_strndup(at, length);

    function[strcspn(function, "+")] = '\0';
    return parsing->kernel && g_regex_match(parsing->kernel, function, 0, NULL);
}

/* Sets the held access's caller to the function at @at, "NAME+0x4c/0x90
 * [MODULE]", if it belongs to a driver and none was found before. */
static void set_caller(struct parsing *parsing, const char *at, const char *end)
{
    const char *module = memchr(at, '[', (gsize)(end - at));
    const char *after = module ? memchr(module, ']', (gsize)(end - module)) : NULL;
    const gsize length = function_length(at, end);
    g_autofree char *name = NULL;

    if (parsing->held[0].caller || !length || (!after && !is_built_in(parsing, at, length)))
        return;
    name = after ? g_strdup_printf("%.*s %.*s", (int)length, at, (int)(after + 1 - module), module)
                 : g_strndup(at, length);
    if (g_utf8_validate(name, -1, NULL) &&
        (g_quark_try_string(name) || parsing->callers++ < CALLERS))
        parsing->held[0].caller = g_quark_from_string(name);
}

/* " => NAME+0x4c/0x90 [MODULE]"; trace-cmd adds the address, "(ffff...)". */
static void parse_frame(struct parsing *parsing, const char *at, const char *end)
{
    const char *address = memchr(at, '(', (gsize)(end - at));

    if (address && address > at)
        end = address - (address[-1] == ' ');
    while (end > at && end[-1] == ' ')
        end--;
    if (parsing->n_held && parsing->stack)
        set_caller(parsing, at, end);
}

/* ---- lines ---- */

static gboolean wrong(struct parsing *parsing, const char *expected)
{
    parsing->expected = expected;
    return FALSE;
}

/* The held access has no more lines. */
static void release(struct parsing *parsing)
{
    if (parsing->n_held)
        parser_pass(parsing, &parsing->held[0]);
    parsing->n_held = 0;
}

static void hold(struct parsing *parsing, const struct captured *captured)
{
    release(parsing);
    parsing->held[0] = *captured;
    parsing->n_held = 1;
    parsing->stack = FALSE;
}

static struct captured captured_by(const struct parsing *parsing, const struct event *event)
{
    return (struct captured){
        .access = {.cpu = (unsigned)event->cpu, .time = event->time}, .line = parsing->line};
}

static gboolean parse_msr_event(struct parsing *parsing, const struct event *event, gsize which)
{
    struct captured captured = captured_by(parsing, event);
    gboolean faulted;

    captured.access.space = REG_SPACE_MSR;
    captured.access.size = 8;
    captured.access.write = msr_events[which].write;
    captured.access.rdpmc = msr_events[which].rdpmc;
    if (!parse_msr(event, &captured.access, &faulted))
        return wrong(parsing, "'EVENT: NUMBER, value NUMBER' in hexadecimal");
    if (faulted) {
        parsing->faulted++;
        release(parsing);
    } else {
        hold(parsing, &captured);
    }
    return TRUE;
}

static gboolean parse_pci_event(
    struct parsing *parsing, const struct event *event, unsigned size, gboolean write)
{
    struct captured captured = captured_by(parsing, event);
    const char *caller = event->args + 1, *end;

    captured.access.space = REG_SPACE_PCI;
    captured.access.size = size;
    captured.access.write = write;
    if (g_strstr_len(event->args, event->end - event->args, "value=(fault)")) {
        parsing->unvalued++;
        release(parsing);
        return TRUE;
    }
    if (!parse_pci(event, &captured))
        return wrong(
            parsing, "'EVENT: (PLACE) bus=N devfn=N reg=N value=N', each within its width");
    hold(parsing, &captured);
    end = g_strstr_len(caller, event->end - caller, " <- ");
    if (end)
        set_caller(parsing, caller, end);
    return TRUE;
}

static gboolean parse_event_line(struct parsing *parsing, const struct event *event)
{
    gboolean write;
    unsigned size;

    if (is_named(event, "<stack") || is_named(event, "kernel_stack")) {
        parsing->stack = parsing->n_held && parsing->held[0].access.cpu == event->cpu;
        return TRUE;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(msr_events); i++)
        if (is_named(event, msr_events[i].name))
            return parse_msr_event(parsing, event, i);
    size = pci_event(event, &write);
    if (size)
        return parse_pci_event(parsing, event, size, write);
    release(parsing);
    return TRUE;
}

/* Lines that are no events: "cpus=2", "version = 7", "CPU 0 is empty" of
 * trace-cmd; "CPU:1 [LOST 13 EVENTS]", or with DROPPED. */
static gboolean parse_remark(struct parsing *parsing, const char *line, const char *end)
{
    const gsize length = (gsize)(end - line);
    const char *at = line;
    guint64 number;

    if (!length)
        return TRUE;
    if (parser_skip(&at, end, "cpus=")) {
        if (!parser_decimal(&at, end, &number) || at != end || number > G_MAXUINT16)
            return FALSE;
        parsing->cpus = (unsigned)number;
        return TRUE;
    }
    if (g_strstr_len(line, (gssize)length, "EVENTS")) {
        parsing->lost++;
        return parser_skip(&at, end, "CPU:");
    }
    if (parser_skip(&at, end, "version = "))
        return parser_decimal(&at, end, &number) && at == end;
    return parser_skip(&at, end, "CPU ") && parser_decimal(&at, end, &number) &&
           parser_skip(&at, end, " is empty") && at == end;
}

/* "# entries-in-buffer/entries-written: 208/208   #P:2". */
static void parse_comment(struct parsing *parsing, const char *line, const char *end)
{
    const char *at = g_strstr_len(line, end - line, "#P:");
    guint64 cpus;

    parser_comment(parsing, line, end);
    if (at && (at += strlen("#P:"), parser_decimal(&at, end, &cpus)) && cpus <= G_MAXUINT16)
        parsing->cpus = (unsigned)cpus;
}

static gboolean parse_line(struct parsing *parsing, const char *line, gsize length)
{
    const char *end = line + length, *at = line;
    struct event event;

    if (length && *line == '#') {
        parse_comment(parsing, line, end);
        return TRUE;
    }
    parser_blanks(&at, end);
    if (parser_skip(&at, end, "=> ")) {
        parse_frame(parsing, at, end);
        return TRUE;
    }
    if (parse_event(line, end, &event))
        return parse_event_line(parsing, &event);
    if (parse_remark(parsing, line, end))
        return TRUE;
    return wrong(parsing, "an event, 'TASK-PID [CPU] FLAGS SECONDS: EVENT: ...'");
}

const struct capture_parser capture_ftrace = {
    .name = "ftrace",
    .summary = "Linux's trace file, or the output of trace-cmd report",
    .line = parse_line,
    .end = release,
};
