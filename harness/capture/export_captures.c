/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes accesses as Linux's tracers do. */
#include "harness/capture/export_captures.h"

#include "harness/base/append.h"
#include "harness/capture/capture.h"
#include "harness/hardware/machine_access.h"
#include "harness/trace/call_paths.h"

#include <string.h>

enum { SECONDS = 5 }; /* width of the whole part */

/* The next read or write with its address; FALSE at the end. Counts accesses to
 * other spaces than @wanted (one bit each) in *@left_out. */
static gboolean next_access(const struct export *export, const struct machine *machine,
    unsigned wanted, struct machine_access *access, const struct trace_record **record,
    guint64 *left_out)
{
    while (export->step(export->data) && (*record = export->next(export->data))) {
        if ((*record)->kind != TRACE_READ && (*record)->kind != TRACE_WRITE)
            continue;
        if (machine_access_of(machine, *record, access) && wanted >> access->space & 1)
            return TRUE;
        ++*left_out;
    }
    return FALSE;
}

static void append_left_out(const struct export *export, const char *before, guint64 left_out)
{
    if (left_out)
        g_string_append_printf(export->text,
            "%saccesses of other kinds left out: %" G_GUINT64_FORMAT "\n", before, left_out);
}

/* ---- ftrace ---- */

/* The processor that the trace's header names, as parser_comment() reads it:
 * that of a capture, or the variant's. */
static void append_cpuid(const struct export *export, const struct machine *machine)
{
    g_auto(GStrv) words = g_strsplit(export->header, " ", -1);
    const struct machine_part *part = machine->parts;

    for (char **word = words; *word; word++)
        if (g_str_has_prefix(*word, CAPTURE_CPUID)) {
            g_string_append_printf(export->text, "# cpuid : %s\n", *word + strlen(CAPTURE_CPUID));
            return;
        }
    while (part && part->option && !g_strv_contains((const char *const *)words, part->option))
        part++;
    if (part && part->option)
        g_string_append_printf(export->text, "# cpuid : %s,%u,%u,%u\n", part->vendor, part->family,
            part->model_from, part->stepping_from);
}

static void append_stamp(GString *text, const struct trace_record *record)
{
    append_text(text, "           <...>-0       [");
    g_string_append_printf(text, "%03u] d..1. ", record->cpu);
    append_seconds(text, record->time, SECONDS);
    append_text(text, ": ");
}

/* Functions of the kernel, by the bytes that they access. */
static const char *pci_word(unsigned size)
{
    return size == 1 ? "byte" : size == 2 ? "word" : "dword";
}

static void append_pci(GString *text, const struct machine_access *a)
{
    const char *what = a->write ? "write" : "read";

    g_string_append_printf(text,
        "pci_%s%u: (pci_bus_%s_config_%s) bus=%u devfn=%u reg=%u value=0x%" G_GINT64_MODIFIER "x\n",
        what, a->size, what, pci_word(a->size), (unsigned)(a->address >> 20) & 0xff,
        (unsigned)(a->address >> 12) & 0xff, (unsigned)a->address & 0xfff, a->value);
}

static void append_msr(GString *text, const struct machine_access *a)
{
    append_text(text, a->write ? "write_msr: " : "read_msr: ");
    append_hex(text, a->address, 0);
    append_text(text, ", value ");
    append_hex(text, a->value, 0);
    g_string_append_c(text, '\n');
}

static void append_caller(GString *text, const struct trace_record *record)
{
    g_autofree char *caller = call_path_text(record);

    if (!caller)
        return;
    append_stamp(text, record);
    append_text(text, "<stack trace>\n => ");
    append_text(text, caller);
    g_string_append_c(text, '\n');
}

void export_ftrace(const struct export *export)
{
    const struct machine *machine = machine_find(export->model->name, NULL);
    const struct trace_record *record;
    struct machine_access access;
    guint64 left_out = 0;

    append_text(export->text, "# tracer: nop\n#\n# pmulab: ");
    append_text(export->text, export->header);
    append_text(export->text, "\n");
    append_cpuid(export, machine);
    while (next_access(
        export, machine, 1u << REG_SPACE_MSR | 1u << REG_SPACE_PCI, &access, &record, &left_out)) {
        append_stamp(export->text, record);
        (access.space == REG_SPACE_PCI ? append_pci : append_msr)(export->text, &access);
        append_caller(export->text, record);
    }
    append_left_out(export, "# ", left_out);
}

/* ---- mmiotrace ---- */

/* The number of the block's mapping, which begins with its first access. */
static guint mapping_of(const struct export *export, GHashTable *mappings,
    const struct trace_record *record, const struct machine_access *access)
{
    const gpointer block = GUINT_TO_POINTER(record->block + 1u);
    guint mapping = GPOINTER_TO_UINT(g_hash_table_lookup(mappings, block));
    enum { PAGE = 4096 };

    if (mapping)
        return mapping;
    mapping = g_hash_table_size(mappings) + 1;
    g_hash_table_insert(mappings, block, GUINT_TO_POINTER(mapping));
    append_text(export->text, "MAP ");
    append_seconds(export->text, record->time, 0);
    g_string_append_printf(export->text, " %u 0x%" G_GINT64_MODIFIER "x 0x0 0x%x 0x0 0\n", mapping,
        access->address - record->offset, PAGE);
    return mapping;
}

void export_mmiotrace(const struct export *export)
{
    const struct machine *machine = machine_find(export->model->name, NULL);
    g_autoptr(GHashTable) mappings = g_hash_table_new(NULL, NULL);
    const struct trace_record *record;
    struct machine_access access;
    guint64 left_out = 0;

    append_text(export->text, "VERSION 20070824\n");
    while (next_access(export, machine, 1u << REG_SPACE_MMIO, &access, &record, &left_out)) {
        guint mapping = mapping_of(export, mappings, record, &access);

        g_string_append_printf(export->text, "%c %u ", access.write ? 'W' : 'R', access.size);
        append_seconds(export->text, record->time, 0);
        g_string_append_printf(export->text,
            " %u 0x%" G_GINT64_MODIFIER "x 0x%" G_GINT64_MODIFIER "x 0x%" G_GINT64_MODIFIER "x 0\n",
            mapping, access.address, (guint64)record->value, (guint64)record->pc);
    }
    append_left_out(export, "MARK 0.000000 pmulab: ", left_out);
}
