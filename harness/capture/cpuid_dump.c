/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Dumps of CPUID. A line of `cpuid -r`, and one of InstLatx64:
 *
 *      0x80000022 0x00: eax=0x00000007 ebx=0x00304106 ecx=0x00000fff edx=0x00000000
 *   CPUID 00000007: 00000001-F1BF97AB-19405FCE-10000110 [SL 00]
 *
 * Other lines are free text.
 */
#include "harness/capture/cpuid_dump.h"

#include "harness/base/error.h"
#include "harness/capture/parser.h"

#include <errno.h>
#include <string.h>

static const char *const register_names[] = {"eax", "ebx", "ecx", "edx"};

/* ---- lines ---- */

static gboolean read_word(const char **at, const char *end, guint32 *word)
{
    guint64 number;

    if (!parser_hex(at, end, &number) || number > G_MAXUINT32)
        return FALSE;
    *word = (guint32)number;
    return TRUE;
}

/* After "0x": "80000022 0x00: eax=0x... ebx=0x... ecx=0x... edx=0x...". */
static gboolean parse_raw(const char *at, const char *end, struct cpuid_leaf *leaf)
{
    if (!read_word(&at, end, &leaf->leaf) || !parser_skip(&at, end, " 0x") ||
        !read_word(&at, end, &leaf->subleaf) || !parser_skip(&at, end, ":"))
        return FALSE;
    for (unsigned i = 0; i < 4; i++)
        if (!parser_skip(&at, end, " ") || !parser_skip(&at, end, register_names[i]) ||
            !parser_skip(&at, end, "=0x") || !read_word(&at, end, &leaf->regs[i]))
            return FALSE;
    parser_blanks(&at, end);
    return at == end;
}

/* After "CPUID 00000007: ", or without the colon: the registers, with hyphens
 * or blanks between, and words in brackets. */
static gboolean parse_latx(const char *at, const char *end, struct cpuid_leaf *leaf)
{
    for (unsigned i = 0; i < 4; i++)
        if ((i && !parser_skip(&at, end, "-") && !parser_skip(&at, end, " ")) ||
            !read_word(&at, end, &leaf->regs[i]))
            return FALSE;
    leaf->subleaf = 0;
    if (parser_skip(&at, end, " [SL "))
        return read_word(&at, end, &leaf->subleaf) && parser_skip(&at, end, "]");
    return at == end || *at == ' ' || *at == '\t';
}

/* Whether the line is that of a leaf, parsed into @leaf; if it is damaged,
 * *@good is FALSE. */
static gboolean parse_line(const char *at, const char *end, struct cpuid_leaf *leaf, gboolean *good)
{
    const char *begin;

    parser_blanks(&at, end);
    begin = at;
    if (parser_skip(&at, end, "0x")) {
        *good = parse_raw(at, end, leaf);
        return TRUE;
    }
    if (!parser_skip(&at, end, "CPUID ") || !read_word(&at, end, &leaf->leaf) ||
        at - begin != (gssize)strlen("CPUID 00000000"))
        return FALSE;
    parser_skip(&at, end, ":");
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    *good = parse_latx(at, end, leaf);
    return TRUE;
}

/* ---- the file ---- */

static const guint32 *find_leaf(const struct cpuid_dump *dump, guint32 leaf, guint32 subleaf)
{
    for (guint i = 0; i < dump->leaves->len; i++) {
        const struct cpuid_leaf *other = &g_array_index(dump->leaves, struct cpuid_leaf, i);

        if (other->leaf == leaf && other->subleaf == subleaf)
            return other->regs;
    }
    return NULL;
}

static gboolean read_lines(
    struct cpuid_dump *dump, const char *text, gsize length, const char *path, GError **error)
{
    const char *end = text + length, *next;
    guint number = 1;

    for (const char *line = text; line < end; line = next, number++) {
        const char *newline = memchr(line, '\n', (gsize)(end - line));
        const char *last = newline ? newline : end;
        struct cpuid_leaf leaf;
        gboolean good;

        next = last + 1;
        last -= last > line && last[-1] == '\r';
        if (!parse_line(line, last, &leaf, &good))
            continue;
        if (!good)
            return error_failed(error,
                "%s:%u: expected EAX, EBX, ECX and EDX of a leaf, as cpuid -r or InstLatx64 print "
                "them",
                path, number);
        if (!find_leaf(dump, leaf.leaf, leaf.subleaf))
            g_array_append_val(dump->leaves, leaf);
    }
    return TRUE;
}

/* Leaf 0 has the vendor in EBX, EDX and ECX; leaf 1 the family, model and
 * stepping in EAX. */
static gboolean read_cpu(struct cpuid_dump *dump)
{
    const guint32 *vendor = find_leaf(dump, 0, 0), *signature = find_leaf(dump, 1, 0);
    guint32 eax;

    if (!vendor || !signature)
        return FALSE;
    eax = *signature;
    memcpy(dump->cpu.vendor, &vendor[1], 4);
    memcpy(dump->cpu.vendor + 4, &vendor[3], 4);
    memcpy(dump->cpu.vendor + 8, &vendor[2], 4);
    dump->cpu.family = eax >> 8 & 15;
    dump->cpu.model = (eax >> 4 & 15) | (eax >> 16 & 15) << 4;
    if (dump->cpu.family == 15)
        dump->cpu.family += eax >> 20 & 255;
    dump->cpu.stepping = eax & 15;
    return TRUE;
}

static void read_brand(struct cpuid_dump *dump)
{
    enum { LEAVES = 3 };
    char text[LEAVES * 16 + 1] = "";

    for (guint i = 0; i < LEAVES; i++) {
        const guint32 *regs = find_leaf(dump, 0x80000002 + i, 0);

        if (regs)
            memcpy(text + (gsize)i * 16, regs, 16);
    }
    for (char *c = text; *c; c++)
        if (!g_ascii_isprint(*c))
            *c = ' ';
    dump->brand = g_strdup(g_strstrip(text));
}

gboolean cpuid_dump_read(struct cpuid_dump *dump, const char *path, GError **error)
{
    g_autofree char *text = NULL;
    g_autoptr(GError) why = NULL;
    gsize length;
    gboolean ok;

    *dump = (struct cpuid_dump){.leaves = g_array_new(FALSE, FALSE, sizeof(struct cpuid_leaf))};
    if (!g_file_get_contents(path, &text, &length, &why))
        return error_failed(error, "%s: cannot be read: %s", path, g_strerror(errno));
    ok = read_lines(dump, text, length, path, error);
    read_brand(dump);
    return ok && (read_cpu(dump) || error_failed(error,
                                        "%s: has no leaves 0 and 1 of CPUID; expected the output "
                                        "of cpuid -r, or a file of InstLatx64",
                                        path));
}

/* ---- the comparison ---- */

/* Adds the registers of @leaf. The model changes QEMU's response, so a bit that
 * it determines is the same for different responses. */
static void compare_leaf(const struct cpuid_leaf *leaf, struct machine_plan *plan, GArray *rows)
{
    guint32 zeros[4] = {0}, ones[4] = {G_MAXUINT32, G_MAXUINT32, G_MAXUINT32, G_MAXUINT32};

    plan->machine->access->cpuid(plan, leaf->leaf, zeros);
    plan->machine->access->cpuid(plan, leaf->leaf, ones);
    for (unsigned i = 0; i < 4; i++) {
        const guint32 mask = ~(zeros[i] ^ ones[i]);
        const struct cpuid_row row = {leaf->leaf, i, mask, leaf->regs[i] & mask, zeros[i] & mask};

        if (mask)
            g_array_append_val(rows, row);
    }
}

GArray *cpuid_dump_compare(const struct cpuid_dump *dump, struct machine_plan *plan)
{
    GArray *rows = g_array_new(FALSE, FALSE, sizeof(struct cpuid_row));

    for (guint i = 0; plan->machine->access->cpuid && i < dump->leaves->len; i++) {
        const struct cpuid_leaf *leaf = &g_array_index(dump->leaves, struct cpuid_leaf, i);

        if (!leaf->subleaf)
            compare_leaf(leaf, plan, rows);
    }
    return rows;
}

char *cpuid_row_name(const struct cpuid_row *row)
{
    if (row->mask == G_MAXUINT32)
        return g_strdup_printf("cpuid.%x.%s", row->leaf, register_names[row->reg]);
    return g_strdup_printf("cpuid.%x.%s&%x", row->leaf, register_names[row->reg], row->mask);
}

void cpuid_dump_clear(struct cpuid_dump *dump)
{
    g_array_unref(dump->leaves);
    g_free(dump->brand);
}
