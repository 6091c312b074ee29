/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `pmulab --version`: this pmulab, the QEMU binaries that it finds, and the
 * private symbols they lack. */
#include "harness/cli/version.h"

#include "harness/format/elf.h"
#include "harness/hardware/machine.h"
#include "harness/setup/qemu_root.h"
#include "qemu/private.h"
#include "qemu/version.h"

#include <string.h>

#define ABILITY(name, targets, loss, stopped) {targets, loss, stopped},
static const struct qemu_ability abilities[] = {QEMU_ABILITIES(ABILITY)};

#define FUNCTION(ability, result, name, arguments) {#name, QEMU_NUMBER_##ability},
#define VARIABLE(ability, type, name)              {#name, QEMU_NUMBER_##ability},
static const struct qemu_symbol symbols[] = {QEMU_SYMBOLS(FUNCTION, VARIABLE, VARIABLE)};

static gboolean list_has(const char *list, const char *name)
{
    g_auto(GStrv) names = g_strsplit(list, ", ", -1);

    return g_strv_contains((const char *const *)names, name);
}

/* Whether the plugins use the symbol of a binary called @qemu. */
static gboolean is_used(const struct qemu_symbol *symbol, const char *qemu)
{
    const char *targets = abilities[symbol->ability].targets;

    return !*targets || list_has(targets, qemu + strlen("qemu-system-"));
}

/* The machines of @qemu that do not start without an ability, "kunpeng and
 * epyc"; "" if all start. */
static GString *list_stopped(const struct qemu_ability *ability, const char *qemu)
{
    GString *list = g_string_new(NULL);
    const struct machine *machine;

    for (unsigned i = 0; (machine = machine_number(i)); i++)
        if (!strcmp(machine->qemu, qemu) && list_has(ability->stopped, machine->name))
            g_string_append_printf(list, "%s%s", list->len ? " and " : "", machine->name);
    return list;
}

static void print_loss(FILE *out, const struct qemu_symbol *symbol, const char *qemu)
{
    const struct qemu_ability *ability = &abilities[symbol->ability];
    GString *stopped = list_stopped(ability, qemu);

    fprintf(out, "  without %s: %s", symbol->name, ability->loss);
    if (stopped->len)
        fprintf(out, "; %s %s not start", stopped->str, strchr(stopped->str, ' ') ? "do" : "does");
    fputc('\n', out);
    g_string_free(stopped, TRUE);
}

static void print_symbols(FILE *out, const struct qemu *qemu, const char *name, GHashTable *exports)
{
    const struct qemu_symbol *missing[G_N_ELEMENTS(symbols)];
    guint used = 0, lacks = 0;

    for (gsize i = 0; i < G_N_ELEMENTS(symbols); i++) {
        if (!is_used(&symbols[i], name))
            continue;
        used++;
        if (!g_hash_table_contains(exports, symbols[i].name))
            missing[lacks++] = &symbols[i];
    }
    fprintf(out, "%s %s: %u of %u private symbols, %s\n", name, qemu->version, used - lacks, used,
        qemu->origin);
    for (guint i = 0; i < lacks; i++)
        print_loss(out, missing[i], name);
}

static void print_found(FILE *out, const struct qemu *qemu, const char *name)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GMappedFile) file = g_mapped_file_new(qemu->origin, FALSE, &error);
    g_autoptr(GHashTable) exports = NULL;

    if (file)
        exports = elf_exports((const guint8 *)g_mapped_file_get_contents(file),
            g_mapped_file_get_length(file), &error);
    if (exports)
        print_symbols(out, qemu, name, exports);
    else
        fprintf(out, "%s %s: private symbols unknown, %s: %s\n", name, qemu->version, qemu->origin,
            error->message);
}

static void print_qemu(FILE *out, const char *name)
{
    g_autoptr(GError) error = NULL;
    struct qemu qemu;

    if (!qemu_find(name, &qemu, &error)) {
        fprintf(out, "%s: %s\n", name, error->message);
        return;
    }
    print_found(out, &qemu, name);
    qemu_clear(&qemu);
}

void version_print(FILE *out)
{
    g_autoptr(GHashTable) printed = g_hash_table_new(g_str_hash, g_str_equal);
    const struct machine *machine;

    fprintf(out, "pmulab %s\nfor QEMU's plugin API %d: QEMU %d.%d or later\n", PMULAB_VERSION,
        QEMU_API_VERSION, QEMU_OLDEST_MAJOR, QEMU_OLDEST_MINOR);
    for (unsigned i = 0; (machine = machine_number(i)); i++)
        if (g_hash_table_add(printed, (gpointer)(guintptr)machine->qemu))
            print_qemu(out, machine->qemu);
}
