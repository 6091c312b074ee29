/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Scripts for a machine where nothing of pmulab is installed. They use Linux's
 * tracefs:
 *
 * - msr:* events have values, but not the number of RDPMC's counter's MSR.
 * - Configuration space has no events, so probes record pci_bus_*_config_*.
 *   The bus number is at byte 216 of struct pci_bus in Linux 4.6 to 6.x on
 *   x86-64 (pahole -C pci_bus). A return probe has arguments since Linux 6.9;
 *   without it there are no reads.
 * - mmiotrace records mappings made while it runs, so it loads the driver again.
 */
#include "harness/capture/capture_how.h"

#include "harness/base/error.h"

#include <string.h>

/* Prints the comment that names the CPU. */
#define CPUID_LINE                                                                                 \
    "awk -F ': *' '/^vendor_id/ {v = $2} /^cpu family/ {f = $2} /^model\\t/ {m = $2}\n"            \
    "    /^stepping/ {print \"# cpuid : \" v \",\" f \",\" m \",\" $2; exit}' /proc/cpuinfo"

/* Numbers that are so close are one range. */
enum { GAP = 16 };

/* Whether block number @block belongs to @variant (NULL: any). */
static gboolean is_of(const struct machine_model *model, unsigned block, const char *variant)
{
    const char *prose;
    const char *of = model->variant ? model->variant(block, &prose) : NULL;

    return !of || !variant || !strcmp(of, variant);
}

static int by_number(gconstpointer a, gconstpointer b)
{
    const guint64 one = *(const guint64 *)a, other = *(const guint64 *)b;

    return (one > other) - (one < other);
}

/* The MSRs of @variant, in order, of guint64; and a bit for each space of its
 * registers in *@spaces. */
static GArray *msrs_of(const struct machine_model *model, const char *variant, unsigned *spaces)
{
    GArray *msrs = g_array_new(FALSE, FALSE, sizeof(guint64));

    *spaces = 0;
    for (unsigned block = 0; block < model->end_block; block = machine_block_after(model, block)) {
        char name[MACHINE_BLOCK_NAME];
        const struct reg_bank *bank;
        uint64_t base;

        if (!is_of(model, block, variant) || !model->block(block, name, sizeof(name), &bank) ||
            !bank)
            continue;
        *spaces |= 1u << bank->space;
        if (bank->space != REG_SPACE_MSR || !model->base || !model->base(block, &base))
            continue;
        for (unsigned i = 0; i < bank->n_regs; i++) {
            const guint64 msr = base + bank->regs[i].offset;

            g_array_append_val(msrs, msr);
        }
    }
    g_array_sort(msrs, by_number);
    return msrs;
}

static void append_filter(GString *text, const GArray *msrs)
{
    for (guint i = 0; i < msrs->len;) {
        const guint64 from = g_array_index(msrs, guint64, i);
        guint64 to = from;

        while (++i < msrs->len && g_array_index(msrs, guint64, i) <= to + GAP)
            to = g_array_index(msrs, guint64, i);
        g_string_append_printf(text,
            "%s(msr >= 0x%" G_GINT64_MODIFIER "x && msr <= 0x%" G_GINT64_MODIFIER "x)",
            from == g_array_index(msrs, guint64, 0) ? "" : " || ", from, to);
    }
}

static void append_probes(GString *text)
{
    static const struct {
        unsigned size;
        const char *word;
    } sizes[] = {{1, "byte"}, {2, "word"}, {4, "dword"}};

    for (gsize i = 0; i < G_N_ELEMENTS(sizes); i++) {
        static const char place[] = "bus=+216($arg1):u8 devfn=$arg2:u32 reg=$arg3:u32";
        const unsigned size = sizes[i].size;

        g_string_append_printf(text,
            "echo 'p:pmulab/pci_write%u pci_bus_write_config_%s %s value=$arg4:x%u' "
            ">>kprobe_events || exit\n"
            "echo 'r:pmulab/pci_read%u pci_bus_read_config_%s %s value=+0($arg4):x%u' "
            ">>kprobe_events ||\n"
            "    echo 'this kernel cannot record values of PCI reads: Linux 6.9 can' >&2\n",
            size, sizes[i].word, place, 8 * size, size, sizes[i].word, place, 8 * size);
    }
}

/* The beginning of all scripts; and the file's first line, which names the
 * CPU. */
static void append_head(GString *text, const struct machine *machine, const char *as)
{
    g_string_append_printf(text,
        "#!/bin/sh\n"
        "# Records accesses to the registers of %s while a command runs: save this text as\n"
        "# record.sh on that machine, and run it as root: sh record.sh COMMAND...\n"
        "# Then, anywhere: pmulab trace --as %s capture.txt\n"
        "out=$PWD/capture.txt\n"
        "[ \"$1\" ] || { echo 'usage: sh record.sh COMMAND...' >&2; exit 2; }\n" CPUID_LINE
        " >\"$out\"\n"
        "[ -d /sys/kernel/tracing/events ] || mount -t tracefs tracefs /sys/kernel/tracing || "
        "exit\n"
        "run=$PWD\n"
        "cd /sys/kernel/tracing || exit\n"
        "echo 0 >tracing_on\n"
        "echo nop >current_tracer\n"
        "echo >trace\n"
        "echo 16384 >buffer_size_kb # KiB for each CPU\n",
        machine->name, as);
}

#define LINES "echo \"$out: $(grep -c . \"$out\") lines\"\n"

static void append_ftrace(
    GString *text, const struct machine *machine, const GArray *msrs, unsigned spaces)
{
    append_head(text, machine, "ftrace");
    g_string_append(text, "echo mono >trace_clock\n"
                          "echo 1 >options/stacktrace # for the driver's function\n"
                          "echo 1 >options/sym-offset\n"
                          "filter='");
    append_filter(text, msrs);
    g_string_append(text, "'\n"
                          "echo \"$filter\" >events/msr/read_msr/filter\n"
                          "echo \"$filter\" >events/msr/write_msr/filter\n"
                          "echo 1 >events/msr/enable\n");
    if (spaces >> REG_SPACE_PCI & 1) {
        append_probes(text);
        g_string_append(text, "echo 1 >events/pmulab/enable\n");
    }
    g_string_append(text, "echo 1 >tracing_on\n"
                          "(cd \"$run\" && \"$@\")\n"
                          "echo 0 >tracing_on\n"
                          "cat trace >>\"$out\"\n"
                          "echo 0 >events/enable\n"
                          "echo 0 >options/stacktrace\n");
    if (spaces >> REG_SPACE_PCI & 1)
        g_string_append(text, "echo >kprobe_events\n");
    g_string_append(text, LINES);
}

static void append_mmiotrace(GString *text, const struct machine *machine)
{
    const char *module = *machine->modules;

    append_head(text, machine, "mmiotrace");
    g_string_append_printf(text,
        "modprobe -r %s || exit\n"
        "echo mmiotrace >current_tracer # takes all CPUs but one offline\n"
        "echo 1 >tracing_on\n"
        "cat trace_pipe >>\"$out\" & pipe=$!\n"
        "modprobe %s\n"
        "(cd \"$run\" && \"$@\")\n"
        "modprobe -r %s\n"
        "sleep 1\n"
        "kill $pipe\n"
        "wait $pipe\n"
        "echo nop >current_tracer\n"
        "for cpu in /sys/devices/system/cpu/cpu*/online; do\n"
        "    [ ! -e \"$cpu\" ] || echo 1 >\"$cpu\"\n"
        "done\n"
        "modprobe %s\n",
        module, module, module, module);
    g_string_append(text, LINES);
}

/* Reads each MSR on each CPU; msr-tools prints nothing but values. */
static void append_rdmsr(GString *text, const struct machine *machine, const GArray *msrs)
{
    g_string_append_printf(text,
        "#!/bin/sh\n"
        "# Reads the MSRs of %s, with msr-tools: save this text as dump.sh on that\n"
        "# machine, and run it as root: sh dump.sh >dump.txt\n"
        "# Then, anywhere: pmulab trace --as rdmsr dump.txt\n" CPUID_LINE "\n"
        "modprobe msr\n"
        "for cpu in /dev/cpu/[0-9]*; do\n"
        "    for msr in",
        machine->name);
    for (guint i = 0; i < msrs->len; i++)
        if (!i || g_array_index(msrs, guint64, i) != g_array_index(msrs, guint64, i - 1))
            g_string_append_printf(
                text, " 0x%" G_GINT64_MODIFIER "x", g_array_index(msrs, guint64, i));
    g_string_append(text, "; do\n"
                          "        value=$(rdmsr -p \"${cpu##*/}\" $msr 2>/dev/null) &&\n"
                          "            echo \"${cpu##*/} $msr $value\"\n"
                          "    done\n"
                          "done\n");
}

static gboolean is_reloaded(const struct machine *machine, unsigned spaces)
{
    return spaces >> REG_SPACE_MMIO & 1 && *machine->modules;
}

gboolean capture_how(GString *text, const struct machine *machine, const char *variant,
    const char *format, GError **error)
{
    unsigned spaces;
    g_autoptr(GArray) msrs = msrs_of(machine->model, variant, &spaces);

    if (!machine->access)
        return error_usage(error, "capture: captures of %s cannot be read yet", machine->name);
    if (!format || !strcmp(format, "ftrace"))
        append_ftrace(text, machine, msrs, spaces);
    else if (!strcmp(format, "rdmsr"))
        append_rdmsr(text, machine, msrs);
    else if (strcmp(format, "mmiotrace") != 0)
        return error_usage(
            error, "--as: no script for '%s'; expected ftrace, mmiotrace or rdmsr", format);
    else if (is_reloaded(machine, spaces))
        append_mmiotrace(text, machine);
    else
        return error_usage(error,
            "--as: no driver of %s can be loaded again for mmiotrace; expected ftrace or rdmsr",
            machine->name);
    return TRUE;
}
