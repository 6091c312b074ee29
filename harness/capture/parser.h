/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Foreign formats: each turns lines of text into accesses. */
#ifndef PMULAB_HARNESS_CAPTURE_PARSER_H
#define PMULAB_HARNESS_CAPTURE_PARSER_H

#include "harness/hardware/machine_access.h"

#include <glib.h>

/* An access as recorded, and its line in the file. */
struct captured {
    struct machine_access access;
    guint64 pc;    /* of the accessing instruction; 0: unknown */
    GQuark caller; /* the driver's function, as harness/trace/call_paths.h; 0: unknown */
    guint64 line;  /* in perf.data: the offset of its record */
};

enum { PARSER_READY = 16 };

struct parsing {
    guint64 line;         /* the current one, set by the caller */
    const GRegex *kernel; /* functions of drivers that are built into the kernel; NULL: none */
    const char *expected; /* if the line has another form: that form, static */
    struct captured ready[PARSER_READY]; /* accesses to be taken */
    guint n_ready, taken;

    /* Facts from the capture. */
    struct machine_cpuid cpuid; /* the CPU; no vendor: unknown */
    unsigned cpus;              /* the number of CPUs; 0: unknown */
    guint64 lost;               /* notices that the tracer lost events */
    guint64 faulted;            /* accesses that raised #GP, which are not passed on */
    guint64 unvalued;           /* reads without a value, which are not passed on */
    guint64 cpuless;            /* samples without a CPU, which are passed on as CPU 0's */
    guint64 rawless;            /* samples without registers of IBS, which are not passed on */

    /* The parser's own. */
    struct captured held[PARSER_READY]; /* accesses that later lines complete */
    guint n_held;
    guint callers;  /* names of functions that were new */
    gboolean stack; /* the held access's stack follows */
    gboolean in_function;
    guint64 function; /* the address of the current function's configuration space */
};

struct capture_parser {
    const char *name;    /* as typed after --as */
    const char *summary; /* for --help, no full stop */
    gboolean state;      /* a dump: only places with a register count */
    gboolean writeless;  /* it has reads alone, so any register may change between two */
    /* Parses a line of @length bytes, when no access is ready. Its access
     * may be ready after a later line. FALSE: it has another form than
     * @expected. */
    gboolean (*line)(struct parsing *parsing, const char *line, gsize length);
    /* The capture ends: the accesses held so far are ready. NULL: none are. */
    void (*end)(struct parsing *parsing);
};

extern const struct capture_parser capture_ftrace, capture_mmiotrace, capture_perf, capture_rdmsr,
    capture_lspci;

/* ---- for parsers ---- */

/* Adds an access to the ready ones; at most PARSER_READY for a line. */
static inline void parser_pass(struct parsing *parsing, const struct captured *captured)
{
    g_assert(parsing->n_ready < PARSER_READY);
    parsing->ready[parsing->n_ready++] = *captured;
}

/* Reads a number at *@text before @end; *@text is then after it. FALSE: there
 * is none, or it exceeds 64 bits. */
gboolean parser_decimal(const char **text, const char *end, guint64 *number);
gboolean parser_hex(const char **text, const char *end, guint64 *number);
gboolean parser_0x(const char **text, const char *end, guint64 *number); /* with 0x before it */

/* Reads seconds, ".", and decimals, as ns. */
gboolean parser_time(const char **text, const char *end, guint64 *ns);

/* Skips @word at *@text. FALSE: it is not there. */
gboolean parser_skip(const char **text, const char *end, const char *word);

/* Skips blanks. */
void parser_blanks(const char **text, const char *end);

/* Reads the CPU that recorded the capture from perf's text for it,
 * "AuthenticAMD,25,17,1": vendor, family, model, stepping. */
void parser_cpuid(struct parsing *parsing, const char *at, const char *end);

/* Reads a comment ("#...") that says which CPU recorded the capture, as perf
 * does: "# cpuid : AuthenticAMD,25,17,1". */
void parser_comment(struct parsing *parsing, const char *line, const char *end);

#endif
