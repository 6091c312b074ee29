/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Accesses as commands of tools that every distribution has, so the script also
 * runs on a real machine. */
#include "harness/capture/capture_script.h"

#include "harness/base/error.h"
#include "models/sim/clock.h"

/* Less than that is about the time that a command takes. */
enum { GAP_MS = 10 };

static void append_msr(GString *script, const struct machine_access *a)
{
    if (a->write)
        g_string_append_printf(script,
            "wrmsr -p %u 0x%" G_GINT64_MODIFIER "x 0x%" G_GINT64_MODIFIER "x\n", a->cpu, a->address,
            a->value);
    else
        g_string_append_printf(
            script, "rdmsr -p %u 0x%" G_GINT64_MODIFIER "x\n", a->cpu, a->address);
}

/* 1, 2 or 4 bytes, which setpci calls B, W and L. */
static void append_pci(GString *script, const struct machine_access *a)
{
    const guint where = (guint)a->address;

    g_string_append_printf(script, "setpci -s %02x:%02x.%x %x.%c", where >> 20, where >> 15 & 0x1f,
        where >> 12 & 7, where & 0xfff, " BW L"[a->size & 7]);
    if (a->write)
        g_string_append_printf(script, "=%" G_GINT64_MODIFIER "x", a->value);
    g_string_append_c(script, '\n');
}

static void append_memory(GString *script, const struct machine_access *a)
{
    g_string_append_printf(script, "devmem 0x%" G_GINT64_MODIFIER "x %u", a->address, a->size * 8);
    if (a->write)
        g_string_append_printf(script, " 0x%" G_GINT64_MODIFIER "x", a->value);
    g_string_append_c(script, '\n');
}

static void append_gap(GString *script, guint64 ns)
{
    const guint64 ms = ns / (SIM_NS_PER_S / 1000);

    if (ms >= GAP_MS)
        g_string_append_printf(
            script, "sleep %" G_GUINT64_FORMAT ".%03u\n", ms / 1000, (guint)(ms % 1000));
}

static void append_access(GString *script, const struct machine_access *a)
{
    if (a->space == REG_SPACE_MSR)
        append_msr(script, a);
    else if (a->space == REG_SPACE_PCI)
        append_pci(script, a);
    else
        append_memory(script, a);
}

gboolean capture_script(struct capture *capture, GString *script, gboolean *msrs, GError **error)
{
    struct captured captured;
    struct trace_record record;
    GError *wrong = NULL;
    guint64 before = 0;
    guint n = 0;

    *msrs = FALSE;
    g_string_append(script, "set -e\n");
    for (; n <= CAPTURE_SCRIPT_MAX && capture_next(capture, &record, &captured, &wrong); n++) {
        struct machine_access *a = &captured.access;

        if (a->rdpmc) /* a program cannot choose the CPU, but the MSR of the counter has one */
            machine_access_of(capture_machine(capture), &record, a);
        if (n && record.time > before)
            append_gap(script, record.time - before);
        before = record.time;
        *msrs = *msrs || a->space == REG_SPACE_MSR;
        append_access(script, a);
    }
    if (wrong) {
        g_propagate_error(error, wrong);
        return FALSE;
    }
    g_string_append(script, "set +e\n");
    if (n > CAPTURE_SCRIPT_MAX)
        return error_failed(
            error, "more than %d accesses; expected a part of the capture", CAPTURE_SCRIPT_MAX);
    return n || error_failed(error, "no access to a register of the machine");
}
