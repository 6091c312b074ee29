/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A capture: accesses to a real machine's registers, recorded there by a tool
 * that knows nothing of pmulab. Reading one yields the records of a trace, in
 * constant memory. Accesses to registers that the machine's model lacks are
 * left out and counted, as most of a capture can be about other registers.
 */
#ifndef PMULAB_HARNESS_CAPTURE_CAPTURE_H
#define PMULAB_HARNESS_CAPTURE_CAPTURE_H

#include "harness/capture/parser.h"
#include "harness/trace/trace_reader.h"

struct capture_options {
    const char *format;        /* "ftrace" */
    const char *machine;       /* NULL: the capture says which */
    const char *const *config; /* "variant=zen4", ends with NULL; or NULL */
    /* Places that differ from the model's: "3f=7f" for buses, or
     * "0xfb000000=0xfb800000" for windows of 8 MiB in memory; ends with NULL,
     * or NULL. */
    const char *const *moves;
    gboolean anonymous; /* addresses of the machine's programs read as 0 */
};

struct capture;

/* Number @i of the formats, or NULL after the last. */
const struct capture_parser *capture_format(guint i);

/* Opens the capture at @path. NULL with HARNESS_ERROR_USAGE for a wrong option,
 * or if the capture does not say which machine recorded it; or with
 * HARNESS_ERROR_FAILED. */
struct capture *capture_open(
    const char *path, const struct capture_options *options, GError **error);

const struct machine *capture_machine(const struct capture *capture);

/* Whether its format can have writes. */
gboolean capture_has_writes(const struct capture *capture);

/* The CPU that recorded it, if the capture says which (vendor). */
const struct machine_cpuid *capture_cpu(const struct capture *capture);

/* The machine's options with commas between, "variant=zen4,caps=0x3fd"; "-":
 * none. A new string. */
char *capture_options_text(const struct capture *capture);

/* Whether @access is to a register that holds an address of a program or its
 * data. */
gboolean capture_is_address(const struct machine_access *access);

/* The hardware that the options define, in the state after reset. */
struct machine_plan *capture_plan(const struct capture *capture);

/* The same a second time, for a replay. The caller frees it. */
struct machine_plan *capture_model(const struct capture *capture);

/* The next access of software that reaches the machine, as @record, and by its
 * address in @captured (may be NULL). FALSE at the end, or with
 * HARNESS_ERROR_FAILED. */
gboolean capture_next(struct capture *capture, struct trace_record *record,
    struct captured *captured, GError **error);

/* Before the CPU that recorded the capture, in the header of its trace. */
#define CAPTURE_CPUID "cpuid="

/* The capture as a trace, which owns it from now on. */
struct trace_file *capture_trace(struct capture *capture);

/* Appends lines, each with "# " before it, on everything that was left out so
 * far. Valid while the trace is. */
void capture_append_remarks(const struct capture *capture, GString *text);

/* "line 12" of an access in @capture, or "offset 0x7148" in perf.data. The
 * caller frees it. */
char *capture_place_text(const struct capture *capture, guint64 line);

/* Frees @capture. NULL is allowed. */
void capture_free(struct capture *capture);

#endif
